import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { describe, it } from 'node:test';
import { transformSync } from 'esbuild';
import { tally } from '../support/bar.js';
import { faults, readSource, seed } from './faults.js';

const root = new URL('../../', import.meta.url);

const bar = tally('faults');

describe('the list of faults', () => {
  for (const fault of faults) {
    it(`${fault.file}: ${fault.name}`, () => {
      const seeded = seed(fault, readSource(fault, root));
      // A fault that does not parse would fail every test and prove nothing.
      if (fault.file.endsWith('.js')) transformSync(seeded);
      assert(fault.tests.length > 0, 'no test is named');
      for (const path of [...fault.tests, ...fault.folders]) {
        assert(existsSync(new URL(path, root)), path);
      }
      bar.count('faults in their places');
    });
  }

  it('names each fault once', () => {
    const names = faults.map(({ file, name }) => `${file}: ${name}`);
    assert.equal(new Set(names).size, names.length);
  });
});
