/** The bugs: mistakes that are made when attention is written as a program. */

import { maskBugs } from './masks.js';
import { outputBugs } from './outputs.js';
import { scoreBugs } from './scores.js';
import { softmaxBugs } from './softmax.js';

export const bugs = Object.freeze([...scoreBugs, ...maskBugs, ...softmaxBugs, ...outputBugs]);
