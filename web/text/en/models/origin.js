/** Where the numbers of each model come from. */

import * as describer from './describer-task.js';
import * as mini from './mini.js';
import { variants } from './pronoun.js';
import { toys } from './toy.js';
import { trainedWords } from './trained.js';
import * as translator from './translator.js';

/** @type {Record<string, { title: string, task: string }>} */
const MODELS = { describer, mini, translator, ...variants, ...toys };

/**
 * @param {string} model its name; of a toy that of its task, of the pronoun resolver that of its variant
 * @param {number} seed
 * @param {number} step
 */
export const originOf = (model, seed, step) => trainedWords(MODELS[model], seed, step);
