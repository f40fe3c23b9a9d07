/** Types that several modules of web/graph/ use. */

import type { Tensor } from '../../src/js/index.js';
import type { Code, Op } from './op.js';

/** Lengths by the letter of the axis. */
export type Lengths = ReadonlyMap<string, number>;

export type Weighing = {
  /** The factor of the scores. Without it, the graph has no node for scaling. */
  scale?: { factor: number; rule: string; amount?: number; temperature?: number };
  /**
   * The mask with the shape (queries, keys), where 1 means may attend. If all are 1, the graph has
   * a node for the mask that changes no score. Without `allowed`, the graph has no such node.
   */
  allowed?: Uint8Array;
  /** Whether `allowed` has the shape (heads, queries, keys). */
  isPerHead?: boolean;
  /** The value of a masked score. */
  fill: number;
  /** The kind of the mask, for programs: `none` by default. */
  kind?: string;
  pad?: number;
  /** Whether some query may attend to no key, so that its weights are NaN. */
  makesNan?: boolean;
  /** Queries that may attend to no key and have weights of 0. */
  emptyRows?: readonly boolean[];
  dropout?: { p: number; seed: number };
};

/** A cell is one number of one tensor, written as the tensor's id and its index along every axis: `weights.0.1.3`. */
export type Cell = {
  /** The id of a node. */
  id: string;
  index: readonly number[];
};

/** A matrix within a tensor. */
export type View = {
  rows: number;
  columns: number;
  /** The numbers in row-major order. */
  numbers: Float32Array;
  at: (row: number, column: number) => number;
};

export type Input = {
  /** The id of another node. */
  id: string;
  /** The axes of the input, in the letters of this node. */
  axes: string;
  /**
   * Axes of the input with a fixed index: the node reads only that row of the input. If they are
   * also axes of the node, the input gives only that row of the node.
   */
  at?: Readonly<Record<string, number>>;
};

export type GraphNode = {
  /** The id, such as `weights` or `encoder/0/weights`. */
  id: string;
  op: Op;
  inputs: readonly Input[];
  axes: string;
  /** The symbol, with an index after `_` and with primes: 'W_Q', 'S′'. */
  symbol: string;
  /** The role that determines the colour. */
  role?: 'q' | 'k' | 'v';
  colours: 'weights' | 'signed' | 'plain';
  /** The options of the operation. */
  options: Readonly<Record<string, unknown>> & NodeWords;
};

/** Options that any node may have. */
export type NodeWords = {
  /** The name of the tensor, if it is not the last part of the id. */
  name?: string;
  /** Axes that the node lacks because it is one row of a stack. */
  at?: Readonly<Record<string, number>>;
};

/** Nodes by id, in an order in which every node comes after its inputs. */
export type Graph = ReadonlyMap<string, GraphNode>;

/** A node whose operation has these options. */
export type NodeOf<Options> = Omit<GraphNode, 'options'> & {
  options: Readonly<Options> & NodeWords;
};

export type Pair = { query: number; key: number };

export type Run = import('./run.js').Run;

export type { Tensor };

/** Flags of a program, 1 or 0. */
export type Constant = {
  name: string;
  note: string;
  axes: string;
  tensor: Tensor;
};

export type CodeLine = string | [code: string, comment: string];

/** A line of a program. */
export type Line = {
  /** An expression. */
  value: string;
  /** A description of the value, which replaces the shape in the program. */
  note?: string;
  /** Lines before this line. */
  before?: CodeLine[];
  /** Whether warnings about NaN are expected. */
  makesNan?: boolean;
};

/** The differences between NumPy and PyTorch. */
export type Dialect = {
  library: 'numpy' | 'pytorch';
  module: 'np' | 'torch';
  axis: 'axis' | 'dim';
  /** Exchanges two axes. */
  swap: (array: string, axis: number, otherAxis: number) => string;
  fill: (array: string, where: string, value: number) => string;
  copy: (array: string) => string;
  largest: (array: string, axis: number) => string;
};

export type PythonCode = Code & Dialect;

export type NormOptions = { epsilon: number };

export type SoftmaxOptions = { emptyRows?: readonly boolean[]; makesNan?: boolean };

export type Overrides = {
  /**
   * Numbers that are set after their tensors are computed; later nodes read them. Cells that do not
   * exist are ignored.
   */
  numbers?: readonly (Cell & { value: number })[];
  /** Nodes that keep a tensor instead of being evaluated. */
  frozen?: ReadonlyMap<string, Tensor>;
  /** Cut edges: `to` reads zeros instead of `from`. */
  cut?: readonly { from: string; to: string }[];
};

/** A function that makes a tensor. Functions with the same key make the same tensor. */
export type TensorMaker = (() => Tensor) & { key?: string };
