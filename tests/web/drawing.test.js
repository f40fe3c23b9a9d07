import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadAttention } from '../../src/js/index.js';
import { drawMatrices } from '../../web/export/drawing.js';
import { toSvg } from '../../web/figures/marks.js';
import { makeTable, shareColourLimit } from '../../web/figures/tables.js';
import { listLessonSteps } from '../../web/lessons/steps.js';
import { makeComputation } from '../../web/session/computation.js';
import { readOwnWeights } from '../../web/sources/own-weights.js';
import { DEFAULTS } from '../../web/state/fields.js';
import { normaliseState } from '../../web/state/normalise.js';
import { PALETTES } from '../../web/styles/colour.js';
import { rounded } from '../../web/text/number.js';
import { byKind } from '../support/marks.js';

/** @import { Drawing } from '../../web/figures/types.js' */
/** @import { Mark } from '../support/marks.js' */

const attention = await loadAttention();

/** @param {object} requested */
function drawState(requested) {
  const state = normaliseState(requested);
  const computation = makeComputation(attention, state);
  const step = listLessonSteps(state).find(({ id }) => id === state.step);
  const parts = shareColourLimit(step?.figure({ state, computation }) ?? []);
  return {
    parts,
    drawing: drawMatrices(parts, { title: 'a step', palette: PALETTES.light, hasLegend: true }),
  };
}

/** @param {{ label: string, weights: number[][], rowTokens?: string[] }} given */
function drawOwnWeights({ label: name, ...given }) {
  const computation = readOwnWeights(given);
  assert.ok(computation, 'there are weights');
  const context = /** @type {any} */ ({ state: DEFAULTS, computation });
  const matrix = makeTable(context, 'weights', { name });
  return drawMatrices([matrix], { title: name, palette: PALETTES.light });
}

/**
 * Returns the smallest box of a text at 13 pixels. Most letters are half as wide, East Asian ones
 * are as wide as high.
 * @param {Mark} label
 */
function boxOf({ text, x, y, 'text-anchor': anchor, isVertical }) {
  const wide = /[\p{sc=Han}\p{sc=Hiragana}\p{Emoji_Presentation}０-９、]/u;
  const width = [...text].reduce((sum, letter) => sum + (wide.test(letter) ? 13 : 6.5), 0);
  if (isVertical) return { left: x - 10, right: x + 3, top: y - width, bottom: y };
  const left = x - { start: 0, middle: width / 2, end: width }[anchor];
  return { left, right: left + width, top: y - 10, bottom: y + 3 };
}

/** Lists both ends of each line of a path. @param {string} d */
function listLineEnds(d) {
  let [x, y] = [0, 0];
  return [...d.matchAll(/([Mlm])([\d.-]+) ([\d.-]+)/g)].flatMap(([, command, right, down]) => {
    const from = [x, y];
    const isMoved = command === 'M';
    [x, y] = [Number(right) + (isMoved ? 0 : x), Number(down) + (isMoved ? 0 : y)];
    return command === 'l' ? [[from, [x, y]]] : [];
  });
}

/** @param {Drawing} drawing */
function assertRoom(drawing) {
  const { width, height } = drawing;
  const { rectangles, labels } = byKind(drawing);
  for (const box of rectangles) {
    assert.ok(box.x >= 0 && box.y >= 0, `${box.x} ${box.y}`);
    assert.ok(box.x + box.width <= width && box.y + box.height <= height);
  }
  const boxes = labels.map(boxOf);
  for (const [i, { left, right, top, bottom }] of boxes.entries()) {
    const { text } = labels[i];
    assert.ok(left >= 0 && right <= width, `${text}: ${left} to ${right} of ${width}`);
    assert.ok(top >= 0 && bottom <= height, `${text}: ${top} to ${bottom} of ${height}`);
    for (const [j, other] of boxes.entries()) {
      if (i === j || bottom <= other.top || other.bottom <= top) continue;
      const apart = right <= other.left || other.right <= left;
      assert.ok(apart, `${text} lies on ${labels[j].text}`);
    }
  }
}

