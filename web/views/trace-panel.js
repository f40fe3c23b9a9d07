/** The trace of one number: its operands term by term, and its consumers. */

import { html, nothing } from 'lit';
import { getSelectedRow } from '../figures/tables.js';
import { findNamesAlong } from '../graph/axes.js';
import { formatCell } from '../graph/cell.js';
import { getLocalName } from '../graph/graph.js';
import { memoizeByOwner } from '../graph/memoize.js';
import { findSharedHead } from '../graph/ops/share-heads.js';
import { findComputedCell, findOperands, readNumber, readOperands } from '../graph/trace.js';
import { canPaint } from '../lessons/attend.js';
import { findShownConsumers, findShownOperands } from '../lessons/context.js';
import { compareComputations } from '../session/compare.js';
import { makeComputation } from '../session/computation.js';
import { editName, withEdit } from '../state/edit-cells.js';
import { getSettings } from '../state/fields.js';
import { MAX_DIGITS } from '../state/limits.js';
import { isComputedHere } from '../state/source-kinds.js';
import * as text from '../text/en/trace.js';
import { preciseColumn, quotedAs, symbolOf, word } from '../text/inline.js';
import { exact, rounded, withMinus } from '../text/number.js';
import {
  arithmeticView,
  LARGEST_TERMS,
  multiplyInCore,
  softmaxView,
  splitTerms,
} from './arithmetic.js';
import { cellLabel, describeChange, findNamedNode } from './cell-label.js';
import { refocusNumber } from './grid.js';
import { toggleMask } from './mask-painter.js';
import { numberEditor } from './number-editor.js';

/**
 * @import { Cell } from '../graph/types.js'
 * @import { ViewContext } from '../lessons/context.js'
 * @import { LayerNumber } from '../sources/types.js'
 */

/** @param {ViewContext} context @param {unknown} [way] a link to the table of the number */
export function tracePanel(context, way = nothing) {
  const { traced, computation, isLocked } = context;
  if (!traced) return nothing;
  const value = readNumber(computation.run, traced);
  return html`<section class="trace" part="trace" aria-label=${text.title}>
    ${traceHeader(context, traced)}
    ${numberEditor(context, traced, value)}
    ${sumView(context, traced, value)}
    ${rowNote(context, traced)} ${effectNote(context, traced)} ${valueBefore(context)} ${termTable(context, traced)}
    ${maskButton(context, traced)} ${way}
    ${isLocked ? nothing : neighbourLinks(context, traced)}
  </section>`;
}

/** Renders the name of a number, and a button that closes its panel. @param {ViewContext} context @param {Cell} cell */
export function traceHeader(context, cell) {
  const close = (/** @type {Event} */ event) => {
    refocusNumber(/** @type {Element} */ (event.currentTarget), formatCell(cell));
    context.dispatch({ cell: '' });
  };
  return html`<header role="presentation">
    <div data-level="3">${cellLabel(context, cell)}</div>
    ${context.isLocked ? nothing : html`<button type="button" class="plain" @click=${close}>${text.close}</button>`}
  </header>`;
}

/**
 * Renders the arithmetic of a number with all its digits. For a weight, the definition of softmax
 * comes first.
 * @param {ViewContext} context
 * @param {Cell} cell
 * @param {number} value
 */
function sumView(context, cell, value) {
  const isLong = Number.isFinite(value) && exact(value).length > rounded(value).length;
  const digits = quotedAs(value, (number) => withMinus(exact(number)));
  const allDigits = html`<span class="whole">${isLong ? text.inFull(digits) : nothing}</span>`;
  const softmax = softmaxView(context, cell);
  const computed = arithmeticView(context, cell);
  return softmax === undefined
    ? html`<p class="sum">${computed} ${allDigits}</p>`
    : html`<p class="sum definition">${softmax}</p>
        <p class="computed">${text.computedAs(computed)} ${allDigits}</p>`;
}

/**
 * Renders a note for a weight that the reader has set, not the page. It is not renormalised: the
 * other weights of its row stay.
 * @param {ViewContext} context
 * @param {Cell} cell
 */
const rowNote = ({ originalOf, readonly, hidesFormula }, cell) =>
  !(readonly && hidesFormula) &&
  getLocalName(cell.id) === 'weights' &&
  originalOf(formatCell(cell)) !== undefined
    ? html`<p class="note">${text.rowStays}</p>`
    : nothing;

/** Renders the value of the number before the last experiment. @param {ViewContext} context */
function valueBefore(context) {
  const { was } = context.compared(context.state.cell) ?? {};
  if (was === undefined) return nothing;
  return html`<p class="note">${text.before(was)}</p>`;
}

