/** Has a story its full stops? Where somebody gives, somebody thanks in a third sentence. @param {string[]} words */
export const isEnded = (words) =>
  words.filter((word) => word === '.').length >= (words.includes('gives') ? 3 : 2);
