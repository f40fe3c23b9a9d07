/** Lists of names in attributes, and the parts of the lab that an author hides with them. */

import { findMeantName } from '../../src/js/nearest.js';

/** All names for `hide`: the parts of the lab. */
export const PART_NAMES = ['course', 'sentence', 'settings', 'toolbar', 'text', 'export'];

const OUTSIDE_STEPS = ['course', 'sentence', 'settings', 'weights', 'programs'];

/** The presets of `show`, with what each hides: parts, `weights` and `programs`. */
const SHOW_PRESETS = {
  lab: /** @type {string[]} */ ([]),
  step: OUTSIDE_STEPS,
  table: [...OUTSIDE_STEPS, 'toolbar', 'text', 'export'],
};

/** All names for `show`. */
export const SHOWN_NAMES = [...Object.keys(SHOW_PRESETS), ...PART_NAMES];

/** The parts that lead elsewhere or change what is shown. */
const LEADING = ['course', 'sentence', 'settings', 'toolbar', 'export', 'programs'];

/** The most names in a list, more than any lesson has steps or tables. */
const MOST_NAMES = 256;

const MAX_LIST_LETTERS = 2 ** 16;

/**
 * Reads a list of names without duplicates. Overlong lists are cut, because a link may contain
 * anything.
 * @param {Named} text names separated by commas, semicolons or blanks
 * @returns {string[] | undefined} undefined for an empty list
 */
export function readNames(text) {
  const string = String(text ?? '');
  const parts = string.slice(0, MAX_LIST_LETTERS).split(/[\s,;]+/);
  // The cut may have split a name.
  if (/[^\s,;]/.test(string.charAt(MAX_LIST_LETTERS))) parts.pop();
  const names = [...new Set(parts.filter(Boolean))];
  return names.length > 0 ? names.slice(0, MOST_NAMES) : undefined;
}

/**
 * Reads a list of names and replaces misspelt names by the nearest valid ones.
 * @param {Named} text
 * @param {(name: string) => readonly string[]} namesFor returns the valid names for a name in the
 * list
 */
const correctNames = (text, namesFor) =>
  readNames(text)?.map((name) => findMeantName(name, namesFor(name)) ?? name);

/** @param {Named} show */
const listShownNames = (show) => correctNames(show, () => SHOWN_NAMES) ?? [];

/**
 * Returns the preset that an author wrote, or that other attributes imply.
 * @param {AuthorAttributes} author
 * @returns {keyof typeof SHOW_PRESETS}
 *
 * @typedef {string | readonly string[] | null | undefined} Named
 * @typedef {{ hide?: Named, show?: Named, steps?: Named, table?: Named, locked?: boolean }} AuthorAttributes
 */
export function findShowPreset({ show, steps, table, locked = false }) {
  const usual = readNames(table) ? 'table' : locked || readNames(steps) ? 'step' : 'lab';
  return listShownNames(show).findLast(isPreset) ?? usual;
}

/**
 * Returns the hidden parts, and `weights` and `programs` if they are hidden.
 * @param {AuthorAttributes} author
 * @returns {readonly string[]}
 */
export function listHiddenNames(author) {
  const { hide, show, locked } = author;
  const shown = listShownNames(show);
  const hidden = [
    ...SHOW_PRESETS[findShowPreset(author)],
    ...(correctNames(hide, () => PART_NAMES) ?? []).filter((name) => PART_NAMES.includes(name)),
  ].filter((name) => !shown.includes(name));
  return [...new Set(locked ? [...hidden, ...LEADING] : hidden)];
}

/** @param {string} name @returns {name is keyof typeof SHOW_PRESETS} */
const isPreset = (name) => Object.hasOwn(SHOW_PRESETS, name);

/** Returns the hidden parts. @param {AuthorAttributes} author */
export function listHiddenParts(author) {
  const hidden = listHiddenNames(author);
  return PART_NAMES.filter((name) => hidden.includes(name));
}
