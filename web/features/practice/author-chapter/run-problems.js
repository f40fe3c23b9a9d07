/**
 * Finds the problems of an author's chapter that only its runs reveal, such as a cell that the run of
 * its page lacks.
 */

import { getSlot } from '../../../features.js';
import { formatCell } from '../../../graph/cell.js';
import { readCell } from '../../../graph/trace.js';
import { listQuotedCells, listUnknownNames } from '../../../lessons/chapter-markup.js';
import { makeState } from '../../../pages/chapters.js';
import { findMeantTable, findPictureProblem } from '../../../pages/pictures.js';
import { findTaskKind } from '../../../pages/tasks/index.js';
import { joinPath, makeProblem } from '../../../pages/tasks/schema.js';
import { makeComputation, openSource } from '../../../session/computation.js';
import { normaliseState } from '../../../state/normalise.js';
import { getSourceSlot, isTrainedDescriber } from '../../../state/source-kinds.js';
import { UnknownWordError } from '../../../state/words.js';
import * as text from '../text/en/author-chapter.js';
import { kinds } from './schema.js';

/**
 * @import { Operations } from '../../../../src/js/attention.js'
 * @import { ChapterSpec, PageSpec, Problem, ShowSpec, TaskSpec } from '../../../pages/types.js'
 * @import { RunContext } from '../types.js'
 */

/**
 * Finds the problems of all pages, each computed in its own settings. A page whose model has to learn
 * is left out, because it has no numbers before.
 * @param {Operations} attention
 * @param {ChapterSpec} chapter
 * @returns {Generator<undefined, Problem[]>} pauses after each page
 */
export function* findRunProblems(attention, chapter) {
  /** @type {Problem[]} */
  const problems = [];
  for (const [index, page] of chapter.pages.entries()) {
    /** @type {RunContext | undefined} */
    let context;
    try {
      context = makeRunContext(attention, page);
    } catch (error) {
      if (!(error instanceof UnknownWordError)) throw error;
      problems.push({ path: `pages[${index}].settings.sentence`, message: error.message });
    }
    if (context) problems.push(...findPageProblems(context, chapter, index));
    yield;
  }
  return problems;
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
export function findPageProblems(context, { pages, recap }, index) {
  const page = pages[index];
  const { text: setup, show = [], task, after } = page;
  const hasFixedTables = !changesTables(show, task);
  const problems = [
    ...show.flatMap((picture, i) =>
      makeProblem(`show[${i}]`, findPictureProblem(context, picture)),
    ),
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

/** Properties whose texts have marks. Answers may be code. */
const MARKED = new Set('text note after question right wrong reply help recap'.split(' '));

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
  if (typeof value === 'object') {
    const isList = Array.isArray(value);
    return Object.entries(value ?? {}).flatMap(([key, item]) =>
      findUnknownNames(
        context,
        item,
        isList ? `${path}[${key}]` : joinPath(path, key),
        isList ? name : key,
      ),
    );
  }
  const string = String(value);
  if (name === 'table')
    return makeProblem(path, findPictureProblem(context, { kind: 'table', of: string }));
  const { run } = context.computation;
  const cells = name === 'cell' || name === 'cells' ? [string] : listQuotedCells(string);
  const missing = cells.find((cell) => !readCell(cell, run));
  const words = name && REPLIES.has(name) ? REPLY_WORDS : [];
  const [unknown] = name && MARKED.has(name) ? listUnknownNames(string, words) : [];
  return [
    ...makeProblem(path, missing && text.noCell(missing, findNearestCell(context, missing))),
    ...makeProblem(path, unknown && text.noName(unknown)),
  ];
}

/** Finds the nearest number that the run has. @param {RunContext} context @param {string} name */
function findNearestCell({ computation: { nodes, results } }, name) {
  const [table, ...index] = name.split('.');
  const id = findMeantTable(nodes, table);
  if (id === undefined) return undefined;
  const { shape } = results[id];
  // Leading axes may be missing, such as the head.
  const nearest = shape.map((length, axis) =>
    Math.min(Number(index.at(axis - shape.length) ?? 0), length - 1),
  );
  return formatCell({ id, index: nearest });
}
