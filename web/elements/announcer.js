/** Announces changes to the page and its reader: events, and the live region of screen readers. */

import { readCell } from '../graph/trace.js';
import { NO_COMPUTATION } from '../session/computation.js';
import { SETTINGS } from '../state/fields.js';
import { headShown, layerShown, restored, rowPinned, rowUnpinned } from '../text/en/controls.js';
import { pageOpened, stepOpened } from '../text/en/steps.js';

/**
 * @import { LabSession } from '../session/lab-session.js'
 * @import { Actor, State } from '../state/types.js'
 * @import { AttentionLab } from './attention-lab.js'
 * @import { AuthorParts } from './author-parts.js'
 */

/** Events that begin a change by the reader. */
const HOLDS = ['input', 'pointerdown'];

/** Events that end a change. */
const ENDS = ['change', 'focusout'];

/** Events anywhere on the page that also end a change. */
const RELEASES = ['pointerup', 'pointercancel'];

/**
 * The fields that a key changes at the focused number, and what is announced before this number.
 * @type {{ [Name in keyof State]?: (state: State) => string }}
 */
const CHANGED_BY_KEYS = {
  head: ({ head }) => headShown(head + 1),
  modelLayer: ({ modelLayer }) => layerShown(modelLayer + 1),
  pin: ({ pin }) => (pin < 0 ? rowUnpinned : rowPinned),
  masked: () => '',
};

/**
 * Fires `input` and `change` like form fields: only for actions of the reader. While a slider moves
 * or a word is typed, `change` fires only at its end.
 */
class FieldEvents {
  #host;
  /** Whether a slider is moving or a word is being typed. */
  isHeld = false;
  /** Whether something has changed since the last `change`. */
  #isChanged = false;

  /** @param {AttentionLab} host */
  constructor(host) {
    this.#host = host;
  }

  /** @param {Node} root the root of the fields and of draggable parts */
  listen(root) {
    // Listen in the capture phase, before the fields react themselves.
    for (const type of [...HOLDS, ...ENDS]) root.addEventListener(type, this.#hold, true);
  }

  /** Called when the reader has changed something. */
  noteChange() {
    this.#host.send('input');
    this.#isChanged = true;
    this.#settle();
  }

  /** @param {Event} event */
  #hold = ({ type }) => {
    this.isHeld = HOLDS.includes(type);
    // Listen to the window only while waiting for a release, because the window would keep a
    // removed element alive.
    const listen = this.isHeld ? addEventListener : removeEventListener;
    for (const release of RELEASES) listen(release, this.#hold, true);
    this.#settle();
  };

  #settle() {
    if (this.isHeld || !this.#isChanged) return;
    this.#isChanged = false;
    this.#host.send('change');
  }
}

export class Announcer {
  #host;
  #session;
  #parts;
  #fields;
  /** Whether an opened step has not been announced yet, because it has no title until its lesson is loaded. */
  #isStepUntold = false;
  /** Whether an opened page of the course has not been announced yet. */
  #isPageUntold = false;
  /** Whether the reader has opened a number or set one, which may change the explanation on screen. */
  #isNumberUntold = false;
  /** Begins the next announcement. */
  #restored = '';
  /** The change that a key has made at the focused number. @type {string | undefined} */
  #changedByKey;
  /** The last explanation. */
  #explanation = '';

  /** @param {AttentionLab} host @param {LabSession} session @param {AuthorParts} parts */
  constructor(host, session, parts) {
    this.#host = host;
    this.#session = session;
    this.#parts = parts;
    this.#fields = new FieldEvents(host);
    host.addController(this);
  }

  /** @param {Node} root */
  listen(root) {
    this.#fields.listen(root);
  }

  /** Whether the reader is in the middle of a change, such as a drag. */
  get isHeld() {
    return this.#fields.isHeld;
  }

  /**
   * Announces a change of the state. A program's change fires no `input`, as with form fields,
   * because a listener may set more.
   * @param {string[]} changed
   * @param {Actor} by
   */
  announceChange(changed, by) {
    this.#host.send('attention-change', { state: this.#host.state, changed });
    if (by !== 'program') this.#fields.noteChange();
  }

