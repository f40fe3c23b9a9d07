// Settings that a config.json lacks: each family has the defaults of its configuration class in transformers.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadAttention } from '../../src/js/index.js';
import { loadPretrained } from '../../src/js/pretrained/index.js';
import { filesOf, inputOf, jsonOf, tensorsOf, writeSafetensors } from './checkpoints.js';

const attention = await loadAttention();

/**
 * Opens a checkpoint with changes of its config.json, and closes it after the call.
 * @template Result
 * @param {string} name @param {object} changes
 * @param {(model: Awaited<ReturnType<typeof loadPretrained>>) => Result} use
 */
async function withModel(name, changes, use) {
  const model = await loadPretrained(attention, filesOf(name, changes));
  const result = use(model);
  model.dispose();
  return result;
}

const absent = undefined;

describe('a config.json without its settings', () => {
  it('mistral has a window of 4096 keys, and none if it is null', async () => {
    const windowOf = (/** @type {unknown} */ sliding_window) =>
      withModel('llama', { model_type: 'mistral', sliding_window }, (model) =>
        [0, 1].map((layer) => model.layer(layer).window),
      );
    assert.deepEqual(await windowOf(absent), [4096, 4096]);
    assert.deepEqual(await windowOf(null), [undefined, undefined]);
  });

  /** @type {[model: string, type: string, positions: number][]} */
  const positions = [
    ['llama', 'llama', 2048],
    ['llama', 'mistral', 131072],
    ['qwen2', 'qwen2', 32768],
    ['qwen3', 'qwen3', 32768],
    ['gemma', 'gemma', 8192],
    ['gemma3', 'gemma3_text', 131072],
  ];
  for (const [name, model_type, expected] of positions)
    it(`${model_type} reads ${expected} tokens`, async () => {
      const changes = { model_type, max_position_embeddings: absent };
      assert.equal(await withModel(name, changes, ({ sizes }) => sizes.positions), expected);
    });

  it('the newer share of a head that rotates wins over the older one in gpt_neox', async () => {
    const changes = { rotary_pct: 0.25, rope_parameters: { partial_rotary_factor: 0.5 } };
    const widthOf = (/** @type {object} */ given) =>
      withModel('gpt_neox', given, (model) => model.layer(0).rotary?.width);
    assert.equal(await widthOf({}), 4);
    assert.equal(await widthOf(changes), 8);
  });

  // More heads of keys than heads, or wider ones than the file has, are refused.
  /** @type {[model: string, changes: object, message: RegExp][]} */
  const refused = [
    ['llama', { model_type: 'mistral', num_key_value_heads: absent }, /a multiple of 8/],
    ['qwen2', { num_key_value_heads: absent }, /num_attention_heads .*a multiple of 32/],
    ['qwen3', { num_key_value_heads: absent }, /num_attention_heads .*a multiple of 32/],
    ['gemma', { num_key_value_heads: absent }, /num_attention_heads .*a multiple of 16/],
    ['gemma3', { num_attention_heads: 6, num_key_value_heads: absent }, /a multiple of 4/],
    ['qwen3', { head_dim: absent }, /q_proj\.weight .*expected \(512, 32\) by config\.json/],
    ['gemma', { head_dim: absent }, /q_proj\.weight .*expected \(1024, 24\) by config\.json/],
    ['gemma3', { head_dim: absent }, /q_proj\.weight .*expected \(1024, 24\) by config\.json/],
  ];
  for (const [name, changes, message] of refused)
    it(`${name} with ${JSON.stringify({ ...changes, absent: Object.keys(changes).at(-1) })} is refused`, async () => {
      await assert.rejects(
        withModel(name, changes, () => {}),
        { name: 'ModelError', message },
      );
    });

  it('llama has as many heads of keys as heads, and so has mistral if it is null', async () => {
    for (const changes of [
      { num_key_value_heads: absent },
      { model_type: 'mistral', num_key_value_heads: null },
    ])
      await assert.rejects(
        withModel('llama', changes, () => {}),
        /k_proj\.weight .*expected \(32, 32\) by config\.json/,
      );
  });

  /** @type {[model: string, type: string, id: number][]} */
  const ends = [
    ['gpt_neox', 'gpt_neox', 2],
    ['opt', 'opt', 2],
    ['llama', 'llama', 2],
    ['llama', 'mistral', 2],
    ['gemma', 'gemma', 1],
    ['gemma3', 'gemma3_text', 1],
    ['marian', 'marian', 0],
  ];
  for (const [name, model_type, id] of ends)
    it(`${model_type} ends a text with the token ${id}, or never if it is null`, async () => {
      // All other logits are NaN or lower, so that the model writes this token.
      const count = jsonOf(name, 'config.json').vocab_size;
      const write = (/** @type {unknown} */ eos_token_id, /** @type {number} */ wanted) =>
        withModel(
          name,
          { model_type, eos_token_id, bad_words_ids: forbidOthers(count, wanted) },
          (model) => model.generate(inputOf(name, [5, 6]), { tokens: 3 }).ids,
        );
      assert.deepEqual(await write(absent, id), [id]);
      assert.deepEqual(await write(null, id), [id, id, id]);
    });

  for (const name of ['gpt2', 'gpt_neo'])
    it(`${name} ends a text with the token 50256`, async () => {
      const vocab_size = 50257;
      const tensors = tensorsOf(name);
      const table = Object.keys(tensors).find((tensor) => tensor.endsWith('wte.weight')) ?? '';
      const bytes = new Uint8Array(vocab_size * 32 * 4);
      // All logits are 0, and only the last token is not forbidden.
      const bad_words_ids = forbidOthers(vocab_size, vocab_size - 1);
      const { eos_token_id, ...config } = jsonOf(name, 'config.json');
      const model = await loadPretrained(attention, {
        'config.json': { ...config, vocab_size, bad_words_ids },
        'model.safetensors': writeSafetensors({
          ...tensors,
          [table]: { dtype: 'F32', shape: [vocab_size, 32], bytes },
        }),
        // The tokenizer has fewer tokens, and ends no text with one of them.
        'tokenizer.json': jsonOf(name, 'tokenizer.json'),
      });
      assert.deepEqual(model.generate([5, 6], { tokens: 3 }).ids, [vocab_size - 1]);
      model.dispose();
    });

  it('qwen2 and qwen3 never end a text', async () => {
    for (const name of ['qwen2', 'qwen3']) {
      const changes = { eos_token_id: absent, bad_words_ids: forbidOthers(304, 2) };
      const ids = await withModel(
        name,
        changes,
        (model) => model.generate([5, 6], { tokens: 3 }).ids,
      );
      assert.deepEqual(ids, [2, 2, 2]);
    }
  });
});

/** Returns a list that forbids every token but one. @param {number} count @param {number} wanted */
const forbidOthers = (count, wanted) =>
  Array.from({ length: count }, (_, id) => [id]).filter(([id]) => id !== wanted);
