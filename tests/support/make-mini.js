// Trains the mini that ships and writes its weights: `node tests/support/make-mini.js`, after
// `./build.sh core`, and prints the digests that trained.test.js has of it. `npm run test:long` tells
// whether the same weights would come again.
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import * as stories from '../../src/js/learning/grammars/mini.js';
import { Mini } from '../../src/js/learning/mini.js';
import { loadLearning } from '../../src/js/learning/module.js';
import { quantizeTensors } from '../../src/js/learning/quantized.js';

const SEED = 0;
const STEPS = 2000;
const FIRST_STEPS = 200;
const path = fileURLToPath(new URL('../../src/js/learning/weights/mini.js', import.meta.url));

/** The module of weights that ships. */
export const shippedMini = () => readFile(path, 'utf8');

/** @param {string | Float32Array} data */
const digest = (data) => createHash('sha256').update(data).digest('hex').slice(0, 16);

/**
 * All that decides the weights, without the time that training takes: the first steps to the bit, then every story and
 * every rate until the end; and the weights that ship.
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

/** The text of the module of weights. */
export async function makeMini() {
  const model = new Mini(await loadLearning(), stories, SEED);
  model.train(STEPS);
  const weights = quantizeTensors(Object.values(model.parameters));
  return `/**
 * The weights of the mini that ships, in the order of its parameters, as quantized.js writes them:
 * seed ${SEED}, ${STEPS} steps of its own \`train()\`. Made by tests/support/make-mini.js.
 */

export const seed = ${SEED};

/** @type {string} */
export const weights =
  '${weights}';
`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await writeFile(path, await makeMini());
  console.log(await miniDigests());
}
