// axe-core finds no problem: light and dark, wide and narrow, with anything open.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { makeOpeningState } from '../../web/session/page-loader.js';
import { tally } from '../support/bar.js';
import { violationsOn } from './axe.js';
import { inEachBrowser } from './each-browser.js';
import { settle } from './hands.js';
import { showOnly } from './lab.js';
import { FORMS, name, OF_LOOKS, stepsIn } from './lessons.js';

/** @import { State } from '../../web/state/types.js' */

/** @typedef {Partial<State>} Wanted */

const target = 'he is tall';
const bert = { dModel: 768, heads: 12 };

/** Numbers opened in each possible way, maps, two sentences. @type {Wanted[]} */
const shownStates = [
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

/** One state for each part of the page, which is checked in every form. @type {Wanted[]} */
const parts = [
  { step: 'scores', cell: 'scores.0.1.1', edits: 's.0.1.1:-2;q.0.0:1' },
  { step: 'spread' },
  { step: 'weights', mask: 'custom', masked: '1.0 1.1 1.2 1.3', cell: 'weights.0.1.1' },
  { step: 'features', mechanism: 'additive', cell: 'features.1.2.0' },
  { step: 'mechanisms', cell: 'otherWeights.1.3' },
  { step: 'decoder', target, cell: 'selfWeights.0.1.0' },
  { step: 'q', ...bert, cell: 'wq.0.383.31' },
  makeOpeningState(),
  ...[{ guide: 'scoring-turn' }, { guide: 'practice-check' }, { guide: 'practice-worksheet' }],
];

/**
 * Other steps, states without words, and states with too many words to show all.
 * @type {Wanted[]}
 */
const plain = [
  ...[{ mask: 'causal' }, { mechanism: 'additive' }].flatMap((lesson) =>
    stepsIn(/** @type {Wanted} */ (lesson))
      .filter((step) => ![...shownStates, ...parts].some((state) => state.step === step))
      .map((step) => /** @type {Wanted} */ ({ ...lesson, step })),
  ),
  ...[{ sentence: '' }, { sentence: 'a b c d e f g h i j' }],
];

/** Each structure once. Other states differ only in numbers and words. */
const structures = [
  ...[...plain, ...shownStates],
  ...parts.filter((part) => !shownStates.some((state) => name(state) === name(part))),
];

const bar = tally('access');

// axe is slow and reads the same page in both browsers, so Firefox checks each part, width and
// theme only once.
inEachBrowser('axe', (desk, browserName) => {
  const isChromium = browserName === 'chromium';
  const forms = FORMS.slice(0, isChromium ? FORMS.length : 2);

  /** @param {number} width @param {'light' | 'dark'} theme */
  async function setForm(width, theme) {
    await desk.page.setViewport({ width, height: 800 });
    await desk.page.evaluate((wanted) => lab.setAttribute('theme', wanted), theme);
    await settle(desk.page);
  }

  /** @param {string} where @param {string[]} [only] rules */
  async function assertSound(where, only) {
    const found = await violationsOn(desk.page, { only });
    assert.deepEqual(found, [], where);
    bar.count(`states in ${browserName}`);
  }

  /** @param {Wanted[]} states @param {string[]} [only] rules */
  async function assertAllSound(states, only) {
    for (const wanted of states) {
      await showOnly(desk.page, wanted);
      const open = `[data-place="${wanted.cell}"][aria-selected=true]`;
      assert.ok(!wanted.cell || (await desk.hands.count(open)) > 0, `${wanted.cell} is open`);
      // axe's own rule is off, because it takes cells under a sticky bar for too small.
      const low = await desk.page.$$eval('attention-lab >>> .trace button', (all) =>
        all.filter((button) => button.offsetHeight < 24).map((button) => button.textContent),
      );
      assert.deepEqual(low, [], name(wanted));
      await assertSound(name(wanted), only);
    }
  }

  for (const [form, [width, theme]] of forms.entries()) {
    if (isChromium) {
      it(`finds nothing at ${width} pixels, ${theme}, in a quarter of all structures`, async () => {
        await setForm(width, theme);
        await assertAllSound(structures.filter((_, i) => i % forms.length === form));
      });
    }

    // The first two forms differ in width and theme.
    if (form >= 2) continue;
    it(`finds nothing at ${width} pixels, ${theme}, in every part`, async () => {
      await setForm(width, theme);
      // In one browser every part is checked by all rules among the structures.
      if (isChromium) await assertAllSound(parts, OF_LOOKS);
      else await assertAllSound(parts.filter((_, i) => i % 2 === form));
    });

    if (!isChromium) continue;
    it(`finds nothing at ${width} pixels, ${theme}, with everything open`, async () => {
      const { hands, page } = desk;
      const only = form === 0 ? undefined : OF_LOOKS;
      await setForm(width, theme);
      await showOnly(page, { step: 'weights', edits: 'q.0.0:1' });
      // On a phone, More is one of the steps, which open as a whole.
      if (await page.evaluate(() => inLab('.pages')?.checkVisibility() === false))
        await hands.click('.turns .note');
      const rest = '.rest:not([open]) > summary';
      while ((await hands.count(rest)) > 0) await hands.click(rest);
      await assertSound('all steps', only);
      if ((await hands.count('.pages:popover-open')) > 0) await hands.press('Escape', 'Escape');
      const edits = '.edits:not([open]) > summary';
      if ((await hands.count(edits)) > 0) await hands.click(edits);
      await assertSound('the set numbers', only);
      const folded = 'details:not([open], .rest, .edits) > summary';
      assert.ok((await hands.count(folded)) >= 4);
      while ((await hands.count(folded)) > 0) await hands.click(folded);
      for (const format of ['png', 'csv']) {
        await hands.click(`[data-format=${format}]`);
        await page.waitForFunction(() => inLab('details:has([data-format]) p button'));
        await assertSound(`all unfolded, ${format} taken home`, only);
      }
      await hands.click('[aria-describedby=about-shuffle]');
      await assertSound('after an experiment', only);
      await hands.press('?');
      assert.equal(await hands.count('dialog[open]'), 1);
      await assertSound('the help', only);
      await hands.press('Escape');
      const unfolded = 'details[open]:not(.rest, .edits) > summary';
      while ((await hands.count(unfolded)) > 0) await hands.click(unfolded);
    });
  }
});
