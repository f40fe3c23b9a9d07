/** Tokens that a model proposes, as labels: a piece that continues a word is shown as one, so no two look the same. */

import { labelTokens } from '../../../text/tokens/labels.js';

/** Keeps tokens on its two sides apart. */
const BOUNDARY = '<s>';

/**
 * @param {readonly string[]} proposed any of which may follow
 * @param {string | undefined} before the token that they follow
 * @returns {string[]}
 */
export function labelNextTokens(proposed, before) {
  const follows = [BOUNDARY, ...(before === undefined ? [] : [before])];
  // All of them tell how the tokenizer marks words; each is read behind the same token.
  const lists = proposed.map((token) => [...proposed, ...follows, token]);
  return labelTokens(lists).map((labels) => labels[labels.length - 1]);
}
