import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readShippedModel } from '../../src/js/pretrained/shipped.js';
import { PretrainedConnection } from '../../web/features/pretrained/run/connection.js';
import { findRemedy } from '../../web/features/pretrained/run/opening-message.js';
import { ModelServer } from '../../web/features/pretrained/run/server.js';
import { getSettings } from '../../web/state/fields.js';
import { normaliseState } from '../../web/state/normalise.js';
import { attention } from '../support/computations.js';
import { answersOf } from './hub-answers.js';
import { publish, startHub, startTestHub } from './hub-models.js';
import { contentsOf } from './hub-server.js';
import { buttonsIn } from './message-buttons.js';

const hub = await startTestHub();

/**
 * Returns the page after a model did not load.
 * @param {string} model
 * @param {{ endpoint?: string, isLookUp?: boolean, readonly?: boolean, locked?: boolean }}
 *   [options]
 */
async function failToLoad(model, { endpoint = hub.url, isLookUp = false, ...fixed } = {}) {
  const server = new ModelServer();
  const remote = /** @type {any} */ ({ server: async () => server, ended: 0 });
  const host = /** @type {any} */ ({ requestUpdate() {}, loadsAtOnce: !isLookUp, ...fixed });
  /** @type {object[]} */
  const changes = [];
  /** @type {(nothing?: void) => void} */
  let tell = () => {};
  const told = new Promise((resolve) => {
    tell = resolve;
  });
  const note = (/** @type {object} */ change) => void changes.push(change);
  const connection = new PretrainedConnection(host, note, remote, tell);
  const state = normaliseState({ source: 'pretrained', model, endpoint });
  connection.open(attention, getSettings(state));
  await told;
  if (isLookUp) await connection.loading.lookUp();
  const { status, loading } = connection;
  assert.ok(isLookUp ? loading.size.failure : status.kind === 'failed');
  const buttons = buttonsIn(connection.openingMessage(state)).map(([name, press, label]) => ({
    ...{ name: name.split(' ').at(-1), press, label },
  }));
  return { connection, changes, buttons };
}

const RETRY = { name: 'load-model', label: 'Try again' };
const FILES = { name: 'choose-files', label: 'Choose its files' };
const choose = (/** @type {string} */ name) => ({
  name: 'choose-model',
  label: `Choose ${name} instead`,
});
const SHIPPED = choose('Universal Sentence Encoder Lite');

/** @param {Awaited<ReturnType<typeof failToLoad>>['buttons']} buttons */
const describeButtons = (buttons) => buttons.map(({ name, label }) => ({ name, label }));

describe('a Hub that does not give a model', () => {
  const remedies = /** @type {Record<string, object>} */ ({
    'not-found': choose('GPT-2'),
    ...{ gated: FILES, disabled: SHIPPED, moved: choose('tiny/llama') },
  });
  for (const { what, reason, arrange } of answersOf(hub))
    it(`${what}: the button for what helps`, async () => {
      arrange();
      const { buttons } = await failToLoad('tiny/gpt2');
      assert.deepEqual(describeButtons(buttons), [remedies[reason] ?? RETRY]);
    });

  it('no network: another try', async () => {
    const closed = await startHub();
    await closed.close();
    const { buttons } = await failToLoad('tiny/gpt2', { endpoint: closed.url });
    assert.deepEqual(describeButtons(buttons), [RETRY]);
  });

  /** @type {[what: string, model: string, button: object, endpoint?: string][]} */
  const names = [
    ['a revision that is not there', 'tiny/gpt2@v2', choose('tiny/gpt2')],
    ['a revision that can be none', 'tiny/gpt2@a..b', choose('tiny/gpt2')],
    ['an address that is none', 'tiny/gpt2', RETRY, 'ftp://localhost'],
    ['a name that is none', 'gpt2', choose('GPT-2')],
  ];
  for (const [what, model, button, endpoint] of names)
    it(`${what}: the button for what helps`, async () => {
      const { buttons } = await failToLoad(model, { endpoint });
      assert.deepEqual(describeButtons(buttons), [button]);
    });
});

it('a model whose size is looked up and that the page cannot compute: nothing loads it', async () => {
  const { 'tokenizer.json': _, ...untokenized } = contentsOf('gpt2');
  publish(hub, 'gpt2', { files: untokenized });
  const { buttons } = await failToLoad('tiny/gpt2', { isLookUp: true });
  assert.deepEqual(describeButtons(buttons), [FILES]);
});

it('a model that ships is tried again once its files are in place', async () => {
  const folder = new URL('../../dist/no-site/models/', import.meta.url);
  const error = await readShippedModel('use-lite', { folders: [folder] }).catch((reason) => reason);
  assert.deepEqual(findRemedy(error, 'use-lite'), { kind: 'retry' });
});

it('a model that takes too much memory gives way to a smaller one', () => {
  const error = { code: 'ERR_LIMIT', argument: 'the model', expected: '4 GiB', received: '6 GiB' };
  assert.deepEqual(findRemedy(error, 'tiny/gpt2'), { kind: 'model', model: 'use-lite' });
  const full = { code: 'ERR_OUT_OF_MEMORY' };
  assert.deepEqual(findRemedy(full, 'tiny/gpt2'), { kind: 'retry' });
});

it('the press that chooses another model gives the state with it', async () => {
  const { buttons, changes } = await failToLoad('gpt2');
  buttons[0].press();
  const { model, silence } = /** @type {any} */ (changes.at(-1));
  assert.deepEqual([model, silence], ['openai-community/gpt2', '']);
});

for (const fixed of [{ readonly: true }, { locked: true }])
  it(`another try alone, where the element is ${Object.keys(fixed)}`, async () => {
    publish(hub, 'gpt2', { files: { 'config.json': contentsOf('gpt2')['config.json'] } });
    for (const model of ['gpt2', 'tiny/gpt2']) {
      const { buttons, changes } = await failToLoad(model, fixed);
      assert.deepEqual(describeButtons(buttons), [RETRY], model);
      assert.deepEqual(changes, []);
    }
  });
