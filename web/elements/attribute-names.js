/** Warns of unknown attributes, and suggests the nearest known ones. */

import { findMeantName } from '../../src/js/nearest.js';
import { createObserver } from '../figures/dom.js';
import { FALSE_VALUES } from '../state/limits.js';
import {
  countsAsTrue,
  otherElement,
  propertyAlone,
  unknownAttribute,
} from '../text/en/warnings.js';
import { warnOfValue, warnOnce } from './warnings.js';

/** @import { ReactiveElement } from 'lit' */

/** Attributes of HTML that are not properties of `listGlobalNames` in every browser. */
const STANDARD = (
  'anchor autocorrect class elementtiming enterkeyhint exportparts for inert is itemid ' +
  'itemprop itemref itemscope itemtype label popover role target xmlns virtualkeyboardpolicy ' +
  'writingsuggestions'
).split(' ');

/**
 * Attributes of others: `aria-label`, `data-x`, `onclick`; `v-if`, `x-show`, `s-1`, `ng-version`;
 * `@click`, `:key`, `_ngcontent-a`.
 */
const FOREIGN_ATTRIBUTE = /^(aria-|data-|on)|^[a-z]{1,2}-|^_|[^\w-]/;

/** @type {Set<string> | undefined} */
let global;

/** Returns the attributes of HTML, also those of images and fields, which authors may write by habit. */
function listGlobalNames() {
  if (global) return global;
  global = new Set(STANDARD);
  for (const { prototype } of [HTMLImageElement, HTMLInputElement])
    for (const name in prototype) global.add(name.toLowerCase());
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
  const letters = known.map(readLetters);
  const meant = findMeantName(readLetters(name), letters);
  const near = meant === undefined ? undefined : known[letters.indexOf(meant)];
  // `d-modell` begins like one of our attributes.
  const isOurs = near !== undefined && near.split('-')[0] === name.split('-')[0];
  if (FOREIGN_ATTRIBUTE.test(name) && !isOurs) return undefined;
  // An attribute with a prefix may belong to another script.
  return near !== undefined || /^[a-z\d]+(_[a-z\d]+)*$/.test(name) ? { near } : undefined;
}

const ELEMENTS = ['attention-lab', 'attention-map'];

/**
 * Warns once of an unknown attribute, and says what has its name: a property, or the other element.
 * @param {Element} host
 * @param {string} name
 * @param {readonly string[]} known
 */
async function warnOfUnknown(host, name, known) {
  const { elementProperties } = /** @type {ElementClass} */ (host.constructor);
  // `tensors-src` begins with a whole name of ours.
  const unknown =
    readName(name, known) ?? (elementProperties.has(name.split('-')[0]) ? {} : undefined);
  // The other element is defined in the same task.
  await null;
  const owner = ELEMENTS.find((tag) => {
    const elementClass = /** @type {ElementClass | undefined} */ (customElements.get(tag));
    return tag !== host.localName && elementClass?.observedAttributes.includes(name);
  });
  if (owner) warnOnce(host, name, otherElement(owner));
  else if (listGlobalNames().has(name)) return;
  else if (elementProperties.has(name)) warnOnce(host, name, propertyAlone(name));
  else if (unknown) warnOnce(host, name, unknownAttribute(name, known, unknown.near));
}

/** @typedef {typeof import('lit').ReactiveElement} ElementClass */

/**
 * Watches the attributes of an element while it is in the page.
 * @param {ReactiveElement} host
 * @param {readonly string[]} spellings attributes without hyphens, which are also read
 */
export function watchAttributeNames(host, spellings) {
  const elementClass = /** @type {ElementClass} */ (host.constructor);
  const known = elementClass.observedAttributes;
  const named = known.filter((name) => !spellings.includes(name));
  const isSwitch = (/** @type {string} */ name) =>
    elementClass.elementProperties.get(name)?.type === Boolean;
  const read = () => {
    for (const { name, value } of host.attributes) {
      if (isSwitch(name) && FALSE_VALUES.includes(value))
        warnOfValue(host, name, value, countsAsTrue);
      if (!known.includes(name)) warnOfUnknown(host, name, named);
    }
  };
  const changes = createObserver('MutationObserver', read);
  host.addController({
    hostConnected() {
      changes.observe(host, { attributes: true });
      read();
    },
    hostDisconnected: () => changes.disconnect(),
  });
}
