import assert from 'node:assert/strict';
import { beforeEach, it } from 'node:test';
import { RIGHT } from '../course/answers.js';
import { courseOn } from './course.js';
import { inEachBrowser } from './each-browser.js';
import { NEXT, settle } from './hands.js';
import { assertPage, rowOf, showOnly, tableOf } from './lab.js';

/** @import { CDPSession } from 'puppeteer-core' */

const sentence = ['They', 'eat', 'fried', 'noodles'];

/**
 * Taps at a given time. The browser counts two taps as a double tap by these times, however slow
 * the machine is.
 * @param {CDPSession} session
 * @param {[number, number]} point
 * @param {number} timestamp in seconds
 */
async function tap(session, [x, y], timestamp) {
  const touch = { type: /** @type {const} */ ('touchStart'), touchPoints: [{ x, y }], timestamp };
  await session.send('Input.dispatchTouchEvent', touch);
  await session.send('Input.dispatchTouchEvent', { ...touch, type: 'touchEnd', touchPoints: [] });
}

inEachBrowser('by mouse', (desk, _browserName, once) => {
  beforeEach(() => showOnly(desk.page, {}));

  /**
   * Replaces the text of a number field and presses Enter.
   * @param {string} id
   * @param {string} text
   */
  async function fill(id, text) {
    await desk.hands.click(id);
    await desk.hands.retype(text);
    await desk.hands.press('Enter');
  }

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
    const [numbers, other] = [3, 0].map((row) => [
      ...tensors.weights.data.slice(4 * row, 4 * row + 4),
    ]);
    const gaps = numbers.map((weight, key) => Math.abs(weight - other[key]));
    const most = gaps.indexOf(Math.max(...gaps));
    const apart = await desk.page.evaluate(() => {
      const text = allInLab('figcaption p').find((p) =>
        p.textContent?.includes('The two rows differ most'),
      );
      const values = [...(text?.querySelectorAll('data') ?? [])].map(({ value }) => value);
      return { words: [...(text?.querySelectorAll('b') ?? [])].map((b) => b.textContent), values };
    });
    assert.ok(apart.words.includes(sentence[most]), `they differ most about ${sentence[most]}`);
    const shownValues = apart.values.slice(-2).map((value) => Math.fround(Number(value)));
    assert.deepEqual(shownValues, [numbers[most], other[most]]);
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
    await slider.evaluate((element) => element.scrollIntoView({ block: 'center' }));
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

  it('each drag on a page is undone alone, and so are the steps of each slider', async () => {
    const { page, hands } = desk;
    const readEdits = async () => (await hands.state()).edits;
    /** @param {string} which @param {number} index @param {number[]} by */
    const drag = async (which, index, [x, y]) => {
      const mark = (
        await page.evaluateHandle((selector, i) => allInLab(selector)[i], which, index)
      ).asElement();
      await mark?.evaluate((node) =>
        /** @type {Element} */ (node).scrollIntoView({ block: 'center' }),
      );
      const box = await mark?.boundingBox();
      assert.ok(box);
      const [left, top] = [box.x + box.width / 2, box.y + box.height / 2];
      await page.mouse.move(left, top);
      await page.mouse.down();
      await page.mouse.move(left + x, top + y, { steps: 4 });
      await page.mouse.up();
      await settle(page);
      return readEdits();
    };
    const undo = async () => {
      await hands.click('.tool[aria-label=Undo]');
      return readEdits();
    };
    for (const [guide, which, second] of /** @type {const} */ ([
      ['mixing-slide', '.slide [type=range]', 1],
      ['scoring-turn', '.figure .handle .around', 0],
    ])) {
      await showOnly(page, { guide });
      const start = await readEdits();
      const first = await drag(which, 0, [30, 10]);
      assert.notEqual(first, start, guide);
      assert.notEqual(await drag(which, second, [20, 5]), first, guide);
      assert.equal(await undo(), first, guide);
      assert.equal(await undo(), start, guide);
    }
    await showOnly(page, { guide: 'mixing-slide' });
    const start = await readEdits();
    await hands.tabTo('.slide [type=range]');
    for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowRight');
    const first = await readEdits();
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowRight');
    await settle(page);
    assert.notEqual(await readEdits(), first);
    assert.equal(await undo(), first, 'the step of the second slider');
    assert.equal(await undo(), start, 'all steps of the first');
  });

  once('seed, width, heads, scale, temperature and dropout change the numbers', async () => {
    await desk.hands.openExpert();
    await fill('#seed', '71');
    assert.match(await desk.hands.textOf('.badge'), /from seed 71\./);
    for (let heads = 1; heads <= 8; heads++) {
      await desk.hands.pick('heads', String(heads));
      const { state } = await assertPage(desk.page, `${heads} heads`);
      assert.equal(state.heads, heads);
    }
    await fill('#dModel', '16');
    const wide = await assertPage(desk.page, 'width 16');
    assert.deepEqual(wide.tensors.embeddings.shape, [4, 16]);
    await showOnly(desk.page, { step: 'scaledScores' });
    for (const [scale, factor] of /** @type {const} */ ([
      ['none', 1],
      ['words', 1 / 2],
      ['sqrt', Math.SQRT1_2],
    ])) {
      await desk.hands.pick('scale', scale);
      const { tensors } = await assertPage(desk.page, scale);
      const [score, scaled] = [tensors.scores.data[7], tensors.scaledScores.data[7]];
      assert.ok(Math.abs(scaled - score * factor) <= 1e-6 * Math.abs(score), scale);
    }
    await fill('#scale', '0.25');
    const ownFactor = await assertPage(desk.page, 'own factor');
    assert.equal(ownFactor.tensors.scaledScores.data[7], ownFactor.tensors.scores.data[7] / 4);
    await fill('#temperature', '2');
    const hot = await assertPage(desk.page, 'temperature');
    assert.equal(hot.tensors.scaledScores.data[7], hot.tensors.scores.data[7] / 8);
    await fill('#dropout', '0.5');
    await desk.hands.click('.bar li button', 'Dropout');
    const { tensors, tables } = await assertPage(desk.page, 'dropout');
    const [weights, dropped] = [tensors.weights.data, tensors.dropped.data];
    assert.ok(dropped.every((value, i) => value === 0 || value === 2 * weights[i]));
    assert.ok(dropped.some((value) => value === 0));
    tableOf(tables, 'dropped');
    await fill('#dropoutSeed', '9');
    const other = await assertPage(desk.page, 'another dropout seed');
    assert.notDeepEqual(other.tensors.dropped.data, dropped);
  });

  once('the decoder step of two sentences shows cross- and self-attention', async () => {
    await desk.hands.click('#target');
    await desk.page.keyboard.type('he is tall');
    await desk.hands.press('Enter');
    await desk.hands.click('.bar li button', 'Decoder');
    const { tables } = await assertPage(desk.page, 'decoder');
    const [self, cross] = ['selfWeights', 'weights'].map((name) => tableOf(tables, name));
    assert.deepEqual(
      [self.rowHeaders, self.columnHeaders],
      [
        ['he', 'is', 'tall'],
        ['he', 'is', 'tall'],
      ],
    );
    assert.deepEqual([cross.rowHeaders, cross.columnHeaders], [['he', 'is', 'tall'], sentence]);
    const ahead = self.cells.filter(({ row, column }) => column > row);
    assert.ok(ahead.length === 3 && ahead.every(({ value }) => value === '0'), 'none looks ahead');
    await desk.hands.click('.figure td[data-place="selfWeights.0.2.1"]');
    await desk.hands.click('.sum button', 'Show it there');
    const { state, tables: there } = await assertPage(desk.page, 'self-attention');
    assert.deepEqual([state.layer, state.step, state.cell], ['self', 'weights', 'weights.0.2.1']);
    assert.deepEqual(tableOf(there, 'weights').columnHeaders, ['he', 'is', 'tall']);
    await desk.hands.pick('layer', 'cross');
    assert.deepEqual(
      tableOf((await assertPage(desk.page, 'back')).tables, 'weights').columnHeaders,
      sentence,
    );
  });

  once('additive attention has its own steps, and keys of a width of their own', async () => {
    await desk.hands.openExpert();
    assert.match(await desk.hands.textOf('.settings .why'), /share one width/);
    await desk.hands.pick('mechanism', 'additive');
    await fill('#keyWidth', '6');
    for (const [label, ...names] of [
      ['Embeddings', 'queryEmbeddings', 'embeddings'],
      ['Queries', 'queryEmbeddings', 'wq', 'projectedQueries'],
      ['Keys', 'embeddings', 'wk', 'projectedKeys'],
      ['Add, tanh', 'projectedQueries', 'projectedKeys', 'features'],
      ['Scores', 'features', 'wv', 'scores'],
      ['Mix', 'weights', 'embeddings', 'output'],
    ]) {
      await desk.hands.click('.bar li button', label);
      const { tables } = await assertPage(desk.page, label);
      assert.deepEqual(
        tables.slice(1).map(({ tensor }) => tensor),
        names,
      );
    }
    const { tensors } = await assertPage(desk.page, 'widths');
    assert.deepEqual(
      [tensors.wq.shape, tensors.wk.shape],
      [
        [4, 3],
        [6, 3],
      ],
    );
  });

  once('the step about √d has a slider for d, and the variance of four scales', async () => {
    await desk.hands.click('.bar li button', 'Why √d');
    const before = tableOf((await assertPage(desk.page, 'at 64')).tables, 'spread');
    const box = await (await desk.hands.find('#spread-length')).boundingBox();
    assert.ok(box);
    await desk.page.mouse.click(box.x + box.width - 2, box.y + box.height / 2);
    const { state, tables } = await assertPage(desk.page, 'at 512');
    assert.equal(state.spread, 512);
    const [none, root, width, words] = [0, 1, 2, 3].map((row) =>
      rowOf(tableOf(tables, 'spread'), row),
    );
    assert.ok(Math.abs(none[0] / 512 - 1) < 0.2 && Math.abs(root[0] - 1) < 0.2, 'variances');
    const largest = [none, words, root, width].map((row) => row[1]);
    assert.deepEqual(
      largest,
      largest.toSorted((a, b) => b - a),
      'largest weights',
    );
    assert.ok(none[0] > rowOf(before, 0)[0]);
  });

  once('a double click on a button that turns into its opposite is one press', async () => {
    const learn = '.training .buttons button:first-child';
    await showOnly(desk.page, { source: 'describer', training: 0 });
    await desk.hands.doubleClick(learn);
    assert.equal(await desk.hands.textOf(learn), 'Pause');
    await desk.hands.doubleClick(learn);
    assert.notEqual(await desk.hands.textOf(learn), 'Pause');
    // A button that stays the same acts at each press, however fast.
    await showOnly(desk.page, { guide: 'why-flip' });
    await desk.hands.doubleClick(NEXT);
    assert.equal(await desk.hands.textOf('.turns .note'), '3 of 4');
  });

  for (const hasTouch of [false, true]) {
    const how = hasTouch ? 'tap' : 'click';
    once(`a double ${how} on an answer gives one answer, although the page scrolls`, async () => {
      const { page } = desk;
      await courseOn(desk).setViewport({ width: 1280, height: 800, hasTouch });
      await showOnly(page, { guide: 'own-bug' });
      const answer = await desk.hands.find(`.answer:nth-of-type(${Number(RIGHT['own-bug']) + 1})`);
      await page.evaluate(() => scrollTo(0, 0));
      const readTop = async () => (await answer.boundingBox())?.y ?? NaN;
      const [top, box] = [await readTop(), await answer.boundingBox()];
      assert.ok(box);
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      const session = await page.createCDPSession();
      const start = Date.now() / 1000;
      for (const clickCount of [1, 2]) {
        if (hasTouch) await tap(session, [x, y], start + clickCount / 10);
        else await page.mouse.click(x, y, { clickCount });
        await settle(page);
        // The second press lands on what the page has scrolled there.
        await page.evaluate((by) => scrollTo(0, by), box.height);
      }
      await session.detach();
      assert.ok((await readTop()) < top, 'the page has scrolled');
      assert.match(await desk.hands.textOf('.reply'), /^Right\./);
    });
  }
});
