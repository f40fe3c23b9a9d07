import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { statuses } from '../support/header.js';
import { runSilently } from '../support/run-silently.js';

const root = new URL('../../', import.meta.url);
const check = readFileSync(new URL('src/core/check.h', root), 'utf8');
const slots = Number(check.match(/#define GUARD_SLOTS (\d+)/)?.[1]);

describe('a guard', () => {
  for (const program of ['guard', 'guard-asan']) {
    it(`refuses more arrays than it has slots for (${program})`, () => {
      const path = fileURLToPath(new URL(`dist/native/${program}`, root));
      const lines = runSilently([path]).toString().trim().split('\n');
      assert.equal(lines.length, slots + 8);
      for (const line of lines) {
        const [count, readStatus, writeStatus] = line.split(' ').map(Number);
        const expected = statuses.get(count > slots ? 'ERROR_TOO_LARGE' : 'OK');
        assert.deepEqual([readStatus, writeStatus], [expected, expected], `${count} arrays`);
      }
    });
  }
});
