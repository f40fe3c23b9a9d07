/** The trace of one number: its operands term by term, and its consumers. */

import { html, nothing } from 'lit';
import { live } from 'lit/directives/live.js';
import { listMatrices } from '../figures/tables.js';
import { findNamesAlong } from '../graph/axes.js';
import { formatCell } from '../graph/cell.js';
import { getLocalName } from '../graph/graph.js';
import {
  findComputedCell,
  findConsumers,
  findOperands,
  readNumber,
  readOperands,
} from '../graph/trace.js';
import { canPaint } from '../lessons/attend.js';
import { compareComputations } from '../session/compare.js';
import { makeComputation } from '../session/computation.js';
import { editName, withEdit } from '../state/edit-cells.js';
import { LARGEST_EDIT } from '../state/edits.js';
import { getSettings } from '../state/fields.js';
import { MAX_DIGITS } from '../state/limits.js';
import { isComputedHere } from '../state/source-kinds.js';
import { roundUpLimit } from '../styles/colour.js';
import { changes, largestChange } from '../text/en/experiments.js';
import * as text from '../text/en/trace.js';
import { precise, symbolOf, word } from '../text/inline.js';
import { exact, parseTypedNumber, rounded } from '../text/number.js';
import {
  arithmeticView,
  LARGEST_TERMS,
  multiplyInCore,
  softmaxView,
  splitTerms,
} from './arithmetic.js';
import { refocusNumber } from './grid.js';
import { toggleMask } from './mask-painter.js';
import { typedValue } from './typed-value.js';

/**
 * @import { Cell } from '../graph/types.js'
 * @import { ViewContext } from '../lessons/context.js'
 * @import { Comparison } from '../session/compare.js'
 */

/** @param {ViewContext} context @param {unknown} [way] a link to the table of the number */
export function tracePanel(context, way = nothing) {
  const { traced, computation, dispatch, isLocked } = context;
  if (!traced) return nothing;
  const value = readNumber(computation.run, traced);
  return html`<section class="trace" part="trace" aria-label=${text.title}>
    <header>
      <div data-level="3">${cellLabel(context, traced)}</div>
      ${
        isLocked
          ? nothing
          : html`<button type="button" class="plain" @click=${(/** @type {Event} */ event) => {
              const button = /** @type {Element} */ (event.currentTarget);
              refocusNumber(button, formatCell(traced));
              dispatch({ cell: '' });
            }}>${text.close}</button>`
      }
    </header>
    ${numberEditor(context, traced, value)}
    ${sumView(context, traced, value)}
    ${rowNote(context, traced)} ${effectNote(context, traced)} ${valueBefore(context)} ${termTable(context, traced)}
    ${maskButton(context, traced)} ${way}
    ${isLocked ? nothing : neighbourLinks(context, traced)}
  </section>`;
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
  const digits = html`<data value=${exact(value)}>${exact(value).replace('-', '−')}</data>`;
  const allDigits = html`<span class="whole">${isLong ? text.inFull(digits) : nothing}</span>`;
  const softmax = softmaxView(context, cell);
  const computed = arithmeticView(context, cell);
  return softmax === undefined
    ? html`<p class="sum">${computed} ${allDigits}</p>`
    : html`<p class="sum definition">${softmax}</p>
        <p class="computed">${text.computedAs(computed)} ${allDigits}</p>`;
}

/** Whether the reader can set numbers. @param {ViewContext} context */
export const canSet = ({ computation, readonly }) => computation.isEditable && !readonly;

/**
 * Renders a note for a weight that was set. It is not renormalised: the other weights of its row
 * stay.
 * @param {ViewContext} context
 * @param {Cell} cell
 */
const rowNote = ({ originalOf }, cell) =>
  getLocalName(cell.id) === 'weights' && originalOf(formatCell(cell)) !== undefined
    ? html`<p class="note">${text.rowStays}</p>`
    : nothing;

/** Renders the value of the number before the last experiment. @param {ViewContext} context */
function valueBefore(context) {
  const { was } = context.compared(context.state.cell) ?? {};
  if (was === undefined) return nothing;
  return html`<p class="note">${text.before(was)}</p>`;
}

/**
 * Returns the node whose name a tensor has in its table on screen.
 * @param {Pick<ViewContext, 'computation' | 'parts'>} context
 * @param {string} id
 */
function findNamedNode({ computation: { nodes }, parts }, id) {
  const tables = listMatrices(parts);
  return nodes[tables.find(({ tensor }) => tensor === id)?.namedAfter ?? id];
}

/**
 * Describes a cell in words.
 * @param {Pick<ViewContext, 'computation' | 'parts'>} context
 * @param {Cell} cell
 */
