/**
 * Pieces of words as they are read, not as tokenizers write them: `Ġcat` and `▁cat` are cat, and a piece
 * that goes on with a word has a hyphen before it, as endings have in dictionaries: `play` `-ing`.
 */

/** GPT-2 and SentencePiece mark where a word begins, WordPiece where one goes on. */
const BEGINS = /^[Ġ▁]/u;
const GOES_ON = /^##(?=.)/u;
const LETTER = /[\p{L}\p{N}]/u;

/**
 * @param {readonly string[]} tokens of one sentence, in order
 * @returns {string[]} what is shown of each
 */
export function cleanPieces(tokens) {
  const marks = tokens.some((token) => BEGINS.test(token));
  let before = '';
  return tokens.map((token) => {
    const isFirst = BEGINS.test(token) || !marks;
    const bare = token.replace(/^[Ġ▁](?=.)/u, '');
    const follows = !isFirst && LETTER.test(before) && LETTER.test(bare[0] ?? '');
    before = bare.at(-1) ?? '';
    return GOES_ON.test(token) ? token.replace(GOES_ON, '-') : follows ? `-${bare}` : bare;
  });
}
