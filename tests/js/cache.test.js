// Decoding: a layer with a cache gives, piece by piece, the bits of one causal call over all positions.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { rows, sizeOf } from '../support/arrange.js';
import { tensorsOf } from '../support/cases.js';
import { makeInstance } from '../support/instance.js';
import { assertSameBits } from '../support/near.js';
import { createRandom } from '../support/random.js';
import { assertRefusal, caught } from '../support/refusal.js';

/** @typedef {import('../support/arrange.js').Tensor} Tensor */
/** @typedef {import('../support/random.js').Random} Random */

/**
 * Elements first … end − 1 along an axis.
 * @param {any} tensor
 * @param {number} axis
 * @param {number} first
 * @param {number} end
 * @returns {any}
 */
function slice(tensor, axis, first, end) {
  const { shape, data } = tensor;
  const inner = sizeOf(shape.slice(axis + 1));
  const step = shape[axis] * inner;
  const outer = sizeOf(shape.slice(0, axis));
  const width = (end - first) * inner;
  const result = new data.constructor(outer * width);
  for (let i = 0; i < outer; i++) {
    for (let j = 0; j < width; j++) result[i * width + j] = data[i * step + first * inner + j];
  }
  return { shape: [...shape.slice(0, axis), end - first, ...shape.slice(axis + 1)], data: result };
}

/**
 * A layer over random inputs of S positions, unbatched or of a batch.
 * @param {any} attention
 * @param {Random} random
 */
function makeLayer(attention, random) {
  const H = random.integer(1, 4);
  const D = H * random.integer(1, 5);
  const lead = random.pick([[], [1], [random.integer(2, 3)]]);
  const [N = 1] = lead;
  const S = random.integer(1, 12);
  const isApart = random.uniform() < 0.4;
  const [Kdim, Vdim] = isApart ? [random.integer(1, 9), random.integer(1, 9)] : [D, D];
  /** @type {Record<string, any>} */
  const parameters = { outProjWeight: random.tensor([D, D]) };
  if (isApart) {
    parameters.qProjWeight = random.tensor([D, D]);
    parameters.kProjWeight = random.tensor([D, Kdim]);
    parameters.vProjWeight = random.tensor([D, Vdim]);
  } else {
    parameters.inProjWeight = random.tensor([3 * D, D]);
  }
  if (random.uniform() < 0.5) parameters.inProjBias = random.tensor([3 * D]);
  if (random.uniform() < 0.5) parameters.outProjBias = random.tensor([D]);
  const inProjLayout = random.pick(['stacked', 'per-head']);
  const layer = attention.createMultiHeadAttention(parameters, { numHeads: H, inProjLayout });
  const inputs = [D, Kdim, Vdim].map((width) => random.tensor([...lead, S, width]));
  return { layer, inputs, lead, sizes: { N, H, S, D } };
}

/**
 * Options over L queries and S keys.
 * @param {Random} random
 * @param {{ N: number, H: number, S: number }} sizes
 */
function makeOptions(random, { N, H, S }) {
  /** @type {Record<string, any>} */
  const options = {};
  const sometimes = (/** @type {number} */ share) => random.uniform() < share;
  if (sometimes(0.4)) {
    const shape = random.pick([
      [S, S],
      [N, H, S, S],
      [1, H, S, S],
      [N, 1, 1, S],
      [1, S],
    ]);
    options.attnMask = sometimes(0.5) ? random.mask(shape) : random.tensor(shape, 2);
  }
  if (sometimes(0.3)) options.keyPaddingMask = random.mask([N, S], 0.7);
  if (sometimes(0.3)) {
    options.validLens = random.integers(sometimes(0.5) ? [N] : [N, S], 0, S + 1);
  }
  if (sometimes(0.3)) options.scale = random.pick([1, 0.25, -0.7, 0]);
  if (sometimes(0.2)) options.maskFill = random.pick([-1e9, -2]);
  if (sometimes(0.2)) options.emptyRow = 'nan';
  if (sometimes(0.3)) options.needWeights = false;
  if (sometimes(0.5)) options.trace = true;
  return options;
}

