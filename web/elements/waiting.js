/**
 * Lets elements wait like images with `loading="lazy"`: they render when they come near the view or
 * are needed. Until then, a placeholder as high as the element shows the element's children.
 */

import { adoptStyles, readKey } from '../figures/dom.js';
import { makePromise, nextTask } from '../session/async.js';
import { LOADING } from '../state/limits.js';
import { baseStyles } from '../styles/base.js';
import { tokenStyles } from '../styles/tokens.js';
import { lang } from '../text/en/language.js';
import { showNumbers } from '../text/en/messages.js';
import { readChoice } from './warnings.js';

/** @import { AttentionElement } from './base-element.js' */

/** Elements within one height of the view are near. */
const MARGIN = '100% 0px';

/** Widths for which heights are reserved, so that nothing must be measured. The style sheet chooses among them. */
const WIDTHS = /** @type {const} */ ([
  ['--narrow', 360],
  ['--medium', 720],
  ['--wide', 1200],
]);

/** Elements that the Tab key can reach. */
const FOCUSABLE = 'button, input, select, summary, a[href], [tabindex="0"]';

/** @type {Map<Element, Waiting>} */
const waitingByElement = new Map();

/** The observer of all elements. @type {IntersectionObserver | undefined} */
let observer;

/** Elements that are needed, in order. @type {Set<Waiting>} */
const neededElements = new Set();

/**
 * Renders elements one after the other, so that the page is painted and stays responsive in
 * between.
 * @param {Iterable<Waiting>} all
 */
async function endInTurn(all) {
  const isRunning = neededElements.size > 0;
  for (const item of all) neededElements.add(item);
  if (isRunning) return;
  for (const item of neededElements) {
    await nextTask();
    await item.render();
    neededElements.delete(item);
  }
}

/**
 * Renders all elements before the reader searches the page, because the browser only finds rendered
 * text.
 * @param {KeyboardEvent} event
 */
function onFind(event) {
  if (event.key === 'F3' || ((event.ctrlKey || event.metaKey) && readKey(event) === 'f'))
    endInTurn([...waitingByElement.values()]);
}

/** @param {IntersectionObserverEntry[]} entries */
function onNear(entries) {
  const near = entries.filter(({ isIntersecting }) => isIntersecting);
  endInTurn(near.flatMap(({ target }) => waitingByElement.get(target) ?? []));
}

/** The placeholder template of all elements, because a page may have many. @type {HTMLElement | undefined} */
let template;

function makeTemplate() {
  // The style sheet queries the width of a container, as for all other content.
  const container = document.createElement('div');
  container.className = 'container';
  const place = document.createElement('div');
  place.className = 'place';
  container.append(place);
  // A button for keyboards and screen readers that reach the element before it is in view.
  const button = document.createElement('button');
  Object.assign(button, { className: 'hidden', lang, textContent: showNumbers });
  place.append(document.createElement('slot'), button);
  return container;
}

export class Waiting {
  isWaiting = true;
  #wait = makePromise();
  /** Resolves when the wait ends. */
  ended = this.#wait.promise;
  #host;
  /** @type {HTMLElement | undefined} */
  #place;

  /** @param {AttentionElement} host */
  constructor(host) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected() {
    const host = this.#host;
    if (host.hasUpdated) return;
    this.#place ??= this.#makePlace();
    if (!this.isWaiting) return;
    const loading = readChoice(host, 'loading', host.loading, LOADING);
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

  /** Ends the wait, because the element is needed. */
  end() {
    if (!this.isWaiting) return;
    this.isWaiting = false;
    this.hostDisconnected();
    this.#wait.resolve();
  }

  /** Resolves when the element is on screen. */
  async render() {
    if (!this.isWaiting || !this.#host.isConnected) return;
    try {
      await this.#host.untilRendered();
    } catch (error) {
      // Continue with the other elements.
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
    adoptStyles(root, [tokenStyles, baseStyles]);
    root.append(container);
    return container;
  }

  /** Removes the placeholder when the element is on screen. */
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
