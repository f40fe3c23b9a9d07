/** The toys: one or two layers of self-attention, on words and positions. */

import { tensor } from '../../../../src/js/index.js';
import {
  getSelectedRow,
  getSelectedWord,
  makeEquationParts,
  makeTable,
} from '../../../figures/tables.js';
import { makeRowNodes } from '../../../graph/builders/attention.js';
import { makeSelfAttention } from '../../../graph/builders/layers.js';
import { makeAnswerNodes } from '../../../graph/builders/softmax.js';
import { makeNode } from '../../../graph/graph.js';
import { add, constant, product } from '../../../graph/ops/index.js';
import * as formula from '../../../lessons/formula.js';
import { selectVocabularyRows } from '../../../sources/layout.js';
import { paragraph } from '../../../text/inline.js';
import { mathLines } from '../../../text/math.js';
import * as words from '../text/en/toy.js';
import { findMostProbableWord } from './answers.js';
import * as layer from './layers.js';

/**
 * @import { ToyName } from '../../../../src/js/learning/types.js'
 * @import { StepContext } from '../../../sources/types.js'
 * @import { Step } from '../../../lessons/types.js'
 * @import { Settings } from '../../../state/types.js'
 * @import { ModelKind, Reply } from '../types.js'
 */

/** Toys whose task needs later words, so they have no causal mask. @type {readonly ToyName[]} */
const SEES_ALL = ['mirror', 'previous-and-mirror', 'order', 'order-without-positions'];

/** @param {Reply} reply @param {Settings} settings */
function makeToySource(reply, { task, heads }) {
  const { parameters, reading, vocabulary } = reply;
  const { answers = [] } = reading;
  const { output, bias, positions } = parameters;
  const [, width] = output.shape;
  const length = reading.words.length;
  const ofWords = () => selectVocabularyRows(parameters.words, vocabulary, reading.words);
  const weighing = layer.makeLayerWeighing(length, width / heads, !SEES_ALL.includes(task));
  const layers = layer.listLayers(parameters, 'qkv');
  const last = `layer${layers.length}/sum`;
  // With several outputs, each has its own weights, logits and probabilities.
  const count = output.shape[0] / answers.length;
  const u = count > 1 ? 'u' : '';
  return layer.makeSelfSource(reply, {
    names: { n: answers, u: words.outputs },
    inputs: positions ? ['wordEmbeddings', 'positionEmbeddings'] : ['embeddings'],
    nodes: [
      ...makeRowNodes('embeddings', 'qf', 'X', Boolean(positions)),
      ...layers.flatMap((i) => makeSelfAttention(i, { weighing })),
      makeNode('wAnswer', constant, `${u}nf`, {}, 'W_A'),
      makeNode('answerBias', constant, `${u}n`, {}, 'b'),
      makeNode('answerScores', product, `${u}qn`, { [last]: 'qf', wAnswer: `${u}nf` }, 'S_A'),
      makeNode('logits', add, `${u}qn`, { answerScores: `${u}qn`, answerBias: `${u}n` }, 'L'),
      ...makeAnswerNodes(`${u}qn`),
    ],
    given: {
      ...(positions
        ? {
            wordEmbeddings: ofWords,
            positionEmbeddings: () =>
              tensor([length, width], positions.data.slice(0, length * width)),
          }
        : { embeddings: ofWords }),
      wAnswer: () => (u ? tensor([count, answers.length, width], output.data) : output),
      answerBias: () => (u ? tensor([count, answers.length], bias.data) : bias),
      ...Object.assign({}, ...layers.map((i) => layer.listLayerTensors(parameters, i, heads))),
    },
  });
}

/** @param {StepContext} context */
const hasPositions = ({ computation: { nodes } }) => 'positionEmbeddings' in nodes;

/** @param {number} layers the number of layers */
const answersFormula = (layers) => mathLines`L = X_${layers} W_A + b`;

/** @type {Record<string, Step>} */
const stepsAround = {
  embeddings: {
    ...words.embeddings,
    shows: ['wordEmbeddings', 'positionEmbeddings'],
    text: (context) =>
      paragraph(
        (hasPositions(context) ? words.placed : words.unplaced)(
          context.computation.results.embeddings.shape[1],
        ),
      ),
    formula: (context) => formula.writeFormulas(context, ['embeddings']),
    figure: (context) =>
      makeEquationParts(context, 'wordEmbeddings + positionEmbeddings → embeddings'),
  },
  logits: {
    ...words.logits,
    shows: ['wAnswer', 'answerBias', 'answerScores'],
    text: ({ computation: { names } }) => paragraph(words.answered(names?.n.length ?? 0)),
    formula: ({ computation: { nodes } }) => answersFormula('layer2/sum' in nodes ? 2 : 1),
    figure: (context) => {
      const [{ id }] = context.computation.nodes.answerScores.inputs;
      return [
        ...makeEquationParts(context, `${id} ·`),
        ...makeTables(context, 'wAnswer'),
        ...makeEquationParts(context, '+ answerBias →'),
        ...makeTables(context, 'logits'),
      ];
    },
  },
  probabilities: {
    ...words.probabilities,
    shows: ['logitMax', 'logitExponentials', 'logitSum'],
    text: (context) =>
      paragraph((isDouble(context) ? words.twice : words.chosen)(getSelectedWord(context))),
    formula: () => formula.softmaxFormula('𝑙', 'p'),
    figure: (context) =>
      isDouble(context)
        ? makeTables(context, 'probabilities')
        : makeEquationParts(context, 'logits → probabilities'),
  },
};

/** Whether the model gives two answers for each word. @param {StepContext} context */
const isDouble = ({ computation }) => computation.nodes.logits.axes.startsWith('u');

/** Makes a table for each output. @param {StepContext} context @param {string} tensor */
const makeTables = (context, tensor) =>
  isDouble(context)
    ? words.outputs.map((name, output) => makeTable(context, tensor, { output, note: name }))
    : [makeTable(context, tensor)];

const lessons = layer.makeLessons(stepsAround);

/**
 * Whether a task asks for an answer at a word; by default it asks at each.
 * @type {Partial<Record<ToyName, (sentence: readonly string[], place: number) => boolean>>}
 */
const asks = {
  previous: (_, place) => place > 0,
  // The questions are single letters, and come after the pairs.
  recall: (sentence, place) => sentence[place].length === 1,
  order: (sentence, place) => sentence[place] === '?',
  'order-without-positions': (sentence, place) => sentence[place] === '?',
  induction: (sentence, place) => sentence.indexOf(sentence[place]) < place,
};

/** @type {ModelKind} */
export const toy = {
  words,
  source: makeToySource,
  steps: ({ task }) => lessons[task === 'induction' ? 1 : 0],
  originOf: ({ task }) => words.toys[task],
  answer(context) {
    const query = getSelectedWord(context);
    const { state, computation } = context;
    if (asks[state.task]?.(computation.queryWords, getSelectedRow(context)) === false)
      return words.notAsked(query);
    const first = findMostProbableWord(context, 0);
    return isDouble(context)
      ? words.answerTwice(query, first, findMostProbableWord(context, 1))
      : words.answer(query, first.word, first.probability);
  },
  defaultQuery: (sentence, { task }) =>
    sentence.findIndex((_, place) => asks[task]?.(sentence, place)),
};
