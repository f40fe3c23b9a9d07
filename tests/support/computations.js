// Computations of every kind, named by what is special about them. Each export is tried on all of
// them.
import assert from 'node:assert/strict';
import { loadAttention } from '../../src/js/index.js';
import { needSlot } from '../../web/features.js';
import { makeContext } from '../../web/lessons/context.js';
import { makeComputation, openSource } from '../../web/session/computation.js';
import { experiments } from '../../web/session/experiments.js';
import { makeOwnState } from '../../web/session/own-tensors.js';
import { readOwn } from '../../web/sources/files/attention-arrays.js';
import { readObject } from '../../web/sources/files/json.js';
import { DEFAULTS } from '../../web/state/fields.js';
import { normaliseState } from '../../web/state/normalise.js';
import './names.js';

/**
 * @import { ViewContext } from '../../web/lessons/context.js'
 * @import { Computation, Own } from '../../web/sources/types.js'
 * @import { State } from '../../web/state/types.js'
 */

export const attention = await loadAttention();

// `makeComputation` opens no source that is not loaded.
await needSlot('trainedDescriber');

/**
 * @param {object} requested
 * @returns {{ state: State, computation: Computation }}
 */
export function computationOf(requested) {
  const state = normaliseState(requested);
  return { state, computation: makeComputation(attention, state) };
}

/**
 * Makes the context of a view in which nothing can be changed.
 * @param {Pick<ViewContext, 'state' | 'computation'> & Partial<Parameters<typeof makeContext>[0]>}
 *   shown
 */
export function viewContext(shown) {
  const act = () => {};
  const acts = { dispatch: act, navigateTo: act, readonly: false };
  return makeContext({ attention, comparison: undefined, ...acts, ...shown });
}

/**
 * Makes the progress of a reader, which nothing stores.
 * @param {Partial<NonNullable<ViewContext['progress']>>} [change]
 * @returns {NonNullable<ViewContext['progress']>}
 */
export function makeProgress(change) {
  const act = () => {};
  const stored = { guide: '', answers: '', forget: act, isDone: () => false, keepAnswer: act };
  return { ...stored, readDraft: () => undefined, keepDraft: act, ...change };
}

/** The state of a settings section that nothing keeps. */
export const NOT_KEPT = { isExpertOpen: false, setExpertOpen: () => {} };

/** Finds an experiment by its id. @param {string} id */
export function experimentNamed(id) {
  const found = experiments.find((experiment) => experiment.id === id);
  assert.ok(found, id);
  return found;
}

/** Returns the state that an experiment leads to. @param {string} id @param {object} [requested] */
export function stateAfter(id, requested) {
  const state = normaliseState(requested);
  return normaliseState({ ...state, ...experimentNamed(id).attempt(state).change });
}

/**
 * Computes from a reader's own tensors.
 * @param {object} tensors in the form of the element's property
 * @param {object} [requested]
 */
export function ownComputationOf(tensors, requested) {
  const ownNumbers = /** @type {Own} */ (readOwn(readObject(tensors)));
  const state = normaliseState({ ...makeOwnState(ownNumbers, DEFAULTS), ...requested });
  return {
    state,
    computation: makeComputation(attention, state, openSource(attention, state, ownNumbers)),
  };
}

const target = 'he is tall';
const additive = { mechanism: 'additive' };
const emptyRow = { mask: 'custom', masked: '0.3 1.0 1.1 1.2 1.3' };

/** Words that would break out of an unescaped text. */
export const HOSTILE = [
  '"',
  '\\',
  "'''",
  '"""',
  '*/',
  '//',
  '</script>',
  '$\u007bx}',
  '`',
  '#',
  '\\u0041',
  '\\',
  '],',
  '\uD800x',
  'é',
  '👩‍👩‍👧',
  'a\u0000b',
  'x\u200Fy',
  '{{',
  '%s',
  '\uFEFFz',
  '=1+1',
  '\\N{DASH}',
].join(' ');

