/** The goals. Each has a small run and targets to reach by changing it. */

import { isLaterKey } from '../../../graph/masks/causal.js';
import { makeHandWrittenState, parseRows } from '../../../pages/chapters.js';
import { readFirstHeadRow } from '../../../pages/figures.js';
import {
  findLargestDifference,
  getWeight,
  measureWeight,
  rememberTensor,
  sumWeights,
} from './goal.js';

/** @import { Goal } from '../types.js' */

const SENTENCE = 'They eat fried noodles';

const [THEY, EAT, FRIED, NOODLES] = [0, 1, 2, 3];

/** Writes the edits of a table without heads. @param {string} id @param {string} rows */
const formatEdits = (id, rows) =>
  parseRows(rows)
    .flatMap((row, i) => row.map((number, j) => `${id}.${i}.${j}:${number}`))
    .join(';');

/** Reach a weight by changing one number of a query or a key. @type {Goal} */
const noodles = {
  id: 'noodles',
  state: makeHandWrittenState(
    SENTENCE,
    { q: '1 2, 2 1, 1 1, -1 1', k: '2 0, -1 2, 0 -2, 0.5 0.5' },
    { query: FRIED },
  ),
  moves: 2,
  numbers: { q: { rows: [FRIED] }, k: {} },
  shows: { weights: { rows: [FRIED] } },
  measures: [{ read: measureWeight(FRIED, NOODLES), least: 0.8 }],
};

/** The difference between two scores sets the ratio of their weights. @type {Goal} */
const doubledWeight = {
  id: 'twice',
  state: makeHandWrittenState(SENTENCE, { scores: ', 0.5 1 -1 0.5' }, { query: EAT }),
  moves: 1,
  numbers: { scores: { rows: [EAT] } },
  range: [-10, 10],
  shows: { weights: { rows: [EAT] } },
  measures: [
    {
      read: (context) => getWeight(context, EAT, NOODLES) / getWeight(context, EAT, FRIED),
      least: 1.95,
      most: 2.05,
      end: 5,
    },
  ],
};

/** A higher temperature makes weights from the same scores more even. @type {Goal} */
const temperature = {
  id: 'temperature',
  state: makeHandWrittenState(SENTENCE, { scores: ', 0 -1 1 2' }, { query: EAT }),
  moves: 1,
  temperature: [0.1, 5],
  shows: { scores: { rows: [EAT] }, weights: { rows: [EAT] } },
  measures: [{ read: measureWeight(EAT, NOODLES), least: 0.45, most: 0.5 }],
};

const UNSCALED = makeHandWrittenState(
  SENTENCE,
  { q: '1 0 1 0, 2 0 -2 0, 0 1 0 1, 1 1 0 0', k: '-2 1 1 2, 2 -1 -2 2, 2 1 1 0, 1 -1 0 2' },
  { dModel: 4, query: EAT },
);

const scaledWeights = rememberTensor({ ...UNSCALED, scale: 'sqrt' }, (run) =>
  readFirstHeadRow({ computation: run }, 'weights', EAT),
);

/** Scale the query as the division by √d would scale the scores. @type {Goal} */
const scale = {
  id: 'scale',
  state: UNSCALED,
  moves: 3,
  fewest: 2,
  numbers: { q: { rows: [EAT] } },
  shows: { k: {}, weights: { rows: [EAT] } },
  measures: [
    {
      read: (context) =>
        findLargestDifference(readFirstHeadRow(context, 'weights', EAT), scaledWeights(context)),
      most: 0.01,
    },
  ],
};

/** @type {Goal} */
const tablesGoal = {
  id: 'tables',
  state: makeHandWrittenState(
    SENTENCE,
    { v: '1 0, 0 1, 1 0, 0 1', weights: '0.4 0.1 0.1 0.4, 0.4 0.1 0.1 0.4' },
    { query: EAT },
  ),
  moves: 4,
  fewest: 2,
  numbers: { weights: { rows: [EAT] } },
  range: [0, 1],
  shows: { v: {}, heads: { rows: [THEY, EAT] } },
  measures: [
    { read: measureWeight(EAT, THEY), most: 0.1 },
    {
      read: (context) =>
        findLargestDifference(
          readFirstHeadRow(context, 'heads', THEY),
          readFirstHeadRow(context, 'heads', EAT),
        ),
      most: 0.01,
    },
    {
      read: (context) => sumWeights(context, (query) => query === EAT),
      least: 0.99,
      most: 1.01,
      end: 2,
    },
  ],
};

/** Every query gives equal weights to two equal keys. @type {Goal} */
const equalKeys = {
  id: 'twins',
  state: makeHandWrittenState(
    SENTENCE,
    { q: '1 2, 2 -1, -1 1, -2 -1', k: '1 -0.5, 0.5 1, -1 0.5, -0.5 1' },
    { query: EAT },
  ),
  moves: 4,
  fewest: 2,
  numbers: { k: {} },
  shows: { q: {}, weights: {} },
  measures: [
    {
      read: (context) =>
        findLargestDifference(
          context.computation.queryWords.map((_, query) => getWeight(context, query, THEY)),
          context.computation.queryWords.map((_, query) => getWeight(context, query, NOODLES)),
        ),
      most: 0.01,
    },
  ],
};

