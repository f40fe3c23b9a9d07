import assert from 'node:assert/strict';
import { loadAttention } from '../../src/js/index.js';
import { findPicture } from '../../web/figures/whole/picture.js';
import { makeComputation } from '../../web/session/computation.js';
import { normaliseState } from '../../web/state/normalise.js';
import { modelComputation } from '../support/models.js';
import '../support/features.js';

/** @import { StepContext as Context } from '../../web/sources/types.js' */

const attention = await loadAttention();

/** @param {object} state @returns {Context} */
export function seeded(state) {
  const full = normaliseState(state);
  return { state: full, computation: makeComputation(attention, full) };
}

/** @param {number} count */
const countWords = (count) => Array.from({ length: count }, (_, i) => i + 1).join(' ');
const MANY = 'the quick brown fox jumps over the lazy dog and then runs away from it all';
/** @type {Record<string, [Context, string]>} */
export const SOURCES = {
  'one head': [seeded({ heads: 1 }), 'weights'],
  'two heads': [seeded({}), 'weights'],
  'three heads': [seeded({ heads: 3, dModel: 6 }), 'weights'],
  'a mask and dropout': [seeded({ mask: 'causal', dropout: 0.5 }), 'weights'],
  'shared keys': [seeded({ keys: 'queries' }), 'weights'],
  'two sentences': [seeded({ target: 'Sie essen', heads: 4, dModel: 8 }), 'weights'],
  additive: [seeded({ mechanism: 'additive' }), 'weights'],
  'additive, two sentences': [
    seeded({ mechanism: 'additive', target: 'a b', keyWidth: 6 }),
    'weights',
  ],
  'additive, sixteen words': [seeded({ mechanism: 'additive', sentence: MANY }), 'weights'],
  'sixteen words, eight heads': [seeded({ sentence: MANY, heads: 8, dModel: 8 }), 'weights'],
  'nine words, one head': [
    seeded({ sentence: 'the tired dog did not cross the busy street', heads: 1 }),
    'weights',
  ],
  'seventeen words, sixteen heads': [
    seeded({ sentence: countWords(17), heads: 16, dModel: 16 }),
    'weights',
  ],
  'forty words': [seeded({ sentence: countWords(40), heads: 1 }), 'weights'],
  'sixty words, two heads': [seeded({ sentence: countWords(60) }), 'weights'],
  'one word': [seeded({ sentence: 'word' }), 'weights'],
  wide: [seeded({ dModel: 128, heads: 2 }), 'weights'],
  'the coffee cup': [seeded({ source: 'coffee' }), 'weights'],
  'an article': [seeded({ source: 'article' }), 'weights'],
  'the describer': [await modelComputation('describer'), 'weights'],
  'a second layer': [await modelComputation('pronoun'), 'layer2/weights'],
  Mini: [await modelComputation('mini', { training: -1 }), 'layer1/weights'],
  'a toy': [await modelComputation('toy', { heads: 4 }), 'layer1/weights'],
  'the translator': [await modelComputation('translator', { mechanism: 'additive' }), 'weights'],
  'a translator by dot product': [await modelComputation('translator', {}), 'weights'],
};

/** @param {Context} context @param {string} weights */
export function pictureIn({ computation }, weights) {
  const picture = findPicture(computation.run.graph, weights);
  assert.ok(picture);
  return picture;
}
