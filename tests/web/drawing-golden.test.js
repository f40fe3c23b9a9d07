// Drawings number by number: one as SVG, the same on a canvas, and a map with so many numbers that
// it is an image.
import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { drawMatrices } from '../../web/export/drawing.js';
import { drawFormula } from '../../web/export/formula.js';
import { makeLabelMark, toPng, toSvg } from '../../web/figures/marks.js';
import { makeTable } from '../../web/figures/tables.js';
import { makeView } from '../../web/graph/cell.js';
import { readOwnWeights } from '../../web/sources/own-weights.js';
import { DEFAULTS } from '../../web/state/fields.js';
import { PALETTES } from '../../web/styles/colour.js';
import { tooLargeToDraw } from '../../web/text/en/exported.js';
import { byKind } from '../support/marks.js';

/** @import { Mark } from '../../web/figures/types.js' */

const palette = PALETTES.light;

/** @param {object} given @param {object} [more] */
function matrixOf(given, more) {
  const computation = readOwnWeights(/** @type {any} */ (given));
  assert.ok(computation);
  const context = /** @type {any} */ ({ state: DEFAULTS, computation });
  return { ...makeTable(context, 'weights', { name: 'weights' }), axes: 'qk', ...more };
}

const two = {
  weights: [
    [0.25, 0.75],
    [1, 0],
  ],
  rowTokens: ['I', 'see'],
  columnTokens: ['I', 'see'],
};
const isMasked = (/** @type {number} */ row, /** @type {number} */ column) =>
  row === 0 && column === 1;

/** A band above the number and one below it, and the key of the legend. */
const BAND = 'l7 -7m-3 7'.repeat(13);
const HATCHED_CELL = `M147 83${BAND}M147 105${BAND}`;
const HATCHED_KEY = `M166 166${'l14 -14m-10 14'.repeat(4)}`;

const golden = `<svg xmlns="http://www.w3.org/2000/svg" role="img" width="251" height="182" viewBox="0 0 251 182" font-family="sans-serif" font-size="13">
<title>a &#60; b</title>
<rect x="0" y="0" width="251" height="182" fill="#fdfcf9"/>
<text x="-4" y="115" text-anchor="middle" font-size="26" font-weight="700" fill="#1b1c1f">=</text>
<text x="16" y="29" text-anchor="start" fill="#1b1c1f">weights · 2 × 2</text>
<text x="118" y="68" text-anchor="middle" fill="#1b1c1f">I</text>
<text x="176" y="68" text-anchor="middle" fill="#1b1c1f">see</text>
<text x="81" y="54" text-anchor="end" font-size="11" fill="#1b1c1f">keys →</text>
<text x="81" y="68" text-anchor="end" font-size="11" fill="#1b1c1f">queries ↓</text>
<text x="81" y="96" text-anchor="end" fill="#1b1c1f">I</text>
<rect x="89" y="76" width="57" height="29" fill="rgb(196, 198, 200)"/>
<text x="118" y="96" text-anchor="middle" fill="#1b1c1f">0.250</text>
<rect x="147" y="76" width="57" height="29" fill="rgb(83, 90, 101)"/>
<path d="${HATCHED_CELL}" stroke-opacity="0.5" fill="none" stroke="#fdfcf9"/>
<text x="176" y="96" text-anchor="middle" fill="#fdfcf9">0.750</text>
<text x="81" y="126" text-anchor="end" fill="#1b1c1f">see</text>
<rect x="89" y="106" width="57" height="29" fill="rgb(26, 36, 51)"/>
<text x="118" y="126" text-anchor="middle" fill="#fdfcf9">1</text>
<rect x="147" y="106" width="57" height="29" fill="rgb(253, 252, 249)"/>
<text x="176" y="126" text-anchor="middle" fill="#1b1c1f">0</text>
<path d="M16 105.5l188 0M16 135.5l188 0" fill="none" stroke="#d9d8d6"/>
<path d="M16 74.5l188 0" fill="none" stroke="#5d5d5e"/>
<text x="16" y="163" text-anchor="start" fill="#1b1c1f">0</text>
<rect x="28.5" y="151.5" width="99" height="15" stroke-opacity="0.16" fill="none" stroke="#1b1c1f"/>
<rect x="29" y="152" width="14" height="14" fill="rgb(253, 252, 249)"/>
<rect x="43" y="152" width="14" height="14" fill="rgb(214, 215, 215)"/>
<rect x="57" y="152" width="14" height="14" fill="rgb(178, 181, 184)"/>
<rect x="71" y="152" width="14" height="14" fill="rgb(140, 144, 150)"/>
<rect x="85" y="152" width="14" height="14" fill="rgb(101, 107, 116)"/>
<rect x="99" y="152" width="14" height="14" fill="rgb(65, 73, 85)"/>
<rect x="113" y="152" width="14" height="14" fill="rgb(26, 36, 51)"/>
<text x="133" y="163" text-anchor="start" fill="#1b1c1f">1</text>
<rect x="165.5" y="151.5" width="29" height="15" stroke-opacity="0.16" fill="none" stroke="#1b1c1f"/>
<path d="${HATCHED_KEY}" stroke-opacity="0.5" fill="none" stroke="#1b1c1f"/>
<text x="200" y="163" text-anchor="start" fill="#1b1c1f">masked</text>
</svg>
`;

