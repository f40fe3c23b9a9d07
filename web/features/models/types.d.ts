/** Types that several modules of web/features/models/ use. */

import type { Operations } from '../../../src/js/attention.js';
import type { Tensor } from '../../../src/js/index.js';
import type { Mini, ToyName } from '../../../src/js/learning/types.js';
import type { Step } from '../../lessons/types.js';
import type { ModelSource, StepContext } from '../../sources/types.js';
import type { ModelName, Settings, Variant } from '../../state/types.js';
import type { SourceFeature } from '../../types.js';
import type { Training } from './training/training.js';

/** which training run */
export type Spec = {
  kind: ModelName;
  seed: number;
  /** factor on the learning rate */
  rate: number;
  /** of the translator */
  mechanism: 'dot' | 'additive';
  /** of the toy */
  task: ToyName;
  /** of the toy */
  heads: number;
  /** of the pronoun resolver */
  variant: Variant;
};

/** what a model reads in a sentence that a reader has typed */
export type Reading = {
  /** as the model knows them */
  words: string[];
  /** words that it does not know */
  unknown: string[];
  /** words that it takes */
  most: number;
  /** the words that can be an answer */
  answers?: string[];
  /** the words as they are spelled */
  shown?: string[];
};

export type Request = {
  spec: Spec;
  /** −1 for the trained model */
  step: number;
  sentence: string;
};

/** all but the first of a small language model */
export type ModelTask = {
  /** the first that it was trained on */
  examples?: boolean;
  /** the next word */
  write?: { temperature: number; seed: number };
  /** in all, and for what comes after the word of the query */
  measureHeads?: { query: number };
};

export type Done = {
  /** `batch` in each step */
  examples?: { steps: number; batch: number; first: ShownExample[] };
  /** undefined where the sentence has its full length */
  generated?: { word: string; cachedTokens: number };
  heads?: ReturnType<Mini['measureHeads']>;
  /** the most probable next word, and its probability without each head */
  here?: { word: string; probability: number; without: number[] };
};

/** an example of the training */
export type ShownExample = {
  given: string;
  /** that are right, for each output one */
  answers: string[];
};

export type Progress = {
  /** steps so far */
  reached: number;
  /** steps after which the learning rate has come down */
  total: number;
  /** so many steps there is a checkpoint */
  every: number;
  losses: [step: number, loss: number][];
  /** on held-out data */
  measures: [step: number, measures: Record<string, number>][];
};

export type Reply = {
  step: number;
  parameters: Record<string, Tensor>;
  reading: Reading;
  vocabulary: string[];
  progress: Progress;
};

export type Measured = Required<Pick<Done, 'heads' | 'here'>> & { measuredAt: string };

/** a sentence to try */
export type Example = {
  /** on its button */
  name: string;
  sentence: string;
  /** the word to look at */
  query: number;
  moral: string;
  /** of the pronoun resolver */
  variant?: Variant;
};

export type ModelKind = {
  words: { measuredShare: string; trainedOn: string; examples?: Example[] };
  source: (reply: Reply, settings: Settings, attention: Operations) => ModelSource;
  steps: (settings: Pick<Settings, 'variant' | 'task'>) => Record<string, Step>;
  originOf: (settings: Settings) => { title: string; task: string };
  /** in one sentence; the source says it itself otherwise */
  answer?: (context: StepContext) => unknown;
  /** a typed sentence as the model reads it */
  sentenceOf?: (sentence: string) => string;
  /** the index of the word that the sentence asks about; −1 if there is none */
  defaultQuery: (words: string[], settings: Pick<Settings, 'task'>) => number;
  /** of the trained model that ships */
  shippedSeed?: number;
};

export type Models = SourceFeature<Training>;
