/** Types that several modules of web/session/ use. */

import type { Tensor } from '../../src/js/types.js';
import type { Run } from '../graph/run.js';
import type { Cell, Node as GraphNode } from '../graph/types.js';
import type { Source } from '../sources/types.js';
import type { Author, State } from '../state/types.js';

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
  names?: Source['names'];
  words?: Source['words'];
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
  /**
   * cells that the
   * reader has set
   */
  numbersSet: readonly (Cell & { value: number })[];
  /** the number that each edit replaces */
  originals: ReadonlyMap<string, number>;
};

/** of the host; they may change */
export type Rules = {
  /** whether the reader may not change settings */
  isReadonly?: () => boolean;
  /** to the steps that the host shows */
  clamp?: (state: State) => State;
  /**
   * called after every
   * change, even if nothing is other than before
   */
  onChange?: (changed: (keyof State)[], before: State, by: Author) => void;
  /** own tensors have changed, but not the state */
  onTensors?: (by: Author) => void;
  /** numbers that had to be waited for are there */
  onResults?: () => void;
  onError?: (error: unknown) => void;
};
