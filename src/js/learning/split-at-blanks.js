/** Splits a text at blanks. @param {string} text */
export const splitAtBlanks = (text) => text.split(/\s+/).filter(Boolean);
