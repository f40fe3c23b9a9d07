/** Types that several modules of web/views/ use. */

import type { LitElement } from 'lit';
import type { Tensor } from '../../src/js/index.js';
import type { Matrix } from '../figures/types.js';
import type { ViewContext } from '../lessons/context.js';

/**
 * Renders a piece, leaves it as it is, or leaves it for later. The first rendering of an element consists of pieces of a
 * few milliseconds.
 */
export type RenderPiece = (make: () => unknown) => unknown;

/** The parts of a picture of weights. */
export type ShownWeights = {
  /** (L, S) or (H, L, S) each */
  layers: readonly Tensor[];
  /** that is shown, from 0 */
  layer: number;
  head: number;
  colours: 'weights' | 'signed';
  /** where the colours of a head end */
  endOf: (layer: number, head: number) => number;
  /** whether each head has colours to its own largest number */
  isScaled: boolean;
  label: string;
  /** of that head */
  matrix: Matrix;
  /** words as they are shown */
  rows: readonly string[];
  columns: readonly string[];
  /** in pixels */
  room: number;
  /** between two drawings: that one head has been enlarged; the word whose lines alone are seen */
  memory: { isOne?: boolean; kept?: Word };
  host: LitElement;
  isPrinting: boolean;
  /** whether nothing can be chosen or pressed */
  isLocked: boolean;
  /** that of the head that is shown */
  map: () => unknown;
  /** what a reader chooses */
  tabs: () => unknown;
  /** tells of a row and column */
  press: (at: number[]) => void;
  /** in the line below */
  say: (text: string) => void;
};

/** `around`: what a map's sheet stands in */
export type TableContext = Pick<
  ViewContext,
  'selected' | 'dispatch' | 'marks' | 'traced' | 'originalOf' | 'compared' | 'keepsOldNumbers'
> & {
  state: Pick<ViewContext['state'], 'key' | 'cell' | 'rows' | 'pin'>;
  around?: (sheet: unknown) => unknown;
  /** whether no word and no number can be pressed */
  isLocked?: boolean;
  /** no row is marked */
  marksNoQuery?: boolean;
};

/** one of the words beside a map, by its place */
export type Word = { isQuery: boolean; index: number };
