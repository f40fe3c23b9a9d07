// A scratch copy of the checkout, in which something can be changed, built and run.
import { cpSync, mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** What tests read of a checkout: none of these is large. */
const PARTS = [
  ...['src', 'web', 'tests', 'dist', 'build.sh', 'package.json', 'package-lock.json', 'README.md'],
  ...['.github', 'LICENSE', '.tsconfig.json', '.tsconfig.types.json'],
];

/** @param {string} from @param {string} to the times too, by which the build knows what is current */
export const copy = (from, to) =>
  cpSync(from, to, {
    recursive: true,
    preserveTimestamps: true,
    filter: (path) => !/node_modules|dist\/native/.test(path),
  });

/** @param {string} what it is for @returns {string} its folder */
export function copyCheckout(what) {
  const folder = mkdtempSync(join(tmpdir(), `attention-${what}-`));
  for (const part of PARTS) copy(join(root, part), join(folder, part));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}
