import assert from 'node:assert/strict';
import { it } from 'node:test';
import { formatCell } from '../../web/graph/cell.js';
import { findConsumers, findOperands, readCell } from '../../web/graph/trace.js';
import { makeComputation } from '../../web/session/computation.js';
import { normaliseState } from '../../web/state/normalise.js';
import { listSteps } from '../../web/state/step-order.js';
import { inOneBrowser } from './each-browser.js';
import { attention, readTables, showOnly } from './lab.js';

/** @import { State } from '../../web/state/types.js' */

/** @type {Record<string, Partial<State>>} */
const lessons = {
  'two heads': {},
  'two sentences': { sentence: 'one two three four', target: 'he is tall', query: 2, head: 1 },
  additive: { mechanism: 'additive', query: 2 },
};

/**
 * Returns where each link of a number leads, starting again for each.
 * @param {Partial<State>} from
 */
async function followAll(from) {
  const places = (/** @type {string} */ selector) =>
    allInLab(selector).map(({ dataset }) => dataset.place ?? '');
  const ways = [];
  for (let i = 0; ; i++) {
    lab.setState(from);
    while (!(await lab.updateComplete));
    const button = /** @type {HTMLElement | undefined} */ (allInLab('.ways button')[i]);
    if (!button) return ways;
    const text = button.textContent?.replace(/\s+/g, ' ').trim() ?? '';
    button.click();
    while (!(await lab.updateComplete));
    ways.push({
      text,
      cell: lab.state.cell,
      traced: [...new Set(places('td.traced'))],
      marked: places('td.operand, td.fed'),
    });
  }
}

inOneBrowser('the links of a number to its operands and consumers', (desk) => {
  for (const [name, change] of Object.entries(lessons)) {
    // Two sentences contain each kind of number of the other lessons.
    it(`each link under “Comes from” and “Goes into” selects its operand or consumer: ${name}`, async () => {
      const state = normaliseState(change);
      const computation = makeComputation(attention, state);
      /** @type {string[]} */
      const faults = [];
      const known = new Set();
      for (const step of listSteps(state)) {
        await showOnly(desk.page, { ...change, step });
        const tables = (await readTables(desk.page)).filter(({ tensor }) => tensor !== 'spread');
        for (const place of tables.slice(1).map(({ cells }) => cells.at(-1)?.place ?? '')) {
          if (known.has(place)) continue;
          known.add(place);
          const at = readCell(place, computation.run);
          assert.ok(at, place);
          const groups = [
            ...findOperands(computation.run, at),
            ...findConsumers(computation.run, at).map(({ cells }) => cells),
          ];
          const ways = await desk.page.evaluate(followAll, { cell: place, step });
          assert.equal(ways.length, groups.length, place);
          for (const [i, { text, cell, traced, marked }] of ways.entries()) {
            const where = `${step}: ${place}: ${text}`;
            const [computed, ...more] = groups[i].map(formatCell);
            // Without a mask, the softmax names the scores before it.
            const before = state.mechanism === 'dot' ? 'scaledScores' : 'scores';
            const only = step === 'weights' ? computed.replace(/^maskedScores/, before) : computed;
            const several = more.length > 0;
            assert.equal(cell, several ? place : only, where);
            // A row's maximum is in no table, only in the arithmetic.
            const seen = several
              ? groups[i].some((operand) => marked.includes(formatCell(operand)))
              : only.startsWith('rowMax') || traced.includes(only);
            if (!seen) faults.push(`${where} is not on screen`);
          }
        }
      }
      assert.deepEqual(faults, []);
    });
  }

  it('a pressed score selects its query, whose features are its operands', async () => {
    const { page, hands } = desk;
    await showOnly(page, { mechanism: 'additive', step: 'scores', query: 1 });
    await hands.click('.figure [data-place="scores.0.3"]');
    assert.equal((await hands.state()).query, 0);
    const operands = await page.evaluate(() =>
      allInLab('.figure td.operand').map(({ dataset }) => dataset.place ?? ''),
    );
    const features = operands.filter((place) => place.startsWith('features.0.3.'));
    assert.equal(features.length, 3, String(operands));
    await hands.click('.first [data-place="weights.2.1"]');
    assert.equal((await hands.state()).query, 0, 'weights have no features as operands');
  });
});
