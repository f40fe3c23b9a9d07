import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { computeIndex } from '../../src/js/shapes.js';
import { formatCell } from '../../web/graph/cell.js';
import { findConsumers, findOperands, readNumber } from '../../web/graph/trace.js';
import { computationOf } from '../support/computations.js';
import { modelComputation } from '../support/models.js';

/** @import { Computation } from '../../web/sources/types.js' */

const computations = {
  'a seeded sentence': computationOf({ mask: 'causal' }),
  'additive attention': computationOf({ mechanism: 'additive', temperature: 2 }),
  'the describer': await modelComputation('describer', { sentence: 'the dog was too tired' }),
  'the pronoun resolver': await modelComputation('pronoun', {
    training: 30,
    sentence: 'it was wide',
  }),
  'a pronoun resolver of one layer': await modelComputation('pronoun', {
    variant: 'one-free',
    sentence: 'the dog it',
  }),
  'Mini as it ships': await modelComputation('mini', {
    training: -1,
    sentence: '<s> the dogs are',
  }),
  'a Mini that is untrained': await modelComputation('mini', { sentence: '<s> Anna' }),
  'a toy': await modelComputation('toy', { training: 5, sentence: 'a b a', heads: 4 }),
  'a toy of two answers': await modelComputation('toy', {
    task: 'previous-and-mirror',
    sentence: 'c a b',
  }),
  'a toy of two layers': await modelComputation('toy', { task: 'induction', sentence: 'a b c a' }),
};

/** Float32 rounding in a sum of few terms, as a share of all terms. */
const SHARE = 1e-5;

/** Lists every cell of a computation. @param {Computation} computation */
const cellsOf = ({ results, nodes }) =>
  Object.keys(nodes)
    .filter((id) => nodes[id].op.name !== 'fromOtherRun')
    .flatMap((id) =>
      Array.from(results[id].data, (_, i) => ({ id, index: computeIndex(results[id].shape, i) })),
    );

/** @type {Map<string, Function>} */
const formulas = new Map();

/**
 * Computes a term.
 * @param {(string | number)[]} term numbers and signs
 * @returns {number}
 */
function evaluateTerm(term) {
  const numbers = term.filter((part) => typeof part === 'number');
  let count = 0;
  const text = term
    .map((part) => (typeof part === 'number' ? `numbers[${count++}]` : part))
    .join('');
  // Thousands of terms differ only in their numbers.
  const compute = formulas.get(text) ?? new Function('numbers', `return ${toJavaScript(text)}`);
  formulas.set(text, compute);
  return compute(numbers);
}

/** @param {string} text */
const toJavaScript = (text) =>
  text
    .replaceAll('−', '-')
    .replaceAll('×', '*')
    .replaceAll('÷', '/')
    .replace(/\(([^()]*)\)²/g, '(($1) * ($1))')
    .replace(/√\(/g, 'Math.sqrt(')
    .replace(/√(numbers\[\d+\]|[\d.]+)/g, 'Math.sqrt($1)')
    .replace(/\b(exp|max|tanh)\(/g, 'Math.$1(');

describe('a trace', () => {
  for (const [name, { computation }] of Object.entries(computations)) {
    const { run, nodes } = computation;

    it(`of ${name}: the terms of every number add up to it`, () => {
      const kinds = new Set();
      for (const cell of cellsOf(computation)) {
        const { op, options } = nodes[cell.id];
        if (!op.terms) continue;
        kinds.add(op.name);
        const operands = findOperands(run, cell).map((cells) =>
          cells.map((operand) => readNumber(run, operand)),
        );
        const terms = op.terms(operands, options).map(evaluateTerm);
        const sum = terms.reduce((total, term) => total + term, 0);
        const size = terms.reduce((total, term) => total + Math.abs(term), 0);
        const value = readNumber(run, cell);
        const isSame = value === sum || Math.abs(value - sum) <= SHARE * size + 2 ** -126;
        assert.ok(isSame, `${formatCell(cell)} is ${value}, its terms make ${sum}`);
      }
      assert.ok(kinds.size >= 6, [...kinds].join(' '));
    });

    it(`of ${name}: every computed number has operands, which have it as a consumer`, () => {
      /** @type {Map<string, Set<string>>} */
      const feeds = new Map();
      const cells = cellsOf(computation);
      for (const cell of cells) {
        const operands = findOperands(run, cell).flat();
        assert.equal(operands.length > 0, nodes[cell.id].op.name !== 'constant', cell.id);
        const to = formatCell(cell);
        for (const operand of operands) {
          const from = formatCell(operand);
          feeds.set(from, (feeds.get(from) ?? new Set()).add(to));
        }
      }
      for (const cell of cells) {
        const found = findConsumers(run, cell)
          .filter(({ id }) => nodes[id].op.name !== 'fromOtherRun')
          .flatMap((group) => group.cells.map(formatCell));
        const name = formatCell(cell);
        const expected = [...(feeds.get(name) ?? [])];
        assert.equal(found.toSorted().join(' '), expected.toSorted().join(' '), name);
      }
    });
  }
});
