// The whole picture, derived from the graph: its tables, their places, lines, and the path of a
// number.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadAttention } from '../../src/js/index.js';
import { toSvg } from '../../web/figures/marks.js';
import { makeCellIndex } from '../../web/figures/tables.js';
import { measureText } from '../../web/figures/text-width.js';
import { measureLeft } from '../../web/figures/whole/boxes.js';
import { layOutPicture } from '../../web/figures/whole/layout.js';
import { linkBoxes } from '../../web/figures/whole/links.js';
import { makeMarks, makeWayMarks } from '../../web/figures/whole/marks.js';
import { findPicture, listStages } from '../../web/figures/whole/picture.js';
import { traceWay, traceWayOfWord } from '../../web/figures/whole/way.js';
import { computeOffset, formatCell, parseCell } from '../../web/graph/cell.js';
import { findOperands } from '../../web/graph/trace.js';
import { makeComputation } from '../../web/session/computation.js';
import { normaliseState } from '../../web/state/normalise.js';
import { PALETTES } from '../../web/styles/colour.js';
import { formulaLine } from '../../web/views/formula-line.js';
import { endNote } from '../../web/views/whole-picture.js';
import { viewContext } from '../support/computations.js';
import { markup, plain } from '../support/markup.js';
import { modelComputation } from '../support/models.js';
import '../support/features.js';

/** @import { StepContext as Context } from '../../web/sources/types.js' */

const attention = await loadAttention();

/** @param {object} state @returns {Context} */
function seeded(state) {
  const full = normaliseState(state);
  return { state: full, computation: makeComputation(attention, full) };
}

const MANY = 'the quick brown fox jumps over the lazy dog and then runs away from it all';
/** @type {Record<string, [Context, string]>} */
const SOURCES = {
  'one head': [seeded({ heads: 1 }), 'weights'],
  'two heads': [seeded({}), 'weights'],
  'three heads': [seeded({ heads: 3, dModel: 6 }), 'weights'],
  'a mask and dropout': [seeded({ mask: 'causal', dropout: 0.5 }), 'weights'],
  'shared keys': [seeded({ keys: 'queries' }), 'weights'],
  'two sentences': [seeded({ target: 'Sie essen', heads: 4, dModel: 8 }), 'weights'],
  additive: [seeded({ mechanism: 'additive' }), 'weights'],
  'additive, two sentences': [
    seeded({ mechanism: 'additive', target: 'a b', keyWidth: 6 }),
    'weights',
  ],
  'additive, sixteen words': [seeded({ mechanism: 'additive', sentence: MANY }), 'weights'],
  'sixteen words, eight heads': [seeded({ sentence: MANY, heads: 8, dModel: 8 }), 'weights'],
  'nine words, one head': [
    seeded({ sentence: 'the tired dog did not cross the busy street', heads: 1 }),
    'weights',
  ],
  'one word': [seeded({ sentence: 'word' }), 'weights'],
  wide: [seeded({ dModel: 128, heads: 2 }), 'weights'],
  'the coffee cup': [seeded({ source: 'coffee' }), 'weights'],
  'an article': [seeded({ source: 'article' }), 'weights'],
  'the describer': [await modelComputation('describer'), 'weights'],
  'a second layer': [await modelComputation('pronoun'), 'layer2/weights'],
  Mini: [await modelComputation('mini', { training: -1 }), 'layer1/weights'],
  'a toy': [await modelComputation('toy', { heads: 4 }), 'layer1/weights'],
  'the translator': [await modelComputation('translator', { mechanism: 'additive' }), 'weights'],
  'a translator by dot product': [await modelComputation('translator', {}), 'weights'],
};

/**
 * Lists the lines of the weights of all queries, except weights of 0.
 * @param {Parameters<typeof linkBoxes>[0]} made @param {Parameters<typeof linkBoxes>[1]} picture
 * @param {number} count the number of queries
 */
const listValueLines = (made, picture, count) =>
  Array.from({ length: count }, (_, query) => linkBoxes(made, picture, query))
    .flat()
    .filter(({ weight }) => (weight ?? 0) > 0);

const COLOURS = {
  ...PALETTES.light,
  ...{ faint: '#555555', hair: '#dddddd', q: '#000001', k: '#000002', v: '#000003' },
};

