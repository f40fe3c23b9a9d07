/** Types that several modules of web/lessons/ use. */

import type { Drawing, Matrix } from '../figures/types.js';
import type { StepContext } from '../sources/types.js';
import type { GivenAnswer, State } from '../state/types.js';
import type { Palette } from '../styles/colour.js';
import type { ViewContext } from './context.js';

export type Progress = {
  /** The page that the reader opened last, or ''. */
  guide: string;
  /** The answers on screen, or those that the browser stores. */
  answers: string;
  /** Whether the reader has solved the task of a page. */
  isDone: (page: string) => boolean;
  /** Stores an answer of the reader. */
  keepAnswer: (page: string, given: GivenAnswer) => void;
  /** Reads and keeps what the reader has typed on a page but not checked. */
  readDraft: (page: string) => readonly string[] | undefined;
  keepDraft: (page: string, typed?: readonly string[]) => void;
  forget: () => void;
  /** The line about the answers above a page. */
  notice?: unknown;
};

/** A step, as an author of lessons writes it. */
export type Step = {
  /** The label of the button. */
  name: string;
  title: string | ((state: State) => string);
  /** The text, at most three sentences. */
  text: (context: StepContext) => unknown;
  /** The formula, if there is one. */
  formula?: (context: StepContext) => unknown;
  /** The matrices and the signs between them, if there are any. */
  figure?: (context: StepContext) => (Matrix | string)[];
  /** Further tensors that only this step shows. */
  shows?: string[];
  /** The weights above the figure; by default, those of the same layer. */
  overview?: string;
  /** The notes about the head on screen, directly below its weights. */
  headNote?: (context: ViewContext) => unknown;
  /** Content besides the matrices. */
  aside?: (context: ViewContext) => unknown;
  /** This content as a picture for a file; throws an ExportError if it has none. */
  draw?: (context: ViewContext, palette: Palette) => Drawing | Promise<Drawing>;
  /** This content as a table for a file; throws an ExportError if it has none. */
  listCells?: (context: ViewContext) => TextTable | Promise<TextTable>;
};

/** A step of the state's lesson. */
export type LessonStep = Step &
  Required<Pick<Step, 'formula' | 'figure'>> & { id: string; title: string };

/** A table without tensors, line by line. */
export type TextTable = readonly (readonly (string | number)[])[];

/** Values for names in braces, or functions that make them from the context. */
export type FilledWords = Record<string, unknown>;

export type Paragraph = string | { note: string };

export type Paragraphs = Paragraph | Paragraph[];
