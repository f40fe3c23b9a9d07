// The page for authors: every example lives, every snippet works in a file of its own beside the one
// script, and the builder's snippets show what its preview shows.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { labAttributes, SCRIPT, tagSnippet } from '../../web/embed/snippets.js';
import { BESIDE_STEPS } from '../../web/model/groups.js';
import { normalise } from '../../web/model/state.js';
import { launchBrowser, serveFolder } from '../support/browser.js';
import { browserNames } from '../support/find-browser.js';
import { HOSTILE } from '../support/lessons.js';
import { anyState } from '../support/states.js';
import { assertTable, dist, recompute } from './lab.js';

/**
 * @typedef {import('puppeteer-core').Page} Page
 * @typedef {import('puppeteer-core').Frame} Frame
 * @typedef {import('../../web/attention-lab.js').AttentionLab} Lab
 * @typedef {import('../../web/attention-map.js').AttentionMap} Map
 */

const web = fileURLToPath(new URL('../../web/', import.meta.url));
const axeSource = await readFile(createRequire(import.meta.url).resolve('axe-core'), 'utf8');

/**
 * HTML has no NUL; and where no blanks divide a sentence into words, browsers do so each in its way.
 * @param {import('../../web/model/state.js').State} state
 */
const isPlain = (state) =>
  !/\0|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u.test(
    state.sentence + state.target,
  );

