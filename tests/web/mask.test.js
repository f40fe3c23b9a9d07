import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadAttention } from '../../src/js/index.js';
import { formatCells, parseCells } from '../../web/graph/masks/custom.js';
import { makeComputation } from '../../web/session/computation.js';
import { listMaskedCells, makeMaskedTest, startPainting } from '../../web/state/mask.js';
import { normaliseState } from '../../web/state/normalise.js';
import { toggleMask } from '../../web/views/mask-painter.js';

const attention = await loadAttention();

/** @param {object} requested */
const compute = (requested) => {
  const state = normaliseState(requested);
  return { state, computation: makeComputation(attention, state) };
};

describe('the mask', () => {
  const masks = [
    { mask: 'none' },
    { mask: 'causal' },
    { mask: 'padding', pad: 2 },
    { mask: 'padding', pad: 4 },
    { mask: 'custom', masked: '0.1 2.2 9.9' },
    { mask: 'padding', target: 'he is tall' },
    { mask: 'causal', target: 'he is tall' },
    { mask: 'none', target: 'he is tall', layer: 'self' },
    { mask: 'custom', masked: '1.0', mechanism: 'additive' },
  ];

  for (const mask of masks) {
    it(`on the page is the one that the run applies: ${JSON.stringify(mask)}`, () => {
      const { state, computation } = compute(mask);
      const { shape, data } = computation.results.maskedScores;
      const [keys, queries] = shape.toReversed();
      const isMasked = makeMaskedTest(state, keys);
      data.forEach((score, i) => {
        const [query, key] = [Math.floor(i / keys) % queries, i % keys];
        assert.equal(score === -Infinity, isMasked(query, key), `${query}.${key}`);
      });
    });
  }

  it('in a decoder is causal within the sentence, and never between two', () => {
    const decoder = compute({ target: 'he is tall', layer: 'self' });
    assert.deepEqual(
      listMaskedCells(decoder.state, 3, 3).map(({ query, key }) => [query, key]),
      [
        [0, 1],
        [0, 2],
        [1, 2],
      ],
    );
    const cross = compute({ target: 'he is tall', mask: 'causal' });
    assert.deepEqual(listMaskedCells(cross.state, 3, 4), []);
  });

  it('a masked score becomes the fill', () => {
    for (const [fill, score] of /** @type {const} */ ([
      ['inf', -Infinity],
      ['-1e9', -1e9],
      ['0', 0],
    ])) {
      const { results } = compute({ mask: 'custom', masked: '1.2', fill }).computation;
      assert.equal(results.maskedScores.data[4 + 2], score);
    }
  });

  it('gives zeros, NaN or equal weights for a fully masked row, depending on the settings', () => {
    const masked = '1.0 1.1 1.2 1.3';
    /** @param {object} requested */
    const row = (requested) => [
      ...compute({ mask: 'custom', masked, ...requested }).computation.results.weights.data.slice(
        4,
        8,
      ),
    ];
    assert.deepEqual(row({}), [0, 0, 0, 0]);
    assert.deepEqual(row({ emptyRow: 'nan' }), [NaN, NaN, NaN, NaN]);
    for (const fill of ['-1e9', '0']) assert.deepEqual(row({ fill }), [0.25, 0.25, 0.25, 0.25]);
  });

  it('has cells that are read and written in order, each once', () => {
    assert.equal(formatCells(parseCells('2.1 0.3 2.1 x 1 1.2.3 -1.0')), '0.3 2.1');
    assert.equal(formatCells(parseCells('')), '');
  });

  it('becomes painted when one pair is toggled, and toggling again restores it', () => {
    const causal = compute({ mask: 'causal' });
    const { masked, change } = toggleMask(causal, 0, 1);
    assert.equal(masked, true);
    const custom = compute({ mask: 'causal', ...change });
    assert.equal(custom.state.mask, 'custom');
    assert.equal(custom.state.masked, '0.2 0.3 1.2 1.3 2.3');
    const back = compute({ ...custom.state, ...toggleMask(custom, 0, 1).change });
    assert.deepEqual(
      [...back.computation.results.weights.data],
      [...causal.computation.results.weights.data],
    );
  });
});

it('a painted mask has each existing cell once', () => {
  const { state } = compute({ mask: 'custom', masked: '2.2 0.1 0.9 9.0 2.2' });
  assert.equal(state.masked, '0.1 0.9 2.2 9.0');
  assert.equal(formatCells(listMaskedCells(state, 4, 4)), '0.1 2.2');
});

it('padding masks the last keys, and a causal mask never a word for itself', () => {
  const maskedKeys = (/** @type {object} */ requested, /** @type {number} */ query) => {
    const isMasked = makeMaskedTest(normaliseState(requested), 4);
    return [0, 1, 2, 3].filter((key) => isMasked(query, key));
  };
  assert.deepEqual(maskedKeys({ mask: 'padding', pad: 1 }, 0), [3]);
  assert.deepEqual(maskedKeys({ mask: 'padding', pad: 3 }, 2), [1, 2, 3]);
  assert.deepEqual(maskedKeys({ mask: 'causal' }, 1), [2, 3]);
});

it('a cell masks no other, however many keys there are', () => {
  const isMasked = makeMaskedTest(
    normaliseState({ mask: 'custom', masked: '0.9999 1.0 0.2047' }),
    2048,
  );
  const masked = [0, 1, 2].flatMap((query) =>
    Array.from({ length: 2048 }, (_, key) => (isMasked(query, key) ? [`${query}.${key}`] : [])),
  );
  assert.deepEqual(masked.flat(), ['0.2047', '1.0']);
});

it('cells are sorted by query and then by key, as numbers', () => {
  assert.equal(formatCells(parseCells('10.0 2.10 2.9 0.3 2.9')), '0.3 2.9 2.10 10.0');
});

describe('choosing a painted mask', () => {
  const painted = { masked: '0.1 3.3' };
  const words = (/** @type {number} */ count) =>
    Array.from({ length: count }, (_, i) => `w${i}`).join(' ');
  /** @param {object} requested @param {number} queries @param {number} [keys] */
  const masked = (requested, queries, keys = queries) => {
    const state = normaliseState({ ...painted, ...requested });
    return normaliseState({ ...state, ...startPainting(state, queries, keys) });
  };

  it('starts from the masked cells, or from those painted last if there is no mask', () => {
    for (const [requested, cells] of /** @type {[object, string][]} */ ([
      [{ mask: 'none' }, '0.1 3.3'],
      [{ mask: 'causal' }, '0.1 0.2 0.3 1.2 1.3 2.3'],
      [{ mask: 'padding', pad: 1 }, '0.3 1.3 2.3 3.3'],
      [{ mask: 'custom' }, '0.1 3.3'],
      // The causal mask does not apply between two sentences.
      [{ mask: 'causal', target: 'he is tall' }, '0.1 3.3'],
    ])) {
      const after = masked(requested, 4);
      assert.deepEqual([after.mask, after.masked], ['custom', cells], JSON.stringify(requested));
    }
  });

  it('lists cells for up to 16 words on either side, and keeps those painted last for more', () => {
    const long = (/** @type {number} */ queries, /** @type {number} */ keys) =>
      masked({ mask: 'padding', pad: 1, sentence: words(keys) }, queries, keys).masked;
    assert.equal(long(16, 16).split(' ').length, 16);
    assert.equal(long(17, 17), painted.masked);
    assert.equal(long(4, 17), painted.masked);
    assert.equal(long(17, 4), painted.masked);
  });
});