/** Renders the terms of a sum below each other. @param {ViewContext} context @param {Cell} cell */
function termTable(context, cell) {
  const { computation, attention } = context;
  const { op, inputs, axes } = computation.nodes[findComputedCell(computation.run, cell).id];
  const [left = [], right = []] = findOperands(computation.run, cell);
  const isSet = context.originalOf(formatCell(cell)) !== undefined;
  if (op.name !== 'product' || (isSet && context.hidesFormula)) return nothing;
  if (left.length < 2) return nothing;
  const letter = [...inputs[0].axes].find((axis) => !axes.includes(axis) && axis !== 'h') ?? '';
  const names = findNamesAlong(letter, computation);
  const [values, factors] = readOperands(computation.run, cell);
  const isLong = left.length > LARGEST_TERMS;
  const { shown, others } = isLong
    ? splitTerms(attention, values, factors, LARGEST_TERMS)
    : { shown: [...left.keys()], others: { count: 0, sum: 0 } };
  const terms = shown.map((i) => multiplyInCore(attention, values[i], factors[i]));
  const lefts = preciseColumn(shown.map((place) => values[place]));
  const rights = preciseColumn(shown.map((place) => factors[place]));
  const products = preciseColumn([...terms, ...(others.count > 0 ? [others.sum] : [])]);
  const most = Math.max(...[...terms, others.sum].map(Math.abs)) || 1;
  const meter = (
    /** @type {number} */ term,
  ) => html`<td><meter class=${term < 0 ? 'negative' : 'positive'}
    max=${most} value=${Math.abs(term)} aria-hidden="true"></meter></td>`;
  /** @param {Cell} operand @param {number} value @param {unknown} digits */
  const factor = (operand, value, digits) =>
    html`<td data-place=${context.isLocked ? nothing : formatCell(operand)} data-value=${exact(value)}>${digits}</td>`;
  /** @param {Cell} first @param {{ id: string, axes: string }} input */
  const heading = (first, input) => {
    const node = computation.nodes[input.id];
    return node.symbol === '' ? node.singular : symbolOf(node, getHeadIndex(first, input));
  };
  const caption = isLong ? text.largestTerms(shown.length, left.length) : text.terms;
  return html`<table class="terms" role="table">
    <caption class=${isSet || isLong ? 'note' : 'hidden'}>${isSet ? text.formulaTerms : caption}</caption>
    <thead><tr>
      <td></td>
      <th scope="col">${heading(left[0], inputs[0])}</th>
      <th scope="col">${heading(right[0], inputs[1])}</th>
      <th scope="col">${text.product}</th>
      <td></td>
    </tr></thead>
    <tbody>${shown.map(
      (place, i) => html`<tr>
        <th scope="row">${names ? word(names[place]) : place + 1}</th>
        ${factor(left[place], values[place], lefts[i])}
        ${factor(right[place], factors[place], html`× ${factors[place] < 0 ? html`(${rights[i]})` : rights[i]}`)}
        <td>= ${products[i]}</td>
        ${meter(terms[i])}
      </tr>`,
    )}${
      others.count > 0
        ? html`<tr class="others">
          <th scope="row" colspan="3">${text.others(others.count)}</th>
          <td>${products.at(-1)}</td>
          ${meter(others.sum)}
        </tr>`
        : nothing
    }</tbody>
  </table>`;
}

/** @param {Cell} cell @param {{ axes: string }} operand */
const getHeadIndex = ({ index }, { axes }) => (axes.startsWith('h') ? index[0] : undefined);

/** Compares the computation with the one before a number was set. Other cells that are selected change neither. */
const compareWithoutEdit = memoizeByOwner(
  (/** @type {ViewContext} */ { attention, computation, state }, /** @type {string} */ edit) => {
    const settings = getSettings({ ...state, edits: withEdit(state.edits, edit, undefined) });
    const before = makeComputation(attention, settings, undefined, computation.run);
    return compareComputations(before, computation);
  },
  ({ computation }) => computation,
);

/**
 * Describes how a set number changed the attention weights. Until a number is set, an empty element
 * stays, so that screen readers announce its later content.
 * @param {ViewContext} context
 * @param {Cell} cell
 */
function effectNote(context, cell) {
  const { state, computation, overview } = context;
  const { queryWords, keyWords } = computation;
  // Only numbers that are drawn here are computed a second time, not those of models or the
  // reader's own.
  const edit = editName(state, computation, cell);
  if (edit === undefined || !isComputedHere(state)) return nothing;
  // Skip numbers that a page of the course has set itself.
  if (state.guide !== '' || cell.id === overview) return nothing;
  if (Math.max(queryWords.length, keyWords.length) > MAX_DIGITS) return nothing;
  const isSet = context.originalOf(formatCell(cell)) !== undefined;
  return html`<div role="status">${isSet ? describeEffect(context, edit) : nothing}</div>`;
}

/** @param {ViewContext} context @param {string} edit */
function describeEffect(context, edit) {
  const comparison = compareWithoutEdit(context, edit);
  const { changed } = comparison.summary(context.overview);
  return html`<p class="comparison">${describeChange(context, comparison, context.overview)}
    ${changed > 0 ? text.wholeRows : text.noWeight}</p>`;
}

/** Renders a button that masks the pair of a number. @param {ViewContext} context @param {Cell} cell */
function maskButton(context, { id, index }) {
  const { computation, dispatch, readonly, keepsMask } = context;
  const pairs = computation.nodes[id].axes.endsWith('qk');
  if (!pairs || readonly || keepsMask || !canPaint(context)) return nothing;
  const [query, key] = index.slice(-2);
  const { masked, change } = toggleMask(context, query, key);
  return html`<p><button type="button" class="plain mask" @click=${() => dispatch(change)}>${
    masked ? text.unmask : text.mask
  }</button></p>`;
}

