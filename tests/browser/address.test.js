// The page's address and its state follow each other, and no address can harm the page.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import puppeteer from 'puppeteer-core';
import { readAddress, writeAddress } from '../../web/state/address.js';
import { DEFAULTS } from '../../web/state/fields.js';
import { normaliseState } from '../../web/state/normalise.js';
import { withDecimals } from '../../web/text/number.js';
import { serveFolder, watchPage, withGlobals } from '../support/browser.js';
import { findBrowser } from '../support/find-browser.js';
import { inEachBrowser } from './each-browser.js';
import { goBackTo, NEXT, settle, untilGuide, untilText } from './hands.js';
import { onHostPagesOnce } from './host.js';
import { assertPage, dist, load } from './lab.js';

/** @import { State } from '../../web/state/types.js' */

/** @type {Partial<State>[]} */
const states = [
  { mask: 'causal', step: 'weights', query: 3, head: 1, cell: 'weights.1.3.0' },
  { sentence: 'il n est pas', target: 'he is not', layer: 'self', step: 'decoder', heads: 4 },
  { mechanism: 'additive', keyWidth: 6, temperature: 0.5, dropout: 0.25, dropoutSeed: 9, key: 2 },
  { source: 'article', step: 'concatenated' },
  {
    guide: 'own-cost',
    step: 'scores',
    answers: 'why-flip_1*',
  },
  { sentence: 'a&b=c #d %25 é 我 "q"', edits: 'x.%C3%A9.0:2;q.0.1:-0.5', rows: 'one', pin: 2 },
  { mask: 'custom', masked: '0.1 2.0', fill: '-1e9', scale: 0.3, spread: 512, step: 'spread' },
];

