/** How a pretrained model is named: a name on a Hub, or the address of a folder with its files. */

import { isFolderAddress, readHubPage } from '../../src/js/pretrained/model-address.js';
import { toTextOfForm } from './values.js';

/** A name on a Hub, with an optional revision. */
export const HUB_NAME = /^[\w.-]{1,96}(\/[\w.-]{1,96})?(@[\w./-]{1,80})?$/;

const FOLDER = /^(https?:\/\/[^\s"'<>@]+|\.{0,2}(\/[^\s"'<>@/]+)*)\/$/;

export const MODEL_NAME = new RegExp(`${HUB_NAME.source}|${FOLDER.source}`);

export const MAX_MODEL_LETTERS = 280;

/**
 * Reads the name of a model. The address of its page on the Hub stands for its name, and a path for
 * that of a folder.
 * @param {unknown} value
 * @returns {string} '' if the value names no model
 */
export function readModelName(value) {
  if (typeof value !== 'string') return '';
  const text = value.trim();
  const name = readHubPage(text) ?? text.replace(/\/$/, '');
  return toTextOfForm(isFolderAddress(text) ? `${name}/` : name, MODEL_NAME, MAX_MODEL_LETTERS);
}
