/** Lists in attributes: steps to show, groups of controls to hide. */

import { meantName } from '../../src/js/nearest.js';

/** All that `hide` and `show` can name. */
export const GROUPS = [
  ...['title', 'guide', 'words', 'sentence', 'settings', 'experiments', 'weights', 'steps'],
  ...['text', 'export', 'tools'],
];

/** What is hidden by default if an author lists steps or a table. */
export const BESIDE_STEPS = [
  ...['title', 'guide', 'sentence', 'settings', 'experiments', 'weights'],
];

/** More names than any lesson has steps or tables. */
const MOST_NAMES = 256;
const MOST_CHARACTERS = 2 ** 16;

/**
 * Each name once, in the order of the first; what is too much is left out, for a link may hold anything.
 * @param {Named} text separated by commas or blanks
 * @returns {string[] | undefined} undefined for an empty list
 */
export function list(text) {
  const written = String(text ?? '').slice(0, MOST_CHARACTERS);
  const names = [...new Set(written.split(/[\s,]+/).filter(Boolean))];
  return names.length > 0 ? names.slice(0, MOST_NAMES) : undefined;
}

/**
 * The names in a list; in place of a misspelt one the nearest.
 * @param {Named} text
 * @param {(name: string) => readonly string[]} namesFor those that there are, for one in the list
 */
export const meantNames = (text, namesFor) =>
  list(text)?.map((one) => meantName(one, namesFor(one)) ?? one);

/**
 * The groups that are hidden: those that do not stand beside listed steps, and those that are named.
 * @param {{ hide?: Named, show?: Named, steps?: Named, table?: Named }} author
 * @returns {readonly string[]}
 *
 * @typedef {string | readonly string[] | null | undefined} Named
 */
export function hiddenGroups({ hide, show, steps, table }) {
  const shown = meantNames(show, () => [...GROUPS, 'all']) ?? [];
  const hidden = [
    ...((list(steps) ?? list(table)) ? BESIDE_STEPS : []),
    ...(meantNames(hide, () => GROUPS) ?? []),
  ];
  return shown.includes('all') ? [] : hidden.filter((group) => !shown.includes(group));
}
