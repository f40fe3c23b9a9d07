/** Types that several modules of web/pages/ use. */

import type { Operations } from '../../src/js/attention.js';
import type { Cell } from '../graph/types.js';
import type { ViewContext } from '../lessons/context.js';
import type { FilledWords, Paragraphs } from '../lessons/types.js';
import type { Computation } from '../sources/types.js';
import type { GivenAnswer, State } from '../state/types.js';
import type { TaskKind } from './tasks/index.js';

/** A schema of a value, with the few keywords of JSON Schema that are used here. */
export type Schema = {
  /** What the type does not tell, for messages and editors. */
  description?: string;
  type?: 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean';
  /** The properties; no others are allowed. */
  properties?: Record<string, Schema>;
  additionalProperties?: false;
  required?: string[];
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  /** Texts of the right form, for messages and editors. */
  examples?: readonly string[];
  minimum?: number;
  maximum?: number;
  enum?: readonly unknown[];
  const?: unknown;
  /** Objects that differ by their `kind`. */
  oneOf?: Schema[];
  /** Values that differ by their type. */
  anyOf?: Schema[];
};

export type Problem = {
  /** The path, such as 'pages[2].task.answers', or '' for the root. */
  path: string;
  message: string;
};

export type ChapterProblems = Error & { problems: readonly Problem[] };

/** The numbers of a page. */
export type PageRun = Pick<ViewContext, 'attention' | 'state' | 'computation'>;

/** The context of a page, beyond that of every view. */
export type CourseContext = ViewContext & {
  /** The answer on this page. */
  given: GivenAnswer | undefined;
  /** The verdict on this answer, or on the screen. */
  verdict?: Verdict | undefined;
  /** Whether the task is done or its answer was shown, so that nothing is hidden. */
  isOpen: boolean;
  /** Ids of all tables on the page, which share one colour scale. */
  tablesOnOneScale?: string[];
  /** Cells that the task hides, which the colour scale must not reveal. */
  hiddenCells?: Cell[];
  answer: (value: string) => void;
  /** The panel in which a model learns, if the page has one. */
  training: unknown;
  /** Renders a link to the lab with these settings. */
  labLink: (change: Partial<State>) => unknown;
};

export type Page = {
  /** The chapter and the name of the page: 'why-flip'. */
  id: string;
  title: string;
  /** The entries that differ from the defaults. */
  state: Partial<State>;
  /** Fields of the state that buttons of the page change. */
  switches?: string[];
  /** The introduction, at most two sentences. */
  setup: (context: CourseContext) => unknown;
  figure: (context: CourseContext) => unknown;
  /** Replaces the figure while a model is loading. The setup and the question must not read numbers then. */
  meanwhile?: (context: CourseContext) => unknown;
  /** The words of that figure, if it accepts answers. */
  meanwhileWords?: Pick<Computation, 'keyWords' | 'queryWords'>;
  /** Whether Next skips the page. The previous page links to it once its task is done. */
  isExtra?: boolean;
  /** Whether the page follows the numbered ones, such as a result. */
  isUnnumbered?: boolean;
  /** Whether the page uses the numbers that are on screen already. */
  keepsState?: boolean;
  /** Whether the setup has a field for the sentence, which stays if the sentence is refused. */
  hasSentence?: boolean;
  /** Whether numbers can be set, and traced before the task is done. */
  isSettable?: boolean;
  /** Returns the context for the panel of a traced number. */
  panel?: (context: CourseContext) => CourseContext;
  task?: Task;
  /**
   * The origin of the numbers in words that the course has introduced, or '' if there are none. By
   * default, the source provides the text.
   */
  origin?: string;
  /** Renders text after the task is done, at most three sentences. */
  after?: (context: CourseContext) => unknown;
};

export type Chapter = {
  id: string;
  title: string;
  question: string;
  /** Renders a summary after the last page. */
  recap?: (context?: CourseContext) => unknown;
  pages: Page[];
  /** The reason why an author's chapter cannot be read. */
  error?: ChapterProblems;
  /** Computes the pages of an author's chapter, one at each step, and returns what is wrong with them. */
  check?: (attention: Operations) => Generator<undefined, ChapterProblems | undefined>;
};

export type Verdict = {
  isRight: boolean;
  /** Whether the first part is right, and the reply asks for the next one. */
  isUnderway?: boolean;
  /** Whether a goal was reached earlier, but does not hold now. */
  isEarlier?: boolean;
  /** The indices of the wrong numbers or items. */
  wrong?: number[];
  /** The item that the reply is about, if the reply does not name it. */
  about?: unknown;
  /** The reply, which names the reason for the answer. */
  reply: unknown;
};

/** Stores an answer in the format of the address. */
export type Give = (course: CourseContext, event: Event, value: string) => void;

