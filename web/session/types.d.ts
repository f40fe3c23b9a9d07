/** Types that several modules of web/session/ use. */

import type { CSSResult, LitElement } from 'lit';
import type { Operations } from '../../src/js/attention.js';
import type { Tensor } from '../../src/js/types.js';
import type { Run } from '../graph/run.js';
import type { Cell, Node as GraphNode } from '../graph/types.js';
import type { ViewContext } from '../lessons/context.js';
import type { Step } from '../lessons/types.js';
import type { Source } from '../sources/types.js';
import type { Actor, Settings, State } from '../state/types.js';

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
  /**
   * cells that the
   * reader has set
   */
  numbersSet: readonly (Cell & { value: number })[];
  /** the number that each edit replaces */
  originals: ReadonlyMap<string, number>;
};

/** who shows a session, as far as connections ask it */
export type ConnectionHost = Pick<
  LitElement,
  'requestUpdate' | 'renderRoot' | 'updateComplete' | 'isConnected'
> & {
  /** whether what has to be downloaded is, without a press */
  readonly loadsAtOnce?: boolean;
};

/** what a session keeps of a feature that gives it numbers over time */
export type Connection = {
  /** undefined without words */
  open: (
    attention: Operations,
    settings: Settings,
  ) => Source | undefined | Promise<Source | undefined>;
  /** what is waited for, as long as there are no numbers */
  openingMessage: (settings: Settings) => unknown;
  /** the numbers are on screen */
  shown: (settings: Settings) => void;
  /** ends all that goes on */
  stop: () => void;
  /** the word to look at in a sentence that has just been typed */
  defaultQuery?: (settings: Settings) => number | undefined;
  /** whether one picture follows the other */
  isPlaying?: boolean;
  /** whether it opens once the reader asks for it */
  isAwaitingReader?: boolean;
  /** whether what gives the numbers is gone, so that old ones do not stay on screen */
  isMissing?: boolean;
  pause?: () => void;
  /** whether a table keeps its numbers in this picture */
  keepsOldNumbers?: (table: Element) => boolean;
};

/** what a feature gives in the slot of its sources: it opens them by itself, or connects each session */
export type SourceFeature<Connected extends Connection = Connection> = {
  stepsOf: (settings: Settings) => Record<string, Step>;
  open?: (attention: Operations, settings: Settings) => Source | undefined;
  /** `tell`: called when a source waits for its reader */
  connect?: (
    host: ConnectionHost,
    change: (change: Partial<State>) => void,
    tell: () => void,
  ) => Connected;
  views?: {
    panel?(context: ViewContext, connection: Connected): unknown;
    bar?(context: ViewContext, connection: Connected): unknown;
  };
  /** of its panel and figures */
  styles?: readonly CSSResult[];
};

/** of the host; they may change */
export type HostRules = {
  /** whether the reader may not change settings */
  isReadonly?: () => boolean;
  /** whether the state is on no screen yet */
  isUnseen?: () => boolean;
  /** to the steps that the host shows */
  clamp?: (state: State) => State;
  /**
   * called after every
   * change, even if nothing is other than before
   */
  onChange?: (changed: (keyof State)[], before: State, by: Actor) => void;
  /** own tensors have changed, but not the state */
  onTensors?: (by: Actor) => void;
  /** numbers that had to be waited for are there */
  onResults?: () => void;
  onError?: (error: unknown) => void;
};
