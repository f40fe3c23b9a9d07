// The heat map of anybody's own weights, in a page whose policy forbids WebAssembly.
import assert from 'node:assert/strict';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { exact, rounded } from '../../web/model/number.js';
import { launchBrowser, serveFolder } from '../support/browser.js';
import { browserNames } from '../support/find-browser.js';
import { createRandom } from '../support/random.js';
import { dist } from './lab.js';

/** @typedef {import('../../web/attention-map.js').AttentionMap} Heat */

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core'), 'utf8');

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  'img-src data:',
  "require-trusted-types-for 'script'",
  'trusted-types lit-html',
].join('; ');

const host = `<!doctype html><html lang="en"><meta charset="utf-8">
  <meta name="viewport" content="width=device-width"><title>Somebody's page</title>
  <link rel="icon" href="data:,"><link rel="stylesheet" href="host.css">
  <script src="note.js"></script><script src="attention-lab.js" defer></script>
  <main><h1>Maps</h1>
  <attention-map row-tokens="The cat sat" weights="[[0.5, 0.25, 0.25], [1, 0, 0], [0.2, 0.3, 0.5]]"
    label="attention by hand"><p>Fallback</p></attention-map>
  <button>What comes after</button></main></html>`;

const css = `
  .styled { --attention-weight: rgb(255, 0, 0); --attention-positive: rgb(0, 255, 0);
    --attention-negative: rgb(0, 0, 255); --attention-cell-size: 61px; --attention-font: monospace; }
  .styled::part(cell) { font-style: italic; }
  .styled::part(matrix) { padding-top: 7px; }`;

// Before the element's script comes: what it says is kept, and what it must not do is complained of.
const note = `
  window.noted = [];
  for (const type of ['attention-cell', 'attention-error']) {
    document.addEventListener(type, (event) => window.noted.push([type, event.detail]));
  }
  document.addEventListener('securitypolicyviolation', (event) =>
    console.error('violation of', event.violatedDirective));
  for (const name of ['compile', 'instantiate', 'validate', 'Module', 'Memory']) {
    WebAssembly[name] = () => console.error('WebAssembly', name);
  }`;

