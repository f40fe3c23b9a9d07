import assert from 'node:assert/strict';
import { it } from 'node:test';
import { loadAttention } from '../../src/js/index.js';
import { loadPretrained } from '../../src/js/pretrained/index.js';
import { computeCosine } from '../../web/features/pretrained/run/answer.js';
import { assertAccessible } from './axe.js';
import { settle } from './hands.js';
import { boxesOf } from './lab.js';
import { onModelPage, SIZES, TEXT, textsOf, valuesOf } from './real-model.js';

const attention = await loadAttention();
const shipped = await loadPretrained(attention, 'use-lite');

/** @param {string} text @param {object} [changes] */
const vectorOf = (text, changes) =>
  shipped.run(text, changes).embedding?.data ?? new Float32Array();

/**
 * Returns the similarity of two sentences as shown.
 * @param {string} other
 * @param {{ silence?: string[], block?: string[] }} [changes]
 */
function likenessOf(other, changes = {}) {
  const both = [{}, changes].map((each) =>
    computeCosine(
      attention,
      vectorOf(TEXT, each),
      vectorOf(other, { silence: each.silence ?? [] }),
    ),
  );
  return both.map(Math.fround);
}

onModelPage('a real model that is changed', (desk) => {
  const openChanges = async () => {
    if ((await desk.hands.count('.interventions[open]')) === 0)
      await desk.hands.click('.interventions > summary');
  };

  it('shows its answer before and after a head is silenced', async () => {
    const { page, hands } = desk;
    await desk.show(`${SIZES}&step=next`);
    assert.deepEqual(await textsOf(page, '.changes li'), []);
    await openChanges();
    await hands.click('input[data-silence="1.2"]');
    assert.deepEqual((await hands.state()).silence, '1.2');
    const shown = await valuesOf(page, 'table.answer data');
    const expected = likenessOf('They eat hot food', { silence: ['1.2'] });
    assert.deepEqual(shown.map(Math.fround), expected);
    assert.notEqual(expected[0], expected[1]);
    const starts = await page.$$eval('attention-lab >>> table.answer .cosine .share-bar', (all) =>
      all.map((bar) => {
        const { left, width } = bar.getBoundingClientRect();
        return ((bar.querySelector('i')?.getBoundingClientRect().left ?? 0) - left) / width;
      }),
    );
    assert.deepEqual(
      starts.map((start) => start.toFixed(2)),
      ['0.50', '0.50'],
    );
    await hands.click('.changes button');
    assert.equal((await hands.state()).silence, '');
    assert.deepEqual((await valuesOf(page, 'table.answer data')).map(Math.fround), [expected[0]]);
  });

  it('silences a head below its weights, marks it, and says what that changes', async () => {
    const { page, hands } = desk;
    await desk.show(`${SIZES}&step=weights`);
    assert.match(
      await hands.textOf('figcaption .habit'),
      /^Layer 2, head 3\. On average, it prefers words/,
    );
    await hands.click('figcaption .silence-head', 'Silence head 3 of layer 2');
    assert.equal((await hands.state()).silence, '1.2');
    const text = await hands.textOf('.silenced-note');
    assert.match(text, /^Head 3 of layer 2 is silenced\..*its output is set to 0\./);
    const expected = computeCosine(attention, vectorOf(TEXT), vectorOf(TEXT, { silence: ['1.2'] }));
    const shown = await valuesOf(page, '.silenced-note data');
    assert.deepEqual(shown.map(Math.fround), [Math.fround(expected)]);
    await page.evaluate(() => lab.goto('allHeads'));
    await settle(page);
    assert.equal(await hands.count('td:has([data-layer="1"][data-head="2"]) .silenced-mark'), 1);
    assert.equal(await hands.count('.silenced-mark'), 1);
    const sides = await page.$$eval('attention-lab >>> [data-silence]', (boxes) =>
      boxes.map((box) => box.getBoundingClientRect().height),
    );
    assert.ok(sides.length === 2 && sides.every((side) => side >= 24), `${sides}`);
    await hands.click('figcaption .silence-head', 'Stop silencing head 3 of layer 2');
    assert.equal((await hands.state()).silence, '');
    assert.equal(await hands.count('.silenced-mark'), 0);
  });

  it('a head that is silenced with its layer is silenced in its box, the bar, the list and the note', async () => {
    const { page, hands } = desk;
    await desk.show(`${SIZES}&step=weights`);
    await openChanges();
    const boxes = () =>
      page.$$eval('attention-lab >>> [data-silence]', (all) =>
        all.map(
          (element) =>
            element instanceof HTMLInputElement &&
            `${element.checked} ${element.disabled ? 'disabled' : ''}`,
        ),
      );
    await hands.click('input[data-silence="1.*"]');
    assert.deepEqual(await boxes(), ['true disabled', 'true ']);
    assert.match(await hands.textOf('.edits > summary'), /^4 heads silenced$/);
    assert.match(await hands.textOf('.changes li'), /^Silenced: all heads of layer 2\./);
    assert.match(await hands.textOf('.silenced-note'), /^All heads of layer 2 are silenced\./);
    await hands.click('input[data-silence="1.*"]');
    assert.deepEqual(await boxes(), ['false ', 'false ']);
  });

  it('says once what a change does: below the weights, or beside the changes without a note', async () => {
    const { page, hands } = desk;
    await desk.show(`${SIZES}&step=weights`);
    await openChanges();
    await hands.click('input[data-silence="1.2"]');
    const placesOfSummary = async (/** @type {object} */ change) => {
      await page.evaluate((wanted) => Object.assign(lab, wanted), change);
      await settle(page);
      return page.$$eval('attention-lab >>> :is(.effect, .silenced-note)', (notes) =>
        notes.filter((note) => note.querySelector('data')).map(({ className }) => className),
      );
    };
    assert.deepEqual(await placesOfSummary({}), ['silenced-note']);
    assert.deepEqual(await placesOfSummary({ show: 'step,settings' }), ['silenced-note']);
    assert.deepEqual(await placesOfSummary({ hide: 'text' }), ['effect']);
    assert.deepEqual(await placesOfSummary({ show: '', hide: '' }), ['silenced-note']);
    await page.evaluate(() => lab.setState({ view: 'whole' }));
    await page.waitForFunction(() => inLab('.whole-picture svg'));
    assert.deepEqual(await placesOfSummary({}), ['effect']);
    await desk.show(`${SIZES}&step=next`);
  });

  it('does not move the pressed control when a head is silenced, or scroll to the top for another layer', async () => {
    const { page, hands } = desk;
    await desk.show(`${SIZES}&step=next`);
    const placeOf = (/** @type {string} */ selector) =>
      page.evaluate((place) => [scrollY, boxOf(place).top], selector);
    await openChanges();
    // Make the window so low that the controls are below the first screen.
    await page.setViewport({ width: 1280, height: 500 });
    for (const control of ['input[data-silence="1.2"]', 'input[data-silence="1.*"]']) {
      await page.evaluate(
        (selector) => inLab(selector)?.scrollIntoView({ block: 'center' }),
        control,
      );
      const [before, top] = await placeOf(control);
      assert.ok(before > 0, 'it is below the first screen');
      await hands.click(control);
      const [after, now] = await placeOf(control);
      assert.ok(Math.abs(now - top) < 2, `${top} → ${now}`);
      assert.ok(after > 0);
    }
    await hands.click('label:has(input[name="model-layer"][value="0"])');
    assert.ok((await page.evaluate(() => scrollY)) > 0);
    await page.setViewport({ width: 1280, height: 900 });
    await desk.show(`${SIZES}&step=next`);
  });

  it('keeps the focused field in place when the changed weights appear above it', async () => {
    const { page, hands } = desk;
    for (const width of [1280, 390]) {
      await page.setViewport({ width, height: 800 });
      await desk.open(`${SIZES}&step=weights`);
      await hands.click('.first [data-place="weights.2.2.1"]');
      await page.evaluate(() => inLab('.edit')?.focus());
      const top = async () => (await boxesOf(page, '.edit'))[0].top;
      const before = await top();
      await hands.retype('0.1');
      await hands.press('Enter');
      await page.waitForFunction(() => inLab('.weights-change canvas'));
      assert.ok(Math.abs((await top()) - before) < 2, `${before} → ${await top()} at ${width}`);
      assert.ok(await hands.hasFocus('.edit'));
    }
    await page.setViewport({ width: 1280, height: 900 });
    await desk.open(`${SIZES}&step=next`);
  });

  it('compares its answer with a typed sentence', async () => {
    const { page, hands } = desk;
    await hands.tabTo('#compared-sentence');
    // The answer follows each letter, and a sentence is undone as a whole.
    await hands.retype('The cat sat on the mat');
    assert.ok(await hands.hasFocus('#compared-sentence'));
    const shown = await valuesOf(page, 'table.answer data');
    assert.deepEqual(shown.map(Math.fround), [likenessOf('The cat sat on the mat')[0]]);
    // The address follows a moment later.
    await page.waitForFunction(() => /cmp=The\+cat/.test(location.hash));
    await hands.click('.tools .tool');
    assert.equal((await hands.state()).comparedSentence, 'They eat hot food');
  });

  it('silences a whole layer, blocks a pair in all layers, and undoes all at once', async () => {
    const { page, hands } = desk;
    await desk.show(`${SIZES}&step=weights&q=1`);
    await hands.click('label:has(input[name="model-layer"][value="0"])');
    await openChanges();
    await hands.click('input[data-silence="0.*"]');
    // The pair is the marked query and the key that it attends to most.
    await hands.select('.pair select:nth-of-type(3)', 'model');
    await hands.select('.pair select:nth-of-type(2)', '3');
    await hands.click('.block-pair');
    const { silence, block } = await hands.state();
    assert.deepEqual([silence, block], ['0.*', '*.*.1.3']);
    const weights = await valuesOf(page, 'figure.weights td[data-row="1"][data-col="3"]');
    assert.equal(weights.length, 1);
    assert.equal(
      await page.$eval(
        'attention-lab >>> figure.weights td[data-row="1"][data-col="3"]',
        (cell) => /** @type {HTMLElement} */ (cell).dataset.value,
      ),
      '0',
    );
    assert.equal((await textsOf(page, '.changes li')).length, 2);
    // The sentence appears only once, below the weights.
    const places = await page.evaluate(() =>
      allInLab('p').flatMap((element) =>
        /have the cosine 0\.\d+/.test(element.textContent ?? '') ? [element.className] : [],
      ),
    );
    assert.deepEqual(places, ['silenced-note']);
    await hands.click('.effect button');
    assert.equal((await hands.state()).step, 'next');
    assert.match((await textsOf(page, '.effect')).join(), /have the cosine 0\.\d+/);
    await hands.click('.undo-all');
    const undone = await hands.state();
    assert.deepEqual([undone.silence, undone.block, undone.step], ['', '', 'next']);
  });

  it('says why a pair cannot be blocked, and then blocks nothing', async () => {
    const { page, hands } = desk;
    await desk.open(`${SIZES}&step=weights&q=1&k=0`);
    assert.equal(await hands.count('#why-not-blocked'), 0);
    await openChanges();
    await hands.click('.block-pair');
    const { block } = await hands.state();
    assert.equal(block, '1.2.1.0');
    assert.match(await hands.textOf('#why-not-blocked'), /blocked there already/);
    await hands.click('.block-pair');
    assert.equal((await hands.state()).block, block);
    await hands.click('.undo-all');
    await desk.show(`model=${desk.publish('gpt2')}&s=the+bird&step=weights&q=1&k=2`);
    await openChanges();
    assert.match(await hands.textOf('#why-not-blocked'), /never lets a token attend to a later/);
    await hands.click('.block-pair');
    assert.equal((await hands.state()).block, '');
    await hands.click('figure.weights thead th:nth-of-type(1) button');
    assert.equal(await hands.count('#why-not-blocked'), 0);
    await assertAccessible(page);
  });

  it('does not say that a set score changes no weight', async () => {
    const { page, hands } = desk;
    await desk.show('h=4&d=512&ml=0&head=0&step=scores&w=scores.0.1.0:5');
    await page.evaluate(() => lab.setState({ cell: 'scores.0.1.0' }));
    await settle(page);
    assert.match(await hands.textOf('.trace'), /Reset to/);
    assert.doesNotMatch(await hands.textOf('.trace'), /No attention weight|stayed the same/);
  });

  it('keeps a set weight in its layer, and recomputes the layer above', async () => {
    const { page, hands } = desk;
    await desk.show('h=4&d=512&ml=0&head=0&step=weights&w=weights.0.1.0:0');
    assert.match((await textsOf(page, '.changes li')).join(), /1 number in layer 1/);
    await hands.click('label:has(input[name="model-layer"][value="1"])');
    const { edits, layerEdits } = await hands.state();
    assert.deepEqual([edits, layerEdits], ['', '0.weights.0.1.0:0']);
    const run = shipped.run(TEXT, { trace: ['weights'], edits: { '0.weights.0.1.0': 0 } });
    const plain = shipped.run(TEXT, { trace: ['weights'] });
    const rowOf = (/** @type {typeof run} */ { layers }) =>
      Array.from(layers[1].weights?.data.subarray(7, 14) ?? []);
    const shown = await page.$$eval('attention-lab >>> figure.weights td[data-row="1"]', (cells) =>
      cells.map((cell) => Number(/** @type {HTMLElement} */ (cell).dataset.value)),
    );
    assert.deepEqual(shown.map(Math.fround), rowOf(run));
    assert.notDeepEqual(rowOf(run), rowOf(plain));
    // Both tables are side by side, with the number that changed most.
    const [was, is] = [plain, run].map(
      ({ layers }) => layers[1].weights?.data.subarray(0, 49) ?? [],
    );
    const changes = Array.from(was, (weight, i) => Math.abs(weight - is[i]));
    const most = changes.indexOf(Math.max(...changes));
    const shownWeights = await valuesOf(page, '.weights-change data');
    assert.deepEqual(shownWeights.map(Math.fround), [was[most], is[most]]);
    assert.equal(await hands.count('.weights-change canvas'), 2);
    await hands.click('.weights-change canvas');
    assert.equal((await hands.state()).cell, '');
    await hands.pick('model-layer', '0');
    await hands.pick('head', '1');
    assert.equal(await hands.count('.weights-change'), 0);
    assert.match(await hands.textOf('.same-weights'), /do not reach the weights of this head/);
  });
});
