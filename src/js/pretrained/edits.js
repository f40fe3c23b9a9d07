// The numbers that the caller of a run sets in its tables.

import { readElements, readTensor } from '../arguments.js';
import { makeArgumentError, makeValueError } from '../errors.js';
import { isPlain, listKnownNames, suggestName } from '../option-reader.js';
import { countElements } from '../shapes.js';
import { listTables, readIndex, readStack, TABLES } from './change-names.js';

/** @import { Stacks } from './change-names.js' */

/**
 * Numbers to set at a place of a table. With fewer indices than the table has axes, they fill the other axes, and a
 * single number fills all of them.
 * @typedef {object} Edit
 * @property {number} layer
 * @property {string} table
 * @property {number[]} indices
 * @property {Float32Array} numbers
 * @property {number[]} shape the shape of the numbers; [] for a single number
 * @property {string} argument
 */

/** The tables of the encoder's text, whose rows are not positions of the decoder. */
const ENCODER_TABLES = ['crossK', 'crossV'];

/** The tables with a column for each position. */
const KEY_TABLES = ['scores', 'weights'];

/** @param {unknown} edits @param {number} layers @param {Stacks} stacks @returns {Edit[]} */
export function readEdits(edits, layers, stacks) {
  if (edits === undefined) return [];
  const isObject = typeof edits === 'object' && edits !== null && !Array.isArray(edits);
  // Only own properties are read, so a Map or an inherited name would be ignored.
  if (!isObject || (Object.keys(edits).length === 0 && !isPlain(edits))) {
    throw makeValueError('options.edits', "an object such as { '0.weights.0.1.0': 0.5 }", edits);
  }
  return Object.entries(edits).flatMap(([name, value]) => {
    const argument = `options.edits['${name}']`;
    const named = readStack(name, stacks);
    if (!named) return [];
    const { prefix, parts, attention } = named;
    if (attention === 'cross') {
      const expected = "layer.table.index…, such as '0.crossQ.0.0.0'";
      throw makeArgumentError(argument, expected, 'a name of cross-attention');
    }
    const [layer, table = '', ...rest] = parts;
    const isTable = TABLES.includes(/** @type {any} */ (table));
    const at = readIndex(layer, layers);
    const indices = rest.map((text) => readIndex(text, 2 ** 30));
    if (isTable && Number.isNaN(at) && /^\d{1,9}$/.test(layer)) {
      const expected = `${prefix}layer.table.index… with a layer from 0 to ${layers - 1}`;
      throw makeArgumentError(argument, expected, `in layer ${layer}`);
    }
    if (!isTable) {
      const offered = listTables(stacks);
      const expected = `${prefix}layer.table.index…, with ${listKnownNames(offered)}`;
      throw makeArgumentError(argument, expected, `not a known name${suggestName(table, offered)}`);
    }
    const wrong = [at, ...indices].findIndex(Number.isNaN);
    if (wrong >= 0) {
      const expected = `${prefix}layer.table.index…, where layer and indices are integers from 0`;
      throw makeArgumentError(argument, expected, `at "${[layer, ...rest][wrong]}"`);
    }
    const place = { layer: at, table, indices, argument };
    if (typeof value === 'number') return { ...place, numbers: Float32Array.of(value), shape: [] };
    const given = readTensor(argument, value);
    return { ...place, numbers: readElements(given), shape: [...given.shape] };
  });
}

/**
 * Lists the numbers of an edit that this pass computes, with their offsets in its table.
 * @param {Edit} edit @param {number[]} shape
 * @param {number} past the number of positions of earlier passes
 * @param {number} queries the number of positions of all passes
 * @returns {{ numbers: Float32Array, offset: number }[]}
 */
export function listBlocks(edit, shape, past, queries) {
  const { table, indices, numbers, argument } = edit;
  const filled = shape.slice(indices.length);
  const axis = findRowAxis(table, shape) - indices.length;
  const isNumber = edit.shape.length === 0;
  const setPositions = (/** @type {number} */ count) =>
    filled.map((size, i) => (i === axis ? count : size));
  // Without a position, the first positions are set; undefined for a single one.
  const rows = axis < 0 ? undefined : edit.shape[axis];
  // Only the first pass has as many keys as the text.
  const isOfKeys = KEY_TABLES.includes(table);
  if (rows !== undefined && isOfKeys && past > 0) return [];
  const most = isOfKeys ? filled[axis] : queries;
  if (!isNumber && (`${edit.shape}` !== `${setPositions(rows ?? 0)}` || (rows ?? 0) > most)) {
    const expected = `numbers of the shape (${setPositions(most).join(', ')})`;
    const received = `of the shape (${edit.shape.join(', ')})`;
    throw makeArgumentError(argument, filled.length > 0 ? expected : 'a number', received);
  }
  const start = filled.map((_, i) => (i === axis ? past : 0));
  const place = { table, indices: [...indices, ...start], argument };
  const offset = findOffset(place, shape, past, queries);
  if (offset === undefined) return [];
  if (isNumber)
    return [{ numbers: new Float32Array(countElements(filled)).fill(numbers[0]), offset }];
  if (rows === undefined) return [{ numbers, offset }];
  const width = countElements(filled.slice(axis + 1));
  const blocks = past < rows ? countElements(filled.slice(0, axis)) : 0;
  return Array.from({ length: blocks }, (_, i) => ({
    numbers: numbers.subarray(
      (i * rows + past) * width,
      (i * rows + Math.min(rows, past + filled[axis])) * width,
    ),
    offset: offset + i * filled[axis] * width,
  }));
}

/** Returns the axis of positions; −1 if there is none. @param {string} table @param {number[]} shape */
const findRowAxis = (table, shape) => (ENCODER_TABLES.includes(table) ? -1 : shape.length - 2);

/**
 * Returns the offset of an edited number in a table.
 * @param {Pick<Edit, 'table' | 'indices' | 'argument'>} edit @param {number[]} shape
 * @param {number} past the number of positions of earlier passes
 * @param {number} queries the number of positions of all passes
 * @returns {number | undefined} undefined if the position belongs to another pass
 */
function findOffset({ table, indices, argument }, shape, past, queries) {
  const rowAxis = findRowAxis(table, shape);
  const sizes = shape.map((size, axis) => (axis === rowAxis ? queries : size));
  // A position of a later pass will have the keys up to itself.
  const query = indices[rowAxis];
  const isLater = query >= past + shape[rowAxis] && query < queries;
  if (KEY_TABLES.includes(table) && isLater) sizes[2] = query + 1;
  const fits = indices.length === shape.length && indices.every((index, i) => index < sizes[i]);
  if (!fits)
    throw makeArgumentError(argument, `an index in (${sizes.join(', ')})`, `at ${indices}`);
  let offset = 0;
  for (const [axis, size] of shape.entries()) {
    const index = axis === rowAxis ? indices[axis] - past : indices[axis];
    if (index < 0 || index >= size) return undefined;
    offset = offset * size + index;
  }
  return offset;
}
