// The page for authors: every example lives, and nobody is kept out.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { assertHeight, assertLabs, assertMaps, frameOf, openAll, readLabs } from './embed-read.js';
import { onAuthorsSite, SITE } from './embed-site.js';
import { FORMS } from './lessons.js';

/**
 * @typedef {import('puppeteer-core').Page} Page
 */

const web = fileURLToPath(new URL('../../web/', import.meta.url));
const axeSource = await readFile(createRequire(import.meta.url).resolve('axe-core'), 'utf8');

onAuthorsSite('the page for authors', (site, browserName) => {
  const { onPage } = site;

  describe('its examples', { concurrency: 1 }, () => {
    const addresses = {
      'from a server': () => `${site.server.url}embed.html`,
      'from a file': () => pathToFileURL(join(site.folder, 'embed.html')).href,
      'in a checkout': () => pathToFileURL(join(web, 'embed.html')).href,
    };
    for (const [where, address] of Object.entries(addresses)) {
      it(`compute, ${where}`, async () => {
        site.server.requests.length = 0;
        await onPage(address(), async (page) => {
          /** @type {string[]} */
          const elsewhere = [];
          page.on('request', (request) => elsewhere.push(request.url()));
          await openAll(page);
          const labs = await assertLabs(page, where);
          assert.equal(labs.length, 8);
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

    it('are folded but for the first, and load what they need once they are opened', async () => {
      site.server.requests.length = 0;
      await onPage(addresses['from a server'](), async (page) => {
        await page.setViewport({ width: 390, height: 844 });
        await readLabs(page);
        const height = await page.evaluate(() => document.documentElement.scrollHeight);
        assert.ok(height < 8000, `${height} pixels high`);
        const loads = () => site.server.requests.filter((path) => path.includes('course'));
        assert.deepEqual(loads(), []);
        await page.click('nav a[href="#whole"]');
        await page.waitForSelector('section:has(#whole) attention-lab');
        await readLabs(page);
        await page.waitForFunction(() =>
          document
            .querySelector('section:has(#whole) attention-lab')
            ?.shadowRoot?.querySelector('.course'),
        );
        assert.deepEqual(loads(), ['/attention-course.js']);
        // Closed by hand, it is opened by the same link again.
        await page.click('summary:has(#whole)');
        await page.click('nav a[href="#whole"]');
        await page.waitForSelector('section:has(#whole) > details[open]');
      });
    });

    it('name every attribute, and what is to be downloaded', async () => {
      await onPage(addresses['from a server'](), async (page) => {
        await readLabs(page);
        const [named, observed, files] = await page.evaluate(() => [
          [...document.querySelectorAll('section:has(#attributes) th code')].map(
            (one) => one.textContent ?? '',
          ),
          /** @type {any} */ (customElements.get('attention-lab')).observedAttributes,
          [...document.querySelectorAll('a[download]')].map((one) => one.getAttribute('href')),
        ]);
        assert.deepEqual(named.toSorted(), observed.toSorted());
        assert.deepEqual(
          files.filter((/** @type {string | null} */ name) => !SITE.includes(name ?? '')),
          [],
        );
        assert.ok(files.includes('attention-lab.js'));
      });
    });

    it('are as wide as the page at 320 pixels, and the course opens in its place', async () => {
      await onPage(addresses['from a server'](), async (page) => {
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
    });

    it('live under a policy that forbids what it can', async () => {
      await onPage(addresses['from a server'](), async (page) => {
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
        await openAll(page);
        await assertLabs(page, 'under its policy');
      });
    });

    it('have ids that nothing else on the page has, and links lead to them', async () => {
      await onPage(addresses['from a server'](), async (page) => {
        await openAll(page);
        await readLabs(page);
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
    });

    it('stand beside their snippets from 900 pixels on, and above them below', async () => {
      await onPage(addresses['from a server'](), async (page) => {
        await openAll(page);
        for (const width of [899, 900]) {
          await page.setViewport({ width, height: 800 });
          const beside = await page.evaluate(() =>
            [...document.querySelectorAll('.example:has(.live)')].map((example) => {
              const [live, snippet] = ['.live', '.snippet'].map((part) =>
                example.querySelector(part)?.getBoundingClientRect(),
              );
              return live && snippet && snippet.left >= live.right;
            }),
          );
          assert.equal(beside.length, 9);
          assert.deepEqual(new Set(beside), new Set([width >= 900]));
        }
      });
    });
  });

  // Each width and each theme once; its labs have tests of their own, in Firefox too.
  for (const [width, theme] of FORMS.slice(0, browserName === 'chromium' ? 2 : 0)) {
    it(`axe finds nothing at ${width} pixels, ${theme}`, async () => {
      await onPage(`${site.server.url}embed.html`, async (page) => {
        await page.setViewport({ width, height: 800 });
        await readLabs(page);
        await page.evaluate(axeSource);
        assert.deepEqual(await violations(page), [], 'folded');
        await openAll(page);
        await page.evaluate((wanted) => {
          document.documentElement.style.colorScheme = wanted;
          for (const part of document.querySelectorAll('attention-lab, attention-map')) {
            if (!part.classList.contains('mine')) part.setAttribute('theme', wanted);
          }
        }, theme);
        await readLabs(page);
        assert.deepEqual(await violations(page), []);
        for (const output of ['frame', 'picture']) {
          await page.click(`#builder input[value=${output}]`);
          if (output === 'picture') {
            await page.waitForFunction(() => document.querySelector('#builder img'));
          }
          assert.deepEqual(await violations(page, OWN), [], output);
        }
      });
    });
  }
});

/** What the builder brings besides the preview, which has been looked at already. */
const OWN = { include: [['#builder']], exclude: [['#builder attention-lab']] };

/**
 * @param {Page} page
 * @param {typeof OWN} [of] the whole page, if it is not said
 * @returns {Promise<unknown[]>}
 */
const violations = (page, of) =>
  page.evaluate(async (context) => {
    const { axe } = /** @type {any} */ (globalThis);
    // What is in the frame is a page of its own, with tests of its own.
    const options = { resultTypes: ['violations'], iframes: false };
    const { violations } = await axe.run(context ?? document, options);
    return violations.map((/** @type {any} */ { id, nodes }) => [
      id,
      nodes.map((/** @type {any} */ node) => [node.html.slice(0, 200), node.failureSummary]),
    ]);
  }, of);
