/** Types that several modules of web/session/ use. */

import type { Operations } from '../../src/js/attention.js';
import type { Source } from '../sources/types.js';
import type { Actor, Settings, State } from '../state/types.js';

/** who shows a session: an element, or a program without a document */
export type SessionHost = {
  requestUpdate: () => void;
  /** whether it is in a document: models are trained only for those that are */
  isConnected?: boolean;
  /** settles when it has rendered */
  updateComplete?: Promise<unknown>;
  /** where its tables are */
  renderRoot?: ParentNode;
  /** whether what has to be downloaded is, without a press */
  readonly loadsAtOnce?: boolean;
  /** whether the reader may change no setting */
  readonly readonly?: boolean;
  readonly locked?: boolean;
};

/** what a session keeps of a feature that gives it numbers over time */
export type Connection = {
  /**
   * Undefined without words. Rejects with an AbortError where nobody waits for the source any more, or its host is not
   * on the page: the session opens it again when it is wanted.
   */
  open: (
    attention: Operations,
    settings: Settings,
  ) => Source | undefined | Promise<Source | undefined>;
  /** what is waited for, as long as there are no numbers */
  openingMessage: (state: State) => unknown;
  /** the numbers are on screen */
  shown: (settings: Settings) => void;
  /** ends all that goes on */
  stop: () => void;
  /** other numbers are on screen: it does nothing more, and may keep what it has for a return; by default it stops */
  leave?: () => void;
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

/** of the host; they may change */
export type HostRules = {
  /** whether the reader may not change settings */
  isReadonly?: () => boolean;
  /** whether the state is on no screen yet */
  isUnseen?: () => boolean;
  /** to the steps that the host shows */
  clamp?: (state: State) => State;
  /** called after every change, even if nothing is other than before */
  onChange?: (changed: (keyof State)[], before: State, by: Actor) => void;
  /** own tensors have changed, but not the state */
  onTensors?: (by: Actor) => void;
  /** numbers that had to be waited for are there */
  onResults?: () => void;
  onError?: (error: unknown) => void;
};
