/** Texts of the trained describer and other models: the source of their numbers, and names of their tensors. */

import { html } from 'lit';
import { quoted } from '../inline.js';
import { counted } from './language.js';

/** @import { GivenNumber } from './sources.js' */

// Names of the models' tensors: of the tensor, of a single number in it, and in programs.

/** @type {Readonly<Record<string, readonly [plural: string, singular: string]>>} */
export const tensors = {
  mean: ['mean', 'mean'],
  variance: ['variance', 'variance'],
  gain: ['gain', 'gain'],
  bias: ['bias', 'bias'],
  normalized: ['normalized rows', 'normalized number'],
  distanceBias: ['distance bias', 'distance bias'],
  biasedScores: ['scores with distance bias', 'score with distance bias'],
  sum: ['rows after the layer', 'number after the layer'],
  embeddingTable: ['embeddings of all words', 'embedding'],
  wAnswer: ['weight matrix', 'entry'],
  answerBias: ['bias of each answer', 'bias'],
  answerScores: ['scores of the answers', 'score of an answer'],
  logitMax: ['largest logit', 'largest logit'],
  logitExponentials: ['exponentials', 'exponential'],
  logitSum: ['sum of exponentials', 'sum'],
};

/** Comments in a program before the line that computes a tensor. @type {Readonly<Record<string, string>>} */
const steps = {
  mean: 'Layer normalization: every row gets the mean 0 and the variance 1, then gain and bias.',
  q: 'Each head projects the rows with weight matrices of its own.',
  output: 'The projection, which mixes the heads.',
  sum: 'The result is added to the rows that came in.',
  logits: 'A logit for each answer.',
  logitMax: 'Their softmax.',
};

/** @param {{ title: string, task: string }} model @param {number} seed @param {number} step */
export function trainedWords({ title, task }, seed, step) {
  const trained = `trained in ${counted(step, 'step')} from seed ${seed}`;
  const how = step === 0 ? `random, from seed ${seed}` : trained;
  return {
    title,
    tensors,
    steps,
    badge:
      step === 0
        ? `Untrained: random numbers from seed ${seed}, which mean nothing yet.`
        : `These numbers are ${trained}. ${task}`,
    program: `The given numbers are ${how}`,
    given: (/** @type {GivenNumber} */ { value }) =>
      html`${step === 0 ? `Random, from seed ${seed}` : `Learned in ${counted(step, 'step')}`}: <b>${quoted(value)}</b>.`,
  };
}

// The title and the task of the describer.

export const title = 'Which noun does the adjective describe?';
export const task = 'The model was told only which noun is right, never where to look.';
