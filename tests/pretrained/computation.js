// Computes a layer of a pretrained model as the page does, without a page.
import { readChanges } from '../../web/features/pretrained/run/changes.js';
import { ModelServer } from '../../web/features/pretrained/run/server.js';
import { makePretrainedSource } from '../../web/features/pretrained/run/source.js';
import { makeComputation } from '../../web/session/computation.js';
import { normaliseState } from '../../web/state/normalise.js';
import { attention } from '../support/computations.js';

/**
 * Opens a model, and returns functions that compute with it.
 * @param {string | object} source the files, or the name of a shipped model
 */
export async function openModel(source) {
  const server = new ModelServer();
  const info = await server.load('files', /** @type {any} */ (source), undefined);
  /** @param {object} requested settings that include a sentence */
  const open = async (requested) => {
    const { heads, width: dModel } = info.sizes;
    const state = normaliseState({
      ...{ source: 'pretrained', model: 'files', heads, dModel, ...requested },
    });
    const layer = server.layer('files', state.modelLayer);
    const replies = await server.run('files', state.sentence, readChanges(state, layer), {
      pair: state.pair,
      comparedSentence: state.comparedSentence,
    });
    return { state, source: makePretrainedSource({ info, layer, settings: state, replies }) };
  };
  /** @param {object} requested settings that include a sentence */
  const show = async (requested) => {
    const { state, source } = await open(requested);
    return { state, computation: makeComputation(attention, state, source) };
  };
  return { info, open, show };
}
