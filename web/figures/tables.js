/** Converts a tensor to the matrix of a table: its numbers, and the words beside them. */

import { findNamesAlong } from '../graph/axes.js';
import { formatCell, listIndices, sliceTensor } from '../graph/cell.js';
import { getLayerPrefix, getLocalName } from '../graph/graph.js';
import { isLaterKey } from '../graph/masks/causal.js';
import { findSharedHead } from '../graph/ops/share-heads.js';
import { MAX_DIGITS } from '../state/limits.js';
import { roundUpLimit } from '../styles/colour.js';
import { ofHead, ofQuery, ofSharedHead } from '../text/en/tables.js';
import { directionOf, symbolOf } from '../text/inline.js';
import { chooseNumberFormat, chooseWeightFormat } from '../text/number.js';

/**
 * @import { GraphNode } from '../graph/types.js'
 * @import { Computation, ShownComputation, StepContext } from '../sources/types.js'
 * @import { State } from '../state/types.js'
 * @import { Matrix } from './types.js'
 */

/**
 * The selected head and row of a table. Only heads that share keys need the number of heads.
 * @typedef {object} TableContext
 * @property {ShownComputation & Partial<Pick<Computation, 'pieces' | 'isSelf'>>} computation
 * @property {Pick<State, 'head' | 'query'> & Partial<Pick<State, 'heads'>>} state
 * @property {string} [layer] the layer of the step: 'layer1/'
 */

const AFTER_MASK = ['maskedScores', 'exponentials', 'weights', 'otherWeights', 'dropped'];

/** @param {Matrix} matrix */
export const hasMaskedCell = ({ view: { rows, columns }, masked }) =>
  Array.from({ length: rows * columns }).some((_, i) =>
    masked(Math.floor(i / columns), i % columns),
  );

/**
 * Names the head or the query in the name of a table that shows one of several, if the name is that
 * of the tensor.
 * @param {Matrix} matrix @param {Computation} computation
 */
export function withOwnerName(matrix, { nodes, results, queryWords }) {
  const { name, axes, leadingIndex, namedAfter, tensor } = matrix;
  const [first] = leadingIndex;
  if (first === undefined || name !== nodes[namedAfter].name) return matrix;
  if (axes.startsWith('q')) return { ...matrix, name: ofQuery(name, queryWords[first]) };
  if (!/^[hj]/.test(axes) || results[tensor].shape[0] === 1) return matrix;
  const write = axes.startsWith('h') ? ofHead : ofSharedHead;
  return { ...matrix, name: write(name, first + 1) };
}

/** The name is that within the layer. @param {Pick<TableContext, 'computation' | 'layer'>} context @param {string} name */
export function findTensorId({ computation: { nodes }, layer = '' }, name) {
  const id = layer + name;
  return nodes[id] ? id : name;
}

/** @param {{ id: string, overview?: string }} step @param {Computation} computation */
export function findOverview({ id, overview }, { nodes }) {
  const all = Object.keys(nodes).filter((name) => getLocalName(name) === 'weights');
  const wanted = overview ?? `${getLayerPrefix(id)}weights`;
  return all.find((name) => name === wanted) ?? all.at(-1) ?? 'weights';
}

/**
 * Makes a table of the last two axes of a tensor, for the selected head, and for features the
 * selected word.
 * @param {TableContext} context
 * @param {string} name the id of the tensor, or its name within the layer
 * @param {{ head?: number, output?: number, note?: unknown, name?: string, symbol?: string,
 *   namedAfter?: string, selects?: Matrix['selects'] }} [more]
 * @returns {Matrix}
 */
export function makeTable(context, name, more = {}) {
  const { state, computation } = context;
  const tensor = findTensorId(context, name);
  const { namedAfter = tensor } = more;
  const named = computation.nodes[namedAfter];
  const symbol = more.symbol ?? named.symbol;
  const node = { ...computation.nodes[tensor], name: more.name ?? named.name, symbol };
  const { axes, colours, role } = node;
  // A vector with a number for each word or head is a column. The vector that weighs features is a
  // column, too.
  const upright = axes === 'a' || axes.endsWith('q');
  // A vector for each head is a row for the selected head.
  const shown = upright || /^[hj].$/.test(axes) ? axes.slice(-1) : axes.slice(-2);
  const selectedHead = more.head ?? state.head;
  /** @type {Record<string, number>} */
  const selected = {
    h: selectedHead,
    ...(axes.startsWith('j') && {
      j: findSharedHead(selectedHead, computation.results[tensor].shape[0], state.heads ?? 1),
    }),
    u: more.output ?? 0,
  };
  const leadingAxes = axes.slice(0, axes.length - shown.length);
  const leadingIndex = [...leadingAxes].map((axis) => selected[axis] ?? getSelectedRow(context));
  const head = leadingAxes.startsWith('h') ? leadingIndex[0] : undefined;
  const [rowAxis, columnAxis] = upright ? [shown, ''] : shown.padStart(2);
  const rowNames = findNamesAlong(rowAxis, computation);
  const view = sliceTensor(computation.results[tensor], { leadingIndex, upright });
  const isOfPlaces = getLocalName(tensor) === 'positionEmbeddings';
  return {
    tensor,
    leadingIndex,
    axes,
    view,
    upright,
    name: node.name,
    namedAfter,
    colouredSymbol: symbolOf(node, head),
    symbol: symbol.replace('_h', head === undefined ? '' : `_${head + 1}`),
    note: more.note,
    role,
    colours,
    rowWords: isOfPlaces ? rowNames?.map((_, place) => String(place)) : rowNames,
    columnWords: findNamesAlong(columnAxis, computation),
    rowPieces: isOfPlaces ? undefined : selectPieces(rowAxis, computation),
    columnPieces: selectPieces(columnAxis, computation),
    masked: makeMaskedNumberTest(computation, tensor, head ?? 0),
    write:
      colours === 'weights' && Math.max(view.rows, view.columns) <= MAX_DIGITS
        ? chooseWeightFormat(view.columns)
        : undefined,
    selects: 'selects' in more ? more.selects : SELECTED_FIELDS[rowAxis],
  };
}

