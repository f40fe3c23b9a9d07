/** What an author writes: attributes, properties and parts of a state, with what was meant in place of what is misspelt. */

import {
  correctValue,
  findBrokenLimit,
  findMisspelt,
  findRetiredNames,
  PROPERTIES,
  STATE_ONLY,
} from '../state/attributes.js';
import { DEFAULTS } from '../state/fields.js';
import { noAttribute, noJson } from '../text/en/messages.js';
import { parted } from '../text/spelling.js';
import { warnOfMisspelt, warnOfRange, warnOfRetired, warnOnce } from './warnings.js';

/** @import { State } from '../state/types.js' */

export class AuthoredValues {
  /** How the element is written, for warnings. */
  #tag;

  /** @param {string} tag */
  constructor(tag) {
    this.#tag = tag;
  }

  /**
   * Warns of what is misspelt.
   * @param {string} name
   * @param {unknown} value
   * @param {string} place where the value is written
   * @returns {unknown} the value that was meant
   */
  read(name, value, place) {
    if (typeof value !== 'string') return value;
    for (const { part, names } of findMisspelt(name, value))
      warnOfMisspelt(this.#tag, place, part, names);
    for (const { name: retired, instead } of findRetiredNames(name, value))
      warnOfRetired(this.#tag, place, retired, instead);
    const expected = findBrokenLimit(name, value);
    if (expected) warnOfRange(this.#tag, place, value, expected);
    return correctValue(name, value);
  }

  /**
   * Servers of frameworks write every property as an attribute, without hyphens, so it is read all the same.
   * @param {string} attribute
   * @returns {string | undefined} the entry of the state that has no attribute of its own, but is written as one
   */
  entryOf(attribute) {
    if (!Object.hasOwn(STATE_ONLY, attribute)) return undefined;
    const entry = STATE_ONLY[attribute];
    const place = `<${this.#tag}> ${attribute}`;
    if (attribute === parted(entry)) warnOnce(place, () => noAttribute(place, entry));
    return entry;
  }

  /** @param {object} state @returns {Partial<State>} with the values that were meant */
  readState(state) {
    const entries = Object.entries(state).map(([name, value]) => {
      if (name in DEFAULTS) return [name, this.read(name, value, `state ${name}`)];
      warnOfMisspelt(this.#tag, 'state', name, PROPERTIES);
      return [name, value];
    });
    return Object.fromEntries(entries);
  }

  /** @param {string | null} text a part of a state as JSON @returns {Partial<State>} nothing, after a warning, where it is none */
  readJson(text) {
    let state = null;
    try {
      state = JSON.parse(text ?? '{}');
    } catch {}
    if (state !== null && typeof state === 'object') return this.readState(state);
    warnOnce(`${this.#tag} state ${text}`, () => noJson(`<${this.#tag}> state`));
    return {};
  }
}
