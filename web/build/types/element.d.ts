// By default, TypeScript does not know `Symbol.dispose`.
/// <reference lib="esnext.disposable" />

/**
 * The classes of `<attention-lab>` and `<attention-map>`, their properties and events. Importing them registers nothing.
 * @module attention-lab/element
 */

// This file adds what JSDoc in the sources cannot express: properties that are defined in a loop, tags and events.

import type { AttentionLab } from '../../elements/attention-lab.js';
import type { AttentionMap } from '../../elements/attention-map.js';
import type { LabFormat, MapFormat, PressedNumber } from '../../elements/types.js';
import type { State } from '../../state/types.js';

export type { Tensor, TensorLike } from '../../../src/js/types.js';
export * from '../../entries/element.js';
export type { MaskName } from '../../graph/masks/index.js';
export type { ModelName, Scale, SourceName, Variant } from '../../state/types.js';
export type { CoreName } from '../../text/en/sources.js';
export type { LabFormat, MapFormat, PressedNumber, State };

/** The events of `<attention-lab>`. */
export interface AttentionLabEvents {
  /** Sent when the core is loaded and the lesson is on screen. */
  'attention-ready': CustomEvent<Record<string, never>>;
  /** Sent when another step is shown. */
  'attention-step': CustomEvent<{
    /** the name of the step, such as `weights` */
    step: string;
    /** the index of the step, counted from 0 */
    index: number;
    /** the number of steps */
    count: number;
  }>;
  /** Sent when the computation of a number is shown. */
  'attention-cell': CustomEvent<{
    /** the address of the number, such as `weights.0.1.2` */
    cell: string;
  }>;
  /** Sent when the state has changed. */
  'attention-change': CustomEvent<{
    /** the new state */
    state: State;
    /** the names of the entries that changed */
    changed: (keyof State)[];
  }>;
  /** Sent when the core does not load, or when a given value cannot be shown. */
  'attention-error': CustomEvent<{
    /** the kind of error, such as `ERR_CHAPTER` */
    code: string;
    /** a sentence that says what is wrong */
    message: string;
    /** all problems of a chapter */
    problems?: {
      /** the place in the chapter's JSON, such as `pages[2].task` */
      path: string;
      /** a sentence that says what is wrong */
      message: string;
    }[];
  }>;
  /** Sent when the reader changes the state, and so `value`. */
  input: Event;
  /** Sent like `input`, but while a slider moves or a word is typed, only at its end. */
  change: Event;
}

/** The events of `<attention-map>`. */
export interface AttentionMapEvents {
  /** Sent when the reader presses a number, or Enter on a number. */
  'attention-cell': CustomEvent<PressedNumber>;
  /** Sent when a given value cannot be shown. */
  'attention-error': CustomEvent<{
    /** the kind of error, such as `ERR_SHAPE` */
    code: string;
    /** a sentence that says what is wrong */
    message: string;
  }>;
  /** Sent with `attention-cell`, because `value` has changed. */
  input: Event;
  /** Sent with `attention-cell`, because `value` has changed. */
  change: Event;
}

/** The settable values of `<attention-lab>`: its properties, `state`, `theme` and `lang`. */
export type AttentionLabProps = Partial<
  Omit<State, 'v' | 'before'> &
    Pick<AttentionLab, 'hide' | 'show' | 'steps' | 'table' | 'readonly' | 'locked' | 'compact'> &
    Pick<AttentionLab, 'caption' | 'headingLevel' | 'permalink' | 'load' | 'src' | 'loading'> &
    Pick<AttentionLab, 'tensors'>
> & {
  /** Part of a state. */
  state?: Partial<State>;
  /** `light` or `dark`. */
  theme?: string;
  /** The language of the words, such as `fr`. */
  lang?: string;
};

/** The settable values of `<attention-map>`: its properties and `lang`. */
export type AttentionMapProps = Partial<
  Pick<AttentionMap, 'weights' | 'shape' | 'rowTokens' | 'columnTokens' | 'layer' | 'head'> &
    Pick<AttentionMap, 'view' | 'scale' | 'wordPieces' | 'label' | 'caption' | 'locked'> &
    Pick<AttentionMap, 'theme' | 'src' | 'loading'>
> & {
  /** The language of the tokens, such as `fr`. */
  lang?: string;
};

/** The name of an attribute, such as `d-model` for `dModel`. */
type Kebab<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? First extends Lowercase<First>
    ? `${First}${Kebab<Rest>}`
    : `-${Lowercase<First>}${Kebab<Rest>}`
  : Name;

/** The props of a tag in a template: properties, their attributes, and listeners such as `onattention-cell`. */
export type TagProps<Props, Events> = {
  [Name in keyof Props & string as Name | Kebab<Name>]?: Props[Name] | string;
} & {
  [Type in keyof Events & string as `on${Type}`]?: (event: Events[Type]) => void;
};

/** The type of `addEventListener` for an element with additional events. */
interface Listen<Element, Events> {
  <Type extends keyof Events>(
    type: Type,
    listener: (this: Element, event: Events[Type]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  <Type extends Exclude<keyof HTMLElementEventMap, keyof Events>>(
    type: Type,
    listener: (this: Element, event: HTMLElementEventMap[Type]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  (
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void;
}

declare module '../../elements/attention-lab.js' {
  interface AttentionLab extends Omit<State, 'v' | 'before'> {
    /** Adds a listener, as for every element, with the types of this element's events. */
    addEventListener: Listen<AttentionLab, AttentionLabEvents>;
    /** Removes a listener, as for every element, with the types of this element's events. */
    removeEventListener: Listen<AttentionLab, AttentionLabEvents>;
  }
}

declare module '../../elements/attention-map.js' {
  interface AttentionMap {
    /** Adds a listener, as for every element, with the types of this element's events. */
    addEventListener: Listen<AttentionMap, AttentionMapEvents>;
    /** Removes a listener, as for every element, with the types of this element's events. */
    removeEventListener: Listen<AttentionMap, AttentionMapEvents>;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'attention-lab': AttentionLab;
    'attention-map': AttentionMap;
  }
  // The events bubble, and cross the boundary of a shadow tree.
  interface GlobalEventHandlersEventMap
    extends Omit<AttentionLabEvents, 'attention-cell' | 'input' | 'change'> {
    'attention-cell': (AttentionLabEvents | AttentionMapEvents)['attention-cell'];
  }
}
