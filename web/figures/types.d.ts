/** Types that several modules of web/figures/ use. */

import type { View } from '../graph/types.js';
import type { Palette } from '../styles/colour.js';

/** where things are in the drawing */
export type Frame = {
  place: (at: readonly [number, number]) => { x: number; y: number };
  /** length of 1 */
  unit: number;
  /** largest coordinate that has room */
  limit: number;
  /** the point of the plane under a pointer */
  read: (event: PointerEvent) => [number, number];
};

export type Layer = (frame: Frame) => unknown;

export type More = {
  /** that of the marks otherwise */
  limit?: number;
  /** drawn below the marks */
  under?: Layer[];
  /** drawn above them */
  over?: Layer[];
  /** whether something in it can be pressed or moved */
  isControl?: boolean;
};

export type Point = readonly [x: number, y: number];

export type Matrix = {
  /** its name in `results` */
  tensor: string;
  /** the index along the axes before the matrix */
  leadingIndex: number[];
  /** all letters, leading ones included */
  axes: string;
  view: View;
  /** how many there are, where the view is of some */
  allRows?: number;
  /** those of the view that are shown, where others are not */
  someRows?: number[];
  /** a vector, shown as one column */
  upright: boolean;
  name: string;
  /** for the page */
  colouredSymbol: unknown;
  /** as plain text */
  symbol: string;
  /** a few words more in the caption */
  note?: unknown;
  /** whose colour it wears */
  role?: 'q' | 'k' | 'v';
  colours: 'weights' | 'signed' | 'plain';
  /** where the signed colours end */
  limit?: number;
  /** where those of weights end: at 1, but on a map */
  darkest?: number;
  /** in which it is painted as a map */
  tones?: Matrix['colours'];
  /** words of the rows; numbers without */
  rowWords: string[] | undefined;
  columnWords: string[] | undefined;
  /** of each row, which word it is a piece of; −1: none */
  rowPieces?: readonly number[] | undefined;
  columnPieces?: readonly number[] | undefined;
  masked: (row: number, column: number) => boolean;
  /** columns that belong together */
  bands?: { size: number; names: string[] };
  /** what pressing a row's word selects */
  selects: 'query' | 'key' | undefined;
  /** that a map shows in digits where nothing else is chosen */
  column?: number;
  /** a column that belongs to the matrix before it, whose words serve both */
  joinsPrevious?: boolean;
  /** how many rows and columns it has is not said */
  hidesShape?: boolean;
  /** for beginners: which words are queries and which are keys is not said */
  isPlain?: boolean;
  /** whether a number is hidden, so that a reader can compute it */
  isCovered?: (row: number, column: number) => boolean;
  /** how its numbers are written, where it is not as usual */
  write?: (value: number) => string;
};

export type Box = {
  /** of the tensor */
  id: string;
  part: PicturePart;
  /** whose table it is, where there are heads */
  head?: number;
  matrix: Matrix;
  rows: number;
  columns: number;
  x: number;
  y: number;
  /** 0 where there are too many cells to draw */
  cellWidth: number;
  cellHeight: number;
  width: number;
  height: number;
  /** a small one, of a head that is not opened */
  isFolded?: boolean;
};

/** beside a row, or turned below a column */
export type Word = {
  text: string;
  axis: 'q' | 'k';
  index: number;
  x: number;
  /** of the middle of its row */
  y: number;
  anchor: 'start' | 'end';
  isVertical?: boolean;
  /** of its table */
  stage: number;
};

export type Layout = {
  width: number;
  height: number;
  isWide: boolean;
  boxes: Box[];
  words: Word[];
  /** which band is whose */
  heads: { text: number; x: number; y: number; head: number }[];
  /** of stages, above their columns */
  titles: { text: string; x: number; y: number }[];
  /** pixels */
  cell: number;
};

export type Link = {
  /** the path */
  d: string;
  role: 'q' | 'k' | 'v' | 'line';
  /** pixels */
  width: number;
  /** of what it leads to */
  stage: number;
  /** whose value it is */
  key?: number;
  head?: number;
  weight?: number;
  /** of that weight: 'weights.0.1.3' */
  cell?: string;
};

export type Paint =
  | 'ink'
  | 'faint'
  | 'hair'
  | 'paper'
  | 'q'
  | 'k'
  | 'v'
  | 'weight'
  | 'negative'
  | 'positive';

/** of a name, each writer has its own: a property of the page, or one of a drawing's colours */
export type Colour = Paint | `#${string}` | `rgb(${string})`;

/** the numbers that a map of pixels shows */
export type Cells = Pick<Matrix, 'view' | 'colours' | 'limit' | 'darkest' | 'tones'>;

/** one thing in a picture. Where it is and how it looks has SVG's own names */
export type Mark = {
  kind: 'svg' | 'g' | 'rect' | 'path' | 'text' | 'tspan' | 'image';
  /** of a group: by how much all in it is moved */
  x?: number;
  /** of a text: of its baseline */
  y?: number;
  width?: number;
  height?: number;
  viewBox?: string;
  d?: string;
  /** none without */
  fill?: Colour;
  'fill-opacity'?: number;
  stroke?: Colour;
  'stroke-width'?: number;
  'stroke-opacity'?: number;
  'stroke-linecap'?: 'round';
  'shape-rendering'?: 'crispEdges';
  text?: string;
  'text-anchor'?: 'start' | 'middle' | 'end';
  'font-size'?: number;
  'font-family'?: string;
  'font-style'?: 'italic';
  'font-weight'?: number;
  /** of a part of a text: how far below the others it is */
  dy?: number;
  /** whether a text is turned, to be read from below */
  isVertical?: boolean;
  /** of an image */
  cells?: Cells;
  /** how many rows and columns of them share a pixel */
  shared?: readonly number[];
  children?: Mark[];
  /** what it stands for, in `data-` attributes */
  data?: Record<string, string | number | undefined>;
  /** class, role, name and tab stop: on the page alone */
  access?: Record<string, string | number>;
};

/** marks on paper, as a file or a bitmap */
export type Drawing = {
  width: number;
  height: number;
  title: string;
  description?: string;
  colours: Palette & Partial<Record<Paint, string>>;
  marks: Mark[];
};

/** one table, or one for each head */
export type PicturePart = {
  id: string;
  axes: string;
  role?: 'q' | 'k' | 'v';
  /** the parts that it is made of, with their axes as it reads them */
  from: { id: string; axes: string }[];
  /** a weight matrix: no word has a row in it */
  isParameter: boolean;
  /** from 0: when it is computed. A weight matrix comes with what it makes */
  stage: number;
};

export type Picture = {
  /** each after those it is made of */
  parts: readonly PicturePart[];
  /** by which values are multiplied */
  weights: string;
  scores: string;
  values: string;
  /** what values become */
  mixed: string;
  /** how many */
  stages: number;
};

/** the last is not in it */
export type Range = readonly [from: number, to: number];

/** a range along each axis of a tensor */
export type Slab = Range[];

/** by tensor */
export type Way = Map<string, Slab[]>;
