/** Tells where a text is not JSON. */

import { place } from '../text/en/language.js';
import { readMessage } from '../text/error.js';

/** The number of letters that Chromium quotes on each side of an unexpected one. */
const QUOTED_LETTERS = 10;

/**
 * Adds line and column to the message of an engine that names a position or quotes the text.
 * @param {unknown} error the error of `JSON.parse`
 * @param {string} json
 */
export function addJsonPlace(error, json) {
  const message = readMessage(error);
  if (/line \d+/.test(message)) return message;
  const [, position] = /at position (\d+)/.exec(message) ?? [];
  let at = Number(position);
  const start = /^Unexpected token '..?', (\.\.\.)?"/su.exec(message);
  const end = /"(\.\.\.)? is not valid JSON$/.exec(message);
  if (start && end) {
    const quoted = message.slice(start[0].length, end.index);
    if (start[1]) at = json.indexOf(quoted) + QUOTED_LETTERS;
    else if (end[1]) at = quoted.length - QUOTED_LETTERS;
  }
  if (!Number.isFinite(at)) return message;
  const lines = json.slice(0, at).split('\n');
  return `${message} (${place(lines.length, (lines.at(-1) ?? '').length + 1)})`;
}
