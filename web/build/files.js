/** The files of the project, read and written by their paths from its root. */

import { readFileSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));

/** @param {string} path */
export const readText = (path) => readFileSync(root + path, 'utf8');

/** @param {string} path @returns {any} */
export const readJson = (path) => JSON.parse(readText(path));

/**
 * Writes a file of dist in one move, so that a build that is stopped leaves no half file.
 * @param {string} name
 * @param {string | Uint8Array} content
 */
export async function publishFile(name, content) {
  const path = `${root}dist/${name}`;
  await mkdir(dirname(path), { recursive: true });
  await writeFile(`${path}.half`, content);
  await rename(`${path}.half`, path);
}

/** @param {string} name in dist @param {unknown} value */
export const publishJson = (name, value) =>
  publishFile(name, `${JSON.stringify(value, null, 1)}\n`);

/** A page that does not name its encoding would read other letters. @param {string} code */
export const escapeNonAscii = (code) =>
  code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
