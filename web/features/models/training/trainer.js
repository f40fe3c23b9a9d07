/**
 * Trains models, and gives their parameters at any step. It runs in a Worker, or on the page where none
 * can start, and then in slices.
 */

import { readFrench, showFrench } from '../../../../src/js/learning/grammars/french-english.js';
import {
  createDescriber,
  createMini,
  createPronounResolver,
  createToy,
  createTranslator,
  loadMini,
} from '../../../../src/js/learning/index.js';
import { asStory, readWords } from '../../../state/words.js';

/**
 * @import { Tensor } from '../../../../src/js/index.js'
 * @import { Mini, Model as CreateModel } from '../../../../src/js/learning/create.js'
 * @import { ToyName } from '../../../../src/js/learning/grammars/toys.js'
 * @import { ModelName, Variant } from '../../../state/fields.js'
 */

// What a model makes of a sentence that a reader has typed: its words, and what follows from them.

/**
 * @typedef {object} Reading
 * @property {string[]} words as the model knows them
 * @property {string[]} unknown words that it does not know
 * @property {number} most words that it takes
 * @property {string[]} [answers] the words that can be an answer
 * @property {string[]} [shown] the words as they are spelled
 *
 * @typedef {(model: any, sentence: string) => Reading} Reader
 */

/** @param {any} model @param {string} sentence @param {number} most */
const read = ({ vocabulary }, sentence, most) => ({ ...readWords(vocabulary, sentence), most });

/** @type {Record<ModelName, Reader>} */
export const readers = {
  describer: (model, sentence) => ({ ...read(model, sentence, 16), answers: model.nouns }),
  pronoun: (model, sentence) => ({ ...read(model, sentence, 16), answers: model.nouns }),
  mini: (model, sentence) => read(model, asStory(sentence), model.length),
  toy: (model, sentence) => ({
    ...read(model, sentence, model.task.length),
    answers: model.task.answers,
  }),
  translator({ grammar }, sentence) {
    const { words, unknown } = readFrench(sentence);
    // With the marks of both ends they are as many as tables show in digits.
    const most = 14;
    return {
      ...{ words, unknown, most },
      shown: words.map(showFrench),
      answers: grammar.targetVocabulary,
    };
  },
};

/**
 * @typedef {CreateModel & {
 *   readonly steps: number,
 *   rate: number,
 *   setParameters(values: Model['parameters']): void,
 *   evaluate(options: object): Record<string, any>,
 * }} Model
 *
 * @typedef {object} Spec which training run
 * @property {ModelName} kind
 * @property {number} seed
 * @property {number} rate factor on the learning rate
 * @property {'dot' | 'additive'} mechanism of the translator
 * @property {ToyName} task of the toy
 * @property {number} heads of the toy
 * @property {Variant} variant of the pronoun resolver
 *
 * @typedef {object} Request
 * @property {Spec} spec
 * @property {number} step −1 for the trained model
 * @property {string} sentence
 *
 * @typedef {object} Task all but the first of a small language model
 * @property {boolean} [examples] the first that it was trained on
 * @property {{ temperature: number, seed: number }} [write] the next word
 * @property {{ query: number }} [measureHeads] in all, and for what comes after the word of the query
 *
 * @typedef {object} Done
 * @property {{ steps: number, batch: number, first: Shown[] }} [examples] `batch` in each step
 * @property {{ word: string, cachedTokens: number }} [written] undefined where the sentence has its full
 *   length
 * @property {ReturnType<Mini['measureHeads']>} [heads]
 * @property {{ word: string, probability: number, without: number[] }} [here] the most probable next word,
 *   and its probability without each head
 *
 * @typedef {object} Shown an example of the training
 * @property {string} given
 * @property {string[]} answers that are right, for each output one
 *
 * @typedef {object} Progress
 * @property {number} reached steps so far
 * @property {number} total steps after which the learning rate has come down
 * @property {number} every so many steps there is a checkpoint
 * @property {[step: number, loss: number][]} losses
 * @property {[step: number, measures: Record<string, number>][]} measures on held-out data
 *
 * @typedef {object} Reply
 * @property {number} step
 * @property {Record<string, Tensor>} parameters
 * @property {Reading} reading
 * @property {string[]} vocabulary
 * @property {Progress} progress
 */

/** How long it trains before it looks whether something else is wanted, in milliseconds. */
const SLICE = 40;

/** So many checkpoints has a run, and measures. */
const CHECKPOINTS = 100;

const MEASURES = 25;

/** A tenth of the checkpoints are whole states, to go on from. */
const STATES = 10;

/** @type {Record<string, (spec: Spec) => Promise<any>>} */
const makers = {
  describer: ({ seed }) => createDescriber({ seed }),
  pronoun: ({ seed, variant }) =>
    createPronounResolver({
      seed,
      layers: variant.startsWith('two') ? 2 : 1,
      freeValue: variant.endsWith('-free'),
    }),
  mini: ({ seed }) => createMini({ seed }),
  translator: ({ seed, mechanism }) => createTranslator({ seed, scoring: mechanism }),
  toy: ({ seed, task, heads }) => createToy({ seed, task, numHeads: heads }),
};

