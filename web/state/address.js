/**
 * The state as the page's hash: `v=1&s=They+eat&m=dot&h=2`. Defaults are left out, and keys of other
 * versions of the page are kept.
 */

import { exact } from '../text/number.js';
import { DEFAULTS, isOwn } from './fields.js';
import { normalise } from './normalise.js';

/** @import { State } from './fields.js' */

/**
 * @typedef {Exclude<keyof State, 'v'>} Name
 */

const VERSION = 'v';

/** @type {Readonly<Record<Name, string>>} in the order of writing */
const KEYS = {
  sentence: 's',
  target: 't',
  layer: 'layer',
  mechanism: 'm',
  heads: 'h',
  dModel: 'd',
  keyWidth: 'kw',
  keys: 'keys',
  positions: 'pos',
  seed: 'seed',
  mask: 'mask',
  pad: 'pad',
  masked: 'cells',
  fill: 'fill',
  emptyRow: 'empty',
  scale: 'sc',
  temperature: 'temp',
  dropout: 'drop',
  dropoutSeed: 'dseed',
  training: 'train',
  rate: 'rate',
  task: 'task',
  variant: 'variant',
  bug: 'bug',
  edits: 'w',
  source: 'from',
  view: 'view',
  step: 'step',
  query: 'q',
  key: 'k',
  pin: 'pin',
  rows: 'rows',
  head: 'head',
  cell: 'c',
  spread: 'spread',
  before: 'before',
  guide: 'g',
  answers: 'a',
};

const ENTRIES = /** @type {[Name, string][]} */ (Object.entries(KEYS));

const NAMES = new Map(ENTRIES.map(([name, key]) => [key, name]));

/** Entries that are one of a few words, or with `scale` a number. */
const CHOICES = new Set(
  /** @type {Name[]} */ ([
    ...[
      'layer',
      'mechanism',
      'keys',
      'positions',
      'mask',
      'fill',
      'emptyRow',
      'scale',
      'source',
      'rows',
      'view',
      'task',
      'variant',
    ],
  ]),
);

/**
 * @param {Partial<State>} state normalised, or some entries of such a state
 * @param {string} [unknown] the keys that `readAddress` does not know
 * @returns {string} without `#`
 */
export function writeAddress(state, unknown = '') {
  const address = new URLSearchParams([[VERSION, '1']]);
  for (const [name, key] of ENTRIES) {
    const value = state[name];
    if (value === undefined || value === DEFAULTS[name]) continue;
    address.append(key, typeof value === 'number' ? exact(value) : value);
  }
  return unknown === '' ? address.toString() : `${address}&${unknown}`;
}

/**
 * Never throws. Values have the right type, but the caller still has to normalise them.
 * @param {string} text of a hash, with or without `#`
 * @returns {{ state: Partial<State>, unknown: string }} the entries that could be read; and all
 *   unknown keys, in their order
 */
export function readAddress(text) {
  /** @type {Partial<Record<Name, string | number>>} */
  const state = {};
  const unknown = new URLSearchParams();
  const met = new Set();
  for (const [key, value] of new URLSearchParams(text.replace(/^#/, ''))) {
    const name = NAMES.get(key);
    if (name === undefined) unknown.append(key, value);
    // Of several equal keys the first counts, even if it cannot be read.
    if (name === undefined || met.has(name)) continue;
    met.add(name);
    const entry = readEntry(name, value);
    if (entry !== undefined) state[name] = entry;
  }
  unknown.delete(VERSION);
  return { state: /** @type {Partial<State>} */ (state), unknown: unknown.toString() };
}

/**
 * @param {Name} name
 * @param {string} text
 * @returns {string | number | undefined} undefined if the text is not a value of this entry
 */
function readEntry(name, text) {
  // An address never contains the reader's own tensors.
  if (name === 'source' && isOwn({ source: /** @type {any} */ (text) })) return undefined;
  if (CHOICES.has(name)) {
    // `normalise` turns an unknown choice into the default. `layer` can be chosen only with a target.
    const choice = normalise({ target: 'any', [name]: text })[name];
    return choice !== DEFAULTS[name] || text === choice ? choice : undefined;
  }
  if (typeof DEFAULTS[name] === 'string') return text;
  const number = Number(text);
  return text.trim() !== '' && Number.isFinite(number) ? number : undefined;
}
