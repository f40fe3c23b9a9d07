/** The base of both elements: styles, names of attributes, language, events, the live region, printing, captions. */

import { html, LitElement, nothing, render } from 'lit';
import { adoptStyles, createObserver } from '../figures/dom.js';
import { whenRemoved } from '../session/async.js';
import { completeMarkup, isTranslated } from '../views/complete-markup.js';
import { REPAINT } from '../views/painted-canvas.js';
import { watchAttributeNames } from './attribute-names.js';
import { ignoreDoublePresses } from './double-press.js';
import { Waiting } from './waiting.js';
import { readText, warnOnce } from './warnings.js';

/** @import { CSSResult, PropertyDeclarations } from 'lit' */

// On paper an element is light, whatever the colours of the page and of its author are.

const PRINT_EVENTS = ['beforeprint', 'afterprint'];

/** Sets the colours of the light theme, on white paper. */
const LIGHT = 'color-scheme:light;--attention-paper:#fff;--attention-ink:initial';

class Printing {
  isPrinting = false;
  #host;
  /** The element's inline style before printing. */
  #style = '';

  /** @param {AttentionElement} host */
  constructor(host) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected() {
    for (const type of PRINT_EVENTS) addEventListener(type, this.#switchTheme);
  }

  hostDisconnected() {
    // A page may be rearranged while it is printed.
    whenRemoved(this.#host, () => {
      if (this.isPrinting) return;
      for (const type of PRINT_EVENTS) removeEventListener(type, this.#switchTheme);
    });
  }

  /** @param {Event} event */
  #switchTheme = ({ type }) => {
    const host = this.#host;
    const isPrinting = type === 'beforeprint';
    if (isPrinting === this.isPrinting) return;
    this.isPrinting = isPrinting;
    const { style } = host;
    host.waiting.end();
    if (isPrinting) this.#style = style.cssText;
    style.cssText = this.#style + (isPrinting ? LIGHT : '');
    this.hostDisconnected();
    host.requestUpdate();
    // Update at once, because a page that calls print() is printed before anything else happens.
    /** @type {any} */ (host).performUpdate();
  };
}

/** The base class of both elements. */
export class AttentionElement extends LitElement {
  /** @type {PropertyDeclarations} @internal */
  static properties = { loading: { useDefault: true } };

  /**
   * Attributes without hyphens, as servers of frameworks write them, with the attributes that they
   * stand for.
   * @type {Readonly<Record<string, string>>}
   * @internal
   */
  static spellings = {};

  /** @internal @protected @override */
  static finalize() {
    // biome-ignore-start lint/complexity/noThisInStatic: Lit finalizes the class it is called on.
    super.finalize();
    this.spellings = Object.fromEntries(
      [...this.elementProperties.values()].flatMap(({ attribute }) =>
        typeof attribute === 'string' && attribute.includes('-')
          ? [[attribute.replaceAll('-', ''), attribute]]
          : [],
      ),
    );
    // biome-ignore-end lint/complexity/noThisInStatic: Lit finalizes the class it is called on.
  }

  /** @internal */
  static get observedAttributes() {
    // biome-ignore lint/complexity/noThisInStatic: it lists the properties of the class it is read on.
    return [...super.observedAttributes, ...Object.keys(this.spellings), 'lang'];
  }

  /** @internal */
  printing = new Printing(this);

  /** @internal */
  waiting = new Waiting(this);

  #sizes = createObserver('ResizeObserver', ([{ contentRect }]) => this.resized(contentRect.width));

  /** Whether Lit writes properties as attributes, which no author has written then. @internal */
  isReflecting = false;

  constructor() {
    super();
    /**
     * `lazy` renders when the element comes near the view or is needed; `eager` renders at once.
     * @type {'lazy' | 'eager'}
     */
    this.loading = 'lazy';
    const { spellings } = /** @type {typeof AttentionElement} */ (this.constructor);
    watchAttributeNames(this, Object.keys(spellings));
  }

  /**
   * Returns the style sheets, including those that are loaded later.
   * @returns {readonly CSSResult[]}
   * @internal
   */
  styleSheets() {
    return [];
  }

  /** Called when the element has a new size. @param {number} _width without padding @internal */
  resized(_width) {}

  /**
   * Estimates the height of the element in pixels.
   * @param {number} _width
   * @returns {number}
   * @internal
   */
  reservedHeight(_width) {
    return 0;
  }

  /**
   * Renders a waiting element at once, because code that waits for an update needs it.
   * @internal
   * @override
   */
  getUpdateComplete() {
    return this.untilRendered();
  }

  /** Resolves when the element has rendered, even if a file that it names is still loading. @internal */
  untilRendered() {
    this.waiting.end();
    return super.getUpdateComplete();
  }

