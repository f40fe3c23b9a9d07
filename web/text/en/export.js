/** Names of exports and their parts, and reasons for refusing an export. */

import { counted } from './language.js';

export const title = 'Export';
export const link = 'Link to this view';
export const svg = 'Image as SVG';
export const png = 'Image as PNG';
export const csv = 'This table as CSV';
export const json = 'All tensors as JSON';
export const map = 'All heads as JSON for <attention-map>';
export const numpy = 'Code in NumPy';
export const pytorch = 'Code in PyTorch';
export const javascript = 'Code in JavaScript';
export const worksheet = 'Print a worksheet of this';
export const exported = 'Exported text';
export const copy = 'Copy';

/** @param {string} name */
export const saveAs = (name) => `Save as ${name}`;

export const making = 'Exporting…';
export const copied = 'Copied.';
export const cannotCopy = 'The browser does not allow copying, but the text is selected.';
export const noLink = 'No link can carry your own numbers. Save them as JSON instead.';
export const nothing = 'There are no words yet. Write a sentence first.';

export const tooManyToDraw =
  'An image of so many numbers would be too large. Choose JSON, or fewer words or features.';

export const tooLargeToDraw = 'The image is too large for this browser.';

/** @param {number} count */
export const tooManyToWrite = (count) =>
  `These tensors hold ${counted(count, 'number')}, too many for one text. Choose fewer words or heads.`;

/** @param {string} step @param {string[]} words */
export const drawing = (step, words) => `${step}: ${words.join(' ')}`;

/** The caption of a matrix in a drawing. @param {string} name @param {string} size */
export const caption = (name, size) => `${name}  ${size}`;

/** @param {string} name @param {string} size @param {string} limit */
export const mapCaption = (name, size, limit) => `${name}  ${size}, colours end at ${limit}`;

/** Names of the axes of a tensor, by their letters. @type {Readonly<Record<string, string>>} */
export const axes = {
  h: 'head',
  j: 'head of the keys',
  q: 'query',
  k: 'key',
  p: 'key',
  f: 'feature',
  g: 'feature',
  a: 'hidden unit',
  m: 'hidden unit',
  c: 'column within the head',
  C: 'column of all heads',
  o: 'column of the output',
  s: 'column of the state',
  b: 'column of the state before',
  r: 'row',
  n: 'answer',
  u: 'output',
};

// The help text of the command.

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
  block: 'pairs that may not attend, as layer.head.query.key: "1.2.3.0"',
  edits: 'numbers set by hand: "q.0.1:0.5;x.eat.0:2"',
  steps: 'several values of --step, separated by commas',
  table: 'tensors to draw alone, such as weights, q, scaledScores',
  width: 'pixels: tables that do not fit go below each other, and a wider table is scaled down',
};

export const aText = 'a text';

/** @param {string[]} names */
export const orNumber = (names) => [...names, 'or a number'].join(' ');

/** @param {number} number */
export const numberOf = (number) => `a number, ${number} by default`;
