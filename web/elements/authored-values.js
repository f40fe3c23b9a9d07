/** Reads the values of authors. Misspelt values are replaced by the nearest valid ones, with a warning. */

import { describeValue } from '../../src/js/errors.js';
import { PROPERTIES, STATE_ONLY } from '../state/attributes.js';
import { DEFAULTS } from '../state/fields.js';
import { readNames } from '../state/hidden-parts.js';
import {
  correctValue,
  findValueProblems,
  isNumberProperty,
  isTextProperty,
} from '../state/problems.js';
import { toNumber } from '../state/values.js';
import * as text from '../text/en/warnings.js';
import { parted } from '../text/spelling.js';
import { warnOfProblem, warnOfValue, warnOnce } from './warnings.js';

/**
 * @import { State } from '../state/types.js'
 * @import { AttentionLab } from './attention-lab.js'
 */

/** @param {unknown} value */
const isOtherType = (value) =>
  value !== null && !['string', 'number', 'undefined'].includes(typeof value);

/** The fields whose valid names belong to features. */
const LOADED_LATER = ['guide', 'bug'];

/**
 * Whether a text stands in place of the index of a word.
 * @param {string} name
 * @param {string} value
 */
export const isWord = (name, value) =>
  ['query', 'key', 'pin'].includes(name) && value !== '' && Number.isNaN(toNumber(value));

/**
 * The manner of attributes and properties, which wait for each other: `heads` may come before the
 * `dModel` that it needs.
 */
export const ONE_BY_ONE = /** @type {const} */ ({ by: 'program', onto: 'requests' });

/**
 * A value as its author wrote it.
 * @typedef {{ value: string, place: string }} AuthorsText
 */

/** Reads the attributes, properties and parts of a state of one element. */
export class AuthoredValues {
  #host;
  /** The last texts of fields that were not checked with the numbers on screen. @type {Map<string, AuthorsText>} */
  #unchecked = new Map();
  /** The last name of a page and of a bug, which can be checked once all names are loaded. @type {Map<string, AuthorsText>} */
  names = new Map();

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
    const steps = name === 'step' ? (readNames(value) ?? []) : [];
    if (steps.length > 1) {
      warnOfValue(this.#host, place, value, text.oneStep(steps.join(',')));
      return this.read(name, steps[0], place);
    }
    // Only the settings tell which steps there are, and only the numbers which words.
    const isLater = name === 'steps' || isWord(name, value);
    const problems = isLater ? [] : findValueProblems(name, value);
    for (const problem of problems) warnOfProblem(this.#host, place, problem);
    if (!problems.some(({ limit }) => limit)) this.#unchecked.set(name, { value, place });
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
    const write = isNumberProperty(name) ? text.noNumber : text.noText;
    warnOnce(this.#host, place, write(describeValue(value)));
    return /** @type {Record<string, unknown>} */ (this.#host.state)[name];
  }

  /** Returns the texts that were read since the last call, by field. */
  takeUnchecked() {
    const unchecked = this.#unchecked;
    this.#unchecked = new Map();
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
    if (attribute === parted(field)) warnOnce(this.#host, attribute, text.noAttribute(field));
    return field;
  }

  /** @param {unknown} state an object, or its JSON @returns {Partial<State>} the state with the intended values */
  readState(state) {
    // Frameworks set properties to the texts of their templates.
    if (typeof state === 'string') return this.readJson(state);
    if (typeof state !== 'object' || state === null || Array.isArray(state)) {
      warnOnce(this.#host, 'state', text.noState(describeValue(state)), 'state object');
      return {};
    }
    const entries = Object.entries(state).map(([name, value]) => {
      if (Object.hasOwn(DEFAULTS, name)) return [name, this.read(name, value, `state ${name}`)];
      warnOfProblem(this.#host, 'state', { part: name, names: PROPERTIES });
      return [name, value];
    });
    return Object.fromEntries(entries);
  }

  /**
   * @param {string | null} json a part of a state
   * @returns {Partial<State>} an empty state, after a warning, if the text is invalid
   */
  readJson(json) {
    let state = null;
    try {
      state = JSON.parse(json ?? '{}');
    } catch {}
    if (state !== null && typeof state === 'object') return this.readState(state);
    warnOnce(this.#host, 'state', text.noJson, `state ${json}`);
    return {};
  }
}
