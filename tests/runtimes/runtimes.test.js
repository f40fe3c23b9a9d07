// The same inputs give the same bits in the runtimes that come as npm packages. These are large, so
// they are installed when this test runs, not with the tools of the project.
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
import { reached } from '../support/bar.js';
import { digestMany } from '../support/cases.js';
import { again } from '../support/extent.js';
import { installIn } from '../support/install.js';

const here = fileURLToPath(new URL('.', import.meta.url));
const dist = fileURLToPath(new URL('../../dist/', import.meta.url));
const program = join(here, 'digest.js');

/**
 * How each runs the program. Deno may read the folder of the core and do nothing else.
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
 * The program of a runtime that has a package for each kind of machine, of which npm installs those
 * for this one: on Linux one for each C library. The script that would choose has not run.
 * @param {string} scope of the packages
 * @param {string} path within each
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
  /** @type {string} where the runtimes keep what they want to remember */
  let home;

  before(async () => {
    installIn(here);
    expected = await digestMany(await loadAttention());
    home = await mkdtemp(join(tmpdir(), 'attention-lab-'));
  });
  after(() => rm(home, { recursive: true, force: true }));

  for (const [name, commandLine] of Object.entries(runtimes)) {
    const test = name === 'Deno' ? again : it;
    test(name, async () => {
      const [command, ...args] = commandLine();
      const env = { HOME: home, DENO_DIR: home, DO_NOT_TRACK: '1' };
      const { stdout } = await promisify(execFile)(command, args, { cwd: home, env });
      assert.deepEqual(JSON.parse(stdout), {
        'src/js': expected,
        'dist/core.js': expected,
        'dist/attention.wasm': expected,
      });
      reached('bits', { counts: { [`calls in ${name}`]: expected.length } });
    });
  }
});
