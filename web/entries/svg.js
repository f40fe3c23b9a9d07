/** Draws pictures without a browser, for the command line and for static sites. */

import { describeValue, getOperation, runNamed } from '../../src/js/errors.js';
import { loadAttention } from '../../src/js/index.js';
import { findMeantName } from '../../src/js/nearest.js';
import { isPlain } from '../../src/js/option-reader.js';
import { drawMap, MAP_NAMES } from '../elements/map-svg.js';
import { makeRefusal, NAMES, SCREEN_ONLY } from '../export/drawing-options.js';
import { drawSteps } from '../export/step-svg.js';
import { mapPictures } from '../features/maps/drawing.js';
import { refusals } from '../text/en/picture-refusals.js';
import { camel } from '../text/spelling.js';
import { addSourceNames } from './source-names.js';

/** @import { MapSvgOptions } from '../elements/map-svg.js' */
/** @import { FieldName } from '../state/types.js' */

/**
 * @typedef {Partial<Record<FieldName | 'width', string | number>> & { steps?: string, table?: string, theme?: 'light' | 'dark', paper?: string, state?: string | Partial<Record<FieldName, string | number>> }} SvgOptions
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
  // The command has another name in errors.
  const operation = getOperation() || 'attentionSvg';
  const attention = await loadAttention();
  return runNamed(operation, () => {
    if (typeof options !== 'object' || options === null || !isPlain(options))
      throw makeRefusal('options', refusals.anObject, describeValue(options));
    const set = Object.entries(options).filter(([, value]) => value !== undefined);
    const given = /** @type {any} */ (Object.fromEntries(set));
    const names = Object.keys(given).map(camel);
    const isMap = names.includes('weights') || (!names.some(isOfLab) && namesWeights(options));
    return isMap ? drawMap(given, mapPictures) : drawSteps(attention, given);
  });
}

/** Whether only a picture of a lab has this option. @param {string} name */
const isOfLab = (name) => [...NAMES, 'width'].includes(name) && !MAP_NAMES.includes(name);

/** Whether an option is `weights`, perhaps misspelt or undefined. @param {object} options */
const namesWeights = (options) =>
  Object.keys(options).some(
    (name) => findMeantName(camel(name), [...NAMES, ...SCREEN_ONLY, 'weights']) === 'weights',
  );
