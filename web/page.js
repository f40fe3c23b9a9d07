/** The standalone page: the elements, and what a page owes to the one that shows it in a frame. */

import { defineElements } from './element.js';
import { followOptions, postHeight } from './frame.js';

defineElements();
const lab = document.querySelector('attention-lab');
if (lab) followOptions(lab);
if (parent !== window) postHeight();
