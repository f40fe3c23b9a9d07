// JSON among the files of a model.

import { describeValue } from '../errors.js';
import { makeDamagedError } from './errors.js';

/** @import { Repository } from './source.js' */

/**
 * Reads a JSON file that contains an object.
 * @param {Repository} repository @param {string} name
 * @returns {Promise<Record<string, any> | undefined>} undefined if the file does not exist
 */
export async function readJsonFile(repository, name) {
  const bytes = await repository.open(name);
  if (bytes === undefined) return undefined;
  return parseObject(name, await bytes.read(0, bytes.size));
}

/**
 * Whether a file is an HTML page, such as the error page of a server.
 * @param {Uint8Array} bytes the first bytes of the file
 */
export const isHtml = (bytes) =>
  /^\s*<(!doc|html)/i.test(new TextDecoder().decode(bytes.subarray(0, 64)));

/** @param {string} name @param {Uint8Array} bytes @returns {Record<string, any>} */
export function parseObject(name, bytes) {
  let value;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (cause) {
    if (isHtml(bytes))
      throw makeDamagedError(name, 'an object of JSON', 'holds an HTML page', cause);
    throw makeDamagedError(name, 'an object of JSON in UTF-8', 'cannot be parsed', cause);
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw makeDamagedError(name, 'an object of JSON', `holds ${describeValue(value)}`);
}
