/** Types that several modules of src/js/learning use. */

import type { AttentionOptions, MultiHeadParameters, Tensor } from '../types.js';

/**
 * Pairs of a target word and a source word that it may not attend to: a row and a column of `translate().weights`.
 */
export type Blocked = [target: number, source: number][];

/** Heads, as pairs of layer and head, both counted from 0. */
export type Heads = [layer: number, head: number][];

/** The values that training changes. A copy can be sent to another thread and back. */
export type State = {
  /** the kind of model */
  kind: string;
  /** the number of training steps so far */
  step: number;
  /** all parameters, one after the other */
  parameters: Float32Array<ArrayBuffer>;
  /** the optimizer's moving averages: those of the gradients, then those of their squares */
  means: Float32Array<ArrayBuffer>;
  /** the position in the stream of random numbers */
  random: number[];
  /** of a translator alone: pairs of sentences that wait for more of their length */
  waiting?: { source: string; target: string }[];
};

/** The methods of every model. */
export type ModelMembers = {
  /** a factor of the learning rate, 0 to 1e6; 1 by default */
  rate: number;
  /**
   * Trains for 1 to 1,000,000 steps. Returns the total number of steps so far, and the mean loss of these steps, which is
   * NaN if the parameters have overflowed.
   */
  train: (steps: number) => { step: number; loss: number };
  /** Runs the model on a sentence. Returns every intermediate tensor, by the name of its node. */
  run: (sentence: string) => Record<string, Tensor>;
  /** Restores a state that `getState` of a model of the same kind returned. If any part is wrong, nothing changes. */
  setState: { set(state: State): void }['set'];
  /** Returns a copy of the values that training changes. */
  getState: () => State;
  /** Releases the memory. Any later use of the model throws a `DisposedError`. */
  dispose: () => void;
};

/** The properties of every model. */
export type ModelFacts = {
  /** the seed of the initial parameters and of the training examples */
  seed: number;
  /** the known words */
  vocabulary: readonly string[];
  /** copies of the parameters, by name */
  parameters: Record<string, Tensor>;
};

/**
 * The members of all models, and `Symbol.dispose` for `using`. A sentence with an unknown word, or of an unknown form,
 * throws an `ArgumentError`.
 */
export type Model = ModelMembers & Readonly<ModelFacts> & Disposable;

/** The methods of a translator. */
export type TranslatorMembers = {
  /**
   * Evaluates the model on unseen sentences, 500 by default. `exactMatch` is the share of sentences whose translation is
   * entirely right. `alignment` is the share of words whose largest weight is on a word that they come from, given the
   * right previous words.
   */
  evaluate: (options?: { pairs?: number | undefined }) => { exactMatch: number; alignment: number };
  /** Translates a sentence. Returns every intermediate tensor, by the name of its node. */
  run: (sentence: string, options?: { blocked?: Blocked | undefined }) => Record<string, Tensor>;
  /**
   * Translates a sentence to English. Each step takes the most probable word. The weights (T, S) have a row for each
   * English word and the end, and a column for the start, each French word and the end.
   */
  translate: (
    sentence: string,
    options?: { blocked?: Blocked | undefined },
  ) => {
    source: string[];
    target: string[];
    weights: Tensor;
  };
};

/** A translator from French to English. */
export type Translator = Model & TranslatorMembers;

/** The methods of a describer. */
export type DescriberMembers = {
  /**
   * Evaluates the model on unseen sentences: the share of right nouns, and the mean weight on the right noun. A round is a
   * batch of 64 sentences; 8 by default.
   */
  evaluate: (options?: { rounds?: number | undefined }) => { accuracy: number; weight: number };
  /** Finds the noun that the last adjective of a sentence describes. */
  describe: (sentence: string) => {
    adjective: string;
    noun: string;
    position: number;
    probabilities: { word: string; probability: number }[];
    weights: Tensor;
    q: Tensor;
    k: Tensor;
    v: Tensor;
  };
};

/** A model that finds the noun that an adjective describes. */
export type Describer = Model & DescriberMembers;

/** The methods of a pronoun resolver. */
export type PronounResolverMembers = {
  /** Evaluates the model as a describer evaluates itself. */
  evaluate: DescriberMembers['evaluate'];
  /** Finds the noun that the last "it" of a sentence stands for. */
  resolve: (sentence: string) => {
    tokens: string[];
    position: number;
    noun: string;
    probabilities: { word: string; probability: number }[];
    layers: { weights: Tensor }[];
  };
};

