/** The tags in templates of Svelte. To import it registers the elements. */

import type { HTMLAttributes } from 'svelte/elements';
import type {
  AttentionLab,
  AttentionLabEvents,
  AttentionLabProps,
  AttentionMap,
  AttentionMapEvents,
  AttentionMapProps,
  TagProps,
} from './element.js';

/** What a tag in a template takes: properties, attributes and listeners, and its `key`. */
type Tag<Element extends EventTarget, Props, Events> = Omit<HTMLAttributes<Element>, keyof Props> &
  TagProps<Props, Events>;

declare module 'svelte/elements' {
  interface SvelteHTMLElements {
    'attention-lab': Tag<AttentionLab, AttentionLabProps, AttentionLabEvents>;
    'attention-map': Tag<AttentionMap, AttentionMapProps, AttentionMapEvents>;
  }
}
