/** Experiments with one click. Each remembers the previous state, to mark the changes. */

import { drawNumbers } from '../sources/draw.js';
import { readAddress, writeAddress } from '../state/address.js';
import { isDecoderSelf } from '../state/derived.js';
import { DEFAULTS, getSettings, listChangedSettings, usesSetting } from '../state/fields.js';
import { normaliseState } from '../state/normalise.js';
import { moveSelection } from '../state/selection.js';
import {
  areSameWords,
  cleanSentence,
  MAX_SENTENCE_LETTERS,
  MAX_WORDS,
  splitWords,
  toWordKey,
} from '../state/words.js';
import * as text from '../text/en/experiments.js';

/** @import { Tensor } from '../../src/js/types.js' */
/** @import { State } from '../state/types.js' */

/**
 * @typedef {object} Experiment
 * @property {string} id
 * @property {string} name the label of the button
 * @property {string} question the question to answer before the click
 * @property {(state: State) => { change?: Partial<State>, reason?: string }} attempt returns the
 * change, or the reason why there is none
 */

const DRAWN_LIMIT = 1e6;
const MAX_DRAWS = 16;

/** @type {readonly Experiment[]} */
export const experiments = [
  defineExperiment('shuffle', (state) => {
    const { words } = splitWords(state.sentence);
    if (new Set(words.map(toWordKey)).size < 2) return text.allTheSame;
    return rearrangeWords(state, shuffleWords(state, words));
  }),
  defineExperiment('repeat', (state) => {
    const order = [...splitWords(state.sentence).words.keys()];
    const place = Math.min(chooseRepeated(state), order.length - 1);
    return rearrangeWords(state, order.toSpliced(place, 0, place));
  }),
  defineExperiment('append', (state) => {
    const { words } = splitWords(state.sentence);
    const there = new Set(words.map(toWordKey));
    const added = text.added.find((word) => !there.has(word)) ?? text.added[0];
    return rearrangeWords(state, [...words.keys(), words.length], added);
  }),
  defineExperiment('same-keys', ({ mechanism, keys }) => {
    if (mechanism !== 'dot') return text.dotOnly;
    return { keys: keys === 'own' ? 'queries' : 'own' };
  }),
  defineExperiment('hotter', (state) => scaleTemperature(state, 2)),
  defineExperiment('colder', (state) => scaleTemperature(state, 0.5)),
];

/** Writes the settings as `before`, so that differences from them are marked. @param {State} state */
export const rememberState = (state) => writeAddress(getSettings(state));

/** The state before the last experiment. @param {State} state @returns {State | undefined} */
export function readBefore(state) {
  if (state.before === '') return undefined;
  // Missing fields had their defaults. The selection is the current one.
  const settings = getSettings({ ...DEFAULTS, ...readAddress(state.before).state });
  return normaliseState({ ...state, ...settings, ...moveSelection(state, settings), before: '' });
}

/** The experiment that led here, or '' if more has changed. @param {State} state */
export function findLastExperiment(state) {
  const before = readBefore(state);
  const [name, ...more] = before ? listChangedSettings(before, state) : [];
  if (!before || more.some((setting) => name !== 'sentence' || setting !== 'edits')) return '';
  if (name === 'keys') return 'same-keys';
  if (name === 'temperature') return before.temperature < state.temperature ? 'hotter' : 'colder';
  if (name !== 'sentence') return '';
  const [was, is] = [before, state].map(({ sentence }) => splitWords(sentence).words);
  const at = findCopy(was, is);
  if (areSameWords(is.toSorted(), was.toSorted())) return 'shuffle';
  if (!areSameWords(is.toSpliced(at, 1), was)) return '';
  return is[at] === is[at - 1] ? 'repeat' : at === was.length ? 'append' : '';
}

/** @param {State} state */
const listEarlierWords = (state) => splitWords(readBefore(state)?.sentence ?? '').words;

/** Returns the position of the added word in a sentence. @param {string[]} was @param {readonly string[]} is */
const findCopy = (was, is) => is.findIndex((word, i) => word !== was[i]);

