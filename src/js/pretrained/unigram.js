/**
 * The tokenizer of Universal Sentence Encoder Lite. It finds the word pieces with the largest sum of scores, by the Viterbi
 * algorithm. It gives the same ids as the tokenizer of TensorFlow.js, even in two cases where other unigram tokenizers
 * differ. A sum of 0 counts as no sum yet, and a position that no piece reaches has the sum 0. Both cases occur in texts
 * with a colon, because pieces with a colon have the score 0.
 */

import { makeArgumentError } from '../errors.js';

/** @import { Tokens } from './tokens.js' */

/** @typedef {readonly (readonly [piece: string, score: number])[]} Vocabulary the index of a piece is its id */

/** The character that replaces a blank. */
const BLANK = '▁';

/** The number of reserved ids, which never match text: unknown, begin, end, and three more. */
const RESERVED = 6;

const UNKNOWN = 0;

/** @param {string} text */
const countCharacters = (text) => [...text].length;

/** A unigram tokenizer, which implements the interface `ModelTokenizer`. */
export class UnigramTokenizer {
  #vocabulary;
  /** The id of each piece. If a piece occurs twice, its last id counts. @type {Map<string, number>} */
  #ids = new Map();
  #longest;

  /** @param {Vocabulary} vocabulary */
  constructor(vocabulary) {
    this.#vocabulary = vocabulary;
    for (let id = RESERVED; id < vocabulary.length; id++) this.#ids.set(vocabulary[id][0], id);
    this.#longest = [...this.#ids.keys()].reduce(
      (most, piece) => Math.max(most, countCharacters(piece)),
      1,
    );
  }

  /** @param {string} text @param {string} [pair] @returns {Tokens} */
  encode(text, pair) {
    if (pair !== undefined)
      throw makeArgumentError('pair', 'nothing: this model reads one text', 'a text');
    const normal = text.normalize('NFKC');
    const symbols = normal === '' ? [] : [...(BLANK + normal.replaceAll(' ', BLANK))];
    const wordOf = numberWords(symbols);
    const ends = this.#findBestEnds(symbols);
    /** @type {{ id: number, word: number }[]} */
    const found = [];
    for (let end = symbols.length; end > 0; ) {
      const id = ends[end];
      end -= id === UNKNOWN ? 1 : countCharacters(this.#vocabulary[id][0]);
      // Consecutive unknown symbols are a single token, which belongs to the word of the first symbol.
      if (id === UNKNOWN && found.at(-1)?.id === UNKNOWN) found.pop();
      found.push({ id, word: wordOf[end] });
    }
    found.reverse();
    return {
      tokens: found.map(({ id }) => this.tokenOf(id)),
      ids: found.map(({ id }) => id),
      words: found.map(({ word }) => word),
      typeIds: found.map(() => 0),
    };
  }

  /** Returns the id of the best piece that ends at each position. @param {readonly string[]} symbols */
  #findBestEnds(symbols) {
    const best = new Float64Array(symbols.length + 1);
    const ends = new Int32Array(symbols.length + 1);
    /** @param {number} end @param {number} sum @param {number} id */
    const offer = (end, sum, id) => {
      if (best[end] !== 0 && sum < best[end]) return;
      best[end] = sum;
      ends[end] = id;
    };
    for (let start = 0; start < symbols.length; start++) {
      let piece = '';
      let isKnown = false;
      for (let end = start + 1; end <= Math.min(start + this.#longest, symbols.length); end++) {
        piece += symbols[end - 1];
        const id = this.#ids.get(piece);
        if (id === undefined) continue;
        isKnown = true;
        offer(end, this.#vocabulary[id][1] + best[start], id);
      }
      if (!isKnown) offer(start + 1, best[start], UNKNOWN);
    }
    return ends;
  }

  /** @param {number} id */
  tokenOf(id) {
    return this.#vocabulary[id]?.[0] ?? `[${id}]`;
  }

  /** Returns the text of tokens. @param {readonly number[]} ids */
  decode(ids) {
    const text = ids.map((id) => this.tokenOf(id)).join('');
    return text.replaceAll(BLANK, ' ').replace(/^ /, '');
  }
}

/**
 * Returns the index of the word of each symbol. A blank belongs to the word after it, or to none (−1) if no word follows.
 * @param {readonly string[]} symbols
 */
function numberWords(symbols) {
  const isWord = symbols.map((symbol) => symbol !== BLANK && symbol.trim() !== '');
  const count = isWord.filter((is, i) => is && !isWord[i - 1]).length;
  /** @type {number[]} */
  const words = [];
  let word = count;
  for (let i = symbols.length - 1; i >= 0; i--) {
    if (isWord[i] && !isWord[i + 1]) word--;
    words[i] = word < count ? word : -1;
  }
  return words;
}
