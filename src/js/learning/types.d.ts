/** Types that several modules of src/js/learning/ use. */

import type { Tensor } from '../types.js';

/**
 * row and column of `translate().weights`: a word that is written, and one that it gets no weight on
 */
export type Blocked = [target: number, source: number][];

/** counted from 0, as `predict().layers` and their weights */
export type Heads = [layer: number, head: number][];

/** The values that training changes. A copy can go to another thread and back. */
export type State = {
  /** of which model */
  kind: string;
  /** how many steps it has trained */
  step: number;
  /** all in a row */
  parameters: Float32Array;
  /** what the optimizer keeps of each parameter */
  means: Float32Array;
  /** where its random draws go on */
  random: number[];
};

/** The methods of every model. */
export type ModelMembers = {
  /** what the learning rate is multiplied by, 1 at first */
  rate: number;
  /** so many steps; returns how many there were, and the last one's loss */
  train: (steps: number) => { step: number; loss: number };
  /** every tensor on the way, by the name of its node */
  run: (sentence: string) => Record<string, Tensor>;
  /** goes on from what `getState` returned, of a model of this kind */
  setState: { set(state: State): void }['set'];
  /** a copy of what training changes */
  getState: () => State;
  /** releases the memory; using the model afterwards throws a `DisposedError` */
  dispose: () => void;
};

/** The properties of every model. */
export type ModelFacts = {
  /** what its first parameters were drawn from */
  seed: number;
  /** its words */
  vocabulary: string[];
  /** copies, by name */
  parameters: Record<string, Tensor>;
};

/**
 * The members of all models, and `Symbol.dispose` for `using`. A sentence with a word outside the vocabulary, or of another
 * form than the model knows, throws an `ArgumentError`.
 */
export type Model = ModelMembers & Readonly<ModelFacts> & Disposable;

/** The methods of a translator. */
export type TranslatorMembers = {
  /**
   * on unseen sentences: the share that is translated word for word right, and of words that attend most to one they
   * come from
   */
  evaluate: (options?: { pairs?: number }) => { exactMatch: number; alignment: number };
  /** every tensor on the way, by the name of its node */
  run: (sentence: string, options?: { blocked?: Blocked }) => Record<string, Tensor>;
  /** into English; weights (T, S) say which French words each English word is written from */
  translate: (
    sentence: string,
    options?: { blocked?: Blocked },
  ) => {
    source: string[];
    target: string[];
    weights: Tensor;
  };
};

/** a translator from French to English */
export type Translator = Model & TranslatorMembers;

