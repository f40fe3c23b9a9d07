// Makes a scratch copy of the checkout, in which tests can change, build and run code.
import { cpSync, mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installIn } from './install.js';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** The parts of a checkout that tests read. None of them is large. */
const PARTS = [
  ...['src', 'web', 'tests', 'dist', 'build.sh', 'package.json', 'package-lock.json', 'README.md'],
  ...['.github', 'LICENSE', '.tsconfig.json', '.tsconfig.types.json'],
];

/**
 * @param {string} from
 * @param {string} to the copy keeps the modification times, from which the build sees what is up to
 *   date
 */
export const copy = (from, to) =>
  cpSync(from, to, {
    recursive: true,
    preserveTimestamps: true,
    filter: (path) => !/node_modules|dist\/native/.test(path),
  });

/** @param {string} what the purpose, used in the folder's name @returns {string} the folder */
export function copyCheckout(what) {
  // Otherwise a build of the copy would install through the link, which empties our own folder first.
  installIn(root);
  const folder = mkdtempSync(join(tmpdir(), `attention-${what}-`));
  for (const part of PARTS) copy(join(root, part), join(folder, part));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}
