import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toAnswer } from '../../web/features/practice/check/read-answer.js';
import { readNpy } from '../../web/sources/files/npy.js';
import { readFiles } from '../../web/sources/files/read.js';
import { floats, json, npy, readOne, refusalOf, safetensors, weightsOf, zip } from './written.js';

/** Each length occurs once, so that exchanged axes are detected. */
const SHAPES = [[], [3], [2, 3], [3, 1, 2], [1, 2, 3, 2], [1, 1, 3, 2, 4], [2, 1, 3, 2, 4]];

/** @param {number[]} shape */
const sizeOf = (shape) => shape.reduce((size, length) => size * length, 1);
/** @param {number[]} shape */
const countUp = (shape) => Array.from({ length: sizeOf(shape) }, (_, i) => i);

/** Stores the first axis innermost. @param {number[]} shape @returns {number[]} */
function columnsFirst(shape) {
  /** @type {number[]} */
  const stored = [];
  for (const value of countUp(shape)) {
    let [rest, at] = [value, 0];
    for (let axis = shape.length - 1; axis >= 0; axis--) {
      at += (rest % shape[axis]) * sizeOf(shape.slice(0, axis));
      rest = Math.floor(rest / shape[axis]);
    }
    stored[at] = value;
  }
  return stored;
}

/** @param {number[]} shape @param {number[]} data @returns {any} */
function nestData(shape, data) {
  if (shape.length === 0) return data[0];
  const size = data.length / shape[0];
  return Array.from({ length: shape[0] }, (_, i) =>
    nestData(shape.slice(1), data.slice(i * size, (i + 1) * size)),
  );
}

/** @type {Record<string, (shape: number[]) => Uint8Array>} */
const WRITERS = {
  'npy, rows first': (shape) => npy(shape, floats(countUp(shape))),
  'npy, columns first': (shape) => npy(shape, floats(columnsFirst(shape)), { fortran: true }),
  npz: (shape) => zip({ 'weights.npy': npy(shape, floats(countUp(shape))) }),
  'npz, columns first': (shape) =>
    zip({ 'weights.npy': npy(shape, floats(columnsFirst(shape)), { fortran: true }) }),
  safetensors: (shape) => safetensors({ weights: { shape, bytes: floats(countUp(shape)) } }),
  'nested JSON': (shape) => json({ weights: nestData(shape, countUp(shape)) }),
  'bare JSON': (shape) => json(nestData(shape, countUp(shape))),
  'JSON with shape': (shape) => json({ weights: { shape, data: countUp(shape) } }),
  'JSON with dims': (shape) => json({ weights: { dims: shape, data: countUp(shape) } }),
};

describe('an array of 0 to 5 axes', () => {
  for (const [kind, write] of Object.entries(WRITERS)) {
    it(`is read from ${kind}`, async () => {
      for (const shape of SHAPES) {
        const { arrays } = readFiles([{ name: 'weights', bytes: write(shape) }]);
        let checked;
        const read = await arrays.get('weights')?.read((sizes) => {
          checked = sizes;
        });
        assert.deepEqual([read?.shape, checked], [shape, shape]);
        assert.deepEqual(read?.data, Float32Array.from(countUp(shape)), `${shape}`);
      }
    });

    it(`is shown from ${kind}: a matrix, heads, one of a batch, layers`, async () => {
      for (const shape of SHAPES) {
        if (shape.length < 2) {
          assert.match(await refusalOf(write(shape)), /^The tensor weights has the shape \(/);
          continue;
        }
        const { tensors } = await readOne(write(shape));
        const layers = shape.length === 5 ? shape[0] : 1;
        const names = Array.from({ length: layers }, (_, i) => `layer${i + 1}/weights`);
        assert.deepEqual(Object.keys(tensors), layers === 1 ? ['weights'] : names);
        const all = Object.values(tensors).flatMap(({ data }) => [...data]);
        assert.deepEqual(all, countUp(shape));
        for (const tensor of Object.values(tensors))
          assert.deepEqual(tensor.shape, shape.slice(-3));
      }
    });
  }

  it('is the (1, H, L, S) of one sentence that np.save writes of attentions', async () => {
    const numbers = [0.25, 0.75, 0.5, 0.5, 1, 0, 0.125, 0.875];
    const { shape, data } = await weightsOf(npy([1, 2, 2, 2], floats(numbers)), 'attentions.npy');
    assert.deepEqual([shape, [...data]], [[2, 2, 2], numbers]);
  });

  it('has layers first if the tokens of one text come with its four axes', async () => {
    const shape = [2, 3, 2, 2];
    for (const [tokens, expected] of /** @type {[object, string][]} */ ([
      [{ tokens: ['a', 'b'] }, ''],
      [{ queryTokens: ['a', 'b'] }, ''],
      [
        {
          tokens: [
            ['a', 'b'],
            ['c', 'd'],
          ],
        },
        'The tokens do not fit: their shape is (2, 2); expected an array of 2, each a string.',
      ],
      [{}, 'The tensor weights has the shape (2, 3, 2, 2); expected'],
    ])) {
      const file = json({ weights: { shape, data: countUp(shape) }, ...tokens });
      if (expected) assert.ok((await refusalOf(file)).startsWith(expected));
      else {
        const { tensors } = await readOne(file);
        assert.deepEqual(Object.keys(tensors), ['layer1/weights', 'layer2/weights']);
        assert.deepEqual([...tensors['layer2/weights'].data], countUp(shape).slice(12));
      }
    }
  });

  it('is an answer in the practice, also columns first and without any axis', () => {
    /** @param {number[]} shape @param {number[]} numbers */
    const answered = (shape, numbers) => {
      const bytes = npy(shape, floats(numbers), { fortran: true });
      const answer = toAnswer(readNpy('answer', bytes, () => {}));
      return [answer.shape, answer.numbers.map(({ value }) => value)];
    };
    assert.deepEqual(answered([1, 2, 2, 2], [0, 1, 2, 3, 4, 5, 6, 7]), [
      [1, 2, 2, 2],
      [0, 4, 2, 6, 1, 5, 3, 7],
    ]);
    assert.deepEqual(answered([], [0.5]), [[], [0.5]]);
  });
});
