/** Tells an author on the console that an attribute has a value that means nothing. */

import { nearest } from '../session/nearest.js';
import { numberOf } from '../session/read.js';
import { VIEW_CHOICES } from '../session/selection.js';
import { CHOICES } from '../session/settings.js';
import { DEFAULTS } from '../session/state.js';
import { STEPS } from '../session/step-order.js';
import { misspelt } from '../text/en/messages.js';
import { GROUPS, list } from './groups.js';

/** @type {Record<string, readonly string[]>} */
const NAMES = {
  ...CHOICES,
  ...VIEW_CHOICES,
  scale: ['sqrt', 'none', 'words'],
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

/**
 * Once for each value, and with the nearest right one.
 * @param {string} element
 * @param {string} attribute
 * @param {string | null} value
 */
export function warnOfMisspelt(element, attribute, value) {
  const name = attribute.replace(/-./g, (part) => part[1].toUpperCase());
  const names = Object.hasOwn(NAMES, name) ? NAMES[name] : undefined;
  const isNumber = typeof (/** @type {Record<string, unknown>} */ (DEFAULTS)[name]) === 'number';
  const takesNumber = isNumber || name === 'scale';
  if (!value || !(names || takesNumber)) return;
  for (const one of LISTS.includes(name) ? (list(value) ?? []) : [value]) {
    const key = `${attribute}="${one.slice(0, MOST_SHOWN)}"`;
    const isKnown = names?.includes(one) || (takesNumber && !Number.isNaN(numberOf(one)));
    if (isKnown || said.has(key) || said.size >= MOST_SAID) continue;
    said.add(key);
    console.warn(misspelt(element, key, names, nearest(one, names ?? [])));
  }
}
