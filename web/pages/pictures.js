/** Draws the pictures that the JSON of a chapter names. */

import { html, nothing } from 'lit';
import { arcFigure } from '../figures/arcs.js';
import { barColumns } from '../figures/bar-columns.js';
import { massFigure } from '../figures/on-plane.js';
import { computeLimit, planeFigure } from '../figures/plane.js';
import { getSelectedWord, makeTable } from '../figures/tables.js';
import { findNamesAlong } from '../graph/axes.js';
import { formatCell, listIndices, parseCell } from '../graph/cell.js';
import { findMeantTable } from '../graph/nearest-cell.js';
import { renderMarked, renderParagraphs } from '../lessons/chapter-markup.js';
import * as text from '../text/en/pages.js';
import { wholePicture } from '../views/whole-picture.js';
import { findPage, makePageState, makeState } from './chapters.js';
import { drawArcs, drawEquation, makeMatrix, settingChoice } from './figures.js';

/**
 * @import { Cell } from '../graph/types.js'
 * @import { Nodes } from '../sources/types.js'
 * @import { State } from '../state/types.js'
 * @import { Code, CourseContext, Page, PageRun, ShowSpec } from './types.js'
 */

/**
 * @typedef {object} ShownPictures
 * @property {ShowSpec[]} pictures
 * @property {string[]} [wantedCells] cells that stay hidden until the task is done
 * @property {boolean} [isPressed] whether the reader answers by pressing a word
 * @property {Code['figures']} [figures] the course's own figures by name
 */

/** Whether a tensor is a matrix for one head. @param {string} axes */
const isMatrix = (axes) => /^h?[^h]{2}$/.test(axes);

/** @param {Nodes} nodes */
const listMatrixIds = (nodes) => Object.keys(nodes).filter((id) => isMatrix(nodes[id].axes));

/** @param {Pick<PageRun, 'computation'>} context @param {ShowSpec} picture @returns {string | undefined} */
export function findPictureProblem({ computation: { nodes, results } }, picture) {
  const { kind } = picture;
  for (const id of listTableIds(picture)) {
    if (!Object.hasOwn(nodes, id))
      return text.noTable(id, findMeantTable(nodes, id), listMatrixIds(nodes));
    const { axes } = nodes[id];
    if (!isMatrix(axes)) return text.noMatrix(id);
    if ((kind === 'arcs' || kind === 'bars') && !axes.endsWith('qk')) return text.noPairs(id);
    const isPlane = kind === 'arrows' || kind === 'points';
    if (isPlane && (axes.endsWith('qk') || results[id].shape.at(-1) !== 2)) return text.noPlane(id);
  }
  return undefined;
}

/** Returns the ids of the tables that a picture draws. @param {ShowSpec} picture @returns {string[]} */
export function listTableIds(picture) {
  if (picture.kind === 'points') return [picture.of ?? 'v', picture.mean ?? 'heads'];
  if (picture.kind === 'arcs') return [picture.of ?? 'weights'];
  return 'of' in picture ? [picture.of].flat() : [];
}

/** @param {CourseContext} context @param {ShownPictures} shown @returns {Cell[]} */
const listWantedCells = ({ isOpen }, { wantedCells = [] }) =>
  isOpen ? [] : wantedCells.flatMap((name) => parseCell(name) ?? []);

/**
 * Lists the cells that are hidden until the task is done: those that it asks for, and those that the
 * author has covered.
 * @param {CourseContext} context
 * @param {ShownPictures} shown
 * @returns {Cell[]}
 */
export const listHiddenCells = (context, shown) => [
  ...listWantedCells(context, shown),
  ...shown.pictures.flatMap((picture) => {
    if (picture.kind !== 'table' || !picture.cover) return [];
    const { covered, ...part } = getPicturePart(context, picture, []);
    const { leadingIndex } = makeMatrix(context, picture.of, part);
    return covered.map((place) => ({
      id: picture.of,
      index: [...leadingIndex, ...place.split('.').map(Number)],
    }));
  }),
];

/** @param {CourseContext} context @param {ShownPictures} shown */
export function drawPictures(context, shown) {
  const covered = listWantedCells(context, shown);
  /** Groups of pictures side by side: tables and signs, or planes. @type {ShowSpec[][]} */
  const groups = [];
  for (const picture of shown.pictures) {
    const last = groups.at(-1);
    const isBeside = [isTableOrSign, isPlane].some((is) => is(picture) && last?.every(is));
    if (isBeside) last?.push(picture);
    else groups.push([picture]);
  }
  return groups.map((group) => {
    if (isTableOrSign(group[0])) return drawTableGroup(context, group, covered);
    const figures = group.map((picture) => drawPicture(context, picture, covered, shown));
    return isPlane(group[0]) ? html`<div class="abreast">${figures}</div>` : figures;
  });
}

