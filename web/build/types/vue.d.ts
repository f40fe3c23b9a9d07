/** The types of the components of `attention-lab/vue`. The types of the tags are in `define`. */

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

/** The props of an element. `key` is a prop of Vue, so `:state="{ key: 2 }"` selects the column. */
type Given<Props> = Omit<HTMLAttributes, keyof Props> & Omit<Props, 'key'>;

/** The component of `<attention-lab>`, with its properties and events. */
export declare const AttentionLab: FunctionalComponent<
  Given<AttentionLabProps>,
  Listeners<AttentionLabEvents>
>;
/** The component of `<attention-map>`, with its properties and events. */
export declare const AttentionMap: FunctionalComponent<
  Given<AttentionMapProps>,
  Listeners<AttentionMapEvents>
>;
