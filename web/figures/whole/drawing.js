/** The whole picture as a drawing, on white whatever the theme of the page is. */

import { PALETTES, readPalette } from '../../styles/colour.js';
import * as text from '../../text/en/whole.js';
import { layOutPicture, linkBoxes } from './layout.js';
import { makeMarks, makeWayMarks } from './marks.js';
import { listStages } from './picture.js';
import { traceWayOfWord } from './way.js';

/** @import { StepContext, Drawing, Picture } from '../types.js' */

/** As on a slide. */
const WIDTH = 1280;

/** Tones of the page's light theme that can be read on paper. */
const LINES = { faint: '#5c5f66', hair: '#d9d6cf', q: '#0068a3', k: '#b04c00', v: '#00785a' };

/**
 * @param {StepContext} context
 * @param {Picture} picture
 * @param {{ query: number, host: Element }} how whose row is followed, and in whose colours it is drawn
 * @returns {Drawing}
 */
export function drawPicture(context, picture, { query, host }) {
  const { results, queryWords } = context.computation;
  const placed = layOutPicture(context, picture, WIDTH);
  const {
    links: lines,
    boxes,
    words,
    heads,
  } = makeMarks(placed, linkBoxes(placed, picture, query), query);
  const way = traceWayOfWord(picture, (id) => results[id].shape, 'q', query);
  return {
    width: placed.width,
    height: placed.height,
    colours: coloursOf(host),
    title: text.fileTitle(queryWords.join(' ')),
    description: [...listStages(picture).map((stage) => stage.text), text.colours].join(' '),
    marks: [...lines, ...boxes, ...makeWayMarks(placed, way), ...words, ...heads],
  };
}

/** The author's own ends of the scales, where the page is light. @param {Element} host */
function coloursOf(host) {
  const hostPalette = readPalette(host);
  const palette = hostPalette.ink === PALETTES.light.ink ? hostPalette : PALETTES.light;
  return { ...LINES, ...palette, paper: '#ffffff' };
}
