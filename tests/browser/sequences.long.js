// Random sequences of a reader's actions, which must not cause an error, an unhandled rejection or
// a blank page. A failure prints the seed and the actions. SEED=… runs one sequence, SEQUENCES=…
// sets their number.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { tally } from '../support/bar.js';
import { browserNames } from '../support/find-browser.js';
import { load, openBrowser } from './lab.js';
import { makeCounter } from './memory.js';
import { randomActions, settleUnlessTraining } from './random-actions.js';
import { assertActionsKeepNothing } from './random-memory.js';

const bar = tally('actions');

const SEQUENCES = Number(process.env.SEQUENCES ?? 500);
const ACTIONS_FOR_MEMORY = 3000;
const ACTIONS = 12;
/**
 * Sequences on one page. Each starts from the initial state, but may suffer from what an earlier
 * one left behind.
 */
const ON_A_PAGE = 25;

const wanted = process.env.SEED
  ? [Number(process.env.SEED)]
  : Array.from({ length: SEQUENCES }, (_, i) => i + 1);

/** Runs in the page before its own scripts. */
function watch() {
  kept.failures = [];
  addEventListener('error', ({ message }) => kept.failures.push(message));
  addEventListener('unhandledrejection', ({ reason }) =>
    kept.failures.push(`unhandled: ${reason}`),
  );
  // Disable what would wait for a person or leave the page.
  globalThis.print = () => {};
  HTMLInputElement.prototype.showPicker = () => {};
  addEventListener(
    'click',
    (event) => {
      const [target] = event.composedPath();
      const link = target instanceof Element ? target.closest('a') : null;
      const isFile = target instanceof HTMLInputElement && target.type === 'file';
      if (isFile || (link && !link.getAttribute('href')?.startsWith('#'))) event.preventDefault();
    },
    true,
  );
}

const COMPUTING = 'it is still computing';

/** Runs in the page and lists what is wrong with it. @returns {string[]} */
function wrong() {
  const lab = inLab('.lab');
  const found = [...kept.failures];
  kept.failures.length = 0;
  if (!lab) found.push('there is no lab');
  else if (lab.getBoundingClientRect().height < 100) found.push('the lab has no height');
  else if (/** @type {HTMLElement} */ (lab).innerText.trim().length < 20)
    found.push('the lab is blank');
  if (inLab('[aria-busy=true]')) found.push('it is still computing');
  return found;
}

for (const browserName of browserNames) {
  describe(`${wanted.length} sequences in ${browserName}`, () => {
    /** @type {Awaited<ReturnType<typeof openBrowser>>} */
    let opened;
    before(async () => {
      opened = await openBrowser(browserName);
      await opened.page.evaluateOnNewDocument(watch);
    });
    after(() => opened?.close());

    it('cause no error, no unhandled rejection and no blank page', async () => {
      const { page, complaints, server } = opened;
      for (const [count, seed] of wanted.entries()) {
        const start = `${server.url}#v=1&start=${seed}`;
        if (count % ON_A_PAGE === 0) {
          await load(page, start);
        } else
          await page.evaluate((to) => {
            location.href = to;
          }, start);
        const next = randomActions(seed);
        /** @type {string[]} */
        const done = [];
        try {
          for (let i = 0; i < ACTIONS; i++) {
            const { kind, detail, run } = next();
            done.push(`${kind} ${JSON.stringify(detail)}`);
            await run(page);
            await settleUnlessTraining(page);
            let found = await page.evaluate(wrong);
            // Firefox goes back asynchronously, so wait once for what it then computes.
            if (found.includes(COMPUTING)) {
              found = found.filter((text) => text !== COMPUTING);
              await settleUnlessTraining(page);
              found.push(...(await page.evaluate(wrong)));
            }
            assert.deepEqual([...found, ...complaints], []);
          }
          bar.count(`sequences in ${browserName}`);
        } catch (error) {
          assert.fail(`seed ${seed}: ${error}\n  ${done.join('\n  ')}`);
        }
      }
    });

    it(`${ACTIONS_FOR_MEMORY} actions do not increase nodes, listeners and heap`, async () => {
      await load(opened.page, `${opened.server.url}?memory#v=1`);
      const countAlive = await makeCounter(opened.page, browserName);
      await assertActionsKeepNothing(opened.page, countAlive, ACTIONS_FOR_MEMORY);
    });
  });
}
