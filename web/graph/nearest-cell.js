/** Finds the table and the cell that an unknown name means. */

import { findMeantName } from '../../src/js/nearest.js';

/** @import { Tensor } from '../../src/js/index.js' */
/** @import { Cell } from './types.js' */

/**
 * @typedef {object} Tables
 * @property {Readonly<Record<string, { name: string, symbol: string }>>} nodes
 * @property {Readonly<Record<string, Tensor>>} results
 */

/**
 * Finds the table that an unknown name means: a misspelt id, or the name or symbol above the table.
 * @param {Tables['nodes']} nodes
 * @param {string} name
 * @returns {string | undefined} its id
 */
export function findMeantTable(nodes, name) {
  const ids = Object.keys(nodes);
  const labels = [ids, ids.map((id) => nodes[id].name), ids.map((id) => nodes[id].symbol)].flat();
  return ids[labels.indexOf(findMeantName(name, labels) ?? '') % ids.length];
}

/**
 * Finds the nearest number that these tables have.
 * @param {Tables} tables
 * @param {string} table
 * @param {readonly (number | string)[]} index leading axes may be missing, such as the head
 * @returns {Cell | undefined}
 */
export function findNearestCell({ nodes, results }, table, index) {
  const id = findMeantTable(nodes, table);
  if (id === undefined) return undefined;
  const { shape } = results[id];
  const nearest = shape.map((length, axis) =>
    Math.min(Number(index.at(axis - shape.length) ?? 0), length - 1),
  );
  return { id, index: nearest };
}
