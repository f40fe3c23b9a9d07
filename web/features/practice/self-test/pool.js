/** Draws twelve questions from a seed, identically in every browser. */

import { makeHandWrittenState } from '../../../pages/chapters.js';
import { drawTable, drawTables } from '../../../pages/figures.js';
import { output } from '../../../text/en/pages.js';
import { shuffleList } from '../bugs/puzzle.js';
import {
  masks as maskWords,
  places as placeWords,
  reading as readingWords,
} from '../text/en/questions-1.js';
import {
  scores as scoreWords,
  shapes as shapeWords,
  weights as weightWords,
} from '../text/en/questions-2.js';
import { listQuestionsOfSubject, RIGHT_ANSWER } from './question.js';

/** @import { Question } from '../types.js' */

// Questions about masks.

/** Wrong on purpose: a padding mask has to mask columns, and this one masks rows. */
const ROWS_OF_PADDING = [3, 4]
  .flatMap((query) => [0, 1, 2, 3, 4].map((key) => `${query}.${key}`))
  .join(' ');

const masks = listQuestionsOfSubject('masks', maskWords, {
  rests: {
    number: 5,
    // 2: with a causal mask too; 3: the padded places; 1 and 4: without the note itself; 8: all
    // places, as if masked after the softmax.
    mistakes: { 2: 'kinds', 3: 'kinds', 1: 'kinds', 4: 'kinds', 8: 'late' },
  },
  both: { shows: [RIGHT_ANSWER, 'kinds', 'kinds', 'kinds'] },
  line: { shows: ['late', 'share', RIGHT_ANSWER, 'late'], isCode: true },
  short: {
    shows: [RIGHT_ANSWER, 'kinds', 'share', 'axis'],
    state: makeHandWrittenState(
      'C E G B',
      { scores: '0 0 0 0, 0 0 0 0, 0 0 0 0, 0 0 0 0' },
      { mask: 'causal', bug: 'mask-after-softmax' },
    ),
    figure: (context) => drawTable(context, 'weights'),
  },
  rows: {
    shows: ['kinds', 'late', 'kinds', RIGHT_ANSWER],
    state: makeHandWrittenState(
      'C E G pad pad',
      { scores: '1 0 2 1 0, 0 1 1 0 2, 2 1 0 1 1, 0 0 1 1 0, 1 0 0 1 0' },
      { mask: 'custom', masked: ROWS_OF_PADDING },
    ),
    figure: (context) => drawTable(context, 'weights'),
  },
  photo: { shows: [RIGHT_ANSWER, 'kinds', 'kinds'] },
  edited: {
    number: 4,
    // 10: all notes; 7 and 6: the notes before, with and without the note itself; 3: the notes
    // after, without it; 1: only the note.
    mistakes: { 10: 'kinds', 7: 'kinds', 6: 'kinds', 3: 'kinds', 1: 'stored' },
  },
  mean: { shows: ['kinds', 'kinds', RIGHT_ANSWER, 'position'] },
});

// Questions about places and heads.

const places = listQuestionsOfSubject('places', placeWords, {
  backwards: { shows: ['kinds', 'position', RIGHT_ANSWER, 'stored'] },
  scrambled: { shows: [RIGHT_ANSWER, 'position', 'position'] },
  late: { shows: ['position', 'stored', 'position', RIGHT_ANSWER] },
  twin: {
    number: 0.154,
    // 0.378: shares the rest equally; 0.602: uses the note after the right one.
    mistakes: { 0.378: 'position', 0.602: 'position' },
    state: { sentence: 'C E C G', heads: 1, dModel: 2, seed: 28, query: 2 },
    figure: (context) => drawTable(context, 'weights', { covered: ['2.1', '2.3'] }),
  },
  wide: {
    number: 768,
    // 64: one row; 2304: queries, keys and values; 12: a number for each head.
    mistakes: { 64: 'heads', 2304: 'roles', 12: 'heads' },
  },
  two: { shows: ['heads', RIGHT_ANSWER, 'pick', 'heads'] },
  silent: { shows: ['axis', 'heads', RIGHT_ANSWER] },
  split: { shows: ['heads', 'heads', 'heads', RIGHT_ANSWER], isCode: true },
});

// Questions about queries, keys, values and their scores.

const FILMS = 'Alien Brazil Casablanca';

const scores = listQuestionsOfSubject('scores', scoreWords, {
  taste: {
    number: 6,
    // 12: undivided; 6.93: divided by √3, for three films; 3: divided by 4; 4 and 8: the query
    // times the value, divided and undivided.
    mistakes: { 12: 'scale', 6.93: 'scale', 3: 'scale', 4: 'roles', 8: 'roles' },
    state: makeHandWrittenState(
      FILMS,
      { q: '2 1 0 1', k: '1 0 2 1, 3 2 1 4, 4 1 3 0', v: '5 1 0 3, 1 4 2 2, 0 2 6 1' },
      { target: 'Ann', dModel: 4, scale: 'sqrt' },
    ),
    figure: (context) => drawTables(context, ['q', 'k', 'v']),
  },
  recipes: { shows: ['roles', 'roles', RIGHT_ANSWER, 'stored'] },
  root: { shows: [RIGHT_ANSWER, 'scale', 'scale', 'roles'], isCode: true },
  narrow: {
    number: 4,
    // The wrong numbers are √96, √6, 16, 96 and 6.
    mistakes: { 9.8: 'scale', 2.45: 'heads', 16: 'scale', 96: 'scale', 6: 'heads' },
  },
  copies: { shows: ['position', 'roles', 'roles', RIGHT_ANSWER] },
  newcomer: { shows: ['stored', RIGHT_ANSWER, 'stored', 'roles'] },
  louder: { shows: ['roles', RIGHT_ANSWER, 'share'] },
  blank: { shows: ['share', 'pick', RIGHT_ANSWER] },
});

