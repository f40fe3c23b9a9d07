/**
 * Pictures of attention without a browser.
 * @module attention-lab/svg
 */

import type { AttentionMapProps, State, TagProps } from './element.js';

/** A number may be given as its digits. */
type Value<Type> = Type extends number ? Type | `${Type}` : Type;

/** Options by the names of properties and of attributes. */
type Spelled<Options> = {
  [Name in keyof Options & string as keyof TagProps<Record<Name, unknown>, unknown>]?: Value<
    Options[Name]
  >;
};

/** Fields of the state that a picture refuses. */
type ScreenOnly = 'view' | 'guide' | 'bug' | 'cell' | 'key' | 'pin' | 'rows' | 'spread';

/** Attributes of `<attention-lab>` that affect a picture, as properties or attributes. */
interface SvgOptions extends Spelled<Omit<State, 'v' | 'before' | 'answers' | ScreenOnly>> {
  /** Entries of the state, as an object or as its JSON. They count before the options. */
  state?: string | Partial<Omit<State, 'v' | 'before' | 'answers' | ScreenOnly>>;
  /** The steps to draw below each other, separated by commas; `weights` by default. */
  steps?: string;
  /** The tensors whose tables to draw in place of steps, separated by commas. */
  table?: string;
  /** The theme; light by default. */
  theme?: 'light' | 'dark';
  /** The colour of the paper, such as `#fff`, or `transparent`. Words keep the colour of the theme. */
  paper?: string;
  /**
   * The width in pixels. Tables that do not fit are drawn below each other, and a table that is
   * wider is scaled down.
   */
  width?: string | number;
  /** A picture of weights has `MapSvgOptions`. */
  weights?: undefined;
}

/** Attributes of `<attention-map>` that affect a picture, as properties or attributes. */
interface MapSvgOptions
  extends Spelled<
    Pick<AttentionMapProps, 'shape' | 'rowTokens' | 'columnTokens' | 'layer' | 'head' | 'label'> &
      Pick<AttentionMapProps, 'view' | 'scale' | 'wordPieces'>
  > {
  /** The weights, as for the element. */
  weights: NonNullable<AttentionMapProps['weights']>;
  /** The theme; light by default. */
  theme?: '' | 'light' | 'dark';
  /** The colour of the paper, such as `#fff`, or `transparent`. Words keep the colour of the theme. */
  paper?: string;
}

export type { MapSvgOptions, SvgOptions };

/**
 * Draws what `<attention-lab>` shows with the same attributes, or with `weights` what
 * `<attention-map>` shows, without a browser.
 * @returns the picture as SVG
 * @throws ArgumentError for an unknown name, an invalid value, or a source that is a model that needs training
 */
export function attentionSvg(options?: SvgOptions | MapSvgOptions): Promise<string>;
