// A random checkpoint of GPT-2's size, 124 million parameters: how long loading, one token, 16 and 128 tokens and each
// further token take, and how much memory, with float32, bfloat16 and float16. They take turns, as the load of a machine
// changes. Run: node tests/bench/pretrained.js [folder]; nothing passes or fails.
import { openAsBlob } from 'node:fs';
import { loadavg } from 'node:os';
import { loadAttention } from '../../src/js/index.js';
import { loadPretrained } from '../../src/js/pretrained/index.js';
import { config, DTYPES, findWeights } from './gpt2-size.js';
import { idsOf } from './ids.js';

/** @import { PretrainedModel } from '../../src/js/pretrained/model.js' */

const ROUNDS = 5;

const attention = await loadAttention();
/** @type {Record<string, number[]>} the best of each dtype */
const rows = {};
/**
 * Takes the time of a call.
 * @template T
 * @param {string} row
 * @param {number} column
 * @param {() => T | Promise<T>} run
 */
async function time(row, column, run) {
  const start = performance.now();
  const result = await run();
  const best = rows[row] ?? DTYPES.map(() => Infinity);
  rows[row] = best.with(column, Math.min(best[column], performance.now() - start));
  return result;
}

/** @type {PretrainedModel[]} */
const models = [];
for (const [column, dtype] of DTYPES.entries()) {
  const weights = await openAsBlob(findWeights(dtype, process.argv[2]));
  const files = { 'config.json': config, 'model.safetensors': weights };
  models.push(await time('loaded', column, () => loadPretrained(attention, files)));
}
for (let round = 0; round < ROUNDS; round++) {
  for (const [column, model] of models.entries()) {
    for (const count of [1, 16, 128])
      await time(`${count} tokens to their logits`, column, () => model.run(idsOf(count)));
    const stream = model.stream(idsOf(16), { tokens: 9 });
    stream.next();
    for (let token = 0; token < 8; token++)
      await time('each further token', column, () => stream.next());
  }
}
console.log(`load of the machine: ${loadavg()[0].toFixed(1)}`);
console.log(`${'ms, the best'.padEnd(28)} ${DTYPES.map((dtype) => dtype.padStart(8)).join(' ')}`);
for (const [row, best] of Object.entries(rows))
  console.log(`${row.padEnd(28)} ${best.map((ms) => ms.toFixed(1).padStart(8)).join(' ')}`);
const shares = models.map(({ bytes, parameters }) => (bytes / (4 * parameters)).toFixed(3));
console.log(
  `${'memory, of float32'.padEnd(28)} ${shares.map((share) => share.padStart(8)).join(' ')}`,
);
