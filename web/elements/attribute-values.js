/** The values that attributes of the lab can have, where they are few. */

import { meantName } from '../../src/js/nearest.js';
import { numberOf } from '../session/read.js';
import { VIEW_CHOICES } from '../session/selection.js';
import { CHOICES, SCALES } from '../session/settings.js';
import { DEFAULTS } from '../session/state.js';
import { STEPS, stepNames } from '../session/step-order.js';
import { GROUPS, list } from './groups.js';

/** @type {Record<string, readonly string[]>} */
const NAMES = {
  ...CHOICES,
  ...VIEW_CHOICES,
  scale: SCALES,
  step: STEPS,
  steps: STEPS,
  hide: GROUPS,
  show: [...GROUPS, 'all'],
  theme: ['light', 'dark'],
};
const LISTS = ['steps', 'hide', 'show'];

/**
 * The parts of a value that mean nothing.
 * @param {string} name of the property
 * @param {string} value
 * @returns {{ part: string, names?: readonly string[] }[]} names: those that there are; without, it takes a
 *   number
 */
export function misspeltIn(name, value) {
  const names = Object.hasOwn(NAMES, name) ? NAMES[name] : undefined;
  const isNumber = typeof (/** @type {Record<string, unknown>} */ (DEFAULTS)[name]) === 'number';
  const takesNumber = isNumber || name === 'scale';
  if (!value || !(names || takesNumber)) return [];
  const parts = LISTS.includes(name) ? (list(value) ?? []) : [value];
  return parts
    .map((part) => ({ part, names: names === STEPS ? stepNames(part) : names }))
    .filter(
      ({ part, names: all }) =>
        !all?.includes(part) && !(takesNumber && !Number.isNaN(numberOf(part))),
    );
}

/**
 * The value that was meant: in place of a misspelt one the nearest.
 * @param {string} name of an entry of the state
 * @param {unknown} value
 */
export function meantValue(name, value) {
  const [wrong] = typeof value === 'string' ? misspeltIn(name, value) : [];
  return (wrong?.names && meantName(wrong.part, wrong.names)) ?? value;
}
