// Packages that only one test needs, in a folder of their own, so that no other installation waits.
import { execFileSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Installs what the lock file in a folder lists, unless it is there. No script of a package runs.
 * Throws, and npm says why, if that fails.
 * @param {string} folder
 * @param {'ci' | 'install'} [how] `ci` also wants to find what only other systems need, and not every
 *   registry has all of that
 */
export function installIn(folder, how = 'ci') {
  const time = (/** @type {string} */ path) => statSync(join(folder, path)).mtimeMs;
  // npm writes this file last, so it tells a finished installation from a broken one.
  const done = 'node_modules/.package-lock.json';
  if (existsSync(join(folder, done)) && time(done) >= time('package-lock.json')) return;
  const quietly = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'];
  execFileSync('npm', [how, ...quietly], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
}
