/** Reading and writing files of the project by their paths from its root. */

import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));

/** @param {string} path */
export const readText = (path) => readFileSync(root + path, 'utf8');

/** @param {string} path @returns {any} */
export const readJson = (path) => JSON.parse(readText(path));

/** Lists the paths of all files and folders in a folder, relative to it. @param {string} folder */
export const listPaths = (folder) =>
  readdirSync(root + folder, { recursive: true, encoding: 'utf8' });

/** Whether a module is the program that runs. @param {string} url the `import.meta.url` of the module */
export const isMain = (url) => url === pathToFileURL(process.argv[1] ?? '').href;

/**
 * Prints the problems that a check has found. The program fails if there is one.
 * @param {readonly string[]} problems
 */
export function printProblems(problems) {
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
}

/** Writes a file of dist completely or not at all. @param {string} name @param {string | Uint8Array} content */
export async function publishFile(name, content) {
  const path = `${root}dist/${name}`;
  await mkdir(dirname(path), { recursive: true });
  await writeFile(`${path}.half`, content);
  await rename(`${path}.half`, path);
}

/** Writes a JSON file of dist. @param {string} name the path in dist @param {unknown} value */
export const publishJson = (name, value) =>
  publishFile(name, `${JSON.stringify(value, null, 1)}\n`);

/**
 * Escapes all characters beyond ASCII, because a page without a declared encoding would misread
 * them.
 * @param {string} code
 */
export const escapeNonAscii = (code) =>
  code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
