/** Reads the values of authors. Misspelt values are replaced by the nearest valid ones, with a warning. */

import { describeValue } from '../../src/js/errors.js';
import { PROPERTIES, STATE_ONLY } from '../state/attributes.js';
import { DEFAULTS } from '../state/fields.js';
import { readNames } from '../state/hidden-parts.js';
import {
  correctValue,
  findBrokenLimit,
  findMisspelt,
  findUnparsableParts,
  getExample,
  isNumberProperty,
  isTextProperty,
} from '../state/misspelt.js';
import {
  noAttribute,
  noJson,
  noNumber,
  noState,
  noText,
  oneStep,
  outOfRange,
  unparsable,
} from '../text/en/messages.js';
import { parted } from '../text/spelling.js';
import { warnOfMisspelt, warnOfValue, warnOnce } from './warnings.js';

/**
 * @import { State } from '../state/types.js'
 * @import { AttentionLab } from './attention-lab.js'
 */

/** @param {unknown} value */
const isOtherType = (value) =>
  value !== null && !['string', 'number', 'undefined'].includes(typeof value);

/** The fields whose valid names belong to features. */
const LOADED_LATER = ['guide', 'bug'];

/** The fields that are indices of words. Only the numbers on screen tell which words there are. */
const WORD_INDICES = ['query', 'key', 'pin'];

/**
 * The manner of attributes and properties, which wait for each other: `heads` may come before the
 * `dModel` that it needs.
 */
export const ONE_BY_ONE = /** @type {const} */ ({ by: 'program', onto: 'requests' });

/** Reads the attributes, properties and parts of a state of one element. */
export class AuthoredValues {
  #host;
  /** The attributes and numbers that were read since the last check, by field. @type {Map<string, string>} */
  #unchecked = new Map();
  /**
   * The last name of a page and of a bug, which can be checked once all names are loaded.
   * @type {Map<string, { value: string, place: string }>}
   */
  names = new Map();
  /**
   * The texts in place of an index of a word, until they are checked.
   * @type {Map<string, { value: string, place: string }>}
   */
  words = new Map();
  /** The last cell, until it is checked. @type {{ value: string, place: string } | undefined} */
  cell;

  /** @param {AttentionLab} host */
  constructor(host) {
    this.#host = host;
  }

  /**
   * Reads a value and warns if it is misspelt. A value that is neither a text nor a number changes
   * nothing.
   * @param {string} name
   * @param {unknown} value
   * @param {string} place the place of the value, for the warning
   * @returns {unknown} the intended value
   */
  read(name, value, place) {
    if (typeof value === 'number' && isTextProperty(name))
      return this.read(name, `${value}`, place);
    if (isOtherType(value)) return this.#refuse(name, value, place);
    if (typeof value !== 'string') return value;
    if (LOADED_LATER.includes(name)) this.names.set(name, { value, place });
    if (name === 'cell') this.cell = { value, place };
    const steps = name === 'step' ? (readNames(value) ?? []) : [];
    if (steps.length > 1) {
      warnOfValue(this.#host, place, value, (quoted) => oneStep(quoted, steps.join(',')));
      return this.read(name, steps[0], place);
    }
    // Only the settings tell which steps there are.
    const misspelt = name === 'steps' ? [] : findMisspelt(name, value);
    if (misspelt.length > 0 && WORD_INDICES.includes(name)) this.words.set(name, { value, place });
    else for (const { part, names } of misspelt) warnOfMisspelt(this.#host, place, part, names);
    for (const part of findUnparsableParts(name, value))
      warnOfValue(this.#host, place, part, (quoted) => unparsable(quoted, getExample(name)));
    const limit = findBrokenLimit(name, value);
    if (limit) warnOfValue(this.#host, place, value, (quoted) => outOfRange(quoted, ...limit));
    else if (isNumberProperty(name) || place === parted(name)) this.#unchecked.set(name, value);
    return correctValue(name, value);
  }

  /**
   * Warns of a value of a wrong type.
   * @param {string} name
   * @param {unknown} value
   * @param {string} place
   * @returns {unknown} the present value
   */
  #refuse(name, value, place) {
    const subject = `<${this.#host.localName}> ${place}`;
    const write = isNumberProperty(name) ? noNumber : noText;
    warnOnce(subject, this.#host, () => write(subject, describeValue(value)));
    return /** @type {Record<string, unknown>} */ (this.#host.state)[name];
  }

  /** Returns the attributes and numbers that were read since the last call. @returns {[name: string, value: string][]} */
  takeUnchecked() {
    const unchecked = [...this.#unchecked];
    this.#unchecked.clear();
    return unchecked;
  }

  /**
   * Finds the field of an attribute that the element does not have. Servers of frameworks write
   * every property as an attribute without hyphens, so such attributes are read.
   * @param {string} attribute
   * @returns {string | undefined} the field without an attribute that is written as one
   */
  findField(attribute) {
    if (!Object.hasOwn(STATE_ONLY, attribute)) return undefined;
    const field = STATE_ONLY[attribute];
    const place = `<${this.#host.localName}> ${attribute}`;
    if (attribute === parted(field)) warnOnce(place, this.#host, () => noAttribute(place, field));
    return field;
  }

  /** @param {unknown} state an object, or its JSON @returns {Partial<State>} the state with the intended values */
  readState(state) {
    // Frameworks set properties to the texts of their templates.
    if (typeof state === 'string') return this.readJson(state);
    if (typeof state !== 'object' || state === null || Array.isArray(state)) {
      const place = `<${this.#host.localName}> state`;
      warnOnce(`${place} object`, this.#host, () => noState(place, describeValue(state)));
      return {};
    }
    const entries = Object.entries(state).map(([name, value]) => {
      if (Object.hasOwn(DEFAULTS, name)) return [name, this.read(name, value, `state ${name}`)];
      warnOfMisspelt(this.#host, 'state', name, PROPERTIES);
      return [name, value];
    });
    return Object.fromEntries(entries);
  }

  /**
   * @param {string | null} text a part of a state as JSON
   * @returns {Partial<State>} an empty state, after a warning, if the text is invalid
   */
  readJson(text) {
    let state = null;
    try {
      state = JSON.parse(text ?? '{}');
    } catch {}
    if (state !== null && typeof state === 'object') return this.readState(state);
    const place = `<${this.#host.localName}> state`;
    warnOnce(`${place} ${text}`, this.#host, () => noJson(place));
    return {};
  }
}
