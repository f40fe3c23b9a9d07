/** Types that several modules of web/sources/ use. */

import type { Tensor, TensorOrMask } from '../../src/js/index.js';
import type { Run } from '../graph/run.js';
import type { Cell, Graph, GraphNode, TensorMaker } from '../graph/types.js';
import type { State } from '../state/types.js';
import type { GivenNumber } from '../text/en/sources.js';
import type { findWrongRow } from './row-sums.js';

/** The kind of an array: `nothing` is null in JSON, and `other` cannot be read. */
export type Kind = 'numbers' | 'booleans' | 'text' | 'nothing' | 'other';

/** Strings, such as NumPy's `<U5`. */
export type TextArray = { shape: readonly number[]; data: string[] };

/** Throws if such an array is not wanted, before its memory is allocated. */
export type Check = (shape: readonly number[], kind: Kind) => void;

export type ArrayEntry = {
  /** The number of bytes to read or unpack. */
  bytes: number;
  read: (check: Check) => Tensor | TextArray | Promise<Tensor | TextArray>;
};

export type Arrays = Map<string, ArrayEntry>;

/** Yields each array that it needs, or a promise of it, and receives the array. */
export type ReadingSteps<Result> = Generator<
  ReturnType<ArrayEntry['read']>,
  Result,
  Tensor | TextArray
>;

export type Contents = {
  arrays: Arrays;
  /** The settings in the page's own export. */
  settings?: Record<string, unknown>;
};

/** A shape. A string holds numbers, such as `12,64,64`. */
export type Shape = readonly number[] | string | null | undefined;

/** Numbers in JSON, where null or a word may stand for NaN. */
export type Written = ArrayLike<number | bigint | string | null>;

export type DimsTensor = { readonly dims: readonly number[]; readonly data: Written };

export type ShapeTensor = { readonly shape: readonly number[]; readonly data: Written };

export type GivenTensor = TensorOrMask | DimsTensor | ShapeTensor | ReadonlyArray<WrittenNested>;

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

/** Tokens. A string holds words separated by blanks, or a JSON array. */
export type Tokens = readonly (string | number)[] | string | null | undefined;

export type Layered = {
  /** The weights of each layer, (L, S) or (H, L, S). */
  layers: Tensor[];
  colours: 'weights' | 'signed';
  /** The end of the colours if all maps share a scale: 1 for weights. */
  limit: number;
  /** The largest absolute number of each layer and head, or 1 if all are 0. */
  largest: number[][];
  /** The first row that does not sum to 1. */
  wrongRow?: ReturnType<typeof findWrongRow>;
  /** Whether most rows do not sum to 1. */
  areRowsWrong?: boolean;
};

export type Own = {
  queryWords: string[];
  keyWords: string[];
  /**
   * `q`, `k` and `v`, each (heads, words, width), or `weights`, (heads, queries, keys) or (queries,
   * keys). Several layers are named `layer1/weights` and so on.
   */
  tensors: Readonly<Record<string, Tensor>>;
  /** The settings in the page's own export. */
  settings?: Record<string, unknown>;
  /** The weights in a file with `q`, `k` and `v`. */
  weights?: Tensor;
  /** Whether weights are shown because the `q`, `k` and `v` beside them give others. */
  replacesParts?: boolean;
};

/** A file with given tensors. */
export type WeightsFile = {
  /** Expressions of Python that read given tensors with `read(name)`, by id. Other tensors are written as numbers. */
  python: FileReading['reads'];
  /** The place from which the file comes, in a sentence. */
  where?: string;
  /** The file with the tensors or, if there are several, the index that names the file of each. */
  index: string;
  javascript: FileReading;
};

/** The lines of a program that read given tensors from a file. */
export type FileReading = {
  imports?: readonly string[];
  /** The lines before the tensors are read. */
  opening: string;
  /** Expressions that read given tensors, by id. */
  reads: Readonly<Record<string, string>>;
};

/** Layers with the same queries and keys. */
export type LayerMaps = {
  name: string;
  queryWords: string[];
  keyWords: string[];
  /** The weights of each layer, (H, L, S). */
  layers: readonly Tensor[];
};

