/** Types that several modules of web/graph/ use. */

import type { Operations } from '../../src/js/attention.js';
import type { Tensor } from '../../src/js/index.js';
import type { ScaleOptions } from './ops/scale.js';

/** Lengths by the letter of the axis. */
export type Lengths = ReadonlyMap<string, number>;

export type SoftmaxOptions = {
  /** Queries that may attend to no key and have weights of 0. */
  emptyRows?: readonly boolean[];
  /** Whether some query may attend to no key, so that its weights are NaN. */
  makesNan?: boolean;
  /** Whether the mask has the shape (heads, queries, keys). */
  isPerHead?: boolean;
};

export type Weighing = SoftmaxOptions & {
  /** The factor of the scores. Without it, the graph has no node for scaling. */
  scale?: ScaleOptions;
  /**
   * The mask with the shape (queries, keys), where 1 means may attend. If all are 1, the graph has
   * a node for the mask that changes no score. Without `allowed`, the graph has no such node.
   */
  allowed?: Uint8Array;
  /** The value of a masked score. */
  fill: number;
  /** The kind of the mask, for programs: `none` by default. */
  kind?: string;
  pad?: number;
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

/** An operation: all that is known of it. `Options` are those of its nodes. */
// biome-ignore lint/suspicious/noExplicitAny: a graph has operations with different options
export type Op<Options = any> = {
  name: string;
  /** Whether traces skip the node, because each of its numbers copies a number of an input. */
  isSkipped?: boolean;
  /** Whether each number equals the number of the input at the same offset, for any axes. */
  keepsOrder?: boolean;
  /** Whether a comparison of runs measures the input instead of the result. */
  isMeasuredByInput?: boolean;
  /** Whether the operation copies a number instead of computing it. */
  isCopy?: (options: Options, offset: number) => boolean;
  evaluate: (attention: Operations, inputs: Tensor[], node: NodeOf<Options>) => Tensor;
  /**
   * The formula of one number, from the operands that `findOperands` lists. Each inner array is one
   * term of a sum, made of numbers and signs.
   */
  terms?: (
    operands: number[][],
    options: Options,
    index?: readonly number[],
  ) => (string | number)[][];
  /**
   * The right side of the tensor's formula, from the symbols of its inputs. Steps show no formula of
   * an operation without one.
   */
  formula?: (inputs: unknown[], node: NodeOf<Options>) => unknown;
  /** The cells of the only input that a number is computed from, if the axes do not tell. */
  operandsAt?: (index: readonly number[], options: Options) => (readonly number[])[];
  /** The numbers that are computed from a cell of that input. */
  consumersAt?: (index: readonly number[], options: Options) => (readonly number[])[];
  /** Whether views also write out the formula of its first operand. */
  unfolds?: boolean;
  /**
   * The text that views show instead of a number's formula; falsy if the formula holds. `inner`
   * is that text for the first operand of an operation that `unfolds`.
   */
  remark?: (
    operands: number[][],
    value: number,
    place: { options: Options; offset: number; inner?: unknown },
  ) => unknown;
  /** The comment before the lines in a program; by default, the comment of the tensor. */
  step?: (options: Options, language: 'python' | 'javascript') => string | undefined;
  /** Flags that the lines read. */
  constants?: (node: NodeOf<Options>, run: Run) => Constant[];
  /**
   * The line of NumPy and PyTorch. Nodes that are not computed have none, and neither have operations
   * that only the translator uses, which is too large for a program.
   */
  python?: (node: NodeOf<Options>, code: PythonCode) => Line;
  /**
   * The line of JavaScript, which uses the core; undefined if the line of a later node includes
   * this operation.
   */
  javascript?: (node: NodeOf<Options>, code: Code) => Line | undefined;
};

/** Functions for writing a line. */
export type Code = {
  /** Returns the name of the variable. */
  name: (id: string) => string;
  /** Returns a letter if the axis has one, otherwise a number. */
  size: (axis: string) => string;
  shape: (axes: string) => string;
  /** Returns the axis that a sum removes. */
  axisOf: (from: string, to: string) => number;
  /** Returns the array with further axes of length 1. */
  alongAxes: (array: string, axes: string, wanted: string) => string;
  /** Whether the reader has set numbers of the tensor. */
  isSet: (id: string) => boolean;
  inputsOf: (id: string) => readonly Input[];
  /** Includes a helper function in the program and returns its name. */
  use: (helper: string) => string;
};

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
