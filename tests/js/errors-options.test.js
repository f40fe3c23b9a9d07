// Every option of every call, with every kind of wrong value.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { loadAttention, tensor } from '../../src/js/index.js';
import { sizeOf } from '../support/arrange.js';
import { Refusals } from '../support/refusal.js';
import { calls } from './argument-kinds.js';

const attention = await loadAttention();
const refusals = new Refusals(attention);

/** @typedef {[option: string, value: unknown, kind: string, says?: RegExp]} Bad */

const nan = Number.NaN;
const ones = (/** @type {number[]} */ ...shape) => ({
  shape,
  data: new Uint8Array(sizeOf(shape)).fill(1),
});

const { resident } = attention;
const detachedFlags = new Uint8Array(12);
structuredClone(detachedFlags, { transfer: [detachedFlags.buffer] });
const flags = (/** @type {unknown[]} */ ...row) => [row, row.map(() => true)];
const hole = [true, true, true, true];
delete hole[1];
/** Boolean masks of four keys with something else in them. @type {[mask: any, says: RegExp][]} */
const mixed = [
  [flags(true, undefined, true, true), /is undefined; expected true or false/],
  [flags(undefined, true, true, true), /is undefined/],
  [flags(...hole), /is undefined; expected true or false/],
  [[hole, hole], /is undefined; expected true or false/],
  [flags(true, null, true, true), /is null; expected true or false/],
  [flags(true, 1, true, true), /is 1; expected true or false/],
  [flags(true, nan, true, true), /is NaN; expected true or false/],
  [flags(true, 'false', true, true), /is "false"; expected true or false/],
];
/** @param {string} option @returns {Bad[]} */
const mixedIn = (option) => mixed.map(([mask, says]) => [option, mask, 'ArgumentError', says]);

