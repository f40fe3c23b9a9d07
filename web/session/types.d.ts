/** Types that several modules of web/session/ use. */

import type { Operations } from '../../src/js/attention.js';
import type { Source } from '../sources/types.js';
import type { Actor, Settings, State } from '../state/types.js';

/** The host of a session: an element, or a program without a document. */
export type SessionHost = {
  requestUpdate: () => void;
  /** The state that the element shows now. */
  readonly state?: State;
  /** Whether the host is in a document; models are trained only for such hosts. */
  isConnected?: boolean;
  /** Resolves when the host has rendered. */
  updateComplete?: Promise<unknown>;
  /** The node that contains the tables. */
  renderRoot?: ParentNode;
  /** Whether the address of the page follows the state. */
  readonly permalink?: boolean;
  /** Whether downloads start without a press. */
  readonly loadsAtOnce?: boolean;
  /** Whether the host has rendered; without a value, its state is always on screen. */
  readonly hasUpdated?: boolean;
  /** Whether the reader may not change any setting. */
  readonly readonly?: boolean;
  readonly locked?: boolean;
  /** Sends an error of the author to the author's script and to the console. */
  report?: (error: unknown) => void;
  /** Sends an error to the author's script alone. */
  sendError?: (error: unknown) => void;
};

/** A session's connection to a feature that provides numbers over time. */
export type Connection = {
  /**
   * Opens the source; the result is undefined without words. If nobody waits for the source any
   * more, or the host is not on the page, it rejects with an AbortError. The session opens the
   * source again when needed.
   */
  open: (
    attention: Operations,
    settings: Settings,
  ) => Source | undefined | Promise<Source | undefined>;
  /** The message while there are no numbers. */
  openingMessage: (state: State) => unknown;
  /** Called when the numbers are on screen. */
  shown?: (settings: Settings) => void;
  /** Stops everything. */
  stop: () => void;
  /**
   * Called when other numbers are on screen: the connection pauses, and may keep its data for a
   * return. It stops by default.
   */
  leave?: () => void;
  /** Returns the word to look at in a sentence that was just typed. */
  defaultQuery?: (settings: Settings) => number | undefined;
  /** Whether an animation is playing. */
  isPlaying?: boolean;
  /** Whether the source opens when the reader asks for it. */
  isAwaitingReader?: boolean;
  /** Whether the model is not loaded, or no longer loaded, so that old numbers do not stay on screen. */
  isMissing?: boolean;
  pause?: () => void;
  /** Whether a table keeps its numbers in this frame of the animation. */
  keepsOldNumbers?: (table: Element) => boolean;
};

/** Rules of the host. They may change. */
export type HostRules = {
  /** Clamps a state to the steps that the host shows. */
  clamp?: (state: State) => State;
  /** Called after every change, even if no field has a new value. */
  onChange?: (changed: (keyof State)[], before: State, by: Actor) => void;
  /** Whether the first content of the host has been on screen. */
  wasShown?: () => boolean;
  /** Called when own tensors have changed, but not the state. */
  onTensors?: (by: Actor) => void;
  /** Called before undo or redo changes the state. */
  onRestore?: (from: 'past' | 'future') => void;
  /** Called when awaited numbers have arrived. */
  onResults?: () => void;
};
