/** Writes marks as elements on the page, as the text of an SVG file, and on a canvas. */

import { splitIntoLetters } from '../state/words.js';
import { tooLargeToDraw } from '../text/en/exported.js';
import { ExportError } from '../text/error.js';
import { splitSymbol } from '../text/inline.js';
import { escapedForXml as escaped } from '../text/markup.js';
import { paintCells } from './pixels.js';

/** @import { Colour, Drawing, Mark } from './types.js' */

const NAMESPACE = 'http://www.w3.org/2000/svg';

/** The default font of texts. */
const FONT = 'sans-serif';

export const FONT_SIZE = 13;

/**
 * The longest side of a bitmap in pixels. Some browsers make no larger bitmaps, and with cells a
 * smaller one keeps drawing fast.
 */
const MAX_BITMAP_SIDE = { ofMarks: 8192, ofCells: 2560 };

/** The most letters of a label. */
const LONGEST_LABEL = 16;

/**
 * Truncates a label between letters as readers see them: a family of emoji is one.
 * @param {string} text @param {number} [most] the most letters, including the ellipsis
 */
export function truncateLabel(text, most = LONGEST_LABEL) {
  const letters = splitIntoLetters(text);
  return letters.length > most ? `${letters.slice(0, most - 1).join('')}…` : text;
}

/**
 * @param {string} text
 * @param {number} x
 * @param {number} y the y of the baseline
 * @param {'start' | 'middle' | 'end'} anchor
 * @param {Partial<Mark>} [more]
 * @returns {Mark}
 */
export const makeLabelMark = (text, x, y, anchor, more) => ({
  kind: 'text',
  x,
  y,
  'text-anchor': anchor,
  fill: 'ink',
  text,
  ...more,
});

/**
 * @param {number} x
 * @param {number} y
 * @param {number} dx
 * @param {number} dy
 * @param {Colour} stroke
 * @returns {Mark}
 */
export const makeLineMark = (x, y, dx, dy, stroke) => ({
  kind: 'path',
  d: `M${x} ${y}l${dx} ${dy}`,
  stroke,
  'stroke-opacity': 0.5,
});

/** The distance between the lines of a hatched cell. */
const HATCH = 4;

/**
 * Hatches bands of equal size.
 * @param {number} x
 * @param {number[]} bottoms the lower ends of the bands
 * @param {number} width
 * @param {number} height
 * @param {Colour} stroke
 * @returns {Mark}
 */
export function makeHatchMark(x, bottoms, width, height, stroke) {
  const line = `l${height} ${-height}m${HATCH - height} ${height}`;
  const lines = line.repeat(1 + Math.floor((width - height) / HATCH));
  return {
    ...makeLineMark(x, 0, 0, 0, stroke),
    d: bottoms.map((bottom) => `M${x} ${bottom}${lines}`).join(''),
  };
}

/**
 * Writes a symbol such as `W_Q`: the letter in italics, and the index below it.
 * @param {string} symbol
 * @param {number} size the font size
 * @param {string} [after] text in the style of the mark
 * @returns {Mark[]} the children of a text
 */
export function makeSymbolSpans(symbol, size, after = '') {
  const { base, prime, index } = splitSymbol(symbol);
  const dy = 0.2 * size;
  /** @type {Mark[]} */
  const spans = [{ kind: 'tspan', text: base + prime, 'font-style': 'italic' }];
  if (index) spans.push({ kind: 'tspan', text: index, 'font-size': 0.7 * size, dy });
  if (after) spans.push({ kind: 'tspan', text: after, dy: index ? -dy : undefined });
  return spans;
}

const roundNumber = (/** @type {number} */ value) => Math.round(value * 1e3) / 1e3;

/** Rounds numbers, also those in a path, to thousandths of a pixel, which nobody sees. @param {unknown} value */
const formatAttribute = (value) =>
  typeof value === 'number'
    ? String(roundNumber(value))
    : String(value).replace(/(?<![\d.])\d+\.\d{4,}/g, (digits) => `${roundNumber(Number(digits))}`);

/**
 * @param {Mark} mark
 * @param {(colour: Colour) => string} colour
 * @param {Record<string, unknown>} [more]
 * @returns {[name: string, value: string][]}
 */
