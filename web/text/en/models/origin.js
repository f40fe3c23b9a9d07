/** Where the numbers of a model come from. */

import { html } from 'lit';
import { quoted } from '../../../lessons/text.js';
import { counted } from '../plural.js';
import * as describer from './describer.js';
import * as mini from './mini.js';
import { variants } from './pronoun.js';
import { steps, tensors } from './tensors.js';
import { toys } from './toy.js';
import * as translator from './translator.js';

/** @type {Record<string, { title: string, task: string }>} */
const MODELS = { describer, mini, translator, ...variants, ...toys };

/**
 * @param {string} model its name; of a toy that of its task, of the pronoun resolver that of its variant
 * @param {number} seed
 * @param {number} step
 * @returns {import('../../../sources/source.js').SourceWords}
 */
export function originOf(model, seed, step) {
  const { title, task } = MODELS[model];
  const trained = `trained in ${counted(step, 'step')} from seed ${seed}`;
  const how = step === 0 ? `random, from seed ${seed}` : trained;
  return {
    title,
    tensors,
    steps,
    badge:
      step === 0
        ? `Untrained: random numbers from seed ${seed}, so these weights mean nothing.`
        : `These numbers are ${trained}. ${task}`,
    program: `The given numbers are ${how}`,
    given: ({ value }) =>
      html`${step === 0 ? `Random, from seed ${seed}` : `Learned in ${counted(step, 'step')}`}: <b>${quoted(value)}</b>.`,
  };
}
