/** Python's literals, as the header of a `.npy` file is written. Each character is read once. */

/** Blanks, then a bracket or comma, a string, an integer, a word, or the end. */
const TOKEN =
  /[ \t\r\n\f]*([{}()[\],:]|[uU]?'[^'\\\n]*'|[uU]?"[^"\\\n]*"|[-+]?(?:0+|[1-9]\d*)L?(?!\w)|[A-Za-z]+|$)/y;

/** @type {Map<string, unknown>} */
const CONSTANTS = new Map(
  Object.entries({ True: true, False: false, None: null }).map(([word, value]) => [word, value]),
);

const CLOSING = new Map(['()', '[]', '{}'].map(([open, close]) => [open, close]));

/**
 * @param {string} text
 * @param {boolean} allowsLong may integers end in L, as Python 2 writes them
 * @returns {unknown} a tuple is an array, a list is `{ list }`, a dictionary is a Map
 * @throws {SyntaxError}
 */
export function readLiteral(text, allowsLong) {
  TOKEN.lastIndex = 0;
  const next = () => {
    const found = TOKEN.exec(text);
    if (!found) throw SyntaxError('token');
    return found[1];
  };

  /** @param {string} token @returns {unknown} */
  const read = (token) => {
    const close = CLOSING.get(token);
    if (close) return readItems(token, close);
    if (CONSTANTS.has(token)) return CONSTANTS.get(token);
    if (/^[uU]?["']/.test(token)) return token.replace(/^[uU]/, '').slice(1, -1);
    if (!/^[-+\d]/.test(token) || (token.endsWith('L') && !allowsLong)) throw SyntaxError(token);
    return Number.parseInt(token, 10);
  };

  /** @param {string} open @param {string} close */
  const readItems = (open, close) => {
    /** @type {unknown[]} */
    const items = [];
    let commas = 0;
    let token = next();
    while (token !== close) {
      items.push(open === '{' ? [read(token), readAfterColon()] : read(token));
      token = next();
      if (token === ',') {
        commas++;
        token = next();
      } else if (token !== close) throw SyntaxError(token);
    }
    if (open === '{') return new Map(/** @type {[unknown, unknown][]} */ (items));
    if (open === '[') return { list: items };
    // One value in parentheses is no tuple.
    return items.length === 1 && commas === 0 ? items[0] : items;
  };

  const readAfterColon = () => {
    if (next() !== ':') throw SyntaxError('colon');
    return read(next());
  };

  const value = read(next());
  if (next() !== '') throw SyntaxError('end');
  return value;
}