const drawGolden = () =>
  drawMatrices(['=', matrixOf(two, { masked: isMasked })], {
    title: 'a < b',
    palette,
    hasLegend: true,
  });

/** Installs a canvas that records what is drawn. @param {{ blob?: unknown }} [options] */
function useCanvas({ blob = 'blob' } = {}) {
  /** @type {{ width: number, height: number, calls: any[][] }[]} */
  const canvases = [];
  const createElement = () => {
    /** @type {any[][]} */
    const calls = [];
    /** @type {any} */
    const context = new Proxy(
      {
        /** @param {number} width @param {number} height */
        createImageData: (width, height) => ({ data: new Uint8ClampedArray(4 * width * height) }),
        /** @param {string} text */
        measureText: (text) => ({ width: 10 * text.length }),
      },
      {
        get: (target, name) =>
          Reflect.get(target, name) ??
          ((/** @type {any[]} */ ...given) => calls.push([name, ...given])),
        set: (_, name, value) => calls.push([name, value]) > 0,
      },
    );
    const canvas = {
      ...{ width: 300, height: 150, calls, getContext: () => context },
      toBlob: (/** @type {(blob: unknown) => void} */ take) => take(blob),
      toDataURL: () => 'data:image/png;base64,AAAA',
    };
    canvases.push(canvas);
    return canvas;
  };
  /** Records the text of a path. */
  class Path2D {
    /** @type {unknown[]} */
    source;

    /** @param {string} [d] */
    constructor(d) {
      this.source = d ? [d] : [];
    }

    /** @param {number[]} box */
    rect(...box) {
      this.source.push(...box);
    }
  }
  Object.assign(globalThis, { document: { createElement }, Path2D });
  return canvases;
}

afterEach(() => {
  for (const name of ['document', 'Path2D']) Reflect.deleteProperty(globalThis, name);
});

