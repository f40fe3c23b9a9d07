/** Types that several modules of web/features/maps/ use. */

export type Line = { row: number; column: number; value: number };