  /**
   * Postpones the first update until the element is needed. Changes in the meantime are rendered
   * then.
   * @internal
   * @override
   */
  async scheduleUpdate() {
    if (!this.hasUpdated) await this.waiting.ended;
    return super.scheduleUpdate();
  }

  /**
   * @param {string} name
   * @param {string | null} before
   * @param {string | null} after
   * @internal
   * @override
   */
  attributeChangedCallback(name, before, after) {
    const { spellings } = /** @type {typeof AttentionElement} */ (this.constructor);
    super.attributeChangedCallback(spellings[name] ?? name, before, after);
    // Words are marked with their language.
    if (name === 'lang') this.requestUpdate();
  }

  /** @param {PropertyKey} [name] @param {...any} rest @internal @override */
  requestUpdate(name, ...rest) {
    super.requestUpdate(name, ...rest);
    if (name === 'loading' && this.loading === 'eager') this.waiting.end();
  }

  /** Updates the element in a new document, where it has no styles yet. @internal */
  adoptedCallback() {
    this.requestUpdate();
  }

  /** @internal @override */
  connectedCallback() {
    super.connectedCallback();
    this.#sizes.observe(this);
  }

  /** @internal @override */
  disconnectedCallback() {
    super.disconnectedCallback();
    this.#sizes.disconnect();
  }

  /**
   * Renders. All writes come before measurements, because the page would otherwise be laid out
   * twice.
   * @param {Map<string, unknown>} changed
   * @internal
   * @override
   */
  update(changed) {
    const root = /** @type {ShadowRoot} */ (this.renderRoot);
    adoptStyles(root, this.styleSheets());
    if (isTranslated(root)) render(nothing, root, this.renderOptions);
    this.isReflecting = true;
    try {
      super.update(changed);
    } finally {
      this.isReflecting = false;
    }
    this.waiting.removePlace();
    adoptStyles(root, this.styleSheets());
    completeMarkup(root);
    // A picture whose script has just loaded comes with a later update, still before the print.
    if (this.printing.isPrinting)
      for (const canvas of root.querySelectorAll('canvas'))
        canvas.dispatchEvent(new Event(REPAINT));
  }

  /** @internal @override */
  firstUpdated() {
    // Stop the `input` events of fields: the element sends its own when `value` is new.
    this.renderRoot.addEventListener('input', (event) => event.stopPropagation());
    ignoreDoublePresses(this.renderRoot);
  }

  /** @param {string} type @param {object} [detail] @internal */
  send(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { bubbles: true, composed: true, detail }));
  }

  /**
   * Reports an author's error as an `attention-error`, and on the console with a line for each problem.
   * @param {unknown} error
   * @param {string} [place] what the error is about, such as a property
   * @internal
   */
  report(error, place = '') {
    const { message, problems = [{ path: place, message }] } = readError(error);
    for (const { path, message } of problems) {
      // The line begins with the name already.
      const fault = `: ${message}`.replace(`: ${this.localName}`, '');
      warnOnce(this, path, fault, path + fault);
    }
    this.sendError(error);
  }

  /** Sends an `attention-error`. @param {unknown} error @internal */
  sendError(error) {
    this.send('attention-error', readError(error));
  }

  /** Announces a text to screen readers. @param {string} text @internal */
  say(text) {
    const live = this.renderRoot.querySelector('.live');
    if (live) live.textContent = text.replace(/\s+/g, ' ').trim();
  }
}

/**
 * @param {unknown} error
 * @returns {{ code: string, message: string, problems?: { path: string, message: string }[] }}
 */
function readError(error) {
  const { code, message, problems } = Object(error);
  return /^ERR_/.test(code)
    ? { code, message, ...(problems && { problems }) }
    : { code: 'unknown', message: String(error).replace(/^Error: /, '') };
}

// The author's caption, as an attribute or as a child with `slot="caption"`.

/** @typedef {AttentionElement & { caption: string }} Captioned */

/**
 * The caption as text. Lit would insert an object anew at each update, which would change the slot,
 * which would update the element, for ever.
 * @param {Captioned} host
 */
const captionText = (host) => readText(host, 'caption', host.caption);

/** @param {Captioned} host */
export const hasCaption = (host) =>
  Boolean(captionText(host)) || host.querySelector(':scope > [slot="caption"]') !== null;

/** Renders the caption. Its slot always exists, because a child may be added later. @param {Captioned} host */
export const captionView = (
  host,
) => html`<div class="author-caption" part="caption" lang=${host.lang} dir="auto"
  ?hidden=${!hasCaption(host)}><slot name="caption" @slotchange=${() => host.requestUpdate()}>${captionText(host)}</slot></div>`;
