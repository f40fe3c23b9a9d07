/** Questions about softmax and mixing. */

import { byHand } from '../../course/by-hand.js';
import { tableOf, tablesOf } from '../../course/figures.js';
import { output } from '../../text/en/course/figures.js';
import { weights as words } from '../../text/en/practice/self-test/weights.js';
import { ofSubject, RIGHT } from './question.js';
import { FILMS } from './scores.js';

export const weights = ofSubject('weights', words, {
  fourth: {
    number: 0.4,
    // As before; shared out evenly; in proportion to the scores.
    mistakes: [
      [0.5, 'stored'],
      [0.25, 'share'],
      [1, 'share'],
    ],
    state: byHand(FILMS, { scores: [[0, 0, Math.LN2]] }, { target: 'Ann' }),
    figure: (context) => tablesOf(context, ['scores', 'weights']),
  },
  columns: {
    shows: ['axis', 'scale', RIGHT, 'late'],
    state: byHand(
      FILMS,
      {
        scores: [
          [2, 1, 0],
          [0, 1, 0],
          [0, 0, 1.1],
        ],
      },
      { target: 'Ann Ben Cem', bug: 'softmax-queries' },
    ),
    figure: (context) => tableOf(context, 'weights'),
  },
  backwards: {
    number: 0.75,
    // 8 of 10; all; 10 of 12; 8 of 12; evenly.
    mistakes: [
      [0.8, 'pick'],
      [1, 'pick'],
      [0.833, 'share'],
      [0.667, 'share'],
      [0.5, 'share'],
    ],
    state: byHand(
      'North South',
      { weights: [[0.75, 0.25]], v: [[10], [2]] },
      { target: 'now', dModel: 1 },
    ),
    figure: (context) =>
      tablesOf(context, ['weights', 'v', 'heads'], {
        weights: { covered: ['0.0', '0.1'] },
        heads: { name: output },
      }),
  },
  axis: { shows: ['axis', RIGHT, 'axis', 'axis'] },
  ignore: { shows: [RIGHT, 'share', 'late', 'share'] },
  million: { shows: ['share', 'share', 'pick', RIGHT] },
  boost: { shows: ['axis', RIGHT, 'share'] },
  crowd: { shows: ['pick', 'pick', RIGHT, 'share'] },
});
