import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { extname, join, normalize } from 'node:path';
import { it } from 'node:test';
import { root } from './project.js';

/** The kinds of files that the build reads. */
const KINDS = ['.js', '.ts', '.json', '.html'];

it('the sources of the build are all scripts, types, JSON and pages, but no document or picture', async () => {
  const folder = join(root, 'web/build');
  // Prints the variables, and builds nothing.
  const { stdout } = spawnSync('make', ['-pq', 'packages'], { cwd: folder, encoding: 'utf8' });
  const [, list = ''] = /^SOURCES := (.*)$/m.exec(stdout) ?? [];
  const sources = list.split(' ').map((path) => normalize(join('web/build', path)));
  const expected = ['package-lock.json'];
  for (const part of ['web', 'src/js'])
    for (const path of await readdir(join(root, part), { recursive: true, encoding: 'utf8' }))
      if (KINDS.includes(extname(path))) expected.push(join(part, path));
  assert.deepEqual(sources.toSorted(), expected.toSorted());
  assert.ok(sources.length > 500, `${sources.length}`);
});
