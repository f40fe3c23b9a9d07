// Installs packages that only one test needs into their own folder, so that other installations do
// not take longer.
import { execFileSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Installs what a folder's lock file lists, or else the exact versions of its package.json, unless
 * they are installed. No script of a package runs. If npm fails, this throws, and npm prints the
 * reason.
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
