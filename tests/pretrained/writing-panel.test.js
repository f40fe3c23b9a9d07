import assert from 'node:assert/strict';
import { it } from 'node:test';
import { PretrainedConnection } from '../../web/features/pretrained/run/connection.js';
import { RemoteServer } from '../../web/features/pretrained/run/remote-server.js';
import { ModelServer } from '../../web/features/pretrained/run/server.js';
import { modelPanel } from '../../web/features/pretrained/views/panel.js';
import { makeComputation } from '../../web/session/computation.js';
import { normaliseState } from '../../web/state/normalise.js';
import { attention, viewContext } from '../support/computations.js';
import { listListeners } from '../support/markup.js';
import { startStore } from '../web/start-store.js';
import { filesOf } from './checkpoints.js';
import '../support/features.js';

/** Returns the panel of a loaded model, and the store that the panel changes. */
async function showPanel() {
  const remote = new RemoteServer({
    startWorker: () => {
      throw new Error('no Worker');
    },
    importServer: async () => ModelServer,
  });
  const { store } = startStore();
  const host = /** @type {any} */ ({
    requests: 0,
    requestUpdate: () => host.requests++,
    get state() {
      return store.state;
    },
  });
  const connection = new PretrainedConnection(host, () => {}, remote);
  const sizes = { heads: 4, dModel: 32 };
  store.dispatch(
    normaliseState({
      source: 'pretrained',
      model: 'files@gpt2-2x4',
      sentence: 'the bird',
      ...sizes,
    }),
    { by: 'program' },
  );
  const opened = connection.open(attention, store.settings);
  connection.choose(filesOf('gpt2'));
  const computation = makeComputation(attention, store.state, await opened);
  const draw = () =>
    modelPanel(
      viewContext({
        ...{ state: store.state, computation },
        dispatch: (change, manner = { by: 'reader' }) => store.dispatch(change, manner),
      }),
      connection,
    );
  return { store, connection, draw, host };
}

it('a word that is marked while the model writes stays marked, and each press is undone by itself', async (t) => {
  const { store, connection, draw } = await showPanel();
  const write = t.mock.method(connection.writer, 'write');
  /**
   * Presses the button, and does something else before the model answers.
   * @param {() => void} [meanwhile]
   */
  const press = async (meanwhile = () => {}) => {
    const [click] = listListeners(draw(), /write-on/);
    assert.ok(click);
    click();
    meanwhile();
    await write.mock.calls.at(-1)?.result;
    return store.state.sentence;
  };
  store.dispatch({ query: 0 }, { by: 'reader' });
  const first = await press(() => store.dispatch({ query: 1 }, { by: 'reader' }));
  assert.match(first, /^the bird./);
  assert.equal(store.state.query, 1);
  assert.notEqual(await press(), first);
  store.undo();
  assert.equal(store.state.sentence, first);
});

it('a temperature from 0 to 10 may be typed with a point or a comma, and is shown', async () => {
  const { connection, draw, host } = await showPanel();
  const field = { value: '', validity: {} };
  for (const [typed, temperature] of /** @type {const} */ ([
    ['0.33', 0.33],
    ['0,5', 0.5],
    ['20', 10],
    ['-1', 0],
  ])) {
    const [change] = listListeners(draw(), /class="number"[^>]*@change=$/);
    assert.ok(change);
    host.requests = 0;
    change({ target: { ...field, value: typed } });
    assert.equal(host.requests, 1, 'the field shows the nearest number');
    assert.equal(connection.writer.temperature, temperature, typed);
  }
});
