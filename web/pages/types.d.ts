/** Types that several modules of web/pages/ use. */

import type { ViewContext } from '../lessons/context.js';
import type { FilledWords, Paragraphs } from '../lessons/types.js';
import type { GivenAnswer, State } from '../state/types.js';
import type { TaskKind } from './tasks/index.js';

/** of a value: the few keywords of JSON Schema that are used here */
export type Schema = {
  type?: 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean';
  /** and no others */
  properties?: Record<string, Schema>;
  additionalProperties?: false;
  required?: string[];
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  minProperties?: number;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  enum?: readonly unknown[];
  const?: unknown;
  /** objects told apart by their `kind` */
  oneOf?: Schema[];
  /** values told apart by their type */
  anyOf?: Schema[];
};

export type Problem = {
  /** 'pages[2].task.answers'; '' for the whole */
  path: string;
  message: string;
};

/** what a page has beyond what every view has */
export type CoursePart = {
  /** what was answered here */
  given: GivenAnswer | undefined;
  /** of the course */
  chapters: readonly Chapter[];
  /** whether the task is done, or its answer was shown: nothing is covered then */
  isOpen: boolean;
  /** ids of all tables of the page that share one scale of colours, also of those that come with the reply */
  tablesOnOneScale?: string[];
  answer: (value: string) => void;
  /** the panel in which a model learns, where the page has one */
  training: unknown;
  /** what leads to the lab with these settings */
  labLink: (change: Partial<State>) => unknown;
};

export type CourseContext = ViewContext & CoursePart;

export type Page = {
  /** its chapter and its name: 'why-flip' */
  id: string;
  title: string;
  /** what differs from the defaults */
  state: Partial<State>;
  /** entries of the state that its buttons change */
  switches?: string[];
  /** at most two sentences */
  setup: (context: CourseContext) => unknown;
  figure: (context: CourseContext) => unknown;
  /**
   * in place of the figure, as long as a model is on its way; the setup and the question then read no numbers either
   */
  meanwhile?: (context: CourseContext) => unknown;
  /** whether that figure takes answers already */
  asksMeanwhile?: boolean;
  /** whether Next passes it over: the page before leads to it, once its task is done */
  isExtra?: boolean;
  /** whether it is about the numbers that are on screen already, whatever they are */
  keepsState?: boolean;
  /** whether its setup has a field for the sentence, which stays when that is refused */
  hasSentence?: boolean;
  /** whether numbers can be taken apart before the task is done */
  isTraced?: boolean;
  /** what the panel of a traced number is given, where not every number can be set */
  panel?: (context: CourseContext) => CourseContext;
  task?: Task;
  /**
   * where its numbers come from, in words that are known by then, or '' where it shows none; else the source says it
   */
  origin?: string;
  /** once the task is done: at most three sentences */
  after?: (context: CourseContext) => unknown;
};

export type Chapter = {
  id: string;
  title: string;
  question: string;
  /** what is known now, once the last page is done */
  recap?: () => unknown;
  pages: Page[];
  /** why it cannot be read, where it is an author's own */
  error?: Error;
};

export type Verdict = {
  isRight: boolean;
  /** whether a first part is right, and the next is asked: its reply says so */
  isUnderway?: boolean;
  /** of several numbers the places of those that are wrong */
  wrong?: number[];
  /** names what led to the answer */
  reply: unknown;
};

/** one of several answers */
export type Choice = {
  kind: 'choice';
  /** whether the page keeps the answer and gives no reply */
  isCold?: boolean;
  question: unknown;
  answers: unknown[];
  /** whether the answers are lines of a program */
  isCode?: boolean;
  /** the index of the right one */
  expected: () => number;
  /** of the index */
  judge: (context: CourseContext, value: string) => Verdict;
};

/** fields to be filled in */
export type Numbers = {
  kind: 'numbers';
  /** whether the page keeps the answer and gives no reply */
  isCold?: boolean;
  question: unknown;
  /** one for each field */
  labels: unknown[];
  /** a calculation with blanks, say */
  help?: (context: CourseContext) => unknown;
  expected: (context: CourseContext) => number[];
  /** of the numbers, joined by `_` */
  judge: (context: CourseContext, value: string) => Verdict;
};

