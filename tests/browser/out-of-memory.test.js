// A browser that runs out of memory at the n-th growth of the core's memory, for n = 1, 2, 3 …,
// for one growth or from then on. The reader's work is kept, a sentence says why there are no numbers, and
// the next action works.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { makePresetState } from '../../web/state/presets.js';
import { outOfMemory } from '../../web/text/en/messages.js';
import { tally } from '../support/bar.js';
import { handsOn } from './hands.js';
import { assertPage, load, makeSentence, openBrowser } from './lab.js';
import { assertNumbers } from './models.js';

/** @import { State } from '../../web/state/types.js' */
/** @import { Page } from 'puppeteer-core' */

/**
 * @typedef {{ requests: number, fails: number, isForGood: boolean }} Growth
 */

const bar = tally('memory');

/**
 * Runs in the page or in its Worker, before their own scripts.
 * @param {number} fails
 * @param {boolean} isForGood
 */
function limitMemory(fails, isForGood) {
  /** @type {Growth} */
  const growth = { requests: 0, fails, isForGood };
  Object.assign(globalThis, { growth });
  const { grow } = WebAssembly.Memory.prototype;
  /** @this {WebAssembly.Memory} */
  WebAssembly.Memory.prototype.grow = function (pages) {
    growth.requests++;
    const later = growth.requests - growth.fails;
    // After a refusal, the core asks once more, for less.
    const isDue = growth.isForGood ? later >= 0 : later === 0 || later === 1;
    if (growth.fails > 0 && isDue) throw new RangeError('Unable to grow instance memory');
    return grow.call(this, pages);
  };
}

/**
 * Runs in the page and puts a script before everything that its Workers run.
 * @param {string} first
 */
function limitWorker(first) {
  globalThis.Blob = class extends Blob {
    /** @param {BlobPart[]} [parts] @param {BlobPropertyBag} [options] */
    constructor(parts = [], options) {
      super(options?.type === 'text/javascript' ? [first, ...parts] : parts, options);
    }
  };
}

/** @param {Page} page @returns {Promise<{ state: State, alert: string, tables: number }>} */
const readLab = (page) =>
  page.evaluate(async () => {
    while (!(await lab.updateComplete));
    return {
      state: lab.getState(),
      alert: inLab('[role=alert]')?.textContent ?? '',
      tables: allInLab('table[data-tensor]').length,
    };
  });

/** @param {Page} page @param {Partial<State>} change */
const set = (page, change) =>
  page.evaluate(async (wanted) => {
    lab.setState(wanted);
    while (!(await lab.updateComplete));
  }, change);

/**
 * The actions of a reader, and the state that each sets.
 * @type {[what: string, start: Partial<State>, change: Partial<State>][]}
 */
const ACTIONS = [
  ['a long sentence is typed', { view: 'step' }, { sentence: makeSentence(400) }],
  [
    'additive attention is chosen',
    { view: 'step', sentence: makeSentence(300) },
    { mechanism: 'additive' },
  ],
  ['the step of the variance is opened', { view: 'step' }, { step: 'spread' }],
];

