// Models that learn words, in a Worker: what “it” stands for, and what a language model and a
// translator write. The page shows the library's numbers.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { loadMini } from '../../src/js/learning/index.js';
import * as text from '../../web/features/models/text/en/mini.js';
import { examples, variantNames } from '../../web/features/models/text/en/pronoun.js';
import { ofTrained } from '../../web/features/models/text/en/training.js';
import { normaliseState } from '../../web/state/normalise.js';
import { makePresetState } from '../../web/state/presets.js';
import { modelAt } from '../support/models.js';
import { inOneBrowser } from './each-browser.js';
import { setField, untilText } from './hands.js';
import { readTables, show, showOnly } from './lab.js';
import { assertNumbers, readParameters, trainParameters, untilTrained } from './models.js';

/**
 * @import { Page } from 'puppeteer-core'
 * @import { Variant } from '../../web/state/types.js'
 */

const STEPS = 1500;

/**
 * Returns the parameters of the library's own run.
 * @param {number} training
 * @param {Variant} [variant]
 * @param {number} [seed]
 */
const library = (training, variant = 'two', seed = 0) =>
  trainParameters({ source: 'pronoun', training, variant, seed });

/** Waits until the page says what “it” stands for. @param {Page} page @param {string} noun */
const untilAnswer = (page, noun) =>
  untilText(page, '.model-answer', `it stands for ${noun}, says the model`);

