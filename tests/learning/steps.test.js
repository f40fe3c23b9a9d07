// Single steps of training, compared with their formulas.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { toFloatBits } from '../../src/js/abi.js';
import { createDescriber } from '../../src/js/learning/index.js';
import { loadLearning } from '../../src/js/learning/module.js';
import { Random } from '../../src/js/random.js';
import { runTaped } from './taped.js';

const { abs, sqrt } = Math;

it('a stream of random numbers goes on where its state was taken', () => {
  const source = new Random(3, 'test');
  for (let i = 0; i < 5; i++) source.bits();
  const state = source.getState();
  const next = Array.from({ length: 20 }, () => source.bits());
  const restored = new Random(4);
  restored.setState(state);
  assert.deepEqual(
    Array.from({ length: 20 }, () => restored.bits()),
    next,
  );
});

it('the loss of some steps is their mean', async () => {
  const [oneByOne, atOnce] = [
    await createDescriber({ seed: 5 }),
    await createDescriber({ seed: 5 }),
  ];
  const losses = [1, 2, 3].map(() => oneByOne.train(1).loss);
  const mean = losses.reduce((sum, loss) => sum + loss) / 3;
  assert.ok(abs(atOnce.train(3).loss - mean) <= 1e-12);
  assert.notEqual(losses[2], mean);
});

it('a distance past the reach of a bias is the farthest', async () => {
  const module = await loadLearning();
  const [table, output] = [module.base, module.base + 64];
  module.floats.set([10, 20, 30], table / 4);
  module.call('attn_distance_bias', [table, 1, 5, 5, 3, output]);
  const rows = [...module.floats.subarray(output / 4, output / 4 + 25)];
  assert.deepEqual(rows.slice(0, 5), [10, 10, 10, 10, 10]);
  assert.deepEqual(rows.slice(20), [30, 30, 30, 20, 10]);
});

it('AdamW steps as its formula does', async () => {
  const module = await loadLearning();
  const count = 7;
  const [gradients, parameters, mean, variance, options] = [0, 1, 2, 3, 4].map(
    (i) => module.base + 64 * i,
  );
  const at = (/** @type {number} */ address, /** @type {number} */ i) =>
    module.floats[address / 4 + i];
  const [rate, beta1, beta2, epsilon, decay] = [0.1, 0.9, 0.99, 1e-8, 0.5];
  for (let i = 0; i < count; i++) {
    module.floats[gradients / 4 + i] = (i - 2.5) / 4;
    module.floats[parameters / 4 + i] = i + 1;
    module.floats[mean / 4 + i] = 0;
    module.floats[variance / 4 + i] = 0;
  }
  const p = Array.from({ length: count }, (_, i) => i + 1);
  const [m, v] = [Array(count).fill(0), Array(count).fill(0)];
  for (let step = 1; step <= 3; step++) {
    const bits = [rate, beta1, beta2, epsilon, decay, 0].map(toFloatBits);
    module.words.set([...bits, step], options / 4);
    module.call('attn_adamw', [gradients, count, options, parameters, mean, variance]);
    for (let i = 0; i < count; i++) {
      const grad = (i - 2.5) / 4;
      m[i] = beta1 * m[i] + (1 - beta1) * grad;
      v[i] = beta2 * v[i] + (1 - beta2) * grad * grad;
      const deviation = sqrt(v[i] / (1 - beta2 ** step)) + epsilon;
      p[i] = p[i] * (1 - rate * decay) - (rate * (m[i] / (1 - beta1 ** step))) / deviation;
      // Each step has a few float32 roundings.
      assert.ok(abs(at(parameters, i) - p[i]) <= 1e-5 * step * (1 + abs(p[i])), `${step}: ${i}`);
    }
  }
});

it('the loss of logits 200 and 0 is 200 where the second is right, and its gradient 1 and -1', async () => {
  const { log, exp } = Math;
  /** @type {[logits: number[], target: number, loss: number, gradients?: number[]][]} */
  const cases = [
    [[200, 0], 1, 200, [1, -1]],
    [[0, 200], 0, 200, [-1, 1]],
    [[200, 0], 0, 0, [0, 0]],
    [[0, 90, 90], 0, 90 + log(2), [-1, 0.5, 0.5]],
    [[-1e30, 1e30], 0, 2e30, [-1, 1]],
    [[0, -Infinity], 1, Infinity, [1, -1]],
    // There is no jump where the probability becomes denormal.
    ...[86, 87, 87.3, 87.4, 87.6, 87.7, 88, 103, 104].map(
      (x) => /** @type {[number[], number, number]} */ ([[x, 0], 1, x + log(1 + exp(-x))]),
    ),
    [[Number.NaN, 0], 0, Number.NaN],
  ];
  for (const [logits, target, loss, right] of cases) {
    const inputs = { logits: { shape: [1, logits.length], dtype: 'float32', data: logits } };
    const { tape, parameters, result } = await runTaped(
      /** @type {any} */ (inputs),
      (step, parameters) => step.crossEntropy(parameters.logits, step.ids([target])),
    );
    const [is] = tape.read(result.loss);
    if (Number.isFinite(loss)) assert.ok(abs(is - loss) <= 2e-7 * loss + 1e-7, `${logits}: ${is}`);
    else assert.deepEqual(is, loss);
    if (!right) continue;
    tape.backward();
    assert.deepEqual([...tape.readGradient(parameters.logits)].map(Number), right);
  }
});

it('rows past the first block have gradients of their own', async () => {
  const module = await loadLearning();
  const [rows, out, width] = [200, 2, 3];
  const space = module.sizeFrom('attn_linear_backward_workspace', [out, width]);
  const address = [0, 1, 2, 3, 4].map((i) => module.base + 4096 * i);
  module.reach(address[4] + space);
  const [gradients, input, weight, to, workspace] = address;
  const values = [1, 2, 3, 4, 5, 6];
  module.floats.set(values, weight / 4);
  for (let i = 0; i < rows * out; i++) module.floats[gradients / 4 + i] = i;
  const sizes = [rows, out, width];
  const pointers = [gradients, input, weight, ...sizes, to, 0, 0, workspace, space];
  module.call('attn_linear_backward', pointers);
  for (let row = 0; row < rows; row++) {
    const [first, second] = [2 * row, 2 * row + 1];
    const expected = [0, 1, 2].map((j) => first * values[j] + second * values[3 + j]);
    assert.deepEqual([...module.floats.subarray(to / 4 + 3 * row, to / 4 + 3 * row + 3)], expected);
  }
});