/** On few examples: it is repeated while the model learns. @type {Record<string, object>} */
const MEASURED_ON = {
  describer: { rounds: 2 },
  pronoun: { rounds: 8 },
  mini: { rounds: 2 },
  translator: { pairs: 40 },
  toy: { rounds: 2 },
};

/** Examples of the training. */
const SHOWN = 8;

/** Batches on which heads are measured. */
const HEAD_ROUNDS = 8;

export class Trainer {
  #slice;
  /** @type {Run | undefined} */
  #run;
  /** @type {Model | undefined} */
  #trained;
  /** How it does on held-out data. @type {Record<string, number> | undefined} */
  #measured;
  #latest = 0;

  /** @param {number} [slice] milliseconds */
  constructor(slice = SLICE) {
    this.#slice = slice;
  }

  /**
   * @param {Request} request
   * @param {(progress: Progress) => void} report called while it trains
   * @returns {Promise<Reply | undefined>} undefined where another request has come meanwhile
   */
  async answer(request, report) {
    const id = ++this.#latest;
    const { spec, step, sentence } = request;
    const run = await this.#runOf(spec);
    if (id !== this.#latest) return undefined;
    const shipped = step < 0 && spec.kind === 'mini' ? await this.#shipped() : undefined;
    const wanted = step < 0 ? run.total : step;
    const isWanted = () => id === this.#latest;
    const parameters = shipped
      ? shipped.parameters
      : await run.parametersAt(wanted, { isWanted, report, slice: this.#slice });
    if (!parameters) return undefined;
    const model = shipped ?? run.model;
    return {
      step,
      parameters,
      reading: readers[spec.kind](model, sentence),
      vocabulary: model.vocabulary,
      progress: shipped ? this.#ofShipped(run.progress, shipped) : run.progress,
    };
  }

  /**
   * What else is asked of a model: what it was trained on; and of a small language model the next word,
   * or what its heads do.
   * @param {Request} request whose numbers were asked for last
   * @param {Task} task
   * @returns {Promise<Done | undefined>} undefined while it trains
   */
  async perform({ spec, step, sentence }, { examples, write, measureHeads }) {
    if (examples) return { examples: await firstExamples(spec) };
    const model = step < 0 ? await this.#shipped() : this.#run?.modelAt(step);
    if (!model || this.#run?.key !== JSON.stringify(spec)) return undefined;
    const { words } = readers[spec.kind](model, sentence);
    const mini = /** @type {Mini} */ (/** @type {unknown} */ (model));
    return {
      ...(write && { written: mini.generate(words.join(' '), write).steps[0] }),
      ...(measureHeads && {
        heads: mini.measureHeads({ rounds: HEAD_ROUNDS }),
        here: withoutHeads(mini, words.slice(0, measureHeads.query + 1).join(' ')),
      }),
    };
  }

  /** Ends what is under way. */
  stop() {
    this.#latest++;
  }

  /**
   * The model that ships has been trained elsewhere: of its run only the end is known.
   * @param {Progress} progress
   * @param {Model} model
   * @returns {Progress}
   */
  #ofShipped({ total, every }, model) {
    this.#measured ??= model.evaluate(MEASURED_ON.mini);
    return { reached: total, total, every, losses: [], measures: [[total, this.#measured]] };
  }

  async #shipped() {
    this.#trained ??= /** @type {any} */ (await loadMini());
    return /** @type {Model} */ (this.#trained);
  }

  /** @param {Spec} spec */
  async #runOf(spec) {
    const key = JSON.stringify(spec);
    if (this.#run?.key !== key) {
      this.#run?.model.dispose();
      this.#run = undefined;
      const model = await makers[spec.kind](spec);
      model.rate = spec.rate;
      this.#run = new Run(key, model, MEASURED_ON[spec.kind]);
    }
    return this.#run;
  }
}

/** A model of its own draws them, since each draw leads on to the next. @param {Spec} spec */
async function firstExamples(spec) {
  const model = await makers[spec.kind](spec);
  const batch = model.drawBatch();
  const shown = batch.slice(0, SHOWN).map(showExample);
  model.dispose();
  return { steps: model.steps, batch: batch.length, first: shown };
}

/** @param {any} example of any model @returns {Shown} */
function showExample({ words = [], answer, answers = [], source, target }) {
  if (source) return { given: showFrench(source), answers: [target] };
  const given = words.join(' ');
  if (answer !== undefined) return { given, answers: [words[answer]] };
  const count = 1 + Math.max(-1, ...answers.map((/** @type {any} */ one) => one.output));
  const ofOutput = (/** @type {number} */ output) =>
    answers.filter((/** @type {any} */ one) => one.output === output);
  return {
    given,
    answers: Array.from({ length: count }, (_, output) =>
      ofOutput(output)
        .map((/** @type {any} */ { word }) => word)
        .join(' '),
    ),
  };
}

/**
 * What each head counts for the word that comes next.
 * @param {Mini} mini
 * @param {string} sentence
 */
function withoutHeads(mini, sentence) {
  const { next, layers } = mini.predict(sentence);
  const [{ word, probability }] = next;
  const without = layers.flatMap(({ weights }, layer) =>
    Array.from({ length: weights.shape[0] }, (_, head) => {
      const { next: others } = mini.predict(sentence, { silenced: [[layer, head]] });
      return others.find((one) => one.word === word)?.probability ?? 0;
    }),
  );
  return { word, probability, without };
}

/** One training run from its start, with checkpoints. */
class Run {
  /** Parameters, by step. @type {Map<number, Model['parameters']>} */
  #checkpoints = new Map();
  /** States to go on from, by step. @type {Map<number, ReturnType<Model['getState']>>} */
  #states = new Map();
  #reached = 0;
  /** The step whose parameters the model has. */
  #at = 0;
  /** The state at the last step, while the model is at an earlier one. @type {ReturnType<Model['getState']> | undefined} */
  #last;
  /** The step from which it was trained last, and the state there. @type {[number, ReturnType<Model['getState']>] | undefined} */
  #before;
  /** Calls that have not trained to their end yet. */
  #under = 0;
  /** @type {Progress['losses']} */
  #losses = [];
  /** @type {Progress['measures']} */
  #measures = [];

  /** @param {string} key @param {Model} model @param {object} measuredOn */
  constructor(key, model, measuredOn) {
    this.key = key;
    this.model = model;
    this.measuredOn = measuredOn;
    this.total = model.steps;
    this.every = Math.ceil(this.total / CHECKPOINTS);
    this.#record();
  }

  /**
   * The model with the parameters of a step that has been asked for; undefined while it trains.
   * @param {number} step
   */
  modelAt(step) {
    if (this.#under > 0 || !this.#checkpoints.has(step)) return undefined;
    if (this.#at !== step) this.#earlier(step);
    return this.model;
  }

  /** @returns {Progress} */
  get progress() {
    const [losses, measures] = [this.#losses, this.#measures];
    return { reached: this.#reached, total: this.total, every: this.every, losses, measures };
  }

  /**
   * @param {number} step
   * @param {{ isWanted: () => boolean, report: (progress: Progress) => void, slice: number }} how
   * @returns {Promise<Model['parameters'] | undefined>} undefined where it was stopped
   */
  async parametersAt(step, { isWanted, report, slice }) {
    if (step < this.#reached) return this.#earlier(step);
    if (this.#last) this.model.setState(this.#last);
    this.#last = undefined;
    this.#at = this.#reached;
    // A picture is asked for before it is shown; who stops there goes on from the one before.
    if (step > this.#reached) this.#before = [this.#reached, this.model.getState()];
    this.#under++;
    try {
      let until = performance.now() + slice;
      while (this.#reached < step) {
        const next = this.every * (Math.floor(this.#reached / this.every) + 1);
        const steps = Math.min(next, step) - this.#reached;
        const { loss } = this.model.train(steps);
        this.#reached += steps;
        this.#at = this.#reached;
        if (this.#reached % this.every === 0) this.#record(loss);
        if (performance.now() < until) continue;
        report(this.progress);
        await new Promise((resolve) => setTimeout(resolve));
        if (!isWanted()) return undefined;
        until = performance.now() + slice;
      }
    } finally {
      this.#under--;
    }
    return this.#kept(step);
  }

  /** @param {number} step */
  #earlier(step) {
    const { model } = this;
    this.#last ??= model.getState();
    this.#at = step;
    const kept = this.#checkpoints.get(step);
    if (kept) {
      model.setParameters(kept);
      return kept;
    }
    const states = [...this.#states, ...(this.#before ? [this.#before] : [])];
    const [from, state] = states
      .filter(([one]) => one <= step)
      .reduce((latest, one) => (one[0] > latest[0] ? one : latest));
    model.setState(state);
    if (step > from) model.train(step - from);
    return this.#kept(step);
  }

  /** @param {number} step at which the model is */
  #kept(step) {
    const parameters = this.#checkpoints.get(step) ?? this.model.parameters;
    this.#checkpoints.set(step, parameters);
    return parameters;
  }

  /** @param {number} [loss] */
  #record(loss) {
    const step = this.#reached;
    const checkpoint = step / this.every;
    this.#kept(step);
    if (loss !== undefined) this.#losses.push([step, loss]);
    if (checkpoint % (CHECKPOINTS / STATES) === 0) this.#states.set(step, this.model.getState());
    if (checkpoint % (CHECKPOINTS / MEASURES) === 0) {
      this.#measures.push([step, this.model.evaluate(this.measuredOn)]);
    }
  }
}
