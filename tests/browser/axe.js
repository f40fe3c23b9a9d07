import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

/** @import { Page } from 'puppeteer-core' */

// Use the minified version, because every new document parses it.
const path = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const source = await readFile(path, 'utf8');

/** The rules that a theme can break, because themes only change colours. */
export const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * @param {Page} page
 * @param {{ part?: object, only?: readonly string[], without?: readonly string[] }} [what] a part of
 *   the page, the rules to check, and rules to leave out; by default, everything
 * @returns {Promise<[rule: string, found: [html: string, why: string][]][]>}
 */
export async function violationsOn(page, { part, only, without = [] } = {}) {
  // The page may have been reloaded.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source);
  return page.evaluate(
    async (context, rules, off) => {
      const { violations } = await /** @type {any} */ (globalThis).axe.run(context ?? document, {
        resultTypes: ['violations'],
        // axe fetches style sheets only for rules that are off.
        preload: false,
        // The content of a frame is a separate page with its own tests.
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
    part,
    only,
    without,
  );
}

/**
 * Fails if axe finds anything.
 * @param {Page} page
 * @param {Parameters<typeof violationsOn>[1]} [what]
 * @param {string} [where] added to the message
 */
export async function assertAccessible(page, what, where) {
  assert.deepEqual(await violationsOn(page, what), [], where);
}
