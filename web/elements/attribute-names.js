/** Reads misspelt attributes as the nearest known ones, with a warning, and warns of unknown ones. */

import { findMeantName } from '../../src/js/nearest.js';
import { createObserver } from '../figures/dom.js';
import { THEMES } from '../state/limits.js';
import { countsAsTrue, otherElement, unknownAttribute } from '../text/en/messages.js';
import { warnOfValue, warnOnce } from './warnings.js';

/** @import { ReactiveElement } from 'lit' */

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

/** Values of switches that authors write for false. */
const FALSE_VALUES = ['false', '0', 'no', 'off'];

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
    const elementClass = /** @type {ElementClass} */ (host.constructor);
    const all = elementClass.observedAttributes;
    const switches = [...elementClass.elementProperties].flatMap(([name, { type }]) =>
      type === Boolean ? name : [],
    );
    this.#known = { all, named: all.filter((name) => !spellings.includes(name)), switches };
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
      if (near && FALSE_VALUES.includes(value) && this.#known.switches.includes(near))
        warnOfValue(host, name, value, countsAsTrue);
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
