/** Runs a model on a text once, and collects all that the page shows. */

import { PretrainedModel } from '../../../../src/js/pretrained/model.js';
import { computeSentenceVector } from './answer.js';
import { renameForLibrary } from './changes.js';
import { listStackLayers } from './stack-layers.js';

/**
 * @import { Attention, Tensor } from '../../../../src/js/index.js'
 * @import { Tokens } from '../../../../src/js/pretrained/tokens.js'
 * @import { LayerStack, Run } from '../../../../src/js/pretrained/types.js'
 * @import { Changes, ModelPart, Reply } from '../types.js'
 */

/** The number of next tokens that are shown. */
const NEXT = 8;

/** The longest translation. A model that never ends would write for minutes. */
const MOST_TOKENS = 64;

/** Only the first embeddings of a text are kept, because a long text has many. */
const MOST_EMBEDDINGS = 64;

/** Traces the residual stream and all weights. @type {{ trace: any[] }} */
const TRACE_OPTIONS = {
  trace: [
    'input',
    'weights',
    'attnOut',
    'normAttnOut',
    'afterAttn',
    'crossWeights',
    'crossAttnOut',
    'afterCross',
    'mlpOut',
    'normMlpOut',
    'output',
  ],
};

/**
 * @typedef {{ targetIds: number[], text: string, isOwn: boolean }} Translation `isOwn`: whether the
 *   reader wrote it
 */

/**
 * The texts as the model reads them. `translation` is the unchanged model's, because changes do not
 * alter it.
 * @typedef {{ read: Tokens, secondStart: number, translation?: Translation }} ReadTexts
 */

/** @typedef {{ reply: Reply, logits: Tensor | undefined }} Answered */

/**
 * @param {PretrainedModel} model
 * @param {Tokens} first the tokens of the text
 * @param {string} text
 * @param {string} pair the second text, or the reader's translation; '' if there is none
 * @returns {ReadTexts}
 */
export function readTexts(model, first, text, pair) {
  const secondStart = first.ids.length;
  if (model.sizes.hasEncoder)
    return { read: first, secondStart, translation: readTranslation(model, first, pair) };
  return { read: pair === '' ? first : model.tokenize(text, pair), secondStart };
}

/**
 * @param {Attention} attention
 * @param {PretrainedModel} model
 * @param {ReadTexts} texts
 * @param {Changes} [changes]
 * @returns {Answered}
 */
export function readReply(attention, model, { read, secondStart, translation }, changes) {
  if (translation) return readTwoTextReply(model, read, translation, changes);
  const run = model.run(read, { ...TRACE_OPTIONS, ...changes });
  const { ids, words, layers, logits } = run;
  const vector = computeSentenceVector(attention, run);
  return {
    logits,
    reply: {
      tokens: read.tokens,
      ids,
      words,
      secondStart,
      embeddings: readEmbeddings(model, read),
      vector,
      rows: vector && run.hidden,
      inputs: layers.map(({ input }) => /** @type {Tensor} */ (input)),
      weights: layers.map(({ weights }) => /** @type {Tensor} */ (weights)),
      stream: listParts(layers, findEnteringRows(attention, model, layers)),
      next: logits && ids.map((_, position) => model.next(run, position, NEXT)),
    },
  };
}

/**
 * Runs a model that reads a text with an encoder and writes another text with a decoder.
 * @param {PretrainedModel} model
 * @param {Tokens} read the text of the encoder
 * @param {Translation} translation
 * @param {Changes} [changes]
 * @returns {Answered}
 */
function readTwoTextReply(model, read, translation, changes) {
  const { targetIds } = translation;
  const stackLayers = listStackLayers(model.sizes);
  const options = { ...TRACE_OPTIONS, ...(changes && renameForLibrary(changes, stackLayers)) };
  const run = model.run({ ...read, targetIds }, options);
  const { tokens, ids, words, layers, logits } = run;
  const encoder = /** @type {NonNullable<Run['encoder']>} */ (run.encoder);
  const targetTokens = [.../** @type {readonly string[]} */ (run.targetTokens)];
  /** @type {[from: 'input' | 'afterAttn', weights: 'weights' | 'crossWeights'][]} */
  const names = stackLayers.map(({ stack }) =>
    stack === 'cross' ? ['afterAttn', 'crossWeights'] : ['input', 'weights'],
  );
  const tables = stackLayers.map(({ stack, layer }) =>
    stack === 'encoder' ? encoder.layers[layer] : layers[layer],
  );
  const count = encoder.layers.length;
  return {
    logits,
    reply: {
      tokens: targetTokens,
      ids: targetIds,
      words: findTranslatedWords(targetTokens),
      secondStart: targetIds.length,
      embeddings: readEmbeddings(model, { ids: targetIds }),
      inputs: tables.map((table, i) => /** @type {Tensor} */ (table[names[i][0]])),
      weights: tables.map((table, i) => /** @type {Tensor} */ (table[names[i][1]])),
      stream: listParts(layers, layers[0].input, (layer) => count + 2 * layer),
      next: logits && targetIds.map((_, position) => model.next(run, position, NEXT)),
      encoded: {
        text: {
          tokens,
          ids,
          words,
          secondStart: ids.length,
          embeddings: readEmbeddings(model, { ids }, 'encoder'),
          stream: listParts(encoder.layers, encoder.layers[0].input),
        },
        rows: encoder.hidden,
      },
      translation,
    },
  };
}

