/** Texts that all goals share: meters, changes, hints and replies. */

import { html } from 'lit';
import { bold, chapterText } from '../../../../text/inline.js';
import { rounded, withMinus } from '../../../../text/number.js';

export const canChange = 'What you may change';

export const comes = 'Result';

export const taughtIn = 'Taught in';

export const hint = 'Hint';
export const askAgain = 'You can ask again after your next change.';

export const again = 'Start again';

/** Stands where the numbers are back at the start. */
export const bringBack = 'Bring back your last changes';

export const takeBack = 'Take back';

export const temperature = 'temperature';

export const theTemperature = 'the temperature';

/** Formats a short number with all its digits. @param {number} value */
const formatShort = (value) => withMinus(String(value));

/** @param {number} low @param {number} high */
const range = (low, high) => `between ${formatShort(low)} and ${formatShort(high)}`;

/** @param {number} low @param {number} high */
export const press = (low, high) =>
  html`<span class="gesture">press a number; </span>${range(low, high)}`;

/**
 * Settings that the reader chooses with buttons.
 * @type {Record<string, { name: string, values: Record<string, string> }>}
 */
export const choices = {
  pad: {
    name: 'words at the end that are masked',
    values: { 0: 'none', 1: 'one', 2: 'two', 3: 'three' },
  },
  fill: {
    name: 'masked scores become',
    values: { 0: '0', '-1e9': '−1,000,000,000', inf: '−∞' },
  },
  positions: { name: 'positions', values: { none: 'none', sinusoidal: 'added' } },
};

/** @param {{ least?: number, most?: number }} target */
export function aim({ least, most }) {
  if (least !== undefined && most !== undefined) return range(least, most);
  if (least !== undefined) return `at least ${formatShort(least)}`;
  return most === 0 ? '0' : `at most ${formatShort(most ?? 0)}`;
}

/** @param {string} now @param {string} wanted */
export const meter = (now, wanted) => html`<b>${now}</b> <span class="note">goal: ${wanted}</span>`;

export const met = 'reached';

/** Stands on paper before a line to write on. */
export const onPaper = 'Number and its new value:';

/** @param {number} count @param {number} most @param {number} fewest */
export const moves = (count, most, fewest) =>
  `Changes made: ${count} of ${most}.${Number.isFinite(fewest) ? ` Your fewest so far to reach the goal: ${fewest}.` : ''}`;

/** @param {unknown} was @param {unknown} is */
export const became = (was, is) => html`${was} → ${is}`;

export const reply = {
  /** @param {string} name @param {string} now @param {string} wanted */
  far: (name, now, wanted) => html`So far, ${chapterText(name)} is ${now}; the goal is ${wanted}.`,
  foreign:
    'Something else was changed too. You may change only what is listed under “What you may change”. Start again.',
  /** @param {number} low @param {number} high */
  beyond: (low, high) => `Numbers must stay ${range(low, high)} here.`,
  /** @param {number} count @param {number} most */
  tooMany: (count, most) =>
    `You made ${count} changes, but at most ${most} are allowed. Take one back, or start again.`,
  /** @param {number} count @param {number} fewest */
  reached: (count, fewest) =>
    `Reached with ${count} ${count === 1 ? 'change' : 'changes'}.${fewest < count ? ` It can be done with ${fewest}.` : ''}`,
};

/** @param {string} name @param {number} effect */
const moved = (name, effect) =>
  html`${effect > 0 ? 'raises' : 'lowers'} ${chapterText(name)} by about ${rounded(Math.abs(effect), 2)}`;

export const hints = {
  /** @param {unknown} label @param {boolean} isRaised @param {string} name @param {number} effect */
  number: (label, isRaised, name, effect) =>
    html`${isRaised ? 'Raising' : 'Lowering'} ${label} by 0.1 ${moved(name, effect)}. No other number that you may change does
  more.`,
  /** @param {string} query @param {string} key @param {string} name @param {number} effect */
  pair: (query, key, name, effect) =>
    html`Masking ${bold(key)} for ${bold(query)} ${moved(name, effect)}.`,
  /** @param {string} setting @param {string} value @param {string} name @param {number} effect */
  choice: (setting, value, name, effect) =>
    html`Choosing “${value}” for “${setting}” ${moved(name, effect)}. No other change does more.`,
  used: 'A small change to the numbers that you changed does not bring the goal nearer. Take one back, or start again.',
  there: 'Every goal is reached.',
  none: 'No small change to a single number brings the goal nearer.',
};