/** A model that finds the noun that "it" stands for. */
export type PronounResolver = Model & PronounResolverMembers;

/** The methods of a mini. */
export type MiniMembers = {
  /**
   * Evaluates the model on unseen stories: the share of forced words that it predicts, in total and for each kind. A round
   * is a batch of 32 stories; 20 by default. The output of `silenced` heads is set to zeros. Comparisons ignore `optional`
   * words, which are always allowed; "then" by default.
   */
  evaluate: (options?: {
    rounds?: number | undefined;
    silenced?: Heads | undefined;
    optional?: string[] | undefined;
  }) => {
    accuracy: number;
    byDependency: Record<string, number>;
  };
  /**
   * Measures each head for each kind of forced word: the drop of accuracy without this head, and its mean weight from the
   * word that has to predict the forced word to the word that determines it. Either can be large without the other. A
   * round is a batch of 32 stories; 20 by default.
   */
  measureHeads: (options?: { rounds?: number | undefined }) => {
    layer: number;
    head: number;
    byDependency: Record<string, { drop: number; weight: number }>;
  }[];
  /** Runs the model on a sentence. Returns every intermediate tensor, by the name of its node. */
  run: (sentence: string, options?: { silenced?: Heads | undefined }) => Record<string, Tensor>;
  /**
   * Predicts the next word. Returns all words with their probabilities, the most probable first. The output of `silenced`
   * heads is set to zeros.
   */
  predict: (
    sentence: string,
    options?: { silenced?: Heads | undefined },
  ) => {
    tokens: string[];
    next: { word: string; probability: number }[];
    layers: { weights: Tensor }[];
  };
  /**
   * Continues a sentence by a number of words, 1 by default; fewer if it becomes as long as the longest story. Each word is
   * drawn from softmax(logits / temperature). The temperature is 0 to 100, 1 by default; at 0 it is the most probable
   * word. Several calls for one word each give the same words as a single call. `cachedTokens` counts the words whose
   * keys and values were cached. The probabilities are those of the draw: at 0, that of the chosen word is 1. `predict` gives
   * those of the model.
   */
  generate: (
    sentence: string,
    options?: {
      temperature?: number | undefined;
      seed?: number | undefined;
      words?: number | undefined;
    },
  ) => {
    tokens: string[];
    steps: {
      word: string;
      next: { word: string; probability: number }[];
      cachedTokens: number;
    }[];
  };
};

/** A causal language model with two layers. */
export type Mini = Model & MiniMembers;

/** The methods of a toy. */
export type ToyMembers = {
  /**
   * Evaluates the model on unseen examples: the share of right answers and, for each output and each head of the last
   * layer, the mean weight on the word that determines the answer. A round is a batch of 32 examples; 10 by default.
   */
  evaluate: (options?: { rounds?: number | undefined }) => { accuracy: number; heads: number[][] };
  /** Answers at each word of a sentence. */
  answer: (sentence: string) => {
    tokens: string[];
    answers: string[][];
    layers: { weights: Tensor }[];
  };
};

/** A model of attention only, for a task with a known pattern. */
export type Toy = Model & ToyMembers;

/**
 * The options of an attention, without destinations: gradients are fresh tensors. `needWeights` and `trace` change
 * nothing, because gradients always have all steps.
 */
export type GradientOptions = Omit<AttentionOptions, 'out' | 'weightsOut'>;

/** Gradients of the intermediate steps. Each has the shape of the weights. */
export type GradientTrace = {
  /**
   * the gradient of the weights after dropout, gradOutput · valueᵀ. It has numbers where a mask makes the weight 0, too,
   * or 0 if the value is not finite
   */
  gradWeights: Tensor;
  /** the gradient of the scaled scores; 0 where masked */
  gradScaledScores: Tensor;
  /** the gradient of the scores */
  gradScores: Tensor;
};

/** The gradients of scaled dot-product attention. Each has the shape of its input. */
export type DotProductGradients = {
  /** the gradient of the query */
  gradQuery: Tensor;
  /** the gradient of the key */
  gradKey: Tensor;
  /** the gradient of the value */
  gradValue: Tensor;
  /** the gradient of `attnMask`, if it consists of numbers to add */
  gradAttnMask?: Tensor;
  /** the gradient of `sinks`, if they are given */
  gradSinks?: Tensor;
  /** the gradients of the intermediate steps */
  trace: GradientTrace;
};

