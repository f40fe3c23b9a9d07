/** Makes a source from one layer of a pretrained model: its graph and the given tensors. */

import { tensor } from '../../../../src/js/index.js';
import { arrangeLater } from '../../../graph/arranged.js';
import { makeTransformerLayer } from '../../../graph/builders/transformer.js';
import { listIndices } from '../../../graph/cell.js';
import { makeGraph } from '../../../graph/graph.js';
import { isLaterKey } from '../../../graph/masks/causal.js';
import { memoizeByOwner } from '../../../graph/memoize.js';
import { describeIntervention, pairBlocked } from '../text/en/interventions.js';
import * as words from '../text/en/pretrained.js';
import { findCatalogueEntry } from './catalogue.js';
import {
  findSilencing,
  listInterventions,
  listMeant,
  NO_CHANGES,
  readChanges,
  splitNames,
} from './changes.js';
import { readLayerParts } from './layer-parts.js';
import { findNeighbours } from './neighbours.js';
import { describeFilePlace, listPythonReads, readByJavascript } from './program-reads.js';
import { getReplyAt, getTextsAt, listStackLayers } from './stack-layers.js';

/**
 * @import { Tensor } from '../../../../src/js/index.js'
 * @import { TransformerLayer } from '../../../graph/builders/transformer.js'
 * @import { Graph, Weighing } from '../../../graph/types.js'
 * @import { Computation, Source } from '../../../sources/types.js'
 * @import { Settings, State } from '../../../state/types.js'
 * @import { HabitMeasure } from './measure-habits.js'
 * @import { LayerStack } from '../../../../src/js/pretrained/types.js'
 * @import { LayerReply, Lens, ListedChange, ModelInfo, Replies, Reply, RunReply } from '../types.js'
 * @import { StackLayer } from './stack-layers.js'
 */

/** The replies from which a source was made, by its graph. @type {WeakMap<Graph, Replies>} */
const repliesByGraph = new WeakMap();

/** Returns the replies of the model on the screen. @param {Pick<Computation, 'run'>} computation */
export const getReplies = ({ run }) => /** @type {Replies} */ (repliesByGraph.get(run.graph));

/**
 * @typedef {object} Parts
 * @property {ModelInfo} info
 * @property {RunReply} replies
 * @property {LayerReply} layer
 * @property {Settings} settings
 * @property {Lens} [lens]
 * @property {HabitMeasure} [habits]
 */

/** @param {Parts} parts @returns {Source} */
export function makePretrainedSource({ info, replies, layer, settings, lens, habits }) {
  const { modelLayer, sentence, comparedSentence } = settings;
  const { changes } = replies;
  const stackLayers = listStackLayers(info.sizes);
  const stackLayer = stackLayers[modelLayer];
  const description = describeLayerParts(layer, stackLayer, info);
  const after = getReplyAt(replies.after, stackLayer);
  const before = replies.before === replies.after ? after : getReplyAt(replies.before, stackLayer);
  const texts = getTextsAt(after, stackLayer);
  const { queries, keys } = texts;
  const [queryWords, keyWords] = [queries, keys].map(({ tokens }) =>
    words.tokenTexts(tokens, info.isByteLevel),
  );
  // Changes without a place stay in the settings.
  const [silence, block] = [changes.silence.join(' '), changes.block.join(' ')];
  const fitting = { ...settings, silence, block };
  const graph = makeGraph(
    makeTransformerLayer({
      ...description,
      weighing: makeLayerWeighing(layer, [queryWords.length, keyWords.length], fitting),
      silenced: listSilencedHeads(fitting, layer.heads),
    }),
  );
  const { missingNumbers, ...missing } = findMissing(settings, changes, layer);
  const model = { info, stackLayers, description, lens, habits };
  const shown = { ...model, missingNumbers, sentence, comparedSentence };
  repliesByGraph.set(graph, { ...replies, before, after, ...shown });
  const isShort = queries.embeddings[0].rows.shape[0] === queries.ids.length;
  return {
    queryWords,
    keyWords,
    isSelf: !description.readsMemory,
    isEditable: true,
    tokens: { queryWords: queries.tokens, keyWords: keys.tokens },
    pieces: queries.words,
    graph,
    ...listTensors(graph, layer, description, after, modelLayer),
    file: {
      python: listPythonReads(layer.stored, layer),
      where: describeFilePlace(settings, info, layer.stored.q.file),
      index: layer.stored.q.file,
      javascript: readByJavascript({ ...shown, layer, settings, reply: replies.before, changes }),
    },
    layerCount: stackLayers.length,
    // Generated text follows the last token.
    ...(info.sizes.isCausal && !info.sizes.hasEncoder && { writesAfter: queryWords.length - 1 }),
    missing,
    maps: listMaps(after, stackLayers, stackLayer.stack, info),
    ...(isShort && { tokenRows: queries.embeddings[0].rows }),
    neighbours: (cell) =>
      findNeighbours(cell, { info, stackLayers, layer, settings, queryWords, keyWords, after }),
    words: writeWords({ info, replies, layer, settings }, fitting, stackLayers, texts),
  };
}