function makeAttributes(mark, colour, more) {
  const { kind, text, children, cells, shared, isVertical, data = {}, access, ...rest } = mark;
  const { x, y, fill, stroke, ...others } = rest;
  const isShape = /^(rect|path|text)$/.test(kind);
  const isMoved = kind === 'g' && x !== undefined;
  const all = {
    ...(isMoved
      ? { transform: `translate(${formatAttribute(x)} ${formatAttribute(y)})` }
      : { x, y }),
    ...others,
    ...(isVertical && { transform: `rotate(-90 ${formatAttribute(x)} ${formatAttribute(y)})` }),
    fill: fill ? colour(fill) : isShape ? 'none' : undefined,
    stroke: stroke && colour(stroke),
  };
  /** Values keep all their digits. */
  const values = {
    ...Object.fromEntries(Object.entries(data).map(([name, value]) => [`data-${name}`, value])),
    ...more,
  };
  return Object.entries({ ...all, ...values }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, name in values ? String(value) : formatAttribute(value)]],
  );
}

// Marks on the page.

/** @param {Element} element @param {Mark} mark */
export function setAttributes(element, mark) {
  const attributes = makeAttributes(mark, (colour) => `var(--${colour})`, mark.access);
  for (const [name, value] of attributes) element.setAttribute(name, value);
}

/** Draws a mark with colours by name. @param {Mark} mark @returns {SVGElement} */
export function toElement(mark) {
  const element = document.createElementNS(NAMESPACE, mark.kind);
  setAttributes(element, mark);
  element.append(...(mark.children ?? []).map(toElement), mark.text ?? '');
  return element;
}

// Marks in files.

/** @param {Drawing['colours']} colours @returns {(colour: Colour) => string} */
const resolveColours = (colours) => (colour) => colours[/** @type {'ink'} */ (colour)] ?? colour;

/** @param {Mark} mark @param {Drawing['colours']} colours */
function paintBitmap({ cells, shared }, colours) {
  const canvas = document.createElement('canvas');
  if (cells) paintCells(canvas, cells, colours, shared);
  return canvas;
}

/** @param {Mark} mark @param {Drawing['colours']} colours @returns {string} */
function toMarkup(mark, colours) {
  const { kind, children = [], text = '', cells } = mark;
  const image = cells && {
    preserveAspectRatio: 'none',
    style: 'image-rendering:pixelated',
    href: paintBitmap(mark, colours).toDataURL(),
  };
  const attributes = makeAttributes(mark, resolveColours(colours), image)
    .map(([name, value]) => ` ${name}="${escaped(value)}"`)
    .join('');
  const inside = children.map((child) => toMarkup(child, colours)).join('') + escaped(text);
  return inside ? `<${kind}${attributes}>${inside}</${kind}>` : `<${kind}${attributes}/>`;
}

/** Files have whole pixels. @param {Drawing} drawing */
const measureSize = ({ width, height }) => [Math.ceil(width), Math.ceil(height)];

/** @param {Drawing} drawing @returns {string} a complete SVG file */
export function toSvg(drawing) {
  const { title, description, colours, marks } = drawing;
  const [width, height] = measureSize(drawing);
  return `<svg xmlns="${NAMESPACE}" role="img" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="${FONT}" font-size="${FONT_SIZE}">
<title>${escaped(title)}</title>
${description ? `<desc>${escaped(description)}</desc>\n` : ''}<rect x="0" y="0" width="${width}" height="${height}" fill="${escaped(colours.background ?? colours.paper)}"/>
${marks.map((mark) => toMarkup(mark, colours)).join('\n')}
</svg>
`;
}

/**
 * Draws on a canvas directly, because a strict policy forbids an image of the SVG.
 * @param {Drawing} drawing
 */
