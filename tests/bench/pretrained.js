// A random checkpoint of GPT-2's size, 124 million parameters: how long loading, one token, 16 and 128 tokens and each
// further token take, and how much memory. Run: node tests/bench/pretrained.js [folder]; nothing passes or fails.
import { closeSync, existsSync, mkdirSync, openAsBlob, openSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { coreOf } from '../../src/js/attention.js';
import { loadAttention } from '../../src/js/index.js';
import { Random } from '../../src/js/learning/random.js';
import { loadPretrained } from '../../src/js/pretrained/index.js';

const sizes = { n_embd: 768, n_head: 12, n_layer: 12, n_positions: 1024, vocab_size: 50257 };
const config = { model_type: 'gpt2', ...sizes };

/** Names and shapes, as the Hub's gpt2 has them. */
function listTensors() {
  const { n_embd: D, n_layer: layers, n_positions: positions, vocab_size: V } = sizes;
  /** @type {[string, number[]][]} */
  const tensors = [
    ['wte.weight', [V, D]],
    ['wpe.weight', [positions, D]],
    ['ln_f.weight', [D]],
    ['ln_f.bias', [D]],
  ];
  for (let i = 0; i < layers; i++) {
    for (const [name, rows, columns] of /** @type {const} */ ([
      ['attn.c_attn', D, 3 * D],
      ['attn.c_proj', D, D],
      ['mlp.c_fc', D, 4 * D],
      ['mlp.c_proj', 4 * D, D],
    ])) {
      tensors.push([`h.${i}.${name}.weight`, [rows, columns]], [`h.${i}.${name}.bias`, [columns]]);
    }
    for (const name of ['ln_1', 'ln_2']) {
      tensors.push([`h.${i}.${name}.weight`, [D]], [`h.${i}.${name}.bias`, [D]]);
    }
  }
  return tensors;
}

/** Writes the file once. @param {string} path */
function writeWeights(path) {
  const random = new Random(1, 'weights');
  const numbers = Float32Array.from({ length: 2 ** 20 }, () => 0.02 * random.normal());
  /** @type {Record<string, object>} */
  const header = {};
  let at = 0;
  const counts = listTensors().map(([name, shape]) => {
    const count = shape.reduce((product, size) => product * size, 1);
    header[name] = { dtype: 'F32', shape, data_offsets: [at, at + 4 * count] };
    at += 4 * count;
    return count;
  });
  const json = new TextEncoder().encode(JSON.stringify(header));
  const length = new Uint8Array(8);
  new DataView(length.buffer).setBigUint64(0, BigInt(json.length), true);
  const file = openSync(path, 'w');
  writeSync(file, length);
  writeSync(file, json);
  for (const count of counts) {
    for (let done = 0; done < count; done += numbers.length) {
      writeSync(file, numbers.subarray(0, Math.min(numbers.length, count - done)));
    }
  }
  closeSync(file);
}

const folder = process.argv[2] ?? join(tmpdir(), 'attention-lab-bench');
const path = join(folder, 'gpt2-size.safetensors');
mkdirSync(folder, { recursive: true });
if (!existsSync(path)) writeWeights(path);

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
const idsOf = (/** @type {number} */ count) => Array.from({ length: count }, (_, i) => 7 * i);
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
const { arena } = coreOf(attention);
const share = (/** @type {number} */ bytes) => (bytes / (4 * model.parameters)).toFixed(3);
console.log(
  `memory: model ${share(arena.used)} of float32, process ${share(process.memoryUsage().rss)}`,
);
