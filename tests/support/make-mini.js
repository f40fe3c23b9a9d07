// Trains the Mini that ships and writes its weights: `node tests/support/make-mini.js`, after
// `./build.sh core`. Prints the digests for trained.test.js. `npm run test:long` checks that
// training gives the same weights again.
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import * as stories from '../../src/js/learning/grammars/mini.js';
import { Mini } from '../../src/js/learning/mini.js';
import { loadLearning } from '../../src/js/learning/module.js';
import { quantizeTensors } from './quantize.js';
import { setConstant } from './set-constant.js';

const SEED = 0;
const STEPS = 2000;
const FIRST_STEPS = 200;
const path = fileURLToPath(new URL('../../src/js/learning/weights/mini.js', import.meta.url));

export const shippedMini = () => readFile(path, 'utf8');

/** @param {string | Float32Array} data */
const digest = (data) => createHash('sha256').update(data).digest('hex').slice(0, 16);

/**
 * Returns digests of everything that determines the weights, without the time of a whole training:
 * the first steps bit for bit, all later stories and rates, and the shipped weights.
 */
export async function miniDigests() {
  const model = new Mini(await loadLearning(), stories, SEED);
  model.train(FIRST_STEPS);
  const first = model.tape.getState().parameters;
  const drawn = Array.from({ length: STEPS - FIRST_STEPS }, () => model.drawBatch());
  const rates = Array.from({ length: STEPS }, (_, step) => model.updateOptions(step));
  return {
    [`parameters after ${FIRST_STEPS} steps`]: digest(first),
    'stories of the other steps': digest(JSON.stringify(drawn)),
    'rates of all steps': digest(JSON.stringify(rates)),
    'weights that ship': digest(await shippedMini()),
  };
}

export async function makeMini() {
  const model = new Mini(await loadLearning(), stories, SEED);
  model.train(STEPS);
  const weights = quantizeTensors(Object.values(model.parameters));
  return setConstant(
    setConstant(await shippedMini(), 'seed', ` ${SEED}`),
    'weights',
    `\n  '${weights}'`,
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await writeFile(path, await makeMini());
  console.log(await miniDigests());
}