// Questions about reading maps, and about symptoms of mistakes.

const reading = listQuestionsOfSubject('reading', readingWords, {
  scan: { shows: ['explains', RIGHT_ANSWER, 'importance', 'explains'] },
  part: {
    shows: ['importance', RIGHT_ANSWER, 'roles'],
    state: makeHandWrittenState(
      FILMS,
      { weights: '0.8 0.15 0.05', v: '0.1, 4, 6' },
      { target: 'Ann', dModel: 1 },
    ),
    figure: (context) => drawTables(context, ['weights', 'v']),
  },
  rivals: { shows: ['axis', 'explains', 'stored', RIGHT_ANSWER] },
  sink: { shows: [RIGHT_ANSWER, 'importance', 'axis'] },
  exam: { shows: ['kinds', 'heads', RIGHT_ANSWER, 'scale'] },
  company: { shows: ['kinds', RIGHT_ANSWER, 'axis', 'heads'] },
  frozen: { shows: ['importance', 'scale', 'axis', RIGHT_ANSWER] },
  beyond: { shows: [RIGHT_ANSWER, 'axis', 'late', 'scale'] },
});

// Questions about shapes, widths and cost.

const shapes = listQuestionsOfSubject('shapes', shapeWords, {
  users: {
    number: 360,
    // 900, 144 and 1764 are 30 · 30, 12 · 12 and 42 · 42; 42 is 12 + 30; 30: one weight for each
    // film.
    mistakes: { 900: 'shape', 144: 'shape', 1764: 'shape', 42: 'cost', 30: 'stored' },
  },
  output: { shows: ['widths', 'shape', RIGHT_ANSWER, 'roles'] },
  agree: { shows: ['widths', RIGHT_ANSWER, 'shape'] },
  additive: { shows: [RIGHT_ANSWER, 'widths', 'shape', 'widths'] },
  picture: {
    number: 16,
    mistakes: { 2: 'cost', 4: 'cost', 8: 'cost' },
  },
  catalogue: {
    number: 2,
    mistakes: { 4: 'shape', 1: 'stored' },
  },
  broader: { shows: ['shape', 'cost', RIGHT_ANSWER] },
  error: { shows: ['shape', RIGHT_ANSWER, 'shape', 'roles'] },
});

// Questions about softmax and mixing.

const weights = listQuestionsOfSubject('weights', weightWords, {
  fourth: {
    number: 0.4,
    // 0.5: as before; 0.25: shared equally; 1: in proportion to the scores.
    mistakes: { 0.5: 'stored', 0.25: 'share', 1: 'share' },
    state: makeHandWrittenState(FILMS, { scores: `0 0 ${Math.LN2}` }, { target: 'Ann' }),
    figure: (context) => drawTables(context, ['scores', 'weights']),
  },
  columns: {
    shows: ['axis', 'scale', RIGHT_ANSWER, 'late'],
    state: makeHandWrittenState(
      FILMS,
      { scores: '2 1 0, 0 1 0, 0 0 1.1' },
      { target: 'Ann Ben Cem', bug: 'softmax-queries' },
    ),
    figure: (context) => drawTable(context, 'weights'),
  },
  backwards: {
    number: 0.75,
    // 0.8: 8 of 10; 1: all; 0.833: 10 of 12; 0.667: 8 of 12; 0.5: equal shares.
    mistakes: { 0.8: 'pick', 1: 'pick', 0.833: 'share', 0.667: 'share', 0.5: 'share' },
    state: makeHandWrittenState(
      'North South',
      { weights: '0.75 0.25', v: '10, 2' },
      { target: 'now', dModel: 1 },
    ),
    figure: (context) =>
      drawTables(context, ['weights', 'v', 'heads'], {
        weights: { covered: ['0.0', '0.1'] },
        heads: { name: output },
      }),
  },
  axis: { shows: ['axis', RIGHT_ANSWER, 'axis', 'axis'] },
  ignore: { shows: [RIGHT_ANSWER, 'share', 'late', 'share'] },
  million: { shows: ['share', 'share', 'pick', RIGHT_ANSWER] },
  boost: { shows: ['axis', RIGHT_ANSWER, 'share'] },
  crowd: { shows: ['pick', 'pick', RIGHT_ANSWER, 'share'] },
});

/** @type {readonly (readonly Question[])[]} */
export const subjects = [scores, weights, masks, places, shapes, reading];

export const pool = subjects.flat();

/** The number of questions about each subject in a test. */
const EACH = 2;

export const COUNT = EACH * subjects.length;

/** The number of consecutive seeds whose tests share no question. */
const ROUND = Math.min(...subjects.map(({ length }) => Math.floor(length / EACH)));

/**
 * Draws two questions about each subject. Within a round of seeds, no question is repeated.
 * @param {number} seed
 * @returns {Question[]}
 */
export function drawQuestions(seed) {
  // Readers who take the tests in order start at seed 1, so a round starts there.
  const past = seed + ROUND - 1;
  const round = Math.floor(past / ROUND);
  const from = EACH * (past % ROUND);
  const questions = subjects.flatMap((subject, i) =>
    shuffleList(subject, round, `subject ${i}`).slice(from, from + EACH),
  );
  return shuffleList(questions, seed, 'test');
}
