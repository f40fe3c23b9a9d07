import assert from 'node:assert/strict';
import { it } from 'node:test';
import { listAllSteps } from '../../web/state/step-order.js';
import { waitInLab } from '../support/browser.js';
import { onHostPagesOnce, openModules, plainPage } from './host.js';
import '../support/features.js';
import { makeSentence, setProps, show } from './lab.js';
import { listControls } from './locked.js';

/** @import { Page } from 'puppeteer-core' */

/**
 * Presses every number, every word, and every key that has a meaning elsewhere.
 * @param {Page} page
 */
async function pressEverything(page) {
  await page.evaluate(() => {
    for (const element of allInLab('td, th, .word, canvas')) {
      element.dispatchEvent(new MouseEvent('click', { bubbles: true, composed: true, detail: 1 }));
      for (const key of ['Enter', '?', 'm', 'p', 'e', 'F2', '2', 'Escape'])
        element.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, composed: true }));
    }
  });
}

/** @param {Page} page @param {string} text */
const press = (page, text) =>
  page.evaluate((wanted) => {
    const found = allInLab('button').find((element) => element.textContent?.trim() === wanted);
    /** @type {HTMLElement} */ (found).click();
  }, text);

onHostPagesOnce('a locked element', (host) => {
  it('shows a table or a step, has no controls, and ignores presses and keys', async () => {
    const { page, readComplaints } = await host.openLab('<attention-lab locked></attention-lab>');
    for (const [step, more] of [
      ...listAllSteps()
        .filter((step) => !step.includes('/') && step !== 'decoder')
        .map((steps) => /** @type {const} */ ([steps, {}])),
      .../** @type {const} */ ([
        ['features', { mechanism: 'additive' }],
        ['decoder', { target: 'he is' }],
        ['maskedScores', { mask: 'causal' }],
        ['dropped', { dropout: 0.5 }],
        ['weights', { cell: 'weights.0.1.3' }],
      ]),
    ]) {
      const found = await page.evaluate(
        async (steps, state) => {
          lab.reset();
          lab.steps = steps;
          lab.setState(state);
          await lab.updateComplete;
          return JSON.stringify(lab.state);
        },
        step,
        more,
      );
      assert.deepEqual(await listControls(page), [], step);
      await pressEverything(page);
      assert.equal(await page.evaluate(() => JSON.stringify(lab.state)), found, step);
    }
    await page.evaluate(async () => {
      lab.steps = '';
      lab.table = 'weights';
      lab.reset();
      await lab.updateComplete;
    });
    assert.deepEqual(await listControls(page), []);
    assert.equal(await page.evaluate(() => allInLab('table td[data-value]').length), 16);
    // Steps of other sources cause warnings.
    assert.deepEqual(
      readComplaints().filter((complaint) => !complaint.startsWith('warn: <attention-lab> steps=')),
      [],
    );
  });

  it('lets a reader change between its named steps only', async () => {
    const { page } = await host.openLab(
      '<attention-lab locked steps="scores,weights"></attention-lab>',
    );
    assert.deepEqual(await listControls(page), []);
    const names = () =>
      page.evaluate(() => allInLab('.bar li').map((element) => element.textContent?.trim()));
    assert.deepEqual(await names(), ['Scores', 'Softmax']);
    await page.click('attention-lab >>> .turn:last-of-type');
    await page.waitForFunction(() => lab.step === 'weights');
    await pressEverything(page);
    assert.equal(await page.evaluate(() => lab.view), 'step');
  });

  it('without steps shows its current step, or a lab without controls', async () => {
    const { page } = await host.openLab('<attention-lab locked step="weights"></attention-lab>');
    assert.deepEqual(await listControls(page), []);
    const shown = await page.evaluate(() => ({
      tables: allInLab('table').map((element) => element.getAttribute('data-tensor')),
      bars: allInLab('.bar').length,
    }));
    assert.deepEqual(shown, {
      tables: ['maskedScores', 'exponentials', 'rowSum', 'weights'],
      bars: 0,
    });
    const countBars = (/** @type {string} */ show) =>
      page.evaluate(async (names) => {
        lab.show = names;
        await lab.updateComplete;
        return allInLab('.bar').length;
      }, show);
    assert.equal(await countBars('text'), 0);
    assert.equal(await countBars('lab'), 1);
    assert.deepEqual(await listControls(page), []);
  });

  it('names the head of a table, hatches masked cells, and marks a row only if query is set', async () => {
    const { page } = await host.openLab(
      '<attention-lab locked table="weights" mask="causal" head="1"></attention-lab>',
    );
    const read = () =>
      page.evaluate(() => {
        const row = /** @type {Element} */ (allInLab('tbody tr')[1]);
        const style = (/** @type {string} */ selector) =>
          getComputedStyle(/** @type {Element} */ (inLab(selector)));
        return {
          names: [inLab('table')?.ariaLabel, inLab('caption')?.textContent?.trim()],
          isHatched: style('td.masked').backgroundImage.includes('repeating-linear-gradient'),
          marks: [
            getComputedStyle(row).outlineStyle,
            getComputedStyle(/** @type {Element} */ (row.querySelector('th'))).fontWeight,
          ],
        };
      });
    const { names, isHatched, marks } = await read();
    assert.match(String(names[0]), /^attention weights, head 2,/);
    assert.match(String(names[1]), /^attention weights, head 2 /);
    assert.ok(isHatched);
    assert.deepEqual(marks, ['none', '400']);
    await show(page, { seed: 8 });
    assert.deepEqual((await read()).marks, ['none', '400']);
    // Set a property to its default, as frameworks do.
    await setProps(page, { query: 1 });
    assert.deepEqual((await read()).marks, ['solid', '600']);
  });

  it('keeps its author’s opened number open', async () => {
    const { page } = await host.openLab(
      '<attention-lab locked table="weights" cell="weights.0.1.3"></attention-lab>',
    );
    assert.ok(await page.evaluate(() => inLab('.trace .sum')?.textContent));
    assert.deepEqual(await listControls(page), []);
    await pressEverything(page);
    assert.equal(await page.evaluate(() => lab.cell), 'weights.0.1.3');
  });
});

