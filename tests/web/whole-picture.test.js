import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toSvg } from '../../web/figures/marks.js';
import { makeTableCell } from '../../web/figures/tables.js';
import { measureLeft } from '../../web/figures/whole/boxes.js';
import { layOutPicture } from '../../web/figures/whole/layout.js';
import { linkBoxes } from '../../web/figures/whole/links.js';
import { makeMarks, makeWayMarks } from '../../web/figures/whole/marks.js';
import { findPicture, listStages } from '../../web/figures/whole/picture.js';
import { traceWay, traceWayOfWord } from '../../web/figures/whole/way.js';
import { computeOffset, formatCell, parseCell } from '../../web/graph/cell.js';
import { findOperands } from '../../web/graph/trace.js';
import { addLineColours, PALETTES } from '../../web/styles/colour.js';
import { formulaLine } from '../../web/views/formula-line.js';
import { endNote } from '../../web/views/stage-walk.js';
import { viewContext } from '../support/computations.js';
import { markup, plain } from '../support/markup.js';
import { pictureIn, SOURCES, seeded } from './whole-pictures.js';

/** @import { StepContext as Context } from '../../web/sources/types.js' */

const COLOURS = addLineColours(PALETTES.light);

it('a table without cells does not read its numbers', () => {
  const words = Array.from({ length: 80 }, (_, i) => `w${i}`).join(' ');
  const context = seeded({ sentence: words, heads: 4, dModel: 8 });
  const picture = findPicture(context.computation.run.graph, 'weights');
  assert.ok(picture);
  const layout = layOutPicture(context, picture, 1200);
  const lines = linkBoxes(layout, picture, 0);
  /** @type {Map<string, number>} */
  const reads = new Map();
  const boxes = layout.boxes.map((box) => {
    const { view } = box.matrix;
    const at = (/** @type {number} */ row, /** @type {number} */ column) => {
      reads.set(box.id, (reads.get(box.id) ?? 0) + 1);
      return view.at(row, column);
    };
    return { ...box, matrix: { ...box.matrix, view: { ...view, at } } };
  });
  makeMarks({ ...layout, boxes }, lines, 0);
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
      listStages(SOURCES['two heads'][0], picture).map(({ parts }) =>
        parts.map(({ id }) => id).join(' '),
      ),
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
      listStages(SOURCES.additive[0], picture).map(({ parts }) =>
        parts.map(({ id }) => id).join(' '),
      ),
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
  const { results } = context.computation;

  describe(`the whole picture of ${name}`, () => {
    it('frames every drawn operand of a number', () => {
      const layout = layOutPicture(context, picture, 1280);
      const open = layout.boxes.filter(({ isFolded, cellWidth }) => !isFolded && cellWidth > 0);
      const shapeOf = (/** @type {string} */ id) => results[id].shape;
      for (const { id, part, matrix, rows, columns } of open) {
        const cell = { id, index: makeTableCell(matrix, rows - 1, columns - 1).index };
        const frames = makeWayMarks(layout, traceWay(picture, shapeOf, cell));
        const framed = (/** @type {number} */ x, /** @type {number} */ y) =>
          frames.some(
            (frame) =>
              Math.abs(x - Number(frame.x) - Number(frame.width) / 2) < Number(frame.width) / 2 &&
              Math.abs(y - Number(frame.y) - Number(frame.height) / 2) < Number(frame.height) / 2,
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
      const layout = layOutPicture(context, picture, 1280);
      const marks = makeMarks(layout, linkBoxes(layout, picture, 0), 0);
      const file = toSvg({
        ...{ width: layout.width, height: layout.height, title: 'a & b' },
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
      const wanted = layout.boxes
        .filter(({ isFolded, cellWidth }) => !isFolded && cellWidth > 0)
        .reduce((sum, { rows, columns }) => sum + rows * columns, 0);
      assert.equal(new Set(cells.map(([, cell]) => cell)).size, wanted);
    });

    it('interrupts the lines behind each name, as a file too', () => {
      const layout = layOutPicture(context, picture, 358);
      const { boxes, heads } = makeMarks(layout, linkBoxes(layout, picture, 0), 0);
      const drawing = { width: 1, height: 1, title: '', colours: COLOURS };
      const file = toSvg({ ...drawing, marks: [...boxes, ...heads] });
      const names = file.match(/<text[^>]* paint-order="stroke"[^>]* stroke="#/g) ?? [];
      assert.equal(names.length, layout.boxes.length + layout.titles.length);
      // Letters in the colours of lines would be too pale to read.
      const { q, k, v } = COLOURS;
      for (const [, colour] of file.matchAll(/<text[^>]* fill="([^"]*)"/g))
        assert.ok(![q, k, v].includes(colour), colour);
    });

    it('has a table for each letter of its formula', () => {
      const { nodes } = context.computation;
      /** @type {any} */
      const page = { ...context, steps: [], overview: weights };
      const text = plain(markup(formulaLine(page, weights)));
      const letters = text.replace(/softmax|tanh|√d|ᵀ|M/g, '').match(/[a-z]′*/gi) ?? [];
      const symbols = picture.parts.map(({ id }) => nodes[id].symbol);
      assert.ok(letters.length >= 2, text);
      const { rule } = nodes[weights.replace('weights', 'scaledScores')]?.options ?? {};
      assert.equal(text.includes('/√d'), rule === 'sqrt' && !text.includes('tanh'), text);
      for (const letter of letters) assert.ok(symbols.includes(letter), `${letter} in ${text}`);
      if (picture.values) assert.equal(letters.at(-1), nodes[picture.values].symbol);
    });

    it('has a sentence for each stage, which names the scores that the table holds', () => {
      const stages = listStages(context, picture);
      const texts = stages.map(({ text }) => text);
      const ofScores = stages.find(({ parts }) => parts.some(({ id }) => id === picture.scores));
      const { name } = context.computation.nodes[picture.scores];
      if (ofScores !== stages[0] && name !== 'scores')
        assert.match(String(ofScores?.text), new RegExp(`The table holds the ${name}\\.$`));
      assert.equal(new Set(texts).size, texts.length, texts.join());
      assert.ok(texts.every((text) => /^[A-Z].*\.$/.test(text)));
    });
  });
}

for (const name of ['two heads', 'two sentences', 'the translator']) {
  it(`only the words below columns in the whole picture of ${name} are rotated`, () => {
    const [context, weights] = SOURCES[name];
    const picture = pictureIn(context, weights);
    const layout = layOutPicture(context, picture, 1280);
    const { words } = makeMarks(layout, linkBoxes(layout, picture, 0), 0);
    const tables = layout.boxes.filter(({ id, isFolded }) => id === picture.weights && !isFolded);
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
  const traceCell = (cell) => {
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
    const way = traceCell('weights.1.2.3');
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
    const way = traceCell('concatenated.1.3');
    assert.deepEqual(rangesOf(way.heads), ['1:2 1:2 1:2']);
    assert.deepEqual(rangesOf(way.wv), ['1:2 0:4 1:2']);
  });

  it('goes from a value to every query of its head', () => {
    const way = traceCell('v.0.1.1');
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
    const text = plain(markup(endNote(context, picture)));
    assert.ok(
      text.startsWith(`The picture ends with the ${computation.nodes[String(id)].name} `),
      text,
    );
    assert.match(text, /The steps show what/);
    assert.doesNotMatch(plain(markup(endNote({ ...context, isLocked: true }, picture))), /steps/);
  });

  it('says nothing if the picture ends with the result', () => {
    const [{ state, computation }] = SOURCES['two heads'];
    const picture = findPicture(computation.run.graph, 'weights');
    assert.ok(picture);
    assert.equal(plain(markup(endNote(viewContext({ state, computation }), picture))), '');
  });
});
