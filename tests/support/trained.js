// Trains models that several test files need only once, and stores them in dist/. The file name has
// a hash of the core and of the sources that train: a change trains again. A clean checkout has none.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deserialize, serialize } from 'node:v8';

/** @import { Server } from 'node:net' */

/**
 * @typedef {object} Trainable
 * @property {(steps: number) => unknown} train
 * @property {() => { step: number }} getState
 * @property {(state: any) => void} setState
 */

const root = fileURLToPath(new URL('../..', import.meta.url));
const KEPT = join(root, 'dist/trained');

const hash = (() => {
  const hasher = createHash('sha256').update(process.version);
  const sources = readdirSync(join(root, 'src/js'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.js') && !path.startsWith('pretrained/'))
    .sort()
    .map((path) => join('src/js', path));
  for (const path of ['dist/learning-wasm.js', 'dist/attention-wasm.js', ...sources])
    hasher.update(`\n${path}\n`).update(readFileSync(join(root, path)));
  return hasher.digest('hex').slice(0, 16);
})();

/**
 * Trains a model to a step, or loads the stored result of the same training.
 * @param {Trainable} model
 * @param {string} name a name that identifies how the model was made
 * @param {number} steps
 */
export async function trainTo(model, name, steps) {
  const path = join(KEPT, `${name}-${steps}-${hash}`);
  mkdirSync(KEPT, { recursive: true });
  while (!existsSync(path)) {
    const lock = await takeLock(path);
    if (!lock) continue;
    try {
      if (existsSync(path)) break;
      model.train(steps - model.getState().step);
      forgetOthers(`${name}-${steps}-`);
      const part = `${path}.${process.pid}`;
      writeFileSync(part, serialize(model.getState()));
      renameSync(part, path);
      return;
    } finally {
      lock.close();
    }
  }
  model.setState(deserialize(readFileSync(path)));
}

/** Deletes models of other sources. @param {string} start the start of their names */
function forgetOthers(start) {
  for (const name of readdirSync(KEPT))
    if (name.startsWith(start) && !name.includes(hash)) rmSync(join(KEPT, name), { force: true });
}

/**
 * Lets one test file train a model while others wait: without it, three would train the translator
 * at the same time. The lock is a socket, which the system closes even if its process is killed.
 * @param {string} path
 * @returns {Promise<Server | undefined>} to be closed; undefined after waiting for another process
 */
async function takeLock(path) {
  const name = createHash('sha256').update(path).digest('hex').slice(0, 16);
  const address = join(tmpdir(), `trained-${name}`);
  const server = createServer((waiting) => waiting.destroy());
  try {
    await once(server.listen(address), 'listening');
    return server;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EADDRINUSE') throw error;
  }
  const socket = connect(address);
  socket.once('error', (/** @type {NodeJS.ErrnoException} */ { code }) => {
    // A process that was killed leaves the file of its socket.
    if (code === 'ECONNREFUSED') rmSync(address, { force: true });
  });
  await new Promise((resolve) => socket.once('close', resolve));
  return undefined;
}
