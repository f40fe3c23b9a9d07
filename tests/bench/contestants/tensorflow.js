// TensorFlow.js on its wasm backend, with SIMD, one thread; weights are tensors made before.
import { transpose } from './transpose.js';

/** @typedef {any} TensorflowTensor its types are there only once the benchmark is installed */

/** @returns {Promise<import('../measure.js').Contestant>} */
export async function openTensorflow() {
  const tf = await load();
  tf.env().set('WASM_HAS_MULTITHREAD_SUPPORT', false);
  if (!(await tf.setBackend('wasm'))) throw new Error('the wasm backend did not start');
  if (!(await tf.env().getAsync('WASM_HAS_SIMD_SUPPORT'))) throw new Error('no SIMD');

  /** @param {Float32Array} data @param {number[]} shape */
  const tensor = (data, shape) => tf.tensor(data, shape, 'float32');

  /** @param {TensorflowTensor} query @param {TensorflowTensor} key */
  const weigh = (query, key) => {
    const width = key.shape.at(-1);
    return tf.softmax(tf.matMul(tf.mul(query, 1 / Math.sqrt(width)), key, false, true));
  };

  /**
   * One head at a time: its product of matrices is XNNPACK's only for two axes that are not
   * transposed, and many times slower for all else.
   * @param {TensorflowTensor} query
   * @param {TensorflowTensor} key
   */
  const weighHead = (query, key) => {
    const width = key.shape.at(-1);
    return tf.softmax(tf.matMul(tf.mul(query, 1 / Math.sqrt(width)), tf.transpose(key)));
  };

  /**
   * @param {string} way
   * @param {TensorflowTensor[]} weights
   * @param {() => import('../problems.js').Outputs} body
   */
  const tidied = (way, weights, body) => ({
    way,
    run() {
      let outputs = /** @type {import('../problems.js').Outputs} */ ({});
      // What tidy() is given back it searches for tensors, number by number.
      tf.tidy(() => {
        outputs = body();
      });
      return outputs;
    },
    dispose: () => tf.dispose(weights),
  });

  /** @type {import('../measure.js').Ways} */
  const ways = {
    product({ work: { sizes }, inputs }) {
      const { M, K, N } = sizes;
      const weight = tensor(transpose(inputs.weight, N, K), [K, N]);
      const body = () => ({ output: tf.matMul(tensor(inputs.input, [M, K]), weight).dataSync() });
      return [tidied('matMul', [weight], body)];
    },

    softmax({ work: { sizes }, inputs }) {
      const { M, N } = sizes;
      const body = () => ({ output: tf.softmax(tensor(inputs.input, [M, N])).dataSync() });
      return [tidied('softmax', [], body)];
    },

    attention({ work: { sizes, weights: needWeights }, inputs }) {
      const { H, L, E } = sizes;
      const batched = () => {
        const [query, key, value] = ['query', 'key', 'value'].map((name) =>
          tensor(inputs[name], [H, L, E]),
        );
        const weights = weigh(query, key);
        const output = tf.matMul(weights, value).dataSync();
        return { output, weights: needWeights ? weights.dataSync() : undefined };
      };
      const byHead = () => {
        const output = new Float32Array(H * L * E);
        const weights = needWeights ? new Float32Array(H * L * L) : undefined;
        for (let h = 0; h < H; h++) {
          tf.tidy(() => {
            const [query, key, value] = ['query', 'key', 'value'].map((name) =>
              tensor(inputs[name].subarray(h * L * E, (h + 1) * L * E), [L, E]),
            );
            const head = weighHead(query, key);
            output.set(tf.matMul(head, value).dataSync(), h * L * E);
            weights?.set(head.dataSync(), h * L * L);
          });
        }
        return { output, weights };
      };
      return [tidied('batched matMul', [], batched), tidied('matMul by head', [], byHead)];
    },

    layer({ work: { sizes }, inputs }) {
      const { L, D, H } = sizes;
      const inWeight = tensor(transpose(inputs.inWeight, 3 * D, D), [D, 3 * D]);
      const outWeight = tensor(transpose(inputs.outWeight, D, D), [D, D]);
      const inBias = tensor(inputs.inBias, [3 * D]);
      const outBias = tensor(inputs.outBias, [D]);
      const weights = [inWeight, outWeight, inBias, outBias];
      /** @param {TensorflowTensor} heads (L, D) */
      const finish = (heads) => ({
        output: tf.fused.matMul({ a: heads, b: outWeight, bias: outBias }).dataSync(),
      });
      /** q, k and v side by side */
      const start = () =>
        tf.fused.matMul({ a: tensor(inputs.input, [L, D]), b: inWeight, bias: inBias });
      const batched = () => {
        // (3, H, L, d)
        const split = tf.transpose(tf.reshape(start(), [L, 3, H, D / H]), [1, 2, 0, 3]);
        const [query, key, value] = tf.unstack(split);
        const heads = tf.matMul(weigh(query, key), value);
        return finish(tf.reshape(tf.transpose(heads, [1, 0, 2]), [L, D]));
      };
      const byHead = () => {
        const parts = tf.split(start(), 3 * H, 1);
        const heads = Array.from({ length: H }, (_, h) =>
          tf.tidy(() => tf.matMul(weighHead(parts[h], parts[H + h]), parts[2 * H + h])),
        );
        return finish(tf.concat(heads, 1));
      };
      return [tidied('batched matMul', weights, batched), tidied('matMul by head', [], byHead)];
    },

    additive({ work: { sizes }, inputs }) {
      const { L, S, A } = sizes;
      const E = inputs.query.length / L;
      const wq = tensor(transpose(inputs.wq, A, E), [E, A]);
      const wk = tensor(transpose(inputs.wk, A, E), [E, A]);
      const wv = tensor(inputs.wv, [A, 1]);
      const body = () => {
        const q = tf.matMul(tensor(inputs.query, [L, E]), wq);
        const k = tf.matMul(tensor(inputs.key, [S, E]), wk);
        const features = tf.tanh(tf.add(tf.expandDims(q, 1), k));
        const scores = tf.matMul(tf.reshape(features, [L * S, A]), wv);
        const weights = tf.softmax(tf.reshape(scores, [L, S]));
        const output = tf.matMul(weights, tensor(inputs.value, [S, E])).dataSync();
        return { output, weights: weights.dataSync() };
      };
      return [tidied('matMul, add, tanh, softmax', [wq, wk, wv], body)];
    },
  };

  return {
    name: 'TensorFlow.js wasm',
    version: tf.version_core,
    prepare: (problem) => ways[problem.work.kind](problem),
  };
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
