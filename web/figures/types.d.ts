/** Types that several modules of web/figures/ use. */

import type { View } from '../graph/types.js';
import type { Palette } from '../styles/colour.js';

/** The coordinate system of a drawing. */
export type Frame = {
  place: (at: readonly [number, number]) => { x: number; y: number };
  /** The length of 1 in the drawing. */
  unit: number;
  /** The largest coordinate that fits. */
  limit: number;
  /** Returns the point of the plane under a pointer. */
  read: (event: PointerEvent) => [number, number];
  /** Returns where the name of a mark stands, unless it is left out. */
  findNameBox: (
    name: string,
  ) => { left: number; right: number; top: number; bottom: number } | undefined;
};

export type Layer = (frame: Frame) => unknown;

export type More = {
  /** The largest coordinate, by default that of the marks. */
  limit?: number;
  /** Layers below the marks. */
  under?: Layer[];
  /** Layers above the marks. */
  over?: Layer[];
  /** Whether the reader can press or move something in the plane. */
  isControl?: boolean;
};

export type Point = readonly [x: number, y: number];

export type Matrix = {
  /** The name of the tensor in `results`. */
  tensor: string;
  /** The index along the axes before the matrix. */
  leadingIndex: number[];
  /** All letters, including the leading axes. */
  axes: string;
  view: View;
  /** The number of all rows, if the view has only some. */
  allRows?: number;
  /** The rows of the view that are shown, if not all. */
  someRows?: number[];
  /** What an exported picture frames, counted in the rows and columns of the view. */
  frames?: {
    row?: number;
    pinned?: number;
    key?: number;
    /** The opened number, its operands and its consumers. */
    cells?: { row: number; column: number; kind: 'traced' | 'operand' | 'fed' }[];
  };
  /** Whether the matrix is a vector, shown as one column. */
  upright: boolean;
  name: string;
  /** The text of a chapter or of an author with which the name begins. */
  label?: string | undefined;
  /** The tensor that gives the table its symbol, usually its own. */
  namedAfter: string;
  /** The symbol with its colour, for the page. */
  colouredSymbol: unknown;
  /** The symbol, with the index of its head: 'W_Q', 'H_1'. */
  symbol: string;
  /** A short addition to the caption. */
  note?: unknown;
  /** The role that determines the colour. */
  role?: 'q' | 'k' | 'v';
  colours: 'weights' | 'signed' | 'plain';
  /** The end of the signed colours. */
  limit?: number;
  /** The end of the colours of weights: 1, except on a map. */
  darkest?: number;
  /** The colours for painting the matrix as a map. */
  tones?: Matrix['colours'];
  /** The words of the rows; without them, rows are numbered. */
  rowWords: string[] | undefined;
  columnWords: string[] | undefined;
  /** The index of the word that each row is a piece of; −1 for none. */
  rowPieces?: readonly number[] | undefined;
  columnPieces?: readonly number[] | undefined;
  masked: (row: number, column: number) => boolean;
  /** Whether a number is set by hand, which an exported picture marks. */
  isEdited?: (row: number, column: number) => boolean;
  /** Groups of columns that belong together. */
  bands?: { size: number; names: string[] };
  /** The field that a press on a row's word selects. */
  selects: 'query' | 'key' | undefined;
  /** The column that a map shows in digits unless another one is chosen. */
  column?: number;
  /** Whether the matrix is a column that belongs to the previous matrix and shares its words. */
  joinsPrevious?: boolean;
  /** Whether the caption leaves out the shape. */
  hidesShape?: boolean;
  /** Whether the table leaves out which words are queries and which are keys, for beginners. */
  isPlain?: boolean;
  /** Whether a number is hidden, so that the reader can compute it. */
  isCovered?: (row: number, column: number) => boolean;
  /** Whether covered numbers keep their width, so that nothing moves when they appear. */
  keepsRoom?: boolean;
  /** Formats the numbers, if not as usual. */
  write?: (value: number) => string;
};

export type Box = {
  /** The id of the tensor. */
  id: string;
  part: PicturePart;
  /** The head of the table, if there are heads. */
  head?: number;
  matrix: Matrix;
  rows: number;
  columns: number;
  x: number;
  y: number;
  /** The width of a cell, or 0 if there are too many cells to draw. */
  cellWidth: number;
  cellHeight: number;
  width: number;
  height: number;
  /** The height of the words below the columns, if the layout leaves space for them. */
  wordsHeight?: number;
  /** The height of the names of stages above the symbols, if the layout leaves space for them. */
  titleHeight?: number;
  /** Whether the box is a small one of a head that is not open. */
  isFolded?: boolean;
};

