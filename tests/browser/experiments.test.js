import assert from 'node:assert/strict';
import { beforeEach, it } from 'node:test';
import { makeComputation } from '../../web/session/computation.js';
import { normaliseState } from '../../web/state/normalise.js';
import { dotOnly, morals } from '../../web/text/en/experiments.js';
import { inOneBrowser } from './each-browser.js';
import { assertPage, attention, recompute, showOnly, tableOf } from './lab.js';

/**
 * Finds the earlier places of a sentence's words: the n-th occurrence matches the n-th.
 * @param {string} is
 * @param {string} was
 */
function matched(is, was) {
  const words = was.toLowerCase().split(' ');
  return is
    .toLowerCase()
    .split(' ')
    .map((word) => {
      const place = words.indexOf(word);
      if (place >= 0) words[place] = '';
      return place;
    });
}

inOneBrowser('experiments', (desk) => {
  beforeEach(() => showOnly(desk.page, { step: 'scores' }));

  /** @param {string} id */
  async function press(id) {
    if ((await desk.hands.count('.experiments[open]')) === 0) {
      await desk.hands.click('.experiments summary');
    }
    await desk.hands.click(`[aria-describedby=about-${id}]`);
  }

  /** Returns the marks and titles in the first screen's table of weights. */
  const marks = () =>
    desk.page.evaluate(() => {
      const cells = allInLab('.first table[data-tensor=weights] td[data-value]');
      return cells.map(({ classList, title, dataset, ariaDescription }) => ({
        at: [Number(dataset.row), Number(dataset.col)],
        mark: ['changed', 'new', 'same']
          .filter((className) => classList.contains(className))
          .join(),
        before: /was ([^\s,]+)/.exec(title)?.[1],
        spoken: ariaDescription ?? '',
      }));
    });

  /**
   * Makes an experiment by mouse, and compares every mark with two computations of our own.
   * @param {string} id
   */
  async function experiment(id) {
    const before = recompute({ state: await desk.hands.state() }).weights;
    const { sentence, seed } = await desk.hands.state();
    await press(id);
    const { state, tensors, tables } = await assertPage(desk.page, id);
    assert.equal(state.seed, seed);
    const places = matched(state.sentence, sentence);
    const [, , N] = before.shape;
    const size = Math.max(...before.data, ...tensors.weights.data);
    const found = await marks();
    assert.equal(found.length, state.sentence.split(' ').length ** 2);
    for (const { at, mark, before: title, spoken } of found) {
      const [q, k] = at.map((index) => places[index]);
      const cells = tableOf(tables, 'weights').cells;
      const is = Number(cells.find(({ row, column }) => row === at[0] && column === at[1])?.value);
      if (q < 0 || k < 0) {
        assert.equal(mark, 'new', `${id} ${at}`);
        assert.match(spoken, /(^|, )new$/);
        continue;
      }
      const was = before.data[(state.head * N + q) * N + k];
      // Far above rounding errors, and far below a visible change.
      const changed = Math.abs(is - was) > 2 ** -20 * size;
      assert.equal(mark, changed ? 'changed' : 'same', `${id} ${at}: ${was} to ${is}`);
      assert.equal(title && Math.fround(Number(title)), changed ? was : undefined);
      assert.equal(/\bwas /.test(spoken), changed);
    }
    // The note next to the button ends with a sentence.
    const note = `li:has(#about-${id}) .comparison`;
    const text = await desk.hands.textOf(`${note} .moral`);
    const usual = morals[id].indexOf(text);
    assert.ok(usual >= 0, `${id}: ${text}`);
    assert.equal(await desk.hands.count('.comparison'), 1);
    const count = (/** @type {string} */ mark) => found.filter((item) => item.mark === mark).length;
    return { state, tensors, changed: count('changed'), fresh: count('new'), before, usual };
  }

  it('shuffling the words changes no weight', async () => {
    const { state, changed } = await experiment('shuffle');
    assert.notEqual(state.sentence, 'They eat fried noodles');
    assert.deepEqual(state.sentence.split(' ').toSorted(), ['They', 'eat', 'fried', 'noodles']);
    assert.equal(changed, 0);
    assert.match(
      await desk.hands.textOf('.comparison'),
      /attention weights of all heads:\s+all 32 stayed the same\./,
    );
  });

  it('an appended word changes all rows without a mask, and none with a causal mask', async () => {
    const open = await experiment('append');
    assert.deepEqual([open.changed, open.fresh], [16, 9]);
    await desk.hands.click('.comparison button', 'Stop comparing');
    assert.equal(await desk.hands.count('td.changed, td.new, .comparison'), 0);
    await desk.hands.click('.tool[aria-label=Undo]');
    await desk.hands.pick('mask', 'causal');
    const masked = await experiment('append');
    assert.deepEqual([masked.changed, masked.fresh], [0, 9]);
    assert.deepEqual([open.usual, masked.usual], [0, 1]);
  });

  it('setting a number says beside its field what it changed', async () => {
    const { hands, page } = desk;
    await showOnly(page, { step: 'scores', cell: 'scores.0.1.2' });
    await hands.click('.trace .edit');
    await hands.retype('4');
    await hands.press('Enter');
    assert.match(
      await hands.textOf('.trace .comparison'),
      /: 4 of 32 changed\. Largest change: .* to .*\. A row of weights adds up to 1, so/,
    );
    await showOnly(page, { step: 'v', cell: 'v.0.1.0', edits: 'v.0.1.0:3' });
    assert.match(
      await hands.textOf('.trace .comparison'),
      /all 32 stayed the same\. No attention weight is computed from this number\./,
    );
  });

  it('undo reverts an experiment, and an unavailable one says why', async () => {
    await experiment('shuffle');
    await desk.hands.click('.tool[aria-label=Undo]');
    const { sentence, before } = await desk.hands.state();
    assert.deepEqual([sentence, before], ['They eat fried noodles', '']);
    await showOnly(desk.page, { mechanism: 'additive' });
    await press('same-keys');
    assert.equal((await desk.hands.state()).keys, 'own');
    assert.equal(await desk.hands.textOf('#about-same-keys'), dotOnly);
  });
});

