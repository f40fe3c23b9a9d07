/** The reader's answers: those of the state, of an address, and those that the browser stores. */

import { html } from 'lit';
import { getSlot } from '../features.js';
import { mergeAnswers, parseAnswers, withAnswer } from '../state/guide.js';
import * as text from '../text/en/controls.js';
import { Progress } from './progress.js';

/**
 * @import { ViewContext } from '../lessons/context.js'
 * @import { LabSession } from '../session/lab-session.js'
 * @import { Actor } from '../state/types.js'
 * @import { AttentionLab } from './attention-lab.js'
 */

export class Answers {
  #host;
  #session;
  /** The line about the answers, until the next page. @type {unknown} */
  notice;

  /**
   * @param {AttentionLab} host
   * @param {LabSession} session
   * @param {() => boolean} isOurs whether the element may store data on this page
   */
  constructor(host, session, isOurs) {
    this.#host = host;
    this.#session = session;
    this.progress = new Progress(isOurs);
  }

  /**
   * Returns the answers for an address. Those in the address take precedence, unless the reader goes
   * back to an older address.
   * @param {string} given the answers in the address, or ''
   * @param {Actor} by
   */
  chooseFor(given, by) {
    const { answers } = this.progress.read();
    if (given === '') return answers;
    const isOlder = by === 'reader' && !this.progress.isForeign(given);
    return isOlder ? mergeAnswers(given, answers) : given;
  }

  /** Says whose answers an address has, if they are not the reader's. @param {boolean} isForeign */
  noteForeign(isForeign) {
    const undo = () => this.#set(this.progress.read().answers);
    this.notice = isForeign ? noticeLine(text.foreignAnswers, text.startOwn, undo) : undefined;
  }

  /** Forgets the answers. Until the next page, the reader can bring them back. */
  forget() {
    const { answers } = this.#session.state;
    const { kept } = this.progress;
    const { size: count } = parseAnswers(answers || kept.answers);
    this.progress.forget();
    this.#set('');
    const undo = () => {
      this.progress.bringBack(kept);
      this.#set(mergeAnswers(answers, this.#session.state.answers));
    };
    this.notice = noticeLine(text.forgotten(count), text.bringBack, undo);
  }

  /** @param {string} answers */
  #set(answers) {
    this.notice = undefined;
    this.#session.dispatch({ answers }, { by: 'page' });
    this.#host.requestUpdate();
  }

  /**
   * Keeps the reader's changes on the current page, and judges its task, unless its answer has been judged.
   * @param {ViewContext | undefined} context
   */
  judge(context) {
    if (!context?.state.guide || context.computation.queryWords.length === 0) return;
    const pages = getSlot('pages');
    pages?.keepDraft(context);
    const judged = pages?.judgeAnswer(context);
    if (!judged) return;
    const { page, given } = judged;
    if (given.isRight) this.progress.keepAnswer(page, given);
    const answers = withAnswer(context.state.answers, page, given);
    this.#session.dispatch({ answers }, { by: 'page' });
  }
}

/** Renders one line about the answers, with a way back. @param {string} words @param {string} name @param {() => void} undo */
const noticeLine = (words, name, undo) => html`<p class="note answers-notice" role="status">${words}
    <button type="button" class="plain" @click=${undo}>${name}</button></p>`;
