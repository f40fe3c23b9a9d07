/** How `<attention-map>` refuses what it cannot show: by errors that name its own properties. */

import { ArgumentError, AttentionError } from '../../src/js/index.js';
import * as text from '../text/en/messages.js';
import { parseNumbers } from './plain-numbers.js';

const operation = 'attention-map';

/**
 * @param {typeof ArgumentError} Kind
 * @param {string | undefined} argument
 * @param {string | undefined} expected
 * @param {string | undefined} received
 * @param {unknown} [cause]
 * @returns {never}
 */
export function refuse(Kind, argument, expected, received, cause) {
  throw new Kind({ operation, argument, expected, received, cause });
}

/**
 * An error of the library, as one that names a property of the element.
 * @param {unknown} error
 * @param {string} property
 * @returns {never}
 */
export function refuseAs(error, property) {
  if (!(error instanceof AttentionError)) {
    return refuse(ArgumentError, property, text.aTensor, text.unreadable(error), error);
  }
  if (error.operation === operation) throw error;
  const { argument, expected, received } = error;
  const Kind = /** @type {typeof ArgumentError} */ (error.constructor);
  const name = argument === 'nested' ? property : `${property}.${argument}`;
  return refuse(Kind, name, expected, received, error);
}

/** @param {readonly number[]} shape */
export const formatSizes = (shape) => `(${shape.join(', ')}${shape.length === 1 ? ',' : ''})`;

/**
 * @param {string} argument
 * @param {string} given JSON
 */
export function parsed(argument, given) {
  try {
    return parseNumbers(given);
  } catch (cause) {
    return refuse(ArgumentError, argument, text.json, text.unread(String(cause)), cause);
  }
}
