// The formats of exports, pictures of tables, and an export in progress.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { tensor } from '../../src/js/index.js';
import { FORMATS } from '../../web/export/formats.js';
import { writeJsonParts } from '../../web/export/numbers.js';
import { drawScreen } from '../../web/export/screen.js';
import { toSvg } from '../../web/figures/marks.js';
import { listMatrices } from '../../web/figures/tables.js';
import { ExportController, exportSection } from '../../web/views/export.js';
import { matrixTable } from '../../web/views/matrix.js';
import { computationOf, HOSTILE, STATES, viewContext } from '../support/computations.js';
import { markup } from '../support/markup.js';
import { readCsv, toCsv, toJson } from '../support/written.js';
import '../support/features.js';

/** @import { TextFormat } from '../../web/export/types.js' */
/** @import { ViewContext } from '../../web/lessons/context.js' */

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
    for (const requested of Object.values(STATES)) {
      const { state, computation } = computationOf(requested);
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
