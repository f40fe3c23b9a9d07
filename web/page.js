/** The standalone page: the element, and what a page owes to the one that shows it in a frame. */

import { AttentionLab } from './elements/attention-lab.js';
import { followOptions, postHeight } from './frame.js';
import { readAddress, writeAddress } from './session/address.js';
import { OPENING } from './session/guide.js';

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
    // What was answered goes along.
    for (const link of links) {
      const { guide } = readAddress(link.hash).state;
      link.setAttribute('href', `#${writeAddress({ guide, answers: lab.answers })}`);
    }
  });
}