describe('a drawing', () => {
  it('holds every number of the step’s matrices, and every word', () => {
    for (const requested of [
      { step: 'scores' },
      { step: 'weights', mask: 'causal' },
      { step: 'mechanisms' },
      { step: 'decoder', target: 'he is tall' },
    ]) {
      const { parts, drawing } = drawState(requested);
      const texts = byKind(drawing).labels.map(({ text }) => text);
      for (const part of parts) {
        if (typeof part === 'string') continue;
        const { view, rowWords = [] } = part;
        for (let row = 0; row < view.rows; row++) {
          for (let column = 0; column < view.columns; column++) {
            const at = texts.indexOf(rounded(view.at(row, column)));
            assert.ok(at >= 0, `${part.tensor} ${row} ${column}`);
            texts.splice(at, 1);
          }
        }
        for (const word of rowWords) assert.ok(texts.includes(word), word);
      }
    }
  });

  it('has the rows of a word at one height in maps, columns and tables side by side', () => {
    const sentence = 'one two three four five six seven eight nine ten eleven twelve thirteen';
    for (const step of ['weights', 'output']) {
      const { drawing } = drawState({
        sentence: `${sentence} fourteen fifteen sixteen seventeen`,
        step,
      });
      const heights = (/** @type {string} */ word) =>
        byKind(drawing)
          .labels.filter(({ text, isVertical }) => text === word && !isVertical)
          .map(({ y }) => y);
      assert.ok(heights('one').length > 1, step);
      for (const word of ['one', 'seventeen'])
        assert.equal(new Set(heights(word)).size, 1, `${step}: ${word} at ${heights(word)}`);
    }
  });

  it('holds the words of rows in wide fonts, such as DejaVu Sans', () => {
    const { drawing } = drawState({ target: 'We sing, they dance', step: 'weights' });
    const edges = drawing.marks.flatMap((mark) =>
      mark.kind === 'path' && mark.stroke === 'hair'
        ? [Number(/^M([\d.]+)/.exec(String(mark.d))?.[1])]
        : [],
    );
    const names = byKind(drawing).labels.filter(({ text }) => text === 'dance');
    assert.equal(names.length, 4);
    for (const { x } of names) {
      const edge = Math.max(...edges.filter((each) => each < x));
      assert.ok(x - 5 * 8 >= edge, `${x} is close to ${edge}`);
    }
  });

  it('stays within its borders, and its texts do not overlap', () => {
    const long =
      'Donaudampfschifffahrt 注意機構は単語の関係を学習する仕組みです 👍🏽👍🏽👍🏽👍🏽👍🏽';
    for (const requested of [
      { step: 'weights' },
      { step: 'weights', sentence: long },
      { step: 'q', heads: 4 },
      { step: 'scores', mechanism: 'additive' },
      { step: 'heads', heads: 2 },
      { step: 'headContributions', heads: 2 },
      { step: 'mechanisms', sentence: long },
      { step: 'decoder', target: 'he is tall' },
    ]) {
      assertRoom(drawState(requested).drawing);
    }
    for (const given of [
      { label: 'decoder layer 6, cross-attention', head: 12, weights: [[0, 1]] },
      { label: '第六層の注意の重み、ヘッド１２', weights: [[0, 1]] },
      { label: 'no end '.repeat(1000), weights: [[0, 1]] },
      { label: 'gradients', weights: [[-1.234e-30, 3.14e30]] },
      { label: 'a map', weights: [Array(20).fill(0)], rowTokens: ['単語の関係を学習'] },
    ]) {
      assertRoom(drawOwnWeights(given));
    }
  });

  it('frames the rows of both queries, the column of the key, the opened number and its operands', () => {
    const { parts } = drawState({ step: 'weights' });
    const matrix = parts.find((part) => typeof part !== 'string' && part.tensor === 'weights');
    assert.ok(matrix && typeof matrix !== 'string');
    const draw = (/** @type {object | undefined} */ frames) =>
      drawMatrices([{ ...matrix, frames }], { title: '', palette: PALETTES.light }).marks;
    const cells = [
      { row: 1, column: 2, kind: 'traced' },
      { row: 0, column: 0, kind: 'operand' },
      { row: 0, column: 1, kind: 'fed' },
    ];
    const added = draw({ row: 1, pinned: 3, key: 2, cells }).slice(draw(undefined).length);
    assert.deepEqual(
      added.map(({ kind, stroke, 'stroke-dasharray': dashes }) => [kind, stroke, Boolean(dashes)]),
      [
        ['path', 'ink', false],
        ['path', 'ink', false],
        ['rect', 'ink', false],
        ['rect', 'ink', true],
        ['rect', 'trace', false],
        ['rect', 'trace', false],
        ['rect', 'trace', true],
      ],
    );
    const number = draw(undefined).find(({ text }) => text === rounded(matrix.view.at(1, 2)));
    const { x = 0, y = 0, width = 0, height = 0 } = added[4];
    assert.ok(number?.x && number.y && x < number.x && number.x < x + width);
    assert.ok(y < number.y && number.y < y + height);
    assert.deepEqual(draw({ row: -1, pinned: -1, key: -1 }), draw(undefined));
  });

  it('has the colours of queries, keys and values, and the lines of their tables', () => {
    const { drawing } = drawState({ step: 'q' });
    const captions = byKind(drawing).labels.filter(({ children }) => children);
    assert.deepEqual(captions.map(({ fill }) => fill).at(-1), 'q-letter');
    const strokes = drawing.marks.flatMap(({ kind, stroke }) => (kind === 'path' ? stroke : []));
    for (const stroke of /** @type {const} */ (['q', 'faint', 'hair']))
      assert.ok(strokes.includes(stroke), stroke);
    assert.match(toSvg(drawing), /stroke="#0072b2"/);
  });

  it('names the axes of a table of pairs, and of no other', () => {
    for (const [step, count] of /** @type {const} */ ([
      ['weights', 3],
      ['q', 0],
    ])) {
      const texts = byKind(drawState({ step }).drawing).labels.map(({ text }) => text);
      for (const name of ['keys →', 'queries ↓'])
        assert.equal(texts.filter((text) => text === name).length, count, step);
    }
  });

  it('as SVG has hostile words as text, without characters that XML forbids', () => {
    const sentence = '<script>alert(1)</script> "&\' \u0001x\ufffe';
    const svg = toSvg(drawState({ sentence, step: 'q' }).drawing);
    assert.match(svg, /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" /);
    for (const never of ['<script', '\u0001', '\ufffe']) assert.ok(!svg.includes(never), never);
    assert.match(svg, /&#60;script&#62;/);
  });
});

describe('a map', () => {
  /**
   * @param {number[]} numbers the start of the first row; all other numbers are 0
   * @param {object} [more]
   */
  function drawnMap(numbers, more) {
    const row = [...numbers, ...Array(17 - numbers.length).fill(0)];
    const computation = readOwnWeights({ weights: [row] });
    assert.ok(computation);
    const context = /** @type {any} */ ({ state: DEFAULTS, computation });
    const matrix = { ...makeTable(context, 'weights', { name: 'a map' }), ...more };
    const { rectangles, labels } = byKind(
      drawMatrices([matrix], { title: '', palette: PALETTES.light }),
    );
    return { fills: rectangles.map(({ fill }) => fill), caption: labels[0].text };
  }

  it('is darkest where its colours end, and names the end', () => {
    const half = drawnMap([0.5, 0.25, 0], { darkest: 0.5 });
    const full = drawnMap([1, 0.5, 0]);
    assert.deepEqual(half.fills, full.fills);
    assert.match(half.caption, /end at 0\.500$/);
    assert.match(full.caption, /end at 1$/);
    assert.notDeepEqual(drawnMap([0.5, 0.25, 0]).fills, full.fills);
  });

  it('has several lines on a masked cell, like the key of the legend', () => {
    const weights = [Array(17).fill(0)];
    const computation = readOwnWeights({ weights });
    assert.ok(computation);
    const context = /** @type {any} */ ({ state: DEFAULTS, computation });
    const isMasked = (/** @type {number} */ _, /** @type {number} */ column) => column === 3;
    const matrix = { ...makeTable(context, 'weights', { name: 'a map' }), masked: isMasked };
    const { marks } = drawMatrices([matrix], { title: '', palette: PALETTES.light });
    const paths = marks.filter(({ kind }) => kind === 'path');
    assert.equal(paths.length, 1);
    const cell = marks.filter(({ kind }) => kind === 'rect')[3];
    const ends = listLineEnds(String(paths[0].d));
    assert.ok(ends.length >= 4, String(paths[0].d));
    for (const [x, y] of ends.flat()) {
      const [left, top] = [x - Number(cell.x), y - Number(cell.y)];
      assert.ok(left >= 0 && left <= Number(cell.width), `${x} in ${paths[0].d}`);
      assert.ok(top >= 0 && top <= Number(cell.height), `${y} in ${paths[0].d}`);
    }
  });

  it('of signed numbers has two ends', () => {
    const { fills, caption } = drawnMap([-2, 2, 0], { tones: 'signed', limit: 2 });
    const { negative, positive, paper } = PALETTES.light;
    const rgb = (/** @type {string} */ hex) =>
      `rgb(${[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(', ')})`;
    assert.deepEqual(fills.slice(0, 3), [negative, positive, paper].map(rgb));
    assert.match(caption, /end at ±2$/);
  });
});

describe('a map of right-to-left words', () => {
  it('has its first column and the words of its rows at the right', () => {
    const count = 130;
    const drawingOf = (/** @type {string} */ letter) =>
      drawOwnWeights({
        label: 'mine',
        weights: Array.from({ length: count }, (_, i) =>
          Array.from({ length: count }, (__, j) => Number(j === 0) / (i + 1)),
        ),
        rowTokens: Array.from({ length: count }, (_, i) => `${letter}${i}`),
      });
    for (const letter of ['א', 'a']) {
      const isRtl = letter !== 'a';
      const { marks } = drawingOf(letter);
      const [{ cells, x = 0, width = 0 }] = marks.filter(({ kind }) => kind === 'image');
      const ends = [0, count - 1].map((column) => cells?.view.at(0, column));
      assert.deepEqual(ends, isRtl ? [0, 1] : [1, 0], letter);
      const upright = marks.filter(({ isVertical }) => isVertical).map((mark) => Number(mark.x));
      assert.equal(upright[0] > upright[1], isRtl, letter);
      const row = marks.find((mark) => mark.text === `${letter}0` && !mark.isVertical);
      assert.equal(row?.['text-anchor'], isRtl ? 'start' : 'end');
      const word = Number(row?.x);
      assert.ok(isRtl ? word > x + width : word < x, `${word}, ${x}`);
    }
  });
});
