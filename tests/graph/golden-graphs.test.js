// Each graph node by node: operation, inputs, axes, views, and the source's texts.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { it } from 'node:test';
import { computationOf, ownComputationOf, STATES } from '../support/computations.js';
import { modelComputation } from '../support/models.js';

/** @import { Computation } from '../../web/sources/types.js' */

const path = new URL('./golden-graphs.txt', import.meta.url);

const rows = [
  [1, 2],
  [3, 4],
];
const alone = { sentence: 'a b' };
const computations = async () => ({
  'one sentence': computationOf(alone),
  'two sentences, with a fill and dropout': computationOf({
    ...{ ...alone, target: 'c', mask: 'padding', fill: '0', dropout: 0.25, dropoutSeed: 3 },
    ...{ scale: 0.5, temperature: 2, positions: 'sinusoidal' },
  }),
  'a decoder that attends to itself, with shared keys': computationOf({
    ...{ ...alone, target: 'c d', layer: 'self', keys: 'queries', scale: 'words' },
  }),
  additive: computationOf({ ...STATES.additive, ...alone }),
  'additive, keys of another width, an empty row': computationOf({
    ...{ mechanism: 'additive', ...alone, target: 'c', keyWidth: 3, temperature: 2 },
    ...{ mask: 'custom', masked: '0.0 0.1', emptyRow: 'nan' },
  }),
  'the article': computationOf({ source: 'article' }),
  'the coffee cup': computationOf({ source: 'coffee' }),
  'tensors of the reader': ownComputationOf({ q: rows, k: rows, v: rows }, { mask: 'causal' }),
  'weights of the reader': ownComputationOf({ weights: rows }),
  'the describer': await modelComputation('describer', { sentence: 'the dog was tired' }),
  'the pronoun resolver': await modelComputation('pronoun', { sentence: 'it was wide' }),
  'one layer with a free value': await modelComputation('pronoun', {
    ...{ variant: 'one-free', sentence: 'the dog it' },
  }),
  Mini: await modelComputation('mini', { sentence: '<s> Anna' }),
  'a toy of two answers': await modelComputation('toy', {
    ...{ task: 'previous-and-mirror', sentence: 'c a', heads: 4 },
  }),
  'a toy of two layers': await modelComputation('toy', { task: 'induction', sentence: 'a b' }),
  'a toy without positions': await modelComputation('toy', {
    ...{ task: 'order-without-positions', sentence: 'dog bites ?' },
  }),
  'the translator': await modelComputation('translator', {
    ...{ sentence: 'Jane visite', mechanism: 'additive' },
  }),
});

/** @param {string} _ @param {unknown} value */
const plain = (_, value) =>
  ArrayBuffer.isView(value)
    ? [.../** @type {Uint8Array} */ (value)].join(' ')
    : value === undefined || (typeof value === 'number' && !Number.isFinite(value))
      ? String(value)
      : value;

/** @param {Computation} computation */
function linesOf({ queryWords, keyWords, sentence, names, isSelf, isEditable, ...rest }) {
  const { nodes, inputs, parameters, words } = rest;
  const header = { queryWords, keyWords, sentence, isSelf, isEditable };
  const sizes = Object.fromEntries(
    Object.entries(names ?? {}).map(([axis, all]) => [axis, all?.length]),
  );
  // Print only the first of similar steps.
  const seen = new Set();
  const isFirst = (/** @type {string} */ line) => {
    const kind = line.replace(/\d+/g, '0');
    return !seen.has(kind) && seen.add(kind);
  };
  return [
    JSON.stringify({ ...header, names: sizes, inputs: Object.keys(inputs) }, plain),
    `parameters ${Object.entries(parameters).map(([name, { shape }]) => `${name}:${shape}`)}`,
    `words ${Object.keys(words ?? {})}`,
    ...Object.values(nodes).map(
      ({ id, op, axes, symbol, role, colours, inputs: from, options }) =>
        `${id} = ${op.name}(${from.map((input) => `${input.id}:${input.axes}`).join(', ')}) ${axes} ` +
        `${symbol} ${role ?? '-'} ${colours} ${JSON.stringify(options, plain)}`,
    ),
  ].filter(isFirst);
}

it('graphs have these nodes', async () => {
  const printed = Object.entries(await computations())
    .flatMap(([name, { computation }]) => [`==== ${name}`, ...linesOf(computation), ''])
    .join('\n');
  // After an intended change: WRITE_GOLDEN=1 node --test tests/graph/golden-graphs.test.js
  if (process.env.WRITE_GOLDEN) writeFileSync(path, printed);
  assert.equal(printed, readFileSync(path, 'utf8'));
});
