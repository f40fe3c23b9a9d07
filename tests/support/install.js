// Packages that only one test needs, in a folder of their own, so that no other installation waits.
import { execFileSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Installs what the lock file in a folder lists, or else the exact versions of its package.json, unless they are there. No
 * script of a package runs. Throws, and npm says why, if that fails.
 * @param {string} folder
 */
export function installIn(folder) {
  const isLocked = existsSync(join(folder, 'package-lock.json'));
  const time = (/** @type {string} */ path) => statSync(join(folder, path)).mtimeMs;
  // npm writes this file last, so it tells a finished installation from a broken one.
  const done = 'node_modules/.package-lock.json';
  const list = isLocked ? 'package-lock.json' : 'package.json';
  if (existsSync(join(folder, done)) && time(done) >= time(list)) return;
  const quietly = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'];
  const how = isLocked ? 'ci' : 'install';
  execFileSync('npm', [how, ...quietly], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
}
