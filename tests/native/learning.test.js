import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Describer } from '../../src/js/learning/describer.js';
import * as adjectives from '../../src/js/learning/grammars/describer.js';
import * as frenchEnglish from '../../src/js/learning/grammars/french-english.js';
import * as stories from '../../src/js/learning/grammars/mini.js';
import { Mini } from '../../src/js/learning/mini.js';
import { Translator } from '../../src/js/learning/translator.js';
import { hashOf, STEPS, trainingDigests } from '../learning/digest.js';
import { capitals, repetition } from '../learning/tasks.js';
import { runSilently } from '../support/run-silently.js';
import { record, recorded } from './record.js';

/** @import { Model } from '../../src/js/learning/model.js' */
/** @import { LearningModule } from '../../src/js/learning/module.js' */

/**
 * @typedef {object} Training
 * @property {string} what
 * @property {(module: LearningModule) => Model<any>} make
 * @property {number} steps
 * @property {string} [digest] the name among the digests with which browsers are compared
 */

/** @param {string} program @param {Buffer} input */
function replay(program, input) {
  const path = fileURLToPath(new URL(`../../dist/native/${program}`, import.meta.url));
  const stdout = runSilently([path], input);
  return new Uint32Array(stdout.buffer, stdout.byteOffset, stdout.byteLength / 4);
}

const sizes = { embedding: 6, encoder: 5, decoder: 7, attention: 5 };
const french = {
  sourceVocabulary: frenchEnglish.frenchVocabulary,
  targetVocabulary: frenchEnglish.englishVocabulary,
  draw: frenchEnglish.draw,
};

/**
 * Returns a training of a model in the page's size.
 * @param {string} what
 * @param {string} digest
 * @param {Training['make']} make
 * @returns {Training}
 */
const fullSize = (what, digest, make) => ({
  ...{ digest, make, steps: STEPS },
  what: `${what} in full size, after ${STEPS} steps`,
});

/** Small models have odd sizes, so that a row ends within a vector. @type {Training[]} */
const trainings = [
  {
    what: 'a mini of one layer, after 5 steps',
    make: (module) => new Mini(module, repetition, 1, { width: 12, heads: 2, layers: 1 }),
    steps: 5,
  },
  {
    what: 'a small translator, after 5 steps',
    make: (module) => new Translator(module, capitals, 1, sizes),
    steps: 5,
  },
  fullSize('the describer', 'describer', (module) => new Describer(module, adjectives, 0)),
  fullSize('Mini', 'mini', (module) => new Mini(module, stories, 0)),
  fullSize('the translator', 'translator', (module) => new Translator(module, french, 0)),
];

describe('the memory natively and in wasm is the same, bit for bit:', async () => {
  const digests = await trainingDigests(0);
  const called = new Set();
  for (const { what, make, steps, digest } of trainings) {
    it(what, () => {
      for (const program of ['replay_learning', 'replay_learning-asan']) {
        // Sanitizers take ten times as long, and find as much in five steps as in fifty.
        const count = program.endsWith('asan') ? Math.min(steps, 5) : steps;
        const { calls, base, memory, functions, model } = record((module) => {
          const learner = make(module);
          learner.train(count);
          return learner;
        });
        for (const name of functions) called.add(name);
        const native = replay(program, calls);
        assert.equal(native.length, memory.length);
        const differs = native.findIndex((word, i) => word !== memory[i]);
        assert.equal(differs, -1, `${program}: word ${differs}`);
        if (!digest || count < STEPS) continue;
        // Browsers compare their weights with the same digest.
        const { parameters } = model.tape.getState();
        const first = native.byteOffset + model.tape.parameters[0].address - base;
        const weights = new Float32Array(native.buffer, first, parameters.length);
        assert.equal(hashOf(weights), digests[digest].parameters);
      }
    });
  }

  it('and every function that a model calls was called', () => {
    assert.deepEqual([...called].sort(), [...recorded].sort());
  });
});
