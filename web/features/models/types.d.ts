/** Types that several modules of web/features/models/ share. */

import type { Operations } from '../../../src/js/attention.js';
import type { Tensor } from '../../../src/js/index.js';
import type { Mini, ToyName } from '../../../src/js/learning/types.js';
import type { Step } from '../../lessons/types.js';
import type { Source, StepContext } from '../../sources/types.js';
import type { ModelName, Settings, Variant } from '../../state/types.js';
import type { SourceFeature } from '../../types.js';
import type { Trainer } from './training/trainer.js';
import type { Training } from './training/training.js';

/** what determines a training run */
export type Spec = {
  kind: ModelName;
  seed: number;
  /** a factor of the learning rate */
  rate: number;
  /** the scores of the translator */
  mechanism: 'dot' | 'additive';
  /** the task of a toy */
  task: ToyName;
  /** the number of heads of a toy */
  heads: number;
  /** the variant of the pronoun resolver */
  variant: Variant;
};

/** a typed sentence as a model reads it */
export type Reading = {
  /** the words in the form that the model knows */
  words: string[];
  /** words that the model does not know */
  unknown: string[];
  /** the most words that the model takes */
  most: number;
  /** the words that can be an answer */
  answers?: string[];
  /** the words as the reader sees them */
  shown?: string[];
};

export type Request = {
  spec: Spec;
  /** −1 means the trained model */
  step: number;
  sentence: string;
};

/** asks the trainer about the model on the screen */
export type AskTrainer = <Answer>(
  settings: Settings,
  ask: (trainer: Trainer, request: Request) => Promise<Answer>,
) => Promise<Answer | undefined>;

/** the first examples of a run; each step has `batch` examples */
export type FirstExamples = { steps: number; batch: number; first: ShownExample[] };

/** a training example */
export type ShownExample = {
  given: string;
  /** the right answers, one for each output */
  answers: string[];
};

export type Progress = {
  /** steps so far */
  reached: number;
  /** steps of the whole run, over which the learning rate decays */
  total: number;
  /** the number of steps between two checkpoints */
  every: number;
  losses: [step: number, loss: number][];
  /** measurements on held-out data */
  measures: [step: number, measures: Record<string, number>][];
};

export type Reply = {
  step: number;
  parameters: Record<string, Tensor>;
  reading: Reading;
  vocabulary: readonly string[];
  progress: Progress;
};

export type Measured = {
  /** the heads on average */
  heads: ReturnType<Mini['measureHeads']>;
  /** the most probable next word, and its probability without each head */
  here: { word: string; probability: number; without: number[] };
  measuredAt: string;
};

/** a sentence to try */
export type Example = {
  /** the label of the button */
  name: string;
  sentence: string;
  /** the index of the word to select */
  query: number;
  moral: string;
  /** the variant of the pronoun resolver */
  variant?: Variant;
};

export type ModelKind = {
  words: {
    /** what the share of right answers counts: only examples that were kept out of the training */
    measuredShare: string;
    /** the training examples */
    trainedOn: string;
    /** sentences to try, and what each shows about the trained model */
    examples?: Example[];
  };
  source: (reply: Reply, settings: Settings, attention: Operations) => Source;
  steps: (settings: Pick<Settings, 'variant' | 'task' | 'mechanism'>) => Record<string, Step>;
  originOf: (settings: Settings) => { title: string; task: string };
  /** the answer in one sentence; if missing, the source says it itself */
  answer?: (context: StepContext) => unknown;
  /** a typed sentence as the model reads it */
  sentenceOf?: (sentence: string) => string;
  /** the index of the word that the sentence asks about; −1 if there is none */
  defaultQuery: (words: string[], settings: Pick<Settings, 'task'>) => number;
  /** the seed of the trained model that ships */
  shippedSeed?: number;
};

export type Models = SourceFeature<Training>;
