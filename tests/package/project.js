// Somebody else's project in a separate folder, in which the packed package is installed.
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export const root = fileURLToPath(new URL('../../', import.meta.url));
const consumer = fileURLToPath(new URL('consumer/', import.meta.url));

/** @param {string} path */
export const tool = (path) => join(root, 'node_modules', path);

/**
 * Runs a program and returns its output. Throws if the program fails.
 * @param {string} command
 * @param {string[]} args
 * @param {string} cwd
 */
export async function run(command, args, cwd) {
  const { stdout } = await promisify(execFile)(command, args, { cwd, maxBuffer: 2 ** 26 });
  return stdout;
}

/** @typedef {Awaited<ReturnType<typeof createProject>>} Project */

export async function createProject() {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'attention-lab-')));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    // Skip the build: everything is built, and `npm pack` would check all of it again.
    await run('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], root);
    const [name] = await readdir(folder);
    const tarball = join(folder, name);
    const home = join(folder, 'project');
    await cp(consumer, home, { recursive: true });
    await writeFile(join(home, 'package.json'), '{ "private": true, "type": "module" }');
    const quietly = ['--prefer-offline', '--no-audit', '--no-fund'];
    await run('npm', ['install', tarball, ...quietly], home);
    return { tarball, home, installed: join(home, 'node_modules/attention-lab'), remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Lists the files of a folder and its subfolders. @param {string} folder */
export async function filesIn(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
}
