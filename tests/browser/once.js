// Tests of what the page's own code decides alike in every browser: numbers, words, which state follows.
import { it } from 'node:test';
import { browserNames } from '../support/find-browser.js';

/**
 * @typedef {import('../support/find-browser.js').BrowserName} BrowserName
 * @typedef {(name: string, run: () => void | Promise<void>) => void} Once `it`, of those that are tried in both
 */

/**
 * Defines a test in one of the browsers; the others try what their events, layout, history, files and
 * policies could make different, and one thing of each other kind.
 * @param {BrowserName} browserName where it would be defined
 * @returns {Once}
 */
export const onceOf = (browserName) => (name, run) => {
  if (browserName === browserNames[0]) it(name, run);
};
