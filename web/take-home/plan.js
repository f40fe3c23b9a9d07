/** What a program that repeats a lesson has to do, whatever language it is written in. */

import { tensor } from '../../src/js/index.js';
import { parseEdits } from '../model/edits.js';
import { maskedPairs } from '../model/mask.js';
import { DEFAULTS, maskOf } from '../model/state.js';

/**
 * @typedef {import('../model/lesson.js').Lesson} Lesson
 * @typedef {import('../model/state.js').State} State
 * @typedef {import('../../src/js/index.js').Tensor} Tensor
 *
 * @typedef {object} Plan
 * @property {'dot' | 'additive' | 'article' | 'coffee'} kind
 * @property {string} title the first lines of the program
 * @property {string} origin
 * @property {string[]} asking the words
 * @property {string[]} asked
 * @property {boolean} themselves do the words ask each other
 * @property {boolean} crossing do words of one sentence ask those of another
 * @property {boolean} beside do the weights of the other mechanism stand beside
 * @property {boolean} separate do those that ask have embeddings of their own
 * @property {boolean} sharedKeys are the keys projected by W_Q
 * @property {number} heads
 * @property {number} width
 * @property {State['scale'] | undefined} scale undefined where scores are not scaled
 * @property {number} temperature
 * @property {State['mask']} mask
 * @property {number} pad
 * @property {Tensor | undefined} allowed who may attend to whom, where it was painted: (L, S)
 * @property {State['fill']} fill
 * @property {State['emptyRow'] | undefined} emptyRow undefined where every row has something to attend to
 * @property {{ at: number[], score: number }[]} setScores scores that the reader has set
 * @property {{ p: number, seed: number, kept: Tensor } | undefined} dropout
 * @property {string} pairs shape of the scores in letters, for comments
 * @property {string} rows shape of what is one a row of scores
 * @property {boolean} isPlain nothing but what attention is elsewhere too, without NaN
 * @property {boolean} isLong is one of the tensors too long to print
 * @property {string[]} printed the tensors that are computed, in the lesson's order
 */

/** Code with more numbers in it is neither read nor easily run. */
export const MOST_CONSTANTS = 20_000;
/** A tensor of more numbers is not printed by the program. */
export const MOST_PRINTED = 20_000;

/**
 * @param {State} state
 * @param {Lesson} lesson
 * @returns {Plan | { refused: string }}
 */
export function planOf(state, lesson) {
  const { queryWords, keyWords, inputs, parameters, results, catalogue } = lesson;
  if (queryWords.length === 0)
    return { refused: 'There are no words yet. Write a sentence first.' };
  const drawn = state.source === 'seed';
  // The scenes follow none of the choices.
  const chosen = drawn ? state : { ...DEFAULTS, source: state.source };
  const { mask, allowed, emptyRow } = maskPlan(chosen, queryWords.length, keyWords.length);
  const dropout = chosen.dropout > 0 ? dropoutPlan(chosen, results) : undefined;

  const constants = [
    ...Object.values(inputs),
    ...Object.values(parameters),
    allowed,
    dropout?.kept,
  ];
  const count = constants.reduce((sum, each) => sum + (each?.data.length ?? 0), 0);
  if (count > MOST_CONSTANTS) {
    return {
      refused: `This code would begin with ${count.toLocaleString('en')} numbers; up to ${MOST_CONSTANTS.toLocaleString('en')} it can be read and run. Choose a smaller width or fewer words.`,
    };
  }
  const kind = state.source === 'seed' ? state.mechanism : state.source;
  const printed = Object.keys(catalogue).filter(
    (name) => !['constant', 'elsewhere'].includes(catalogue[name].op.name),
  );
  const setScores = drawn ? scoresSet(state, lesson) : [];
  return {
    kind,
    title: titleOf(kind, chosen.heads),
    origin: originOf(state, lesson.seeded.size > 0),
    asking: queryWords,
    asked: keyWords,
    themselves: JSON.stringify(queryWords) === JSON.stringify(keyWords),
    crossing: 'selfWeights' in catalogue,
    beside: state.step === 'mechanisms' && 'otherWeights' in catalogue,
    separate: 'queryEmbeddings' in catalogue,
    sharedKeys: kind === 'dot' && chosen.keys === 'queries',
    heads: chosen.heads,
    width: chosen.dModel,
    scale: 'scaledScores' in catalogue ? chosen.scale : undefined,
    temperature: chosen.temperature,
    mask,
    pad: chosen.pad,
    allowed,
    fill: chosen.fill,
    emptyRow,
    setScores,
    dropout,
    pairs: kind === 'dot' ? '(H, L, S)' : '(L, S)',
    rows: kind === 'dot' ? '(H, L)' : '(L)',
    isPlain:
      kind === 'dot' &&
      setScores.length === 0 &&
      dropout === undefined &&
      emptyRow === undefined &&
      (mask === 'none' || chosen.fill === 'inf') &&
      results.weights.data.every(Number.isFinite),
    isLong: printed.some((name) => results[name].data.length > MOST_PRINTED),
    printed,
  };
}

