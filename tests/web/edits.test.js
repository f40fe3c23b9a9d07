import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { loadAttention } from '../../src/js/index.js';
import { formatCell } from '../../web/graph/cell.js';
import { makeComputation } from '../../web/session/computation.js';
import {
  editName,
  findCellOfEdit,
  listMissingEdits,
  withEdit,
} from '../../web/state/edit-cells.js';
import {
  formatEdits,
  LARGEST_EDIT,
  MAX_EDITS_LETTERS,
  nameEmbeddingEdit,
  parseEdits,
  parseLayerEdits,
  shortenEdits,
} from '../../web/state/edits.js';
import { normaliseState } from '../../web/state/normalise.js';
import { ownComputationOf } from '../support/computations.js';
import { reduceCaseCount } from '../support/extent.js';
import { anyText } from '../support/hostile-text.js';

/** @import { Tensor } from '../../src/js/index.js' */

fc.configureGlobal({ seed: 7 });

const attention = await loadAttention();

/** @param {object} [requested] */
const computation = (requested) => makeComputation(attention, normaliseState(requested));

/** @param {Tensor} tensor */
const bits = ({ data }) => [...new Uint32Array(data.buffer, data.byteOffset, data.length)];

describe('edits', () => {
  it('are read from a text and written as the same text', () => {
    const text = 'q.0.1:0.5;s.0.1.2:-3;x.eat.0:0.25';
    assert.equal(formatEdits(parseEdits(text)), text);
    assert.equal(formatEdits(parseEdits('x.eat.0:0.25;s.0.1.2:-3;q.0.1:0.5')), text);
  });

  it('leave out unreadable edits, and numbers beyond the range of float32', () => {
    const bad = [
      ...['', 'q', 'q:1', 'q.:1', 'q.0.1:', 'q.0.1:x', 'q.0.1:1:2', 'weights.0.x:1'],
      ...['q.-1.0:1', 'q.01.0:1', 'q.1e1.0:1', 'q.0.1:NaN', 'q.0.1:Infinity', 'q.0.1:1e7'],
      ...[
        'x.%.0:1',
        'x.%zz.0:1',
        'x.a b.0:1',
        '__proto__.0.0:1',
        'a b.0:1',
        'weights.1234567890:1',
      ],
    ];
    for (const text of bad) assert.equal(parseEdits(text).size, 0, text);
    assert.equal(formatEdits(parseEdits(`q.0.0:${LARGEST_EDIT}`)), `q.0.0:${LARGEST_EDIT}`);
  });

  it('of a part of a table are one range in an address', () => {
    const head = 'layer1/heads.1.0-9.0-7:0';
    const edits = formatEdits(parseEdits(head));
    assert.equal(parseEdits(head).size, 80);
    assert.equal(parseEdits(head).get('layer1/heads.1.9.7'), 0);
    assert.equal(shortenEdits(edits), head);
    const other = 'q.0.0:1;q.0.1:1;q.0.2:2;x.3-4.0:1;x.5.0:1;x.6.0:1;x.7.0:1';
    assert.equal(shortenEdits(`${edits};${other}`), `${head};${other}`);
    // A missing corner leaves no range.
    const hole = edits.replace('layer1/heads.1.9.7:0', '').replace(/;$/, '');
    assert.equal(shortenEdits(hole), hole);
  });

  it('of any table are the same after they were shortened', () => {
    const index = fc.integer({ min: 0, max: 3 });
    const edit = fc
      .tuple(fc.constantFrom('q', 'heads', 'x', 'weights'), fc.array(index, { minLength: 2 }))
      .map(([id, indices]) => `${[id, ...indices.slice(0, 3)].join('.')}:1`);
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 60 }), (parts) => {
        const text = formatEdits(parseEdits(parts.join(';')));
        assert.equal(formatEdits(parseEdits(shortenEdits(text))), text);
      }),
      { numRuns: reduceCaseCount(1000) },
    );
  });

  it('of all ranges of a text share one limit, also ranges of wrong names and of several layers', () => {
    const wrong = 'q.0.10000-12999:1';
    assert.equal(parseEdits(wrong).size, 0);
    assert.equal(parseEdits(`${wrong};t.0.0-2:1`).size, 0);
    assert.equal(parseEdits('t.0.0-2:1').size, 3);
    const layers = parseLayerEdits('0.t0.0-2999:1;0.t1.0-2999:1;1.t0.0-2999:1');
    assert.deepEqual(
      [...layers.values()].map(({ size }) => size),
      [3000],
    );
  });
  it('of a range without a sensible size are left out', () => {
    for (const bad of [
      'q.3-1.0:1',
      'q.0-:1',
      'q.-1:1',
      'q.0-01.0:1',
      'q.0-1-2.0:1',
      'weights.0-9999:1',
    ])
      assert.equal(parseEdits(bad).size, 0, bad);
    const many = 'weights.0-2999:1;'.repeat(1400);
    assert.equal(parseEdits(many).size, 3000);
  });

  it('that are cut off keep only complete numbers', () => {
    const most = 2 * MAX_EDITS_LETTERS;
    const many = 'q.0.0:1;'.repeat(most / 8 - 1);
    const first = `${many}k.0.0:5`;
    assert.equal(parseEdits(`${first};v.0.0:123456`).get('k.0.0'), 5);
    assert.equal(parseEdits(`${many}k.0.0:123456`).get('k.0.0'), undefined);
    assert.equal(parseEdits(`${first.padStart(most, ';')};v.0.0:1`).get('k.0.0'), 5);
  });

  it('are the same after one and after two round trips', () => {
    fc.assert(
      fc.property(anyText({ maxLength: 200 }), (text) => {
        const once = formatEdits(parseEdits(text));
        assert.equal(formatEdits(parseEdits(once)), once);
      }),
      { numRuns: reduceCaseCount(1000) },
    );
  });

  it('of any word can be written and read back', () => {
    fc.assert(
      fc.property(anyText({ minLength: 1, maxLength: 40 }), (word) => {
        const place = nameEmbeddingEdit('x', word, 3);
        assert.equal(parseEdits(`${place}:1`).get(place), 1, place);
      }),
      { numRuns: reduceCaseCount(1000) },
    );
    assert.notEqual(nameEmbeddingEdit('x', 'a.b', 1), nameEmbeddingEdit('x', 'a%2Eb', 1));
  });

  it('too many are cut to what an address can hold', () => {
    const many = Array.from({ length: 3000 }, (_, i) => `q.${i % 768}.${Math.floor(i / 768)}:1`);
    const text = formatEdits(parseEdits(many.join(';')));
    assert.ok(text.length <= MAX_EDITS_LETTERS && text.length > MAX_EDITS_LETTERS - 20);
    assert.equal(formatEdits(parseEdits(text)), text);
  });

  it('take at most 12,000 characters with separators, and drop the last ones', () => {
    assert.equal(MAX_EDITS_LETTERS, 12_000);
    // Each edit has ten characters and a separator. The last one fills the rest.
    const most = Array.from(
      { length: 1089 },
      (_, i) => `q.${String(i % 700).padStart(3, '1')}.${100 + Math.floor(i / 700)}:1`,
    );
    const full = (/** @type {number} */ left) => {
      const edits = new Map(parseEdits(most.join(';')));
      const { length } = formatEdits(edits);
      // A word's name can have any length, and is sorted last.
      const word = 'x'.repeat(left);
      edits.set(`x.${word}.0`, 1);
      return { text: formatEdits(edits), length };
    };
    const { length } = full(1);
    const room = 12_000 - (length + 1) - 'x..0:1;'.length;
    assert.equal(full(room).text.length, 11_999);
    assert.equal(full(room + 1).text.length, length);
  });

  it('are read only from the first 24,000 characters of a text', () => {
    const blank = (/** @type {number} */ count) => `${';'.repeat(count)}q.0.0:1`;
    assert.equal(parseEdits(blank(24_000 - 7)).size, 1);
    assert.equal(parseEdits(blank(24_000)).size, 0);
  });

  it('are float32 up to a million, with valid names', () => {
    assert.deepEqual([...parseEdits('q.0.0:0.1')], [['q.0.0', Math.fround(0.1)]]);
    assert.equal(parseEdits('q.0.0:1000000;q.0.1:-1000000').size, 2);
    assert.equal(parseEdits('q.0.0:1000000.1;q.0.1:-1000000.1').size, 0);
    for (const good of 'wv.2:1 ss.0.1.2:1 layer1/q.0.1.2:1 q.9999.0:1 weights.1000.0:1'.split(' '))
      assert.equal(parseEdits(good).size, 1, good);
    for (const bad of 'wv:1 q.10000.0:1 s.0.0.10000:1 x.eat.01:1 x.eat.x:1 x.%2e.0:1'.split(' '))
      assert.equal(parseEdits(bad).size, 0, bad);
  });

  it('name a word by its first 100 characters', () => {
    const word = 'a'.repeat(100);
    assert.equal(nameEmbeddingEdit('x', `${word}b`, 0), nameEmbeddingEdit('x', word, 0));
    assert.notEqual(
      nameEmbeddingEdit('x', `${word.slice(1)}b`, 0),
      nameEmbeddingEdit('x', word, 0),
    );
  });

  it('can be added and removed one by one', () => {
    const text = withEdit('', 'q.0.1', 0.1);
    assert.equal(text, 'q.0.1:0.1');
    assert.equal(withEdit(text, 'q.0.1', 1e9), `q.0.1:${LARGEST_EDIT}`);
    assert.equal(withEdit(text, 'q.0.1', -1e9), `q.0.1:-${LARGEST_EDIT}`);
    assert.equal(withEdit(text, 'q.0.1', undefined), '');
  });
});

