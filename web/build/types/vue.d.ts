/** The types of `attention-lab/vue`: its components, and the tags in templates. */

import type { EmitFn, FunctionalComponent, HTMLAttributes, PublicProps } from 'vue';
import type {
  AttentionLabEvents,
  AttentionLabProps,
  AttentionMapEvents,
  AttentionMapProps,
  AttentionMap as Heat,
  AttentionLab as Lab,
} from './element.js';

/** A listener for each event. */
type Listeners<Events> = { [Type in keyof Events]: (event: Events[Type]) => void };

/** `key` is Vue's own: the column that is looked at is set by `:state="{ key: 2 }"`. */
type Given<Props> = Omit<HTMLAttributes, keyof Props> & Omit<Props, 'key'>;

/** `<attention-lab>`, with its properties and events. */
export declare const AttentionLab: FunctionalComponent<
  Given<AttentionLabProps>,
  Listeners<AttentionLabEvents>
>;
/** `<attention-map>`, with its properties and events. */
export declare const AttentionMap: FunctionalComponent<
  Given<AttentionMapProps>,
  Listeners<AttentionMapEvents>
>;

/** What a tag in a template takes: properties, attributes and listeners, and its `key`. */
type Tag<Element, Props, Events> = new () => Element & {
  $props: Given<Props> & PublicProps;
  $emit: EmitFn<Listeners<Events>>;
};

declare module 'vue' {
  interface GlobalComponents {
    'attention-lab': Tag<Lab, AttentionLabProps, AttentionLabEvents>;
    'attention-map': Tag<Heat, AttentionMapProps, AttentionMapEvents>;
  }
}
