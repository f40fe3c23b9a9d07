/** The standalone page: the element, and what a page owes to the one that shows it in a frame. */

import { AttentionLab } from './elements/attention-lab.js';
import { followOptions, postHeight } from './frame.js';

const lab = document.querySelector('attention-lab');
// An address that says how the lab is shown does not mean the first screen.
if (location.hash.includes('=')) lab?.removeAttribute('guide');
customElements.define('attention-lab', AttentionLab);
if (lab) followOptions(lab);
if (parent !== window) postHeight();
// Not where an author has chosen what is shown.
else document.querySelector('footer')?.removeAttribute('hidden');
