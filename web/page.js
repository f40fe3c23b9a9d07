/** The standalone page: the elements, and what a page owes to the one that shows it in a frame. */

import { defineElements } from './element.js';
import { followOptions, postHeight } from './frame.js';

const lab = document.querySelector('attention-lab');
// An address that says how the lab is shown does not mean the first screen.
if (location.hash.includes('=')) lab?.removeAttribute('guide');
defineElements();
if (lab) followOptions(lab);
if (parent !== window) postHeight();
