// Splitting texts into tokens, with the tokenizer.json of a model.

import { Tokenizer } from '@huggingface/tokenizers';
import { makeArgumentError, makeValueError } from '../errors.js';
import { makeModelError } from './errors.js';
import { TOKENIZER } from './files.js';

/**
 * The tokens of a text.
 * @typedef {object} Tokens
 * @property {string[]} tokens the tokens, as the vocabulary spells them
 * @property {number[]} ids the ids of the tokens in the vocabulary
 * @property {number[]} words the index of the word of each token; −1 for none, such as tokens that the model adds
 * @property {number[]} typeIds 0 for each token, or 1 in the second text of a pair
 */

/**
 * The interface of all tokenizers.
 * @typedef {object} ModelTokenizer
 * @property {(text: string, pair?: string) => Tokens} encode
 * @property {(id: number) => string} tokenOf
 * @property {(ids: readonly number[]) => string} decode
 */

/** How tokens write a blank, a tab or the end of a line: byte-level tokenizers have letters, SentencePiece `▁`. */
const BLANK = String.raw`(?:[\sĠĉĊč▁]|<0x(?:09|0A|0D)>)`;
const BLANKS = new RegExp(`^${BLANK}+$`, 'u');
const BLANK_START = new RegExp(`^${BLANK}`, 'u');
const BLANK_END = new RegExp(`${BLANK}$`, 'u');
/** The mark of a WordPiece token that continues a word. */
const CONTINUATION = /^##/u;

/** A tokenizer that is defined by tokenizer.json. */
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
      // By default, the package deletes blanks before punctuation marks. The original keeps them.
      this.#tokenizer = new Tokenizer(json, { clean_up_tokenization_spaces: false, ...config });
    } catch (cause) {
      const expected = 'a tokenizer that the package @huggingface/tokenizers reads';
      const received = 'holds a tokenizer of another kind';
      throw makeModelError('tokenizer', TOKENIZER, expected, received, { cause });
    }
    const { type, unk_token: unknown, unk_id: unknownId } = json.model;
    this.#hasWordPieces = type === 'WordPiece';
    const added = [...this.#tokenizer.get_added_tokens_decoder()];
    // An unknown token is part of the text.
    const special = added.filter(
      ([id, token]) => token.special && token.content !== unknown && id !== unknownId,
    );
    this.#special = new Set(special.map(([id]) => id));
  }

  /** Returns the number of ids in the vocabulary. Added tokens may lie beyond those of the model, as in Gemma 3. */
  countIds() {
    const ids = [...this.#tokenizer.get_vocab(false).values()];
    return ids.reduce((most, id) => Math.max(most, id + 1), 0);
  }

  /** @param {string} text @param {string} [pair] @returns {Tokens} */
  encode(text, pair) {
    const options = {
      ...(pair === undefined ? {} : { text_pair: pair }),
      return_token_type_ids: true,
    };
    const { ids, token_type_ids: typeIds } = this.#encodeChecked(text, options);
    // The package gives an unknown character in place of the unknown token.
    const tokens = ids.map((id) => this.tokenOf(id));
    // The package ignores the second text if the tokenizer has no template for pairs.
    if (pair && ids.length === this.#encodeChecked(text, {}).ids.length) {
      throw makeArgumentError('pair', 'absent: this tokenizer reads one text', 'given');
    }
    return {
      tokens,
      ids,
      words: this.#numberWords(tokens, ids),
      typeIds: typeIds?.length === ids.length ? typeIds : ids.map(() => 0),
    };
  }

  /**
   * @param {string} text @param {{ text_pair?: string, return_token_type_ids?: boolean }} options
   * @returns {{ ids: number[], token_type_ids?: number[] }}
   */
  #encodeChecked(text, options) {
    try {
      return this.#tokenizer.encode(text, options);
    } catch (cause) {
      const expected = 'a text that it can read';
      throw makeModelError('text', TOKENIZER, expected, 'refuses the text', { cause });
    }
  }

  /**
   * Returns the index of the word of each token. Words are separated by blanks. WordPiece tokens have none, but a mark if
   * they continue a word. A token of blanks alone belongs to the word after it, or to none (−1) if no word follows.
   *
   * @param {string[]} tokens @param {number[]} ids
   */
  #numberWords(tokens, ids) {
    const words = tokens.map(() => -1);
    const hasBlanks = !this.#hasWordPieces;
    let word = -1;
    let isInWord = false;
    /** The first token that may belong to the next word. */
    let first = 0;
    tokens.forEach((token, i) => {
      const isSpecial = this.#special.has(ids[i]);
      const isBlank = hasBlanks && BLANKS.test(token);
      if (!isSpecial && !isBlank) {
        const goesOn = hasBlanks ? !BLANK_START.test(token) : CONTINUATION.test(token);
        if (!isInWord || !goesOn) word++;
        words.fill(word, first, i + 1);
      }
      isInWord = !isSpecial && !(hasBlanks && BLANK_END.test(token));
      if (!isBlank) first = i + 1;
    });
    return words;
  }

  /** @param {number} id @returns {string} */
  tokenOf(id) {
    return this.#tokenizer.id_to_token(id) ?? `[${id}]`;
  }

  /** Returns the text of tokens, without special tokens. @param {readonly number[]} ids @returns {string} */
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
