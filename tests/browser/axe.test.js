// axe-core finds nothing to complain of: light and dark, wide and narrow, whatever is open.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { before, it } from 'node:test';
import { chapterState, chapters } from '../../web/lessons/guide.js';
import { inEachBrowser } from './each-browser.js';
import { settle } from './hands.js';
import { showOnly } from './lab.js';
import { FORMS, name, stepsIn } from './lessons.js';

/** @typedef {Partial<import('../../web/model/state.js').State>} Wanted */

const source = await readFile(createRequire(import.meta.url).resolve('axe-core'), 'utf8');

const target = 'he is tall';
const bert = { dModel: 768, heads: 12 };

/** Every step once; the rest of a lesson's states differ in numbers only. @type {Wanted[]} */
const plain = [
  ...[{ mask: 'causal' }, { mechanism: 'additive' }, { source: 'article' }].flatMap((lesson) =>
    stepsIn(/** @type {Wanted} */ (lesson)).map(
      (step) => /** @type {Wanted} */ ({ ...lesson, step }),
    ),
  ),
  ...[{ sentence: '' }, { sentence: 'a b c d e f g h i j' }],
];

/** What is shown in free play beside these. @type {Wanted[]} */
const shown = [
  { step: 'embeddings', cell: 'embeddings.1.0' },
  { step: 'scores', cell: 'scores.0.1.1', edits: 's.0.1.1:-2;q.0.0:1' },
  { step: 'spread' },
  {
    step: 'maskedScores',
    mask: 'custom',
    masked: '1.0 1.1 1.2 1.3 0.2',
    cell: 'maskedScores.0.0.2',
  },
  {
    step: 'weights',
    mask: 'custom',
    masked: '1.0 1.1 1.2 1.3',
    emptyRow: 'nan',
    cell: 'weights.0.1.1',
  },
  { step: 'dropped', dropout: 0.5, cell: 'dropped.0.1.1' },
  { step: 'headContributions', heads: 4, cell: 'contributionSum.1.1' },
  { step: 'mechanisms', cell: 'otherWeights.1.3' },
  { step: 'mechanisms', mechanism: 'additive', mask: 'causal', cell: 'otherWeights.0.1.0' },
  { step: 'mechanisms', mechanism: 'additive', keyWidth: 6 },
  { step: 'decoder', target, cell: 'selfWeights.0.1.0' },
  { step: 'weights', target, layer: 'self' },
  {
    step: 'scores',
    mechanism: 'additive',
    target,
    keyWidth: 6,
    temperature: 2,
    cell: 'scores.1.1',
  },
  {
    step: 'weights',
    before: 'v=1',
    sentence: 'They eat eat fried noodles',
    rows: 'one',
    pin: 3,
    key: 2,
  },
  { step: 'weights', source: 'coffee', cell: 'weights.1.1' },
  { step: 'concatenated', source: 'article', cell: 'concatenated.0.7' },
  { step: 'q', ...bert, cell: 'wq.0.383.31' },
  { step: 'output', ...bert },
  { step: 'weights', sentence: 'a b c d e f g h i j k l m n o p q r s t' },
];

// axe takes its time: beyond the steps, each width and each theme comes once in Firefox.
inEachBrowser('axe', (desk, browserName) => {
  before(async () => {
    await desk.page.evaluate(source);
  });

  /** @param {number} width @param {'light' | 'dark'} theme */
  async function dress(width, theme) {
    await desk.page.setViewport({ width, height: 800 });
    await desk.page.evaluate((wanted) => {
      document.querySelector('attention-lab')?.setAttribute('theme', wanted);
    }, theme);
    await settle(desk.page);
  }

  /** @param {string} where */
  async function assertSound(where) {
    const found = await desk.page.evaluate(async () => {
      const { axe } = /** @type {any} */ (globalThis);
      const { violations } = await axe.run(document, { resultTypes: ['violations'] });
      return violations.map((/** @type {any} */ { id, nodes }) => [
        id,
        nodes.slice(0, 2).map((/** @type {any} */ node) => [node.html, node.failureSummary]),
      ]);
    });
    assert.deepEqual(found, [], where);
  }

  for (const [i, [width, theme]] of FORMS.entries()) {
    it(`finds nothing at ${width} pixels, ${theme}: every step`, async () => {
      await dress(width, theme);
      for (const wanted of plain) {
        await showOnly(desk.page, wanted);
        await assertSound(name(wanted));
      }
    });

    if (i >= 2 && browserName === 'firefox') continue;
    it(`finds nothing at ${width} pixels, ${theme}: steps with a number open, maps, two sentences`, async () => {
      await dress(width, theme);
      for (const wanted of shown) {
        await showOnly(desk.page, wanted);
        const missing = wanted.cell && (await desk.hands.count('.trace')) === 0;
        assert.ok(!missing, `${wanted.cell} is open`);
        await assertSound(name(wanted));
      }
    });

    it(`finds nothing at ${width} pixels, ${theme}: what opens`, async () => {
      const { hands, page } = desk;
      await dress(width, theme);
      await showOnly(page, { step: 'weights', edits: 'q.0.0:1' });
      for (const summary of [
        '.settings details:has(#seed)',
        '.experiments',
        '.take-home',
        '.edits',
      ]) {
        if ((await hands.count(`${summary}[open]`)) === 0)
          await hands.click(`${summary} > summary`);
      }
      await assertSound('all that can be unfolded');
      for (const format of ['csv', 'png', 'link']) {
        await hands.click(`[data-format=${format}]`);
        await page.waitForFunction(() =>
          document.querySelector('attention-lab')?.shadowRoot?.querySelector('.take-home p button'),
        );
        await assertSound(`${format} taken home`);
      }
      await hands.click('.experiments [data-experiment=shuffle]');
      await assertSound('after an experiment');
      await hands.click('.tools .tool:last-child');
      assert.equal(await hands.count('dialog[open]'), 1);
      await assertSound('the help');
      await hands.press('Escape');
      for (const summary of ['.settings details:has(#seed)', '.experiments', '.take-home']) {
        if ((await hands.count(`${summary}[open]`)) > 0) await hands.click(`${summary} > summary`);
      }
    });

    it(`finds nothing at ${width} pixels, ${theme}: the guided path, before and after the answers`, async () => {
      await dress(width, theme);
      // Chapters differ in words and numbers only: one half is seen light, the other dark.
      const turn = Number(theme === 'dark');
      for (const [i] of chapters.entries()) {
        if (i % 2 !== turn) continue;
        await showOnly(desk.page, chapterState(i + 1));
        await assertSound(`chapter ${i + 1}`);
        await desk.hands.click(`.answer:nth-of-type(${1 + (i % 3)})`);
        await assertSound(`chapter ${i + 1}, answered`);
      }
    });
  }
});