/**
 * Returns the head or the query whose tables show one of the cells, if other tables are on screen
 * now.
 * @param {Pick<ViewContext, 'computation' | 'state' | 'selected'>} context
 * @param {string} id the id of a tensor
 * @param {Cell[]} cells cells of the tensor
 */
function selectHeadOrQuery({ computation, state, selected }, id, cells) {
  const { axes } = computation.nodes[id];
  const [first] = cells[0].index;
  const isShown = (/** @type {number} */ shown) => cells.some(({ index }) => index[0] === shown);
  if (axes.startsWith('h')) return isShown(state.head) ? {} : { head: first };
  if (axes.startsWith('j')) {
    const [count] = computation.results[id].shape;
    if (isShown(findSharedHead(state.head, count, state.heads))) return {};
    return { head: Math.ceil((first * state.heads) / count) };
  }
  return axes !== 'qka' || isShown(selected) ? {} : { query: first };
}

/**
 * Returns the query whose operands of a number are on screen, if those of another query are now.
 * @param {Pick<ViewContext, 'computation' | 'state'>} context
 * @param {Cell} cell
 */
export function selectQueryOfOperands({ computation, state }, cell) {
  const selected = getSelectedRow({ computation, state });
  const isOfQuery = (/** @type {Cell[]} */ [first]) =>
    first !== undefined && computation.nodes[first.id].axes === 'qka';
  const cells = findOperands(computation.run, cell).find(isOfQuery);
  return cells ? selectHeadOrQuery({ computation, state, selected }, cells[0].id, cells) : {};
}

/**
 * Returns the query whose row has one of the cells, if the tables show only the row of another query
 * now.
 * @param {Pick<ViewContext, 'computation' | 'state' | 'selected'>} context
 * @param {string} id the id of a tensor
 * @param {Cell[]} cells cells of the tensor
 */
function selectMarkedRow({ computation, state, selected }, id, cells) {
  const axis = computation.nodes[id].axes.indexOf('q');
  const isShown =
    axis < 0 || state.rows === 'all' || cells.some(({ index }) => index[axis] === selected);
  return isShown ? {} : { query: cells[0].index[axis] };
}

/** Renders links to the operands and consumers. @param {ViewContext} context @param {Cell} cell */
function neighbourLinks(context, cell) {
  const { computation } = context;
  const given = context.originalOf(formatCell(cell)) !== undefined;
  const { inputs } = computation.nodes[findComputedCell(computation.run, cell).id];
  const sources = findShownOperands(context, cell).map((cells, i) => ({
    id: cells[0]?.id ?? inputs[i].id,
    cells,
  }));
  // A page shows the operands of a number; its consumers may belong to a later chapter.
  const isPage = context.state.guide !== '';
  const feeds = isPage ? undefined : findShownConsumers(context, cell);
  const { from = [], to = [] } = (!isPage && computation.neighbours?.(cell)) || {};
  /** @param {LayerNumber} number */
  const layerLink = ({ label, change }) =>
    context.steps.some(({ id }) => id === change.step)
      ? html`<li><button type="button" class="plain" @click=${() => context.navigateTo(change)}>${label}</button></li>`
      : html`<li>${label}</li>`;
  /** @param {{ id: string, cells: Cell[] }} group */
  const groupLink = ({ id, cells }) => {
    const node = findNamedNode(context, id);
    const isOne = cells.length === 1;
    // A link opens the number that its label names, such as a scaled score if nothing is masked.
    const page = context.changeToTensor(isOne ? node.id : id);
    const label = isOne
      ? cellLabel(context, cells[0])
      : text.numbersOf(cells.length, node.name, symbolOf(node));
    if (!page) return html`<li>${label}</li>`;
    // A single number is traced itself; several numbers are marked in their table.
    const traced = isOne
      ? { cell: formatCell({ id: node.id, index: cells[0].index }) }
      : selectMarkedRow(context, id, cells);
    const change = { ...traced, ...page, ...selectHeadOrQuery(context, id, cells) };
    const go = () => context.navigateTo(change, isOne ? undefined : id);
    return html`<li><button type="button" class="plain" @click=${go}>${label}</button></li>`;
  };
  const sourceLinks = [...sources.map(groupLink), ...(given ? [] : from.map(layerLink))];
  const consumerLinks = [...(feeds ?? []).map(groupLink), ...to.map(layerLink)];
  return html`<div class="ways">
    ${sourceLinks.length > 0 ? html`<div><div data-level="4">${text.comesFrom}</div><ul>${sourceLinks}</ul></div>` : nothing}
    ${
      feeds &&
      html`<div><div data-level="4">${text.goesInto}</div>${
        consumerLinks.length > 0
          ? html`<ul>${consumerLinks}</ul>`
          : html`<p class="note">${text.goesNowhere}</p>`
      }</div>`
    }
  </div>`;
}