/**
 * The options of a step: queries first … end − 1, keys 0 … end − 1.
 * @param {any} options
 * @param {number} first
 * @param {number} end
 */
function optionsOfStep({ attnMask, keyPaddingMask, validLens, ...options }, first, end) {
  if (attnMask) {
    const { length } = attnMask.shape;
    const keys = slice(attnMask, length - 1, 0, end);
    options.attnMask =
      attnMask.shape[length - 2] === 1 ? keys : slice(keys, length - 2, first, end);
  }
  if (keyPaddingMask) options.keyPaddingMask = slice(keyPaddingMask, 1, 0, end);
  if (validLens) {
    options.validLens = validLens.shape.length === 1 ? validLens : slice(validLens, 1, first, end);
  }
  return options;
}

/**
 * What the whole call says of queries first … end − 1 and keys 0 … end − 1.
 * @param {string} name
 * @param {any} whole
 * @param {number} first
 * @param {number} end
 */
function partOf(name, whole, first, end) {
  const { length } = whole.shape;
  const last = length - 1;
  if (name === 'trace.rowMax' || name === 'trace.rowSum') return slice(whole, last, first, end);
  if (name === 'trace.k' || name === 'trace.v') return slice(whole, last - 1, 0, end);
  const queries = slice(whole, last - 1, first, end);
  const isOfKeys = /scores|Scores|exponentials|weights/.test(name);
  return isOfKeys ? slice(queries, last, 0, end) : queries;
}

/** @param {any} tensor with a spoilt number or two, or none */
function spoil(tensor, /** @type {Random} */ random) {
  for (let count = random.pick([0, 0, 1, 2]); count > 0; count--) {
    const at = random.integer(0, tensor.data.length - 1);
    tensor.data[at] = random.pick([Number.NaN, Infinity, -Infinity, -0, 1e38]);
  }
}

