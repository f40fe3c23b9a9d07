// Trained natively, models have the bits that the wasm gives them, and the sanitizers find nothing.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Describer } from '../../src/js/learning/describer.js';
import { Mini } from '../../src/js/learning/mini.js';
import { Translator } from '../../src/js/learning/translator.js';
import { capitals, description, repetition } from '../learning/tasks.js';
import { record, recorded } from './record.js';

/** @typedef {import('../../src/js/learning/module.js').LearningModule} LearningModule */

/** @param {string} program @param {Buffer} input */
function replay(program, input) {
  const path = fileURLToPath(new URL(`../../dist/native/${program}`, import.meta.url));
  const { error, status, stdout, stderr } = spawnSync(path, { input, maxBuffer: 2 ** 28 });
  assert.equal(stderr?.toString() ?? '', '', `${program} complains`);
  assert.ifError(error);
  assert.equal(status, 0);
  return new Uint32Array(stdout.buffer, stdout.byteOffset, stdout.byteLength / 4);
}

const sizes = { embedding: 6, encoder: 5, decoder: 7, attention: 5 };

/** @type {[what: string, train: (module: LearningModule) => void][]} */
const trainings = [
  [
    'the describer, after 50 steps',
    (module) => void new Describer(module, description, 1).train(50),
  ],
  [
    'a mini of one layer, after 5 steps',
    (module) => void new Mini(module, repetition, 1, { width: 12, heads: 2, layers: 1 }).train(5),
  ],
  [
    'a small translator, after 5 steps',
    (module) => void new Translator(module, capitals, 1, sizes).train(5),
  ],
];

describe('the memory natively and in wasm is the same, bit for bit:', () => {
  const called = new Set();
  for (const [what, train] of trainings) {
    it(what, () => {
      const { calls, memory, functions } = record(train);
      for (const name of functions) called.add(name);
      for (const program of ['replay_learning', 'replay_learning-asan']) {
        const native = replay(program, calls);
        assert.equal(native.length, memory.length);
        const differs = native.findIndex((word, i) => word !== memory[i]);
        assert.equal(differs, -1, `${program}: word ${differs}`);
      }
    });
  }

  it('and every function that a model calls was called', () => {
    assert.deepEqual([...called].sort(), [...recorded].sort());
  });
});