export function cellLabel(context, { id, index }) {
  const { computation } = context;
  const { axes, options } = computation.nodes[id];
  const named = findNamedNode(context, id);
  // Nodes of one word, such as `decoder/2/context`, name the word.
  const words = Object.entries(options.at ?? {}).map(
    ([letter, position]) => findNamesAlong(letter, computation)?.[position] ?? '',
  );
  /** @type {string[]} */
  const counts = [];
  const plain = [...axes].filter(
    (letter) => letter !== 'h' && !findNamesAlong(letter, computation),
  );
  // A single head needs no number.
  const hasHeads = axes.startsWith('h') && computation.results[id].shape[0] > 1;
  [...axes].forEach((letter, axis) => {
    const position = index[axis];
    const names = findNamesAlong(letter, computation);
    if (names) words.push(names[position]);
    else if (letter === 'h') counts.push(...(hasHeads ? [text.head(position)] : []));
    else if (plain.length !== 2) counts.push(text.number(position));
    else counts.push((letter === plain[0] ? text.row : text.column)(position));
  });
  const symbol = symbolOf(named, axes.startsWith('h') ? index[0] : undefined);
  return text.cell({ singular: named.singular, symbol, words, counts });
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
  const most = Math.max(...[...terms, others.sum].map(Math.abs)) || 1;
  const meter = (
    /** @type {number} */ term,
  ) => html`<td><meter class=${term < 0 ? 'negative' : 'positive'}
    max=${most} value=${Math.abs(term)} aria-hidden="true"></meter></td>`;
  const caption = isLong ? text.largestTerms(shown.length, left.length) : text.terms;
  return html`<table class="terms" role="table">
    <caption class=${isSet || isLong ? 'note' : 'hidden'}>${isSet ? text.formulaTerms : caption}</caption>
    <thead><tr>
      <td></td>
      <th scope="col">${symbolOf(computation.nodes[inputs[0].id], getHeadIndex(left[0], inputs[0]))}</th>
      <th scope="col">${symbolOf(computation.nodes[inputs[1].id], getHeadIndex(right[0], inputs[1]))}</th>
      <th scope="col">${text.product}</th>
      <td></td>
    </tr></thead>
    <tbody>${shown.map(
      (place, i) => html`<tr>
        <th scope="row">${names ? word(names[place]) : place + 1}</th>
        <td>${precise(values[place])}</td>
        <td>× ${precise(factors[place])}</td>
        <td>= ${precise(terms[i])}</td>
        ${meter(terms[i])}
      </tr>`,
    )}${
      others.count > 0
        ? html`<tr class="others">
          <th scope="row" colspan="3">${text.others(others.count)}</th>
          <td>${precise(others.sum)}</td>
          ${meter(others.sum)}
        </tr>`
        : nothing
    }</tbody>
  </table>`;
}

/** @param {Cell} cell @param {{ axes: string }} operand */
const getHeadIndex = ({ index }, { axes }) => (axes.startsWith('h') ? index[0] : undefined);

/** @param {ViewContext} context @param {Comparison} comparison @param {string} tensor */
export function describeChange(context, comparison, tensor) {
  const { state, computation } = context;
  const { name, axes } = computation.nodes[tensor];
  const { largest, ...counts } = comparison.summary(tensor);
  const most =
    largest &&
    largestChange(
      cellLabel(context, { id: tensor, index: largest.index }),
      largest.was,
      largest.is,
    );
  return changes({
    ...counts,
    name,
    largest: most,
    isOfHeads: axes.startsWith('h') && state.heads > 1,
  });
}

/**
 * Describes how a set number changed the attention weights.
 * @param {ViewContext} context
 * @param {Cell} cell
 */
function effectNote(context, cell) {
  const { state, computation, attention, overview } = context;
  const { queryWords, keyWords } = computation;
  // Only numbers that are drawn here are computed a second time, not those of models or the
  // reader's own.
  const edit = editName(state, computation, cell);
  if (edit === undefined || context.originalOf(formatCell(cell)) === undefined) return nothing;
  // Skip numbers that a page of the course has set itself.
  if (!isComputedHere(state) || state.guide !== '' || cell.id === overview) return nothing;
  if (Math.max(queryWords.length, keyWords.length) > MAX_DIGITS) return nothing;
  const edits = withEdit(state.edits, edit, undefined);
  const comparison = compareComputations(
    makeComputation(attention, getSettings({ ...state, edits }), undefined, computation.run),
    computation,
  );
  const { changed } = comparison.summary(overview);
  return html`<p class="comparison" role="status">${describeChange(context, comparison, overview)}
    ${changed > 0 ? text.wholeRows : text.noWeight}</p>`;
}

/**
 * Renders a field and a slider for a number that the reader may set. They come first, so that they
 * stay in place when the lines below them change.
 * @param {ViewContext} context
 * @param {Cell} cell
 * @param {number} value
 */
