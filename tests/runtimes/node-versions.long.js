// The library's tests pass in the other supported versions of Node, which npx installs.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { FIGURES_VARIABLE, LONG_VARIABLE } from '../support/bar.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const files = readdirSync(`${root}tests/js`).filter((name) => name.endsWith('.test.js'));

/** Returns the output of a version of Node. @param {number} version @param {string[]} args */
function runNode(version, args) {
  const env = { ...process.env };
  // With these variables a test run would report to this one and print nothing, take the long run's
  // numbers, and count for the bar once more.
  for (const name of ['NODE_TEST_CONTEXT', LONG_VARIABLE, FIGURES_VARIABLE]) delete env[name];
  const command = ['--yes', '--prefer-offline', `--package=node@${version}`, '--', 'node', ...args];
  const { status, stdout, stderr } = spawnSync('npx', command, {
    ...{ cwd: root, env, encoding: 'utf8', maxBuffer: 2 ** 28 },
  });
  assert.equal(status, 0, stdout.slice(-4000) + stderr);
  return stdout;
}

describe('Node passes the tests of the library in version', () => {
  for (const version of [22, 24]) {
    it(`${version}`, () => {
      assert.match(runNode(version, ['--version']), new RegExp(`^v${version}\\.`));
      const paths = files.map((name) => `tests/js/${name}`);
      const printed = runNode(version, ['--test', '--test-reporter=tap', ...paths]);
      const count = (/** @type {string} */ what) =>
        Number(printed.match(new RegExp(`^# ${what} (\\d+)$`, 'm'))?.[1]);
      assert.ok(count('pass') > 3000, `${count('pass')} tests passed`);
      assert.equal(count('pass'), count('tests'));
    });
  }
});
