/**
 * Names of a model from the reader's files. Once it is loaded, its name says what the files hold, so
 * that a link says it: `files@gpt2-2x4` is gpt2 with 2 layers of 4 heads.
 */

/** @import { ModelInfo } from '../types.js' */

export const FILES_MODEL = 'files';

/** Tells whether the model comes from the reader's files. @param {string} model */
export const isFilesModel = (model) => model.split('@')[0] === FILES_MODEL;

/** @param {Pick<ModelInfo, 'family' | 'sizes'>} info */
export const nameFilesModel = ({ family, sizes: { layers, heads } }) =>
  `${FILES_MODEL}@${family}-${layers}x${heads}`;

/**
 * Returns what the files of a name hold.
 * @param {string} model
 * @returns {{ family: string, layers: number, heads: number } | undefined} undefined if the name does not say it
 */
export function readFilesModel(model) {
  const [, family, layers, heads] = /^files@([\w-]+)-(\d+)x(\d+)$/.exec(model) ?? [];
  return family === undefined
    ? undefined
    : { family, layers: Number(layers), heads: Number(heads) };
}