/** @type {Readonly<Record<string, object>>} */
export const STATES = {
  'the first picture': {},
  'one head that looks back': { heads: 1, mask: 'causal' },
  'four heads, unscaled, at a temperature': {
    heads: 4,
    dModel: 8,
    scale: 'none',
    temperature: 0.7,
  },
  'three heads, scaled by the number of words': {
    heads: 3,
    dModel: 9,
    scale: 'words',
    temperature: 3,
  },
  'a scale of its own': { scale: -0.3, temperature: 0.7, sentence: 'one two three' },
  'padding filled with 0': { mask: 'padding', pad: 2, fill: '0' },
  'nothing but padding at -1e9': { mask: 'padding', pad: 4, fill: '-1e9' },
  'an empty row of zeros': emptyRow,
  'an empty row of NaN': { ...emptyRow, emptyRow: 'nan' },
  'two sentences': { target, mask: 'padding', pad: 1 },
  'two sentences with the same commas': { sentence: 'a,b c', target: 'a b,c' },
  'a decoder that attends to itself': { target, layer: 'self', heads: 4 },
  'keys that are queries': { keys: 'queries', sentence: 'noodles eat noodles' },
  'the printed numbers of an article': { source: 'article' },
  dropout: { dropout: 0.3, dropoutSeed: 5, heads: 4 },
  'nearly everything dropped': {
    dropout: 0.999,
    dropoutSeed: 10,
    sentence: 'a b c d e f g h i j k l',
  },
  'everything dropped': { dropout: 1, mask: 'causal' },
  'dropout in an empty row of NaN': { ...emptyRow, emptyRow: 'nan', dropout: 0.5 },
  'numbers of the reader': { edits: 'q.0.1:0.5;k.3.2:-0;x.eat.0:-2;v.1.1:1e-7;o.2.0:12345.678' },
  'scores of the reader': { edits: 's.0.1.2:3;s.1.3.0:-2.5;s.7.0.0:1', mask: 'causal' },
  'one head, with an output and a sum of the reader': {
    heads: 1,
    edits: 'concatenated.1.2:5;contributionSum.0.1:-2',
  },
  'masked scores of the reader': {
    ...emptyRow,
    edits: 'maskedScores.0.1.2:3;maskedScores.1.0.3:1',
  },
  'scores of the reader in an empty row': {
    ...emptyRow,
    emptyRow: 'nan',
    dropout: 0.25,
    target,
    edits: 's.0.1.2:3;s.1.2.3:0.1',
    heads: 1,
  },
  'scores of the reader, heads and dropout': {
    ...emptyRow,
    edits: 's.2.1.2:3;s.3.3.3:-0',
    heads: 4,
    dropout: 0.25,
    scale: 'words',
  },
  'long rows': { dModel: 40, heads: 5, sentence: 'one two three four five six seven' },
  'one word': { sentence: 'alone', dModel: 1 },
  'hostile words': { sentence: HOSTILE, target: `${HOSTILE} x` },
  'words at their places': {
    positions: 'sinusoidal',
    edits: 'x.eat.1:2;positionEmbeddings.2.0:-1',
  },
  'two sentences at their places': { target, positions: 'sinusoidal', dModel: 6 },
  'additive, at their places': { ...additive, positions: 'sinusoidal', target, keyWidth: 3 },
  additive: additive,
  'additive, padded with 0': { ...additive, mask: 'padding', fill: '0' },
  'additive, keys of another width': {
    ...additive,
    target,
    keyWidth: 6,
    temperature: 0.7,
    dropout: 0.25,
    ...emptyRow,
  },
  'additive, numbers of the reader': {
    ...additive,
    edits: 's.0.1.2:3;aq.0.1:2;ak.1.1:-1;av.2:0.5;x.eat.1:4',
    mask: 'causal',
  },
  'additive, scores at a temperature': {
    ...additive,
    edits: 's.0.1.2:3',
    temperature: 0.7,
    keyWidth: 2,
    ...emptyRow,
    emptyRow: 'nan',
  },
  'the article': { source: 'article', mask: 'causal', dropout: 0.5, edits: 's.0.0.1:3' },
  'the coffee cup': { source: 'coffee', temperature: 2, edits: 's.0.0.1:3' },
};
