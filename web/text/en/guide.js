/** Around the chapters of the guided path. */

export const invitation = 'New to attention?';
export const start = 'Take the guided path';
/** @param {number} pages */
export const length = (pages) => `${pages} short pages, each with a question`;
export const leave = 'Explore on your own';

/** @param {number} page from 1 @param {number} pages @param {string} section */
export const position = (page, pages, section) => `Guided path, ${page} of ${pages}: ${section}`;
export const pages = 'Pages of the guided path';

export const rightAnswer = 'right:';
export const right = 'Yes.';
export const wrong = 'Not quite.';

export const tryIt = 'Try it';
export const doIt = 'Do it';
export const goBack = 'Go back';
export const away = 'You have changed the numbers, so the text of this page no longer fits.';
export const restore = 'Restore this page’s numbers';
