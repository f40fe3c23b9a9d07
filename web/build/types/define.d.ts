/**
 * The types of `attention-lab/define`, which exports nothing. They declare the tags in JSX of React 19, and in templates
 * of Vue and Svelte. A project usually has only one of these frameworks; missing types of the others are not an error.
 */

// biome-ignore-all lint/suspicious/noTsIgnore: there is no error to expect if the framework is installed.
// @ts-ignore
import type { DetailedHTMLProps, Key, HTMLAttributes as ReactAttributes } from 'react';
// @ts-ignore
import type { HTMLAttributes as SvelteAttributes } from 'svelte/elements';
// @ts-ignore
import type { EmitFn, PublicProps, HTMLAttributes as VueAttributes } from 'vue';
import type {
  AttentionLab,
  AttentionLabEvents,
  AttentionLabProps,
  AttentionMap,
  AttentionMapEvents,
  AttentionMapProps,
  TagProps,
} from './element.js';

/** The props of a tag in JSX: properties, attributes, listeners and `key`. */
type ReactTag<Element, Props, Events> = Omit<
  DetailedHTMLProps<ReactAttributes<Element>, Element>,
  keyof Props | 'key'
> & { key?: Key | null } & Omit<TagProps<Props, Events>, 'key'>;

/** The attributes of a tag in a Svelte template. */
type SvelteTag<Element extends EventTarget, Props, Events> = Omit<
  SvelteAttributes<Element>,
  keyof Props
> &
  TagProps<Props, Events>;

/** The props of a tag in a Vue template. Vue adds `key`. */
type VueTag<Element, Props, Events> = new () => Element & {
  $props: Omit<VueAttributes, keyof Props> & Omit<Props, 'key'> & PublicProps;
  $emit: EmitFn<{ [Type in keyof Events]: (event: Events[Type]) => void }>;
};

// @ts-ignore
declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'attention-lab': ReactTag<AttentionLab, AttentionLabProps, AttentionLabEvents>;
      'attention-map': ReactTag<AttentionMap, AttentionMapProps, AttentionMapEvents>;
    }
  }
}

// @ts-ignore
declare module 'svelte/elements' {
  interface SvelteHTMLElements {
    'attention-lab': SvelteTag<AttentionLab, AttentionLabProps, AttentionLabEvents>;
    'attention-map': SvelteTag<AttentionMap, AttentionMapProps, AttentionMapEvents>;
  }
}

// @ts-ignore
declare module 'vue' {
  interface GlobalComponents {
    'attention-lab': VueTag<AttentionLab, AttentionLabProps, AttentionLabEvents>;
    'attention-map': VueTag<AttentionMap, AttentionMapProps, AttentionMapEvents>;
  }
}
