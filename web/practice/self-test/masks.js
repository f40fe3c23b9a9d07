/** Questions about masks. */

import { byHand } from '../../course/by-hand.js';
import { tableOf } from '../../course/figures.js';
import { masks as words } from '../../text/en/practice/self-test/masks.js';
import { ofSubject, RIGHT } from './question.js';

/** Wrong on purpose: it is columns that have to be closed. */
const ROWS_OF_PADDING = [3, 4]
  .flatMap((query) => [0, 1, 2, 3, 4].map((key) => `${query}.${key}`))
  .join(' ');

export const masks = ofSubject('masks', words, {
  rests: {
    number: 5,
    // A causal mask; both masks; without the note itself; all, as if masked later.
    mistakes: [
      [2, 'kinds'],
      [3, 'kinds'],
      [1, 'kinds'],
      [4, 'kinds'],
      [8, 'late'],
    ],
  },
  both: { shows: [RIGHT, 'kinds', 'kinds', 'kinds'] },
  line: { shows: ['late', 'share', RIGHT, 'late'], isCode: true },
  short: {
    shows: [RIGHT, 'kinds', 'share', 'axis'],
    state: byHand(
      'C E G B',
      { scores: Array.from({ length: 4 }, () => [0, 0, 0, 0]) },
      { mask: 'causal', bug: 'mask-after-softmax' },
    ),
    figure: (context) => tableOf(context, 'weights'),
  },
  rows: {
    shows: ['kinds', 'late', 'kinds', RIGHT],
    state: byHand(
      'C E G pad pad',
      {
        scores: [
          [1, 0, 2, 1, 0],
          [0, 1, 1, 0, 2],
          [2, 1, 0, 1, 1],
          [0, 0, 1, 1, 0],
          [1, 0, 0, 1, 0],
        ],
      },
      { mask: 'custom', masked: ROWS_OF_PADDING },
    ),
    figure: (context) => tableOf(context, 'weights'),
  },
  photo: { shows: [RIGHT, 'kinds', 'kinds'] },
  edited: {
    number: 4,
    // All; those before, with and without the note; those after, without it; the note alone.
    mistakes: [
      [10, 'kinds'],
      [7, 'kinds'],
      [6, 'kinds'],
      [3, 'kinds'],
      [1, 'stored'],
    ],
  },
  mean: { shows: ['kinds', 'kinds', RIGHT, 'position'] },
});
