// Two labs on one page: what a reader does in one leaves the other alone.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onHostPagesOnce, plainPage } from './host.js';

/** @import { AttentionLab as Lab } from '../../web/elements/attention-lab.js' */

onHostPagesOnce('two labs', (host) => {
  it('a slider that was moved in one keeps its range there, and not in the other', async () => {
    const lab = '<attention-lab step="scores" cell="scores.0.1.2" loading="eager"></attention-lab>';
    const { page } = await host.open({ html: plainPage(`${lab}${lab}`) });
    const ranges = await page.evaluate(async () => {
      const labs = [.../** @type {NodeListOf<Lab>} */ (document.querySelectorAll('attention-lab'))];
      await Promise.all(labs.map((one) => one.ready));
      const [first, second] = labs;
      const find = (/** @type {Lab} */ one, /** @type {string} */ selector) =>
        /** @type {HTMLInputElement} */ (one.shadowRoot?.querySelector(`.editor ${selector}`));
      /** @param {string} selector @param {string} value @param {string} type */
      const enter = async (selector, value, type) => {
        const field = find(first, selector);
        field.value = value;
        field.dispatchEvent(new Event(type, { bubbles: true }));
        await first.updateComplete;
      };
      await enter('.edit', '900', 'change');
      await enter('[type=range]', '0.5', 'input');
      second.seed = 8;
      await second.updateComplete;
      return labs.map((one) => Number(find(one, '[type=range]').max));
    });
    assert.ok(ranges[0] >= 900, `${ranges}`);
    assert.equal(ranges[1], 10);
  });
});
