// Tables as CSV and as JSON.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { tensor } from '../../src/js/index.js';
import { findNamesAlong } from '../../web/graph/axes.js';
import { normaliseState } from '../../web/state/normalise.js';
import { withDecimals } from '../../web/text/number.js';
import { computationOf, STATES } from '../support/computations.js';
import { reduceCaseCount } from '../support/extent.js';
import { anyText } from '../support/hostile-text.js';
import { readCsv, toCsv, toJson } from '../support/written.js';
import '../support/features.js';
import { assertSameBits } from '../support/near.js';
import { anyState } from '../support/states.js';

/** @import { Computation } from '../../web/sources/types.js' */
/** @import { State } from '../../web/state/types.js' */

fc.configureGlobal({ seed: 7 });

const computations = Object.entries(STATES).map(([name, requested]) => ({
  name,
  ...computationOf(requested),
}));
// Wide computations are slow, and their tables are made like those of narrow ones.
const narrow = anyState.filter(({ dModel }) => dModel <= 16);

/** Lists the leading indexes of every matrix of a tensor. @param {readonly number[]} shape */
function leads(shape) {
  return shape
    .slice(0, Math.max(0, shape.length - 2))
    .reduce(
      (all, length) =>
        all.flatMap((leadingIndex) => Array.from({ length }, (_, i) => [...leadingIndex, i])),
      /** @type {number[][]} */ ([[]]),
    );
}

/** Returns a computation with nothing but weights between these words. @param {string[]} words */
function weightsOf(words) {
  const { computation } = computationOf({ mechanism: 'additive' });
  const count = words.length;
  const weights = tensor([count, count], new Float32Array(count * count));
  return { ...computation, queryWords: words, keyWords: words, results: { weights } };
}

describe('a table as CSV', () => {
  it('names rows and columns by their words, and “query / key” in the corner', () => {
    const { computation } = computationOf({
      sentence: 'They eat',
      heads: 1,
      mask: 'causal',
      seed: 3,
    });
    const lines = String(toCsv(computation, 'maskedScores')).split('\r\n');
    assert.equal(lines[0], 'query / key,They,eat');
    assert.match(lines[1], /^They,-?[\d.e-]+,-Infinity$/);
    assert.equal(lines.length, 4);
    assert.equal(lines[3], '');
  });

  it('numbers rows and columns without words from 1', () => {
    const { computation } = computationOf({ sentence: 'They eat' });
    const records = readCsv(String(toCsv(computation, 'wq', [1])));
    assert.deepEqual(records[0], ['feature / column within the head', '1', '2']);
    assert.deepEqual(records.map(([first]) => first).slice(1), ['1', '2', '3', '4']);
  });

  it('writes a vector as one column', () => {
    const { computation } = computationOf({ sentence: 'They eat', mechanism: 'additive' });
    const records = readCsv(String(toCsv(computation, 'rowSum')));
    assert.deepEqual(records[0], ['query', 'row sum']);
    assert.deepEqual(records.map(([first]) => first).slice(1), ['They', 'eat']);
    assert.deepEqual(readCsv(String(toCsv(computation, 'wv')))[0], ['hidden unit', 'entry']);
    const { computation: heads } = computationOf({ sentence: 'They eat' });
    assert.equal(readCsv(String(toCsv(heads, 'rowMax', [1]))).length, 3);
    assert.equal(readCsv(String(toCsv(heads, 'rowMax')))[0][0], 'head / query');
  });

  it('writes the first matrix by default, and nothing for a missing one', () => {
    const { computation } = computationOf({});
    assert.equal(toCsv(computation, 'weights'), toCsv(computation, 'weights', [0]));
    assert.notEqual(toCsv(computation, 'weights'), toCsv(computation, 'weights', [1]));
    for (const leadingIndex of [[2], [-1], [0.5], [Number.NaN], [0, 0, 0]]) {
      assert.equal(toCsv(computation, 'weights', leadingIndex), undefined, String(leadingIndex));
    }
    for (const name of ['nothing', 'toString', '__proto__', 'dropped']) {
      assert.equal(toCsv(computation, name), undefined, name);
    }
    assert.equal(toCsv(computationOf({ sentence: '' }).computation, 'weights'), undefined);
  });

  it('puts an apostrophe before words that a spreadsheet would run as a formula, and only those', () => {
    const words = [
      '=1+1',
      '+1',
      '-1',
      '@SUM(A1)',
      '\tx',
      '\rx',
      '＝1',
      "'",
      'a=b',
      '"=1"',
      'a"b',
      'a,b',
    ];
    const [head, ...rows] = readCsv(String(toCsv(weightsOf(words), 'weights')));
    const expected = words.map((word, i) => (i < 7 ? `'${word}` : word));
    assert.deepEqual(head.slice(1), expected);
    assert.deepEqual(
      rows.map(([first]) => first),
      expected,
    );
  });

  it('recognises a formula behind blanks', () => {
    for (const blank of [' ', '   ', '\u00a0', '\u3000', '\ufeff', '\u200b', '\v']) {
      const [, ...names] = readCsv(
        String(toCsv(weightsOf([`${blank}=1`, `${blank}a=1`]), 'weights')),
      )[0];
      assert.deepEqual(names, [`'${blank}=1`, `${blank}a=1`]);
    }
  });

  it('does not begin a cell or formula at a semicolon or tab within a word', () => {
    const text = String(toCsv(weightsOf(['a;b', 'a\tb', 'x;=1+1;', 'x\t -1', 'x\n@a']), 'weights'));
    assert.equal(
      text.slice(0, text.indexOf('\r\n')),
      `query / key,"a;b","a\tb","x;'=1+1;","x\t' -1","x\n'@a"`,
    );
    // Spreadsheets in some countries separate cells with semicolons.
    for (const cell of text.split(/[;\t\n]/)) assert.doesNotMatch(cell, /^\s*[=@]/);
  });

  it('gives back any words and numbers exactly', () => {
    const word = anyText({ minLength: 1 });
    fc.assert(
      fc.property(
        fc.array(word, { minLength: 1, maxLength: 5 }),
        fc.infiniteStream(fc.float()),
        (words, numbers) => {
          const computation = weightsOf(words);
          const { shape, data } = computation.results.weights;
          for (let i = 0; i < data.length; i++) data[i] = numbers.next().value;
          const [head, ...rows] = readCsv(String(toCsv(computation, 'weights')));
          for (const names of [head.slice(1), rows.map(([first]) => first)]) {
            assert.deepEqual(
              names.map((name, i) =>
                name === words[i] ? name : name.replace(/^'|(?<=[;\t\r\n])'/g, ''),
              ),
              words,
            );
          }
          const read = rows.flatMap(([, ...cells]) =>
            cells.map((cell) => Math.fround(Number(cell))),
          );
          assertSameBits({ shape, data: read }, computation.results.weights);
        },
      ),
      { numRuns: reduceCaseCount(300) },
    );
  });

  it('of every tensor of every computation has its numbers in their places', () => {
    for (const { name, computation } of computations) {
      for (const [tensorName, { axes }] of Object.entries(computation.nodes)) {
        const { shape, data } = computation.results[tensorName];
        const read = leads(shape).flatMap((leadingIndex) => {
          const [head, ...rows] = readCsv(String(toCsv(computation, tensorName, leadingIndex)));
          const names = findNamesAlong(axes[axes.length - 1], computation);
          if (names && shape.length > 1) assert.equal(head.length, names.length + 1);
          return rows.flatMap(([, ...cells]) => cells.map((cell) => Math.fround(Number(cell))));
        });
        assertSameBits({ shape, data: read }, { shape, data }, `${name}: ${tensorName}`);
      }
    }
  });
});

