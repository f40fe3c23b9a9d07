// A learner makes these changes by mouse in another way than by keyboard (keyboard.test.js). Each is
// visible, and every number is again the core's.
import assert from 'node:assert/strict';
import { beforeEach, it } from 'node:test';
import { inEachBrowser } from './each-browser.js';
import { assertPage, showOnly, tableOf } from './lab.js';

const sentence = ['They', 'eat', 'fried', 'noodles'];

inEachBrowser('by mouse', (desk, _browserName, once) => {
  beforeEach(() => showOnly(desk.page, {}));

  once('one row is shown alone, and two rows are compared', async () => {
    await showOnly(desk.page, { step: 'scores' });
    await desk.hands.click('.token-bar .words label', 'noodles');
    await desk.hands.openExpert();
    await desk.hands.pick('rows', 'one');
    let { tables } = await assertPage(desk.page, 'one row');
    for (const name of ['q', 'scores', 'weights']) {
      assert.deepEqual(tableOf(tables, name).rowHeaders, ['noodles'], name);
    }
    assert.equal(tableOf(tables, 'k').rowHeaders.length, 4, 'it meets all keys');
    await desk.hands.select('.compare select', '0');
    const { tables: both, tensors } = await assertPage(desk.page, 'two rows');
    assert.deepEqual(tableOf(both, 'weights').rowHeaders, ['They', 'noodles']);
    const [one, other] = [3, 0].map((row) => [...tensors.weights.data.slice(4 * row, 4 * row + 4)]);
    const gaps = one.map((weight, key) => Math.abs(weight - other[key]));
    const most = gaps.indexOf(Math.max(...gaps));
    const apart = await desk.page.evaluate(() => {
      const text = allInLab('figcaption p').find((p) =>
        p.textContent?.includes('The two rows differ most'),
      );
      const values = [...(text?.querySelectorAll('data') ?? [])].map(({ value }) => value);
      return { words: [...(text?.querySelectorAll('b') ?? [])].map((b) => b.textContent), values };
    });
    assert.ok(apart.words.includes(sentence[most]), `they differ most about ${sentence[most]}`);
    const said = apart.values.slice(-2).map((value) => Math.fround(Number(value)));
    assert.deepEqual(said, [one[most], other[most]]);
    await desk.hands.select('.compare select', '-1');
    await desk.hands.pick('rows', 'all');
    ({ tables } = await assertPage(desk.page, 'all rows'));
    assert.deepEqual(tableOf(tables, 'scores').rowHeaders, sentence);
  });

  it('an embedding, a weight and a score can be set, undone, redone and reset', async () => {
    for (const [step, place] of [
      ['embeddings', 'embeddings.1.0'],
      ['q', 'wq.0.2.1'],
      ['output', 'wo.3.0'],
      ['scores', 'scores.0.1.3'],
    ]) {
      await showOnly(desk.page, { step });
      const cell = `.figure td[data-place="${place}"]`;
      const value = () =>
        desk.page.evaluate((selector) => {
          const found = inLab(selector);
          return [found?.dataset.value, found?.classList.contains('edited')];
        }, cell);
      const [drawn] = await value();
      await desk.hands.doubleClick(cell);
      assert.ok(await desk.hands.hasFocus('.edit'), `${place}: its field is open`);
      await desk.hands.retype('−1,25');
      await desk.hands.press('Enter');
      assert.deepEqual(await value(), ['-1.25', true], place);
      const { tensors } = await assertPage(desk.page, `${place} set`);
      assert.equal(await desk.hands.textOf('.edits summary'), '1 number set by hand');
      await desk.hands.click('.tool[aria-label=Undo]');
      assert.deepEqual(await value(), [drawn, false], `${place} undone`);
      await desk.hands.click('.tool[aria-label=Redo]');
      assert.deepEqual(await value(), ['-1.25', true], `${place} redone`);
      const again = await assertPage(desk.page, `${place} redone`);
      assert.deepEqual(again.tensors.weights.data, tensors.weights.data);
      await desk.hands.click('.editor button');
      assert.deepEqual(await value(), [drawn, false], `${place} given back`);
      assert.equal((await desk.hands.state()).edits, '');
    }
    await showOnly(desk.page, { edits: 'q.0.0:1;k.1.1:2' });
    await desk.hands.click('.edits summary');
    await desk.hands.click('.edits li:last-child button');
    assert.equal((await desk.hands.state()).cell, 'wq.0.0.0', 'the list leads to the number');
    await desk.hands.click('.edits button', 'Reset all');
    assert.equal((await desk.hands.state()).edits, '');
  });

  it('a slider sets a number, and one undo reverts the whole drag', async () => {
    await showOnly(desk.page, { step: 'q', cell: 'wq.0.0.0' });
    const slider = await desk.hands.find('.editor [type=range]');
    await slider.evaluate((one) => one.scrollIntoView({ block: 'center' }));
    const box = await slider.boundingBox();
    assert.ok(box);
    await desk.page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await desk.page.mouse.down();
    await desk.page.mouse.move(box.x + box.width * 0.7, box.y + box.height / 2, { steps: 5 });
    await desk.page.mouse.move(box.x + box.width, box.y + box.height / 2, { steps: 5 });
    await desk.page.mouse.up();
    await desk.hands.click('.trace [data-level]');
    const { tensors } = await assertPage(desk.page, 'slid');
    assert.equal(tensors.wq.data[0], 3, 'to its end');
    await desk.hands.click('.tool[aria-label=Undo]');
    assert.equal((await desk.hands.state()).edits, '');
  });
});