/** Lists changes that the run lacks. @param {Settings} settings @param {RunReply['changes']} changes @param {LayerReply} layer */
const findMissing = (settings, changes, layer) => ({
  silence: splitNames(settings.silence).filter((name) => !changes.silence.includes(name)),
  block: splitNames(settings.block).filter((name) => !changes.block.includes(name)),
  missingNumbers: Object.keys(readChanges(settings, layer).edits).filter(
    (name) => !(name in changes.edits),
  ),
});

/**
 * Lists the tensors that the graph is given: the rows that the layer reads, and its parameters.
 * @param {Graph} graph
 * @param {LayerReply} layer
 * @param {{ readsMemory: boolean }} description
 * @param {Reply} after
 * @param {number} modelLayer
 */
function listTensors(graph, layer, description, after, modelLayer) {
  const memory = description.readsMemory ? after.encoded?.rows : undefined;
  const inputs = { input: () => after.inputs[modelLayer], ...(memory && { memory: () => memory }) };
  const parameters = Object.entries(arrangeParameters(layer)).filter(([id]) => graph.has(id));
  /** @type {Source['given']} */
  const given = { ...inputs, ...Object.fromEntries(parameters) };
  return {
    given,
    inputs: Object.keys(inputs),
    parameters: () => Object.fromEntries(Object.entries(given).map(([id, give]) => [id, give()])),
  };
}

/**
 * Writes the texts about the model and the changes in its run.
 * @param {Parts} parts
 * @param {Settings} fitting the settings without changes that have no place
 * @param {readonly StackLayer[]} stackLayers
 * @param {ReturnType<typeof getTextsAt>} texts
 */
const writeWords = ({ settings, replies, info, layer }, fitting, stackLayers, texts) => ({
  ...words.sourceWords({
    model: settings.model,
    modelLayer: settings.modelLayer,
    stackLayers,
    info,
    embeddings: texts.queries.embeddings,
    changeList: listChanges(settings, fitting, stackLayers),
    silencedCount: replies.after.weights.flatMap(({ shape: [heads] }, modelLayer) =>
      listSilencedHeads({ ...fitting, modelLayer }, heads),
    ).length,
    hasNaN: replies.before.weights.some(({ data }) => data.includes(Number.NaN)),
    isGated: layer.parameters.gate !== undefined,
    isEnglish: findCatalogueEntry(settings.model) !== undefined,
    unknown: [...texts.queries.tokens, ...texts.keys.tokens].find((token) =>
      UNKNOWN_TOKEN.test(token),
    ),
  }),
  undoAll: NO_CHANGES,
});

/**
 * Describes how a layer computes.
 * @param {LayerReply} layer
 * @param {StackLayer} stackLayer
 * @param {ModelInfo} info
 */
export const describeLayerParts = ({ parameters, stored, ...layer }, { stack }, { sizes }) => ({
  ...layer,
  readsMemory: stack === 'cross',
  // In a model with an encoder, cross-attention comes between the decoder's own attention and its
  // feed-forward layer.
  hasFeedForward: !(sizes.hasEncoder && stack === 'decoder'),
  hasOutputNorms: parameters.attnOutNorm !== undefined,
  isGated: parameters.gate !== undefined,
  hasNormBias: parameters.attnNorm.bias !== undefined,
  biases: {
    qkv: parameters.q.bias !== undefined,
    output: parameters.attnOut.bias !== undefined,
    feedForward: parameters.mlpIn.bias !== undefined,
  },
  hasHeadNorms: parameters.qNorm !== undefined,
  ...(parameters.residual && { residual: { bias: parameters.residual.bias !== undefined } }),
});

/** The names of the token for unknown characters in the known vocabularies. */
const UNKNOWN_TOKEN = /^(\[UNK\]|<unk>|\uFFFD)$/i;

/**
 * Lists the changes that fit the run, except numbers of the layer on the screen. What undoes one
 * keeps the changes that do not fit.
 * @param {Settings} settings
 * @param {Pick<Settings, 'silence' | 'block'>} fitting
 * @param {readonly StackLayer[]} stackLayers
 * @returns {ListedChange[]}
 */