  /**
   * Announces another page, step or number. A page that a program opens is not announced, because
   * it may be far down on its author's page.
   * @param {string[]} changed
   * @param {Actor} by
   */
  announceView(changed, by) {
    const { guide, step, cell } = this.#session.state;
    if (changed.includes('guide')) {
      this.#isPageUntold = by !== 'program' && guide !== '';
      // The last announcement was about another page, and the new page may need none.
      this.#host.say('');
    }
    if (changed.includes('cell') || changed.includes('edits')) this.#isNumberUntold = true;
    const [name] = /** @type {(keyof State)[]} */ (changed).filter((each) => CHANGED_BY_KEYS[each]);
    if (by !== 'program' && name) this.#changedByKey = CHANGED_BY_KEYS[name]?.(this.#session.state);
    const { index, count } = this.#findOpenStep();
    if (changed.includes('step') && index >= 0) {
      this.#isStepUntold = true;
      this.#host.send('attention-step', { step, index, count });
    }
    if (changed.includes('cell') && cell !== '' && this.#hasNumber(cell, changed))
      this.#host.send('attention-cell', { cell });
  }

  /** Announces an undo or a redo with what is on screen then. @param {'past' | 'future'} from */
  noteRestored(from) {
    this.#restored = restored[from];
  }

  /**
   * Whether the numbers on screen include a cell. After a change of settings, new numbers may
   * include it.
   * @param {string} cell
   * @param {string[]} changed
   */
  #hasNumber(cell, changed) {
    if (SETTINGS.some((name) => changed.includes(name))) return true;
    const { computation, isOpening } = this.#session.evaluate();
    const isReady = computation !== NO_COMPUTATION && !isOpening;
    return !isReady || readCell(cell, computation.run) !== undefined;
  }

  /**
   * Returns the step of the lab. The index is -1 on a page of the course, and if the author has
   * left the step out.
   */
  #findOpenStep() {
    const { step, guide } = this.#session.state;
    const steps = this.#parts.listSteps();
    const index = guide === '' ? steps.findIndex(({ id }) => id === step) : -1;
    return { shown: steps[index], index, count: steps.length };
  }

  #tellStep() {
    const { shown, index, count } = this.#findOpenStep();
    // The reader may have gone to the course meanwhile.
    this.#isStepUntold = shown?.title === '';
    if (shown && shown.title !== '')
      this.#host.say(stepOpened({ ...shown, number: index + 1, count }));
  }

  #tellPage() {
    const [title, position] = ['.course .step-title', '.turns .note'].map((part) =>
      this.#host.renderRoot.querySelector(part),
    );
    if (!title) return;
    this.#isPageUntold = false;
    // Screen readers read a focused title anyway.
    if (!title.matches(':focus'))
      this.#host.say(pageOpened(title.textContent ?? '', position?.textContent ?? ''));
  }

  hostUpdated() {
    if (this.#isStepUntold) this.#tellStep();
    if (this.#isPageUntold) this.#tellPage();
    // While a slider moves, the explanation changes at each of its positions.
    const explanation = this.#isNumberUntold && !this.isHeld ? this.#findExplanation() : '';
    const number = this.#changedByKey === undefined ? '' : this.#describeFocused();
    const announcement = [this.#restored, number, explanation].filter(Boolean).join(' ');
    if (announcement !== '') this.#host.say(announcement);
    this.#restored = '';
    this.#changedByKey = undefined;
  }

  /** Returns what has changed, and the focused number, or '' without a focused number. */
  #describeFocused() {
    const focused = this.#host.shadowRoot?.activeElement;
    if (!focused?.matches('[data-place]')) return '';
    const marks = focused.getAttribute('aria-description') ?? '';
    return [this.#changedByKey, focused.textContent, marks].filter(Boolean).join(' ');
  }

  /** Returns how the open number is computed, or '' if that was announced before. */
  #findExplanation() {
    const parts = this.#host.renderRoot.querySelectorAll('.trace [data-level="3"], .trace .sum');
    const explanation = Array.from(parts, ({ textContent }) => textContent).join(': ');
    // New numbers may still be on their way.
    this.#isNumberUntold = explanation === this.#explanation;
    this.#explanation = explanation;
    return this.#isNumberUntold ? '' : explanation;
  }
}
