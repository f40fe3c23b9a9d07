/** Values as points of the plane, and their centre of mass. */

import { area, grid, pulls, spot } from './on-plane.js';
import { plane } from './plane.js';

/** Of the points as long as no output is shown. */
const USUAL = 0.2;

/**
 * @param {object} figure
 * @param {{ name: string, at: [x: number, y: number], weight: number }[]} figure.values
 * @param {{ name: string, at: [x: number, y: number] } | undefined} figure.output undefined as long as it is not shown
 * @param {boolean} [figure.isSmall] whether the points are few, and far from each other
 * @param {{ title: unknown, text: string }} words
 * @param {import('./plane.js').More} [more]
 */
export function mass({ values, output, isSmall }, words, { under = [], over = [], ...more } = {}) {
  const marks = values.map(({ name, at, weight }) => ({
    ...{ name, at, role: /** @type {const} */ ('v') },
    weight: output ? weight : USUAL,
  }));
  return plane(marks, words, {
    ...more,
    under: [
      ...(isSmall ? [grid(), area(values.map(({ at }) => at))] : []),
      ...(output ? [pulls(values, output.at)] : []),
      ...under,
    ],
    over: [...over, ...(output ? [spot(output.at, output.name)] : [])],
  });
}
