/** What a decoder with an encoder reads: the model's own translation, or one of the reader. */

/**
 * @import { PretrainedModel } from '../../../../src/js/pretrained/index.js'
 */

/** A model that finds no end would write for minutes. */
const MOST_TOKENS = 64;

/** @typedef {{ targetIds: number[], text: string, isOwn: boolean }} Translation `isOwn`: of the reader */

/**
 * @param {PretrainedModel} model
 * @param {string} text
 * @param {string} target a translation of the reader; '' for none
 * @returns {Translation} its ids begin with the token that starts the decoder, and leave the last one for it to predict
 */
export function readTranslation(model, text, target) {
  const { eos_token_id: end, decoder_start_token_id: start, pad_token_id: pad = 0 } = model.config;
  const decoded =
    target === ''
      ? model.generate(text, { tokens: MOST_TOKENS })
      : { ids: model.tokenize(target).ids, text: target };
  const ids = decoded.ids.at(-1) === end ? decoded.ids.slice(0, -1) : decoded.ids;
  return { targetIds: [start ?? pad, ...ids], text: decoded.text, isOwn: target !== '' };
}

/** Which word each token of a translation belongs to: a mark begins one, and the first token starts the decoder. @param {readonly string[]} tokens */
export function findTranslatedWords(tokens) {
  let word = -1;
  return tokens.map((token, i) => {
    if (i === 0) return -1;
    if (word < 0 || token.startsWith('▁')) word++;
    return word;
  });
}
