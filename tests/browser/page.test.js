import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { ARTICLE } from '../../web/model/scenes.js';
import { normalise } from '../../web/model/state.js';
import { stepsOf } from '../../web/model/step-order.js';
import { browserNames } from '../support/find-browser.js';
import { handsOn } from './hands.js';
import {
  assertTable,
  dist,
  load,
  openBrowser,
  readLab,
  readTables,
  recompute,
  showOnly,
} from './lab.js';

/**
 * @typedef {import('../../web/model/state.js').State} State
 * @typedef {import('../../web/attention-lab.js').AttentionLab} Lab
 */

const axeSource = await readFile(createRequire(import.meta.url).resolve('axe-core'), 'utf8');

/** Each lesson with every step it has. @type {Partial<State>[]} */
const lessons = [
  {},
  { mask: 'causal', head: 1 },
  { heads: 1 },
  { heads: 4, head: 3, query: 3, seed: 11 },
  { heads: 8, dModel: 8, sentence: 'one two' },
  { mechanism: 'additive' },
  { mechanism: 'additive', mask: 'causal', query: 2 },
  { source: 'article' },
];

/** @param {Partial<State>} lesson */
const name = (lesson) => JSON.stringify(lesson);

/** @param {Partial<State>} lesson */
const stepsIn = (lesson) => stepsOf(normalise(lesson));

const hostile = [
  '<img src=x onerror=alert(1)> <script>alert(2)</script> \u0024{7*7} {{x}}',
  'javascript:alert(1) "quoted" &amp; \'single\' `tick`',
  '\ud800 lone \udfff surrogates \ud83d',
  'אני אוהב \u202eedirrevo\u202c قهوة',
  '👩‍👩‍👧‍👦 é ﷽ Z̸̛͕a̷l̶g̵o',
  'extraordinarilylongword'.repeat(60),
  '我喜欢吃炒面。彼らは焼きそばを食べる。',
  'x '.repeat(500000),
];

