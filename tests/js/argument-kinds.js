// The kind of every argument and option of every call, so that tests can make each of them wrong.
import { readdirSync, readFileSync } from 'node:fs';
import { masks, tensor, toNested } from '../../src/js/index.js';
import { createRandom } from '../support/random.js';
import { caught } from '../support/refusal.js';
import { samples, useAndDispose } from '../support/samples.js';

/** @import { spoilersByKind } from './bad-arguments.js' */

/**
 * @typedef {keyof typeof spoilersByKind} Kind
 * @typedef {object} Call
 * @property {string} operation the name in errors
 * @property {() => Record<string, any>} make
 * @property {(attention: any, args: any) => any} run
 * @property {Record<string, Kind>} places the kinds of arguments, by their paths
 */

/** @type {Record<string, Kind>} */
const OUT = { options: 'options', 'options.out': 'destination' };
/** @type {Record<string, Kind>} */
const OF_SOFTMAX = {
  ...OUT,
  'options.attnMask': 'mask',
  'options.validLens': 'lengths',
  'options.maskFill': 'fill',
  'options.emptyRow': 'name',
};
/** @type {Record<string, Kind>} */
const OF_ATTENTION = {
  ...OF_SOFTMAX,
  'options.keyPaddingMask': 'mask',
  'options.isCausal': 'flag',
  'options.scale': 'number',
  'options.dropout': 'dropout',
  'options.softcap': 'positive',
  'options.sinks': 'sinks',
  'options.needWeights': 'flag',
  'options.trace': 'flag',
  'options.weightsOut': 'destination',
};
/** @param {string} path @returns {Record<string, Kind>} */
const rotaryAt = (path) => ({
  [path]: 'options',
  [`${path}.theta`]: 'factor',
  [`${path}.width`]: 'count',
  [`${path}.pairs`]: 'name',
});
/** @type {Record<string, Kind>} */
const OF_LAYER = {
  options: 'options',
  'options.numHeads': 'count',
  'options.numKvHeads': 'count',
  'options.inProjLayout': 'name',
  ...rotaryAt('options.rotary'),
};
/** @type {Record<string, Kind>} */
const DTYPE = { options: 'options', 'options.dtype': 'name' };
/** @type {Record<string, Kind>} */
const OF_NORM = { ...OUT, 'options.eps': 'positive' };

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

const SEPARATE_WEIGHTS = ['qProjWeight', 'kProjWeight', 'vProjWeight'];

/** Returns a call with separate weights for queries, keys and values. @param {string} sample @returns {Call} */
const withSeparateWeights = (sample) => ({
  ...sampled(sample, tensors(...SEPARATE_WEIGHTS.map((name) => `parameters.${name}`))),
  make: () => {
    const args = samples[sample].make();
    const { inProjWeight: _, ...parameters } = args.parameters;
    for (const name of SEPARATE_WEIGHTS) parameters[name] = parameters.outProjWeight;
    return { ...args, parameters };
  },
});

/** @param {any} attention @param {(layer: any) => any} use */
const withLayer = (attention, use) => {
  const parameters = { inProjWeight: [[1], [1], [1]], outProjWeight: [[1]] };
  return useAndDispose(attention.createMultiHeadAttention(parameters, { numHeads: 1 }), use);
};

/**
 * Returns a call of a method of a resident tensor (2, 3).
 * @param {string} operation
 * @param {() => Record<string, any>} make
 * @param {Record<string, Kind>} places
 * @param {(resident: any, args: any) => any} run returns the resident tensor to read, or nothing for this one
 * @returns {Call}
 */
const ofResident = (operation, make, places, run) => ({
  ...{ operation, make, places },
  run: (attention, args) =>
    useAndDispose(attention.resident(createRandom(2).tensor([2, 3]), { capacity: 4 }), (x) =>
      (run(x, args) ?? x).read(),
    ),
});

/**
 * Returns a call of a method of a cache of two items with two positions.
 * @param {string} operation
 * @param {() => Record<string, any>} make
 * @param {Record<string, Kind>} places
 * @param {(cache: any, args: any) => any} run returns the cache to use, or nothing for this one
 * @returns {Call}
 */
const ofCache = (operation, make, places, run) => ({
  ...{ operation, make, places },
  run: (attention, args) =>
    withLayer(attention, (layer) =>
      useAndDispose(layer.createCache({ capacity: 3, batchSize: 2 }), (first) => {
        const words = createRandom(3).tensor([2, 2, 1]);
        layer.forward(words, words, words, { cache: first });
        const cache = run(first, args) ?? first;
        const next = createRandom(4).tensor([2, 1, 1]);
        return useAndDispose(cache, () => layer.forward(next, next, next, { cache }));
      }),
    ),
});

