/** The three ways to name a model: the shipped one, the reader's files, or a name on a Hub. */

import { guessModelId } from '../../../../src/js/pretrained/hub-names.js';
import { SHIPPED } from '../../../../src/js/pretrained/shipped.js';
import { isFilesModel } from '../text/files-model.js';

/**
 * @typedef {{ model: string, endpoint: string }} Wanted a name, and the address of its Hub; ''
 *   means the library's default
 */

/** Tells whether the model is on a Hub. @param {string} model */
export const isHubModel = (model) => !isFilesModel(model) && !Object.hasOwn(SHIPPED, model);

/**
 * Splits a name on a Hub, which may have a revision: owner/name@revision.
 * @param {Wanted} wanted
 */
export function readHubOptions({ model, endpoint }) {
  const [id, revision] = model.split('@');
  return { id, ...(revision && { revision }), ...(endpoint && { endpoint }) };
}

/** The form of a name, with or without a revision. */
const NAME = /^[\w.-]{1,96}(\/[\w.-]{1,96})?(@[\w./-]{1,80})?$/;

/**
 * Reads the name of a model. It may also be the address of the model's page on the Hub.
 * @param {string} text
 * @returns {string | undefined} undefined if the text names no model
 */
export function readName(text) {
  const name = text.trim();
  return name === '' || NAME.test(name) ? name : guessModelId(name);
}