/** @type {Bad[]} options that softmax also takes; the scores are (2, 3, 4) or (2, 2, 3, 4) */
const ofSoftmax = [
  ['attnMask', null, 'ArgumentError', /is null/],
  ['attnMask', true, 'ArgumentError', /is true/],
  ['attnMask', 'causal', 'ArgumentError', /"causal"/],
  ['attnMask', [[true, 1]], 'ArgumentError', /is 1; expected true or false/],
  ['attnMask', [[true], [true, false]], 'ShapeError', /ragged/],
  ['attnMask', { shape: [4], data: Uint8Array.of(0, 1, 2, 1) }, 'ArgumentError', /data\[2\] is 2/],
  ['attnMask', { shape: [4], data: [1, 1, 1, '1'] }, 'ArgumentError', /"1"/],
  ['attnMask', ones(5), 'ShapeError', /\(5,\); expected .*, 3, 4\)/],
  ['attnMask', ones(4, 3), 'ShapeError', /\(4, 3\)/],
  ['attnMask', ones(3, 3, 4), 'ShapeError', /\(3, 3, 4\)/],
  ['attnMask', ones(1, 1, 1, 3, 4), 'ShapeError', /\(1, 1, 1, 3, 4\)/],
  ['attnMask', ones(0, 4), 'ShapeError', /\(0, 4\)/],
  ['attnMask', { shape: [3, 2 ** 31], data: [] }, 'LimitError', /24 GiB/],
  [
    'attnMask',
    { shape: [3, 4], data: detachedFlags },
    'ArgumentError',
    /a detached or shrunk Uint8/,
  ],
  ['constructor', 1, 'ArgumentError', /not a known name/],
  ...mixedIn('attnMask'),
  ['validLens', null, 'ArgumentError', /is null/],
  ['validLens', true, 'ArgumentError', /is true/],
  ['validLens', { shape: [2], data: [true, true] }, 'ArgumentError', /is true/],
  ['validLens', resident([true, true]), 'ArgumentError', /is true/],
  ['validLens', resident({ shape: [2], data: Uint8Array.of(1, 0) }), 'ArgumentError', /is true/],
  ['validLens', BigInt64Array.of(1n, -2n), 'ArgumentError', /is -2/],
  ['validLens', Float64Array.of(1.5, 2), 'ArgumentError', /is 1\.5/],
  ['validLens', Int8Array.of(-1, 2), 'ArgumentError', /is -1/],
  ['validLens', Float64Array.of(1, nan), 'ArgumentError', /is NaN/],
  ['validLens', resident([1, -1]), 'ArgumentError', /is -1/],
  ['validLens', resident([0.5, 1]), 'ArgumentError', /is 0\.5/],
  ['validLens', nan, 'ArgumentError', /is NaN/],
  ['validLens', Infinity, 'ArgumentError', /is Infinity/],
  ['validLens', 1.5, 'ArgumentError', /is 1\.5/],
  ['validLens', -1, 'ArgumentError', /is -1/],
  ['validLens', '3', 'ArgumentError', /"3"/],
  ['validLens', [1], 'ShapeError', /\(1,\); expected \(2,\) or \(2, 3\)/],
  ['validLens', [1, 2, 3], 'ShapeError', /\(3,\)/],
  ['validLens', [[1, 2]], 'ShapeError', /\(1, 2\)/],
  ['validLens', ones(2, 3, 1), 'ShapeError', /\(2, 3, 1\)/],
  ['validLens', [1, -1], 'ArgumentError', /is -1/],
  ['validLens', [1, 1.5], 'ArgumentError', /is 1\.5/],
  ['validLens', [nan, 1], 'ArgumentError', /is NaN/],
  ['validLens', [1, Infinity], 'ArgumentError', /is Infinity/],
  ['validLens', [1, 2n], 'ArgumentError', /BigInt/],
  ['validLens', [1, '2'], 'ArgumentError', /"2"/],
  ...[null, {}, true, new Date(1)].map(
    /** @returns {Bad} */ (length) => ['validLens', [1, length], 'ArgumentError'],
  ),
  ['validLens', [true, false], 'ArgumentError', /is true/],
  ['validLens', tensor([true, false]), 'ArgumentError', /is true/],
  ['validLens', { ...ones(2), dtype: 'bool' }, 'ArgumentError', /is true/],
  ['maskFill', null, 'ArgumentError', /is null/],
  ['maskFill', '-1e9', 'ArgumentError', /"-1e9"/],
  ['maskFill', nan, 'ArgumentError', /is NaN/],
  ['maskFill', Infinity, 'ArgumentError', /is Infinity/],
  ['maskFill', -10n, 'ArgumentError', /BigInt/],
  ['maskFill', {}, 'ArgumentError', /an object/],
  ['out', null, 'ArgumentError', /is null/],
  ['emptyRow', null, 'ArgumentError', /is null/],
  ['emptyRow', 'zero', 'ArgumentError', /"zero"/],
  ['emptyRow', 'NaN', 'ArgumentError', /"NaN"/],
  ['emptyRow', 0, 'ArgumentError', /is 0/],
  ['emptyRow', nan, 'ArgumentError', /is NaN/],
];