// models.test.js trains a model in Firefox.
inOneBrowser('the pronoun resolver', (desk) => {
  const pronoun = makePresetState('pronoun');

  it('trains when chosen, says that “it” stands for the animal, and shows the library’s numbers', async () => {
    const { page, hands } = desk;
    await hands.select('#preset', 'pronoun');
    await untilTrained(page, -1, STEPS);
    assert.deepEqual(await readParameters(page), await library(STEPS));
    assert.equal(
      await hands.textOf('.model-answer'),
      'it stands for animal, says the model (probability 0.998).',
    );
    const steps = ['embeddings', 'layer1/scores', 'layer1/weights', 'layer1/sum', 'layer2/q'];
    for (const step of [...steps, 'layer2/weights', 'layer2/output', 'probabilities']) {
      await show(page, { step });
      await assertNumbers(page, step);
    }
  });

  it('answers “street” with another adjective, and “animal” with the first again', async () => {
    const { page, hands } = desk;
    await show(page, { step: 'layer2/weights' });
    await hands.click('.examples button', '… too wide');
    await untilAnswer(page, 'street');
    await assertNumbers(page, 'wide');
    await hands.click('.examples button', '… too tired');
    await untilAnswer(page, 'animal');
    await assertNumbers(page, 'tired');
  });

  it('trains again with another number of layers', async () => {
    const { page, hands } = desk;
    // Each variant is trained to its end below.
    await showOnly(page, { ...pronoun, training: 60 });
    await untilTrained(page, 60, STEPS);
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
    await untilTrained(page, 60, STEPS);
    assert.deepEqual(await readParameters(page), expected);
  });

  it('says what each example sentence shows, on its variant, with the library’s numbers', async () => {
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
      assert.equal(await hands.textOf('.examples .note'), `${ofTrained} ${moral}`);
      // Check each variant once, with its last layer.
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

/** @param {Page} page */
const sentence = (page) => page.evaluate(() => lab.sentence);

/** Steps after which the translator writes a sentence. */
const WRITING_STEPS = 200;

inOneBrowser('models that write', (desk) => {
  it('Mini writes the library’s story, and reports how many words are cached', async () => {
    const { page, hands } = desk;
    const mini = await loadMini();
    await showOnly(page, { ...makePresetState('mini'), sentence: '<s> Anna has a red ball .' });
    await untilText(page, '.model-answer', 'says the model');
    await setField(page, '#writing-temperature', 0, ['input']);
    await hands.click('.writing button', text.toTheEnd);
    await page.waitForFunction(() => lab.sentence.split(' .').length > 3, {
      timeout: 60_000,
    });
    const { tokens } = mini.generate('<s> Anna has a red ball .', { temperature: 0, words: 14 });
    const continued = await sentence(page);
    assert.ok(tokens.join(' ').startsWith(continued), continued);
    assert.match(continued, /^<s> Anna has a red ball \. .* thanks Anna \.$/);
    await untilText(
      page,
      '.writing .reached',
      `of ${continued.split(' ').length - 2} words were kept`,
    );
    for (const step of ['layer1/scaledScores', 'layer2/weights', 'normalized', 'probabilities']) {
      await show(page, { step });
      await assertNumbers(page, step);
    }
  });

  it('Mini shows the accuracy that each silenced head costs, and opens the head that costs most', async () => {
    const { page, hands } = desk;
    const words = '<s> the dogs near the house are tired . they';
    await showOnly(page, { ...makePresetState('mini'), query: 9, sentence: words });
    await untilText(page, '.model-answer', 'After they');
    await hands.click('.heads-measured summary');
    await hands.click('.heads-measured button', text.measure);
    await untilText(page, '.heads-measured', text.drops);
    const mini = await loadMini();
    const heads = mini.measureHeads({ rounds: 8 });
    const kinds = Object.keys(heads[0].byDependency);
    const points = kinds.map((kind) =>
      heads.map(({ byDependency }) => Math.round(100 * byDependency[kind].drop)),
    );
    const shown = await page.evaluate(() => {
      const rows = allInLab('.heads-measured tbody tr');
      return [...rows].map((row) => {
        const cells = /** @type {HTMLElement[]} */ ([...row.querySelectorAll('td')]);
        return {
          points: cells.map((cell) => Number(cell.innerText.replace('−', '-'))),
          most: cells.flatMap((cell, i) => (cell.querySelector('b') ? [i] : [])),
        };
      });
    });
    assert.deepEqual(
      shown.map((row) => row.points),
      points.map((row) => row.map((value) => value + 0)),
    );
    for (const [i, { most }] of shown.entries()) {
      for (const head of most) assert.equal(points[i][head], Math.max(...points[i]));
    }
    assert.ok(shown.filter(({ most }) => most.length > 0).length > 5);

    const [{ word, probability }] = mini.predict(words).next;
    const without = heads.map(({ layer, head }) => {
      const { next } = mini.predict(words, { silenced: [[layer, head]] });
      return Number(next.find((entry) => entry.word === word)?.probability);
    });
    const { layer, head } = heads[without.indexOf(Math.min(...without))];
    const note = await hands.textOf('.heads-measured .look-at');
    assert.match(note, new RegExp(`look at\\s+${text.headName(layer + 1, head + 1)}`));
    assert.ok(note.includes(probability.toPrecision(3)), note);
    await hands.click('.look-at button');
    const state = await page.evaluate(() => lab.getState());
    assert.deepEqual([state.step, state.head], [`layer${layer + 1}/weights`, head]);
    // Another word has to be measured again.
    await show(page, { query: 3 });
    assert.equal(await page.evaluate(() => inLab('.look-at')), null);
    assert.equal((await hands.textOf('.heads-measured button')).trim(), text.measureHere);
  });

  it('the translator shows the library’s translation, and another one with a blocked pair', async () => {
    const { page, hands } = desk;
    const state = { ...makePresetState('translator-father'), training: WRITING_STEPS };
    const model = await modelAt(normaliseState(state));
    await showOnly(page, { ...state, step: 'weights' });
    await untilText(page, '.model-answer', 'becomes');
    // The page writes at most 16 words, and after these steps there are fewer.
    const { target, weights } = model.translate(String(state.sentence));
    await untilText(page, '.model-answer', target.join(' '));
    await assertNumbers(page, 'weights');
    const largest = weights.data.indexOf(Math.max(...weights.data.subarray(0, weights.shape[1])));
    await show(page, { masked: `0.${largest}` });
    const { target: other } = model.translate(String(state.sentence), {
      blocked: [[0, largest]],
    });
    await untilText(page, '.model-answer', other.join(' '));
    await assertNumbers(page, 'blocked');
    const [table] = await readTables(page);
    assert.equal(table.cells[largest].value, '0');
    assert.ok((await hands.textOf('.model-answer')).includes(other.join(' ')));
  });
});
