/** The standalone page: the element, and the interface for a page that shows it in a frame. */

import { findMeantName } from '../../src/js/nearest.js';
import { AttentionLab } from '../elements/attention-lab.js';
import { StoredText } from '../elements/stored-text.js';
import { warnOfProblem, warnOnce } from '../elements/warnings.js';
import { ADDRESS_NAMES, findAddressField, readAddress, writeAddress } from '../state/address.js';
import { listAttributesWith } from '../state/attributes.js';
import { OPENING } from '../state/guide.js';
import { FALSE_VALUES } from '../state/limits.js';
import { findMisspelt } from '../state/problems.js';
import * as text from '../text/en/opening.js';
import { unknownAttribute } from '../text/en/warnings.js';
import { parted } from '../text/spelling.js';

/** Attributes that an address may set, because the author of an iframe has no other way. */
const ADDRESS_ATTRIBUTES = listAttributesWith('address');

/** Attributes that are set whatever their value is. */
const FLAGS = listAttributesWith('flag');

/**
 * Reads options from the address, where they stand among the fields of the state:
 * `#v=1&step=weights&hide=settings`. The reader chooses a theme if the address names none.
 * @param {AttentionLab} lab
 * @param {HTMLButtonElement} themeButton
 */
function followOptions(lab, themeButton) {
  // In a frame, the colours are the author's.
  const storedTheme = new StoredText(
    () => 'attention-lab theme',
    () => parent === window,
  );
  const initial = new Map(ADDRESS_ATTRIBUTES.map((name) => [name, lab.getAttribute(name)]));
  let chosenTheme = storedTheme.read();
  const systemIsDark = matchMedia('(prefers-color-scheme: dark)');
  const isDark = () => (lab.theme ? lab.theme === 'dark' : systemIsDark.matches);
  const follow = () => {
    const requested = new URLSearchParams(location.hash.slice(1));
    const { guide = '' } = readAddress(location.hash).state;
    if (chosenTheme) initial.set('theme', chosenTheme);
    for (const [name, without] of initial) {
      const wanted = requested.get(name);
      const isOff = FLAGS.includes(name) && FALSE_VALUES.includes(wanted ?? '');
      const value = isOff ? null : (wanted ?? without);
      // A page of the course keeps its texts and its task, and only becomes larger.
      const isLarge = name === 'compact' && guide !== '';
      if (name === 'compact') lab.classList.toggle('on-projector', isLarge && value !== null);
      if (value === null || isLarge) lab.removeAttribute(name);
      else lab.setAttribute(name, value);
    }
    themeButton.hidden = requested.has('theme');
    themeButton.textContent = isDark() ? text.lightColours : text.darkColours;
  };
  follow();
  addEventListener('hashchange', follow);
  systemIsDark.addEventListener('change', follow);
  themeButton.addEventListener('click', () => {
    chosenTheme = isDark() ? 'light' : 'dark';
    storedTheme.write(chosenTheme);
    follow();
  });
}

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

/** The fewest letters of a name that may be a misspelt one. */
const SHORTEST_MISSPELT = 5;

/**
 * Warns of misspelt values and names in the address, as of attributes. Other names may belong to the
 * page around.
 * @param {AttentionLab} lab
 */
function warnOfAddress(lab) {
  const names = [...ADDRESS_NAMES, ...ADDRESS_ATTRIBUTES];
  // The page itself says which step or page of the course does not exist.
  for (const [key, text] of new URLSearchParams(location.hash.slice(1))) {
    const field = findAddressField(key);
    if (field && field !== 'step')
      for (const problem of findMisspelt(field, text)) warnOfProblem(lab, parted(field), problem);
    const isKnown = field !== undefined || names.includes(key);
    // A short name is near to many.
    const near = isKnown || key.length < SHORTEST_MISSPELT ? undefined : findMeantName(key, names);
    if (near) warnOnce(lab, key, unknownAttribute(key, names, near));
  }
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
  const [target] = /** @type {Element[]} */ (event.composedPath());
  if (!dataTransfer?.types.includes('Files') || event.defaultPrevented) return;
  if (target.matches('input[type=file]')) return;
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
  lab.hasOpening = parent === window;
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
