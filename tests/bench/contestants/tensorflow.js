// TensorFlow.js on its wasm backend, with SIMD, one thread; weights are tensors made before.
import { RESIDENT } from '../workloads.js';
import { toBias } from './bias.js';
import { trainingWays } from './tensorflow-training.js';
import { transpose } from './transpose.js';

/** @import { Contestant, Way, Ways } from '../measure.js' */
/** @import { Outputs } from '../problems.js' */

/** @typedef {any} TensorflowTensor its types are there only once the benchmark is installed */
/** @typedef {(result: TensorflowTensor) => any} Take the numbers of a result, if it is read */

/**
 * @param {'read' | 'resident'} mode inputs become tensors and results are read in each run, or
 *   inputs are tensors before and results are not read
 * @returns {Promise<Contestant>}
 */
export async function openTensorflow(mode) {
  const tf = await load();
  tf.env().set('WASM_HAS_MULTITHREAD_SUPPORT', false);
  if (!(await tf.setBackend('wasm'))) throw new Error('the wasm backend did not start');
  if (!(await tf.env().getAsync('WASM_HAS_SIMD_SUPPORT'))) throw new Error('no SIMD');

  /** @param {Float32Array} data @param {number[]} shape */
  const tensor = (data, shape) => tf.tensor(data, shape, 'float32');

  /**
   * @param {TensorflowTensor} query
   * @param {TensorflowTensor} key
   * @param {TensorflowTensor} [bias] added to the scores
   */
  const weigh = (query, key, bias) => {
    const width = key.shape.at(-1);
    const scores = tf.matMul(tf.mul(query, 1 / Math.sqrt(width)), key, false, true);
    return tf.softmax(bias ? tf.add(scores, bias) : scores);
  };

  /**
   * One head at a time: its product of matrices is XNNPACK's only for two axes that are not
   * transposed, and many times slower for all else.
   * @param {TensorflowTensor} query
   * @param {TensorflowTensor} key
   * @param {TensorflowTensor} [bias]
   */
  const weighHead = (query, key, bias) => {
    const width = key.shape.at(-1);
    const scores = tf.matMul(tf.mul(query, 1 / Math.sqrt(width)), tf.transpose(key));
    return tf.softmax(bias ? tf.add(scores, bias) : scores);
  };

  /**
   * @param {string} way
   * @param {TensorflowTensor[]} weights
   * @param {() => TensorflowTensor[]} feed makes the inputs
   * @param {(inputs: TensorflowTensor[], take: Take) => any} body
   * @returns {Way}
   */
  const tidied = (way, weights, feed, body) => {
    const inputs = mode === 'resident' ? feed() : undefined;
    /** @param {Take} take */
    const run = (take) => {
      let outputs = /** @type {Outputs} */ ({});
      // tidy() searches a returned value for tensors, number by number, so return nothing.
      tf.tidy(() => {
        outputs = body(inputs ?? feed(), take);
      });
      return outputs;
    };
    const read = () => run((result) => result.dataSync());
    const dispose = () => tf.dispose([weights, inputs ?? []]);
    return inputs
      ? { way, run: () => run(() => undefined), read, dispose }
      : { way, run: read, dispose };
  };

  /** @type {Ways} */
  const ways = {
    product({ work: { sizes }, inputs }) {
      const { M, K, N } = sizes;
      const weight = tensor(transpose(inputs.weight, N, K), [K, N]);
      const feed = () => [tensor(inputs.input, [M, K])];
      return [
        tidied('matMul', [weight], feed, ([input], take) => ({
          output: take(tf.matMul(input, weight)),
        })),
      ];
    },

    softmax({ work: { sizes, dim }, inputs }) {
      const feed = () => [tensor(inputs.input, [sizes.M, sizes.N])];
      if (dim === 0) {
        // It has the last axis alone.
        return [
          tidied('transpose, softmax, transpose', [], feed, ([input], take) => ({
            output: take(tf.transpose(tf.softmax(tf.transpose(input)))),
          })),
        ];
      }
      return [
        tidied('softmax', [], feed, ([input], take) => ({ output: take(tf.softmax(input)) })),
      ];
    },

    attention({ work: { sizes, weights: needWeights }, inputs, mask }) {
      const { H, L, S, E } = sizes;
      const bias = mask && tensor(toBias(mask), [L, S]);
      const resident = bias ? [bias] : [];
      const { query, key, value } = inputs;
      const feed = () => [
        tensor(query, [H, L, E]),
        tensor(key, [H, S, E]),
        tensor(value, [H, S, E]),
      ];
      /** @param {TensorflowTensor[]} tensors @param {Take} take */
      const batched = ([query, key, value], take) => {
        const weights = weigh(query, key, bias);
        const output = take(tf.matMul(weights, value));
        return { output, weights: needWeights ? take(weights) : undefined };
      };
      const feedHeads = () =>
        Array.from({ length: H }, (_, h) => [
          tensor(query.subarray(h * L * E, (h + 1) * L * E), [L, E]),
          tensor(key.subarray(h * S * E, (h + 1) * S * E), [S, E]),
          tensor(value.subarray(h * S * E, (h + 1) * S * E), [S, E]),
        ]);
      /** @param {TensorflowTensor[][]} heads @param {Take} take */
      const byHead = (heads, take) => {
        /** @type {Float32Array | undefined} */
        let output;
        /** @type {Float32Array | undefined} */
        let weights;
        heads.forEach(([query, key, value], h) => {
          tf.tidy(() => {
            const head = weighHead(query, key, bias);
            output = collect(output, take(tf.matMul(head, value)), h, H);
            if (needWeights) weights = collect(weights, take(head), h, H);
          });
        });
        return { output, weights };
      };
      return [
        tidied('batched matMul', resident, feed, batched),
        tidied('matMul by head', resident, feedHeads, byHead),
      ];
    },

    layer({ work: { sizes }, inputs }) {
      const { L, D, H } = sizes;
      const inWeight = tensor(transpose(inputs.inWeight, 3 * D, D), [D, 3 * D]);
      const outWeight = tensor(transpose(inputs.outWeight, D, D), [D, D]);
      const inBias = tensor(inputs.inBias, [3 * D]);
      const outBias = tensor(inputs.outBias, [D]);
      const weights = [inWeight, outWeight, inBias, outBias];
      const feed = () => [tensor(inputs.input, [L, D])];
      /** q, k and v side by side @param {TensorflowTensor} input */
      const start = (input) => tf.fused.matMul({ a: input, b: inWeight, bias: inBias });
      /** @param {TensorflowTensor} heads (L, D) */
      const finish = (heads) => tf.fused.matMul({ a: heads, b: outWeight, bias: outBias });
      /** @param {TensorflowTensor[]} tensors @param {Take} take */
      const batched = ([input], take) => {
        // (3, H, L, d)
        const split = tf.transpose(tf.reshape(start(input), [L, 3, H, D / H]), [1, 2, 0, 3]);
        const [query, key, value] = tf.unstack(split);
        const heads = tf.matMul(weigh(query, key), value);
        return { output: take(finish(tf.reshape(tf.transpose(heads, [1, 0, 2]), [L, D]))) };
      };
      /** @param {TensorflowTensor[]} tensors @param {Take} take */
      const byHead = ([input], take) => {
        const parts = tf.split(start(input), 3 * H, 1);
        const heads = Array.from({ length: H }, (_, h) =>
          tf.tidy(() => tf.matMul(weighHead(parts[h], parts[H + h]), parts[2 * H + h])),
        );
        return { output: take(finish(tf.concat(heads, 1))) };
      };
      return [
        tidied('batched matMul', weights, feed, batched),
        tidied('matMul by head', weights, feed, byHead),
      ];
    },

    chain({ work: { sizes }, inputs }) {
      const { L, E } = sizes;
      const inWeight = tensor(transpose(inputs.inWeight, E, E), [E, E]);
      const outWeight = tensor(transpose(inputs.outWeight, E, E), [E, E]);
      const inBias = tensor(inputs.inBias, [E]);
      const outBias = tensor(inputs.outBias, [E]);
      const feed = () => [tensor(inputs.input, [L, E])];
      return [
        tidied('matMul', [inWeight, outWeight, inBias, outBias], feed, ([input], take) => {
          const x = tf.fused.matMul({ a: input, b: inWeight, bias: inBias });
          const heads = tf.matMul(weighHead(x, x), x);
          return { output: take(tf.fused.matMul({ a: heads, b: outWeight, bias: outBias })) };
        }),
      ];
    },

    additive({ work: { sizes }, inputs }) {
      const { L, S, A } = sizes;
      const E = inputs.query.length / L;
      const wq = tensor(transpose(inputs.wq, A, E), [E, A]);
      const wk = tensor(transpose(inputs.wk, A, E), [E, A]);
      const wv = tensor(inputs.wv, [A, 1]);
      const feed = () => [
        tensor(inputs.query, [L, E]),
        tensor(inputs.key, [S, E]),
        tensor(inputs.value, [S, E]),
      ];
      /** @param {TensorflowTensor[]} tensors @param {Take} take */
      const body = ([query, key, value], take) => {
        const q = tf.matMul(query, wq);
        const k = tf.matMul(key, wk);
        const features = tf.tanh(tf.add(tf.expandDims(q, 1), k));
        const scores = tf.matMul(tf.reshape(features, [L * S, A]), wv);
        const weights = tf.softmax(tf.reshape(scores, [L, S]));
        return { output: take(tf.matMul(weights, value)), weights: take(weights) };
      };
      return [tidied('matMul, add, tanh, softmax', [wq, wk, wv], feed, body)];
    },

    // A step reads its loss, so there is no other way to time it.
    training: ({ work }) => (mode === 'read' ? trainingWays(tf, work) : []),
  };

  return {
    name: mode === 'read' ? 'TensorFlow.js, read' : RESIDENT,
    version: tf.version_core,
    prepare: (problem) => ways[problem.work.kind]?.(problem) ?? [],
  };
}

/**
 * The numbers of all heads, head after head; nothing where none are read.
 * @param {Float32Array | undefined} all
 * @param {Float32Array | undefined} head
 * @param {number} h
 * @param {number} H
 */
function collect(all, head, h, H) {
  if (!head) return undefined;
  const numbers = all ?? new Float32Array(H * head.length);
  numbers.set(head, h * head.length);
  return numbers;
}

/** In Node its packages; in a browser the scripts of the page have made it a global. */
async function load() {
  const page = /** @type {any} */ (globalThis).tf;
  if (page) {
    page.wasm.setWasmPaths('node_modules/@tensorflow/tfjs-backend-wasm/dist/');
    return page;
  }
  const [core, backend] = ['@tensorflow/tfjs-core', '@tensorflow/tfjs-backend-wasm'];
  const tf = await import(core);
  await import(backend);
  return tf;
}
