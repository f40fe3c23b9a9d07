/**
 * Pictures of attention without a browser.
 * @module attention-lab/svg
 */

import type { State } from './element.js';

/** Attributes of `<attention-lab>` that affect a picture, as properties or attributes. */
export interface SvgOptions extends Partial<Record<keyof State, string | number>> {
  /** The steps to draw below each other, separated by commas; `weights` by default. */
  steps?: string;
  /** The tensors whose tables to draw in place of steps, separated by commas. */
  table?: string;
  /** The theme; light by default. */
  theme?: 'light' | 'dark';
  /**
   * The width in pixels. Tables that do not fit are drawn below each other, and a table that is
   * wider is scaled down.
   */
  width?: string | number;
}

/**
 * Draws what `<attention-lab>` shows with the same attributes, without a browser.
 * @returns the picture as SVG
 * @throws ArgumentError for an unknown name, an invalid value, or a source that is a model that needs training
 */
export function attentionSvg(options?: SvgOptions): Promise<string>;
