// A random checkpoint of GPT-2's size, 124 million parameters: how long loading, one token, 16 and 128 tokens and each
// further token take, and how much memory. Run: node tests/bench/pretrained.js [folder]; nothing passes or fails.
import { openAsBlob } from 'node:fs';
import { getCore } from '../../src/js/attention.js';
import { loadAttention } from '../../src/js/index.js';
import { loadPretrained } from '../../src/js/pretrained/index.js';
import { config, findWeights } from './gpt2-size.js';
import { idsOf } from './ids.js';

const path = findWeights(process.argv[2]);

/** The shortest of some runs, in ms. @param {number} times @param {() => unknown} run */
function shortest(times, run) {
  let best = Infinity;
  for (let i = 0; i < times; i++) {
    const start = performance.now();
    run();
    best = Math.min(best, performance.now() - start);
  }
  return best;
}

const attention = await loadAttention();
const files = { 'config.json': config, 'model.safetensors': await openAsBlob(path) };
const start = performance.now();
const model = await loadPretrained(attention, files);
console.log(`loaded in ${(performance.now() - start).toFixed(0)} ms: ${model}`);
for (const count of [1, 16, 128]) {
  const ids = idsOf(count);
  const ms = shortest(3, () => model.run(ids));
  console.log(`${count} tokens to their logits: ${ms.toFixed(0)} ms`);
}
let before = performance.now();
/** @type {number[]} */
const steps = [];
model.generate(idsOf(16), {
  tokens: 16,
  onToken() {
    steps.push(performance.now() - before);
    before = performance.now();
  },
});
console.log(`each further token: ${Math.min(...steps.slice(1)).toFixed(0)} ms at best`);
const { arena } = getCore(attention);
const share = (/** @type {number} */ bytes) => (bytes / (4 * model.parameters)).toFixed(3);
console.log(
  `memory: model ${share(arena.used)} of float32, process ${share(process.memoryUsage().rss)}`,
);