describe('a computation as JSON', () => {
  /** @param {State} state @param {Computation} computation */
  function read(state, computation) {
    const file = toJson(state, computation);
    assert.ok('text' in file);
    return JSON.parse(file.text);
  }

  it('has the state, the words and every tensor with its symbol, axes and shape', () => {
    const { state, computation } = computationOf({ target: 'he is', sentence: 'They eat' });
    const all = read(state, computation);
    assert.deepEqual(Object.keys(all), ['attentionLab', 'state', 'words', 'tensors']);
    assert.equal(all.attentionLab, 1);
    assert.deepEqual(all.words, { queries: ['he', 'is'], keys: ['They', 'eat'] });
    assert.deepEqual(
      Object.keys(all.tensors).toSorted(),
      Object.keys(computation.nodes).toSorted(),
    );
    const { data, ...about } = all.tensors.weights;
    assert.deepEqual(about, { symbol: 'A', axes: ['head', 'query', 'key'], shape: [2, 2, 2] });
    assert.equal(data.length, 8);
  });

  it('of random states gives back the state, the words and the numbers', () => {
    fc.assert(
      fc.property(narrow, (state) => {
        const { computation } = computationOf(state);
        const all = read(state, computation);
        assert.deepEqual(all.state, withDecimals(state));
        assert.deepEqual(normaliseState(all.state), state);
        assert.deepEqual(all.words, {
          queries: computation.queryWords,
          keys: computation.keyWords,
        });
        for (const [name, { shape, data }] of Object.entries(all.tensors)) {
          const numbers = data.map((/** @type {number | string} */ number) => {
            assert.ok(typeof number === 'number' || /^(NaN|-?Infinity)$/.test(number));
            return Math.fround(Number(number));
          });
          assertSameBits({ shape, data: numbers }, computation.results[name], name);
        }
      }),
      { numRuns: reduceCaseCount(100) },
    );
  });

  it('has every number of rows that are longer than a line', () => {
    const words = Array.from({ length: 70 }, (_, i) => `w${i}`).join(' ');
    const { state, computation } = computationOf({ sentence: words, heads: 1 });
    const { weights } = read(state, computation).tensors;
    const { shape, data } = computation.results.weights;
    assert.deepEqual(shape, [1, 70, 70]);
    assert.deepEqual(weights.data.map(Math.fround), [...data]);
  });

  it('writes −∞ and NaN as strings, and keeps −0', () => {
    const requested = {
      mask: 'custom',
      masked: '0.3 1.0 1.1 1.2 1.3',
      emptyRow: 'nan',
      edits: 'k.0.0:-0',
    };
    const { state, computation } = computationOf(requested);
    const { maskedScores, weights, wk } = read(state, computation).tensors;
    assert.equal(maskedScores.data[3], '-Infinity');
    assert.equal(weights.data[4], 'NaN');
    assert.ok(Object.is(wk.data[0], -0));
  });

  it('has one line per row', () => {
    const { state, computation } = computationOf({});
    const file = toJson(state, computation);
    assert.ok('text' in file);
    const lines = file.text.split('\n');
    const first = lines.findIndex((line) => line.includes('"output": {'));
    const rows = lines.slice(first + 5, first + 9);
    for (const row of rows) assert.match(row, /^ {8}(-?\d\S*, ){3}-?\d\S*$/);
    assert.equal(lines[first + 9].trim(), ']');
    assert.ok(Math.max(...lines.map((line) => line.length)) < 250);
  });

  it('without words has no tensors', () => {
    const { state, computation } = computationOf({ sentence: '' });
    assert.deepEqual(read(state, computation).tensors, {});
  });
});