export function toCanvas(drawing) {
  const { colours, marks } = drawing;
  const [width, height] = measureSize(drawing);
  const most = marks.some(({ cells }) => cells) ? MAX_BITMAP_SIDE.ofCells : MAX_BITMAP_SIDE.ofMarks;
  const scale = Math.min(2, most / Math.max(width, height));
  const element = document.createElement('canvas');
  element.width = Math.ceil(width * scale);
  element.height = Math.ceil(height * scale);
  const canvas = /** @type {CanvasRenderingContext2D} */ (element.getContext('2d'));
  canvas.fillStyle = colours.paper;
  if (!colours.background) canvas.fillRect(0, 0, element.width, element.height);
  canvas.scale(scale, scale);
  canvas.imageSmoothingEnabled = false;
  for (const mark of marks) drawMark(canvas, mark, colours);
  return element;
}

/**
 * @param {Drawing} drawing
 * @returns {Promise<Blob>}
 * @throws {ExportError} if the browser cannot make a file of this size
 */
export const toPng = (drawing) =>
  new Promise((resolve, reject) => {
    toCanvas(drawing).toBlob((blob) =>
      blob ? resolve(blob) : reject(new ExportError(tooLargeToDraw)),
    );
  });

/**
 * @param {CanvasRenderingContext2D} canvas
 * @param {Mark} mark
 * @param {Drawing['colours']} colours
 */
function drawMark(canvas, mark, colours) {
  const { kind, x = 0, y = 0, width = 0, height = 0, fill, stroke: line, children = [] } = mark;
  const colour = resolveColours(colours);
  if (kind === 'image') canvas.drawImage(paintBitmap(mark, colours), x, y, width, height);
  if (kind === 'text') writeText(canvas, mark, colours);
  if (kind === 'g') {
    canvas.save();
    canvas.translate(x, y);
    for (const child of children) drawMark(canvas, child, colours);
    canvas.restore();
  }
  if (kind !== 'rect' && kind !== 'path') return;
  const path = new Path2D(mark.d);
  if (kind === 'rect') path.rect(x, y, width, height);
  if (fill) {
    canvas.globalAlpha = mark['fill-opacity'] ?? 1;
    canvas.fillStyle = colour(fill);
    canvas.fill(path);
  }
  // A canvas ignores a width of 0.
  if (line && mark['stroke-width'] !== 0) {
    canvas.globalAlpha = mark['stroke-opacity'] ?? 1;
    canvas.strokeStyle = colour(line);
    canvas.lineWidth = mark['stroke-width'] ?? 1;
    canvas.lineCap = mark['stroke-linecap'] ?? 'butt';
    canvas.setLineDash((mark['stroke-dasharray'] ?? '').split(' ').filter(Boolean).map(Number));
    canvas.stroke(path);
  }
  canvas.globalAlpha = 1;
}

/** @param {CanvasRenderingContext2D} canvas @param {Mark} mark @param {Drawing['colours']} colours */
function writeText(canvas, mark, colours) {
  const { x = 0, y = 0, children = [mark], 'text-anchor': anchor = 'start', fill = 'ink' } = mark;
  const spans = children.map((child) => {
    const { text = '', dy = 0, ...span } = { ...mark, ...child };
    const font = writeFont(span);
    canvas.font = font;
    return { text, dy, font, width: canvas.measureText(text).width };
  });
  const all = spans.reduce((sum, { width }) => sum + width, 0);
  canvas.save();
  canvas.translate(x, y);
  if (mark.isVertical) canvas.rotate(-Math.PI / 2);
  const write = (/** @type {'fillText' | 'strokeText'} */ paint) => {
    let at = all * { start: 0, middle: -0.5, end: -1 }[anchor];
    let below = 0;
    for (const { text, dy, font, width } of spans) {
      canvas.font = font;
      below += dy;
      canvas[paint](text, at, below);
      at += width;
    }
  };
  if (mark.stroke) {
    canvas.strokeStyle = resolveColours(colours)(mark.stroke);
    canvas.lineWidth = mark['stroke-width'] ?? 1;
    canvas.lineJoin = mark['stroke-linejoin'] ?? 'miter';
    write('strokeText');
  }
  canvas.fillStyle = resolveColours(colours)(fill);
  write('fillText');
  canvas.restore();
}

/** @param {Mark} text */
const writeFont = (text) =>
  [
    text['font-style'],
    text['font-weight'],
    `${text['font-size'] ?? FONT_SIZE}px`,
    text['font-family'] ?? FONT,
  ]
    .filter(Boolean)
    .join(' ');
