/** Reading and writing files of the project by their paths from its root. */

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
 * Writes a file of dist and renames it at the end, so that an interrupted build leaves no incomplete file.
 * @param {string} name
 * @param {string | Uint8Array} content
 */
export async function publishFile(name, content) {
  const path = `${root}dist/${name}`;
  await mkdir(dirname(path), { recursive: true });
  await writeFile(`${path}.half`, content);
  await rename(`${path}.half`, path);
}

/** Writes a JSON file of dist. @param {string} name the path in dist @param {unknown} value */
export const publishJson = (name, value) =>
  publishFile(name, `${JSON.stringify(value, null, 1)}\n`);

/** Escapes all characters beyond ASCII, because a page without a declared encoding would misread them. @param {string} code */
export const escapeNonAscii = (code) =>
  code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
