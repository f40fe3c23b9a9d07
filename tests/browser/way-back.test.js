import assert from 'node:assert/strict';
import { it } from 'node:test';
import { inEachBrowser, inOneBrowser } from './each-browser.js';
import { goBackTo, handsOn, settle, untilGuide } from './hands.js';
import { onHostPagesOnce } from './host.js';
import { load } from './lab.js';

const SENTENCE = 'the old bank by the river';
const TITLE = '[data-level="1"] :is(a, button)';

inEachBrowser('a reader with a sentence of their own', (desk) => {
  /** Opens the lab from the first screen and types the sentence there. @param {number} width */
  async function writeSentence(width) {
    await desk.page.setViewport({ width, height: 844 });
    await load(desk.page, desk.url);
    await desk.hands.click('a.way', 'Open the lab');
    assert.deepEqual(await read(), ['', 'They eat fried noodles', false]);
    await desk.hands.fill('#sentence', SENTENCE);
    await desk.hands.click('.bar button', width < 500 ? 'Next →' : 'Scores');
  }

  /** Reads the page, the sentence, and whether something can be undone. */
  async function read() {
    const { guide, sentence } = await desk.hands.state();
    const undo = await desk.hands.count('.tools button:not([aria-disabled=true])[title^=Undo]');
    return [guide, sentence, undo > 0];
  }

  for (const width of [1280, 390]) {
    it(`finds the lab as it was left, by the title and the links, ${width} px wide`, async () => {
      const { hands, page } = desk;
      await writeSentence(width);
      const left = await hands.state();
      const assertBack = async () => {
        assert.deepEqual(await read(), ['', SENTENCE, true]);
        assert.deepEqual(await hands.state(), left);
      };
      await hands.click(TITLE);
      assert.equal((await hands.state()).guide, 'opening');
      await hands.click('a.way', 'Open the lab');
      await assertBack();
      await hands.click('.invitation a');
      assert.deepEqual((await read())[2], false);
      await hands.click('.course-bar a', 'Back to the lab');
      await assertBack();
      await hands.click('.invitation a');
      await hands.enter(TITLE);
      assert.equal((await hands.state()).guide, 'opening');
      assert.ok(await hands.hasFocus('#opening-title'));
      await goBackTo(page, 'why-flip');
      await goBackTo(page, '');
      await assertBack();
      await hands.click('.tools button');
      assert.equal((await hands.state()).sentence, 'They eat fried noodles');
    });
  }

  it('is asked before leaving only while numbers from files have numbers set by hand', async () => {
    const { page } = desk;
    await load(page, `${desk.url}#v=1`);
    const asks = () =>
      page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })));
    const set = (/** @type {string} */ edits) =>
      page.evaluate(async (to) => {
        lab.setState({ edits: to });
        while (!(await lab.updateComplete));
      }, edits);
    await set('q.0.0:2');
    assert.equal(await asks(), false, 'the address carries them');
    await set('');
    await page.evaluate(async () => {
      lab.tensors = { weights: [[0.25, 0.75]] };
      while (!(await lab.updateComplete));
    });
    assert.equal(await asks(), false, 'the file still has them');
    await set('weights.0.0:0.5');
    assert.equal(await asks(), true);
    await set('');
    assert.equal(await asks(), false);
  });

  it('finds the place where it was left, by the link, the first screen and Back', async () => {
    const { hands, page } = desk;
    const readTop = () => page.evaluate(() => Math.round(scrollY));
    for (const width of [1280, 390]) {
      await writeSentence(width);
      await page.evaluate(() => scrollTo(0, 300));
      const { step } = await hands.state();
      /** @param {string} way */
      const assertBack = async (way) => {
        await page.waitForFunction(() => lab.guide === '');
        await page.evaluate(() => nextFrames(3));
        assert.equal((await hands.state()).step, step, way);
        assert.ok(Math.abs((await readTop()) - 300) < 2, `${way}, ${width}: ${await readTop()}`);
      };
      // A click with the mouse would scroll to the link.
      const openCourse = async () => {
        await page.evaluate(() => allInLab('.invitation a')[0].click());
        await page.waitForFunction(() => lab.guide === 'why-flip');
        await page.evaluate(() => nextFrames(3));
        assert.equal(await readTop(), 0);
      };
      await openCourse();
      await hands.click('.course-bar a', 'Back to the lab');
      await assertBack('the link');
      await openCourse();
      await hands.click(TITLE);
      await hands.click('a.way', 'Open the lab');
      await assertBack('the first screen');
      await openCourse();
      await page.evaluate(() => history.back());
      await assertBack('Back');
    }
  });

  it('can undo back to it after the numbers of a page are opened in the lab', async () => {
    const { hands } = desk;
    await writeSentence(1280);
    await hands.click('.invitation a');
    const { sentence } = await hands.state();
    await hands.click('.contents summary');
    await hands.click('.contents a', 'Open these numbers in the lab');
    assert.deepEqual(await read(), ['', sentence, true]);
    await hands.click('.tools button');
    assert.deepEqual((await read())[1], SENTENCE);
  });
});