/** @type {Bad[]} */
const ofAttention = [
  ['mask', [], 'ArgumentError', /not a known name \(did you mean attnMask\?\); expected one of/],
  ...ofSoftmax,
  ...mixedIn('keyPaddingMask'),
  ['keyPaddingMask', null, 'ArgumentError', /is null/],
  ['keyPaddingMask', 'all', 'ArgumentError', /"all"/],
  ['keyPaddingMask', ones(2, 3), 'ShapeError', /\(2, 3\); expected \(2, 4\)/],
  ['keyPaddingMask', ones(1, 4), 'ShapeError', /\(1, 4\); expected \(2, 4\)/],
  ['keyPaddingMask', ones(4), 'ShapeError', /\(4,\)/],
  ['keyPaddingMask', ones(2, 4, 1), 'ShapeError', /\(2, 4, 1\)/],
  [
    'keyPaddingMask',
    { shape: [2, 4], data: new Float32Array(8).fill(0.5) },
    'ArgumentError',
    /0\.5/,
  ],
  [
    'keyPaddingMask',
    { shape: [2, 4], data: new Float32Array(8).fill(nan) },
    'ArgumentError',
    /NaN/,
  ],
  ['keyPaddingMask', { shape: [2, 4], data: new Uint8Array(8).fill(255) }, 'ArgumentError', /255/],
  ['isCausal', null, 'ArgumentError', /is null/],
  ['isCausal', 1, 'ArgumentError', /is 1/],
  ['isCausal', 'true', 'ArgumentError', /"true"/],
  ['scale', null, 'ArgumentError', /is null/],
  ['scale', '0.5', 'ArgumentError', /"0\.5"/],
  ['scale', nan, 'ArgumentError', /is NaN/],
  ['scale', Infinity, 'ArgumentError', /is Infinity/],
  ['scale', -Infinity, 'ArgumentError', /is -Infinity/],
  ['scale', 1e39, 'ArgumentError', /is 1e\+39; expected a finite number that float32 can hold/],
  ['scale', 1n, 'ArgumentError', /BigInt/],
  ['scale', [1], 'ArgumentError', /an array/],
  ['dropout', null, 'ArgumentError', /is null/],
  ['dropout', 0.1, 'ArgumentError', /is 0\.1; expected an object \{ p, seed \}/],
  ['dropout', [0.1, 1], 'ArgumentError', /an array/],
  ['dropout', { p: 0.1 }, 'ArgumentError', /seed is undefined/],
  ['dropout', { seed: 1 }, 'ArgumentError', /p is undefined/],
  ['dropout', { p: -0.1, seed: 1 }, 'ArgumentError', /p is -0\.1/],
  ['dropout', { p: 1.1, seed: 1 }, 'ArgumentError', /p is 1\.1/],
  ['dropout', { p: nan, seed: 1 }, 'ArgumentError', /p is NaN/],
  ['dropout', { p: '0.1', seed: 1 }, 'ArgumentError', /p is "0\.1"/],
  ['dropout', { p: 0.1, seed: -1 }, 'ArgumentError', /seed is -1/],
  ['dropout', { p: 0.1, seed: 1.5 }, 'ArgumentError', /seed is 1\.5/],
  ['dropout', { p: 0.1, seed: 2 ** 32 }, 'ArgumentError', /seed is 4294967296/],
  ['dropout', { p: 0.1, seed: nan }, 'ArgumentError', /seed is NaN/],
  ['dropout', { p: 0.1, seed: 1n }, 'ArgumentError', /BigInt/],
  ...[null, '1', true, {}].flatMap(
    /** @returns {Bad[]} */ (part) => [
      ['dropout', { p: 0.1, seed: part }, 'ArgumentError', /seed is/],
      ['dropout', { p: part, seed: 1 }, 'ArgumentError', /p is/],
    ],
  ),
  ['dropout', { p: 0.1, seed: 1, rate: 2 }, 'ArgumentError', /rate is not a known name/],
  ['weightsOut', null, 'ArgumentError', /is null/],
  ['needWeights', null, 'ArgumentError', /is null/],
  ['needWeights', 0, 'ArgumentError', /is 0/],
  ['trace', null, 'ArgumentError', /is null/],
  ['trace', 'all', 'ArgumentError', /"all"/],
  ['trace', ['scores', 'all'], 'ArgumentError', /trace\[1\] is "all".*one of scores, scaledScores/],
  ['trace', ['weights', 'score'], 'ArgumentError', /trace\[1\] .*\(did you mean scores\?\)/],
  ['trace', ['toString'], 'ArgumentError', /trace\[0\] is "toString"/],
  ['trace', Array(1), 'ArgumentError', /trace\[0\] is undefined/],
  ['trace', new Set(['scores']), 'ArgumentError', /expected true, false or a list/],
  [
    'is_causal',
    true,
    'ArgumentError',
    /is not a known name \(did you mean isCausal\?\); expected one of/,
  ],
];

/** @type {Bad[]} options for a model width of 4 */
const ofLayer = [
  ['numHeads', undefined, 'ArgumentError', /is undefined.*width 4/],
  ['numHeads', null, 'ArgumentError', /is null/],
  ['numHeads', 0, 'ArgumentError', /is 0/],
  ['numHeads', -2, 'ArgumentError', /is -2/],
  ['numHeads', 3, 'ArgumentError', /is 3.*divides/],
  ['numHeads', 8, 'ArgumentError', /is 8/],
  ['numHeads', 1.5, 'ArgumentError', /is 1\.5/],
  ['numHeads', nan, 'ArgumentError', /is NaN/],
  ['numHeads', Infinity, 'ArgumentError', /is Infinity/],
  ['numHeads', 2 ** 53, 'ArgumentError'],
  ['numHeads', '2', 'ArgumentError', /"2"/],
  ['numHeads', 2n, 'ArgumentError', /BigInt/],
  ['inProjLayout', null, 'ArgumentError', /is null/],
  ['inProjLayout', 'perHead', 'ArgumentError', /"perHead"/],
  ['inProjLayout', 0, 'ArgumentError', /is 0/],
];

