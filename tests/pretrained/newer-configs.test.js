import assert from 'node:assert/strict';
import { it } from 'node:test';
import { loadAttention } from '../../src/js/index.js';
import { loadPretrained } from '../../src/js/pretrained/index.js';
import { assertSameBits } from '../support/near.js';
import { filesOf } from './checkpoints.js';

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
