/** Values derived from the settings: scale, mask, words, head counts, the other mechanism. */

import { getMaskKind } from '../graph/masks/index.js';
import { usesSetting } from './fields.js';
import { MAX_DIGITS, MAX_HEADS, MAX_WIDTH } from './limits.js';
import { splitWords } from './words.js';

/** @import { MaskName } from '../graph/masks/index.js' */
/** @import { Settings } from './types.js' */

/**
 * @param {Pick<Settings, 'scale' | 'temperature'>} state
 * @param {number} length the length of a query
 * @param {number} words the number of keys
 * @returns {number}
 */
export function computeScaleFactor({ scale, temperature }, length, words) {
  const factor = { sqrt: 1 / Math.sqrt(length), none: 1, words: 1 / Math.sqrt(words) };
  return (typeof scale === 'number' ? scale : factor[scale]) / temperature;
}

// The same words with the other mechanism.

/**
 * Returns the settings with the other mechanism on the same embeddings.
 * @param {Settings} state
 * @returns {Settings | undefined} undefined for scenes, for maps, and for keys of another width,
 * which a dot product does not accept
 */
export function switchMechanism(state) {
  const { mechanism, dModel, keyWidth } = state;
  if (!usesSetting(state, 'mechanism') || dModel > MAX_DIGITS) return undefined;
  if (mechanism === 'dot') return { ...state, mechanism: 'additive', keyWidth: 0 };
  return keyWidth > 0 ? undefined : { ...state, mechanism: 'dot' };
}

/** Returns the numbers of heads that divide a width. @param {number} width @returns {number[]} */
export function listHeadCounts(width) {
  const most = Math.min(width, MAX_HEADS);
  return Array.from({ length: most }, (_, i) => i + 1).filter((count) => width % count === 0);
}

/**
 * The width if `heads` divides it, else the nearest one with at least two numbers for each head.
 * @param {number} heads
 * @param {number} width
 */
export function chooseWidth(heads, width) {
  if (width % heads === 0) return width;
  const most = Math.floor((width > MAX_DIGITS ? MAX_WIDTH : MAX_DIGITS) / heads);
  return heads * Math.min(most, Math.max(2, Math.round(width / heads)));
}

/** @param {Pick<Settings, 'sentence' | 'target' | 'layer'>} settings */
export function findWords({ sentence, target, layer }) {
  const first = splitWords(sentence);
  const second = splitWords(target);
  const queries = second.words.length > 0 ? second : first;
  const keys = layer === 'self' ? queries : first;
  return {
    queryWords: first.words.length > 0 ? queries.words : [],
    keyWords: keys.words,
    leftOut: first.leftOut,
    leftOutOfTarget: second.leftOut,
  };
}

/** A target attends to the sentence. @param {Pick<Settings, 'target' | 'layer'>} settings */
export const isCrossing = ({ target, layer }) => target !== '' && layer === 'cross';

/** The target attends to itself. @param {Pick<Settings, 'target' | 'layer'>} settings */
export const isDecoderSelf = ({ target, layer }) => target !== '' && layer === 'self';

/**
 * Returns the mask in force. The self-attention of a decoder is causal. Masks that compare
 * positions do not apply between two sentences.
 * @param {Pick<Settings, 'target' | 'layer' | 'mask'>} settings
 * @returns {MaskName}
 */
export function getMask({ target, layer, mask }) {
  if (target === '') return mask;
  if (isDecoderSelf({ target, layer })) return 'causal';
  return getMaskKind(mask).needsOneSentence ? 'none' : mask;
}
