// Both mechanisms on the same words: from either one, by mouse and by keyboard, there and back.
import assert from 'node:assert/strict';
import { beforeEach, it } from 'node:test';
import { explainRefusalOfDot } from '../../web/lessons/mechanisms.js';
import { makeComputation } from '../../web/session/computation.js';
import { normaliseState } from '../../web/state/normalise.js';
import { inOneBrowser } from './each-browser.js';
import { assertPage, attention, showOnly, tableOf } from './lab.js';

const step = 'mechanisms';

inOneBrowser('both mechanisms', (desk) => {
  beforeEach(() => showOnly(desk.page, {}));

  /** Tables of the step: the first on screen is the overview's. @param {string} where */
  async function tablesOf(where) {
    const { state, tables } = await assertPage(desk.page, where);
    return { state, tables: tables.slice(1) };
  }

  const captions = (/** @type {{ caption: string }[]} */ tables) =>
    tables.map(({ caption }) => caption.replace(/\s+/g, ' '));

  /** @param {{ cells: { value: string }[] }} table */
  const numbers = ({ cells }) => cells.map(({ value }) => Math.fround(Number(value)));

  it('by mouse: the two tables, the number there, and back, for every head', async () => {
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

  it('follows words, masks, edits and experiments in both tables', async () => {
    const { hands, page } = desk;
    await showOnly(page, { step });
    await hands.click('.token-bar .words label', 'fried');
    await hands.openExpert();
    await hands.pick('rows', 'one');
    const { tables: one } = await tablesOf('one row');
    for (const { rowHeaders } of one) assert.deepEqual(rowHeaders, ['fried']);
    await hands.pick('rows', 'all');
    await hands.walkTo(
      '.figure table[data-tensor=otherWeights]',
      '[data-place="otherWeights.0.1"]',
    );
    await hands.press('m');
    const masked = await tablesOf('a pair is masked');
    assert.equal(masked.state.masked, '0.1');
    for (const table of masked.tables) assert.equal(table.cells[1].value, '0');
    assert.equal(await hands.count('.figure td.masked'), 2);
    await showOnly(page, { step, edits: 'x.eat.0:-2;aq.0.0:1' });
    await tablesOf('edited');
    await showOnly(page, { step, target: 'he is tall', sentence: 'one two three four' });
    const cross = await tablesOf('two sentences');
    for (const { columnHeaders } of cross.tables) {
      assert.deepEqual(columnHeaders, ['one', 'two', 'three', 'four']);
    }
    await showOnly(page, { step, before: 'v=1', temperature: 2 });
    await tablesOf('hotter');
    assert.equal(await hands.count('.figure table[data-tensor=otherWeights] td.changed'), 16);
    await showOnly(page, { step, mechanism: 'additive', sentence: 'a b c d e f g h i j k l' });
    await tablesOf('twelve words');
  });

  it('with keys of another width the core says why there is no dot product', async () => {
    const { hands, page } = desk;
    await showOnly(page, { step, mechanism: 'additive', keyWidth: 6 });
    const { tables } = await tablesOf('one table');
    assert.deepEqual(captions(tables), ['additive attention A 4 × 4']);
    assert.ok(
      (await hands.textOf('.figure .why')).includes(`“${explainRefusalOfDot(attention, 4, 6)}”`),
    );
  });

  it('a readonly page does not lead to the other mechanism', async () => {
    const { hands, page } = desk;
    await showOnly(page, { step, cell: 'otherWeights.1.3' });
    assert.equal(await hands.count('.sum button'), 1);
    await page.evaluate(() => lab.setAttribute('readonly', ''));
    await tablesOf('readonly');
    assert.equal(await hands.count('.sum button'), 0);
    await page.evaluate(() => lab.removeAttribute('readonly'));
  });
});
