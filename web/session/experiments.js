/**
 * One-click experiments. Each changes one thing and remembers the state before, so that the changes
 * can be marked.
 */

import { drawNumbers } from '../sources/draw.js';
import { readAddress, writeAddress } from '../state/address.js';
import { isDecoderSelf } from '../state/derived.js';
import { formatEdits, parseEdits, readOwnName } from '../state/edits.js';
import { DEFAULTS, getSettings, listChangedSettings, usesSetting } from '../state/fields.js';
import { moveSelection } from '../state/history.js';
import { normaliseState } from '../state/normalise.js';
import {
  cleanSentence,
  MAX_SENTENCE_LETTERS,
  MAX_WORDS,
  splitWords,
  toWordKey,
} from '../state/words.js';
import * as text from '../text/en/experiments.js';

/**
 * @import { Tensor } from '../../src/js/types.js'
 * @import { State } from '../state/types.js'
 */

/**
 * @typedef {object} Experiment
 * @property {string} id
 * @property {string} name on its button
 * @property {string} question to answer before the click
 * @property {(state: State) => Partial<State>} apply the change; empty if it is not available
 * @property {(state: State) => { ok: boolean, reason: string }} available whether it is, and why not
 */

const DRAWN_LIMIT = 1e6;

const MAX_DRAWS = 16;

/** @type {readonly Experiment[]} */
export const experiments = [
  experiment('shuffle', (state) => {
    const { words } = splitWords(state.sentence);
    if (new Set(words.map(toWordKey)).size < 2) return text.allTheSame;
    return rearranged(state, shuffled(state, words));
  }),
  experiment('repeat', (state) => {
    const order = [...splitWords(state.sentence).words.keys()];
    const place = Math.min(toRepeat(state), order.length - 1);
    return rearranged(state, order.toSpliced(place, 0, place));
  }),
  experiment('append', (state) => {
    const { words } = splitWords(state.sentence);
    const there = new Set(words.map(toWordKey));
    const added = text.added.find((word) => !there.has(word)) ?? text.added[0];
    return rearranged(state, [...words.keys(), words.length], added);
  }),
  experiment('same-keys', ({ mechanism, keys }) => {
    if (mechanism !== 'dot') return text.dotOnly;
    return { keys: keys === 'own' ? 'queries' : 'own' };
  }),
  experiment('hotter', (state) => heated(state, 2)),
  experiment('colder', (state) => heated(state, 0.5)),
];

/**
 * The state before the last experiment, with the present selection.
 * @param {State} state
 * @returns {State | undefined} undefined where there was none
 */
export function readBefore(state) {
  if (state.before === '') return undefined;
  // Entries that are left out were the defaults. The selection is the present one.
  const entries = getSettings({ ...DEFAULTS, ...readAddress(state.before).state });
  return normaliseState({ ...state, ...entries, ...moveSelection(state, entries), before: '' });
}

/**
 * Which experiment leads from the state before to this one; '' if something else has changed as well.
 * @param {State} state
 */
export function findLastExperiment(state) {
  const before = readBefore(state);
  const [name, ...more] = before ? listChangedSettings(before, state) : [];
  if (!before || more.some((setting) => name !== 'sentence' || setting !== 'edits')) return '';
  if (name === 'keys') return 'same-keys';
  if (name === 'temperature') return before.temperature < state.temperature ? 'hotter' : 'colder';
  if (name !== 'sentence') return '';
  const [was, is] = [before, state].map(({ sentence }) => splitWords(sentence).words);
  const at = copyAt(was, is);
  if (is.toSorted().join(' ') === was.toSorted().join(' ')) return 'shuffle';
  if (is.toSpliced(at, 1).join(' ') !== was.join(' ')) return '';
  return is[at] === is[at - 1] ? 'repeat' : at === was.length ? 'append' : '';
}

/** @param {State} state */
const wordsBefore = (state) => splitWords(readBefore(state)?.sentence ?? '').words;

/** The position of the added word in a sentence. @param {string[]} was @param {readonly string[]} is */
const copyAt = (was, is) => is.findIndex((word, i) => word !== was[i]);

/**
 * Does the last experiment end as it usually does, or does something keep it from that?
 * @param {string} id
 * @param {State} state
 * @param {{ weights: Tensor, keyWords: readonly string[] }} shown the weights that are compared, which may be those of a layer
 * @param {number} changed how many weights differ from before
 */
