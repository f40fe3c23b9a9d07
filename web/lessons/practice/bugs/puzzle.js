/** Which bug is to be found: a level and a number make one, the same in every browser. */

import { openSource } from '../../../session/computation.js';
import { DEFAULT_SETTINGS, settingsOf } from '../../../session/settings.js';
import { normalise } from '../../../session/state.js';
import { draw } from '../../../sources/draw.js';
import { bothSources } from './bug.js';
import { bugs } from './bugs.js';

/**
 * @typedef {import('../../../session/settings.js').Settings} Settings
 * @typedef {import('./bug.js').Bug} Bug
 *
 * @typedef {object} Puzzle
 * @property {1 | 2 | 3} level
 * @property {number} number
 * @property {Bug} bug
 * @property {Partial<Settings>} settings
 * @property {Bug[]} choices what it may be: the bug and others, in an order that says nothing
 */

const CHOICES = 4;

/** @type {readonly Puzzle['level'][]} */
export const LEVELS = [1, 2, 3];

/** @param {Puzzle['level']} level @param {number} number */
export const puzzleName = (level, number) => `${level}-${number}`;

/**
 * @param {string} text such as '2-17'
 * @returns {Puzzle | undefined}
 */
export function puzzleOf(text) {
  const found = /^([123])-(\d{1,6})$/.exec(text);
  if (!found) return undefined;
  const level = /** @type {Puzzle['level']} */ (Number(found[1]));
  const number = Number(found[2]);
  const ofLevel = bugs.filter((one) => one.level === level);
  // The bugs of a level take turns, each round in another order.
  const round = Math.floor(number / ofLevel.length);
  const bug = shuffled(ofLevel, round, `round ${level}`)[number % ofLevel.length];
  return {
    ...{ level, number, bug },
    settings: { ...bug.settings, seed: 100 * level + number, bug: text },
    choices: choicesBeside(bug, number, bug.settings),
  };
}

/**
 * Others that show in the same table, or else near it: of those that this run can have, so none of padding where
 * there is no padding.
 * @param {Bug} bug
 * @param {number} number
 * @param {Partial<Settings>} settings
 */
export function choicesBeside(bug, number, settings) {
  const plain = settingsOf(normalise({ ...settings, bug: DEFAULT_SETTINGS.bug }));
  const { graph } = /** @type {import('./bug.js').Source} */ (
    // What is computed from what is known without a core.
    openSource(/** @type {any} */ (undefined), plain)
  );
  const others = shuffled(bugs, number, 'others').filter(
    (one) => one !== bug && one.fits(graph, plain),
  );
  const near = others.filter(({ table }) => table === bug.table);
  const far = others.filter(({ table }) => table !== bug.table);
  const chosen = [bug, ...near, ...far].slice(0, CHOICES);
  return shuffled(chosen, number, 'choices');
}

/**
 * In an order that only seed and name decide.
 * @template T
 * @param {readonly T[]} list
 * @param {number} seed
 * @param {string} name
 * @returns {T[]}
 */
export function shuffled(list, seed, name) {
  const lots = draw(seed, `practice ${name}`, list.length, 1);
  return [...list.keys()].toSorted((a, b) => lots[a] - lots[b]).map((i) => list[i]);
}

/**
 * The bug that a setting names.
 * @param {string} text its id, or level and number of a puzzle
 */
export const bugOf = (text) => puzzleOf(text)?.bug ?? bugs.find(({ id }) => id === text);

/**
 * @param {import('../../../../src/js/attention.js').Operations} core
 * @param {Settings} settings
 * @returns {{ right: import('./bug.js').Source, wrong: import('./bug.js').Source } | undefined} undefined without words
 */
export function sourcesOf(core, settings) {
  const plain = { ...settings, bug: DEFAULT_SETTINGS.bug };
  const source = openSource(core, plain);
  if (!source || source instanceof Promise) return undefined;
  const bug = bugOf(settings.bug);
  return bug?.fits(source.graph, plain)
    ? bothSources(source, bug)
    : { right: source, wrong: source };
}
