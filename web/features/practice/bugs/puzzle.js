/** Chooses the bug of a puzzle from its level and number, identically in every browser. */

import { findMeantName } from '../../../../src/js/nearest.js';
import { openSource } from '../../../session/computation.js';
import { drawNumbers } from '../../../sources/draw.js';
import { DEFAULT_SETTINGS, getSettings } from '../../../state/fields.js';
import { normaliseState } from '../../../state/normalise.js';
import { bugs, makeSources } from './bugs.js';
import { decoys } from './decoys.js';

/**
 * @import { Operations } from '../../../../src/js/attention.js'
 * @import { Source } from '../../../sources/types.js'
 * @import { Settings } from '../../../state/types.js'
 * @import { Bug, Mistake, Puzzle } from '../types.js'
 */

const CHOICES = 4;

/** @type {readonly Puzzle['level'][]} */
export const LEVELS = [1, 2, 3];

/**
 * The bugs of each level. Level 1: visible at a glance; 2: found by computing a number; 3: found by
 * comparing tables. The number in a puzzle's address selects a bug by its position here. A bug that
 * changes its level must therefore take another bug's position.
 * @type {Readonly<Record<Puzzle['level'], readonly string[]>>}
 */
const OF_LEVEL = {
  1: (
    'mask-after-softmax mask-zero mask-flipped causal-off-by-one fill-finite ' +
    'softmax-queries softmax-heads maximum-left-out scale-none output-left-out'
  ).split(' '),
  2: (
    'dropout-at-inference scale-d scale-words key-untransposed key-value-swapped ' +
    'tanh-left-out vector-left-out mask-queries heads-untransposed output-transposed ' +
    'padding-averaged'
  ).split(' '),
  3: (
    'scale-twice position-after causal-corner dropout-before-softmax split-layout ' +
    'values-of-queries'
  ).split(' '),
};

/** @param {Puzzle['level']} level */
export const listBugsOfLevel = (level) =>
  OF_LEVEL[level].map((id) => /** @type {Bug} */ (bugs.find((bug) => bug.id === id)));

/** @param {Puzzle['level']} level @param {number} number */
export const namePuzzle = (level, number) => `${level}-${number}`;

/** @param {string} text such as '2-17' @returns {Puzzle | undefined} */
export function findPuzzle(text) {
  const found = /^([123])-(\d{1,6})$/.exec(text);
  if (!found) return undefined;
  const level = /** @type {Puzzle['level']} */ (Number(found[1]));
  const number = Number(found[2]);
  const ofLevel = listBugsOfLevel(level);
  // The bugs of a level take turns. Each round has another order.
  const round = Math.floor(number / ofLevel.length);
  const bug = shuffleList(ofLevel, round, `round ${level}`)[number % ofLevel.length];
  return {
    level,
    number,
    bug,
    settings: { ...bug.settings, seed: 100 * level + number, bug: text },
    // Compute the choices lazily: most callers do not need them.
    get choices() {
      return chooseDistractors(bug, number, bug.settings);
    },
  };
}

/** Groups of tables that the same part of a program computes. */
const STAGES = [
  ['projectedQueries', 'projectedKeys', 'q', 'k', 'v'],
  ['features', 'scores', 'scaledScores'],
  ['maskedScores', 'weights'],
  ['heads', 'concatenated', 'output', 'pooled'],
];

/** @param {string} table */
export const findStage = (table) => STAGES.findIndex((tables) => tables.includes(table));

/**
 * Chooses other mistakes that affect the same table or the same stage. Only mistakes that this run
 * can have are chosen, such as none about padding if there is no padding. For a bug of level 1,
 * mistakes beyond the course are left out.
 * @param {Bug} bug
 * @param {number} number
 * @param {Partial<Settings>} settings
 */
export function chooseDistractors(bug, number, settings) {
  const plain = getSettings(normaliseState({ ...settings, bug: DEFAULT_SETTINGS.bug }));
  const source = /** @type {Source} */ (
    // The source of plain settings needs no core.
    openSource(/** @type {any} */ (undefined), plain)
  );
  const { graph } = makeSources(source, bug).right;
  const isFirst = OF_LEVEL[1].includes(bug.id);
  const rankByStage = (/** @type {Mistake} */ { table }) =>
    table === bug.table ? 0 : findStage(table) === findStage(bug.table) ? 1 : 2;
  const others = shuffleList([...bugs, ...decoys], number, 'others')
    .filter(
      (mistake) =>
        mistake !== bug && mistake.fits(graph, plain) && (mistake.shows?.(plain) ?? true),
    )
    .filter((mistake) => !isFirst || !('isBeyondCourse' in mistake))
    .toSorted((a, b) => rankByStage(a) - rankByStage(b));
  return shuffleList([bug, ...others].slice(0, CHOICES), number, 'choices');
}

/**
 * Shuffles a list in an order that depends only on seed and name.
 * @template T
 * @param {readonly T[]} list
 * @param {number} seed
 * @param {string} name
 * @returns {T[]}
 */
export function shuffleList(list, seed, name) {
  const lots = drawNumbers(seed, `practice ${name}`, list.length, 1);
  return [...list.keys()].toSorted((a, b) => lots[a] - lots[b]).map((i) => list[i]);
}

/**
 * Finds the bug that a setting names.
 * @param {string} text the id of a bug, a similar id, or the level and number of a puzzle
 */
export function findBug(text) {
  const name = findMeantName(
    text,
    bugs.map(({ id }) => id),
  );
  return findPuzzle(text)?.bug ?? bugs.find(({ id }) => id === name);
}

/** @param {string} id @returns {Mistake | undefined} */
export const findMistake = (id) => [...bugs, ...decoys].find((mistake) => mistake.id === id);

/**
 * @param {Operations} attention
 * @param {Settings} settings
 * @returns {{ right: Source, wrong: Source } | undefined} undefined if there are no words
 */
export function makeBugSources(attention, settings) {
  const plain = { ...settings, bug: DEFAULT_SETTINGS.bug };
  const source = openSource(attention, plain);
  if (!source || source instanceof Promise) return undefined;
  const bug = findBug(settings.bug);
  return bug?.fits(source.graph, plain)
    ? makeSources(source, bug)
    : { right: source, wrong: source };
}
