// An author's chapter on somebody else's page, done by hand: each page is answered wrong and right,
// undone, and turned.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { EXAMPLE, embedChapter, makeChapter, untilTitle } from './author-chapter.js';
import { courseOn } from './course.js';
import { handsOn, NEXT, settle } from './hands.js';
import { onHostPages, plainPage } from './host.js';

/** @import { Page } from './host.js' */

/**
 * Returns the weights of a head from the element.
 * @param {Page} page
 * @returns {Promise<number[]>}
 */
const weightsOn = (page) => page.evaluate(() => [.../** @type {any} */ (lab.results).weights.data]);

onHostPages('an author’s chapter answered by a reader', (host, _browserName, once) => {
  /** @param {string} html */
  const open = (html) => host.open({ html: plainPage(html) });

  /**
   * Answers each page wrong, then right.
   * @param {Page} page
   * @param {'mouse' | 'tab' | 'touch'} way
   */
  async function doAll(page, way) {
    const hands = handsOn(page);
    const { ways, reply, assertSound, assertNotWider, give } = courseOn({ page, hands, url: '' });
    const press = ways[way];
    /** @param {string} title @param {(sound: (state: string) => Promise<void>) => Promise<void>} solve */
    async function onPage(title, solve) {
      await untilTitle(page, title);
      const sound = async (/** @type {string} */ state) => {
        await assertNotWider(`${title}, ${state}`);
        // The result of axe does not depend on the way of pressing, and the question stays with the
        // reply.
        if (way === 'mouse' && state !== 'asked') await assertSound(`${title}, ${state}`);
      };
      await sound('asked');
      await solve(sound);
      await sound('done');
      assert.match((await hands.state()).answers, /\*$/, `${title} is kept as done`);
      if (title !== 'One mistake') await press(`${NEXT} >> 0`);
    }
    /** @param {string} text */
    const typeTable = async (text) => {
      await page.evaluate((typed) => {
        /** @type {HTMLTextAreaElement} */ (inLab('.typed-answer textarea')).value = typed;
      }, text);
      await press('.typed-answer .check >> 0');
      await settle(page);
    };

    await onPage('Who sees least?', async (sound) => {
      await press('.figure :is(button, [role=button]) >> 3');
      assert.match(await reply(), /noodles comes last/);
      await sound('wrong');
      await press('.figure :is(button, [role=button]) >> 0');
      assert.match(await reply(), /comes first/);
      assert.match(await hands.textOf('.after'), /weight for itself is 1/);
    });
    await onPage('What is left is shared out', async (sound) => {
      assert.equal(await hands.count('.figure [data-place="weights.0.1.0"]'), 0, 'it is covered');
      const sign = await page.evaluate(() => {
        const covered = /** @type {Element} */ (inLab('.figure td.covered'));
        return getComputedStyle(covered, '::before').content;
      });
      assert.match(sign, /^"\?"/, 'and looks so');
      const task = /** @type {any} */ ({ kind: 'numbers' });
      await give(task, '0.333_0.333_0.333', press);
      assert.match(await reply(), /This mistake gives that result/);
      await sound('wrong');
      await give(task, '0.5_0.5_0', press);
      assert.match(await reply(), /Two equal scores/);
      assert.equal(await hands.count('.figure [data-place="weights.0.1.0"]'), 1);
    });
    await onPage('All of it', async (sound) => {
      await typeTable('1 0 0\n1 0 0\n1 0 0');
      await sound('wrong');
      assert.doesNotMatch((await hands.state()).answers, /\*$/);
      const weights = await weightsOn(page);
      const rows = [0, 3, 6].map((row) => weights.slice(row, row + 3).join(' '));
      await typeTable(rows.join('\n'));
    });
    await onPage('A mask of zeros', async (sound) => {
      await press('.answer >> 0');
      assert.match(await reply(), /A score of 0 is not a weight of 0/);
      await sound('wrong');
      await press('.answer >> 1');
      assert.match(await reply(), /0 still counts as 1/);
    });
    await onPage('One more each', async (sound) => {
      const task = /** @type {any} */ ({ kind: 'match' });
      await give(task, '0_2_2', press);
      assert.match(await reply(), /noodles comes after eat/);
      await sound('wrong');
      await give(task, '0_1_2', press);
      assert.match(await reply(), /one more than the word before/);
      assert.equal((await weightsOn(page))[1], 0);
      await press('.figure .choose >> 1');
      assert.notEqual((await weightsOn(page))[1], 0);
    });
    await onPage('Close the leak', async (sound) => {
      const cells = '.figure [aria-label*="mask "]';
      assert.ok((await hands.count(cells)) > 0);
      // In a grid, arrow keys move from cell to cell.
      const toggle = async (/** @type {string} */ pair) => {
        const cell = `[aria-label$="mask ${pair}"]`;
        if (way !== 'tab') return press(`.figure ${cell} >> 0`);
        await hands.walkTo('.figure table:has([aria-label*="mask "])', cell);
        await hands.press('Enter');
      };
      await toggle('They for noodles');
      await sound('wrong');
      for (const pair of ['They for noodles', 'eat for They', 'noodles for eat'])
        await toggle(pair);
    });
    await onPage('One mistake', async (sound) => {
      const tables = await page.evaluate(() =>
        allInLab('.suspects > li').map(
          (element) =>
            element.querySelector('[data-place]')?.getAttribute('data-place')?.split('.')[0],
        ),
      );
      const wanted = tables.indexOf('maskedScores');
      assert.ok(wanted >= 0);
      await press(`.suspects > li > .choose >> ${wanted === 0 ? 1 : 0}`);
      await sound('wrong');
      await press(`.suspects > li > .choose >> ${wanted}`);
      const count = await hands.count('.mistakes .answer');
      assert.ok(count > 0);
      assert.match(await reply(), /^Right: /);
      for (let i = 0; i < count && !/^Right\. /.test(await reply()); i++)
        await press(`.mistakes .answer >> ${i}`);
      assert.match(await reply(), /^Right\. /);
    });
  }

  for (const way of /** @type {const} */ (['mouse', 'tab', 'touch'])) {
    once(`takes wrong and right answers by ${way}`, async () => {
      const { page, requests } = await open(embedChapter(EXAMPLE));
      if (way === 'touch') {
        await page.setViewport({ width: 390, height: 844, hasTouch: true, isMobile: true });
        await page.reload({ waitUntil: 'load' });
      } else await page.setViewport({ width: 1280, height: 900 });
      await doAll(page, way);
      assert.deepEqual(new Set(requests()), new Set(['/', '/attention-lab.js']));
    });
  }

  once('keeps the task of a page in its compact form', async () => {
    const { page, readComplaints } = await open(embedChapter(EXAMPLE, 'hide="course" compact'));
    await untilTitle(page, 'Who sees least?');
    const read = () =>
      page.evaluate(() =>
        ['.question', '.answer', '.setup > p:not(.question)'].map((selector) =>
          allInLab(selector).some((part) => part.checkVisibility()),
        ),
      );
    assert.deepEqual(await read(), [true, false, false], 'a word to press');
    await page.evaluate(() => lab.setAttribute('guide', 'chapter-zero'));
    await untilTitle(page, 'A mask of zeros');
    assert.deepEqual(await read(), [true, true, false], 'a choice');
    await handsOn(page).click('.answer', 'something');
    assert.match(await handsOn(page).textOf('.reply'), /0 still counts as 1/);
    await page.evaluate(() => lab.querySelector('script')?.replaceChildren('{'));
    await untilTitle(page, 'This chapter cannot be read');
    assert.equal(await page.evaluate(() => inLab('.setup [role=alert]')?.checkVisibility()), true);
    assert.match(readComplaints().join(), /^warn: <attention-lab>: This is not JSON: [^,]*$/);
  });

  once('keeps tables in place when their covered numbers appear', async () => {
    const { page } = await open(embedChapter(EXAMPLE, 'guide="chapter-row" hide="course"'));
    await page.setViewport({ width: 1280, height: 900 });
    await untilTitle(page, 'What is left is shared out');
    const measure = () =>
      page.evaluate(() =>
        allInLab('.figure table').map((table) => {
          const { x, y, width } = table.getBoundingClientRect();
          return [x, y, width].map(Math.round);
        }),
      );
    const before = await measure();
    assert.ok(before.length > 0);
    const { give, ways } = courseOn({ page, hands: handsOn(page), url: '' });
    await give(/** @type {any} */ ({ kind: 'numbers' }), '0.5_0.5_0', ways.mouse);
    assert.deepEqual(await measure(), before);
  });

  once('undoes changes without leaving the page', async () => {
    const { page } = await open(embedChapter(EXAMPLE, 'guide="chapter-close" hide="course"'));
    const hands = handsOn(page);
    await untilTitle(page, 'Close the leak');
    await hands.click('.figure [aria-label="0: mask eat for They"]');
    const masked = async () => (await hands.state()).masked;
    const before = await masked();
    assert.notEqual(before, '0.2');
    await hands.click('[aria-label=Undo]');
    assert.equal(await masked(), '0.2');
    await hands.click('[aria-label=Redo]');
    assert.equal(await masked(), before);
    await untilTitle(page, 'Close the leak');
  });

  it('is as high as its content, in a low window and in a high one, with and without permalink', async () => {
    for (const attributes of ['hide="course" permalink', 'hide="course"', 'permalink']) {
      const { page } = await open(embedChapter(makeChapter('Cats'), attributes));
      await untilTitle(page, 'Cats, one');
      const heights = [];
      for (const height of [900, 1600]) {
        await page.setViewport({ width: 900, height });
        await settle(page);
        heights.push(await page.evaluate(() => lab.getBoundingClientRect().height));
      }
      assert.equal(heights[0], heights[1], attributes);
    }
  });

  it('follows the browser’s Back and Forward, and its link has page and answers', async () => {
    const { page } = await open(embedChapter(makeChapter('Cats'), 'permalink'));
    const hands = handsOn(page);
    await untilTitle(page, 'Cats, one');
    await hands.click('.answer', 'that');
    await hands.click(NEXT);
    await untilTitle(page, 'Cats, two');
    await page.goBack();
    await untilTitle(page, 'Cats, one');
    await page.goForward();
    await untilTitle(page, 'Cats, two');
    const link = await page.evaluate(() => lab.export('link'));
    assert.match(link, /g=chapter-two/);
    await page.goto('about:blank');
    await page.goto(link);
    await untilTitle(page, 'Cats, two');
    assert.match((await hands.state()).answers, /chapter-one_1\*/);
  });
});