inOneBrowser('the step with both mechanisms', (desk) => {
  const step = 'mechanisms';
  beforeEach(() => showOnly(desk.page, {}));

  /** Returns the tables of the step, without the overview's table. @param {string} where */
  async function tablesOf(where) {
    const { state, tables } = await assertPage(desk.page, where);
    return { state, tables: tables.slice(1) };
  }

  const captions = (/** @type {{ caption: string }[]} */ tables) =>
    tables.map(({ caption }) => caption.replace(/\s+/g, ' '));

  /** @param {{ cells: { value: string }[] }} table */
  const numbers = ({ cells }) => cells.map(({ value }) => Math.fround(Number(value)));

  it('shows both tables for each head, and a number opens the other mechanism', async () => {
    const { hands } = desk;
    await hands.click('.bar li button', 'Both ways');
    const here = await tablesOf('the dot lesson');
    assert.deepEqual(captions(here.tables), [
      'dot product, head 1 A 4 × 4',
      'additive attention Aadditive 4 × 4',
    ]);
    const { results } = makeComputation(attention, normaliseState({ mechanism: 'additive' }));
    assert.deepEqual(numbers(tableOf(here.tables, 'otherWeights')), [...results.weights.data]);

    await hands.click('.figure td[data-place="otherWeights.1.3"]');
    assert.match(await hands.textOf('.trace [data-level]'), /^additive weight .*eat → noodles/);
    await hands.click('.sum button', 'Show it there');
    const there = await tablesOf('there');
    assert.deepEqual(
      [there.state.mechanism, there.state.step, there.state.cell],
      ['additive', 'weights', 'weights.1.3'],
    );
    assert.equal(await hands.count('.figure td.traced[data-place="weights.1.3"]'), 1);

    await hands.click('.bar li button', 'Both ways');
    const additive = await tablesOf('the additive lesson');
    assert.deepEqual(captions(additive.tables), [
      'dot product, head 1 Adot 4 × 4',
      'additive attention A 4 × 4',
    ]);
    assert.deepEqual(additive.tables.map(numbers), here.tables.map(numbers));

    await hands.click('.figure fieldset label:nth-child(2)');
    const second = await tablesOf('head 2');
    assert.equal(second.tables[0].head, 1);
    assert.match(captions(second.tables)[0], /^dot product, head 2 /);
    await hands.click('.figure td[data-place="otherWeights.1.0.2"]');
    await hands.click('.sum button', 'Show it there');
    const back = await tablesOf('back');
    assert.deepEqual(
      [back.state.mechanism, back.state.step, back.state.head, back.state.cell],
      ['dot', 'weights', 1, 'weights.1.0.2'],
    );
    assert.equal(await hands.count('.figure td.traced[data-place="weights.1.0.2"]'), 1);
    assert.deepEqual(numbers(tableOf(back.tables, 'weights')), numbers(second.tables[0]));
    await hands.click('.tool[aria-label=Undo]');
    assert.equal((await hands.state()).mechanism, 'additive', 'it can be undone');
  });

  it('does not open the other mechanism on a readonly page', async () => {
    const { hands, page } = desk;
    await showOnly(page, { step, cell: 'otherWeights.1.3' });
    assert.equal(await hands.count('.sum button'), 1);
    await page.evaluate(() => lab.setAttribute('readonly', ''));
    await tablesOf('readonly');
    assert.equal(await hands.count('.sum button'), 0);
    await page.evaluate(() => lab.removeAttribute('readonly'));
  });
});