/** @type {Bad[]} */
const ofDim = [
  ['dim', null, 'ArgumentError', /is null/],
  ['dim', 3, 'ArgumentError', /is 3.*from -3 to 2/],
  ['dim', -4, 'ArgumentError', /is -4/],
  ['dim', 0.5, 'ArgumentError', /is 0\.5/],
  ['dim', nan, 'ArgumentError', /is NaN/],
  ['dim', '-1', 'ArgumentError', /"-1"/],
  ['dim', 1n, 'ArgumentError', /BigInt/],
];

/** @type {[sample: string, operation: string, bad: Bad[]][]} */
const table = [
  ['softmax', 'softmax', [...ofSoftmax, ...ofDim]],
  ['scaledDotProductAttention', 'scaledDotProductAttention', ofAttention],
  ['additiveAttention', 'additiveAttention', ofAttention],
  ['multiHeadAttention', 'multiHeadAttention', [...ofAttention, ...ofLayer]],
  ['createMultiHeadAttention', 'createMultiHeadAttention', ofLayer],
  ['forward of a multi-head layer', 'forward', ofAttention],
];

/** Values that no option accepts. */
const anythingElse = [
  ...[10n, Symbol('s'), () => 1, {}, new Map(), new Date(0), Promise.resolve(1), /x/],
  ...[new ArrayBuffer(8), 'x?', { valueOf: () => 1 }, Object(1), Object(true)],
];

/**
 * Values that `options` never accepts. Options may be left out, unless a number of heads is needed.
 */
const notOptions = [null, 7, 'text', true, [], 5n, Symbol('options'), () => ({})];

/** Objects whose options would be ignored, as only own properties are read. @type {[any, RegExp][]} */
const ignored = [
  [new Map([['scale', 2]]), /is a Map; expected an object/],
  [new Set(['scale']), /is a Set;/],
  [new Date(0), /is a Date;/],
  [new Float32Array(), /is a Float32Array;/],
  [Object.create({ out: 5, numHeads: 2 }), /an object that inherits .*with its own properties/],
  [
    new (class Settings {
      isCausal = true;
      get numHeads() {
        return 2;
      }
      get attnMask() {
        return [[true]];
      }
    })(),
    /inherits|is not a known name/,
  ],
];

const show = (/** @type {any} */ value) => {
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? String(value);
  return JSON.stringify(value, (_, part) => {
    if (ArrayBuffer.isView(part))
      return `${part.constructor.name} ${part.byteLength ? part : 'of nothing'}`;
    return typeof part === 'number' || typeof part === 'bigint' ? String(part) : part;
  });
};

for (const [sample, operation, bad] of table) {
  describe(`${sample} refuses the option`, () => {
    for (const [option, value, kind, says] of bad) {
      it(`${option}: ${show(value)}`, () => {
        const change = (/** @type {any} */ args) => {
          args.options[option] = value;
        };
        const argument = `options.${option}`;
        refusals.verify(sample, change, { kind, operation, argument, says });
      });
    }

    for (const option of new Set(bad.map(([name]) => name))) {
      it(`${option}: anything else`, () => {
        for (const value of anythingElse) {
          const change = (/** @type {any} */ args) => {
            args.options[option] = value;
          };
          const argument = `options.${option}`;
          refusals.verifyUnseen(sample, change, { kind: 'ArgumentError', operation, argument });
        }
      });
    }

    it('object whose properties would be ignored', () => {
      for (const [value, says] of ignored) {
        const change = (/** @type {any} */ args) => {
          args.options = value;
        };
        refusals.verifyUnseen(sample, change, { kind: 'ArgumentError', operation, says });
      }
    });

    for (const value of notOptions) {
      it(`object ${String(value)}`, () => {
        const change = (/** @type {any} */ args) => {
          args.options = value;
        };
        const expectation = { kind: 'ArgumentError', operation, argument: 'options' };
        refusals.verify(sample, change, expectation);
      });
    }
  });
}

