/** Pictures where there is no browser: for the command line, and for pages that are made in advance. */

import { loadAttention } from '../../src/js/index.js';
import { drawMap } from '../elements/map-svg.js';
import { drawSteps } from '../export/step-svg.js';
import { drawGrid, drawLines } from '../features/maps/drawing.js';
import { modelNames } from '../features/models/manifest.js';
import { add } from '../features.js';

/** @import { MapSvgOptions, SvgOptions } from '../export/types.js' */

// A model that has no picture is refused by its name.
add(modelNames);

/** What draws all heads, and lines between words. */
const MAPS = { grid: { draw: drawGrid }, lines: { draw: drawLines } };

/**
 * A picture of what `<attention-lab>` shows with the same attributes. With `weights`, one of what `<attention-map>` shows.
 * @param {SvgOptions | MapSvgOptions} [options]
 * @returns {Promise<string>} SVG
 * @throws {ArgumentError} for a name or a value that there is not, and for a source whose numbers are not
 *   at hand, as those of a model that has to learn
 */
export async function attentionSvg(options = {}) {
  return 'weights' in options ? mapSvg(options) : drawSteps(await loadAttention(), options);
}

/** A picture of what `<attention-map>` shows. @param {MapSvgOptions} options */
export const mapSvg = (options) => drawMap(options, MAPS);
