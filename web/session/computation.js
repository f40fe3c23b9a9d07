/** From settings to the tensors on screen. */

import { getSlot, needSlot } from '../features.js';
import { getTensorKind, makeGraph } from '../graph/graph.js';
import { Run } from '../graph/run.js';
import { makeArticleSource, makeCoffeeSource } from '../sources/articles.js';
import { makeOwnSource } from '../sources/own.js';
import { makeScaling, makeSeededSource, makeWeighing } from '../sources/seeded.js';
import { isTrainedDescriber, makeTrainedDescriber } from '../sources/trained-describer.js';
import { findWords } from '../state/derived.js';
import { makeEditedRun } from '../state/edit-cells.js';
import { getSourceKind, getSourceSlot } from '../state/source-kinds.js';
import { tensorName } from '../text/en/tensors.js';

/**
 * @import { Operations } from '../../src/js/attention.js'
 * @import { Tensor } from '../../src/js/types.js'
 * @import { Graph } from '../graph/types.js'
 * @import { Computation, Nodes, Own, Source } from '../sources/types.js'
 * @import { Settings } from '../state/types.js'
 */

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
 * @param {Operations} attention
 * @param {Settings} state
 * @param {ReturnType<typeof openSource>} [source] that of the settings by default; one that is opening
 *   has to be waited for first
 * @param {Run} [earlier] whose results are taken over where they are the same
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
 * Computes everything of a state in parts, one with each call of `next()`.
 * @param {Operations} attention
 * @param {Settings} state
 * @param {ReturnType<typeof openSource>} source
 * @param {Run} [earlier]
 * @returns {Generator<undefined, Computation>}
 */
export function* computeInSteps(attention, state, source, earlier) {
  if (source instanceof Promise) throw new TypeError(`The source ${state.source} is not open yet`);
  if (!source) return { ...NO_COMPUTATION, ...(state.source === 'seed' && findWords(state)) };
  const { run, replaced } = runOf(attention, state, source, earlier);
  const { graph } = run;
  const ids = [...graph.keys()];
  // All is evaluated now, so that the core's errors are thrown here. Models give it none, and while one
  // learns only what is on screen is wanted.
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
    nodes: nodesOf(graph, source.words?.tensors),
    inputs: source.inputs(run),
    get parameters() {
      return source.parameters(run);
    },
  };
}

/**
 * @param {Operations} attention
 * @param {Settings} state
 * @param {Own} [ownTensors] tensors of the reader's
 * @returns {Source | undefined | Promise<Source | undefined>} of a feature that is not loaded, a promise; undefined if
 *   there is no word, or no tensor, and of a model, whose numbers its training gives
 */
export function openSource(attention, state, ownTensors) {
  /** @type {Partial<Record<Settings['source'], () => Source | undefined>>} */
  const sources = {
    article: makeArticleSource,
    coffee: makeCoffeeSource,
    describer: () => (isTrainedDescriber(state) ? makeTrainedDescriber(state.sentence) : undefined),
    own: () => ownTensors?.tensors.q && makeOwnSource(ownTensors, ownWeighing(state, ownTensors)),
    'own-weights': () =>
      ownTensors && !ownTensors.tensors.q ? makeOwnSource(ownTensors) : undefined,
    seed: () =>
      findWords(state).queryWords.length > 0
        ? makeSeededSource(state, (other) => computeWeights(attention, other))
        : undefined,
  };
  const { slot } = getSourceKind(state);
  if (!slot) return sources[state.source]?.();
  const opener = getSlot(slot);
  // A feature that connects its sources opens them in a session alone.
  if (opener) return opener.open?.(attention, state);
  return needSlot(slot).then((feature) => feature?.open?.(attention, state));
}

/** @param {Operations} attention @param {Settings} state with words */
function computeWeights(attention, state) {
  const source = /** @type {Source} */ (openSource(attention, state));
  return runOf(attention, state, source).run.tensor('weights');
}

/** @param {Settings} state @param {Own} tensors */
const ownWeighing = (state, { queryWords, keyWords, tensors: { q } }) => ({
  scale: makeScaling(state, q.shape[2], keyWords.length),
  ...makeWeighing(state, queryWords, keyWords),
});

/**
 * @param {Operations} attention
 * @param {Settings} state
 * @param {Source} source
 * @param {Run} [earlier]
 * @returns {{ run: Run, replaced?: () => Pick<Computation, 'originals' | 'numbersSet'> }}
 */
function runOf(attention, state, source, earlier) {
  if (state.edits !== '' && source.isEditable)
    return makeEditedRun(attention, state, source, earlier);
  return { run: source.run ?? new Run(attention, source.graph, source.given, {}, earlier) };
}

/** @param {Graph} graph @param {Parameters<typeof tensorName>[1]} [names] @returns {Nodes} */
function nodesOf(graph, names) {
  return Object.fromEntries(
    [...graph.values()].map((node) => {
      const [name, singular] = tensorName(getTensorKind(node), names);
      return [node.id, { ...node, name, singular }];
    }),
  );
}