export function isUsual(id, state, { weights, keyWords }, changed) {
  if (id === 'same-keys') return state.keys !== 'own';
  if (id === 'shuffle') return changed === 0;
  if (id !== 'repeat') return changed > 0;
  const copy = copyAt(wordsBefore(state), keyWords);
  // Equal words have equal columns, and where a word asks itself equal rows as well.
  return weights.data.every(
    (weight, i) => i % keyWords.length !== copy || Object.is(weight, weights.data[i - 1]),
  );
}

/**
 * @param {string} id
 * @param {(state: State) => Partial<State> | string} change the change, or why there is none
 * @returns {Experiment}
 */
function experiment(id, change) {
  const [name, question] = text.experiments[id];
  /** @param {State} state */
  const outcome = (state) => {
    if (!usesSetting(state, 'sentence')) return text.fixed;
    if (splitWords(state.sentence).words.length === 0) return text.noWords;
    const changed = change(state);
    if (typeof changed === 'string') return changed;
    const before = writeAddress(getSettings(state));
    const kept = normaliseState({ before }).before === before;
    return kept ? { ...changed, before } : text.tooLong;
  };
  return {
    id,
    name,
    question,
    apply(state) {
      const changed = outcome(state);
      return typeof changed === 'string' ? {} : changed;
    },
    available(state) {
      const changed = outcome(state);
      const reason = typeof changed === 'string' ? changed : '';
      return { ok: reason === '', reason };
    },
  };
}

/**
 * The sentence in another order. The selected words stay selected.
 * @param {State} state
 * @param {number[]} order which word stands at each new place
 * @param {string} [added] a word at the end
 * @returns {Partial<State> | string}
 */
function rearranged(state, order, added) {
  const { sentence, target, query, key, pin } = state;
  const { words, leftOut } = splitWords(sentence);
  if (isDecoderSelf(state)) return text.attendsToItself;
  const wanted = order.map((i) => words[i] ?? added);
  // Appended to the typed text, whose script may have no spaces.
  const next = added ? `${sentence} ${added}` : wanted.join(' ');
  if (leftOut > 0 || order.length > MAX_WORDS || next.length > MAX_SENTENCE_LETTERS)
    return text.noRoom(MAX_WORDS);
  const cut = splitWords(cleanSentence(next)).words;
  if (cut.length !== order.length || cut.some((word, i) => word !== wanted[i]))
    return text.wouldBeCut;
  /** @param {number} position */
  const stays = (position) => position < words.length && order[position] === position;
  /** @param {number} position */
  const moved = (position) => order.indexOf(position);
  const isAlone = target === '';
  return {
    sentence: next,
    edits: withoutScores(state.edits, (q, k) => stays(k) && (!isAlone || stays(q))),
    key: moved(key),
    ...(isAlone && { query: moved(query), pin: moved(pin) }),
  };
}

/**
 * A score belongs to a pair of positions, not of words: it is dropped if one of its words moved. Those of
 * a second sentence with itself stay, as its words do.
 * @param {string} edits
 * @param {(query: number, key: number) => boolean} kept
 */
function withoutScores(edits, kept) {
  const all = [...parseEdits(edits)].filter(([position]) => {
    const { name, indices } = readOwnName(position) ?? { name: '', indices: [] };
    const [, query, key] = indices.map(Number);
    return name !== 's' || kept(query, key);
  });
  return formatEdits(new Map(all));
}

/**
 * @param {State} state
 * @param {string[]} words of which two differ
 * @returns {number[]} an order that looks different, if possible also from the one before
 */
function shuffled(state, words) {
  const positions = [...words.keys()];
  const earlier = wordsBefore(state);
  /** @param {number[]} order @param {string[]} others */
  const isLike = (order, others) =>
    order.every((i, position) => toWordKey(words[i]) === toWordKey(others[position] ?? ''));
  for (let draws = 0; draws < MAX_DRAWS; draws++) {
    // The seed contains the order before this one, or a few clicks would repeat themselves.
    const name = `shuffle ${draws} ${words.join(' ')} ${state.before}`;
    const lots = drawNumbers(state.seed, name, words.length, DRAWN_LIMIT);
    const order = positions.toSorted((a, b) => lots[a] - lots[b]);
    if (!isLike(order, words) && !isLike(order, earlier)) return order;
  }
  // Rotated by one, words that are not all equal never look the same.
  return [...positions.slice(1), 0];
}

/**
 * The selected word of the first sentence. With a second sentence, which has the query, that is the
 * marked key.
 * @param {State} state
 */
const toRepeat = ({ target, query, key }) => (target !== '' && key >= 0 ? key : query);

/** @param {State} state @param {number} factor */
function heated(state, factor) {
  const { temperature } = normaliseState({ temperature: state.temperature * factor });
  return temperature === state.temperature ? text.atLimit : { temperature };
}
