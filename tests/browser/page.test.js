import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { ARTICLE } from '../../web/sources/articles.js';
import { badges } from '../../web/text/en/sources.js';
import { recordFigure } from '../support/bar.js';
import { reduceCaseCount } from '../support/extent.js';
import { inEachBrowser } from './each-browser.js';
import { NEXT, PREVIOUS } from './hands.js';
import {
  assertPage,
  assertTable,
  dist,
  load,
  readState,
  readTables,
  recompute,
  showOnly,
  tableOf,
} from './lab.js';
import { hostile, lessons, name, stepsIn } from './lessons.js';

/** @import { Page } from 'puppeteer-core' */

/** The lessons for the other browser. bits.test.js calls every operation of its core. */
const ELSEWHERE = lessons.slice(0, 1);

/** Two lessons cover everything about turning pages: many steps, and steps of another kind. */
const turnedLessons = [lessons[1], lessons[5]];

inEachBrowser('the page', (desk, browserName, once) => {
  /** @type {Page} */
  let page;
  before(() => {
    page = desk.page;
  });

  /**
   * @param {string} selector
   * @param {string} [text] the text of the element, if several match
   */
  const click = (selector, text) => desk.hands.click(selector, text);

  const state = () => readState(page);

  /** @param {string} selector */
  const textOf = (selector) => desk.hands.textOf(selector);

  // Returns what is shown, without the order of attributes and the focus.
  const view = () =>
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
      const parts = allInLab('.first, .steps');
      return JSON.stringify(parts.map(shown));
    });

  it('shows the weights with the words on both sides, and the source of the numbers', async () => {
    await showOnly(page, {});
    const [weights] = await readTables(page);
    const words = ['They', 'eat', 'fried', 'noodles'];
    assert.equal(weights.tensor, 'weights');
    assert.deepEqual(weights.rowHeaders, words);
    assert.deepEqual(weights.columnHeaders, words);
    assert.match(weights.caption, /weights\s+A.*4 × 4/s);
    assert.equal(await textOf('.badge'), badges.seed(7));
    const titles = await page.evaluate(() =>
      allInLab('td[title]').map(({ title, dataset }) => title === dataset.value),
    );
    assert.ok(titles.length >= 32 && titles.every(Boolean), 'each number in full on hovering');
  });

  for (const lesson of browserName === 'chromium' ? lessons : ELSEWHERE) {
    it(`shows the core’s numbers bit for bit at every step of ${name(lesson)}`, async () => {
      for (const step of stepsIn(lesson)) {
        await showOnly(page, { ...lesson, step });
        const tensors = recompute({ state: await state() });
        const tables = await readTables(page);
        assert.ok(tables.length >= 2, step);
        for (const table of tables) assertTable(table, tensors, step);
        // One step is named after what it shows side by side.
        const tableName = step === 'mechanisms' ? 'otherWeights' : step;
        assert.ok(
          tables.some(({ tensor }) => tensor === tableName),
          `the step shows ${tableName}`,
        );
      }
    });
  }

  once('has the shown tensors in its results property', async () => {
    await showOnly(page, {});
    const same = await page.evaluate(() => {
      const { shape, data } = /** @type {Record<string, any>} */ (lab.results).weights;
      return [...shape, data instanceof Float32Array, Object.isFrozen(lab.results)];
    });
    assert.deepEqual(same, [2, 4, 4, true, true]);
  });

  once('opens the article from the presets, and names its misprint', async () => {
    await showOnly(page, { step: 'weights' });
    await desk.hands.select('#preset', 'article');
    assert.equal((await state()).source, 'article');
    await click('.bar li button', 'Softmax');
    const prose = await textOf('.prose');
    assert.match(prose, /0\.0008, 0\.87, 0\.015 and 0\.011, which add up to about 0\.897/);
    assert.match(prose, /prints as 0\.011 is 0\.1172; the third is 0\.01586/);
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

  once('shows a step alike after Next, after Previous, and when opened directly', async () => {
    for (const lesson of turnedLessons.slice(0, reduceCaseCount(turnedLessons.length))) {
      /** @type {string[]} */
      const direct = [];
      for (const step of stepsIn(lesson)) {
        await showOnly(page, { ...lesson, step });
        direct.push(await view());
      }
      await showOnly(page, { ...lesson, step: stepsIn(lesson)[0] });
      for (const expected of direct.slice(0, -1)) {
        assert.equal(await view(), expected);
        await click(NEXT);
      }
      for (const expected of direct.toReversed()) {
        assert.equal(await view(), expected);
        if (expected !== direct[0]) await click(PREVIOUS);
      }
    }
  });

  once('disables Previous and Next at the ends, where they keep the focus', async () => {
    await showOnly(page, {});
    await click('.bar li button', 'Scores');
    assert.equal(await textOf('[aria-current=step]'), 'Scores');
    const off = () =>
      page.evaluate(() =>
        allInLab('.turn').map((button) => button.getAttribute('aria-disabled') === 'true'),
      );
    assert.deepEqual(await off(), [false, false]);
    await click('.bar li button', 'Embeddings');
    assert.deepEqual(await off(), [true, false]);
    await click('.bar li button', 'Sum of heads');
    const focused = () => page.evaluate(() => lab.shadowRoot?.activeElement?.textContent);
    await click(NEXT);
    assert.deepEqual(await off(), [false, true]);
    assert.equal(await focused(), 'Next →');
    await page.keyboard.press('Enter');
    assert.equal((await state()).step, 'mechanisms');
  });

  once('adapts texts and captions to the settings', async () => {
    await showOnly(page, { heads: 4, step: 'q' });
    assert.match(await textOf('.prose'), /its queries are 1 number long\./);
    await showOnly(page, { heads: 4, step: 'scaledScores' });
    assert.match(await textOf('.prose'), /√1 = 1: with queries of one number, nothing changes\./);
    await showOnly(page, { heads: 4, step: 'concatenated' });
    const shown = (await readTables(page)).filter(({ tensor }) => tensor === 'heads');
    assert.deepEqual(
      shown.map(({ head }) => head),
      [0, 1, 2, 3],
    );
    for (const step of ['concatenated', 'output']) {
      await showOnly(page, { heads: 1, step });
      const words = (await textOf('.step-title')) + (await textOf('.prose'));
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

  once('divides the concatenation into one band for each head', async () => {
    for (const state of [{}, { heads: 4 }, { source: /** @type {const} */ ('article') }]) {
      await showOnly(page, { ...state, step: 'concatenated' });
      const { tables } = await assertPage(page, JSON.stringify(state));
      const joined = tableOf(tables, 'concatenated');
      const parts = tables.filter(({ tensor }) => tensor === 'heads');
      const width = joined.columnHeaders.length / parts.length;
      const bands = await page.evaluate(() => {
        const table = inLab('table[data-tensor=concatenated]');
        const cells = [...(table?.querySelectorAll('tbody tr:first-child td') ?? [])];
        return {
          names: [...(table?.querySelectorAll('.bands th') ?? [])].map((th) => th.textContent),
          ruled: cells.flatMap((cell, i) =>
            Number.parseFloat(getComputedStyle(cell).borderLeftWidth) > 0 ? [i] : [],
          ),
        };
      });
      assert.deepEqual(
        bands.names,
        parts.map((_, i) => `head ${i + 1}`),
      );
      assert.deepEqual(
        bands.ruled,
        parts.slice(1).map((_, i) => (i + 1) * width),
      );
    }
    await click('.figure td[data-place="concatenated.2.7"]');
    assert.match(await textOf('.trace .sum'), /^Copied from its head: /);
  });

  once('computes a typed sentence at once, and says how many words are left out', async () => {
    await showOnly(page, { sentence: '' });
    assert.match(await textOf('.overview'), /There are no words yet/);
    await click('#sentence');
    await page.keyboard.type('Jane visite l’Afrique');
    let [weights] = await readTables(page);
    assert.deepEqual(weights.rowHeaders, ['Jane', 'visite', 'l’Afrique']);
    await page.keyboard.type(' x'.repeat(13));
    [weights] = await readTables(page);
    assert.equal(weights.rowHeaders.length, 16);
    await showOnly(page, { sentence: 'x '.repeat(514) });
    assert.match(await textOf('#limits'), /Left out: 2 more words\./);
    recordFigure('sentence', {
      counts: { 'browser that names 2 words left out': 1 },
    });
  });

  once('shows hostile texts as text', async () => {
    for (const sentence of hostile) {
      await showOnly(page, { sentence, step: 'features', mechanism: 'additive' });
      const [weights] = await readTables(page);
      assert.ok(weights.rowHeaders.length > 0, sentence.slice(0, 40));
      const strange = await page.evaluate(() => allInLab('img, script, iframe, [onerror]').length);
      assert.equal(strange, 0);
    }
    const longest = Math.max(...hostile.map(({ length }) => length));
    recordFigure('sentence', { most: { characters: longest } });
  });

  if (browserName === 'chromium') {
    it('works from file://', async () => {
      await load(page, `${pathToFileURL(`${dist}index.html`).href}#v=1`);
      const tables = await readTables(page);
      const tensors = recompute({ state: await state() });
      assert.equal(tables[0].tensor, 'weights');
      for (const table of tables) assertTable(table, tensors, 'file://');
    });
  }
});
