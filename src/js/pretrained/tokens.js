// Texts as tokens, by the tokenizer.json of a model.

import { Tokenizer } from '@huggingface/tokenizers';
import { makeArgumentError, makeValueError } from '../errors.js';
import { makeModelError } from './errors.js';

/**
 * A text as a model reads it.
 *
 * @typedef {object} Tokens
 * @property {string[]} tokens parts of the text, as the vocabulary has them
 * @property {number[]} ids of the tokens, in the vocabulary
 * @property {number[]} words which word each token belongs to; −1: none, as the tokens that a model adds
 * @property {number[]} typeIds 0, and 1 for the second text of a pair
 */

/**
 * The tokenizer of a model, from any kind of file.
 *
 * @typedef {object} ModelTokenizer
 * @property {(text: string, pair?: string) => Tokens} encode
 * @property {(id: number) => string} tokenOf
 * @property {(ids: readonly number[]) => string} decode
 */

/** How a token says that a word begins: byte-level and sentence-piece tokenizers mark it with their blank. */
const WORD_START = /^(?:Ġ|▁)/u;
/** WordPiece marks that a word goes on. */
const CONTINUATION = /^##/u;

/** The tokenizer of a model. */
export class TextTokenizer {
  #tokenizer;
  #special;
  #hasWordPieces;

  /**
   * @param {Record<string, any>} json tokenizer.json
   * @param {Record<string, any>} config tokenizer_config.json
   */
  constructor(json, config) {
    try {
      this.#tokenizer = new Tokenizer(json, config);
    } catch (cause) {
      const expected = 'a tokenizer that the package @huggingface/tokenizers reads';
      throw makeModelError('tokenizer.json', expected, 'holds another', cause);
    }
    this.#hasWordPieces = json.model?.type === 'WordPiece';
    const added = [...this.#tokenizer.get_added_tokens_decoder()];
    this.#special = new Set(added.filter(([, token]) => token.special).map(([id]) => id));
  }

  /** @param {string} text @param {string} [pair] @returns {Tokens} */
  encode(text, pair) {
    const options = {
      ...(pair === undefined ? {} : { text_pair: pair }),
      return_token_type_ids: true,
    };
    const { ids, tokens, token_type_ids: typeIds } = this.#encodeChecked(text, options);
    // The package drops the second text where the tokenizer says nothing of pairs.
    if (pair && ids.length === this.#encodeChecked(text, {}).ids.length) {
      throw makeArgumentError('pair', 'absent: this tokenizer reads one text', 'given');
    }
    return {
      tokens,
      ids,
      words: this.#wordsOf(tokens, ids),
      typeIds: typeIds?.length === ids.length ? typeIds : ids.map(() => 0),
    };
  }

  /**
   * @param {string} text
   * @param {{ text_pair?: string, return_token_type_ids?: boolean }} options
   * @returns {{ ids: number[], tokens: string[], token_type_ids?: number[] }}
   */
  #encodeChecked(text, options) {
    try {
      return this.#tokenizer.encode(text, options);
    } catch (cause) {
      throw makeModelError('tokenizer.json', 'a text that it can read', 'refuses the text', cause);
    }
  }

  /**
   * Words are parted by blanks. A token that begins with a blank begins one, as does every token of WordPiece that
   * does not go on.
   *
   * @param {string[]} tokens
   * @param {number[]} ids
   */
  #wordsOf(tokens, ids) {
    let word = -1;
    let isInWord = false;
    return tokens.map((token, i) => {
      if (this.#special.has(ids[i])) {
        isInWord = false;
        return -1;
      }
      const goesOn = this.#hasWordPieces ? CONTINUATION.test(token) : !WORD_START.test(token);
      if (!isInWord || !goesOn) word++;
      isInWord = true;
      return word;
    });
  }

  /** @param {number} id @returns {string} */
  tokenOf(id) {
    return this.#tokenizer.id_to_token(id) ?? `[${id}]`;
  }

  /** The text of some tokens, without those that a model adds. @param {readonly number[]} ids @returns {string} */
  decode(ids) {
    // The package cannot decode an empty list.
    return ids.length === 0 ? '' : this.#tokenizer.decode([...ids], { skip_special_tokens: true });
  }
}

/** @param {string} argument @param {unknown} text @returns {string} */
export function readText(argument, text) {
  if (typeof text === 'string') return text;
  throw makeValueError(argument, 'a string', text);
}