describe('an edited computation', () => {
  it('does not change a bit if a score is set to its value', () => {
    for (const requested of [
      {},
      { mask: 'causal', heads: 4 },
      { dropout: 0.5 },
      { target: 'he is tall' },
      { mechanism: 'additive', temperature: 2 },
    ]) {
      const before = computation(requested);
      const value = before.results.scores.data[0];
      const after = computation({ ...requested, edits: `s.0.0.0:${value}` });
      assert.equal(after.originals.size, 1);
      for (const [name, tensor] of Object.entries(before.results)) {
        // The score differed there.
        if (name === 'otherWeights') continue;
        assert.deepEqual(
          bits(after.results[name]),
          bits(tensor),
          `${JSON.stringify(requested)}: ${name}`,
        );
      }
    }
  });

  it('has a set embedding at every place of its word, and nowhere else', () => {
    const { results, originals } = computation({ sentence: 'Eat, they eat', edits: 'x.eat.0:1.5' });
    const column = [0, 4, 8].map((i) => results.embeddings.data[i]);
    assert.equal(column[0], 1.5);
    assert.equal(column[2], 1.5);
    assert.notEqual(column[1], 1.5);
    assert.equal(originals.size, 1);
  });

  it('keeps −0 in a matrix, and sets a computed number to 0 instead', () => {
    const { results } = computation({ edits: 'k.3.2:-0;weights.0.1.2:-0;s.0.0.0:-0' });
    const { shape, data } = results.wk;
    assert.equal(shape.at(-1), 2);
    assert.ok(Object.is(data[(1 * 4 + 3) * 2], -0), 'W_K');
    assert.ok(Object.is(results.weights.data[4 + 2], 0), 'weights');
    assert.ok(Object.is(results.scores.data[0], 0), 'scores');
  });

  it('does not change with edits of tensors that it does not have', () => {
    const edits = 'aq.0.0:1;s.5.0.0:1;q.9.0:1;x.nobody.0:1;y.eat.0:1';
    const { results, originals } = computation({ edits });
    assert.equal(originals.size, 0);
    assert.deepEqual(bits(results.output), bits(computation().results.output));
  });
});

