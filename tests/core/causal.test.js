import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { statuses } from '../support/header.js';
import { createRandom } from '../support/random.js';
import { callKinds, RawCall, RawCore, randomSizes } from '../support/raw.js';

const core = new RawCore();
const [NONE, TOP_LEFT, LOWER_RIGHT] = [0, 1, 2];

/** Returns the words of each output except the workspace. @param {RawCall} call */
function outputsOf(call) {
  const outputs = call.slots.filter(({ name, isOutput }) => isOutput && name !== 'workspace');
  return outputs.map(({ name, bytes }) => {
    const first = call.get(name) / 4;
    return { name, words: core.words.slice(first, first + bytes / 4) };
  });
}

/** @param {number} causal @param {number} query @param {number} key @param {number} offset */
function isSeen(causal, query, key, offset) {
  return key <= query + (causal === LOWER_RIGHT ? offset : 0);
}

for (const kind of callKinds) {
  if (kind.parameters.every(({ name }) => name !== 'options')) continue;

  for (const causal of [TOP_LEFT, LOWER_RIGHT]) {
    it(`${kind.title}: causal ${causal} is the boolean mask of its triangle`, () => {
      for (let seed = 1; seed <= 60; seed++) {
        const sizes = randomSizes(kind, createRandom(seed));
        // With an inner axis, no mask applies.
        if ('inner' in sizes) sizes.inner = 1;
        const run = (/** @type {(call: RawCall) => void} */ mask) => {
          const call = new RawCall(core, kind.name, sizes, createRandom(seed));
          // Some calls also have the other masks, and some have a trace.
          if (seed % 2 === 0) call.clearOptions('added', 'key_padding', 'valid_lens');
          if (seed % 3 === 0 && 'trace' in call.args) call.set('trace', 0);
          mask(call);
          assert.equal(call.run(), statuses.get('OK'));
          return outputsOf(call);
        };
        const { N, H = 1, L, S } = sizes;
        const expected = run((call) => {
          call.set('options.causal', NONE);
          const allowed = call.get('options.allowed');
          for (let cell = 0; cell < N * H * L * S; cell++) {
            const [query, key] = [Math.floor(cell / S) % L, cell % S];
            if (!isSeen(causal, query, key, S - L)) core.bytes[allowed + cell] = 0;
          }
        });
        assert.deepEqual(
          run((call) => call.set('options.causal', causal)),
          expected,
          `seed ${seed}, ${JSON.stringify(sizes)}`,
        );
      }
    });
  }
}

describe('a causal mask', () => {
  it('at the lower right leaves queries before the first key none', () => {
    const sizes = { N: 1, H: 1, L: 4, S: 2, inner: 1 };
    const call = new RawCall(core, 'attn_softmax', sizes, createRandom(1));
    call.clearOptions('allowed', 'added', 'key_padding', 'valid_lens', 'sinks');
    call.clearOptions('dropout_p', 'scale');
    call.set('options.causal', LOWER_RIGHT);
    assert.equal(call.run(), statuses.get('OK'));
    const first = call.get('output') / 4;
    assert.deepEqual([...core.floats.subarray(first, first + 8)], [0, 0, 0, 0, 1, 0, 0.5, 0.5]);
  });
});
