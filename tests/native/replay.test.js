import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { loadAttention } from '../../src/js/index.js';
import { chooseCaseCount, tally } from '../support/bar.js';
import { makeCase, makeCases, makePartCases, makeStrange, runCase } from '../support/cases.js';
import { assertSameBits } from '../support/near.js';
import { createRandom } from '../support/random.js';
import { encode } from './encode.js';
import { assertReplayed, replayWith } from './replay.js';

/** @import { Case } from '../support/cases.js' */
/** @import { Random } from '../support/random.js' */

const attention = await loadAttention();
const bar = tally('bits');
const specials = tally('specials');
const plain = tally('plain');
const sanitized = tally('sanitizers');
// The last program is built only if clang and its sanitizers are installed.
const programs = ['replay', 'replay-plain', 'replay-asan', 'replay-clang-asan'].filter(
  (program, i) => i < 3 || existsSync(pathOf(program)),
);

/** @param {string} program */
function pathOf(program) {
  return fileURLToPath(new URL(`../../dist/native/${program}`, import.meta.url));
}

/**
 * @param {string} program
 * @param {Case[]} cases
 * @param {(case_: Case) => Buffer} [toBytes]
 */
const replay = (program, cases, toBytes) => replayWith([pathOf(program)], cases, toBytes);

/**
 * @param {Case[]} cases
 * @param {ReturnType<typeof tally>} [counter] counts the calls
 */
function compare(cases, counter = bar) {
  const expected = cases.map((case_) => runCase(attention, case_));
  for (const program of programs) {
    assertReplayed(program, cases, replay(program, cases), expected);
    if (program === 'replay') counter.count('calls natively', cases.length);
    else if (program === 'replay-plain') plain.count('calls', cases.length);
    else sanitized.count(`calls of ${program}`, cases.length);
  }
}

/**
 * Asserts that caching the first positions gives the same bits as no cache, except for the trace.
 * @param {Case[]} cases
 * @param {Random} random
 */
function compareCached(cases, random) {
  const lengths = new Map(cases.map((case_) => [case_, random.integer(1, case_.sizes.S)]));
  const expected = replay(programs[0], cases);
  for (const program of programs) {
    const answers = replay(program, cases, (case_) => encode(case_, lengths.get(case_)));
    assert.equal(answers.length, cases.length);
    answers.forEach(({ status, outputs }, i) => {
      const { sizes, options } = cases[i];
      const length = lengths.get(cases[i]);
      const what = `${program}: ${length} cached, ${JSON.stringify({ ...sizes, ...options })}`;
      assert.equal(status, 0, what);
      assert.equal(outputs.length, expected[i].outputs.length, what);
      outputs.forEach((data, place) => {
        const shape = [data.length];
        assertSameBits({ shape, data }, { shape, data: expected[i].outputs[place] }, what);
      });
    });
  }
}

const sizes = {
  ...{ rows: 2, out: 9, in: 3, N: 2, H: 2, Hkv: 1, L: 3, S: 5, E: 4 },
  ...{ Ev: 6, Q: 3, K: 2, A: 5, D: 4, Kdim: 3, Vdim: 7 },
};
/** @typedef {keyof typeof sizes} Letter */

/** @type {[operation: string, letters: string, shapes: Record<string, string>][]} */
const shapes = [
  ['linear', 'rows out in', { input: 'rows in', weight: 'out in' }],
  ['softmax', 'N L S', { input: 'N L S' }],
  [
    'scaledDotProductAttention',
    'N H Hkv L S E Ev',
    { query: 'N H L E', key: 'N Hkv S E', value: 'N Hkv S Ev' },
  ],
  [
    'additiveAttention',
    'N L S Q K Ev A',
    { queries: 'N L Q', keys: 'N S K', values: 'N S Ev', wq: 'A Q', wk: 'A K', wv: 'A' },
  ],
  [
    'multiHeadAttention',
    'N H L S D Kdim Vdim',
    {
      ...{ query: 'N L D', key: 'N S Kdim', value: 'N S Vdim', outProjWeight: 'D D' },
      ...{ qProjWeight: 'D D', kProjWeight: 'D Kdim', vProjWeight: 'D Vdim', outProjBias: 'D' },
    },
  ],
];

/**
 * Returns calls of each operation in which one or two sizes are 0 in turn, except the numbers of
 * heads.
 */