describe('a drawing of four numbers', () => {
  it('as SVG is this text', () => {
    assert.equal(toSvg(drawGolden()), golden);
  });

  it('on a canvas has every box, line and text of the SVG, at twice the size', async () => {
    const canvases = useCanvas();
    assert.equal(await toPng(drawGolden()), 'blob');
    const [{ width, height, calls }] = canvases;
    assert.deepEqual([width, height], [502, 364]);
    assert.deepEqual(calls.slice(0, 3), [
      ['fillStyle', '#fdfcf9'],
      ['fillRect', 0, 0, 502, 364],
      ['scale', 2, 2],
    ]);
    const named = (/** @type {string} */ name) =>
      calls.filter(([method]) => method === name).map(([, ...given]) => given);
    const paths = (/** @type {string} */ name) => named(name).map(([path]) => path.source);
    assert.equal(paths('fill').length, 11);
    assert.deepEqual(paths('fill')[0], [89, 76, 57, 29]);
    assert.deepEqual(
      named('fillStyle').map(([fill]) => fill),
      [...golden.matchAll(/<(?:rect|text) [^>]*fill="((?!none)[^"]+)"/g)].map(([, fill]) => fill),
    );
    assert.deepEqual(paths('stroke'), [
      [HATCHED_CELL],
      ['M16 105.5l188 0M16 135.5l188 0'],
      ['M16 74.5l188 0'],
      [28.5, 151.5, 99, 15],
      [165.5, 151.5, 29, 15],
      [HATCHED_KEY],
    ]);
    assert.deepEqual(new Set(named('globalAlpha').flat()), new Set([1, 0.5, 0.16]));
    assert.deepEqual(new Set(named('lineWidth').flat()), new Set([1]));
    assert.deepEqual(named('strokeStyle').flat(), [
      ...['#fdfcf9', '#d9d8d6', '#5d5d5e'],
      ...Array(3).fill('#1b1c1f'),
    ]);
    assert.deepEqual(named('imageSmoothingEnabled'), [[false]]);
    const texts = [
      ...golden.matchAll(/<text x="(\S+)" y="(\S+)" text-anchor="(\w+)" [^>]*>([^<]+)</g),
    ];
    assert.deepEqual(
      named('translate').map(([x, y]) => [`${x}`, `${y}`]),
      texts.map(([, x, y]) => [x, y]),
    );
    // By their measured width, texts stand at, around and before their places.
    assert.deepEqual(
      named('fillText').map(([text, x, y]) => [text, x / text.length, y]),
      texts.map(([, , , anchor, text]) => [text, { start: 0, middle: -5, end: -10 }[anchor], 0]),
    );
    assert.deepEqual(
      new Set(named('font').flat()),
      new Set(['700 26px sans-serif', '13px sans-serif', '11px sans-serif']),
    );
    assert.equal(named('save').length, named('restore').length);
    assert.deepEqual(named('rotate'), []);
  });

  it('writes the index of a symbol below its letter, and the size on the line again', async () => {
    const drawing = drawMatrices([matrixOf(two, { symbol: 'W_Q' })], { title: '', palette });
    const caption = toSvg(drawing).match(/<text [^>]*>(<tspan.*?)<\/text>/);
    assert.equal(
      caption?.[1],
      '<tspan>weights </tspan><tspan font-style="italic">W</tspan>' +
        '<tspan font-size="9.1" dy="2.6">Q</tspan><tspan dy="-2.6"> · 2 × 2</tspan>',
    );
    const canvases = useCanvas();
    await toPng(drawing);
    const textCalls = canvases[0].calls.filter(([name]) => name === 'fillText').slice(0, 4);
    // Each letter is 10 pixels wide.
    assert.deepEqual(textCalls, [
      ['fillText', 'weights ', 0, 0],
      ['fillText', 'W', 80, 0],
      ['fillText', 'Q', 90, 2.6],
      ['fillText', ' · 2 × 2', 100, 0],
    ]);
  });

  it('as SVG has whole pixels, at most three decimals, and values with all digits', () => {
    /** @type {Mark[]} */
    const marks = [
      { kind: 'path', d: 'M0.12345 9.99999l10 -2.00004', data: { value: '0.054443512' } },
      {
        kind: 'g',
        x: 1 / 3,
        y: 1e-7,
        children: [makeLabelMark('0.25229546', 0.1 + 0.2, 2.5, 'end')],
      },
    ];
    const size = { width: 517.00002, height: 473.70310808551295 };
    const svg = toSvg({ ...size, title: '', colours: palette, marks });
    assert.match(svg, / width="518" height="474" viewBox="0 0 518 474"/);
    assert.match(svg, /<path d="M0\.123 10l10 -2" fill="none" data-value="0\.054443512"\/>/);
    assert.match(
      svg,
      /<g transform="translate\(0\.333 0\)"><text x="0\.3" y="2\.5"[^>]*>0\.25229546</,
    );
  });

  it('beside each other, signed numbers, weights and a map share a legend of both scales', () => {
    const map = { weights: [Array(17).fill(0.5)], rowTokens: ['MMM 語'] };
    const parts = [
      matrixOf({ weights: [[-2, 10.25]] }, { colours: 'signed', limit: 12, allRows: 9 }),
      '·',
      matrixOf({ weights: [[0.25]], columnTokens: ['wide word'] }),
      '=',
      matrixOf(map),
    ];
    const drawing = drawMatrices(parts, { title: '', palette, hasLegend: true });
    const { rectangles, labels: texts } = byKind(drawing);
    assert.deepEqual([drawing.width, drawing.height, rectangles.length], [799, 166, 36]);
    const boxes = rectangles.map(({ x, y, width, height }) => `${x} ${y} ${width} ${height}`);
    assert.deepEqual(boxes.slice(0, 5), [
      ...['89 90 57 29', '147 90 57 29', '351 90 80 29', '545 90 13 13', '559 90 13 13'],
    ]);
    // The colours go from violet over paper to yellow, then from paper to ink.
    assert.deepEqual(
      rectangles
        .filter(({ fill }) => fill)
        .slice(-14)
        .map(({ x, y, fill }) => [x, y, fill.slice(4, -1)].join(' ')),
      [
        ...['46 136 181, 160, 236', '60 136 205, 190, 240', '74 136 229, 222, 245'],
        ...['88 136 253, 252, 249', '102 136 246, 235, 187', '116 136 239, 217, 122'],
        ...['130 136 232, 200, 60', '203 136 253, 252, 249', '217 136 214, 215, 215'],
        ...['231 136 178, 181, 184', '245 136 140, 144, 150', '259 136 101, 107, 116'],
        ...['273 136 65, 73, 85', '287 136 26, 36, 51'],
      ],
    );
    const isCorner = (/** @type {string} */ text) => /^(keys →|queries ↓)$/.test(text);
    const labels = texts
      .filter(({ text }) => !isCorner(text))
      .map(({ x, y, text, 'text-anchor': anchor }) => `${x} ${y} ${text} ${anchor}`);
    assert.deepEqual(
      [...labels.slice(0, 15), ...labels.slice(-5)],
      [
        '16 29 weights · 9 × 2, 1 row shown start',
        ...['118 82 1 middle', '176 82 2 middle', '81 110 1 end', '118 110 −2 middle'],
        ...['176 110 10.3 middle', '241 114 · middle', '261 29 weights · 1 × 1 start'],
        ...['391.5 82 wide word middle', '343 110 wide word end', '391.5 110 0.250 middle'],
        ...['452 106 = middle', '472 29 weights · 1 × 17, colours end at 1 start'],
        ...['556 82 1 start', '570 82 2 start', '537 101 MMM 語 end', '16 147 −12 start'],
        ...['150 147 12 start', '190 147 0 start', '307 147 1 start'],
      ],
    );
  });

  it('writes weights as tables do, and none above 0 like a 0', () => {
    const weights = [
      [0.0001, 0.9999],
      [1, 0],
    ];
    const { marks } = drawMatrices([matrixOf({ ...two, weights })], { title: '', palette });
    const texts = marks.flatMap((mark) => (mark.kind === 'text' ? (mark.text ?? []) : []));
    assert.deepEqual(
      texts.filter((text) => /\d$/.test(text) && !text.includes('×')),
      ['≈0', '1.00', '1', '0'],
    );
  });

  it('has no legend where none is asked for, and none for plain numbers', () => {
    const bare = drawMatrices([matrixOf(two)], { title: '', palette });
    assert.deepEqual([bare.width, bare.height], [221, 152]);
    const plain = drawMatrices([matrixOf(two, { colours: 'plain' })], {
      ...{ title: '', palette, hasLegend: true },
    });
    assert.equal(plain.height, 152);
  });

  it('of a right-to-left sentence has its words on the right', () => {
    const given = { weights: [[0.25, 0.75]], rowTokens: ['שלום'], columnTokens: ['שלום', 'עולם'] };
    const { labels, rectangles } = byKind(drawMatrices([matrixOf(given)], { title: '', palette }));
    const [first, second] = rectangles;
    assert.deepEqual([first.x, second.x], [74, 16]);
    assert.deepEqual(
      labels.filter(({ text }) => text === 'שלום').map((label) => [label.x, label['text-anchor']]),
      [
        [103, 'middle'],
        [140, 'start'],
      ],
    );
  });

  it('cuts a word after 16 letters, and a name after 80', () => {
    const given = { ...two, columnTokens: ['a'.repeat(16), 'b'.repeat(17)] };
    const name = 'n'.repeat(80);
    const texts = (/** @type {string} */ matrixName) =>
      byKind(
        drawMatrices([matrixOf(given, { name: matrixName })], { title: '', palette }),
      ).labels.map(({ text }) => text);
    assert.ok(texts('').includes('a'.repeat(16)));
    assert.ok(texts('').includes(`${'b'.repeat(15)}…`));
    const families = '👨‍👩‍👧'.repeat(17);
    given.columnTokens[1] = families;
    assert.ok(texts('').includes(`${'👨‍👩‍👧'.repeat(15)}…`));
    assert.ok(texts(name)[0].startsWith(name));
    assert.ok(texts(`${name}n`)[0].startsWith(`${'n'.repeat(79)}…`));
  });
});

