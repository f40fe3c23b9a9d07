/** Python's literals, as the header of a `.npy` file is written. Each character is read once. */

const BLANKS = ' \t\r\n\f';
const INTEGER = /^[-+]?(?:0+|[1-9]\d*)L?$/;
const STRING = /^[uU]?["']/;

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
  let at = 0;
  /** A bracket, a comma, a colon, a string with its quotes, an integer or a word; at the end nothing. */
  const next = () => {
    while (at < text.length && BLANKS.includes(text.charAt(at))) at++;
    const start = at;
    if ('{}()[],:'.includes(text.charAt(at))) at++;
    else {
      while (/[-+\w]/.test(text.charAt(at))) at++;
      const quote = text.charAt(at);
      if (quote === '"' || quote === "'") at = text.indexOf(quote, at + 1) + 1 || text.length + 1;
    }
    return text.slice(start, at);
  };

  /** @param {string} token @returns {unknown} */
  const read = (token) => {
    const close = CLOSING.get(token);
    if (close) return readItems(token, close);
    if (CONSTANTS.has(token)) return CONSTANTS.get(token);
    if (STRING.test(token)) {
      // No name that NumPy writes has an escape in it.
      if (/[\\\n]/.test(token)) throw SyntaxError('escape');
      return token.replace(/^[uU]/, '').slice(1, -1);
    }
    if (!INTEGER.test(token) || (token.endsWith('L') && !allowsLong)) throw SyntaxError(token);
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
  if (next() !== '' || at < text.length) throw SyntaxError('end');
  return value;
}
