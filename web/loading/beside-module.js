/** Where further scripts lie if the first is a module: `beside.js` for what a notebook loads. */

import { notBeside } from '../text/en/notebook.js';

const { url } = import.meta;
/** A notebook makes an address of the text that it was given: nothing lies beside that. */
export const isBeside = /^(https?|file):/.test(url);

/** @param {string} name @returns {string} an address */
export function beside(name) {
  if (!isBeside) throw new Error(notBeside(name));
  return new URL(name, url).href;
}
