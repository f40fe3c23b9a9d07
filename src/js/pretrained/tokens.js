// Splitting texts into tokens, with the tokenizer.json of a model.

import { ByteFallbackDecoder, MetaspaceDecoder, Tokenizer } from '@huggingface/tokenizers';
import { makeArgumentError, makeValueError } from '../errors.js';
import { makeSplitter } from './added-tokens.js';
import { makeModelError } from './errors.js';
import { TOKENIZER } from './files.js';
import { makeEnds } from './tokenizer-ends.js';
import { readTokenizerParts, refuse } from './tokenizer-parts.js';
import { checkVocabulary } from './tokenizer-vocabulary.js';

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
  #hasTypes;

  /**
   * @param {Record<string, any>} json tokenizer.json
   * @param {Record<string, any>} config tokenizer_config.json
   */
  constructor(json, config) {
    this.#tokenizer = makeTokenizer(json, config);
    const { type, unk_token: unknown, unk_id: unknownId } = this.#tokenizer.model.config;
    this.#hasWordPieces = type === 'WordPiece';
    // The package numbers the texts of a pair here, too. In the original, both are 0.
    this.#hasTypes = findProcessors(json.post_processor).at(-1)?.type !== 'RobertaProcessing';
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
      typeIds: this.#hasTypes && typeIds?.length === ids.length ? typeIds : ids.map(() => 0),
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

/**
 * Makes the tokenizer of the package, and mends what it computes otherwise than the original.
 * @param {Record<string, any>} json @param {Record<string, any>} config
 * @returns {any} private members are replaced
 */
function makeTokenizer(json, config) {
  const { merges, vocab } = Object(json.model);
  // Older files do not name the type of their model.
  const type = merges ? 'BPE' : Array.isArray(vocab) ? 'Unigram' : 'WordPiece';
  const absent = { normalizer: null, pre_tokenizer: null, post_processor: null, decoder: null };
  /** @type {Record<string, any>} */
  const full = { ...absent, ...json, model: { type, ...json.model } };
  const { normalize, split } = readTokenizerParts(full);
  checkVocabulary(full);
  full.post_processor = makeEnds(full, config) ?? full.post_processor;
  /** @type {any} */
  let tokenizer;
  try {
    const { additional_special_tokens, clean_up_tokenization_spaces: isCleaned } = config;
    tokenizer = new Tokenizer(
      { ...full, normalizer: null, pre_tokenizer: null },
      {
        additional_special_tokens,
        // By default, the package deletes blanks before punctuation marks. The original keeps them.
        clean_up_tokenization_spaces: isCleaned ?? false,
      },
    );
  } catch (cause) {
    const expected = 'a tokenizer that the package @huggingface/tokenizers reads';
    const received = 'holds a tokenizer of another kind';
    throw makeModelError('tokenizer', TOKENIZER, expected, received, { cause });
  }
  checkTokens(tokenizer, full);
  // The package puts added tokens into the vocabulary of the model, which would find them where they are not to be found.
  for (const { content } of full.added_tokens)
    if (!Array.isArray(vocab) && !Object.hasOwn(vocab, content))
      tokenizer.model.tokens_to_ids.delete(content);
  mendModel(tokenizer.model);
  tokenizer.encode_text = makeSplitter(tokenizer, full.added_tokens, { normalize, split });
  mendDecoder(tokenizer.decoder);
  return tokenizer;
}

/** Returns the post-processors of a tokenizer.json, in their order. @param {any} processor @returns {any[]} */
const findProcessors = (processor) => processor?.processors ?? (processor ? [processor] : []);

/**
 * Refuses special tokens that have other ids than the vocabulary gives them.
 * @param {any} tokenizer @param {any} json
 */
function checkTokens(tokenizer, { model, post_processor: processor }) {
  if (typeof model.unk_token === 'string' && tokenizer.token_to_id(model.unk_token) === undefined)
    throw refuse('model.unk_token', 'a token of the vocabulary', model.unk_token);
  const parts = findProcessors(processor);
  const last = parts.at(-1);
  for (const [i, part] of parts.entries())
    if (part !== last && part.type !== 'ByteLevel')
      throw refuse(
        `post_processor.processors.${i}.type`,
        'ByteLevel, or no further one',
        part.type,
      );
  const { sep, cls, special_tokens = {} } = last ?? {};
  for (const [token, id] of [sep, cls].filter(Boolean))
    if (tokenizer.token_to_id(token) !== id)
      throw refuse('post_processor', `the id ${tokenizer.token_to_id(token)} for ${token}`, id);
  for (const [name, { ids }] of Object.entries(special_tokens))
    if (ids?.length !== 1 || tokenizer.token_to_id(name) !== ids[0])
      throw refuse(
        `post_processor.special_tokens.${name}.ids`,
        `[${tokenizer.token_to_id(name)}], the id of this token`,
        ids,
      );
}

/** @param {any} model */
function mendModel(model) {
  const encode = model._call.bind(model);
  const ids = model.tokens_to_ids;
  const isLossy = model.config.type === 'BPE' && model.unk_token === null && !model.byte_fallback;
  // Without an unknown token, characters that no token has are deleted, and their neighbours may merge.
  const keepKnown = (/** @type {string} */ piece) =>
    ids.has(piece)
      ? piece
      : Array.from(piece)
          .filter((character) => ids.has(character))
          .join('');
  // Unknown tokens become one in each piece alone.
  model._call = (/** @type {string[]} */ pieces) =>
    pieces.flatMap((piece) => encode([isLossy ? keepKnown(piece) : piece]));
}

/** @param {any} decoder */
function mendDecoder(decoder) {
  for (const part of decoder?.decoders ?? []) mendDecoder(part);
  if (decoder instanceof ByteFallbackDecoder)
    /** @type {any} */ (decoder).text_decoder = { decode: decodeBytes };
  if (decoder instanceof MetaspaceDecoder) {
    const {
      replacement,
      prepend_scheme: scheme,
      add_prefix_space: isPrefixed,
    } = /** @type {any} */ (decoder.config);
    const first = scheme === 'never' || isPrefixed === false ? ' ' : '';
    decoder.decode_chain = (tokens) =>
      tokens.map((token, i) => token.replaceAll(replacement, i === 0 ? first : ' '));
  }
}

/** Decodes UTF-8. Each byte of a wrong sequence becomes a replacement character. @param {Uint8Array} bytes */
function decodeBytes(bytes) {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return '\ufffd'.repeat(bytes.length);
  }
}

/** @param {string} argument @param {unknown} text @returns {string} */
export function readText(argument, text) {
  if (typeof text === 'string') return text;
  throw makeValueError(argument, 'a string', text);
}
