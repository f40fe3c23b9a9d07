// The one-file page in a sandboxed frame on somebody else's page: it shows what its address says,
// is as high as its content, and leaves the reader's history alone.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import { handsOn, NEXT, settle } from './hands.js';
import { onHostPages, untilSettled } from './host.js';
import { assertPage, dist } from './lab.js';

/** @import { Page } from './host.js' */

const lesson = await readFile(join(dist, 'index.html'), 'utf8');

/** @param {string} hash @param {string} [also] further sandbox permissions */
const makeHostPage = (hash, also = '') => `<!doctype html><html lang="en"><meta charset="utf-8">
<title>Around</title><script>
  const heights = [];
  addEventListener('message', ({ data, source }) => {
    const frame = document.querySelector('iframe');
    if (source !== frame.contentWindow || data.type !== 'attention-lab:resize') return;
    heights.push(data.height);
    frame.style.height = data.height + 'px';
  });
</script>
<iframe sandbox="allow-scripts ${also}" style="border: 0; width: 640px; height: 100px"
  src="lesson.html#${hash}"></iframe></html>`;

const HASH =
  'v=1&s=one+two+three&mask=causal&step=weights&steps=scores,weights&theme=dark&lang=fr&readonly=';

/** @param {Page} page the page around the frame */
async function openFrame(page) {
  const frame = await page.waitForFrame((candidate) => candidate.url().includes('lesson.html'));
  await frame.waitForSelector('attention-lab');
  await untilSettled(frame);
  // A frame supports everything that a page does, except the keyboard.
  return /** @type {Page} */ (/** @type {unknown} */ (frame));
}

/**
 * Returns the last posted height, once the surrounding page has applied it to the frame.
 * @param {Page} page
 * @param {Page} frame
 */
async function readPostedHeight(page, frame) {
  // Wait for several frames in a row: just after a press, both heights may still be the old ones.
  await frame.evaluate(async () => {
    const root = document.documentElement;
    const isFitting = () => innerHeight === Math.ceil(root.getBoundingClientRect().height);
    for (let pictures = 0, last = 0; pictures < 3; last = innerHeight) {
      await nextFrames();
      pictures = isFitting() && innerHeight === last ? pictures + 1 : 0;
    }
  });
  const over = await frame.evaluate(() => document.documentElement.scrollHeight - innerHeight);
  assert.equal(over, 0, 'nothing has to be scrolled');
  const height = /** @type {number} */ (await page.evaluate('heights.at(-1)'));
  assert.equal(height, await frame.evaluate(() => innerHeight));
  return height;
}