/** @param {ShowSpec} picture */
const isPlane = ({ kind }) => kind === 'arrows' || kind === 'points';

/** @param {ShowSpec} picture */
const isTableOrSign = ({ kind }) => kind === 'table' || kind === 'sign';

/**
 * @param {CourseContext} context
 * @param {ShowSpec[]} group tables and signs
 * @param {Cell[]} covered
 */
function drawTableGroup(context, group, covered) {
  const parts = group.map((picture) =>
    picture.kind === 'table'
      ? makeMatrix(context, picture.of, getPicturePart(context, picture, covered))
      : /** @type {{ sign: string }} */ (picture).sign,
  );
  const row = drawEquation(context, parts);
  const isNarrow = group.some((picture) => picture.kind === 'table' && picture.narrow);
  return isNarrow ? html`<div class="flow-row">${row}</div>` : row;
}

/**
 * Returns the visible numbers of a table.
 * @param {CourseContext} context
 * @param {Extract<ShowSpec, { kind: 'table' }>} table
 * @param {Cell[]} covered
 */
function getPicturePart(context, { of: id, rows, head, name, cover }, covered) {
  const { state, computation, isOpen, selected } = context;
  const shown = head === undefined ? {} : { head: Math.min(head, state.heads - 1) };
  const leading = makeTable(context, id, shown).leadingIndex.join('.');
  const [height, width] = computation.results[id].shape.slice(-2);
  const ofRow = (/** @type {string} */ row) =>
    listIndices(width).map((column) => `${row}.${column}`);
  const ofTask = covered
    .filter((cell) => cell.id === id && cell.index.slice(0, -2).join('.') === leading)
    .map(({ index }) => index.slice(-2).join('.'));
  const places = cover === 'all' ? listIndices(height).map((row) => `${row}`) : cover;
  const ofAuthor = isOpen
    ? []
    : (places ?? []).flatMap((place) => (place.includes('.') ? place : ofRow(place)));
  return {
    rows: rows === 'selected' ? [selected] : rows,
    covered: [...ofTask, ...ofAuthor],
    ...shown,
    ...(name && { name }),
  };
}

/**
 * Whether a number of the selected word's row is still asked for.
 * @param {CourseContext} context
 * @param {string} id
 * @param {Cell[]} covered
 */
const isRowCovered = ({ selected }, id, covered) =>
  covered.some((cell) => cell.id === id && cell.index.at(-2) === selected);

/**
 * @param {CourseContext} context
 * @param {ShowSpec} picture
 * @param {Cell[]} covered
 * @param {ShownPictures} shown
 */
function drawPicture(context, picture, covered, { isPressed, figures }) {
  switch (picture.kind) {
    case 'whole':
      return wholePicture(context);
    case 'arrows':
      return arrowFigure(context, picture);
    case 'points':
      return pointFigure(context, picture, covered);
    case 'bars':
      return barFigure(context, picture, covered);
    case 'switch': {
      const changes = listChanges(context, picture.choices);
      return html`<div class="chapter-text">${settingChoice(
        context,
        picture.label,
        picture.choices.map(({ name }, i) => [renderMarked(name, context), changes[i]]),
      )}</div>`;
    }
    case 'text':
      return renderParagraphs(picture.text, context);
    case 'figure':
      return figures?.[picture.name](context);
    case 'arcs': {
      const { heads, head: shownHead } = context.state;
      const { of: tensor = 'weights', head: wanted = shownHead, cover = false } = picture;
      const head = Math.min(wanted, heads - 1);
      const hidden = (cover && !context.isOpen) || isRowCovered(context, tensor, covered);
      return isPressed ? sentenceFigure(context) : drawArcs(context, { tensor, head, hidden });
    }
    default:
      return nothing;
  }
}

/**
 * Returns the change of each choice. A choice that names nothing leads back to the page's own values.
 * @param {CourseContext} context
 * @param {Extract<ShowSpec, { kind: 'switch' }>['choices']} choices
 * @returns {Partial<State>[]}
 */
function listChanges({ state, authorChapter }, choices) {
  const changes = choices.map(makeState);
  const namesNothing = (/** @type {object} */ change) => Object.keys(change).length === 0;
  if (!changes.some(namesNothing)) return changes;
  const start = makePageState(/** @type {Page} */ (findPage(state, authorChapter)));
  const names = /** @type {(keyof State)[]} */ (changes.flatMap(Object.keys));
  const back = Object.fromEntries(names.map((name) => [name, start[name]]));
  return changes.map((change) => (namesNothing(change) ? back : change));
}

