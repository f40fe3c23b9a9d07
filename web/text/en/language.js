/** The language of all that stands in this folder, for whoever reads it aloud. */

export const lang = 'en';

export const dir = 'ltr';

/**
 * @param {number} count
 * @param {string} thing in the singular
 */
export const counted = (count, thing) => `${count} ${thing}${count === 1 ? '' : 's'}`;
