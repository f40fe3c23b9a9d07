import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { measureText } from '../../web/figures/text-width.js';
import { layOutPicture } from '../../web/figures/whole/layout.js';
import { linkBoxes } from '../../web/figures/whole/links.js';
import { makeMarks } from '../../web/figures/whole/marks.js';
import { computeOffset, parseCell } from '../../web/graph/cell.js';
import { pictureIn, SOURCES } from './whole-pictures.js';

/**
 * Lists the lines of the weights of all queries, except weights of 0.
 * @param {Parameters<typeof linkBoxes>[0]} layout @param {Parameters<typeof linkBoxes>[1]} picture
 * @param {number} count the number of queries
 */
const listValueLines = (layout, picture, count) =>
  Array.from({ length: count }, (_, query) => linkBoxes(layout, picture, query))
    .flat()
    .filter(({ weight }) => (weight ?? 0) > 0);

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
 * @param {Parameters<typeof linkBoxes>[0]} layout
 * @returns {Area[]}
 */
function listLabelAreas(layout) {
  const { boxes, words, heads } = makeMarks(layout, [], 0);
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

for (const [name, [context, weights]] of Object.entries(SOURCES)) {
  const picture = pictureIn(context, weights);
  const { results, queryWords } = context.computation;

  describe(`the layout of the whole picture of ${name}`, () => {
    for (const width of [288, 358, 720, 1152, 1280]) {
      const layout = layOutPicture(context, picture, width);
      const open = layout.boxes.filter(({ isFolded }) => !isFolded);

      it(`at ${width} pixels has every table inside its edges without overlap`, () => {
        assert.ok(layout.width <= width, `${layout.width}`);
        assert.deepEqual(
          new Set(open.map(({ id }) => id)),
          new Set(picture.parts.map(({ id }) => id)),
        );
        for (const [i, box] of layout.boxes.entries()) {
          assert.ok(box.x >= 0 && box.x + box.width <= layout.width, `${box.id} across`);
          assert.ok(box.y >= 0 && box.y + box.height <= layout.height, `${box.id} down`);
          for (const other of layout.boxes.slice(i + 1)) {
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
        const tables = layout.boxes.filter(({ id }) => id === picture.weights);
        const heads = tables.map(({ head }) => head);
        assert.equal(new Set(heads).size, heads.length);
        assert.equal(
          heads.length,
          results[weights].shape.length > 2 ? results[weights].shape[0] : 1,
        );
        // If there is room, words and cells are large enough to read.
        if (width >= 1152) assert.ok(layout.cell >= 9, `${layout.cell}`);
      });

      it(`at ${width} pixels has no line across a table, a word or an edge`, () => {
        const tables = listTableAreas(layout);
        const labels = listLabelAreas(layout);
        const edges = { name: '', left: 0, right: layout.width, top: 0, bottom: layout.height };
        for (const query of [0, 1, queryWords.length - 1].filter((row) => row < queryWords.length))
          for (const { d, width: thick } of linkBoxes(layout, picture, query)) {
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
        const folded = layout.boxes.filter(({ isFolded }) => isFolded);
        const marks = makeMarks(layout, [], 0).boxes.filter((_, i) => layout.boxes[i].isFolded);
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

      if (!layout.isWide) {
        it(`at ${width} pixels names each stage, inside its edges`, () => {
          assert.equal(layout.titles.length, picture.stages);
          for (const { text, x, y } of layout.titles) {
            const half = 3 * text.length;
            assert.ok(x - half >= 0 && x + half <= width, `${text} at ${x} of ${width}`);
            const isOnBox = layout.boxes.some(
              (box) =>
                box.y < y && y - 9 < box.y + box.height && box.x < x && x < box.x + box.width,
            );
            assert.ok(!isOnBox, `${text} lies on a table`);
          }
          for (const [i, title] of layout.titles.entries())
            for (const otherTitle of layout.titles.slice(i + 1)) {
              const apart = 3 * (title.text.length + otherTitle.text.length);
              assert.ok(
                title.y !== otherTitle.y || Math.abs(title.x - otherTitle.x) >= apart,
                title.text,
              );
            }
        });

        const below = layout.words.filter(({ isVertical }) => isVertical);

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
            for (const box of layout.boxes)
              assert.ok(
                box.y >= bottom || box.y + box.height <= y || x < box.x || x > box.x + box.width,
                `${text} and ${box.id}`,
              );
          }
        });

        it(`at ${width} pixels names all rows of a table or none`, () => {
          const horizontal = layout.words.filter(({ isVertical }) => !isVertical);
          for (const anchor of ['start', 'end']) {
            const texts = horizontal
              .filter((word) => word.anchor === anchor)
              .map(({ text }) => text);
            const { keyWords, queryWords: queries } = context.computation;
            const least = Math.min(keyWords.length, queries.length);
            assert.ok(texts.length === 0 || texts.length >= least, `${texts}`);
          }
        });

        it(`at ${width} pixels has no line of a value that turns back`, () => {
          const lines = listValueLines(layout, picture, queryWords.length);
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
          const lines = linkBoxes(layout, picture, query);
          assert.equal(lines.length, linkBoxes(layout, picture, 0).length);
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
  });
}
