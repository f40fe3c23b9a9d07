/** The types of `attention-lab/vue`: its components; those of the tags come with `define`. */

import './define.js';
import type { FunctionalComponent, HTMLAttributes } from 'vue';
import type {
  AttentionLabEvents,
  AttentionLabProps,
  AttentionMapEvents,
  AttentionMapProps,
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