/** Complete a causal mask that starts off by one. @type {Goal} */
const causalLeak = {
  id: 'leak',
  state: makeHandWrittenState(
    SENTENCE,
    { scores: '1 0.5 0 1, 0 1 0.5 0, 0.5 1 0 1, 0 1 0.5 0' },
    { mask: 'custom', masked: '0.2 0.3 1.3', query: EAT },
  ),
  moves: 3,
  isPainted: true,
  shows: { weights: {} },
  measures: [
    { read: (context) => sumWeights(context, isLaterKey), most: 0, end: 2 },
    { read: (context) => sumWeights(context, (query, key) => key < query), least: 1, end: 3 },
  ],
};

const PADDED = 'They eat noodles <pad> <pad>';

/** Choose the number of padding words, and the value of their masked scores. @type {Goal} */
const padding = {
  id: 'padding',
  state: makeHandWrittenState(
    PADDED,
    {
      scores:
        '1 0.5 2 1.5 -1, 0.5 0 1.5 1 -1.5, 0 -0.5 1 0.5 -2, -0.5 -1 0.5 0 -2.5, -1 -1.5 0 -0.5 -3',
    },
    { mask: 'padding', pad: 1, fill: '0', query: EAT },
  ),
  moves: 2,
  choices: { pad: [0, 1, 2, 3], fill: ['0', '-1e9', 'inf'] },
  shows: { maskedScores: {}, weights: {} },
  measures: [
    { read: (context) => sumWeights(context, (_, key) => key > 2), most: 0, end: 3 },
    { read: measureWeight(EAT, 2), least: 0.1 },
  ],
};

/**
 * Uses positions only. A rotation by one position makes each word attend to the previous word.
 * @type {Goal}
 */
const previousWord = {
  id: 'back',
  state: {
    source: 'seed',
    sentence: SENTENCE,
    dModel: 2,
    heads: 1,
    scale: 'none',
    positions: 'sinusoidal',
    query: NOODLES,
    edits: [
      ...['they', 'eat', 'fried', 'noodles'].map((word) => `x.${word}.0:0;x.${word}.1:0`),
      formatEdits('q', '2 0, 0 2'),
      formatEdits('k', '3 0, 0 3'),
    ].join(';'),
  },
  moves: 3,
  fewest: 2,
  numbers: { wq: {}, wk: {} },
  shows: { embeddings: {}, weights: {} },
  measures: [
    {
      read: (context) => sumWeights(context, (query, key) => key === query - 1),
      least: 2.7,
      end: 3,
    },
    { read: (context) => sumWeights(context, isLaterKey), most: 0.05, end: 1 },
  ],
};

/** Use positions to tell equal words apart. @type {Goal} */
const placesGoal = {
  id: 'places',
  state: {
    source: 'seed',
    sentence: 'noodles eat noodles',
    dModel: 2,
    heads: 1,
    scale: 'none',
    seed: 7,
    query: 1,
  },
  moves: 1,
  numbers: { embeddings: {}, wq: {}, wk: {} },
  choices: { positions: ['none', 'sinusoidal'] },
  shows: { weights: {} },
  measures: [
    {
      read: (context) => Math.abs(getWeight(context, 1, 0) - getWeight(context, 1, 2)),
      least: 0.1,
    },
  ],
};

/** Make the outputs of two heads cancel out. @type {Goal} */
const cancelledHeads = {
  id: 'cancel',
  state: {
    source: 'seed',
    sentence: 'They eat noodles',
    dModel: 2,
    heads: 2,
    query: EAT,
    edits: [
      ...[1, 2, -1].map(
        (number, row) => `heads.0.${row}.0:${number};heads.1.${row}.0:${2 * number}`,
      ),
      formatEdits('o', '2 -1, 1 1.5'),
    ].join(';'),
  },
  moves: 3,
  fewest: 2,
  numbers: { wo: {} },
  shows: { concatenated: {}, output: {} },
  measures: [
    {
      read: ({ computation }) =>
        computation.results.output.data.reduce((sum, number) => sum + Math.abs(number), 0),
      most: 0.1,
      end: 30,
    },
  ],
};

/** tanh stays below 1 for any input, so the score is bounded. @type {Goal} */
const boundedScore = {
  id: 'additive',
  state: {
    source: 'seed',
    mechanism: 'additive',
    sentence: SENTENCE,
    dModel: 2,
    heads: 1,
    query: EAT,
    edits: [
      formatEdits('projectedQueries', '0.5 0 0, 0 0 0, 0 0.5 0, 0 0 0.5'),
      formatEdits('projectedKeys', '0 0.5 0, 0 0 0.5, 0 -0.5 0, 0 0 0'),
      ...[1, 0.5, 0.8].map((number, i) => `av.${i}:${number}`),
    ].join(';'),
  },
  moves: 3,
  fewest: 2,
  numbers: { projectedKeys: { rows: [NOODLES] }, wv: {} },
  shows: { features: { rows: [NOODLES] }, weights: { rows: [EAT] } },
  measures: [{ read: measureWeight(EAT, NOODLES), least: 0.8 }],
};

/** @type {readonly Goal[]} */
export const goals = [
  noodles,
  doubledWeight,
  temperature,
  scale,
  boundedScore,
  tablesGoal,
  equalKeys,
  causalLeak,
  padding,
  placesGoal,
  previousWord,
  cancelledHeads,
];
