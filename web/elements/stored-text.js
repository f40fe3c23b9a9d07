/** A text in one of the browser's storages. If the browser refuses to store it, everything works until the page is closed. */
export class StoredText {
  #key;
  #isOurs;
  #getStorage;

  /**
   * @param {() => string} key
   * @param {() => boolean} isOurs whether the element may store data on this page
   * @param {() => Storage} [getStorage]
   */
  constructor(key, isOurs, getStorage = () => localStorage) {
    this.#key = key;
    this.#isOurs = isOurs;
    this.#getStorage = getStorage;
  }

  /** @returns {string | null | undefined} undefined if nothing can be stored */
  read() {
    try {
      return this.#isOurs() ? this.#getStorage().getItem(this.#key()) : undefined;
    } catch {
      return undefined;
    }
  }

  /** @param {string | null} text the text, or null to remove it */
  write(text) {
    try {
      if (!this.#isOurs()) return;
      if (text === null) this.#getStorage().removeItem(this.#key());
      else this.#getStorage().setItem(this.#key(), text);
    } catch {}
  }
}
