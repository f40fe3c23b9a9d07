import assert from 'node:assert/strict';
import { beforeEach, it } from 'node:test';
import { fewDigits } from '../../web/text/en/overview.js';
import { inOneBrowser } from './each-browser.js';
import { settle } from './hands.js';
import {
  assertTable,
  boxesOf,
  load,
  makeSentence,
  readState,
  readTables,
  recompute,
  show,
  showOnly,
  untilChosenInSight,
} from './lab.js';

inOneBrowser('the scrolling of the lab', (desk) => {
  beforeEach(() => desk.page.setViewport({ width: 1280, height: 800 }));

  it('scrolls to the largest weight of the selected row of many words', async () => {
    await desk.page.setViewport({ width: 320, height: 800 });
    for (let query = 0; query < 16; query++) {
      await showOnly(desk.page, { sentence: 'a b c d e f g h i j k l m n o p', query });
      const seen = await desk.page.evaluate(() => {
        const cells = allInLab('.overview .selected td');
        const most = Math.max(...cells.map((cell) => Number(cell.dataset.value)));
        const cell = cells.find(({ dataset }) => Number(dataset.value) === most);
        if (!cell) throw new Error('no cell is selected');
        const { left, right } = cell.getBoundingClientRect();
        return left >= boxOf('.overview .selected th').right - 1 && right <= 320;
      });
      assert.ok(seen, `row ${query}`);
    }
    const tensors = recompute({ state: await readState(desk.page) });
    const tables = await readTables(desk.page);
    for (const table of tables) assertTable(table, tensors, 'many words');
    assert.ok(
      tables[0].cells.every(({ text }) => /^0\.\d{3}$/.test(text)),
      'three decimals',
    );
    assert.equal(await desk.hands.textOf('.digits'), fewDigits);
  });

  it('starts at the first column if its link names no query', async () => {
    await desk.page.setViewport({ width: 390, height: 844 });
    const link = '#v=1&s=a+b+c+d+e+f+g+h+i+j+k+l+m+n';
    for (const [rest, isAtStart] of /** @type {const} */ ([
      ['', true],
      ['&q=2', false],
    ])) {
      await desk.page.goto('about:blank');
      await load(desk.page, `${desk.url}${link}${rest}`);
      await settle(desk.page);
      const left = await desk.page.evaluate(() => inLab('.overview .matrix')?.scrollLeft);
      assert.equal(left === 0, isAtStart, `${rest}: ${left}`);
    }
  });

  it('starts at the first column after the reader has typed a sentence', async () => {
    const { page, hands } = desk;
    await page.setViewport({ width: 390, height: 844 });
    await showOnly(page, { sentence: 'a b c d e f g h i j k l m n', query: 2 });
    await hands.click('#sentence');
    await page.evaluate(() => /** @type {HTMLInputElement} */ (inLab('#sentence')).select());
    await page.keyboard.type('Wait, my dog’s ball isn’t red: it’s blue!');
    await page.keyboard.press('Enter');
    await settle(page);
    assert.equal(await page.evaluate(() => inLab('.overview .matrix')?.scrollLeft), 0);
  });

  it('covers no column by half when it scrolls to the largest weight', async () => {
    await desk.page.setViewport({ width: 320, height: 800 });
    for (const sentence of ['The animal was too tired to cross', 'a b c d e f g h i j k l m n']) {
      for (let query = 0; query < 7; query++) {
        await showOnly(desk.page, { sentence, step: 'weights', query });
        const covered = await desk.page.evaluate(() => {
          const end = boxOf('table.weights .selected th').right;
          return allInLab('table.weights .selected td')
            .map((cell) => cell.getBoundingClientRect())
            .filter(({ left, right }) => left < end - 3 && right > end + 3)
            .map(({ left }) => `${left} under ${end}`);
        });
        assert.deepEqual(covered, [], `row ${query}`);
      }
    }
  });

  it('leaves an open number in sight on a page enlarged to 400 %', async () => {
    await desk.page.setViewport({ width: 320, height: 256 });
    for (const cell of ['scores.0.0.0', 'scores.0.3.3']) {
      await showOnly(desk.page, { step: 'scores', cell: '' });
      await desk.hands.click(`.figure [data-place="${cell}"]`);
      await settle(desk.page);
      const parts = [`.figure [data-place="${cell}"]`, '.strip', '.trace'];
      const [{ top, bottom }, bar, trace] = await boxesOf(desk.page, ...parts);
      assert.ok(top >= bar.bottom && bottom <= trace.top, `${cell}: ${top} to ${bottom}`);
    }
  });

  it('fades tables where they are cut, and not where they end or fit', async () => {
    const { page } = desk;
    await page.setViewport({ width: 390, height: 844 });
    const nine = 'the tired dog did not cross the busy street';
    /** @param {string} table @param {number} [scrolled] */
    const readFade = (table, scrolled = 0) =>
      page.evaluate(
        async (selector, left) => {
          const frame = /** @type {HTMLElement} */ (inLab(selector)?.closest('.matrix'));
          frame.scrollLeft = left;
          await nextFrames(2);
          const { maskImage, maskSize } = getComputedStyle(frame);
          const { scrollLeft } = frame;
          return { image: maskImage, ends: maskSize.split(', '), scrolled: Math.abs(scrollLeft) };
        },
        table,
        scrolled,
      );
    const beyond = 'calc(100% + 28px) 100%';
    await showOnly(page, { step: 'weights' });
    assert.equal((await readFade('table.weights')).image, 'none', 'a table that fits');
    for (const [sentence, way, end] of /** @type {const} */ ([
      [nine, 1, 'right'],
      ['החתול אוכל דג טרי החתול אוכל דג טרי החתול', -1, 'left'],
    ])) {
      await showOnly(page, { sentence, step: 'weights' });
      const start = await readFade('.figure table.weights');
      assert.match(start.image, new RegExp(`^linear-gradient\\((to )?${end}`), 'the end fades');
      assert.deepEqual(start.ends, ['100% 100%', beyond]);
      const last = await readFade('.figure table.weights', way * 10_000);
      const [size, full] = last.ends;
      // The fade of 28 px goes over the last tenth of the way. Scrolled by whole pixels, a frame is
      // less than one from its end.
      const least = 28 * (1 - 10 / last.scrolled);
      const gone = Number(/\+ ([\d.]+)px/.exec(size)?.[1]);
      assert.ok(gone >= least && least > 0, `${gone} of ${least}: the last column is clear`);
      assert.equal(full, '100% 100%');
    }
  });

  it('shows beside the words of the rows that a table has more columns behind them', async () => {
    const { page } = desk;
    await page.setViewport({ width: 390, height: 844 });
    for (const sentence of [
      'the tired dog did not cross the busy street',
      'החתול אוכל דג טרי החתול אוכל דג טרי החתול',
    ]) {
      await showOnly(page, { sentence, step: 'weights' });
      const [first, last] = await page.evaluate(async () => {
        const frame = /** @type {HTMLElement} */ (
          inLab('.figure table.weights')?.closest('.matrix')
        );
        const side = getComputedStyle(frame).direction === 'rtl' ? -1 : 1;
        const shadows = [];
        for (const left of [0, side * 10_000]) {
          frame.scrollLeft = left;
          await nextFrames(2);
          shadows.push(
            [...frame.querySelectorAll('th[scope=row], .corner')].map((word) =>
              Number(getComputedStyle(word, '::after').opacity),
            ),
          );
        }
        return shadows;
      });
      assert.equal(first.length, 10);
      assert.deepEqual(new Set(first), new Set([0]), 'all columns are in view');
      assert.deepEqual(new Set(last), new Set([1]), 'the first columns are hidden');
    }
  });

  it('keeps the chosen word in sight in the bar, also in a new bar and in a narrower one', async () => {
    const { page } = desk;
    const sentence = makeSentence(16, 'longer-word-');
    await showOnly(page, { sentence, query: 15 });
    await untilChosenInSight(page);
    await page.setViewport({ width: 390, height: 800 });
    await page.waitForFunction(() => innerWidth === 390);
    await untilChosenInSight(page);
    for (const guide of ['opening', 'practice-check']) {
      await show(page, { guide });
      await settle(page);
      await show(page, { guide: '' });
      await untilChosenInSight(page);
    }
  });

  it('scrolls to the chosen one of many words and heads', async () => {
    const { page, hands } = desk;
    const sentence = 'the animal did not cross the street because it was too tired today and slept';
    for (const width of [1280, 900, 700, 320]) {
      await page.setViewport({ width, height: 800 });
      await showOnly(page, { sentence: `${sentence} well`, heads: 8, dModel: 16, query: 15 });
      for (const [name, value] of [
        ['query', 15],
        ['head', 1],
        ['head', 7],
        ['query', 0],
      ]) {
        await hands.pick(String(name), String(value));
        const chosen = `input[name=${name}]:checked`;
        const [label, frame] = await boxesOf(page, `:has(> ${chosen})`, `:has(> * > ${chosen})`);
        const where = `${name} ${value} at ${width}`;
        assert.ok(label.left >= frame.left && label.right <= frame.right, where);
        assert.ok(frame.right <= width, where);
      }
    }
  });
});
