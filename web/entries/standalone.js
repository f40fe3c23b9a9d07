/** The standalone page: the element, and what a page owes to the one that shows it in a frame. */

import { AttentionLab } from '../elements/attention-lab.js';
import { readAddress, writeAddress } from '../state/address.js';
import { OPENING } from '../state/guide.js';

// Lets an author who shows the standalone page in an iframe set it by its address.

/** Attributes that an address may set: an author of an iframe has no other way to. */
const ADDRESS_ATTRIBUTES = 'steps table hide show readonly locked compact caption theme lang'.split(
  ' ',
);

/** Those that are there or not, whatever their value. */
const FLAGS = ['readonly', 'locked', 'compact'];

/** What an address may write for a flag that is not wanted. */
const OFF = ['false', '0'];

/**
 * Options stand in the address among the entries of the state: `#v=1&step=weights&hide=settings`.
 * @param {AttentionLab} lab
 */
export function followOptions(lab) {
  const initial = new Map(ADDRESS_ATTRIBUTES.map((name) => [name, lab.getAttribute(name)]));
  const follow = () => {
    const requested = new URLSearchParams(location.hash.slice(1));
    for (const [name, without] of initial) {
      // A page of the course is no slide: without its task it says nothing.
      const isSlide = name !== 'compact' || !requested.has('g');
      const wanted = isSlide ? requested.get(name) : null;
      const isOff = FLAGS.includes(name) && OFF.includes(wanted ?? '');
      const value = wanted ?? without;
      if (value === null || isOff) lab.removeAttribute(name);
      else lab.setAttribute(name, value);
    }
    // A frame may be higher than what it holds.
    document.documentElement.style.colorScheme = lab.theme;
  };
  follow();
  addEventListener('hashchange', follow);
}

/**
 * A frame cannot be as high as what it holds unless the page around it is told how high that is:
 * `{ type: 'attention-lab:resize', height }` in CSS pixels, at first and whenever it changes. It goes
 * to any page: in a sandbox neither knows the other's origin, and there is no secret in a height.
 */
export function postHeight() {
  const root = document.documentElement;
  const post = () => {
    const height = Math.ceil(root.getBoundingClientRect().height);
    parent.postMessage({ type: 'attention-lab:resize', height }, '*');
  };
  new ResizeObserver(post).observe(root);
}

const lab = document.querySelector('attention-lab');

// An address that says how the lab is shown does not mean the first screen.
if (location.hash.includes('=')) lab?.removeAttribute('guide');

customElements.define('attention-lab', AttentionLab);

if (lab) followOptions(lab);

if (parent !== window) postHeight();

/** @type {NodeListOf<HTMLAnchorElement>} */
const links = document.querySelectorAll('footer a[href^="#"]');

// These links are at the end of the page, and what they lead to begins at its top.
for (const link of links) link.addEventListener('click', () => scrollTo(0, 0));

// They are for whoever comes to the first screen or to the lab, and not where an author has chosen what is shown.
for (const type of ['attention-ready', 'attention-change']) {
  lab?.addEventListener(type, () => {
    const isPlain = parent === window && !lab.compact && ['', OPENING].includes(lab.guide);
    document.querySelector('footer')?.toggleAttribute('hidden', !isPlain);
    // Links carry the answers along.
    for (const link of links) {
      const { guide } = readAddress(link.hash).state;
      link.setAttribute('href', `#${writeAddress({ guide, answers: lab.answers })}`);
    }
  });
}
