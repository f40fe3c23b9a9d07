/** Types that several modules of web/graph/ use. */

import type { Tensor } from '../../src/js/index.js';
import type { Code, Op } from './op.js';

/** letter to length */
export type Lengths = ReadonlyMap<string, number>;

export type Weighing = {
  /** what scores are multiplied by; without it, the graph has no such node */
  scale?: { factor: number; rule: string; amount?: number; temperature?: number };
  /**
   * (queries, keys), 1 = may attend. All ones still make the node of the mask, which then changes no score; without
   * it, the graph has no such node
   */
  allowed?: Uint8Array;
  /** whether `allowed` is (heads, queries, keys) */
  isPerHead?: boolean;
  /** what a masked score becomes */
  fill: number;
  /** of the mask, as programs write it: `none` by default */
  kind?: string;
  pad?: number;
  /** some query sees no key, and its weights are NaN */
  makesNan?: boolean;
  /** queries that see no key and get weights of 0 */
  emptyRows?: readonly boolean[];
  dropout?: { p: number; seed: number };
};

/** A cell is one number of one tensor, written as the tensor's id and its index along every axis: `weights.0.1.3`. */
export type Cell = {
  /** of a node */
  id: string;
  index: readonly number[];
};

/** a matrix within a tensor */
export type View = {
  rows: number;
  columns: number;
  /** row by row */
  numbers: Float32Array;
  at: (row: number, column: number) => number;
};

export type Input = {
  /** of another node */
  id: string;
  /** its axes, as this node reads them */
  axes: string;
  /**
   * axes of the input whose index is fixed: only that row of it is read. If they are axes of the node, the input makes
   * only that row of it.
   */
  at?: Readonly<Record<string, number>>;
};

export type GraphNode = {
  /** such as `weights`, or `encoder/0/weights` */
  id: string;
  op: Op;
  inputs: readonly Input[];
  axes: string;
  /** with an index after `_` and primes: 'W_Q', 'S′' */
  symbol: string;
  /** whose colour it wears */
  role?: 'q' | 'k' | 'v';
  colours: 'weights' | 'signed' | 'plain';
  /** of the operation */
  options: Readonly<Record<string, unknown>> & NodeWords;
};

/** options that any node may have */
export type NodeWords = {
  /** of its tensor, where it is not the last part of the id */
  name?: string;
  /** axes that the node has no more, as it is one row of a stack */
  at?: Readonly<Record<string, number>>;
};

/** in an order in which every node comes after its inputs */
export type Graph = ReadonlyMap<string, GraphNode>;

/** A node of an operation with these options. */
export type NodeOf<Options> = Omit<GraphNode, 'options'> & {
  options: Readonly<Options> & NodeWords;
};

export type Pair = { query: number; key: number };

export type Run = import('./run.js').Run;

export type { Tensor };

/** flags that a program is given, 1 or 0 */
export type Constant = {
  name: string;
  note: string;
  axes: string;
  tensor: Tensor;
};

/** of a program */
export type Line = {
  /** an expression */
  value: string;
  /** what the value is, where a program says this in place of its shape */
  note?: string;
  /** lines that come first */
  before?: (string | [code: string, note: string])[];
  /** warnings of NaN are expected */
  makesNan?: boolean;
};

/** what NumPy and PyTorch call differently */
export type Dialect = {
  library: 'numpy' | 'pytorch';
  module: 'np' | 'torch';
  axis: 'axis' | 'dim';
  /** exchanges two axes */
  swap: (array: string, axis: number, otherAxis: number) => string;
  fill: (array: string, where: string, value: number) => string;
  copy: (array: string) => string;
  largest: (array: string, axis: number) => string;
};

export type PythonCode = Code & Dialect;

export type NormOptions = { epsilon: number };

export type SoftmaxOptions = { emptyRows?: readonly boolean[]; makesNan?: boolean };

export type Overrides = {
  /** set after their tensors are computed; later nodes read them. Cells that a tensor lacks are ignored */
  numbers?: readonly (Cell & { value: number })[];
  /** nodes that keep a tensor instead of being evaluated */
  frozen?: ReadonlyMap<string, Tensor>;
  /** edges: `to` reads zeros instead of `from` */
  cut?: readonly { from: string; to: string }[];
};

/** with the same key it gives the same tensor */
export type TensorMaker = (() => Tensor) & { key?: string };
