// Makes a random GPT-2 of any size with the tokenizer of the tiny checkpoint, for tests that depend
// on the numbers of layers and heads.
import { Random } from '../../src/js/random.js';
import { jsonOf, writeSafetensors } from './checkpoints.js';
import { contentsOf } from './hub-server.js';

/**
 * @param {{ width: number, heads: number, layers: number }} sizes
 * @returns {Record<string, Buffer>} the files of a model, in the form of the local Hub
 */
export function gpt2Of({ width, heads, layers }) {
  const config = jsonOf('gpt2', 'config.json');
  const random = new Random(1, 'weights');
  /** @type {Parameters<typeof writeSafetensors>[0]} */
  const tensors = {};
  /** @param {string} name @param {number[]} shape @param {(i: number) => number} [number] */
  const add = (name, shape, number = () => random.normal() / Math.sqrt(width)) => {
    const count = shape.reduce((product, size) => product * size, 1);
    const data = Float32Array.from({ length: count }, (_, i) => number(i));
    tensors[name] = { dtype: 'F32', shape, bytes: new Uint8Array(data.buffer) };
  };
  const addNorm = (/** @type {string} */ name) => {
    add(`${name}.weight`, [width], () => 1);
    add(`${name}.bias`, [width], () => 0);
  };
  add('wte.weight', [config.vocab_size, width]);
  add('wpe.weight', [config.n_positions, width]);
  addNorm('ln_f');
  for (let i = 0; i < layers; i++) {
    for (const [name, rows, columns] of /** @type {[string, number, number][]} */ ([
      ['attn.c_attn', width, 3 * width],
      ['attn.c_proj', width, width],
      ['mlp.c_fc', width, 4 * width],
      ['mlp.c_proj', 4 * width, width],
    ])) {
      add(`h.${i}.${name}.weight`, [rows, columns]);
      add(`h.${i}.${name}.bias`, [columns]);
    }
    addNorm(`h.${i}.ln_1`);
    addNorm(`h.${i}.ln_2`);
  }
  const sizes = { n_embd: width, n_head: heads, n_layer: layers };
  return {
    ...contentsOf('gpt2'),
    'config.json': Buffer.from(JSON.stringify({ ...config, ...sizes })),
    'model.safetensors': Buffer.from(writeSafetensors(tensors)),
  };
}
