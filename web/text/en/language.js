/** The language and direction of the texts in this folder. */

export const lang = 'en';
export const dir = 'ltr';

/** Formats an integer with grouped digits: 2,500. @param {number} number */
export const grouped = (number) => number.toLocaleString(lang);

/** @param {number} count @param {string} thing the noun in the singular */
export const counted = (count, thing) => `${grouped(count)} ${thing}${count === 1 ? '' : 's'}`;