inEachBrowser('the address', (desk, browserName, once) => {
  const hash = () => desk.page.evaluate(() => location.hash);
  const lastKey = (/** @type {string} */ text) =>
    desk.page.waitForFunction((end) => location.hash.endsWith(end), { timeout: 5000 }, text);

  once('a link with an opened number shows its arithmetic', async () => {
    const before = desk.page.viewport();
    await desk.page.setViewport({ width: 390, height: 700 });
    await load(desk.page, `${desk.url}#v=1&step=weights&c=weights.0.1.3`);
    await settle(desk.page);
    const { top, bottom, height } = await desk.page.evaluate(async () => {
      await nextFrames(2);
      const { top = NaN, bottom = NaN } = inLab('.trace')?.getBoundingClientRect() ?? {};
      return { top, bottom, height: innerHeight };
    });
    await desk.page.setViewport(before);
    assert.ok(top >= 0 && top < height - 100, `the arithmetic is at ${top} to ${bottom}`);
  });

  once('a link to a step opens at the step, and a link to the lab at its top', async () => {
    const before = desk.page.viewport();
    for (const [width, height] of [
      [390, 844],
      [1280, 800],
    ]) {
      await desk.page.setViewport({ width, height });
      for (const [link, isAtStep] of /** @type {const} */ ([
        ['v=1&step=weights', true],
        ['v=1&seed=3', false],
        ['v=1&step=weights&view=whole', false],
      ])) {
        await load(desk.page, `${desk.url}#${link}`);
        await settle(desk.page);
        const [top, scrolled] = await desk.page.evaluate(async () => {
          await nextFrames(2);
          return [inLab('.steps .step-title')?.getBoundingClientRect().top ?? NaN, scrollY];
        });
        if (isAtStep) assert.ok(top > 0 && top < height / 3, `${link} at ${width}: ${top}`);
        else assert.equal(scrolled, 0, link);
      }
    }
    await desk.page.setViewport(before);
  });

  once('a link with an opened number cuts no line at the top of the screen', async () => {
    const before = desk.page.viewport();
    for (const { width, height, at, first } of [
      { width: 390, height: 844, at: 'step=embeddings&c=embeddings.1.0', first: 'embeddings X' },
      { width: 390, height: 844, at: 'step=q&c=q.0.1.0', first: 'weight matrix W' },
      { width: 1280, height: 640, at: 'step=q&c=q.0.1.0', first: 'What each word looks for' },
    ]) {
      await desk.page.setViewport({ width, height });
      await load(desk.page, `${desk.url}#v=1&${at}`);
      await settle(desk.page);
      const { top, under } = await desk.page.evaluate(async (text) => {
        await nextFrames(2);
        const heading = allInLab('.step-title, .figure caption').find((element) =>
          element.textContent?.startsWith(text),
        );
        const top = heading?.getBoundingClientRect().top;
        return { top, under: inLab('.strip')?.getBoundingClientRect().bottom };
      }, first);
      const gap = Number(top) - Number(under);
      assert.ok(gap >= 0 && gap < 60, `${at} at ${width} × ${height}: ${gap}`);
    }
    await desk.page.setViewport(before);
  });

  /** Goes to an address as if it were typed. @param {string} text */
  async function goTo(text) {
    await desk.page.evaluate(
      (wanted) =>
        new Promise((resolve) => {
          addEventListener('hashchange', resolve, { once: true });
          location.hash = wanted;
        }),
      text,
    );
    await settle(desk.page);
  }

  it('Back shows and announces the previous page', async () => {
    await goTo('v=1&g=why-flip');
    await goTo('v=1&g=own-cost');
    await desk.page.goBack();
    await desk.page.waitForFunction(
      () => {
        const [title, text] = ['.course .step-title', '.live'].map((part) =>
          inLab(part)?.textContent?.trim(),
        );
        return lab.guide === 'why-flip' && title && text?.endsWith(`: ${title}`);
      },
      { timeout: 5000 },
    );
  });

  it('the page shows the state in the address, at once and on loading', async () => {
    // Browsers can differ only in which characters they encode, so others try only states with
    // edits.
    const here = states.filter(({ edits }) => browserName === 'chromium' || edits);
    for (const state of here) {
      const full = normaliseState(state);
      await goTo(writeAddress(full));
      const { state: shown } = await assertPage(desk.page, writeAddress(full));
      assert.deepEqual(shown, withDecimals(full));
    }
    const fresh = await withGlobals(await desk.page.browserContext().newPage());
    try {
      for (const state of here) {
        const full = normaliseState(state);
        await load(fresh, `${desk.url}#${writeAddress(full)}`);
        assert.deepEqual((await assertPage(fresh, 'on loading')).state, withDecimals(full));
      }
    } finally {
      await fresh.close();
    }
  });

  once('an address of a model that learns may leave the sentence to the model', async () => {
    const address = 'v=1&source=mini&step=logits';
    await goTo(address);
    const { sentence } = normaliseState(readAddress(address).state);
    assert.notEqual(sentence, DEFAULTS.sentence);
    assert.equal((await desk.hands.state()).sentence, sentence);
    assert.equal(await desk.hands.count('p.status'), 0, 'the model knows every word');
    await goTo('v=1&source=seed');
    assert.equal((await desk.hands.state()).sentence, DEFAULTS.sentence);
  });

  once('the address has every changed setting, no default, and keeps unknown keys', async () => {
    const { hands, page } = desk;
    await goTo('v=1&future=a%20b&step=q&h=2');
    assert.equal((await hands.state()).step, 'q');
    await hands.pick('mask', 'causal');
    await hands.click('.bar li button', 'Scores');
    await lastKey('future=a+b');
    await page.waitForFunction(() => location.hash.includes('step=scores'));
    assert.equal(await hash(), '#v=1&mask=causal&step=scores&future=a+b');
    await hands.click('.figure td[data-place="scores.0.1.2"]');
    await page.waitForFunction(() => location.hash.includes('c=scores'));
    const { state } = readAddress(await hash());
    assert.deepEqual(normaliseState(state), await hands.state());
  });

  once('options without a state stay in the address, and so do keys of others', async () => {
    const { hands, page } = desk;
    const untilHash = (/** @type {string} */ text) =>
      page.waitForFunction((wanted) => location.hash === wanted, { timeout: 5000 }, text);
    const fresh = (/** @type {string} */ text) => load(page, `${desk.url}#${text}`);
    await fresh('steps=scores,weights&theme=dark');
    await hands.click(NEXT);
    await untilHash('#v=1&step=weights&steps=scores%2Cweights&theme=dark');
    const { state } = await assertPage(page, 'options alone');
    assert.equal(state.step, 'weights');
    await goTo('theme=light&tab=2');
    assert.equal((await hands.state()).step, 'weights', 'nothing was asked of the state');
    await hands.click('.bar li button', 'Scores');
    await untilHash('#v=1&step=scores&theme=light&tab=2');
    await fresh('some-heading');
    assert.equal((await hands.state()).guide, 'opening', 'as without an address');
    await goTo('v=1');
    assert.equal((await hands.state()).guide, '');
  });

  once('the anchor of a heading in the address changes nothing', async () => {
    await goTo('v=1&mask=causal&step=scores');
    const { state: before } = await assertPage(desk.page, 'before');
    await goTo('some-heading');
    const { state: after } = await assertPage(desk.page, 'after');
    assert.deepEqual(after, before);
    assert.equal(await hash(), '#some-heading');
  });

  it('settings and steps add no history entries, and Back and Forward restore those of a page', async () => {
    const { hands, page } = desk;
    await page.evaluate(() => localStorage.clear());
    await load(page, `${desk.url}#v=1`);
    const length = () => page.evaluate(() => history.length);
    const before = await length();
    await hands.pick('mechanism', 'additive');
    await hands.click(NEXT);
    await hands.click(NEXT);
    assert.equal(await length(), before);
    const left = await hands.state();
    await hands.click('.invitation a');
    assert.equal(await length(), before + 1);
    await goBackTo(page, '');
    assert.equal(await length(), before + 1, 'Back makes no entry of its own');
    assert.deepEqual(await hands.state(), left);
    await page.evaluate(() => history.forward());
    await untilGuide(page, 'why-flip');
    await goBackTo(page, '');
    await assertPage(page, 'back again');
  });

  once('the lab leads back to the page that Back or Forward has reached', async () => {
    const { hands, page } = desk;
    await load(page, `${desk.url}#v=1&g=why-flip`);
    await hands.click(NEXT);
    await untilGuide(page, 'why-unseen');
    await hands.click(NEXT);
    await untilGuide(page, 'why-cup');
    await goBackTo(page, 'why-unseen');
    await goBackTo(page, 'why-flip');
    await page.evaluate(() => history.forward());
    await untilGuide(page, 'why-unseen');
    await hands.click('.course-bar > a');
    await untilGuide(page, '');
    await hands.click('.invitation a');
    await untilGuide(page, 'why-unseen');
  });

  once('a link to a page or step that does not exist says so, and keeps its address', async () => {
    const { hands, page } = desk;
    const notice = () => hands.textOf('.status[role=alert]');
    for (const [link, text] of [
      ['v=1&g=why-nothing', 'This link names a page that does not exist: “why-nothing”.'],
      ['v=1&g=nonsense', 'This link names a page that does not exist: “nonsense”.'],
      ['v=1&g=Why Flip!', 'This link names a page that does not exist: “Why Flip!”.'],
      ['v=1&step=zzz', 'This link names a step that does not exist: “zzz”.'],
      ['v=1&w=x.they.0:NaN;q.0.1:2', 'This link has a part that cannot be read: “x.they.0:NaN”.'],
    ]) {
      await load(page, `${desk.url}#${link}`);
      assert.equal(await notice(), text);
      assert.equal(decodeURIComponent(await hash()).replaceAll('+', ' '), `#${link}`);
      await goTo('v=1&seed=3');
      assert.equal(await notice(), '');
      await goTo(link);
      await untilText(page, '.status[role=alert]', text);
      await hands.click(NEXT);
      assert.equal(await notice(), '', 'the reader went on');
    }
    for (const link of ['v=1&g=why-flp', 'v=1&g=why', 'v=1&g=opening', 'v=1&step=layer1/weights']) {
      await load(page, `${desk.url}#${link}`);
      assert.equal(await notice(), '', link);
    }
  });
});

