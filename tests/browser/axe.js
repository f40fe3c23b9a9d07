// What axe-core, a checker of accessibility, finds on a page.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { isThorough } from '../support/extent.js';

/** @import { Page } from 'puppeteer-core' */

// As it is published for pages: every new document parses it.
const path = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const source = await readFile(path, 'utf8');

/** What a theme can break, since it changes colours alone. */
export const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * @param {Page} page
 * @param {{ of?: object, only?: readonly string[], without?: readonly string[] }} [what] a part of the page, some rules,
 *   and rules that are left out; all, if it is not said
 * @returns {Promise<[rule: string, found: [html: string, why: string][]][]>}
 */
export async function violationsOn(page, { of, only, without = [] } = {}) {
  // It may have been loaded anew.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source);
  return page.evaluate(
    async (part, rules, off) => {
      const { violations } = await /** @type {any} */ (globalThis).axe.run(part ?? document, {
        resultTypes: ['violations'],
        // Style sheets are only fetched for rules that are off.
        preload: false,
        // What is in a frame is a page of its own, with tests of its own.
        iframes: false,
        ...(rules && { runOnly: rules }),
        rules: Object.fromEntries(off.map((rule) => [rule, { enabled: false }])),
      });
      return violations.map((/** @type {any} */ { id, nodes }) => [
        id,
        nodes
          .slice(0, 3)
          .map((/** @type {any} */ node) => [node.html.slice(0, 200), node.failureSummary]),
      ]);
    },
    of,
    only,
    without,
  );
}

/**
 * Fails with what axe finds. The daily tier runs axe in `axe.test.js` alone: in the lab, on a page of the course and on two of the practice.
 * @param {Page} page
 * @param {Parameters<typeof violationsOn>[1]} [what]
 * @param {string} [where] added to the message
 */
export async function assertAccessible(page, what, where) {
  if (isThorough) assert.deepEqual(await violationsOn(page, what), [], where);
}
