// A model that learns in a Worker: every number on the screen is the library's at the same step.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createDescriber } from '../../src/js/learning/index.js';
import { examples } from '../../web/features/models/text/en/describer.js';
import * as text from '../../web/features/models/text/en/training.js';
import { makePresetState } from '../../web/state/presets.js';
import { opening } from '../../web/text/en/messages.js';
import { inEachBrowser } from './each-browser.js';
import { setField, untilText } from './hands.js';
import { load, show, showOnly } from './lab.js';
import {
  assertNumbers,
  readParameters,
  stepOf as step,
  trainParameters,
  untilTrained,
} from './models.js';
import { holdReplies } from './training-pages.js';

/** @import { Page } from 'puppeteer-core' */

/**
 * Returns the parameters of the library's own run.
 * @param {number} training
 * @param {number} [seed]
 */
const library = (training, seed = 0) => trainParameters({ source: 'describer', training, seed });

/** Waits until the numbers of a step are on the screen. @param {Page} page @param {number} step */
const until = (page, step) => untilTrained(page, step, 2500);

/** @param {Page} page */
const status = (page) => page.evaluate(() => inLab('.training .reached')?.textContent ?? '');

inEachBrowser('a model that learns', (desk, _browserName, once) => {
  const describer = makePresetState('describer');

  it('trains when chosen, says that “tired” describes the animal, and shows the library’s numbers', async () => {
    const { page, hands } = desk;
    await hands.select('#preset', 'describer');
    await page.waitForFunction(() => /** @type {any} */ (lab).results.weights);
    await show(page, { query: 11 });
    assert.deepEqual(await readParameters(page), await library(2500));
    assert.match(await hands.textOf('.model-answer'), /^tired describes animal, says the model/);
    for (const stepName of ['q', 'scores', 'weights', 'heads', 'probabilities']) {
      await show(page, { step: stepName });
      await assertNumbers(page, stepName);
    }
  });

  once('an answer that is not in the sentence is named as such', async () => {
    const { page, hands } = desk;
    await showOnly(page, { ...describer, training: 650, query: 11 });
    await until(page, 650);
    const answer = await hands.textOf('.model-answer');
    const [, noun] = /describes (\w+), says/.exec(answer) ?? [];
    const { sentence } = await hands.state();
    assert.ok(noun && !sentence.includes(noun), answer);
    assert.match(answer, new RegExp(`The sentence has no ${noun}: the model compares`));
  });

  once('has a link with seed and step that gives the same numbers', async () => {
    const { page, url } = desk;
    await showOnly(page, { ...describer, seed: 3, training: 160 });
    await until(page, 160);
    const link = await page.evaluate(() => lab.export('link'));
    assert.match(link, /seed=3&.*train=160/);
    await load(page, url + new URL(link).hash);
    await until(page, 160);
    assert.deepEqual(await readParameters(page), await library(160, 3));
  });

  once('says that it is training before the first numbers appear', async () => {
    const { page } = desk;
    const early = [
      await page.evaluateOnNewDocument(holdReplies),
      await page.evaluateOnNewDocument(() => {
        /** @type {Set<string>} */
        const statuses = new Set();
        kept.statuses = statuses;
        kept.hold();
        const look = () => {
          const status = inLab('.status');
          if (status) statuses.add(status.textContent?.trim() ?? '');
          requestAnimationFrame(look);
        };
        look();
      }),
    ];
    const loaded = load(
      page,
      `${desk.url}#v=1&from=translator&m=additive&seed=5&train=60&s=il+rit`,
    );
    await page.waitForFunction((wanted) => kept.statuses?.has(wanted), {}, text.opening.isTraining);
    await page.evaluate(() => kept.release());
    await loaded;
    const shown = await page.evaluate(() => [...kept.statuses]);
    assert.ok(!shown.includes(opening), shown.join(' | '));
    for (const { identifier } of early) await page.removeScriptToEvaluateOnNewDocument(identifier);
  });

  once('starts from random numbers, and trains one step at a time', async () => {
    const { page, hands } = desk;
    await showOnly(page, describer);
    await until(page, -1);
    await hands.pick('training', 'untrained');
    await until(page, 0);
    assert.deepEqual(await readParameters(page), await library(0));
    await hands.pick('training', 'learn');
    // The first pictures change the texts above the button, which moves.
    await page.waitForFunction(() => lab.training >= 20);
    await hands.click('.training button', text.pause);
    const [from, to] = [await step(page), (await step(page)) + 1];
    assert.ok(from >= 0);
    await until(page, from);
    await hands.click('.training button', text.oneStep);
    await until(page, to);
    assert.deepEqual(await readParameters(page), await library(to));
  });

  once('updates every table when paused, although playing updates some in turn', async () => {
    const { page, hands } = desk;
    for (const stepName of ['weights', 'q']) {
      await showOnly(page, { ...describer, training: 0, step: stepName });
      await until(page, 0);
      await hands.click('.training button', text.play);
      await page.waitForFunction(() => lab.training >= 20);
      await hands.click('.training button', text.pause);
      await until(page, await step(page));
      await assertNumbers(page, stepName);
    }
  });

  once('trains by the sticky bar above the map on a narrow page', async () => {
    const { page, hands } = desk;
    await page.setViewport({ width: 390, height: 844 });
    await showOnly(page, describer);
    await until(page, -1);
    const inView = () =>
      page.evaluate(() => {
        inLab('.overview')?.scrollIntoView();
        const boxes = ['.learn button', '.overview td'].map(
          (selector) => inLab(selector)?.getBoundingClientRect() ?? new DOMRect(0, -1),
        );
        return boxes.every(({ top, bottom }) => top >= 0 && bottom <= innerHeight);
      });
    assert.ok(await inView());
    await hands.click('.learn button', text.play);
    await page.waitForFunction(() => lab.training >= 50);
    await hands.click('.learn button', text.pause);
    const from = await step(page);
    await until(page, from);
    await hands.click('.learn button', text.oneStep);
    await until(page, from + 1);
    assert.deepEqual(await readParameters(page), await library(from + 1));
    assert.ok(await inView());
    await page.setViewport({ width: 1280, height: 800 });
  });

  once('keeps the focus on the button that starts and pauses, and announces both', async () => {
    const { page, hands } = desk;
    await showOnly(page, describer);
    await until(page, -1);
    /** @type {(pressed: string) => Promise<unknown>} */
    const press = async (pressed) => {
      await hands.press('Enter');
      return page.waitForFunction(
        (before) => inLab(':focus')?.textContent && inLab(':focus')?.textContent !== before,
        {},
        pressed,
      );
    };
    const announced = () => hands.textOf('.training p.hidden[role=status]');
    await hands.tabTo('.learn button', text.play);
    await press(text.play);
    await page.waitForFunction(() => lab.training >= 50);
    assert.equal(await announced(), text.isTraining);
    assert.equal(await hands.textOf('.learn :focus'), text.pause);
    await press(text.pause);
    assert.equal(await hands.textOf('.learn :focus'), text.goOn);
    assert.equal(await announced(), await status(page));
  });

  once('plays to the end, and its slider goes back to an earlier step', async () => {
    const { page, hands } = desk;
    await hands.select('.training .buttons select', 'fast');
    await hands.click('.training button', text.goOn);
    await until(page, 2500);
    assert.match(await status(page), /^Step 2,500 of 2,500 · loss 0\.0\d+ · 100% /);
    assert.deepEqual(await readParameters(page), await library(2500));
    await setField(page, '.training input[type=range]', 1000, ['input']);
    await until(page, 1000);
    assert.deepEqual(await readParameters(page), await library(1000));
  });

  once('retrains to the same numbers, and to others from another seed', async () => {
    const { page, hands } = desk;
    await showOnly(page, { ...describer, training: 0 });
    await until(page, 0);
    await hands.select('.training .buttons select', 'fast');
    await hands.click('.training button', text.again);
    await page.waitForFunction(() => lab.training >= 300);
    await hands.click('.training button', text.pause);
    const at = await step(page);
    await until(page, at);
    assert.deepEqual(await readParameters(page), await library(at));
    await hands.click('.training button', text.otherSeed);
    await until(page, 0);
    assert.deepEqual(await readParameters(page), await library(0, 1));
  });

  once('draws each point at its coordinates, and its label covers no other', async () => {
    const { page } = desk;
    for (const [seed, shownStep] of ['q', 'heads', 'probabilities', 'q'].entries()) {
      await showOnly(page, { ...describer, query: 11, seed, training: 0, step: shownStep });
      await until(page, 0);
      await untilText(page, '.badge', `seed ${seed}`);
      const marks = await page.evaluate(() => {
        const groups = /** @type {SVGGElement[]} */ (allInLab('.plane g'));
        const box = (/** @type {SVGGraphicsElement | null} */ element) => {
          if (!element) return undefined;
          const { x, y, width, height } = element.getBBox();
          return [x, y, x + width, y + height];
        };
        return groups.map((group) => ({
          name: group.dataset.name,
          at: [Number(group.dataset.x), Number(group.dataset.y)],
          point: /** @type {number[]} */ (box(group.querySelector('circle'))),
          text: box(group.querySelector('text')),
        }));
      });
      const limit = Math.max(...marks.flatMap(({ at }) => at.map(Math.abs)));
      for (const { name, at, point, text: label } of marks) {
        const middle = [(point[0] + point[2]) / 2, (point[1] + point[3]) / 2];
        const expected = [170 + (146 * at[0]) / limit, 170 - (146 * at[1]) / limit];
        for (const axis of [0, 1]) {
          assert.ok(Math.abs(middle[axis] - expected[axis]) < 0.01, `${name}`);
        }
        if (!label) continue;
        // A line of text is higher than its letters, and the width depends on the font.
        const [left, top, right, bottom] = [label[0] + 2, label[1] + 3, label[2] - 2, label[3] - 3];
        for (const other of marks) {
          if (other.point === point) continue;
          for (const [l, t, r, b] of [other.point, ...(other.text ? [other.text] : [])]) {
            assert.ok(
              right < l || left > r || bottom < t + 3 || top > b - 3,
              `${name} covers ${other.name}, seed ${seed}`,
            );
          }
        }
      }
      assert.ok(marks.at(-1)?.text, 'the chosen word has its name');
      assert.ok(marks.filter(({ text: label }) => label).length > 0.6 * marks.length);
    }
  });

  once('names an unknown word, and continues with the next sentence', async () => {
    const { page, hands } = desk;
    await showOnly(page, describer);
    await page.waitForFunction(() => inLab('.model-answer'));
    const told = page.evaluate(
      () =>
        new Promise((resolve) => {
          const listen = (/** @type {any} */ { detail }) => resolve(detail);
          document.addEventListener('attention-error', listen, { once: true });
        }),
    );
    await show(page, { sentence: 'the spaceship was too wide' });
    await page.waitForFunction(() => inLab('.status'));
    assert.match(await hands.textOf('.status'), /never seen the word “spaceship”.*45 words/);
    const { code, message } = /** @type {Record<string, string>} */ (await told);
    assert.equal(code, 'ERR_UNKNOWN_WORD');
    assert.match(message, /^This model has never seen the word “spaceship”/);
    await show(page, { sentence: 'The river was too wide.', query: 4 });
    await page.waitForFunction(() => inLab('.model-answer'));
    assert.match(await hands.textOf('.model-answer'), /^wide describes river,/);
  });

  once('offers a real model for a sentence with an unknown word', async () => {
    const { page, hands } = desk;
    await showOnly(page, describer);
    await page.waitForFunction(() => inLab('.model-answer'));
    const sentence = 'the spaceship was too wide';
    await show(page, { sentence });
    await page.waitForFunction(() => inLab('.status'));
    await hands.click('.overview .plain', 'See this sentence in a model that knows more words');
    await page.waitForFunction(() => inLab('.load-model'));
    const state = await page.evaluate(() => lab.getState());
    assert.deepEqual([state.source, state.sentence], ['pretrained', sentence]);
  });

  once('selects the adjective of a typed sentence as the query', async () => {
    const { page, hands } = desk;
    await showOnly(page, { ...describer, query: 3 });
    await page.waitForFunction(() => inLab('.model-answer'));
    await hands.fill('#sentence', 'The river was too wide.');
    await untilText(page, '.model-answer', 'wide describes river');
    await page.waitForFunction(() => /** @type {any} */ (lab).query === 4);
    // Settings that are set together stay together.
    await show(page, { sentence: 'the river was too wide', query: 1 });
    assert.equal(await page.evaluate(() => /** @type {any} */ (lab).query), 1);
  });

  once('lists its training examples, which depend on the seed', async () => {
    const { page, hands } = desk;
    await showOnly(page, describer);
    await until(page, -1);
    await hands.click('.trained-on summary');
    /** @param {number} seed */
    const first = async (seed) => {
      const model = /** @type {any} */ (await createDescriber({ seed }));
      return model.drawBatch()[0].words.join(' ');
    };
    for (const seed of [0, 1]) {
      await show(page, { seed });
      await untilText(page, '.trained-on li', new RegExp(`^${await first(seed)}`));
    }
    assert.match(
      await hands.textOf('.trained-on .note'),
      /^160,000 sentences.* 64 for each of 2,500 steps/,
    );
  });

  once('Back opens the previous step, and then leaves the model', async () => {
    const { page, hands } = desk;
    await load(page, `${desk.url}#v=1`);
    await hands.select('#preset', 'describer');
    const arrives = (/** @type {string} */ source, /** @type {string} */ shownStep) =>
      page.waitForFunction(
        (...wanted) => {
          return lab.source === wanted[0] && lab.step === wanted[1];
        },
        {},
        source,
        shownStep,
      );
    await until(page, -1);
    await arrives('describer', 'q');
    await hands.click('.bar li button', 'Softmax');
    await hands.click('.bar li button', 'Answer');
    await arrives('describer', 'probabilities');
    for (const [source, shownStep] of [
      ['describer', 'weights'],
      ['describer', 'q'],
      ['seed', 'embeddings'],
    ]) {
      await page.evaluate(() => history.back());
      await arrives(source, shownStep);
    }
  });

  once('says that the numbers overflowed at too high a rate, and offers a restart', async () => {
    const { page, hands } = desk;
    await showOnly(page, { ...describer, training: 300, rate: 1000 });
    await page.waitForFunction(() => inLab('.training .wrong'));
    assert.match(await hands.textOf('.training .wrong'), /^The numbers overflowed before step/);
    await hands.click('.training .wrong button');
    await until(page, 0);
    assert.deepEqual(await readParameters(page), await library(0));
  });

  once('says what each example sentence shows', async () => {
    const { page, hands } = desk;
    await showOnly(page, describer);
    await page.waitForFunction(() => inLab('.model-answer'));
    for (const { name, moral, sentence } of examples) {
      await hands.click('.examples button', name);
      await page.waitForFunction(
        (words) => inLab('.model-answer') && lab.sentence === words,
        {},
        sentence,
      );
      assert.equal(await hands.textOf('.examples .note'), `${text.ofTrained} ${moral}`);
    }
  });
});
