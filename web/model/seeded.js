/** The numbers that a lesson starts from: drawn from the seed, with the reader's edits in place. */

import { tensor } from '../../src/js/index.js';
import { draw } from './draw.js';
import { embeddingPlace, parseEdits } from './edits.js';
import { lookup } from './words.js';

/**
 * @typedef {import('../../src/js/index.js').Tensor} Tensor
 * @typedef {import('./state.js').State} State
 */

const EMBEDDING_REACH = 1.5;

/** Draws tensors, sets what was edited, and remembers what it replaced. */
export class Seeded {
  /** @type {Map<string, number>} what stands at an edited place without the edit */
  replaced = new Map();
  #seed;
  #edits;

  /** @param {State} state */
  constructor({ seed, edits }) {
    this.#seed = seed;
    this.#edits = parseEdits(edits);
  }

  /**
   * @param {string} name
   * @param {number[]} shape
   * @param {number} reach
   * @param {(place: number) => string} placeOf what an edit calls the number at that place
   */
  tensor(name, shape, reach, placeOf) {
    const count = shape.reduce((product, length) => product * length, 1);
    return tensor(shape, this.edited(draw(this.#seed, name, count, reach), placeOf));
  }

  /**
   * A weight as the core stores it, (out, in); edits name the row and column that the page shows.
   * @param {string} name
   * @param {[number, number]} shape
   * @param {number} reach
   * @param {string} letter
   */
  weight(name, [out, width], reach, letter) {
    return this.tensor(
      name,
      [out, width],
      reach,
      (i) => `${letter}.${i % width}.${Math.floor(i / width)}`,
    );
  }

  /**
   * One row a word; the same word has the same row wherever it stands.
   * @param {'x' | 'y'} table
   * @param {string[]} words
   * @param {number} width
   * @returns {Tensor}
   */
  embeddings(table, words, width) {
    const name = table === 'x' ? 'embedding' : 'other embedding';
    const data = new Float32Array(words.length * width);
    words.forEach((word, row) => {
      const drawn = draw(this.#seed, `${name} ${lookup(word)}`, width, EMBEDDING_REACH);
      const place = (/** @type {number} */ column) => embeddingPlace(table, lookup(word), column);
      data.set(this.edited(drawn, place), row * width);
    });
    return tensor([words.length, width], data);
  }

  /**
   * @param {Float32Array} data
   * @param {(place: number) => string} placeOf
   */
  edited(data, placeOf) {
    if (this.#edits.size === 0) return data;
    return data.map((value, i) => {
      const place = placeOf(i);
      const edit = this.#edits.get(place);
      if (edit === undefined) return value;
      this.replaced.set(place, value);
      return edit;
    });
  }
}
