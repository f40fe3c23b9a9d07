import { assertNoGrowth } from './memory.js';
import { act, quickActions, settleUnlessTraining } from './random-actions.js';

/**
 * @import { Alive } from './memory.js'
 * @import { Page } from 'puppeteer-core'
 */

/**
 * After the first half, everything that is loaded or compiled once exists. Late models and scripts
 * make the second half differ in places and may add a few templates: fewer nodes than one for each
 * tenth action. 2 MB is less than half of the numbers of one long sentence.
 * @param {number} actions
 */
const mostGrowthOf = (actions) => ({ nodes: Math.max(40, actions / 10), heap: 2 ** 21 });

const REPEATS = 3;

/**
 * @param {Page} page
 * @param {() => Promise<Alive>} countAlive
 * @param {number} count the number of actions; half of them are a warm-up
 */
export async function assertActionsKeepNothing(page, countAlive, count) {
  const change = async (/** @type {number} */ times) => {
    const actions = Array.from({ length: times }, quickActions(count));
    // Run in the page, because each message to the browser takes longer than an action.
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
      await settleUnlessTraining(page);
    }
    await page.evaluate(async () => {
      // Close what a reader has opened, because it is not part of the element's state. Reset twice:
      // what the first reset closes is gone only after the second.
      for (let i = 0; i < 2; i++) {
        for (const open of lab.shadowRoot?.querySelectorAll('details[open]') ?? [])
          open.removeAttribute('open');
        lab.shadowRoot?.querySelector('dialog')?.close();
        lab.reset();
        // A separate event reports that the dialog was closed.
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      }
      // A training goes on while something else is shown, until its element is removed.
      const [element, next] = [lab, lab.nextSibling];
      const parent = lab.parentNode;
      element.remove();
      await new Promise((resolve) => setTimeout(resolve));
      parent?.insertBefore(element, next);
    });
    await settleUnlessTraining(page);
  };
  // Late scripts and models add memory only once, but a leak grows every time, so repeat.
  for (let repeat = 1; ; repeat++) {
    try {
      const warmUp = repeat === 1 ? count / 2 : 0;
      await assertNoGrowth(countAlive, change, warmUp, count / 2, mostGrowthOf(count / 2));
      return;
    } catch (error) {
      if (repeat === REPEATS) throw error;
    }
  }
}