describe('a cache that is filled in pieces', () => {
  for (const kind of ['numbers', 'NaN and infinities']) {
    it(`gives the bits of one causal call: ${kind}, any masks, 300 layers`, () => {
      const { attention, arena } = makeInstance();
      const random = createRandom(kind === 'numbers' ? 401 : 402);
      for (let i = 0; i < 300; i++) {
        const { layer, inputs, lead, sizes } = makeLayer(attention, random);
        const { N, S } = sizes;
        if (kind !== 'numbers') for (const input of inputs) spoil(input, random);
        const options = makeOptions(random, sizes);
        const right = tensorsOf(layer.forward(...inputs, { ...options, isCausal: 'lower-right' }));
        const cache = layer.createCache({ capacity: S + random.integer(0, 5), batchSize: N });
        for (let first = 0; first < S; ) {
          const end = first + random.integer(1, random.pick([1, 3, S]));
          const last = Math.min(end, S);
          const step = inputs.map((input) => slice(input, lead.length, first, last));
          const stepOptions = optionsOfStep(options, first, last);
          if (random.uniform() < 0.3) stepOptions.isCausal = 'lower-right';
          const results = tensorsOf(layer.forward(...step, { ...stepOptions, cache }));
          assert.equal(cache.length, last);
          assert.deepEqual(Object.keys(results), Object.keys(right));
          for (const [name, part] of Object.entries(results)) {
            // A finite fill leaves a share to keys that are to come.
            if (options.maskFill !== undefined && last < S) break;
            const what = `layer ${i}, positions ${first} to ${last} of ${S}, ${name}`;
            assertSameBits(part, partOf(name, right[name], first, last), what);
          }
          first = last;
        }
        cache.dispose();
        layer.dispose();
        assert.equal(arena.used, 0);
      }
    });
  }

  it('takes other numbers of queries than of new positions, and none of either', () => {
    const { attention } = makeInstance();
    const random = createRandom(403);
    for (let i = 0; i < 200; i++) {
      const { layer, inputs, lead, sizes } = makeLayer(attention, random);
      const { N, H, S, D } = sizes;
      const [, key, value] = inputs;
      const cache = layer.createCache({ capacity: S, batchSize: N });
      const cut = random.integer(0, S);
      const piece = (/** @type {number} */ first, /** @type {number} */ end) =>
        [key, value].map((input) => slice(input, lead.length, first, end));
      const nobody = { shape: [...lead, 0, D], data: new Float32Array() };
      const none = layer.forward(nobody, ...piece(0, cut), { cache });
      assert.deepEqual([...none.output.shape], [...lead, 0, D]);
      assert.deepEqual([...none.weights.shape], [...lead, H, 0, cut]);
      assert.equal(cache.length, cut);
      const L = random.integer(0, 6);
      const query = random.tensor([...lead, L, D]);
      const results = tensorsOf(layer.forward(query, ...piece(cut, S), { cache, trace: true }));
      const options = { isCausal: 'lower-right', trace: true };
      const right = tensorsOf(layer.forward(query, key, value, options));
      for (const [name, tensor] of Object.entries(right))
        assertSameBits(results[name], tensor, name);
      // No new position: the queries see what is there.
      const again = layer.forward(query, ...piece(S, S), { cache });
      assertSameBits(again.output, right.output);
      assert.equal(cache.length, S);
      for (const held of [cache, layer]) held.dispose();
    }
  });

  it('drops the weights that dropout drops from the same call without one', () => {
    const { attention } = makeInstance();
    const random = createRandom(404);
    for (let i = 0; i < 50; i++) {
      const { layer, inputs, lead, sizes } = makeLayer(attention, random);
      const { N, S } = sizes;
      const options = { dropout: { p: 0.4, seed: random.bits() }, trace: true };
      const cache = layer.createCache({ capacity: S, batchSize: N });
      const pieces = [slice(inputs[0], lead.length, 0, 1), ...inputs.slice(1)];
      const cut = random.integer(0, S);
      const [, key, value] = inputs;
      const none = slice(inputs[0], lead.length, 0, 0);
      const first = [key, value].map((input) => slice(input, lead.length, 0, cut));
      const rest = [key, value].map((input) => slice(input, lead.length, cut, S));
      layer.forward(none, ...first, { cache });
      const results = tensorsOf(layer.forward(pieces[0], ...rest, { cache, ...options }));
      const whole = { ...options, isCausal: 'lower-right' };
      const right = tensorsOf(layer.forward(pieces[0], key, value, whole));
      for (const [name, tensor] of Object.entries(right))
        assertSameBits(results[name], tensor, name);
      for (const held of [cache, layer]) held.dispose();
    }
  });

  it('takes residents, and goes on when the memory grows and moves', () => {
    const { attention, memory } = makeInstance();
    const random = createRandom(405);
    const parameters = {
      inProjWeight: random.tensor([24, 8]),
      outProjWeight: random.tensor([8, 8]),
    };
    const layer = attention.createMultiHeadAttention(parameters, { numHeads: 2 });
    const cache = layer.createCache({ capacity: 20 });
    const x = random.tensor([20, 8]);
    const right = layer.forward(x, x, x, { isCausal: true }).output;
    const word = attention.resident(rows(x, 0, 1));
    const out = attention.resident(rows(x, 0, 1));
    for (let i = 0; i < 20; i++) {
      word.write(rows(x, i, 1));
      layer.forward(word, word, word, { cache, out, needWeights: false });
      assertSameBits(out.read(), rows(right, i, 1));
      const large = memory.buffer.byteLength / 4;
      if (i % 7 === 0) attention.softmax({ shape: [large], data: new Float32Array(large) });
    }
  });

  it('of several, of one layer and of others, each keeps its own', () => {
    const { attention } = makeInstance();
    const random = createRandom(406);
    const made = Array.from({ length: 6 }, () => {
      const { layer, inputs, lead, sizes } = makeLayer(attention, random);
      const caches = [0, 1].map(() => layer.createCache({ capacity: sizes.S, batchSize: sizes.N }));
      const right = layer.forward(...inputs, { isCausal: true }).output;
      return { layer, inputs, axis: lead.length, S: sizes.S, caches, right };
    });
    for (let position = 0; position < 12; position++) {
      for (const { layer, inputs, axis, S, caches, right } of random.shuffle(made)) {
        if (position >= S) continue;
        const step = inputs.map((/** @type {any} */ x) => slice(x, axis, position, position + 1));
        for (const cache of random.shuffle(caches)) {
          const { output } = layer.forward(...step, { cache });
          assertSameBits(output, slice(right, axis, position, position + 1));
        }
      }
    }
  });
});

