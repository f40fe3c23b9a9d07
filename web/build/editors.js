/**
 * Writes what editors read beside the manifest, and out of it: dist/vscode.html-custom-data.json, dist/web-types.json and,
 * with the words of the manifest, the schema of `state`, dist/state.schema.json.
 */

import { readFile, writeFile } from 'node:fs/promises';
import { getWebTypesData } from 'custom-element-jet-brains-integration';
import { getVsCodeHtmlCustomData } from 'custom-element-vs-code-integration';
import { makeStateSchema } from './schemas.js';

/** @param {string} path from the root of the project */
const file = (path) => new URL(`../../${path}`, import.meta.url);

/** @param {string} path @returns {Promise<any>} */
const readJson = async (path) => JSON.parse(await readFile(file(path), 'utf8'));

const manifest = await readJson('dist/custom-elements.json');

const { name, version } = await readJson('package.json');

/** @type {{ name: string, description?: string }[]} */
const members = manifest.modules
  .flatMap((/** @type {any} */ { declarations }) => declarations)
  .find((/** @type {any} */ { tagName }) => tagName === 'attention-lab').members;

const descriptions = Object.fromEntries(members.map((member) => [member.name, member.description]));

const options = { hideLogs: true };

for (const [path, text] of [
  ['state.schema.json', JSON.stringify(makeStateSchema(descriptions))],
  ['vscode.html-custom-data.json', getVsCodeHtmlCustomData(manifest, options)],
  ['web-types.json', withName(getWebTypesData(manifest, options))],
]) {
  // Custom properties have no defaults in the manifest.
  const told = text.replaceAll(' _(default: undefined)_', '');
  await writeFile(file(`dist/${path}`), `${JSON.stringify(JSON.parse(told), null, 1)}\n`);
}

/** Adds the name of the package, which the manifest leaves out. @param {string} text */
function withName(text) {
  return JSON.stringify({ ...JSON.parse(text), name, version });
}
