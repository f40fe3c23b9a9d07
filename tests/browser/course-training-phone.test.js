import assert from 'node:assert/strict';
import { beforeEach, it } from 'node:test';
import { waitInLab } from '../support/browser.js';
import { courseOn, PHONE, pageNamed } from './course.js';
import { inOneBrowser } from './each-browser.js';
import { NEXT, PREVIOUS, untilGuide } from './hands.js';
import { holdReplies } from './training-pages.js';

inOneBrowser('a page that trains, on a phone', (desk) => {
  const { open, setViewport, ...course } = courseOn(desk);
  beforeEach(() => setViewport(PHONE));

  /** Opens a page whose model has not been trained yet. @param {string} id */
  async function openUntrained(id) {
    // A trained model would be kept.
    await desk.page.evaluate((guide) => {
      localStorage.clear();
      location.hash = `v=1&g=${guide}`;
      location.reload();
    }, id);
    await desk.page.waitForNavigation();
  }

  /** Opens it where the test decides when trained numbers arrive. @param {string} id */
  async function openHeld(id) {
    const { identifier } = await desk.page.evaluateOnNewDocument(holdReplies);
    await openUntrained(id);
    await desk.page.removeScriptToEvaluateOnNewDocument(identifier);
  }

  /** Asserts that the whole reply stands above the bar at the bottom. */
  async function assertReplyInView() {
    const { top, bottom, end } = await desk.page.evaluate(async () => {
      await nextFrames(2);
      const { top = NaN, bottom = NaN } = inLab('.reply')?.getBoundingClientRect() ?? {};
      return { top, bottom, end: inLab('.turns')?.getBoundingClientRect().top ?? NaN };
    });
    assert.ok(top >= 0 && bottom <= end, `the reply is at ${top} to ${bottom}, the bar at ${end}`);
  }

  it('a phone shows the whole reply to a tap during which a training is rendered', async () => {
    const { page } = desk;
    await page.evaluate(() => {
      location.hash = 'v=1&g=translation-align';
    });
    await waitInLab(page, '.figure .training');
    const word = await course.nth('.figure .pairs button', 5);
    const box = await word.boundingBox();
    assert.ok(box);
    const touch = await page.touchscreen.touchStart(box.x + box.width / 2, box.y + box.height / 2);
    await page.evaluate(async () => {
      lab.requestUpdate();
      await lab.updateComplete;
    });
    await touch.end();
    await page.waitForFunction(() => inLab('.reply')?.textContent?.startsWith('Not yet.'));
    assert.equal(await desk.hands.count('.figure [data-value]'), 0, 'there are no numbers yet');
    await assertReplyInView();
  });

  for (const [word, index, focused] of /** @type {const} */ ([
    ['aussi', 5, 'aussi'],
    ['grand', 6, 'One word at a time'],
  ])) {
    it(`a phone stays where its reader is when a training ends after a press on ${word}`, async () => {
      const { page } = desk;
      await openUntrained('translation-align');
      await waitInLab(page, '.figure .training');
      await course.touches.touch(`.figure .pairs button >> ${index}`);
      await page.waitForFunction(() => (inLab('.reply')?.textContent ?? '').trim() !== '');
      const read = () =>
        page.evaluate(async () => {
          await nextFrames(2);
          const { activeElement } = /** @type {ShadowRoot} */ (lab.shadowRoot);
          const end = document.documentElement.scrollHeight - innerHeight;
          return { top: scrollY, end, focused: activeElement?.textContent?.trim() };
        });
      const before = await read();
      assert.ok(before.top > 0 && before.focused === word);
      await page.waitForFunction(() => !inLab('.figure .training'));
      const after = await read();
      assert.equal(after.focused, focused);
      // The page becomes shorter, because the message about the training is gone.
      assert.equal(after.top, Math.min(before.top, after.end));
      await assertReplyInView();
    });
  }

  it('a phone keeps the list that its reader reads when a training ends', async () => {
    const { page } = desk;
    await openHeld('translation-align');
    await page.evaluate(() => kept.hold());
    await waitInLab(page, '.trained-on summary');
    await course.touches.touch('.trained-on summary >> 0');
    await waitInLab(page, '.trained-on li');
    const read = () =>
      page.evaluate(async () => {
        await nextFrames(2);
        return { top: boxOf('.trained-on li').top, isOpen: inLab('.trained-on[open]') !== null };
      });
    const before = await read();
    assert.ok(before.isOpen && before.top > 0);
    assert.equal(await desk.hands.count('.figure .status'), 1, 'it trains');
    await page.evaluate(() => kept.release());
    await page.waitForFunction(() => !inLab('.figure .status'));
    const after = await read();
    assert.ok(after.isOpen && Math.abs(after.top - before.top) <= 1, `${after.top} ${before.top}`);
    await desk.hands.click(NEXT);
    await untilGuide(page, 'translation-roles');
    assert.equal(await desk.hands.count('.trained-on'), 0, 'the next page has no list');
  });

  it('a phone keeps the picture and the pressed choice in place while another model trains', async () => {
    const { page } = desk;
    await openHeld('heads-why');
    await page.waitForFunction(() => inLab('.answer') && !inLab('.figure .status'));
    await course.touches.touch('.answer >> 1');
    await waitInLab(page, '.later .choose');
    const choice = await course.nth('.later .choose', 1);
    const read = () =>
      choice.evaluate((button) => ({
        top: button.getBoundingClientRect().top,
        isWaiting: inLab('.figure .status') !== null,
        pictures: allInLab('.later .arcs').length,
      }));
    const before = await read();
    const box = await choice.boundingBox();
    assert.ok(box);
    await page.evaluate(() => kept.hold());
    await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
    await waitInLab(page, '.figure .status');
    assert.deepEqual(await read(), { ...before, isWaiting: true });
    await page.evaluate(() => kept.release());
    await page.waitForFunction(() => !inLab('.figure .status'));
    const { top, ...after } = await read();
    assert.deepEqual(after, { isWaiting: false, pictures: 2 });
    assert.ok(Math.abs(top - before.top) <= 1, `${top} after ${before.top}`);
  });

  it('a phone shows the reply when a model that learns reaches its goal', async () => {
    await open(pageNamed('translation-learn'));
    await desk.hands.click('.training .buttons button:first-child');
    await desk.page.waitForFunction(() => /translation-learn_\d+\*/.test(lab.answers));
    await assertReplyInView();
    await desk.hands.click('.training .buttons button:first-child');
  });

  it('a model that has reached its goal is still trained when the reader comes back', async () => {
    const readStep = (/** @type {string} */ answers) =>
      Number(/translation-learn_(\d+)/.exec(answers)?.[1]);
    const reached = readStep((await desk.hands.state()).answers);
    await desk.hands.click(NEXT);
    await untilGuide(desk.page, 'translation-read');
    await desk.hands.click(PREVIOUS);
    await untilGuide(desk.page, 'translation-learn');
    // The model may have trained on before the reader left.
    const { answers, training } = await desk.hands.state();
    assert.equal(training, readStep(answers));
    assert.ok(training >= reached, `${training} after ${reached}`);
    await desk.page.waitForFunction(() => inLab('.training polyline.loss'));
  });
});
