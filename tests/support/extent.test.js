import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { it } from 'node:test';
import { LEFT_OUT } from './extent.js';

it('LEFT_OUT names test files, each once', () => {
  const paths = Object.values(LEFT_OUT).flat();
  const missing = paths.filter((path) => !existsSync(new URL(`../../${path}`, import.meta.url)));
  assert.deepEqual(missing, []);
  assert.equal(new Set(paths).size, paths.length);
  assert.ok(paths.every((path) => path.endsWith('.test.js')));
});
