/** The whole picture as a file and as a bitmap, on white whatever the theme of the page is. */

import { PALETTES, paletteOf } from '../../styles/colour.js';
import * as text from '../../text/en/whole.js';
import { layout } from './layout.js';
import { links } from './links.js';
import { marksOf, wayMarks } from './marks.js';
import { paint, toFile } from './paint.js';
import { stagesOf } from './stages.js';
import { wayOfWord } from './way.js';

/**
 * @typedef {import('../../lessons/tables.js').Context} Context
 * @typedef {import('./picture.js').Picture} Picture
 */

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
  const own = paletteOf(host);
  const palette = own.ink === PALETTES.light.ink ? own : PALETTES.light;
  return { ...LINES, ...palette, paper: '#ffffff' };
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
  return new Promise((resolve, reject) => {
    element.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new RangeError(text.tooLarge))),
      'image/png',
    );
  });
}
