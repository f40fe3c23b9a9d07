import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadAttention } from '../../src/js/index.js';
import {
  consumersOf,
  numberAt,
  operandsOf,
  readPlace,
  writePlace,
} from '../../web/session/cells.js';
import { compute } from '../../web/session/computation.js';
import { scaleFactor } from '../../web/session/scale.js';
import { normalise } from '../../web/session/state.js';

const attention = await loadAttention();
const { fround } = Math;

/**
 * @typedef {import('../../web/session/computation.js').Computation} Computation
 * @typedef {import('../../web/session/cells.js').Place} Place
 */

const target = 'he is tall';
const lessons = [
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

/**
 * Every place of a lesson.
 * @param {Computation} computation
 */
function* places({ results, catalogue }) {
  for (const tensor of Object.keys(catalogue)) {
    const { shape, data } = results[tensor];
    for (let i = 0; i < data.length; i++) {
      let rest = i;
      const at = shape.map(() => 0);
      for (let axis = shape.length - 1; axis >= 0; axis--) {
        at[axis] = rest % shape[axis];
        rest = Math.floor(rest / shape[axis]);
      }
      yield { tensor, at };
    }
  }
}

/** @param {number[]} left @param {number[]} right */
const dot = (left, right) => left.reduce((sum, x, i) => fround(sum + fround(x * right[i])), 0);

/**
 * What the operands make, in float32 and in their order; NaN for what a formula alone does not tell.
 * @param {Computation} computation
 * @param {import('../../web/session/state.js').State} state
 * @param {Place} place
 */
function made(computation, state, place) {
  const kind = computation.catalogue[place.tensor].op.name;
  const [first = [], second = []] = operandsOf(computation, place).map((list) =>
    list.map((one) => numberAt(computation, one)),
  );
  const length = computation.results.q?.shape[2] ?? computation.results.key?.shape[1] ?? 1;
  const factor = scaleFactor(state, length, computation.keyWords.length);
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
  for (const asked of lessons) {
    it(`leads every number of ${JSON.stringify(asked)} to operands that make it`, () => {
      const state = normalise(asked);
      const computation = compute(attention, state);
      let exact = 0;
      for (const place of places(computation)) {
        const where = writePlace(place);
        const value = numberAt(computation, place);
        const kind = computation.catalogue[place.tensor].op.name;
        const lists = operandsOf(computation, place);
        const numbers = lists.map((list) => list.map((one) => numberAt(computation, one)));
        if (
          place.tensor === 'scores' &&
          computation.seeded.has(
            `s.${place.at.length > 2 ? place.at.join('.') : `0.${place.at.join('.')}`}`,
          )
        )
          continue;
        if (kind === 'constant' || kind === 'elsewhere') assert.deepEqual(lists, [], where);
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
          const expected = made(computation, state, place);
          assert.ok(value === expected, `${where} is ${value}, its operands make ${expected}`);
          exact++;
        }
      }
      assert.ok(exact > 0);
    });

    it(`leads back: what a number of ${JSON.stringify(asked)} feeds has it as an operand, and nothing else`, () => {
      const computation = compute(attention, normalise(asked));
      /** @type {Map<string, Set<string>>} */
      const feeds = new Map();
      for (const place of places(computation)) {
        for (const operand of operandsOf(computation, place).flat()) {
          const from = writePlace(operand);
          feeds.set(from, (feeds.get(from) ?? new Set()).add(writePlace(place)));
        }
      }
      for (const place of places(computation)) {
        const found = consumersOf(computation, place).flatMap((group) =>
          group.places.map(writePlace),
        );
        assert.deepEqual(
          found.toSorted(),
          [...(feeds.get(writePlace(place)) ?? [])].toSorted(),
          writePlace(place),
        );
      }
    });
  }

  it('a cell is read only where the computation has it', () => {
    const computation = compute(attention, normalise({}));
    assert.deepEqual(readPlace('weights.0.1.3', computation), { tensor: 'weights', at: [0, 1, 3] });
    for (const text of [
      '',
      'weights',
      'weights.0.1',
      'weights.0.1.4',
      'toString.0',
      'nothing.0.0',
    ]) {
      assert.equal(readPlace(text, computation), undefined, text);
    }
  });
});
