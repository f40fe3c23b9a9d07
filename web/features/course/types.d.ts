/** Types that several modules of web/features/course/ use. */

export type Side = {
  words: readonly string[];
  language: string;
  onPick?: ((index: number) => void) | undefined;
  /** what a press does, for those who do not see it */
  labelOf?: (index: number) => string;
  /** the word that was pressed last */
  picked?: number;
};

export type Pairs = {
  keys: Side;
  queries: Side;
  /** the query whose lines are drawn; −1 for none */
  from: number;
  /** one for each key; none: no lines are drawn yet */
  weights: readonly number[];
  /** the cell of a weight */
  cellOf: (key: number) => string;
  /** what is seen */
  label: string;
};
