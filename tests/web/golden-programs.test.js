// Compares programs line by line without comments, so that no computation changes by mistake, even
// without Python.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { it } from 'node:test';
import { toJavascript } from '../../web/export/javascript.js';
import { toNumpy, toPytorch } from '../../web/export/python.js';
import { computationOf, ownComputationOf } from '../support/computations.js';
import { textOf } from '../support/programs.js';

const path = new URL('./golden-programs.txt', import.meta.url);

const emptyRow = { mask: 'custom', masked: '0.1 1.0 1.1 1.2' };
const rows = [
  [1, 2],
  [-0.5, 0.25],
];
const computations = {
  'two heads at their places, causal, with numbers of the reader': computationOf({
    ...{ sentence: 'a b', dModel: 2, heads: 2, positions: 'sinusoidal', mask: 'causal' },
    ...{ scale: 'words', temperature: 2, edits: 's.1.0.0:3;q.0.0:-0', emptyRow: 'nan' },
  }),
  'additive, keys of another width, a painted mask and dropout': computationOf({
    ...{ mechanism: 'additive', target: 'he is', sentence: 'a b c', dModel: 2, heads: 1 },
    ...{ keyWidth: 3, temperature: 0.75, dropout: 0.25, ...emptyRow },
  }),
  'tensors of the reader, padded with a finite fill': ownComputationOf(
    { q: rows, k: rows, v: rows, queryTokens: ['a', 'b'], keyTokens: ['c', 'd'] },
    { mask: 'padding', fill: '-1e9' },
  ),
};
const languages = { NumPy: toNumpy, PyTorch: toPytorch, JavaScript: toJavascript };

/** @param {string} text */
const code = (text) =>
  text
    .split('\n')
    .map((line) => line.replace(/(^| +)(#|\/\/) .*/, ''))
    .filter((line) => line.trim() !== '')
    .join('\n');

it('programs have exactly the recorded lines', () => {
  const printed = Object.entries(computations)
    .flatMap(([name, { state, computation }]) =>
      Object.entries(languages).map(
        ([language, make]) =>
          `==== ${language}: ${name}\n${code(textOf(make(state, computation)))}\n`,
      ),
    )
    .join('\n');
  // After an intended change: WRITE_GOLDEN=1 node --test tests/web/golden-programs.test.js
  if (process.env.WRITE_GOLDEN) writeFileSync(path, printed);
  assert.equal(printed, readFileSync(path, 'utf8'));
});
