import assert from 'node:assert/strict';
import { beforeEach, it } from 'node:test';
import { waitInLab } from '../support/browser.js';
import { courseOn, PHONE, pageNamed } from './course.js';
import { inOneBrowser } from './each-browser.js';
import { NEXT, PREVIOUS, untilGuide } from './hands.js';

inOneBrowser('a page that trains, on a phone', (desk) => {
  const { open, setViewport, ...course } = courseOn(desk);
  beforeEach(() => setViewport(PHONE));

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
      // A trained model would be kept.
      await page.evaluate(() => {
        localStorage.clear();
        location.hash = 'v=1&g=translation-align';
        location.reload();
      });
      await page.waitForNavigation();
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
