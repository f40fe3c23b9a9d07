/** Maps edits to the cells that they set, and cells to the names of their edits. */

import { findMeantName } from '../../src/js/nearest.js';
import { EMBEDDING_PARTS } from '../graph/builders/attention.js';
import { computeOffset, formatCell } from '../graph/cell.js';
import { findNearestCell } from '../graph/nearest-cell.js';
import { Run } from '../graph/run.js';
import { findComputedCell } from '../graph/trace.js';
import { findWords } from './derived.js';
import {
  formatEdits,
  isOwnName,
  LARGEST_EDIT,
  nameEmbeddingEdit,
  nameScoreTable,
  parseEdits,
  readEditedCell,
  readOwnName,
} from './edits.js';
import { usesSetting } from './fields.js';
import { isComputedHere } from './source-kinds.js';
import { toWordKey } from './words.js';

/** @import { Operations } from '../../src/js/attention.js' */
/** @import { Cell, Graph, GraphNode, TensorMaker } from '../graph/types.js' */
/** @import { Tables } from '../graph/nearest-cell.js' */
/** @import { Settings } from './types.js' */

/** @typedef {{ queryWords: string[], keyWords: string[], graph: Graph }} WordsAndGraph */

/**
 * @typedef {object} Edited the edits of a computation
 * @property {ReadonlyMap<string, number>} originals the number that each edit replaces
 * @property {readonly (Cell & { value: number })[]} numbersSet
 *
 * @typedef {{ queryWords: string[], keyWords: string[], run: Run }} WordsAndRun
 */

/**
 * Makes a run with the numbers set by hand.
 * @param {Operations} attention
 * @param {Settings} state
 * @param {WordsAndGraph & { given: Readonly<Record<string, TensorMaker>> }} source
 * @param {Run} [earlier]
 * @returns {{ run: Run, replaced: () => Edited }} calling `replaced` evaluates the run
 */
export function makeEditedRun(attention, state, source, earlier) {
  const edits = [...parseEdits(state.edits)].map(([edit, value]) => ({
    edit,
    value,
    cells: listEditedCells(state, source, edit),
  }));
  const isGiven = (/** @type {string} */ id) => source.graph.get(id)?.op.name === 'constant';
  const numbers = edits.flatMap(({ cells, value }) =>
    // A sum is never −0, so a number that replaces a sum is not −0 either.
    cells.map((cell) => ({ ...cell, value: isGiven(cell.id) ? value : value + 0 })),
  );
  const run = new Run(attention, source.graph, source.given, { numbers }, earlier);
  const replaced = () => {
    /** @type {Map<string, number>} */
    const originals = new Map();
    for (const { edit, cells } of edits) {
      for (const cell of cells) {
        const original = run.original(cell);
        if (original !== undefined) originals.set(edit, original);
      }
    }
    const numbersSet = numbers.filter((cell) => run.original(cell) !== undefined);
    return { originals, numbersSet };
  };
  return { run, replaced };
}

/** Whether the keys have their own embedding table. @param {Settings} state */
const isWide = ({ mechanism, keyWidth }) => mechanism === 'additive' && keyWidth > 0;

/** @param {Settings} state @param {keyof typeof EMBEDDING_PARTS} embeddings */
const nameWordTensor = (state, embeddings) =>
  usesSetting(state, 'positions') && state.positions !== 'none'
    ? EMBEDDING_PARTS[embeddings].word
    : embeddings;

