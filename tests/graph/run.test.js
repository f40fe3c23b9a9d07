// Overrides: edited numbers, frozen tensors, cut connections and replaced operations. Everything
// downstream follows, and nothing else changes.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadAttention, tensor } from '../../src/js/index.js';
import { getNode, makeGraph, makeNode, withChanges } from '../../web/graph/graph.js';
import {
  concatenate,
  constant,
  divide,
  exp,
  mask,
  product,
  tanh,
} from '../../web/graph/ops/index.js';
import { Run } from '../../web/graph/run.js';
import { findConsumers, findOperands } from '../../web/graph/trace.js';
import { makeComputation } from '../../web/session/computation.js';
import { makeSeededSource } from '../../web/sources/seeded.js';
import { normaliseState } from '../../web/state/normalise.js';

/** @import { Tensor } from '../../src/js/index.js' */
/** @import { Op, Overrides } from '../../web/graph/types.js' */

const attention = await loadAttention();
const state = normaliseState({ dModel: 6, heads: 3, sentence: 'They eat fried noodles today' });
const { graph, given } = makeSeededSource(state, () => tensor([[0]]));
const [H, L, S] = [3, 5, 5];

/** @param {Overrides} [overrides] @param {typeof graph} [changed] */
const run = (overrides, changed = graph) => new Run(attention, changed, given, overrides);
const plain = run();

const ids = [...graph.keys()].filter((id) => graph.get(id)?.op.name !== 'fromOtherRun');

/** @param {string} id @returns {Set<string>} the node and all nodes that depend on it */
function downstream(id) {
  const found = new Set([id]);
  for (const { id: other, inputs } of graph.values()) {
    if (inputs.some((input) => found.has(input.id))) found.add(other);
  }
  return found;
}

/** @param {Tensor} first @param {Tensor} second */
const isSame = (first, second) => first.data.every((value, i) => Object.is(value, second.data[i]));

/** @param {number[]} values @param {number[]} expected */
function assertNear(values, expected) {
  assert.equal(values.length, expected.length);
  values.forEach((value, i) => {
    assert.ok(Math.abs(value - expected[i]) <= 1e-6, `${value}, not ${expected[i]}`);
  });
}

describe('a number that is set', () => {
  for (const id of ids) {
    it(`in ${id} stands there, and only what is computed from it follows`, () => {
      const { shape } = plain.tensor(id);
      const index = shape.map((length) => length - 1);
      const set = run({ numbers: [{ id, index, value: 2.5 }] });
      const after = downstream(id);
      assert.equal(set.tensor(id).data.at(-1), 2.5);
      assert.equal(set.original({ id, index }), plain.tensor(id).data.at(-1));
      for (const other of ids) {
        if (other === id) continue;
        const isAfter = after.has(other);
        if (!isAfter) assert.ok(isSame(set.tensor(other), plain.tensor(other)), other);
      }
      const changed = ids.filter((other) => !isSame(set.tensor(other), plain.tensor(other)));
      assert.ok(changed.includes(id));
      // A maximum or a masked number need not change, but a direct product must.
      const first = [...graph.values()].find(
        ({ op, inputs }) => op === product && inputs[0].id === id,
      );
      if (first) assert.ok(changed.includes(first.id), first.id);
    });
  }

  it('leaves what it is computed from alone, and has the rest of the tensor', () => {
    const set = run({ numbers: [{ id: 'weights', index: [0, 1, 3], value: 0.8 }] });
    const [before, now] = [plain.tensor('weights').data, set.tensor('weights').data];
    assert.deepEqual(
      now.findIndex((value, i) => value !== before[i]),
      S + 3,
    );
    assert.equal(now.filter((value, i) => value !== before[i]).length, 1);
    assert.ok(isSame(set.tensor('exponentials'), plain.tensor('exponentials')));
  });

  it('that the tensor does not have is passed over', () => {
    const set = run({
      numbers: [
        { id: 'weights', index: [9, 0, 0], value: 1 },
        { id: 'weights', index: [0], value: 1 },
        { id: 'nothing', index: [0], value: 1 },
      ],
    });
    for (const id of ids) assert.equal(set.tensor(id), set.tensor(id));
    for (const id of ids) assert.ok(isSame(set.tensor(id), plain.tensor(id)), id);
    assert.equal(set.original({ id: 'weights', index: [9, 0, 0] }), undefined);
  });

  it('in the row maximum shifts the exponentials, and leaves the weights as they were', () => {
    for (const off of [-3, 1.5]) {
      const { data } = plain.tensor('rowMax');
      const value = Math.fround(data[0] + off);
      const set = run({ numbers: [{ id: 'rowMax', index: [0, 0], value }] });
      const scores = plain.tensor('maskedScores').data.subarray(0, S);
      assertNear(
        [...set.tensor('exponentials').data.subarray(0, S)].map((e) => e / Math.exp(-off)),
        [...scores].map((score) => Math.exp(score - data[0])),
      );
      assertNear([...set.tensor('weights').data], [...plain.tensor('weights').data]);
    }
  });
});

