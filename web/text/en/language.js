/** The language of all that stands in this folder, for whoever reads it aloud. */

export const lang = 'en';

export const dir = 'ltr';

/** A whole number as all texts write it: 2,500. @param {number} number */
export const grouped = (number) => number.toLocaleString(lang);

/**
 * @param {number} count
 * @param {string} thing in the singular
 */
export const counted = (count, thing) => `${grouped(count)} ${thing}${count === 1 ? '' : 's'}`;
