// The habits of heads on the page are measured again, and so is what the model does not do.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { loadPretrained } from '../../src/js/pretrained/index.js';
import { headHabits } from '../../web/features/pretrained/run/head-habits.js';
import { measureHabits, SENTENCES } from '../../web/features/pretrained/run/measure-habits.js';
import { ModelServer } from '../../web/features/pretrained/run/server.js';
import { getReplies } from '../../web/features/pretrained/run/source.js';
import { findHabits, habitView } from '../../web/features/pretrained/views/habits.js';
import { attention } from '../support/computations.js';
import { makeHeadHabits, measureShippedHabits, path } from '../support/make-head-habits.js';
import { markup, plain } from '../support/markup.js';
import { filesOf, NO_CHANGES } from './checkpoints.js';
import { openModel } from './computation.js';
import '../support/features.js';

const { show } = await openModel('use-lite');
const { computation } = await show({ sentence: 'We eat' });

/** @param {object} state @param {object} [measure] the known habits */
function renderHabits(state, measure = { habits: { value: headHabits } }) {
  const all = { model: 'use-lite', modelLayer: 0, head: 0, sentence: 'We eat', ...state };
  Object.assign(getReplies(computation), { habits: measure });
  return plain(markup(habitView(/** @type {any} */ ({ state: all, computation }))));
}

/** @param {string} name the name of a checkpoint @param {readonly string[]} [sentences] */
async function measureCheckpoint(name, sentences) {
  const model = await loadPretrained(attention, filesOf(name));
  const steps = measureHabits(model, sentences);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return { model, habits: value };
  }
}