/** @param {Settings} state @param {WordsAndGraph} words @param {string} edit @returns {Cell[]} */
export function listEditedCells(state, { queryWords, keyWords, graph }, edit) {
  const { name, indices: parts } = readOwnName(edit) ?? { name: '', indices: [] };
  const indices = parts.map(Number);
  /** @type {Cell[]} */
  let cells;
  if (name === '') cells = [readEditedCell(edit)].filter((cell) => cell !== undefined);
  else if (name === 'x' || name === 'y') {
    cells = [
      ...listRows('queryEmbeddings', 'x', queryWords),
      ...listRows('embeddings', isWide(state) ? 'y' : 'x', keyWords),
    ];
  } else if (name === 's' || name === 'ss') {
    const [head, ...pair] = indices;
    const hasHeads = graph.get('scores')?.axes.startsWith('h');
    const isHere = name === nameScoreTable(state) && (hasHeads || head === 0);
    cells = isHere ? [{ id: 'scores', index: hasHeads ? indices : pair }] : [];
  } else if (name === 'o') cells = [{ id: 'wo', index: indices }];
  else if ((state.mechanism === 'additive') !== name.startsWith('a')) cells = [];
  else if (name.startsWith('a')) cells = [{ id: `w${name[1]}`, index: indices }];
  else {
    const columns = state.dModel / state.heads;
    const [row, column] = indices;
    cells = [{ id: `w${name}`, index: [Math.floor(column / columns), row, column % columns] }];
  }
  return cells.filter(({ id }) => graph.has(id) && graph.get(id)?.op.name !== 'fromOtherRun');

  /** @param {keyof typeof EMBEDDING_PARTS} embeddings @param {'x' | 'y'} table @param {string[]} rows */
  function listRows(embeddings, table, rows) {
    const id = nameWordTensor(state, embeddings);
    return rows.flatMap((word, row) =>
      nameEmbeddingEdit(table, toWordKey(word), indices[1]) === edit
        ? [{ id, index: [row, indices[1]] }]
        : [],
    );
  }
}

/**
 * Returns the name of the edit that sets a cell.
 * @param {Settings} state
 * @param {WordsAndRun & { nodes: Readonly<Record<string, GraphNode>>, isEditable: boolean }} computation
 * @param {Cell} cell
 * @returns {string | undefined} undefined if the cell cannot be set
 */
export function editName(state, computation, cell) {
  const { queryWords, keyWords, nodes, isEditable, run } = computation;
  const computed = findComputedCell(run, cell);
  const { axes, op } = nodes[computed.id];
  if (!isEditable || op.name === 'fromOtherRun') return undefined;
  if (state.source === 'pretrained' && computed.id === 'weights') {
    // The model itself refuses a weight between words that never attend to each other.
    const { allowed } = /** @type {any} */ (nodes.maskedScores?.options ?? {});
    const [head, query, key] = computed.index;
    const pairs = queryWords.length * keyWords.length;
    const pair = head * pairs + query * keyWords.length + key;
    if (allowed?.[pair % allowed.length] === 0) return undefined;
  }
  const isLearned = computed.id === 'embeddings' && op.name !== 'constant';
  const rows = { queryWords, keyWords: axes.startsWith('q') ? queryWords : keyWords };
  return nameEditOfCell(state, computed, isLearned ? NO_WORDS : rows);
}

const NO_WORDS = { queryWords: [], keyWords: [] };

/** @typedef {{ queryWords: readonly string[], keyWords: readonly string[] }} NamedRows the words of rows that edits name by word */

/**
 * A cell with too many or too few indices, or one beyond every table, keeps its own name.
 * @param {Settings} state @param {Cell} cell @param {NamedRows} words
 */
function nameEditOfCell(state, cell, words) {
  const name = findOwnName(state, cell, words);
  return isOwnName(name) ? name : formatCell(cell);
}

/** @param {Settings} state @param {Cell} cell @param {NamedRows} words @returns {string} '' for tables without special names */
function findOwnName(state, { id, index }, { queryWords, keyWords }) {
  const [row, column] = index;
  const isOfMatrix = index.length === 2;
  if (id === nameWordTensor(state, 'queryEmbeddings') && isOfMatrix && row < queryWords.length)
    return nameEmbeddingEdit('x', toWordKey(queryWords[row]), column);
  if (id === nameWordTensor(state, 'embeddings') && isOfMatrix && row < keyWords.length)
    return nameEmbeddingEdit(isWide(state) ? 'y' : 'x', toWordKey(keyWords[row]), column);
  const nameEdit = (/** @type {string} */ name, at = index) => formatCell({ id: name, index: at });
  if (id === 'scores') return nameEdit(nameScoreTable(state), isOfMatrix ? [0, ...index] : index);
  if (id === 'wo') return nameEdit('o');
  if (!/^w[qkv]$/.test(id)) return '';
  if (state.mechanism === 'additive') return nameEdit(`a${id[1]}`);
  // `wq.1.0` counts the columns through all heads, as `q.1.0` does.
  if (isOfMatrix && isComputedHere(state)) return nameEdit(id[1]);
  const [head, ofHead, inHead] = index;
  const columns = state.dModel / state.heads;
  const isInHead = index.length === 3 && inHead < columns;
  return isInHead ? nameEdit(id[1], [ofHead, head * columns + inHead]) : '';
}