/** A source of numbers. */
export type Source = {
  queryWords: string[];
  keyWords: string[];
  /** A sentence in which only one word is a query. */
  sentence?: { words: string[]; query: number };
  /** Whether queries and keys are the same words. */
  isSelf?: boolean;
  /** The words with the marks of the tokenizer. */
  tokens?: { queryWords: string[]; keyWords: string[] };
  /**
   * The index of the word that each token of the queries is a piece of, or −1 for none. It also
   * applies to the keys if they are the same.
   */
  pieces?: readonly number[];
  /** Names along further axes. */
  names?: Readonly<Record<string, string[]>>;
  /** Texts about the source, if `text/en/sources.js` has none. */
  words?: Partial<SourceWords>;
  /** The number of words of the sentence beyond the limit. */
  leftOut?: number;
  leftOutOfTarget?: number;
  /** Heads and pairs of the settings that the model does not have. */
  missing?: Readonly<Record<'silence' | 'block', readonly string[]>>;
  graph: Graph;
  /** The tensors that are not computed. */
  given: Readonly<Record<string, TensorMaker>>;
  /** The file from which programs read given tensors. */
  file?: WeightsFile;
  /** The number of layers of the model to which the graph belongs. */
  layerCount?: number;
  /** The row of the last token, if the model continues texts. */
  writesAfter?: number;
  /** The weights of all layers, by the texts that attend and are attended to. The texts of the graph come first. */
  maps?: readonly LayerMaps[];
  /** The embedding of each token before positions are added (n, width). */
  tokenRows?: Tensor;
  /** Finds numbers of other layers of the model: from which a number comes, and into which it goes. */
  neighbours?: (cell: Cell) => { from: LayerNumber[]; to: LayerNumber[] };
  /** A run that is evaluated already, with the numbers that the reader has set. */
  run?: Run;
  /** The ids of the inputs. */
  inputs: readonly string[];
  /** The weights in the layout of the core, if there are any. */
  parameters?: (run: Run) => Record<string, Tensor>;
  /** Whether the reader can set numbers. */
  isEditable: boolean;
};

/** A number of another layer, and the change that opens it there. */
export type LayerNumber = { label: unknown; change: Partial<State> & { step: string } };

export type SourceWords = {
  /** The text about the source of the numbers. */
  badge: string;
  /** The reader's changes of a model, in sentences. */
  changes?: string;
  /** How many heads are silenced and pairs blocked, in a few words; '' for none. */
  changeCounts?: string;
  /** These changes, each in a sentence, with the settings that undo it. */
  changeList?: readonly { label: string; undo: Partial<State> }[];
  /** The settings that undo all changes. */
  undoAll?: Partial<State>;
  /** The name of the layer on screen, if the model has several. */
  layer?: string;
  /** The same text in the heading of a program. */
  program: string;
  /** What a program does not compute, in a sentence. */
  notInProgram?: string;
  /** The title of a program. */
  title: string;
  /** The answer of the model, in a sentence. */
  answer?: (context: StepContext) => unknown;
  /** Names of tensors that `text/en/tensors.js` lacks. */
  tensors?: Readonly<Record<string, readonly [plural: string, singular: string]>>;
  /** Comments in a program before the line of a tensor, if `text/en/program.js` lacks them. */
  steps?: Readonly<Record<string, string>>;
  /** The text about one given number. */
  given: (given: GivenNumber) => unknown;
};

export type Tensors = Readonly<Record<string, Tensor>>;

export type NamedNode = GraphNode & { name: string; singular: string };

export type Nodes = Readonly<Record<string, NamedNode>>;

/** The entries of a source that its computation keeps. */
type Kept =
  | 'queryWords'
  | 'keyWords'
  | 'sentence'
  | 'isSelf'
  | 'tokens'
  | 'pieces'
  | 'names'
  | 'words'
  | 'file'
  | 'layerCount'
  | 'writesAfter'
  | 'missing'
  | 'maps'
  | 'tokenRows'
  | 'neighbours'
  | 'isEditable';

export type Computation = Pick<Source, Kept> & {
  /** The number of words of the sentence beyond the limit. */
  leftOut: number;
  leftOutOfTarget: number;
  run: Run;
  /** The nodes of the graph by id, with their names. */
  nodes: Nodes;
  /** The inputs by name. */
  inputs: Tensors;
  /** The weights in the layout of the core. */
  parameters: Tensors;
  /** Every tensor on screen, by name, evaluated when read. */
  results: Tensors;
  /** The cells that the reader has set. */
  numbersSet: readonly (Cell & { value: number })[];
  /** The number that each edit replaces. */
  originals: ReadonlyMap<string, number>;
};

/** The part of a computation that tables, drawings and exports read, without computing anything. */
export type ShownComputation = Pick<Computation, 'queryWords' | 'keyWords' | 'nodes' | 'results'>;

/** The context of a step. */
export type StepContext = {
  state: State;
  computation: Computation;
  /** The layer of the step: 'layer1/'. */
  layer?: string;
  /** Whether the reader cannot change anything. */
  readonly?: boolean;
};
