/** Reads an author's JSON, or reports all its problems. */

import { makeState } from '../../../pages/chapters.js';
import { findTaskKind } from '../../../pages/tasks/index.js';
import { joinPath, makeProblem } from '../../../pages/tasks/schema.js';
import { addJsonPlace } from '../../../sources/json-place.js';
import { findWords } from '../../../state/derived.js';
import { usesSetting } from '../../../state/fields.js';
import { normaliseState } from '../../../state/normalise.js';
import { findReplacement, findUnparsableParts } from '../../../state/problems.js';
import { isLearningModel } from '../../../state/source-kinds.js';
import { camel } from '../../../text/spelling.js';
import * as text from '../text/en/author-chapter.js';
import { kinds, MOST_JSON_LETTERS, schema } from './schema.js';
import { findProblems } from './validate.js';

/**
 * @import { ChapterSpec, PageSpec, Problem } from '../../../pages/types.js'
 * @import { State } from '../../../state/types.js'
 */

/**
 * Reports that an author's chapter cannot be read. `message` names the first problem, and
 * `problems` lists all.
 */
export class ChapterError extends Error {
  name = 'ChapterError';
  code = 'ERR_CHAPTER';

  /** @param {readonly Problem[]} problems at least one */
  constructor(problems) {
    const [{ path, message }] = problems;
    super(path ? `${path}: ${message}` : message);
    this.problems = problems;
  }
}

/** @param {string} json @returns {ChapterSpec} */
export function readChapter(json) {
  const refuse = (/** @type {string} */ message) => new ChapterError([{ path: '', message }]);
  if (json.length > MOST_JSON_LETTERS) throw refuse(text.tooLong);
  /** @type {unknown} */
  let value;
  try {
    value = JSON.parse(json);
  } catch (error) {
    throw refuse(text.noJson(addJsonPlace(error, json)));
  }
  const problems = findProblems(schema, value);
  const chapter = /** @type {ChapterSpec} */ (value);
  const isReadable = (/** @type {string} */ path) =>
    problems.every((found) => found.path !== path && !found.path.startsWith(`${path}.`));
  // Pages of the right form are read further, whatever the others are.
  const further = isReadable('pages') && Array.isArray(chapter?.pages) ? chapter.pages : [];
  for (const [i, page] of further.entries()) {
    const path = `pages[${i}]`;
    if (!isReadable(path)) continue;
    for (const found of findPageProblems(chapter, page))
      problems.push({ ...found, path: joinPath(path, found.path) });
  }
  if (problems.length > 0) throw new ChapterError(problems);
  return chapter;
}

/** @param {ChapterSpec} chapter @param {PageSpec} page @returns {Problem[]} */
const findPageProblems = ({ pages }, page) => [
  ...makeProblem('extra', page === pages[0] && page.extra && text.firstExtra),
  ...makeProblem(
    'id',
    pages.find((other) => other?.id === page.id) !== page && text.twice(page.id),
  ),
  ...stateProblems(page),
  ...listChoices(page).flatMap(({ shown, path }) => stateProblems(shown, path)),
  ...(findTaskKind(page.task?.kind, kinds)?.problems?.(page.task, page) ?? []),
];

/**
 * Finds problems of the settings, or else of the sizes of tables, which follow from the settings.
 * @param {PageSpec} page
 * @param {string} [path]
 */
function stateProblems(page, path = '') {
  const found = settingProblems(page, joinPath(path, 'settings'));
  return found.length > 0 ? found : sizeProblems(page, joinPath(path, 'numbers'));
}

/** Finds settings that normalisation would change. @param {PageSpec} page @param {string} path */
function settingProblems(page, path) {
  const { edits = '', masked = '', ...settings } = page.settings ?? {};
  const normalised = /** @type {State & Record<string, unknown>} */ (
    normaliseState(makeState({ settings: page.settings }))
  );
  return [
    ...Object.entries({ edits, masked }).flatMap(([name, value]) =>
      findUnparsableParts(name, value).flatMap((part) =>
        makeProblem(`${path}.${name}`, text.unparsable(part)),
      ),
    ),
    ...Object.entries(settings).flatMap(([name, value]) => {
      const is = normalised[camel(name)];
      const wanted = typeof value === 'number' ? Math.fround(value) : value;
      const { divisors, limit } = findReplacement(normalised, camel(name), value) ?? {};
      const problem = limit
        ? text.isOutOfRange(...limit)
        : divisors
          ? text.doesNotDivide(divisors)
          : text.doesNotFit(JSON.stringify(is));
      return makeProblem(`${path}.${name}`, is !== wanted && problem);
    }),
  ];
}

/**
 * Returns the choices of the switches of a page: the page with each, its settings, and its path.
 * @param {PageSpec} page
 */
export const listChoices = (page) =>
  (page.show ?? []).flatMap((picture, i) =>
    picture.kind === 'switch'
      ? picture.choices.map((choice, j) => ({
          shown: { ...page, ...choice, settings: { ...page.settings, ...choice.settings } },
          settings: choice.settings,
          path: `show[${i}].choices[${j}]`,
        }))
      : [],
  );

/**
 * Finds rows of a wrong length, too many rows, and tables whose numbers cannot be set here. Empty
 * or omitted rows are allowed: their numbers are computed.
 * @param {Pick<PageSpec, 'settings' | 'numbers'>} page
 * @param {string} path
 * @returns {Problem[]}
 */
function sizeProblems({ settings, numbers = {} }, path) {
  const state = normaliseState(makeState({ settings }));
  // Models that learn have their own sizes.
  if (isLearningModel(state)) return [];
  const sizes = countTableSizes(state);
  return Object.entries(numbers).flatMap(([table, rows]) => {
    if (!sizes[table]) return makeProblem(`${path}.${table}`, text.isNotSet);
    const [most, width] = sizes[table];
    const fits = rows.length <= most && rows.every(({ length }) => [0, width].includes(length));
    return makeProblem(`${path}.${table}`, !fits && text.hasOtherSize(most, width));
  });
}

/** @param {State} state @returns {Record<string, [rows: number, columns: number]>} */
function countTableSizes(state) {
  if (!usesSetting(state, 'edits')) return {};
  const { mechanism, dModel, heads } = state;
  const { queryWords, keyWords } = findWords(state);
  const [queries, keys] = [queryWords.length, keyWords.length];
  if (mechanism === 'additive') return { scores: [queries, keys] };
  const width = dModel / heads;
  return {
    q: [queries, width],
    k: [keys, width],
    v: [keys, width],
    scores: [queries, keys],
    weights: [queries, keys],
    wq: [dModel, dModel],
    wk: [dModel, dModel],
    wv: [dModel, dModel],
    wo: [dModel, dModel],
  };
}