for (const browserName of browserNames) {
  describe(`a heat map in ${browserName}`, { concurrency: 1 }, () => {
    let folder = '';
    /** @type {Awaited<ReturnType<typeof launchBrowser>>} */
    let browser;
    /** @type {Awaited<ReturnType<typeof serveFolder>>} */
    let server;
    /** @type {import('puppeteer-core').Page} */
    let page;
    /** @type {import('puppeteer-core').Page} without a policy, to parse in */
    let desk;
    /** @type {string[]} */
    const complaints = [];

    before(async () => {
      folder = await mkdtemp(join(tmpdir(), 'attention-map-'));
      await writeFile(join(folder, 'index.html'), host);
      await writeFile(join(folder, 'host.css'), css);
      await writeFile(join(folder, 'note.js'), note);
      await copyFile(join(dist, 'attention-lab.js'), join(folder, 'attention-lab.js'));
      browser = await launchBrowser(browserName);
      server = await serveFolder(folder, { 'content-security-policy': policy });
      desk = await browser.newPage();
      page = await browser.newPage();
      page.on('pageerror', (error) => complaints.push(String(error)));
      page.on('console', (message) => complaints.push(message.text()));
      await page.setViewport({ width: 1280, height: 800 });
    });

    after(async () => {
      await browser?.close();
      await server?.close();
      await rm(folder, { recursive: true });
    });

    beforeEach(async () => {
      await page.goto(server.url, { waitUntil: 'load' });
      await settle();
    });

    const settle = () =>
      page.evaluate(async () => {
        const map = /** @type {Heat} */ (document.querySelector('attention-map'));
        // False where an update has asked for another.
        while (!(await map.updateComplete));
      });

    /** @param {Partial<Heat>} properties */
    async function give(properties) {
      await page.evaluate(
        (all) => {
          Object.assign(/** @type {Heat} */ (document.querySelector('attention-map')), all);
        },
        /** @type {any} */ (properties),
      );
      await settle();
    }

    /** What is shown, as whoever reads the page back finds it. */
    const read = () =>
      page.evaluate(() => {
        const map = /** @type {Heat} */ (document.querySelector('attention-map'));
        const root = /** @type {ShadowRoot} */ (map.shadowRoot);
        const table = root.querySelector('table');
        const text = (/** @type {Element | null} */ one) => one?.textContent?.trim() ?? '';
        const all = (/** @type {string} */ selector) => [...root.querySelectorAll(selector)];
        return {
          tensor: table?.dataset.tensor,
          tableHead: table?.dataset.head,
          caption: text(root.querySelector('caption, figcaption')).replace(/\s+/g, ' '),
          colours: table?.className.trim(),
          rows: all('th[scope=row]').map(text),
          columns: all('th[scope=col]').map(text),
          cells: /** @type {HTMLElement[]} */ (all('td[data-value]')).map((cell) => ({
            row: Number(cell.dataset.row),
            column: Number(cell.dataset.col),
            value: cell.dataset.value ?? '',
            text: text(cell),
          })),
          selected: /** @type {HTMLElement[]} */ (all('[aria-selected=true]')).map((cell) => [
            Number(cell.dataset.row),
            Number(cell.dataset.col),
          ]),
          tabs: all('.heads button').map((one) => [text(one), one.getAttribute('aria-pressed')]),
          alert: text(root.querySelector('[role=alert]')).replace(/\s+/g, ' '),
          legend: text(root.querySelector('.legend')).replace(/\s+/g, ' '),
          fallback: /** @type {HTMLElement | null} */ (map.firstElementChild)?.checkVisibility(),
          head: [map.head, map.getAttribute('head')],
        };
      });

    /** @returns {Promise<any[]>} */
    const noted = () => page.evaluate(() => /** @type {any} */ (globalThis).noted);

    /** Row and column of the cell that has the focus; −1 for none. */
    const focused = () =>
      page.evaluate(() => {
        const active = document.querySelector('attention-map')?.shadowRoot?.activeElement;
        const { row, col } = /** @type {HTMLElement | undefined} */ (active)?.dataset ?? {};
        return [Number(row ?? -1), Number(col ?? -1)];
      });

    /** @param {number} row @param {number} column */
    const cellAt = (row, column) =>
      page.$(`attention-map >>> td[data-row="${row}"][data-col="${column}"]`);

    /** @param {number} row @param {number} column */
    async function click(row, column) {
      const cell = await cellAt(row, column);
      assert.ok(cell, `row ${row}, column ${column} is on the page`);
      await cell.click();
      await settle();
    }

    /** @param {import('puppeteer-core').KeyInput[]} keys */
    async function press(...keys) {
      for (const key of keys) {
        await page.keyboard.press(key);
        await settle();
      }
    }

    /** What is taken home, or why nothing is. @param {string} format */
    const exported = (format) =>
      page.evaluate(
        (wanted) =>
          /** @type {Heat} */ (document.querySelector('attention-map'))
            .export(wanted)
            .catch(String),
        format,
      );

    /** @param {string} svg */
    const parse = (svg) =>
      desk.evaluate((text) => {
        const xml = new DOMParser().parseFromString(text, 'image/svg+xml');
        return {
          root: xml.documentElement.localName,
          texts: [...xml.querySelectorAll('text')].map((one) => one.textContent),
          rectangles: xml.querySelectorAll('rect').length,
        };
      }, svg);

    /** To a cell of the grid, by Tab. */
    async function tabIn() {
      await page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement)?.blur());
      for (let i = 0; i < 40; i++) {
        await page.keyboard.press('Tab');
        if ((await focused())[0] >= 0) return;
      }
      assert.fail('no cell is reached by Tab');
    }

    /**
     * Every number is the one that was given, bit for bit, and shown rounded.
     * @param {Awaited<ReturnType<typeof read>>} shown
     * @param {{ shape: number[], data: Float32Array }} given
     * @param {number} head
     */
    function assertShown({ cells }, { shape, data }, head) {
      const [rows, columns] = shape.slice(-2);
      assert.equal(cells.length, rows * columns);
      for (const [i, { row, column, value, text }] of cells.entries()) {
        assert.deepEqual([row, column], [Math.floor(i / columns), i % columns]);
        const is = data[head * rows * columns + i];
        assert.ok(Object.is(Math.fround(Number(value)), is), `${is} is on the page as ${value}`);
        assert.equal(value, exact(is));
        const digits = columns > 10 && data.every((one) => one >= 0) ? 2 : 3;
        assert.equal(text, rounded(is, digits));
      }
    }

    /**
     * Rows that sum to 1, as far as float32 goes.
     * @param {number[]} shape
     * @param {number} seed
     */
    function weightsOf(shape, seed) {
      const { uniform } = createRandom(seed);
      const columns = /** @type {number} */ (shape.at(-1));
      const count = shape.reduce((product, size) => product * size, 1);
      const data = new Float32Array(count);
      for (let start = 0; start < count; start += columns) {
        const row = Array.from({ length: columns }, () => Math.exp(6 * uniform()));
        const sum = row.reduce((a, b) => a + b);
        data.set(
          row.map((one) => one / sum),
          start,
        );
      }
      return { shape, data };
    }

    /** @param {{ shape: number[], data: Float32Array }} tensor */
    const plain = ({ shape, data }) => ({ shape, data: [...data] });

    it('shows what the attributes say, and its fallback no more', async () => {
      const shown = await read();
      assert.equal(shown.caption, 'attention by hand 3 × 3');
      assert.deepEqual(shown.rows, ['The', 'cat', 'sat']);
      assert.deepEqual(shown.columns, ['The', 'cat', 'sat']);
      assert.deepEqual(
        [shown.tensor, shown.tableHead, shown.colours],
        ['weights', undefined, 'weights'],
      );
      assert.deepEqual([shown.tabs, shown.fallback, shown.legend], [[], false, '0 1']);
      const data = Float32Array.of(0.5, 0.25, 0.25, 1, 0, 0, 0.2, 0.3, 0.5);
      assertShown(shown, { shape: [3, 3], data }, 0);
    });

    it('shows every number of a tensor, of nested arrays and of logits as it was given', async () => {
      const random = createRandom(11);
      const cases = [
        weightsOf([1, 1], 1),
        weightsOf([4, 4], 2),
        weightsOf([16, 16], 3),
        weightsOf([3, 12], 4),
        { ...random.tensor([5, 6], 8), shape: [5, 6] },
        { ...random.tensor([2, 2], 1e-6), shape: [2, 2] },
      ];
      for (const given of cases) {
        const [rows, columns] = given.shape;
        const signed = given.data.some((value) => value < 0);
        const nested = Array.from({ length: rows }, (_, row) => [
          ...given.data.subarray(row * columns, (row + 1) * columns),
        ]);
        for (const weights of [plain(given), nested]) {
          await give({ weights, rowTokens: null, columnTokens: null });
          const shown = await read();
          assertShown(shown, given, 0);
          assert.equal(shown.colours, signed ? 'signed' : 'weights');
          assert.deepEqual(
            shown.columns,
            Array.from({ length: columns }, (_, i) => `${i + 1}`),
          );
        }
      }
    });

    it('has a tab for each head; tabs, digits, property and attribute choose one', async () => {
      const given = weightsOf([8, 3, 3], 5);
      await give({ weights: plain(given) });
      const at = async (/** @type {number} */ head) => {
        const shown = await read();
        assertShown(shown, given, head);
        assert.equal(shown.tableHead, `${head}`);
        assert.deepEqual(shown.head, [head, head === 0 ? shown.head[1] : `${head}`]);
        assert.equal(shown.caption, `attention by hand, head ${head + 1} 3 × 3`);
        const pressed = shown.tabs.filter(([, state]) => state === 'true');
        assert.deepEqual([shown.tabs.length, pressed.map(([text]) => text)], [8, [`${head + 1}`]]);
      };
      await at(0);
      const tab = await page.$('attention-map >>> .heads button:nth-of-type(3)');
      await tab?.click();
      await settle();
      await at(2);
      await press('6');
      await at(5);
      await tabIn();
      await press('8');
      await at(7);
      await press('9');
      await at(7);
      await give({ head: 1 });
      await at(1);
      await page.evaluate(() => document.querySelector('attention-map')?.setAttribute('head', '4'));
      await settle();
      await at(4);
      for (const [wanted, shown] of [
        [99, 7],
        [-3, 0],
        [2.7, 2],
        [Number.NaN, 0],
      ]) {
        await page.evaluate((text) => {
          document.querySelector('attention-map')?.setAttribute('head', text);
        }, `${wanted}`);
        await settle();
        await at(shown);
      }
      await page.evaluate(() => document.querySelector('attention-map')?.removeAttribute('head'));
      await settle();
      await at(0);
    });

    it('shows attention between two sentences, of another length each', async () => {
      const given = weightsOf([2, 3, 5], 6);
      const rowTokens = ['he', 'is', 'tall'];
      const columnTokens = ['il', 'n', 'est', 'pas', 'grand'];
      await give({ weights: plain(given), rowTokens, columnTokens });
      const shown = await read();
      assert.deepEqual([shown.rows, shown.columns], [rowTokens, columnTokens]);
      assertShown(shown, given, 0);
      await give({ rowTokens: null });
      assert.deepEqual((await read()).rows, ['1', '2', '3']);
    });

    it('is one stop of Tab and walked by arrows, Home and End', async () => {
      await give({ weights: plain(weightsOf([4, 5], 7)), rowTokens: null });
      await tabIn();
      assert.deepEqual(await focused(), [0, 0]);
      /** @type {[import('puppeteer-core').KeyInput, number[]][]} */
      const ways = [
        ['ArrowRight', [0, 1]],
        ['ArrowDown', [1, 1]],
        ['ArrowDown', [2, 1]],
        ['ArrowLeft', [2, 0]],
        ['End', [2, 4]],
        ['ArrowRight', [2, 4]],
        ['ArrowUp', [1, 4]],
      ];
      for (const [key, place] of ways) {
        await press(key);
        assert.deepEqual(await focused(), place, key);
      }
      await page.keyboard.down('Control');
      await press('End');
      await page.keyboard.up('Control');
      assert.deepEqual(await focused(), [3, 4]);
      await press('Tab');
      assert.equal(await page.evaluate(() => document.activeElement?.localName), 'button');
      await page.keyboard.down('Shift');
      await press('Tab');
      await page.keyboard.up('Shift');
      assert.deepEqual(await focused(), [3, 4], 'where the reader was last');
      assert.deepEqual(await noted(), [], 'walking says nothing');
    });

    it('tells of a number that is pressed, by mouse and by Enter, and outlines it', async () => {
      const given = weightsOf([2, 3, 4], 8);
      const columnTokens = ['a', 'b', 'c', 'd'];
      await give({ weights: plain(given), columnTokens, head: 1 });
      await click(2, 3);
      assert.deepEqual((await read()).selected, [[2, 3]]);
      await press('ArrowUp', 'ArrowLeft', 'Enter');
      assert.deepEqual((await read()).selected, [[1, 2]]);
      assert.deepEqual(await focused(), [1, 2]);
      await press('1');
      assert.deepEqual((await read()).selected, [[1, 2]], 'in the other head, too');
      const detail = (/** @type {number} */ row, /** @type {number} */ column) => ({
        ...{ row, column, head: 1 },
        ...{ rowToken: ['The', 'cat', 'sat'][row], columnToken: columnTokens[column] },
        value: given.data[12 + 4 * row + column],
      });
      assert.deepEqual(await noted(), [
        ['attention-cell', detail(2, 3)],
        ['attention-cell', detail(1, 2)],
      ]);
    });

    it('follows a row and a column whose word is pressed', async () => {
      const chosen = () =>
        page.evaluate(() => {
          const root = document.querySelector('attention-map')?.shadowRoot;
          const words = [...(root?.querySelectorAll('[aria-pressed=true]') ?? [])];
          return words.map((word) => word.textContent);
        });
      for (const [selector, after] of [
        ['tbody tr:nth-child(2) .word', ['cat']],
        ['thead th:nth-child(4) .word', ['sat', 'cat']],
        ['tbody tr:nth-child(2) .word', ['sat']],
        ['thead th:nth-child(4) .word', []],
      ]) {
        await (await page.$(`attention-map >>> ${selector}`))?.click();
        await settle();
        assert.deepEqual(await chosen(), after);
      }
    });

    it('shows NaN and infinities as such, and prints where signed colours end', async () => {
      await give({ weights: '[[NaN, Infinity, -Infinity], [0, -4.5, 2], [1, 1, 1]]' });
      const shown = await read();
      assert.deepEqual(shown.cells.map(({ text, value }) => [text, value]).slice(0, 5), [
        ['NaN', 'NaN'],
        ['∞', 'Infinity'],
        ['−∞', '-Infinity'],
        ['0', '0'],
        ['−4.50', '-4.5'],
      ]);
      assert.deepEqual([shown.colours, shown.legend], ['signed', '−5 5']);
    });

    it('says what is wrong, throws nothing, and shows the next good value', async () => {
      /** @type {[Partial<Heat>, string, RegExp][]} */
      const wrong = [
        [{ weights: [[1, 2], [3]] }, 'ERR_SHAPE', /ragged/],
        [{ weights: [1, 2, 3] }, 'ERR_SHAPE', /\(3,\); expected \(L, S\) or \(H, L, S\)/],
        [{ weights: [[[[1]]]] }, 'ERR_SHAPE', /\(1, 1, 1, 1\)/],
        [{ weights: '[[1, 2]' }, 'ERR_ARGUMENT', /JSON/],
        [{ weights: { shape: [2, 2], data: [1] } }, 'ERR_SHAPE', /\(2, 2\).* 1\./],
        [{ weights: { shape: [1, 513], data: Array(513).fill(0) } }, 'ERR_LIMIT', /512/],
        [
          { weights: [[0, 1]], rowTokens: 'a b c' },
          'ERR_SHAPE',
          /rowTokens .*\(3,\); expected \(1,\)/,
        ],
        [
          { weights: [[0, 1]], rowTokens: 'a', columnTokens: /** @type {any} */ ({}) },
          'ERR_ARGUMENT',
          /columnTokens/,
        ],
      ];
      for (const [given, code, sentence] of wrong) {
        await give({ rowTokens: null, columnTokens: null, ...given });
        const shown = await read();
        assert.match(shown.alert, /^These weights cannot be shown\. attention-map: .*\.$/);
        assert.match(shown.alert, sentence);
        assert.deepEqual([shown.cells.length, shown.fallback], [0, true]);
        const [type, detail] = (await noted()).at(-1);
        assert.deepEqual([type, detail.code], ['attention-error', code]);
        assert.ok(shown.alert.includes(detail.message));
        assert.ok(String(await exported('csv')).includes(detail.message));
        const good = weightsOf([2, 2], 9);
        await give({ weights: plain(good), rowTokens: 'good words', columnTokens: null });
        assertShown(await read(), good, 0);
        assert.equal((await read()).alert, '');
      }
      const events = await noted();
      assert.equal(events.length, wrong.length, 'one event each');
      await give({ label: 'again' });
      assert.equal((await noted()).length, wrong.length);
    });

    it('shows its children where there are no weights', async () => {
      await page.evaluate(() =>
        document.querySelector('attention-map')?.removeAttribute('weights'),
      );
      await settle();
      const shown = await read();
      assert.deepEqual([shown.cells.length, shown.fallback, shown.alert], [0, true, '']);
      assert.match(String(await exported('svg')), /no weights/);
    });

    it('takes properties that were set before it was defined', async () => {
      const told = await page.evaluate(async () => {
        const early = /** @type {Heat} */ (document.createElement('attention-later'));
        Object.assign(early, {
          weights: [[[0, 1]], [[0.75, 0.25]]],
          columnTokens: ['a', 'b'],
          head: 1,
          label: 'early',
          theme: 'dark',
        });
        document.querySelector('main')?.append(early);
        const Heat = /** @type {typeof import('../../web/attention-map.js').AttentionMap} */ (
          customElements.get('attention-map')
        );
        customElements.define('attention-later', class extends Heat {});
        await early.updateComplete;
        const cells = [...(early.shadowRoot?.querySelectorAll('td[data-value]') ?? [])];
        const caption = early.shadowRoot?.querySelector('caption')?.textContent?.trim() ?? '';
        const { theme, head } = early;
        const style = getComputedStyle(early).colorScheme;
        const values = cells.map((cell) => /** @type {HTMLElement} */ (cell).dataset.value);
        return [values, theme, head, early.getAttribute('head'), style, caption.split(/\s/)[0]];
      });
      assert.deepEqual(told, [['0.75', '0.25'], 'dark', 1, '1', 'dark', 'early,']);
    });

    it('takes tokens for text, whatever is in them', async () => {
      const long = 'x'.repeat(5000);
      const rowTokens = [
        '<img src=x onerror=alert(1)>',
        '\u202eevil\u2066',
        '\ud800',
        '',
        '\n',
        long,
      ];
      const weights = plain(weightsOf([6, 6], 12));
      // As JSON, which is plain text; what drives the browser does not pass on half a character.
      await give({ weights, rowTokens: JSON.stringify(rowTokens), label: '<b>label</b>' });
      const shown = await read();
      const whole = shown.rows.map((text) => text.replace(/\p{Surrogate}/u, '\ufffd'));
      assert.deepEqual(whole, [...rowTokens.slice(0, 2), '\ufffd', '""', '"\\n"', long]);
      assert.match(shown.caption, /^<b>label<\/b> /);
      const { images, wide } = await page.evaluate(() => {
        const root = document.querySelector('attention-map')?.shadowRoot;
        return {
          images: root?.querySelectorAll('img, b').length,
          wide: document.documentElement.scrollWidth > innerWidth,
        };
      });
      assert.deepEqual([images, wide], [0, false]);
      await click(0, 3);
      const [[, detail]] = await noted();
      assert.deepEqual([detail.rowToken, detail.columnToken], [rowTokens[0], '']);
      const { texts } = await parse(String(await exported('svg')));
      for (const text of ['<img src=x oner…', '\u202eevil\u2066', '\ufffd', '""', '"\\n"']) {
        assert.ok(texts.includes(text), text);
      }
    });

    it('is taken home as SVG, PNG, CSV and JSON', async () => {
      const given = weightsOf([2, 3, 4], 10);
      await give({ weights: plain(given), columnTokens: 'a & "b" <c>', head: 1 });
      const ours = given.data.subarray(12);
      const { root, texts, rectangles } = await parse(String(await exported('svg')));
      assert.equal(root, 'svg');
      assert.equal(rectangles, 1 + 12);
      for (const value of ours) {
        const at = texts.indexOf(rounded(value));
        assert.ok(at >= 0, `${value} is in the picture`);
        texts.splice(at, 1);
      }
      const rest = [
        'attention by hand, head 2   3 × 4',
        'a',
        '&',
        '"b"',
        '<c>',
        'The',
        'cat',
        'sat',
      ];
      assert.deepEqual(texts, rest);
      assert.deepEqual(
        String(await exported('csv'))
          .trimEnd()
          .split('\r\n')
          .slice(1)
          .flatMap((line) =>
            line
              .split(',')
              .slice(1)
              .map((text) => Math.fround(Number(text))),
          ),
        [...ours],
      );
      const json = JSON.parse(String(await exported('json')));
      assert.deepEqual(Float32Array.from(json.tensors.weights.data), given.data);
      await give({ weights: json.tensors.weights });
      assertShown(await read(), given, 1);
      const size = await page.evaluate(async () => {
        const map = /** @type {Heat} */ (document.querySelector('attention-map'));
        const blob = /** @type {Blob} */ (await map.export('png'));
        const { width, height } = await createImageBitmap(blob);
        return [blob.type, width, height];
      });
      const svg = String(await exported('svg'));
      const [, width, height] = /width="([\d.]+)" height="([\d.]+)"/.exec(svg) ?? [];
      assert.deepEqual(size, ['image/png', 2 * Number(width), 2 * Number(height)]);
      assert.match(String(await exported('pdf')), /pdf is none of svg, png, csv, json/);
    });

    it('is a map with a lens beyond 16 tokens, walked and pressed all over', async () => {
      const given = weightsOf([2, 40, 60], 14);
      const rowTokens = Array.from({ length: 40 }, (_, i) => `r${i}`);
      await give({ weights: plain(given), rowTokens });
      /** The lens shows these rows and columns, and their numbers. */
      const assertLens = async (
        /** @type {number} */ row,
        /** @type {number} */ column,
        head = 0,
      ) => {
        const { cells, rows, columns } = await read();
        assert.deepEqual(rows, rowTokens.slice(row, row + 4));
        assert.deepEqual(
          columns,
          [1, 2, 3, 4].map((i) => `${column + i}`),
        );
        assert.equal(cells.length, 16);
        for (const [i, cell] of cells.entries()) {
          const at = [row + Math.floor(i / 4), column + (i % 4)];
          assert.deepEqual([cell.row, cell.column], at);
          assert.equal(cell.value, exact(given.data[(head * 40 + at[0]) * 60 + at[1]]));
        }
      };
      await assertLens(0, 0);
      await tabIn();
      await press('ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight');
      assert.deepEqual(await focused(), [0, 4]);
      await assertLens(0, 3);
      await press('End');
      assert.deepEqual(await focused(), [0, 59]);
      await assertLens(0, 56);
      await page.keyboard.down('Control');
      await press('End');
      await page.keyboard.up('Control');
      assert.deepEqual(await focused(), [39, 59]);
      await press('ArrowRight', 'ArrowDown');
      assert.deepEqual(await focused(), [39, 59]);
      await assertLens(36, 56);
      await press('2');
      await assertLens(36, 56, 1);
      assert.deepEqual(await focused(), [39, 59]);
      await press('Home');
      assert.deepEqual(await focused(), [39, 0]);
      assert.deepEqual(await noted(), [], 'walking says nothing');
      const box = await (await page.$('attention-map >>> canvas'))?.boundingBox();
      assert.ok(box);
      await page.mouse.click(box.x + (30.5 / 60) * box.width, box.y + (20.5 / 40) * box.height);
      await settle();
      await assertLens(19, 29, 1);
      assert.deepEqual((await read()).selected, [[20, 30]]);
      const [[, { row, column, rowToken, value }]] = await noted();
      assert.deepEqual(
        [row, column, rowToken, value],
        [20, 30, 'r20', given.data[(40 + 20) * 60 + 30]],
      );
      await press('1');
      const { root, rectangles } = await parse(String(await exported('svg')));
      assert.deepEqual([root, rectangles], ['svg', 1 + 40 * 60]);
    });

    it('paints a map in the tones of its scale, and says what has none', async () => {
      const data = new Float32Array(20 * 17);
      data[0] = 1;
      data[1] = 0.5;
      data[2] = Number.NaN;
      const pixels = () =>
        page.evaluate(() => {
          const map = document.querySelector('attention-map');
          const canvas = /** @type {HTMLCanvasElement | null | undefined} */ (
            map?.shadowRoot?.querySelector('canvas')
          );
          // A copy of it: browsers warn of those that read a canvas itself too often.
          const copy = document.createElement('canvas');
          const context = copy.getContext('2d', { willReadFrequently: true });
          if (canvas) context?.drawImage(canvas, 0, 0);
          const bytes = [...(context?.getImageData(0, 0, 4, 1).data ?? [])];
          return [0, 4, 8, 12].map((at) => bytes.slice(at, at + 3));
        });
      await give({
        rowTokens: null,
        weights: `{"shape":[20,17],"data":[${[...data]}]}`,
        theme: 'light',
      });
      const ink = [26, 36, 51];
      const paper = [253, 252, 249];
      assert.deepEqual(await pixels(), [ink, [140, 144, 150], paper, paper]);
      const notes = await page.$$eval('attention-map >>> .note', (all) =>
        all.map((one) => one.textContent).join(' '),
      );
      assert.match(notes, /NaN or infinite: 1;/);
      await give({ theme: 'dark' });
      assert.notDeepEqual((await pixels())[0], ink);
    });

    it('refuses nothing up to 512 tokens', async () => {
      await page.evaluate(async () => {
        const map = /** @type {Heat} */ (document.querySelector('attention-map'));
        const data = Float32Array.from({ length: 512 * 512 }, (_, i) => Number(i % 513 === 0));
        Object.assign(map, { rowTokens: null, weights: { shape: [512, 512], data } });
      });
      await settle();
      await tabIn();
      await page.keyboard.down('Control');
      await press('End');
      await page.keyboard.up('Control');
      const { cells, alert } = await read();
      assert.equal(alert, '');
      assert.deepEqual(cells.at(-1), { row: 511, column: 511, value: '1', text: '1' });
    });

    it('is styled from outside by parts and custom properties', async () => {
      await page.evaluate(() => document.querySelector('attention-map')?.classList.add('styled'));
      const look = (/** @type {number} */ row, /** @type {number} */ column) =>
        page.evaluate(
          (r, c) => {
            const root = document.querySelector('attention-map')?.shadowRoot;
            const cell = root?.querySelector(`td[data-row="${r}"][data-col="${c}"]`);
            const matrix = root?.querySelector('.matrix');
            if (!cell || !matrix) return undefined;
            const style = getComputedStyle(cell);
            return {
              colour: style.backgroundColor.match(/[\d.]+/g)?.map(Number),
              font: style.fontFamily,
              slant: style.fontStyle,
              padding: getComputedStyle(matrix).paddingTop,
              height: cell.getBoundingClientRect().height,
            };
          },
          row,
          column,
        );
      const weight = await look(1, 0);
      assert.deepEqual(
        [weight?.font, weight?.slant, weight?.padding],
        ['monospace', 'italic', '7px'],
      );
      assert.ok(Math.abs((weight?.height ?? 0) - 61) <= 2, `${weight?.height}`);
      const [red, green, blue] = weight?.colour ?? [];
      assert.ok(red > 0.99 && green < 0.01 && blue < 0.01, `${weight?.colour}`);
      const signed = Array.from({ length: 7 }, () => [1, -1]);
      await give({ rowTokens: null, weights: signed });
      const [positive, negative] = [await look(6, 0), await look(6, 1)];
      assert.ok(Number(positive?.colour?.[1]) > 0.99 && Number(negative?.colour?.[2]) > 0.99);
      assert.ok(Math.abs((positive?.height ?? 0) - 61) <= 2, 'with many rows, too');
    });

    for (const [width, theme] of /** @type {const} */ ([
      [1280, 'light'],
      [320, 'dark'],
      [1280, 'dark'],
      [320, 'light'],
    ])) {
      it(`finds room at ${width} pixels, ${theme}, and axe finds nothing to complain of`, async () => {
        await page.setViewport({ width, height: 800 });
        await page.evaluate(axe);
        const words = 'il n est pas aussi grand que son pere selon les autres';
        /** @type {Partial<Heat>[]} */
        const cases = [
          {},
          { weights: plain(weightsOf([12, 4, 12], 15)), rowTokens: null, columnTokens: words },
          {
            weights: [
              [-Infinity, 2],
              [3, -4],
            ],
            columnTokens: 'a b',
          },
          { weights: plain(weightsOf([2, 20, 30], 16)), columnTokens: null },
          { weights: [[0], [1, 2]] },
        ];
        for (const given of cases) {
          await give({ ...given, theme });
          if ((await cellAt(1, 1)) !== null) await click(1, 1);
          const { wide, violations } = await page.evaluate(async () => {
            const { axe: checker } = /** @type {any} */ (globalThis);
            const found = await checker.run(document, { resultTypes: ['violations'] });
            return {
              wide: document.documentElement.scrollWidth > innerWidth,
              violations: found.violations.map((/** @type {any} */ { id, nodes }) => [
                id,
                nodes.map((/** @type {any} */ node) => [node.html, node.failureSummary]),
              ]),
            };
          });
          assert.deepEqual(violations, []);
          assert.equal(wide, false);
        }
        await page.setViewport({ width: 1280, height: 800 });
      });
    }

    it('without a request, a violation, WebAssembly or a message on the console', async () => {
      await give({ weights: plain(weightsOf([2, 30, 30], 13)), rowTokens: null });
      await click(0, 0);
      assert.deepEqual(
        (await noted()).map(([type]) => type),
        ['attention-cell'],
      );
      const files = ['/', '/host.css', '/note.js', '/attention-lab.js'];
      assert.deepEqual(new Set(server.requests), new Set(files));
      assert.deepEqual(complaints, []);
    });
  });
}
