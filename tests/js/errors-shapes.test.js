// Tensors that are valid alone but do not fit each other.
import { describe, it } from 'node:test';
import { loadAttention } from '../../src/js/index.js';
import { filled } from '../support/arrange.js';
import { Refusals } from '../support/refusal.js';

const refusals = new Refusals(await loadAttention());
const t = (/** @type {number[]} */ ...shape) => filled(shape, 1);

/** @typedef {[change: Record<string, any>, argument: string, says: RegExp]} Row */

/** Rows by sample. @type {Record<string, Row[]>} */
const table = {
  linear: [
    [{ input: t(3, 5) }, 'input', /\(3, 5\); expected \(…, 4\) to match weight/],
    [{ input: t(4, 0) }, 'input', /\(4, 0\)/],
    [{ weight: t(4, 5) }, 'bias', /\(5,\); expected \(4,\)/],
    [{ weight: t(5) }, 'weight', /\(5,\); expected \(out, in\)$/],
    [{ weight: t(1, 5, 4) }, 'weight', /\(1, 5, 4\)/],
    [{ bias: t(1) }, 'bias', /\(1,\); expected \(5,\)/],
    [{ bias: t(1, 5) }, 'bias', /\(1, 5\)/],
  ],
  createLinear: [
    [{ weight: t(5, 4, 1) }, 'weight', /\(5, 4, 1\)/],
    [{ bias: t(4) }, 'bias', /\(4,\); expected \(5,\)/],
  ],
  'forward of a linear layer': [[{ input: t(4, 3) }, 'input', /\(4, 3\); expected \(…, 4\)/]],
  scaledDotProductAttention: [
    [{ query: t(5) }, 'query', /\(5,\); expected \(L, E\), \(N, L, E\)/],
    [{ query: t(1, 1, 2, 3, 5) }, 'query', /\(1, 1, 2, 3, 5\)/],
    [{ query: t(2, 3, 4) }, 'key', /\(2, 4, 5\); expected \(2, S, 4\)/],
    [{ query: t(3, 3, 5) }, 'key', /expected \(3, S, 5\) to match query/],
    [{ query: t(3, 5) }, 'key', /expected \(S, 5\)/],
    [{ key: t(2, 5, 4) }, 'key', /\(2, 5, 4\); expected \(2, S, 5\)/],
    [{ key: t(3, 4, 5) }, 'key', /\(3, 4, 5\)/],
    [{ key: t(4, 5) }, 'key', /\(4, 5\)/],
    [{ key: t(2, 3, 5) }, 'value', /expected \(2, 3, Ev\) to match key/],
    [{ value: t(2, 3, 6) }, 'value', /\(2, 3, 6\)/],
    [{ value: t(3, 4, 6) }, 'value', /\(3, 4, 6\)/],
    [{ value: t(4, 6) }, 'value', /\(4, 6\)/],
    [
      { query: t(2, 4, 3, 5), key: t(2, 3, 4, 5), value: t(2, 3, 4, 6) },
      'key',
      /\(2, 3, 4, 5\); expected a number of heads that divides query's 4/,
    ],
    [
      { query: t(2, 4, 3, 5), key: t(2, 8, 4, 5), value: t(2, 8, 4, 6) },
      'key',
      /divides query's 4/,
    ],
    [
      { query: t(2, 4, 3, 5), key: t(2, 0, 4, 5), value: t(2, 0, 4, 6) },
      'key',
      /divides query's 4/,
    ],
    [
      { query: t(2, 4, 3, 5), key: t(2, 4, 4, 5), value: t(2, 2, 4, 6) },
      'value',
      /expected \(2, 4, 4, Ev\)/,
    ],
  ],
  additiveAttention: [
    [{ queries: t(5) }, 'queries', /expected \(L, Q\) or \(N, L, Q\)/],
    [{ queries: t(1, 2, 3, 5) }, 'queries', /\(1, 2, 3, 5\)/],
    [{ queries: t(2, 3, 4) }, 'parameters.wq', /\(8, 5\); expected \(A, 4\)/],
    [{ keys: t(3, 4, 6) }, 'keys', /expected \(2, S, K\) to match queries/],
    [{ keys: t(2, 3, 6) }, 'values', /\(2, 4, 7\); expected \(2, 3, Ev\)/],
    [{ keys: t(2, 4, 5) }, 'parameters.wk', /\(8, 6\); expected \(8, 5\)/],
    [{ values: t(2, 5, 7) }, 'values', /\(2, 5, 7\)/],
    [{ 'parameters.wq': t(7, 5) }, 'parameters.wk', /expected \(7, 6\)/],
    [{ 'parameters.wk': t(6, 8) }, 'parameters.wk', /\(6, 8\)/],
    [{ 'parameters.wv': t(7) }, 'parameters.wv', /\(7,\); expected \(8,\)/],
    [{ 'parameters.wv': t(1, 8) }, 'parameters.wv', /\(1, 8\)/],
  ],
  multiHeadAttention: [
    [{ query: t(4) }, 'query', /expected \(L, 4\) or \(N, L, 4\)/],
    [{ query: t(1, 2, 3, 4) }, 'query', /\(1, 2, 3, 4\)/],
    [{ query: t(2, 3, 5) }, 'query', /\(2, 3, 5\); expected \(2, 3, 4\)/],
    [{ key: t(3, 4, 4) }, 'key', /expected \(2, S, 4\) to match query/],
    [{ key: t(2, 4, 5) }, 'key', /\(2, 4, 5\)/],
    [{ value: t(2, 5, 4) }, 'value', /\(2, 5, 4\); expected \(2, 4, 4\)/],
    [{ value: t(2, 4, 3) }, 'value', /\(2, 4, 3\)/],
    [
      { 'parameters.inProjWeight': t(4, 12) },
      'parameters.inProjWeight',
      /expected \(12, 4\) to match outProjWeight/,
    ],
    [{ 'parameters.inProjBias': t(4) }, 'parameters.inProjBias', /\(4,\); expected \(12,\)/],
    [
      { 'parameters.outProjWeight': t(4, 5) },
      'parameters.outProjWeight',
      /\(4, 5\); expected \(4, 4\)/,
    ],
    [
      { 'parameters.outProjWeight': t() },
      'parameters.outProjWeight',
      /has shape \(\); expected \(D, D\) as each head/,
    ],
    [{ 'parameters.outProjBias': t(12) }, 'parameters.outProjBias', /\(12,\); expected \(4,\)/],
    ...['q', 'k', 'v'].map((part) => apart(part)),
  ],
  'forward of a multi-head layer': [
    [{ query: t(2, 3, 8) }, 'query', /expected \(2, 3, 4\)/],
    [{ key: t(1, 4, 4) }, 'key', /\(1, 4, 4\)/],
    [{ value: t(2, 4, 8) }, 'value', /\(2, 4, 8\)/],
  ],
  softmax: [
    [{ 'options.dim': 0 }, 'options.validLens', /absent unless .*the last axis/],
    [
      { options: { dim: 1, attnMask: t(4) } },
      'options.attnMask',
      /absent unless options\.dim is the last axis/,
    ],
  ],
};

