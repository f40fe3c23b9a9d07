/**
 * Trains models and returns their parameters at any step. The trainer runs in a Worker, or in
 * slices on the page if no Worker can start.
 */

import { showFrench } from '../../../../src/js/learning/grammars/french-english.js';
import { loadOnce } from '../../../../src/js/once.js';
import { memoizeRecent } from '../../../graph/memoize.js';
import { makers } from './makers.js';
import { TrainingRun } from './training-run.js';

/**
 * @import { Mini } from '../../../../src/js/learning/types.js'
 * @import { FirstExamples, Measured, Progress, Reply, Request, ShownExample, Spec } from '../types.js'
 * @import { ModelName } from '../../../state/types.js'
 * @import { TrainableModel } from './makers.js'
 */

/** Milliseconds of training before the trainer checks for other requests. */
const SLICE = 40;

/** The number of training examples that are shown. */
const SHOWN_EXAMPLES = 8;

/**
 * The number of runs that are kept, so that a reader who compares two runs waits only once for
 * each.
 */
const MAX_KEPT_RUNS = 2;

/** The number of batches on which heads are measured. */
const HEAD_ROUNDS = 8;

export class Trainer {
  #slice;
  /**
   * Runs by the key of their model, the most recently used last.
   * @type {Map<string, TrainingRun>}
   */
  #runs = new Map();
  /** Returns the function that loads the shipped model of a kind, if one ships. */
  #getLoader = memoizeRecent(Infinity, (/** @type {ModelName} */ kind) => {
    const { loadTrained } = makers[kind];
    return loadTrained && loadOnce(loadTrained);
  });
  /**
   * The measurements of the shipped models on held-out data.
   * @type {WeakMap<TrainableModel, Record<string, number>>}
   */
  #measured = new WeakMap();
  #latest = 0;

  /** @param {number} [slice] milliseconds of training between two checks */
  constructor(slice = SLICE) {
    this.#slice = slice;
  }

  /**
   * @param {Request} request
   * @param {(progress: Progress) => void} report called during training
   * @returns {Promise<Reply | undefined>} undefined if another request has arrived in the meantime
   */
  async answer(request, report) {
    const id = ++this.#latest;
    const { spec, step, sentence } = request;
    const run = await this.#getRun(spec);
    if (id !== this.#latest) return undefined;
    const shipped = step < 0 ? await this.#getLoader(spec.kind)?.() : undefined;
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
      reading: makers[spec.kind].read(model, sentence),
      vocabulary: model.vocabulary,
      progress: shipped ? this.#progressOfShipped(run, shipped) : run.progress,
    };
  }

  /**
   * Draws the first examples from a new model, because drawing from a training model would change
   * its next batches.
   * @param {Pick<Request, 'spec'>} request
   * @returns {Promise<FirstExamples>}
   */
  async drawExamples({ spec }) {
    const model = await makers[spec.kind].create(spec);
    const batch = model.drawBatch();
    const first = batch.slice(0, SHOWN_EXAMPLES).map(showExample);
    model.dispose();
    return { steps: model.steps, batch: batch.length, first };
  }

  /**
   * Writes the next word with a small language model.
   * @param {Request} request the latest request that was answered
   * @param {{ temperature: number, seed: number }} options
   * @returns {Promise<{ word: string, cachedTokens: number, computedTokens: number } | null | undefined>} null if the
   *   sentence has its full length; undefined while the model trains
   */
  async writeWord(request, options) {
    const { mini, words } = await this.#findMini(request);
    if (!mini) return undefined;
    const [step] = mini.generate(words.join(' '), options).steps;
    return step ? { ...step, computedTokens: words.length - step.cachedTokens } : null;
  }

  /**
   * Measures the heads of a small language model, on average and for the word after the query.
   * @param {Request} request the latest request that was answered
   * @param {number} query
   * @returns {Promise<Omit<Measured, 'measuredAt'> | undefined>} undefined while the model trains
   */
  async measureHeads(request, query) {
    const { mini, words } = await this.#findMini(request);
    return (
      mini && {
        heads: mini.measureHeads({ rounds: HEAD_ROUNDS }),
        here: predictWithoutHeads(mini, words.slice(0, query + 1).join(' ')),
      }
    );
  }

  /** Finds a small language model, unless it trains, and the words that it reads. @param {Request} request */
  async #findMini({ spec, step, sentence }) {
    const run = this.#runs.get(JSON.stringify(spec));
    const model = step < 0 ? await this.#getLoader(spec.kind)?.() : run?.modelAt(step);
    if (!model || !run) return { words: [] };
    const { words } = makers[spec.kind].read(model, sentence);
    return { mini: /** @type {Mini} */ (/** @type {unknown} */ (model)), words };
  }

  /** Stops the current training. */
  stop() {
    this.#latest++;
  }

  /**
   * Returns the progress of the shipped model. It was trained elsewhere, so only the end of the run
   * is known.
   * @param {TrainingRun} run
   * @param {TrainableModel} model
   * @returns {Progress}
   */
  #progressOfShipped({ total, every, measuredOn }, model) {
    const measured = this.#measured.get(model) ?? model.evaluate(measuredOn);
    this.#measured.set(model, measured);
    return { reached: total, total, every, losses: [], measures: [[total, measured]] };
  }

  /** @param {Spec} spec */
  async #getRun(spec) {
    const key = JSON.stringify(spec);
    const run = this.#runs.get(key) ?? (await this.#start(spec));
    // If two runs of one key start at once, the first is kept.
    const kept = this.#runs.get(key) ?? run;
    if (kept !== run) run.model.dispose();
    this.#runs.delete(key);
    this.#runs.set(key, kept);
    return kept;
  }

  /** Makes room for a run and starts it. @param {Spec} spec */
  async #start(spec) {
    for (const [key, { model }] of this.#runs) {
      if (this.#runs.size < MAX_KEPT_RUNS) break;
      this.#runs.delete(key);
      model.dispose();
    }
    const { create, measuredOn } = makers[spec.kind];
    const model = await create(spec);
    model.rate = spec.rate;
    return new TrainingRun(model, measuredOn);
  }
}

/** @param {any} example an example of any model @returns {ShownExample} */
function showExample({ words = [], answer, answers = [], source, target }) {
  if (source) return { given: showFrench(source), answers: [target] };
  const given = words.join(' ');
  if (answer !== undefined) return { given, answers: [words[answer]] };
  const count = 1 + Math.max(-1, ...answers.map((/** @type {any} */ answer) => answer.output));
  const joinOutput = (/** @type {number} */ output) =>
    answers
      .filter((/** @type {any} */ answer) => answer.output === output)
      .map((/** @type {any} */ { word }) => word)
      .join(' ');
  return { given, answers: Array.from({ length: count }, (_, output) => joinOutput(output)) };
}

/**
 * Predicts the probability of the next word with each head silenced.
 * @param {Mini} mini
 * @param {string} sentence
 */
function predictWithoutHeads(mini, sentence) {
  const { next, layers } = mini.predict(sentence);
  const [{ word, probability }] = next;
  const without = layers.flatMap(({ weights }, layer) =>
    Array.from({ length: weights.shape[0] }, (_, head) => {
      const { next: others } = mini.predict(sentence, { silenced: [[layer, head]] });
      return others.find((candidate) => candidate.word === word)?.probability ?? 0;
    }),
  );
  return { word, probability, without };
}
