// What “it” stands for, in a Worker: in two layers and in one, the page shows the library's own numbers.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { examples, variantNames } from '../../web/features/models/text/en/pronoun.js';
import * as text from '../../web/features/models/text/en/training.js';
import { makePresetState } from '../../web/state/presets.js';
import { inOneBrowser } from './each-browser.js';
import { show, showOnly } from './lab.js';
import { assertNumbers, shown, trained, untilTrained } from './models.js';

/** @import { Variant } from '../../web/state/types.js' */
/** @import { Page } from 'puppeteer-core' */

const STEPS = 1500;

/** The parameters of the library's own run. @param {number} training @param {Variant} [variant] @param {number} [seed] */
const library = (training, variant = 'two', seed = 0) =>
  trained({ source: 'pronoun', training, variant, seed });

/** Until the numbers of a step are on screen. @param {Page} page @param {number} step */
const until = (page, step) => untilTrained(page, step, STEPS);

/** Until the page says what “it” stands for. @param {Page} page @param {string} noun */
const untilAnswer = (page, noun) =>
  page.waitForFunction(
    (words) => inLab('.model-answer')?.textContent?.replace(/\s+/g, ' ').includes(words),
    { timeout: 60_000 },
    `it stands for ${noun}, says the model`,
  );

// In Firefox a model is trained in models.test.js.
inOneBrowser('the pronoun resolver', (desk) => {
  const pronoun = makePresetState('pronoun');

  it('is trained when it is chosen: “it” stands for the animal, and all numbers are the library’s', async () => {
    const { page, hands } = desk;
    await hands.select('#preset', 'pronoun');
    await until(page, -1);
    assert.deepEqual(await shown(page), await library(STEPS));
    assert.equal(
      await hands.textOf('.model-answer'),
      'it stands for animal, says the model (0.998).',
    );
    const steps = ['embeddings', 'layer1/scores', 'layer1/weights', 'layer1/sum', 'layer2/q'];
    for (const step of [...steps, 'layer2/weights', 'layer2/output', 'probabilities']) {
      await show(page, { step });
      await assertNumbers(page, step);
    }
  });

  it('turns to the street with another adjective, and back', async () => {
    const { page, hands } = desk;
    await show(page, { step: 'layer2/weights' });
    await hands.click('.examples button', '… too wide');
    await untilAnswer(page, 'street');
    await assertNumbers(page, 'wide');
    await hands.click('.examples button', '… too tired');
    await untilAnswer(page, 'animal');
    await assertNumbers(page, 'tired');
  });

  it('is trained anew with another number of layers', async () => {
    const { page, hands } = desk;
    // To its end each variant is trained below.
    await showOnly(page, { ...pronoun, training: 60 });
    await until(page, 60);
    const expected = await library(60, 'one');
    await hands.pick('variant', 'one');
    assert.equal(
      (await hands.textOf('label:has(input[name="variant"][value="one"])')).trim(),
      variantNames.one,
    );
    await page.waitForFunction(
      (names) => Object.keys(lab.parameters).sort().join() === names,
      { timeout: 60_000 },
      Object.keys(expected).sort().join(),
    );
    await until(page, 60);
    assert.deepEqual(await shown(page), expected);
  });

  it('says what each sentence to try shows, on the variant that it is about, whose numbers are the library’s', async () => {
    const { page, hands } = desk;
    /** @type {Set<string | undefined>} */
    const seen = new Set();
    for (const { name, moral, variant, sentence } of examples) {
      await hands.click('.examples button', name);
      await page.waitForFunction(
        (words, which) => inLab('.model-answer') && lab.sentence === words && lab.variant === which,
        { timeout: 60_000 },
        sentence,
        variant,
      );
      assert.equal(await hands.textOf('.examples .note'), `${text.ofTrained} ${moral}`);
      // Each variant once, with its last layer.
      if (seen.has(variant)) continue;
      seen.add(variant);
      const last = variant?.startsWith('one') ? 'layer1' : 'layer2';
      for (const step of [`${last}/weights`, `${last}/output`, 'probabilities']) {
        await show(page, { step });
        await assertNumbers(page, `${variant} ${step}`);
      }
    }
    assert.equal(seen.size, Object.keys(variantNames).length);
  });
});
