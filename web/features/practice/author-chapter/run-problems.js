/**
 * Finds the problems of an author's chapter that only its runs reveal, such as a cell that the run of
 * its page lacks.
 */

import { getSlot } from '../../../features.js';
import { formatCell } from '../../../graph/cell.js';
import { findNearestCell } from '../../../graph/nearest-cell.js';
import { readCell } from '../../../graph/trace.js';
import {
  findBrokenMark,
  listQuotedCells,
  listUnknownNames,
} from '../../../lessons/chapter-markup.js';
import { makeState } from '../../../pages/chapters.js';
import { findPictureProblem, listTableIds } from '../../../pages/pictures.js';
import { findTaskKind } from '../../../pages/tasks/index.js';
import { joinPath, makeProblem } from '../../../pages/tasks/schema.js';
import { makeComputation, openSource } from '../../../session/computation.js';
import { listMissingEdits } from '../../../state/edit-cells.js';
import { listMissingPairs } from '../../../state/mask.js';
import { normaliseState } from '../../../state/normalise.js';
import { getSourceSlot, isTrainedDescriber } from '../../../state/source-kinds.js';
import { UnknownWordError } from '../../../state/words.js';
import { outOf } from '../../../text/en/pages.js';
import * as text from '../text/en/author-chapter.js';
import { listChoices } from './read.js';
import { kinds } from './schema.js';

/**
 * @import { Operations } from '../../../../src/js/attention.js'
 * @import { ChapterSpec, PageSpec, Problem, SettingsSpec, ShowSpec, TaskSpec } from '../../../pages/types.js'
 * @import { RunContext } from '../types.js'
 */

/**
 * Finds the problems of all pages, each computed in its own settings and in those of its choices. A
 * page whose model has to learn is left out, because it has no numbers before.
 * @param {Operations} attention
 * @param {ChapterSpec} chapter
 * @returns {Generator<undefined, Problem[]>} pauses after each run
 */
export function* findRunProblems(attention, chapter) {
  /** @type {Problem[]} */
  const problems = [];
  for (const [index, page] of chapter.pages.entries()) {
    const place = `pages[${index}]`;
    const find = (/** @type {RunContext} */ context) =>
      findPageRunProblems(context, chapter, index);
    problems.push(...checkRun(attention, page, place, find));
    yield;
    for (const { shown, settings, path } of listChoices(page)) {
      const at = joinPath(place, path);
      // A problem replaces the figure, and the switch with it. Those of the page itself are known.
      const reported = new Set(problems.map((found) => found.path));
      const findWithChoice = (/** @type {RunContext} */ context) => [
        ...findSettingProblems(context, settings, at),
        ...findPageRunProblems(context, chapter, index).flatMap((found) =>
          makeProblem(at, !reported.has(found.path) && `${found.path}: ${found.message}`),
        ),
      ];
      problems.push(...checkRun(attention, shown, at, findWithChoice));
      yield;
    }
  }
  return problems;
}

/**
 * @param {Operations} attention
 * @param {PageSpec} page
 * @param {string} path
 * @param {(context: RunContext) => Problem[]} find
 * @returns {Problem[]}
 */
function checkRun(attention, page, path, find) {
  try {
    const context = makeRunContext(attention, page);
    return context ? find(context) : [];
  } catch (error) {
    if (!(error instanceof UnknownWordError)) throw error;
    return makeProblem(`${path}.settings.sentence`, error.message);
  }
}

/** @param {Operations} attention @param {PageSpec} page @returns {RunContext | undefined} */
function makeRunContext(attention, page) {
  const state = normaliseState(makeState(page));
  if (getSourceSlot(state) && !isTrainedDescriber(state)) return undefined;
  const { bug } = state;
  const source = bug ? getSlot('bug')?.open(attention, state) : openSource(attention, state);
  if (!source || source instanceof Promise) return undefined;
  return { attention, state, computation: makeComputation(attention, state, source) };
}

/**
 * Finds the tensors, cells and words of a page that its run does not have.
 * @param {RunContext} context
 * @param {ChapterSpec} chapter
 * @param {number} index
 * @returns {Problem[]}
 */
export function findPageRunProblems(context, { pages, recap }, index) {
  const page = pages[index];
  const { text: setup, show = [], task, after } = page;
  const hasFixedTables = !changesTables(show, task);
  const problems = [
    ...show.flatMap((picture, i) =>
      makeProblem(`show[${i}]`, findPictureProblem(context, picture)),
    ),
    ...findIndexProblems(context, { show, task }, ''),
    ...(hasFixedTables ? findSettingProblems(context, page.settings) : []),
    ...findUnknownNames(context, { task, ...(hasFixedTables && { text: setup, show, after }) }, ''),
    ...(findTaskKind(task?.kind, kinds)?.missing?.(context, task, page) ?? []),
  ].map((found) => ({ ...found, path: joinPath(`pages[${index}]`, found.path) }));
  // The last page shows the recap.
  const isLast = page === pages.findLast(({ extra }) => !extra);
  return hasFixedTables && isLast
    ? [...problems, ...findUnknownNames(context, recap, 'recap')]
    : problems;
}