onHostPagesOnce('a locked map', (host) => {
  it('shows the chosen head, grid or lines, and has nothing to press', async () => {
    for (const [view, count] of /** @type {const} */ ([
      ['map', 3],
      ['map', 20],
      ['grid', 3],
      ['lines', 3],
    ])) {
      const { page } = await host.open({
        html: plainPage(`<attention-map locked loading="eager" head="1" view="${view}"
          row-tokens="${makeSentence(count)}"></attention-map>`),
      });
      const found = await page.evaluate(async (size) => {
        const map = attentionMap;
        const row = Array(size).fill(1 / size);
        map.weights = [0, 1, 2].map(() => Array(size).fill(row));
        await map.ready;
        let told = 0;
        map.addEventListener('attention-cell', () => told++);
        const root = /** @type {ShadowRoot} */ (map.shadowRoot);
        const controls = 'a, button, input, select, [tabindex="0"]';
        const before = root.querySelectorAll(controls).length;
        for (const element of root.querySelectorAll('td, th, .word, canvas')) {
          /** @type {HTMLElement} */ (element).dispatchEvent(
            new MouseEvent('click', { bubbles: true, composed: true, detail: 1 }),
          );
          for (const key of ['1', '3', 'Enter', 'Escape'])
            element.dispatchEvent(
              new KeyboardEvent('keydown', { key, bubbles: true, composed: true }),
            );
        }
        await map.updateComplete;
        const isPressed = root.querySelector('.back, [aria-pressed=true]') !== null;
        const labels = [...root.querySelectorAll('[aria-label]')].map(
          (element) => element.ariaLabel,
        );
        const asks = /\bPress\b|Point at/.test([root.textContent, ...labels].join('\n'));
        return { before, told, isPressed, asks, head: map.head };
      }, count);
      assert.deepEqual(
        found,
        { before: 0, told: 0, isPressed: false, asks: false, head: 1 },
        `${view} ${count}`,
      );
    }
  });
});

onHostPagesOnce('the whole picture', (host) => {
  it('has a button back to the tables', async () => {
    const { page } = await host.openLab('<attention-lab steps="weights"></attention-lab>');
    await press(page, 'The whole picture');
    await page.waitForFunction(() => inLab('.drawing svg') !== null);
    await press(page, '← Back to the steps');
    await page.waitForFunction(() => inLab('table[data-tensor=weights]') !== null);
    assert.equal(await page.evaluate(() => inLab('.drawing')), null);
  });

  it('says so if it cannot load, and keeps the tables', async () => {
    const { page, refuseModules, allowModules, close } = await openModules(
      host,
      '<attention-lab steps="weights"></attention-lab>',
    );
    try {
      const before = await page.evaluate(() => JSON.stringify(lab.state));
      await refuseModules();
      await press(page, 'The whole picture');
      const alert = await waitInLab(page, '.lab > .status');
      assert.match(
        String(await alert.evaluate((element) => element.textContent)),
        /^The whole picture did not load: .+\.$/,
      );
      assert.equal(await page.evaluate(() => JSON.stringify(lab.state)), before);
      assert.ok(await page.evaluate(() => inLab('table[data-tensor=weights]')?.checkVisibility()));
      // The reader's next action removes the message.
      await page.evaluate(() => /** @type {HTMLElement} */ (inLab('td[data-value]')).click());
      await page.waitForFunction(() => inLab('.trace') && !inLab('.lab > .status'));
      allowModules();
      await press(page, 'The whole picture');
      await page.waitForFunction(() => inLab('.drawing svg') !== null);
    } finally {
      await close();
    }
  });
});
