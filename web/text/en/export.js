/** What can be exported, what its parts are called, and why something cannot be. */

export const title = 'Export';

export const link = 'Link to this view';
export const svg = 'Image as SVG';
export const png = 'Image as PNG';
export const csv = 'This table as CSV';
export const json = 'All tensors as JSON';
export const numpy = 'Code in NumPy';
export const pytorch = 'Code in PyTorch';
export const javascript = 'Code in JavaScript';
export const worksheet = 'Print a worksheet of this';

export const exported = 'Exported text';
export const copy = 'Copy';
/** @param {string} name */
export const saveAs = (name) => `Save as ${name}`;
export const copied = 'Copied.';
export const cannotCopy = 'The browser does not allow copying, but the text is selected.';

export const noLink = 'No link can carry your own numbers. Save them as JSON instead.';
export const nothing = 'There are no words yet. Write a sentence first.';
export const tooManyToDraw =
  'An image of so many numbers would be too large. Choose JSON, or fewer words or features.';
export const tooLargeToDraw = 'The image is too large for this browser.';
/** @param {number} count */
export const tooManyToWrite = (count) =>
  `These tensors hold ${count.toLocaleString('en')} numbers, too many for one text. Choose fewer words or heads.`;

/** @param {string} step @param {string[]} words */
export const drawing = (step, words) => `${step}: ${words.join(' ')}`;
/** A matrix in a drawing. @param {string} name @param {string} size */
export const caption = (name, size) => `${name}  ${size}`;
/** @param {string} name @param {string} size @param {string} limit */
export const mapCaption = (name, size, limit) => `${name}  ${size}, colours end at ${limit}`;

/** Axes of a tensor, by their letters. @type {Readonly<Record<string, string>>} */
export const axes = {
  h: 'head',
  q: 'query',
  k: 'key',
  p: 'key',
  f: 'feature',
  g: 'feature',
  a: 'hidden unit',
  c: 'column within the head',
  C: 'column of all heads',
  o: 'column of the output',
  r: 'row',
  n: 'answer',
  u: 'output',
};
