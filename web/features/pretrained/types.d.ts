/** Types that several modules of web/features/pretrained/ share. */

import type { Tensor } from '../../../src/js/index.js';
import type { PretrainedModel } from '../../../src/js/pretrained/index.js';
import type { NextToken, Projection } from '../../../src/js/pretrained/types.js';
import type { State } from '../../state/types.js';
import type { HabitMeasure } from './run/measure-habits.js';
import type { Translation } from './run/reply.js';
import type { readStructure } from './run/server.js';
import type { describeLayerParts } from './run/source.js';
import type { StackLayer } from './run/stack-layers.js';

/** a model that a reader may choose */
export type CatalogueEntry = {
  /** `use-lite`, or the name on the Hub */
  id: string;
  name: string;
  /** what it does, unless its name says it */
  ability: 'writes' | 'fills' | 'compares' | undefined;
  /** the size of the download, in MB */
  megabytes: number;
  licence: string;
  layers: number;
  /** the number of heads of each layer */
  heads: number;
};

export type ModelInfo = Pick<
  PretrainedModel,
  'family' | 'parameters' | 'bytes' | 'sizes' | 'origin'
> & {
  /** the name of a model from files: their folder, the name in config.json, or the family */
  name: string;
  /** whether the model reads two texts together */
  readsPairs: boolean;
  /** whether tokens are bytes, written in the letters of GPT-2 */
  isByteLevel: boolean;
  /** the projection of the mean row to the vector of a text; without one, the vector is the mean row */
  sentenceHead?: Projection | undefined;
  /** how its layers compute */
  structure: ReturnType<typeof readStructure>;
};

/** the reader's changes of a run, in the form that the library takes */
export type Changes = {
  silence: string[];
  block: string[];
  edits: Record<string, number>;
};

/** a part of the model that adds to the residual stream */
export type ModelPart = {
  kind: 'embedding' | 'attention' | 'feedForward';
  layer: number;
  /** the rows that the part adds (n, D) */
  adds: Tensor;
  /** the sum after the part (n, D), if the family has such a sum */
  sum?: Tensor | undefined;
};

/** a text that a model has read */
export type TextReply = {
  tokens: string[];
  ids: number[];
  /** the word of each token; −1 for none */
  words: number[];
  /** the index of the second text's first token; the number of tokens if there is one text */
  secondStart: number;
  /** what is added up for the input of the first layer: rows (n, width of the table) of the first tokens */
  embeddings: { kind: 'token' | 'position' | 'type'; rows: Tensor }[];
  stream: ModelPart[];
};

/** a model's reply to a text; for a decoder with an encoder, the text is that of the decoder */
export type Reply = TextReply & {
  /** the input of each layer (n, D) */
  inputs: Tensor[];
  /** the weights of each layer (H, n, n); (H, n, S) if the layer attends to another text */
  weights: Tensor[];
  /** the text of the encoder, and its last rows (S, D) */
  encoded?: { text: TextReply; rows: Tensor };
  /** the translation that the decoder has read */
  translation?: Translation;
  /** if the text is that of the encoder: the same reply with the decoder's text */
  decoded?: Reply;
  /** the most probable next tokens of each position, for models with a language model head */
  next?: NextToken[][] | undefined;
  /** the vector of the whole text, for models without such a head */
  vector?: Float32Array | undefined;
  /** the last rows (n, D), from which the vector is made */
  rows?: Tensor | undefined;
};

/** a token with its probability before and after the reader's changes */
export type ComparedToken = { token: string; id: number; before: number; after: number };

/** the cosine of two sentences' vectors and the other vector, or the reason why there is none */
export type Likeness =
  | { before: number; after: number; vector?: Float32Array | undefined }
  | { failure: { message: string } };

/** returns the most probable tokens for a row of the residual stream, by the index of each part that has a sum */
export type Lens = (row: number) => Promise<ReadonlyMap<number, readonly NextToken[]>>;

/** the replies without and with the reader's changes */
export type RunReply = {
  before: Reply;
  /** the same object as `before` if there are no changes */
  after: Reply;
  /** the reader's changes that refer to existing places of the run; only these are made */
  changes: Changes;
  /** the tokens of each position, if there are changes and the model predicts tokens */
  compared?: ComparedToken[][] | undefined;
  /** the similarity to the compared sentence, for models that give a vector for a sentence */
  likeness?: Likeness | undefined;
};

/** the replies, and what else the views need of the model */
export type Replies = RunReply & {
  /** the sentences of the run, which the reader may have changed since */
  sentence: string;
  comparedSentence: string;
  info: ModelInfo;
  /** the layers, in the order in which the page counts them */
  stackLayers: readonly StackLayer[];
  /** how the layer on the screen computes */
  description: ReturnType<typeof describeLayerParts>;
  /** the lens of the run with the reader's changes; only for models that predict tokens */
  lens?: Lens | undefined;
  /** the reader's numbers that the run does not have, by the library's names */
  missingNumbers: readonly string[];
  /** the habits of the model's heads, once the reader has asked */
  habits?: HabitMeasure | undefined;
};

/**
 * Places of keys relative to their query. `back`: the query itself or earlier; `content`: content words; `first`: the start
 * of the text; `added`: tokens that the model adds, such as [SEP].
 */
export type HabitPlace = 'itself' | 'previous' | 'next' | 'back' | 'content' | 'first' | 'added';

/** mean shares of weight by layer and head; `even` has the shares of equal weights */
export type HeadHabits = {
  sentences: number;
  tokens: number;
  even: Partial<Record<HabitPlace, number>>;
  heads: readonly (readonly Partial<Record<HabitPlace, number>>[])[];
};

/** the share of a head's weight on the keys at a place, and the share of equal weights */
export type Habit = { place: HabitPlace; share: number; even: number };

/** A change of the reader on screen: its sentence, and the settings that undo it. */
export type ListedChange = {
  kind: 'silence' | 'block' | 'numbers';
  label: string;
  undo: Partial<State>;
};

export type LayerReply = ReturnType<PretrainedModel['layer']>;

/** the status of an element's model */
export type Status =
  | {
      kind: 'unasked';
      /** whether the reader has cancelled a download */
      isCancelled?: boolean;
    }
  | { kind: 'loading'; loaded: number; total: number }
  | { kind: 'ready'; info: ModelInfo }
  | { kind: 'failed'; error: unknown };
