/** Warns of what an author has written, as far as only the numbers on screen can tell. */

import { getSlot } from '../features.js';
import { getLocalName } from '../graph/graph.js';
import { nextTask } from '../session/async.js';
import { listMissingEdits } from '../state/edit-cells.js';
import { isSetting, usesSetting } from '../state/fields.js';
import { AUTHOR_CHAPTER, OPENING, readGuide } from '../state/guide.js';
import { readNames } from '../state/hidden-parts.js';
import { listMissingPairs } from '../state/mask.js';
import { explainUnused, findReplacement, isNumberProperty } from '../state/problems.js';
import { isComputedHere, isOwn } from '../state/source-kinds.js';
import { findStepCondition, listAllSteps, listSteps } from '../state/step-order.js';
import { toNumber } from '../state/values.js';
import { MAX_SENTENCE_LETTERS, MAX_WORDS } from '../state/words.js';
import * as text from '../text/en/warnings.js';
import { camel, parted } from '../text/spelling.js';
import { warnOfValue } from './warnings.js';

/**
 * @import { Chapter } from '../pages/types.js'
 * @import { LabSession } from '../session/lab-session.js'
 * @import { Computation } from '../sources/types.js'
 * @import { State } from '../state/types.js'
 * @import { AttentionLab } from './attention-lab.js'
 * @import { AuthorParts } from './author-parts.js'
 * @import { AuthoredValues, AuthorsText } from './authored-values.js'
 */

