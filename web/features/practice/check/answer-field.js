/** A field for a typed or pasted answer, and the result of the comparison. */

import { html, nothing } from 'lit';
import { directive } from 'lit/directive.js';
import { countElements } from '../../../../src/js/shapes.js';
import { needSlot } from '../../../features.js';
import { readChosenFiles, selectMenu } from '../../../figures/controls.js';
import { findNamesAlong } from '../../../graph/axes.js';
import { formatCell, listIndices, parseCell } from '../../../graph/cell.js';
import { readNumber } from '../../../graph/trace.js';
import { findDecimals } from '../../../pages/tasks/numbers.js';
import { decimalsAsked, reply } from '../../../text/en/pages.js';
import { cellLabel } from '../../../views/cell-label.js';
import { PagePart } from '../../../views/page-part.js';
import * as text from '../text/en/check.js';
import { checkAnswer, getAnswerPart } from './check.js';
import { AnswerError, readAnswer, toAnswer } from './read-answer.js';

/**
 * @import { CourseContext } from '../../../pages/types.js'
 * @import { NamedNode } from '../../../sources/types.js'
 * @import { Answer, BlankPart, Result } from '../types.js'
 */

/** The largest file in bytes. It has room for more numbers than any table here has. */
const LARGEST_FILE = 2 ** 22;

/**
 * @typedef {object} Inputs
 * @property {CourseContext} context
 * @property {BlankPart} part
 * @property {NamedNode[]} [tables] the tables to choose from
 */

class AnswerField extends PagePart {
  #inputs = /** @type {Inputs} */ (/** @type {unknown} */ (undefined));
  /** @type {Result | undefined} */
  #result;
  #refusal = '';
  /** The `read` of the latest answer. Results of others are dropped. @type {unknown} */
  #reading;

