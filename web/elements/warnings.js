/** Reads the values of authors. Misspelt names and values are replaced by the nearest valid ones, with a warning. */

import { describeValue } from '../../src/js/errors.js';
import { findMeantName, findNearest } from '../../src/js/nearest.js';
import { createObserver } from '../figures/dom.js';
import {
  correctValue,
  findBrokenLimit,
  findMisspelt,
  findUnparsableParts,
  isNumberProperty,
  PROPERTIES,
  readNames,
  STATE_ONLY,
} from '../state/attributes.js';
import { DEFAULTS } from '../state/fields.js';
import { THEMES } from '../state/limits.js';
import {
  countsAsTrue,
  missingStep,
  misspelt,
  noAttribute,
  noJson,
  noText,
  oneStep,
  otherElement,
  outOfRange,
  unfit,
  unknownAttribute,
  unparsable,
} from '../text/en/messages.js';
import { parted } from '../text/spelling.js';

/**
 * @import { ReactiveElement } from 'lit'
 * @import { State } from '../state/types.js'
 */

const MOST_SHOWN = 40;

/** The most warnings, because a page may cause thousands. */
const MOST_WARNED = 100;

/** @type {Set<string>} */
const warnedSubjects = new Set();

/**
 * Warns once of each misspelt value, and suggests the nearest valid one.
 * @param {Element} element
 * @param {string} attribute
 * @param {string} value
 * @param {readonly string[]} [names] the valid names; without them, the attribute takes a number
 * @param {string} [near] what was meant; '' means no suggestion; by default the name with the most
 *   similar letters
 */
export function warnOfMisspelt(element, attribute, value, names, near) {
  const quoted = quoteAttribute(element, attribute, value);
  warnOnce(quoted, element, () => misspelt(quoted, names, near ?? findNearest(value, names ?? [])));
}

/**
 * Warns once of a step that other settings have.
 * @param {Element} element
 * @param {string} step
 * @param {string | undefined} condition an attribute with which the step exists
 */
export function warnOfMissingStep(element, step, condition) {
  const quoted = quoteAttribute(element, 'steps', step);
  warnOnce(quoted, element, () => missingStep(quoted, condition));
}

/**
 * Warns once of a number that other settings do not allow.
 * @param {Element} element
 * @param {string} name the field of the state
 * @param {string} value
 * @param {string} taken the nearest number that the other settings allow
 */
export function warnOfUnfitNumber(element, name, value, taken) {
  const quoted = quoteAttribute(element, parted(name), value);
  warnOnce(quoted, element, () => unfit(quoted, taken));
}

/** @param {Element} element @param {string} attribute @param {string} value */
const quoteAttribute = ({ localName }, attribute, value) =>
  `<${localName}> ${attribute}="${value.slice(0, MOST_SHOWN)}"`;

/**
 * @param {string} subject the subject, which has at most one warning
 * @param {Element} element the element, which the console shows
 * @param {() => string} warning
 */
function warnOnce(subject, element, warning) {
  if (warnedSubjects.has(subject) || warnedSubjects.size >= MOST_WARNED) return;
  warnedSubjects.add(subject);
  console.warn(warning(), element);
}

/**
 * Returns a known value. A misspelt one is replaced by the nearest known value, otherwise by the
 * first.
 * @template {string} Known
 * @param {Element} element
 * @param {string} attribute
 * @param {unknown} value
 * @param {readonly Known[]} known the first is the default, which may be ''
 * @returns {Known}
 */
export function readChoice(element, attribute, value, known) {
  const [otherwise] = known;
  const wanted = `${value ?? otherwise}`;
  const right = known.find((name) => name === wanted);
  if (right !== undefined) return right;
  const names = known.filter(Boolean);
  warnOfMisspelt(element, attribute, wanted, names);
  return findMeantName(wanted, names) ?? otherwise;
}

/**
 * Returns the text of a property. An object is no text.
 * @param {Element} element
 * @param {string} property
 * @param {unknown} value
 */
export function readText(element, property, value) {
  if (!['object', 'function', 'symbol'].includes(typeof value)) return `${value ?? ''}`;
  const subject = `<${element.localName}> ${property}`;
  if (value !== null) warnOnce(subject, element, () => noText(subject, describeValue(value)));
  return '';
}

/** Reads the attributes, properties and parts of a state of one element. */
export class AuthoredValues {
  #host;
  /** The numbers that were read since the last check, by field. @type {Map<string, string>} */
  #numbers = new Map();

  /** @param {Element} host */
  constructor(host) {
    this.#host = host;
  }