function emptyCases() {
  const random = createRandom(6);
  return shapes.flatMap(([operation, letters, inputs]) => {
    const used = /** @type {Letter[]} */ (letters.split(' '));
    const zeros = used.filter((letter) => !letter.startsWith('H'));
    return zeros
      .flatMap((axis, i) => zeros.slice(i).map((other) => [axis, other]))
      .map(([axis, otherAxis]) => {
        const all = { ...sizes, [axis]: 0, [otherAxis]: 0 };
        const shapeOf = (/** @type {string} */ shape) =>
          shape.split(' ').map((letter) => all[/** @type {Letter} */ (letter)]);
        /** @type {Record<string, any>} */
        const options = { validLens: random.integers([all.N], 0, 6) };
        if (operation.endsWith('Attention')) options.trace = random.uniform() < 0.5;
        if (operation.endsWith('Attention')) options.needWeights = random.uniform() < 0.5;
        if (operation === 'multiHeadAttention') options.numHeads = all.H;
        const tensors = Object.entries(inputs).map(([name, shape]) => [
          name,
          random.tensor(shapeOf(shape)),
        ]);
        return {
          operation,
          sizes: Object.fromEntries(used.map((letter) => [letter, all[letter]])),
          inputs: Object.fromEntries(tensors),
          options: operation === 'linear' ? {} : options,
        };
      });
  });
}

describe('the native build', () => {
  for (const [seed, count, max] of [
    [1, chooseCaseCount(1000, 20_000), 9],
    [2, chooseCaseCount(400, 1000), 33],
    [3, chooseCaseCount(200, 500), 67],
  ]) {
    it(`gives the same bits in ${count} calls with sizes up to ${max} (seed ${seed})`, () => {
      compare(makeCases(seed, count, { max }));
    });
  }

  it('gives the same bits in 400 calls of fewer heads of keys and rotary positions (seed 10)', () => {
    const random = createRandom(10);
    const cases = Array.from({ length: 400 }, (_, i) => {
      const case_ = makeCase(random, 'multiHeadAttention', { max: 33, grouped: true });
      return i % 4 === 0 ? makeStrange(case_, random) : case_;
    });
    compare(cases);
  });

  it('gives the same bits in 1,000 calls of the parts around attention, strange numbers too', () => {
    compare(makePartCases(9, 1000));
  });

  it('gives the same bits where inputs are NaN, infinite, huge or denormal (seed 4)', () => {
    const random = createRandom(4);
    const cases = makeCases(5, chooseCaseCount(400, 20_000), { max: 13 });
    compare(
      cases.map((case_) => makeStrange(case_, random)),
      specials,
    );
  });

  it('gives the same bits with a cache, whatever the masks, in 600 calls (seed 7)', () => {
    const random = createRandom(7);
    const cases = Array.from({ length: 600 }, (_, i) => {
      const case_ = makeCase(random, 'multiHeadAttention', { max: 41, grouped: i % 3 === 0 });
      case_.options.isCausal = random.pick([false, true, 'lower-right', 'lower-right']);
      return i % 2 === 0 ? case_ : makeStrange(case_, random);
    });
    compareCached(cases, random);
  });

  it('ends where a product is deep but has no rows and no columns', () => {
    const none = (/** @type {number[]} */ ...shape) => ({ shape, data: new Float32Array() });
    const [queries, wq] = [{ shape: [1, 1], data: Float32Array.of(1) }, none(0, 1)];
    const inputs = {
      queries,
      keys: none(0, 1),
      values: none(0, 1),
      wq,
      wk: none(0, 1),
      wv: none(0),
    };
    const sizes = { N: 1, L: 1, S: 0, Q: 1, K: 2 ** 32 - 1, Ev: 1, A: 0 };
    for (const program of programs) {
      const [call] = replay(program, [
        { operation: 'additiveAttention', sizes, inputs, options: { needWeights: false } },
      ]);
      assert.deepEqual(call, { status: 0, outputs: [Float32Array.of(0)] });
    }
  });

  it('gives the same, if anything, where one or two of the sizes are 0', () => {
    const cases = emptyCases();
    assert.equal(cases.length, 76);
    compare(cases);
  });

  it('gives the same with a cache where one or two of the other sizes are 0', () => {
    const cases = emptyCases().filter(
      ({ operation, sizes: { S } }) => operation === 'multiHeadAttention' && S > 0,
    );
    compareCached(cases, createRandom(8));
  });
});