function listChanges(settings, fitting, stackLayers) {
  const fits = splitNames(`${fitting.silence} ${fitting.block}`);
  return listInterventions(settings)
    .filter((change) =>
      change.kind === 'numbers'
        ? change.layer !== settings.modelLayer && change.layer < stackLayers.length
        : fits.includes(change.name),
    )
    .map((change) => ({
      kind: change.kind,
      label: describeIntervention(change, stackLayers, { describePair: pairBlocked }),
      undo: change.undo,
    }));
}

/**
 * Lists the weights of each stack, starting with the stack on the screen.
 * @param {Reply} reply
 * @param {readonly StackLayer[]} stackLayers
 * @param {LayerStack} shown
 * @param {ModelInfo} info
 * @returns {Source['maps']}
 */
function listMaps(reply, stackLayers, shown, { isByteLevel }) {
  const others = new Set(stackLayers.map(({ stack }) => stack));
  others.delete(shown);
  return [shown, ...others].map((stack) => {
    const { queries, keys } = getTextsAt(reply, { stack, layer: 0 });
    return {
      name: stack,
      queryWords: words.tokenTexts(queries.tokens, isByteLevel),
      keyWords: words.tokenTexts(keys.tokens, isByteLevel),
      layers: reply.weights.filter((_, i) => stackLayers[i].stack === stack),
    };
  });
}

/** @param {Settings} settings @param {number} heads */
const listSilencedHeads = (settings, heads) =>
  listIndices(heads).filter((head) => findSilencing(settings, settings.modelLayer, head));

/**
 * @param {LayerReply} layer
 * @param {[queries: number, keys: number]} counts
 * @param {Settings} settings
 * @returns {Weighing}
 */
function makeLayerWeighing(
  { heads, headWidth, scale, isCausal, window = Infinity },
  counts,
  settings,
) {
  const [queries, keys] = counts;
  // Gemma may divide by another root than that of the width.
  const amount = Number((scale ** -2).toFixed(6));
  const blocked = listBlocked(settings);
  const isPerHead = blocked.length > 0;
  const hasWindow = window < keys;
  const isMasked = isCausal || hasWindow || isPerHead;
  const allowed = new Uint8Array((isPerHead ? heads : 1) * queries * keys);
  for (let i = 0; i < allowed.length; i++) {
    const [query, key] = [Math.floor(i / keys) % queries, i % keys];
    allowed[i] = Number(!(isCausal && isLaterKey(query, key)) && query - key < window);
  }
  for (const place of blocked) {
    const [h, q, k] = [heads, queries, keys].map((count, axis) =>
      listMeant(place[axis], listIndices(count)),
    );
    for (const head of h)
      for (const query of q)
        for (const key of k) allowed[(head * queries + query) * keys + key] = 0;
  }
  const emptyRows = listIndices(allowed.length / keys).map(
    (row) => !allowed.subarray(row * keys, (row + 1) * keys).includes(1),
  );
  return {
    ...(emptyRows.includes(true) && { emptyRows }),
    ...(scale !== 1 && {
      scale: {
        factor: scale,
        rule: amount === headWidth ? 'sqrt' : 'root',
        amount,
        temperature: 1,
      },
    }),
    ...(isMasked && { allowed, isPerHead }),
    fill: -Infinity,
    kind: isCausal && !hasWindow && !isPerHead ? 'causal' : isMasked ? 'custom' : 'none',
  };
}

/** Lists head, query and key of what the reader blocks in the layer on the screen. @param {Settings} settings */
const listBlocked = ({ block, modelLayer }) =>
  splitNames(block).flatMap((name) => {
    const [layer, ...place] = name.split('.');
    return layer === '*' || Number(layer) === modelLayer ? [place] : [];
  });

/**
 * Returns the parameters of a layer by the ids of its graph, with the library's matrices (out, in)
 * arranged as (in, out). The graph still multiplies by the library's matrices.
 */
const arrangeParameters = memoizeByOwner((/** @type {LayerReply} */ layer) => {
  /** @type {Record<string, Tensor>} */
  const tensors = readLayerParts(layer, layer.parameters, {
    ofHeads({ weight: { shape, data }, bias }, count) {
      const [out, width] = shape;
      const columns = out / count;
      return [
        arrangeLater({ shape: [count, columns, width], data }, 'hci', 'hic'),
        bias && tensor([count, columns], bias.data),
      ];
    },
    whole: ({ weight, bias }, isNorm) => [isNorm ? weight : arrangeLater(weight, 'oi', 'io'), bias],
  });
  return Object.fromEntries(Object.entries(tensors).map(([id, value]) => [id, () => value]));
});
