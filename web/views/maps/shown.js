import { slice } from '../../graph/view.js';
import { reads } from '../../text/en/tables.js';

/**
 * What a picture of weights is made of.
 *
 * @typedef {object} Shown
 * @property {readonly import('../../../src/js/index.js').Tensor[]} layers (L, S) or (H, L, S) each
 * @property {number} layer that is shown, from 0
 * @property {number} head
 * @property {'weights' | 'signed'} colours
 * @property {(layer: number, head: number) => number} endOf where the colours of a head end
 * @property {boolean} isScaled whether each head has colours to its own largest number
 * @property {string} label
 * @property {import('../../lessons/tables.js').Matrix} matrix of that head
 * @property {readonly string[]} rows words as they are shown
 * @property {readonly string[]} columns
 * @property {number} room in pixels
 * @property {{ isOne?: boolean, kept?: import('./strongest.js').Word }} memory between two drawings: that one
 *   head has been enlarged; the word whose lines alone are seen
 * @property {import('lit').LitElement} host
 * @property {() => unknown} map that of the head that is shown
 * @property {() => unknown} tabs what a reader chooses
 * @property {(at: number[]) => void} press tells of a row and column
 * @property {(text: string) => void} say in the line below
 */

/**
 * The end of a matrix's colours, as matrices have it.
 * @param {'weights' | 'signed'} colours
 * @param {number} end
 */
export const colourEnds = (colours, end) =>
  colours === 'weights' ? { darkest: end } : { limit: end };

/** @param {readonly number[]} shape */
export const headsOf = (shape) => (shape.length === 3 ? shape[0] : 1);

/**
 * The matrix of one head.
 * @param {Pick<Shown, 'layers'>} shown
 * @param {number} layer
 * @param {number} head
 */
export const viewOfHead = ({ layers }, layer, head) =>
  slice(layers[layer], { leadingIndex: layers[layer].shape.length === 3 ? [head] : [] });

/**
 * What is said of a number.
 * @param {Pick<Shown, 'rows' | 'columns'>} words
 * @param {readonly number[]} at row and column
 * @param {number} value
 */
export const readsOf = ({ rows, columns }, [row, column], value) =>
  reads(rows[row], columns[column], value);