describe('parameters', () => {
  for (const [sample, names] of /** @type {[string, string][]} */ ([
    ['additiveAttention', 'wq, wk, wv'],
    ['multiHeadAttention', 'inProjWeight.*outProjBias'],
    ['createMultiHeadAttention', 'inProjWeight.*outProjBias'],
  ])) {
    for (const value of notOptions) {
      it(`of ${sample} are an object, not ${String(value)}`, () => {
        const change = (/** @type {any} */ args) => {
          args.parameters = value;
        };
        const expectation = { kind: 'ArgumentError', operation: sample, argument: 'parameters' };
        refusals.verify(sample, change, expectation);
      });
    }

    it(`of ${sample} are not left out`, () => {
      const change = (/** @type {any} */ args) => delete args.parameters;
      const expectation = { kind: 'ArgumentError', operation: sample, argument: 'parameters' };
      refusals.verify(sample, change, expectation);
    });

    it(`of ${sample} have no name that is not known`, () => {
      const change = (/** @type {any} */ args) => {
        args.parameters.in_proj_weight = [[1]];
      };
      const says = new RegExp(`not a known name.*${names}`);
      const argument = 'parameters.in_proj_weight';
      refusals.verify(sample, change, { kind: 'ArgumentError', operation: sample, argument, says });
    });
  }

  for (const name of ['qProjWeight', 'kProjWeight', 'vProjWeight']) {
    it(`of multiHeadAttention are stacked or apart, not ${name} beside inProjWeight`, () => {
      const change = (/** @type {any} */ { parameters }) => {
        parameters[name] = parameters.outProjWeight;
      };
      refusals.verify('multiHeadAttention', change, {
        kind: 'ArgumentError',
        operation: 'multiHeadAttention',
        argument: 'parameters.inProjWeight',
        says: new RegExp(`absent where ${name} is given`),
      });
    });

    it(`of multiHeadAttention that are apart are all there, ${name} too`, () => {
      const change = (/** @type {any} */ { parameters }) => {
        const { outProjWeight } = parameters;
        delete parameters.inProjWeight;
        for (const part of ['qProjWeight', 'kProjWeight', 'vProjWeight']) {
          if (part !== name) parameters[part] = outProjWeight;
        }
      };
      refusals.verify('multiHeadAttention', change, {
        kind: 'ArgumentError',
        operation: 'multiHeadAttention',
        argument: `parameters.${name}`,
        says: /is undefined/,
      });
    });
  }
});

it('the documents and the types name every option that a call takes', () => {
  const [readme, types] = ['src/README.md', 'src/js/types.d.ts'].map((path) =>
    readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8'),
  );
  // The rows of the table of options.
  const rows = [...readme.matchAll(/^\| ((`\w+`(, )?)+) \|.* \|.*\|$/gm)].map(([, first]) => first);
  // The members of an option, such as `options.rotary.theta`, are in its row. Masks have a section.
  const operations = calls.filter(({ operation }) => !operation.startsWith('masks.'));
  const paths = operations.flatMap(({ places }) => Object.keys(places));
  const names = paths.flatMap((path) => /^options\.(\w+)$/.exec(path)?.[1] ?? []);
  assert.ok(names.length > 20);
  for (const name of new Set(names)) {
    assert.ok(
      rows.some((row) => row.includes(`\`${name}\``)),
      `${name} has a row`,
    );
    assert.match(types, new RegExp(`^ *${name}\\??: `, 'm'), name);
  }
});

it('a wrong keyPaddingMask without a batch is told both shapes that are right', async () => {
  const attention = await loadAttention();
  const x = [[1], [2], [3]];
  assert.throws(() => attention.scaledDotProductAttention(x, x, x, { keyPaddingMask: [true] }), {
    message: /has shape \(1,\); expected \(3,\) or \(1, 3\): one flag a key$/,
  });
});
