// Runs every tests/**/*.test.js, or those whose path contains one of the arguments:
// `npm test -- golden`. Node 20 takes no globs on its command line and later versions no folder,
// so the files are listed here; and a run that found no file fails instead of passing.
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openPool, POOL_VARIABLE } from './browser-pool.js';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const wanted = process.argv.slice(2);

const files = readdirSync(join(root, 'tests'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.test.js') && !path.includes('node_modules'))
  .map((path) => relative(root, join(root, 'tests', path)))
  .filter((path) => wanted.length === 0 || wanted.some((part) => path.includes(part)))
  .sort();

if (files.length === 0) {
  console.error(`No test file ${wanted.length ? `matches ${wanted.join(' ')}` : 'found'}`);
  process.exit(1);
}

// A file waits for its browsers most of the time; then others have the processor.
const options = [
  '--test',
  '--test-reporter=spec',
  `--test-concurrency=${2 * availableParallelism()}`,
];
const pool = await openPool();
const child = spawn(process.execPath, [...options, ...files], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, [POOL_VARIABLE]: String(pool.port) },
});
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.on(signal, () => child.kill(signal));
}
child.once('exit', async (status) => {
  // What is left of the tests ends with their browsers.
  await pool.close();
  process.exitCode = status ?? 1;
});
