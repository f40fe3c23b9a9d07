// The same inputs give the same bits in runtimes that are npm packages. These are large, so this
// test installs them, and not the project.
import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { loadAttention } from '../../src/js/index.js';
import { recordFigure } from '../support/bar.js';
import { digestMany } from '../support/cases.js';
import { installIn } from '../support/install.js';

const here = fileURLToPath(new URL('.', import.meta.url));
const dist = fileURLToPath(new URL('../../dist/', import.meta.url));
const program = join(here, 'digest.js');

/**
 * The command that runs the program in each runtime. Deno may read the core's folder and nothing
 * else.
 * @type {Record<string, () => [command: string, ...args: string[]]>}
 */
const runtimes = {
  Node: () => [process.execPath, program],
  Bun: () => [installed('@oven', 'bin/bun'), '--no-install', program],
  Deno: () => [
    installed('@deno', 'deno'),
    ...['run', '--no-config', '--no-lock', '--no-remote', '--no-prompt', `--allow-read=${dist}`],
    program,
  ],
};

/**
 * Returns the program of a runtime that has a package for each kind of machine. npm installs those
 * for this machine, which on Linux is one for each C library. The script that would choose has not
 * run.
 * @param {string} scope the scope of the packages
 * @param {string} path the path in each package
 */
function installed(scope, path) {
  const folder = join(here, 'node_modules', scope);
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const found = names
    .map((name) => join(folder, name, path))
    .find((candidate) => {
      try {
        return execFileSync(candidate, ['--version'], { encoding: 'utf8' });
      } catch {
        return false;
      }
    });
  const machine = `${process.platform} on ${process.arch}`;
  assert.ok(found, `none of ${scope}/{${names}} runs here, ${machine}`);
  return found;
}

describe('650 calls of all operations give the same bits, however the core is loaded, in', () => {
  /** @type {string[]} */
  let expected;
  /** @type {string} a folder for files that the runtimes cache */
  let home;

  before(async () => {
    installIn(here);
    expected = await digestMany(await loadAttention());
    home = await mkdtemp(join(tmpdir(), 'attention-lab-'));
  });
  after(() => rm(home, { recursive: true, force: true }));

  for (const [name, commandLine] of Object.entries(runtimes)) {
    it(name, async () => {
      const [command, ...args] = commandLine();
      const env = { HOME: home, DENO_DIR: home, DO_NOT_TRACK: '1' };
      const { stdout } = await promisify(execFile)(command, args, { cwd: home, env });
      assert.deepEqual(JSON.parse(stdout), {
        'src/js': expected,
        'dist/core.js': expected,
        'dist/attention.wasm': expected,
      });
      recordFigure('bits', { counts: { [`calls in ${name}`]: expected.length } });
    });
  }
});
