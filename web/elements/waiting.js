/**
 * Elements wait as images with `loading="lazy"` do: they render once they come near the view, or once they are needed.
 * Until then a place as high as the element stands there, with the element's children in it.
 */

import { adoptStyles } from '../figures/dom.js';
import { base } from '../styles/base.js';
import { tokens } from '../styles/tokens.js';
import { lang } from '../text/en/language.js';
import { showNumbers } from '../text/en/messages.js';
import { readChoice } from './warnings.js';

/** @import { AttentionElement } from './base-element.js' */

const LOADING = /** @type {const} */ (['lazy', 'eager']);

/** Near is at most the height of the view away. */
const MARGIN = '100% 0px';

/** Widths of an element for which a height is reserved: nobody has to measure it. The style sheet chooses among them. */
const WIDTHS = /** @type {const} */ ([
  ['--narrow', 360],
  ['--medium', 720],
  ['--wide', 1200],
]);

/** What the first Tab into an element would reach. */
const FOCUSABLE = 'button, input, select, summary, a[href], [tabindex="0"]';

/** @type {Map<Element, Waiting>} */
const waitingByElement = new Map();

/** One for all elements. @type {IntersectionObserver | undefined} */
let observer;

/** Those that are needed, in their order. @type {Set<Waiting>} */
const needed = new Set();

/** One after the other, so that the page is painted and answers between them. @param {Iterable<Waiting>} all */
async function endInTurn(all) {
  const isRunning = needed.size > 0;
  for (const item of all) needed.add(item);
  if (isRunning) return;
  for (const item of needed) {
    await new Promise((resolve) => setTimeout(resolve));
    await item.render();
    needed.delete(item);
  }
}

/** The browser finds only what is rendered. @param {KeyboardEvent} event */
function onFind({ key, ctrlKey, metaKey }) {
  if (key === 'F3' || ((ctrlKey || metaKey) && key.toLowerCase() === 'f'))
    endInTurn([...waitingByElement.values()]);
}

/** @param {IntersectionObserverEntry[]} entries */
function onNear(entries) {
  const near = entries.filter(({ isIntersecting }) => isIntersecting);
  endInTurn(near.flatMap(({ target }) => waitingByElement.get(target) ?? []));
}

/** Of all elements, as a page may have many. @type {HTMLElement | undefined} */
let template;

function makeTemplate() {
  // The style sheet asks for the width of a container, as all that is shown does.
  const container = document.createElement('div');
  container.className = 'container';
  const place = document.createElement('div');
  place.className = 'place';
  container.append(place);
  // For a keyboard or a screen reader that comes here before the view does.
  const button = document.createElement('button');
  Object.assign(button, { className: 'hidden', lang, textContent: showNumbers });
  place.append(document.createElement('slot'), button);
  return container;
}

export class Waiting {
  isWaiting = true;
  /** @type {Promise<void>} */
  ended;
  #host;
  /** @type {() => void} */
  #settle = () => {};
  /** @type {HTMLElement | undefined} */
  #place;

  /** @param {AttentionElement} host */
  constructor(host) {
    this.#host = host;
    this.ended = new Promise((resolve) => {
      this.#settle = resolve;
    });
    host.addController(this);
  }

  hostConnected() {
    const host = this.#host;
    if (host.hasUpdated) return;
    this.#place ??= this.#makePlace();
    if (!this.isWaiting) return;
    const loading = readChoice(host.localName, 'loading', host.loading, LOADING);
    if (loading === 'eager' || !globalThis.IntersectionObserver) return this.end();
    if (waitingByElement.size === 0) addEventListener('keydown', onFind, true);
    observer ??= new IntersectionObserver(onNear, { rootMargin: MARGIN });
    waitingByElement.set(host, this);
    observer.observe(host);
  }

  hostDisconnected() {
    observer?.unobserve(this.#host);
    if (waitingByElement.delete(this.#host) && waitingByElement.size === 0)
      removeEventListener('keydown', onFind, true);
  }

  /** The element is needed. */
  end() {
    if (!this.isWaiting) return;
    this.isWaiting = false;
    this.hostDisconnected();
    this.#settle();
  }

  /** Settles once the element is on screen. */
  async render() {
    if (!this.isWaiting || !this.#host.isConnected) return;
    try {
      await this.#host.untilRendered();
    } catch (error) {
      // Others are rendered all the same.
      globalThis.reportError?.(error);
    }
  }

  #makePlace() {
    const root = /** @type {ShadowRoot} */ (this.#host.renderRoot);
    template ??= makeTemplate();
    const container = /** @type {HTMLElement} */ (document.importNode(template, true));
    const place = /** @type {HTMLElement} */ (container.firstElementChild);
    for (const [name, width] of WIDTHS)
      place.style.setProperty(name, `${Math.round(this.#host.reservedHeight(width))}px`);
    for (const type of ['focus', 'click'])
      place.lastElementChild?.addEventListener(type, () => this.end());
    adoptStyles(root, [tokens, base]);
    root.append(container);
    return container;
  }

  /** The element is on screen. */
  removePlace() {
    const place = this.#place;
    if (!place) return;
    const root = /** @type {ShadowRoot} */ (this.#host.renderRoot);
    const hasFocus = place.contains(root.activeElement);
    place.remove();
    this.#place = undefined;
    /** @type {HTMLElement | null} */
    const first = hasFocus ? root.querySelector(FOCUSABLE) : null;
    first?.focus();
  }
}

/** A promise, and what settles it. */
export function makePromise() {
  let resolve = () => {};
  let reject = (/** @type {unknown} */ _reason) => {};
  /** @type {Promise<void>} */
  const promise = new Promise((...settle) => {
    [resolve, reject] = settle;
  });
  return { promise, resolve, reject };
}
