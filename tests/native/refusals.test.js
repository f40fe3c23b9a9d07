// Native programs that call the core with invalid and extreme arguments, under gcc's sanitizers and
// in the plain build.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { runSilently } from '../support/run-silently.js';

const root = new URL('../../', import.meta.url);

/** @param {string} program @returns {string[]} the lines of its output */
function run(program) {
  const path = fileURLToPath(new URL(`dist/native/${program}`, root));
  return runSilently([path]).toString().trim().split('\n');
}

describe('natively', () => {
  for (const suffix of ['', '-asan']) {
    it(`every function refuses each fault, and writes nothing (refusals${suffix})`, (t) => {
      const lines = run(`refusals${suffix}`).map((line) => line.split(' '));
      const headers = ['attention', 'learning'].map((name) =>
        readFileSync(new URL(`src/core/${name}.h`, root), 'utf8'),
      );
      const declared = [...headers.join('').matchAll(/attn_status (attn_\w+)\(/g)];
      assert.deepEqual(lines.map(([name]) => name).sort(), declared.map(([, name]) => name).sort());
      for (const [name, count] of lines) assert.ok(Number(count) >= 5, `${name}: ${count}`);
      t.diagnostic(`${lines.reduce((sum, [, count]) => sum + Number(count), 0)} refusals`);
    });

    it(`each corner gives the value that is due (corners${suffix})`, () => {
      assert.ok(run(`corners${suffix}`).length > 20);
    });
  }
});
