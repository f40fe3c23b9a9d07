/** Reads what an author writes, with what was meant in place of names and values that an element does not have, and warns of them. */

import { findMeantName, findNearest } from '../../src/js/nearest.js';
import { createObserver } from '../figures/dom.js';
import {
  correctValue,
  findBrokenLimit,
  findMisspelt,
  findRetiredNames,
  findUnparsableParts,
  PROPERTIES,
  STATE_ONLY,
} from '../state/attributes.js';
import { DEFAULTS } from '../state/fields.js';
import {
  misspelt,
  noAttribute,
  noJson,
  outOfRange,
  retired,
  unknownAttribute,
  unparsable,
} from '../text/en/messages.js';
import { parted } from '../text/spelling.js';

/**
 * @import { ReactiveElement } from 'lit'
 * @import { State } from '../state/types.js'
 */

const MOST_SHOWN = 40;

/** A page may make thousands. */
const MOST_WARNED = 100;

/** @type {Set<string>} */
const warnedSubjects = new Set();

/**
 * Once for each value, and with the nearest right one.
 * @param {string} element
 * @param {string} attribute
 * @param {string} value
 * @param {readonly string[]} [names] that there are; without, it takes a number
 */
export function warnOfMisspelt(element, attribute, value, names) {
  const quoted = quoteAttribute(element, attribute, value);
  warnOnce(quoted, () => misspelt(quoted, names, findNearest(value, names ?? [])));
}

/** @param {string} element @param {string} attribute @param {string} value */
const quoteAttribute = (element, attribute, value) =>
  `<${element}> ${attribute}="${value.slice(0, MOST_SHOWN)}"`;

/** @param {string} subject about which there is one warning @param {() => string} warning */
function warnOnce(subject, warning) {
  if (warnedSubjects.has(subject) || warnedSubjects.size >= MOST_WARNED) return;
  warnedSubjects.add(subject);
  console.warn(warning());
}

/**
 * For a value that is none of them the nearest, or else the first.
 * @template {string} Known
 * @param {string} element
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

/** The attributes, properties and parts of a state of one element. */
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
    for (const { name: retiredName, instead } of findRetiredNames(name, value)) {
      const quoted = quoteAttribute(this.#tag, place, retiredName);
      warnOnce(quoted, () => retired(quoted, instead));
    }
    for (const part of findUnparsableParts(name, value)) {
      const quoted = quoteAttribute(this.#tag, place, part);
      warnOnce(quoted, () => unparsable(quoted));
    }
    const expected = findBrokenLimit(name, value);
    const quoted = quoteAttribute(this.#tag, place, value);
    if (expected) warnOnce(quoted, () => outOfRange(quoted, ...expected));
    return correctValue(name, value);
  }

  /**
   * Servers of frameworks write every property as an attribute, without hyphens, so it is read all the same.
   * @param {string} attribute
   * @returns {string | undefined} the entry of the state that has no attribute of its own, but is written as one
   */
  findEntry(attribute) {
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

// Attributes.

/** Attributes that every element may have, and that are no properties of HTMLElement in every browser. */
const STANDARD = (
  'anchor autocorrect class elementtiming enterkeyhint exportparts inert is itemid ' +
  'itemprop itemref itemscope itemtype popover role xmlns virtualkeyboardpolicy ' +
  'writingsuggestions'
).split(' ');

/** `aria-label`, `data-x`, `onclick`; `v-if`, `x-show`, `s-1`, `ng-version`; `@click`, `:key`, `_ngcontent-a`. */
const FOREIGN_ATTRIBUTE = /^(aria-|data-|on)|^[a-z]{1,2}-|^_|[^\w-]/;

/** @type {Set<string> | undefined} */
let global;

/** The attributes of all elements. */
function listGlobalNames() {
  if (global) return global;
  global = new Set(STANDARD);
  for (const name in HTMLElement.prototype) global.add(name.toLowerCase());
  return global;
}

/** `row_tokens`, `rowtokens` and `row-tokens` differ in nothing that is meant. @param {string} name */
const readLetters = (name) => name.replaceAll(/[-_]/g, '');

/**
 * @param {string} name of an attribute that the element does not have
 * @param {readonly string[]} known those that it has
 * @returns {{ near?: string } | undefined} undefined where the name is somebody else's: a standard's or a framework's
 */
function readName(name, known) {
  const near = known.find(
    (candidate) =>
      readLetters(candidate) === findMeantName(readLetters(name), known.map(readLetters)),
  );
  // `d-modell` begins like one of ours.
  const isOurs = near !== undefined && near.split('-')[0] === name.split('-')[0];
  if (listGlobalNames().has(name) || (FOREIGN_ATTRIBUTE.test(name) && !isOurs)) return undefined;
  // An attribute with a prefix may belong to another script.
  return near !== undefined || /^[a-z\d]+(_[a-z\d]+)*$/.test(name) ? { near } : undefined;
}

/** @typedef {typeof import('lit').ReactiveElement} ElementClass */

/** The attributes of each class of elements. @type {Map<ElementClass, { all: string[], named: string[] }>} */
const attributes = new Map();

/** @param {ElementClass} elementClass @param {readonly string[]} spellings */
function listAttributes(elementClass, spellings) {
  const known = attributes.get(elementClass);
  if (known) return known;
  const all = elementClass.observedAttributes;
  const read = { all, named: all.filter((name) => !spellings.includes(name)) };
  attributes.set(elementClass, read);
  return read;
}

/** Looks at the attributes of an element as long as it is in the page. */
export class AttributeNames {
  #host;
  #known;
  /** Values of misspelt attributes by name: the reader may have changed what they set since. @type {Map<string, string>} */
  #applied = new Map();
  #changes = createObserver('MutationObserver', () => this.#read());

  /**
   * @param {ReactiveElement} host
   * @param {readonly string[]} spellings without hyphens, which are read as well
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

  #read() {
    const host = this.#host;
    const applied = this.#applied;
    this.#applied = new Map();
    for (const { name, value } of host.attributes) {
      const found = this.#known.all.includes(name) ? undefined : readName(name, this.#known.named);
      if (!found) continue;
      const { near } = found;
      warnOnce(`<${host.localName}> ${name}`, () =>
        unknownAttribute(`<${host.localName}> ${name}`, near),
      );
      if (!near) continue;
      const isApplied = applied.get(name) === value;
      // The right spelling takes precedence, as long as it is there.
      if (!isApplied && host.hasAttribute(near)) continue;
      this.#applied.set(name, value);
      if (!isApplied) host.attributeChangedCallback(near, null, value);
    }
  }
}
