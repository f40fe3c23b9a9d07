/** Renders a session as `<attention-lab>`: the context of the views, and the frame around them. */

import { html, noChange, nothing, render } from 'lit';
import { AttentionError } from '../../src/js/index.js';
import { getSlot, getSlotValues } from '../features.js';
import { adoptStyles, waitForPaint } from '../figures/dom.js';
import { makeContext } from '../lessons/context.js';
import { nextTask, takeSteps } from '../session/async.js';
import { OPENING } from '../state/guide.js';
import { isOwn } from '../state/source-kinds.js';
import { UnknownWordError } from '../state/words.js';
import { styles } from '../styles/styles.js';
import { dir, lang } from '../text/en/language.js';
import * as text from '../text/en/messages.js';
import { readMessage } from '../text/error.js';
import { moveTabStop } from '../views/grid.js';
import { LARGE_LENS } from '../views/heatmap.js';
import { hasHeadNote, labView } from '../views/lab.js';
import { alertStatus, explainNoNumbers, failureView, textStatus } from '../views/status-message.js';
import { captionView, hasCaption } from './base-element.js';
import { handleKey } from './keys.js';
import { revealGroup } from './reveal.js';
import { StepTensors } from './step-tensors.js';

/**
 * @import { Operations } from '../../src/js/attention.js'
 * @import { RenderPiece } from '../views/types.js'
 * @import { AttentionLab } from './attention-lab.js'
 * @import { ViewContext } from '../lessons/context.js'
 * @import { LabController } from './lab-controller.js'
 */

/** Widths in pixels: of a column of a lens, and of all that stands beside its columns. */
const [LENS_COLUMN, BESIDE_LENS] = [44, 104];

const FEWEST_COLUMNS = 3;

/** The milliseconds of computing after which the page handles other events. */
const SLICE = 20;

/**
 * The milliseconds of rendering after which the page is painted. The layout of the rendered content
 * takes about as long.
 */
const RENDERING_SLICE = 8;

/** @type {RenderPiece} */
const renderAtOnce = (make) => make();

/** @param {FocusEvent} event */
const onFocus = (event) => {
  moveTabStop(event);
  revealGroup(/** @type {Element} */ (event.target));
};

export class LabView {
  #host;
  #lab;
  #stepTensors;
  /** The context of what was rendered last. @type {ViewContext | undefined} */
  context;
  #movedSlider = { place: '', range: 0 };
  #lensColumns = LARGE_LENS.columns;
  /** @type {RenderPiece} */
  #renderPiece = renderAtOnce;
  /** The reason why there are no figures on screen. @type {unknown} */
  refusal;

  /** @param {AttentionLab} host @param {LabController} lab */
  constructor(host, lab) {
    this.#host = host;
    this.#lab = lab;
    this.#stepTensors = new StepTensors(lab.session);
  }

  /** @param {number} width in pixels @returns {boolean} whether the lens of the weights has another size */
  fit(width) {
    const before = this.#lensColumns;
    const columns = Math.floor((width - BESIDE_LENS) / LENS_COLUMN);
    this.#lensColumns = Math.max(FEWEST_COLUMNS, Math.min(LARGE_LENS.columns, columns));
    return this.#lensColumns !== before;
  }

