import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadAttention } from '../../src/js/index.js';
import { computeIndex } from '../../src/js/shapes.js';
import { formatCell } from '../../web/graph/cell.js';
import { getNode } from '../../web/graph/graph.js';
import {
  findConsumers,
  findOperands,
  readCell,
  readNumber,
  readOperands,
} from '../../web/graph/trace.js';
import { makeComputation } from '../../web/session/computation.js';
import { computeScaleFactor } from '../../web/state/derived.js';
import { normaliseState } from '../../web/state/normalise.js';

/**
 * @import { Cell } from '../../web/graph/types.js'
 * @import { Computation } from '../../web/sources/types.js'
 * @import { State } from '../../web/state/types.js'
 */

const attention = await loadAttention();
const { fround } = Math;

const target = 'he is tall';
const requests = [
  {},
  { heads: 1, mask: 'causal' },
  { heads: 4, dModel: 8, sentence: 'a b c d e f g' },
  { heads: 3, dModel: 9, scale: 'none', temperature: 2 },
  { target, mask: 'padding', pad: 2 },
  { target, layer: 'self' },
  { keys: 'queries' },
  { dropout: 0.5, mask: 'custom', masked: '0.0 0.1 0.2 0.3', fill: '-1e9' },
  { edits: 'q.0.1:0.5;x.eat.0:-2;s.0.1.2:3', mask: 'causal' },
  { mechanism: 'additive' },
  { mechanism: 'additive', target, keyWidth: 6, temperature: 0.5, dropout: 0.25 },
  { mechanism: 'additive', edits: 's.0.1.2:3' },
  { source: 'article' },
  { source: 'coffee' },
];

/** Yields every cell of a computation. @param {Computation} computation */
function* cells({ results, nodes }) {
  for (const tensor of Object.keys(nodes)) {
    const { shape, data } = results[tensor];
    for (let i = 0; i < data.length; i++) {
      let rest = i;
      const index = shape.map(() => 0);
      for (let axis = shape.length - 1; axis >= 0; axis--) {
        index[axis] = rest % shape[axis];
        rest = Math.floor(rest / shape[axis]);
      }
      yield { id: tensor, index };
    }
  }
}

/** @param {number[]} left @param {number[]} right */
const dot = (left, right) => left.reduce((sum, x, i) => fround(sum + fround(x * right[i])), 0);

/**
 * Computes a cell from its operands in float32, in order. Returns NaN if the formula alone does not
 * determine it.
 * @param {Computation} computation
 * @param {State} state
 * @param {Cell} cell
 */
function computeFromOperands(computation, state, cell) {
  const kind = computation.nodes[cell.id].op.name;
  const [first = [], second = []] = findOperands(computation.run, cell).map((list) =>
    list.map((operand) => readNumber(computation.run, operand)),
  );
  const length = computation.results.q?.shape[2] ?? computation.results.key?.shape[1] ?? 1;
  const factor = computeScaleFactor(state, length, computation.keyWords.length);
  switch (kind) {
    case 'product':
      return dot(first, second);
    case 'scale':
      return fround(
        first[0] *
          fround(
            state.source === 'article'
              ? 1 / 8
              : state.mechanism === 'additive'
                ? 1 / state.temperature
                : factor,
          ),
      );
    case 'max':
      return Math.max(...first);
    case 'concatenate':
      return first[0];
    case 'divide':
      return fround(first[0] / second[0]);
    default:
      return Number.NaN;
  }
}

