/** Questions about shapes, widths and cost. */

import { shapes as words } from '../../text/en/practice/self-test/shapes.js';
import { ofSubject, RIGHT } from './question.js';

export const shapes = ofSubject('shapes', words, {
  users: {
    number: 360,
    // 30 · 30, 12 · 12, 42 · 42; 12 + 30; one for each film.
    mistakes: [
      [900, 'shape'],
      [144, 'shape'],
      [1764, 'shape'],
      [42, 'cost'],
      [30, 'stored'],
    ],
  },
  output: { shows: ['widths', 'shape', RIGHT, 'roles'] },
  agree: { shows: ['widths', RIGHT, 'shape'] },
  additive: { shows: [RIGHT, 'widths', 'shape', 'widths'] },
  picture: {
    number: 16,
    mistakes: [
      [2, 'cost'],
      [4, 'cost'],
      [8, 'cost'],
    ],
  },
  catalogue: {
    number: 2,
    mistakes: [
      [4, 'shape'],
      [1, 'stored'],
    ],
  },
  broader: { shows: ['shape', 'cost', RIGHT] },
  error: { shows: ['shape', RIGHT, 'shape', 'roles'] },
});
