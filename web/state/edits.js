/**
 * Numbers set by hand, as one text: `x.eat.0:0.5;weights.0.1.3:0.8`. Every number of
 * every table can be set by the name of its cell. Some numbers also have a special name, which
 * stays valid when tables change their shape:
 *
 *     x.<word>.<column>          an embedding, wherever the word occurs; y likewise in
 *                                a table of another width
 *     q.<row>.<column>           W_Q, and likewise k, v, o; columns are counted through all heads
 *     aq.<row>.<column>          W_q of additive attention; ak likewise; av.<index> weighs the features
 *     s.<head>.<query>.<key>     a score; ss where a second sentence attends to itself
 *
 * Words are percent-encoded, so they never contain `.`, `:` or `;`.
 *
 * An index may be a range: `heads.1.0-9.0-7:0` sets all numbers of a head. Only addresses contain
 * ranges; a state names each number.
 *
 * Numbers in other layers of a pretrained model begin with the layer: `0.weights.1.2.0:0.5`.
 */

import { parseCell } from '../graph/cell.js';
import { exact, parseDecimal } from '../text/number.js';
import { keepFitting } from './values.js';

/** @import { Settings } from './types.js' */

/** The number of indices after each name. */
const INDICES = {
  x: 2,
  y: 2,
  q: 2,
  k: 2,
  v: 2,
  o: 2,
  aq: 2,
  ak: 2,
  av: 1,
  s: 3,
  ss: 3,
};

/** The most characters of edits in an address. */
export const MAX_EDITS_LETTERS = 12000;

/** The largest number. Beyond it, sums of products of products would leave the range of float32. */
export const LARGEST_EDIT = 1e6;

const LONGEST_EDITED_WORD = 100;

/** Float32 numbers by their names, such as `q.0.1`. @typedef {Map<string, number>} Edits */

/** @param {string} text */
function splitEdits(text) {
  const most = 2 * MAX_EDITS_LETTERS;
  const parts = text.slice(0, most).split(';');
  // The cut may have split a number.
  if (![undefined, ';'].includes(text[most])) parts.pop();
  return parts.filter(Boolean);
}

/**
 * Parses edits. Invalid parts are left out.
 * @param {string} text a text of any length
 * @param {Room} [room] shared by texts of one address
 * @returns {Edits}
 */
export function parseEdits(text, room = { left: MOST_OF_RANGES }) {
  /** @type {Edits} */
  const edits = new Map();
  for (const part of splitEdits(text)) {
    const [edit, number, ...rest] = part.split(':');
    const value = Math.fround(parseDecimal(number ?? ''));
    if (rest.length > 0 || !(Math.abs(value) <= LARGEST_EDIT)) continue;
    if (isEdit(edit)) {
      edits.set(edit, value);
      continue;
    }
    for (const name of listNamesInRange(edit, room)) edits.set(name, value);
  }
  return edits;
}

// Ranges.

/** The most numbers that the ranges of a text set, because more would not fit in a state. */
const MOST_OF_RANGES = 3000;

/** How many more names the ranges may have. @typedef {{ left: number }} Room */

const RANGE = /^(0|[1-9]\d{0,8})(?:-(0|[1-9]\d{0,8}))?$/;

/**
 * @param {string} edit such as 'heads.1.0-9.0-7'
 * @param {Room} room
 * @returns {string[]} none if there are more than the room has left
 */
function listNamesInRange(edit, room) {
  const [id, ...parts] = edit.split('.');
  const ranges = parts.map((part) => {
    const [, first = NaN, last = first] = RANGE.exec(part) ?? [];
    return { first: Number(first), count: Number(last) - Number(first) + 1 };
  });
  const count = ranges.reduce((product, range) => product * Math.max(0, range.count), 1);
  if (!(count <= room.left)) return [];
  room.left -= count;
  return ranges
    .reduce(
      (names, range) =>
        names.flatMap((name) =>
          Array.from({ length: range.count }, (_, i) => `${name}.${range.first + i}`),
        ),
      [id],
    )
    .filter(isEdit);
}

/** The fewest numbers that are written as a range. */
const FEWEST_IN_RANGE = 3;

/**
 * Writes equal numbers that fill a part of a table as one range, for a short address.
 * @param {string} text edits as `formatEdits` gives them
 */
export function shortenEdits(text) {
  /** @type {Map<string, string[]>} */
  const groups = new Map();
  for (const part of splitEdits(text)) {
    const [edit, number] = part.split(':');
    // The word of an embedding may look like a range.
    const cell = /^[xy]\./.test(edit) ? undefined : parseCell(edit);
    const key = cell ? `${cell.id}.${cell.index[0]}:${number}` : part;
    const group = groups.get(key) ?? [];
    group.push(part);
    groups.set(key, group);
  }
  return [...groups.values()].flatMap((parts) => writeRange(parts) ?? parts).join(';');
}

