// Added tokens, such as <s>, which are found in a text before the text is split.

/** @import { readTokenizerParts } from './tokenizer-parts.js' */

/**
 * A token that tokenizer.json adds to those of its model.
 * @typedef {{ content: string, special?: boolean, normalized?: boolean, lstrip?: boolean, rstrip?: boolean }} AddedToken
 */

/** Half of a character, which UTF-8 cannot write. */
const LONE_SURROGATE = /\p{Surrogate}/gu;

/**
 * Makes the function that splits a text into tokens. Added tokens are found first: in the text those that are not normalized,
 * then the others, normalized, in the normalized text between them.
 *
 * @param {any} tokenizer that of the package @param {AddedToken[]} added @param {ReturnType<typeof readTokenizerParts>} parts
 */
export function makeSplitter(tokenizer, added, { normalize, split }) {
  const isNormalized = (/** @type {AddedToken} */ token) => token.normalized ?? !token.special;
  const findTokens = makeFinder(
    tokenizer,
    added.filter((token) => !isNormalized(token)).map((token) => [token.content, token]),
  );
  const findNormalized = makeFinder(
    tokenizer,
    added.filter(isNormalized).map((token) => [normalize(token.content), token]),
  );
  return (/** @type {string | null} */ text) =>
    text === null
      ? null
      : findTokens(text.replace(LONE_SURROGATE, '\ufffd')).flatMap((part, i) => {
          if (typeof part !== 'string') return [part.content];
          return findNormalized(normalize(part)).flatMap((piece, j) =>
            typeof piece === 'string'
              ? tokenizer.model(split(piece, i === 0 && j === 0))
              : [piece.content],
          );
        });
}

/**
 * Makes a function that finds tokens in a text, and returns them and the texts between them. Tokens may remove the blanks
 * beside them.
 *
 * @param {any} tokenizer @param {(readonly [text: string, token: AddedToken])[]} tokens
 * @returns {(text: string) => (string | AddedToken)[]}
 */
function makeFinder(tokenizer, tokens) {
  const found = new Map(tokens);
  const splitter = new tokenizer.splitter_unnormalized.constructor(found.keys());
  return (text) => {
    /** @type {string[]} */
    const sections = splitter.split(text);
    return sections
      .map((section, i) => {
        const start = found.get(sections[i - 1])?.rstrip ? /^\p{White_Space}+/u : '';
        const end = found.get(sections[i + 1])?.lstrip
          ? /(?<!\p{White_Space})\p{White_Space}+$/u
          : '';
        return found.get(section) ?? section.replace(start, '').replace(end, '');
      })
      .filter((part) => part !== '');
  };
}
