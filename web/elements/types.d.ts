/** Types that several modules of web/elements/ use. */

/** what a lab can be exported as */
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

/** what a map can be exported as */
export type MapFormat = 'svg' | 'png' | 'csv' | 'json';

/** a weight that was pressed; indices count from 0 */
export type PressedNumber = {
  /** the index of the query */
  row: number;
  /** the index of the key */
  column: number;
  /** where there are several */
  layer?: number;
  /** the index of the head */
  head: number;
  /** the token of the query, as it was given */
  rowToken: string;
  /** the token of the key, as it was given */
  columnToken: string;
  /** the weight, as the shortest decimal that names its float32, such as 0.9 */
  value: number;
};
