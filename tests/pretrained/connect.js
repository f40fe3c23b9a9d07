// Connections of elements to real models whose server runs on the page, for tests.
import { pretrainedNames } from '../../web/features/pretrained/manifest.js';
import { PretrainedConnection } from '../../web/features/pretrained/run/connection.js';
import { RemoteServer } from '../../web/features/pretrained/run/remote-server.js';
import { ModelServer } from '../../web/features/pretrained/run/server.js';
import { addFeature } from '../../web/features.js';
import { getSettings } from '../../web/state/fields.js';
import { normaliseState } from '../../web/state/normalise.js';
import { attention } from '../support/computations.js';
import { filesOf } from './checkpoints.js';
import { SlowWeights } from './slow-weights.js';

addFeature(pretrainedNames);

export const SIZES = { heads: 4, dModel: 32 };

/** @param {object} [change] */
export const stateWith = (change) =>
  normaliseState({
    source: 'pretrained',
    model: 'files@gpt2-2x4',
    sentence: 'the bird',
    ...SIZES,
    ...change,
  });

/** @param {object} [change] */
export const settings = (change) => getSettings(stateWith(change));

/** A server that counts loads, and can read weights slowly. */
export class CountingServer extends ModelServer {
  loads = 0;
  isSlow = false;
  /** @type {SlowWeights[]} */
  weights = [];

  /** @type {ModelServer['load']} @override */
  load(name, source, ...parts) {
    this.loads++;
    if (!this.isSlow) return super.load(name, source, ...parts);
    const files = /** @type {Record<string, any>} */ (source);
    const slow = new SlowWeights([files['model.safetensors']]);
    this.weights.push(slow);
    return super.load(name, { ...files, 'model.safetensors': slow }, ...parts);
  }

  /**
   * The sentences of its runs, while each run waits to be released.
   * @type {string[] | undefined}
   */
  held;
  /** @type {(() => void)[]} */
  waiting = [];

  /** @type {ModelServer['run']} @override */
  async run(name, text, ...parts) {
    this.held?.push(text);
    if (this.held) await new Promise((resolve) => this.waiting.push(() => resolve(undefined)));
    return super.run(name, text, ...parts);
  }

  goOn() {
    for (const resolve of this.waiting.splice(0)) resolve();
    this.isSlow = false;
    for (const weights of this.weights) weights.goOn();
  }
}

/** The server runs on the page, as when no Worker starts. */
export const makeRemote = () =>
  new RemoteServer({
    startWorker: () => {
      throw new Error('no Worker');
    },
    importServer: async () => CountingServer,
  });

/** Makes the connection of an element. @param {RemoteServer} [remote] shared with other elements */
export function connect(remote = makeRemote()) {
  /** @type {object[]} */
  const changes = [];
  /** The rows that the connection marks on its own. @type {(number | undefined)[]} */
  const marked = [];
  let told = 0;
  const host = /** @type {any} */ ({ requestUpdate: () => {}, state: stateWith() });
  const connection = new PretrainedConnection(
    host,
    (change) =>
      Object.keys(change).join() === 'query' ? marked.push(change.query) : changes.push(change),
    remote,
    () => {
      told++;
    },
  );
  /**
   * Lets the model continue a sentence by some tokens.
   * @param {object} [wanted] settings
   * @param {number} [count] the number of tokens
   */
  const write = (wanted, count = 1) => {
    host.state = stateWith(wanted);
    return connection.writer.write(count, (change) => {
      host.state = { ...host.state, ...change };
      changes.push(change);
    });
  };
  return { connection, host, write, changes, marked, remote, told: () => told };
}

export const turn = () => new Promise((resolve) => setImmediate(resolve));

/**
 * Opens a model from files, which a reader chooses while the connection waits for them.
 * @param {PretrainedConnection} connection
 * @param {object} [wanted] settings
 * @param {Record<string, any>} [files]
 */
export async function openFiles(connection, wanted, files = filesOf('gpt2')) {
  const opened = connection.open(attention, settings(wanted));
  await turn();
  connection.choose(files);
  // A promise within would be awaited.
  return { opened };
}

/**
 * Makes a connection that shows a model from files.
 * @param {string} [name]
 * @param {object} [wanted] settings
 */
export async function show(name = 'gpt2', wanted = {}) {
  const connected = connect();
  const { opened } = await openFiles(connected.connection, wanted, filesOf(name));
  return { ...connected, source: await opened };
}
