// Every snippet of the page for authors works in a separate file next to the script.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { listLabAttributes, SCRIPT, writeTagSnippet } from '../../web/site/snippets.js';
import { normaliseState } from '../../web/state/normalise.js';
import { withDecimals } from '../../web/text/number.js';
import { reduceCaseCount } from '../support/extent.js';
import { anyState } from '../support/states.js';
import {
  assertHeight,
  assertLabs,
  assertMaps,
  frameOf,
  openAll,
  readLabs,
  readSnippets,
} from './embed-read.js';
import { onAuthorsSite } from './embed-site.js';

/**
 * @import { AttentionLab as Lab } from '../../web/elements/attention-lab.js'
 * @import { State } from '../../web/state/types.js'
 * @import { Page } from 'puppeteer-core'
 */

const examples = fileURLToPath(new URL('../../web/site/examples/', import.meta.url));

/**
 * Tells whether all browsers read a state alike. HTML has no NUL, and browsers split sentences
 * without blanks differently.
 * @param {State} state
 */
const isPlain = (state) =>
  !/\0|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u.test(
    state.sentence + state.target,
  );

onAuthorsSite(
  'the page for authors',
  (site) => {
    const { onPage, paste } = site;

    describe('its snippets', { concurrency: 1 }, () => {
      /** @type {Awaited<ReturnType<typeof readSnippets>>} */
      let snippets = [];
      /** @type {Awaited<ReturnType<typeof readLabs>>} the labs of the page itself */
      let live = [];

      before(async () => {
        await onPage(`${site.server.url}embed.html`, async (page) => {
          snippets = await readSnippets(page);
          await openAll(page);
          live = await readLabs(page);
        });
      });

      it('are those of the eleven examples, each with its script', () => {
        assert.deepEqual(
          snippets.map(({ name }) => name),
          [
            ...['smallest', 'table', 'locked', 'own-colours', 'two-sentences', 'whole', 'reacting'],
            ...['own-weights', 'model', 'all-heads', 'frame'],
          ],
        );
        for (const { name, text } of snippets) {
          assert.equal(text.startsWith(SCRIPT), name !== 'frame', name);
          assert.doesNotMatch(text, /\.\.\/|\sstyle=|\son\w+=/, name);
        }
      });

      it('equal the files of the examples', async () => {
        for (const { name, text } of snippets)
          assert.equal(`${text}\n`, await readFile(join(examples, `${name}.html`), 'utf8'));
        const files = (await readdir(examples)).map((file) => file.replace('.html', ''));
        const names = snippets.map(({ name }) => name);
        assert.deepEqual(files.sort(), [...names, 'chapter'].sort());
      });

      it('each work in a separate file', async () => {
        let met = 0;
        for (const { name, text } of snippets) {
          // A file allows less than a server. All snippets are tried from a server below.
          const { 'from a file': url } = await paste(name, text);
          await onPage(url, async (page) => {
            const labs = await assertLabs(page, name);
            const maps = await assertMaps(page);
            if (name === 'frame') {
              await assertHeight(page);
              assert.equal((await assertLabs(await frameOf(page), name)).length, 1);
            } else if (name === 'all-heads') {
              for (const each of ['.thumb', '[data-side=q]', '[data-side=k]']) {
                await page.waitForFunction(
                  (selector) =>
                    [...document.querySelectorAll('attention-map')].flatMap((map) => [
                      ...(map.shadowRoot?.querySelectorAll(selector) ?? []),
                    ]).length === 6,
                  {},
                  each,
                );
              }
            } else {
              assert.equal(labs.length + maps, 1, name);
            }
            if (labs.length > 0) assert.deepEqual(labs[0], live[met]);
            met += labs.length;
          });
        }
        // The preview and a chapter follow on the page.
        assert.equal(met, 7);
      });

      it('all work in one file', async () => {
        const { 'from a server': url } = await paste(
          'all',
          snippets.map(({ text }) => text).join('\n'),
        );
        await onPage(url, async (page) => {
          assert.deepEqual(await assertLabs(page, 'all at once'), live.slice(0, 7));
          assert.equal(await assertMaps(page), 2);
          await assertHeight(page);
        });
      });

      it('show the pressed number if they listen to events', async () => {
        const listening = [
          { name: 'reacting', tensor: 'scores', output: '#answer', says: 'scores[0,1,2] = ' },
          { name: 'model', tensor: 'weights', output: '#pressed', says: 'they attends to eat: ' },
        ];
        for (const { name, tensor, output, says } of listening) {
          const text = snippets.find((snippet) => snippet.name === name)?.text ?? '';
          const { 'from a file': url } = await paste(`${name}-pressed`, text);
          await onPage(url, async (page) => {
            await readLabs(page);
            await assertMaps(page);
            const [value, label] = await page.evaluate(
              (table, where) => {
                const part = document.querySelector('attention-lab, attention-map');
                const cell = /** @type {HTMLElement} */ (
                  part?.shadowRoot?.querySelector(
                    `[data-tensor=${table}] td[data-row="1"][data-col="2"]`,
                  )
                );
                cell.click();
                const place = /** @type {HTMLOutputElement} */ (document.querySelector(where));
                return [cell.dataset.value, place.value];
              },
              tensor,
              output,
            );
            assert.ok(label?.startsWith(says), label);
            assert.equal(
              Math.fround(Number(label?.slice(says.length))),
              Math.fround(Number(value)),
            );
          });
        }
      });

      it('pin the script by its hash', async () => {
        const script = await readFile(join(site.folder, 'attention-lab.js'));
        const hash = createHash('sha384').update(script).digest('base64');
        await onPage(`${site.server.url}embed.html`, async (page) => {
          const text = await page.$eval(
            'section:has(#policy) .snippet code',
            (code) => code.textContent ?? '',
          );
          assert.match(text, /^ {2}src="https:\/\/example\.com\/attention-lab\.js"$/m);
          assert.ok(text.includes(`integrity="sha384-${hash}"`));
          const here = text.replace('https://example.com/', '');
          const pages = await paste('pinned', `${here}<attention-lab></attention-lab>`);
          await onPage(pages['from a server'], async (other) => {
            assert.equal((await assertLabs(other, 'pinned')).length, 1);
          });
        });
      });
    });

    describe('its copy buttons', { concurrency: 1 }, () => {
      /** @param {Page} page @param {string} section */
      const copy = (page, section) => page.$(`section:has(#${section}) .snippet button`);
      /** @param {Page} page @param {string} section */
      const readStatus = async (page, section) => {
        const status = `section:has(#${section}) .snippet [role=status]`;
        await page.waitForFunction(
          (selector) => document.querySelector(selector)?.textContent,
          {},
          status,
        );
        return page.$eval(status, (element) => element.textContent);
      };

      it('copy by mouse and by keyboard, and say so', async () => {
        await onPage(
          `${site.server.url}embed.html`,
          async (page) => {
            const [first, second] = await readSnippets(page);
            await (await copy(page, 'smallest'))?.click();
            assert.equal(await readStatus(page, 'smallest'), 'Copied.');
            await openAll(page);
            await (await copy(page, 'table'))?.focus();
            await page.keyboard.press('Enter');
            assert.equal(await readStatus(page, 'table'), 'Copied.');
            const copied = await page.evaluate(() => kept.copied);
            assert.deepEqual(copied, [first.text, second.text]);
          },
          () => {
            // Do not read this machine's clipboard.
            const copied = /** @type {string[]} */ ([]);
            kept.copied = copied;
            Object.defineProperty(navigator, 'clipboard', {
              value: { writeText: async (/** @type {string} */ text) => copied.push(text) },
            });
          },
        );
      });

      it('select the snippet without a clipboard, and say so', async () => {
        await onPage(
          `${site.server.url}embed.html`,
          async (page) => {
            const [{ text }] = await readSnippets(page);
            await (await copy(page, 'smallest'))?.click();
            assert.match(
              (await readStatus(page, 'smallest')) ?? '',
              /the snippet is selected for you/,
            );
            const selected = await page.evaluate(() => [
              String(getSelection()),
              document.activeElement?.localName,
            ]);
            assert.deepEqual(selected, [text, 'pre']);
          },
          () => Object.defineProperty(navigator, 'clipboard', { value: undefined }),
        );
      });
    });

    it('a browser reads each random hostile state back from its tag', async () => {
      const states = fc
        .sample(anyState.filter(isPlain), { seed: 7, numRuns: reduceCaseCount(100) })
        .map((state) => normaliseState({ ...state, before: '' }));
      const { 'from a file': url } = await paste('empty', SCRIPT);
      await onPage(url, async (page) => {
        const read = await page.evaluate(
          (texts) =>
            texts.map((text) => {
              const parsed = new DOMParser().parseFromString(text, 'text/html');
              const tag = /** @type {Element} */ (parsed.querySelector('attention-lab'));
              const attributes = [...tag.attributes].map(({ name, value }) => [name, value]);
              const lab = /** @type {Lab} */ (document.importNode(tag, true));
              return {
                attributes,
                state: lab.getState(),
                inside: [...tag.childNodes].map(({ nodeName }) => nodeName),
                siblings: [...parsed.body.children].map(({ localName }) => localName),
              };
            }),
          states.map((state) => writeTagSnippet({ state })),
        );
        for (const [i, state] of states.entries()) {
          assert.deepEqual(read[i].attributes, listLabAttributes({ state }));
          assert.deepEqual(read[i].state, withDecimals(state));
          assert.deepEqual([read[i].inside, read[i].siblings], [['#text'], ['attention-lab']]);
        }
      });
    });
  },
  ['chromium'],
);
