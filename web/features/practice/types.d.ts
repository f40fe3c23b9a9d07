/** Types that several modules of web/features/practice/ use. */

import type { Tensor } from '../../../src/js/index.js';
import type { Matrix } from '../../figures/types.js';
import type { Cell, Graph, GraphNode } from '../../graph/types.js';
import type { LessonStep, ViewContext } from '../../lessons/context.js';
import type { CourseContext } from '../../pages/types.js';
import type { Source } from '../../sources/types.js';
import type { Settings, State } from '../../state/types.js';
import type { RIGHT_ANSWER } from './self-test/question.js';
import type { Question as WorksheetQuestion } from './worksheet/questions.js';

/** A bug is a run of which one thing is wrong: an operation, what it reads, or a table that is given. */
export type Change = {
  /** of the graph, by id */
  nodes?: Record<string, Partial<GraphNode> | GraphNode[]>;
  given?: Record<string, () => Tensor>;
};

export type Mistake = {
  id: string;
  /** the first that is wrong */
  table: string;
  /** whether the graph has what it goes wrong with */
  fits: (graph: Graph, settings: Settings) => boolean;
  /** whether any number differs; it does by default */
  shows?: (settings: Settings) => boolean;
  wrong: (source: Source) => Change;
};

export type BugOnly = {
  /** whether no chapter teaches what it is about */
  isBeyondCourse?: boolean;
  /** whether additive attention can have it as well as the dot product */
  isGeneral?: boolean;
  /** of a run in which it shows */
  settings: Partial<Settings>;
  /** what the right run has beyond its source */
  right?: (source: Source) => Change;
};

export type Bug = Mistake & BugOnly;

export type Puzzle = {
  level: 1 | 2 | 3;
  number: number;
  bug: Bug;
  settings: Partial<Settings>;
  /** what it may be: the bug and others, in an order that says nothing */
  choices: Mistake[];
};

export type RunContext = Pick<ViewContext, 'attention' | 'state' | 'computation'>;

export type Result = {
  isRight: boolean;
  /** of numbers that were compared */
  count: number;
  /** how many differ */
  wrong: number;
  /** the first that differs */
  cell?: Cell;
  /** what was answered there */
  typed?: Typed;
  /** ids of bugs that give these numbers */
  mistakes: string[];
};

/** of a table */
export type AskedTable = {
  id: string;
  /** the index along its first axes, without the head */
  leading: readonly number[];
  /** whether it was answered right, and is shown */
  isDone: boolean;
  /** whether it is asked for: what it is, is not said */
  isTask?: boolean;
};

/** one number as it was written */
export type Typed = {
  value: number;
  /** how far the exact number may be from it: half a unit of its last digit */
  tolerance: number;
  /** significant ones */
  digits?: number;
};

export type Answer = {
  /** row by row */
  numbers: Typed[];
  /** of the table, [] for a single number */
  shape: number[];
};

/** A measure needs no more than a run. */
export type Measured = Pick<CourseContext, 'state' | 'computation' | 'attention'>;

export type Measure = {
  read: (context: Measured) => number;
  /** what its meter shows, where the texts of the goals have no word for it */
  name?: string;
  /** that it has to be */
  least?: number;
  most?: number;
  /** of its meter; without, 1 */
  end?: number;
};

/** by id; without rows all of them */
export type Tables = Record<string, { rows?: number[] }>;

export type Goal = {
  id: string;
  /** where it starts */
  state: Partial<State>;
  /** how many changes are allowed */
  moves: number;
  /** with how many it can be done, where these are fewer */
  fewest?: number;
  /** that may be changed */
  numbers?: Tables;
  /** of these */
  range?: [low: number, high: number];
  /** whether pairs may be masked */
  isPainted?: boolean;
  /** settings that may be changed */
  choices?: { [name in keyof Settings]?: Settings[name][] };
  /** its range, where it may be changed */
  temperature?: [low: number, high: number];
  /** what comes of it */
  shows: Tables;
  /** all have to be reached */
  measures: Measure[];
};

/** how fast a measured number follows another */
export type Slope = {
  /** 'k.0.3.1', or 'temperature' */
  place: string;
  /** where it is */
  at: number;
  derivative: number;
};

/** what a choice would do */
export type GoalStep = {
  change: Partial<State>;
  /** that it masks, or no longer masks */
  pair?: [query: number, key: number];
  /** on the measured number */
  effect: number;
};

/** `index`: of the measure */
export type Hint = (
  | ({ kind: 'number'; direction: -1 | 1 } & Slope)
  | ({ kind: 'choice' } & GoalStep)
) & { index: number };

export type QuestionWords = {
  /** at most two sentences */
  setup: string;
  question: string;
  /** to choose from */
  answers?: string[];
  /** of a number */
  label?: string;
  /** the right answer is right, in one sentence */
  why: string;
};

export type Question = {
  id: string;
  words: QuestionWords;
  /** what each answer shows */
  shows?: (Misconception | typeof RIGHT_ANSWER)[];
  /** that is asked for */
  number?: number;
  /** other numbers, and what they show */
  mistakes?: Readonly<Record<number, Misconception>>;
  /** whether the answers are lines of a program */
  isCode?: boolean;
  /** what is computed for its figure */
  state?: Partial<State>;
  figure?: (context: CourseContext) => unknown;
};

export type Misconception =
  | 'importance'
  | 'explains'
  | 'axis'
  | 'share'
  | 'pick'
  | 'late'
  | 'scale'
  | 'position'
  | 'heads'
  | 'roles'
  | 'kinds'
  | 'shape'
  | 'widths'
  | 'cost'
  | 'stored';

/** a table to be filled in, and those that it is computed from */
export type Exercise = {
  step: LessonStep;
  /** tables and the signs between them */
  parts: (Matrix | string)[];
  /** steps that are not asked for, between an earlier table of the sheet and its first */
  before: LessonStep[];
  isBlank: (matrix: Matrix, row: number, column: number) => boolean;
  /** where the numbers of a table with blanks stand before: they are filled in once */
  repeats: (matrix: Matrix) => SheetPlace | undefined;
};

/** on the sheet; number: of the exercise, from 1 */
export type SheetPlace = { isBlank: boolean; number: number; matrix: Matrix };

export type Sheet = {
  /** from 1 */
  number: number;
  context: ViewContext;
  exercises: Exercise[];
  questions: WorksheetQuestion[];
};

/** one row, every second row, or whole tables: of a row that adds up to 1 no number is left to be taken from 1 */
export type Blank = 'row' | 'half' | 'all';

/** all sheets the same, with other blanks, or each with a seed of its own */
export type SheetKind = 'same' | 'blanks' | 'each';

export type WorksheetOptions = {
  /** that are to be filled in, by the steps that make them */
  tables: string[];
  blank: Blank;
  sheets: number;
  kind: SheetKind;
  hasKey: boolean;
};
