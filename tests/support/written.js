// What exports write, in one piece: the page writes it in parts.
import { writeCsvLines, writeJsonParts } from '../../web/export/numbers.js';

/** @param {Parameters<typeof writeJsonParts>} given */
export function toJson(...given) {
  const json = writeJsonParts(...given);
  return 'refused' in json ? json : { text: [...json.parts].join('') };
}

/** @param {Parameters<typeof writeCsvLines>} given */
export function toCsv(...given) {
  const lines = writeCsvLines(...given);
  return lines && [...lines].join('');
}
