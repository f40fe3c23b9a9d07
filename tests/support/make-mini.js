// Trains the mini that ships and writes its weights: `node tests/support/make-mini.js`, after
// `./build.sh core`. `npm run test:long` tells whether the same weights would come again.
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import * as stories from '../../src/js/learning/grammars/mini.js';
import { Mini } from '../../src/js/learning/mini.js';
import { loadLearning } from '../../src/js/learning/module.js';
import { quantize } from '../../src/js/learning/quantized.js';

const SEED = 0;
const STEPS = 2000;
const path = fileURLToPath(new URL('../../src/js/learning/weights/mini.js', import.meta.url));

/** The text of the module of weights. */
export async function makeMini() {
  const model = new Mini(await loadLearning(), stories, SEED);
  model.train(STEPS);
  const weights = quantize(Object.values(model.parameters));
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

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeFile(path, await makeMini());
