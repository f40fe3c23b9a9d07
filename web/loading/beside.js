/** Where further scripts lie: beside the first, or beside a page that has it inside. */

const script = /** @type {HTMLScriptElement | null} */ (document.currentScript);
const base = script?.src || document.baseURI;

/** Whether there can be any. */
export const isBeside = true;

/** @param {string} name @returns {string} an address */
export const beside = (name) => new URL(name, base).href;
