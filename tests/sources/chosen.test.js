// What a file is refused for where no array of it is the weights, and what an exported file brings with it.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { floats, json, npy, readOne, refusalOf, weightsOf, zip } from './written.js';

const weights = npy([2, 2], floats([0.5, 0.5, 0, 1]));
const hidden = npy([2, 2], floats([3, -1, 2, 4]));
const complex = npy([1, 1], floats([1, 2]), { descr: '<c8' });
const damaged = npy([2, 2], floats([1, 2, 3]));
const row = npy([2], floats([1, 2]));

describe('where no array is the weights', () => {
  for (const [
    what,
    entries,
    sentence,
  ] of /** @type {[string, Record<string, Uint8Array>, RegExp][]} */ ([
    [
      'parts alone are too few',
      { q: hidden, k: hidden },
      /^Expected q, k and v, or weights; .* q, k\.$/,
    ],
    [
      'a part and another are several',
      { q: hidden, a: hidden },
      /^The file has several arrays: q, a\./,
    ],
    ['types that are not read are named', { a: complex, b: complex }, /a is of the type c8/],
    [
      'what is damaged is named',
      { q: damaged, k: complex },
      /^The tensor q has 12 bytes; expected 16/,
    ],
    [
      'what is damaged is not passed over',
      { a: damaged, b: complex },
      /^The tensor a has 12 bytes/,
    ],
  ])) {
    it(what, async () => {
      const files = Object.entries(entries).map(([name, bytes]) => [`${name}.npy`, bytes]);
      assert.match(await refusalOf(zip(Object.fromEntries(files))), sentence);
    });
  }

  it('rows that sum to less than 1 are none, beside others that are', async () => {
    const less = npy([2, 2], floats([0.5, 0.5, 0.25, 0.25]));
    const { data } = await weightsOf(zip({ 'a.npy': less, 'b.npy': weights }));
    assert.deepEqual([...data], [0.5, 0.5, 0, 1]);
  });

  it('one array of numbers is shown beside rows of one axis in other types', async () => {
    const file = zip({ 'a.npy': hidden, 'b.npy': complex });
    assert.deepEqual([...(await weightsOf(file)).data], [3, -1, 2, 4]);
    assert.match(await refusalOf(zip({ 'a.npy': hidden, 'b.npy': row })), /several arrays: a, b/);
  });
});

describe('a file that was exported', () => {
  const exported = {
    attentionLab: 1,
    state: { temperature: 2, mask: 'causal' },
    words: { queries: ['a', 'b'], keys: ['c', 'd'] },
    tensors: { weights: { shape: [2, 2], data: [0.5, 0.5, 0, 1] } },
  };

  it('brings its settings and words', async () => {
    const own = await readOne(json(exported));
    assert.deepEqual(own.settings, exported.state);
    assert.deepEqual(
      [own.queryWords, own.keyWords],
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    );
  });

  it('brings them under the names of earlier versions, too', async () => {
    const words = { asking: ['a', 'b'], asked: ['c', 'd'] };
    const own = await readOne(json({ ...exported, words }));
    assert.deepEqual(
      [own.queryWords, own.keyWords],
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    );
  });

  it('by another program brings no settings, whatever is called state', async () => {
    const { attentionLab, ...other } = exported;
    assert.equal(attentionLab, 1);
    assert.equal((await readOne(json(other))).settings, undefined);
  });
});
