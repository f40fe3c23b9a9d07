/** The types of `attention-lab/map`: those of the element alone. */

import type { AttentionMap, MapFormat } from '../../elements/attention-map.js';

export type { Tensor, TensorLike } from '../../../src/js/tensor.js';
export * from '../../map.js';
export type { MapFormat };

/** What `<attention-map>` sends. */
export interface AttentionMapEvents {
  'attention-cell': CustomEvent<{
    row: number;
    column: number;
    /** Where there are several. */
    layer?: number;
    head: number;
    rowToken: string;
    columnToken: string;
    value: number;
  }>;
  'attention-error': CustomEvent<{ code: string; message: string }>;
}

declare module '../../elements/attention-map.js' {
  interface AttentionMap {
    addEventListener<Type extends keyof AttentionMapEvents>(
      type: Type,
      listener: (this: AttentionMap, event: AttentionMapEvents[Type]) => unknown,
      options?: boolean | AddEventListenerOptions,
    ): void;
    addEventListener<Type extends Exclude<keyof HTMLElementEventMap, keyof AttentionMapEvents>>(
      type: Type,
      listener: (this: AttentionMap, event: HTMLElementEventMap[Type]) => unknown,
      options?: boolean | AddEventListenerOptions,
    ): void;
    addEventListener(
      type: string,
      listener: EventListenerOrEventListenerObject,
      options?: boolean | AddEventListenerOptions,
    ): void;
  }
}