/** A word beside a row, or a vertical one below a column. */
export type Word = {
  text: string;
  axis: 'q' | 'k';
  index: number;
  x: number;
  /** The y of the middle of the row. */
  y: number;
  anchor: 'start' | 'end';
  isVertical?: boolean;
  /** The stage of the table. */
  stage: number;
};

export type Layout = {
  width: number;
  height: number;
  isWide: boolean;
  boxes: Box[];
  words: Word[];
  /** The labels of the bands of heads. */
  heads: { x: number; y: number; head: number }[];
  /** The names of stages, above their tables. */
  titles: { text: string; x: number; y: number }[];
  /** The size of a cell in pixels. */
  cell: number;
};

export type Link = {
  /** The path. */
  d: string;
  role: 'q' | 'k' | 'v' | 'line';
  /** The width in pixels. */
  width: number;
  /** The stage of the table that the line leads to. */
  stage: number;
  /** The key whose value the line carries. */
  key?: number;
  head?: number;
  weight?: number;
  /** The cell of the weight: 'weights.0.1.3'. */
  cell?: string;
};

export type Paint =
  | 'ink'
  | 'faint'
  | 'hair'
  | 'paper'
  | 'trace'
  | 'q'
  | 'k'
  | 'v'
  | 'q-letter'
  | 'k-letter'
  | 'v-letter'
  | 'weight'
  | 'negative'
  | 'positive';

/**
 * A colour. Each writer maps names to its own colours: properties of the page, or colours of a
 * drawing.
 */
export type Colour = Paint | `#${string}` | `rgb(${string})`;

/** The numbers of a map of pixels. */
export type Cells = Pick<Matrix, 'view' | 'colours' | 'limit' | 'darkest' | 'tones'>;

/** One mark in a picture. Position and appearance have the names of SVG attributes. */
export type Mark = {
  kind: 'svg' | 'g' | 'rect' | 'path' | 'text' | 'tspan' | 'image';
  /** For a group, the offset of its children. */
  x?: number;
  /** For a text, the y of the baseline. */
  y?: number;
  width?: number;
  height?: number;
  viewBox?: string;
  d?: string;
  /** The fill; none by default. */
  fill?: Colour;
  'fill-opacity'?: number;
  stroke?: Colour;
  'stroke-width'?: number;
  'stroke-opacity'?: number;
  'stroke-linecap'?: 'round';
  'stroke-linejoin'?: 'round';
  'stroke-dasharray'?: string;
  /** For a text, whether its stroke lies behind the letters. */
  'paint-order'?: 'stroke';
  'shape-rendering'?: 'crispEdges';
  text?: string;
  'text-anchor'?: 'start' | 'middle' | 'end';
  'font-size'?: number;
  'font-family'?: string;
  'font-style'?: 'italic';
  'font-weight'?: number;
  /** For a part of a text, the offset below the other parts. */
  dy?: number;
  /** Whether a text is vertical and reads upwards. */
  isVertical?: boolean;
  /** The numbers of an image. */
  cells?: Cells;
  /** The numbers of rows and columns that share a pixel. */
  shared?: readonly number[];
  children?: Mark[];
  /** The meaning of the mark, written as `data-` attributes. */
  data?: Record<string, string | number | undefined>;
  /** Class, role, name and tab stop, only written on the page. */
  access?: Record<string, string | number>;
};

/** Marks on paper, as a file or a bitmap. */
export type Drawing = {
  width: number;
  height: number;
  title: string;
  description?: string;
  colours: Palette & Partial<Record<Paint, string>>;
  marks: Mark[];
};

/** One table, or one for each head. */
export type PicturePart = {
  id: string;
  axes: string;
  role?: 'q' | 'k' | 'v';
  /** The parts from which this part is computed, with their axes in its letters. */
  from: { id: string; axes: string }[];
  /** Whether the part is a weight matrix, in which no word has a row. */
  isParameter: boolean;
  /** The stage of computing, from 0. A weight matrix has the stage of its result. */
  stage: number;
};

export type Picture = {
  /** The parts, each after the parts from which it is computed. */
  parts: readonly PicturePart[];
  /** The id of the weights that multiply values. */
  weights: string;
  scores: string;
  values: string;
  /** The id of the weighted sums of values. */
  mixed: string;
  /** The number of stages. */
  stages: number;
};

/** A range without its end. */
export type Range = readonly [from: number, to: number];

/** A range along each axis of a tensor. */
export type Slab = Range[];

/** The parts of a path, by tensor. */
export type Way = Map<string, Slab[]>;
