import assert from 'node:assert/strict';
import { it } from 'node:test';
import { loadAttention } from '../../src/js/index.js';
import { loadPretrained } from '../../src/js/pretrained/index.js';
import { assertSameBits } from '../support/near.js';
import { filesOf, jsonOf } from './checkpoints.js';

const attention = await loadAttention();

/**
 * Returns the last hidden states of a GPT-NeoX.
 * @param {Record<string, unknown>} changes changes of config.json
 */
async function runNeox(changes) {
  const absent = { rotary_pct: undefined, rotary_emb_base: undefined };
  const model = await loadPretrained(attention, filesOf('gpt_neox', { ...absent, ...changes }));
  const { hidden } = model.run([5, 6, 7, 8]);
  model.dispose();
  return hidden;
}

it('rotary positions without a scaling are read in any of their forms', async () => {
  const expected = await runNeox({});
  const nothing = { rope_type: null, factor: null };
  for (const rope_scaling of [null, {}, { type: 'default' }, { rope_type: 'default' }, nothing])
    assertSameBits(await runNeox({ rope_scaling }), expected);
});

it('the share of a head that rotates is read from rope_parameters, too', async () => {
  const expected = await runNeox({ rotary_pct: 0.5, rotary_emb_base: 500 });
  const newer = { rope_type: 'default', rope_theta: 500, partial_rotary_factor: 0.5 };
  assertSameBits(await runNeox({ rope_parameters: newer }), expected);
  const { partial_rotary_factor, ...withoutShare } = newer;
  const usual = await runNeox({ rope_parameters: withoutShare });
  assert.notDeepEqual(usual.data, expected.data);
  assertSameBits(await runNeox({ rotary_pct: 0.25, rotary_emb_base: 500 }), usual);
});

/**
 * Runs a checkpoint whose config.json is changed.
 * @param {string} name @param {Record<string, unknown>} changes @param {object} [options]
 */
async function runChanged(name, changes, options) {
  const model = await loadPretrained(attention, filesOf(name, changes));
  const run = model.run([5, 6, 7, 8, 9], { trace: ['weights'], ...options });
  model.dispose();
  return run;
}

it('gelu_python computes gelu, and gelu_fast gelu_new', async () => {
  const runWith = async (/** @type {string} */ hidden_act) => runNeox({ hidden_act });
  assertSameBits(await runWith('gelu_python'), await runWith('gelu'));
  assertSameBits(await runWith('gelu_fast'), await runWith('gelu_new'));
});

it('a linear scaling slows every turn, and is read in either form', async () => {
  const rope_theta = 10000;
  const readQueries = async (/** @type {object} */ changes, /** @type {number[]} */ ids) => {
    const model = await loadPretrained(attention, filesOf('llama', changes));
    const { qRot } = model.run(ids, { trace: true }).layers[0];
    model.dispose();
    assert.ok(qRot);
    return qRot;
  };
  const halves = await readQueries({ rope_scaling: { type: 'linear', factor: 2 } }, [5, 7, 6]);
  const newer = { rope_theta, rope_type: 'linear', factor: 2 };
  assertSameBits(
    await readQueries({ rope_theta: null, rope_parameters: newer }, [5, 7, 6]),
    halves,
  );
  // Token 6 at position 2 turns as it does at position 1 without a scaling.
  const plain = await readQueries({}, [5, 6, 7]);
  const [, , d] = halves.shape;
  assert.deepEqual(halves.data.slice(2 * d, 3 * d), plain.data.slice(d, 2 * d));
});

for (const [type, name] of [
  ['xlm-roberta', 'roberta'],
  ['camembert', 'roberta'],
  ['mistral', 'llama'],
]) {
  it(`a model of type ${type} has the numbers of ${name}`, async () => {
    const { hidden, logits } = await runChanged(name, {});
    const run = await runChanged(name, { model_type: type, sliding_window: null });
    assertSameBits(run.hidden, hidden);
    assert.ok(run.logits && logits);
    assertSameBits(run.logits, logits);
  });
}

it('a query of Mistral sees as many keys as its window has, in every layer', async () => {
  const mistral = { model_type: 'mistral', sliding_window: 2 };
  // Pairs outside of the window, by query and key
  const outside = ['2.0', '3.0', '3.1', '4.0', '4.1', '4.2'];
  const block = [0, 1].flatMap((layer) => outside.map((pair) => `${layer}.*.${pair}`));
  const blocked = await runChanged('llama', {}, { block });
  const run = await runChanged('llama', mistral);
  assertSameBits(run.hidden, blocked.hidden);
  for (const { weights } of run.layers)
    assert.deepEqual([...weights.data.slice(10, 13)].map(Math.sign), [0, 1, 1]);
  await assert.rejects(runChanged('llama', { ...mistral, sliding_window: 0 }), {
    message: /sliding_window of config\.json is 0/,
  });
});

for (const name of ['qwen2', 'qwen3'])
  it(`the last layers of ${name} have a window if use_sliding_window is true`, async () => {
    const windowsOf = async (/** @type {object} */ changes) => {
      const files = filesOf(name, { use_sliding_window: true, sliding_window: 2, ...changes });
      const model = await loadPretrained(attention, files);
      const windows = [0, 1].map((layer) => model.layer(layer).window);
      model.dispose();
      return windows;
    };
    assert.deepEqual(await windowsOf({ max_window_layers: 1 }), [undefined, 2]);
    assert.deepEqual(await windowsOf({ max_window_layers: 0 }), [2, 2]);
    assert.deepEqual(await windowsOf({ max_window_layers: undefined }), [undefined, undefined]);
    const sliding_window = undefined;
    const byDefault = { max_window_layers: 1, sliding_window };
    assert.deepEqual(await windowsOf(byDefault), [undefined, 4096]);
    assert.deepEqual(await windowsOf({ ...byDefault, sliding_window: null }), [
      undefined,
      undefined,
    ]);
    const layer_types = ['sliding_attention', 'full_attention'];
    assert.deepEqual(await windowsOf({ layer_types }), [2, undefined]);
    const { weights } = (
      await runChanged(name, {
        ...{ use_sliding_window: true, sliding_window: 2, max_window_layers: 0 },
      })
    ).layers[0];
    assert.deepEqual([...weights.data.slice(10, 13)].map(Math.sign), [0, 1, 1]);
  });

it('the layers of Gemma 3 have their rotary positions and windows in any form of the file', async () => {
  const expected = await runChanged('gemma3', {});
  const newer = {
    ...{ rope_theta: null, rope_local_base_freq: null, rope_scaling: null },
    rope_parameters: {
      sliding_attention: { rope_type: 'default', rope_theta: 100 },
      full_attention: { rope_type: 'linear', rope_theta: 10000, factor: 8 },
    },
  };
  assertSameBits((await runChanged('gemma3', newer)).hidden, expected.hidden);
  const pattern = { layer_types: null, sliding_window_pattern: 3 };
  assertSameBits((await runChanged('gemma3', pattern)).hidden, expected.hidden);
  const others = { layer_types: null, sliding_window_pattern: 2 };
  assert.notDeepEqual((await runChanged('gemma3', others)).hidden.data, expected.hidden.data);
});

it('a list in place of a type of layers is refused', async () => {
  const types = jsonOf('gemma3', 'config.json').layer_types.map((/** @type {string} */ name) => [
    name,
  ]);
  await assert.rejects(
    loadPretrained(attention, filesOf('gemma3', { layer_types: types })),
    /layer_types of config\.json .*expected 3 names, each/,
  );
});
