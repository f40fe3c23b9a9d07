/** Parts of texts that the state holds, where nobody could read them. */

import { parseEdits } from './edits.js';
import { parseCells } from './mask-cells.js';

/** @type {Record<string, { between: string, count: (part: string) => number }>} */
const KINDS = {
  edits: { between: ';', count: (part) => parseEdits(part).size },
  masked: { between: ' ', count: (part) => parseCells(part).length },
};

/**
 * @param {string} name of an entry of the state
 * @param {string} value
 * @returns {string[]} none of an entry that is no such list
 */
export function unreadIn(name, value) {
  const kind = Object.hasOwn(KINDS, name) ? KINDS[name] : undefined;
  return kind
    ? value.split(kind.between).filter((part) => part.trim() !== '' && kind.count(part) !== 1)
    : [];
}
