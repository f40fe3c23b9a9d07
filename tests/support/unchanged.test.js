// What a run leaves out has nothing new to say: what a test imports and reads is known of each.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { IN_BOTH, isInEveryRun } from './extent.js';
import { longest, readExpected } from './outcomes.js';
import { hashesOf, isSaid, modulesOf, unchangedOf } from './unchanged.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const tests = readdirSync(join(root, 'tests'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.test.js') && !path.includes('node_modules'))
  .map((path) => join('tests', path));

/** By which a module reads, serves or starts what it does not import. */
const REACHES =
  /from 'node:(fs|fs\/promises|child_process|worker_threads)'|\bserveFolder\(|\bnew Worker\(|import\.meta\./;

it('each module of the tests that may read what it does not import says what', async () => {
  const modules = new Set([...(await modulesOf(root, tests)).values()].flat());
  const silent = [...modules].filter(
    (path) =>
      path.startsWith('tests/') &&
      !isSaid(path) &&
      REACHES.test(readFileSync(join(root, path), 'utf8')),
  );
  assert.ok(modules.size > 300, `${modules.size} modules`);
  assert.deepEqual(silent, []);
});

it('a hash changes with what its test imports or reads, and with nothing else', async () => {
  const some = [
    ...['browser/masks', 'golden/golden', 'web/turn', 'learning/status', 'package/package'],
  ];
  const paths = some.map((name) => `tests/${name}.test.js`);
  const modules = await modulesOf(root, paths);
  const before = hashesOf(root, modules);
  assert.deepEqual([...before.keys()], paths);
  for (const [changed, follow] of /** @type {[string, string[]][]} */ ([
    ['web/elements/attention-lab.js', ['package/package']],
    ['dist/bar.json', []],
    ['dist/index.html', ['browser/masks']],
    ['tests/golden/linear.json', ['golden/golden']],
    ['src/core/learning.h', ['learning/status', 'package/package']],
    ['web/lessons/turn.js', ['web/turn']],
    ['build.sh', some],
  ])) {
    const now = hashesOf(root, modules, (path) =>
      path === join(root, changed) ? 'other' : readFileSync(path),
    );
    const differ = some.filter((_, i) => now.get(paths[i]) !== before.get(paths[i]));
    assert.deepEqual(differ, follow, changed);
  }
});

it('what passed here or elsewhere with the same is left out', () => {
  const [one, other] = ['tests/package/package.test.js', 'tests/js/linear.test.js'];
  const left = (/** @type {Parameters<typeof unchangedOf>[1]} */ here, anywhere = {}) =>
    unchangedOf(new Map([one, other].map((test) => [test, 'now'])), here, anywhere);
  assert.deepEqual(left({}), []);
  assert.deepEqual(left({ [other]: { seconds: 1, passedWith: 'now' } }), [other]);
  assert.deepEqual(left({ [other]: { seconds: 1 } }), []);
  assert.deepEqual(left({ [other]: { seconds: 1, passedWith: 'before' } }), []);
  assert.deepEqual(left({}, { [one]: 'now' }), [one]);
  assert.deepEqual(left({}, { [one]: 'before' }), []);
});

it('the longest are those without which a fifth of the time is left', () => {
  const named = (/** @type {Record<string, number>} */ all) => [
    ...longest(Object.entries(all).map(([path, seconds]) => [path, { seconds }])),
  ];
  assert.deepEqual(named({ a: 1, b: 50, c: 15, d: 4, e: 30 }), ['b', 'e']);
  assert.deepEqual(named({ a: 1, b: 50, c: 16, d: 4, e: 29 }), ['b', 'e', 'c']);
  assert.deepEqual(named({}), []);
});

it('what passed elsewhere is said of tests that are there, but of none that is in every run', () => {
  const { passedWith } = readExpected();
  const everywhere = tests.filter(isInEveryRun);
  assert.equal(everywhere.length, IN_BOTH.length, everywhere.join(' '));
  for (const test of Object.keys(passedWith))
    assert.ok(tests.includes(test) && !everywhere.includes(test), test);
});
