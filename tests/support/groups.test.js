// The daily tier runs every file: some of them in one process, none of which changes what the others see.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { it } from 'node:test';
import { groupFiles } from './groups.js';

const PLAIN = "it('is', () => {});\n";

/** @type {Record<string, string>} */
const TEXTS = {
  ...Object.fromEntries([...'abcdefg'].map((name) => [`tests/web/${name}.test.js`, PLAIN])),
  'tests/web/global.test.js': 'globalThis.name = 1;\n',
  'tests/web/hook.test.js': 'before(() => {});\n',
  'tests/web/inner/a.test.js': PLAIN,
  'tests/browser/a.test.js': PLAIN,
};

it('a file shares a process with a few of its folder, unless it changes what they see', (t) => {
  const root = mkdtempSync(join(tmpdir(), 'groups-'));
  t.after(() => rmSync(root, { recursive: true }));
  for (const [path, text] of Object.entries(TEXTS)) {
    mkdirSync(join(root, dirname(path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const importsOf = (/** @type {string} */ path) =>
    Array.from(
      readFileSync(join(root, path), 'utf8').matchAll(/'(?:\.\.\/){2}(.*)'/g),
      ([, file]) => file,
    );
  const grouped = groupFiles(Object.keys(TEXTS), root).map((path) =>
    path.startsWith('dist/') ? importsOf(path) : path,
  );
  const named = (/** @type {string} */ names) =>
    Array.from(names, (name) => `tests/web/${name}.test.js`);
  assert.deepEqual(grouped, [
    ...[named('abcd'), named('efg'), ['tests/web/inner/a.test.js']],
    ...['tests/web/global.test.js', 'tests/web/hook.test.js', 'tests/browser/a.test.js'],
  ]);
});
