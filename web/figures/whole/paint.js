/** Marks as elements on the page, as the text of an SVG file, and as strokes on a canvas. */

import { PALETTES, paletteOf } from '../../styles/colour.js';
import * as text from '../../text/en/whole.js';
import { escapedForXml as escaped } from '../../text/markup.js';
import { pngOf } from '../pixels.js';
import { layout, links } from './layout.js';
import { marksOf, wayMarks } from './marks.js';
import { stagesOf } from './picture.js';
import { wayOfWord } from './way.js';

/** @import { Context, Mark, Paint, Picture, Span } from '../types.js' */

/**
 * @typedef {Readonly<Record<Paint, string>>} Colours
 */

const NAMESPACE = 'http://www.w3.org/2000/svg';

/** An index is so much smaller, and lower. */
const BELOW = { size: 0.7, drop: 0.2 };

/** @param {Mark} mark @param {(paint: Paint) => string} colour @returns {[string, string | number][]} */
function attributesOf({ name, attributes = {}, fill, stroke }, colour) {
  const paint =
    name === 'g' || name === 'svg'
      ? []
      : [['fill', fill ? colour(fill) : 'none'], ...(stroke ? [['stroke', colour(stroke)]] : [])];
  return /** @type {[string, string | number][]} */ ([...Object.entries(attributes), ...paint]);
}

/** A size as it is written. @param {number} value */
const round = (value) => Math.round(value * 100) / 100;

/** @param {string | number} value */
const formatAttribute = (value) => String(typeof value === 'number' ? round(value) : value);

/**
 * @param {Mark} mark
 * @returns {SVGElement}
 */
export function toElement(mark) {
  const element = document.createElementNS(NAMESPACE, mark.name);
  for (const [name, value] of attributesOf(mark, (paint) => `var(--${paint})`)) {
    element.setAttribute(name, formatAttribute(value));
  }
  for (const child of mark.children ?? []) element.append(toElement(child));
  for (const span of mark.spans ?? []) {
    const part = document.createElementNS(NAMESPACE, 'tspan');
    for (const [name, value] of spanAttributes(span, sizeOf(mark))) part.setAttribute(name, value);
    part.textContent = span.text;
    element.append(part);
  }
  return element;
}

/** @param {Mark} mark */
const sizeOf = ({ attributes }) => Number(attributes?.['font-size'] ?? 14);

/** @param {Span} span @param {number} size @returns {[string, string][]} */
const spanAttributes = ({ isItalic, isBelow }, size) => [
  ...(isItalic ? [/** @type {[string, string]} */ (['font-style', 'italic'])] : []),
  ...(isBelow
    ? /** @type {[string, string][]} */ ([
        ['font-size', String(round(size * BELOW.size))],
        ['dy', String(round(size * BELOW.drop))],
      ])
    : []),
];

/**
 * @param {Mark} mark
 * @param {Colours} colours
 * @returns {string}
 */
function toMarkup(mark, colours) {
  const attributes = attributesOf(mark, (paint) => colours[paint])
    .filter(([name]) => !/^(class|role|tabindex|aria-)/.test(name))
    .map(([name, value]) => ` ${name}="${escaped(formatAttribute(value))}"`)
    .join('');
  const inside = [
    ...(mark.children ?? []).map((child) => toMarkup(child, colours)),
    ...(mark.spans ?? []).map((span) => {
      const spanMarkup = spanAttributes(span, sizeOf(mark)).map(
        ([name, value]) => ` ${name}="${value}"`,
      );
      return `<tspan${spanMarkup.join('')}>${escaped(span.text)}</tspan>`;
    }),
  ].join('');
  return inside
    ? `<${mark.name}${attributes}>${inside}</${mark.name}>`
    : `<${mark.name}${attributes}/>`;
}

/**
 * A whole file.
 * @param {Mark[]} marks
 * @param {{ width: number, height: number, title: string, description: string, colours: Colours }} how
 */
export const toFile = (marks, { width, height, title, description, colours }) =>
  `<svg xmlns="${NAMESPACE}" role="img" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<title>${escaped(title)}</title>
<desc>${escaped(description)}</desc>
<rect width="${width}" height="${height}" fill="${colours.paper}"/>
${marks.map((mark) => toMarkup(mark, colours)).join('\n')}
</svg>
`;

/**
 * On a canvas directly: a strict policy forbids an image of the SVG.
 * @param {CanvasRenderingContext2D} canvas
 * @param {Mark} mark
 * @param {Colours} colours
 */