/**
 * Whether the reader may open tables that the page does not begin with, or close some. Its texts may
 * then quote numbers that are not always there.
 * @param {ShowSpec[]} show
 * @param {TaskSpec | undefined} task
 */
const changesTables = (show, task) =>
  show.some(
    (picture) => picture.kind === 'switch' && picture.choices.some((choice) => choice.settings),
  ) ||
  (task?.kind === 'goal' && task.settings !== undefined);

/**
 * Returns the items of a list or object, each with its path and its name.
 * @param {object} value
 * @param {string} path
 * @returns {[path: string, item: any, name: string][]}
 */
const listItems = (value, path) =>
  Object.entries(value).map(([name, item]) => [
    Array.isArray(value) ? `${path}[${name}]` : joinPath(path, name),
    item,
    name,
  ]);

/**
 * Finds rows, columns, heads and words, anywhere in a part of a page, that the run does not have.
 * @param {RunContext} context
 * @param {any} part
 * @param {string} path
 * @returns {Problem[]}
 */
function findIndexProblems(context, part, path) {
  if (typeof part !== 'object') return [];
  const { nodes, results, keyWords } = context.computation;
  const ids = 'table' in part ? [part.table] : listTableIds(part);
  const shapes = ids.flatMap((id) => (Object.hasOwn(nodes, id) ? [results[id].shape] : []));
  const { cover, head = [], row = [], rows = row, word = [] } = part;
  /** @type {string[][]} */
  const places = Array.isArray(cover) ? cover.map((place) => place.split('.')) : [];
  const count = (/** @type {number} */ axis) =>
    Math.min(...shapes.map((shape) => shape.at(axis) ?? 1));
  /** @type {[property: string, name: string, indexes: unknown, count: number][]} */
  const counted = [
    ['head', 'head', head, count(-3)],
    ['rows' in part ? 'rows' : 'row', 'row', rows, count(-2)],
    ['cover', 'row', places.map(([index]) => index), count(-2)],
    ['cover', 'column', places.map(([, index = 0]) => index), count(-1)],
    ['word', 'word', word, keyWords.length],
  ];
  return [
    ...counted.flatMap(([property, name, indexes, most]) =>
      makeProblem(
        joinPath(path, property),
        // A row may also be `selected`, and a word the `largest`.
        [indexes].flat().some((index) => Number(index) >= most) && outOf(name, most),
      ),
    ),
    ...listItems(part, path).flatMap(([place, item]) => findIndexProblems(context, item, place)),
  ];
}

/**
 * Finds numbers set by hand and masked pairs that the run does not have.
 * @param {RunContext} context
 * @param {SettingsSpec} [settings]
 * @param {string} [path]
 * @returns {Problem[]}
 */
function findSettingProblems({ state, computation }, { edits = '', masked = '' } = {}, path = '') {
  return [
    ...listMissingEdits({ ...state, edits }, computation).flatMap(({ edit, near }) =>
      makeProblem(joinPath(path, 'settings.edits'), text.noCell(edit, near)),
    ),
    ...listMissingPairs({ ...state, masked }, computation).flatMap((pair) =>
      makeProblem(joinPath(path, 'settings.masked'), text.noPair(pair)),
    ),
  ];
}

/** Properties whose texts have marks. Answers may be code. */
const MARKED = new Set(
  'text note after question instruction right wrong reply help hint recap'.split(' '),
);

/** Properties whose texts may name the reader's answer in braces, and the words that stand for it. */
const REPLIES = new Set('right wrong reply'.split(' '));
const REPLY_WORDS = ['word', 'item', 'option'];

/**
 * Finds names of tables and cells, anywhere in a part of a page, that the run does not have.
 * @param {RunContext} context
 * @param {unknown} value
 * @param {string} path
 * @param {string} [name] the property that holds the value
 * @returns {Problem[]}
 */
function findUnknownNames(context, value, path, name) {
  if (typeof value === 'object')
    return listItems(value ?? {}, path).flatMap(([place, item, key]) =>
      findUnknownNames(context, item, place, Array.isArray(value) ? name : key),
    );
  const string = String(value);
  if (name === 'table')
    return makeProblem(path, findPictureProblem(context, { kind: 'table', of: string }));
  const { run } = context.computation;
  const cells = name === 'cell' || name === 'cells' ? [string] : listQuotedCells(string);
  const missing = cells.find((cell) => !readCell(cell, run));
  const words = name && REPLIES.has(name) ? REPLY_WORDS : [];
  const isMarked = name !== undefined && MARKED.has(name);
  const [unknown] = isMarked ? listUnknownNames(string, words) : [];
  const broken = isMarked && findBrokenMark(string);
  return [
    ...makeProblem(path, missing && text.noCell(missing, nameNearestCell(context, missing))),
    ...makeProblem(path, unknown && text.noName(unknown)),
    ...makeProblem(path, broken && text.brokenMark(broken)),
  ];
}

/** @param {RunContext} context @param {string} name */
function nameNearestCell({ computation }, name) {
  const [table, ...index] = name.split('.');
  const nearest = findNearestCell(computation, table, index);
  return nearest && formatCell(nearest);
}