/** a word to be pressed in the figure */
export type PickTask = {
  kind: 'pick';
  question: unknown;
  /** how to answer: nothing can be pressed once the task is done */
  instruction?: unknown;
  /** about as long as the instruction, whose place stays empty then */
  room?: string;
  /** index of the right one, where there is one alone */
  expected?: (context: CourseContext) => number;
  /**
   * whether the figure shows the reply beside what was pressed: elsewhere it is only read aloud, and the question is
   * gone once it is answered
   */
  isNear?: boolean;
  /** of the word's index */
  judge: (context: CourseContext, value: string) => Verdict;
};

/** something to be brought about in the figure */
export type Target = {
  kind: 'target';
  question: unknown;
  /** of what is on screen */
  judge: (context: CourseContext) => Verdict;
  /**
   * what is kept of it among the answers once it is reached, `before`: what was kept; without, only that it was
   * reached
   */
  kept?: (context: CourseContext, before?: string) => string;
  /** the state that shows the kept value again */
  reopen?: (value: string, state: Partial<State>) => Partial<State>;
};

/** a choice for each of several things */
export type Match = {
  kind: 'match';
  question: unknown;
  items: string[];
  options: string[];
  /** of each item, above its options; the page's figure is then this task */
  picture?: ((context: CourseContext, item: number) => unknown) | undefined;
  /** for each item the index of its option */
  expected: (context: CourseContext) => number[];
  /** of the indices, joined by `_` */
  judge: (context: CourseContext, value: string) => Verdict;
};

export type Task = Choice | Numbers | PickTask | Target | Match;

export type SettingsSpec = Record<string, string | number> & {
  edits?: string;
  masked?: string;
  bug?: string;
};

/** numbers set by hand, by table */
export type HandMade = Record<string, number[][]>;

/**
 * The JSON of a chapter that fits the schema. Only the practice has goals, bugs and blanks to fill in. What only the course
 * has, because it needs a program, stands at the end.
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
  | { kind: 'figure'; name: string; tables?: string[]; meanwhile?: true; asks?: true }
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
  /** how to answer, as long as the task is open */
  instruction?: string;
  word: number | 'largest';
  right: string;
  wrong: string;
  replies?: { word: number | number[]; reply: string }[];
};

export type NumbersSpec = {
  kind: 'numbers';
  question: string;
  cells: { cell?: string; number?: number; label?: string }[];
  help?: string;
  right: string;
  wrong?: string;
  tolerance?: number;
  /** the course's own: those of another page, by its id */
  mistakes?: MistakeSpec[] | string;
};

/** `by`: the course's own */
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
  /** the course's own */
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

export type GoalSpec = {
  kind: 'goal';
  question: string;
  wanted: { cell: string; name: string; least?: number; most?: number }[];
  changes: number;
  numbers?: { table: string; rows?: number[] }[];
  range?: [number, number];
  paint?: boolean;
  temperature?: [number, number];
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

/** the course's own: something to be brought about or pressed in a figure, which a program judges */
export type JudgedSpec = {
  kind: 'target' | 'pick';
  question: string;
  instruction?: string;
  judge: string;
  /** what the reader sets, by the names of edits, or a painted mask: it is kept when the target is reached, and set again */
  keeps?: string[] | 'mask';
  /** the right one, where there is one alone */
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

/** what the course's JSON names, and a program does */
export type Code = {
  figures?: Record<string, (context: CourseContext) => unknown>;
  /** in texts, {byKeys} */
  words?: Record<string, (context: CourseContext) => unknown>;
  /** `reply`: the name of what is said */
  judges?: Record<
    string,
    (
      context: CourseContext,
      value: string,
    ) => { isRight: boolean; reply: string; words?: FilledWords }
  >;
  /** what somebody gets by one, in one way or another */
  mistakes?: Record<string, (context: CourseContext, cells: string[]) => number[][]>;
  matches?: Record<string, Matching>;
  /** of the practice: what bugs make of these numbers */
  known?: (
    cells: string[],
  ) => { answers: (context: CourseContext) => number[][]; reply: unknown }[];
  /** of tasks, where there are more than those of the course */
  kinds?: readonly TaskKind[];
};

export type Matching = {
  right: (context: CourseContext) => number[];
  words: (context: CourseContext, option: number) => FilledWords;
  picture: (context: CourseContext, item: number) => unknown;
};