  /**
   * Reads a value and warns if it is misspelt.
   * @param {string} name
   * @param {unknown} value
   * @param {string} place the place of the value, for the warning
   * @returns {unknown} the intended value
   */
  read(name, value, place) {
    if (typeof value !== 'string') return value;
    const steps = name === 'step' ? (readNames(value) ?? []) : [];
    if (steps.length > 1) {
      const quoted = quoteAttribute(this.#host, place, value);
      warnOnce(quoted, this.#host, () => oneStep(quoted, steps.join(',')));
      return this.read(name, steps[0], place);
    }
    for (const { part, names } of findMisspelt(name, value))
      warnOfMisspelt(this.#host, place, part, names);
    for (const part of findUnparsableParts(name, value)) {
      const quoted = quoteAttribute(this.#host, place, part);
      warnOnce(quoted, this.#host, () => unparsable(quoted));
    }
    const expected = findBrokenLimit(name, value);
    const quoted = quoteAttribute(this.#host, place, value);
    if (!expected && isNumberProperty(name)) this.#numbers.set(name, value);
    if (expected) warnOnce(quoted, this.#host, () => outOfRange(quoted, ...expected));
    return correctValue(name, value);
  }

  /** Returns the numbers that were read since the last call. @returns {[name: string, value: string][]} */
  takeNumbers() {
    const numbers = [...this.#numbers];
    this.#numbers.clear();
    return numbers;
  }

  /**
   * Finds the field of an attribute that the element does not have. Servers of frameworks write
   * every property as an attribute without hyphens, so such attributes are read.
   * @param {string} attribute
   * @returns {string | undefined} the field without an attribute that is written as one
   */
  findEntry(attribute) {
    if (!Object.hasOwn(STATE_ONLY, attribute)) return undefined;
    const entry = STATE_ONLY[attribute];
    const place = `<${this.#host.localName}> ${attribute}`;
    if (attribute === parted(entry)) warnOnce(place, this.#host, () => noAttribute(place, entry));
    return entry;
  }

  /** @param {object} state @returns {Partial<State>} the state with the intended values */
  readState(state) {
    const entries = Object.entries(state).map(([name, value]) => {
      if (name in DEFAULTS) return [name, this.read(name, value, `state ${name}`)];
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

// Attributes.

/** Attributes of every element that are not properties of HTMLElement in every browser. */
const STANDARD = (
  'anchor autocorrect class elementtiming enterkeyhint exportparts inert is itemid ' +
  'itemprop itemref itemscope itemtype popover role xmlns virtualkeyboardpolicy ' +
  'writingsuggestions'
).split(' ');

/**
 * Attributes of others: `aria-label`, `data-x`, `onclick`; `v-if`, `x-show`, `s-1`, `ng-version`;
 * `@click`, `:key`, `_ngcontent-a`.
 */
const FOREIGN_ATTRIBUTE = /^(aria-|data-|on)|^[a-z]{1,2}-|^_|[^\w-]/;

/** @type {Set<string> | undefined} */
let global;

/** Returns the attributes that every element may have. */
function listGlobalNames() {
  if (global) return global;
  global = new Set(STANDARD);
  for (const name in HTMLElement.prototype) global.add(name.toLowerCase());
  return global;
}

/**
 * Removes hyphens and underscores, so that `row_tokens`, `rowtokens` and `row-tokens` are equal.
 * @param {string} name
 */
const readLetters = (name) => name.replaceAll(/[-_]/g, '');

/**
 * @param {string} name the name of an unknown attribute
 * @param {readonly string[]} known the known attributes
 * @returns {{ near?: string } | undefined} undefined if the name belongs to a standard or a
 * framework
 */
function readName(name, known) {
  const near = known.find(
    (candidate) =>
      readLetters(candidate) === findMeantName(readLetters(name), known.map(readLetters)),
  );
  // `d-modell` begins like one of our attributes.
  const isOurs = near !== undefined && near.split('-')[0] === name.split('-')[0];
  if (listGlobalNames().has(name) || (FOREIGN_ATTRIBUTE.test(name) && !isOurs)) return undefined;
  // An attribute with a prefix may belong to another script.
  return near !== undefined || /^[a-z\d]+(_[a-z\d]+)*$/.test(name) ? { near } : undefined;
}

const ELEMENTS = ['attention-lab', 'attention-map'];

/**
 * Warns once of an unknown attribute, and names the element that has it.
 * @param {Element} host
 * @param {string} name
 * @param {string | undefined} near
 */
async function warnOfUnknown(host, name, near) {
  // The other element is defined in the same task.
  await null;
  const owner = ELEMENTS.find((tag) => {
    const elementClass = /** @type {ElementClass | undefined} */ (customElements.get(tag));
    return tag !== host.localName && elementClass?.observedAttributes.includes(name);
  });
  const place = `<${host.localName}> ${name}`;
  warnOnce(place, host, () => (owner ? otherElement(place, owner) : unknownAttribute(place, near)));
}

/** @typedef {typeof import('lit').ReactiveElement} ElementClass */

/**
 * The attributes of each class of elements.
 * @type {Map<ElementClass, { all: string[], named: string[], switches: PropertyKey[] }>}
 */
const attributes = new Map();

/** @param {ElementClass} elementClass @param {readonly string[]} spellings */
function listAttributes(elementClass, spellings) {
  const known = attributes.get(elementClass);
  if (known) return known;
  const all = elementClass.observedAttributes;
  const switches = [...elementClass.elementProperties].flatMap(([name, { type }]) =>
    type === Boolean ? name : [],
  );
  const read = { all, named: all.filter((name) => !spellings.includes(name)), switches };
  attributes.set(elementClass, read);
  return read;
}

/** Watches the attributes of an element while it is in the page. */
export class AttributeNames {
  #host;
  #known;
  /**
   * The misspelt attributes that were applied, by the correct name. Each is applied once, because
   * the reader may have changed the state since.
   * @type {Map<string, { name: string, value: string }>}
   */
  #applied = new Map();
  #changes = createObserver('MutationObserver', (records) => this.#read(records));

  /**
   * @param {ReactiveElement} host
   * @param {readonly string[]} spellings attributes without hyphens, which are also read
   */
  constructor(host, spellings) {
    this.#host = host;
    this.#known = listAttributes(/** @type {ElementClass} */ (host.constructor), spellings);
    host.addController(this);
  }

  hostConnected() {
    this.#changes.observe(this.#host, { attributes: true });
    this.#read();
  }

  hostDisconnected() {
    this.#changes.disconnect();
  }

  /** @param {{ attributeName: string | null }[]} [changes] */
  #read(changes = []) {
    const host = this.#host;
    for (const [near, { name, value }] of this.#applied) {
      if (host.hasAttribute(name)) continue;
      this.#applied.delete(near);
      // The author may have corrected the name.
      if (!changes.some(({ attributeName }) => attributeName === near)) this.#undo(near, value);
    }
    for (const { name, value } of host.attributes) {
      const isKnown = this.#known.all.includes(name);
      const found = isKnown ? { near: name } : readName(name, this.#known.named);
      if (!found) continue;
      const { near } = found;
      if (near && value === 'false' && this.#known.switches.includes(near)) {
        const quoted = quoteAttribute(host, name, value);
        warnOnce(quoted, host, () => countsAsTrue(quoted));
      }
      if (isKnown) continue;
      warnOfUnknown(host, name, near);
      if (near) this.#apply(near, { name, value });
    }
  }

  /** @param {string} near @param {{ name: string, value: string }} misspelt */
  #apply(near, misspelt) {
    const host = this.#host;
    const applied = this.#applied.get(near);
    // The first of several misspelt names counts.
    if (applied && (applied.name !== misspelt.name || applied.value === misspelt.value)) return;
    // The correct spelling takes precedence if its author wrote it.
    if (host.hasAttribute(near) && host.getAttribute(near) !== applied?.value) return;
    this.#applied.set(near, misspelt);
    const styled = this.#writeStyled(near, misspelt.value);
    if (styled === undefined) host.attributeChangedCallback(near, null, misspelt.value);
    else host.setAttribute(near, styled);
  }

  /**
   * Undoes what a removed attribute has set, unless the correct attribute has another value by now.
   * @param {string} near
   * @param {string} value
   */
  #undo(near, value) {
    const host = this.#host;
    if (!host.hasAttribute(near)) return host.attributeChangedCallback(near, value, null);
    const styled = this.#writeStyled(near, value);
    const corrected = styled && findMeantName(styled, THEMES);
    if ([styled, corrected].includes(host.getAttribute(near) ?? '')) host.removeAttribute(near);
  }

  /**
   * Writes an attribute that the style sheet reads, which a misspelt name has to set.
   * @param {string} near
   * @param {string} value
   * @returns {string | undefined} undefined if no style sheet reads the attribute
   */
  #writeStyled(near, value) {
    if (this.#known.switches.includes(near)) return '';
    return near === 'theme' ? value : undefined;
  }
}
