/**
 * The types of the slots of `features.js`. A feature whose source has its own slot adds the slot to
 * `Slots` in its own `types.d.ts`.
 */

import type { CSSResult } from 'lit';
import type { Operations } from '../src/js/attention.js';
import type { Made } from './export/types.js';
import type { ViewContext } from './lessons/context.js';
import type { Step } from './lessons/types.js';
import type { Chapters } from './pages/chapters.js';
import type { Chapter } from './pages/types.js';
import type { Connection, SessionHost } from './session/types.js';
import type { readOwn } from './sources/files/attention-arrays.js';
import type { readNpy } from './sources/files/npy.js';
import type { readFiles } from './sources/files/read.js';
import type { Computation, Source } from './sources/types.js';
import type { Settings, SourceKind, State } from './state/types.js';

export interface Slots {
  sources: readonly SourceKind[];
  models: SourceFeature;
  pretrained: SourceFeature;
  chapters: Chapters;
  pages: Pick<
    typeof import('./pages/chapters.js'),
    'findPage' | 'makePageState' | 'findNeighbourState' | 'findSimilarNames' | 'leadsWithin'
  > &
    Pick<typeof import('./pages/judging.js'), 'judgeAnswer' | 'keepDraft'> & {
      view: typeof import('./pages/page.js').coursePage;
      /** Contexts of the pages to print. */
      contextsOnPaper: (context: ViewContext) => ViewContext[];
    };
  authorChapter: (json: string) => Chapter;
  bug: {
    open: (attention: Operations, settings: Settings) => Source | undefined;
    /** Undefined if `bug` is the name of a bug. */
    findSimilarNames: (bug: string) => readonly string[] | undefined;
  };
  glossary: readonly (readonly string[])[];
  picture: {
    view: typeof import('./views/whole-picture.js').wholePicture;
    draw: typeof import('./views/whole-picture.js').drawWhole;
  };
  entrances: Entrances;
  /** a head of a trained model, with its weights, that the first screen shows */
  exampleHead: { state: Partial<State>; tokens: string[]; words: number[]; weights: number[][] };
  opening: typeof import('./views/opening.js');
  trainedDescriber: typeof import('./sources/trained-describer.js');
  story: { view: (context: ViewContext) => unknown };
  maps: typeof import('./features/maps/index.js').maps['maps'];
  writers: typeof import('./export/writers.js');
  stepPicture: typeof import('./export/wrapped.js');
  reader: { readFiles: typeof readFiles; readNpy: typeof readNpy; readOwn: typeof readOwn };
  programs: Record<
    'toNumpy' | 'toPytorch' | 'toJavascript',
    (state: State, computation: Computation) => Made
  >;
}

/** What other screens need to know of a feature's pages before the feature is loaded. */
export type Entrances = {
  /** the first page of the course */
  course?: string;
  /** the chapters of the course in order, each with the pages that Next leads to */
  coursePages?: Readonly<Record<string, readonly string[]>>;
  /** the page that checks the reader's numbers */
  check?: string;
  /** the page that prints exercises */
  worksheet?: string;
  /** the prefix of the names of the feature's pages, if they have one */
  prefix?: string;
};

export type Slot = keyof Slots;

/** The slots of sources, which the field `slot` of a `SourceKind` names. */
export type SourceSlot = {
  [Name in Slot]: Slots[Name] extends SourceFeature ? Name : never;
}[Slot];

/** The value of a source's slot: a feature opens its sources itself, or connects each session. */
export type SourceFeature<Connected extends Connection = Connection> = {
  stepsOf: (settings: Settings) => Record<string, Step>;
  open?: (attention: Operations, settings: Settings) => Source | undefined;
  /** `tell` is called when a source waits for its reader. */
  connect?: (
    host: SessionHost,
    change: (change: Partial<State>) => void,
    tell: () => void,
  ) => Connected;
  views?: {
    panel?(context: ViewContext, connection: Connected): unknown;
    bar?(context: ViewContext, connection: Connected): unknown;
  };
  /** Styles of the panel and the figures. */
  styles?: readonly CSSResult[];
};