/** A page of a stranger's. @param {string} body */
const stranger = (body) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>A page of somebody else’s</title>
<link rel="icon" href="data:,">
${body}
</html>
`;

/**
 * Every lab of a page or a frame, once it shows its lesson: what it holds, and its tables.
 * @param {Page | Frame} where
 */
const readLabs = (where) =>
  where.evaluate(async () => {
    const labs = /** @type {NodeListOf<Lab>} */ (document.querySelectorAll('attention-lab'));
    return Promise.all(
      [...labs].map(async (lab) => {
        if (!lab.ready) throw new Error('The script has not run.');
        await lab.ready;
        // False where an update has asked for another.
        while (!(await lab.updateComplete));
        const tables = /** @type {NodeListOf<HTMLTableElement>} */ (
          lab.renderRoot.querySelectorAll('table[data-tensor]')
        );
        const index = (/** @type {string | undefined} */ text) =>
          text === undefined ? undefined : Number(text);
        return {
          state: lab.getState(),
          author: [lab.steps || 'all', lab.hide ?? 'as a rule', lab.readonly, lab.theme, lab.lang],
          tables: [...tables].map((table) => ({
            tensor: table.dataset.tensor ?? '',
            head: index(table.dataset.head),
            query: index(table.dataset.query),
            part: table.hasAttribute('data-lens') || table.hasAttribute('data-part'),
            ...{ caption: '', rowHeaders: [], columnHeaders: [] },
            cells: /** @type {HTMLElement[]} */ ([...table.querySelectorAll('[data-value]')]).map(
              (cell) => ({
                row: Number(cell.dataset.row),
                column: Number(cell.dataset.col),
                value: cell.dataset.value ?? '',
                text: cell.textContent?.trim() ?? '',
                place: cell.dataset.place ?? '',
              }),
            ),
          })),
        };
      }),
    );
  });

/**
 * Every number in every table of every lab is the core's.
 * @param {Page | Frame} page
 * @param {string} where
 */
async function assertLabs(page, where) {
  const labs = await readLabs(page);
  for (const { state, tables } of labs) {
    const tensors = recompute({ state });
    // The guided path covers what it asks for.
    const open = tables.filter(({ cells }) => state.guide === 0 || cells.length > 0);
    assert.ok(open.length > 0, `${where}: a table is on screen`);
    for (const table of open) assertTable(table, tensors, where);
  }
  return labs;
}

/**
 * Every number in every map is the one that was given.
 * @param {Page} page
 * @returns {Promise<number>} how many maps there are
 */
async function assertMaps(page) {
  const maps = await page.evaluate(async () => {
    const all = /** @type {NodeListOf<Map>} */ (document.querySelectorAll('attention-map'));
    return Promise.all(
      [...all].map(async (map) => {
        await map.updateComplete;
        const given = /** @type {any} */ (map.weights);
        const rows = typeof given === 'string' ? JSON.parse(given) : undefined;
        return {
          shape: rows ? [rows.length, rows[0].length] : [...given.shape],
          data: rows ? rows.flat() : [...given.data],
          head: map.head,
          shown: /** @type {HTMLElement[]} */ ([
            ...map.renderRoot.querySelectorAll('td[data-value]'),
          ]).map((cell) => Number(cell.dataset.value)),
        };
      }),
    );
  });
  for (const { shape, data, head, shown } of maps) {
    const [rows, columns] = shape.slice(-2);
    const from = shape.length === 3 ? head * rows * columns : 0;
    const expected = data.slice(from, from + rows * columns).map(Math.fround);
    assert.deepEqual(shown.map(Math.fround), expected);
  }
  return maps.length;
}

/**
 * The page in a frame, once it is there and the frame is as high as it.
 * @param {Page} page
 * @returns {Promise<Frame>}
 */
async function frameOf(page) {
  // A lazy frame waits until it is near.
  await page.evaluate(() => document.querySelector('iframe')?.scrollIntoView());
  await page.waitForFunction(() => document.querySelector('iframe')?.height !== '480');
  const handle = await page.$('iframe');
  const frame = await handle?.contentFrame();
  assert.ok(frame, 'there is a page in the frame');
  return frame;
}

/** @param {Page} page */
async function assertHeight(page) {
  const frame = await frameOf(page);
  await readLabs(frame);
  const height = await frame.evaluate(() =>
    String(Math.ceil(document.documentElement.getBoundingClientRect().height)),
  );
  await page.waitForFunction(
    (wanted) => document.querySelector('iframe')?.height === wanted,
    {},
    height,
  );
}

/**
 * The snippets of the examples that live on the page, by the name of their section.
 * @param {Page} page
 */
const readSnippets = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('.example:has(.live)')].map((example) => ({
      name: example.closest('section')?.querySelector('h2')?.id ?? '',
      text: example.querySelector('.snippet code')?.textContent ?? '',
    })),
  );

describe('the page for authors', { concurrency: browserNames.length }, () => {
  for (const browserName of browserNames) {
    describe(`in ${browserName}`, { concurrency: 1 }, () => {
      /** @type {Awaited<ReturnType<typeof launchBrowser>>} */
      let browser;
      /** @type {Awaited<ReturnType<typeof serveFolder>>} */
      let server;
      let folder = '';

      before(async () => {
        folder = await mkdtemp(join(tmpdir(), 'attention-lab-'));
        // Beside it, as beside the one script anywhere, are the pages of strangers.
        for (const name of ['embed.html', 'embed.js', 'attention-lab.js', 'index.html']) {
          await copyFile(join(dist, name), join(folder, name));
        }
        browser = await launchBrowser(browserName);
        server = await serveFolder(folder);
      });
      after(async () => {
        await browser?.close();
        await server?.close();
        await rm(folder, { recursive: true });
      });

      /**
       * A page that may not complain of anything.
       * @param {string} url
       * @param {(page: Page) => Promise<void>} use
       * @param {() => void} [early] runs before any script of the page
       */
      async function onPage(url, use, early) {
        const page = await browser.newPage();
        /** @type {string[]} */
        const complaints = [];
        page.on('pageerror', (error) => complaints.push(String(error)));
        page.on('console', (message) => complaints.push(`${message.type()}: ${message.text()}`));
        await page.setViewport({ width: 1280, height: 900 });
        await page.evaluateOnNewDocument(() => {
          document.addEventListener('securitypolicyviolation', (event) =>
            console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`),
          );
        });
        if (early) await page.evaluateOnNewDocument(early);
        try {
          await page.goto(url, { waitUntil: 'load' });
          await use(page);
          assert.deepEqual(complaints, [], url);
        } finally {
          await page.close();
        }
      }

      /**
       * Writes a page of a stranger's beside the one script.
       * @param {string} name
       * @param {string} body
       * @returns {Promise<Record<'from a file' | 'from a server', string>>} its addresses
       */
      async function paste(name, body) {
        const path = join(folder, `${name}.html`);
        await writeFile(path, stranger(body));
        return {
          'from a file': pathToFileURL(path).href,
          'from a server': `${server.url}${name}.html`,
        };
      }

      describe('its examples', { concurrency: 1 }, () => {
        const addresses = {
          'from a server': () => `${server.url}embed.html`,
          'from a file': () => pathToFileURL(join(folder, 'embed.html')).href,
          'in a checkout': () => pathToFileURL(join(web, 'embed.html')).href,
        };
        for (const [where, address] of Object.entries(addresses)) {
          it(`compute, ${where}`, async () => {
            server.requests.length = 0;
            await onPage(address(), async (page) => {
              /** @type {string[]} */
              const elsewhere = [];
              page.on('request', (request) => elsewhere.push(request.url()));
              const labs = await assertLabs(page, where);
              assert.equal(labs.length, 7);
              assert.equal(await assertMaps(page), 2);
              await assertHeight(page);
              const framed = await assertLabs(await frameOf(page), `${where}, in the frame`);
              assert.deepEqual(
                framed.map(({ state }) => [state.mask, state.step]),
                [['causal', 'weights']],
              );
              assert.deepEqual(
                elsewhere.filter((url) => !/^data:|index\.html#/.test(url)),
                [],
              );
            });
            const files = ['/embed.html', '/embed.js', '/attention-lab.js', '/index.html'];
            assert.deepEqual(
              server.requests.toSorted(),
              where === 'from a server' ? files.toSorted() : [],
            );
          });
        }

        it('are as wide as the page at 320 pixels, and the guided path opens in its place', async () => {
          await onPage(addresses['from a server'](), async (page) => {
            await readLabs(page);
            for (const width of [320, 600, 900, 1280]) {
              await page.setViewport({ width, height: 800 });
              const { wide, seen, path } = await page.evaluate(() => {
                document.querySelector('details')?.setAttribute('open', '');
                const { scrollWidth, clientWidth } = document.documentElement;
                const path = document.querySelector('details attention-lab');
                return {
                  wide: scrollWidth,
                  seen: clientWidth,
                  path: path?.getBoundingClientRect().height ?? 0,
                };
              });
              assert.equal(wide, seen, `at ${width} pixels`);
              assert.ok(path > 300, `the guided path is ${path} pixels high`);
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
            await assertLabs(page, 'under its policy');
          });
        });

        it('have ids that nothing else on the page has, and links lead to them', async () => {
          await onPage(addresses['from a server'](), async (page) => {
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

      describe('its snippets', { concurrency: 1 }, () => {
        /** @type {Awaited<ReturnType<typeof readSnippets>>} */
        let snippets = [];
        /** @type {Awaited<ReturnType<typeof readLabs>>} of the page itself */
        let live = [];

        before(async () => {
          await onPage(`${server.url}embed.html`, async (page) => {
            snippets = await readSnippets(page);
            live = await readLabs(page);
          });
        });

        it('are those of the nine examples, each with the script it needs', () => {
          assert.deepEqual(
            snippets.map(({ name }) => name),
            [
              ...['smallest', 'table', 'own-colours', 'two-sentences', 'whole', 'reacting'],
              ...['own-weights', 'model', 'frame'],
            ],
          );
          for (const { name, text } of snippets) {
            assert.equal(text.startsWith(SCRIPT), name !== 'frame', name);
            assert.doesNotMatch(text, /\.\.\/|\sstyle=|\son\w+=/, name);
          }
        });

        it('hold what the page itself is made of', async () => {
          const source = await readFile(join(web, 'embed.html'), 'utf8');
          const { 'from a server': url } = await paste('blank', '');
          await onPage(url, async (page) => {
            const [written, parsed] = await page.evaluate(
              (html, texts) => {
                /** What a document holds, but for how it is indented. @param {Element} element */
                const whole = (element) => ({
                  name: element.localName,
                  attributes: [...element.attributes].map(({ name, value }) => [name, value]),
                  text: element.textContent?.replace(/\s+/g, ' ').trim(),
                });
                const page = new DOMParser().parseFromString(html, 'text/html');
                return [
                  [...page.querySelectorAll('.live')].map((one) =>
                    [...one.querySelectorAll('*')].map(whole),
                  ),
                  texts.map((text) =>
                    [
                      ...new DOMParser()
                        .parseFromString(`<body>${text}`, 'text/html')
                        .body.querySelectorAll('*'),
                    ]
                      .map(whole)
                      .slice(text.startsWith('<script src') ? 1 : 0),
                  ),
                ];
              },
              source.replaceAll('../dist/', ''),
              snippets.map(({ text }) => text),
            );
            assert.deepEqual(parsed, written);
          });
        });

        it('each work in a file of their own beside the one script, from a file and from a server', async () => {
          let met = 0;
          for (const { name, text } of snippets) {
            const addresses = await paste(name, text);
            for (const [where, url] of Object.entries(addresses)) {
              await onPage(url, async (page) => {
                const labs = await assertLabs(page, `${name}, ${where}`);
                const maps = await assertMaps(page);
                if (name === 'frame') {
                  await assertHeight(page);
                  assert.equal((await assertLabs(await frameOf(page), where)).length, 1);
                } else {
                  assert.equal(labs.length + maps, 1, name);
                }
                if (labs.length > 0) assert.deepEqual(labs[0], live[Math.floor(met / 2)]);
                met += labs.length;
              });
            }
          }
          // Six labs, each from a file and from a server; the seventh on the page is the preview.
          assert.equal(met, 12);
        });

        it('all work in one file as well', async () => {
          const { 'from a file': url } = await paste(
            'all',
            snippets.map(({ text }) => text).join('\n'),
          );
          await onPage(url, async (page) => {
            assert.deepEqual(await assertLabs(page, 'all at once'), live.slice(0, 6));
            assert.equal(await assertMaps(page), 2);
            await assertHeight(page);
          });
        });

        it('say which number was pressed, where they listen', async () => {
          const listening = [
            { name: 'reacting', tensor: 'scores', output: '#answer', says: 'scores[0,1,2] = ' },
            { name: 'model', tensor: 'weights', output: '#pressed', says: 'they asks eat: ' },
          ];
          for (const { name, tensor, output, says } of listening) {
            const text = snippets.find((snippet) => snippet.name === name)?.text ?? '';
            const { 'from a file': url } = await paste(`${name}-pressed`, text);
            await onPage(url, async (page) => {
              await readLabs(page);
              await assertMaps(page);
              const [value, said] = await page.evaluate(
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
              assert.ok(said?.startsWith(says), said);
              assert.equal(
                Math.fround(Number(said?.slice(says.length))),
                Math.fround(Number(value)),
              );
            });
          }
        });

        it('pin the script by the hash that it has', async () => {
          const script = await readFile(join(folder, 'attention-lab.js'));
          const hash = createHash('sha384').update(script).digest('base64');
          await onPage(`${server.url}embed.html`, async (page) => {
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
        const said = async (page, section) => {
          const status = `section:has(#${section}) .snippet [role=status]`;
          await page.waitForFunction((one) => document.querySelector(one)?.textContent, {}, status);
          return page.$eval(status, (one) => one.textContent);
        };

        it('copy by mouse and by keyboard, and say so', async () => {
          await onPage(
            `${server.url}embed.html`,
            async (page) => {
              const [first, second] = await readSnippets(page);
              await (await copy(page, 'smallest'))?.click();
              assert.equal(await said(page, 'smallest'), 'Copied.');
              await (await copy(page, 'table'))?.focus();
              await page.keyboard.press('Enter');
              assert.equal(await said(page, 'table'), 'Copied.');
              const copied = await page.evaluate(() => /** @type {any} */ (globalThis).copied);
              assert.deepEqual(copied, [first.text, second.text]);
            },
            () => {
              // No test reads what else is on this machine's clipboard.
              const copied = /** @type {string[]} */ ([]);
              Object.assign(globalThis, { copied });
              Object.defineProperty(navigator, 'clipboard', {
                value: { writeText: async (/** @type {string} */ text) => copied.push(text) },
              });
            },
          );
        });

        it('select the snippet where nothing can be copied, and say so', async () => {
          await onPage(
            `${server.url}embed.html`,
            async (page) => {
              const [{ text }] = await readSnippets(page);
              await (await copy(page, 'smallest'))?.click();
              assert.match((await said(page, 'smallest')) ?? '', /the snippet is selected for you/);
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

      describe('its builder', { concurrency: 1 }, () => {
        /** @type {Page} */
        let page;
        /** @type {string[]} */
        const complaints = [];
        let count = 0;

        before(async () => {
          page = await browser.newPage();
          page.on('pageerror', (error) => complaints.push(String(error)));
          page.on('console', (message) => complaints.push(message.text()));
          await page.setViewport({ width: 1280, height: 900 });
        });
        beforeEach(async () => {
          await page.goto(`${server.url}embed.html`, { waitUntil: 'load' });
          await readLabs(page);
        });
        after(() => assert.deepEqual(complaints, []));

        /** @param {string} label */
        const labelled = async (label) => {
          const handle = await page.evaluateHandle((text) => {
            const labels = /** @type {NodeListOf<HTMLLabelElement>} */ (
              document.querySelectorAll('#builder label')
            );
            return [...labels].find((one) => one.textContent?.replace(/\s+/g, ' ').trim() === text)
              ?.control;
          }, label);
          const control = /** @type {import('puppeteer-core').ElementHandle<HTMLInputElement>} */ (
            handle.asElement()
          );
          assert.ok(control, `${label} is a label in the builder`);
          return control;
        };
        /** @param {string} label */
        const press = async (label) => (await labelled(label)).click();
        /** @param {string} label @param {string} value */
        const pick = async (label, value) => (await labelled(label)).select(value);
        /** As a paste does, line ends and all. @param {string} label @param {string} text */
        const fill = async (label, text) =>
          (await labelled(label)).evaluate((field, value) => {
            field.value = value;
            field.dispatchEvent(new InputEvent('input', { bubbles: true }));
            field.dispatchEvent(new Event('change', { bubbles: true }));
          }, text);
        const preview = async () => {
          const labs = await assertLabs(page, 'the builder');
          return labs[labs.length - 1];
        };
        const snippet = () =>
          page.$eval('#builder .snippet code', (code) => code.textContent ?? '');

        /** What the present snippet shows in a page of a stranger's. */
        async function pasted() {
          const text = await snippet();
          const { 'from a file': url } = await paste(`built-${++count}`, text);
          /** @type {Awaited<ReturnType<typeof readLabs>>} */
          let labs = [];
          await onPage(url, async (other) => {
            labs = await assertLabs(
              text.startsWith('<iframe') ? await frameOf(other) : other,
              'a built snippet',
            );
          });
          assert.equal(labs.length, 1);
          return { text, lab: labs[0] };
        }

        /** Both snippets show what the preview shows. */
        async function assertSame() {
          const wanted = await preview();
          await press('the tag');
          const { text, lab } = await pasted();
          assert.deepEqual(lab, wanted);
          await press('an iframe');
          assert.deepEqual((await pasted()).lab, wanted);
          return text;
        }

        it('begins with two steps, and a tag that says no more', async () => {
          const text = await assertSame();
          assert.match(text, /^<attention-lab steps="scores,weights">$/m);
        });

        it('makes of each choice a tag and an iframe that show the same', async () => {
          await fill('Sentence', 'one two three four five');
          await fill('Second sentence, which asks the first', 'un deux');
          await fill('Language of the words', 'fr');
          await pick('Mask', 'padding');
          await fill('Padding words', '2');
          await pick('Heads', '3');
          await pick('Scale', 'number');
          await fill('Scores are multiplied by', '0.25');
          await fill('Seed', '11');
          await press('Queries q');
          await press('Concatenate concatenated');
          await pick('Shown first', 'weights');
          await press('Softmax weights');
          assert.equal(await (await labelled('Shown first')).evaluate(({ value }) => value), 'q');
          await pick('Shown first', 'concatenated');
          await press('settings');
          await press('undo, redo, keys');
          await press('only to be looked at');
          await pick('Theme', 'dark');
          const text = await assertSame();
          assert.match(
            text,
            new RegExp(
              [
                ...['sentence="one two three four five"', 'target="un deux"', 'heads="3"'],
                ...['d-model="3"', 'seed="11"', 'mask="padding"', 'pad="2"', 'scale="0.25"'],
                ...['step="concatenated"', 'steps="q,scores,concatenated"'],
                ...['hide="title,guide,sentence,experiments,weights,tools"', 'readonly'],
                ...['theme="dark"', 'lang="fr">'],
              ].join('\n  '),
            ),
          );
        });

        it('makes the whole lesson where no step is ticked, and follows the mechanism', async () => {
          await pick('Mechanism', 'additive');
          await pick('Mask', 'custom');
          await fill('Masked cells, query before key', '0.3 2.1');
          assert.match(await assertSame(), /mechanism="additive"/);
          await press('Scores scores');
          await press('Softmax weights');
          const whole = await assertSame();
          assert.doesNotMatch(whole, /steps=/);
        });

        it('takes what is done in the preview into the snippet', async () => {
          await page.evaluate(() => {
            const lab = /** @type {Lab} */ (document.querySelector('#builder attention-lab'));
            lab.next();
            lab.setState({ cell: 'weights.0.1.3', query: 1 });
          });
          const text = await assertSame();
          assert.match(text, /step="weights"\s+cell="weights\.0\.1\.3"/);
        });

        it('escapes what is typed, in the tag, in the iframe and in its address', async () => {
          const nasty = `"' onload="alert(1)" & &amp; <b>\n</attention-lab><script>fail()</script> %22 # ${HOSTILE}`;
          // In a field as in a file there is neither NUL nor half a character.
          const text = nasty.replace(/\0|\p{Surrogate}/gu, '\ufffd');
          await fill('Sentence', text);
          await fill('Language of the words', '"><i');
          await press('an iframe');
          await fill('Address of the standalone page', 'index.html?"><b>&amp;');
          assert.match(
            await snippet(),
            /src="index\.html\?&quot;&gt;&lt;b&gt;&amp;amp;#v=1&amp;s=/,
          );
          await fill('Address of the standalone page', 'index.html');
          await assertSame();
          assert.equal((await preview()).state.sentence, text);
        });

        it('makes a picture of what the preview shows, as a file and within the page', async () => {
          await fill('Sentence', 'a "b" <c> &');
          await press('a picture, SVG');
          await page.waitForFunction(() => document.querySelector('#builder img'));
          const { tables } = await preview();
          const picture = await page.evaluate(async () => {
            const image = /** @type {HTMLImageElement} */ (document.querySelector('#builder img'));
            await image.decode();
            const link = /** @type {HTMLAnchorElement} */ (
              document.querySelector('#builder a[download]')
            );
            const [file, inline] = [...document.querySelectorAll('#builder .snippet code')].map(
              (code) => code.textContent ?? '',
            );
            return {
              file,
              inline,
              natural: [image.naturalWidth, image.naturalHeight],
              saved: decodeURIComponent(link.href.replace('data:image/svg+xml,', '')),
              name: link.download,
            };
          });
          assert.ok(picture.natural.every((size) => size > 100));
          assert.equal(picture.name, 'attention.svg');
          assert.equal(picture.saved.trim(), picture.inline);
          assert.match(
            picture.file,
            /alt="Attention in the words: a &quot;b&quot; &lt;c&gt; &amp;"/,
          );
          await writeFile(join(folder, 'attention.svg'), picture.saved);
          const { 'from a file': url } = await paste('pictures', picture.file + picture.inline);
          await onPage(url, async (other) => {
            const { root, broken, texts, sizes } = await other.evaluate(async (text) => {
              const image = /** @type {HTMLImageElement} */ (document.querySelector('img'));
              await image.decode();
              const svg = /** @type {SVGSVGElement} */ (document.querySelector('svg'));
              const { width, height } = svg.getBoundingClientRect();
              const parsed = new DOMParser().parseFromString(text, 'image/svg+xml');
              return {
                root: parsed.documentElement.localName,
                broken: parsed.querySelector('parsererror') !== null,
                texts: [...parsed.querySelectorAll('text')].map((label) => label.textContent),
                sizes: [image.naturalWidth - width, image.naturalHeight - height].map(Math.trunc),
              };
            }, picture.saved);
            assert.deepEqual([root, broken, sizes], ['svg', false, [0, 0]]);
            for (const { text } of tables.flatMap(({ cells }) => cells)) {
              assert.ok(texts.includes(text), `${text} is in the picture`);
            }
          });
        });

        it('says why there is no picture of what is too large for one', async () => {
          await fill('Sentence', Array.from({ length: 150 }, (_, i) => `w${i}`).join(' '));
          await press('a picture, SVG');
          const status = '#builder > [role=status]';
          await page.waitForFunction((one) => document.querySelector(one), {}, status);
          assert.match(
            await page.$eval(status, (one) => one.textContent ?? ''),
            /could not be read/,
          );
        });

        it('shows the preview at the widths that can be chosen', async () => {
          /** @type {number[]} */
          const widths = [];
          for (const label of ['320 pixels', '640 pixels', 'as wide as this page']) {
            await press(label);
            widths.push(
              await page.$eval(
                '#builder attention-lab',
                (lab) => lab.getBoundingClientRect().width,
              ),
            );
          }
          assert.deepEqual(widths.slice(0, 2), [320, 640]);
          assert.ok(widths[2] > 1100);
        });

        it('knows what the element hides as a rule', async () => {
          const texts = await page.evaluate(async (usual) => {
            /** @type {string[]} */
            const made = [];
            for (const hide of [undefined, usual, '']) {
              const lab = /** @type {Lab} */ (document.createElement('attention-lab'));
              lab.setAttribute('steps', 'scores');
              if (hide !== undefined) lab.setAttribute('hide', hide);
              document.body.append(lab);
              await lab.ready;
              await lab.updateComplete;
              made.push(lab.renderRoot.textContent?.replace(/\s+/g, ' ') ?? '');
              lab.remove();
            }
            return made;
          }, BESIDE_STEPS.join());
          assert.equal(texts[0], texts[1]);
          assert.notEqual(texts[0], texts[2]);
        });
      });

      it('a browser reads from a tag what it was written from, 100 hostile states at random', async () => {
        const states = fc
          .sample(anyState.filter(isPlain), { seed: 7, numRuns: 100 })
          .map((state) => normalise({ ...state, before: '' }));
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
                  beside: [...parsed.body.children].map(({ localName }) => localName),
                };
              }),
            states.map((state) => tagSnippet({ state })),
          );
          for (const [i, state] of states.entries()) {
            assert.deepEqual(read[i].attributes, labAttributes({ state }));
            assert.deepEqual(read[i].state, state);
            assert.deepEqual([read[i].inside, read[i].beside], [['#text'], ['attention-lab']]);
          }
        });
      });

      for (const [width, theme] of /** @type {const} */ ([
        [1280, 'light'],
        [320, 'dark'],
        [1280, 'dark'],
        [320, 'light'],
      ]).slice(0, browserName === 'chromium' ? 4 : 2)) {
        it(`axe finds nothing at ${width} pixels, ${theme}`, async () => {
          await onPage(`${server.url}embed.html`, async (page) => {
            await page.setViewport({ width, height: 800 });
            await page.evaluate((wanted) => {
              document.documentElement.style.colorScheme = wanted;
              for (const part of document.querySelectorAll('attention-lab, attention-map')) {
                if (!part.classList.contains('mine')) part.setAttribute('theme', wanted);
              }
            }, theme);
            await readLabs(page);
            await page.evaluate(axeSource);
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