describe('a trace', () => {
  for (const requested of requests) {
    it(`gives every number of ${JSON.stringify(requested)} the operands that it is computed from`, () => {
      const state = normaliseState(requested);
      const computation = makeComputation(attention, state);
      let exact = 0;
      for (const cell of cells(computation)) {
        const where = formatCell(cell);
        const value = readNumber(computation.run, cell);
        const kind = computation.nodes[cell.id].op.name;
        const lists = findOperands(computation.run, cell);
        const numbers = lists.map((list) =>
          list.map((operand) => readNumber(computation.run, operand)),
        );
        if (
          cell.id === 'scores' &&
          computation.originals.has(
            `s.${cell.index.length > 2 ? cell.index.join('.') : `0.${cell.index.join('.')}`}`,
          )
        )
          continue;
        if (kind === 'constant' || kind === 'fromOtherRun') assert.deepEqual(lists, [], where);
        else if (kind === 'exp') {
          const [[x], [max]] = numbers;
          const real = Math.exp(fround(x - max));
          assert.ok(Math.abs(value - real) <= 2 ** -23 * real, `${where}: ${value}, not ${real}`);
        } else if (kind === 'tanh') {
          const [[a], [b]] = numbers;
          const real = Math.tanh(fround(a + b));
          assert.ok(Math.abs(value - real) <= 2 ** -22, `${where}: ${value}, not ${real}`);
        } else if (kind === 'sum') {
          const real = numbers[0].reduce((sum, x) => sum + x, 0);
          const size = numbers[0].reduce((sum, x) => sum + Math.abs(x), 0);
          assert.ok(Math.abs(value - real) <= 2 ** -24 * numbers[0].length * size, where);
        } else if (kind === 'mask') {
          const fill = { inf: -Infinity, '-1e9': -1e9, 0: 0 }[state.fill];
          assert.ok(value === numbers[0][0] || value === fill, where);
        } else if (kind === 'dropout') {
          const kept = fround(numbers[0][0] * fround(1 / fround(1 - fround(state.dropout))));
          assert.ok(value === 0 || value === kept, `${where}: ${value}, not ${kept}`);
        } else {
          const expected = computeFromOperands(computation, state, cell);
          assert.ok(value === expected, `${where} is ${value}, its operands make ${expected}`);
          exact++;
        }
      }
      assert.ok(exact > 0);
    });

    it(`gives every number of ${JSON.stringify(requested)} exactly the consumers that have it as an operand`, () => {
      const computation = makeComputation(attention, normaliseState(requested));
      /** @type {Map<string, Set<string>>} */
      const feeds = new Map();
      for (const cell of cells(computation)) {
        for (const operand of findOperands(computation.run, cell).flat()) {
          const from = formatCell(operand);
          feeds.set(from, (feeds.get(from) ?? new Set()).add(formatCell(cell)));
        }
      }
      for (const cell of cells(computation)) {
        const found = findConsumers(computation.run, cell).flatMap((group) =>
          group.cells.map(formatCell),
        );
        assert.deepEqual(
          found.toSorted(),
          [...(feeds.get(formatCell(cell)) ?? [])].toSorted(),
          formatCell(cell),
        );
      }
    });
  }

  for (const dropout of [0.1, 0.99999, 1]) {
    it(`no weight is divided by 0 after dropout of ${dropout}`, () => {
      const { run } = makeComputation(attention, normaliseState({ dropout, mask: 'causal' }));
      const { op, options } = getNode(run.graph, 'dropped');
      const { shape, data } = run.tensor('dropped');
      data.forEach((value, offset) => {
        const operands = readOperands(run, { id: 'dropped', index: computeIndex(shape, offset) });
        if (op.remark?.(operands, value, { options, offset })) {
          assert.equal(value, 0);
          return;
        }
        const [[weight, sign]] = op.terms?.(operands, options) ?? [[]];
        const share = Number(/^ ÷ \(1 − (.+)\)$/.exec(String(sign))?.[1]);
        const quotient = Number(weight) / (1 - share);
        assert.ok(Math.abs(value - quotient) <= 1e-4 * value, `${weight}${sign} is no ${value}`);
      });
    });
  }

  it('a cell is read only if the computation has it', () => {
    const computation = makeComputation(attention, normaliseState({}));
    assert.deepEqual(readCell('weights.0.1.3', computation.run), {
      id: 'weights',
      index: [0, 1, 3],
    });
    for (const text of [
      '',
      'weights',
      'weights.0.1',
      'weights.0.1.4',
      'toString.0',
      'nothing.0.0',
    ]) {
      assert.equal(readCell(text, computation.run), undefined, text);
    }
  });
});
