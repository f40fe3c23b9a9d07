/** Settles what an author selects by a word or a cell, once the numbers tell which of them exist. */

import { findMeantName } from '../../src/js/nearest.js';
import { listMatrices } from '../figures/tables.js';
import { formatCell, parseCell } from '../graph/cell.js';
import { findStep } from '../lessons/steps.js';
import { normaliseState } from '../state/normalise.js';
import { listAllSteps } from '../state/step-order.js';
import { misspelt, unseenCell } from '../text/en/warnings.js';
import { isWord, ONE_BY_ONE } from './authored-values.js';
import { warnOfValue } from './warnings.js';

/**
 * @import { ViewContext } from '../lessons/context.js'
 * @import { LabSession } from '../session/lab-session.js'
 * @import { State } from '../state/types.js'
 * @import { AttentionLab } from './attention-lab.js'
 * @import { AuthorsText } from './authored-values.js'
 * @import { AuthorParts } from './author-parts.js'
 */

/** @param {ViewContext} context */
const listTables = ({ parts }) => listMatrices(parts).map(({ tensor }) => tensor);

export class AuthoredSelection {
  #host;
  #session;
  #parts;
  /** The head of the last cell. @type {number | undefined} */
  #headOfCell;

  /** @param {AttentionLab} host @param {LabSession} session @param {AuthorParts} parts */
  constructor(host, session, parts) {
    this.#host = host;
    this.#session = session;
    this.#parts = parts;
  }

  /** @param {Map<string, AuthorsText>} texts by field @param {ViewContext} context what is on screen */
  settle(texts, context) {
    const cell = texts.get('cell');
    if (cell?.value && this.#parts.showsAuthorsSettings) this.#settleCell(cell, context);
    for (const [name, word] of texts)
      if (isWord(name, word.value)) this.#settleWord(name, word, context);
  }

  /**
   * Takes the nearest cell that exists, with its head and its step. Warns once if it is another one
   * or if no table shows it: later, a program may show others.
   * @param {AuthorsText} cell
   * @param {ViewContext} context
   */
  #settleCell({ value, place }, context) {
    const { results, nodes } = context.computation;
    const tensors = this.#parts.listTensors();
    const warn = (/** @type {string} */ fault) => warnOfValue(this.#host, place, value, fault);
    const { id, index } = parseCell(value) ?? { id: value.split('.')[0], index: [] };
    // A step makes some tables only with other settings.
    if (!tensors.includes(id) && listAllSteps().includes(id)) return;
    const meant = findMeantName(id, tensors);
    if (!meant) return warn(misspelt(value, tensors));
    const { shape } = results[meant];
    const near = shape.map((size, axis) => Math.max(0, Math.min(index[axis] ?? 0, size - 1)));
    const [first, last, nearest] = [shape.map(() => 0), shape.map((size) => size - 1), near].map(
      (at) => formatCell({ id: meant, index: at }),
    );
    if (nearest !== value) warn(misspelt(value, [`${first} to ${last}`], nearest));
    else if (!context.traced && this.#showsOneFigure(context))
      warn(unseenCell(this.#parts.tables() ?? listTables(context)));
    const { state } = this.#session;
    // A program may have set another cell.
    const isKept = state.cell === normaliseState({ ...state, cell: value }).cell;
    // A state names its head itself.
    const hasHead = place === 'cell' && nodes[meant].axes.startsWith('h');
    const change = {
      ...(isKept && nearest !== value && { cell: nearest }),
      ...(isKept && hasHead && this.#chooseHead(near[0])),
      ...this.#chooseStep(meant, context),
    };
    if (Object.keys(change).length > 0) this.#session.dispatch(change, ONE_BY_ONE);
  }

  /** Chooses the head of the cell, unless somebody has chosen one. @param {number} head */
  #chooseHead(head) {
    const { state } = this.#session;
    if (this.#session.isSet('head') && state.head !== this.#headOfCell) return undefined;
    this.#headOfCell = head;
    return head === state.head ? undefined : { head };
  }

  /**
   * Chooses the named step with the table of the cell, unless somebody has chosen a step.
   * @param {string} tensor
   * @param {ViewContext} context
   */
  #chooseStep(tensor, context) {
    const isShown = [...listTables(context), ...(this.#parts.tables() ?? [])].includes(tensor);
    if (isShown || !this.#parts.isPart() || this.#session.isSet('step')) return undefined;
    const step = findStep(this.#session.state, tensor);
    return this.#parts.hasStep(step) ? { step } : undefined;
  }

  /** Whether the reader can open no other step or picture. @param {ViewContext} context */
  #showsOneFigure({ steps, state }) {
    return (
      this.#parts.isPart() && state.view === 'step' && (steps.length === 1 || this.#host.table)
    );
  }

  /**
   * Warns of a word that stands in place of its index, and takes the index if these are the author's words.
   * @param {string} name
   * @param {AuthorsText} word
   * @param {ViewContext} context
   */
  #settleWord(name, { value, place }, { computation }) {
    const words = computation[name === 'key' ? 'keyWords' : 'queryWords'];
    const index = this.#parts.showsAuthorsSettings ? words.indexOf(value) : -1;
    const near = index < 0 ? undefined : `${index}`;
    warnOfValue(this.#host, place, value, misspelt(value, undefined, near));
    // A program may have set another word.
    const isKept = this.#session.authored[/** @type {keyof State} */ (name)] === value;
    if (index >= 0 && isKept) this.#session.dispatch({ [name]: index }, ONE_BY_ONE);
  }
}