describe('the name of a number', () => {
  const additive = { mechanism: 'additive' };
  const target = 'he is tall';
  const places = { positions: 'sinusoidal' };
  /** Computations, tensors, indexes, and the name of the edit if it differs from the cell's. */
  const names = /** @type {[object, string, number[], string | undefined][]} */ ([
    [{}, 'embeddings', [1, 2], 'x.eat.2'],
    [{}, 'wq', [1, 2, 0], 'q.2.2'],
    [{}, 'wk', [0, 3, 1], 'k.3.1'],
    [{}, 'wv', [1, 0, 1], 'v.0.3'],
    [{}, 'wo', [3, 2], 'o.3.2'],
    [{}, 'scores', [1, 2, 3], 's.1.2.3'],
    [{}, 'q', [1, 2, 0], 'q.1.2.0'],
    [{}, 'weights', [0, 1, 3], 'weights.0.1.3'],
    [{}, 'rowSum', [0, 1], 'rowSum.0.1'],
    [{ target }, 'queryEmbeddings', [1, 0], 'x.is.0'],
    [{ target }, 'embeddings', [1, 0], 'x.eat.0'],
    [{ target }, 'scores', [0, 1, 2], 's.0.1.2'],
    [{ target, layer: 'self' }, 'scores', [0, 2, 1], 'ss.0.2.1'],
    [{ target, layer: 'self' }, 'embeddings', [1, 0], 'x.is.0'],
    [additive, 'wq', [1, 2], 'aq.1.2'],
    [additive, 'wk', [3, 0], 'ak.3.0'],
    [additive, 'wv', [2], 'av.2'],
    [additive, 'scores', [1, 3], 's.0.1.3'],
    [additive, 'embeddings', [2, 1], 'x.fried.1'],
    [{ ...additive, keyWidth: 1 }, 'embeddings', [2, 0], 'y.fried.0'],
    [{ ...additive, keyWidth: 6 }, 'queryEmbeddings', [2, 3], 'x.fried.3'],
    [{ ...additive, keyWidth: 6, target }, 'embeddings', [2, 5], 'y.fried.5'],
    [{ keyWidth: 6 }, 'embeddings', [2, 3], 'x.fried.3'],
    [places, 'embeddings', [1, 2], 'embeddings.1.2'],
    [places, 'wordEmbeddings', [1, 2], 'x.eat.2'],
    [places, 'positionEmbeddings', [1, 2], 'positionEmbeddings.1.2'],
    [{ source: 'article' }, 'scores', [0, 1], undefined],
    [{ source: 'coffee' }, 'weights', [0, 1], undefined],
  ]);

  for (const [requested, id, index, name] of names) {
    it(`is ${name} for ${id}[${index}] of ${JSON.stringify(requested)}, and leads back`, () => {
      const state = normaliseState(requested);
      const result = makeComputation(attention, state);
      assert.equal(editName(state, result, { id, index }), name);
      if (name === undefined) return;
      const edited = normaliseState({ ...requested, edits: `${name}:1.75` });
      // The cell's name is the same edit, and the state stores it under the same name.
      const byCell = normaliseState({ ...requested, edits: `${formatCell({ id, index })}:1.75` });
      assert.equal(byCell.edits, edited.edits);
      const after = makeComputation(attention, edited);
      assert.deepEqual(findCellOfEdit(edited, after, name), { id, index });
      assert.deepEqual(
        after.numbersSet.map((cell) => ({ ...cell })),
        [{ id, index, value: 1.75 }],
      );
      const { shape, data } = result.results[id];
      const at = index.reduce((offset, step, axis) => offset * shape[axis] + step, 0);
      const changed = [...data.keys()].filter((i) => after.results[id].data[i] !== data[i]);
      assert.deepEqual([changed, after.results[id].data[at]], [[at], 1.75]);
      assert.deepEqual([...after.originals], [[name, data[at]]]);
      assert.notDeepEqual(bits(after.results.output), bits(result.results.output));
    });
  }

  it('of a matrix counts columns through all heads if the name has no head', () => {
    for (const [requested, edit, name] of /** @type {[object, string, string][]} */ ([
      [{}, 'wq.1.3', 'q.1.3'],
      [{}, 'wk.2.1', 'k.2.1'],
      [{}, 'wv.0.0', 'v.0.0'],
      [{}, 'wo.3.2', 'o.3.2'],
      [additive, 'wk.1.2', 'ak.1.2'],
    ])) {
      const state = normaliseState({ ...requested, edits: `${edit}:3` });
      assert.equal(state.edits, `${name}:3`);
      assert.equal(makeComputation(attention, state).numbersSet.length, 1, edit);
    }
  });

  it('that sets nothing leads to the nearest that does', () => {
    for (const [requested, edit, near] of /** @type {[object, string, string | undefined][]} */ ([
      [{}, 'q.9.0', 'q.3.0'],
      [{}, 'wq.1.9', 'q.1.3'],
      [{}, 'q.0.9.0', 'q.0.3.0'],
      [{}, 'Q.1.0', 'q.0.1.0'],
      [{}, 'queries.0.1.0', 'q.0.1.0'],
      [{}, 's.0.0.4', 'scores.0.0.3'],
      [{}, 'scores.0.0.4', 'scores.0.0.3'],
      [{}, 'weights.1.9', 'weights.0.1.3'],
      [{}, 'x.eats.0', 'x.eat.0'],
      [{}, 'x.eat.4', 'x.eat.3'],
      [{}, 'x.nobody.0', undefined],
      [{}, 'nonsense.0', undefined],
      [{}, 'y.eat.0', undefined],
      [{ keys: 'queries' }, 'k.0.0', 'k.0.0.0'],
    ])) {
      const state = normaliseState({ ...requested, edits: `x.fried.0:1;${edit}:3` });
      const missing = listMissingEdits(state, makeComputation(attention, state));
      assert.deepEqual(
        missing.map((each) => each.near),
        [near],
        edit,
      );
    }
  });

  it('of a repeated word leads to its first place', () => {
    const requested = { sentence: 'noodles eat Noodles', target: 'eat', edits: 'x.noodles.1:3' };
    const state = normaliseState(requested);
    const result = makeComputation(attention, state);
    assert.deepEqual(findCellOfEdit(state, result, 'x.noodles.1'), {
      id: 'embeddings',
      index: [0, 1],
    });
    assert.deepEqual(
      result.numbersSet.map(({ index }) => index),
      [
        [0, 1],
        [2, 1],
      ],
    );
  });

  it('of the reader’s tensors names the cell, also with positions', () => {
    const rows = [
      [1, 2],
      [3, 4],
    ];
    const { state, computation: result } = ownComputationOf({ q: rows, k: rows, v: rows }, places);
    assert.equal(editName(state, result, { id: 'q', index: [0, 1, 0] }), 'q.0.1.0');
    assert.equal(editName(state, result, { id: 'scores', index: [0, 1, 0] }), 's.0.1.0');
  });

  it('of a missing number leads nowhere, and sets nothing', () => {
    for (const [requested, edit] of /** @type {[object, string][]} */ ([
      [{}, 'ss.0.0.0'],
      [{}, 's.2.0.0'],
      [{}, 's.0.0.4'],
      [{}, 'aq.0.0'],
      [{}, 'y.eat.0'],
      [{}, 'x.eat.4'],
      [{}, 'x.nobody.0'],
      [{}, 'nonsense.0'],
      [{}, 'weights.0.1'],
      [{}, 'embeddings.0'],
      [{}, 'embeddings.0.1.2'],
      [{}, 'embeddings.0.12345'],
      [{}, 'wq.0'],
      [{}, 'wq.0.1.2.3'],
      [{}, 'wq.0.1.2'],
      [{}, 'scores.0'],
      [{}, 'scores.0.0.12345'],
      [{}, 'wo.1'],
      [additive, 'wv.0.1'],
      [{ target, layer: 'self' }, 's.0.0.0'],
      [additive, 's.1.0.0'],
      [additive, 'q.0.0'],
      [additive, 'y.eat.0'],
      [{ ...additive, keyWidth: 6 }, 'x.eat.4'],
      [{ keys: 'queries' }, 'k.0.0'],
      [places, 'x.eat.4'],
    ])) {
      const state = normaliseState({ ...requested, edits: `${edit}:3` });
      assert.notEqual(state.edits, '', edit);
      assert.equal(normaliseState(state).edits, state.edits, edit);
      const result = makeComputation(attention, state);
      const found = [
        result.originals.size,
        result.numbersSet.length,
        findCellOfEdit(state, result, edit),
      ];
      assert.deepEqual(found, [0, 0, undefined], `${edit} of ${JSON.stringify(requested)}`);
    }
  });
});