/**
 * Returns a row in which one of three separate weights does not match the model's width.
 * @param {string} part
 * @returns {Row}
 */
function apart(part) {
  const parameters = Object.fromEntries(
    ['q', 'k', 'v'].map((name) => [`${name}ProjWeight`, name === part ? t(5, 4) : t(4, 4)]),
  );
  const argument = `parameters.${part}ProjWeight`;
  return [
    { parameters: { ...parameters, outProjWeight: t(4, 4) } },
    argument,
    /\(5, 4\); expected \(4, \w+\)/,
  ];
}

describe('shapes that do not fit are both named', () => {
  const rows = Object.entries(table).flatMap(([sample, all]) =>
    all.map((row) => /** @type {const} */ ([sample, ...row])),
  );
  for (const [sample, changes, argument, says] of rows) {
    const shapes = Object.entries(changes).map(
      ([path, { shape }]) => `${path} ${shape ?? 'changed'}`,
    );
    it(`${sample}, ${shapes.join(' and ')}: ${argument} is refused`, () => {
      const change = (/** @type {any} */ args) => {
        for (const [path, value] of Object.entries(changes)) {
          const [first, second] = path.split('.');
          if (second === undefined) args[first] = value;
          else args[first][second] = value;
        }
      };
      const operation = sample.startsWith('forward') ? 'forward' : sample;
      const isOption = argument.startsWith('options');
      const kind = isOption ? 'ArgumentError' : 'ShapeError';
      refusals.verify(sample, change, { kind, operation, argument, says });
    });
  }
});

describe('what would not fit into memory is told by its size', () => {
  const none = (/** @type {number[]} */ ...shape) => ({ shape, data: [] });

  /** @type {[sample: string, args: any, argument: string, says: RegExp][]} */
  const limits = [
    [
      'linear',
      { input: none(2 ** 20, 0), weight: none(2 ** 11, 0), bias: undefined },
      'output',
      /8 GiB as \(1048576, 2048\) float32; the limit is 4 GiB/,
    ],
    [
      'scaledDotProductAttention',
      { query: none(2 ** 16, 0), key: none(2 ** 16, 0), value: none(2 ** 16, 0), options: {} },
      'weights',
      /16 GiB as \(65536, 65536\)/,
    ],
    [
      'scaledDotProductAttention',
      { query: none(2 ** 31, 0), key: t(1, 0), value: t(1, 0), options: { needWeights: false } },
      'the call',
      /8 GiB/,
    ],
    [
      'scaledDotProductAttention',
      {
        query: t(1, 0),
        key: none(2 ** 31, 0),
        value: none(2 ** 31, 0),
        options: { needWeights: false },
      },
      'the call',
      /take more than 4 GiB; the limit is 4 GiB/,
    ],
    [
      'additiveAttention',
      {
        queries: none(2 ** 16, 0),
        keys: none(2 ** 10, 0),
        values: none(2 ** 10, 0),
        parameters: { wq: none(2 ** 8, 0), wk: none(2 ** 8, 0), wv: t(2 ** 8) },
        options: { trace: true },
      },
      'features',
      /64 GiB as \(65536, 1024, 256\)/,
    ],
    [
      'multiHeadAttention',
      {
        query: none(2 ** 16, 0),
        key: none(2 ** 16, 0),
        value: none(2 ** 16, 0),
        parameters: { inProjWeight: none(0, 0), outProjWeight: none(0, 0) },
        options: { numHeads: 1 },
      },
      'weights',
      /16 GiB/,
    ],
  ];

  for (const [sample, args, argument, says] of limits) {
    it(`${sample}: ${argument}, ${says.source}`, () => {
      const change = (/** @type {any} */ target) => Object.assign(target, args);
      refusals.verify(sample, change, { kind: 'LimitError', operation: sample, argument, says });
    });
  }
});
