/** Names the packages in a built file: one line at its start, and their licence texts in a file beside it. */

import { relative } from 'node:path';
import { readJson, readText, root } from './files.js';

export const NOTICES = 'THIRD-PARTY-NOTICES.txt';

/** @typedef {{ name: string, version: string, license: string }} Manifest what is read of a package.json */

/** @param {string} folder @returns {Manifest} */
const readManifest = (folder) => readJson(`${folder}/package.json`);

/** @param {readonly string[]} modules paths @returns {string[]} folders of the packages they belong to */
export function listPackages(modules) {
  const found = modules.flatMap(
    // The project may lie in a folder node_modules itself.
    (path) => /node_modules\/(?:@[^/]+\/)?[^/]+/.exec(relative(root, path))?.[0] ?? [],
  );
  return [...new Set(found)].sort();
}

/**
 * The first line of a built file.
 * @param {readonly string[]} folders of the packages in it
 */
export function makeBanner(folders) {
  const project = readManifest('.');
  const others = folders.map(readManifest);
  const bundled = others.map(({ name, version, license }) => `${name} ${version} (${license})`);
  const list = bundled.length > 0 ? `; with ${bundled.join(', ')}: ${NOTICES}` : '';
  return `/*! ${project.name} ${project.version} (${project.license})${list} */`;
}

/**
 * The licence texts of packages: one that brings none cannot be bundled.
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