/** Gives cells their special names: `scores.0.1.2` becomes `s.0.1.2`. @param {Settings} state */
export function renameEdits(state) {
  const edits = parseEdits(state.edits);
  const words = isComputedHere(state) ? findWords(state) : NO_WORDS;
  const rename = (/** @type {string} */ edit) => {
    const cell = readEditedCell(edit);
    return cell ? nameEditOfCell(state, cell, words) : edit;
  };
  return formatEdits(new Map([...edits].map(([edit, value]) => [rename(edit), value])));
}

/** @param {string} edits @param {string} edit @param {number} [value] if none, it is removed */
export function withEdit(edits, edit, value) {
  const all = parseEdits(edits);
  if (value === undefined) all.delete(edit);
  else all.set(edit, Math.min(LARGEST_EDIT, Math.max(-LARGEST_EDIT, value)));
  return formatEdits(all);
}

/**
 * Returns the cell that an edit sets, or the first one if its word occurs several times.
 * @param {Settings} state
 * @param {WordsAndRun} computation
 * @param {string} edit
 * @returns {Cell | undefined}
 */
export function findCellOfEdit(state, computation, edit) {
  const { queryWords, keyWords, run } = computation;
  return listEditedCells(state, { queryWords, keyWords, graph: run.graph }, edit).find(
    (cell) => run.original(cell) !== undefined,
  );
}

/**
 * Lists the edits that set no number, each with the nearest one that does.
 * @param {Settings} state
 * @param {WordsAndRun & Tables} computation
 * @returns {{ edit: string, near: string | undefined }[]}
 */
export function listMissingEdits(state, computation) {
  const { queryWords, keyWords, run } = computation;
  const words = { queryWords, keyWords, graph: run.graph };
  const isSet = (/** @type {string} */ edit) =>
    listEditedCells(state, words, edit).some(
      ({ id, index }) => computeOffset(run.tensor(id).shape, index) !== undefined,
    );
  return [...parseEdits(state.edits).keys()]
    .filter((edit) => !isSet(edit))
    .map((edit) => {
      const near = findNearestEdit(state, computation, edit);
      return {
        edit: writeInFull(edit),
        near: near && isSet(near) ? writeInFull(near) : undefined,
      };
    });
}

/** Writes the table of scores as authors do: links shorten it. @param {string} edit */
const writeInFull = (edit) => edit.replace(/^ss?(?=(\.\d+){3}$)/, 'scores');

/** @param {Settings} state @param {WordsAndRun & Tables} computation @param {string} edit */
function findNearestEdit(state, computation, edit) {
  const { queryWords, keyWords, run } = computation;
  const { name = '', indices = [] } = readOwnName(edit) ?? {};
  if (name === 'x' || name === 'y') {
    const words = [...queryWords, ...keyWords].map(toWordKey);
    const word = findMeantName(decodeURIComponent(indices[0]), words);
    const column = Math.min(Number(indices[1]), state.dModel - 1);
    return word && nameEmbeddingEdit(name, word, column);
  }
  const [cell] = listEditedCells(state, { queryWords, keyWords, graph: run.graph }, edit);
  const [table, ...index] = cell ? [cell.id, ...cell.index] : edit.split('.');
  const nearest = findNearestCell(computation, `${table}`, index);
  return nearest && nameEditOfCell(state, nearest, computation);
}
