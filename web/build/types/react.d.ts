/** The types of `attention-lab/react`. */

import type { HTMLAttributes, ReactElement, Ref } from 'react';
import type {
  AttentionLabEvents,
  AttentionLabProps,
  AttentionMapEvents,
  AttentionMapProps,
  AttentionMap as Heat,
  AttentionLab as Lab,
} from './element.js';

/** `attention-cell` as a property: `AttentionCell`. */
type Pascal<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${Capitalize<First>}${Pascal<Rest>}`
  : Capitalize<Name>;

/** A listener for each event. */
type Listeners<Events> = {
  [Type in keyof Events & string as `on${Pascal<Type>}`]?: (event: Events[Type]) => void;
};

/** `key` is React's own: the column that is looked at is set by `state={{ key: 2 }}`. */
type Component<Element, Props, Events> = (
  props: Omit<HTMLAttributes<Element>, keyof Props> &
    Omit<Props, 'key'> &
    Listeners<Events> & { ref?: Ref<Element> },
) => ReactElement;

/** `<attention-lab>`, with its events as properties. */
export declare const AttentionLab: Component<Lab, AttentionLabProps, AttentionLabEvents>;
/** `<attention-map>`, with its events as properties. */
export declare const AttentionMap: Component<Heat, AttentionMapProps, AttentionMapEvents>;
