/** Types that several modules of web/sources/ use. */

import type { Tensor, TensorLike } from '../../src/js/index.js';
import type { Run } from '../graph/run.js';
import type { Cell, Graph, GraphNode, TensorMaker } from '../graph/types.js';
import type { State } from '../state/types.js';
import type { GivenNumber } from '../text/en/sources.js';

/** nothing: null in JSON; other: what cannot be read */
export type Kind = 'numbers' | 'booleans' | 'text' | 'nothing' | 'other';

/** strings, as NumPy's `<U5` */
export type TextArray = { shape: readonly number[]; data: string[] };

/** throws where such an array is not wanted, before memory is taken for it */
export type Check = (shape: readonly number[], kind: Kind) => void;

export type ArrayEntry = {
  /** how many have to be read or unpacked for it */
  bytes: number;
  read: (check: Check) => Tensor | TextArray | Promise<Tensor | TextArray>;
};

export type Arrays = Map<string, ArrayEntry>;

export type Contents = {
  arrays: Arrays;
  /** of the page's own export */
  settings?: Record<string, unknown>;
};

/** a string holds numbers, such as `12,64,64` */
export type Shape = readonly number[] | string | null | undefined;

/** NaN may be null or a word */
export type Written = ArrayLike<number | bigint | string | null>;

export type DimsTensor = { readonly dims: readonly number[]; readonly data: Written };

export type ShapeTensor = { readonly shape: readonly number[]; readonly data: Written };

export type GivenTensor = TensorLike | DimsTensor | ShapeTensor | ReadonlyArray<WrittenNested>;

export type WrittenNested =
  | number
  | bigint
  | boolean
  | string
  | null
  | ReadonlyArray<WrittenNested>;

export type Weights =
  | GivenTensor
  | readonly GivenTensor[]
  | readonly (readonly GivenTensor[])[]
  | string
  | null
  | undefined;

/** a string holds words separated by blanks, or is a JSON array */
export type Tokens = readonly (string | number)[] | string | null | undefined;

export type Layered = {
  /** (L, S) or (H, L, S) each */
  layers: Tensor[];
  colours: 'weights' | 'signed';
  /** where the colours of all maps end, if they share a scale: 1 for weights */
  limit: number;
  /** of each layer and head the largest number in size; 1 where all are 0 */
  largest: number[][];
};

export type Own = {
  queryWords: string[];
  keyWords: string[];
  /**
   * `q`, `k` and `v`, each (heads, words, width), or `weights`, (heads, queries, keys) or (queries, keys); of several
   * layers `layer1/weights` and so on
   */
  tensors: Readonly<Record<string, Tensor>>;
  /** that the page exported them with */
  settings?: Record<string, unknown>;
};

/** A file that has tensors that are given. */
export type WeightsFile = {
  /** how Python reads a given tensor by `read(name)`, by id; the others are written as numbers */
  python: Readonly<Record<string, string>>;
  javascript: {
    imports: readonly string[];
    /** opens the file */
    opening: string;
    /** how a given tensor is read, by id */
    reads: Readonly<Record<string, string>>;
  };
};

/** Layers with the same queries and keys. */
export type LayerMaps = {
  name: string;
  queryWords: string[];
  keyWords: string[];
  /** (H, L, S) of each */
  layers: readonly Tensor[];
};

/** that a model gives: its feature adds the other words */
export type ModelSource = Omit<Source, 'words'> & { words?: Partial<SourceWords> };

/** A source of numbers. */
export type Source = {
  queryWords: string[];
  keyWords: string[];
  /** a sentence of which only one word is a query */
  sentence?: { words: string[]; query: number };
  /** whether queries and keys are the same words */
  isSelf?: boolean;
  /** the words as they were given, with the marks of a tokenizer */
  tokens?: { queryWords: string[]; keyWords: string[] };
  /** of each token of the queries, and where they are the same of the keys, which word it is a piece of; −1: none */
  pieces?: readonly number[];
  /** what the numbers along further axes stand for */
  names?: Readonly<Record<string, string[]>>;
  /** what is said of it, where `text/en/sources.js` does not know it */
  words?: SourceWords;
  /** words of the sentence beyond the limit */
  leftOut?: number;
  leftOutOfTarget?: number;
  graph: Graph;
  /** the tensors that are not computed */
  given: Readonly<Record<string, TensorMaker>>;
  /** where programs read given tensors, of those that a file has */
  file?: WeightsFile;
  /** how many layers the model has whose layer the graph is */
  layerCount?: number;
  /** the weights of all its layers, by the texts that they attend from and to; first those that the graph belongs to */
  maps?: readonly LayerMaps[];
  /** what a model has for each token before anything is added for its place (n, width) */
  tokenRows?: Tensor;
  /** what is evaluated already, with the numbers that the reader has set */
  run?: Run;
  /** what goes in, by name */
  inputs: (run: Run) => Record<string, Tensor>;
  /** the weights, as the core stores them */
  parameters: (run: Run) => Record<string, Tensor>;
  /** whether its numbers can be set */
  isEditable: boolean;
};

export type SourceWords = {
  /** where its numbers come from */
  badge: string;
  /** the same in a program's heading */
  program: string;
  /** of a program */
  title: string;
  /** what it says in the end */
  answer?: (context: StepContext) => unknown;
  /** what tensors are called that `text/en/tensors.js` does not know */
  tensors?: Readonly<Record<string, readonly [plural: string, singular: string]>>;
  /** what a program says before the line of a tensor, where `text/en/program.js` does not */
  steps?: Readonly<Record<string, string>>;
  /** of one number */
  given: (given: GivenNumber) => unknown;
};

export type Tensors = Readonly<Record<string, Tensor>>;

export type NamedNode = GraphNode & { name: string; singular: string };

export type Nodes = Readonly<Record<string, NamedNode>>;

export type Computation = {
  /** words of the queries */
  queryWords: string[];
  /** words of the keys */
  keyWords: string[];
  /** a sentence of which only one word is a query */
  sentence?: Source['sentence'];
  /** whether queries and keys are the same words */
  isSelf?: boolean;
  tokens?: Source['tokens'];
  pieces?: Source['pieces'];
  names?: Source['names'];
  words?: Source['words'];
  file?: Source['file'];
  layerCount?: Source['layerCount'];
  maps?: Source['maps'];
  tokenRows?: Source['tokenRows'];
  /** words of the sentence beyond the limit */
  leftOut: number;
  leftOutOfTarget: number;
  run: Run;
  /** of the graph, by id, with their names */
  nodes: Nodes;
  /** what goes in, by name */
  inputs: Tensors;
  /** the weights, as the core stores them */
  parameters: Tensors;
  /** every tensor on screen, by name, evaluated when it is read */
  results: Tensors;
  /** whether numbers can be set */
  isEditable: boolean;
  /** cells that the reader has set */
  numbersSet: readonly (Cell & { value: number })[];
  /** the number that each edit replaces */
  originals: ReadonlyMap<string, number>;
};

/** as far as tables, drawings and exports read it: nothing is computed */
export type ShownComputation = Pick<Computation, 'queryWords' | 'keyWords' | 'nodes' | 'results'>;

/** what a step is made of */
export type StepContext = {
  state: State;
  computation: Computation;
  /** that a step is about: 'layer1/' */
  layer?: string;
  /** whether nothing can be changed */
  readonly?: boolean;
};
