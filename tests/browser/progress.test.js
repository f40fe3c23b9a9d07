import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import { waitInLab } from '../support/browser.js';
import {
  followTo,
  goBackTo,
  handsOn,
  NEXT,
  PREVIOUS,
  setField,
  settle,
  untilGuide,
} from './hands.js';
import { onHostPagesOnce, plainPage, press, untilSettled } from './host.js';
import { dist, load, readState } from './lab.js';

/** @import { Page } from 'puppeteer-core' */

/** @param {Page} page */
const readStorage = (page) => page.evaluate(() => ({ ...localStorage }));

/** @param {Page} page @param {string} hash */
async function openAt(page, hash) {
  const [url] = page.url().split('#');
  await load(page, url + hash);
  await settle(page);
}

onHostPagesOnce('progress', (host) => {
  /** @param {{ early?: () => void }} [more] */
  async function openPage(more = {}) {
    const html = await readFile(join(dist, 'index.html'), 'utf8');
    const opened = await host.open({ html, ...more });
    const { page } = opened;
    await untilSettled(page);
    await settle(page);
    const hands = handsOn(page);
    /** Presses the right word of the first page. */
    async function answer() {
      await followTo(page, 'why-flip');
      await hands.click('.figure .token', 'dog');
      assert.equal((await readState(page)).answers, 'why-flip_1*');
    }
    return { ...opened, hands, answer };
  }

  it('is in every link of the page, and of its footer', async () => {
    const { page, hands, answer } = await openPage();
    await answer();
    const lost = async () =>
      page.evaluate(() => {
        const all = [
          ...(lab.shadowRoot?.querySelectorAll('a[href^="#"]') ?? []),
          ...document.querySelectorAll('footer:not([hidden]) a[href^="#"]'),
        ];
        return all
          .map((link) => link.getAttribute('href') ?? '')
          .filter((href) => !/[#&]a=why-flip_1/.test(href));
      });
    assert.deepEqual(await lost(), [], 'on a page of the course');
    await hands.click('.course-bar > a.plain');
    assert.equal((await readState(page)).guide, '');
    assert.deepEqual(await lost(), [], 'in the lab');
    for (const [preset, sentence] of [
      ['father', 'The bank raised its rates'],
      ['mini', 'the bank'],
    ]) {
      await hands.select('#preset', preset);
      await hands.fill('#sentence', sentence);
      assert.equal(await hands.count('.note > a[href*="from=pretrained"]'), 1, preset);
      assert.deepEqual(await lost(), [], `in the lab with ${preset}`);
    }
    await hands.click('.note > a[href*="from=pretrained"]');
    assert.equal((await readState(page)).answers, 'why-flip_1*');
    await settle(page);
    await press(page, 'footer a');
    await page.waitForFunction(() => lab.guide !== '');
    await settle(page);
    const { guide, answers } = await readState(page);
    assert.deepEqual([guide, answers], ['practice', 'why-flip_1*']);
    assert.deepEqual(await lost(), [], 'in the practice');
    await openAt(page, '');
    // The links below name no answers, so the stored ones are read there.
    const below = ['#v=1&g=practice', '#v=1&g=practice-notes'];
    assert.deepEqual(await lost(), below, 'on the first screen');
  });

  it('is restored when the page opens again, and Forget deletes it', async () => {
    const { page, hands, answer } = await openPage();
    assert.equal(await hands.count('.opening .way.main'), 1);
    assert.equal(await hands.textOf('.way.main'), 'Start the course');
    await answer();
    await openAt(page, '');
    assert.equal(page.url().includes('#'), false, 'the address stays as it is');
    assert.equal(await hands.textOf('.way.main'), 'Continue: chapter 1, page 1');
    await hands.click('.way.main');
    let { guide, answers } = await readState(page);
    assert.deepEqual([guide, answers], ['why-flip', 'why-flip_1*']);
    // A bookmark of another page.
    await openAt(page, '#v=1&g=mixing-values');
    ({ guide, answers } = await readState(page));
    assert.deepEqual([guide, answers], ['mixing-values', 'why-flip_1*']);
    await openAt(page, '');
    await hands.click('.opening button.plain', 'Forget');
    assert.equal(await hands.textOf('.way.main'), 'Start the course');
    assert.deepEqual(await readStorage(page), {});
    await openAt(page, '#v=1&g=mixing-values');
    assert.equal((await readState(page)).answers, '');
  });

  it('stays where it was while the reader looks at the translator of the first screen', async () => {
    const { page, hands, answer } = await openPage();
    const look = async () => {
      await openAt(page, '');
      await waitInLab(page, '.story .way');
      await hands.click('.story .way', 'A model that translates');
      await page.waitForFunction(() => lab.guide === 'translation-align');
      await settle(page);
      await hands.click('a.home');
      await page.waitForFunction(() => lab.guide === 'opening');
      await settle(page);
      return hands.textOf('.way.main');
    };
    assert.equal(await look(), 'Start the course');
    await answer();
    await hands.click(NEXT);
    assert.equal(await look(), 'Continue: chapter 1, page 2');
    await page.evaluate(() => history.back());
    await page.waitForFunction(() => lab.guide === 'translation-align');
    await settle(page);
    await hands.click(NEXT);
    await openAt(page, '');
    assert.equal(await hands.textOf('.way.main'), 'Continue: chapter 7, page 2');
  });

  it('keeps what the reader has typed but not checked, but not in links', async () => {
    const { page, hands } = await openPage();
    const fields = '.blanks :is(input, select)';
    const typed = () =>
      page.evaluate(
        (selector) =>
          allInLab(selector).map((field) => /** @type {HTMLInputElement} */ (field).value),
        fields,
      );
    await followTo(page, 'mixing-row');
    await setField(page, '.blanks label:nth-of-type(1) input', '0,5');
    await setField(page, '.blanks label:nth-of-type(2) input', '-');
    await hands.click(PREVIOUS);
    await settle(page);
    await hands.click(NEXT);
    await untilGuide(page, 'mixing-row');
    assert.deepEqual(await typed(), ['0,5', '-']);
    await page.reload();
    await settle(page);
    await untilGuide(page, 'mixing-row');
    assert.deepEqual(await typed(), ['0,5', '-']);
    assert.equal((await readState(page)).answers, '');
    await setField(page, '.blanks label:nth-of-type(2) input', '2');
    await hands.click('.check');
    await hands.click(NEXT);
    await settle(page);
    await hands.click(PREVIOUS);
    await untilGuide(page, 'mixing-row');
    assert.deepEqual(await typed(), ['0.5', '2'], 'a checked answer replaces it');
  });

  it('stays where it was while the reader looks at an earlier page that is solved', async () => {
    const { page, hands, answer } = await openPage();
    await answer();
    await hands.click(NEXT);
    await followTo(page, 'why-flip');
    await openAt(page, '');
    assert.equal(await hands.textOf('.way.main'), 'Continue: chapter 1, page 2');
    // A page that is not solved is where the reader works.
    await followTo(page, 'mixing-slide');
    await followTo(page, 'why-limits');
    await openAt(page, '');
    assert.equal(await hands.textOf('.way.main'), 'Continue: chapter 1, page 4');
  });

  it('of an address is shown, but not saved as the reader’s', async () => {
    const { page, answer } = await openPage();
    await answer();
    await openAt(page, '#v=1&g=why-flip&a=why-flip_6');
    assert.equal((await readState(page)).answers, 'why-flip_6');
    await openAt(page, '#v=1&g=why-flip');
    assert.equal((await readState(page)).answers, 'why-flip_1*');
  });

  it('of a link that calls a wrong answer right is shown as wrong', async () => {
    const { page, hands } = await openPage();
    await openAt(page, '#v=1&g=why-limits&a=why-limits_0*');
    assert.equal((await readState(page)).answers, 'why-limits_0');
    assert.deepEqual([await hands.count('.reply'), await hands.count('.after')], [1, 0]);
    await openAt(page, '#v=1&g=why-limits&a=why-limits_1*');
    assert.equal((await readState(page)).answers, 'why-limits_1*');
    assert.equal(await hands.count('.after'), 1);
  });

  it('marks the dot and the name of a solved page', async () => {
    const { page, answer } = await openPage();
    const solved = () =>
      page.evaluate(() =>
        allInLab('.dot').flatMap((dot, i) => {
          const label = dot.getAttribute('aria-label') ?? '';
          return dot.classList.contains('solved') || label.includes('solved') ? [[i, label]] : [];
        }),
      );
    await openAt(page, '#v=1&g=why-flip');
    assert.deepEqual(await solved(), []);
    await answer();
    assert.deepEqual(await solved(), [[0, '1, One word needs another, solved']]);
    await openAt(page, '#v=1&g=why-limits');
    assert.deepEqual((await solved()).length, 1, 'on the other pages as well');
    await openAt(page, '#v=1&g=why-flip&a=why-flip_6');
    assert.deepEqual(await solved(), [], 'a wrong answer is not one');
  });

  it('is deleted without losing the focus', async () => {
    const { page, hands, answer } = await openPage();
    const focused = () => page.evaluate(() => lab.shadowRoot?.activeElement?.id);
    await answer();
    await hands.click('.contents summary');
    await hands.click('.contents button.plain', 'Forget all answers');
    const folded = await page.evaluate(() => lab.shadowRoot?.activeElement?.matches('.contents *'));
    assert.ok(folded, 'the list that folds up has it');
    await answer();
    await openAt(page, '');
    await hands.click('.opening button.plain', 'Forget');
    assert.equal(await focused(), 'opening-title');
  });

  it('can be brought back until the next page', async () => {
    const { page, hands, answer } = await openPage();
    const notice = '.answers-notice';
    await answer();
    const stored = await readStorage(page);
    const forget = async () => {
      await hands.click('.contents summary');
      await hands.click('.contents button.plain', 'Forget all answers');
      assert.match(await hands.textOf(notice), /^Forgotten: 1 answer\. Bring them back$/);
      assert.deepEqual(await readStorage(page), {});
    };
    await forget();
    await hands.click(`${notice} button`);
    assert.equal((await readState(page)).answers, 'why-flip_1*');
    assert.deepEqual([await readStorage(page), await hands.count(notice)], [stored, 0]);
    await forget();
    await hands.click(NEXT);
    assert.equal(await hands.count(notice), 0, 'on the next page');
    await answer();
    await openAt(page, '');
    await hands.click('.opening button.plain', 'Forget');
    await hands.click(`${notice} button`);
    assert.equal(await hands.textOf('.way.main'), 'Continue: chapter 1, page 1');
  });

  it('of a link is called somebody’s, unless the reader has given it', async () => {
    const { page, hands, answer } = await openPage();
    const notice = '.answers-notice';
    await answer();
    await openAt(page, '#v=1&g=why-flip&a=why-flip_1*');
    assert.equal(await hands.count(notice), 0, 'after a reload');
    await openAt(page, '#v=1&g=why-limits&a=why-limits_1*');
    assert.match(await hands.textOf(notice), /^This link holds somebody’s answers\./);
    assert.equal(await hands.count('.after'), 1);
    await hands.click(`${notice} button`, 'Start with your own');
    assert.equal((await readState(page)).answers, 'why-flip_1*');
    assert.deepEqual([await hands.count('.after'), await hands.count(notice)], [0, 0]);
  });

  it('stays when the reader goes back to an older address', async () => {
    const { page, hands, answer } = await openPage();
    await answer();
    await followTo(page, 'why-limits');
    await hands.click('button.answer:nth-of-type(2)');
    const before = (await readState(page)).answers;
    await goBackTo(page, 'why-flip');
    assert.deepEqual(
      [(await readState(page)).answers, await hands.count('.answers-notice')],
      [before, 0],
    );
  });

  it('lasts from page to page where the browser refuses storage', async () => {
    const { page, hands, answer } = await openPage({
      early: () => {
        Object.defineProperty(window, 'localStorage', {
          get() {
            throw new DOMException('denied', 'SecurityError');
          },
        });
      },
    });
    await answer();
    await hands.click('.course-bar > a.plain');
    assert.equal((await readState(page)).answers, 'why-flip_1*');
    await openAt(page, '');
    assert.equal(await hands.textOf('.way.main'), 'Start the course');
  });

  it('is not saved on pages of others, or in frames', async () => {
    const { page } = await host.open({
      html: plainPage('<attention-lab guide="why-flip"></attention-lab>'),
    });
    await page.setViewport({ width: 1280, height: 800 });
    await untilSettled(page);
    await settle(page);
    await handsOn(page).click('.figure .token', 'dog');
    assert.equal((await readState(page)).answers, 'why-flip_1*');
    assert.deepEqual(await readStorage(page), {});

    const inner = await readFile(join(dist, 'index.html'), 'utf8');
    const framed = await host.open({
      html: '<!doctype html><title>frame</title><iframe src="inner.html#v=1&g=why-flip" width="1200" height="700"></iframe>',
      files: { 'inner.html': inner },
    });
    const frame = framed.page.frames().find((candidate) => candidate.url().includes('inner.html'));
    assert.ok(frame);
    await untilSettled(frame);
    await frame.evaluate(async () => {
      const words = () => allInLab('.figure button.token');
      while (words().length === 0) await nextFrames();
      const dog = words().find((word) => word.textContent === 'dog');
      /** @type {HTMLElement} */ (dog).click();
      await lab.updateComplete;
    });
    assert.deepEqual(await readStorage(framed.page), {});
  });
});
