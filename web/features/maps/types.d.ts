/** Types that several modules of web/features/maps/ use. */

export type Line = { head: number; row: number; column: number; value: number };
