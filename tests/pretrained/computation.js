// One layer of a pretrained model as the page computes it, without a page.
import { pretrainedNames } from '../../web/features/pretrained/manifest.js';
import { pretrainedSource } from '../../web/features/pretrained/run/source.js';
import { add } from '../../web/features.js';
import { compute } from '../../web/session/computation.js';
import { normalise } from '../../web/state/normalise.js';
import { attention } from '../support/computations.js';

add(pretrainedNames);

/** @param {string} names */
const listOf = (names) => names.split(' ').filter(Boolean);

/**
 * @param {any} model
 * @param {object} requested settings, with a sentence
 */
export function layerComputation(model, requested) {
  const { heads, width: dModel } = model.sizes;
  const state = normalise({ source: 'pretrained', heads, dModel, ...requested });
  const { silence, block, sentence, modelLayer } = state;
  const run = model.run(sentence, { trace: true, silence: listOf(silence), block: listOf(block) });
  const { layers } = run;
  const reply = {
    ...run,
    inputs: layers.map((/** @type {any} */ { input }) => input),
    weights: layers.map((/** @type {any} */ { weights }) => weights),
  };
  const source = pretrainedSource({
    ...{ info: model, layer: model.layer(modelLayer), settings: state },
    replies: { before: reply, after: reply },
  });
  return { state, computation: compute(attention, state, source) };
}
