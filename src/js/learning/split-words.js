/** Splits a text at blanks. @param {string} text */
export const splitWords = (text) => text.split(/\s+/).filter(Boolean);
