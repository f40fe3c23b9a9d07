/**
 * attention-lab/pretrained: pretrained models, computed by the core.
 *
 *     const model = await loadPretrained(attention, files);
 *     const run = model.run('They eat fried noodles', { trace: ['weights'] });
 *
 * @typedef {import('./model.js').PretrainedModel} PretrainedModel a loaded model
 * @typedef {import('./types.js').ModelOrigin} ModelOrigin the origin of a model of the Hub
 * @typedef {import('./errors.js').HubReason} HubReason why a Hub did not provide a model
 * @typedef {import('./errors.js').ModelReason} ModelReason why a model cannot be used
 * @typedef {import('./types.js').ModelSummary} ModelSummary facts about a model on a Hub
 * @typedef {import('./kept.js').KeptInfo} KeptInfo a model that the browser has stored
 */

export { HubError, ModelError } from './errors.js';
export { forgetPretrained, listKeptModels } from './kept.js';
export { describePretrained, loadPretrained } from './load.js';
