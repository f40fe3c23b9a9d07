// Reads back the output of exported programs.
import assert from 'node:assert/strict';
import * as fs from 'node:fs/promises';
import * as core from '../../src/js/index.js';
import * as pretrained from '../../src/js/pretrained/index.js';
import { assertSameBits, assertWithin, shareOfLargest } from './near.js';

/**
 * @import { Made } from '../../web/export/types.js'
 * @import { Computation } from '../../web/sources/types.js'
 * @import { Numbers } from './near.js'
 * @import { Outcome } from './python.js'
 */

/** @param {Made} file */
export function textOf(file) {
  assert.ok('text' in file, JSON.stringify(file));
  return file.text;
}

/**
 * Lists the tensors that a program must print: all computed tensors, and no given ones.
 * @param {Computation} computation
 */
const listComputed = ({ nodes }) =>
  Object.keys(nodes).filter((name) => !['constant', 'fromOtherRun'].includes(nodes[name].op.name));

/** Tensors inside a softmax. A program in JavaScript leaves the softmax to the core as one step. */
const WITHIN_SOFTMAX = /(^|\/)(rowMax|exponentials|rowSum|logitMax|logitExponentials|logitSum)$/;

/**
 * Reads the printed tensors by name.
 * @param {string} printed for each tensor, a line with the name and perhaps the shape, then the
 *   numbers
 * @param {Computation} computation
 * @param {RegExp} [without]
 * @returns {Record<string, Numbers>}
 */
export function tensorsIn(printed, computation, without = /^$/) {
  /** @type {Record<string, { shape: number[], data: number[] }>} */
  const found = {};
  const names = listComputed(computation).filter((name) => !without.test(name));
  // NumPy and PyTorch programs print the shape on the line of the name.
  const parts = printed.split(/^([A-Za-z\d/]+)\s\(([\d, ]*)\)$/m).slice(1);
  for (let i = 0; i < parts.length; i += 3) {
    const [name, shape, numbers] = parts.slice(i, i + 3);
    const texts = numbers.match(/-?(?:nan|inf|\d[\d.]*(?:e[+-]?\d+)?)[a-z]*/gi) ?? [];
    found[name] = {
      shape: shape
        .split(',')
        .filter((text) => text.trim())
        .map(Number),
      data: texts.map((text) => Math.fround(numberOf(text))),
    };
  }
  assert.deepEqual(Object.keys(found), names);
  return found;
}

/** @param {string} text */
export function numberOf(text) {
  if (/^-?inf(inity)?$/i.test(text)) return text.startsWith('-') ? -Infinity : Infinity;
  if (/^nan$/i.test(text)) return Number.NaN;
  const number = Number(text);
  assert.ok(!Number.isNaN(number), text);
  return number;
}

/** The modules that programs import, by name. @type {Record<string, object>} */
const modules = {
  'attention-lab': core,
  'attention-lab/pretrained': pretrained,
  'node:fs/promises': fs,
};

/**
 * Runs a JavaScript program in this process.
 * @param {string} text
 * @returns {Promise<{ queryWords: string[], keyWords: string[], printed: string }>}
 */
export async function runHere(text) {
  /** @type {string[]} */
  const lines = [];
  const body = text.replace(/^import (\{.*\}) from ('.*');$/gm, 'const $1 = modules[$2];');
  assert.notEqual(body, text);
  const AsyncFunction = /** @type {FunctionConstructor} */ (runHere.constructor);
  const program = new AsyncFunction(
    'modules',
    'console',
    `'use strict'; ${body}; return { queryWords, keyWords };`,
  );
  const words = await program(modules, { log: (/** @type {string} */ line) => lines.push(line) });
  return { ...words, printed: lines.join('\n') };
}

/**
 * @param {string} printed the output of a program in JavaScript
 * @param {Computation} computation
 */
export function assertBits(printed, computation) {
  for (const [tensor, numbers] of Object.entries(tensorsIn(printed, computation, WITHIN_SOFTMAX))) {
    assertSameBits(numbers, computation.results[tensor], tensor);
  }
}

/**
 * Asserts that a Python program has the words and numbers on the screen, up to a share of the
 * largest number.
 * @param {Outcome} outcome
 * @param {Computation} computation
 * @param {number} share
 * @param {string} name
 */
export function assertComputed({ error, words, tensors }, computation, share, name) {
  assert.equal(error, '', name);
  assert.deepEqual(words[0], computation.queryWords, name);
  assert.deepEqual(Object.keys(tensors), listComputed(computation), name);
  for (const [id, data] of Object.entries(tensors)) {
    const expected = computation.results[id];
    const limit = shareOfLargest(expected, share);
    assertWithin({ shape: expected.shape, data }, expected, limit, `${id} of ${name}`);
  }
}