describe('a node that keeps a tensor', () => {
  it('does so whatever it is made of', () => {
    const frozen = new Map([['weights', plain.tensor('weights')]]);
    const numbers = [{ id: 'scores', index: [0, 0, 0], value: 50 }];
    const set = run({ frozen, numbers });
    assert.ok(!isSame(set.tensor('exponentials'), plain.tensor('exponentials')));
    assert.equal(set.tensor('weights'), plain.tensor('weights'));
    assert.ok(isSame(set.tensor('output'), plain.tensor('output')));
    assert.deepEqual(findOperands(set, { id: 'weights', index: [0, 0, 0] }), []);
    const consumers = findConsumers(set, { id: 'exponentials', index: [0, 0, 0] });
    assert.deepEqual(
      consumers.map(({ id }) => id),
      ['rowSum'],
    );
  });
});

describe('a connection that is cut', () => {
  it('carries zeros, and leads nowhere', () => {
    const cut = run({ cut: [{ from: 'v', to: 'heads' }] });
    assert.ok(cut.tensor('heads').data.every((value) => value === 0));
    assert.ok(cut.tensor('output').data.every((value) => value === 0));
    assert.ok(isSame(cut.tensor('v'), plain.tensor('v')));
    const operands = findOperands(cut, { id: 'heads', index: [0, 0, 0] }).flat();
    assert.deepEqual([...new Set(operands.map(({ id }) => id))], ['weights']);
    assert.deepEqual(findConsumers(cut, { id: 'v', index: [0, 0, 0] }), []);
  });
});

describe('an operation that is replaced', () => {
  it('softmax over the other axis is the core’s over that axis', () => {
    const axes = { rowMax: 'hk', rowSum: 'hk' };
    const changed = withChanges(graph, {
      rowMax: { axes: 'hk' },
      exponentials: {
        inputs: [
          { id: 'maskedScores', axes: 'hqk' },
          { id: 'rowMax', axes: axes.rowMax },
        ],
      },
      rowSum: { axes: 'hk' },
      weights: {
        inputs: [
          { id: 'exponentials', axes: 'hqk' },
          { id: 'rowSum', axes: axes.rowSum },
        ],
      },
    });
    const result = run({}, changed).tensor('weights');
    const expected = attention.softmax(plain.tensor('maskedScores'), { dim: 1 });
    assert.deepEqual([...result.data], [...expected.data]);
  });

  it('a scale by the number of words', () => {
    const changed = withChanges(graph, {
      scaledScores: { options: { factor: 1 / Math.sqrt(S), rule: 'words' } },
    });
    const [result, scores] = [run({}, changed).tensor('scaledScores'), plain.tensor('scores')];
    const factor = Math.fround(1 / Math.sqrt(S));
    assert.deepEqual(
      [...result.data],
      [...scores.data].map((score) => Math.fround(score * factor)),
    );
  });

  it('a mask after softmax: a node in the place of another', () => {
    const allowed = Uint8Array.from({ length: L * S }, (_, i) =>
      Number(i % S <= Math.floor(i / S)),
    );
    const changed = withChanges(graph, {
      weights: [
        makeNode('unmaskedWeights', divide, 'hqk', { exponentials: 'hqk', rowSum: 'hq' }, 'A'),
        makeNode('weights', mask, 'hqk', { unmaskedWeights: 'hqk' }, 'A', {
          options: { allowed, fill: 0, kind: 'custom' },
        }),
      ],
    });
    const result = run({}, changed);
    assert.ok(isSame(result.tensor('unmaskedWeights'), plain.tensor('weights')));
    result.tensor('weights').data.forEach((weight, i) => {
      const is = allowed[i % (L * S)] ? plain.tensor('weights').data[i] : 0;
      assert.equal(weight, is);
    });
  });

  it('heads that are merged without transposing', () => {
    const merge = {
      name: 'merge',
      /** @type {Op['evaluate']} */
      evaluate: (_, [heads]) => tensor([L, 6], heads.data.slice()),
    };
    const changed = withChanges(graph, { concatenated: { op: merge } });
    const result = run({}, changed);
    assert.deepEqual([...result.tensor('concatenated').data], [...plain.tensor('heads').data]);
    assert.ok(!isSame(result.tensor('output'), plain.tensor('output')));
  });
});

