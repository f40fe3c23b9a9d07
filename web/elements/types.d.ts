/** Types that several modules of web/elements/ use. */

/** The export formats of a lab. */
export type LabFormat =
  | 'link'
  | 'csv'
  | 'json'
  | 'svg'
  | 'png'
  | 'map'
  | 'numpy'
  | 'pytorch'
  | 'javascript';

/** The export formats of a map. */
export type MapFormat = 'svg' | 'png' | 'csv' | 'json';

/** A pressed weight; indices count from 0. */
export type PressedNumber = {
  /** The index of the query. */
  row: number;
  /** The index of the key. */
  column: number;
  /** The index of the layer, if there are several. */
  layer?: number;
  /** The index of the head. */
  head: number;
  /** The token of the query, as given. */
  rowToken: string;
  /** The token of the key, as given. */
  columnToken: string;
  /** The weight as the shortest decimal of its float32, such as 0.9. */
  value: number;
};
