// Makes a random GPT-2 of any size with the tokenizer of the tiny checkpoint, for tests that depend
// on the numbers of layers and heads.
import { Random } from '../../src/js/random.js';
import { jsonOf, writeSafetensors } from './checkpoints.js';
import { contentsOf } from './hub-server.js';

/**
 * Lists names and shapes of tensors, as the Hub's gpt2 has them.
 * @param {{ n_embd: number, n_layer: number, n_positions: number, vocab_size: number }} sizes
 */
export function listTensors({ n_embd: D, n_layer: layers, n_positions: positions, vocab_size: V }) {
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

/**
 * @param {{ width: number, heads: number, layers: number }} sizes
 * @returns {Record<string, Buffer>} the files of a model, in the form of the local Hub
 */
export function gpt2Of({ width, heads, layers }) {
  const config = jsonOf('gpt2', 'config.json');
  const random = new Random(1, 'weights');
  const sizes = { ...config, n_embd: width, n_head: heads, n_layer: layers };
  /** @type {Parameters<typeof writeSafetensors>[0]} */
  const tensors = {};
  for (const [name, shape] of listTensors(sizes)) {
    const count = shape.reduce((product, size) => product * size, 1);
    const draw = () => random.normal() / Math.sqrt(width);
    const norm = Number(name.endsWith('weight'));
    const data = Float32Array.from({ length: count }, name.includes('ln_') ? () => norm : draw);
    tensors[name] = { dtype: 'F32', shape, bytes: new Uint8Array(data.buffer) };
  }
  return {
    ...contentsOf('gpt2'),
    'config.json': Buffer.from(JSON.stringify(sizes)),
    'model.safetensors': Buffer.from(writeSafetensors(tensors)),
  };
}
