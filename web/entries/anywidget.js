/**
 * The elements as widgets of notebooks, by the protocol of anywidget: Jupyter, Colab, VS Code,
 * marimo. A notebook may evaluate this file once for each widget; the first evaluation defines the
 * elements.
 */

import { parted } from '../text/spelling.js';
import { defineElements } from './element.js';

/**
 * The model of a widget, in the protocol of anywidget.
 * @typedef {object} WidgetModel
 * @property {(name: string) => any} get returns a trait, or undefined if there is none
 * @property {(name: string, value: unknown) => void} set changes a trait here
 * @property {() => void} save_changes sends the changed traits to Python
 * @property {(event: string, listener: () => void) => void} on calls `listener` at each event, such
 *   as `change:weights`
 * @property {(event: string, listener: () => void) => void} off removes a listener of `on`
 *
 * @typedef {object} Trait
 * @property {string} property the property of the element
 * @property {string} name the trait of the model
 */

/** Properties that set several others. */
const COMPLETE = ['state', 'value'];

/**
 * Lists the properties of an element that traits set, in the order in which they are set. Single
 * fields come after `state`.
 * @param {HTMLElement} element
 */
function listProperties(element) {
  const names = [.../** @type {any} */ (element.constructor).elementProperties.keys()];
  return [
    ...COMPLETE.filter((name) => names.includes(name)),
    ...names.filter((name) => !COMPLETE.includes(name)),
    'lang',
  ];
}

/** @param {WidgetModel} model @param {string} name */
const isSent = (model, name) => model.get(name) !== undefined;

/** Whether the model shows weights alone, without a sentence. @param {WidgetModel} model */
const showsWeightsAlone = (model) =>
  isSent(model, 'weights') && !isSent(model, 'sentence') && !isSent(model, 'state');

/**
 * Returns the traits of a model that the element has, also in Python's spelling.
 * @param {WidgetModel} model
 * @param {HTMLElement} element
 * @returns {Trait[]}
 */
const listTraits = (model, element) =>
  listProperties(element).flatMap((property) => {
    const name = [property, parted(property, '_')].find((candidate) => isSent(model, candidate));
    return name ? [{ property, name }] : [];
  });

/**
 * Reads the value of a trait in the form of the element.
 * @param {WidgetModel} model
 * @param {Trait} trait
 */
function readTrait(model, { property, name }) {
  const value = model.get(name);
  if (property === 'weights') {
    const shape = model.get('shape');
    // Bytes may also be a list with one item per layer.
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
 * Converts bytes to a tensor of float32 in row-major order. Other values are returned unchanged.
 * @param {unknown} value
 * @param {number[] | null | undefined} shape
 * @param {unknown} [otherwise]
 */
function readWidgetTensor(value, shape, otherwise = value) {
  if (!(value instanceof DataView)) return otherwise;
  const { buffer, byteOffset, byteLength } = value;
  // Floats must begin at a multiple of four bytes. An incomplete float at the end is ignored.
  const bytes = buffer.slice(byteOffset, byteOffset + byteLength - (byteLength % 4));
  const data = new Float32Array(bytes);
  return { shape: shape ?? [data.length], data };
}

/** @param {unknown} left a plain value @param {unknown} right a plain value */
const isSame = (left, right) => left === right || JSON.stringify(left) === JSON.stringify(right);

if (globalThis.customElements) defineElements();

/** Properties that are not sent back to the model, because the reader cannot change them. */
const ONE_WAY = ['weights', 'tensors', 'rowTokens', 'columnTokens'];

/**
 * Shows the element, and keeps the element and the model in sync.
 * @param {{ model: WidgetModel, el: HTMLElement }} view
 * @returns {() => void} a function that removes everything
 */
function render({ model, el }) {
  const element = /** @type {any} */ (
    document.createElement(showsWeightsAlone(model) ? 'attention-map' : 'attention-lab')
  );
  const traits = listTraits(model, element);
  // Keys pressed here must not trigger shortcuts of JupyterLab.
  element.dataset.lmSuppressShortcuts = '';
  const { copyToElement, copyToModel, sendPress } = link(model, element, traits);
  for (const trait of traits) copyToElement(trait);

  const listeners = traits.map(
    (trait) => /** @type {const} */ ([`change:${trait.name}`, () => copyToElement(trait)]),
  );
  // Bytes and their shape arrive in either order.
  const weights = traits.find(({ property }) => property === 'weights');
  if (weights) listeners.push(['change:shape', () => copyToElement(weights)]);
  for (const [event, listener] of listeners) model.on(event, listener);
  const listening = new AbortController();
  const { signal } = listening;
  element.addEventListener('attention-change', copyToModel, { signal });
  element.addEventListener('attention-ready', copyToModel, { signal });
  element.addEventListener('attention-cell', sendPress, { signal });
  // The map reflects the reader's choices in attributes.
  const attributes = new MutationObserver(copyToModel);
  if (showsWeightsAlone(model))
    attributes.observe(element, { attributeFilter: ['layer', 'head', 'word-pieces'] });
  el.append(element);

  return () => {
    for (const [event, listener] of listeners) model.off(event, listener);
    listening.abort();
    attributes.disconnect();
    element.remove();
  };
}

/** @param {WidgetModel} model @param {any} element @param {Trait[]} traits */
function link(model, element, traits) {
  /** The value of each trait when the model and the element were last equal. @type {Map<Trait, unknown>} */
  const known = new Map();
  let isCopyingToElement = false;
  let isCopyingToModel = false;

  /** Copies a trait from the model to the element. @param {Trait} trait */
  function copyToElement(trait) {
    if (isCopyingToModel) return;
    isCopyingToElement = true;
    try {
      element[trait.property] = readTrait(model, trait);
    } finally {
      isCopyingToElement = false;
    }
    known.set(trait, element[trait.property]);
    // `state` is the complete state, whatever was set. If several traits are set at once, the last
    // one triggers this.
    queueMicrotask(copyToModel);
  }

  /** Copies changed properties from the element to the model. */
  function copyToModel() {
    if (isCopyingToElement) return;
    const changed = traits.filter((trait) => isChanged(trait));
    if (changed.length === 0) return;
    isCopyingToModel = true;
    try {
      for (const trait of changed) {
        const value = element[trait.property];
        known.set(trait, value);
        model.set(trait.name, value);
      }
      model.save_changes();
    } finally {
      isCopyingToModel = false;
    }
  }

  /** @param {Trait} trait */
  function isChanged(trait) {
    const { property, name } = trait;
    if (ONE_WAY.includes(property)) return false;
    const value = element[property];
    // Before the element is ready the state is incomplete, because a page of the course may still
    // be loading.
    if (COMPLETE.includes(property)) return element.hasUpdated && !isSame(value, model.get(name));
    return !isSame(value, known.get(trait)) && !isSame(value, model.get(name));
  }

  /** Sends the pressed number of a map to the model. @param {CustomEvent} event */
  function sendPress({ detail }) {
    if (element.localName !== 'attention-map' || model.get('cell') === undefined) return;
    model.set('cell', detail);
    model.save_changes();
  }

  return { copyToElement, copyToModel, sendPress };
}

export default { render };