for (const browserName of browserNames) {
  describe(`the page in ${browserName}`, () => {
    /** @type {Awaited<ReturnType<typeof openBrowser>>} */
    let opened;
    /** @type {import('puppeteer-core').Page} */
    let page;

    before(async () => {
      opened = await openBrowser(browserName);
      page = opened.page;
      await load(page, opened.server.url);
    });

    after(async () => {
      await opened?.close();
    });

    /** @param {string} selector @param {string} [text] of the element, where several match */
    const click = (selector, text) => handsOn(page).click(selector, text);

    const state = async () => (await readLab(page)).state;

    /** @param {string} selector */
    const textOf = (selector) => handsOn(page).textOf(selector);

    // What is shown, whatever order its attributes were set in and wherever the focus was.
    const picture = () =>
      page.evaluate(() => {
        /** @param {Element} element @returns {unknown} */
        const shown = (element) => [
          element.tagName,
          [...element.attributes]
            .filter(({ name }) => name !== 'tabindex')
            .map(({ name, value }) => `${name}=${value}`)
            .toSorted(),
          [...element.childNodes].map((node) =>
            node instanceof Element ? shown(node) : node instanceof Text ? node.data : '',
          ),
        ];
        const root = document.querySelector('attention-lab')?.shadowRoot;
        const parts = [...(root?.querySelectorAll('.first, .steps') ?? [])];
        return JSON.stringify(parts.map(shown));
      });

    it('loads without a message on the console and asks for nothing but itself', async () => {
      assert.deepEqual(opened.complaints, []);
      assert.deepEqual(opened.server.requests, ['/']);
    });

    it('shows the sentence, its weights with the words on both sides, and where the numbers are from', async () => {
      await showOnly(page, {});
      const [weights] = await readTables(page);
      const words = ['They', 'eat', 'fried', 'noodles'];
      assert.equal(weights.tensor, 'weights');
      assert.deepEqual(weights.rowHeaders, words);
      assert.deepEqual(weights.columnHeaders, words);
      assert.match(weights.caption, /weights\s+A.*4 × 4/s);
      assert.equal(
        await textOf('.badge'),
        'Embeddings and weight matrices are random, drawn from seed 7. Nothing here was learned.',
      );
      assert.equal(await textOf('.digits'), 'Shown to three digits, computed with all.');
      const titles = await page.evaluate(() =>
        /** @type {HTMLElement[]} */ ([
          ...(document.querySelector('attention-lab')?.shadowRoot?.querySelectorAll('td[title]') ??
            []),
        ]).map(({ title, dataset }) => title === dataset.value),
      );
      assert.ok(titles.length >= 32 && titles.every(Boolean), 'each number in full on hovering');
    });

    for (const lesson of lessons) {
      it(`every number is the core's, bit for bit, at every step of ${name(lesson)}`, async () => {
        for (const step of stepsIn(lesson)) {
          await showOnly(page, { ...lesson, step });
          const lab = await readLab(page);
          const tensors = recompute(lab);
          const tables = await readTables(page);
          assert.ok(tables.length >= 2, step);
          for (const table of tables) assertTable(table, tensors, step);
          // One step is named for what it sets side by side.
          const made = step === 'mechanisms' ? 'otherWeights' : step;
          assert.ok(
            tables.some(({ tensor }) => tensor === made),
            `the step shows ${made}`,
          );
        }
      });
    }

    it('the element hands out the tensors that it shows', async () => {
      await showOnly(page, {});
      const same = await page.evaluate(() => {
        const lab = /** @type {Lab} */ (document.querySelector('attention-lab'));
        const { shape, data } = /** @type {Record<string, any>} */ (lab.results).weights;
        return [...shape, data instanceof Float32Array, Object.isFrozen(lab.results)];
      });
      assert.deepEqual(same, [2, 4, 4, true, true]);
    });

    it('the article’s numbers are reached from the first screen, and its misprint is named', async () => {
      await showOnly(page, { step: 'weights' });
      await handsOn(page).select('#preset', 'article');
      assert.equal((await state()).source, 'article');
      await click('.bar li button', 'Softmax');
      const prose = await textOf('.prose');
      assert.match(prose, /0\.0008, 0\.87, 0\.015 and 0\.011, which add up to about 0\.897/);
      assert.match(prose, /prints 0\.011, the weight is 0\.1172; the third is 0\.01586/);
      const weights = (await readTables(page)).filter(({ tensor }) => tensor === 'weights');
      assert.deepEqual(
        weights[0].cells.map(({ text }) => text),
        ['0.000790', '0.866', '0.0159', '0.117'],
      );
      await click('.bar li button', 'Three heads');
      const joined = (await readTables(page)).find(({ tensor }) => tensor === 'concatenated');
      assert.deepEqual(
        joined?.cells.map(({ value }) => Number(value)),
        [0, 1, 2].flatMap((row) => ARTICLE.heads.flatMap((head) => head[row])),
      );
    });

    it('next, previous and every step directly give the same picture', async () => {
      for (const lesson of lessons) {
        /** @type {string[]} */
        const direct = [];
        for (const step of stepsIn(lesson)) {
          await showOnly(page, { ...lesson, step });
          direct.push(await picture());
        }
        await showOnly(page, { ...lesson, step: stepsIn(lesson)[0] });
        for (const expected of direct.slice(0, -1)) {
          assert.equal(await picture(), expected);
          await click('.turn', 'Next →');
        }
        for (const expected of direct.toReversed()) {
          assert.equal(await picture(), expected);
          if (expected !== direct[0]) await click('.turn', '← Previous');
        }
      }
    });

    it('steps are announced, and buttons at the ends are off but keep the focus', async () => {
      await showOnly(page, {});
      await click('.bar li button', 'Scores');
      assert.equal(
        await textOf('[aria-live=polite]'),
        'Step 5 of 14, Scores: Each query meets each key.',
      );
      assert.equal(await textOf('[aria-current=step]'), 'Scores');
      const off = () =>
        page.evaluate(() =>
          [
            ...(document.querySelector('attention-lab')?.shadowRoot?.querySelectorAll('.turn') ??
              []),
          ].map((button) => button.getAttribute('aria-disabled') === 'true'),
        );
      assert.deepEqual(await off(), [false, false]);
      await click('.bar li button', 'Embeddings');
      assert.deepEqual(await off(), [true, false]);
      await click('.bar li button', 'Sum of heads');
      const focused = () =>
        page.evaluate(
          () => document.querySelector('attention-lab')?.shadowRoot?.activeElement?.textContent,
        );
      await click('.turn', 'Next →');
      assert.deepEqual(await off(), [false, true]);
      assert.equal(await focused(), 'Next →');
      await page.keyboard.press('Enter');
      assert.equal((await state()).step, 'mechanisms');
    });

    it('texts and captions follow the settings', async () => {
      await showOnly(page, { heads: 4, step: 'q' });
      assert.match(await textOf('.prose'), /its queries are 1 number long\./);
      await showOnly(page, { heads: 4, step: 'scaledScores' });
      assert.match(await textOf('.prose'), /√1 = 1: with one-number queries nothing changes\./);
      await showOnly(page, { heads: 4, step: 'concatenated' });
      const shown = (await readTables(page)).filter(({ tensor }) => tensor === 'heads');
      assert.deepEqual(
        shown.map(({ head }) => head),
        [0, 1, 2, 3],
      );
      for (const step of ['concatenated', 'output']) {
        await showOnly(page, { heads: 1, step });
        const words = (await textOf('#step-title')) + (await textOf('.prose'));
        assert.doesNotMatch(words, /all heads|no head|heads stand|mixes the heads/);
      }
      await showOnly(page, { step: 'scores' });
      const keys = (await readTables(page)).find(({ tensor }) => tensor === 'k');
      assert.match(keys?.caption ?? '', /its rows meet those of Q/);
      await showOnly(page, { step: 'scores', mechanism: 'additive' });
      const [, features, wv] = await readTables(page);
      assert.match(features.caption, /4 × 3.*of eat/s);
      assert.match(wv.caption, /3 × 1/);
    });

    it('an attribute that is taken away gives its default back', async () => {
      await showOnly(page, {});
      const before = await state();
      const after = await page.evaluate(() => {
        const lab = /** @type {Lab} */ (document.querySelector('attention-lab'));
        const names = ['sentence', 'heads', 'mask', 'seed', 'step'];
        for (const name of names) lab.setAttribute(name, name === 'sentence' ? 'one two' : '1');
        for (const name of names) lab.removeAttribute(name);
        return lab.getState();
      });
      assert.deepEqual(after, before);
    });

    it('the page does not jump when the sentence is emptied', async () => {
      const top = () =>
        page.evaluate(
          () =>
            document
              .querySelector('attention-lab')
              ?.shadowRoot?.querySelector('.first')
              ?.getBoundingClientRect().top,
        );
      for (const width of [1280, 320]) {
        await page.setViewport({ width, height: 800 });
        await showOnly(page, { mechanism: 'additive' });
        const before = await top();
        await showOnly(page, { mechanism: 'additive', sentence: '' });
        assert.equal(await top(), before);
      }
      await page.setViewport({ width: 1280, height: 800 });
    });

    it('the way forward is always on screen within the steps, and covers no focused word', async () => {
      for (const width of [1280, 320]) {
        await page.setViewport({ width, height: 800 });
        await showOnly(page, { step: 'weights', query: 0, sentence: 'a b c d e f g h i j k l' });
        const faults = await page.evaluate(async () => {
          const lab = /** @type {Lab} */ (document.querySelector('attention-lab'));
          const root = /** @type {ShadowRoot} */ (lab.shadowRoot);
          scrollTo(0, 0);
          const found = [];
          const box = (/** @type {string} */ part) =>
            /** @type {Element} */ (root.querySelector(part)).getBoundingClientRect();
          for (const one of root.querySelectorAll('.one button.word, .one [tabindex="0"]')) {
            /** @type {HTMLElement} */ (one).focus();
            await lab.updateComplete;
            const { top, bottom, height } = one.getBoundingClientRect();
            const turns = box('.turns');
            if (turns.bottom > innerHeight + 1) found.push(`Next ends at ${turns.bottom}`);
            const room = turns.top - box('.strip').bottom;
            if (height < room && (bottom > turns.top || top < box('.strip').bottom)) {
              found.push(`${one.textContent?.trim().slice(0, 20)}: ${top} to ${bottom}`);
            }
          }
          return found;
        });
        assert.deepEqual(faults, [], String(width));
      }
      await page.setViewport({ width: 1280, height: 800 });
    });

    it('of many words, the largest weight of the chosen row is in view', async () => {
      await page.setViewport({ width: 320, height: 800 });
      for (let query = 0; query < 16; query++) {
        await showOnly(page, { sentence: 'a b c d e f g h i j k l m n o p', query });
        const seen = await page.evaluate(() => {
          const root = document.querySelector('attention-lab')?.shadowRoot;
          const cells = /** @type {HTMLElement[]} */ ([
            ...(root?.querySelectorAll('.picture .chosen td') ?? []),
          ]);
          const most = Math.max(...cells.map((cell) => Number(cell.dataset.value)));
          const cell = cells.find(({ dataset }) => Number(dataset.value) === most);
          const { left, right } = cell?.getBoundingClientRect() ?? new DOMRect();
          const head = root?.querySelector('.picture .chosen th')?.getBoundingClientRect();
          return left >= (head?.right ?? 0) - 1 && right <= 320;
        });
        assert.ok(seen, `row ${query}`);
      }
      const tensors = recompute(await readLab(page));
      const tables = await readTables(page);
      for (const table of tables) assertTable(table, tensors, 'many words');
      assert.ok(
        tables[0].cells.every(({ text }) => /^0\.0*[1-9]\d$/.test(text)),
        'two digits',
      );
      assert.equal(
        await textOf('.digits'),
        'Shown to three digits, weights to two; computed with all.',
      );
      await page.setViewport({ width: 1280, height: 800 });
    });

    it('a word is chosen in the sentence, on a row, and with the arrow keys', async () => {
      const chosenRows = () =>
        page.evaluate(() =>
          [
            ...(document
              .querySelector('attention-lab')
              ?.shadowRoot?.querySelectorAll('tr.chosen') ?? []),
          ].map((row) => row.querySelector('th')?.textContent?.trim()),
        );
      await showOnly(page, { step: 'scores' });
      assert.deepEqual(new Set(await chosenRows()), new Set(['eat']));
      await click('.strip .words label', 'noodles');
      assert.equal((await state()).query, 3);
      assert.deepEqual(new Set(await chosenRows()), new Set(['noodles']));
      await click('.steps button.word', 'They');
      assert.equal((await state()).query, 0);
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      assert.equal((await state()).query, 2);
      assert.deepEqual(new Set(await chosenRows()), new Set(['fried']));
      await click('.strip .words label', 'fried');
      await page.keyboard.press('ArrowLeft');
      assert.equal((await state()).query, 1);
    });

    it('mechanism, mask, heads, head and seed are switched on the first screen', async () => {
      await showOnly(page, {});
      await click('.settings label', 'causal');
      await click('.settings label', '4');
      await click('.strip .heads label', '3');
      const chosen = await state();
      assert.deepEqual([chosen.mask, chosen.heads, chosen.head], ['causal', 4, 2]);
      await click('.settings summary', 'Scale, softmax, widths, seed');
      await click('#seed');
      await page.keyboard.press('End');
      await page.keyboard.type('1');
      await page.keyboard.press('Enter');
      assert.match(await textOf('.badge'), /drawn from seed 71\./);
      await click('.settings label', 'additive');
      const { mechanism, mask, seed } = await state();
      assert.deepEqual([mechanism, mask, seed], ['additive', 'causal', 71]);
      await click('.settings summary', 'Scale, softmax, widths, seed');
      const tables = await readTables(page);
      assert.equal(tables[0].head, undefined);
    });

    it('a typed sentence is computed at once, and the limit is told', async () => {
      await showOnly(page, { sentence: '' });
      assert.match(await textOf('.picture'), /There is no word here yet/);
      await click('#sentence');
      await page.keyboard.type('Jane visite l’Afrique');
      let [weights] = await readTables(page);
      assert.deepEqual(weights.rowHeaders, ['Jane', 'visite', 'l’Afrique']);
      await page.keyboard.type(' x'.repeat(13));
      [weights] = await readTables(page);
      assert.equal(weights.rowHeaders.length, 16);
      await showOnly(page, { sentence: 'x '.repeat(514) });
      assert.match(
        await textOf('#limits'),
        /512 drawn as maps\. 2 more left out: a table of so many/,
      );
    });

    it('hostile texts are shown as texts', async () => {
      for (const sentence of hostile) {
        await showOnly(page, { sentence, step: 'features', mechanism: 'additive' });
        const [weights] = await readTables(page);
        assert.ok(weights.rowHeaders.length > 0, sentence.slice(0, 40));
        const strange = await page.evaluate(
          () =>
            document
              .querySelector('attention-lab')
              ?.shadowRoot?.querySelectorAll('img, script, iframe, [onerror]').length,
        );
        assert.equal(strange, 0);
      }
      assert.deepEqual(opened.complaints, []);
    });

    it('attributes set the state, reflect it, and events tell of it', async () => {
      await showOnly(page, {});
      const told = await page.evaluate(async () => {
        const lab = /** @type {Lab} */ (document.querySelector('attention-lab'));
        /** @type {unknown[]} */
        const events = [];
        const note = (/** @type {Event} */ event) =>
          events.push([event.type, /** @type {CustomEvent} */ (event).detail]);
        for (const type of ['attention-change', 'attention-step']) {
          document.addEventListener(type, note);
        }
        lab.setAttribute('seed', '12');
        lab.next();
        await lab.updateComplete;
        for (const type of ['attention-change', 'attention-step']) {
          document.removeEventListener(type, note);
        }
        return { events, step: lab.getAttribute('step'), state: lab.getState() };
      });
      assert.equal(told.state.seed, 12);
      assert.equal(told.step, 'q');
      assert.deepEqual(told.events, [
        ['attention-change', { state: { ...told.state, step: 'embeddings' }, changed: ['seed'] }],
        ['attention-change', { state: told.state, changed: ['step'] }],
        ['attention-step', { step: 'q', index: 1, count: 14 }],
      ]);
    });

    it('at 1280 × 800 the first screen needs no scrolling', async () => {
      await page.setViewport({ width: 1280, height: 800 });
      for (const lesson of lessons) {
        await showOnly(page, lesson);
        const { bottom, bar } = await page.evaluate(() => {
          scrollTo(0, 0);
          const root = document.querySelector('attention-lab')?.shadowRoot;
          const parts = root?.querySelectorAll('h1, .strip, .first > *, .badge') ?? [];
          const { top, height } =
            root?.querySelector('.bar')?.getBoundingClientRect() ?? new DOMRect();
          return {
            bottom: Math.max(...[...parts].map((part) => part.getBoundingClientRect().bottom)),
            bar: { top, height, bottom: top + height },
          };
        });
        assert.ok(bottom <= bar.top, `${name(lesson)} ends at ${bottom}`);
        assert.ok(bar.height > 0 && bar.bottom <= 800, `${name(lesson)}: a way forward is seen`);
      }
    });

    it('at 1280 × 800 every step is seen whole', async () => {
      await page.setViewport({ width: 1280, height: 800 });
      for (const lesson of lessons) {
        for (const step of stepsIn(lesson)) {
          await showOnly(page, { ...lesson, step });
          const { top, bottom, bar, under, hidden } = await page.evaluate(() => {
            const root = document.querySelector('attention-lab')?.shadowRoot;
            const box = (/** @type {string} */ part) =>
              root?.querySelector(part)?.getBoundingClientRect() ?? new DOMRect();
            root?.querySelector('.steps')?.scrollIntoView();
            const { scrollWidth, clientWidth } = document.documentElement;
            return {
              top: box('.steps header').top,
              bottom: Math.max(box('.prose').bottom, box('.stage').bottom),
              bar: box('.bar').toJSON(),
              under: box('.strip').bottom,
              hidden: scrollWidth - clientWidth,
            };
          });
          const where = `${name(lesson)} ${step}`;
          assert.ok(top >= under, `${where} begins at ${top}, under the sentence (${under})`);
          assert.ok(
            bottom <= bar.top + 0.5,
            `${where} ends at ${bottom}, under the bar (${bar.top})`,
          );
          assert.ok(bar.bottom <= 800, `${where}: the bar ends at ${bar.bottom}`);
          assert.equal(hidden, 0, where);
        }
      }
    });

    it('at 320 pixels the text follows the title, and the next step begins with its own', async () => {
      await page.setViewport({ width: 320, height: 640 });
      await showOnly(page, { step: 'scores' });
      await page.evaluate(() =>
        document
          .querySelector('attention-lab')
          ?.shadowRoot?.querySelector('.below')
          ?.scrollIntoView({ block: 'end' }),
      );
      await click('.turn', 'Next →');
      const found = await page.evaluate(() => {
        const root = document.querySelector('attention-lab')?.shadowRoot;
        const box = (/** @type {string} */ part) =>
          root?.querySelector(part)?.getBoundingClientRect() ?? new DOMRect();
        const lines = [...(root?.querySelectorAll('.turn') ?? [])].map(
          (button) => button.getBoundingClientRect().height,
        );
        return {
          order: [...(root?.querySelector('.one')?.children ?? [])].map((part) => part.className),
          edges: [
            box('.strip').bottom,
            box('#step-title').top,
            box('.prose').top,
            box('.turns').top,
          ],
          tallest: Math.max(...lines),
        };
      });
      assert.deepEqual(found.order, ['', 'prose', 'stage']);
      assert.deepEqual(
        found.edges,
        found.edges.toSorted((a, b) => a - b),
      );
      assert.ok(found.tallest <= 44, 'a button is one line high');
    });

    it('at 320 pixels nothing is wider than the page', async () => {
      await page.setViewport({ width: 320, height: 640 });
      const odd = hostile.map((sentence) => ({ sentence, step: 'weights' }));
      const all = lessons.flatMap((lesson) => stepsIn(lesson).map((step) => ({ ...lesson, step })));
      for (const wanted of [...all, ...odd]) {
        await showOnly(page, wanted);
        const hidden = await page.evaluate(() => {
          const { scrollWidth, clientWidth } = document.documentElement;
          return scrollWidth - clientWidth;
        });
        assert.equal(hidden, 0, name(wanted).slice(0, 80));
      }
      await page.setViewport({ width: 1280, height: 800 });
    });

    for (const [width, scheme] of /** @type {const} */ ([
      [1280, 'light'],
      [1280, 'dark'],
      [320, 'light'],
      [320, 'dark'],
    ])) {
      it(`axe finds nothing to complain of at ${width} pixels, ${scheme}`, async () => {
        await page.setViewport({ width, height: 800 });
        await showOnly(page, {});
        await page.evaluate((theme) => {
          document.querySelector('attention-lab')?.setAttribute('theme', theme);
        }, scheme);
        await page.evaluate(axeSource);
        // Every step once; the rest of a lesson's states differ in numbers only.
        const shown = /** @type {Partial<State>[]} */ ([
          { mask: 'causal' },
          { mechanism: 'additive' },
          { source: 'article' },
        ]).flatMap((lesson) => stepsIn(lesson).map((step) => ({ ...lesson, step })));
        for (const wanted of [...shown, { sentence: '' }, { sentence: 'a b c d e f g h i j' }]) {
          await showOnly(page, wanted);
          const found = await page.evaluate(async () => {
            const { axe } = /** @type {any} */ (globalThis);
            const { violations } = await axe.run(document, { resultTypes: ['violations'] });
            return violations.map((/** @type {any} */ { id, nodes }) => [
              id,
              nodes.slice(0, 2).map((/** @type {any} */ node) => [node.html, node.failureSummary]),
            ]);
          });
          assert.deepEqual(found, [], `${name(wanted)}`);
        }
        await page.evaluate(() =>
          document.querySelector('attention-lab')?.removeAttribute('theme'),
        );
        await page.setViewport({ width: 1280, height: 800 });
      });
    }

    if (browserName === 'chromium') {
      it('works by double click, from file://', async () => {
        await load(page, pathToFileURL(`${dist}index.html`).href);
        const tables = await readTables(page);
        const tensors = recompute(await readLab(page));
        assert.equal(tables[0].tensor, 'weights');
        for (const table of tables) assertTable(table, tensors, 'file://');
      });
    }

    it('all that without a message on the console or a request', async () => {
      assert.deepEqual(opened.complaints, []);
      assert.deepEqual(opened.server.requests, ['/']);
    });
  });
}
