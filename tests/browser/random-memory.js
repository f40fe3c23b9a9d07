// What random actions leave in memory: the same actions once more keep nothing.
import { assertNothingStays } from './memory.js';
import { act, goOn, quickActions } from './random-actions.js';

/**
 * @import { AttentionLab } from '../../web/elements/attention-lab.js'
 * @import { Alive } from './memory.js'
 * @import { Page } from 'puppeteer-core'
 */

/**
 * All that is loaded, compiled and prepared once is there after the first half. A model that trains, and a
 * script that is loaded, make the second half differ in places, so a few templates may be new in it: fewer
 * nodes than one for each tenth action. Less than half of the numbers of one long sentence is 2 MB.
 * @param {number} actions
 */
const roomFor = (actions) => ({ nodes: Math.max(40, actions / 10), heap: 2 ** 21 });

const REPEATS = 3;

/**
 * @param {Page} page
 * @param {() => Promise<Alive>} alive
 * @param {number} count of actions, a half of them to begin with
 */
export async function assertLevel(page, alive, count) {
  const change = async (/** @type {number} */ times) => {
    const actions = Array.from({ length: times }, quickActions(count));
    // All in the page, since each word with the browser takes longer than an action.
    for (let i = 0; i < actions.length; i += 50) {
      await page.evaluate(
        `(async (act, actions) => {
          const lab = document.querySelector('attention-lab');
          for (const action of actions) {
            try {
              await act(...action);
              while (!(await lab.updateComplete));
            } catch (error) {
              throw new Error(JSON.stringify([lab.getState(), action]) + error.stack);
            }
          }
        })(${act}, ${JSON.stringify(actions.slice(i, i + 50))})`,
      );
      await goOn(page);
    }
    await page.evaluate(async () => {
      const lab = /** @type {AttentionLab} */ (document.querySelector('attention-lab'));
      // What a reader has opened stays open; it is no state of the element's. Twice, since what is closed
      // by the first reset is gone with the second.
      for (let i = 0; i < 2; i++) {
        for (const open of lab.shadowRoot?.querySelectorAll('details[open]') ?? [])
          open.removeAttribute('open');
        lab.shadowRoot?.querySelector('dialog')?.close();
        lab.reset();
        // That it is closed is told by an event of its own.
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      }
    });
    await goOn(page);
  };
  // What is met late, since a script or a model came late, is new but once; what leaks grows every time.
  for (let repeat = 1; ; repeat++) {
    try {
      const warmUp = repeat === 1 ? count / 2 : 0;
      await assertNothingStays(alive, change, warmUp, count / 2, roomFor(count / 2));
      return;
    } catch (error) {
      if (repeat === REPEATS) throw error;
    }
  }
}
