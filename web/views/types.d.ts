/** Types that several modules of web/views/ use. */

import type { LitElement } from 'lit';
import type { Tensor } from '../../src/js/index.js';
import type { Matrix } from '../figures/types.js';
import type { ViewContext } from '../lessons/context.js';

/**
 * Renders a piece, leaves it unchanged, or postpones it. The first rendering of an element is split
 * into pieces of a few milliseconds.
 */
export type RenderPiece = (make: () => unknown) => unknown;

/** Two columns of words, and the weights between them. */
export type ShownLines = {
  /** The weights of each layer, (L, S) or (H, L, S). */
  layers: readonly Tensor[];
  /** The layer on screen, from 0. */
  layer: number;
  head: number;
  /** The heads whose lines are drawn together, each in its own colour; by default `head` alone. */
  heads?: readonly number[];
  /** Returns the class of one of these heads, which sets its colour `--head`. */
  classOf?: (head: number) => string;
  colours: 'weights' | 'signed';
  /** Returns the end of the colours of a head. */
  endOf: (layer: number, head: number) => number;
  /** The matrix of the head on screen. */
  matrix: Pick<Matrix, 'name' | 'label' | 'axes'>;
  /** The words on screen. */
  rows: readonly string[];
  columns: readonly string[];
  /**
   * State that is kept between renderings: whether one head is enlarged, and the word whose lines
   * alone are shown.
   */
  memory: { isOne?: boolean; kept?: Word };
  /** Whether the reader can neither choose nor press anything. */
  isLocked: boolean;
  /** Shows the lines of a word alone until another is pressed, or those of all words again. */
  keep: (word: Word | undefined) => void;
  /** Reports the row and column that the reader pressed, and the head of their strongest line. */
  press: (at: number[], head: number) => void;
};

/** The parts of a picture of weights. */
export type ShownWeights = ShownLines & {
  /** Whether the colours of each head end at its own largest number. */
  isScaled: boolean;
  label: string;
  matrix: Matrix;
  /** The element whose head the grid enlarges. */
  host?: LitElement;
  isPrinting: boolean;
  /** Opens a pressed head elsewhere; by default, the grid enlarges it. */
  open?: (layer: number, head: number) => void;
  /** Renders the map of the head on screen. */
  map: () => unknown;
  /** Renders the choices of the reader. */
  tabs: () => unknown;
};

/** The context of a table; `around` wraps the sheet of a map. */
export type TableContext = Pick<
  ViewContext,
  'selected' | 'dispatch' | 'marks' | 'traced' | 'originalOf' | 'compared' | 'keepsOldNumbers'
> & {
  state: Pick<ViewContext['state'], 'key' | 'cell' | 'rows' | 'pin'>;
  around?: (sheet: unknown) => unknown;
  /** The size of the lens of a map that has a column of the page to itself. */
  lens?: { rows: number; columns: number };
  /** Whether the reader can press neither words nor numbers. */
  isLocked?: boolean;
  /** Whether no row is marked. */
  isQueryUnmarked?: boolean;
};

/** A word beside a map, by its position. */
export type Word = { isQuery: boolean; index: number };
