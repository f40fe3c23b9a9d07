// What random actions leave in memory.
import { assertNothingStays } from './memory.js';
import { act, goOn, quickActions } from './random-actions.js';

/** Of all that is loaded, compiled and cached once, most has been met by then. */
const WARM_UP = 300;
/** Less than half of the numbers that one long sentence has: none of them is kept. */
const HEAP_ROOM = 2 ** 21;

/**
 * @param {import('puppeteer-core').Page} page
 * @param {() => Promise<import('./memory.js').Alive>} alive
 * @param {number} count of actions
 */
export async function assertLevel(page, alive, count) {
  const next = quickActions(count);
  const change = async (/** @type {number} */ times) => {
    const actions = Array.from({ length: times }, next);
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
    await page.evaluate(() => {
      const lab = document.querySelector('attention-lab');
      /** @type {import('../../web/elements/attention-lab.js').AttentionLab} */ (lab).reset();
    });
    await goOn(page);
  };
  await assertNothingStays(alive, change, WARM_UP, count, HEAP_ROOM);
}
