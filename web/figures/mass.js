/** Values as points of the plane, and their centre of mass. */

import { area, grid, pulls } from './on-plane.js';
import { plane } from './plane.js';

/**
 * @typedef {[x: number, y: number]} Point
 *
 * @param {object} figure
 * @param {{ name: string, at: Point, weight: number }[]} figure.values
 * @param {{ name: string, at: Point } | undefined} figure.output undefined as long as it is not shown
 * @param {boolean} [figure.isSmall] whether all points are the corners of an area
 * @param {{ title: unknown, text: string }} words
 * @param {import('./plane.js').More} [more]
 */
export function mass({ values, output, isSmall = false }, words, { under = [], ...more } = {}) {
  /** @type {import('./plane.js').Mark[]} */
  const marks = [
    ...(output ? [{ ...output, role: /** @type {const} */ ('plain'), weight: 0.4 }] : []),
    ...values.map(({ name, at, weight }) => ({
      ...{ name, at, role: /** @type {const} */ ('v') },
      weight: output ? weight : 0.2,
    })),
  ];
  return plane(marks, words, {
    ...more,
    under: [
      ...(isSmall ? [grid(), area(values.map(({ at }) => at))] : []),
      ...(output ? [pulls(values, output.at)] : []),
      ...under,
    ],
  });
}
