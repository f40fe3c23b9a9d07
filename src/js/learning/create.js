/**
 * The models as a page or a program asks for them: what learns is loaded when it is first wanted.
 * Each takes the core, as everything does that computes, though learning has a module of its own.
 */

import { argumentError, describe } from '../errors.js';
import { Describer } from './describer.js';
import { Mini } from './mini.js';
import { loadLearning } from './module.js';
import { Toy } from './toy.js';
import { SIZES, Translator } from './translator.js';

/** @param {unknown} seed */
function readSeed(seed) {
  if (typeof seed === 'number' && Number.isInteger(seed)) return seed;
  throw argumentError('options.seed', 'an integer', describe(seed));
}

/** @param {unknown} _attention @param {{ seed?: number, grammar: import('./describer.js').Grammar }} options */
export async function createDescriber(_attention, { seed = 0, grammar }) {
  return new Describer(await loadLearning(), grammar, readSeed(seed));
}

/** @param {unknown} _attention @param {{ seed?: number, grammar: import('./mini.js').Grammar }} options */
export async function createMini(_attention, { seed = 0, grammar }) {
  return new Mini(await loadLearning(), grammar, readSeed(seed));
}

/** @param {unknown} _attention @param {{ seed?: number, grammar: import('./translator.js').Grammar, scoring?: 'additive' | 'dot' }} options */
export async function createTranslator(_attention, { seed = 0, grammar, scoring = 'additive' }) {
  if (scoring !== 'additive' && scoring !== 'dot') {
    throw argumentError('options.scoring', "'additive' or 'dot'", describe(scoring));
  }
  return new Translator(await loadLearning(), grammar, readSeed(seed), { ...SIZES, scoring });
}

/** @param {unknown} _attention @param {{ seed?: number, task: import('./toy.js').Task, numHeads?: number, layers?: number }} options */
export async function createToy(_attention, { seed = 0, task, ...sizes }) {
  return new Toy(await loadLearning(), task, readSeed(seed), sizes);
}
