/** Questions about queries, keys, values and their scores. */

import { byHand } from '../../course/by-hand.js';
import { tablesOf } from '../../course/figures.js';
import { scores as words } from '../../text/en/practice/self-test/scores.js';
import { ofSubject, RIGHT } from './question.js';

export const FILMS = 'Alien Brazil Casablanca';

export const scores = ofSubject('scores', words, {
  taste: {
    number: 6,
    // Not divided; divided by √3, the films, and by 4; the query times the value, divided and not.
    mistakes: [
      [12, 'scale'],
      [6.93, 'scale'],
      [3, 'scale'],
      [4, 'roles'],
      [8, 'roles'],
    ],
    state: byHand(
      FILMS,
      {
        q: [[2, 1, 0, 1]],
        k: [
          [1, 0, 2, 1],
          [3, 2, 1, 4],
          [4, 1, 3, 0],
        ],
        v: [
          [5, 1, 0, 3],
          [1, 4, 2, 2],
          [0, 2, 6, 1],
        ],
      },
      { target: 'Ann', dModel: 4, scale: 'sqrt' },
    ),
    figure: (context) => tablesOf(context, ['q', 'k', 'v']),
  },
  recipes: { shows: ['roles', 'roles', RIGHT, 'stored'] },
  root: { shows: [RIGHT, 'scale', 'scale', 'roles'], isCode: true },
  narrow: {
    number: 4,
    // √96, √6, 16, 96 and 6.
    mistakes: [
      [9.8, 'scale'],
      [2.45, 'heads'],
      [16, 'scale'],
      [96, 'scale'],
      [6, 'heads'],
    ],
  },
  copies: { shows: ['position', 'roles', 'roles', RIGHT] },
  newcomer: { shows: ['stored', RIGHT, 'stored', 'roles'] },
  louder: { shows: ['roles', RIGHT, 'share'] },
  blank: { shows: ['share', 'pick', RIGHT] },
});
