import { findMeantName } from '../../src/js/nearest.js';
import { getSlot } from '../features.js';
import { listMatrices } from '../figures/tables.js';
import { formatCell, parseCell } from '../graph/cell.js';
import { getLocalName } from '../graph/graph.js';
import { parseCells } from '../graph/masks/custom.js';
import { findStep } from '../lessons/steps.js';
import { nextTask } from '../session/async.js';
import { listDivisorsInstead } from '../state/derived.js';
import { DEFAULTS, FIELDS, isSetting, usesSetting } from '../state/fields.js';
import { AUTHOR_CHAPTER, OPENING, readGuide } from '../state/guide.js';
import { readNames } from '../state/hidden-parts.js';
import { isNumberProperty } from '../state/misspelt.js';
import { normaliseState } from '../state/normalise.js';
import { isOwn } from '../state/source-kinds.js';
import { findStepCondition, listAllSteps, listSteps } from '../state/step-order.js';
import { explainUnused } from '../state/unused.js';
import { toNumber } from '../state/values.js';
import { MAX_SENTENCE_LETTERS, MAX_WORDS } from '../state/words.js';
import {
  besideTable,
  changesPage,
  missingStep,
  missingTable,
  noPlace,
  tooManyLetters,
  tooManyWords,
  undivided,
  unseenCell,
  unused,
} from '../text/en/messages.js';
import { camel, parted } from '../text/spelling.js';
import { ONE_BY_ONE } from './authored-values.js';
import { warnOfMisspelt, warnOfUnfitNumber, warnOfValue, warnOnce } from './warnings.js';

/**
 * @import { ViewContext } from '../lessons/context.js'
 * @import { Chapter } from '../pages/types.js'
 * @import { LabSession } from '../session/lab-session.js'
 * @import { Computation } from '../sources/types.js'
 * @import { State } from '../state/types.js'
 * @import { AttentionLab } from './attention-lab.js'
 * @import { AuthorParts } from './author-parts.js'
 * @import { AuthoredValues } from './authored-values.js'
 * @import { LabView } from './lab-view.js'
 */

/** @param {ViewContext} context */
const listTables = ({ parts }) => listMatrices(parts).map(({ tensor }) => tensor);

/** The settings of numbers that are drawn until own tensors come. */
const DRAWN = new Set(['sentence', 'heads', 'dModel', 'positions', 'seed']);

/** Checks what an author has written, as far as only the numbers on screen can tell, and warns of it. */
export class AuthorWarnings {
  #host;
  #session;
  #parts;
  /** The last page that was compared with the author's attributes. @type {object | undefined} */
  #comparedPage;
  /** The chapter that was checked last. @type {Chapter | undefined} */
  #checkedChapter;
  /** The own tensors that were compared with the author's settings. @type {object | undefined} */
  #comparedTensors;
  /** The head of the last cell. @type {number | undefined} */
  #headOfCell;

  /** @param {AttentionLab} host @param {LabSession} session @param {AuthorParts} parts */
  constructor(host, session, parts) {
    this.#host = host;
    this.#session = session;
    this.#parts = parts;
  }