  #makeContext() {
    const { session, parts, answers, navigation } = this.#lab;
    const { state, pages, connections } = session;
    const attention = /** @type {Operations} */ (session.attention);
    const { computation } = session.evaluate();
    const { table, readonly, locked } = this.#host;
    const { progress } = answers;
    const { kept } = progress;
    return makeContext({
      state,
      computation,
      attention,
      authorChapter: pages.authorChapter,
      leftLab: session.leftLab,
      hasOpening: this.#lab.address.hasOpening,
      readonly: readonly || locked,
      isLocked: parts.isLocked(),
      isQueryUnmarked: locked && table !== '' && !session.isSet('query'),
      comparison: session.compareWithBefore(),
      wanted: parts.listWantedSteps(),
      dispatch: (change, manner = { by: 'reader' }) => session.dispatch(change, manner),
      navigateTo: (change, marked) => navigation.navigateTo(change, { marked }),
      isLinked: this.#lab.address.isLinked,
      movedSlider: this.#movedSlider,
      lensColumns: this.#lensColumns,
      progress: {
        guide: kept.guide,
        answers: state.answers || kept.answers,
        isDone: (page) => progress.isDone(page),
        keepAnswer: (page, given) => progress.keepAnswer(page, given),
        readDraft: (page) => progress.readDraft(page),
        keepDraft: (page, typed) => progress.keepDraft(page, typed),
        forget: () => answers.forget(),
        notice: answers.notice,
      },
      keepsOldNumbers: (table) => connections.keepsOldNumbers(table),
    });
  }

  render() {
    const { failure, session } = this.#lab;
    if (failure) return failureView(failure, session.attention !== undefined);
    try {
      return this.#renderPage(session.evaluate().refusal);
    } catch (error) {
      // A figure may need more memory than the core has.
      if (error instanceof AttentionError) return this.#renderPage(error);
      throw error;
    }
  }

  /** Returns the style sheets of the content on screen. */
  styleSheets() {
    const { settings, state, connections } = this.#lab.session;
    const pages = state.guide === '' ? [] : getSlotValues('chapters');
    const openingStyles = state.guide === OPENING ? getSlot('opening')?.styles : undefined;
    const featureStyles = connections.getFeature(settings)?.styles ?? [];
    return [
      ...styles,
      ...(openingStyles ?? []),
      ...pages.flatMap((page) => page.styles),
      ...featureStyles,
      ...(getSlot('maps')?.styles ?? []),
    ];
  }

  /** @returns {boolean} whether the computation is unfinished */
  compute() {
    return this.#lab.session.computeFor(SLICE) || this.#stepTensors.evaluateFor(SLICE);
  }

  /** Prepares everything for the first rendering, in short tasks that keep the page responsive. */
  async prepareFirstUpdate() {
    await this.#host.waiting.ended;
    adoptStyles(/** @type {ShadowRoot} */ (this.#host.renderRoot), this.styleSheets());
    await this.#lab.started;
    await waitForPaint();
    while (this.compute()) await nextTask();
    await nextTask();
    // A printed page has rendered everything already.
    if (this.#host.hasUpdated || this.#lab.session.state.guide !== '') return;
    const pieces = this.#renderPieces();
    while (!takeSteps(pieces, RENDERING_SLICE).done) {
      await waitForPaint();
      // The settings may have changed meanwhile.
      while (this.compute()) await nextTask();
      if (this.#host.hasUpdated || this.#lab.session.state.guide !== '') return;
    }
    await waitForPaint();
  }

  /** Computes in slices. If settings change meanwhile, only the last ones are computed to the end. */
  async computeInSlices() {
    const mark = (/** @type {string | null} */ busy) => {
      for (const section of this.#host.renderRoot.querySelectorAll('section'))
        section.ariaBusy = busy;
    };
    mark('true');
    this.#host.say(text.computing);
    do await nextTask();
    while (this.compute());
    mark(null);
    // Announce again a change that changed all numbers.
    this.#host.say(this.#lab.keptSettings.notice?.text ?? '');
  }

  /** Renders one piece after the other, invisibly. The page stays responsive between two pieces. */
  *#renderPieces() {
    const { renderRoot, renderOptions } = this.#host;
    for (let rendered = -1, count = 0; rendered < count; rendered++) {
      count = 0;
      this.#renderPiece = (make) => {
        const index = count++;
        if (index < rendered) return noChange;
        return index === rendered ? make() : nothing;
      };
      try {
        render(this.render(), renderRoot, renderOptions);
      } catch {
        // The update meets the same error and shows it.
        return;
      } finally {
        this.#renderPiece = renderAtOnce;
      }
      yield;
    }
  }

  /** @param {unknown} refusal the reason why there are no figures */
  #renderPage(refusal) {
    this.refusal = refusal;
    const { session, parts, help, exporter, files, navigation } = this.#lab;
    const evaluated = session.evaluate();
    const context = this.#makeContext();
    this.context = context;
    const tables = parts.tables();
    const { settings, connections } = session;
    const now = { refusal, isMissing: connections.isMissing(settings), isOwn: isOwn(settings) };
    const explain = (/** @type {string} */ noWords) => explainNoNumbers(now, noWords);
    const isNamedWrongly = parts.writeMessage() !== undefined;
    Object.assign(exporter, { context, tables, explain, isNamedWrongly });
    const shows = parts.makePartTest();
    const isUnfinished = this.#renderPiece !== renderAtOnce;
    return html`<div class="container ${isUnfinished ? 'unfinished' : ''}" ?inert=${isUnfinished} lang=${lang} dir=${dir} @keydown=${this.#onKey} @click=${navigation.onClick}
      @dblclick=${navigation.onDoubleClick} @focusin=${onFocus} @pointerdown=${this.#endMove}>
      ${labView(context, {
        session,
        shows,
        isPart: parts.isPart(),
        fillsWindow: this.#host.isWholePage,
        tables,
        renderPiece: this.#renderPiece,
        isPrinting: this.#host.printing.isPrinting,
        linkNotice: this.#lab.address.notice,
        statusMessage: this.#writeMessage(
          evaluated,
          context.computation.queryWords.length,
          explain(text.noWords),
        ),
        hasUnknownWord: refusal instanceof UnknownWordError,
        openHelp: help.open,
        exporter,
        caption: captionView(this.#host),
        hasCaption: hasCaption(this.#host),
        reading: files,
        keptSettings: this.#lab.keptSettings,
        panel: this.#renderControls('panel', {
          ...context,
          hasHeadNote: hasHeadNote(context, { shows, tables }),
        }),
        learn: this.#renderControls('bar', context),
        help: help.render(),
      })}
    </div>`;
  }

  /**
   * Returns the message that replaces the figures.
   * @param {ReturnType<LabController['session']['evaluate']>} evaluated
   * @param {number} words the number of words
   * @param {string} reason why there are no numbers, if there are none
   * @returns undefined if there is something to show
   */
  #writeMessage({ isOpening, isOutdated }, words, reason) {
    const { state, settings, pages, connections, attention } = this.#lab.session;
    const { failure } = pages;
    if (!attention) return textStatus(text.loading);
    if (!pages.isReady(state))
      return failure ? alertStatus(readMessage(failure)) : textStatus(text.opening);
    // A page would describe numbers that are not on screen yet.
    const isWrong = (isOutdated && state.guide !== '') || connections.isMissing(settings);
    if (isOpening && (words === 0 || isWrong))
      return textStatus(connections.openingMessage(state) ?? text.opening);
    if (this.refusal) return alertStatus(reason);
    if (words === 0) return textStatus(reason, 'empty');
    return this.#lab.parts.writeMessage();
  }

  /**
   * Renders the controls of a source that a feature provides.
   * @param {'panel' | 'bar'} part
   * @param {ViewContext} context
   */
  #renderControls(part, context) {
    const { settings, connections } = this.#lab.session;
    const connection = connections.get(settings);
    if (!connection) return nothing;
    return connections.getFeature(settings)?.views?.[part]?.(context, connection);
  }

  /** A press begins a new move. The focus does not: a slider gets it after its first step. */
  #endMove = () => this.#lab.session.endMove();

  /** @param {KeyboardEvent} event */
  #onKey = (event) => {
    if (event.key === 'Tab') this.#endMove();
    // During a computation, keys refer to what is on screen.
    if (this.context) handleKey(event, this.context, this.#lab.navigation);
  };
}
