/** The models that a reader may choose, and the ways to name one. */

import { guessModelId, KNOWN } from '../../../../src/js/pretrained/hub-names.js';
import { isFolderAddress } from '../../../../src/js/pretrained/model-address.js';
import { listUsualFolders, SHIPPED } from '../../../../src/js/pretrained/shipped.js';
import { HUB_NAME, readModelName } from '../../../state/model-name.js';
import { names } from '../text/en/presets.js';
import { isFilesModel } from '../text/files-model.js';

/** @import { CatalogueEntry } from '../types.js' */

/** @typedef {'use-lite' | (typeof KNOWN)[number]} ModelName */

/**
 * The models that a reader may choose. Sizes and licences are those of the repositories on the Hub,
 * read on 2026-11-25; layers, heads and what a model does are those that their authors published.
 * All were trained on English text.
 * @type {Record<ModelName, [ability: CatalogueEntry['ability'], megabytes: number, licence: string,
 *   layers: number, heads: number]>}
 */
const MODELS = {
  'use-lite': [undefined, 7.4, 'Apache-2.0', 2, 4],
  'EleutherAI/pythia-14m': ['writes', 53, '', 6, 4],
  'sentence-transformers/all-MiniLM-L6-v2': ['compares', 91, 'Apache-2.0', 6, 12],
  'EleutherAI/pythia-70m': ['writes', 166, 'Apache-2.0', 6, 8],
  'distilbert/distilbert-base-uncased': ['fills', 268, 'Apache-2.0', 6, 12],
  'HuggingFaceTB/SmolLM2-135M': ['writes', 269, 'Apache-2.0', 30, 9],
  'distilbert/distilgpt2': ['writes', 353, 'Apache-2.0', 6, 12],
  'google-bert/bert-base-uncased': ['fills', 440, 'Apache-2.0', 12, 12],
  'FacebookAI/roberta-base': ['fills', 499, 'MIT', 12, 12],
  'openai-community/gpt2': ['writes', 548, 'MIT', 12, 12],
};
/** @type {readonly CatalogueEntry[]} */
export const catalogue = Object.entries(MODELS).map(
  ([id, [ability, megabytes, licence, layers, heads]]) => ({
    id,
    name: names[/** @type {ModelName} */ (id)],
    ability,
    megabytes,
    licence,
    layers,
    heads,
  }),
);

/** @param {string} id */
export const findCatalogueEntry = (id) => catalogue.find((entry) => entry.id === id);

// The shipped model, the reader's files, a folder, or a name on a Hub.

/**
 * @typedef {{ model: string, endpoint: string }} Wanted a name, and the address of its Hub; ''
 *   means the library's default
 */

/** Tells whether the model is on a Hub. @param {string} model */
export const isHubModel = (model) =>
  !isFilesModel(model) && !isFolderAddress(model) && !Object.hasOwn(SHIPPED, model);

/** Returns the complete address of a folder, which a Worker needs. @param {string} folder */
export const completeAddress = (folder) => new URL(folder, globalThis.document?.baseURI).href;

/** Splits a name on a Hub, such as owner/name@revision. @param {Wanted} wanted */
export function readHubOptions({ model, endpoint }) {
  const [id, revision] = model.split('@');
  return { id, ...(revision && { revision }), ...(endpoint && { endpoint }) };
}

/** An address without a path is that of a Hub, for other models. */
const HUB = /^(https?:\/\/[^/]*\/?)?$/;

/**
 * Lists the folders in which the shipped model may be.
 * @param {string} endpoint
 * @param {string} [script] the URL of the single script
 */
export const listModelFolders = (endpoint, script) => [
  ...(HUB.test(endpoint) ? [] : [endpoint]),
  ...listUsualFolders({ script }),
];

/**
 * Reads the name of a model that a reader types.
 * @param {string} text
 * @returns {string | undefined} undefined if the text names no model
 */
export function readName(text) {
  const name = text.trim();
  return name === '' ? name : readModelName(name) || guessModelId(name);
}

/**
 * Returns the nearest name of the right form, with hyphens in place of blanks.
 * @param {string} text a text that names no model
 * @returns {string | undefined} undefined if the text has no owner
 */
export function repairName(text) {
  const parts = text.split(/[\\/]+/).map((part) => part.trim().replace(/\s+/g, '-'));
  const name = parts.join('/');
  return parts.length === 2 && HUB_NAME.test(name) ? name : undefined;
}
