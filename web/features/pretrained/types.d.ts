/** Types that several modules of web/features/pretrained/ use. */

import type { Tensor } from '../../../src/js/index.js';
import type { PretrainedModel } from '../../../src/js/pretrained/index.js';
import type { ModelSummary, NextToken } from '../../../src/js/pretrained/types.js';
import type { HabitMeasure } from './run/habit-measure.js';
import type { LayerPlace } from './run/places.js';
import type { Translation } from './run/reply.js';

/** what a reader may choose */
export type CatalogueEntry = {
  /** `use-lite`, or its name on the Hub */
  id: string;
  name: string;
  family: string;
  /** of the download, in MB */
  megabytes: number;
  licence: string;
};

export type ModelInfo = Pick<
  PretrainedModel,
  'family' | 'parameters' | 'bytes' | 'sizes' | 'origin'
> & {
  /** whether it reads two texts at once */
  readsPairs: boolean;
  /** whether its tokens are bytes in the letters of GPT-2 */
  isByteLevel: boolean;
};

/** what the reader changes in a run, as the library takes it */
export type Changes = {
  silence: string[];
  block: string[];
  edits: Record<string, number>;
};

/** a part of the model that adds to the residual stream */
export type ModelPart = {
  kind: 'embedding' | 'attention' | 'feedForward';
  layer: number;
  /** (n, D) */
  adds: Tensor;
  /** (n, D) after it, where the family has such a sum */
  sum?: Tensor | undefined;
};

/** a text that a model has read */
export type TextReply = {
  tokens: string[];
  ids: number[];
  /** which word each token belongs to; −1: none */
  words: number[];
  /** where the second text begins; their number, if there is one text */
  secondStart: number;
  /** rows of the table of tokens, for short texts (n, width of the table) */
  tokenRows?: Tensor;
  stream: ModelPart[];
};

/** what a model says of a text: of a decoder with an encoder, the text is what the decoder has read */
export type Reply = TextReply & {
  /** what each layer reads (n, D) */
  inputs: Tensor[];
  /** of each layer (H, n, n); of one that attends to another text (H, n, S) */
  weights: Tensor[];
  /** what the encoder has read, and the rows (S, D) that it leaves */
  encoded?: { text: TextReply; rows: Tensor };
  /** what the decoder has read, in words */
  translation?: Translation;
  /** where the text is that of the encoder: the same with that of the decoder */
  decoded?: Reply;
  /** of each position the most probable tokens, for models that have a head */
  next?: NextToken[][] | undefined;
  /** of the whole text, for models without a head */
  vector?: Float32Array | undefined;
  /** whether that vector is the mean of all rows, as the model has no embedding of its own */
  isMean: boolean;
};

/** a token with its probability in the model as it is, and as the reader has changed it */
export type ComparedToken = { token: string; id: number; before: number; after: number };

/** the cosine of two sentences' vectors, or why there is none */
export type Likeness = { before: number; after: number } | { failure: { message: string } };

/** of a row of the residual stream: the most probable tokens after each part that has a sum, by the place of the part */
export type Lens = (row: number) => Promise<ReadonlyMap<number, readonly NextToken[]>>;

/** what a run gives with the reader's changes */
export type RunReply = {
  before: Reply;
  /** the same object without changes */
  after: Reply;
  /** of each position, where there are changes and the model has a head */
  compared?: ComparedToken[][] | undefined;
  /** to the compared sentence, for models that give a vector to a sentence */
  likeness?: Likeness | undefined;
};

/** as the model is, and as the reader has changed it: the same object without changes */
export type Replies = RunReply & {
  info: ModelInfo;
  /** what the layers are, in the order in which they are counted on screen */
  places: readonly LayerPlace[];
  /** how the layer on screen computes */
  description: Omit<LayerReply, 'parameters' | 'stored'>;
  /** of the run with the reader's changes; models without a head have none */
  lens?: Lens | undefined;
  /** what the heads of the model usually do, once the reader has asked */
  habits?: HabitMeasure | undefined;
};

/**
 * where keys stand, seen from their query; back: itself or earlier; content: wherever a word has a meaning of its own; first:
 * at the start of the text; added: wherever the model has added a token, such as [SEP]
 */
export type HabitPlace = 'itself' | 'previous' | 'next' | 'back' | 'content' | 'first' | 'added';

/** what heads usually do: shares by layer and head; `even` has those of equal weights */
export type HeadHabits = {
  sentences: number;
  tokens: number;
  even: Partial<Record<HabitPlace, number>>;
  heads: readonly (readonly Partial<Record<HabitPlace, number>>[])[];
};

/** what share of its weight a head gives to the keys at a place, and what equal weights would give */
export type Habit = { place: HabitPlace; share: number; even: number };

export type LayerReply = ReturnType<PretrainedModel['layer']>;

/** what an element knows of its model */
export type Status =
  | {
      kind: 'unasked';
      /** the reader has asked how large it is */
      isDescribing?: boolean;
      /** what the Hub said */
      summary?: ModelSummary;
      /** the reader has ended a download */
      isCancelled?: boolean;
    }
  | { kind: 'loading'; loaded: number; total: number }
  | { kind: 'ready'; info: ModelInfo }
  | {
      kind: 'failed';
      error: unknown;
      /** the reader had asked how large it is */
      isLookUp?: boolean;
    };
