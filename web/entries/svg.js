/** Pictures where there is no browser: for the command line, and for pages that are made in advance. */

import { loadAttention } from '../../src/js/index.js';
import { drawSteps } from '../export/step-svg.js';
import { modelNames } from '../features/models/manifest.js';
import { add } from '../features.js';

/** @import { SvgOptions } from '../export/types.js' */

// A model that has no picture is refused by its name.
add(modelNames);

/**
 * A picture of what `<attention-lab>` shows with the same attributes.
 * @param {SvgOptions} [options]
 * @returns {Promise<string>} SVG
 * @throws {ArgumentError} for a name or a value that there is not, and for a source whose numbers are not
 *   at hand, as those of a model that has to learn
 */
export async function attentionSvg(options = {}) {
  return drawSteps(await loadAttention(), options);
}
