// The first screen lets the small model write.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import * as story from '../../web/features/models/text/en/story.js';
import { waitInLab } from '../support/browser.js';
import { inOneBrowser } from './each-browser.js';
import { settle, untilText } from './hands.js';
import { boxesOf, load } from './lab.js';

const SCREENS = [
  [1280, 800],
  [390, 844],
];

inOneBrowser('the story on the first screen', (desk) => {
  it('lets Mini write: a press adds a word, and a blocked link changes the next one', async () => {
    const { hands, page } = desk;
    const story = () =>
      page.evaluate(() => {
        const seen = (/** @type {string} */ selector) =>
          allInLab(`.story ${selector}`).filter((element) => element.checkVisibility());
        return {
          words: seen('.token').map((element) => element.textContent),
          blocked: seen('.token.blocked').map((element) => element.textContent),
          // There are arcs for wide and for narrow screens; read the visible ones.
          numbers: seen('[data-place]').map(({ dataset }) => [dataset.place, dataset.value]),
          next: seen('.next-words th').map((element) => element.textContent),
        };
      });
    for (const [width, height] of SCREENS) {
      await page.setViewport({ width, height });
      await load(page, desk.url);
      await waitInLab(page, '.story .token');
      const { words } = await story();
      await hands.click('.story .plain', 'One word');
      assert.deepEqual((await story()).words, [...words, 'she']);
      await hands.click('.story .plain', 'Take back');
      assert.deepEqual((await story()).next[0], 'she');
      await hands.click(`.story .${width > 500 ? 'in-row' : 'in-column'} .token`, 'Lena');
      const { blocked, next, numbers } = await story();
      assert.deepEqual([blocked, next[0]], [['Lena'], 'he']);
      assert.ok(numbers.length > 5);
      await hands.click('.story .way', 'See all its numbers');
      const shown = await page.evaluate(
        (places) => {
          const tensors = lab.results;
          return places.map((place) => {
            const [id, ...index] = place.split('.');
            const { shape, data } = tensors[id];
            return data[index.map(Number).reduce((at, i, axis) => at * shape[axis] + i, 0)];
          });
        },
        numbers.map(([place = '']) => place),
      );
      numbers.forEach(([place, value], i) => {
        assert.equal(Math.fround(Number(value)), shown[i], place);
      });
      assert.equal((await hands.state()).source, 'mini');
    }
  });

  it('has next words in a table that Tab and arrows enter, also after another word', async () => {
    const { hands, page } = desk;
    await page.setViewport({ width: 1280, height: 800 });
    await load(page, desk.url);
    await waitInLab(page, '.story .token');
    await hands.walkTo('.story .next-words', 'tr:nth-child(3) td');
    await hands.enter('.story .plain', 'One word');
    assert.equal(await hands.count('.story .next-words [tabindex="0"]'), 1);
    await hands.walkTo('.story .next-words', 'tr:nth-child(2) td');
  });

  it('lets Mini write until its story ends or it is stopped', async () => {
    const { hands, page } = desk;
    await page.setViewport({ width: 1280, height: 800 });
    await load(page, desk.url);
    await waitInLab(page, '.story .token');
    const words = () => hands.count('.story .in-row .token');
    const before = await words();
    await hands.click('.story .choose');
    await page.waitForFunction(
      (least) => allInLab('.story .in-row .token').length > least,
      {},
      before + 1,
    );
    // After stopping, no timer is left.
    const left = await page.evaluate(async () => {
      const pending = new Set();
      const [set, clear] = [globalThis.setTimeout, globalThis.clearTimeout];
      globalThis.setTimeout = /** @type {any} */ (
        (/** @type {() => void} */ call, /** @type {number} */ delay) => {
          const id = set(() => {
            pending.delete(id);
            call();
          }, delay);
          pending.add(id);
          return id;
        }
      );
      globalThis.clearTimeout = (id) => {
        pending.delete(id);
        clear(id);
      };
      const count = () => allInLab('.story .in-row .token').length;
      const start = count();
      // Wait for the next word, whose timer is known.
      while (count() === start) await nextFrames();
      const playing = pending.size;
      inLab('.story .choose')?.click();
      await lab.updateComplete;
      const stopped = pending.size;
      Object.assign(globalThis, { setTimeout: set, clearTimeout: clear });
      return { playing, stopped };
    });
    assert.deepEqual(left, { playing: 1, stopped: 0 });
    await settle(page);
    await hands.click('.story .choose', 'Write');
    await untilText(page, '.story .note[role=status]', story.over);
    assert.equal(await hands.textOf('.story .choose'), 'Write');
    const offered = () =>
      page.$$eval('attention-lab >>> .story .buttons button', (all) =>
        all.map((button) => button.getAttribute('aria-disabled') !== 'true'),
      );
    assert.deepEqual(await offered(), [false, false, true, true]);
    await hands.click('.story .plain', 'Take back');
    assert.deepEqual(await offered(), [true, true, true, true]);
    await hands.tabTo('.story .plain', 'Take back');
    while ((await offered())[2]) await hands.press('Enter');
    assert.ok(await hands.hasFocus('.story .plain[aria-disabled=true]'));
    assert.deepEqual(await offered(), [true, true, false, true]);
  });

  it('writes another story at once, and keeps its last word in a narrow window', async () => {
    const { hands, page } = desk;
    await page.setViewport({ width: 390, height: 844 });
    await load(page, desk.url);
    await waitInLab(page, '.story .token');
    await hands.click('.story .plain', 'Another story');
    const words = '.story .in-column .token';
    await page.waitForFunction((all) => allInLab(all).length === 12, {}, words);
    const { first, bottom, end } = await page.evaluate((all) => {
      const found = allInLab(all);
      const { bottom } = found[found.length - 1].getBoundingClientRect();
      return { first: found[0].textContent?.trim(), bottom, end: innerHeight };
    }, words);
    assert.equal(first, '<s>');
    assert.ok(bottom < end + 1, `the last word ends at ${bottom} of ${end}`);
    await hands.click('.story .choose', 'Stop');
  });

  it('keeps the shades of a long story below their words', async () => {
    const { hands, page } = desk;
    await page.setViewport({ width: 880, height: 800 });
    await load(page, desk.url);
    await waitInLab(page, '.story .token');
    while ((await hands.count('.story .in-row .token')) < 16)
      await hands.click('.story .plain', 'One word');
    const ends = await page.evaluate(() =>
      [
        '.in-row .words',
        ...Array.from({ length: 8 }, (_, i) => `.head-row:nth-child(${i + 1}) .strip`),
      ].map((row) => inLab(`.story ${row} > :last-child`)?.getBoundingClientRect().right),
    );
    assert.equal(new Set(ends).size, 1, String(ends));
  });

  it('shows the buttons and the next words beside the last word on a phone', async () => {
    const { hands, page } = desk;
    for (const [width, height] of [
      [390, 844],
      [320, 640],
    ]) {
      await page.setViewport({ width, height });
      await load(page, desk.url);
      await waitInLab(page, '.story .token');
      const count = () => hands.count('.story .in-column .token');
      while ((await count()) < 16) await hands.click('.story .plain', 'One word');
      const last = '.story .in-column .token.from';
      await page.evaluate((selector) => inLab(selector)?.scrollIntoView({ block: 'end' }), last);
      const parts = ['.story .choose', last, '.story .next-words'];
      for (const { top, bottom } of await boxesOf(page, ...parts))
        assert.ok(top >= 0 && bottom <= height + 1, `${top} to ${bottom} of ${height}`);
    }
  });
});
