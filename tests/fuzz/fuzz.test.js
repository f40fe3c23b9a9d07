// Runs every kept input of the fuzzer under AddressSanitizer and UBSan: the core gives the result
// of plain C in double, or the right status, and every run ends.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { recordFigure } from '../support/bar.js';
import { runSilently } from '../support/run-silently.js';
import { packedCorpus, readCorpus, targets } from './corpus.js';

const program = fileURLToPath(new URL('../../dist/native/fuzz-asan', import.meta.url));

describe('the kept corpus, replayed with sanitizers', () => {
  for (const target of targets) {
    const count = readCorpus(target).length;

    it(`${target}: ${count} inputs`, () => {
      assert.equal(Number(runSilently([program, target], packedCorpus(target))), count);
      assert.ok(count > 100, 'that is not the corpus');
      recordFigure('fuzz', { counts: { 'inputs kept': count, targets: 1 } });
    });
  }
});
