/** Keeps the edits that still fit when a reader changes words: a number set for a word belongs to that word. */

import { findWords } from './derived.js';
import {
  formatEdits,
  formatLayerEdits,
  parseEdits,
  parseLayerEdits,
  readEditedCell,
  readOwnName,
} from './edits.js';
import { isComputedHere } from './source-kinds.js';
import { toWordKey } from './words.js';

/** @import { Graph } from '../graph/types.js' */
/** @import { Settings } from './types.js' */

/**
 * @typedef {Record<string, (index: number) => boolean>} Stays whether the word at a position stays,
 *   by the letter of the axis
 */

/**
 * @param {Settings} before
 * @param {Settings} after
 * @param {Graph} graph the graph before the change
 */
export function keepEditsOfWords(before, after, graph) {
  const layers = [...parseLayerEdits(after.layerEdits)];
  const ofLayer = compareWords(before, after);
  /** @param {string} edit */
  const fits = (edit) => {
    const { name = '', indices = [] } = readOwnName(edit) ?? {};
    if (name === 's' || name === 'ss') {
      const layer = name === 'ss' ? 'self' : 'cross';
      const { q, k } = compareWords({ ...before, layer }, { ...after, layer });
      return q(Number(indices[1])) && k(Number(indices[2]));
    }
    // The other names are those of weight matrices, or contain their word.
    return name !== '' || fitsCell(edit, graph, ofLayer);
  };
  /** @param {ReadonlyMap<string, number>} edits */
  const keep = (edits) => new Map([...edits].filter(([edit]) => fits(edit)));
  return {
    edits: formatEdits(keep(parseEdits(after.edits))),
    layerEdits: formatLayerEdits(new Map(layers.map(([layer, edits]) => [layer, keep(edits)]))),
  };
}

/**
 * Whether the words of a cell stay. They are unknown for a table that the graph does not have.
 * @param {string} edit
 * @param {Graph} graph
 * @param {Stays} stays
 */
function fitsCell(edit, graph, stays) {
  const cell = readEditedCell(edit);
  const node = graph.get(cell?.id ?? '');
  if (!cell || !node) return false;
  // A row of a stack, such as a step of a decoder, has its position in its options.
  const places = [
    ...Object.entries(node.options.at ?? {}),
    ...[...node.axes].map((axis, i) => /** @type {const} */ ([axis, cell.index[i]])),
  ];
  return places.every(([axis, index]) => stays[axis]?.(index) ?? true);
}

/** @param {Settings} before @param {Settings} after @returns {Stays} */
function compareWords(before, after) {
  const [was, is] = [before, after].map(findWords);
  /** @param {string[]} old @param {string[]} words */
  const compare = (old, words) => {
    /** @param {number} i */
    const isSame = (i) => toWordKey(old[i] ?? '') === toWordKey(words[i] ?? '');
    if (isComputedHere(before)) return isSame;
    // The tokens of a model are known only after its run: those of the first equal words stay.
    const changed = [...old, ''].findIndex((_, i) => !isSame(i));
    return (/** @type {number} */ i) => changed < 0 || i < changed;
  };
  return {
    q: compare(was.queryWords, is.queryWords),
    k: compare(was.keyWords, is.keyWords),
  };
}
