/** What is wrong with a task in the JSON of a chapter. */

/** @param {number} least @param {number} most */
export const between = (least, most) => `has to be between ${least} and ${most}`;

export const oneRight = 'of these exactly one has to be right: "right": true';

/** @param {string} one @param {string} other */
export const oneOfBoth = (one, other) => `needs either “${one}” or “${other}”`;

/** @param {number} count */
export const asMany = (count) => `each has to be a list of ${count}: one for each field`;

export const noSuchWord = 'there is no such word';
