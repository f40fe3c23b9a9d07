// What `tests/support/browser.js` adds to each page that a test opens.
import type { AttentionLab } from '../../web/elements/attention-lab.js';
import type { AttentionMap } from '../../web/elements/attention-map.js';
import type { Table } from './lab.js';

declare global {
  interface FindOne {
    <Tag extends keyof HTMLElementTagNameMap>(selector: Tag): HTMLElementTagNameMap[Tag] | null;
    <T extends Element = HTMLElement>(selector: string): T | null;
  }
  type Box = Record<'left' | 'top' | 'right' | 'bottom' | 'width' | 'height', number>;
  type FindAll = <T extends Element = HTMLElement>(selector: string) => T[];

  /** The first lab of the page. */
  var lab: AttentionLab;
  /** The first element of the lab that matches, and all that do. */
  var inLab: FindOne;
  var allInLab: FindAll;
  /** The box of the first element of the lab that matches. Throws if there is none. */
  var boxOf: (selector: string) => Box;

  /** The first map of the page, and its elements that match. */
  var attentionMap: AttentionMap;
  var inMap: FindOne;
  var allInMap: FindAll;

  /** What a test keeps in the page from one call to the next. */
  // biome-ignore lint/suspicious/noExplicitAny: each test keeps what it likes
  var kept: Record<string, any>;

  /** Waits until the browser has begun this many frames, one by default. */
  var nextFrames: (count?: number) => Promise<void>;

  /** Reads every table of numbers. */
  var tablesIn: (root: ParentNode) => Table[];

  /** Red, green, blue and opacity of each pixel of a part, or of all. */
  var readPixels: (
    canvas: HTMLCanvasElement,
    x?: number,
    y?: number,
    width?: number,
    height?: number,
  ) => number[];
}