function paint(canvas, mark, colours) {
  const { name, attributes = {}, fill, stroke, children = [] } = mark;
  const number = (/** @type {string} */ key, otherwise = 0) => Number(attributes[key] ?? otherwise);
  for (const child of children) paint(canvas, child, colours);
  if (name === 'g') return;
  if (name === 'text') {
    write(canvas, mark, colours);
    return;
  }
  const path = new Path2D(name === 'path' ? String(attributes.d) : undefined);
  if (name === 'rect') path.rect(number('x'), number('y'), number('width'), number('height'));
  if (fill) {
    canvas.globalAlpha = number('fill-opacity', 1);
    canvas.fillStyle = colours[fill];
    canvas.fill(path);
  }
  if (stroke) {
    canvas.globalAlpha = number('stroke-opacity', 1);
    canvas.strokeStyle = colours[stroke];
    canvas.lineWidth = number('stroke-width', 1);
    canvas.lineCap = attributes['stroke-linecap'] === 'round' ? 'round' : 'butt';
    canvas.stroke(path);
  }
  canvas.globalAlpha = 1;
}

/** @param {CanvasRenderingContext2D} canvas @param {Mark} mark @param {Colours} colours */
function write(canvas, mark, colours) {
  const { attributes = {}, fill = 'ink', spans = [] } = mark;
  const size = sizeOf(mark);
  const font = (/** @type {Span} */ { isItalic, isBelow }) =>
    `${isItalic ? 'italic ' : ''}${attributes['font-weight'] ?? ''} ${isBelow ? size * BELOW.size : size}px ${attributes['font-family']}`;
  const widths = spans.map((span) => {
    canvas.font = font(span);
    return canvas.measureText(span.text).width;
  });
  const all = widths.reduce((sum, width) => sum + width, 0);
  const share = { end: 1, middle: 0.5 }[String(attributes['text-anchor'])] ?? 0;
  canvas.save();
  canvas.translate(Number(attributes.x), Number(attributes.y));
  if (attributes.transform) canvas.rotate(-Math.PI / 2);
  canvas.fillStyle = colours[fill];
  let x = -all * share;
  spans.forEach((span, i) => {
    canvas.font = font(span);
    canvas.fillText(span.text, x, span.isBelow ? size * BELOW.drop : 0);
    x += widths[i];
  });
  canvas.restore();
}

// The whole picture as a file and as a bitmap, on white whatever the theme of the page is.

/** As on a slide. */
const WIDTH = 1280;

/** Tones of the page's light theme that can be read on paper. */
const LINES = { faint: '#5c5f66', hair: '#d9d6cf', q: '#0068a3', k: '#b04c00', v: '#00785a' };

/**
 * @param {Context} context
 * @param {Picture} picture
 * @param {number} query whose row is followed
 */
function drawn(context, picture, query) {
  const placed = layout(context, picture, WIDTH);
  const { results } = context.computation;
  const all = marksOf(placed, links(placed, picture, query), query);
  const way = wayOfWord(picture, (id) => results[id].shape, 'q', query);
  const marks = [...all.links, ...all.boxes, ...wayMarks(placed, way), ...all.words, ...all.heads];
  return { width: placed.width, height: placed.height, marks };
}

/** The author's own ends of the scales, where the page is light. @param {Element} host */
function coloursOf(host) {
  const palette = paletteOf(host);
  const lightPalette = palette.ink === PALETTES.light.ink ? palette : PALETTES.light;
  return { ...LINES, ...lightPalette, paper: '#ffffff' };
}

/**
 * @typedef {object} How
 * @property {number} query whose row is followed
 * @property {Element} host in whose colours it is drawn
 */

/**
 * @param {Context} context
 * @param {Picture} picture
 * @param {How} how
 */
export function wholeSvg(context, picture, { query, host }) {
  const { width, height, marks } = drawn(context, picture, query);
  return toFile(marks, {
    ...{ width, height, colours: coloursOf(host) },
    title: text.fileTitle(context.computation.queryWords.join(' ')),
    description: [...stagesOf(picture).map((stage) => stage.text), text.colours].join(' '),
  });
}

/**
 * @param {Context} context
 * @param {Picture} picture
 * @param {How} how
 * @returns {Promise<Blob>}
 */
export function wholePng(context, picture, { query, host }) {
  const { width, height, marks } = drawn(context, picture, query);
  const colours = coloursOf(host);
  const element = document.createElement('canvas');
  const scale = 2;
  element.width = Math.ceil(width * scale);
  element.height = Math.ceil(height * scale);
  const canvas = /** @type {CanvasRenderingContext2D} */ (element.getContext('2d'));
  canvas.scale(scale, scale);
  canvas.fillStyle = colours.paper;
  canvas.fillRect(0, 0, width, height);
  for (const mark of marks) paint(canvas, mark, colours);
  return pngOf(element);
}
