/** Tells the page and its reader what has changed: events, and the live region of screen readers. */

import { readCell } from '../graph/trace.js';
import { NO_COMPUTATION } from '../session/computation.js';
import { SETTINGS } from '../state/fields.js';
import { pageOpened, stepOpened } from '../text/en/steps.js';

/**
 * @import { LabSession } from '../session/lab-session.js'
 * @import { AttentionLab } from './attention-lab.js'
 * @import { AuthorParts } from './author-parts.js'
 */

/** Events that begin a change by the reader. */
const HOLDS = ['input', 'pointerdown'];

/** Events that end it. */
const ENDS = ['change', 'focusout'];

/** Events that end it too, wherever on the page the pointer is. */
const RELEASES = ['pointerup', 'pointercancel'];

/**
 * `input` and `change` as fields of forms have them: by what a reader does; `change` waits until a slider is let go,
 * or a field is left.
 */
class FieldEvents {
  #host;
  #isHeld = false;
  /** Whether something has changed since the last `change`. */
  #isChanged = false;

  /** @param {AttentionLab} host */
  constructor(host) {
    this.#host = host;
  }

  /** @param {Node} root of the fields and of what is dragged */
  listen(root) {
    // Before they do anything themselves.
    for (const type of [...HOLDS, ...ENDS]) root.addEventListener(type, this.#hold, true);
  }

  /** The reader has changed something. */
  noteChange() {
    this.#host.send('input');
    this.#isChanged = true;
    this.#settle();
  }

  /** @param {Event} event */
  #hold = ({ type }) => {
    this.#isHeld = HOLDS.includes(type);
    // Only as long as they are waited for: the window would keep an element that has gone.
    const listen = this.#isHeld ? addEventListener : removeEventListener;
    for (const release of RELEASES) listen(release, this.#hold, true);
    this.#settle();
  };

  #settle() {
    if (this.#isHeld || !this.#isChanged) return;
    this.#isChanged = false;
    this.#host.send('change');
  }
}

export class Announcer {
  #host;
  #session;
  #parts;
  #fields;
  /** Whether a step has been opened and not been told: it has no title until its lesson is loaded. */
  #isStepUntold = false;
  /** The same of a page of the course. */
  #isPageUntold = false;
  /** The number that was taken apart last. */
  #cell = '';

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

  /**
   * A program's change fires no `input`, as with fields of a form: a listener may set more.
   * @param {string[]} changed
   * @param {boolean} [isReaders]
   */
  announceChange(changed, isReaders) {
    this.#host.send('attention-change', { state: this.#host.state, changed });
    if (isReaders) this.#fields.noteChange();
  }

  /**
   * Another page, step or number is shown. A page that a program opens is not told: it may be far down on its author's page.
   * @param {string[]} changed
   * @param {boolean} isReaders
   */
  announceView(changed, isReaders) {
    const { guide, step, cell } = this.#session.state;
    if (changed.includes('guide')) this.#isPageUntold = isReaders && guide !== '';
    const { index, count } = this.#findOpenStep();
    if (changed.includes('step') && index >= 0) {
      this.#isStepUntold = true;
      this.#host.send('attention-step', { step, index, count });
    }
    if (changed.includes('cell') && cell !== '' && this.#hasNumber(cell, changed))
      this.#host.send('attention-cell', { cell });
  }

  /**
   * Whether the numbers on screen have this one. Other settings may have it once they are computed.
   * @param {string} cell
   * @param {string[]} changed
   */
  #hasNumber(cell, changed) {
    if (SETTINGS.some((name) => changed.includes(name))) return true;
    const { computation, isOpening } = this.#session.evaluate();
    const isReady = computation !== NO_COMPUTATION && !isOpening;
    return !isReady || readCell(cell, computation.run) !== undefined;
  }

  /** The step of the lab; the index is -1 on a page of the course, and where the author has left the step out. */
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
    const [title, position] = ['.course #step-title', '.turns .note'].map((part) =>
      this.#host.renderRoot.querySelector(part),
    );
    if (!title) return;
    this.#isPageUntold = false;
    // A title that has the focus is read out anyway.
    if (!title.matches(':focus'))
      this.#host.say(pageOpened(title.textContent ?? '', position?.textContent ?? ''));
  }

  hostUpdated() {
    const { cell } = this.#session.state;
    if (this.#isStepUntold) this.#tellStep();
    if (this.#isPageUntold) this.#tellPage();
    if (cell !== this.#cell && cell !== '') {
      const texts = [
        ...this.#host.renderRoot.querySelectorAll('.trace [data-level="3"], .trace .sum'),
      ];
      this.#host.say(texts.map((part) => part.textContent).join(': '));
    }
    this.#cell = cell;
  }
}