describe('tanh', () => {
  it('of an infinity is ±1, and the numbers beside it have theirs', () => {
    const graph = makeGraph([
      makeNode('queries', constant, 'qa', {}, 'Q'),
      makeNode('keys', constant, 'ka', {}, 'K'),
      makeNode('features', tanh, 'qka', { queries: 'qa', keys: 'ka' }, 'F'),
    ]);
    const given = {
      queries: () => tensor([2, 2], [Infinity, 0, 0.25, -0.5]),
      keys: () => tensor([1, 2], [0.25, -Infinity]),
    };
    const { shape, data } = new Run(attention, graph, given).tensor('features');
    assert.deepEqual(shape, [2, 1, 2]);
    const half = new Run(attention, graph, {
      queries: () => tensor([1, 2], [0.25, 0]),
      keys: () => tensor([1, 2], [0.25, 0]),
    }).tensor('features').data[0];
    assert.deepEqual([...data], [1, -1, half, -1]);
    assert.equal(half, Math.fround(half));
    assert.ok(Math.abs(half - Math.tanh(0.5)) < 1e-6);
  });
});

describe('a graph', () => {
  it('has each node once, after what it reads', () => {
    const node = makeNode('one', constant, 'q', {}, 'x');
    assert.throws(() => makeGraph([node, node]), /Two nodes are called one/);
    assert.throws(
      () => makeGraph([makeNode('two', mask, 'q', { three: 'q' }, 'y')]),
      /two reads three, which is not before it/,
    );
  });

  it('takes ids and tensors of any length and depth', () => {
    const [layers, width] = [40, 512];
    const nodes = [
      makeNode('input', constant, 'qf', {}, 'X'),
      makeNode('w', constant, 'fg', {}, 'W'),
    ];
    let last = 'input';
    for (let layer = 0; layer < layers; layer++) {
      const id = `encoder/${layer}/state`;
      nodes.push(makeNode(id, product, 'qg', { [last]: 'qf', w: 'fg' }, 'H'));
      last = id;
    }
    const eye = Float32Array.from({ length: width * width }, (_, i) =>
      Number(i % (width + 1) === 0),
    );
    const deep = new Run(attention, makeGraph(nodes), {
      input: () =>
        tensor(
          [2, width],
          Float32Array.from({ length: 2 * width }, (_, i) => i),
        ),
      w: () => tensor([width, width], eye),
    });
    assert.equal(deep.tensor(last).data[2 * width - 1], 2 * width - 1);
    const cells = findOperands(deep, { id: last, index: [1, 511] });
    assert.deepEqual(
      cells.map((list) => list.length),
      [width, width],
    );
    assert.equal(cells[0][0].id, `encoder/${layers - 2}/state`);
  });

  it('is evaluated only as far as it is wanted, and each node once', () => {
    let calls = 0;
    const counted = {
      ...attention,
      /** @type {typeof attention.linear} */
      linear: (...args) => {
        calls++;
        return attention.linear(...args);
      },
    };
    const lazy = new Run(/** @type {any} */ (counted), graph, given);
    lazy.tensor('q');
    assert.equal(calls, 1);
    lazy.tensor('q');
    assert.equal(calls, 1);
    // One call for the keys, and one for the scores of each head.
    lazy.tensor('scores');
    assert.equal(calls, 2 + H);
  });
});

