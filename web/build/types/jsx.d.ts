/** The tags in JSX of React 19. To import it registers the elements. */

import type { DetailedHTMLProps, HTMLAttributes, Key } from 'react';
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
type Tag<Element, Props, Events> = Omit<
  DetailedHTMLProps<HTMLAttributes<Element>, Element>,
  keyof Props | 'key'
> & { key?: Key | null } & Omit<TagProps<Props, Events>, 'key'>;

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'attention-lab': Tag<AttentionLab, AttentionLabProps, AttentionLabEvents>;
      'attention-map': Tag<AttentionMap, AttentionMapProps, AttentionMapEvents>;
    }
  }
}