  get #showsAuthorsSettings() {
    return !this.#parts.hasReadersSettings && this.#session.state.guide === '';
  }

  /** @param {AuthoredValues} authored @param {Pick<LabView, 'context' | 'refusal'>} shown what is on screen */
  check(authored, { context, refusal }) {
    this.#checkChapter();
    const isByAuthor = this.#showsAuthorsSettings;
    if (isByAuthor) this.#warnOfSteps();
    if (refusal) return;
    this.#warnOfNames(authored.names);
    const { computation } = this.#session.evaluate();
    const tensors = this.#session.tensors.given ?? undefined;
    const hasNewTensors = tensors !== this.#comparedTensors;
    this.#comparedTensors = tensors;
    if (hasNewTensors) this.#comparedPage = undefined;
    this.#warnOfChangedPage(authored.names.get('guide'));
    if (context) this.#checkCell(authored, context);
    if (isByAuthor) {
      this.#warnOfWords(computation);
      this.#warnOfMasked(computation);
      this.#warnOfMissing(computation);
    }
    // The numbers of a model that is not loaded yet are known later.
    if (this.#parts.listTensors().length === 0) return;
    this.#readWords(authored, computation);
    // Settings that were written for other numbers may not fit these.
    const earlier = hasNewTensors ? Object.entries(this.#session.authored) : [];
    const unchecked = [...earlier, ...authored.takeUnchecked()]
      .filter(([name]) => !tensors || !DRAWN.has(name))
      .map(([name, value]) => /** @type {const} */ ([name, `${value}`]));
    if (!isByAuthor) return;
    this.#warnOfUnused(unchecked);
    this.#warnOfNumbers(unchecked, computation);
  }

  /** Reports what is wrong with pages of a chapter, also with pages that are not open. */
  async #checkChapter() {
    const { attention, pages } = this.#session;
    const { authorChapter } = pages;
    if (!attention || authorChapter === this.#checkedChapter) return;
    this.#checkedChapter = authorChapter;
    const work = authorChapter?.check?.(attention);
    while (work) {
      // A task for each page, so that the element stays responsive.
      await nextTask();
      if (pages.authorChapter !== authorChapter) return;
      const { done, value: error } = work.next();
      if (!done) continue;
      for (const { path, message } of error?.problems ?? []) {
        const warning = `<${this.#host.localName}> ${path}: ${message}`;
        warnOnce(warning, this.#host, () => warning);
      }
      if (error) this.#host.report(error);
      return;
    }
  }

  /**
   * Warns of sentences that are shown without their last words. The lab says so on screen.
   * @param {Computation} computation
   */
  #warnOfWords({ leftOut, leftOutOfTarget }) {
    const { state } = this.#session;
    for (const [name, count] of /** @type {const} */ ([
      ['sentence', leftOut],
      ['target', leftOutOfTarget],
    ]))
      if ((this.#host.getAttribute(name)?.length ?? 0) > MAX_SENTENCE_LETTERS)
        warnOfValue(this.#host, name, state[name], (quoted) =>
          tooManyLetters(quoted, MAX_SENTENCE_LETTERS, MAX_WORDS),
        );
      else if (count > 0 && this.#parts.isPart())
        warnOfValue(this.#host, name, state[name], (quoted) => tooManyWords(quoted, count));
  }

  /**
   * Warns of wrong names that can only be checked after computing or loading.
   * @param {AuthoredValues['names']} names the names of a page and a bug
   */
  #warnOfNames(names) {
    const host = this.#host;
    const tensors = this.#parts.listTensors();
    for (const part of readNames(host.table) ?? []) {
      const near = this.#parts.findTable(part);
      const isKnown = near === part || (!near && listAllSteps().includes(part));
      if (tensors.length > 0 && !isKnown) warnOfMisspelt(host, 'table', part, tensors, near ?? '');
    }
    for (const [name, { value, place }] of names) {
      const known =
        name === 'guide'
          ? this.#session.pages.findSimilarNames(value)
          : getSlot('bug')?.findSimilarNames(value);
      const prefixed = `${AUTHOR_CHAPTER}-${value}`;
      if (value && known)
        warnOfMisspelt(host, place, value, known, known.includes(prefixed) ? prefixed : undefined);
    }
  }

  /**
   * Warns once of attributes that change the numbers of a page: its texts name words and numbers.
   * Later, a reader or a program may change them on purpose.
   * @param {{ value: string, place: string } | undefined} named the page that the author names
   */
  #warnOfChangedPage(named) {
    const { state, pages } = this.#session;
    if (!named || named === this.#comparedPage || named.place !== 'guide') return;
    const page = pages.makePageState(readGuide(named.value), state.answers);
    if (!page || !pages.hasOwnNumbers(readGuide(named.value))) return;
    this.#comparedPage = named;
    // The first screen has no such texts, and an address may have opened another page.
    const shown = pages.makePageState(state.guide)?.guide;
    if (page.guide === OPENING || page.guide !== shown) return;
    const names = [...this.#host.attributes].map(({ name }) => name);
    const isChanged = (/** @type {string} */ name) =>
      (isSetting(name) || name === 'query') && state[name] !== page[name];
    // Own tensors replace all numbers of the page.
    const changed = isOwn(state) ? ['tensors'] : names.filter((name) => isChanged(camel(name)));
    if (changed.length > 0)
      warnOfValue(this.#host, named.place, named.value, (quoted) => changesPage(quoted, changed));
  }

  /** Warns of steps and tables that the lesson of the author's source does not have. */
  #warnOfSteps() {
    const host = this.#host;
    const { state } = this.#session;
    const tables = readNames(host.table);
    for (const name of tables ?? []) {
      const condition = this.#parts.findTable(name) ? undefined : findStepCondition(state, name);
      if (condition) warnOfValue(host, 'table', name, (quoted) => missingTable(quoted, condition));
    }
    if (tables) {
      if (readNames(host.steps))
        warnOfValue(host, 'steps', `${host.steps}`, (quoted) => unused(quoted, besideTable));
      return;
    }
    const wanted = readNames(host.steps) ?? [];
    const meant = wanted.map((name) => this.#parts.findStep(name));
    const names = listSteps(state);
    const canChangeSettings = !host.readonly && this.#parts.makePartTest()('settings');
    for (const [i, name] of wanted.entries()) {
      const near = meant[i];
      if (near === name) continue;
      // The lesson has the step with other settings, or with tensors that a program sets later.
      const isLater = this.#parts.isForLater(name);
      if (!isLater) warnOfMisspelt(host, 'steps', name, names, near ?? '');
      else if (name === getLocalName(name) && !canChangeSettings)
        warnOfValue(host, 'steps', name, (quoted) =>
          missingStep(quoted, findStepCondition(state, name)),
        );
    }
  }

  /**
   * Warns once of settings that other settings leave without effect: later, a program may change
   * these.
   * @param {readonly (readonly [name: string, value: string])[]} values
   */
  #warnOfUnused(values) {
    const { state } = this.#session;
    for (const [name, value] of values) {
      if (!isSetting(name) || FIELDS[name].read(value, state.source) === DEFAULTS[name]) continue;
      const reason = explainUnused(state, name);
      if (reason) warnOfValue(this.#host, parted(name), value, (quoted) => unused(quoted, reason));
    }
  }

  /**
   * Warns once of a cell that the author's tables do not have: later, a program may show others.
   * Shows the head of the cell if the author has named none.
   * @param {Pick<AuthoredValues, 'cell'>} authored
   * @param {ViewContext} context the context on screen
   */
  #checkCell(authored, context) {
    const tensors = this.#parts.listTensors();
    if (!authored.cell || tensors.length === 0) return;
    const { value: text, place } = authored.cell;
    authored.cell = undefined;
    if (text === '' || !this.#showsAuthorsSettings) return;
    const host = this.#host;
    const { state } = this.#session;
    const { results, nodes } = context.computation;
    const { id, index } = parseCell(text) ?? { id: text.split('.')[0], index: [] };
    // A step makes some tables only with other settings.
    if (!tensors.includes(id) && listAllSteps().includes(id)) return;
    const meant = findMeantName(id, tensors);
    if (!meant) return warnOfMisspelt(host, place, text, tensors);
    const { shape } = results[meant];
    const near = shape.map((size, axis) => Math.max(0, Math.min(index[axis] ?? 0, size - 1)));
    const [first, last, nearest] = [shape.map(() => 0), shape.map((size) => size - 1), near].map(
      (at) => formatCell({ id: meant, index: at }),
    );
    const isKnown = nearest === text;
    if (!isKnown) warnOfMisspelt(host, place, text, [`${first} to ${last}`], nearest);
    // A program may have set another cell.
    if (state.cell === normaliseState({ ...state, cell: text }).cell) {
      if (!isKnown) this.#session.dispatch({ cell: nearest }, ONE_BY_ONE);
      // A state names its head itself.
      if (place === 'cell' && nodes[meant].axes.startsWith('h')) this.#showHead(near[0]);
    }
    this.#showStep(meant, context);
    if (isKnown && !context.traced && this.#showsOneFigure(context))
      warnOfValue(host, place, text, (quoted) =>
        unseenCell(quoted, this.#parts.tables() ?? listTables(context)),
      );
  }

  /**
   * Warns of a word that stands in place of its index, and takes the index if these are the author's words.
   * @param {Pick<AuthoredValues, 'words'>} authored
   * @param {Computation} computation
   */
  #readWords({ words }, { queryWords, keyWords }) {
    for (const [name, { value, place }] of words) {
      const all = name === 'key' ? keyWords : queryWords;
      const index = this.#showsAuthorsSettings ? all.indexOf(value) : -1;
      warnOfMisspelt(this.#host, place, value, undefined, index < 0 ? undefined : `${index}`);
      // A program may have set another word.
      const isKept = this.#session.authored[/** @type {keyof State} */ (name)] === value;
      if (index >= 0 && isKept) this.#session.dispatch({ [name]: index }, ONE_BY_ONE);
    }
    words.clear();
  }

  /** Warns of masked pairs that the sentence does not have. @param {Computation} computation */
  #warnOfMasked({ queryWords, keyWords }) {
    const { mask, masked } = this.#session.state;
    if (mask !== 'custom' || !this.#host.hasAttribute('masked')) return;
    for (const { query, key } of parseCells(masked))
      if (query >= queryWords.length || key >= keyWords.length)
        warnOfValue(this.#host, 'masked', `${query}.${key}`, (quoted) =>
          noPlace(quoted, { query: queryWords.length, key: keyWords.length }),
        );
  }

  /** Warns of heads and pairs that the model does not have. @param {Computation} computation */
  #warnOfMissing({ missing, layerCount = 0, queryWords, keyWords }) {
    if (!missing) return;
    const heads = { layer: layerCount, head: this.#session.state.heads };
    const pairs = { query: queryWords.length, key: keyWords.length };
    const sizes = { silence: heads, block: { ...heads, ...pairs } };
    for (const name of /** @type {const} */ (['silence', 'block']))
      for (const part of missing[name])
        if (this.#host.hasAttribute(name))
          warnOfValue(this.#host, name, part, (quoted) => noPlace(quoted, sizes[name]));
  }

  /** Shows the head of the author's cell, unless somebody has chosen one. @param {number} head */
  #showHead(head) {
    const { state } = this.#session;
    if (this.#session.isSet('head') && state.head !== this.#headOfCell) return;
    this.#headOfCell = head;
    if (head !== state.head) this.#session.dispatch({ head }, ONE_BY_ONE);
  }

  /**
   * Shows the named step with the table of the author's cell, unless somebody has chosen a step.
   * @param {string} tensor
   * @param {ViewContext} context
   */
  #showStep(tensor, context) {
    const isShown = [...listTables(context), ...(this.#parts.tables() ?? [])].includes(tensor);
    if (isShown || !this.#parts.isPart() || this.#session.isSet('step')) return;
    const step = findStep(this.#session.state, tensor);
    if (this.#parts.hasStep(step)) this.#session.dispatch({ step }, ONE_BY_ONE);
  }

  /** Whether the reader can open no other step or picture. @param {ViewContext} context */
  #showsOneFigure({ steps, state }) {
    return (
      this.#parts.isPart() && state.view === 'step' && (steps.length === 1 || this.#host.table)
    );
  }

  /**
   * Warns once of each number that the author's other settings do not allow, such as 3 heads of 4
   * numbers.
   * @param {readonly (readonly [name: string, value: string])[]} numbers
   * @param {Computation} computation
   */
  #warnOfNumbers(numbers, { queryWords }) {
    const { state, authored } = this.#session;
    for (const [name, value] of numbers) {
      const field = /** @type {keyof State} */ (name);
      // Another value may have replaced it.
      if (!isNumberProperty(name) || `${authored[field]}` !== value) continue;
      const isUsed = !isSetting(name) || usesSetting(state, name);
      const number = toNumber(value);
      const taken = name === 'query' ? Math.min(state.query, queryWords.length - 1) : state[field];
      // Real numbers are rounded to float32.
      const isTaken = [number, Math.fround(number)].some((candidate) => candidate === taken);
      if (!isUsed || isTaken || Number.isNaN(number)) continue;
      const divisors = name === 'heads' ? listDivisorsInstead(value, state) : undefined;
      if (divisors)
        warnOfValue(this.#host, name, value, (quoted) => undivided(quoted, state, divisors));
      else warnOfUnfitNumber(this.#host, name, value, `${taken}`);
    }
  }
}
