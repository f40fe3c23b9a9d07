/** What each stage of the whole picture does, by the tables that it makes. */

import { localName } from '../../graph/graph.js';
import { does, names } from '../../text/en/whole.js';

/**
 * @typedef {import('./picture.js').Part} Part
 * @typedef {import('./picture.js').Picture} Picture
 */

/**
 * @param {Picture} picture
 * @returns {{ parts: Part[], text: string, name?: string }[]} a name where that of its table says too little
 */
export const stagesOf = (picture) =>
  Array.from({ length: picture.stages }, (_, stage) => {
    const parts = picture.parts.filter((part) => part.stage === stage);
    const kind = kindOf(picture, parts, stage);
    return { parts, text: does[kind], name: names[kind] };
  });

/** @param {Picture} picture @param {Part[]} parts @param {number} stage @returns {keyof typeof does} */
function kindOf(picture, parts, stage) {
  const roles = parts.filter(({ role, isParameter }) => role && !isParameter);
  const has = (/** @type {string} */ name) => parts.some(({ id }) => localName(id) === name);
  if (stage === 0) return roles.length > 1 ? 'given' : 'rows';
  if (parts.some(({ id }) => id === picture.mixed)) return 'mixed';
  if (parts.some(({ id }) => id === picture.scores)) {
    const ofFeatures = parts.some(({ isParameter }) => isParameter);
    return ofFeatures ? 'additiveScores' : 'scores';
  }
  if (has('features')) return 'features';
  if (has('dropped')) return 'dropped';
  if (has('weights')) return 'weights';
  if (has('concatenated')) return 'concatenated';
  if (roles.length > 0) return roles.length > 2 ? 'projected' : 'projectedTwo';
  return 'output';
}
