/** Names of exports, and reasons for refusing one. */

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

/** @param {number} steps the number of steps */
export const printing = (steps) =>
  `Printing this page prints all ${steps} steps. To print one step alone, save it as an image.`;

export const exported = 'Exported text';
export const copy = 'Copy';

/** @param {string} name */
export const saveAs = (name) => `Save as ${name}`;

export const making = 'Exporting…';
export const exportDone = 'Exported.';
export const copied = 'Copied.';
export const cannotCopy = 'The browser does not allow copying, but the text is selected.';
export const noLink = 'No link can carry your own numbers. Save them as JSON instead.';
export const onlyOfModels = 'Only a model has a map of all its heads.';

export const linkToFile =
  'This page is a file on your computer, so the link works only there. Put the page on a server, or give others the page and the part from # on.';

export const noPermalink =
  'A link would open nothing here: only the first element with permalink follows the address of its page.';
export const nothing = 'There are no words yet. Write a sentence first.';

export const noNumbers = 'No numbers are on screen.';

export const tooManyToDraw =
  'An image of so many numbers would be too large. Choose JSON, or fewer words or features.';

/** @param {string} step @param {string[]} words */
export const drawing = (step, words) => `${step}: ${words.join(' ')}`;
