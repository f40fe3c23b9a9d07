// Every input that a fuzzer has found worth keeping, under AddressSanitizer and UBSan: the core gives
// what plain C in double gives, or the status that is due, and no run is without an end.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { reached } from '../support/bar.js';
import { packedCorpus, readCorpus, targets } from './corpus.js';

const program = fileURLToPath(new URL('../../dist/native/fuzz-asan', import.meta.url));

describe('the kept corpus, replayed with sanitizers', () => {
  for (const target of targets) {
    const count = readCorpus(target).length;

    it(`${target}: ${count} inputs`, () => {
      const { error, status, stdout, stderr } = spawnSync(program, [target], {
        input: packedCorpus(target),
        encoding: 'utf8',
      });
      assert.ifError(error);
      assert.equal(stderr, '');
      assert.equal(status, 0);
      assert.equal(Number(stdout), count);
      assert.ok(count > 100, 'that is not the corpus');
      reached('fuzz', { counts: { 'inputs kept': count, targets: 1 } });
    });
  }
});
