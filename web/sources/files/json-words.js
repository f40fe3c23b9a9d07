/** JSON, also with the words that Python and JavaScript write for numbers that JSON has none for. */

const WORD = /[-+]?\b(?:nan|inf(?:inity)?)\b/gi;

/** @param {string} text */
export function parseJson(text) {
  try {
    return JSON.parse(text);
  } catch {
    return JSON.parse(quoteWords(text));
  }
}

/**
 * Puts NaN and infinities into quotes, except in strings. Strings may be long: no expression matches one.
 * @param {string} text
 */
function quoteWords(text) {
  /** @type {string[]} */
  const parts = [];
  for (let at = 0; at < text.length; ) {
    const open = text.indexOf('"', at);
    const end = open < 0 ? text.length : open;
    parts.push(text.slice(at, end).replace(WORD, '"$&"'));
    at = open < 0 ? end : endOfString(text, open);
    parts.push(text.slice(end, at));
  }
  return parts.join('');
}

/** @param {string} text @param {number} open where its first quote is */
function endOfString(text, open) {
  for (let close = text.indexOf('"', open + 1); close >= 0; close = text.indexOf('"', close + 1)) {
    let before = close;
    while (text[before - 1] === '\\') before--;
    if ((close - before) % 2 === 0) return close + 1;
  }
  return text.length;
}
