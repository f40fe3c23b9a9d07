/** The words for a cell, and for the changes in a table. */

import { listMatrices } from '../figures/tables.js';
import { findNamesAlong } from '../graph/axes.js';
import { changes, largestChange } from '../text/en/experiments.js';
import * as text from '../text/en/trace.js';
import { symbolOf } from '../text/inline.js';

/**
 * @import { Cell } from '../graph/types.js'
 * @import { ViewContext } from '../lessons/context.js'
 * @import { Comparison } from '../session/compare.js'
 */

/**
 * Returns the node whose name a tensor has in its table on screen.
 * @param {Pick<ViewContext, 'computation' | 'parts'>} context
 * @param {string} id
 */
export function findNamedNode({ computation: { nodes }, parts }, id) {
  const tables = listMatrices(parts);
  return nodes[tables.find(({ tensor }) => tensor === id)?.namedAfter ?? id];
}

/**
 * Describes a cell in words.
 * @param {Pick<ViewContext, 'computation' | 'parts'>} context
 * @param {Cell} cell
 */
export function cellLabel(context, { id, index }) {
  const { computation } = context;
  const { axes, options } = computation.nodes[id];
  const named = findNamedNode(context, id);
  // Nodes of one word, such as `decoder/2/context`, name the word.
  const words = Object.entries(options.at ?? {}).map(
    ([letter, position]) => findNamesAlong(letter, computation)?.[position] ?? '',
  );
  /** @type {string[]} */
  const counts = [];
  const plain = [...axes].filter(
    (letter) => !'hj'.includes(letter) && !findNamesAlong(letter, computation),
  );
  // A single head needs no number.
  const hasHeads = axes.startsWith('h') && computation.results[id].shape[0] > 1;
  [...axes].forEach((letter, axis) => {
    const position = index[axis];
    const names = findNamesAlong(letter, computation);
    if (names) words.push(names[position]);
    else if (letter === 'h') counts.push(...(hasHeads ? [text.head(position)] : []));
    else if (letter === 'j') counts.push(text.sharedHead(position));
    else if (plain.length !== 2) counts.push(text.number(position));
    else counts.push((letter === plain[0] ? text.row : text.column)(position));
  });
  const symbol = symbolOf(named, axes.startsWith('h') ? index[0] : undefined);
  return text.cell({ singular: named.singular, symbol, words, counts });
}

/** @param {ViewContext} context @param {Comparison} comparison @param {string} tensor */
export function describeChange(context, comparison, tensor) {
  const { state, computation } = context;
  const { name, axes } = computation.nodes[tensor];
  const { largest, ...counts } = comparison.summary(tensor);
  const most =
    largest &&
    largestChange(
      cellLabel(context, { id: tensor, index: largest.index }),
      largest.was,
      largest.is,
    );
  return changes({
    ...counts,
    name,
    largest: most,
    isOfHeads: axes.startsWith('h') && state.heads > 1,
  });
}
