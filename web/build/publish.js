import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const dist = fileURLToPath(new URL('../../dist/', import.meta.url));

/**
 * Writes a file of dist in one move, so that a build that is stopped leaves no half file.
 * @param {string} name
 * @param {string | Uint8Array} content
 */
export async function publishFile(name, content) {
  const path = dist + name;
  await mkdir(dirname(path), { recursive: true });
  await writeFile(`${path}.half`, content);
  await rename(`${path}.half`, path);
}