/**
 * @param {Plan['kind']} kind
 * @param {number} heads
 */
function titleOf(kind, heads) {
  if (kind === 'article') return 'One word asks four, and three heads stand side by side';
  if (kind === 'coffee') return 'The coffee cup and the notebook';
  if (kind === 'additive') return 'Additive attention';
  return `Scaled dot-product attention with ${heads === 1 ? 'one head' : `${heads} heads`}`;
}

/**
 * @param {State} state
 * @param {boolean} edited
 */
function originOf({ source, seed }, edited) {
  if (source === 'article') return 'Scores and heads are as the second article prints them.';
  if (source === 'coffee') return 'The numbers are set by hand, not trained.';
  return `Embeddings and weight matrices are drawn from seed ${seed}, not trained${edited ? '; those you set are in place' : ''}.`;
}

/**
 * @param {State} state
 * @param {number} L
 * @param {number} S
 * @returns {Pick<Plan, 'mask' | 'allowed' | 'emptyRow'>}
 */
function maskPlan(state, L, S) {
  const mask = maskOf(state);
  const masked = maskedPairs(state, S);
  const seen = Float32Array.from({ length: L * S }, (_, i) =>
    Number(!masked(Math.floor(i / S), i % S)),
  );
  const isEmpty = Array.from({ length: L }, (_, row) => seen.subarray(row * S, (row + 1) * S)).some(
    (row) => !row.includes(1),
  );
  return {
    mask,
    allowed: mask === 'custom' ? tensor([L, S], seen) : undefined,
    emptyRow: isEmpty && state.fill === 'inf' ? state.emptyRow : undefined,
  };
}

/**
 * Which weights survived is read off the result. Of a weight of 0 it cannot be told, and does not
 * matter.
 * @param {State} state
 * @param {import('../model/lesson.js').Tensors} results
 */
function dropoutPlan({ dropout: p, dropoutSeed: seed }, { weights, dropped }) {
  const kept = dropped.data.map((weight, i) => Number(weight !== 0 || weights.data[i] === 0));
  return { p, seed, kept: tensor(dropped.shape, kept) };
}

/**
 * @param {State} state
 * @param {Lesson} lesson
 */
function scoresSet({ edits }, { seeded, results }) {
  const axes = results.scores.shape.length;
  return [...parseEdits(edits)]
    .filter(([place]) => /^ss?\./.test(place) && seeded.has(place))
    .map(([place, score]) => ({ at: place.split('.').slice(-axes).map(Number), score }));
}

/**
 * What every program says first, a line each.
 * @param {Plan} plan
 * @returns {string[]}
 */
export function preamble({ title, origin, crossing, beside }) {
  return [
    `${title}, number by number, as attention-lab shows it.`,
    origin,
    ...(crossing
      ? [
          'One sentence asks the other here. The self-attention of the same decoder is a layer of its',
          'own: choose it on the page to take that one home.',
        ]
      : []),
    ...(beside
      ? [
          'The weights of the other mechanism are not in here: choose it on the page to take it home.',
        ]
      : []),
  ];
}

/** @param {string} title of a section of a program */
export const banner = (title) => `---- ${title} ${'-'.repeat(60 - title.length)}`;