/** @param {Context} context @param {string} weights */
function pictureIn({ computation }, weights) {
  const picture = findPicture(computation.run.graph, weights);
  assert.ok(picture);
  return picture;
}

/** Returns many points of a path of straight lines and cubic curves. @param {string} d */
function listPoints(d) {
  let from = [0, 0];
  return [...d.matchAll(/([MCHV])([^MCHV]+)/g)].flatMap(([, kind, numbers]) => {
    const all = numbers.split(' ').map(Number);
    const to = { H: [all[0], from[1]], V: [from[0], all[0]] }[kind] ?? all.slice(-2);
    const start = kind === 'M' ? to : from;
    const controls = kind === 'C' ? [all.slice(0, 2), all.slice(2, 4)] : [start, to];
    const curve = [start, ...controls, to];
    from = to;
    return Array.from({ length: 33 }, (_, i) => {
      const t = i / 32;
      const shares = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t ** 2 * (1 - t), t ** 3];
      return [0, 1].map((axis) =>
        shares.reduce((sum, share, end) => sum + share * curve[end][axis], 0),
      );
    });
  });
}

/** @typedef {{ name: string, left: number, right: number, top: number, bottom: number }} Area */

/** Returns the areas of all tables. @param {Parameters<typeof linkBoxes>[0]} made @returns {Area[]} */
const listTableAreas = ({ boxes }) =>
  boxes.map(({ id, head, x, y, width, height }) => ({
    ...{ name: `${id} ${head}`, left: x - 1, right: x + width + 1 },
    ...{ top: y - 1, bottom: y + height + 1 },
  }));

/**
 * Returns the areas of all words: symbols, sizes, stages, heads, and words beside and below tables.
 * @param {Parameters<typeof linkBoxes>[0]} made
 * @returns {Area[]}
 */
function listLabelAreas(made) {
  const { boxes, words, heads } = makeMarks(made, [], 0);
  const inBoxes = boxes.flatMap(({ children = [] }) => [children[0], children[2]]);
  return [...inBoxes.filter(({ kind }) => kind === 'text'), ...words, ...heads].map((mark) => {
    const { x = 0, y = 0, text, children = [], isVertical, 'font-size': size = 0 } = mark;
    const name = text || children.map((span) => span.text).join('');
    const width = measureText(name, size / 2);
    const ascent = 0.7 * size;
    if (isVertical) return { name, left: x - ascent, right: x, top: y, bottom: y + width };
    const share = { start: 0, middle: 0.5, end: 1 }[mark['text-anchor'] ?? 'start'];
    const left = x - share * width;
    return { name, left, right: left + width, top: y - ascent, bottom: y };
  });
}

/** @param {Area} area @param {number[]} point @param {number} [distance] */
const isNear = ({ left, right, top, bottom }, [x, y], distance = 0) =>
  x > left - distance && x < right + distance && y > top - distance && y < bottom + distance;

it('a table without cells does not read its numbers', () => {
  const words = Array.from({ length: 80 }, (_, i) => `w${i}`).join(' ');
  const context = seeded({ sentence: words, heads: 4, dModel: 8 });
  const picture = findPicture(context.computation.run.graph, 'weights');
  assert.ok(picture);
  const made = layOutPicture(context, picture, 1200);
  const lines = linkBoxes(made, picture, 0);
  /** @type {Map<string, number>} */
  const reads = new Map();
  const boxes = made.boxes.map((box) => {
    const { view } = box.matrix;
    const at = (/** @type {number} */ row, /** @type {number} */ column) => {
      reads.set(box.id, (reads.get(box.id) ?? 0) + 1);
      return view.at(row, column);
    };
    return { ...box, matrix: { ...box.matrix, view: { ...view, at } } };
  });
  makeMarks({ ...made, boxes }, lines, 0);
  const large = boxes.filter(({ cellWidth }) => cellWidth === 0);
  assert.ok(large.some(({ id }) => id === 'weights'));
  assert.deepEqual(
    large.filter(({ id }) => reads.has(id)),
    [],
  );
  assert.ok((reads.get('wq') ?? 0) > 0, 'those with cells are');
});

