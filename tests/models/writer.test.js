import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Writer } from '../../web/features/models/training/writer.js';
import { headRoles, writingPanel } from '../../web/features/models/views/writing.js';
import { getSettings } from '../../web/state/fields.js';
import { normaliseState } from '../../web/state/normalise.js';
import { markup, plain } from '../support/markup.js';

const state = normaliseState({ sentence: 'one day' });
const settings = getSettings(state);

/** Makes a writer whose model answers when the test says so. */
function makeWriter() {
  /** @type {((word: string) => void)[]} */
  const answers = [];
  /** @type {(string | undefined)[]} */
  const sentences = [];
  const host = { requestUpdate() {}, state };
  const writer = new Writer(
    host,
    ({ sentence }) => sentences.push(sentence),
    () => new Promise((resolve) => answers.push((word) => resolve(/** @type {any} */ ({ word })))),
  );
  return { host, writer, answers, sentences };
}

describe('a story that is stopped and started again', () => {
  it('in the pause between two words has only one writer', (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const { writer, answers } = makeWriter();
    writer.isWriting = true;
    writer.shown(settings);
    writer.stopWriting();
    writer.write(settings, true);
    t.mock.timers.tick(10_000);
    assert.equal(answers.length, 1);
  });

  it('while a word is computed writes it only once', async () => {
    const { writer, answers, sentences } = makeWriter();
    const first = writer.write(settings, true);
    writer.stopWriting();
    const second = writer.write(settings, true);
    for (const answer of answers) answer('Tom');
    await Promise.all([first, second]);
    assert.deepEqual(sentences, ['one day Tom']);
  });
});

describe('a story after its model was left', () => {
  it('in the pause between two words requests no word, even when it writes again', (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const { writer, answers } = makeWriter();
    writer.isWriting = true;
    writer.shown(settings);
    writer.stop();
    writer.isWriting = true;
    t.mock.timers.tick(10_000);
    assert.equal(answers.length, 0);
  });

  it('while a word is computed does not get that word', async () => {
    const { writer, answers, sentences } = makeWriter();
    const writing = writer.write(settings, false);
    writer.stop();
    answers[0]('Tom');
    await writing;
    assert.deepEqual(sentences, []);
  });
});

describe('a sentence that is edited while a word is computed', () => {
  for (const word of ['Tom', undefined])
    it(`keeps the edit, and its story goes on: ${word ?? 'after a full one'}`, async (t) => {
      t.mock.timers.enable({ apis: ['setTimeout'] });
      const { host, writer, answers, sentences } = makeWriter();
      const first = writer.write(settings, true);
      host.state = normaliseState({ sentence: 'one night' });
      answers[0](/** @type {string} */ (word));
      await first;
      assert.deepEqual([sentences, writer.isWriting], [[], true]);
      assert.equal(writer.writtenWord.value, undefined);
      writer.shown(host.state);
      t.mock.timers.tick(10_000);
      answers[1]('Mia');
      await new Promise(setImmediate);
      assert.deepEqual(sentences, ['one night Mia']);
    });
});

describe('a model that does not answer', () => {
  /** Makes a writer whose model fails once. @param {any} next the next answer */
  function makeFailingWriter(next) {
    /** @type {Error[]} */
    const errors = [new Error('No memory is left.')];
    const askTrainer = async () => {
      for (const error of errors.splice(0)) throw error;
      return next;
    };
    const writer = new Writer({ requestUpdate() {}, state }, () => {}, askTrainer);
    const context = /** @type {any} */ ({
      state,
      dispatch() {},
      computation: { queryWords: ['a'] },
    });
    const render = (/** @type {typeof headRoles | typeof writingPanel} */ view) =>
      plain(markup(view(context, writer)));
    return { writer, render };
  }

  it('is named with its reason beside the buttons that write, until it answers', async () => {
    const { writer, render } = makeFailingWriter({ word: 'Tom', cachedTokens: 2 });
    writer.write(settings, true);
    await new Promise(setImmediate);
    assert.equal(writer.isWriting, false);
    assert.match(render(writingPanel), /The model wrote nothing\. No memory is left\./);
    await writer.write(settings, false);
    assert.doesNotMatch(render(writingPanel), /memory/);
    assert.match(render(writingPanel), /Keys and values of 2 words were kept/);
  });

  it('is named with its reason in place of measurements, which can be tried again', async () => {
    const { writer, render } = makeFailingWriter({
      heads: [{ layer: 0, head: 0, byDependency: {} }],
      here: { word: 'Tom', probability: 0.5, without: [0.5] },
    });
    await writer.measureHeads(state);
    assert.match(render(headRoles), /Nothing was measured\. No memory is left\. Measure it$/);
    await writer.measureHeads(state);
    assert.doesNotMatch(render(headRoles), /memory/);
  });
});