function numberEditor(context, cell, value) {
  const { state, computation, dispatch, movedSlider } = context;
  const edit = editName(state, computation, cell);
  if (edit === undefined || context.readonly) return nothing;
  const original = context.originalOf(formatCell(cell));
  const place = formatCell(cell);
  /** @param {Event} event */
  const read = (event) => {
    const field = /** @type {HTMLInputElement} */ (event.target);
    if (field.type === 'range' && movedSlider)
      Object.assign(movedSlider, { place, range: Number(field.max) });
    // After Esc, or if the field is empty, the number stays and the field shows it again.
    if (field.value.trim() === '') return dispatch({ cell: state.cell });
    const number = parseTypedNumber(field.value);
    const fits = Math.abs(number) <= LARGEST_EDIT;
    if (fits) return dispatch({ edits: withEdit(state.edits, edit, number) });
    field.setAttribute('aria-invalid', 'true');
    const message = field.closest('.editor')?.querySelector('.wrong');
    if (message) message.textContent = text.outOfRange(field.value, LARGEST_EDIT);
  };
  const { axes, colours } = computation.nodes[cell.id];
  const isWeight = colours === 'weights';
  // The range of scores is large enough to give a word all the weight of its row.
  const usual = isWeight ? 1 : axes.endsWith('qk') ? 10 : 3;
  const range = roundUpLimit([
    usual,
    value,
    original ?? 0,
    movedSlider?.place === place ? movedSlider.range : 0,
  ]);
  return html`<div class="editor">
    <label>${text.setTo}
      <input class="edit" type="text" autocomplete="off" data-set=${exact(value)}
        aria-invalid=${live('false')} aria-describedby="refused-number"
        .value=${typedValue(exact(value))} @change=${read}></label>
    <input type="range" min=${isWeight ? 0 : -range} max=${range} step="0.01" aria-label=${text.slider}
      .value=${live(String(value))} @input=${read}>
    ${
      original === undefined || state.guide !== ''
        ? nothing
        : html`<button type="button" class="plain" @click=${() =>
            dispatch({
              edits: withEdit(state.edits, edit, undefined),
            })}>${text.resetTo(original)}</button>`
    }
    <span class="wrong" id="refused-number" role="alert" .textContent=${live('')}></span>
  </div>`;
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
 * Returns the head and the query whose tables show one of the cells, if other tables are on screen
 * now.
 * @param {ViewContext} context
 * @param {string} id the id of a tensor
 * @param {Cell[]} cells cells of the tensor
 */
function selectHeadAndQuery({ computation, state, selected }, id, cells) {
  const { axes } = computation.nodes[id];
  const head = axes.startsWith('h') ? 0 : -1;
  const query = axes === 'qka' ? 0 : -1;
  const [{ index }] = cells;
  return {
    ...(head >= 0 &&
      !cells.some((cell) => cell.index[head] === state.head) && { head: index[head] }),
    ...(query >= 0 &&
      !cells.some((cell) => cell.index[query] === selected) && { query: index[query] }),
  };
}

/** Renders links to the operands and consumers. @param {ViewContext} context @param {Cell} cell */
function neighbourLinks(context, cell) {
  const { computation } = context;
  const given = context.originalOf(formatCell(cell)) !== undefined;
  const { inputs } = computation.nodes[findComputedCell(computation.run, cell).id];
  const sources = given
    ? []
    : findOperands(computation.run, cell).map((cells, i) => ({
        id: cells[0]?.id ?? inputs[i].id,
        cells,
      }));
  // A page shows the operands of a number; its consumers may belong to a later chapter.
  const feeds = context.state.guide === '' ? findConsumers(computation.run, cell) : undefined;
  /** @param {{ id: string, cells: Cell[] }} group */
  const groupLink = ({ id, cells }) => {
    const node = findNamedNode(context, id);
    const page = context.changeToTensor(id);
    const label =
      cells.length === 1
        ? cellLabel(context, cells[0])
        : text.numbersOf(cells.length, node.name, symbolOf(node));
    if (!page) return html`<li>${label}</li>`;
    // A single number is traced itself; several numbers are marked in their table.
    const traced = cells.length === 1 ? { cell: formatCell(cells[0]) } : {};
    const go = () =>
      context.navigateTo({ ...traced, ...page, ...selectHeadAndQuery(context, id, cells) });
    return html`<li><button type="button" class="plain" @click=${go}>${label}</button></li>`;
  };
  return html`<div class="ways">
    ${sources.length > 0 ? html`<div><div data-level="4">${text.comesFrom}</div><ul>${sources.map(groupLink)}</ul></div>` : nothing}
    ${
      feeds &&
      html`<div><div data-level="4">${text.goesInto}</div>${
        feeds.length > 0
          ? html`<ul>${feeds.map(groupLink)}</ul>`
          : html`<p class="note">${text.goesNowhere}</p>`
      }</div>`
    }
  </div>`;
}
