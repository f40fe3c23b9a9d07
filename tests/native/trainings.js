// Recorded calls of small trainings for tests/native/replay_learning.c.
import { Describer } from '../../src/js/learning/describer.js';
import * as adjectives from '../../src/js/learning/grammars/describer.js';
import { Mini } from '../../src/js/learning/mini.js';
import { Translator } from '../../src/js/learning/translator.js';
import { capitals, repetition } from '../learning/tasks.js';
import { record } from './record.js';

/** @import { LearningModule } from '../../src/js/learning/module.js' */

const sizes = { embedding: 6, encoder: 5, decoder: 7, attention: 5 };
const makers = [
  (/** @type {LearningModule} */ module) =>
    new Mini(module, repetition, 1, { width: 12, heads: 2, layers: 1 }),
  (/** @type {LearningModule} */ module) => new Translator(module, capitals, 1, sizes),
  (/** @type {LearningModule} */ module) => new Describer(module, adjectives, 0),
];

/** @param {number} [steps] */
export const trainingCalls = (steps = 3) =>
  makers.map((make) => record((module) => make(module).train(steps)).calls);