describe('a cache', () => {
  const { attention, arena } = makeInstance();
  const random = createRandom(407);
  const parameters = { inProjWeight: random.tensor([12, 4]), outProjWeight: random.tensor([4, 4]) };
  const makeParts = (/** @type {any} */ options = {}) => {
    /** @type {any} for what the types forbid */
    const layer = attention.createMultiHeadAttention(parameters, { numHeads: 2 });
    return { layer, cache: layer.createCache({ capacity: 4, ...options }) };
  };
  const x = random.tensor([4, 4]);
  const [head, tail] = [rows(x, 0, 2), rows(x, 2, 2)];

  /**
   * A call that is refused leaves the cache as it was.
   * @param {any} parts
   * @param {() => unknown} run
   * @param {import('../support/refusal.js').Expectation} expectation
   */
  function verifyRefused({ layer, cache }, run, expectation) {
    cache.reset();
    layer.forward(head, head, head, { cache });
    assertRefusal(caught(run), expectation);
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

  it('is of one batch size, one layer, and one alignment', () => {
    const parts = makeParts();
    const { layer, cache } = parts;
    const batch = random.tensor([2, 1, 4]);
    const other = makeParts();
    const plain = { operation: 'forward', kind: 'ArgumentError' };
    /** @type {[run: () => unknown, expectation: any][]} */
    const cases = [
      [
        () => layer.forward(batch, batch, batch, { cache }),
        { kind: 'ShapeError', argument: 'query', says: /a batch of 2; expected a batch of 1/ },
      ],
      [
        () => layer.forward(tail, tail, tail, { cache: other.cache }),
        { argument: 'options.cache', says: /of another layer; expected made by this layer/ },
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
      // Masks span the keys that the cache holds, and the new ones.
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
    assertRefusal(
      caught(() => layer.forward(tail, tail, tail, { cache })),
      expectation,
    );
    assertRefusal(
      caught(() => cache.reset()),
      { kind: 'DisposedError', operation: 'reset', argument: 'this' },
    );
    layer.dispose();
    for (const [operation, run] of Object.entries({
      forward: () => layer.forward(tail, tail, tail, { cache: second }),
      createCache: () => layer.createCache(),
    })) {
      assertRefusal(caught(run), { kind: 'DisposedError', operation, argument: 'this' });
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
      assertRefusal(error, { kind: 'LimitError', operation: 'createCache' });
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
      {
        inProjWeight: { shape: [0, 0], data: [] },
        outProjWeight: { shape: [0, 0], data: [] },
      },
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

  it('has no method that works without it', () => {
    const { layer, cache } = makeParts();
    const { reset, dispose } = cache;
    const { createCache, forward } = layer;
    for (const [operation, method] of Object.entries({ reset, dispose, createCache, forward })) {
      for (const self of [undefined, {}, new Proxy(layer, {}), new Proxy(cache, {})]) {
        const error = caught(() => /** @type {any} */ (method).call(self, x));
        assertRefusal(error, { kind: 'ArgumentError', operation, argument: 'this' });
      }
    }
  });
});
