/** Tells an author on the console that an attribute has a value that means nothing. */

import { nearest } from '../session/nearest.js';
import { numberOf } from '../session/read.js';
import { VIEW_CHOICES } from '../session/selection.js';
import { CHOICES, SCALES } from '../session/settings.js';
import { DEFAULTS } from '../session/state.js';
import { STEPS } from '../session/step-order.js';
import { misspelt } from '../text/en/messages.js';
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

const MOST_SHOWN = 40;
/** A page may make thousands. */
const MOST_SAID = 100;
/** @type {Set<string>} */
const said = new Set();

/** @param {string} attribute */
export const propertyOf = (attribute) => attribute.replace(/-./g, (part) => part[1].toUpperCase());

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
    .filter((part) => !names?.includes(part) && !(takesNumber && !Number.isNaN(numberOf(part))))
    .map((part) => ({ part, names }));
}

/**
 * Once for each value, and with the nearest right one.
 * @param {string} element
 * @param {string} attribute
 * @param {string | null} value
 */
export function warnOfMisspelt(element, attribute, value) {
  for (const { part, names } of misspeltIn(propertyOf(attribute), value ?? '')) {
    const key = `${attribute}="${part.slice(0, MOST_SHOWN)}"`;
    if (said.has(key) || said.size >= MOST_SAID) continue;
    said.add(key);
    console.warn(misspelt(element, key, names, nearest(part, names ?? [])));
  }
}
