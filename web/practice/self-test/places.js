/** Questions about places and heads. */

import { tableOf } from '../../course/figures.js';
import { places as words } from '../../text/en/practice/self-test/places.js';
import { ofSubject, RIGHT } from './question.js';

export const places = ofSubject('places', words, {
  backwards: { shows: ['kinds', 'position', RIGHT, 'stored'] },
  scrambled: { shows: [RIGHT, 'position', 'position'] },
  late: { shows: ['position', 'stored', 'position', RIGHT] },
  twin: {
    number: 0.154,
    // What is left shared out evenly; that of the note after it.
    mistakes: [
      [0.378, 'position'],
      [0.602, 'position'],
    ],
    state: { sentence: 'C E C G', heads: 1, dModel: 2, seed: 28, query: 2 },
    figure: (context) => tableOf(context, 'weights', { covered: ['2.1', '2.3'] }),
  },
  wide: {
    number: 768,
    // One row only; that of queries, keys and values; a number a head.
    mistakes: [
      [64, 'heads'],
      [2304, 'roles'],
      [12, 'heads'],
    ],
  },
  two: { shows: ['heads', RIGHT, 'pick', 'heads'] },
  silent: { shows: ['axis', 'heads', RIGHT] },
  split: { shows: ['heads', 'heads', 'heads', RIGHT], isCode: true },
});