/**
 * Whether the last experiment has its usual result.
 * @param {string} id
 * @param {State} state
 * @param {{ weights: Tensor, keyWords: readonly string[] }} shown the compared weights, which may
 * belong to a layer
 * @param {number} changed the number of changed weights
 */
export function isUsual(id, state, { weights, keyWords }, changed) {
  if (id === 'same-keys') return state.keys !== 'own';
  if (id === 'shuffle') return changed === 0;
  if (id !== 'repeat') return changed > 0;
  const copy = findCopy(listEarlierWords(state), keyWords);
  // Equal words have equal columns. In self-attention they also have equal rows.
  return weights.data.every(
    (weight, i) => i % keyWords.length !== copy || Object.is(weight, weights.data[i - 1]),
  );
}

/**
 * @param {string} id
 * @param {(state: State) => Partial<State> | string} change returns the change, or the reason why
 * there is none
 * @returns {Experiment}
 */
function defineExperiment(id, change) {
  const [name, question] = text.experiments[id];
  return {
    id,
    name,
    question,
    attempt(state) {
      if (!usesSetting(state, 'sentence')) return { reason: text.fixed };
      if (splitWords(state.sentence).words.length === 0) return { reason: text.noWords };
      const changed = change(state);
      if (typeof changed === 'string') return { reason: changed };
      const before = rememberState(state);
      const isKept = normaliseState({ before }).before === before;
      return isKept ? { change: { ...changed, before } } : { reason: text.tooLong };
    },
  };
}

/**
 * Changes the order of the sentence. Selected words stay selected.
 * @param {State} state
 * @param {number[]} order the index of the word at each new place
 * @param {string} [added] a word at the end
 * @returns {Partial<State> | string}
 */
function rearrangeWords(state, order, added) {
  const { sentence, target, query, key, pin } = state;
  const { words, leftOut } = splitWords(sentence);
  if (isDecoderSelf(state)) return text.attendsToItself;
  const wanted = order.map((i) => words[i] ?? added);
  // Append to the typed text, whose script may have no spaces.
  const next = added ? `${sentence} ${added}` : wanted.join(' ');
  if (leftOut > 0 || order.length > MAX_WORDS || next.length > MAX_SENTENCE_LETTERS)
    return text.noRoom(MAX_WORDS);
  const cut = splitWords(cleanSentence(next)).words;
  if (!areSameWords(cut, wanted)) return text.wouldBeCut;
  /** @param {number} position */
  const findNewPlace = (position) => order.indexOf(position);
  const isAlone = target === '';
  return {
    sentence: next,
    key: findNewPlace(key),
    ...(isAlone && { query: findNewPlace(query), pin: findNewPlace(pin) }),
  };
}

/**
 * @param {State} state
 * @param {string[]} words at least two different words
 * @returns {number[]} an order that looks different from the current one, and if possible from the
 * previous one
 */
function shuffleWords(state, words) {
  const positions = [...words.keys()];
  const earlier = listEarlierWords(state);
  /** @param {number[]} order @param {string[]} others */
  const isLike = (order, others) =>
    order.every((i, position) => toWordKey(words[i]) === toWordKey(others[position] ?? ''));
  for (let draws = 0; draws < MAX_DRAWS; draws++) {
    // The name contains the previous order, because otherwise a few clicks would repeat orders.
    const name = `shuffle ${draws} ${words.join(' ')} ${state.before}`;
    const lots = drawNumbers(state.seed, name, words.length, DRAWN_LIMIT);
    const order = positions.toSorted((a, b) => lots[a] - lots[b]);
    if (!isLike(order, words) && !isLike(order, earlier)) return order;
  }
  // Words that are not all equal look different when rotated by one.
  return [...positions.slice(1), 0];
}

/** The query, or with a second sentence the marked key. @param {State} state */
const chooseRepeated = ({ target, query, key }) => (target !== '' && key >= 0 ? key : query);

/** @param {State} state @param {number} factor */
function scaleTemperature(state, factor) {
  const { temperature } = normaliseState({ temperature: state.temperature * factor });
  return temperature === state.temperature ? text.atLimit : { temperature };
}