onHostPagesOnce('the address of somebody else’s page', (host) => {
  it('scrolls to an element out of view that a link changes, and stays where it is in view', async () => {
    const { page } = await host.openLab(
      '<a href="#v=1&seed=9">Nine</a><div style="height: 4000px"></div><attention-lab permalink loading="eager"></attention-lab>',
    );
    const follow = async (/** @type {string} */ hash) => {
      await page.evaluate((to) => {
        location.hash = to;
      }, hash);
      await page.waitForFunction((to) => lab.seed === Number(to.at(-1)), {}, hash);
      await settle(page);
      return page.evaluate(() => [scrollY, lab.getBoundingClientRect().top]);
    };
    await page.evaluate(() => scrollTo(0, 0));
    const [, top] = await follow('#v=1&seed=9');
    assert.ok(Math.abs(top) < 2, `at ${top}`);
    await page.evaluate(() => scrollBy(0, -100));
    const before = await page.evaluate(() => scrollY);
    assert.deepEqual((await follow('#v=1&seed=8'))[0], before);
  });

  it('keeps its path and the state of its router, also with a base element', async () => {
    const { page } = await host.openLab(
      '<base href="/elsewhere/"><attention-lab permalink></attention-lab>',
    );
    const start = await page.evaluate(() => {
      history.replaceState({ router: 'here' }, '');
      return location.href;
    });
    const links = await page.evaluate(() =>
      allInLab('a').map((link) => /** @type {HTMLAnchorElement} */ (link).href.split('#')[0]),
    );
    assert.ok(links.length > 0);
    assert.deepEqual([...new Set(links)], [start.split('#')[0]]);
    const now = () => page.evaluate(() => [location.href, history.state, history.length]);
    const [, , length] = await now();
    const change = (/** @type {Partial<State>} */ state) =>
      page.evaluate((wanted) => lab.setState(wanted), state);
    await change({ mechanism: 'additive' });
    await page.waitForFunction(() => location.hash.includes('additive'), { timeout: 5000 });
    assert.deepEqual(await now(), [`${start}#v=1&m=additive`, { router: 'here' }, length]);
    await change({ guide: 'opening' });
    const [address, ...others] = await now();
    assert.match(String(address), /&g=opening$/);
    assert.ok(String(address).startsWith(`${start}#v=1&`));
    assert.deepEqual(others, [{ router: 'here' }, length + 1]);
  });
});

it('300 moves of a slider leave its last value in the address, although browsers allow 200 writes in ten seconds', async () => {
  const server = await serveFolder(dist);
  const browser = await puppeteer.launch({
    executablePath: findBrowser('chromium'),
    args: ['--no-sandbox', '--disable-gpu'],
    ignoreDefaultArgs: ['--disable-ipc-flooding-protection'],
  });
  try {
    const page = await withGlobals(await browser.newPage());
    const complaints = watchPage(page);
    await load(page, `${server.url}#v=1`);
    await page.evaluate(async () => {
      for (let i = 0; i < 300; i++) {
        lab.setState({ edits: `q.0.0:${i / 100}` });
        await lab.updateComplete;
      }
    });
    await page.waitForFunction(() => location.hash.includes('2.99'), { timeout: 5000 });
    assert.deepEqual(complaints, []);
  } finally {
    await browser.close();
    await server.close();
  }
});
