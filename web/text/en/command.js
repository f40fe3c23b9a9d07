/** What the command says of itself. */

/** @param {string} options */
export const usage = (options) => `usage: attention-lab svg [options] > picture.svg

Draws what <attention-lab> shows with the same attributes, for example
  attention-lab svg --sentence "They eat fried noodles" --steps scores,weights --mask causal
  attention-lab svg --table weights --theme dark --width 600

${options}`;

export const seeHelp = 'attention-lab svg --help lists all options and their values.';

/** What can stand there, where there are no few names. @type {Record<string, string>} */
export const kinds = {
  sentence: 'words in any language',
  target: 'words, which attend to the sentence',
  masked: 'pairs, query before key: "0.3 2.1"',
  edits: 'numbers set by hand: "q.0.1:0.5;x.eat.0:2"',
  steps: 'several of those of --step, comma separated',
  table: 'tensors whose tables stand alone, such as weights, q, scaledScores',
  width: 'pixels: tables that do not fit stand below each other, and one that is wider is scaled',
};
/** @param {string[]} names */
export const orNumber = (names) => [...names, 'or a number'].join(' ');
/** @param {number} number */
export const numberOf = (number) => `a number, ${number} by default`;
