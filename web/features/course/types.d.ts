/** Types that several modules of web/features/course/ share. */

export type Side = {
  words: readonly string[];
  language: string;
  onPick?: ((index: number) => void) | undefined;
  /** describes a press to screen readers */
  labelOf?: (index: number) => string;
  /** the index of the word that was pressed last */
  picked?: number;
};

export type Pairs = {
  keys: Side;
  queries: Side;
  /** the query whose lines are drawn; −1 for none */
  from: number;
  /** a weight for each key; empty while no lines are drawn */
  weights: readonly number[];
  /** returns the cell of a weight */
  cellOf: (key: number) => string;
  /** describes the figure to screen readers */
  label: string;
};
