// Computations of models as the page shows them. A reply of the trainer becomes a source and a run.
import { loadAttention } from '../../src/js/index.js';
import { makeSource } from '../../web/features/models/kinds/models.js';
import { makers } from '../../web/features/models/training/makers.js';
import { makeComputation } from '../../web/session/computation.js';
import { normaliseState } from '../../web/state/normalise.js';
import { trainTo } from './trained.js';
import './names.js';

/**
 * @import { Computation } from '../../web/sources/types.js'
 * @import { ModelName, Settings, State } from '../../web/state/types.js'
 */

const attention = await loadAttention();

/**
 * @typedef {object} Shown
 * @property {any} model
 * @property {State} state
 * @property {Computation} computation
 */

/** @type {Record<string, string>} sentences for the toys' tasks */
const SENTENCES = {
  describer: 'the animal did not cross the street because it was too tired',
  pronoun: 'the animal did not cross the street because it was too tired',
  mini: '<s> the dogs near the house are tired . they',
  previous: 'k a c e b b i j l d a f g h c e',
  mirror: 'k a c e b b i j l d a f g h c e',
  'previous-and-mirror': 'k a c e b b i j l d a f g h c e',
  recall: 'c3 a0 h7 b3 g1 d6 f2 e4 a h c g b f e d',
  order: 'the dog bites the man ?',
  'order-without-positions': 'the dog bites the man ?',
  induction: 'e b k a j c l f d a k e j b f l',
};

/**
 * Models with at least this many steps are trained once and cached for all files. Fewer steps take
 * almost no time.
 */
const MANY_STEPS = 100;

/**
 * Returns a model of the library after some steps of training.
 * @param {Settings} settings
 * @returns {Promise<any>}
 */
export async function modelAt(settings) {
  const { source, training, task, heads, variant, seed, mechanism } = settings;
  const kind = /** @type {ModelName} */ (source);
  const { create, loadTrained } = makers[kind];
  const isShipped = training < 0 && loadTrained;
  const model = await (isShipped ? loadTrained() : create({ ...settings, kind }));
  /** @type {Record<string, string>} */
  const kinds = { pronoun: variant, translator: mechanism, toy: `${task}-${heads}` };
  const what = kinds[source] ?? '';
  const steps = training < 0 && !isShipped ? model.steps : training;
  if (steps >= MANY_STEPS)
    await trainTo(model, [source, what, seed].filter(String).join('-'), steps);
  else if (steps > 0) model.train(steps);
  return model;
}

/**
 * Computes a sentence with a model after some steps of training.
 * @param {'describer' | 'pronoun' | 'mini' | 'translator' | 'toy'} source
 * @param {object} [options]
 * @param {number} [options.training] steps; −1 for all steps, and for the shipped Mini
 * @param {string} [options.task] the task of a toy
 * @param {number} [options.heads] the number of heads of a toy
 * @param {string} [options.variant] the variant of the pronoun resolver
 * @param {number} [options.seed] 3 by default
 * @param {'dot' | 'additive'} [options.mechanism] the scores of the translator
 * @param {string} [options.sentence]
 * @param {string} [options.edits]
 * @returns {Promise<Shown>}
 */
export async function modelComputation(source, options = {}) {
  const { training = 0, task = 'previous', heads = 2, edits = '', mechanism = 'dot' } = options;
  const { variant = 'two', seed = 3 } = options;
  const sentence = options.sentence ?? SENTENCES[source === 'toy' ? task : source];
  const settings = { source, training, task, variant, heads, sentence, edits, mechanism, seed };
  const state = normaliseState(settings);
  return computationOfModel({ model: await modelAt(state), state }, {});
}

/**
 * Computes the same model with another sentence, edits or blocked pairs.
 * @param {Pick<Shown, 'model' | 'state'>} shown
 * @param {Partial<Pick<State, 'sentence' | 'query' | 'edits' | 'masked'>>} change
 * @returns {Shown}
 */
export function computationOfModel({ model, state: before }, { sentence, query, edits, masked }) {
  const state = normaliseState({
    ...before,
    ...(sentence !== undefined && { sentence }),
    ...(query !== undefined && { query }),
    ...(edits !== undefined && { edits }),
    ...(masked !== undefined && { masked }),
  });
  return computationAt(model, state);
}

/**
 * Computes the current model in a state of the page.
 * @param {any} model
 * @param {Shown['state']} state
 */
export function computationAt(model, state) {
  const progress = { reached: 0, total: model.steps, every: 1, losses: [], measures: [] };
  const { parameters, vocabulary } = model;
  const source = /** @type {ModelName} */ (state.source);
  const reading = makers[source].read(model, state.sentence);
  const reply = { step: state.training, parameters, reading, vocabulary, progress };
  const computation = makeComputation(attention, state, makeSource(reply, state, attention));
  return { model, state, reading, computation };
}
