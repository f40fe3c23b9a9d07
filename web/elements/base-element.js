/** What both elements do: warnings on the console, and what printing needs. */

import { meantName, nearest } from '../../src/js/nearest.js';
import { misspelt } from '../text/en/messages.js';

/** @import { ReactiveElement } from 'lit' */

const MOST_SHOWN = 40;

/** A page may make thousands. */
const MOST_SAID = 100;

/** @type {Set<string>} */
const said = new Set();

/**
 * Once for each value, and with the nearest right one.
 * @param {string} element
 * @param {string} attribute
 * @param {string} value
 * @param {readonly string[]} [names] that there are; without, it takes a number
 */
export function warnOfMisspelt(element, attribute, value, names) {
  const written = `<${element}> ${attribute}="${value.slice(0, MOST_SHOWN)}"`;
  warnOnce(written, () => misspelt(written, names, nearest(value, names ?? [])));
}

/**
 * @param {string} subject about which there is one warning
 * @param {() => string} warning
 */
export function warnOnce(subject, warning) {
  if (said.has(subject) || said.size >= MOST_SAID) return;
  said.add(subject);
  console.warn(warning());
}

/**
 * For a value that is none of them the nearest, or else the first.
 * @template {string} Known
 * @param {string} element
 * @param {string} attribute
 * @param {unknown} value
 * @param {readonly Known[]} known the first is the default, which may be ''
 * @returns {Known}
 */
export function chosen(element, attribute, value, known) {
  const [otherwise] = known;
  const wanted = `${value ?? otherwise}`;
  const right = known.find((one) => one === wanted);
  if (right !== undefined) return right;
  const names = known.filter(Boolean);
  warnOfMisspelt(element, attribute, wanted, names);
  return meantName(wanted, names) ?? otherwise;
}

// On paper an element is light, whatever the page around it and its author's paper are.

const TYPES = ['beforeprint', 'afterprint'];

/** Paper and ink are then those of the light theme. */
const LIGHT = 'color-scheme:light;--attention-paper:initial;--attention-ink:initial';

export class Printing {
  isPrinting = false;
  #host;
  /** What stood in the element's own style. */
  #style = '';

  /** @param {ReactiveElement} host */
  constructor(host) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected() {
    for (const type of TYPES) addEventListener(type, this.#turn);
  }

  async hostDisconnected() {
    // Who is moved hears on: a page may be arranged anew while it is printed.
    await null;
    if (this.isPrinting || this.#host.isConnected) return;
    for (const type of TYPES) removeEventListener(type, this.#turn);
  }

  /** @param {Event} event */
  #turn = ({ type }) => {
    const host = this.#host;
    const isPrinting = type === 'beforeprint';
    if (isPrinting === this.isPrinting) return;
    this.isPrinting = isPrinting;
    const { style } = host;
    if (isPrinting) this.#style = style.cssText;
    style.cssText = this.#style + (isPrinting ? LIGHT : '');
    this.hostDisconnected();
    host.requestUpdate();
    // At once: a page that calls print() is printed before anything else happens.
    /** @type {any} */ (host).performUpdate();
    // By this event what is painted hears of other colours; by one of a script, that it cannot wait.
    for (const canvas of host.renderRoot.querySelectorAll('canvas'))
      canvas.dispatchEvent(new Event('transitionrun'));
  };
}