/** Returns how a table writes its numbers. @param {Matrix} matrix @returns {(value: number) => string} */
export function chooseTableFormat({ write, colours, view }) {
  if (write) return write;
  return colours === 'weights'
    ? chooseWeightFormat(view.columns)
    : chooseNumberFormat(view.numbers);
}

/** The field that a press on a row's word selects, by the axis of the rows. @type {Record<string, Matrix['selects']>} */
const SELECTED_FIELDS = { q: 'query', y: 'query', k: 'key' };

/** @param {string} axis @param {TableContext['computation']} computation */
const selectPieces = (axis, { pieces, isSelf }) =>
  axis === 'q' || (axis === 'k' && isSelf) ? pieces : undefined;

/**
 * Makes tables with signs between them: 'weights · v → heads'. A table after `|` stands close to
 * the previous one. A table that the run lacks is left out, with the sign before it.
 * @param {StepContext} context
 * @param {string} equation names of tensors and signs, separated by blanks
 * @param {Record<string, Parameters<typeof makeTable>[2]>} [options] options of single tables, by
 * name
 * @returns {(Matrix | string)[]}
 */
export function makeEquationParts(context, equation, options = {}) {
  const parts = equation.split(' ');
  const isLeftOut = (/** @type {string} */ part) =>
    !(findTensorId(context, part) in context.computation.nodes);
  /** @type {(Matrix | string)[]} */
  const shown = [];
  for (const [i, part] of parts.entries()) {
    const [before, after] = [parts[i - 1], parts[i + 1]];
    if (/[a-z]/i.test(part)) {
      if (isLeftOut(part)) continue;
      shown.push({ ...makeTable(context, part, options[part]), joinsPrevious: before === '|' });
    } else if (part !== '|' && (after === undefined || !isLeftOut(after))) {
      // A sign follows a table, or begins the equation.
      if (i === 0 || shown.length > 0) shown.push(part);
    }
  }
  return shown;
}

/**
 * Returns the pairs that a mask allows. The operation is recognised by name, because
 * `<attention-map>` has no masks and should not load their texts and programs.
 * @param {GraphNode | undefined} node
 * @returns {Uint8Array | undefined}
 */
const readAllowedPairs = (node) =>
  node?.op.name === 'mask' ? /** @type {any} */ (node.options).allowed : undefined;

/**
 * Returns a test for masked numbers. It runs for every number of a map, so as much as possible is
 * computed in advance.
 * @param {ShownComputation} computation
 * @param {string} tensor
 * @param {number} head
 * @returns {Matrix['masked']}
 */
function makeMaskedNumberTest({ nodes, queryWords, keyWords: { length } }, tensor, head) {
  if (tensor === 'selfWeights') return isLaterKey;
  const masked = nodes[`${getLayerPrefix(tensor)}maskedScores`];
  if (!masked || !AFTER_MASK.includes(getLocalName(tensor))) return () => false;
  const allowed = readAllowedPairs(masked);
  if (allowed) {
    // All heads share their pairs, or each has its own.
    const first = (head * queryWords.length * length) % allowed.length;
    return (row, column) => allowed[first + row * length + column] === 0;
  }
  // Each stacked row has its own mask.
  return (row, column) => readAllowedPairs(nodes[masked.inputs[row]?.id])?.[column] === 0;
}

/** Returns the row of the selected query. @param {TableContext} context */
export function getSelectedRow({ state, computation }) {
  return Math.min(state.query, Math.max(0, computation.queryWords.length - 1));
}

/** @param {StepContext} context */
export const getSelectedWord = (context) => context.computation.queryWords[getSelectedRow(context)];

