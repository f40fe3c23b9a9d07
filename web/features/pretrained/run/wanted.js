/** The three ways to name a model: the one that ships, the reader's files, or a name on a Hub. */

import { guessModelId } from '../../../../src/js/pretrained/hub-names.js';
import { SHIPPED } from '../../../../src/js/pretrained/shipped.js';
import { isFilesModel } from '../text/files-model.js';

/** @typedef {{ model: string, endpoint: string }} Wanted a name, and the address of the Hub that has it; '' for that of the library */

/** Does a Hub have the model? @param {string} model */
export const isHubModel = (model) => !isFilesModel(model) && !Object.hasOwn(SHIPPED, model);

/** A name on a Hub, perhaps with its revision: owner/name@revision. @param {Wanted} wanted */
export function readHubOptions({ model, endpoint }) {
  const [id, revision] = model.split('@');
  return { id, ...(revision && { revision }), ...(endpoint && { endpoint }) };
}

/** The form of a name, perhaps with its revision. */
const NAME = /^[\w.-]{1,96}(\/[\w.-]{1,96})?(@[\w./-]{1,80})?$/;

/**
 * The name that a reader means: also by the address of its page on the Hub.
 * @param {string} text
 * @returns {string | undefined} undefined if it means none
 */
export function readName(text) {
  const name = text.trim();
  return name === '' || NAME.test(name) ? name : guessModelId(name);
}
