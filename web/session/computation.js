/** Computes the tensors on screen from the settings. */

import { useSlot } from '../features.js';
import { getTensorKind, makeGraph } from '../graph/graph.js';
import { Run } from '../graph/run.js';
import { makeArticleSource, makeCoffeeSource } from '../sources/articles.js';
import { makeOwnSource } from '../sources/own.js';
import { makeScaling, makeSeededSource, makeSeededWeighing } from '../sources/seeded.js';
import { findWords } from '../state/derived.js';
import { makeEditedRun } from '../state/edit-cells.js';
import { getSourceSlot, isLearningModel, isTrainedDescriber } from '../state/source-kinds.js';
import { tensorName } from '../text/en/tensors.js';

/** @import { Operations } from '../../src/js/attention.js' */
/** @import { Tensor } from '../../src/js/types.js' */
/** @import { Graph } from '../graph/types.js' */
/** @import { Computation, Nodes, Own, Source } from '../sources/types.js' */
/** @import { Settings } from '../state/types.js' */

/** @type {Computation} */
export const NO_COMPUTATION = {
  inputs: {},
  parameters: {},
  results: {},
  originals: new Map(),
  queryWords: [],
  keyWords: [],
  leftOut: 0,
  leftOutOfTarget: 0,
  nodes: {},
  isEditable: false,
  numbersSet: [],
  run: new Run(/** @type {any} */ (undefined), makeGraph([]), {}),
};

/**
 * Whether a run has a deliberate mistake. A mistake that changes nothing here leaves the words of the
 * source.
 * @param {{ state: Pick<Settings, 'bug'>, computation: Pick<Computation, 'words'> }} run
 */
export const hasMistake = ({ state, computation }) =>
  state.bug !== '' && computation.words !== undefined;

/**
 * @param {Operations} attention
 * @param {Settings} state
 * @param {ReturnType<typeof openSource>} [source] the source, by default that of the settings; a
 * source that is still opening is not allowed
 * @param {Run} [earlier] a run whose results are reused if they are the same
 * @returns {Computation}
 */
export function makeComputation(attention, state, source = openSource(attention, state), earlier) {
  const work = computeInSteps(attention, state, source, earlier);
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}

/**
 * Computes a state in parts, one per call of `next()`.
 * @param {Operations} attention
 * @param {Settings} state
 * @param {ReturnType<typeof openSource>} source
 * @param {Run} [earlier]
 * @returns {Generator<undefined, Computation>}
 */
export function* computeInSteps(attention, state, source, earlier) {
  if (source instanceof Promise) throw new TypeError(`The source ${state.source} is not open yet`);
  if (!source) return { ...NO_COMPUTATION, ...(state.source === 'seed' && findWords(state)) };
  const { run, replaced } = makeRun(attention, state, source, earlier);
  const { graph } = run;
  const ids = [...graph.keys()];
  // Evaluate everything now, so that errors of the core are thrown here. Models cause no errors,
  // and during training only the tensors on screen are needed.
  const isWanted = (/** @type {string} */ id) => graph.get(id)?.op.name !== 'fromOtherRun';
  if (!getSourceSlot(state)) {
    for (const id of ids.filter(isWanted)) {
      run.tensor(id);
      yield;
    }
  }
  run.forget();
  const results = Object.freeze(
    Object.defineProperties(
      /** @type {Record<string, Tensor>} */ ({}),
      Object.fromEntries(ids.map((id) => [id, { enumerable: true, get: () => run.tensor(id) }])),
    ),
  );
  return {
    ...NO_COMPUTATION,
    ...source,
    ...replaced?.(),
    run,
    results,
    nodes: nameNodes(graph, source.words?.tensors),
    inputs: Object.fromEntries(source.inputs.map((id) => [id, run.tensor(id)])),
    get parameters() {
      return source.parameters?.(run) ?? {};
    },
  };
}

/**
 * Opens the source of the settings.
 * @param {Operations} attention
 * @param {Settings} state
 * @param {Own} [ownTensors] the reader's own tensors
 * @returns {Source | undefined | Promise<Source | undefined>} a promise if the feature is not
 * loaded; undefined without words or tensors, and for a model, whose training computes the numbers
 */
export function openSource(attention, state, ownTensors) {
  /** @type {Partial<Record<Settings['source'], () => Source | undefined>>} */
  const sources = {
    article: makeArticleSource,
    coffee: makeCoffeeSource,
    own: () =>
      ownTensors?.tensors.q && makeOwnSource(ownTensors, makeOwnWeighing(state, ownTensors)),
    'own-weights': () =>
      ownTensors && !ownTensors.tensors.q ? makeOwnSource(ownTensors) : undefined,
    seed: () =>
      findWords(state).queryWords.length > 0
        ? makeSeededSource(state, (other) => computeWeights(attention, other))
        : undefined,
  };
  // The numbers of other models come from their training.
  if (isLearningModel(state))
    return isTrainedDescriber(state)
      ? useSlot('trainedDescriber', (describer) => describer.makeTrainedDescriber(state.sentence))
      : undefined;
  const slot = getSourceSlot(state);
  if (!slot) return sources[state.source]?.();
  // A feature with connections opens its sources only in a session.
  return useSlot(slot, (feature) => feature.open?.(attention, state));
}

/**
 * @param {Operations} attention
 * @param {Settings} state a state with words
 * @param {Own} [ownTensors]
 */
export function computeWeights(attention, state, ownTensors) {
  const source = /** @type {Source} */ (openSource(attention, state, ownTensors));
  return makeRun(attention, state, source).run.tensor('weights');
}

/** @param {Settings} state @param {Own} tensors */
const makeOwnWeighing = (state, { queryWords, keyWords, tensors: { q } }) => ({
  scale: makeScaling(state, q.shape[2], keyWords.length),
  ...makeSeededWeighing(state, queryWords.length, keyWords.length),
});

/**
 * @param {Operations} attention
 * @param {Settings} state
 * @param {Source} source
 * @param {Run} [earlier]
 * @returns {{ run: Run, replaced?: () => Pick<Computation, 'originals' | 'numbersSet'> }}
 */
function makeRun(attention, state, source, earlier) {
  if (state.edits !== '' && source.isEditable)
    return makeEditedRun(attention, state, source, earlier);
  return { run: source.run ?? new Run(attention, source.graph, source.given, {}, earlier) };
}

/** @param {Graph} graph @param {Parameters<typeof tensorName>[1]} [names] @returns {Nodes} */
function nameNodes(graph, names) {
  return Object.fromEntries(
    [...graph.values()].map((node) => {
      const [name, singular] = tensorName(getTensorKind(node), names);
      return [node.id, { ...node, name, singular }];
    }),
  );
}
