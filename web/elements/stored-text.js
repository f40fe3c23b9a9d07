/** A text in the browser's storage. If the browser refuses to store it, everything works until the page is closed. */
export class StoredText {
  #key;
  #isOurs;

  /** @param {() => string} key @param {() => boolean} isOurs whether the element may store data on this page */
  constructor(key, isOurs) {
    this.#key = key;
    this.#isOurs = isOurs;
  }

  /** @returns {string | null | undefined} undefined if nothing can be stored */
  read() {
    try {
      return this.#isOurs() ? localStorage.getItem(this.#key()) : undefined;
    } catch {
      return undefined;
    }
  }

  /** @param {string | null} text the text, or null to remove it */
  write(text) {
    try {
      if (!this.#isOurs()) return;
      if (text === null) localStorage.removeItem(this.#key());
      else localStorage.setItem(this.#key(), text);
    } catch {}
  }
}