/** Undefined if the edits fill no part of a table. @param {readonly string[]} parts */
function writeRange(parts) {
  if (parts.length < FEWEST_IN_RANGE) return undefined;
  const [id] = parts[0].split('.');
  const [, number] = parts[0].split(':');
  const indices = parts.map((part) => part.split(':')[0].split('.').slice(1).map(Number));
  if (indices.some(({ length }) => length !== indices[0].length)) return undefined;
  const ranges = indices[0].map((_, axis) => {
    const along = indices.map((index) => index[axis]);
    return [Math.min(...along), Math.max(...along)];
  });
  const count = ranges.reduce((product, [first, last]) => product * (last - first + 1), 1);
  if (count !== parts.length) return undefined;
  const names = ranges.map(([first, last]) => (first === last ? first : `${first}-${last}`));
  return `${[id, ...names].join('.')}:${number}`;
}

/** Equal edits are equal texts. If too many, the last are dropped. @param {Edits} edits */
export function formatEdits(edits) {
  const parts = [...edits]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([edit, value]) => `${edit}:${exact(value)}`);
  return keepFitting(parts, MAX_EDITS_LETTERS).join(';');
}

/** Returns the name of the scores in edits. @param {{ layer: string }} state */
export const nameScoreTable = ({ layer }) => (layer === 'self' ? 'ss' : 's');

/** @param {'x' | 'y'} table @param {string} word from `toWordKey` @param {number} column */
export function nameEmbeddingEdit(table, word, column) {
  const name = encodeURIComponent(
    word.slice(0, LONGEST_EDITED_WORD).replace(/\p{Surrogate}/gu, '\uFFFD'),
  );
  return `${table}.${name.replaceAll('.', '%2E')}.${column}`;
}

/** @param {string} edit */
const isEdit = (edit) =>
  readOwnName(edit) ? isOwnName(edit) : (parseCell(edit)?.index.length ?? 0) > 0;

/** Whether an edit has a special name, with indices that every table may have. @param {string} edit */
export function isOwnName(edit) {
  const named = readOwnName(edit);
  if (!named) return false;
  const { name, indices } = named;
  const hasWord = name === 'x' || name === 'y';
  const numbers = hasWord ? indices.slice(1) : indices;
  return (
    numbers.every((number) => /^(0|[1-9]\d{0,3})$/.test(number)) && (!hasWord || isWord(indices[0]))
  );
}

/** Parses a special name; the result is undefined for the name of a cell. @param {string} edit */
export function readOwnName(edit) {
  const [name, ...indices] = edit.split('.');
  const isOwn = indices.length === INDICES[/** @type {keyof typeof INDICES} */ (name)];
  return isOwn ? { name, indices } : undefined;
}

/** Returns the cell that an edit names, unless the edit has a special name. @param {string} edit */
export const readEditedCell = (edit) => (readOwnName(edit) ? undefined : parseCell(edit));

/** @param {string} text */
function isWord(text) {
  try {
    const word = decodeURIComponent(text);
    return nameEmbeddingEdit('x', word, 0) === `x.${text}.0`;
  } catch {
    return false;
  }
}

// The layers of a pretrained model.

/** Invalid parts are left out. @param {string} text @returns {Map<number, Edits>} */
export function parseLayerEdits(text) {
  /** @type {Map<number, Edits>} */
  const edits = new Map();
  const room = { left: MOST_OF_RANGES };
  for (const part of splitEdits(text)) {
    const [, layer, edit] = /^(0|[1-9]\d{0,2})\.(.+)$/.exec(part) ?? [];
    if (edit === undefined) continue;
    const known = edits.get(Number(layer)) ?? new Map();
    for (const [name, value] of parseEdits(edit, room))
      edits.set(Number(layer), known.set(name, value));
  }
  return edits;
}

/** @param {ReadonlyMap<number, Edits>} edits */
export function formatLayerEdits(edits) {
  const parts = [...edits]
    .sort(([a], [b]) => a - b)
    .flatMap(([layer, ofLayer]) =>
      splitEdits(formatEdits(ofLayer)).map((edit) => `${layer}.${edit}`),
    );
  return keepFitting(parts, MAX_EDITS_LETTERS).join(';');
}

/** @param {Pick<Settings, 'modelLayer' | 'edits' | 'layerEdits'>} settings */
export const groupEditsByLayer = ({ modelLayer, edits, layerEdits }) =>
  parseLayerEdits(layerEdits).set(modelLayer, parseEdits(edits));

/** @param {Pick<Settings, 'modelLayer' | 'edits' | 'layerEdits'>} settings @param {number} layer */
export function clearLayer({ modelLayer, layerEdits }, layer) {
  if (layer === modelLayer) return { edits: '' };
  const others = parseLayerEdits(layerEdits);
  others.delete(layer);
  return { layerEdits: formatLayerEdits(others) };
}

/** @param {Pick<Settings, 'modelLayer' | 'edits' | 'layerEdits'>} settings @param {number} layer */
export function changeLayer(settings, layer) {
  if (layer === settings.modelLayer) return { modelLayer: layer };
  const all = groupEditsByLayer(settings);
  const shown = all.get(layer) ?? new Map();
  all.delete(layer);
  return {
    modelLayer: layer,
    cell: '',
    edits: formatEdits(shown),
    layerEdits: formatLayerEdits(all),
  };
}