inEachBrowser('Back in the browser', (desk) => {
  /** @param {'back' | 'forward'} way @param {string} view */
  const go = async (way, view) => {
    await desk.page.evaluate((to) => history[to](), way);
    await desk.page.waitForFunction((wanted) => lab.state.view === wanted, {}, view);
    await settle(desk.page);
  };

  for (const width of [1280, 390])
    it(`shows the steps as they were left for the whole picture, ${width} px wide`, async () => {
      const { hands, page } = desk;
      const readTop = () => page.evaluate(() => Math.round(scrollY));
      await page.setViewport({ width, height: 844 });
      await load(page, desk.url);
      const before = await page.evaluate(() => history.length);
      await hands.click('a.way', 'Open the lab');
      await hands.pick('mechanism', 'additive');
      await hands.pick('mechanism', 'dot');
      while ((await hands.state()).step !== 'weights') await hands.press(']');
      await hands.fill('#target', 'Le chat');
      await page.evaluate(() => scrollTo(0, 300));
      const left = await hands.state();
      const top = await readTop();
      // A click with the mouse would scroll to the link.
      await page.evaluate(() =>
        allInLab('.one .plain')
          .find((element) => element.textContent === 'The whole picture')
          ?.click(),
      );
      await settle(page);
      const picture = await hands.state();
      assert.deepEqual(picture, { ...left, view: 'whole' });
      assert.equal(await page.evaluate(() => history.length), before + 2);
      await go('back', 'step');
      assert.deepEqual(await hands.state(), left);
      await page.evaluate(() => nextFrames(3));
      assert.ok(Math.abs((await readTop()) - top) < 2, `${await readTop()} instead of ${top}`);
      await go('forward', 'whole');
      assert.deepEqual(await hands.state(), picture);
      await hands.click('.plain', '← Back to the steps');
      assert.deepEqual(await hands.state(), left);
      await go('back', 'whole');
      await go('back', 'step');
      assert.deepEqual(await hands.state(), left);
      // Undo goes on with the last change.
      await hands.click('.tools button');
      assert.equal((await hands.state()).target, '');
      await goBackTo(page, 'opening');
    });
});

inOneBrowser('after a reload', (desk) => {
  it('Back leads to the first screen, and Forward to the reloaded page', async () => {
    const { hands, page } = desk;
    for (const [way, guide] of [
      ['Open the lab', ''],
      ['Start the course', 'why-flip'],
    ]) {
      await load(page, desk.url);
      await hands.click('a.way', way);
      await page.reload();
      await untilGuide(page, guide);
      await goBackTo(page, 'opening');
      await page.evaluate(() => history.forward());
      await untilGuide(page, guide);
    }
  });
});

inOneBrowser('the title of the page', (desk) => {
  it('leads to the first screen from an address of the lab or of a page', async () => {
    for (const hash of ['v=1&s=one+two', 'v=1&g=mixing']) {
      await load(desk.page, `${desk.url}#${hash}`);
      // Nobody has left a lab yet.
      const links = await desk.page.$$eval('attention-lab >>> .course-bar > a', (all) =>
        all.map((link) => link.textContent),
      );
      assert.deepEqual(links, hash.includes('g=') ? ['Open the lab'] : []);
      await desk.hands.click(TITLE);
      assert.equal((await desk.hands.state()).guide, 'opening');
    }
  });
});

onHostPagesOnce('the title on a page of an author', (host) => {
  it('leads to the first screen only in an element that begins with it', async () => {
    const { page } = await host.openLab('<attention-lab></attention-lab>');
    const hands = handsOn(page);
    assert.equal(await hands.count('[data-level="1"]'), 1);
    assert.equal(await hands.count(TITLE), 0);
  });

  it('is a button without an address', async () => {
    const { page } = await host.openLab('<attention-lab guide="opening"></attention-lab>');
    const hands = handsOn(page);
    for (const way of ['Open the lab', 'Start the course']) {
      await hands.click('.way', way);
      await hands.enter(TITLE);
      assert.equal((await hands.state()).guide, 'opening');
    }
  });
});
