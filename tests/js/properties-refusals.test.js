// Each argument of each operation, broken in each of many ways: the error has the right class and
// names the argument, and the next valid call gives the right bits.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { loadAttention, masks, tensor } from '../../src/js/index.js';
import { chooseCaseCount } from '../support/bar.js';
import { tensorsOf } from '../support/cases.js';
import { holdsFor } from '../support/check.js';
import { assertSameBits } from '../support/near.js';
import { createRandom } from '../support/random.js';
import { assertRefusal, caught } from '../support/refusal.js';
import { samples } from '../support/samples.js';
import { spoilersByKind } from './bad-arguments.js';

/**
 * @typedef {keyof typeof spoilersByKind} Kind
 * @typedef {object} Call
 * @property {string} operation the name in errors
 * @property {() => Record<string, any>} make
 * @property {(attention: any, args: any) => any} run
 * @property {Record<string, Kind>} places the kinds of arguments, by their paths
 */

const attention = await loadAttention();

/** @type {Record<string, Kind>} */
const OF_SOFTMAX = {
  'options.attnMask': 'mask',
  'options.validLens': 'lengths',
  'options.maskFill': 'fill',
  'options.emptyRow': 'name',
  'options.out': 'destination',
  options: 'options',
};
/** @type {Record<string, Kind>} */
const OF_ATTENTION = {
  ...OF_SOFTMAX,
  'options.keyPaddingMask': 'mask',
  'options.isCausal': 'flag',
  'options.scale': 'number',
  'options.dropout': 'dropout',
  'options.needWeights': 'flag',
  'options.trace': 'flag',
  'options.weightsOut': 'destination',
};
/** @type {Record<string, Kind>} */
const OF_LAYER = {
  options: 'options',
  'options.numHeads': 'count',
  'options.inProjLayout': 'name',
};

/** @param {string[]} paths @returns {Record<string, Kind>} */
const tensors = (...paths) => Object.fromEntries(paths.map((path) => [path, 'tensor']));
const OF_PARAMETERS = /** @type {Record<string, Kind>} */ ({
  parameters: 'options',
  ...tensors(
    ...['inProjWeight', 'inProjBias', 'outProjWeight', 'outProjBias'].map(
      (name) => `parameters.${name}`,
    ),
  ),
});

/** @param {string} sample @param {Record<string, Kind>} places @param {string} [operation] @returns {Call} */
const sampled = (sample, places, operation = sample) => ({ operation, ...samples[sample], places });

/** @type {Call[]} */
const calls = [
  sampled('linear', tensors('input', 'weight', 'bias')),
  sampled('softmax', { ...tensors('input'), ...OF_SOFTMAX, 'options.dim': 'count' }),
  sampled('scaledDotProductAttention', { ...tensors('query', 'key', 'value'), ...OF_ATTENTION }),
  sampled('additiveAttention', {
    ...tensors('queries', 'keys', 'values', 'parameters.wq', 'parameters.wk', 'parameters.wv'),
    parameters: 'options',
    ...OF_ATTENTION,
  }),
  sampled('multiHeadAttention', {
    ...tensors('query', 'key', 'value'),
    ...OF_PARAMETERS,
    ...OF_ATTENTION,
    ...OF_LAYER,
  }),
  sampled('createLinear', tensors('weight', 'bias')),
  sampled('createMultiHeadAttention', { ...OF_PARAMETERS, ...OF_LAYER }),
  sampled('forward of a linear layer', tensors('input'), 'forward'),
  sampled(
    'forward of a multi-head layer',
    { ...tensors('query', 'key', 'value'), ...OF_ATTENTION },
    'forward',
  ),
  {
    operation: 'resident',
    make: () => ({ tensor: createRandom(1).tensor([2, 3]) }),
    run: (on, args) => {
      const resident = on.resident(args.tensor);
      try {
        return resident.read();
      } finally {
        resident.dispose();
      }
    },
    places: { tensor: 'tensorOrMask' },
  },
  {
    operation: 'createCache',
    make: () => ({ options: { capacity: 3, batchSize: 2 } }),
    run: (on, { options }) => {
      const parameters = { inProjWeight: [[1], [1], [1]], outProjWeight: [[1]] };
      const layer = on.createMultiHeadAttention(parameters, { numHeads: 1 });
      try {
        layer.createCache(options).dispose();
        return layer.forward([[1]]);
      } finally {
        layer.dispose();
      }
    },
    places: { options: 'options', 'options.capacity': 'count', 'options.batchSize': 'count' },
  },
  {
    operation: 'masks.slidingWindow',
    make: () => ({ L: 3, S: 4, options: { window: 2, sinks: 1 } }),
    run: (_, { L, S, options }) => masks.slidingWindow(L, S, options),
    places: {
      ...{ L: 'count', S: 'count', options: 'options' },
      ...{ 'options.window': 'count', 'options.sinks': 'count' },
    },
  },
  {
    operation: 'masks.alibi',
    make: () => ({ H: 2, L: 3, S: 4 }),
    run: (_, { H, L, S }) => masks.alibi(H, L, S),
    places: { H: 'count', L: 'count', S: 'count' },
  },
  {
    operation: 'tensor',
    make: () => ({ nested: { shape: [3], data: Float32Array.of(1, 2, 3) } }),
    run: (_, { nested }) => tensor(nested),
    places: { nested: 'tensorOrMask' },
  },
  {
    operation: 'write',
    make: () => ({ tensor: createRandom(1).tensor([2, 3]) }),
    run: (on, args) => {
      const resident = on.resident(createRandom(2).tensor([2, 3]));
      try {
        resident.write(args.tensor);
        return resident.read();
      } finally {
        resident.dispose();
      }
    },
    places: tensors('tensor'),
  },
];

/**
 * Changes the value at a path.
 * @param {any} args
 * @param {string} path
 * @param {(right: any) => unknown} spoil
 */
function change(args, path, spoil) {
  const names = path.split('.');
  const last = /** @type {string} */ (names.pop());
  const holder = names.reduce((object, name) => (object[name] ??= {}), args);
  holder[last] = spoil(holder[last]);
}

/** @param {Call} call @param {any} args */
const results = ({ run }, args) => tensorsOf(run(attention, args));

for (const call of calls) {
  const places = Object.entries(call.places);
  describe(`${call.operation}, with one argument made wrong`, () => {
    const right = results(call, call.make());

    it('names it, and the next call is right', () => {
      const drawn = fc.constantFrom(
        ...places.flatMap(([path, kind]) =>
          Object.keys(spoilersByKind[kind]).map((way) => ({ path, kind, way })),
        ),
      );
      holdsFor(
        { drawn },
        chooseCaseCount(100, 20_000),
        ({ drawn: { path, kind, way }, random }) => {
          const args = call.make();
          const spoil = /** @type {Record<string, any>} */ (spoilersByKind[kind])[way];
          change(args, path, (value) => spoil(value, random));
          const error = caught(() => call.run(attention, args));
          const { name: kindOfError } = /** @type {Error} */ (error);
          assertRefusal(error, { kind: kindOfError, operation: call.operation, argument: path });
          const next = results(call, call.make());
          assert.deepEqual(Object.keys(next), Object.keys(right));
          for (const [name, expected] of Object.entries(right))
            assertSameBits(next[name], expected, name);
        },
      );
    });
  });
}
