/** Around the steps of a lesson: where the reader is, and how to turn the pages. */

export const steps = 'Steps';
export const formula = 'The formula';
export const concatenation = 'Concat(';
/** @param {string} name of a table */
export const openPart = (name) => `${name}: open`;
export const whole = 'The whole picture';
export const previous = '← Previous';
export const next = 'Next →';
/** @param {number} page from 1 @param {number} pages */
export const position = (page, pages) => `${page} of ${pages}`;

/** @param {number} page from 1 @param {string} title */
export const namedPage = (page, title) => `${page}, ${title}`;

/**
 * @param {object} step
 * @param {number} step.number from 1
 * @param {number} step.count
 * @param {number} [step.head] whose tables these are, from 1
 * @param {number} step.heads
 * @param {boolean} step.canPress no number is taken apart yet
 * @param {boolean} step.canSet every number of its tables
 */
export const stepNote = ({ number, count, head, heads, canPress, canSet }) =>
  `Step ${number} of ${count}${head ? ` · head ${head} of ${heads}` : ''}${canPress ? ` · press any number to see how it is computed${canSet ? ', and to set it' : ''}` : ''}`;

/**
 * What is read aloud when the page is turned.
 * @param {{ number: number, count: number, name: string, title: string }} step
 */
export const stepOpened = ({ number, count, name, title }) =>
  `Step ${number} of ${count}, ${name}: ${title}.`;
