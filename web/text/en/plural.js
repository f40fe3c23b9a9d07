/**
 * @param {number} count
 * @param {string} thing in the singular
 */
export const counted = (count, thing) => `${count} ${thing}${count === 1 ? '' : 's'}`;
