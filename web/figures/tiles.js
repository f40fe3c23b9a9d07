/** Draws rows of many numbers as small coloured squares on one scale. */

import { html } from 'lit';
import { computeTone } from '../styles/colour.js';
import { exact, rounded } from '../text/number.js';
import { styled } from './dom.js';

/**
 * @typedef {object} Tile
 * @property {readonly number[]} values
 * @property {(column: number) => string} placeOf returns the name of the cell of a number
 * @property {string} label the description for screen readers
 * @property {number} limit the end of the colour scale
 *
 * @param {Tile} tile
 */
export const stateTile = ({
  values,
  placeOf,
  label,
  limit,
}) => html`<div class="tile signed-cells" role="img"
  aria-label=${label}>${signedCells({ values, placeOf, limit })}</div>`;

/** @param {Omit<Tile, 'label'>} cells */
export const signedCells = ({ values, placeOf, limit }) =>
  values.map((value, i) => {
    const { end, level } = computeTone('signed', value, limit);
    return html`<i class=${end ?? ''} data-place=${placeOf(i)} data-value=${exact(value)}
      ${styled('--level', `${level}%`)}></i>`;
  });

/** @param {number} limit @param {unknown} [name] the name of the coloured numbers */
export const signedLegend = (limit, name = '') =>
  html`<p class="legend tiles" aria-hidden="true"><span>${name} ${rounded(-limit)} <i class="ramp signed"></i> ${rounded(limit)}</span></p>`;
