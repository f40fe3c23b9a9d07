/** The standalone page: the element, and the interface for a page that shows it in a frame. */

import { AttentionLab } from '../elements/attention-lab.js';
import { readAddress, writeAddress } from '../state/address.js';
import { OPENING } from '../state/guide.js';
import { followOptions, warnOfAddress } from './address-options.js';

/**
 * Posts the height to the surrounding page, so that the frame can be as high as its content:
 * `{ type: 'attention-lab:resize', height }` in CSS pixels, at first and after each change. The
 * message goes to any page, because in a sandbox neither page knows the other's origin, and a
 * height is not secret.
 */
function postHeight() {
  const root = document.documentElement;
  const post = () => {
    const height = Math.ceil(root.getBoundingClientRect().height);
    parent.postMessage({ type: 'attention-lab:resize', height }, '*');
  };
  new ResizeObserver(post).observe(root);
}

/** Whether the lab has the zoom of a slide. */
let isZoomed = false;

/** The largest zoom of a slide, for a table of one word. */
const MOST_ZOOM = 12;

/**
 * Zooms a slide that shows only tables, so that they fill the window.
 * @param {AttentionLab} lab
 */
async function fillWindow(lab) {
  await lab.updateComplete;
  const isSlide = lab.compact && lab.table !== '';
  if (isSlide || isZoomed) lab.style.zoom = '';
  isZoomed = isSlide;
  if (!isSlide) return;
  const tables = [...(lab.shadowRoot?.querySelectorAll('.matrix') ?? [])];
  const isFitting = () =>
    lab.getBoundingClientRect().bottom <= innerHeight &&
    tables.every(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth);
  let [fitting, tooLarge] = [1, MOST_ZOOM];
  while (tooLarge - fitting > 0.05) {
    const zoom = (fitting + tooLarge) / 2;
    lab.style.zoom = `${zoom}`;
    if (isFitting()) fitting = zoom;
    else tooLarge = zoom;
  }
  lab.style.zoom = `${fitting}`;
}

/** @param {BeforeUnloadEvent} event */
const askBeforeLeaving = (event) => {
  event.preventDefault();
  // Chromium before 119 only asks if this is set.
  event.returnValue = true;
};

/**
 * Asks before the page is left while numbers from files have numbers set by hand, which no address
 * can carry. Without a reason to ask, nobody listens, because a listener may slow down Back.
 * @param {AttentionLab} lab
 */
function guardEdits({ tensors, state }) {
  const listen = tensors && state.edits !== '' ? addEventListener : removeEventListener;
  listen('beforeunload', askBeforeLeaving);
}

/**
 * Refuses a file that is dropped beside what reads files. The browser would open it in place of the
 * page.
 * @param {DragEvent} event
 */
function refuseFiles(event) {
  const { dataTransfer } = event;
  const [target] = event.composedPath();
  if (!dataTransfer?.types.includes('Files') || event.defaultPrevented) return;
  if (target instanceof Element && target.matches('input[type=file]')) return;
  event.preventDefault();
  dataTransfer.dropEffect = 'none';
}

const NAME = document.title;

/** Names the tab by the open step or page, as history and screen readers do. @param {AttentionLab} lab */
async function nameDocument(lab) {
  await lab.updateComplete;
  const title = lab.shadowRoot?.querySelector('.step-title')?.textContent?.trim();
  document.title = title ? `${title} · ${NAME}` : NAME;
}

const lab = document.querySelector('attention-lab');
const themeButton = document.querySelector('footer button');

// An address that configures the lab does not refer to the first screen.
if (location.hash.includes('=')) lab?.removeAttribute('guide');

customElements.define('attention-lab', AttentionLab);

if (lab && themeButton instanceof HTMLButtonElement) {
  followOptions(lab, themeButton);
  warnOfAddress(lab);
  addEventListener('hashchange', () => warnOfAddress(lab));
  // In a frame, the address is the author's.
  lab.isWholePage = parent === window;
}

if (parent !== window) postHeight();
else if (lab) {
  const fill = () => fillWindow(lab);
  for (const type of ['attention-ready', 'attention-change']) {
    lab.addEventListener(type, fill);
    lab.addEventListener(type, () => nameDocument(lab));
    lab.addEventListener(type, () => guardEdits(lab));
  }
  addEventListener('resize', fill);
}

addEventListener('dragover', refuseFiles);

/** @type {NodeListOf<HTMLAnchorElement>} */
const links = document.querySelectorAll('footer a[href^="#"]');

// These links are at the end of the page, but their targets begin at its top.
for (const link of links) link.addEventListener('click', () => scrollTo(0, 0));

// The links are shown on the first screen and in the lab, unless an author has configured the page.
// Pages of the course have the button for the colours alone.
for (const type of ['attention-ready', 'attention-change']) {
  lab?.addEventListener(type, () => {
    const footer = document.querySelector('footer');
    footer?.toggleAttribute('hidden', parent !== window || lab.compact);
    footer?.classList.toggle('beside-title', !['', OPENING].includes(lab.guide));
    // Links carry the answers along.
    for (const link of links) {
      const { guide } = readAddress(link.hash).state;
      link.setAttribute('href', `#${writeAddress({ guide, answers: lab.answers })}`);
    }
  });
}
