import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Writer } from '../../web/features/models/training/writer.js';
import { headRoles, writingPanel } from '../../web/features/models/views/writing.js';
import { getSettings } from '../../web/state/fields.js';
import { normaliseState } from '../../web/state/normalise.js';
import { markup, plain } from '../support/markup.js';
import { startStore } from '../web/start-store.js';

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
    () => new Promise((resolve) => answers.push((word) => resolve(/** @type {any} */ ({ word })))),
  );
  const write = (/** @type {boolean} */ onAndOn) =>
    writer.write(settings, onAndOn, ({ sentence }) => sentences.push(sentence));
  return { host, writer, write, answers, sentences };
}

describe('a story that is stopped and started again', () => {
  it('in the pause between two words has only one writer', (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const { writer, write, answers } = makeWriter();
    writer.isWriting = true;
    writer.shown(settings);
    writer.stopWriting();
    write(true);
    t.mock.timers.tick(10_000);
    assert.equal(answers.length, 1);
  });

  it('while a word is computed writes it only once', async () => {
    const { writer, write, answers, sentences } = makeWriter();
    const first = write(true);
    writer.stopWriting();
    const second = write(true);
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
    const { writer, write, answers, sentences } = makeWriter();
    const writing = write(false);
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
      const { host, writer, write, answers, sentences } = makeWriter();
      const first = write(true);
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
    const writer = new Writer({ requestUpdate() {}, state }, askTrainer);
    const context = /** @type {any} */ ({
      state: normaliseState({ sentence: 'one day Tom' }),
      dispatch() {},
      computation: { queryWords: ['a'] },
    });
    const render = (/** @type {typeof headRoles | typeof writingPanel} */ view) =>
      plain(markup(view(context, writer)));
    return { writer, render };
  }

  it('is named with its reason beside the buttons that write, until it answers', async () => {
    const { writer, render } = makeFailingWriter({
      word: 'Tom',
      cachedTokens: 2,
      computedTokens: 1,
    });
    writer.write(settings, true, () => {});
    await new Promise(setImmediate);
    assert.equal(writer.isWriting, false);
    assert.match(render(writingPanel), /The model wrote nothing\. No memory is left\./);
    await writer.write(settings, false, () => {});
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

describe('the note on kept keys and values', () => {
  /**
   * Writes a word, and returns the text of the panel.
   * @param {{ sentence?: string, cachedTokens: number, computedTokens: number }} written
   */
  async function renderAfter({ sentence = 'one day Tom', ...counts }) {
    const writer = new Writer(
      { requestUpdate() {}, state },
      async () => /** @type {any} */ ({ word: 'Tom', ...counts }),
    );
    await writer.write(settings, false, () => {});
    const context = {
      state: normaliseState({ sentence }),
      dispatch() {},
      computation: { queryWords: ['a'] },
    };
    return plain(markup(writingPanel(/** @type {any} */ (context), writer)));
  }

  it('says of which words the rows were computed', async () => {
    assert.match(
      await renderAfter({ cachedTokens: 2, computedTokens: 1 }),
      /of 2 words were kept from before, so only the rows of the last word had/,
    );
    assert.match(
      await renderAfter({ cachedTokens: 1, computedTokens: 3 }),
      /of 1 word were kept from before, so only the rows of the last 3 words had/,
    );
    assert.doesNotMatch(await renderAfter({ cachedTokens: 0, computedTokens: 3 }), /kept/);
  });

  it('goes when the reader writes another sentence', async () => {
    const counts = { cachedTokens: 2, computedTokens: 1 };
    assert.doesNotMatch(await renderAfter({ sentence: 'Anna has a cat', ...counts }), /kept/);
  });
});

it('undo takes back one written word at a time, and marks the last word', async () => {
  const { store } = startStore();
  const words = ['likes', 'Tom'];
  const host = {
    requestUpdate() {},
    get state() {
      return store.state;
    },
  };
  const writer = new Writer(host, async () => /** @type {any} */ ({ word: words.shift() }));
  store.dispatch({ sentence: 'Tom', query: 0 }, { by: 'program' });
  for (const _ of [1, 2])
    await writer.write(store.settings, false, (change) => store.dispatch(change, { by: 'reader' }));
  assert.equal(store.state.sentence, 'Tom likes Tom');
  store.undo();
  assert.equal(store.state.sentence, 'Tom likes');
  assert.equal(store.state.query, 1);
});
