import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { COSINE, computeSentence } from '../../web/features/pretrained/run/sentence-vector.js';
import { getReplies } from '../../web/features/pretrained/run/source.js';
import { modelAnswer } from '../../web/features/pretrained/views/answer.js';
import { needSlot } from '../../web/features.js';
import { findOperands, readCell, readNumber } from '../../web/graph/trace.js';
import { makeContext } from '../../web/lessons/context.js';
import { attention } from '../support/computations.js';
import { markup, plain } from '../support/markup.js';
import { sourceOf } from './checkpoints.js';
import { openModel } from './computation.js';
import '../support/features.js';

await needSlot('pretrained');

const TEXT = { sentence: 'the old mill', comparedSentence: 'the mill', step: 'next' };

/** Opens a model and the numbers of its answer. @param {string} name @param {object} [wanted] */
async function open(name, wanted) {
  const model = await openModel(sourceOf(name));
  const shown = await model.show({ ...TEXT, ...wanted });
  const context = makeContext(
    /** @type {any} */ ({ ...shown, attention, dispatch() {}, navigateTo() {} }),
  );
  const sentence = computeSentence(context);
  return { model, ...shown, context, sentence, replies: getReplies(shown.computation) };
}

/** Returns the opened number, and the text of its panel. @param {ReturnType<typeof markup>} page */
const readPanel = (page) => plain(page.slice(page.indexOf('class="trace"')));

describe('the vector of a sentence', () => {
  // With a projection of the mean row; a file without one.
  for (const name of ['use-lite', 'bert-encoder']) {
    it(`of ${name} has the bits of the run, from the rows of the last layer on`, async () => {
      for (const modelLayer of [0, 1]) {
        const { sentence, replies } = await open(name, { modelLayer });
        const { data } = sentence.results['answer/vector'];
        assert.ok(replies.after.vector);
        assert.deepEqual(data, replies.after.vector);
        assert.ok(replies.likeness && 'after' in replies.likeness);
        const [cosine] = sentence.results['answer/cosine'].data;
        assert.equal(cosine, Math.fround(replies.likeness.after));
        assert.ok(cosine > 0 && cosine < 1, String(cosine));
      }
    });
  }

  it('follows the changes of the reader', async () => {
    const { sentence, replies } = await open('use-lite', { silence: '0.1' });
    assert.notDeepEqual(replies.before.vector, replies.after.vector);
    assert.deepEqual(sentence.results['answer/vector'].data, replies.after.vector);
    const { likeness } = replies;
    assert.ok(likeness && 'after' in likeness && likeness.after !== likeness.before);
    assert.equal(sentence.results['answer/cosine'].data[0], Math.fround(likeness.after));
  });

  it('leads down to the last layer, number by number, and up again', async () => {
    const { sentence, model } = await open('use-lite');
    /** @type {string[]} */
    const trail = [];
    let cell = readCell(COSINE, sentence.run);
    while (cell) {
      trail.push(cell.id);
      const [cells] = findOperands(sentence.run, cell);
      // The mean reads shares before rows.
      const next = cells?.[0]?.id === 'answer/share' ? findOperands(sentence.run, cell)[1] : cells;
      if (!next) break;
      [cell] = next;
    }
    assert.deepEqual(
      trail.map((id) => id.slice('answer/'.length)),
      ['cosine', 'product', 'vector', 'tanh', 'products', 'mean', 'layerSum'],
    );
    const rows = /** @type {any} */ (cell);
    const [link, ...others] = sentence.neighbours?.(rows).from ?? [];
    assert.ok(link && others.length === 0);
    const below = await model.show({ ...TEXT, ...link.change });
    const left = readCell(below.state.cell, below.computation.run);
    assert.equal(below.state.modelLayer, 1);
    assert.ok(left);
    assert.ok(Object.is(readNumber(below.computation.run, left), readNumber(sentence.run, rows)));
    const [up] = below.computation.neighbours?.(left).to ?? [];
    assert.equal(up.change.cell, 'answer/layerSum.0.0');
    assert.match(plain(markup(up.label)), /number 1, Answer/);
  });
});

describe('the step of the answer', () => {
  it('opens a pressed cosine, and a number of the vector', async () => {
    const { context } = await open('use-lite', { cell: COSINE });
    const panel = readPanel(markup(modelAnswer(context)));
    assert.match(panel, /cosine .*the old mill → the mill/);
    assert.match(panel, /÷ √\(/);
    assert.match(panel, /Comes from\s*product p /);
    const number = await open('use-lite', { cell: 'answer/vector.0.16' });
    assert.match(
      readPanel(markup(modelAnswer(number.context))),
      /number of the vector .*number 17/,
    );
  });

  it('opens no number before one is pressed', async () => {
    const { context } = await open('use-lite');
    const page = markup(modelAnswer(context));
    assert.doesNotMatch(page, /class="trace"/);
    assert.match(page, /class="plain" @click=><data value="?0\.\d+/);
  });
});