describe('a run after another', () => {
  const first = { ...state, sentence: 'They eat fried noodles today', mask: 'causal' };
  /**
   * @type {[string, object, string[]][]} the changed setting, and the first nodes that are computed
   *   again
   */
  const changes = [
    ['the mask', { mask: 'none' }, ['maskedScores']],
    ['a pair of the mask', { mask: 'custom', masked: '0.1' }, ['maskedScores']],
    ['the temperature', { temperature: 2 }, ['scaledScores']],
    ['dropout', { dropout: 0.5 }, ['dropped', 'heads']],
    ['the seed', { seed: 8 }, ['embeddings', 'wq', 'wk', 'wv', 'wo']],
    ['the order of the words', { sentence: 'eat They fried noodles today' }, ['embeddings']],
    ['the number of heads', { heads: 2 }, ['wq', 'wk', 'wv']],
    ['keys made by W_Q', { keys: 'queries' }, ['k']],
    ['positions', { positions: 'sinusoidal' }, ['embeddings']],
    ['a number set by hand', { edits: 'k.0.1.1:0.5' }, ['scores']],
  ];
  for (const [what, change, from] of changes) {
    it(`takes over what ${what} leaves as it is, and has the same bits`, () => {
      const before = makeComputation(attention, normaliseState(first));
      const fresh = makeComputation(attention, normaliseState({ ...first, ...change }));
      const computation = makeComputation(
        attention,
        normaliseState({ ...first, ...change }),
        undefined,
        before.run,
      );
      const { graph: nodes } = computation.run;
      const again = new Set(from);
      for (const { id, inputs, op } of nodes.values()) {
        if (op.name === 'fromOtherRun') continue;
        if (inputs.some((input) => again.has(input.id))) again.add(id);
        const isNew = !before.run.graph.has(id) || again.has(id);
        assert.ok(isSame(computation.run.tensor(id), fresh.run.tensor(id)), id);
        if (isNew || 'edits' in change) continue;
        assert.equal(computation.run.tensor(id), before.run.tensor(id), id);
      }
      for (const id of from) {
        assert.notEqual(
          computation.run.tensor(id),
          before.run.graph.has(id) && before.run.tensor(id),
          id,
        );
      }
    });
  }

  it('does not take over what a number set by hand has changed', () => {
    const edited = makeComputation(
      attention,
      normaliseState({ ...first, edits: 'weights.0.1.0:0.25' }),
    );
    const plainAgain = makeComputation(attention, normaliseState(first), undefined, edited.run);
    const fresh = makeComputation(attention, normaliseState(first));
    for (const id of ['weights', 'heads', 'output']) {
      assert.ok(isSame(plainAgain.run.tensor(id), fresh.run.tensor(id)), id);
      assert.ok(!isSame(plainAgain.run.tensor(id), edited.run.tensor(id)), id);
    }
    assert.equal(plainAgain.run.tensor('scores'), edited.run.tensor('scores'));
  });

  it('keeps nothing of one before the last', () => {
    const words = { ...first, mask: 'none' };
    const [computation, two] = [
      makeComputation(attention, normaliseState(first)),
      normaliseState(words),
    ];
    const second = makeComputation(attention, two, undefined, computation.run);
    const third = makeComputation(attention, normaliseState(first), undefined, second.run);
    assert.notEqual(third.run.tensor('weights'), computation.run.tensor('weights'));
    assert.ok(isSame(third.run.tensor('weights'), computation.run.tensor('weights')));
  });
});

describe('edits in the address', () => {
  it('far below a row’s largest score a maximum that is set still gives the others their exponentials', () => {
    for (const most of [20, 88, 150]) {
      const nodes = makeGraph([
        makeNode('scores', constant, 'qk', {}, 'S'),
        makeNode('rowMax', constant, 'q', {}, 'm'),
        makeNode('exponentials', exp, 'qk', { scores: 'qk', rowMax: 'q' }, 'E'),
      ]);
      const set = most / 2;
      const { data } = new Run(attention, nodes, {
        scores: () => tensor([[most, set, set - 1]]),
        rowMax: () => tensor([set]),
      }).tensor('exponentials');
      const expected = [most - set, 0, -1].map((gap) => Math.fround(Math.exp(gap)));
      data.forEach((value, i) => {
        // exp is within 0.992 ULP, twice, and there is a division.
        assert.ok(
          value === expected[i] || Math.abs(value / expected[i] - 1) < 4 * 2 ** -23,
          `${value} for ${expected[i]}, ${most}`,
        );
      });
    }
  });

  it('a change of a node that the graph lacks is refused', () => {
    assert.throws(() => withChanges(graph, { weight: {} }), /No node is called weight/);
  });

  it('a node that the graph lacks is refused by its name, with the nearest', () => {
    const message = 'There is no wieghts in this graph. The nearest is weights.';
    assert.throws(() => getNode(graph, 'wieghts'), { name: 'RangeError', message });
    assert.throws(() => plain.tensor('wieghts'), { name: 'RangeError', message });
    assert.throws(() => getNode(graph, ''), /There is no {2}in this graph\.$/);
    assert.equal(getNode(graph, 'weights'), graph.get('weights'));
  });

  it('heads without rows are concatenated to no rows of their width', () => {
    const shape = concatenate.evaluate(
      attention,
      [tensor([2, 0, 3], new Float32Array(0))],
      makeNode('concatenated', concatenate, 'qC', { heads: 'hqc' }, 'H'),
    ).shape;
    assert.deepEqual(shape, [0, 6]);
  });
});
