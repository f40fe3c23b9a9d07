// Under the strictest policy that lets the core run, with Trusted Types: all that a reader can do, without one violation;
// and nothing is stored or requested.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { makeOpeningState } from '../../web/session/page-loader.js';
import { normaliseState } from '../../web/state/normalise.js';
import { listSteps } from '../../web/state/step-order.js';
import { tally } from '../support/bar.js';
import { handsOn, settle } from './hands.js';
import { onHostPages, plainPage, settled } from './host.js';
import { assertPage, show, showOnly } from './lab.js';

/** @import { Opened, Page } from './host.js' */

const STRICT = [
  ...["default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'", "style-src 'self'"],
  ...["connect-src 'self'", "require-trusted-types-for 'script'", 'trusted-types lit-html'],
].join('; ');

const bar = tally('policy');

/** Every step, the first screen, a map, and what comes with numbers of one's own. */
const ALL = [
  ...[{}, { mechanism: 'additive', dropout: 0.5 }, { source: 'article' }, { target: 'he' }]
    .map((lesson) => normaliseState(lesson))
    .flatMap((lesson) => listSteps(lesson).map((step) => ({ ...lesson, step }))),
  makeOpeningState(),
  normaliseState({ heads: 8, dModel: 128, step: 'q' }),
  normaliseState({
    step: 'maskedScores',
    masked: '1.2',
    edits: 's.0.1.2:1',
    before: 'v=1',
    pin: 2,
  }),
];

/** Shows all that, each with a number taken apart. @param {Page} page */
const showAll = (page) =>
  page.evaluate(async (states) => {
    const press = async (/** @type {string} */ selector) => {
      const all = /** @type {NodeListOf<HTMLElement> | undefined} */ (
        lab.shadowRoot?.querySelectorAll(selector)
      );
      [...(all ?? [])].at(-1)?.click();
      await lab.updateComplete;
    };
    for (const state of states) {
      lab.setState(state);
      await lab.updateComplete;
      await press('.figure td[data-place]');
    }
    await press('.tool');
    await lab.export('png');
  }, ALL);

/** Notes every violation. Firefox counts the icon that it looks for of its own accord. */
function listen() {
  const page = /** @type {any} */ (globalThis);
  page.violations = [];
  document.addEventListener('securitypolicyviolation', (event) => {
    const { violatedDirective, blockedURI, sample } = event;
    if (blockedURI.endsWith('/favicon.ico')) return;
    page.violations.push([violatedDirective, blockedURI, sample]);
  });
}

/**
 * No violation, no message, no request, nothing kept.
 * @param {Opened} opened
 */
async function assertSpotless({ page, complaints, requests }) {
  const violations = await page.evaluate(() => /** @type {any} */ (globalThis).violations);
  assert.deepEqual(violations, []);
  bar.count('states shown', ALL.length);
  bar.count('pages');
  assert.deepEqual(complaints, []);
  assert.deepEqual(requests(), ['/', '/attention-lab.js']);
  const kept = await page.evaluate(async () => [
    ...[localStorage.length, sessionStorage.length, document.cookie],
    ...(await indexedDB.databases()),
    ...(await caches.keys()),
    ...(await navigator.serviceWorker.getRegistrations()),
  ]);
  assert.deepEqual(kept, [0, 0, '']);
}

onHostPages('under a strict policy', (host) => {
  const html = plainPage('<attention-lab></attention-lab>');

  it('all is shown and done, without a violation', async () => {
    const opened = await host.open({ html, policy: STRICT, early: listen });
    const { page } = opened;
    const hands = handsOn(page);
    await settled(page);
    await showAll(page);
    await hands.click('dialog button');
    await showOnly(page, { step: 'scores' });
    await hands.click('.figure td[data-place="scores.0.1.2"]');
    await hands.click('.edit');
    await hands.retype('1.5');
    await hands.press('Enter');
    assert.equal((await hands.state()).edits, 's.0.1.2:1.5');
    await hands.click('.edits summary');
    await hands.click('[aria-label=Undo]');
    await show(page, { step: 'maskedScores', cell: '' });
    await hands.click('[aria-label="mask fried for eat"]');
    assert.equal((await hands.state()).masked, '1.2');
    await hands.click('.export summary');
    for (const format of ['csv', 'svg', 'png']) {
      await hands.click(`[data-format=${format}]`);
      // Text, or a button that saves it.
      await page.waitForFunction(
        (wanted) => inLab('.export p')?.textContent?.includes(`.${wanted}`),
        {},
        format,
      );
      assert.equal(await hands.textOf('.export [role=status]'), '', format);
    }
    const paper = () => page.evaluate(() => getComputedStyle(lab).backgroundColor);
    const light = await paper();
    await page.evaluate(() => (lab.theme = 'dark'));
    await settle(page);
    assert.notEqual(await paper(), light);
    await assertPage(page, 'in the end');
    await assertSpotless(opened);
    const enforced = await page.evaluate(() => {
      try {
        document.createElement('p').innerHTML = '<b>text</b>';
        return false;
      } catch {
        return true;
      }
    });
    assert.ok(enforced, 'this browser knows Trusted Types');
  });

  it('a violation would be noticed', async () => {
    const { page } = await host.open({ html, policy: STRICT, early: listen });
    await settled(page);
    const found = await page.evaluate(async () => {
      const noticed = new Promise((resolve) =>
        document.addEventListener('securitypolicyviolation', resolve, { once: true }),
      );
      document.body.setAttribute('style', 'color: red');
      await noticed;
      return /** @type {any} */ (globalThis).violations;
    });
    assert.deepEqual(
      found.map((/** @type {string[]} */ [directive]) => directive),
      ['style-src-attr'],
    );
  });
});
