/** The options of the command, each with its values. */

import { VIEW_CHOICES } from '../session/selection.js';
import { CHOICES, SCALES } from '../session/settings.js';
import { parted } from '../session/spelling.js';
import { DEFAULTS } from '../session/state.js';
import { stepsOf } from '../session/step-order.js';
import * as text from '../text/en/command.js';
import { NAMES } from './options.js';

const COLUMN = 18;
const LINE = 100;

/** Of all lessons that need no training, with all that can be asked for. */
const STEPS = [
  ...new Set(
    /** @type {const} */ (['dot', 'additive']).flatMap((mechanism) =>
      stepsOf({ ...DEFAULTS, mechanism, target: 'x', dropout: 0.5, temperature: 2 }),
    ),
  ),
].join(' ');

/** @type {Record<string, readonly string[]>} */
const FEW = {
  ...CHOICES,
  source: ['seed', 'article', 'coffee'],
  ...VIEW_CHOICES,
  theme: ['light', 'dark'],
};

/** @param {string} name */
function valuesOf(name) {
  if (name === 'step') return STEPS;
  if (name === 'scale') return text.orNumber([...SCALES]);
  if (FEW[name]) return FEW[name].join(' ');
  const usual = /** @type {Record<string, unknown>} */ (DEFAULTS)[name];
  return text.kinds[name] ?? text.numberOf(Number(usual));
}

/** @param {string} words @returns {string} in lines that stand in a column */
const inColumn = (words) =>
  words
    .split(' ')
    .reduce(
      (lines, word) => {
        const last = lines.length - 1;
        if (lines[last].length + word.length < LINE - COLUMN) lines[last] += ` ${word}`;
        else lines.push(word);
        return lines;
      },
      [''],
    )
    .map((line) => line.trim())
    .join(`\n${' '.repeat(COLUMN)}`);

export const help = text.usage(
  [...NAMES, 'width']
    .map((name) => `  --${parted(name)}`.padEnd(COLUMN) + inColumn(valuesOf(name)))
    .join('\n'),
);
