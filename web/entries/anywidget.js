/**
 * The elements as a widget of notebooks, by the protocol of anywidget: Jupyter, Colab, VS Code, marimo.
 * A notebook may evaluate this file once for each widget; the first makes the elements.
 */

import { PROPERTIES } from '../state/attributes.js';
import { parted } from '../text/spelling.js';
import { defineElements } from './element.js';

// Keeps a notebook's model and an element in step: traits are properties, by Python's names too.

/**
 * @typedef {object} WidgetModel of a widget, as anywidget's protocol has it
 * @property {(name: string) => any} get undefined where there is no such trait
 * @property {(name: string, value: unknown) => void} set
 * @property {() => void} save_changes
 * @property {(event: string, listener: () => void) => void} on
 * @property {(event: string, listener: () => void) => void} off
 *
 * @typedef {object} Trait
 * @property {string} property of the element
 * @property {string} name of the model
 */

/** In the order in which they are set: what has a trait of its own comes after the whole. */
const OF_LAB = [
  'state',
  ...PROPERTIES,
  'tensors',
  'steps',
  'table',
  'hide',
  'show',
  'readonly',
  'locked',
  'caption',
  'headingLevel',
  'theme',
  'lang',
];

const OF_MAP = (
  'rowTokens columnTokens weights layer head view scale wordPieces label caption locked ' +
  'theme lang'
).split(' ');

/** @param {WidgetModel} model @param {string} name */
const isSent = (model, name) => model.get(name) !== undefined;

/** Does the model show weights alone, without a sentence? @param {WidgetModel} model */
export const showsWeightsAlone = (model) =>
  isSent(model, 'weights') && !isSent(model, 'sentence') && !isSent(model, 'state');

/**
 * Those of its traits that the element has.
 * @param {WidgetModel} model
 * @returns {Trait[]}
 */
export const listTraits = (model) =>
  (showsWeightsAlone(model) ? OF_MAP : OF_LAB).flatMap((property) => {
    const name = [property, parted(property, '_')].find((candidate) => isSent(model, candidate));
    return name ? [{ property, name }] : [];
  });

/**
 * The value of a trait as the element takes it.
 * @param {WidgetModel} model
 * @param {Trait} trait
 */
export function readTrait(model, { property, name }) {
  const value = model.get(name);
  if (property === 'weights') {
    const shape = model.get('shape');
    // Bytes may be a list, too, of one item for each layer.
    return Array.isArray(value)
      ? value.map((layer) => readWidgetTensor(layer, shape))
      : readWidgetTensor(value, shape);
  }
  if (property !== 'tensors' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      readWidgetTensor(item?.data ?? item, item?.shape, item),
    ]),
  );
}

/**
 * Bytes are float32 in the order of rows; all else is what it is.
 * @param {unknown} value
 * @param {number[] | null | undefined} shape
 * @param {unknown} [otherwise]
 */
function readWidgetTensor(value, shape, otherwise = value) {
  if (!(value instanceof DataView)) return otherwise;
  const { buffer, byteOffset, byteLength } = value;
  // Floats have to begin at a multiple of four bytes. A last, incomplete float does not count.
  const bytes = buffer.slice(byteOffset, byteOffset + byteLength - (byteLength % 4));
  const data = new Float32Array(bytes);
  return { shape: shape ?? [data.length], data };
}

/** @param {unknown} left @param {unknown} right plain values */
export const isSame = (left, right) =>
  left === right || JSON.stringify(left) === JSON.stringify(right);

if (globalThis.customElements) defineElements();

/** Traits that the reader may change come back; weights, tensors and an author's choices do not. */
const GIVEN = ['weights', 'tensors', 'rowTokens', 'columnTokens'];

/**
 * Shows the element, and keeps it and the model alike.
 * @param {{ model: WidgetModel, el: HTMLElement }} view
 * @returns {() => void} which takes all of it away
 */
function render({ model, el }) {
  const element = /** @type {any} */ (
    document.createElement(showsWeightsAlone(model) ? 'attention-map' : 'attention-lab')
  );
  const traits = listTraits(model);
  // Keys pressed here are no shortcuts of JupyterLab's.
  element.dataset.lmSuppressShortcuts = '';
  const { follow, tell, press } = link(model, element, traits);
  for (const trait of traits) follow(trait);

  const listeners = traits.map(
    (trait) => /** @type {const} */ ([`change:${trait.name}`, () => follow(trait)]),
  );
  // Bytes come with their shape, in either order.
  const weights = traits.find(({ property }) => property === 'weights');
  if (weights) listeners.push(['change:shape', () => follow(weights)]);
  for (const [event, listener] of listeners) model.on(event, listener);
  element.addEventListener('attention-change', tell);
  element.addEventListener('attention-ready', tell);
  element.addEventListener('attention-cell', press);
  // The map says in attributes what is chosen.
  const attributes = new MutationObserver(tell);
  if (showsWeightsAlone(model))
    attributes.observe(element, { attributeFilter: ['layer', 'head', 'word-pieces'] });
  el.append(element);

  return () => {
    for (const [event, listener] of listeners) model.off(event, listener);
    element.removeEventListener('attention-change', tell);
    element.removeEventListener('attention-ready', tell);
    element.removeEventListener('attention-cell', press);
    attributes.disconnect();
    element.remove();
  };
}

/**
 * @param {WidgetModel} model
 * @param {any} element
 * @param {Trait[]} traits
 */
function link(model, element, traits) {
  /** The value of each trait when both were last equal. @type {Map<Trait, unknown>} */
  const known = new Map();
  let isFollowing = false;
  let isTelling = false;

  /** From the model to the element. @param {Trait} trait */
  function follow(trait) {
    if (isTelling) return;
    isFollowing = true;
    element[trait.property] = readTrait(model, trait);
    isFollowing = false;
    known.set(trait, element[trait.property]);
    // `state` is all that is shown, whatever was set; of several traits that are set at once, by the last.
    queueMicrotask(tell);
  }

  /** From the element to the model: what is not as it was. */
  function tell() {
    if (isFollowing) return;
    const changed = traits.filter((trait) => isChanged(trait));
    if (changed.length === 0) return;
    isTelling = true;
    for (const trait of changed) {
      const value = element[trait.property];
      known.set(trait, value);
      model.set(trait.name, value);
    }
    model.save_changes();
    isTelling = false;
  }

  /** @param {Trait} trait */
  function isChanged(trait) {
    const { property, name } = trait;
    if (GIVEN.includes(property)) return false;
    const value = element[property];
    // Before it is ready the state is not complete: a page of the course is still to come.
    if (property === 'state') return element.hasUpdated && !isSame(value, model.get(name));
    return !isSame(value, known.get(trait)) && !isSame(value, model.get(name));
  }

  /** The number that is looked at in a map. @param {CustomEvent} event */
  function press({ detail }) {
    if (element.localName !== 'attention-map' || model.get('cell') === undefined) return;
    model.set('cell', detail);
    model.save_changes();
  }

  return { follow, tell, press };
}

export default { render };
