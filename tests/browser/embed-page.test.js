import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { STATE_ONLY } from '../../web/state/attributes.js';
import { assertAccessible } from './axe.js';
import { assertHeight, assertLabs, assertMaps, frameOf, openAll, readLabs } from './embed-read.js';
import { FURTHER_FILES, onAuthorsSite, SITE } from './embed-site.js';
import { press } from './host.js';
import { FORMS, OF_LOOKS } from './lessons.js';

/** @import { Page } from 'puppeteer-core' */

onAuthorsSite(
  'the page for authors',
  (site) => {
    const { onPage } = site;

    describe('its examples', { concurrency: 1 }, () => {
      const addresses = {
        'from a server': () => `${site.server.url}embed.html`,
        'from a file': () => pathToFileURL(join(site.folder, 'embed.html')).href,
      };
      for (const [where, address] of Object.entries(addresses)) {
        it(`show the numbers of the core, ${where}`, async () => {
          site.server.requests.length = 0;
          await onPage(address(), async (page) => {
            /** @type {string[]} */
            const elsewhere = [];
            page.on('request', (request) => elsewhere.push(request.url()));
            await openAll(page);
            const labs = await assertLabs(page, where);
            assert.equal(labs.length, 9);
            assert.equal(await assertMaps(page), 2);
            await assertHeight(page);
            const framed = await assertLabs(await frameOf(page), `${where}, in the frame`);
            assert.deepEqual(
              framed.map(({ state }) => [state.mask, state.step]),
              [['causal', 'weights']],
            );
            assert.deepEqual(
              elsewhere.filter(
                (url) => !/^data:|index\.html#|attention-(course|practice)\.js$/.test(url),
              ),
              [],
            );
          });
          const files = SITE.map((name) => `/${name}`);
          assert.deepEqual(
            site.server.requests.toSorted(),
            where === 'from a server' ? files.toSorted() : [],
          );
        });
      }

      it('are closed except the first, and are created when opened', async () => {
        site.server.requests.length = 0;
        await onPage(addresses['from a server'](), async (page) => {
          await page.setViewport({ width: 390, height: 844 });
          await readLabs(page);
          const height = await page.evaluate(() => document.documentElement.scrollHeight);
          // Thirteen sections of a few lines with a closed example each, which took 8,960 pixels.
          assert.ok(height < 9000, `${height} pixels high`);
          const wholeSection = 'section:has(#whole)';
          const open = await page.$$eval('details[open] > summary h2', (all) =>
            all.map(({ id }) => id),
          );
          assert.deepEqual(open, ['smallest', 'attributes']);
          assert.equal(await page.$(`${wholeSection} attention-lab`), null);
          await press(page, 'nav a[href="#whole"]');
          await page.waitForSelector(`${wholeSection} attention-lab`);
          // Selectors see no change in a shadow root.
          await page.waitForFunction(
            (section) =>
              document
                .querySelector(`${section} attention-lab`)
                ?.shadowRoot?.querySelector('.course'),
            {},
            wholeSection,
          );
          await readLabs(page);
          // After it was closed by hand, the same link opens it again.
          await press(page, 'summary:has(#whole)');
          await press(page, 'nav a[href="#whole"]');
          await page.waitForSelector(`${wholeSection} > details[open]`);
        });
      });

      describe('on one page', { concurrency: 1 }, () => {
        /** @type {Page} */
        let page;
        let close = () => {};
        /** @type {Promise<unknown>} */
        let visit;
        before(async () => {
          await new Promise((resolve, reject) => {
            visit = onPage(addresses['from a server'](), async (opened) => {
              page = opened;
              await readLabs(page);
              resolve(undefined);
              await new Promise((leave) => {
                close = () => leave(undefined);
              });
            });
            visit.catch(reject);
          });
        });
        after(async () => {
          close();
          await visit;
        });

        it('name every attribute and every download', async () => {
          for (const tag of ['attention-lab', 'attention-map']) {
            const [named, observed] = await page.evaluate(
              (tag) => [
                [...document.querySelectorAll(`#attributes-of-${tag} th code`)].map(
                  (element) => element.textContent ?? '',
                ),
                /** @type {string[]} */ (
                  /** @type {any} */ (customElements.get(tag)).observedAttributes
                ),
              ],
              tag,
            );
            // React's server may write each attribute without its hyphens.
            const bare = named
              .filter((name) => name.includes('-'))
              .map((name) => name.replaceAll('-', ''));
            // Attributes for other parts of the state are observed only to suggest the right name.
            const documented = observed.filter(
              (name) => !bare.includes(name) && !Object.hasOwn(STATE_ONLY, name),
            );
            assert.deepEqual(named.toSorted(), documented.toSorted(), tag);
          }
          const files = await page.$$eval('a[download]', (all) =>
            all.map((link) => link.getAttribute('href')),
          );
          assert.deepEqual(
            files.filter(
              (/** @type {string | null} */ name) =>
                ![...SITE, ...FURTHER_FILES].includes(name ?? ''),
            ),
            [],
          );
          assert.ok(files.includes('attention-lab.js'));
        });

        // Other tests run under this policy, and report what it blocks.
        it('run under a strict policy', async () => {
          const policy = await page.$eval(
            'meta[http-equiv="Content-Security-Policy"]',
            (meta) => /** @type {HTMLMetaElement} */ (meta).content,
          );
          for (const part of [
            "default-src 'none'",
            "script-src 'self' 'sha256-",
            "require-trusted-types-for 'script'",
          ]) {
            assert.ok(policy.includes(part), part);
          }
          assert.doesNotMatch(policy, /unsafe-inline|'unsafe-eval|\*|https?:/);
        });

        it('fit every width from 320 pixels, and the course opens in its place', async () => {
          await openAll(page);
          await readLabs(page);
          for (const width of [320, 600, 900, 1280]) {
            await page.setViewport({ width, height: 800 });
            const { wide, seen, path } = await page.evaluate(() => {
              const { scrollWidth, clientWidth } = document.documentElement;
              const path = document.querySelector('section:has(#whole) attention-lab');
              return {
                wide: scrollWidth,
                seen: clientWidth,
                path: path?.getBoundingClientRect().height ?? 0,
              };
            });
            assert.equal(wide, seen, `at ${width} pixels`);
            assert.ok(path > 300, `the course is ${path} pixels high`);
          }
        });

        it('have unique ids, and every link leads to one', async () => {
          const ids = await page.evaluate(() =>
            [...document.querySelectorAll('[id]')].map(({ id }) => id),
          );
          assert.equal(new Set(ids).size, ids.length);
          const lost = await page.evaluate(() =>
            [...document.querySelectorAll('a[href^="#"]')].filter(
              (link) => !document.querySelector(link.getAttribute('href') ?? ''),
            ),
          );
          assert.deepEqual(lost, []);
        });

        it('are beside their snippets from 900 pixels, and above them below that width', async () => {
          for (const width of [899, 900]) {
            await page.setViewport({ width, height: 800 });
            const isBeside = await page.evaluate(() =>
              [...document.querySelectorAll('.example:has(.live)')].map((example) => {
                const [live, snippet] = ['.live', '.snippet'].map((part) =>
                  example.querySelector(part)?.getBoundingClientRect(),
                );
                return live && snippet && snippet.left >= live.right;
              }),
            );
            assert.equal(isBeside.length, 11);
            assert.deepEqual(new Set(isBeside), new Set([width >= 900]));
          }
        });
      });
    });

    // Each width and each theme once. The labs have their own tests.
    for (const [width, theme] of FORMS.slice(0, 2)) {
      const isNarrow = width < 900;
      const only = isNarrow ? OF_LOOKS : undefined;
      it(`axe finds nothing at ${width} pixels, ${theme}`, async () => {
        await onPage(`${site.server.url}embed.html`, async (page) => {
          await page.setViewport({ width, height: 800 });
          await readLabs(page);

          await openAll(page);
          await page.evaluate((wanted) => {
            document.documentElement.style.colorScheme = wanted;
            for (const part of document.querySelectorAll('attention-lab, attention-map')) {
              if (!part.classList.contains('mine')) part.setAttribute('theme', wanted);
            }
          }, theme);
          await readLabs(page);
          // The colours of the labs were checked, so now check only the page's own parts.
          if (!isNarrow) await assertAccessible(page, { without: ['color-contrast'] });
          await page.evaluate(takeExamplesOut);
          await assertAccessible(page, { only });
          for (const output of ['frame', 'picture']) {
            await press(page, `#builder input[value=${output}]`);
            if (output === 'picture') {
              await page.waitForFunction(() => document.querySelector('#builder img'));
            }
            await assertAccessible(page, { part: BUILDER_PARTS, only }, output);
          }
        });
      });
    }
  },
  ['chromium'],
);

/** Runs in the page: removes the examples, because axe reads everything that is there. */
function takeExamplesOut() {
  for (const element of document.querySelectorAll('attention-lab, attention-map'))
    if (!element.closest('#builder')) element.remove();
}

/** The parts of the builder other than its preview, which was checked. */
const BUILDER_PARTS = { include: [['#builder']], exclude: [['#builder attention-lab']] };
