/** One name in the spelling of properties, of attributes and of Python. */

/**
 * `dModel` as `d-model`, or as `d_model`.
 * @param {string} name
 * @param {string} [between]
 */
export const parted = (name, between = '-') =>
  name.replace(/[A-Z]/g, (letter) => `${between}${letter.toLowerCase()}`);

/** `d-model` as `dModel`. @param {string} attribute */
export const camel = (attribute) => attribute.replace(/-[a-z]/g, (part) => part[1].toUpperCase());