/** Whether rows are queries and columns are keys. @param {Pick<Matrix, 'axes' | 'isPlain'>} matrix */
export const isOfPairs = ({ axes, isPlain }) => /q[kp]$/.test(axes) && !isPlain;

/** Whether a matrix is too large for digits. @param {Pick<Matrix, 'view'>} matrix */
export const isTooWide = ({ view }) => Math.max(view.rows, view.columns) > MAX_DIGITS;

/**
 * Columns of words follow their language. Columns of numbers run from left to right in every
 * language, so that a row of one table can be multiplied by a column of the next.
 * @param {Pick<Matrix, 'columnWords'>} matrix
 */
export const findTableDirection = ({ columnWords = [] }) => directionOf(columnWords);

/**
 * Returns the cell of a number of a matrix.
 * @param {Pick<Matrix, 'tensor' | 'leadingIndex' | 'upright' | 'axes'>} matrix
 * @param {number} row
 * @param {number} column
 */
export function makeTableCell({ tensor: id, leadingIndex, upright, axes }, row, column) {
  if (upright) return { id, index: [...leadingIndex, row] };
  // A vector that is not upright is one row.
  const isRow = axes.length - leadingIndex.length === 1;
  return { id, index: [...leadingIndex, ...(isRow ? [] : [row]), column] };
}

/** Returns the name of such a cell. @param {Parameters<typeof makeTableCell>} at */
export const nameCell = (...at) => formatCell(makeTableCell(...at));

// The ends of the colour scales of tables and maps.

/**
 * Returns the largest absolute number that is neither masked nor covered.
 * @param {Pick<Matrix, 'view' | 'masked' | 'isCovered'>} matrix
 */
export function findLargest({ view: { columns, numbers }, masked, isCovered }) {
  /** @param {number} row @param {number} column */
  const isUnseen = (row, column) => masked(row, column) || isCovered?.(row, column);
  let most = 0;
  // Matrices of models have millions of numbers. The test of the mask is slow, so it comes last.
  for (let i = 0; i < numbers.length; i++) {
    const size = Math.abs(numbers[i]);
    if (size > most && size < Infinity && !isUnseen(Math.floor(i / columns), i % columns))
      most = size;
  }
  return most;
}

/**
 * Ends the colours of a map at its own largest number, because the weights of sixty words would
 * otherwise be nearly white. On a map, even plain numbers have colours.
 * @param {Matrix} matrix
 * @returns {Matrix} the matrix, unchanged if it is not a map
 */
export function scaleToLargest(matrix) {
  if (!isTooWide(matrix)) return matrix;
  const limit = roundUpLimit([findLargest(matrix)]);
  const { colours, view } = matrix;
  const isSigned =
    colours === 'signed' || (colours === 'plain' && view.numbers.some((value) => value < 0));
  return {
    ...matrix,
    ...(isSigned ? { tones: 'signed', limit } : { tones: 'weights', darkest: limit }),
  };
}

/** @param {readonly (Matrix | string)[]} parts @returns {Matrix[]} */
export const listMatrices = (parts) => parts.filter((part) => typeof part !== 'string');

/**
 * Changes the matrices and keeps the signs between them.
 * @param {readonly (Matrix | string)[]} parts
 * @param {(matrix: Matrix) => Matrix} change
 */
export const mapMatrices = (parts, change) =>
  parts.map((part) => (typeof part === 'string' ? part : change(part)));

/** Each map has its own scale, which its caption states. @param {(Matrix | string)[]} parts */
export function shareColourLimit(parts) {
  const tables = listMatrices(parts).filter((matrix) => !isTooWide(matrix));
  const findEnd = (/** @type {Matrix['colours']} */ colours) =>
    roundUpLimit(tables.filter((table) => table.colours === colours).map(findLargest));
  const limit = findEnd('signed');
  // Dropout makes weights larger than 1, and so may a reader who sets one.
  const darkest = Math.max(1, findEnd('weights'));
  return mapMatrices(parts, (matrix) =>
    scaleToLargest({ ...matrix, limit, ...(matrix.colours === 'weights' && { darkest }) }),
  );
}

/**
 * Returns the first table of each colour scale, in the order of the tables.
 * @param {readonly Matrix[]} tables
 */
export const listScales = (tables) =>
  tables.filter(
    ({ colours }, i) =>
      colours !== 'plain' && tables.findIndex((table) => table.colours === colours) === i,
  );

/**
 * Returns all rows, or the rows of the selected and the pinned word.
 * @param {Matrix} matrix
 * @param {{ state: Pick<State, 'rows' | 'pin'>, selected: number }} context
 */
export function listShownRows({ selects, view }, { state, selected }) {
  if (selects !== 'query' || state.rows === 'all') return listIndices(view.rows);
  return [...new Set([selected, state.pin])]
    .filter((row) => row >= 0 && row < view.rows)
    .toSorted((a, b) => a - b);
}