/** The methods of a describer. */
export type DescriberMembers = {
  /** on unseen sentences: the share whose noun is found, and the mean weight on it */
  evaluate: (options?: { rounds?: number }) => { accuracy: number; weight: number };
  /** which noun the adjective describes, by its weights */
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

/** a model of which noun an adjective describes */
export type Describer = Model & DescriberMembers;

/** The methods of a pronoun resolver. */
export type PronounResolverMembers = {
  /** on unseen sentences: the share whose noun is found, and the mean weight on it */
  evaluate: (options?: { rounds?: number }) => { accuracy: number; weight: number };
  /** which noun "it" stands for */
  resolve: (sentence: string) => {
    tokens: string[];
    position: number;
    noun: string;
    probabilities: { word: string; probability: number }[];
    layers: { weights: Tensor }[];
  };
};

/** a model of which noun "it" stands for */
export type PronounResolver = Model & PronounResolverMembers;

/** The methods of a mini. */
export type MiniMembers = {
  /** on unseen stories: the share of forced words that it foretells, in all and of each kind */
  evaluate: (options?: { rounds?: number; silenced?: Heads; optional?: string[] }) => {
    accuracy: number;
    byDependency: Record<string, number>;
  };
  /**
   * for each kind of forced word: by how much accuracy falls without this head, and its mean weight
   * on the word that decides it
   */
  measureHeads: (options?: { rounds?: number }) => {
    layer: number;
    head: number;
    byDependency: Record<string, { drop: number; weight: number }>;
  }[];
  /** every tensor on the way, by the name of its node */
  run: (sentence: string, options?: { silenced?: Heads }) => Record<string, Tensor>;
  /** the next word, the likeliest first */
  predict: (
    sentence: string,
    options?: { silenced?: Heads },
  ) => {
    tokens: string[];
    next: { word: string; probability: number }[];
    layers: { weights: Tensor }[];
  };
  /** writes so many words; at temperature 0 the likeliest each time */
  generate: (
    sentence: string,
    options?: { temperature?: number; seed?: number; words?: number },
  ) => {
    tokens: string[];
    steps: {
      word: string;
      next: { word: string; probability: number }[];
      cachedTokens: number;
    }[];
  };
};

/** a causal language model of two layers */
export type Mini = Model & MiniMembers;

/** The methods of a toy. */
export type ToyMembers = {
  /**
   * on unseen examples: the share of right answers, and for each output and head of the last layer the mean weight on
   * the word that gives the answer away
   */
  evaluate: (options?: { rounds?: number }) => { accuracy: number; heads: number[][] };
  /** what it answers at each word */
  answer: (sentence: string) => {
    tokens: string[];
    answers: string[][];
    layers: { weights: Tensor }[];
  };
};

/** attention alone, for a task whose pattern is known */
export type Toy = Model & ToyMembers;

/** The gradients on the way, each of the shape of the weights. */
export type GradientTrace = {
  /** of the weights as they were applied, after dropout */
  gradWeights: Tensor;
  /** of the scaled scores; 0 where masked */
  gradScaledScores: Tensor;
  /** of the scores */
  gradScores: Tensor;
};

/** Gradients of scaled dot-product attention, each of the shape of its input. */
export type DotProductGradients = {
  /** of the query */
  gradQuery: Tensor;
  /** of the key */
  gradKey: Tensor;
  /** of the value */
  gradValue: Tensor;
  /** of `attnMask`, if it is numbers to add */
  gradAttnMask?: Tensor;
  /** the gradients on the way */
  trace: GradientTrace;
};

/** Gradients of additive attention, each of the shape of its input. */
export type AdditiveGradients = {
  /** of the queries */
  gradQueries: Tensor;
  /** of the keys */
  gradKeys: Tensor;
  /** of the values */
  gradValues: Tensor;
  /** of `attnMask`, if it is numbers to add */
  gradAttnMask?: Tensor;
  /** of the parameters */
  gradParameters: Record<'wq' | 'wk' | 'wv', Tensor>;
  /** the gradients on the way */
  trace: GradientTrace;
};

/** Gradients of multi-head attention, each of the shape of its input. */
export type MultiHeadGradients = {
  /** of the query */
  gradQuery: Tensor;
  /** of the key */
  gradKey: Tensor;
  /** of the value */
  gradValue: Tensor;
  /** of `attnMask`, if it is numbers to add */
  gradAttnMask?: Tensor;
  /** of the parameters, by the names under which they were given */
  gradParameters: Record<string, Tensor>;
  /** the gradients on the way */
  trace: GradientTrace;
};

/** A French sentence with its English. */
export type Pair = {
  /** French words, separated by blanks */
  source: string;
  /** English words */
  target: string;
  /** for each English word the French words that it comes from */
  alignment: number[][];
  /**
   * for each English word whether it carries meaning of its own: only
   * then is its alignment beyond dispute
   */
  content: boolean[];
};

/** one word, told from another of the same spelling by identity */
export type French = { text: string };

export type English = {
  text: string;
  from: French[];
  /**
   * whether it carries meaning of its own, and so has a clear source:
   * nouns, names, main verbs, adjectives, adverbs, numbers and the words of negation
   */
  content: boolean;
};

export type Phrase = { french: French[]; english: English[] };

/** who or what a phrase stands for */
export type Person = {
  /** 0 … 5 */
  person: number;
  plural: boolean;
  feminine: boolean;
  kinds: string[];
  /** the English possessive of its own things, '' if it owns none */
  his: string;
};

export type NounPhrase = Phrase & Person;

export type Determiner = 'the' | 'this' | 'own' | 'a' | 'number' | 'no' | 'are';

export type Negation = 'pas' | 'jamais' | 'plus';

export type Tense = 'present' | 'past' | 'future' | 'want' | 'can';

export type Verb = {
  infinitive: string;
  /** its six persons */
  present: string[];
  /** masculine singular */
  participle: string;
  /** `particle` is the rest of "look for" */
  english: { base: string; third: string; past: string; participle: string; particle: string };
  /** objects or adverbs that it goes with */
  with: string[];
};

export type Noun = {
  /** what it names, which decides which words it goes with */
  kinds: string[];
  french: string;
  feminine: boolean;
  english: string;
};

export type Adjective = {
  /** masculine singular */
  french: string;
  english: string;
  /**
   * the nouns it may stand with; also flags: `before` the noun; only `with`
   * a noun; `people` too, but after "to be"; a `state` (that never or no longer holds); something
   * that `ends` (no longer holds); what `hinders` (too … to); a `measure` (never less so); a
   * `colour`; `uncompared`
   */
  kinds: string[];
};

/** a task whose pattern is known */
export type ToyName =
  | 'previous'
  | 'mirror'
  | 'previous-and-mirror'
  | 'recall'
  | 'induction'
  | 'order'
  | 'order-without-positions';

/** positions in words */
export type Example = { words: string[]; adjective: number; answer: number };

export type Grammar = {
  vocabulary: string[];
  /** by class */
  nouns: Record<string, string[]>;
  /** by class */
  adjectives: Record<string, string[]>;
  draw: (random: import('../random.js').Random, options?: { heldOut?: boolean }) => Example;
};

export type TapeTensor = {
  shape: number[];
  address: number;
  /** its address; 0 where none is wanted */
  gradient: number;
};

export type Parameter = TapeTensor & { name: string };

/** names a tensor of an operation for `watch()` */
export type Name = (id: string, tensor: TapeTensor) => void;

/** the export that returns how much workspace a call needs */
export type Space = [name: string, args: number[]];

export type UpdateOptions = {
  learningRate: number;
  beta1?: number;
  beta2?: number;
  epsilon?: number;
  weightDecay?: number;
  /** of all gradients; 0: no limit */
  maxNorm?: number;
};
