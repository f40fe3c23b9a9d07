// Strict policies, with Trusted Types and with a nonce: a reader can do everything without a
// violation, and nothing is stored or requested. Also a page that does not declare its encoding.
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import { makeOpeningState } from '../../web/session/page-loader.js';
import { normaliseState } from '../../web/state/normalise.js';
import { listSteps } from '../../web/state/step-order.js';
import { tally } from '../support/bar.js';
import { handsOn, settle, untilText } from './hands.js';
import { onHostPages, onHostPagesOnce } from './host.js';
import { assertPage, dist, show, showOnly } from './lab.js';

/** @import { Opened, Page } from './host.js' */

const STRICT = [
  ...["default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'", "style-src 'self'"],
  ...["connect-src 'self'", "require-trusted-types-for 'script'", 'trusted-types lit-html'],
].join('; ');

const bar = tally('policy');

/** Every step, the first screen, a map, and what a reader's own numbers add. */
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

/** Shows all of these states, and opens a number in each. @param {Page} page */
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

/** Records every violation. Firefox also reports the icon that it requests on its own. */
function listen() {
  kept.violations = [];
  document.addEventListener('securitypolicyviolation', (event) => {
    const { violatedDirective, blockedURI, sample } = event;
    if (blockedURI.endsWith('/favicon.ico')) return;
    kept.violations.push([violatedDirective, blockedURI, sample]);
  });
}

/**
 * Asserts that there is no violation, message, request or stored data.
 * @param {Opened} opened
 */
async function assertSpotless({ page, readComplaints, requests }) {
  const violations = await page.evaluate(() => kept.violations);
  assert.deepEqual(violations, []);
  bar.count('states shown', ALL.length);
  bar.count('pages');
  assert.deepEqual(readComplaints(), []);
  assert.deepEqual(requests(), ['/', '/attention-lab.js']);
  const stored = await page.evaluate(async () => [
    ...[localStorage.length, sessionStorage.length, document.cookie],
    ...(await indexedDB.databases()),
    ...(await caches.keys()),
    ...(await navigator.serviceWorker.getRegistrations()),
  ]);
  assert.deepEqual(stored, [0, 0, '']);
}

onHostPages('under a strict policy', (host) => {
  const LAB = '<attention-lab></attention-lab>';

  it('every state can be shown and changed without a violation', async () => {
    const opened = await host.openLab(LAB, { policy: STRICT, early: listen });
    const { page } = opened;
    const hands = handsOn(page);
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
    await hands.click('[aria-label$="mask fried for eat"]');
    assert.equal((await hands.state()).masked, '1.2');
    await hands.click('.export summary');
    for (const format of ['csv', 'svg', 'png']) {
      await hands.click(`[data-format=${format}]`);
      // The export shows a text, or a button that saves a file.
      await untilText(page, '.export p', `.${format}`);
      assert.equal(await hands.textOf('.export [role=status]'), 'Exported.', format);
    }
    const paper = () => page.evaluate(() => getComputedStyle(lab).backgroundColor);
    const light = await paper();
    await page.evaluate(() => (lab.theme = 'dark'));
    await settle(page);
    assert.notEqual(await paper(), light);
    await assertPage(page, 'in the end');
    await assertSpotless(opened);
  });

  it('the browser enforces the policy, and the test records a violation', async () => {
    const { page } = await host.openLab(LAB, { policy: STRICT, early: listen, mayComplain: true });
    const found = await page.evaluate(async () => {
      const noticed = new Promise((resolve) =>
        document.addEventListener('securitypolicyviolation', resolve, { once: true }),
      );
      document.body.setAttribute('style', 'color: red');
      await noticed;
      return kept.violations;
    });
    assert.deepEqual(
      found.map((/** @type {string[]} */ [directive]) => directive),
      ['style-src-attr'],
    );
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
});

const NONCE = [
  ...["default-src 'none'", "script-src 'nonce-abc' 'wasm-unsafe-eval'", "style-src 'self'"],
  'worker-src blob:',
].join('; ');

onHostPagesOnce('a policy with a nonce', (host) => {
  it('loads all parts of the lab from the one script with the nonce', async () => {
    const { page } = await host.open({
      html: `<!doctype html><html lang="en"><meta charset="utf-8"><title>Nonce</title>
        <script nonce="abc" src="attention-lab.js" defer></script>
        <attention-lab></attention-lab>
        <attention-map view="grid" weights="[[[1, 0], [0, 1]], [[0, 1], [1, 0]]]"></attention-map></html>`,
      policy: NONCE,
      early: listen,
    });
    const found = await page.evaluate(async () => {
      const drawn = async () => {
        while (!(await lab.updateComplete));
      };
      await lab.ready;
      const parts = [];
      for (const [state, selector] of /** @type {[object, string][]} */ ([
        [{ guide: 'scoring-turn' }, '.step-title'],
        [{ guide: 'practice-bugs-1-0' }, '.step-title'],
        [{ guide: '', view: 'whole' }, '.whole-picture svg'],
        [{ guide: '', view: 'step', source: 'toy', training: 2, sentence: 'a b c d' }, '.steps'],
      ])) {
        lab.setState(state);
        await drawn();
        for (let i = 0; i < 300 && !inLab(selector); i++) await nextFrames();
        parts.push(inLab(selector) !== null);
      }
      await attentionMap.updateComplete;
      return [parts, inMap('canvas') !== null, kept.violations];
    });
    assert.deepEqual(found, [[true, true, true, true], true, []]);
  });
});

onHostPagesOnce('a page that does not name its encoding', (host) => {
  it('shows the letters of the script correctly', async () => {
    const { page } = await host.open({
      html: `<!doctype html><html lang="en"><title>None</title><script src="attention-lab.js"></script>
        <attention-lab steps="weights"></attention-lab></html>`,
      from: 'file',
    });
    const [encoding, text] = await page.evaluate(async () => {
      await lab.ready;
      return [document.characterSet, inLab('.figure')?.textContent ?? ''];
    });
    // Otherwise the test would prove nothing.
    assert.notEqual(encoding, 'UTF-8');
    assert.match(text, /4 × 4/);
    assert.doesNotMatch(text, /Ã|â/);
  });

  it('is safe because each script of the package is ASCII', async () => {
    const scripts = (await readdir(dist)).filter((name) => name.endsWith('.js'));
    assert.ok(scripts.includes('attention-lab.js'));
    const texts = await Promise.all(scripts.map((name) => readFile(join(dist, name), 'utf8')));
    const others = scripts.filter((_, i) => /[^\0-\x7f]/.test(texts[i]));
    assert.deepEqual(others, []);
  });
});
