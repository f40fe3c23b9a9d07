/** Texts of a pretrained model: before and during loading, and about its numbers. */

import { html } from 'lit';
import { sliceTensor } from '../../../../graph/cell.js';
import { counted } from '../../../../text/en/language.js';
import { precise, quoted } from '../../../../text/inline.js';
import { capitalize } from '../../../../text/spelling.js';
import { decodeTextTokens } from '../../../../text/tokens/labels.js';
import { isFilesModel, readFilesModel } from '../files-model.js';
import { countChanges, describeChanges } from './interventions.js';
import { layerName } from './layers.js';
import { names } from './presets.js';
import { withReason } from './refusals.js';

/**
 * @import { SourceWords } from '../../../../sources/types.js'
 * @import { State } from '../../../../state/types.js'
 * @import { GivenNumber } from '../../../../text/en/sources.js'
 * @import { StackLayer } from '../../run/stack-layers.js'
 * @import { ListedChange, ModelInfo, TextReply } from '../../types.js'
 */

export const running = 'The model is reading your sentence.';
export const title = 'A real model';
export const model = 'Model';
export const fromFiles = 'Your own files';
export const fromFolder = 'or their folder, or drop it here';
export const filesHint =
  'config.json, model.safetensors (or all its parts with model.safetensors.index.json), tokenizer.json';
export const secondText = 'Second sentence';
export const noSecondText = 'none';
export const ownTranslation = 'Translation';
export const noOwnTranslation = 'the model’s own';
export const attendsTo = 'Attention';
/** @type {[State['texts'], string][]} */
export const textChoices = [
  ['all', 'all'],
  ['a-b', 'first → second'],
  ['b-a', 'second → first'],
  ['a-a', 'within the first'],
  ['b-b', 'within the second'],
];
export const layer = 'Layer';
export const writing = 'Let it write';
export const temperature = 'Temperature';
export const topK = 'From the most probable';
export const writeOn = 'Write one token';
/** @param {number} count the number of tokens */
export const writeSeveral = (count) => `Write ${count}`;
/** @param {number} count the number of tokens */
export const stillToWrite = (count) =>
  count === 1 ? 'Writing a token.' : `Writing: ${count} tokens to go.`;
export const ended = 'The model ends the text here.';
export const full = 'The sentence has no room for more.';
export const retokenized =
  'A link to this text shows other pieces than the model wrote, and may go on in another way.';
export const takeBack = 'Take it back';
export const takeAllBack = 'Take all back';
/** @param {unknown} error */
export const notWritten = (error) => withReason('The model wrote nothing', error);
/** @param {string} licence */
export const licence = (licence) => `Licence of the weights: ${licence}`;
export const notAnExplanation = 'A map of weights is not an explanation of what the model does.';

/**
 * Returns the name of a model that readers know.
 * @param {string} model
 * @param {Pick<ModelInfo, 'name'>} [info] the model, once it is loaded
 */
export function modelName(model, info) {
  if (isFilesModel(model)) return info ? `${info.name} (your files)` : 'the model of your files';
  return names[/** @type {keyof typeof names} */ (model)] ?? model;
}

/** @param {{ family: string, layers: number, heads: number }} sizes */
const describeSizes = ({ family, layers, heads }) =>
  `${family} with ${counted(layers, 'layer')} of ${counted(heads, 'head')}`;

/** Asks for files. @param {string} model */
export function filesWanted(model) {
  const linked = readFilesModel(model);
  return linked
    ? `The link shows a model from files: ${describeSizes(linked)}. Choose its config.json, model.safetensors and tokenizer.json.`
    : 'Choose the files of a model: config.json, model.safetensors and tokenizer.json.';
}

/**
 * Says that the files hold another model than that of a link.
 * @param {string} linked the model of the link
 * @param {ModelInfo} info
 */
