/**
 * Pictures of attention without a browser.
 * @module attention-lab/svg
 */

import type { State } from './element.js';

/** The attributes of `<attention-lab>` that a picture has a part in, in either spelling. */
export interface SvgOptions extends Partial<Record<keyof State, string | number>> {
  /** Steps below each other, comma separated; `weights` by default. */
  steps?: string;
  /** One tensor, or several, comma separated: their tables alone. */
  table?: string;
  /** Light by default. */
  theme?: 'light' | 'dark';
  /** Pixels: tables that do not fit stand below each other, and one that is wider is scaled. */
  width?: string | number;
}

/**
 * A picture of what `<attention-lab>` shows with the same attributes, made without a browser.
 * @returns SVG
 * @throws ArgumentError for a name or a value that there is not, and for the source of a model that has to learn
 */
export function attentionSvg(options?: SvgOptions): Promise<string>;
