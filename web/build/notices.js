/** Credits of the packages in a built file: a line at its start, and their license texts in a separate file. */

import { relative } from 'node:path';
import { readJson, readText, root } from './files.js';

export const NOTICES = 'THIRD-PARTY-NOTICES.txt';

/** @typedef {{ name: string, version: string, license: string }} Manifest the fields of a package.json */

/** @param {string} folder @returns {Manifest} */
const readManifest = (folder) => readJson(`${folder}/package.json`);

/** Lists the packages of modules. @param {readonly string[]} modules paths of modules @returns {string[]} folders of packages */
export function listPackages(modules) {
  const found = modules.flatMap(
    // Use paths relative to the root, because the project itself may be in a folder node_modules.
    (path) => /node_modules\/(?:@[^/]+\/)?[^/]+/.exec(relative(root, path))?.[0] ?? [],
  );
  return [...new Set(found)].sort();
}

/**
 * Returns the first line of a built file.
 * @param {readonly string[]} folders the folders of the packages in the file
 */
export function makeBanner(folders) {
  const project = readManifest('.');
  const others = folders.map(readManifest);
  const bundled = others.map(({ name, version, license }) => `${name} ${version} (${license})`);
  const list = bundled.length > 0 ? `; with ${bundled.join(', ')}: ${NOTICES}` : '';
  return `/*! ${project.name} ${project.version} (${project.license})${list} */`;
}

/**
 * Collects the license texts of packages. Throws if a package has no license text, because it cannot be bundled.
 * @param {readonly string[]} folders
 */
export function collectNotices(folders) {
  const parts = folders.map((folder) => {
    const { name, version, license } = readManifest(folder);
    return `${name} ${version} (${license})\n\n${readText(`${folder}/LICENSE`).trim()}\n`;
  });
  const intro = 'Files of attention-lab contain these packages.\n';
  return [intro, ...parts].join(`\n${'-'.repeat(72)}\n\n`);
}
