// The widest model with the longest sentence: long computations can be interrupted, and show that
// they are running.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Run } from '../../web/graph/run.js';
import { openSource } from '../../web/session/computation.js';
import { getSettings } from '../../web/state/fields.js';
import { normaliseState } from '../../web/state/normalise.js';
import { seedChanged } from '../../web/text/en/controls.js';
import { inOneBrowser } from './each-browser.js';
import { settle } from './hands.js';
import { attention, load, makeSentence } from './lab.js';
import { makeCounter } from './memory.js';
import { assertActionsKeepNothing } from './random-memory.js';

/** @import { Source } from '../../web/sources/types.js' */

const BERT = {
  sentence: makeSentence(512),
  ...{ heads: 12, dModel: 768, step: 'weights', key: 0 },
};
/** A change during the computation of another seed. */
const NEWER = { seed: 9, mask: 'causal', step: 'scores' };

/** @type {Map<string, number>} */
const weightCache = new Map();

/** Returns the first weight that the page should show. @param {object} change */
function firstWeight(change) {
  const key = JSON.stringify(change);
  const compute = () => {
    const source = openSource(attention, getSettings(normaliseState({ ...BERT, ...change })));
    const { graph, given } = /** @type {Source} */ (source);
    // Evaluate only the weights, because the rest of so wide a model is slow.
    return new Run(attention, graph, given).tensor('weights').data[0];
  };
  const weight = weightCache.get(key) ?? compute();
  weightCache.set(key, weight);
  return weight;
}

/** Runs in the page. @param {object} newer */
async function interrupt(newer) {
  const shown = () => Number(inLab('[data-place="weights.0.0.0"]')?.dataset.value);
  const seen = new Set([shown()]);
  const watch = new MutationObserver(() => seen.add(shown()));
  watch.observe(lab.renderRoot, {
    subtree: true,
    childList: true,
    attributes: true,
    characterData: true,
  });
  lab.setState({ seed: 8 });
  /** @type {string[]} */
  const messages = [];
  let turns = 0;
  let done = false;
  const turn = () => new Promise((resolve) => setTimeout(resolve));
  lab.updateComplete.then(() => {
    done = true;
  });
  while (!done) {
    await turn();
    if (!inLab('section[aria-busy=true]')) continue;
    messages.push(inLab('.live')?.textContent ?? '');
    // Interrupt once, in the middle.
    if (turns++ === 1) lab.setState(newer);
  }
  while (!(await lab.updateComplete));
  watch.disconnect();
  const busy = allInLab('[aria-busy=true]').length;
  const after = inLab('.live')?.textContent;
  return { turns, messages: [...new Set(messages)], busy, after, seen: [...seen], last: shown() };
}

/** Makes the page record whether it computes in slices. */
function watchComputing() {
  const note = (/** @type {boolean} */ isSliced) => {
    document.body.dataset.sliced = String(isSliced);
  };
  note(false);
  const watch = new MutationObserver(() => {
    if (!inLab('section[aria-busy=true]')) return;
    note(true);
    watch.disconnect();
  });
  watch.observe(lab.renderRoot, { subtree: true, attributes: true });
}

inOneBrowser('a long computation', (desk) => {
  it('is replaced by a newer change, keeps the page responsive, and shows no numbers between', async () => {
    await desk.page.evaluate(
      (state) => {
        lab.setState(state);
      },
      /** @type {any} */ (BERT),
    );
    await settle(desk.page);
    const found = await desk.page.evaluate(interrupt, NEWER);
    assert.ok(found.turns > 2, `${found.turns} turns while it computes`);
    assert.deepEqual(found.messages, ['Computing…']);
    assert.equal(found.busy, 0);
    assert.match(String(found.after), /^Step . of .*: Each query/, 'said when it is there');
    assert.equal(Math.fround(found.last), firstWeight(NEWER));
    const allowed = [firstWeight({}), firstWeight(NEWER)];
    const others = found.seen.filter((value) => !allowed.includes(Math.fround(value)));
    assert.deepEqual(others, [], 'numbers of neither the first nor the last settings');
    assert.ok(!allowed.includes(firstWeight({ seed: 8 })), 'the settings between have others');
  });

  it('is followed by an announcement of what else the reader’s change changed', async () => {
    const { hands, page } = desk;
    await hands.openExpert();
    await hands.click('#seed');
    await hands.retype('11');
    await page.evaluate(watchComputing);
    await hands.press('Enter');
    await page.waitForFunction(() => lab.state.seed === 11);
    await settle(page);
    const isSliced = await page.evaluate(() => document.body.dataset.sliced);
    assert.equal(isSliced, 'true', 'it is computed in slices');
    assert.equal(await hands.textOf('.live'), seedChanged(11));
  });

  it('finishes at once when a script reads its results', async () => {
    const read = await desk.page.evaluate(() => {
      lab.setState({ seed: 10, mask: 'none' });
      return lab.results.weights.data[0];
    });
    assert.equal(read, firstWeight({ seed: 10 }));
    await settle(desk.page);
  });

  it('does not stop the practice from opening before its script has loaded', async () => {
    await load(desk.page, `${desk.url}?afresh#v=1&guide=why`);
    await settle(desk.page);
    await desk.page.evaluate(() => {
      lab.setState({ guide: 'practice-notes' });
    });
    await settle(desk.page);
    assert.match(await desk.hands.textOf('.step-title'), /Notes for teachers/);
    assert.equal((await desk.hands.state()).guide, 'practice-notes');
  });

  it('of a model with several layers has no table to check, and the page says so', async () => {
    await desk.page.evaluate(() => {
      lab.setState({
        source: 'mini',
        sentence: 'the dogs',
        guide: 'practice-check',
        answers: '',
      });
    });
    await settle(desk.page);
    assert.match(await desk.hands.textOf('section.course'), /several layers/);
  });
});

// Firefox cannot count removed nodes. The long test counts what is on its page.
inOneBrowser('a page that is used for hours', (desk, browserName) => {
  it('does not grow when random actions are repeated', async () => {
    await assertActionsKeepNothing(desk.page, await makeCounter(desk.page, browserName), 300);
  });
});