describe('a map', () => {
  const map = (/** @type {number} */ rows, /** @type {number} */ columns) => {
    const weights = Array.from({ length: rows }, () => Array(columns).fill(0.5));
    const rowTokens = Array.from({ length: rows }, (_, i) => `r${i}`);
    return drawMatrices([matrixOf({ weights, rowTokens })], { title: '', palette });
  };

  it('of 16 words is a table, and of 17 has small cells and words that stand upright', () => {
    assert.equal(
      byKind(map(1, 16)).labels.some(({ isVertical }) => isVertical),
      false,
    );
    const { rectangles, labels } = byKind(map(1, 17));
    assert.deepEqual([rectangles[0].width, rectangles[0].height], [13, 13]);
    const upright = labels.filter(({ isVertical }) => isVertical);
    assert.equal(upright.length, 17);
    // The label stands above the middle of its column, and reads from bottom to top.
    assert.equal(upright[0].x, rectangles[0].x + 7 + 4);
    assert.match(toSvg(map(1, 17)), /transform="rotate\(-90 /);
  });

  it('of 2¹⁴ numbers has a box for each, and of more is an image with every fourth word', () => {
    const boxes = byKind(map(128, 128));
    assert.deepEqual([boxes.rectangles.length, boxes.images.length], [2 ** 14, 0]);
    const { rectangles, images, labels } = byKind(map(129, 128));
    assert.equal(rectangles.length, 0);
    const [at] = images;
    assert.deepEqual([at.width, at.height], [512, 516]);
    assert.deepEqual(
      labels.filter(({ text }) => /^r\d+$/.test(text)).map(({ text }) => text),
      Array.from({ length: 33 }, (_, i) => `r${4 * i}`),
    );
    const first = labels.find(({ text }) => text === 'r0');
    assert.deepEqual([first?.x, first?.['text-anchor']], [at.x - 8, 'end']);
    const canvases = useCanvas();
    assert.match(toSvg(map(129, 128)), /<image x="\d+" y="\d+" width="512" height="516" /);
    const [{ width, height }] = canvases;
    assert.deepEqual([width, height], [128, 129]);
  });

  it('that is too large for a canvas is drawn smaller, and at most 2,560 pixels wide with an image', async () => {
    for (const [wide, hasImage, size] of /** @type {[number, boolean, number][]} */ ([
      [4096, false, 8192],
      [8192, false, 8192],
      [10_000, false, 8192],
      [1280, true, 2560],
      [4000, true, 2560],
    ])) {
      const canvases = useCanvas();
      const cells = { view: makeView(1, 1, Float32Array.of(1)), colours: 'weights' };
      const image = { kind: 'image', x: 1, y: 2, width: 3, height: 4, cells };
      const drawing = { width: wide, height: 10, title: '', colours: palette };
      await toPng(/** @type {any} */ ({ ...drawing, marks: hasImage ? [image] : [] }));
      assert.equal(canvases[0].width, size, `${wide}`);
      const painted = canvases[0].calls.filter(([name]) => name === 'drawImage');
      assert.deepEqual(painted, hasImage ? [['drawImage', canvases[1], 1, 2, 3, 4]] : []);
    }
  });

  it('that fits no canvas is refused with a sentence', async () => {
    useCanvas({ blob: null });
    const refusal = { code: 'ERR_EXPORT', message: tooLargeToDraw };
    await assert.rejects(toPng(drawGolden()), refusal);
  });
});

it('a canvas has the sizes and slants of formula letters, and rotates the words of a map', async () => {
  const canvases = useCanvas();
  /** @type {Mark[]} */
  const marks = [
    { kind: 'path', d: 'M0 0l1 1', stroke: 'ink', 'stroke-opacity': 0.25, 'stroke-width': 3 },
    makeLabelMark('Q', 1, 2, 'middle', { 'font-size': 20, 'font-style': 'italic' }),
    makeLabelMark('word', 3, 4, 'start', { isVertical: true }),
  ];
  const drawing = { width: 10, height: 10, title: '', colours: palette, marks };
  const svg = toSvg(drawing);
  assert.match(svg, /<text [^>]*font-size="20" font-style="italic"[^>]*>Q</);
  assert.match(svg, /<path [^>]*stroke-opacity="0.25" stroke-width="3"/);
  await toPng(drawing);
  const { calls } = canvases[0];
  const values = (/** @type {string} */ name) =>
    calls.filter(([method]) => method === name).map(([, value]) => value);
  assert.deepEqual([...new Set(values('font'))], ['italic 20px sans-serif', '13px sans-serif']);
  assert.deepEqual(values('rotate'), [-Math.PI / 2]);
  assert.deepEqual([values('globalAlpha').slice(-2), values('lineWidth')], [[0.25, 1], [3]]);
});

it('a formula is below the matrices, with each letter in its place', () => {
  const box = (/** @type {number[]} */ [left, top, right, bottom]) => ({
    getBoundingClientRect: () => ({
      left,
      top,
      right,
      bottom,
      width: right - left,
      height: bottom - top,
    }),
  });
  const leaf = (
    /** @type {string} */ localName,
    /** @type {string} */ textContent,
    /** @type {number[]} */ place,
  ) => ({ ...{ localName, textContent, ...box(place), size: 20 } });
  const leaves = [
    leaf('mi', ' Q ', [110, 50, 120, 70]),
    leaf('mi', 'softmax', [120, 50, 180, 70]),
    leaf('mn', '8', [180, 50, 190, 70]),
    // A product sign that is invisible.
    leaf('mo', '\u2062', [190, 50, 190, 70]),
  ];
  const signs = [
    { localName: 'mfrac', firstElementChild: box([112, 50, 118, 60]), ...box([110, 50, 130, 80]) },
    { localName: 'msqrt', firstElementChild: box([145, 60, 150, 80]), ...box([140, 55, 160, 80]) },
  ];
  const formula = /** @type {any} */ ({
    ...box([100, 40, 400, 100]),
    querySelectorAll: (/** @type {string} */ names) => (names === 'mfrac, msqrt' ? signs : leaves),
  });
  let selected = leaves[0];
  Object.assign(globalThis, {
    document: {
      createRange: () => ({
        selectNodeContents: (/** @type {typeof selected} */ node) => {
          selected = node;
        },
        getBoundingClientRect: () => selected.getBoundingClientRect(),
      }),
    },
    getComputedStyle: (/** @type {typeof selected} */ { size }) => ({ fontSize: `${size}px` }),
  });
  const drawing = drawMatrices([matrixOf(two)], { title: '', palette });
  drawFormula(drawing, formula);
  const { labels, lines } = byKind(drawing);
  Reflect.deleteProperty(globalThis, 'getComputedStyle');
  // The width is the formula's with both margins. The height grows by the formula's height and one.
  assert.deepEqual([drawing.width, drawing.height], [332, 152 + 76]);
  const upright = { 'font-size': 20, 'font-style': undefined };
  assert.deepEqual(labels.slice(-4), [
    makeLabelMark('Q', 31, 178, 'middle', { ...upright, 'font-style': 'italic' }),
    makeLabelMark('softmax', 66, 178, 'middle', upright),
    makeLabelMark('8', 101, 178, 'middle', upright),
    makeLabelMark('√', 61, 192, 'end'),
  ]);
  assert.deepEqual(
    lines.slice(-2).map(({ d }) => d),
    ['M26 174l20 0', 'M61 167l15 0'],
  );
});