/** The gradients of additive attention. Each has the shape of its input. */
export type AdditiveGradients = Pick<
  DotProductGradients,
  'gradAttnMask' | 'gradSinks' | 'trace'
> & {
  /** the gradient of the queries */
  gradQueries: Tensor;
  /** the gradient of the keys */
  gradKeys: Tensor;
  /** the gradient of the values */
  gradValues: Tensor;
  /** the gradients of the parameters */
  gradParameters: Record<'wq' | 'wk' | 'wv', Tensor>;
};

/** The gradients of multi-head attention. Each has the shape of its input. */
export type MultiHeadGradients = DotProductGradients & {
  /** the gradients of the parameters, by the names of the given parameters */
  gradParameters: { readonly [Name in keyof MultiHeadParameters]?: Tensor };
};

/** A French sentence with its English translation. */
export type Pair = {
  /** the French words, separated by blanks */
  source: string;
  /** the English words, separated by blanks */
  target: string;
  /** for each English word, the positions of the French words that it comes from */
  alignment: number[][];
  /** for each English word, whether it is a content word: only content words have a clear alignment */
  content: boolean[];
};

/** A French word. Identity distinguishes two words of the same spelling. */
export type French = { text: string };

/** An English word with the French words that it comes from. */
export type English = {
  text: string;
  from: French[];
  /**
   * whether it is a content word, and so has a clear source: nouns, names, main verbs, adjectives, adverbs, numbers and
   * the words of negation
   */
  content: boolean;
};

/** Part of a sentence in both languages. */
export type Phrase = { french: French[]; english: English[] };

/** Grammatical properties of the person or thing that a phrase stands for. */
export type Person = {
  /** 0 … 5: I, you, he or she, we, you, they */
  person: number;
  plural: boolean;
  feminine: boolean;
  kinds: string[];
  /** the English possessive for things that this person owns, or '' if it owns none */
  possessive: string;
};

export type NounPhrase = Phrase & Person;

export type Determiner = 'the' | 'this' | 'own' | 'a' | 'number' | 'no' | 'are';

export type Negation = 'pas' | 'jamais' | 'plus';

export type Tense = 'present' | 'past' | 'future' | 'want' | 'can';

export type Verb = {
  infinitive: string;
  /** the forms of the six persons */
  present: string[];
  /** the masculine singular form */
  participle: string;
  /** the English forms; `particle` is the second word of verbs such as "look for" */
  english: { base: string; third: string; past: string; participle: string; particle: string };
  /** kinds of objects or adverbs that go with the verb, and flags */
  with: string[];
};

export type Noun = {
  /** kinds of things that the noun names; they decide which words go with it */
  kinds: string[];
  french: string;
  feminine: boolean;
  english: string;
};

export type Adjective = {
  /** the masculine singular form */
  french: string;
  english: string;
  /**
   * kinds of nouns that the adjective may describe, and flags. `before`: it precedes the noun; `with`: it always has a
   * noun; `people`: it also describes people, after "to be"; `state`: allows "never" and "no longer"; `ends`: allows
   * "no longer"; `hinders`: allows "too … to"; `measure`: is not used with "less"; `colour`; `uncompared`
   */
  kinds: string[];
};

/** The name of a task with a known pattern. */
export type ToyName =
  | 'previous'
  | 'mirror'
  | 'previous-and-mirror'
  | 'recall'
  | 'induction'
  | 'order'
  | 'order-without-positions';

/** A sentence, with the positions of the adjective and of the noun that it describes. */
export type Example = { words: string[]; adjective: number; answer: number };

export type Grammar = {
  vocabulary: readonly string[];
  /** nouns by class */
  nouns: Record<string, string[]>;
  /** adjectives by class */
  adjectives: Record<string, string[]>;
  draw: (random: import('../random.js').Random, options?: { heldOut?: boolean }) => Example;
};

/** A tensor in the memory of a tape. */
export type TapeTensor = {
  shape: number[];
  address: number;
  /** the address of the gradient; 0 if none is wanted */
  gradient: number;
};

export type Parameter = TapeTensor & { name: string };

/** A function that names a tensor of an operation for `watch()`. */
export type Name = (id: string, tensor: TapeTensor) => void;

/** An export that returns the size of the workspace of a call, with its arguments. */
export type Space = [name: string, args: number[]];

export type UpdateOptions = {
  learningRate: number;
  beta2?: number;
  weightDecay?: number;
  /** the largest norm of all gradients together; 0 for no limit */
  maxNorm?: number;
};