describe('the tables of the whole picture', () => {
  it('are those of attention with heads, in their stages', () => {
    const picture = pictureIn(...SOURCES['two heads']);
    assert.deepEqual(
      listStages(picture).map(({ parts }) => parts.map(({ id }) => id).join(' ')),
      [
        'embeddings',
        'wq wk wv q k v',
        'scaledScores',
        'weights',
        'heads',
        'concatenated',
        'wo output',
      ],
    );
    assert.equal(picture.values, 'v');
  });

  it('are those of additive attention, whose values are the embeddings', () => {
    const picture = pictureIn(...SOURCES.additive);
    assert.deepEqual(
      listStages(picture).map(({ parts }) => parts.map(({ id }) => id).join(' ')),
      [
        'embeddings',
        'wq wk projectedQueries projectedKeys',
        'features',
        'wv scores',
        'weights',
        'output',
      ],
    );
    assert.equal(picture.values, 'embeddings');
  });

  it('show masked scores where something is masked, and weights after dropout', () => {
    const ids = pictureIn(...SOURCES['a mask and dropout']).parts.map(({ id }) => id);
    assert.ok(ids.includes('maskedScores') && ids.includes('dropped') && !ids.includes('scores'));
  });

  it('are one layer of a model, or the stacks of a decoder', () => {
    const layer = pictureIn(...SOURCES['a second layer']).parts.map(({ id }) => id);
    assert.ok(layer.includes('layer1/sum') && !layer.includes('layer1/weights'));
    const decoder = pictureIn(...SOURCES['the translator']).parts.map(({ id }) => id);
    assert.deepEqual(decoder.toSorted(), [
      ...['annotations', 'contexts', 'features', 'keys', 'queries', 'scoreWeights', 'scores'],
      'weights',
    ]);
  });

  it('are missing if there are only weights', () => {
    const { computation } = SOURCES['two heads'][0];
    const alone = new Map([...computation.run.graph].filter(([id]) => id === 'embeddings'));
    const weights = { ...computation.nodes.weights, inputs: [] };
    assert.equal(findPicture(new Map([...alone, ['weights', weights]]), 'weights'), undefined);
  });
});

