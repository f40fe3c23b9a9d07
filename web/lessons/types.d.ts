/** Types that several modules of web/lessons/ use. */

import type { Drawing, Matrix } from '../figures/types.js';
import type { StepContext } from '../sources/types.js';
import type { GivenAnswer, State } from '../state/types.js';
import type { Palette } from '../styles/colour.js';
import type { ViewContext } from './context.js';

export type Progress = {
  /** the page where the reader was last; '' for none */
  guide: string;
  /** those on screen, or those that the browser keeps */
  answers: string;
  /** whether the reader has done the task of a page */
  isDone: (page: string) => boolean;
  /** what the reader has answered */
  keepAnswer: (page: string, given: GivenAnswer) => void;
  forget: () => void;
};

export type Step = {
  /** on its button */
  name: string;
  title: string | ((state: State) => string);
  /** at most three sentences */
  text: (context: StepContext) => unknown;
  formula: (context: StepContext) => unknown;
  /** matrices and the signs between them */
  figure: (context: StepContext) => (Matrix | string)[];
  /** further tensors that are shown by no other step */
  shows?: string[];
  /** the weights that stand above it; without, those of its layer */
  overview?: string;
  /** the notes about the head on screen; they stand directly below its weights */
  headNote?: (context: ViewContext) => unknown;
  /** what a step shows besides matrices */
  aside?: (context: ViewContext) => unknown;
  /** the same as a picture for a file */
  draw?: (context: ViewContext, palette: Palette) => Drawing | Promise<Drawing>;
  /** the same as a table for a file */
  listCells?: (context: ViewContext) => readonly (readonly (string | number)[])[] | undefined;
};

/** what stands for names in braces, or makes it of the context */
export type FilledWords = Record<string, unknown>;

export type Paragraph = string | { note: string };

export type Paragraphs = Paragraph | Paragraph[];
