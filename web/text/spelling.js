/** Converts names between the spellings of properties, attributes and Python; capital letters and full stops. */

/** Converts `dModel` to `d-model` or `d_model`. @param {string} name @param {string} [between] */
export const parted = (name, between = '-') =>
  name.replace(/[A-Z]/g, (letter) => `${between}${letter.toLowerCase()}`);

/** Converts `d-model` to `dModel`. @param {string} attribute */
export const camel = (attribute) => attribute.replace(/-[a-z]/g, (part) => part[1].toUpperCase());

/** Capitalizes the first word of a sentence. @param {string} text */
export const capitalize = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** Adds a full stop to a text that may be a sentence already. @param {string} text */
export const endSentence = (text) => (/[.?!…]$/.test(text) ? text : `${text}.`);
