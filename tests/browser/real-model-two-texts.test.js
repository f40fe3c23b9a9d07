// A model that translates has two stacks of layers. The page says that it shows one, and offers nothing that could not work.
import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { onModelPage, pressLoad, textsOf } from './real-model.js';

onModelPage('a model of an encoder and a decoder', (desk) => {
  before(async () => {
    const id = desk.publish('marian');
    await desk.show(`model=${id}&s=the+bird+sings&step=weights`, { isLoaded: false });
    await pressLoad(desk.page);
    await desk.page.waitForFunction(() =>
      /reads one text with an encoder/.test(inLab('.overview')?.textContent ?? ''),
    );
  });

  it('is named, with its sizes, and has no layer to choose, no change and no continuation', async () => {
    const { page, hands } = desk;
    assert.match((await textsOf(page, '.pretrained .about')).join(), /family marian/);
    for (const control of ['input[name="model-layer"]', '.interventions', '.writing', '.bar'])
      assert.equal(await hands.count(control), 0, control);
  });

  it('gives way to another model, with all that it offers', async () => {
    const { page, hands } = desk;
    const id = desk.publish('gpt2');
    await page.evaluate((model) => lab.setState({ model }), id);
    await pressLoad(page);
    await page.waitForFunction(() => inLab('figure.weights td'));
    for (const control of ['input[name="model-layer"]', '.interventions', '.writing', '.bar'])
      assert.notEqual(await hands.count(control), 0, control);
  });
});