describe('without more memory', () => {
  /** @type {Awaited<ReturnType<typeof openBrowser>>} */
  let opened;
  before(async () => {
    opened = await openBrowser('chromium');
    await opened.page.evaluateOnNewDocument(
      `(${limitMemory})(0, false); delete globalThis.requestIdleCallback;`,
    );
  });
  after(() => opened?.close());

  for (const isForGood of [false, true]) {
    for (const [what, start, change] of ACTIONS) {
      it(`${what}: each request fails ${isForGood ? 'with all that follow' : 'once'}`, async () => {
        const { page, complaints, server } = opened;
        for (let n = 1; ; n++) {
          const where = `${what}, request ${n}`;
          await load(page, `${server.url}#v=1`);
          await set(page, start);
          await page.evaluate(
            (fails, forGood) =>
              Object.assign(/** @type {any} */ (globalThis).growth, {
                ...{ requests: 0, fails, isForGood: forGood },
              }),
            n,
            isForGood,
          );
          if (change.sentence) {
            const hands = handsOn(page);
            await (await hands.find('#sentence')).click();
            await hands.chord('Control', 'a');
            await page.keyboard.sendCharacter(change.sentence);
          } else await set(page, change);
          const { state, alert, tables } = await readLab(page);
          for (const [name, value] of Object.entries(change))
            assert.equal(/** @type {any} */ (state)[name], value, `${where}: ${name} is kept`);
          const { requests } = await page.evaluate(() => /** @type {any} */ (globalThis).growth);
          if (requests < n) {
            assert.ok(n > 1, `${what} needs no more memory`);
            assert.equal(alert, '', where);
            await assertPage(page, where);
            break;
          }
          assert.ok(alert.includes(outOfMemory), `${where}: ${alert}`);
          assert.equal(tables, 0, `${where}: no table shows other numbers`);
          // Memory is still short, but this needs less.
          await set(page, { sentence: 'so it goes', ...(change.step ? { step: 'q' } : {}) });
          assert.equal((await readLab(page)).alert, '', where);
          await assertPage(page, `${where}, then less`);
          // Memory is available again, so going back shows what was requested.
          await page.evaluate(() => {
            /** @type {any} */ (globalThis).growth.fails = 0;
          });
          await set(page, { sentence: state.sentence, step: state.step });
          await assertPage(page, `${where}, then with memory`);
          assert.deepEqual(complaints, [], where);
          bar.count('failures on the page');
        }
      });
    }
  }
});

it('a failed idle preparation shows no error, and its step opens later', async () => {
  const opened = await openBrowser('chromium');
  try {
    const { page, complaints, server } = opened;
    await page.evaluateOnNewDocument(
      `(${limitMemory})(0, false);
      globalThis.prepared = [];
      globalThis.requestIdleCallback = (prepare) => prepared.push(prepare);`,
    );
    await load(page, `${server.url}#v=1`);
    const requests = await page.evaluate(() => {
      const { growth, prepared } = /** @type {any} */ (globalThis);
      Object.assign(growth, { requests: 0, fails: 1, isForGood: true });
      for (const prepare of prepared) prepare();
      growth.fails = 0;
      return growth.requests;
    });
    assert.ok(requests > 0, 'it wants more memory');
    assert.equal((await readLab(page)).alert, '');
    await set(page, { step: 'spread' });
    assert.equal((await readLab(page)).alert, '');
    await assertPage(page, 'with memory');
    assert.deepEqual(complaints, []);
  } finally {
    await opened.close();
  }
});

describe('a Worker without more memory', () => {
  it('says so, and trains when asked again', async () => {
    const opened = await openBrowser('chromium');
    try {
      const { page, complaints, server } = opened;
      const model = { ...makePresetState('describer'), training: 2 };
      for (let n = 1; ; n++) {
        const { identifier } = await page.evaluateOnNewDocument(
          limitWorker,
          `(${limitMemory})(${n}, false);\n`,
        );
        await load(page, `${server.url}#v=1`);
        await page.removeScriptToEvaluateOnNewDocument(identifier);
        await set(page, model);
        await page.waitForFunction(() => inLab('[role=alert], table[data-tensor]'));
        const [worker] = page.workers();
        const requests = await worker.evaluate(
          () => /** @type {any} */ (globalThis).growth.requests,
        );
        const { alert, state } = await readLab(page);
        assert.equal(state.training, model.training);
        if (requests < n) {
          assert.ok(n > 1, 'it needs no more memory');
          assert.equal(alert, '');
          await assertNumbers(page, 'trained');
          return;
        }
        assert.ok(alert.includes(outOfMemory), `request ${n}: ${alert}`);
        await set(page, { training: 3 });
        await page.waitForFunction(() => inLab('table[data-tensor]'));
        assert.equal((await readLab(page)).alert, '');
        await assertNumbers(page, `after request ${n}`);
        assert.deepEqual(complaints, []);
        bar.count('failures in a Worker');
      }
    } finally {
      await opened.close();
    }
  });
});
