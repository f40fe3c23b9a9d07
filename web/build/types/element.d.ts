// `Symbol.dispose` is younger than what TypeScript knows by default.
/// <reference lib="esnext.disposable" />

/**
 * The classes of `<attention-lab>` and `<attention-map>`, their properties and events. Importing them registers nothing.
 * @module attention-lab/element
 */

// Beside what is made from the sources here is what JSDoc cannot say: properties that are defined in a loop, tags, events.

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
  /** The core is loaded and the lesson is on screen. */
  'attention-ready': CustomEvent<Record<string, never>>;
  /** Another step is shown. */
  'attention-step': CustomEvent<{
    /** its name, such as `weights` */
    step: string;
    /** its place among the steps, from 0 */
    index: number;
    /** how many steps there are */
    count: number;
  }>;
  /** A number is taken apart. */
  'attention-cell': CustomEvent<{
    /** which number, such as `weights.0.1.2` */
    cell: string;
  }>;
  /** The state is another: `changed` names what of it. */
  'attention-change': CustomEvent<{
    /** the new state */
    state: State;
    /** the names of the entries that changed */
    changed: (keyof State)[];
  }>;
  /** The core does not load, or something that was given cannot be shown. */
  'attention-error': CustomEvent<{
    /** the kind of error, such as `ERR_CHAPTER` */
    code: string;
    /** a sentence that says what is wrong */
    message: string;
    /** everything that is wrong with a chapter */
    problems?: {
      /** the place in its JSON, such as `pages[2].task` */
      path: string;
      /** what is wrong there */
      message: string;
    }[];
  }>;
  /** The reader has changed the state: `value` is another. */
  input: Event;
  /** The same, once a slider or a word is let go. */
  change: Event;
}

/** The events of `<attention-map>`. */
export interface AttentionMapEvents {
  /** A number is pressed, or Enter on it. */
  'attention-cell': CustomEvent<PressedNumber>;
  /** Something that was given cannot be shown. */
  'attention-error': CustomEvent<{
    /** the kind of error, such as `ERR_SHAPE` */
    code: string;
    /** a sentence that says what is wrong */
    message: string;
  }>;
  /** Sent with `attention-cell`: `value` is another. */
  input: Event;
  /** Sent with `attention-cell`: `value` is another. */
  change: Event;
}

/** The settable values of `<attention-lab>`: its properties, part of a `state`, a `theme`, and the `lang` of its words. */
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

/** The settable values of `<attention-map>`: its properties, and the `lang` of its tokens. */
export type AttentionMapProps = Partial<
  Pick<AttentionMap, 'weights' | 'shape' | 'rowTokens' | 'columnTokens' | 'layer' | 'head'> &
    Pick<AttentionMap, 'view' | 'scale' | 'wordPieces' | 'label' | 'caption' | 'locked'> &
    Pick<AttentionMap, 'theme' | 'src' | 'loading'>
> & {
  /** The language of the tokens, such as `fr`. */
  lang?: string;
};

/** `dModel` as an attribute: `d-model`. */
type Kebab<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? First extends Lowercase<First>
    ? `${First}${Kebab<Rest>}`
    : `-${Lowercase<First>}${Kebab<Rest>}`
  : Name;

/** A tag in a template: properties, the same as attributes, and listeners, as in `onattention-cell`. */
export type TagProps<Props, Events> = {
  [Name in keyof Props & string as Name | Kebab<Name>]?: Props[Name] | string;
} & {
  [Type in keyof Events & string as `on${Type}`]?: (event: Events[Type]) => void;
};

/** `addEventListener` of an element that has events of its own. */
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
    /** As of every element, with the types of its own events. */
    addEventListener: Listen<AttentionLab, AttentionLabEvents>;
    /** As of every element, with the types of its own events. */
    removeEventListener: Listen<AttentionLab, AttentionLabEvents>;
  }
}

declare module '../../elements/attention-map.js' {
  interface AttentionMap {
    /** As of every element, with the types of its own events. */
    addEventListener: Listen<AttentionMap, AttentionMapEvents>;
    /** As of every element, with the types of its own events. */
    removeEventListener: Listen<AttentionMap, AttentionMapEvents>;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'attention-lab': AttentionLab;
    'attention-map': AttentionMap;
  }
  // The events bubble, and leave a shadow tree.
  interface GlobalEventHandlersEventMap
    extends Omit<AttentionLabEvents, 'attention-cell' | 'input' | 'change'> {
    'attention-cell': (AttentionLabEvents | AttentionMapEvents)['attention-cell'];
  }
}
