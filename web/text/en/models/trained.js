/** Where the numbers of a model come from. */

import { html } from 'lit';
import { quoted } from '../../inline.js';
import { counted } from '../plural.js';
import { steps, tensors } from './tensors.js';

/**
 * @param {{ title: string, task: string }} model
 * @param {number} seed
 * @param {number} step
 * @returns {import('../../../sources/source.js').SourceWords}
 */
export function trainedWords({ title, task }, seed, step) {
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
