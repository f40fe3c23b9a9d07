/** Questions about maps to be read, and symptoms. */

import { byHand } from '../../course/by-hand.js';
import { tablesOf } from '../../course/figures.js';
import { reading as words } from '../../text/en/practice/self-test/reading.js';
import { ofSubject, RIGHT } from './question.js';
import { FILMS } from './scores.js';

export const reading = ofSubject('reading', words, {
  scan: { shows: ['explains', RIGHT, 'importance', 'explains'] },
  part: {
    shows: ['importance', RIGHT, 'roles'],
    state: byHand(
      FILMS,
      { weights: [[0.8, 0.15, 0.05]], v: [[0.1], [4], [6]] },
      { target: 'Ann', dModel: 1 },
    ),
    figure: (context) => tablesOf(context, ['weights', 'v']),
  },
  rivals: { shows: ['axis', 'explains', 'stored', RIGHT] },
  sink: { shows: [RIGHT, 'importance', 'axis'] },
  exam: { shows: ['kinds', 'heads', RIGHT, 'scale'] },
  company: { shows: ['kinds', RIGHT, 'axis', 'heads'] },
  frozen: { shows: ['importance', 'scale', 'axis', RIGHT] },
  beyond: { shows: [RIGHT, 'axis', 'late', 'scale'] },
});
