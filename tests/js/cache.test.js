import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { rows } from '../support/arrange.js';
import { makeInstance } from '../support/instance.js';
import { assertSameBits } from '../support/near.js';
import { createRandom } from '../support/random.js';
import { assertRefusal, assertRefused, caught } from '../support/refusal.js';

/** @import { Expectation } from '../support/refusal.js' */

describe('a cache', () => {
  const { attention, arena } = makeInstance();
  const random = createRandom(407);
  const parameters = random.parameters(4);
  const makeParts = (/** @type {any} */ options = {}) => {
    /** @type {any} for calls that the types forbid */
    const layer = attention.createMultiHeadAttention(parameters, { numHeads: 2 });
    return { layer, cache: layer.createCache({ capacity: 4, ...options }) };
  };
  const x = random.tensor([4, 4]);
  const [head, tail] = [rows(x, 0, 2), rows(x, 2, 2)];

  /**
   * Asserts that a refused call leaves the cache unchanged.
   * @param {any} parts
   * @param {() => unknown} run
   * @param {Expectation} expectation
   */
  function verifyRefused({ layer, cache }, run, expectation) {
    cache.reset();
    layer.forward(head, head, head, { cache });
    assertRefused(run, expectation);
    assert.equal(cache.length, 2);
    const right = layer.forward(x, x, x, { isCausal: true, trace: true });
    const next = layer.forward(tail, tail, tail, { cache, trace: true });
    assertSameBits(next.output, rows(right.output, 2, 2));
    assertSameBits(next.trace.k, right.trace.k);
    assertSameBits(next.trace.v, right.trace.v);
  }

  it('tells how many positions it holds and has room for', () => {
    const { layer, cache } = makeParts();
    assert.deepEqual([cache.length, cache.capacity], [0, 4]);
    layer.forward(head, head, head, { cache });
    assert.deepEqual([cache.length, cache.capacity], [2, 4]);
    layer.forward(head, head, head);
    assert.equal(cache.length, 2);
    const byDefault = layer.createCache();
    assert.equal(byDefault.capacity, 1024);
    assert.throws(() => {
      /** @type {any} */ (cache).length = 0;
    }, TypeError);
  });

  it('forgets all at a reset, and may be filled again with others', () => {
    const { layer, cache } = makeParts({ capacity: 2 });
    const spoilt = { shape: [2, 4], data: new Float32Array(8).fill(Number.NaN) };
    for (const piece of [spoilt, head, tail]) {
      const right = layer.forward(piece, piece, piece, { isCausal: true });
      assertSameBits(layer.forward(piece, piece, piece, { cache }).output, right.output);
      assert.equal(cache.length, 2);
      cache.reset();
      assert.equal(cache.length, 0);
    }
  });

  it('that is full takes no more, and loses nothing', () => {
    const parts = makeParts();
    const { layer, cache } = parts;
    const three = rows(x, 0, 3);
    verifyRefused(parts, () => layer.forward(three, three, three, { cache }), {
      kind: 'LimitError',
      operation: 'forward',
      argument: 'options.cache',
      says: /would take 5 positions; the limit is its capacity of 4/,
    });
    const error = caught(() => layer.forward(head, head, head, { cache }));
    assertRefusal(error, { kind: 'LimitError', operation: 'forward', says: /6 positions/ });
    const none = { shape: [0, 4], data: [] };
    const { output } = layer.forward(tail, none, none, { cache });
    assertSameBits(output, rows(layer.forward(x, x, x, { isCausal: true }).output, 2, 2));
  });

  it('is of one batch size, one layer and one alignment, without dropout', () => {
    const parts = makeParts();
    const { layer, cache } = parts;
    const batch = random.tensor([2, 1, 4]);
    const other = makeParts();
    const plain = { operation: 'forward', kind: 'ArgumentError' };
    /** @type {[run: () => unknown, expectation: any][]} */
    const cases = [
      [
        () => layer.forward(batch, batch, batch, { cache }),
        { kind: 'ShapeError', argument: 'query', says: /shape \(2, 1, 4\); expected a batch of 1/ },
      ],
      [
        () => layer.forward(tail, tail, tail, { cache: other.cache }),
        {
          argument: 'options.cache',
          says: /is a cache of another layer; expected a cache made by this/,
        },
      ],
      [
        () => other.layer.forward(tail, tail, tail, { cache }),
        { argument: 'options.cache', says: /of another layer/ },
      ],
      ...[true, false, null, 'upper-left', 2].map(
        /** @returns {[() => unknown, any]} */ (isCausal) => [
          () => layer.forward(tail, tail, tail, { cache, isCausal }),
          { argument: 'options.isCausal', says: /expected .*'lower-right'/ },
        ],
      ),
      [
        () => layer.forward(tail, tail, tail, { cache, isCausal: true }),
        { argument: 'options.isCausal', says: /'lower-right' or absent where a cache is given/ },
      ],
      // Each step would draw the same numbers, and the results would not be those of one call.
      ...[0, 0.5].map(
        /** @returns {[() => unknown, any]} */ (p) => [
          () => layer.forward(tail, tail, tail, { cache, dropout: { p, seed: 1 } }),
          { argument: 'options.dropout', says: /expected absent where a cache is given/ },
        ],
      ),
      ...[null, 5, {}, [], new Proxy(cache, {}), Object.create(cache), layer].map(
        /** @returns {[() => unknown, any]} */ (wrong) => [
          () => layer.forward(tail, tail, tail, { cache: wrong }),
          { argument: 'options.cache' },
        ],
      ),
      [
        () =>
          /** @type {any} */ (attention).multiHeadAttention(x, x, x, parameters, {
            numHeads: 2,
            cache,
          }),
        { operation: 'multiHeadAttention', argument: 'options.cache', says: /not a known name/ },
      ],
    ];
    for (const [run, expectation] of cases) verifyRefused(parts, run, { ...plain, ...expectation });
  });

  it('of a batch takes no smaller one either', () => {
    const { layer, cache } = makeParts({ batchSize: 3 });
    for (const batch of [x, random.tensor([1, 4, 4]), random.tensor([2, 4, 4])]) {
      const error = caught(() => layer.forward(batch, batch, batch, { cache }));
      const says = /expected a batch of 3, as options.cache has/;
      assertRefusal(error, { kind: 'ShapeError', operation: 'forward', argument: 'query', says });
    }
    const three = random.tensor([3, 4, 4]);
    const right = layer.forward(three, three, three, { isCausal: true });
    assertSameBits(layer.forward(three, three, three, { cache }).output, right.output);
  });

  it('stays as it was when a call with it is refused for any other reason', () => {
    const parts = makeParts();
    const { layer, cache } = parts;
    const mask = (/** @type {number[]} */ ...shape) => random.mask(shape);
    /** @type {[argument: string, kind: string, run: () => unknown][]} */
    const cases = [
      ['key', 'ShapeError', () => layer.forward(tail, [[1]], tail, { cache })],
      ['value', 'ShapeError', () => layer.forward(tail, tail, head.data, { cache })],
      [
        'options.scale',
        'ArgumentError',
        () => layer.forward(tail, tail, tail, { cache, scale: '1' }),
      ],
      // Masks cover the cached keys and the new ones.
      ...[mask(2, 2), mask(4, 2), mask(2, 3)].map(
        /** @returns {[string, string, () => unknown]} */ (attnMask) => [
          'options.attnMask',
          'ShapeError',
          () => layer.forward(tail, tail, tail, { cache, attnMask }),
        ],
      ),
      [
        'options.keyPaddingMask',
        'ShapeError',
        () => layer.forward(tail, tail, tail, { cache, keyPaddingMask: mask(1, 2) }),
      ],
      [
        'options.validLens',
        'ShapeError',
        () => layer.forward(tail, tail, tail, { cache, validLens: [1, 2, 3, 4] }),
      ],
      [
        'options.out',
        'ArgumentError',
        () => layer.forward(tail, tail, tail, { cache, out: new Float32Array(16) }),
      ],
      [
        'options.weightsOut',
        'ArgumentError',
        () => layer.forward(tail, tail, tail, { cache, weightsOut: new Float32Array(8) }),
      ],
    ];
    for (const [argument, kind, run] of cases) {
      verifyRefused(parts, run, { kind, operation: 'forward', argument });
    }
  });

  it('stays as it was when there is no memory for the results', () => {
    const parts = makeParts();
    const { layer, cache } = parts;
    const prototype = Object.getPrototypeOf(Float32Array.prototype);
    const { slice: original } = prototype;
    for (let n = 1; n <= 4; n++) {
      const run = () => {
        let count = 0;
        prototype.slice = function (/** @type {any[]} */ ...args) {
          count++;
          if (count === n) throw new RangeError('Array buffer allocation failed');
          return original.apply(this, args);
        };
        try {
          layer.forward(tail, tail, tail, { cache, trace: true });
        } finally {
          prototype.slice = original;
        }
      };
      verifyRefused(parts, run, { kind: 'OutOfMemoryError', operation: 'forward' });
    }
  });

  it('that is disposed of, or whose layer is, is not used again', () => {
    const { layer, cache } = makeParts();
    const second = layer.createCache({ capacity: 4 });
    const before = arena.used;
    cache.dispose();
    cache.dispose();
    assert.ok(arena.used <= before);
    const expectation = { kind: 'DisposedError', operation: 'forward', argument: 'options.cache' };
    assertRefused(() => layer.forward(tail, tail, tail, { cache }), expectation);
    assertRefused(() => cache.reset(), {
      kind: 'DisposedError',
      operation: 'reset',
      argument: 'this',
    });
    layer.dispose();
    for (const [operation, run] of Object.entries({
      forward: () => layer.forward(tail, tail, tail, { cache: second }),
      createCache: () => layer.createCache(),
    })) {
      assertRefused(run, { kind: 'DisposedError', operation, argument: 'this' });
    }
    second.dispose();
  });

  it('is asked for with a capacity and a batch size of 1 or more', () => {
    const { layer } = makeParts();
    const before = arena.used;
    for (const name of ['capacity', 'batchSize']) {
      for (const wrong of [0, -1, 1.5, Number.NaN, Infinity, '4', null, 4n, [4], true]) {
        const error = caught(() => layer.createCache(/** @type {any} */ ({ [name]: wrong })));
        const argument = `options.${name}`;
        assertRefusal(error, { kind: 'ArgumentError', operation: 'createCache', argument });
      }
      const error = caught(() => layer.createCache({ [name]: 2 ** 40 }));
      const argument = `options.${name}`;
      assertRefusal(error, { kind: 'LimitError', operation: 'createCache', argument });
    }
    for (const options of [null, 5, 'text', []]) {
      const error = caught(() => layer.createCache(/** @type {any} */ (options)));
      const [kind, operation] = ['ArgumentError', 'createCache'];
      assertRefusal(error, { kind, operation, argument: 'options' });
    }
    const error = caught(() => layer.createCache(/** @type {any} */ ({ length: 5 })));
    assertRefusal(error, { kind: 'ArgumentError', operation: 'createCache', says: /capacity/ });
    assert.equal(arena.used, before);
  });

  it('of a layer without width has a limit, too', () => {
    const empty = attention.createMultiHeadAttention(
      { inProjWeight: { shape: [0, 0], data: [] }, outProjWeight: { shape: [0, 0], data: [] } },
      { numHeads: 1 },
    );
    for (const options of [{ capacity: 2 ** 32 + 1 }, { batchSize: 2 ** 32 + 1 }]) {
      const error = caught(() => empty.createCache(options));
      assertRefusal(error, { kind: 'LimitError', operation: 'createCache' });
    }
    const cache = empty.createCache({ capacity: 3 });
    const nothing = { shape: [2, 0], data: [] };
    empty.forward(nothing, nothing, nothing, { cache });
    assert.equal(cache.length, 2);
    const { weights } = empty.forward(nothing, { shape: [1, 0], data: [] }, undefined, { cache });
    assert.deepEqual([...weights.shape], [1, 2, 3]);
  });
});