/** @type {Call[]} */
export const calls = [
  sampled('linear', { ...tensors('input', 'weight', 'bias'), ...OUT }),
  sampled('matmul', { ...tensors('input', 'other'), ...OUT }),
  sampled('softmax', { ...tensors('input'), ...OF_SOFTMAX, 'options.dim': 'index' }),
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
  ...['multiHeadAttention', 'createMultiHeadAttention'].map(withSeparateWeights),
  sampled('embedding', { ids: 'indices', ...tensors('table'), ...OUT }),
  sampled('layerNorm', { ...tensors('input', 'weight', 'bias'), ...OF_NORM }),
  sampled('rmsNorm', { ...tensors('input', 'weight'), ...OF_NORM }),
  sampled('activation', { ...tensors('input'), kind: 'name', ...OUT }),
  sampled('rotary', {
    ...tensors('input'),
    ...rotaryAt('options'),
    ...OUT,
    'options.positions': 'indices',
    'options.scaling': 'options',
    'options.scaling.factor': 'factor',
    ...{ 'options.scaling.length': 'count' },
    ...{ 'options.scaling.low': 'amount', 'options.scaling.high': 'amount' },
  }),
  sampled('createLinear', { ...tensors('weight', 'bias'), ...DTYPE }),
  sampled('createMultiHeadAttention', { ...OF_PARAMETERS, ...OF_LAYER, ...DTYPE }),
  sampled('forward of a linear layer', { ...tensors('input'), ...OUT }, 'forward'),
  sampled(
    'forward of a multi-head layer',
    { ...tensors('query', 'key', 'value'), ...OF_ATTENTION, 'options.cache': 'cache' },
    'forward',
  ),
  {
    operation: 'createCache',
    make: () => ({ options: { capacity: 3, batchSize: 2 } }),
    run: (on, { options }) =>
      withLayer(on, (layer) => {
        layer.createCache(options).dispose();
        return layer.forward([[1]]);
      }),
    places: { ...DTYPE, 'options.capacity': 'count', 'options.batchSize': 'count' },
  },
  ofCache(
    'truncate',
    () => ({ length: 1 }),
    { length: 'length' },
    (cache, { length }) => cache.truncate(length),
  ),
  ofCache(
    'reorder',
    () => ({ items: [1, 0] }),
    { items: 'indices' },
    (cache, { items }) => cache.reorder(items),
  ),
  ofCache(
    'fork',
    () => ({ items: [1, 0] }),
    { items: 'indices' },
    (cache, { items }) => cache.fork(items),
  ),
  {
    operation: 'resident',
    make: () => ({ tensor: createRandom(1).tensor([2, 3]) }),
    run: (on, args) => useAndDispose(on.resident(args.tensor, args.options), (x) => x.read()),
    places: { tensor: 'tensorOrMask', options: 'options', 'options.capacity': 'count' },
  },
  ...['write', 'append'].map((operation) =>
    ofResident(
      operation,
      () => ({ tensor: createRandom(1).tensor([2, 3]) }),
      tensors('tensor'),
      (x, args) => x[operation](args.tensor),
    ),
  ),
  ofResident(
    'reshape',
    () => ({ shape: [3, 2] }),
    { shape: 'shape' },
    (x, { shape }) => x.reshape(shape),
  ),
  ofResident(
    'slice',
    () => ({ start: 0, end: 1 }),
    { start: 'index', end: 'index' },
    (x, { start, end }) => x.slice(start, end),
  ),
  ofResident(
    'transpose',
    () => ({ dim0: 0, dim1: 1 }),
    { dim0: 'index', dim1: 'index' },
    (x, { dim0, dim1 }) => x.transpose(dim0, dim1),
  ),
  {
    operation: 'scope',
    make: () => ({ body: () => tensor([1, 2]) }),
    run: (on, { body }) => on.scope(body),
    places: { body: 'function' },
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
    operation: 'toNested',
    make: () => ({ tensor: createRandom(1).tensor([2, 3]) }),
    run: (_, args) => tensor(toNested(args.tensor)),
    places: { tensor: 'tensorOrMask' },
  },
];

/**
 * Changes the value at a path.
 * @param {any} args
 * @param {string} path
 * @param {(right: any) => unknown} spoil
 */
export function change(args, path, spoil) {
  const names = path.split('.');
  const last = /** @type {string} */ (names.pop());
  const holder = names.reduce((object, name) => (object[name] ??= {}), args);
  holder[last] = spoil(holder[last]);
}

/**
 * Returns the names that an object among the arguments may have, as the error of another name lists them.
 * @param {any} attention
 * @param {Call} call
 * @param {string} path the path of the object
 * @returns {string[]}
 */
export function listNames(attention, call, path) {
  const args = call.make();
  change(args, path, (right) => ({ ...right, '?': 1 }));
  const error = /** @type {any} */ (caught(() => call.run(attention, args)));
  return error.expected.replace(/^one of /, '').split(', ');
}

/** Returns the name of every operation of the library that errors name. */
export function listOperations() {
  const folder = new URL('../../src/js/', import.meta.url);
  const files = readdirSync(folder).filter((name) => name.endsWith('.js'));
  const source = files.map((name) => readFileSync(new URL(name, folder), 'utf8')).join('\n');
  const operations = source.matchAll(/runNamed\(\s*'([^']+)'/g);
  return [...new Set(Array.from(operations, ([, name]) => name))].sort();
}