/** What tasks of all kinds have. */
export type AnyTask = {
  question: unknown;
  /** Judges an answer in the format of the address. */
  judge: (context: CourseContext, value: string) => Verdict;
  /** Whether the reader answers in the figure, and the question stands above it. */
  isInFigure?: boolean;
  /** Whether the screen is judged, not an answer. */
  judgesScreen?: boolean;
  className?: string;
  /** Renders the fields of the answer. */
  fields?: (course: CourseContext, give: Give) => unknown;
  /**
   * Renders the answer after “Show the answer”; undefined if the figure shows it. Without this
   * function, there is no such button.
   */
  shown?: (course: CourseContext) => unknown;
  /** Renders the answer in the notes for teachers, if not as `shown` does. */
  printed?: (course: CourseContext) => unknown;
  /** Whether the page keeps the answer and gives no reply. */
  isUngraded?: boolean;
  /** The instructions of a task in the figure, shown until the task is done. */
  instruction?: unknown;
  /** The words before the line for an answer on paper. */
  onPaper?: string;
  /** A text about as long as the instruction, whose space stays empty afterwards. */
  room?: string;
  /**
   * Whether the figure shows the reply beside the pressed word, and the button that shows the
   * answer. Elsewhere the reply is only for screen readers, and the question disappears with the
   * answer.
   */
  isNear?: boolean;
  /** Renders a picture of each item, above its options. The figure of the page is then this task. */
  picture?: ((context: CourseContext, item: number) => unknown) | undefined;
  /**
   * Returns the value that is stored when the target is reached; `before` is the previous value. By
   * default, only that it was reached is stored.
   */
  kept?: (context: CourseContext, before?: string) => string;
  /** Keeps the reader's changes, whether or not they reach the target. */
  keepDraft?: (context: ViewContext) => void;
  /** Returns the state that shows the stored value again. */
  reopen?: (value: string, state: Partial<State>) => Partial<State>;
};

/** A choice between several answers. */
export type Choice = AnyTask & {
  kind: 'choice';
  answers: unknown[];
  /** Whether the answers are lines of a program. */
  isCode?: boolean;
  /** Returns the index of the right answer. */
  expected: () => number;
};

/** Fields to fill in. The answer is the numbers, joined by `_`. */
export type Numbers = AnyTask & {
  kind: 'numbers';
  /** The label of each field. */
  labels: unknown[];
  /** Renders help, such as a calculation with blanks. */
  help?: (context: CourseContext) => unknown;
  expected: (context: CourseContext) => number[];
  /** How far an answer may be off; by default, as far as the digits on screen. */
  tolerance?: number | undefined;
  /** Returns the number of decimals to round to; undefined if nothing has to be rounded. */
  decimals?: (context: CourseContext) => number | undefined;
};

/** A word to press in the figure. The answer is its index. */
export type PickTask = AnyTask & {
  kind: 'pick';
  /** Returns the index of a right word, or another right answer in the format of the address. */
  expected?: (context: CourseContext) => number | string;
};

/** A target to reach in the figure. */
export type Target = AnyTask & {
  kind: 'target';
  /** Judges the screen. */
  judge: (context: CourseContext) => Verdict;
};

/** A choice for each of several items. The answer is the indices, joined by `_`. */
export type Match = AnyTask & {
  kind: 'match';
  items: string[];
  options: string[];
  /** Returns the index of the right option of each item. */
  expected: (context: CourseContext) => number[];
};

export type Task = Choice | Numbers | PickTask | Target | Match;

export type SettingsSpec = Record<string, string | number> & {
  edits?: string;
  masked?: string;
  bug?: string;
};

/** Numbers set by hand, by table. */
export type HandMade = Record<string, number[][]>;

/**
 * The JSON of a chapter that fits the schema. Only the practice has goals, bugs and blanks to fill
 * in. Parts that only the course has, because they need a program, are at the end.
 */
export type ChapterSpec = {
  title: string;
  question?: string;
  recap?: string;
  pages: PageSpec[];
};

export type PageSpec = {
  id: string;
  title: string;
  extra?: true;
  settings?: SettingsSpec;
  numbers?: HandMade;
  origin?: string;
  text: Paragraphs;
  meanwhile?: Paragraphs;
  show?: ShowSpec[];
  task?: TaskSpec;
  after?: Paragraphs;
};

export type ShowSpec = { after?: boolean | 'answer' } & (
  | {
      kind: 'table';
      of: string;
      rows?: number[] | 'selected';
      head?: number;
      name?: string;
      cover?: 'all' | string[];
      narrow?: true;
    }
  | { kind: 'sign'; sign: string }
  | { kind: 'arcs'; of?: string; head?: number; cover?: true }
  | { kind: 'arrows'; of: string[]; rows?: number[] }
  | { kind: 'points'; of?: string; mean?: string }
  | { kind: 'bars'; of: string[] }
  | { kind: 'whole' }
  | { kind: 'text'; text: Paragraphs }
  | {
      kind: 'switch';
      label: string;
      choices: { name: string; settings?: SettingsSpec; numbers?: HandMade }[];
    }
  | { kind: 'figure'; name: string; tables?: string[]; meanwhile?: true }
);