/**
 * Draws the sentence with words to press. Arcs appear once the task is done.
 * @param {CourseContext} context
 * @param {boolean} [marksQuery] whether the task is about the word of the query; otherwise its mark
 * would look like an answer
 */
export function sentenceFigure(context, marksQuery = true) {
  const { computation, selected, given, answer, isOpen } = context;
  if (isOpen) return drawArcs(context, { wasPressed: true });
  return arcFigure({
    words: computation.keyWords,
    from: marksQuery ? selected : -1,
    weights: [],
    cellOf: () => '',
    label: text.sentence(marksQuery ? computation.queryWords[selected] : undefined),
    labelOf: (key) => text.press(computation.keyWords[key], key),
    onPick: (key) => answer(String(key)),
    picked: given ? Number(given.value) : undefined,
  });
}

/**
 * Returns a function that reads a row of a table of two columns as a point.
 * @param {CourseContext} context
 * @param {string} id
 * @returns {(row: number) => [x: number, y: number]}
 */
function makePointReader(context, id) {
  const { view } = makeTable(context, id);
  return (row) => [view.at(row, 0), view.at(row, 1)];
}

/**
 * Returns the rows of a table of two columns as marks of a plane.
 * @param {CourseContext} context
 * @param {string} id
 * @param {number[]} [rows]
 */
function makePlaneMarks(context, id, rows) {
  const { role, axes, name } = context.computation.nodes[id];
  const names = findNamesAlong(axes.at(-2) ?? '', context.computation) ?? [];
  const at = makePointReader(context, id);
  return (rows ?? [...names.keys()]).map((row) => ({
    row,
    name: names[row] ?? String(row + 1),
    table: name,
    at: at(row),
    role: role ?? /** @type {const} */ ('plain'),
  }));
}

/** @param {CourseContext} context @param {Extract<ShowSpec, { kind: 'arrows' }>} picture */
function arrowFigure(context, { of: ids, rows }) {
  const marks = ids.flatMap((id) => makePlaneMarks(context, id, rows));
  const named = marks.map((mark) => ({
    ...mark,
    name: ids.length > 1 ? text.named(mark.table, mark.name) : mark.name,
    isArrow: true,
  }));
  const tables = ids.map((id) => context.computation.nodes[id].name);
  // Names need space around the tips.
  const limit = 1.25 * computeLimit(named.map(({ at }) => at));
  return planeFigure(named, { title: text.arrows(tables), text: text.plane(named) }, { limit });
}

/**
 * Draws points. Their mean by the weights of the selected word appears once the task does not ask
 * for it.
 * @param {CourseContext} context
 * @param {Extract<ShowSpec, { kind: 'points' }>} picture
 * @param {Cell[]} covered
 */
function pointFigure(context, { of: id = 'v', mean = 'heads' }, covered) {
  const marks = makePlaneMarks(context, id);
  const { nodes } = context.computation;
  const weights = nodes.weights ? makeTable(context, 'weights') : undefined;
  const values = marks.map(({ name, at, row }) => ({
    name,
    at,
    weight: weights ? weights.view.at(context.selected, row) : 0,
  }));
  const at = makePointReader(context, mean)(context.selected);
  const isHidden =
    isRowCovered(context, mean, covered) || isRowCovered(context, 'weights', covered);
  const output = isHidden ? undefined : { name: text.output, at };
  const label = text.plane(output ? [...values, output] : values);
  return massFigure(
    { values, output, isSmall: true },
    { title: text.points, text: label },
    { limit: computeLimit([...values.map((mark) => mark.at), at]) },
  );
}

/** @param {CourseContext} context @param {Extract<ShowSpec, { kind: 'bars' }>} picture @param {Cell[]} covered */
function barFigure(context, { of: ids }, covered) {
  const { computation, selected } = context;
  return barColumns({
    words: computation.keyWords,
    label: text.barsOf(
      ids.map((id) => computation.nodes[id].name).join(', '),
      getSelectedWord(context),
    ),
    columns: ids.map((id) => {
      const { view, name, leadingIndex } = makeTable(context, id);
      const values = computation.keyWords.map((_, key) => view.at(selected, key));
      const place = (/** @type {number} */ key) =>
        formatCell({ id, index: [...leadingIndex, selected, key] });
      const isCovered = (/** @type {number} */ key) =>
        covered.some((cell) => formatCell(cell) === place(key));
      // The scale must not reveal a hidden number.
      const seen = values.filter((value, key) => Number.isFinite(value) && !isCovered(key));
      return {
        title: name,
        values,
        placeOf: place,
        most: Math.max(1, ...seen),
        least: Math.min(0, ...seen),
        isCovered,
      };
    }),
  });
}