describe('what a head usually does', () => {
  it('is measured anew to the last digit', async () => {
    assert.equal(await readFile(path, 'utf8'), await makeHeadHabits());
    assert.equal(new Set(SENTENCES).size, 34);
  });

  it('is the same within 0.02 in the model that ships', async () => {
    const { heads } = await measureShippedHabits('use-lite');
    heads.forEach((layer, i) => {
      layer.forEach((measured, head) => {
        for (const [place, share] of Object.entries(measured)) {
          const kept = headHabits.heads[i][head][/** @type {'itself'} */ (place)];
          assert.ok(Math.abs(share - kept) <= 0.02, `${place} of ${i}.${head}: ${share}`);
        }
      });
    });
  });

  it('adds up: no key is at two places that exclude each other', () => {
    for (const { itself, previous, next, back } of headHabits.heads.flat()) {
      assert.ok(back + next <= 1.001);
      assert.ok(itself + previous <= back + 0.001);
    }
  });

  it('is said of the open head, the strongest place first', () => {
    const names = headHabits.heads.map((layer, i) =>
      layer.map((_, head) =>
        findHabits(i, head)
          .map(({ place }) => place)
          .join(),
      ),
    );
    assert.deepEqual(names, [
      ['back', 'itself,next', 'next,itself', 'itself,previous'],
      ['back', 'content', 'content', 'itself'],
    ]);
    assert.match(
      renderHabits({ head: 1 }),
      /On average, it prefers the token itself and the next token\..* 34 sentences .* gives 70% of its weight to the token itself/,
    );
    assert.match(
      renderHabits({ head: 2 }),
      /On average, it prefers the next token and the token itself\..* 44% of its weight to the next token and 41% to the token/,
    );
    assert.match(
      renderHabits({ modelLayer: 1 }),
      /On average, it prefers no place in the sentence\..* gives 65% .* give 56%/,
    );
    assert.match(
      renderHabits({ modelLayer: 1, head: 2 }),
      /gives 64% of its weight to words with a meaning of their own \(unlike the or of\). .* give 52%\./,
    );
  });

  it('is a plain statement, and the measurement is closed at first', () => {
    const all = { model: 'use-lite', modelLayer: 0, head: 1, sentence: 'it eats' };
    Object.assign(getReplies(computation), { habits: { habits: { value: headHabits } } });
    const shown = markup(habitView(/** @type {any} */ ({ state: all, computation })));
    const [statement, details] = shown.split('<details');
    assert.doesNotMatch(plain(statement), /\d%|sentences|0\.0/);
    assert.doesNotMatch(details.slice(0, details.indexOf('>')), /open/);
    assert.match(details, /from <b>it<\/b> to <b>animal<\/b>/, 'quoted words stand out');
  });

  it('has a second place only if its share exceeds that of equal weights by 0.1', () => {
    const even = { itself: 0.15, next: 0.15 };
    const listPlaces = (/** @type {number} */ next) =>
      findHabits(0, 0, { sentences: 1, tokens: 7, even, heads: [[{ itself: 0.6, next }]] }).map(
        ({ place }) => place,
      );
    assert.deepEqual(listPlaces(0.24), ['itself']);
    assert.deepEqual(listPlaces(0.26), ['itself', 'next']);
  });

  it('is said of no model that was not measured: the reader may ask', () => {
    const model = 'openai-community/gpt2';
    assert.match(
      renderHabits({ model }, { habits: {} }),
      /^Measure what each head usually does, over 34 sentences$/,
    );
    assert.match(
      renderHabits({ model }, { habits: { loading: Promise.resolve() }, done: 5 }),
      /^5 of 34 sentences are measured\.$/,
    );
    assert.match(
      renderHabits({ model }, { habits: { failure: new Error('It failed.') } }),
      /Nothing was measured: It failed/,
    );
    assert.equal(renderHabits({ head: 7 }), '');
  });

  it('is measured of other models by their weights, and equal weights by what a query may see', async () => {
    const [text] = ['the old mill'];
    const { model, habits } = await measureCheckpoint('gpt2', [text]);
    const { weights } = model.run(text, { trace: ['weights'] }).layers[1];
    assert.ok(weights);
    const [, n] = weights.shape;
    const mean = (/** @type {(query: number) => number} */ key) =>
      Array.from({ length: n }, (_, query) =>
        key(query) < 0 ? 0 : weights.data[(2 * n + query) * n + key(query)],
      ).reduce((sum, weight) => sum + weight / n, 0);
    const measured = habits.heads[1][2];
    assert.ok(Math.abs(Number(measured.first) - mean(() => 0)) < 0.001);
    assert.ok(Math.abs(Number(measured.previous) - mean((query) => query - 1)) < 0.001);
    assert.deepEqual([measured.next, measured.back, measured.added], [0, 1, 0]);
    const even = Array.from({ length: n }, (_, i) => 1 / (i + 1) / n).reduce((a, b) => a + b);
    assert.ok(Math.abs(Number(habits.even.itself) - even) < 0.001);
    assert.equal(habits.even.back, 1);
  });

  it('counts the tokens that a model adds', async () => {
    const { habits } = await measureCheckpoint('bert', ['the old mill', 'the bird']);
    const { first, added } = habits.heads[0][1];
    assert.ok(Number(added) > Number(first), `${added} and ${first}`);
    assert.ok(Number(habits.even.added) > 0);
  });

  it('is measured by the server, which answers others meanwhile', async () => {
    const server = new ModelServer();
    await server.load('gpt2', filesOf('gpt2'), undefined);
    /** @type {(number | string)[]} */
    const order = [];
    const measuring = server.measureHabits('gpt2', (done) => {
      order.push(done);
    });
    await new Promise((resolve) => setTimeout(resolve));
    await server.run('gpt2', 'the bird', NO_CHANGES);
    order.push('run');
    assert.equal((await measuring).sentences, 34);
    assert.ok(order.indexOf('run') < order.length - 1, order.join());
    assert.equal(order.at(-1), 34);
    const ended = server.measureHabits('gpt2', () => {});
    await server.release('gpt2');
    await assert.rejects(ended, /is not loaded/);
  });

  it('says that pronouns are not resolved, where there is one', () => {
    assert.ok(headHabits.pronounChange < 0.02);
    for (const sentence of ['They eat', 'give it back', 'IT']) {
      assert.match(renderHabits({ sentence }), /does not work out what a pronoun stands for/);
    }
    for (const sentence of ['We eat', 'with theirs', 'sit here']) {
      assert.doesNotMatch(renderHabits({ sentence }), /pronoun/);
    }
  });
});
