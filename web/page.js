/** The standalone page: the elements, and what a page owes to the one that shows it in a frame. */

import './define.js';
import { followOptions, postHeight } from './frame.js';

const lab = document.querySelector('attention-lab');
if (lab) followOptions(lab);
if (parent !== window) postHeight();
