import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { expectedOf } from '../pretrained/checkpoints.js';
import { onModelPage, pressLoad, textsOf } from './real-model.js';

const { text, target, layers, tokens } = expectedOf('marian').cases[2];

onModelPage('a model of an encoder and a decoder', (desk) => {
  before(async () => {
    const id = desk.publish('marian');
    const address = `model=${id}&s=${encodeURIComponent(text)}&pair=${encodeURIComponent(target)}`;
    await desk.open(`${address}&step=allHeads`, { isLoaded: false });
    await pressLoad(desk.page);
    await desk.page.waitForFunction(() => inLab('.all-heads-of-model'));
  });

  it('is named with both stacks, and has a row of heads for each attention', async () => {
    const { page, hands } = desk;
    const [about] = await textsOf(page, '.pretrained .about');
    assert.match(about, /family marian .* 2 encoder and 2 decoder layers of 4 heads/);
    const rows = await textsOf(page, '.all-heads-of-model tbody th');
    assert.deepEqual(rows, [
      ...['encoder 1', 'encoder 2'],
      ...['decoder 1', 'cross 1', 'decoder 2', 'cross 2'],
    ]);
    assert.equal(await hands.count('.all-heads-of-model .thumb'), 24);
    assert.equal(await hands.count('.writing'), 0);
  });

  it('opens a head of cross-attention with the weights of the reference', async () => {
    const { page, hands } = desk;
    await hands.click('.thumb[data-layer="5"][data-head="2"]');
    await page.waitForFunction(
      (count) => inLab(`.overview [data-place="weights.2.0.${count - 1}"]`),
      {},
      tokens.length,
    );
    const shown = await page.$$eval('attention-lab >>> .overview td[data-place]', (cells) =>
      cells.map((cell) => Number(/** @type {HTMLElement} */ (cell).dataset.value)),
    );
    const expected = layers[1].cross_weights[2].flat();
    assert.equal(shown.length, expected.length);
    for (const [i, weight] of shown.entries())
      assert.ok(Math.abs(weight - expected[i]) <= 5e-6, `${i}: ${weight}`);
    assert.equal(await hands.count('.token-bar input[name="query"]'), layers[0].weights[0].length);
  });

  it('opens its numbers back to the rows of the encoder', async () => {
    const { page, hands } = desk;
    await page.evaluate(() => lab.setState({ step: 'k', cell: 'k.2.3.1' }));
    await page.waitForFunction(() => inLab('.trace'));
    assert.match((await textsOf(page, '.prose')).join(), /made of the rows of your sentence/);
    await page.evaluate(() => lab.setState({ step: 'input', cell: '' }));
    await page.waitForFunction(() => inLab('[data-place="memory.0.0"]'));
    assert.notEqual(await hands.count('[data-place="input.0.0"]'), 0);
  });

  it('shows the translation, and how a change makes it less probable', async () => {
    const { page, hands } = desk;
    await page.evaluate(() => lab.setState({ modelLayer: 0, step: 'next', silence: '5.*' }));
    await page.waitForFunction(() => inLab('.open-decoder'));
    assert.match((await textsOf(page, '.translation')).join(), new RegExp(target));
    assert.match((await textsOf(page, '.effect')).join(), /had the probability/);
    await hands.click('.open-decoder');
    await page.waitForFunction(() => inLab('table.answer .before'));
    assert.equal((await hands.count('table.answer tbody tr')) > 4, true);
    await page.evaluate(() => lab.setState({ silence: '' }));
  });

  it('writes its own translation once the reader deletes theirs', async () => {
    const { page, hands } = desk;
    await hands.tabTo('#second-text');
    await hands.chord('Control', 'a');
    await hands.press('Backspace', 'Enter');
    await page.waitForFunction(() =>
      /model translates/.test(inLab('.translation')?.textContent ?? ''),
    );
    assert.equal(await page.evaluate(() => lab.getState().pair), '');
    assert.deepEqual(desk.complaints, []);
  });

  it('can be replaced by another model with all its controls', async () => {
    const { page, hands } = desk;
    const other = desk.publish('gpt2');
    await page.evaluate((model) => lab.setState({ model, step: 'weights' }), other);
    await pressLoad(page);
    await page.waitForFunction(() => inLab('.writing') && inLab('figure.weights td'));
    for (const control of ['input[name="model-layer"]', '.interventions', '.bar'])
      assert.notEqual(await hands.count(control), 0, control);
    assert.deepEqual(desk.complaints, []);
  });
});
