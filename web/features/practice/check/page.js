/**
 * The answer checker: blanks a part of a table, and compares what the reader types in its place.
 */

import { html, nothing } from 'lit';
import { drawTables } from '../../../pages/figures.js';
import { DEFAULTS, getSettings } from '../../../state/fields.js';
import * as text from '../text/en/check.js';
import { answerField, parsePart } from './answer-field.js';

/**
 * @import { Chapter, CourseContext, Page } from '../../../pages/types.js'
 * @import { BlankPart } from '../types.js'
 */

const CHECK_PAGE = 'practice-check';

/**
 * The axes of tables that can be checked: rows and columns, with or without heads. Choosing a part
 * of any other table would need a picture.
 */
const SHAPES = /^h?[a-gi-zC]{2}$/;

/** Lists the tables that can be checked. @param {CourseContext} context */
const listCheckedTables = ({ computation: { nodes } }) =>
  Object.values(nodes).filter(
    ({ axes, op }) => SHAPES.test(axes) && op.name !== 'fromOtherRun' && op.name !== 'constant',
  );

/**
 * Finds the blank part of the table: `weights.1` is a row of the head on the screen, with `_done`
 * once the answer is right.
 * @param {CourseContext} context
 * @returns {BlankPart}
 */
function findBlankPart(context) {
  const tables = listCheckedTables(context);
  const { named, isDone } = parsePart(context.given?.value ?? '');
  const table =
    tables.find(({ id }) => id === named?.id) ?? tables.find(({ id }) => id === 'weights');
  const lengths = context.computation.results[table?.id ?? '']?.shape.slice(-2) ?? [];
  // The row may be that of a longer sentence.
  const isKnown =
    named !== undefined &&
    table?.id === named.id &&
    named.index.every((at, axis) => at < lengths[axis]);
  return {
    id: table?.id ?? 'weights',
    leading: isKnown ? named.index : [],
    isDone: isKnown && isDone,
  };
}

/** Lists the cells of a part. @param {CourseContext} context @param {Pick<BlankPart, 'id' | 'leading'>} part */
export function listPartCells({ computation }, { id, leading }) {
  const [rows, columns] = computation.results[id].shape.slice(-2);
  const [row, column] = leading;
  return Array.from(
    { length: rows * columns },
    (_, i) => /** @type {const} */ ([Math.floor(i / columns), i % columns]),
  )
    .filter(([i, j]) => (row ?? i) === i && (column ?? j) === j)
    .map((cell) => cell.join('.'));
}

/** Lists the cells that stay blank: a checked part uncovers no other. @param {CourseContext} context @param {BlankPart} part */
function listBlankCells(context, part) {
  const checked = new Set(part.isDone ? listPartCells(context, part) : []);
  return listPartCells(context, { ...part, leading: [] }).filter((cell) => !checked.has(cell));
}

/**
 * Says which numbers are compared. A button leads from those set by hand to the default ones.
 * @param {CourseContext} context
 */
function sourceNote({ state, computation, dispatch }) {
  const isChanged = computation.originals.size > 0;
  const plain = { ...getSettings(DEFAULTS), cell: '' };
  return html`<p class="note">${text.whose(computation.queryWords.join(' '), isChanged)}
    ${
      isChanged
        ? html`<button type="button" class="plain" @click=${() => dispatch({ ...plain, answers: state.answers }, { by: 'page' })}>${text.plain}</button>`
        : nothing
    }</p>`;
}

/** @param {CourseContext} context */
function figure(context) {
  const part = findBlankPart(context);
  // A model of several layers has no single table of weights.
  if (!context.computation.nodes[part.id]) return html`<p>${text.noTable}</p>`;
  const inputIds = context.computation.nodes[part.id].inputs
    .map(({ id }) => id)
    .filter((id) => (context.computation.nodes[id].axes.match(/[^h]/g)?.length ?? 0) <= 2);
  return html`${sourceNote(context)}
    ${answerField({ context, part, tables: listCheckedTables(context) })}
    ${drawTables(context, [...inputIds, part.id], { [part.id]: { covered: listBlankCells(context, part) } })}
    ${[...inputIds, part.id].includes('exponentials') ? html`<p class="note">${text.exponentials}</p>` : nothing}`;
}

/** @type {Page} */
const page = {
  id: CHECK_PAGE,
  title: text.title,
  state: {},
  keepsState: true,
  setup: () => text.setup,
  figure,
};

/** @type {Chapter} */
export const checker = { id: CHECK_PAGE, ...text.chapter, pages: [page] };