/** The settings of numbers that are drawn until own tensors come. */
const DRAWN = new Set(['sentence', 'heads', 'dModel', 'positions', 'seed']);

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

  /** @param {AttentionLab} host @param {LabSession} session @param {AuthorParts} parts */
  constructor(host, session, parts) {
    this.#host = host;
    this.#session = session;
    this.#parts = parts;
  }

  /** @param {string} attribute @param {string} value @param {string | (() => string)} fault */
  #warn(attribute, value, fault) {
    warnOfValue(this.#host, attribute, value, fault);
  }

  /**
   * @param {AuthoredValues['names']} names the names of a page and a bug
   * @param {Map<string, AuthorsText> | undefined} unchecked what was written since the last check, or
   * undefined without numbers
   * @param {unknown} refusal the reason why there are no figures
   */
  check(names, unchecked, refusal) {
    this.#checkChapter();
    const isByAuthor = this.#parts.hasAuthorsSettings;
    if (isByAuthor) this.#warnOfSteps();
    if (refusal) return;
    this.#warnOfTables();
    for (const [name, text] of names) this.#warnOfName(name, text);
    const { computation } = this.#session.evaluate();
    const tensors = this.#session.tensors.given ?? undefined;
    const hasNewTensors = tensors !== this.#comparedTensors;
    this.#comparedTensors = tensors;
    if (hasNewTensors) this.#comparedPage = undefined;
    this.#warnOfChangedPage(names.get('guide'));
    if (!isByAuthor) return;
    this.#warnOfWords(computation);
    this.#warnOfMissing(computation);
    if (!unchecked) return;
    this.#warnOfEdits(unchecked.get('edits'), computation);
    // Settings that were written for other numbers may not fit these.
    const earlier = hasNewTensors ? Object.entries(this.#session.authored) : [];
    const texts = [...unchecked].flatMap(([name, { value, place }]) =>
      isNumberProperty(name) || place === parted(name) ? [[name, value]] : [],
    );
    for (const [name, value] of [...earlier, ...texts])
      if (!tensors || !DRAWN.has(name)) this.#warnOfSetting(name, `${value}`, computation);
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
        this.#warn(name, state[name], text.tooManyLetters(MAX_SENTENCE_LETTERS, MAX_WORDS));
      else if (count > 0 && this.#parts.isPart())
        this.#warn(name, state[name], text.tooManyWords(count));
  }

  /** Warns of wrong names of tables, which are known once there are numbers. */
  #warnOfTables() {
    const tensors = this.#parts.listTensors();
    if (tensors.length === 0) return;
    for (const part of readNames(this.#host.table) ?? []) {
      const near = this.#parts.findTable(part);
      const isKnown = near === part || (!near && listAllSteps().includes(part));
      if (!isKnown) this.#warn('table', part, () => text.misspelt(part, tensors, near ?? ''));
    }
  }

  /** Warns of a wrong name of a page or a bug, once its feature is loaded. @param {string} name @param {AuthorsText} given */
  #warnOfName(name, { value, place }) {
    const { pages } = this.#session;
    const known = (name === 'guide' ? pages : getSlot('bug'))?.findSimilarNames(value);
    if (!value || !known) return;
    const prefixed = `${AUTHOR_CHAPTER}-${value}`;
    this.#warn(place, value, () =>
      text.misspelt(value, known, known.includes(prefixed) ? prefixed : undefined),
    );
  }

  /**
   * Warns once of attributes that change the numbers of a page: its texts name words and numbers.
   * Later, a reader or a program may change them on purpose.
   * @param {AuthorsText | undefined} named the page that the author names
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
    if (changed.length > 0) this.#warn('guide', named.value, text.changesPage(changed));
  }

  /** Warns of steps and tables that the lesson of the author's source does not have. */
  #warnOfSteps() {
    const { steps, table, readonly } = this.#host;
    const { state } = this.#session;
    const tables = readNames(table);
    const wanted = readNames(steps) ?? [];
    for (const name of tables ?? []) {
      const condition = this.#parts.findTable(name) ? undefined : findStepCondition(state, name);
      if (condition) this.#warn('table', name, text.missing('table', condition));
    }
    if (tables && wanted.length > 0) this.#warn('steps', steps, text.unused(text.besideTable));
    if (tables) return;
    const canChangeSettings = !readonly && this.#parts.makePartTest()('settings');
    for (const name of wanted) {
      const near = this.#parts.findStep(name);
      if (near === name) continue;
      // The lesson has the step with other settings, or with tensors that a program sets later.
      if (!this.#parts.isForLater(name))
        this.#warn('steps', name, () => text.misspelt(name, listSteps(state), near ?? ''));
      else if (name === getLocalName(name) && !canChangeSettings)
        this.#warn('steps', name, text.missing('step', findStepCondition(state, name)));
    }
  }

  /** Warns of pairs that the sentence, and of heads and pairs that the model does not have. @param {Computation} computation */
  #warnOfMissing(computation) {
    const { missing, layerCount = 0, queryWords, keyWords } = computation;
    const { state } = this.#session;
    const heads = { layer: layerCount, head: state.heads };
    const pairs = { query: queryWords.length, key: keyWords.length };
    for (const [name, parts, sizes] of /** @type {const} */ ([
      ['masked', listMissingPairs(state, computation), pairs],
      ['silence', missing?.silence ?? [], heads],
      ['block', missing?.block ?? [], { ...heads, ...pairs }],
    ]))
      for (const part of this.#host.hasAttribute(name) ? parts : [])
        this.#warn(name, part, text.noPlace(sizes));
  }

  /**
   * Warns of numbers set by hand that the tables do not have. The tables of a real model are those
   * of the open layer alone.
   * @param {AuthorsText | undefined} edits
   * @param {Computation} computation
   */
  #warnOfEdits(edits, computation) {
    const { state } = this.#session;
    if (!edits || !isComputedHere(state)) return;
    for (const { edit, near } of listMissingEdits(state, computation))
      this.#warn(edits.place, edit, text.setsNothing(near));
  }

  /**
   * Warns once of a setting that other settings leave without effect, and of a number that they do
   * not allow, such as 3 heads of 4 numbers: later, a program may change these.
   * @param {string} name
   * @param {string} value
   * @param {Computation} computation
   */
  #warnOfSetting(name, value, { queryWords }) {
    const { state, authored } = this.#session;
    const reason = explainUnused(state, name, value);
    if (reason) return this.#warn(parted(name), value, text.unused(reason));
    const isUsed = !isSetting(name) || usesSetting(state, name);
    // Another value may have replaced the number.
    const isKept = `${authored[/** @type {keyof State} */ (name)]}` === value;
    if (!isNumberProperty(name) || Number.isNaN(toNumber(value)) || !isUsed || !isKept) return;
    const query = Math.min(state.query, queryWords.length - 1);
    const found = findReplacement({ ...state, query }, name, value);
    if (!found) return;
    const { taken, divisors, limit } = found;
    if (limit) return this.#warn(parted(name), value, text.beyondLimit(taken, limit));
    const fault = divisors ? text.undivided(state, divisors) : text.unfit(taken);
    this.#warn(parted(name), value, fault);
  }
}
