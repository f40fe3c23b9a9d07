/** Draws pictures without a browser, for the command line and for static sites. */

import { describeValue } from '../../src/js/errors.js';
import { loadAttention } from '../../src/js/index.js';
import { isPlain } from '../../src/js/option-reader.js';
import { drawMap } from '../elements/map-svg.js';
import { makeRefusal } from '../export/drawing-options.js';
import { drawSteps } from '../export/step-svg.js';
import { mapPictures } from '../features/maps/drawing.js';
import { refusals } from '../text/en/picture-refusals.js';
import { addSourceNames } from './source-names.js';

/** @import { MapSvgOptions } from '../elements/map-svg.js' */
/** @import { FieldName } from '../state/types.js' */

/**
 * @typedef {Partial<Record<FieldName | 'width', string | number>> & { steps?: string, table?: string, theme?: 'light' | 'dark' }} SvgOptions
 */

addSourceNames();

/**
 * Draws what `<attention-lab>` shows with the same attributes, or with `weights` what
 * `<attention-map>` shows.
 * @param {SvgOptions | MapSvgOptions} [options]
 * @returns {Promise<string>} SVG
 * @throws {ArgumentError} if a name or a value is unknown, or if the source needs training or a download first
 */
export async function attentionSvg(options = {}) {
  if (typeof options !== 'object' || options === null || !isPlain(options))
    throw makeRefusal('options', refusals.anObject, describeValue(options));
  return 'weights' in options
    ? drawMap(options, mapPictures)
    : drawSteps(await loadAttention(), options);
}
