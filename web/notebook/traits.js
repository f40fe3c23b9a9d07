/** What a notebook's model and an element have in common: traits are properties, by Python's names too. */

import { PROPERTIES } from '../elements/properties.js';
import { parted } from '../session/spelling.js';

/**
 * @typedef {object} Model of a widget, as anywidget's protocol has it
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
  ...['state', ...PROPERTIES, 'tensors', 'steps', 'table', 'hide', 'show', 'readonly'],
  ...['theme', 'lang'],
];
const OF_MAP = [
  ...[
    'rowTokens',
    'columnTokens',
    'weights',
    'layer',
    'head',
    'view',
    'scale',
    'wordPieces',
    'label',
  ],
  ...['theme', 'lang'],
];

/** @param {Model} model @param {string} name */
const has = (model, name) => model.get(name) !== undefined;

/** Whose weights are shown, without a sentence? @param {Model} model */
export const isMap = (model) =>
  has(model, 'weights') && !has(model, 'sentence') && !has(model, 'state');

/**
 * Those of its traits that the element has.
 * @param {Model} model
 * @returns {Trait[]}
 */
export const traitsOf = (model) =>
  (isMap(model) ? OF_MAP : OF_LAB).flatMap((property) => {
    const name = [property, parted(property, '_')].find((one) => has(model, one));
    return name ? [{ property, name }] : [];
  });

/**
 * The value of a trait as the element takes it.
 * @param {Model} model
 * @param {Trait} trait
 */
export function read(model, { property, name }) {
  const value = model.get(name);
  if (property === 'weights') {
    const shape = model.get('shape');
    // Bytes may be a list, too, of one item for each layer.
    return Array.isArray(value) ? value.map((one) => tensorOf(one, shape)) : tensorOf(value, shape);
  }
  if (property !== 'tensors' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, tensorOf(one?.data ?? one, one?.shape, one)]),
  );
}

/**
 * Bytes are float32 in the order of rows; all else is what it is.
 * @param {unknown} value
 * @param {number[] | null | undefined} shape
 * @param {unknown} [otherwise]
 */
function tensorOf(value, shape, otherwise = value) {
  if (!(value instanceof DataView)) return otherwise;
  const { buffer, byteOffset, byteLength } = value;
  // Floats have to begin at a multiple of four bytes. What is left of one more does not count.
  const bytes = buffer.slice(byteOffset, byteOffset + byteLength - (byteLength % 4));
  const data = new Float32Array(bytes);
  return { shape: shape ?? [data.length], data };
}

/** @param {unknown} one @param {unknown} other plain values */
export const isSame = (one, other) =>
  one === other || JSON.stringify(one) === JSON.stringify(other);
