/** Draws a picture of weights without a browser. Options have the names of attributes or properties. */

import { describeValue } from '../../src/js/errors.js';
import { drawMatrices } from '../export/drawing.js';
import {
  choosePalette,
  listNearest,
  makeRefusal,
  makeScreenRefusal,
} from '../export/drawing-options.js';
import { toSvg } from '../figures/marks.js';
import { poolNumbers } from '../figures/pixels.js';
import { listAttributesWith } from '../state/attributes.js';
import { computeTone, mixColour } from '../styles/colour.js';
import { refusals } from '../text/en/picture-refusals.js';
import { ownWeights } from '../text/en/tables.js';
import { camel } from '../text/spelling.js';
import { CHOICES, MapContent } from './map-content.js';

/**
 * @import { Colour, Drawing, Mark, Matrix } from '../figures/types.js'
 * @import { Layered, ShownComputation } from '../sources/types.js'
 * @import { Palette } from '../styles/colour.js'
 * @import { ShownWeights } from '../views/types.js'
 * @import { GivenWeights } from './map-content.js'
 */

/** @typedef {{ [Name in keyof typeof CHOICES]?: (typeof CHOICES)[Name][number] }} MapChoices */

/**
 * The options of a picture of your own weights, as for `<attention-map>`.
 * @typedef {GivenWeights & MapChoices & { layer?: number | string, head?: number | string, label?: string, paper?: string }} MapSvgOptions
 */

/** The options that are a text or a number. */
const SCALARS = ['layer', 'head', 'label', ...Object.keys(CHOICES)];

export const MAP_NAMES = ['rowTokens', 'columnTokens', 'weights', 'shape', ...SCALARS];

/** The most cells, because more make a picture of several megabytes. */
const MOST_CELLS = 2 ** 17;

/**
 * @param {MapSvgOptions} options
 * @param {Record<'grid' | 'lines', { draw: (shown: ShownWeights, palette: Palette) => Drawing | undefined }>} pictures
 * @returns {string} SVG
 * @throws {ArgumentError} if a name or a value is unknown, or if the weights are too large for a picture
 */
export function drawMap({ paper, ...options }, pictures) {
  const given = readMapOptions(options, ['paper']);
  const label = given.label ?? ownWeights;
  const content = new MapContent();
  const findOption = (/** @type {string} */ name) =>
    Object.keys(options).find((option) => camel(option) === name) ?? name;
  content.read(given, {
    rowTokens: findOption('rowTokens'),
    columnTokens: findOption('columnTokens'),
  });
  if (!content.computation)
    throw content.error ?? makeRefusal('weights', refusals.aTensor, refusals.missing);
  const wanted = { layer: Number(given.layer ?? 0), head: Number(given.head ?? 0) };
  const nearest = content.findNearest(wanted);
  for (const name of /** @type {const} */ (['layer', 'head'])) {
    if (nearest[name] !== wanted[name])
      throw makeRefusal(name, refusals.nearestFit(nearest[name]), String(given[name]));
  }
  content.label(given.wordPieces === 'raw');
  content.choose({ ...nearest, label, scale: given.scale ?? '' });
  const palette = choosePalette(given.theme, paper);
  const matrix = /** @type {Matrix} */ (content.matrix);
  const shown = /** @type {any} */ ({
    ...content.colourScale,
    .../** @type {ShownComputation & Layered} */ (content.computation),
    ...content.words,
    ...nearest,
    label,
    matrix,
    memory: {},
  });
  const { view = 'map' } = given;
  const drawing =
    (view === 'map' ? undefined : pictures[view].draw(shown, palette)) ??
    drawMatrices([matrix], { title: matrix.name, palette, hasLegend: true });
  return toSvg(replaceBitmaps(drawing, palette));
}

/**
 * @param {object} options
 * @param {readonly string[]} [others] names that the caller reads, for suggestions
 * @returns {MapSvgOptions} the options by the names of properties
 */
export function readMapOptions(options, others = []) {
  return Object.fromEntries(
    Object.entries(options).map(([option, value]) => {
      const name = camel(option);
      if (!MAP_NAMES.includes(name)) {
        if (listAttributesWith('map').includes(name))
          throw makeScreenRefusal(option, refusals.anotherMapOption);
        throw makeRefusal(option, listNearest(option, [...MAP_NAMES, ...others]), refusals.unknown);
      }
      if (SCALARS.includes(name) && !['string', 'number', 'undefined'].includes(typeof value))
        throw makeRefusal(option, refusals.textOrNumber, describeValue(value));
      const choices = Object.hasOwn(CHOICES, name)
        ? /** @type {readonly string[]} */ (CHOICES[/** @type {'view'} */ (name)])
        : undefined;
      if (choices && !choices.includes(String(value)))
        throw makeRefusal(
          option,
          listNearest(String(value), choices.filter(Boolean)),
          `"${value}"`,
        );
      return [name, choices || (name === 'label' && value !== undefined) ? String(value) : value];
    }),
  );
}

/**
 * Replaces bitmaps, which only a browser can paint, by paths with a part for each number.
 * @param {Drawing} drawing
 * @param {Palette} palette
 */
function replaceBitmaps(drawing, palette) {
  const images = drawing.marks.filter(({ cells }) => cells);
  const count = images.reduce((sum, { cells, shared }) => {
    const { rows, columns } = poolNumbers(/** @type {Matrix} */ (cells).view, shared);
    return sum + rows * columns;
  }, 0);
  if (count > MOST_CELLS)
    throw makeRefusal('weights', refusals.smallPicture(MOST_CELLS), refusals.numbers(count));
  return {
    ...drawing,
    marks: drawing.marks.flatMap((mark) => (mark.cells ? makeColourPaths(mark, palette) : mark)),
  };
}

/** Makes one path for each colour. @param {Mark} image @param {Palette} palette @returns {Mark[]} */
function makeColourPaths({ x = 0, y = 0, width = 0, height = 0, cells, shared }, palette) {
  const { view, colours, limit = 1, darkest = 1, tones = colours } = /** @type {Matrix} */ (cells);
  const { rows, columns, numbers } = poolNumbers(view, shared);
  const [across, down] = [width / columns, height / rows].map((size) => Number(size.toFixed(3)));
  /** @type {Map<Colour, string>} */
  const paths = new Map();
  for (let i = 0; i < rows * columns; i++) {
    const tone = computeTone(tones, numbers[i] / darkest, limit);
    const fill = /** @type {Colour} */ (`rgb(${mixColour(palette, tone).join(', ')})`);
    const at = [x + (i % columns) * across, y + Math.floor(i / columns) * down];
    const [left, top] = at.map((place) => Number(place.toFixed(3)));
    paths.set(fill, `${paths.get(fill) ?? ''}M${left} ${top}h${across}v${down}h-${across}z`);
  }
  return [...paths].map(([fill, d]) => ({
    kind: /** @type {const} */ ('path'),
    d,
    fill,
    'shape-rendering': /** @type {const} */ ('crispEdges'),
  }));
}
