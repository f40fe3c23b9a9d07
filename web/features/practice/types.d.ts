/** Types that several modules of web/features/practice/ share. */

import type { Tensor } from '../../../src/js/index.js';
import type { Matrix } from '../../figures/types.js';
import type { Cell, Graph, GraphNode } from '../../graph/types.js';
import type { ViewContext } from '../../lessons/context.js';
import type { LessonStep } from '../../lessons/types.js';
import type { GoalSpec, PageRun, PageSpec } from '../../pages/types.js';
import type { Source } from '../../sources/types.js';
import type { Settings, State } from '../../state/types.js';
import type { RIGHT_ANSWER } from './self-test/question.js';
import type { misconceptions } from './text/en/self-test.js';
import type { BLANK_CHOICES, SHEET_KINDS } from './worksheet/options.js';
import type { Question as WorksheetQuestion } from './worksheet/questions.js';

/** A change of a run: an operation, its inputs, or a given table is replaced. */
export type Change = {
  /** nodes of the graph, by id */
  nodes?: Record<string, Partial<GraphNode> | GraphNode[]>;
  given?: Record<string, () => Tensor>;
};

export type Mistake = {
  id: string;
  /** the first wrong table */
  table: string;
  /** whether the graph has the nodes that the mistake changes */
  fits: (graph: Graph, settings: Settings) => boolean;
  /** whether the mistake changes any number; true by default */
  shows?: (settings: Settings) => boolean;
  wrong: (source: Source) => Change;
};

export type Bug = Mistake & {
  /** whether the bug is about something that no chapter teaches */
  isBeyondCourse?: boolean;
  /** settings of a run in which the bug shows */
  settings: Partial<Settings>;
  /** a change that the right run needs, too */
  right?: (source: Source) => Change;
};

export type Puzzle = {
  level: 1 | 2 | 3;
  number: number;
  bug: Bug;
  settings: Partial<Settings>;
  /** the bug and other mistakes, in random order */
  choices: Mistake[];
};

export type RunContext = PageRun;

export type Result = {
  isRight: boolean;
  /** the digits to which it is right, if the table has more */
  digits?: number;
  /** how many numbers were compared */
  count: number;
  /** how many differ */
  wrong: number;
  /** the cell of the first number that differs */
  cell?: Cell;
  /** the answer for that cell */
  typed?: Typed;
  /** how many decimals the numbers need, if they are only rounded too much */
  decimals?: number;
  /** whether only its sign is wrong */
  hasWrongSign?: boolean;
  /** whether the weights are exponentials, not yet divided by the sum of their row */
  isUndivided?: boolean;
  /** ids of bugs that give these numbers */
  mistakes: string[];
};

/** the part of a table that is left blank for an answer */
export type BlankPart = {
  id: string;
  /** the index along the first axes, without the head */
  leading: readonly number[];
  /** whether the answer was right, so that the numbers are shown */
  isDone: boolean;
  /** whether the task fixes the part, so that the reader cannot choose it */
  isTask?: boolean;
};

/** a number as a reader typed it */
export type Typed = {
  value: number;
  /** the largest distance of the exact number: half a unit of the last digit */
  tolerance: number;
  /** significant digits */
  digits?: number;
};

export type Answer = {
  /** row by row */
  numbers: Typed[];
  /** the shape of the table; [] for a single number */
  shape: number[];
};

export type Measure = Omit<GoalSpec['wanted'][number], 'by'> & {
  read: (context: RunContext) => number;
};

/** tables by id, with some of their rows; without `rows`, all rows */
export type Tables = Record<string, { rows?: number[] }>;

export type Goal = Omit<GoalSpec, 'numbers' | 'range'> & {
  id: string;
  /** the state in which the goal starts */
  start: State;
  /** the numbers that may be changed */
  numbers?: Tables;
  /** the range of these numbers */
  range: [low: number, high: number];
  /** measures that all have to be within their bounds */
  measures: Measure[];
};

/** A question of the self-test. Its settings and pictures are like those of a page. */
export type Question = Pick<PageSpec, 'settings' | 'numbers'> & {
  id: string;
  /** at most two sentences */
  text: string;
  /** tables, as in the pictures of a page */
  show?: { kind: 'table'; of: string; name?: string; cover?: string[] }[];
  question: string;
  /** answers to choose from, and the misconception that each shows */
  answers?: Readonly<Record<string, Misconception | typeof RIGHT_ANSWER>>;
  /** whether the answers are lines of a program */
  code?: true;
  /** the right number */
  number?: number;
  /** the label of the field for the number */
  label?: string;
  /** wrong numbers, and the misconceptions that they show */
  mistakes?: Readonly<Record<string, Misconception>>;
  /** one sentence that says why the right answer is right */
  why: string;
};

export type Misconception = keyof typeof misconceptions;

/** a table to fill in, and the tables that it is computed from */
export type Exercise = {
  step: LessonStep;
  /** tables and the signs between them */
  parts: (Matrix | string)[];
  /** steps that scale or mask an earlier table's scores before this exercise starts */
  before: LessonStep[];
  isBlank: (matrix: Matrix, row: number, column: number) => boolean;
  /** the earlier place of a table with blanks, because each table is filled in once */
  repeats: (matrix: Matrix) => SheetPlace | undefined;
};

/** a cell's place on the sheet; `number` is that of the exercise, counted from 1 */
export type SheetPlace = { isBlank: boolean; number: number; matrix: Matrix };

export type Sheet = {
  /** counted from 1 */
  number: number;
  context: ViewContext;
  exercises: Exercise[];
  questions: WorksheetQuestion[];
};

/**
 * One row, every second row, or whole tables. Rows are blank as a whole, so that no weight can be
 * found by subtracting the others from 1.
 */
export type Blank = (typeof BLANK_CHOICES)[number];

/** all sheets the same, with different blanks, or each with its own seed */
export type SheetKind = (typeof SHEET_KINDS)[number];

export type WorksheetOptions = {
  /** tables to fill in, named by the steps that make them */
  tables: string[];
  blank: Blank;
  sheets: number;
  kind: SheetKind;
  hasKey: boolean;
};