  /** The index along the leading axes of the table, including the head. */
  get #leading() {
    const { context, part } = this.#inputs;
    const { axes } = /** @type {NamedNode} */ (context.computation.nodes[part.id]);
    return axes.startsWith('h') ? [context.state.head, ...part.leading] : part.leading;
  }

  /** @param {() => Answer | Promise<Answer>} read */
  async #check(read) {
    this.#forget(read);
    this.requestUpdate();
    try {
      const answer = await read();
      // The reader has submitted another answer or left the page.
      if (this.#reading !== read || !this.isConnected) return;
      const { context, part } = this.#inputs;
      const result = checkAnswer(context, { ...part, leading: this.#leading }, answer);
      this.#result = result;
      if (result.isRight) context.answer(formatPart(part, true));
      else if (part.isTask) context.answer(formatPart(part));
      else if (result.cell) context.dispatch({ cell: formatCell(result.cell) }, { by: 'page' });
    } catch (error) {
      if (this.#reading !== read) return;
      this.#refusal = error instanceof AnswerError ? error.message : text.refused.file;
    }
    this.requestUpdate();
  }

  /** Forgets the result of another answer. @param {unknown} [read] */
  #forget(read) {
    [this.#result, this.#refusal, this.#reading] = [undefined, '', read];
  }

  /** @param {Event} event */
  #submit = (event) => {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.currentTarget);
    const typed = form.querySelector('textarea')?.value ?? '';
    this.#check(() => readAnswer(typed));
  };

  #open = readChosenFiles(([file]) => this.#check(() => readFile(file)));

  /** @param {Partial<BlankPart>} change */
  #choose(change) {
    const { context, part } = this.#inputs;
    const { id, leading } = { ...part, ...change };
    const [row] = leading;
    const isQuery = row !== undefined && context.computation.nodes[id].axes.at(-2) === 'q';
    // The panel of a number and the frame belong to what was chosen before.
    context.dispatch({ cell: '', ...(isQuery && { query: row }) }, { by: 'page' });
    context.answer(formatPart({ id, leading }));
  }

  /** @param {Inputs} inputs @override */
  render(inputs) {
    const { context, part } = inputs;
    const before = this.#inputs;
    // A result of other numbers.
    if (
      before?.context.computation !== context.computation ||
      before.context.state.head !== context.state.head ||
      formatPart(before.part) !== formatPart(part)
    )
      this.#forget();
    this.#inputs = inputs;
    if (!context.computation.nodes[part.id]) return nothing;
    return html`<form class="blanks typed-answer" novalidate @submit=${this.#submit}>
        ${part.isTask ? nothing : html`<div class="which">${this.#which()}</div>`}
        <label class="pasted">${text.labels.answer}${part.isTask ? html` <span class="note">${this.#describeForm()}</span>` : nothing}
          <textarea rows=${part.isTask ? 4 : 2} spellcheck="false" autocomplete="off" aria-describedby="reply-${context.state.guide}"
            aria-invalid=${this.#refusal !== ''}></textarea></label>
        ${
          part.isTask
            ? nothing
            : html`<label class="file">${text.labels.file} <input type="file" accept=".npy" @change=${this.#open}></label>`
        }
        <div class="checks"><button type="submit" class="check">${text.check}</button></div>
      </form>
      <div role="status" id="reply-${context.state.guide}" class="reply">${this.#renderReply()}</div>`;
  }

  /** Says how many numbers a task wants, and how to write them. */
  #describeForm() {
    const { part, context } = this.#inputs;
    const { results } = context.computation;
    const { data, shape } = getAnswerPart(results[part.id], this.#leading);
    const decimals = findDecimals([...data]);
    return `${text.form(shape)} ${decimals === undefined ? '' : decimalsAsked(decimals)}`;
  }

  /** Draws the fields that choose what to check. */
  #which() {
    const { part, context, tables = [] } = this.#inputs;
    const { computation, state } = context;
    const node = computation.nodes[part.id];
    const [rows, columns] = computation.results[part.id].shape.slice(-2);
    const [rowAxis, columnAxis] = node.axes.slice(-2);
    /** @param {string} axis @param {number} length */
    const names = (axis, length) =>
      findNamesAlong(axis, computation) ?? listIndices(length).map((i) => String(i + 1));
    const [row, column] = part.leading;
    return html`${select(
      text.labels.table,
      tables.map(({ name, symbol }) => `${name} ${symbol.replaceAll('_', '')}`),
      tables.findIndex(({ id }) => id === part.id),
      (i) => this.#choose({ id: tables[i].id, leading: [] }),
    )}
    ${
      node.axes.startsWith('h') && state.heads > 1
        ? select(text.labels.head, names('', state.heads), state.head, (head) =>
            context.dispatch({ head }, { by: 'page' }),
          )
        : nothing
    }
    ${select(
      text.labels.row,
      [text.all, ...names(rowAxis, rows)],
      row === undefined ? 0 : row + 1,
      (i) => this.#choose({ leading: i === 0 ? [] : [i - 1] }),
    )}
    ${
      row === undefined
        ? nothing
        : select(
            text.labels.column,
            [text.all, ...names(columnAxis, columns)],
            column === undefined ? 0 : column + 1,
            (i) => this.#choose({ leading: i === 0 ? [row] : [row, i - 1] }),
          )
    }`;
  }

  #renderReply() {
    if (this.#refusal) return this.#refusal;
    const result = this.#result;
    const { context, part } = this.#inputs;
    if (!result) return nothing;
    if (result.isRight) return text.result.right(result);
    const { cell, mistakes, isUndivided, hasWrongSign, decimals } = result;
    if (!cell) return nothing;
    const is = part.isTask ? undefined : readNumber(context.computation.run, cell);
    return html`<p>${text.result.wrong(result, cellLabel(context, cell), is)}</p>
      ${decimals === undefined ? nothing : html`<p>${reply.rounding(decimals)}</p>`}
      ${hasWrongSign ? html`<p>${text.result.sign}</p>` : nothing}
      ${isUndivided ? html`<p>${text.result.undivided}</p>` : nothing}
      ${mistakes.length > 0 ? text.result.mistakes(mistakes) : nothing}`;
  }
}

/**
 * @param {string} label
 * @param {readonly string[]} options
 * @param {number} chosen
 * @param {(index: number) => void} choose
 */
const select = (label, options, chosen, choose) => html`<label class="item">${label}
  ${selectMenu(
    options.map((option, i) => [i, option]),
    chosen,
    choose,
  )}</label>`;

/** @param {File} file @returns {Promise<Answer>} */
async function readFile(file) {
  if (file.size > LARGEST_FILE) throw new AnswerError(text.refused.long);
  const bytes = new Uint8Array(await file.arrayBuffer());
  const { readNpy } = await needSlot('reader');
  return toAnswer(
    readNpy(file.name, bytes, (shape) => {
      if (countElements(shape) > LARGEST_FILE) throw new AnswerError(text.refused.long);
    }),
  );
}

/** Writes a part as an answer, in which `/` would need an escape. @param {Pick<BlankPart, 'id' | 'leading'>} part @param {boolean} [isDone] */
const formatPart = ({ id, leading }, isDone = false) =>
  formatCell({ id, index: leading }).replaceAll('/', '_') + (isDone ? '_done' : '');

/** Reads what `formatPart` has written. @param {string} value */
export const parsePart = (value) => ({
  named: parseCell(value.replace(/_done$/, '').replaceAll('_', '/')),
  isDone: value.endsWith('_done'),
});

export const answerField = directive(AnswerField);
