/** The help text of the command, and the values of its options. */

import { writeLimit } from '../number.js';

/** @param {string} options */
// words: examples of commands are part of the sentence
export const usage = (options) => `usage: attention-lab svg [options] > picture.svg

Draws what <attention-lab> shows with the same attributes, for example
  attention-lab svg --sentence "They eat fried noodles" --steps scores,weights --mask causal
  attention-lab svg --table weights --theme dark --width 600
  attention-lab --version

${options}`;

export const seeHelp = 'attention-lab svg --help lists all options and their values.';

/** Values of options that have no short list of names. @type {Record<string, string>} */
export const kinds = {
  sentence: 'words in any language',
  target: 'words, which attend to the sentence',
  masked: 'pairs, query before key: "0.3 2.1"',
  silence: 'heads that give nothing, layer before head: "1.2 0.3"',
  endpoint: 'an address, such as https://huggingface.co or ./models',
  layerEdits: 'numbers set by hand, each with its layer first: "0.weights.1.2.0:0.5"',
  block: 'pairs that may not attend, as layer.head.query.key: "1.2.3.0", with * for all',
  edits: 'numbers set by hand: "wq.0.1:0.5;x.eat.0:2"',
  guide: 'a page of the course or one of its chapters, such as why-flip',
  state: 'further entries of the state as JSON: \'{"keyWidth": 3}\'',
  steps: 'several values of --step, separated by commas',
  table: 'tensors to draw alone, such as weights, q, scaledScores',
  paper: 'a colour such as #fff or #faf5f0, or transparent; words keep the colour of --theme',
  width: 'pixels: tables that do not fit go below each other, and a wider table is scaled down',
};

export const aText = 'a text';

/** @param {number} least the smallest width that is legible, in pixels */
export const tooNarrow = (least) =>
  `The letters of this picture are too small to read. A --width of at least ${least} shows them.`;

/** @param {string[]} names */
export const orNumber = (names) => [...names, 'or a number'].join(' ');

/** @param {number} value @param {readonly number[]} range */
export const numberOf = (value, [least, most]) =>
  `a number from ${writeLimit(least)} to ${writeLimit(most)}, ${value} by default`;
