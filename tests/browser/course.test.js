import assert from 'node:assert/strict';
import { it } from 'node:test';
import { pages } from '../../web/features/course/index.js';
import { makePageState } from '../../web/pages/chapters.js';
import { courseOn, DESK, PHONE, pageNamed, rightOf } from './course.js';
import { inEachBrowser } from './each-browser.js';
import { followTo, NEXT, PREVIOUS, setField, settle } from './hands.js';
import { readRefusal, recompute, show, showOnly } from './lab.js';

/** @import { Page } from '../../web/pages/types.js' */
/** @import { State } from '../../web/state/types.js' */

inEachBrowser('a page of the course', (desk, _, once) => {
  const { reply, open, give, parts, setViewport, ways, ...course } = courseOn(desk);
  const answer = course.answerWrongThenRight;

  once('marks each of several numbers as right or wrong until it is changed', async () => {
    await setViewport(DESK);
    const page = pageNamed('projections-why');
    await open(page);
    await give(/** @type {any} */ (page.task), '11_5', ways.mouse);
    const marks = () =>
      desk.page.$$eval('attention-lab >>> .blanks input', (fields) =>
        fields.map((field) => [field.dataset.right, field.getAttribute('aria-invalid')]),
      );
    assert.deepEqual(await marks(), [
      ['true', 'false'],
      ['false', 'true'],
    ]);
    await course.type(0, '12');
    assert.equal((await marks())[0][0], null);
    await course.type(0, 'twelve');
    await desk.hands.click('.blanks .check');
    assert.equal((await marks())[0][1], 'true');
    await desk.hands.click('.show-answer');
    assert.equal((await marks())[0][1], 'false');
    assert.equal(await desk.hands.textOf('.blanks .refused'), '');
  });

  it('a refused entry is explained, and hides the reply to an earlier one', async () => {
    const { hands, page } = desk;
    await open(pageNamed('scoring-share'));
    const shown = () =>
      page.evaluate(() => ({
        reply: getComputedStyle(/** @type {Element} */ (inLab('.reply'))).visibility,
        refused: inLab('.blanks .refused')?.textContent,
      }));
    for (const i of [0, 1]) await course.type(i, '7');
    await hands.click('.blanks .check');
    assert.match(await reply(), /^Not yet\./);
    for (const [typed, refused] of [
      ['noodles', '“noodles” is not a number. Write it like 0.5, 1/2 or 50%.'],
      ['1,234', '“1,234” may be 1234 or 1.234. Write it without the comma, or with a point.'],
      [' ', 'Enter a number in each field.'],
    ]) {
      await course.type(0, typed);
      assert.deepEqual(await shown(), { reply: 'visible', refused: '' });
      await hands.click('.blanks .check');
      assert.deepEqual(await shown(), { reply: 'hidden', refused });
    }
  });

  once('a refused field is invalid, and described by its reason, until it changes', async () => {
    const { hands, page } = desk;
    await open(pageNamed('scoring-share'));
    const marked = (/** @type {number} */ i) =>
      readRefusal(page, `.blanks label:nth-of-type(${i}) input`);
    await course.type(0, '0.5');
    await course.type(1, 'noodles');
    await hands.click('.blanks .check');
    const refused = ['true', '“noodles” is not a number. Write it like 0.5, 1/2 or 50%.'];
    assert.deepEqual(await marked(2), refused);
    assert.notEqual((await marked(1))[0], 'true');
    await page.evaluate(async () => {
      lab.requestUpdate();
      await lab.updateComplete;
    });
    assert.deepEqual(await marked(2), refused);
    await course.type(1, '1');
    assert.notEqual((await marked(2))[0], 'true');
    await open(/** @type {Page} */ (pages.find(({ task }) => task?.kind === 'match')));
    await hands.click('.blanks .check');
    for (const item of [1, 2, 3])
      assert.deepEqual(
        await readRefusal(page, `.item:nth-of-type(${item}) select`),
        ['true', 'Choose an option in each field.'],
        `item ${item}: each open field is marked`,
      );
  });

  once('a refusal stays on its page', async () => {
    await open(pageNamed('scoring-share'));
    await course.type(0, 'noodles');
    await desk.hands.click('.blanks .check');
    assert.equal((await readRefusal(desk.page, '.blanks input'))[0], 'true');
    await open(pageNamed('projections-why'));
    assert.deepEqual(await readRefusal(desk.page, '.blanks input'), ['false', '']);
    assert.equal(await desk.hands.count('.blanks input:invalid'), 0);
  });

  it('the focus moves from “Show the answer” to the answer', async () => {
    const { hands } = desk;
    const page = pageNamed('scoring-share');
    await open(page);
    await give(/** @type {any} */ (page.task), '98765_98765', ways.keys);
    await ways.keys('.show-answer >> 0');
    assert.ok(await hands.hasFocus('.the-answer'));
    await hands.press(']');
    assert.ok(!(await hands.hasFocus('.the-answer')));
  });

  it('the focus moves from Next and from Previous to the title of the page', async () => {
    const { hands } = desk;
    await open(pageNamed('scoring-dot'));
    await hands.tabTo(NEXT);
    await hands.press('Enter');
    await settle(desk.page);
    assert.match(await hands.textOf('.turns .note'), /^2 of/);
    assert.ok(await hands.hasFocus('.step-title'));
    await ways.keys('.turns .turn >> 0');
    await settle(desk.page);
    assert.match(await hands.textOf('.turns .note'), /^1 of/);
    assert.ok(await hands.hasFocus('.step-title'));
  });

  it('has numbers that no letter sets, masks or pins', async () => {
    const { hands, page } = desk;
    await open(pageNamed('scoring-row'));
    const before = await hands.state();
    for (const key of /** @type {const} */ (['F2', 'e', 'm', 'p'])) {
      await page.evaluate(() => {
        /** @type {HTMLElement} */ (inLab('[data-place="scores.0.0.0"]')).focus();
      });
      await hands.press(key);
      await settle(page);
      assert.deepEqual(await hands.state(), before, key);
    }
  });

  it('a field without an option is not an answer, and the page asks for one', async () => {
    const { hands, page } = desk;
    await open(/** @type {Page} */ (pages.find(({ task }) => task?.kind === 'match')));
    const shown = () =>
      page.evaluate(() => [
        lab.state.answers,
        inLab('.reply')?.textContent,
        inLab('.blanks .refused')?.textContent,
      ]);
    await hands.click('.blanks .check');
    assert.deepEqual(await shown(), ['', '', 'Choose an option in each field.']);
    const first = '.item:nth-of-type(1) select';
    await hands.select(first, '0');
    assert.deepEqual(await shown(), ['', '', '']);
    await hands.click('.blanks .check');
    assert.deepEqual(await shown(), ['', '', 'Choose an option in each field.']);
    assert.equal(await page.$eval('attention-lab >>> select:focus', ({ value }) => value), '-1');
  });

  once('values move to the output, by the slider and when played', async () => {
    const { hands, page } = desk;
    await page.setViewport({ width: 1280, height: 800 });
    const row = pageNamed('mixing-row');
    await open(row);
    await answer(row, ways.mouse);
    const { weights, v, heads } = recompute({ state: await hands.state() });
    const tips = () =>
      page.evaluate(() =>
        allInLab('.in-motion .chain line').map(({ dataset: { x, y } }) => [Number(x), Number(y)]),
      );
    const near = (/** @type {number[]} */ a, /** @type {number[]} */ b) =>
      assert.ok(Math.max(...a.map((x, i) => Math.abs(x - b[i]))) < 1e-6, `${a} and ${b}`);
    const pointOf = (/** @type {number} */ key) => [v.data[2 * key], v.data[2 * key + 1]];
    // During the first half of its time, the first value shrinks.
    for (const [time, share] of [
      [0.25, 1 - 0.5 * (1 - weights.data[3])],
      [0.5, weights.data[3]],
    ]) {
      await setField(page, '.in-motion input', 100 * time, ['input']);
      await settle(page);
      const [tip] = await tips();
      near(
        tip,
        pointOf(0).map((x) => share * x),
      );
    }
    // Simulate a frame that has started before the press.
    const first = await page.evaluate(async () => {
      const native = globalThis.requestAnimationFrame;
      globalThis.requestAnimationFrame = (callback) => native((now) => callback(now - 1000));
      inLab('.in-motion .plain')?.click();
      await new Promise(native);
      await new Promise(native);
      globalThis.requestAnimationFrame = native;
      return Number(/** @type {HTMLInputElement} */ (inLab('.in-motion input')).value);
    });
    assert.ok(first >= 50, `it goes on from where it stood, half of the first value: ${first}`);
    await page.waitForFunction(() => inLab('.in-motion .plain')?.textContent === 'Play');
    const last = (await tips()).at(-1) ?? [];
    near(last, [heads.data[2], heads.data[3]]);
    await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }]);
    assert.deepEqual(
      await page.evaluate(() =>
        ['.chain', 'input', '.plain'].map((selector) =>
          inLab(`.in-motion ${selector}`)?.checkVisibility(),
        ),
      ),
      [true, true, false],
    );
    await page.emulateMediaFeatures([]);
  });

  once('a sum is written beside its buttons, never over them', async () => {
    const row = pageNamed('mixing-row');
    for (const width of [1920, 1680, 1280, 390]) {
      await setViewport({ width, height: width === 390 ? 844 : 1080 });
      await open(row, `${rightOf(row.id)}*`);
      const isApart = await desk.page.evaluate(() => {
        const range = document.createRange();
        range.selectNodeContents(/** @type {Element} */ (inLab('.in-motion figcaption')));
        const words = range.getBoundingClientRect();
        const buttons = boxOf('.in-motion .buttons');
        return words.height > 0 && (words.bottom <= buttons.top || words.top >= buttons.bottom);
      });
      assert.ok(isApart, `${width} pixels`);
    }
    await setViewport(DESK);
  });

  once('does not scroll while a finger drags, and shows the reply when it is lifted', async () => {
    await setViewport(PHONE);
    await open(pageNamed('scoring-turn'));
    const { page } = desk;
    const readView = () =>
      page.evaluate(() => ({
        top: scrollY,
        answers: lab.state.answers,
        reply: boxOf('.reply').bottom,
        end: boxOf('.turns').top,
      }));
    const handle = await desk.hands.find('.figure [role=slider]');
    await handle.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    const { top } = await readView();
    const box = await handle.boundingBox();
    assert.ok(box);
    const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    const touch = await page.touchscreen.touchStart(at.x, at.y);
    for (let step = 1; step <= 8; step++) {
      await touch.move(at.x - 10 * step, at.y - 10 * step);
      await settle(page);
      assert.equal((await readView()).top, top, `after ${step} moves`);
    }
    assert.notEqual((await readView()).answers, '', 'the target was reached on the way');
    await touch.end();
    await page.waitForFunction((before) => scrollY !== before, {}, top);
    const { reply, end } = await readView();
    assert.ok(reply <= end, `the reply ends at ${reply}, the bar begins at ${end}`);
    await setViewport(DESK);
  });

  once('a chapter ends with a summary once its last page is done', async () => {
    await desk.page.setViewport({ width: 1280, height: 800 });
    for (const [id, ends] of /** @type {const} */ ([
      ['scoring-share', false],
      ['heads-output', true],
    ])) {
      const page = pageNamed(id);
      await open(page);
      assert.equal(await desk.hands.count('.recap'), 0);
      await answer(page, ways.mouse);
      assert.equal(await desk.hands.count('.recap'), ends ? 1 : 0, id);
    }
    assert.match(await desk.hands.textOf('.recap'), /^So far: heads attend in parallel/);
  });

  once('an extra page is opened only from its main page, and Next skips it', async () => {
    await desk.page.setViewport({ width: 1280, height: 800 });
    const page = pageNamed('projections-root');
    await open(page);
    assert.equal(await desk.hands.count('.more'), 0);
    await answer(page, ways.mouse);
    const [extra, other] = pages.slice(pages.indexOf(page) + 1);
    await desk.hands.click('.more :is(a, button)', extra.title);
    assert.equal((await desk.hands.state()).guide, extra.id);
    await desk.hands.click(PREVIOUS);
    assert.equal((await desk.hands.state()).guide, page.id, 'back to the page that led there');
    await desk.hands.click('.more :is(a, button)', extra.title);
    await desk.hands.click(NEXT);
    const { guide } = await desk.hands.state();
    assert.ok(guide !== other.id && guide.startsWith('order-'), guide);
  });

  once('Next opens the next page, and the address has the answers', async () => {
    await desk.page.setViewport({ width: 1280, height: 800 });
    const [first, second] = pages;
    await open(first);
    await answer(first, ways.mouse);
    await desk.hands.click(NEXT);
    const { guide, answers } = await desk.hands.state();
    assert.equal(guide, second.id);
    assert.match(answers, new RegExp(`^${first.id}_\\d+\\*$`));
    await desk.hands.click('.contents summary');
    assert.match(await desk.hands.textOf('.contents li:first-child .note'), /1 of 4/);
  });

  once('Next opens the next chapter, and the lab leads back to it with the answers', async () => {
    const last = pages.findIndex(({ id }) => id.startsWith('mixing')) - 1;
    await showOnly(desk.page, makePageState(pages[last], 'why-flip_1*'));
    await desk.hands.click(NEXT);
    assert.equal((await desk.hands.state()).guide, pages[last + 1].id);
    await desk.hands.click('.course-bar > a.plain, .course-bar > button.plain');
    assert.equal((await desk.hands.state()).guide, '');
    await desk.hands.click('.invitation a');
    const { guide, answers } = await desk.hands.state();
    assert.deepEqual([guide, answers], [pages[last + 1].id, 'why-flip_1*']);
  });

  once('an address that names only a page opens it from any other page', async () => {
    for (const id of ['heads-output', 'mixing-slide', 'heads-concatenate']) {
      await followTo(desk.page, id);
      const page = pageNamed(id);
      const state = await desk.hands.state();
      // Answers on other pages are kept.
      assert.deepEqual(state, makePageState(page, state.answers));
    }
  });

  once('a reached target is saved at once', async () => {
    const page = pageNamed('mixing-slide');
    await open(page);
    assert.equal((await desk.hands.state()).answers, '');
    assert.doesNotMatch(await reply(), /^(Right|Not yet)/, 'nothing has been done yet');
    const state = /** @type {Partial<State>} */ (page.state);
    const shares = 'weights.0.1.0:0.1;weights.0.1.1:0.3;weights.0.1.2:0.6';
    await show(desk.page, { edits: `${state.edits};${shares}` });
    await settle(desk.page);
    assert.match(await reply(), /^Right\./);
    assert.equal((await desk.hands.state()).answers, 'mixing-slide_0.1_0.3_0.6*');
  });

  once('a page with other numbers says so, and a button restores its own', async () => {
    await showOnly(desk.page, { ...makePageState(pages[0]), source: 'seed', sentence: 'one two' });
    assert.equal(await desk.hands.count('.course .figure'), 0);
    await desk.hands.click('.course .prose button');
    assert.equal((await desk.hands.state()).source, 'describer');
    assert.equal(await desk.hands.count('.course .figure'), 1);
  });
});
