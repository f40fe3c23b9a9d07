/** Names the packages in a built file: one line at its start, and their licence texts in a file beside it. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

export const NOTICES = 'THIRD-PARTY-NOTICES.txt';

/** @typedef {{ name: string, version: string, license: string }} Manifest what is read of a package.json */

/** @param {string} folder @returns {Promise<Manifest>} */
const readManifest = async (folder) =>
  JSON.parse(await readFile(join(root, folder, 'package.json'), 'utf8'));

/** @param {readonly string[]} modules paths @returns {string[]} folders of the packages they belong to */
export function listPackages(modules) {
  const found = modules.flatMap((path) => /node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []);
  return [...new Set(found)].sort();
}

/**
 * The first line of a built file.
 * @param {readonly string[]} folders of the packages in it
 */
export async function makeBanner(folders) {
  const project = await readManifest('.');
  const others = await Promise.all(folders.map(readManifest));
  const bundled = others.map(({ name, version, license }) => `${name} ${version} (${license})`);
  const list = bundled.length > 0 ? `; with ${bundled.join(', ')}: ${NOTICES}` : '';
  return `/*! ${project.name} ${project.version} (${project.license})${list} */`;
}

/**
 * The licence texts of packages: one that brings none cannot be bundled.
 * @param {readonly string[]} folders
 */
export async function collectNotices(folders) {
  const parts = folders.map(async (folder) => {
    const { name, version, license } = await readManifest(folder);
    const text = await readFile(join(root, folder, 'LICENSE'), 'utf8');
    return `${name} ${version} (${license})\n\n${text.trim()}\n`;
  });
  const intro = 'Files of attention-lab contain these packages.\n';
  return [intro, ...(await Promise.all(parts))].join(`\n${'-'.repeat(72)}\n\n`);
}
