// A page that shows a model draws itself again while a reader types: a download reports, habits are measured. What is typed stays.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onModelPage } from './real-model.js';

onModelPage('what a reader types for a real model', (desk) => {
  /** Types half of a text, and the page is drawn again. @param {string} selector @param {string} text */
  async function typeHalf(selector, text) {
    const { page } = desk;
    return page.evaluate(
      async (wanted, half) => {
        for (const details of allInLab('details')) details.setAttribute('open', '');
        const field = /** @type {HTMLInputElement} */ (inLab(wanted));
        field.focus();
        field.value = half;
        lab.requestUpdate();
        while (!(await lab.updateComplete));
        return field.value;
      },
      selector,
      text,
    );
  }

  for (const [selector, text, hash] of [
    ['#hub-name', 'tiny/', 'model=tiny/bert&s=the+bird&step=weights'],
    ['#hub-endpoint', 'https://hub.', 'model=tiny/bert&s=the+bird&step=weights'],
    ['#second-text', 'the old', 'model=tiny/bert&s=the+bird&step=weights'],
    ['#compared-sentence', 'They eat', 'h=4&d=512&step=next'],
    ['.writing input', '2', 'model=tiny/gpt2&s=the+bird&step=weights'],
  ]) {
    it(`stays in ${selector} while the page is drawn again`, async () => {
      for (const name of ['bert', 'gpt2']) desk.publish(name);
      await desk.show(hash);
      assert.equal(await typeHalf(selector, text), text);
    });
  }

  it('gives way to what counts once it is sent, and was not taken', async () => {
    const { page } = desk;
    await page.evaluate(async () => {
      lab.setState({ source: 'seed', sentence: 'They eat', target: '' });
      while (!(await lab.updateComplete));
    });
    assert.equal(await typeHalf('#target', '   '), '   ');
    const sent = await page.evaluate(async () => {
      const field = /** @type {HTMLInputElement} */ (inLab('#target'));
      field.dispatchEvent(new Event('change', { bubbles: true }));
      lab.requestUpdate();
      while (!(await lab.updateComplete));
      return [field.value, lab.state.target];
    });
    assert.deepEqual(sent, ['', '']);
  });

  it('gives way to what the page knows once the focus is elsewhere', async () => {
    const { page } = desk;
    desk.publish('bert');
    await desk.show('model=tiny/bert&s=the+bird&step=weights');
    await typeHalf('#hub-name', 'no name');
    const left = await page.evaluate(async () => {
      const field = /** @type {HTMLInputElement} */ (inLab('#hub-name'));
      field.blur();
      lab.requestUpdate();
      while (!(await lab.updateComplete));
      return field.value;
    });
    assert.equal(left, 'tiny/bert');
  });
});
