/** Keeps the focus, and the control that has it in its place, when the content changes. */

import { scrollAround } from '../figures/scroller.js';

/** @import { AttentionLab } from './attention-lab.js' */

/** Buttons that a page may draw again with the same name. */
const CHOICES = 'button:is(.choose, .token)';

/** Controls beside which the reader reads what they have changed. */
const KEPT = 'input, textarea, select, .choose, summary';

/**
 * Finds the choice with the same name as a removed one, in the layout that is on screen.
 * @param {ParentNode} root
 * @param {Element | undefined} gone
 */
const findSameChoice = (root, gone) =>
  gone?.matches(CHOICES) &&
  [...root.querySelectorAll(CHOICES)].find(
    (choice) => choice.textContent === gone.textContent && choice.getClientRects().length > 0,
  );

export class FocusKeeper {
  #host;
  /** The focused element before the update. @type {Element | undefined} */
  #focused;
  /** The top of a focused control on screen before the update. @type {number | undefined} */
  #top;
  /** The page before the update. */
  #page = '';
  /** Whether the focused element was removed, and nothing has got the focus yet. */
  #isAwaited = false;

  /** @param {AttentionLab} host */
  constructor(host) {
    this.#host = host;
    host.addController(this);
  }

  hostUpdate() {
    this.#focused = this.#host.shadowRoot?.activeElement ?? undefined;
    const box = this.#focused?.matches(KEPT) ? this.#focused.getBoundingClientRect() : undefined;
    this.#top = box && box.bottom > 0 && box.top < innerHeight ? box.top : undefined;
  }

  hostUpdated() {
    this.#focusTurned();
    this.#keepFocus();
    this.#keepPlace();
    this.#page = this.#host.guide;
  }

  /** After Next or Previous, focuses the title of the page, from which the Tab key leads to its task. */
  #focusTurned() {
    const { renderRoot, guide } = this.#host;
    const isTurned = guide !== '' && this.#page !== '' && guide !== this.#page;
    const title = /** @type {HTMLElement | null} */ (renderRoot.querySelector('.step-title'));
    if (isTurned && this.#focused?.closest('.turns')) title?.focus({ preventScroll: true });
  }

  /** Scrolls a focused control back to its place if content above it has changed its height. */
  #keepPlace() {
    const { shadowRoot, printing, guide } = this.#host;
    const focused = shadowRoot?.activeElement;
    if (this.#top === undefined || focused !== this.#focused || printing.isPrinting) return;
    if (guide !== this.#page) return;
    const [box] = focused?.getClientRects() ?? [];
    const moved = (box?.top ?? this.#top) - this.#top;
    // Browsers round to their own fractions of a pixel.
    if (Math.abs(moved) > 1) scrollAround(this.#host, moved);
  }

  /**
   * If the focused element is gone, focuses the same choice where it is drawn again, or the answer
   * that a button has shown, otherwise the title of the page. A message in place of the page has a
   * button, which has the focus until the title appears. The page does not scroll then, because the
   * title stands where the message was. Nor does it on the same page of the course, such as when a
   * training ends, because the reader reads there.
   */
  #keepFocus() {
    const { shadowRoot, renderRoot, guide } = this.#host;
    const hasFocus = Boolean(shadowRoot?.activeElement);
    const isGone = this.#focused !== undefined && !this.#focused.isConnected && !hasFocus;
    // The reader may have focused something else meanwhile.
    const isAwaited = this.#isAwaited && !hasFocus && document.activeElement === document.body;
    this.#isAwaited = isAwaited || isGone;
    if (!this.#isAwaited) return;
    const same = isGone && findSameChoice(renderRoot, this.#focused);
    const shown = isGone && this.#findShownAnswer();
    const title = renderRoot.querySelector('.step-title, #opening-title');
    const isSamePage = guide !== '' && guide === this.#page;
    const next = same || shown || title || renderRoot.querySelector('.status button');
    /** @type {HTMLElement | null} */ (next)?.focus({
      preventScroll: isAwaited || (isSamePage && next !== shown),
    });
    this.#isAwaited = next === null;
  }

  /** Finds the answer that has replaced the button of an answer on the same page. */
  #findShownAnswer() {
    const { renderRoot, guide } = this.#host;
    if (guide !== this.#page || !this.#focused?.matches('.answer, .show-answer')) return null;
    return renderRoot.querySelector('.solution, .the-answer');
  }
}
