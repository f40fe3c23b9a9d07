/**
 * attention-lab/pretrained: models that somebody has trained, computed by the core.
 *
 *     const model = await loadPretrained(attention, files);
 *     const run = model.run('They eat fried noodles', { trace: ['weights'] });
 *
 * @typedef {import('./model.js').PretrainedModel} PretrainedModel a loaded model
 */

export { ModelError } from './errors.js';
export { loadPretrained } from './load.js';
