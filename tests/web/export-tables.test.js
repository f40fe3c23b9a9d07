import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { tensor } from '../../src/js/index.js';
import { FORMATS } from '../../web/export/formats.js';
import { writeJsonParts } from '../../web/export/numbers.js';
import { drawScreen } from '../../web/export/screen.js';
import { toSvg } from '../../web/figures/marks.js';
import { listMatrices } from '../../web/figures/tables.js';
import { findNamesAlong } from '../../web/graph/axes.js';
import { normaliseState } from '../../web/state/normalise.js';
import { withDecimals } from '../../web/text/number.js';
import { ExportController, exportSection } from '../../web/views/export.js';
import { matrixTable } from '../../web/views/matrix.js';
import { computationOf, HOSTILE, STATES, viewContext } from '../support/computations.js';
import { reduceCaseCount } from '../support/extent.js';
import { anyText } from '../support/hostile-text.js';
import { markup } from '../support/markup.js';
import { toCsv, toJson } from '../support/written.js';
import '../support/features.js';
import { assertSameBits } from '../support/near.js';
import { anyState } from '../support/states.js';

/** @import { TextFormat } from '../../web/export/types.js' */
/** @import { ViewContext } from '../../web/lessons/context.js' */
/** @import { Computation } from '../../web/sources/types.js' */
/** @import { State } from '../../web/state/types.js' */

fc.configureGlobal({ seed: 7 });

const computations = Object.entries(STATES).map(([name, requested]) => ({
  name,
  ...computationOf(requested),
}));
// Wide computations are slow, and their tables are made like those of narrow ones.
const narrow = anyState.filter(({ dModel }) => dModel <= 16);

/** Reads CSV strictly by RFC 4180. @param {string} text @returns {string[][]} */
function readCsv(text) {
  /** @type {string[][]} */
  const records = [];
  let record = [];
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy;
  while (field.lastIndex < text.length) {
    const at = field.lastIndex;
    const found = field.exec(text);
    assert.ok(found, `not RFC 4180: ${JSON.stringify(text.slice(at, at + 40))}`);
    record.push(found[1]?.replaceAll('""', '"') ?? found[2]);
    if (found[3] === ',') continue;
    records.push(record);
    record = [];
  }
  assert.deepEqual(record, [], 'the last line ends as the others');
  return records;
}

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

/** The formats of text. */
const textFormats = /** @type {TextFormat[]} */ (
  FORMATS.filter(({ kind }) => kind === 'text' || kind === 'program')
);