for (const [name, [context, weights]] of Object.entries(SOURCES)) {
  const picture = pictureIn(context, weights);
  const { results, queryWords } = context.computation;

  describe(`the whole picture of ${name}`, () => {
    for (const width of [288, 358, 720, 1152, 1280]) {
      const made = layOutPicture(context, picture, width);
      const open = made.boxes.filter(({ isFolded }) => !isFolded);

      it(`at ${width} pixels has every table inside its edges without overlap`, () => {
        assert.ok(made.width <= width, `${made.width}`);
        assert.deepEqual(
          new Set(open.map(({ id }) => id)),
          new Set(picture.parts.map(({ id }) => id)),
        );
        for (const [i, box] of made.boxes.entries()) {
          assert.ok(box.x >= 0 && box.x + box.width <= made.width, `${box.id} across`);
          assert.ok(box.y >= 0 && box.y + box.height <= made.height, `${box.id} down`);
          for (const other of made.boxes.slice(i + 1)) {
            const apart =
              box.x + box.width <= other.x ||
              other.x + other.width <= box.x ||
              box.y + box.height <= other.y ||
              other.y + other.height <= box.y;
            assert.ok(apart, `${box.id} ${box.head} and ${other.id} ${other.head}`);
          }
        }
      });

      it(`at ${width} pixels has visible cells, and each head once`, () => {
        for (const { id, cellWidth, rows, columns, width: across } of open) {
          assert.ok(cellWidth >= 2 || Math.max(rows, columns) > 64, id);
          assert.ok(across >= 2, id);
        }
        const tables = made.boxes.filter(({ id }) => id === picture.weights);
        const heads = tables.map(({ head }) => head);
        assert.equal(new Set(heads).size, heads.length);
        assert.equal(
          heads.length,
          results[weights].shape.length > 2 ? results[weights].shape[0] : 1,
        );
        // If there is room, words and cells are large enough to read.
        if (width >= 1152) assert.ok(made.cell >= 9, `${made.cell}`);
      });

      it(`at ${width} pixels has no line across a table, a word or an edge`, () => {
        const tables = listTableAreas(made);
        const labels = listLabelAreas(made);
        const edges = { name: '', left: 0, right: made.width, top: 0, bottom: made.height };
        for (const query of [0, 1, queryWords.length - 1].filter((row) => row < queryWords.length))
          for (const { d, width: thick } of linkBoxes(made, picture, query)) {
            if (thick === 0) continue;
            const points = listPoints(d);
            const isEnd = (/** @type {Area} */ area) =>
              [points[0], points[points.length - 1]].some((point) => isNear(area, point, 6));
            const passed = tables.filter((area) => !isEnd(area));
            for (const point of points) {
              const crossed =
                tables.find((area) => isNear(area, point)) ??
                passed.find((area) => isNear(area, point, thick / 2)) ??
                labels.find((area) => isNear(area, point, thick / 2));
              assert.equal(crossed?.name, undefined, d);
              assert.ok(isNear(edges, point, -thick / 2), `beyond the edge: ${d}`);
            }
          }
      });

      it(`at ${width} pixels names each head that is not open, beside the name of the next`, () => {
        const folded = made.boxes.filter(({ isFolded }) => isFolded);
        const marks = makeMarks(made, [], 0).boxes.filter((_, i) => made.boxes[i].isFolded);
        assert.deepEqual(
          marks.map(({ children }) => children?.[0].text),
          folded.map(({ head }) => `head ${Number(head) + 1}`),
        );
        for (const [i, { x, y, width: across }] of folded.slice(1).entries()) {
          const before = folded[i];
          // A name of two digits is 44 pixels wide.
          if (before.y === y)
            assert.ok(x + across / 2 - before.x - before.width / 2 >= 44, `${x}, ${before.x}`);
        }
      });

      // A narrow screen may fold the values.
      const hasValueLines = [picture.values, picture.mixed].every((wanted) =>
        open.some(({ id }) => id === wanted),
      );

      if (!made.isWide) {
        it(`at ${width} pixels names each stage, inside its edges`, () => {
          assert.equal(made.titles.length, picture.stages);
          for (const { text, x, y } of made.titles) {
            const half = 3 * text.length;
            assert.ok(x - half >= 0 && x + half <= width, `${text} at ${x} of ${width}`);
            const isOnBox = made.boxes.some(
              (box) =>
                box.y < y && y - 9 < box.y + box.height && box.x < x && x < box.x + box.width,
            );
            assert.ok(!isOnBox, `${text} lies on a table`);
          }
          for (const [i, one] of made.titles.entries())
            for (const other of made.titles.slice(i + 1)) {
              const apart = 3 * (one.text.length + other.text.length);
              assert.ok(one.y !== other.y || Math.abs(one.x - other.x) >= apart, one.text);
            }
        });

        const below = made.words.filter(({ isVertical }) => isVertical);

        it(`at ${width} pixels names the keys of each table of pairs`, () => {
          const pairs = open.filter(
            ({ part, cellWidth }) => part.axes.endsWith('qk') && cellWidth > 0,
          );
          assert.ok(pairs.length > 0);
          for (const box of pairs)
            assert.deepEqual(
              below.filter(({ stage }) => stage === box.part.stage).map(({ text }) => text),
              context.computation.keyWords,
              box.id,
            );
        });

        it(`at ${width} pixels has no table across these words`, () => {
          for (const { text, x, y, stage } of below) {
            const bottom = Math.max(
              ...open.map((b) =>
                b.part.stage === stage ? b.y + b.height + (b.wordsHeight ?? 0) : 0,
              ),
            );
            for (const box of made.boxes)
              assert.ok(
                box.y >= bottom || box.y + box.height <= y || x < box.x || x > box.x + box.width,
                `${text} and ${box.id}`,
              );
          }
        });

        it(`at ${width} pixels names all rows of a table or none`, () => {
          const beside = made.words.filter(({ isVertical }) => !isVertical);
          for (const anchor of ['start', 'end']) {
            const texts = beside.filter((word) => word.anchor === anchor).map(({ text }) => text);
            const { keyWords, queryWords: queries } = context.computation;
            const least = Math.min(keyWords.length, queries.length);
            assert.ok(texts.length === 0 || texts.length >= least, `${texts}`);
          }
        });

        it(`at ${width} pixels has no line of a value that turns back`, () => {
          const lines = listValueLines(made, picture, queryWords.length);
          assert.equal(lines.length > 0, hasValueLines);
          for (const { d } of lines) {
            const heights = listPoints(d).map(([, y]) => y);
            assert.ok(
              heights.every((y, i) => i === 0 || y >= heights[i - 1] - 0.1),
              d,
            );
          }
        });
      }

      it(`at ${width} pixels has lines as wide as the weights of the selected row`, () => {
        for (const query of [0, queryWords.length - 1]) {
          const lines = linkBoxes(made, picture, query);
          assert.equal(lines.length, linkBoxes(made, picture, 0).length);
          assert.ok(
            lines.every(({ d }) => /^M[\d. MCHV-]+$/.test(d)),
            'finite',
          );
          const ofValues = lines.filter(({ weight }) => weight !== undefined);
          if (picture.mixed) assert.ok(ofValues.length > 0);
          for (const { cell = '', weight, width: drawn } of ofValues) {
            const { id, index } = parseCell(cell) ?? { id: '', index: [] };
            assert.equal(id, picture.weights);
            assert.equal(index.at(-2), query);
            const { shape, data } = results[id];
            assert.equal(weight, data[computeOffset(shape, index) ?? -1]);
            const wanted = weight === 0 ? 0 : Math.max(0.4, 9 * Math.min(1, Number(weight)));
            assert.ok(Math.abs(drawn - wanted) < 1e-9, `a line of ${weight} is ${drawn} wide`);
          }
        }
      });
    }

    it('frames every drawn operand of a number', () => {
      const made = layOutPicture(context, picture, 1280);
      const open = made.boxes.filter(({ isFolded, cellWidth }) => !isFolded && cellWidth > 0);
      const shapeOf = (/** @type {string} */ id) => results[id].shape;
      for (const { id, part, matrix, rows, columns } of open) {
        const cell = { id, index: makeCellIndex(matrix, rows - 1, columns - 1) };
        const frames = makeWayMarks(made, traceWay(picture, shapeOf, cell));
        const framed = (/** @type {number} */ x, /** @type {number} */ y) =>
          frames.some(
            (one) =>
              Math.abs(x - Number(one.x) - Number(one.width) / 2) < Number(one.width) / 2 &&
              Math.abs(y - Number(one.y) - Number(one.height) / 2) < Number(one.height) / 2,
          );
        for (const operand of findOperands(context.computation.run, cell).flat()) {
          const box = open.find(
            (other) =>
              other.id === operand.id &&
              part.from.some((input) => input.id === other.id) &&
              other.matrix.leadingIndex.every((at, i) => at === operand.index[i]),
          );
          // The picture has the features of one query, and begins where no input is drawn.
          if (!box) continue;
          const [row, column = 0] = operand.index.slice(box.matrix.leadingIndex.length);
          const x = measureLeft(box, column) + box.cellWidth / 2;
          const y = box.y + (row + 0.5) * box.cellHeight;
          assert.ok(framed(x, y), `${formatCell(operand)} of ${formatCell(cell)}`);
        }
      }
    });

    it('as a file has every number of the open tables exactly', () => {
      const made = layOutPicture(context, picture, 1280);
      const marks = makeMarks(made, linkBoxes(made, picture, 0), 0);
      const file = toSvg({
        ...{ width: made.width, height: made.height, title: 'a & b' },
        marks: [...marks.links, ...marks.boxes, ...marks.words],
        colours: COLOURS,
      });
      assert.doesNotMatch(file, /NaN"|undefined| style=| class=|var\(/);
      assert.match(file, /<title>a &#38; b<\/title>/);
      const cells = [...file.matchAll(/<rect[^>]* data-place="([^"]+)" data-value="([^"]+)"/g)];
      for (const [, cell, value] of cells) {
        const { id, index } = parseCell(cell) ?? { id: '', index: [] };
        const { shape, data } = results[id];
        assert.ok(
          Object.is(Math.fround(Number(value)), data[computeOffset(shape, index) ?? -1]),
          cell,
        );
      }
      const wanted = made.boxes
        .filter(({ isFolded, cellWidth }) => !isFolded && cellWidth > 0)
        .reduce((sum, { rows, columns }) => sum + rows * columns, 0);
      assert.equal(new Set(cells.map(([, cell]) => cell)).size, wanted);
    });

    it('interrupts the lines behind each name, as a file too', () => {
      const made = layOutPicture(context, picture, 358);
      const { boxes, heads } = makeMarks(made, linkBoxes(made, picture, 0), 0);
      const drawing = { width: 1, height: 1, title: '', colours: COLOURS };
      const file = toSvg({ ...drawing, marks: [...boxes, ...heads] });
      const names = file.match(/<text[^>]* paint-order="stroke"[^>]* stroke="#/g) ?? [];
      assert.equal(names.length, made.boxes.length + made.titles.length);
    });

    it('has a table for each letter of its formula', () => {
      const { nodes } = context.computation;
      /** @type {any} */
      const page = { ...context, steps: [], overview: weights };
      const text = plain(markup(formulaLine(page, weights)));
      const letters = text.replace(/softmax|tanh|√d|ᵀ/g, '').match(/[a-z]′*/gi) ?? [];
      const symbols = picture.parts.map(({ id }) => nodes[id].symbol);
      assert.ok(letters.length >= 2, text);
      for (const letter of letters) assert.ok(symbols.includes(letter), `${letter} in ${text}`);
      if (picture.values) assert.equal(letters.at(-1), nodes[picture.values].symbol);
    });

    it('has a sentence for each stage', () => {
      const texts = listStages(picture).map(({ text }) => text);
      assert.equal(new Set(texts).size, texts.length, texts.join());
      assert.ok(texts.every((text) => /^[A-Z].*\.$/.test(text)));
    });
  });
}

for (const name of ['two heads', 'two sentences', 'the translator']) {
  it(`only the words below columns in the whole picture of ${name} are rotated`, () => {
    const [context, weights] = SOURCES[name];
    const picture = pictureIn(context, weights);
    const made = layOutPicture(context, picture, 1280);
    const { words } = makeMarks(made, linkBoxes(made, picture, 0), 0);
    const tables = made.boxes.filter(({ id, isFolded }) => id === picture.weights && !isFolded);
    assert.ok(tables.length > 0);
    const below = tables.map(({ x, y, width, height }) =>
      words.filter((word) => {
        const [across, down] = [Number(word.x) - x, Number(word.y) - y - height];
        return across > 0 && across < width && down > 0 && down < 8;
      }),
    );
    for (const row of below)
      assert.deepEqual(
        row.map(({ text }) => text),
        context.computation.keyWords,
      );
    const isTurned = (/** @type {typeof words[0]} */ word) =>
      toSvg({ width: 1, height: 1, title: '', colours: COLOURS, marks: [word] }).includes(
        ' transform="rotate(-90 ',
      );
    assert.deepEqual(new Set(words.filter(isTurned)), new Set(below.flat()));
  });
}

describe('the path of a number', () => {
  const [{ computation }, weights] = SOURCES['two heads'];
  const picture = pictureIn(SOURCES['two heads'][0], weights);
  const shapeOf = (/** @type {string} */ id) => computation.results[id].shape;

  /** @param {string} cell */
  const of = (cell) => {
    const found = parseCell(cell);
    assert.ok(found && formatCell(found) === cell);
    return Object.fromEntries(traceWay(picture, shapeOf, found));
  };

  /**
   * Formats the rows and columns of each part, with the head first: `1:2 0:4`.
   * @param {readonly (readonly number[])[][] | undefined} parts
   */
  const rangesOf = (parts) => parts?.map((part) => part.map((range) => range.join(':')).join(' '));

  it('goes from a weight back to its query, its key and their rows, and on to the output', () => {
    const way = of('weights.1.2.3');
    assert.deepEqual(rangesOf(way.scaledScores), ['1:2 2:3 3:4']);
    assert.deepEqual(rangesOf(way.q), ['1:2 2:3 0:2']);
    assert.deepEqual(rangesOf(way.k), ['1:2 3:4 0:2']);
    assert.deepEqual(rangesOf(way.embeddings), ['2:3 0:4', '3:4 0:4']);
    assert.deepEqual(rangesOf(way.heads), ['1:2 2:3 0:2']);
    assert.deepEqual(rangesOf(way.concatenated), ['2:3 2:4'], 'the columns of its head');
    assert.deepEqual(rangesOf(way.output), ['2:3 0:4']);
    assert.equal(way.v, undefined, 'a weight is made of no value');
  });

  it('goes from a column of all heads back to one head and its column', () => {
    const way = of('concatenated.1.3');
    assert.deepEqual(rangesOf(way.heads), ['1:2 1:2 1:2']);
    assert.deepEqual(rangesOf(way.wv), ['1:2 0:4 1:2']);
  });

  it('goes from a value to every query of its head', () => {
    const way = of('v.0.1.1');
    assert.deepEqual(rangesOf(way.heads), ['0:1 0:4 1:2']);
    assert.deepEqual(rangesOf(way.concatenated), ['0:4 1:2']);
    assert.equal(way.weights, undefined);
  });

  it('is empty for a missing number', () => {
    assert.equal(traceWay(picture, shapeOf, { id: 'weights', index: [9, 9, 9] }).size, 0);
    assert.equal(traceWay(picture, shapeOf, { id: 'nothing', index: [0] }).size, 0);
  });

  it('of a word has its row in every table of queries', () => {
    const way = traceWayOfWord(picture, shapeOf, 'q', 1);
    assert.deepEqual(
      [...way.keys()],
      [...['embeddings', 'q', 'scaledScores', 'weights', 'heads', 'concatenated', 'output']],
    );
    assert.deepEqual(rangesOf(way.get('weights')), ['0:2 1:2 0:4']);
  });
});

describe('the whole picture of right-to-left words', () => {
  for (const [sentence, isRtl] of /** @type {const} */ ([
    ['החתול אוכל דג טרי', true],
    ['They eat fried noodles', false],
  ]))
    it(`${sentence}: the first key of the weights, its word and its path are at one place`, () => {
      const context = seeded({ sentence, heads: 1 });
      const picture = pictureIn(context, 'weights');
      const placed = layOutPicture(context, picture, 1280);
      const { boxes, words } = makeMarks(placed, [], 1);
      const box = boxes.find(({ data }) => data?.tensor === 'weights');
      const cells = box?.children?.flatMap(({ children = [] }) => children) ?? [];
      const row = cells[1]?.children ?? [];
      const [first, second] = row.map(({ x = 0, width = 0 }) => x + width / 2);
      assert.equal(first > second, isRtl);
      const below = words.filter(({ isVertical }) => isVertical);
      assert.ok(Math.abs(Number(below[0].x) - 4 - first) < 1, `${below[0].x}, ${first}`);
      const slab = [
        [0, 1],
        [1, 2],
        [0, 1],
      ];
      const way = new Map([['weights', [slab]]]);
      const [frame] = makeWayMarks(placed, /** @type {any} */ (way));
      assert.ok(Math.abs(Number(frame.x) + Number(frame.width) / 2 - first) < 2, `${frame.x}`);
    });
});

describe('the end of the whole picture', () => {
  it('names the last table if the model computes more from it, and no steps that follow', () => {
    const [{ state, computation }] = SOURCES['the describer'];
    const context = viewContext({ state, computation });
    const picture = findPicture(computation.run.graph, 'weights');
    assert.ok(picture);
    const { id } = picture.parts.filter(({ isParameter }) => !isParameter).at(-1) ?? {};
    const said = plain(markup(endNote(context, picture)));
    assert.ok(
      said.startsWith(`The picture ends with the ${computation.nodes[String(id)].name} `),
      said,
    );
    assert.match(said, /The steps show what/);
    assert.doesNotMatch(plain(markup(endNote({ ...context, isLocked: true }, picture))), /steps/);
  });

  it('says nothing if the picture ends with the result', () => {
    const [{ state, computation }] = SOURCES['two heads'];
    const picture = findPicture(computation.run.graph, 'weights');
    assert.ok(picture);
    assert.equal(plain(markup(endNote(viewContext({ state, computation }), picture))), '');
  });
});
