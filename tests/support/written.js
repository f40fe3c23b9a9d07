// What exports write, in one piece: the page writes it in parts.
import { csvLines, jsonParts } from '../../web/export/numbers.js';

/** @param {Parameters<typeof jsonParts>} given */
export function toJson(...given) {
  const json = jsonParts(...given);
  return 'refused' in json ? json : { text: [...json.parts].join('') };
}

/** @param {Parameters<typeof csvLines>} given */
export function toCsv(...given) {
  const lines = csvLines(...given);
  return lines && [...lines].join('');
}
