// How pages of the course use the room of a narrow screen.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pages } from '../../web/features/course/index.js';
import { makePageState } from '../../web/pages/chapters.js';
import { RIGHT } from '../course/answers.js';
import '../support/features.js';
import { courseOn, isAtHand } from './course.js';
import { inEachBrowser, inOneBrowser } from './each-browser.js';
import { settle } from './hands.js';
import { showOnly } from './lab.js';

/** @import { Page } from '../../web/pages/types.js' */

inOneBrowser('texts of twice the size in a window of 360 pixels', (desk) => {
  const course = courseOn(desk);
  it('no page is wider than the window, asked or answered', async () => {
    await desk.page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
    // Chromium asks container queries again when the width changes, not when the root's letters do.
    await desk.page.setViewport({ width: 360, height: 800 });
    const read = pages.filter((page) => isAtHand(page) || page.id === 'heads-silence');
    assert.ok(read.length > 25);
    for (const page of read) {
      const answered = page.id in RIGHT ? [`${page.id}_${RIGHT[page.id]}`] : [];
      for (const answers of ['', ...answered]) {
        await showOnly(desk.page, makePageState(page, answers));
        await settle(desk.page);
        await course.assertNotWider(`${page.id}, ${answers}`);
      }
    }
  });
});

describe('a table that is wider than a phone', { concurrency: 1 }, () => {
  inEachBrowser('of the course', (desk) => {
    it('keeps its caption and its row headers in view when it is scrolled', async () => {
      const page = /** @type {Page} */ (pages.find(({ id }) => id === 'why-even'));
      await desk.page.setViewport({ width: 390, height: 844 });
      await showOnly(desk.page, makePageState(page, `${page.id}_${RIGHT[page.id]}`));
      await settle(desk.page);
      const hidden = await desk.page.evaluate(() => {
        const matrix = /** @type {HTMLElement} */ (inLab('.later .matrix'));
        matrix.scrollLeft = matrix.scrollWidth;
        const { left } = matrix.getBoundingClientRect();
        const parts = [...matrix.querySelectorAll('caption, .corner span, tbody th')];
        const texts = parts.map((one) => {
          const range = document.createRange();
          range.selectNodeContents(one);
          return { text: one.textContent?.trim(), left: range.getBoundingClientRect().left };
        });
        return {
          scrolled: matrix.scrollLeft > 50,
          count: texts.length,
          texts: texts.filter((one) => one.left < left - 1),
        };
      });
      assert.ok(hidden.scrolled && hidden.count >= 2);
      assert.deepEqual(hidden.texts, []);
    });
  });
});

inOneBrowser('what belongs together', (desk) => {
  it('a phone shows what trains and the button that trains it at once', async () => {
    const page = /** @type {Page} */ (pages.find(({ id }) => id === 'scoring-learn'));
    await desk.page.setViewport({ width: 390, height: 844 });
    await showOnly(desk.page, makePageState(page, `${page.id}_${RIGHT[page.id]}`));
    await settle(desk.page);
    const { arrows, learn, room } = await desk.page.evaluate(() => {
      const button = /** @type {Element} */ (inLab('.training .buttons button'));
      const planes = allInLab('.learning .plane').filter((one) => one.checkVisibility());
      return {
        arrows: planes.map((one) => one.getBoundingClientRect().top),
        learn: button.getBoundingClientRect().bottom,
        room: innerHeight - /** @type {Element} */ (inLab('.bar')).getBoundingClientRect().height,
      };
    });
    assert.ok(
      arrows.some((top) => top < learn && learn - top < room),
      `${arrows}, ${learn}`,
    );
  });
  it('a laptop shows at least the beginning of what is known at the end of a chapter', async () => {
    await desk.page.setViewport({ width: 1280, height: 800 });
    let ends = 0;
    for (const page of pages.filter(isAtHand)) {
      if (!(page.id in RIGHT)) continue;
      await showOnly(desk.page, makePageState(page, `${page.id}_${RIGHT[page.id]}*`));
      await settle(desk.page);
      const [top, end] = await desk.page.evaluate(() => {
        scrollTo(0, 0);
        return ['.recap', '.bar'].map((one) => inLab(one)?.getBoundingClientRect().top);
      });
      if (top === undefined) continue;
      ends++;
      assert.ok(end !== undefined && top < end, `${page.id}: ${top} of ${end}`);
    }
    assert.ok(ends >= 5, String(ends));
  });
  it('a laptop shows a plane and the sentence above it at once', async () => {
    const page = /** @type {Page} */ (pages.find(({ id }) => id === 'mixing-values'));
    await desk.page.setViewport({ width: 1280, height: 800 });
    await showOnly(desk.page, makePageState(page));
    await settle(desk.page);
    const [plane, bar] = await desk.page.evaluate(() => {
      const [figure, below] = ['.figure .plane', '.bar'].map((one) => inLab(one));
      return [figure?.getBoundingClientRect().bottom, below?.getBoundingClientRect().top];
    });
    assert.ok(plane !== undefined && bar !== undefined && plane <= bar, `${plane} of ${bar}`);
  });
  it('the fields of a match stand below each other', async () => {
    const asked = pages.filter((page) => isAtHand(page) && page.task?.kind === 'match');
    assert.ok(asked.length >= 3);
    for (const width of [1280, 320]) {
      await desk.page.setViewport({ width, height: 800 });
      for (const page of asked) {
        await showOnly(desk.page, makePageState(page));
        await settle(desk.page);
        const lefts = await desk.page.evaluate(() =>
          allInLab('.blanks select').map((field) => field.getBoundingClientRect().left),
        );
        assert.equal(new Set(lefts).size, 1, `${page.id} at ${width} pixels: ${lefts}`);
      }
    }
    await desk.page.setViewport({ width: 1280, height: 800 });
  });
  it('a wide screen shows the arrows once', async () => {
    const page = /** @type {Page} */ (pages.find(({ id }) => id === 'scoring-learn'));
    await showOnly(desk.page, makePageState(page, `${page.id}_${RIGHT[page.id]}`));
    await settle(desk.page);
    const shown = await desk.page.evaluate(
      () => allInLab('.learning .plane').filter((one) => one.checkVisibility()).length,
    );
    assert.equal(shown, 1);
  });
});
