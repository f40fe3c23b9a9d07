import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadAttention } from '../../src/js/index.js';
import { makeComputation } from '../../web/session/computation.js';
import { computeScaleFactor } from '../../web/state/derived.js';
import { makeMaskedTest } from '../../web/state/mask.js';
import { normaliseState } from '../../web/state/normalise.js';
import { reduceCaseCount } from '../support/extent.js';
import { createRandom } from '../support/random.js';

/** @import { Tensor } from '../../src/js/index.js' */
/** @import { Computation } from '../../web/sources/types.js' */
/** @import { State } from '../../web/state/types.js' */
/** @import { Random } from '../support/random.js' */

const attention = await loadAttention();
const SETTINGS = reduceCaseCount(1200);

const WORDS = 'They eat fried noodles and he is not as tall as his father nor as old'.split(' ');

/** @param {Random} random */
function randomState(random) {
  /** @template T @param {readonly T[]} choices @returns {T} */
  const pick = (choices) => choices[random.integer(0, choices.length - 1)];
  const sentence = (/** @type {number} */ most) =>
    Array.from({ length: random.integer(1, most) }, () => pick(WORDS)).join(' ');
  const [L, S] = [9, 17];
  return normaliseState({
    mechanism: pick(['dot', 'dot', 'additive']),
    sentence: sentence(S),
    target: pick(['', '', sentence(L)]),
    layer: pick(['cross', 'self']),
    dModel: pick([1, 2, 3, 4, 6, 8, 12, 16, 32]),
    heads: random.integer(1, 16),
    keyWidth: pick([0, 0, 5, 8]),
    keys: pick(['own', 'own', 'queries']),
    positions: pick(['none', 'none', 'sinusoidal']),
    seed: random.integer(0, 999999),
    mask: pick(['none', 'causal', 'padding', 'custom']),
    pad: random.integer(0, S),
    masked: Array.from(
      { length: random.integer(0, 60) },
      () => `${random.integer(0, 4)}.${random.integer(0, 7)}`,
    ).join(' '),
    fill: pick(['inf', 'inf', '-1e9', '0']),
    emptyRow: pick(['zeros', 'nan']),
    scale: pick(['sqrt', 'none', 'words', 0, -1.5, 3e5]),
    temperature: pick([1, 1, 0.25, 3]),
    dropout: pick([0, 0, 0.3, 1]),
    dropoutSeed: random.integer(0, 999),
  });
}

/** @param {State} state @param {Computation} computation @returns {Record<string, Tensor>} */
function oneCall(state, { inputs, parameters, queryWords, keyWords }) {
  const isMasked = makeMaskedTest(state, keyWords.length);
  const keys = inputs.embeddings;
  const queries = inputs.queryEmbeddings ?? keys;
  const isAdditive = state.mechanism === 'additive';
  const options = {
    attnMask: queryWords.map((_, query) => keyWords.map((__, key) => !isMasked(query, key))),
    maskFill: { inf: -Infinity, '-1e9': -1e9, 0: 0 }[state.fill],
    emptyRow: state.emptyRow,
    scale: isAdditive
      ? 1 / state.temperature
      : computeScaleFactor(state, state.dModel / state.heads, keyWords.length),
    ...(state.dropout > 0 && { dropout: { p: state.dropout, seed: state.dropoutSeed } }),
    trace: /** @type {const} */ (true),
  };
  const { output, trace } = isAdditive
    ? attention.additiveAttention(queries, keys, keys, /** @type {any} */ (parameters), options)
    : attention.multiHeadAttention(queries, keys, keys, /** @type {any} */ (parameters), {
        numHeads: state.heads,
        ...options,
      });
  return { .../** @type {Record<string, any>} */ (trace), output };
}

/** @param {Tensor} tensor */
const bits = ({ data }) => new Uint32Array(data.buffer, data.byteOffset, data.length);

/** @param {State} state @returns {number} the number of compared tensors */
function assertSameBits(state) {
  const computation = makeComputation(attention, state);
  let compared = 0;
  for (const [name, tensor] of Object.entries(oneCall(state, computation))) {
    // Without scaling there is no such node.
    if (!computation.run.graph.has(name) && name === 'scaledScores') continue;
    const result = computation.run.tensor(name);
    assert.deepEqual(result.shape, tensor.shape, name);
    const expected = bits(tensor);
    // All NaNs count as equal.
    bits(result).forEach((word, at) => {
      const [is, expects] = [result.data[at], tensor.data[at]];
      const both = Number.isNaN(is) && Number.isNaN(expects);
      // Neither 0 nor −0 is larger, so either may be the row's maximum.
      const zero = name === 'rowMax' && is === 0 && expects === 0;
      // Build the message only on failure: there are millions of numbers.
      if (!both && !zero && word !== expected[at])
        assert.fail(`${name} of ${JSON.stringify(state)}: ${is}, not ${expects}`);
    });
    compared++;
  }
  return compared;
}

describe('a run', () => {
  it(`has the bits of one call, in every tensor of ${SETTINGS} settings`, () => {
    const random = createRandom(12);
    let compared = 0;
    for (let i = 0; i < SETTINGS; i++) compared += assertSameBits(randomState(random));
    assert.ok(compared > 10 * SETTINGS, `${compared} tensors`);
  });

  it('has them in rows as long as the page takes, too', () => {
    const random = createRandom(13);
    for (const count of [129, 300, 512]) {
      const sentence = Array.from({ length: count }, (_, i) => `w${i}`).join(' ');
      for (const mechanism of /** @type {const} */ (['dot', 'additive'])) {
        const { target, ...state } = randomState(random);
        const long = { ...state, mechanism, sentence, heads: 2, dModel: 4 };
        assert.ok(assertSameBits(normaliseState(long)) > 5);
      }
    }
  });
});
