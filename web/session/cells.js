/** Cells of a computation: where a number comes from and where it goes. */

import { formatCell } from '../graph/cell.js';
import * as trace from '../graph/trace.js';

/**
 * @typedef {import('./computation.js').Computation} Computation
 *
 * @typedef {object} Place one number of one tensor
 * @property {string} tensor
 * @property {readonly number[]} at its index along every axis
 */

/** @param {import('../graph/cell.js').Cell} cell @returns {Place} */
const placeOf = ({ id, index }) => ({ tensor: id, at: index });

/** @param {Place} place */
const cellOf = ({ tensor, at }) => ({ id: tensor, index: at });

/**
 * @param {string} text such as 'weights.0.1.3'
 * @param {Computation} computation
 * @returns {Place | undefined} undefined where the run has no such number
 */
export function readPlace(text, { run }) {
  const cell = trace.readCell(text, run);
  return cell && placeOf(cell);
}

/** @param {Place} place */
export const writePlace = (place) => formatCell(cellOf(place));

/** @param {Computation} computation @param {Place} place */
export const numberAt = ({ run }, place) => trace.numberAt(run, cellOf(place));

/** @param {Computation} computation @param {Place} place @returns {Place[][]} */
export const operandsOf = ({ run }, place) =>
  trace.operandsOf(run, cellOf(place)).map((cells) => cells.map(placeOf));

/** @param {Computation} computation @param {Place} place */
export const consumersOf = ({ run }, place) =>
  trace
    .consumersOf(run, cellOf(place))
    .map(({ id, cells }) => ({ tensor: id, places: cells.map(placeOf) }));
