import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { loadAttention } from '../../src/js/index.js';
import { compute } from '../../web/session/computation.js';
import { editName, withEdit } from '../../web/session/edited.js';
import {
  embeddingEdit,
  formatEdits,
  LARGEST,
  MAX_LENGTH,
  parseEdits,
} from '../../web/session/edits.js';
import { normalise } from '../../web/session/state.js';
import { times } from '../support/extent.js';
import { anyText } from '../support/hostile-text.js';

fc.configureGlobal({ seed: 7 });

const attention = await loadAttention();

/** @param {object} [requested] */
const computation = (requested) => compute(attention, normalise(requested));

/** @param {import('../../src/js/index.js').Tensor} tensor */
const bits = ({ data }) => [...new Uint32Array(data.buffer, data.byteOffset, data.length)];

describe('edits', () => {
  it('are read from a text and written as the same text', () => {
    const text = 'q.0.1:0.5;s.0.1.2:-3;x.eat.0:0.25';
    assert.equal(formatEdits(parseEdits(text)), text);
    assert.equal(formatEdits(parseEdits('x.eat.0:0.25;s.0.1.2:-3;q.0.1:0.5')), text);
  });

  it('leave out what cannot be read, and what would leave the range of float32', () => {
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
    assert.equal(formatEdits(parseEdits(`q.0.0:${LARGEST}`)), `q.0.0:${LARGEST}`);
  });

  it('whatever they are read from, writing them is a fixed point', () => {
    fc.assert(
      fc.property(anyText({ maxLength: 200 }), (text) => {
        const once = formatEdits(parseEdits(text));
        assert.equal(formatEdits(parseEdits(once)), once);
      }),
      { numRuns: times(1000) },
    );
  });

  it('of any word can be written and read back', () => {
    fc.assert(
      fc.property(anyText({ minLength: 1, maxLength: 40 }), (word) => {
        const place = embeddingEdit('x', word, 3);
        assert.equal(parseEdits(`${place}:1`).get(place), 1, place);
      }),
      { numRuns: times(1000) },
    );
  });

  it('too many are cut to what an address can hold', () => {
    const many = Array.from({ length: 3000 }, (_, i) => `q.${i % 768}.${Math.floor(i / 768)}:1`);
    const text = formatEdits(parseEdits(many.join(';')));
    assert.ok(text.length <= MAX_LENGTH && text.length > MAX_LENGTH - 20);
    assert.equal(formatEdits(parseEdits(text)), text);
  });

  it('one more is set, and can be taken back', () => {
    const one = withEdit('', 'q.0.1', 0.1);
    assert.equal(one, 'q.0.1:0.1');
    assert.equal(withEdit(one, 'q.0.1', 1e9), `q.0.1:${LARGEST}`);
    assert.equal(withEdit(one, 'q.0.1', undefined), '');
  });
});

describe('an edited computation', () => {
  const cases = /** @type {[object, string, number[]][]} */ ([
    [{}, 'wq', [1, 2, 0]],
    [{}, 'wk', [0, 3, 1]],
    [{}, 'wv', [1, 0, 1]],
    [{}, 'wo', [3, 2]],
    [{}, 'embeddings', [1, 2]],
    [{}, 'scores', [1, 2, 3]],
    [{ target: 'he is' }, 'queryEmbeddings', [1, 0]],
    [{ target: 'he is' }, 'scores', [0, 1, 3]],
    [{ mechanism: 'additive' }, 'wq', [1, 2]],
    [{ mechanism: 'additive' }, 'wk', [3, 0]],
    [{ mechanism: 'additive' }, 'wv', [2]],
    [{ mechanism: 'additive' }, 'scores', [1, 3]],
    [{ mechanism: 'additive', keyWidth: 6 }, 'embeddings', [2, 5]],
  ]);

  for (const [requested, tensor, at] of cases) {
    it(`has the number at ${tensor}[${at}] of ${JSON.stringify(requested)}, and remembers the drawn one`, () => {
      const state = normalise(requested);
      const before = compute(attention, state);
      const place = editName(state, before, { id: tensor, index: at }) ?? '';
      const after = computation({ ...requested, edits: `${place}:1.75` });
      const { shape, data } = before.results[tensor];
      const index = at.reduce((offset, step, axis) => offset * shape[axis] + step, 0);
      const changed = [...after.results[tensor].data.keys()].filter(
        (i) => after.results[tensor].data[i] !== data[i],
      );
      assert.deepEqual(changed, [index]);
      assert.equal(after.results[tensor].data[index], 1.75);
      assert.deepEqual([...after.originals], [[place, data[index]]]);
      assert.notDeepEqual(bits(after.results.output), bits(before.results.output));
    });
  }

  it('has every bit as before where a score is set to what it is', () => {
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
        // There the score was another.
        if (name === 'otherWeights') continue;
        assert.deepEqual(
          bits(after.results[name]),
          bits(tensor),
          `${JSON.stringify(requested)}: ${name}`,
        );
      }
    }
  });

  it('an embedding is set wherever its word stands, and nowhere else', () => {
    const { results, originals } = computation({ sentence: 'Eat, they eat', edits: 'x.eat.0:1.5' });
    const column = [0, 4, 8].map((i) => results.embeddings.data[i]);
    assert.equal(column[0], 1.5);
    assert.equal(column[2], 1.5);
    assert.notEqual(column[1], 1.5);
    assert.equal(originals.size, 1);
  });

  it('a weight of a matrix may be −0, and a computed number is 0 instead, as sums are', () => {
    const { results } = computation({ edits: 'k.3.2:-0;weights.0.1.2:-0;s.0.0.0:-0' });
    const { shape, data } = results.wk;
    assert.equal(shape.at(-1), 2);
    assert.ok(Object.is(data[(1 * 4 + 3) * 2], -0), 'W_K');
    assert.ok(Object.is(results.weights.data[4 + 2], 0), 'weights');
    assert.ok(Object.is(results.scores.data[0], 0), 'scores');
  });

  it('edits of what a computation does not have change nothing', () => {
    const edits = 'aq.0.0:1;s.5.0.0:1;q.9.0:1;x.nobody.0:1;y.eat.0:1';
    const { results, originals } = computation({ edits });
    assert.equal(originals.size, 0);
    assert.deepEqual(bits(results.output), bits(computation().results.output));
  });
});

describe('the edit of a word', () => {
  it('can be named and read again, however the word is written', () => {
    const words = ['eat', 'a.b', '.', 'a:b;c', '%2E', 'é', '😀', `${'a'.repeat(99)}😀`, '\ud83d'];
    for (const word of words) {
      const edit = embeddingEdit('x', word, 1);
      assert.deepEqual([...parseEdits(`${edit}:2`)], [[edit, 2]], word);
    }
    assert.notEqual(embeddingEdit('x', 'a.b', 1), embeddingEdit('x', 'a%2Eb', 1));
  });

  it('is no number beyond the largest, on either side of 0', () => {
    const edits = `q.0.0:${-2 * LARGEST};q.0.1:${2 * LARGEST};q.0.2:${-LARGEST}`;
    assert.deepEqual([...parseEdits(edits)], [['q.0.2', -LARGEST]]);
  });
});