export type ChoiceSpec = {
  kind: 'choice';
  question: string;
  code?: true;
  answers: { answer: string; reply: string | string[]; right?: true }[];
};

export type PressSpec = {
  kind: 'press';
  question: string;
  /** The instructions, shown while the task is open. */
  instruction?: string;
  word: number | 'largest';
  right: string;
  wrong: string;
  replies?: { word: number | number[]; reply: string }[];
};

export type NumbersSpec = {
  kind: 'numbers';
  question: string;
  cells: { cell?: string; number?: number; label?: string; wrong?: string }[];
  help?: string;
  right: string;
  wrong?: string;
  tolerance?: number;
  /** Mistakes, or in the course the id of the page whose mistakes are used. */
  mistakes?: MistakeSpec[] | string;
};

/** A known mistake. Only the course uses `by`, the name of a function. */
export type MistakeSpec = { cells?: string[]; numbers?: number[][]; by?: string; reply: string };

export type MatchSpec = {
  kind: 'match';
  question: string;
  items: {
    item: string;
    option?: number;
    replies?: { option: number; reply: string }[];
    wrong?: string;
  }[];
  options: string[];
  right: string;
  wrong?: string;
  /** The name of a function of the course. */
  by?: string;
};

export type FillSpec = {
  kind: 'fill';
  question: string;
  table: string;
  row?: number;
  right: string;
  wrong?: string;
};

/** Only the practice uses `by`, the name of a function, `end` and `fewest`. */
export type GoalSpec = {
  kind: 'goal';
  question: string;
  wanted: {
    cell?: string;
    by?: string;
    /** The name of the meter. */
    name: string;
    /** The bounds that the number has to reach. */
    least?: number;
    most?: number;
    /** The end of the meter, if not that of a weight, or twice the bounds. */
    end?: number;
  }[];
  /** How many changes are allowed. */
  changes: number;
  /** The fewest changes that reach the goal, if fewer than `changes`. */
  fewest?: number;
  /** The hint, where the derivative of the measured number leads nowhere. */
  hint?: string;
  /** The numbers that may be changed. */
  numbers?: { table: string; rows?: number[] }[];
  /** The range of these numbers. */
  range?: [low: number, high: number];
  /** Whether pairs may be masked. */
  paint?: boolean;
  /** The range of the temperature, if it may be changed. */
  temperature?: [low: number, high: number];
  /** Settings that may be changed. */
  settings?: {
    pad?: number[];
    fill?: ('inf' | '-1e9' | '0')[];
    positions?: ('none' | 'sinusoidal')[];
  };
};

export type BugSpec = {
  kind: 'bug';
  question?: string;
  choices?: string[];
};

/** A task of the course that a program judges: something to reach or press in a figure. */
export type JudgedSpec = {
  kind: 'target' | 'pick';
  question: string;
  instruction?: string;
  judge: string;
  /**
   * The numbers that the reader sets, by the names of edits, or a painted mask, or the step of a
   * training. They are stored when the target is reached, and restored later.
   */
  keeps?: string[] | 'mask' | 'training';
  /** The index of a right word. */
  word?: number;
  replies: Record<string, string>;
};

export type TaskSpec =
  | ChoiceSpec
  | PressSpec
  | NumbersSpec
  | MatchSpec
  | FillSpec
  | GoalSpec
  | BugSpec
  | JudgedSpec;

/** Functions of the course that its JSON names. */
export type Code = {
  figures?: Record<string, (context: CourseContext) => unknown>;
  /** The names of figures that are controls: they change the other pictures of the page. */
  controls?: readonly string[];
  /** The names of figures in which a reader sets numbers. */
  setters?: readonly string[];
  /** Changes the context of the panel of a number. */
  panel?: (context: CourseContext) => CourseContext;
  /** Words in texts, by the names in braces. */
  words?: Record<string, (context: CourseContext) => unknown>;
  /** Words that a reader presses while the model of the page is loading, by the id of the page. */
  meanwhileWords?: Record<string, Pick<Computation, 'keyWords' | 'queryWords'>>;
  /** Judges; `reply` is the name of a reply. */
  judges?: Record<
    string,
    (
      context: CourseContext,
      value: string,
    ) => { isRight: boolean; reply: string; words?: FilledWords }
  >;
  /** The results of a mistake, in one or several ways. */
  mistakes?: Record<string, (context: CourseContext, cells: string[]) => number[][]>;
  matches?: Record<string, Matching>;
  /** For the practice: the results of bugs for these numbers. */
  known?: (
    cells: string[],
  ) => { answers: (context: CourseContext) => number[][]; reply: unknown }[];
  /** Kinds of tasks, if there are more than those of the course. */
  kinds?: readonly TaskKind[];
};

export type Matching = {
  right: (context: CourseContext) => number[];
  words: (context: CourseContext, option: number) => FilledWords;
  picture: (context: CourseContext, item: number) => unknown;
};
