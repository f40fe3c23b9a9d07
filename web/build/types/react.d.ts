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

/** The name of an event in a prop, such as `AttentionCell` for `attention-cell`. */
type Pascal<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${Capitalize<First>}${Pascal<Rest>}`
  : Capitalize<Name>;

/** A listener for each event. */
type Listeners<Events> = {
  [Type in keyof Events & string as `on${Pascal<Type>}`]?: (event: Events[Type]) => void;
};

/** A component of an element. `key` is a prop of React, so `state={{ key: 2 }}` selects the column. */
type Component<Element, Props, Events> = (
  props: Omit<HTMLAttributes<Element>, keyof Props> &
    Omit<Props, 'key'> &
    Listeners<Events> & { ref?: Ref<Element> },
) => ReactElement;

/** The component of `<attention-lab>`, with its events as props. */
export declare const AttentionLab: Component<Lab, AttentionLabProps, AttentionLabEvents>;
/** The component of `<attention-map>`, with its events as props. */
export declare const AttentionMap: Component<Heat, AttentionMapProps, AttentionMapEvents>;
