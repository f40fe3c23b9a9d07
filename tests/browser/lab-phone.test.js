// The layout of the lab on a phone: nothing is cut off, covered or wider than the screen.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { inOneBrowser } from './each-browser.js';
import { NEXT } from './hands.js';
import { boxesOf, showOnly } from './lab.js';
import { hostile, lessons, name, stepsIn } from './lessons.js';

const steps = lessons.flatMap((lesson) => stepsIn(lesson).map((step) => ({ ...lesson, step })));

inOneBrowser('the lab on a phone', (desk) => {
  it('names its heads on a phone, where four fit beside the word', async () => {
    for (const width of [390, 320]) {
      for (const heads of [2, 4, 8]) {
        await desk.page.setViewport({ width, height: 844 });
        await showOnly(desk.page, { heads, dModel: 8 });
        const seen = await desk.page.evaluate(() => {
          const all = /** @type {Element} */ (inLab('.heads'));
          const legend = /** @type {Element} */ (all.querySelector('legend'));
          const [first] = [...all.querySelectorAll('label')];
          return {
            clipPath: getComputedStyle(legend).clipPath,
            isIn: legend.getBoundingClientRect().left >= all.getBoundingClientRect().left,
            gap: first.getBoundingClientRect().left - legend.getBoundingClientRect().right,
            beyond: all.scrollWidth - all.clientWidth,
          };
        });
        assert.ok(seen.clipPath === 'none' && seen.isIn && seen.gap >= 0, JSON.stringify(seen));
        assert.ok(heads === 8 || seen.beyond === 0, `${seen.beyond} with ${heads} at ${width}`);
      }
    }
  });

  it('puts the text below the title at 320 pixels, and Next scrolls to the next title', async () => {
    await desk.page.setViewport({ width: 320, height: 640 });
    await showOnly(desk.page, { step: 'scores' });
    await desk.page.evaluate(() => inLab('.below')?.scrollIntoView({ block: 'end' }));
    await desk.hands.click(NEXT);
    const found = await desk.page.evaluate(() => {
      const lines = allInLab('.turn').map((button) => button.getBoundingClientRect().height);
      return {
        order: [...(inLab('.one')?.children ?? [])].map((part) => part.className),
        edges: [
          boxOf('.token-bar').bottom,
          boxOf('.step-title').top,
          boxOf('.prose').top,
          boxOf('.turns').top,
        ],
        tallest: Math.max(...lines),
      };
    });
    assert.deepEqual(found.order, ['', 'prose', 'figure']);
    assert.deepEqual(
      found.edges,
      found.edges.toSorted((a, b) => a - b),
    );
    assert.ok(found.tallest <= 44, 'a button is one line high');
  });

  it('closes the panel of a number on the way to another step', async () => {
    await desk.page.setViewport({ width: 390, height: 844 });
    const ways = {
      next: () => desk.hands.click(NEXT),
      program: () => desk.page.evaluate(() => lab.next()),
    };
    for (const [name, go] of Object.entries(ways)) {
      await showOnly(desk.page, { step: 'weights', cell: 'weights.0.1.1' });
      const isOpen = () => desk.page.evaluate(() => inLab('.trace') !== null);
      assert.ok(await isOpen(), name);
      await go();
      assert.equal(await isOpen(), false, name);
    }
  });

  it('fits every step and unusual sentence into 320 pixels', async () => {
    await desk.page.setViewport({ width: 320, height: 640 });
    const odd = hostile.map((sentence) => ({ sentence, step: 'weights' }));
    const all = [...steps, ...odd];
    const hidden = await desk.page.evaluate(async (states) => {
      const found = [];
      for (const wanted of states) {
        lab.reset();
        lab.setState(/** @type {any} */ (wanted));
        while (!(await lab.updateComplete));
        const { scrollWidth, clientWidth } = document.documentElement;
        found.push(scrollWidth - clientWidth);
      }
      return found;
    }, all);
    for (const [i, width] of hidden.entries()) assert.equal(width, 0, name(all[i]).slice(0, 80));
  });

  it('puts each sign before its table on a phone, or above a table alone in its line', async () => {
    let signs = 0;
    for (const width of [390, 320]) {
      await desk.page.setViewport({ width, height: 844 });
      for (const state of steps) {
        await showOnly(desk.page, state);
        signs += await desk.hands.count('.matrices > .term > .sign');
        const misplaced = await desk.page.evaluate(() => {
          const box = (/** @type {Element} */ element) => element.getBoundingClientRect();
          const terms = allInLab('.matrices > .term');
          return terms.flatMap((term) => {
            const [sign, table] = term.children;
            if (!sign?.matches('.sign')) return [];
            const [tableBox, signBox] = [box(table), box(sign)];
            const middle = (signBox.top + signBox.bottom) / 2;
            const isBefore =
              signBox.right <= tableBox.left && middle > tableBox.top && middle < tableBox.bottom;
            const isAlone = terms.every(
              (other) =>
                other === term ||
                box(other).bottom <= box(term).top ||
                box(other).top >= box(term).bottom,
            );
            return isBefore || (isAlone && signBox.bottom <= tableBox.top)
              ? []
              : [sign.textContent];
          });
        });
        assert.deepEqual(misplaced, [], `${state.step} at ${width}`);
      }
    }
    assert.ok(signs > 2 * steps.length, `${signs} signs`);
  });

  it('limits each bar to a tenth of a phone’s screen, and opens the steps by one tap', async () => {
    const { page, hands } = desk;
    const long =
      'the animal did not cross the street because it was too tired today and slept well';
    for (const wanted of [
      { step: 'weights', edits: 'x.eat.0:2' },
      { step: 'scores', sentence: long, heads: 8, dModel: 16 },
    ]) {
      await page.setViewport({ width: 360, height: 640 });
      await showOnly(page, /** @type {any} */ (wanted));
      await page.evaluate(() => inLab('.figure')?.scrollIntoView());
      const [strip, turns, head] = await boxesOf(page, '.strip', '.turns', '.heads');
      assert.equal(strip.top, 0);
      // With touch, each line of a bar is 44 pixels high.
      for (const { height } of [strip, turns]) assert.ok(height <= 640 / 10, `${height}`);
      assert.ok(turns.bottom <= 640 && head.left >= 0 && head.right <= 360);
      await hands.click('.turns .note');
      await hands.click('.bar li button', 'Keys');
      assert.equal((await hands.state()).step, 'k');
      assert.equal(await hands.count('.pages:popover-open'), 0);
      await hands.click('.turns .note');
      await hands.press('Escape');
      assert.equal(await hands.count('.pages:popover-open'), 0);
    }
  });

  it('opens a number below its table on a phone, on at most half of the screen', async () => {
    const { page, hands } = desk;
    await page.setViewport({ width: 360, height: 640 });
    for (const { step, place } of [
      { step: 'scores', place: 'scores.0.3.2' },
      { step: 'weights', place: 'exponentials.0.0.1' },
      { step: 'embeddings', place: 'embeddings.3.3' },
    ]) {
      await showOnly(page, { step });
      await hands.click(`.figure td[data-place="${place}"]`);
      const parts = ['.trace', '.figure td.traced', '.strip', '.turns'];
      const [sheet, cell, strip, turns] = await boxesOf(page, ...parts);
      assert.ok(sheet.height <= 320 && sheet.bottom <= turns.top + 1, step);
      const axes = await page.evaluate(() =>
        allInLab('.terms td').filter(
          (element) => element.querySelector('meter') && element.getBoundingClientRect().width > 0,
        ),
      );
      assert.equal(axes.length, 0, `${step}: no line where bars are left out`);
      assert.ok(cell.top >= strip.bottom && cell.bottom <= sheet.top, `${step}: ${cell.bottom}`);
      // The focused element is not covered, and the focus can go anywhere.
      await hands.press('ArrowUp', 'Tab', 'Tab');
      await hands.walkTo('.figure table', 'tbody tr:last-child td');
      const focused = await page.evaluate(
        () => lab.shadowRoot?.activeElement?.getBoundingClientRect().bottom ?? 0,
      );
      assert.ok(focused <= (await boxesOf(page, '.trace'))[0].top + 1, `${step}: ${focused}`);
      await hands.press('Escape');
      assert.equal(await hands.count('.trace'), 0);
    }
  });

  it('gives the panel of a number no empty space on a phone', async () => {
    const { page, hands } = desk;
    await page.setViewport({ width: 390, height: 844 });
    await showOnly(page, { guide: 'practice-goals-noodles' });
    await hands.click('.figure td[data-place="k.0.3.0"]');
    const parts = ['.trace', '.trace > :last-child'];
    const [panel, last] = await boxesOf(page, ...parts);
    assert.ok(panel.bottom - last.bottom <= 24, `${panel.bottom} of ${last.bottom}`);
  });

  it('keeps a field and its arithmetic in view above the keyboard of a phone', async () => {
    const { page, hands } = desk;
    await page.setViewport({ width: 390, height: 700 });
    await showOnly(page, { step: 'q' });
    await hands.click('.figure td[data-place="q.0.1.0"]');
    await hands.click('.trace .edit');
    await page.setViewport({ width: 390, height: 340 });
    for (const key of ['5', 'Enter']) {
      await page.keyboard.press(/** @type {'5' | 'Enter'} */ (key));
      await page.evaluate(() => nextFrames(2));
      const parts = ['.strip', '.trace .edit', '.trace .sum', '.turns'];
      const [strip, field, sum, turns] = await boxesOf(page, ...parts);
      assert.ok(field.top >= strip.bottom && field.bottom <= turns.top, `${key}: ${field.top}`);
      assert.ok(sum.bottom <= turns.top + 1, `${key}: ${sum.bottom} of ${turns.top}`);
    }
  });
});