export function otherFiles(linked, { family, sizes }) {
  const wanted = readFilesModel(linked);
  return (
    wanted &&
    `The link shows ${describeSizes(wanted)}. Your files hold ${describeSizes({ family, ...sizes })}.`
  );
}

export const trainedOnEnglish = 'This model was trained on English text.';

const givesNaN =
  'Its file holds NaN (“not a number”) or numbers that are too large, so it gives NaN.';

/** @param {boolean} isEnglish @param {string} token */
const unknownCharacters = (isEnglish, token) =>
  `${isEnglish ? `${trainedOnEnglish} It` : 'This model'} does not know some characters of this sentence, so they all count as one unknown piece, ${token}.`;

/**
 * Returns the tokens of a text as readers write them, without the marks at the start of words.
 * @param {readonly string[]} tokens
 * @param {boolean} isByteLevel whether the tokenizer writes bytes
 */
export const tokenTexts = (tokens, isByteLevel) =>
  decodeTextTokens(tokens, isByteLevel).map((text) => {
    const plain = text
      .replace(isByteLevel ? /^ / : /^(?:▁|##)/u, '')
      .replace(/\n/g, '↵')
      // Replace control characters by their pictures.
      .replace(/\p{Cc}/gu, (letter) => {
        const code = letter.charCodeAt(0);
        return code < 0x20 ? String.fromCharCode(0x2400 + code) : '␡';
      });
    return plain === '' ? '␣' : plain;
  });

/** The number of a residual stream in another layer. */
export const residualNumber = 'number of the residual stream';

/** The names of embeddings. */
const EMBEDDINGS = {
  token: 'token embedding',
  position: 'position embedding',
  type: 'type embedding',
};

/**
 * Names the embeddings that the first layer reads.
 * @param {TextReply['embeddings']} embeddings
 */
export const embeddingNames = (embeddings) =>
  new Intl.ListFormat('en').format(embeddings.map(({ kind }) => EMBEDDINGS[kind]));

/**
 * @param {string} layer
 * @param {number} value
 * @param {TextReply['embeddings']} embeddings
 * @param {readonly number[]} index
 */
function sumOfEmbeddings(layer, value, embeddings, [row, column]) {
  const reads = html`What ${layer} reads: <b>${quoted(value)}</b>`;
  const [{ rows }] = embeddings;
  // Only the first tokens of a long text have their embeddings here.
  if (row >= rows.shape[0]) return html`${reads}, made of ${embeddingNames(embeddings)}.`;
  const numbers = embeddings.map((each) => sliceTensor(each.rows).at(row, column));
  const terms = embeddings.map(
    ({ kind }, i) => html`${i > 0 ? ' + ' : ''}${EMBEDDINGS[kind]} ${precise(numbers[i])}`,
  );
  const sum = numbers.reduce((total, each) => Math.fround(total + each));
  if (sum === value) return html`${reads} = ${terms}.`;
  return html`${reads}. A norm makes it from the row of these sums: ${terms} = ${precise(sum)}.`;
}

/** @typedef {readonly [plural: string, singular: string]} TensorName */

/** @type {TensorName} */
const STREAM = ['residual stream', residualNumber];
/** @type {TensorName} */
const MATRIX = ['weight matrix', 'entry'];
/** @type {TensorName} */
const BIAS = ['bias', 'entry'];
/** @type {TensorName} */
const PRODUCTS = ['products without the bias', 'product without the bias'];

/** @type {Record<string, TensorName>} */
const tensors = {
  input: STREAM,
  memory: ['rows of the encoder', 'number of the encoder'],
  qProducts: PRODUCTS,
  kProducts: PRODUCTS,
  vProducts: PRODUCTS,
  qBias: ['bias of the queries', 'entry'],
  kBias: ['bias of the keys', 'entry'],
  vBias: ['bias of the values', 'entry'],
  qRotated: ['rotated queries', 'rotated query'],
  kRotated: ['rotated keys', 'rotated key'],
  sharedKeys: ['keys of each head', 'key'],
  sharedValues: ['values of each head', 'value'],
  outputProducts: PRODUCTS,
  outputBias: BIAS,
  residual: ['projected residual stream', 'number'],
  residualProducts: PRODUCTS,
  residualBias: BIAS,
  wResidual: MATRIX,
  sum: STREAM,
  layerSum: STREAM,
  layerOutput: ['output of the layer', 'number'],
  mean: ['mean', 'mean'],
  variance: ['variance', 'variance'],
  meanSquare: ['mean square', 'mean square'],
  gain: ['gain', 'entry'],
  bias: BIAS,
  normalized: ['normalized rows', 'number'],
  hiddenSums: ['sums before the activation', 'sum'],
  hiddenSumsBias: BIAS,
  hiddenSumsProducts: PRODUCTS,
  gateSums: ['gate before the activation', 'number'],
  gateSumsBias: BIAS,
  gateSumsProducts: PRODUCTS,
  gate: ['gate', 'number'],
  hidden: ['hidden layer', 'unit'],
  w1: MATRIX,
  w2: MATRIX,
  wGate: MATRIX,
  activeHeads: ['heads that are not silenced', 'head output'],
};
/** With a gate, the activation does not apply to these sums. @type {Record<string, TensorName>} */
const gatedTensors = { ...tensors, hiddenSums: ['up-projection', 'number'] };

/**
 * @param {object} now
 * @param {string} now.model
 * @param {number} now.modelLayer the index of the layer on the screen
 * @param {readonly StackLayer[]} now.stackLayers
 * @param {ModelInfo} now.info
 * @param {TextReply['embeddings']} now.embeddings
 * @param {boolean} now.isEnglish whether the model is known to be trained on English text
 * @param {string | undefined} now.unknown the token for unknown characters, if the text has any
 * @param {readonly ListedChange[]} now.changeList the reader's changes
 * @param {number} now.silencedCount the number of silenced heads
 * @param {boolean} now.hasNaN whether the model gives NaN without the reader's changes
 * @param {boolean} now.isGated whether the feed-forward network of the layer has a gate
 * @returns {SourceWords}
 */
export function sourceWords({
  model,
  modelLayer,
  stackLayers,
  info,
  embeddings,
  changeList,
  silencedCount,
  hasNaN,
  isGated,
  isEnglish,
  unknown,
}) {
  const name = modelName(model, info);
  const { sizes } = info;
  const layer = layerName(stackLayers, modelLayer);
  const { stack, layer: place } = stackLayers[modelLayer];
  const changes = describeChanges(changeList);
  const badge = [
    `All numbers come from ${name}, ${layer} of ${stack === 'encoder' ? sizes.encoderLayers : sizes.layers}.`,
    changes,
    unknown && unknownCharacters(isEnglish, unknown),
    hasNaN && givesNaN,
  ];
  return {
    badge: badge.filter(Boolean).join(' '),
    changes,
    changeCounts: countChanges(changeList, silencedCount),
    changeList,
    layer: stackLayers.length > 1 ? capitalize(layer) : '',
    program: `The numbers come from ${name}, ${layer}`,
    notInProgram:
      'This program computes one layer, not the answer of the model or what its stream predicts.',
    title: `${capitalize(layer)} of ${name}`,
    given: (/** @type {GivenNumber} */ { value, tensor, index }) => {
      if (tensor === 'input')
        return place === 0 && stack !== 'cross'
          ? sumOfEmbeddings(layer, value, embeddings, index)
          : html`What ${layer} reads: <b>${quoted(value)}</b>.`;
      return tensor === 'memory'
        ? html`What the encoder leaves: <b>${quoted(value)}</b>.`
        : html`Learned in training: <b>${quoted(value)}</b>.`;
    },
    tensors: isGated ? gatedTensors : tensors,
  };
}
