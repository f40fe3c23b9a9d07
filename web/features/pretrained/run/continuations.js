/** What a model has written behind a sentence, press by press, so that it can be taken back. */

export class Continuations {
  /** In their order: each begins where the one before ends. @type {{ before: string, after: string }[]} */
  #presses = [];

  /** Whether a model has written at all. */
  get isEmpty() {
    return this.#presses.length === 0;
  }

  /** A press has made one sentence of another. @param {string} before @param {string} after */
  note(before, after) {
    this.#presses = [...this.#upTo(before), { before, after }];
  }

  /** The sentence before the last press; undefined if the reader has changed it since. @param {string} sentence */
  beforeLast(sentence) {
    return this.#upTo(sentence).at(-1)?.before;
  }

  /** The sentence before the first press. @param {string} sentence */
  beforeAll(sentence) {
    return this.#upTo(sentence)[0]?.before;
  }

  /** The presses that led to a sentence: undone ones stay, for the reader may redo them. @param {string} sentence */
  #upTo(sentence) {
    return this.#presses.slice(
      0,
      1 + this.#presses.findLastIndex(({ after }) => after === sentence),
    );
  }
}
