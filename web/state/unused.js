/** Finds settings that other settings leave without effect. */

import { getMaskKind, maskKinds } from '../graph/masks/index.js';
import * as text from '../text/en/messages.js';
import { getMask, isDecoderSelf } from './derived.js';
import { FIELDS, usesSetting } from './fields.js';
import { listSourceKinds } from './source-kinds.js';

/** @import { Settings } from './types.js' */

/**
 * The settings that depend on others: the reason why a value has no effect, or false.
 * @type {{ [Name in keyof Settings]?: (settings: Settings) => string | false }}
 */
const REASONS = {
  layer: ({ target }) => target === '' && text.withoutTarget,
  heads: ({ mechanism }) => mechanism === 'additive' && text.withAdditive,
  scale: ({ mechanism }) => mechanism === 'additive' && text.withAdditive,
  mask(settings) {
    if (getMask(settings) === settings.mask) return false;
    return isDecoderSelf(settings) ? text.withDecoderSelf : text.withTarget;
  },
  pad: (settings) => explainMaskParameter(settings, 'pad'),
  masked: (settings) => explainMaskParameter(settings, 'masked'),
  fill: (settings) => getMask(settings) === 'none' && text.withoutMask,
};

/** @param {Settings} settings @param {'pad' | 'masked'} name */
function explainMaskParameter(settings, name) {
  if (getMaskKind(getMask(settings)).parameters?.[name]) return false;
  const kind = maskKinds.find(({ parameters }) => parameters?.[name]);
  return text.without('mask', `${kind?.name}`);
}

/**
 * Explains why a setting has no effect beside the others.
 * @param {Settings} settings
 * @param {keyof Settings} name
 * @returns {string | undefined} undefined if it has an effect
 */
export function explainUnused(settings, name) {
  if (name === 'source') return undefined;
  if (usesSetting(settings, name)) return REASONS[name]?.(settings) || undefined;
  const kind = listSourceKinds().find(({ uses }) => uses?.includes(name));
  return kind && FIELDS[name].usedBy.length === 0
    ? text.without('source', kind.name)
    : text.withSource(settings.source);
}
