// Trains models that several test files need only once, and stores them in dist/. The file name has
// a hash of the core and of the sources that train: a change trains again. A clean checkout has none.
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { deserialize, serialize } from 'node:v8';

/**
 * @typedef {object} Trainable
 * @property {(steps: number) => unknown} train
 * @property {() => { step: number }} getState
 * @property {(state: any) => void} setState
 */

const root = fileURLToPath(new URL('../..', import.meta.url));
const KEPT = join(root, 'dist/trained');

/** Milliseconds between checks for a model that another file is training. */
const AGAIN = 50;

const hash = (() => {
  const made = createHash('sha256').update(process.version);
  const sources = readdirSync(join(root, 'src/js'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.js') && !path.startsWith('pretrained/'))
    .sort()
    .map((path) => join('src/js', path));
  for (const path of ['dist/learning-wasm.js', 'dist/attention-wasm.js', ...sources])
    made.update(`\n${path}\n`).update(readFileSync(join(root, path)));
  return made.digest('hex').slice(0, 16);
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
    const release = takeLock(`${path}.lock`);
    if (!release) {
      await pause(AGAIN);
      continue;
    }
    try {
      if (existsSync(path)) break;
      model.train(steps - model.getState().step);
      forgetOthers(`${name}-${steps}-`);
      const part = `${path}.${process.pid}`;
      writeFileSync(part, serialize(model.getState()));
      renameSync(part, path);
      return;
    } finally {
      release();
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
 * @param {string} lock a file
 * @returns {(() => void) | undefined} releases the lock; undefined if another process holds it
 */
function takeLock(lock) {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return () => rmSync(lock, { force: true });
  } catch {
    if (!isHeld(lock)) rmSync(lock, { force: true });
    return undefined;
  }
}

/**
 * Tells whether a lock is held. A process that was killed during training no longer holds it.
 * @param {string} lock
 */
function isHeld(lock) {
  try {
    const pid = Number(readFileSync(lock, 'utf8'));
    // The process id is not written yet.
    if (pid === 0) return true;
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}