/**
 * @param {PretrainedModel} model
 * @param {Tokens} read the text of the encoder
 * @param {string} target the reader's translation; '' for the model's own
 * @returns {Translation} the ids begin with the token that starts the decoder; the end token is
 *   left out, because the decoder predicts it
 */
function readTranslation(model, read, target) {
  const { endIds, startId } = PretrainedModel.readDescription(model).description;
  const decoded =
    target === ''
      ? model.generate(read, { tokens: MOST_TOKENS })
      : { ids: model.tokenize(target).ids, text: target };
  const ids = endIds.includes(decoded.ids.at(-1) ?? -1) ? decoded.ids.slice(0, -1) : decoded.ids;
  return { targetIds: [startId, ...ids], text: decoded.text, isOwn: target !== '' };
}

/**
 * Returns the word of each token of a translation. A mark begins a word, and the first token only
 * starts the decoder.
 * @param {readonly string[]} tokens
 */
function findTranslatedWords(tokens) {
  let word = -1;
  return tokens.map((token, i) => {
    if (i === 0) return -1;
    if (word < 0 || token.startsWith('▁')) word++;
    return word;
  });
}

/**
 * Reads the embeddings from which the first layer's input is made.
 * @param {PretrainedModel} model
 * @param {{ ids: readonly number[], typeIds?: readonly number[] }} text
 * @param {LayerStack} [stack]
 */
const readEmbeddings = (model, { ids, typeIds }, stack) =>
  PretrainedModel.readEmbeddings(
    model,
    { ids: ids.slice(0, MOST_EMBEDDINGS), typeIds: typeIds?.slice(0, MOST_EMBEDDINGS) },
    stack,
  );

/**
 * Returns the rows to which the first attention is added, in the width of the residual stream.
 * @param {Attention} attention
 * @param {PretrainedModel} model
 * @param {Run['layers']} layers
 */
function findEnteringRows(attention, model, [{ input } = {}]) {
  if (!input || input.shape[1] === model.sizes.width) return input;
  const { residual } = model.layer(0).parameters;
  return residual && attention.linear(input, residual.weight, residual.bias);
}

/**
 * Lists the parts of the residual stream: the entering rows, what each part adds, and the sum after
 * it.
 * @param {Run['layers']} layers
 * @param {Tensor | undefined} rows the entering rows
 * @param {(layer: number) => number} [toPlace] returns the index of a layer among all places; the
 *   next index is that of its cross-attention
 * @returns {ModelPart[]}
 */
function listParts(layers, rows, toPlace = (layer) => layer) {
  /**
   * @param {ModelPart['kind']} kind
   * @param {number} layer
   * @param {Tensor | undefined} adds
   * @param {Tensor | undefined} sum
   * @returns {ModelPart[]}
   */
  const part = (kind, layer, adds, sum) => (adds ? [{ kind, layer, adds, sum }] : []);
  return [
    ...part('embedding', toPlace(0), rows, rows),
    ...layers.flatMap((tables, index) => {
      const { afterAttn, crossAttnOut, afterCross, output } = tables;
      // The sums add what the norms leave of the outputs.
      const attnOut = tables.normAttnOut ?? tables.attnOut;
      const mlpOut = tables.normMlpOut ?? tables.mlpOut;
      const place = toPlace(index);
      const last = crossAttnOut ? place + 1 : place;
      return [
        ...part('attention', place, attnOut, afterAttn),
        ...part('attention', last, crossAttnOut, afterCross),
        ...part('feedForward', last, mlpOut, output),
      ];
    }),
  ];
}
