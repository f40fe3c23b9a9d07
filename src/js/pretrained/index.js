/**
 * attention-lab/pretrained: models that somebody has trained, computed by the core.
 *
 *     const model = await loadPretrained(attention, files);
 *     const run = model.run('They eat fried noodles', { trace: ['weights'] });
 *
 * @typedef {import('./model.js').PretrainedModel} PretrainedModel a loaded model
 * @typedef {import('./types.js').ModelOrigin} ModelOrigin where a model of the Hub comes from
 * @typedef {import('./errors.js').HubReason} HubReason what went wrong with it
 * @typedef {import('./types.js').ModelSummary} ModelSummary what a Hub says of a model
 * @typedef {import('./kept.js').KeptInfo} KeptInfo a model that the browser keeps
 */

export { HubError, ModelError } from './errors.js';
export { forgetPretrained, listKeptModels } from './kept.js';
export { describePretrained, loadPretrained } from './load.js';