onHostPages('in a sandboxed frame', (host, _browserName, once) => {
  once('has no link to a first screen, because its address chooses the lab', async () => {
    const files = { 'lesson.html': lesson };
    const { page } = await host.open({ html: makeHostPage('v=1&s=one+two'), files });
    const frame = await openFrame(page);
    assert.deepEqual(
      await frame.$$eval('attention-lab >>> [data-level="1"]', (all) =>
        all.map((element) => element.childElementCount),
      ),
      [0],
    );
  });

  for (const from of /** @type {const} */ (['server', 'file'])) {
    // A sandboxed file has no origin, by rules that differ between browsers.
    const testNumbers = from === 'file' ? it : once;
    testNumbers(`from a ${from}: shows the core’s numbers with its address’s options`, async () => {
      const files = { 'lesson.html': lesson };
      const { page } = await host.open({ html: makeHostPage(HASH), files, from });
      const frame = await openFrame(page);
      const { state, tables } = await assertPage(frame, from);
      assert.deepEqual(
        [state.sentence, state.mask, state.step],
        ['one two three', 'causal', 'weights'],
      );
      assert.deepEqual(new Set(tables.map(({ tensor }) => tensor)).has('weights'), true);
      const shown = await frame.evaluate(() => {
        return {
          origin,
          steps: allInLab('.bar li').map((step) => step.textContent?.trim()),
          title: inLab('[data-level="1"]'),
          paint: inLab('.edit'),
          word: inLab('bdi')?.lang,
          paper: [lab, document.documentElement].map(
            (element) => getComputedStyle(element).backgroundColor,
          ),
        };
      });
      assert.deepEqual(shown, {
        ...{ origin: 'null', steps: ['Scores', 'Softmax'], title: null, paint: null, word: 'fr' },
        paper: ['rgb(23, 24, 27)', 'rgb(23, 24, 27)'],
      });
    });

    const testHeight = from === 'server' ? it : once;
    testHeight(`from a ${from}: posts its height, and each later height`, async () => {
      const files = { 'lesson.html': lesson };
      const { page } = await host.open({ html: makeHostPage(`${HASH}&k=2`), files, from });
      const frame = await openFrame(page);
      const hands = handsOn(frame);
      const first = await readPostedHeight(page, frame);
      /** @type {number[]} */
      const heights = [];
      for (const act of [
        () => hands.click('.bar li button', 'Scores'),
        () => hands.click('td[data-place="scores.0.1.1"]'),
        () => hands.click('.trace header button'),
        () => hands.click('.bar li button', 'Softmax'),
      ]) {
        await act();
        heights.push(await readPostedHeight(page, frame));
      }
      const [scores, opened, closed, last] = heights;
      assert.ok(opened > scores, `${opened} with a number taken apart, ${scores} without`);
      assert.deepEqual([closed, last], [scores, first]);
    });
  }

  once('redoes the layout only when Chromium has left a section without boxes', async () => {
    const files = { 'lesson.html': lesson };
    const { page } = await host.open({ html: makeHostPage(HASH), files });
    const frame = await openFrame(page);
    const styles = await frame.evaluate(async () => {
      const section = /** @type {Element} */ (inLab('section.steps'));
      /** @type {(string | null)[]} */
      const oldValues = [];
      const observer = new MutationObserver((records) =>
        oldValues.push(...records.map(({ oldValue }) => oldValue)),
      );
      observer.observe(lab, { attributeFilter: ['style'], attributeOldValue: true });
      const show = async (/** @type {number} */ query) => {
        lab.query = query;
        await lab.updateComplete;
        await nextFrames(2);
        return oldValues.splice(0);
      };
      const usual = await show(1);
      // Chromium does this once in some hundred frames.
      section.getClientRects = () => /** @type {any} */ ([]);
      const missing = await show(2);
      return { usual, missing, display: lab.style.display };
    });
    assert.deepEqual(styles, { usual: [], missing: [null, 'display: none;'], display: '' });
  });

  it('adds no history entry for steps and mechanisms', async () => {
    const files = { 'lesson.html': lesson };
    const { page, readComplaints } = await host.open({ html: makeHostPage('v=1'), files });
    const frame = await openFrame(page);
    const hands = handsOn(frame);
    // Elements can be pressed only if the frame is as high as its page.
    /** @param {string} selector @param {string} [text] */
    const click = async (selector, text) => {
      await readPostedHeight(page, frame);
      await hands.click(selector, text);
    };
    /** @param {string} value */
    const mechanism = (value) => click(`label:has(input[name=mechanism][value=${value}])`);
    const length = () => page.evaluate(() => history.length);
    const before = await length();
    await click(NEXT);
    await mechanism('additive');
    await mechanism('dot');
    await click('.export summary');
    await click('[data-format=csv]');
    await frame.waitForFunction(() => inLab('.made'));
    const { state } = await assertPage(frame, 'in the end');
    assert.equal(state.guide, '');
    assert.equal(await length(), before);
    await click('.export button', 'Copy');
    await frame.waitForFunction(() =>
      /Copied|selected/.test(inLab('.export [role=status]')?.textContent ?? ''),
    );
    assert.match(await hands.textOf('.export [role=status]'), /^Copied\.|text is selected for you/);
    // A browser may say why the frame must not copy.
    const complaints = readComplaints().filter((complaint) => !complaint.includes('Clipboard'));
    assert.deepEqual(complaints, []);
  });

  it('keeps an author’s flag until the address turns it off', async () => {
    const files = { 'lesson.html': lesson.replace('<attention-lab ', '$&locked="false" ') };
    const { page, readComplaints } = await host.open({ html: makeHostPage('v=1'), files });
    const frame = await openFrame(page);
    assert.equal(await frame.evaluate(() => lab.locked), true);
    assert.match(readComplaints().join(), /^warn: <attention-lab> locked="false" counts as true\./);
    await page.evaluate(() => {
      const frame = /** @type {HTMLIFrameElement} */ (document.querySelector('iframe'));
      frame.src = 'lesson.html#v=1&locked=0';
    });
    await frame.waitForFunction(() => !lab.hasAttribute('locked'));
  });

  once('follows an address that the surrounding page sets', async () => {
    const files = { 'lesson.html': lesson };
    const { page } = await host.open({ html: makeHostPage(HASH), files });
    const frame = await openFrame(page);
    await page.evaluate(() => {
      const frame = /** @type {HTMLIFrameElement} */ (document.querySelector('iframe'));
      frame.src = 'lesson.html#v=1&m=additive&step=features&hide=course&compact';
    });
    await frame.waitForFunction(() => lab.mechanism === 'additive');
    await settle(frame);
    const { state } = await assertPage(frame, 'another address');
    assert.deepEqual([state.step, state.sentence], ['features', 'They eat fried noodles']);
    const options = await frame.evaluate(() => {
      const { hide, steps, readonly, compact, theme, lang } = lab;
      return {
        hide,
        steps,
        readonly,
        compact,
        theme,
        lang,
        scheme: getComputedStyle(document.documentElement).colorScheme,
      };
    });
    const none = {
      steps: '',
      readonly: false,
      compact: true,
      theme: '',
      lang: '',
      scheme: 'light dark',
    };
    assert.deepEqual(options, { hide: 'course', ...none });
    assert.equal(await frame.$eval('footer', (element) => element.checkVisibility()), false);
    // A flag with a false value is off.
    await page.evaluate(() => {
      const frame = /** @type {HTMLIFrameElement} */ (document.querySelector('iframe'));
      frame.src = 'lesson.html#v=1&step=weights&locked&readonly=no&compact=0';
    });
    await frame.waitForFunction(() => lab.locked);
    assert.deepEqual(await frame.evaluate(() => [lab.readonly, lab.compact]), [false, false]);
    // A page of the course has a task, so it is not compact.
    for (const [key, guide] of [
      ['g', 'why-flip'],
      ['guide', 'scoring-turn'],
    ]) {
      await page.evaluate((src) => {
        const frame = /** @type {HTMLIFrameElement} */ (document.querySelector('iframe'));
        frame.src = src;
      }, `lesson.html#v=1&${key}=${guide}&compact`);
      await frame.waitForFunction((name) => lab.guide === name && !lab.compact, {}, guide);
      assert.ok(await frame.evaluate(() => lab.matches('.on-projector')), 'it is larger instead');
    }
  });
});