describe('the formats', () => {
  it('each have a name, a file and a type, and write every computation', async () => {
    assert.deepEqual(
      FORMATS.map(({ id }) => id),
      ['link', 'svg', 'png', 'csv', 'json', 'map', 'numpy', 'pytorch', 'javascript'],
    );
    for (const { state, computation } of computations) {
      const offered = textFormats.filter(({ isOffered }) => isOffered?.(computation) ?? true);
      assert.equal(offered.length, 5, 'only a model of several layers has a map of all heads');
      for (const { id, label, file, type, make } of offered) {
        const request = { state, computation, tensor: 'weights' };
        const output = await make(request);
        assert.ok('text' in output && output.text.length > 20, `${id}: ${JSON.stringify(output)}`);
        assert.match(file(request), /^[\w-]+\.(csv|json|py|mjs)$/);
        assert.match(type, /^(text|application)\//);
        assert.ok(label.length > 5);
      }
    }
  });

  it('write many numbers in several turns, with the same text', async (t) => {
    const turns = t.mock.method(globalThis, 'setTimeout');
    const request = { tensor: 'scores', leadingIndex: [1] };
    for (const [count, csvTurns, jsonTurns] of [
      [4, 0, 0],
      [200, 1, 8],
    ]) {
      const sentence = Array.from({ length: count }, (_, i) => `w${i}`).join(' ');
      const { state, computation } = computationOf({ sentence });
      for (const [format, least, fullText] of /** @type {const} */ ([
        ['csv', csvTurns, toCsv(computation, 'scores', [1])],
        ['json', jsonTurns, Object(toJson(state, computation)).text],
      ])) {
        const before = turns.mock.callCount();
        const file = await textFormats
          .find(({ id }) => id === format)
          ?.make({
            ...{ state, computation },
            ...request,
          });
        assert.deepEqual(file, { text: fullText });
        const taken = turns.mock.callCount() - before;
        const most = fullText.length / 2 ** 18;
        assert.ok(
          taken >= least && taken <= most,
          `${taken} turns for ${fullText.length} characters`,
        );
      }
    }
  });

  it('name a table’s file after its tensor and head', () => {
    const [csv] = textFormats;
    const { state, computation } = computationOf({});
    assert.equal(
      csv.file({ state, computation, tensor: 'weights', leadingIndex: [1] }),
      'weights-2.csv',
    );
    assert.equal(csv.file({ state, computation, tensor: 'output' }), 'output.csv');
    const tensor = 'layer1/inner/weights';
    const file = csv.file({ state, computation, tensor, leadingIndex: [0, 2] });
    assert.equal(file, 'layer1-inner-weights-1-3.csv');
    const others = textFormats.slice(1).map((item) => item.file({ state, computation, tensor }));
    assert.deepEqual(others, [
      ...['attention.json', 'attention-map.json'],
      ...['attention_numpy.py', 'attention_pytorch.py', 'attention.mjs'],
    ]);
  });

  it('write three million numbers, and refuse one more', async () => {
    const data = new Float32Array(3_000_001);
    const json = textFormats.find(({ id }) => id === 'json');
    /** @param {number} count */
    const parts = (count) => {
      const results = { weights: { shape: [count], data: data.subarray(0, count) } };
      const nodes = { weights: { symbol: 'A', axes: 'k' } };
      return /** @type {any} */ ({ nodes, results, queryWords: [], keyWords: [] });
    };
    assert.ok('parts' in writeJsonParts({}, parts(3_000_000)));
    const file = await json?.make({
      ...computationOf({}),
      computation: parts(3_000_001),
      tensor: '',
    });
    assert.match(Object(file).refused, /^These tensors hold 3,000,001 numbers.*Choose fewer words/);
  });

  it('write a single map even if all maps have more than three million numbers', async () => {
    const map = textFormats.find(({ id }) => id === 'map');
    /** @param {number} length the length of each map */
    const make = async (length) => {
      const weights = { shape: [1, 1, length], data: new Float32Array(length) };
      const { state, computation } = computationOf({});
      const maps = ['cross', 'encoder', 'decoder'].map((name, i) => ({
        ...{
          name,
          queryWords: [name],
          keyWords: [],
          layers: [i === 0 ? tensor([1, 1, 1], [7]) : weights],
        },
      }));
      return /** @type {any} */ (
        await map?.make({ state, computation: { ...computation, maps }, tensor: 'weights' })
      );
    };
    assert.deepEqual(Object.keys(JSON.parse((await make(1)).text).maps), [
      ...['cross', 'encoder', 'decoder'],
    ]);
    const { words, tensors } = JSON.parse((await make(1_500_000)).text);
    assert.deepEqual(words.queries, ['cross']);
    assert.deepEqual(tensors['layer1/weights'].data, [7]);
  });

  it('refuse an impossible export with a sentence', async () => {
    const { state, computation } = computationOf({ sentence: '' });
    for (const { id, make } of textFormats) {
      if (id === 'json') continue;
      const file = await make({ state, computation, tensor: 'weights' });
      assert.ok('refused' in file, id);
      assert.match(file.refused, /^There (are no words|is no table).*\.$/);
    }
  });

  it('write hostile words only quoted', async () => {
    const { state, computation } = computationOf({ sentence: HOSTILE });
    for (const { id, make, isOffered } of textFormats) {
      if (isOffered && !isOffered(computation)) continue;
      const file = await make({ state, computation, tensor: 'weights' });
      assert.ok('text' in file);
      if (id === 'csv')
        assert.deepEqual(readCsv(file.text).length, computation.queryWords.length + 1);
      else if (id === 'json')
        assert.deepEqual(JSON.parse(file.text).words.queries, computation.queryWords);
      else assert.doesNotMatch(file.text, /<\/script|[^\n -~]/);
    }
  });
});

/**
 * Draws the screen on a page of black text on white.
 * @param {import('node:test').TestContext} t
 * @param {ViewContext} context
 */
function drawOnPage(t, context) {
  const colours = { color: 'rgb(0, 0, 0)', backgroundColor: 'rgb(255, 255, 255)' };
  const ends = {
    floodColor: 'rgb(0, 0, 0)',
    lightingColor: 'rgb(9, 9, 9)',
    stopColor: 'rgb(9, 9, 9)',
  };
  const page = /** @type {any} */ (globalThis);
  page.getComputedStyle = () => ({ ...colours, ...ends });
  t.after(() => {
    delete page.getComputedStyle;
  });
  return drawScreen(context, /** @type {any} */ ({ clientWidth: 700 }));
}

describe('a picture of tables', () => {
  it('with more numbers than a map of 2,048 words is refused with a sentence', async () => {
    const context = viewContext(computationOf({}));
    const [part] = context.parts.filter((each) => typeof each !== 'string');
    const make = (/** @type {number} */ rows) => {
      const view = { rows, columns: 2048, numbers: [], at: () => 0 };
      const parts = /** @type {any} */ ([part && { ...part, view }]);
      return drawScreen({ ...context, parts }, /** @type {any} */ ({ clientWidth: 700 }));
    };
    await assert.rejects(make(2049), {
      code: 'ERR_EXPORT',
      message:
        'An image of so many numbers would be too large. Choose JSON, or fewer words or features.',
    });
    // The next step reads colours of the page, which Node does not have.
    await assert.rejects(make(2048), ReferenceError);
  });

  it('writes the numbers of one row as the screen does, where other rows have larger ones', async (t) => {
    const { state, computation } = computationOf({
      ...{ step: 'scores', rows: 'one', query: 2, pin: -1, heads: 1 },
      edits: 'scores.0.2.0:1e-6;scores.0.2.1:1e-6;scores.0.2.2:1e-6;scores.0.2.3:1e-6',
    });
    const context = viewContext({ state, computation });
    const scores = listMatrices(context.parts).find(({ tensor }) => tensor === 'scores');
    assert.equal(scores && markup(matrixTable(scores, context)).match(/≈0/g)?.length, 4);
    const svg = toSvg(await drawOnPage(t, context));
    assert.equal(svg.match(/>≈0</g)?.length, 4, svg);
  });

  it('keeps the stages in its description when it counts numbers set by hand', async (t) => {
    const draw = (/** @type {object} */ more) =>
      drawOnPage(t, viewContext(computationOf({ view: 'whole', ...more })));
    const plain = (await draw({})).description ?? '';
    assert.match(plain, /\w{3,}.*\. /);
    const edited = (await draw({ edits: 'wq.0.1:2' })).description ?? '';
    assert.equal(edited, `${plain} 1 number set by hand`);
  });
});

describe('an export in progress', () => {
  it('leaves nothing of the last export to copy or to save', async () => {
    const context = viewContext(computationOf({}));
    const exporter = new ExportController(/** @type {any} */ ({ requestUpdate() {} }));
    exporter.last = { format: 'csv', state: context.state, result: 'of the last', message: '' };
    const render = () =>
      exportSection(context, exporter, { hasPrograms: true, hasWorksheet: false });
    const find = (/** @type {RegExp} */ pattern) => markup(render()).match(pattern);
    const toKeep = /Copy|Save as/g;
    assert.ok(find(/of the last/));
    assert.deepEqual(find(toKeep), ['Copy', 'Save as']);
    /** @type {(result: object) => void} */
    let end = () => {};
    const run = exporter.making.run(() => new Promise((resolve) => (end = resolve)));
    assert.equal(find(/of the last/), null);
    assert.equal(find(toKeep), null);
    assert.equal(find(/aria-pressed=true/), null);
    end({ result: 'of this one' });
    await run;
    assert.deepEqual(find(toKeep), ['Copy', 'Save as']);
  });
});

it('says how to print one step, where printing the page prints all steps', () => {
  const draw = (/** @type {object} */ change) => {
    const context = { ...viewContext(computationOf({})), ...change };
    const exporter = new ExportController(/** @type {any} */ ({ requestUpdate() {} }));
    return markup(exportSection(context, exporter, { hasPrograms: true, hasWorksheet: false }));
  };
  const { steps, state } = viewContext(computationOf({}));
  assert.match(draw({ isLinked: true }), RegExp(`prints all ${steps.length} steps`));
  assert.doesNotMatch(draw({ isLinked: false }), /prints all/);
  assert.doesNotMatch(draw({ isLinked: true, steps: steps.slice(0, 1) }), /prints all/);
  assert.doesNotMatch(draw({ isLinked: true, state: { ...state, view: 'whole' } }), /prints all/);
});
