/** Types that several modules of web/export/ use. */

import type { Drawing } from '../figures/types.js';
import type { Code, CodeLine, Line as GraphLine, GraphNode } from '../graph/types.js';
import type { TextTable } from '../lessons/types.js';
import type { Computation, FileReading, WeightsFile } from '../sources/types.js';
import type { State } from '../state/types.js';

export type Request = {
  state: State;
  /** The computation of the state. */
  computation: Computation;
  /** The name of the table. */
  tensor: string;
  /** The index along each leading axis, which selects a matrix of the table. */
  leadingIndex?: readonly number[];
  /** Lists the table of a step without tensors, line by line. */
  listCells?: () => TextTable | Promise<TextTable>;
};

/** The text of a file, or a sentence that says why there is none and what to choose. */
export type Made = { text: string } | { refused: string };

type AnyFormat = {
  id: string;
  label: string;
  /** Whether the format is offered for a computation; by default always. */
  isOffered?: (computation: Computation) => boolean;
};

type AnyFile = AnyFormat & {
  /** Returns the name of the file. */
  file: (request: Request) => string;
  /** The MIME type. */
  type: string;
};

export type PictureFormat = AnyFile & {
  kind: 'picture';
  make: (drawing: Drawing) => Promise<string | Blob>;
};

export type TextFormat = AnyFile & {
  kind: 'text' | 'program';
  make: (request: Request) => Promise<Made>;
};

export type FileFormat = PictureFormat | TextFormat;

export type Format = (AnyFormat & { kind: 'link' }) | FileFormat;

export type Language = {
  name: 'python' | 'javascript';
  /** The beginning of a comment after code. */
  mark: string;
  indent: string;
  needs: readonly string[];
  imports: string[];
  /** Returns the expressions that read given tensors of a file, by id. */
  readFile: (file: WeightsFile, use: (helper: string) => void) => FileReading;
  string: (word: string) => string;
  number: (value: number) => string;
  assign: (name: string, value: string) => string;
  set: (name: string, index: readonly number[], value: number) => string;
  floats: (list: string) => string;
  /** Writes 1 and 0 as booleans. */
  flags: (list: string, name: string, axes: number) => string;
  words: (words: { query: string; key: string | undefined }) => string;
  sizes: (sizes: [name: string, value: string, note: string][]) => string;
  statement: (name: string, line: GraphLine) => CodeLine[];
  /** Writes the line of an operation. */
  write: (node: GraphNode, code: Code) => GraphLine | undefined;
  /** Returns the functions that the lines use. */
  helpers: (helpers: Set<string>) => string[];
  check: (computation: Computation, name: (id: string) => string) => CodeLine[];
  printing: (tensors: [id: string, name: string][], isLong: boolean) => string;
};
