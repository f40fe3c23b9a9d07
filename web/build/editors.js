/**
 * Writes files for editors, from the manifest: dist/vscode.html-custom-data.json, dist/web-types.json, and the schema of
 * `state`, dist/state.schema.json, with the descriptions of the manifest.
 */

import { getWebTypesData } from 'custom-element-jet-brains-integration';
import { getVsCodeHtmlCustomData } from 'custom-element-vs-code-integration';
import { publishJson, readJson } from './files.js';
import { makeStateSchema } from './schemas.js';

const manifest = readJson('dist/custom-elements.json');
const { name, version } = readJson('package.json');

/** @type {{ name: string, description?: string }[]} */
const members = manifest.modules
  .flatMap((/** @type {any} */ { declarations }) => declarations)
  .find((/** @type {any} */ { tagName }) => tagName === 'attention-lab').members;

const descriptions = Object.fromEntries(members.map((member) => [member.name, member.description]));
const options = { hideLogs: true };

/** Parses generated JSON, without the undefined defaults of custom properties. @param {string} text */
const parse = (text) => JSON.parse(text.replaceAll(' _(default: undefined)_', ''));

await publishJson('state.schema.json', makeStateSchema(descriptions));
const customData = parse(getVsCodeHtmlCustomData(manifest, options));
await publishJson('vscode.html-custom-data.json', customData);
// Add the name and the version of the package, which the manifest lacks.
const webTypes = { ...parse(getWebTypesData(manifest, options)), name, version };
await publishJson('web-types.json', webTypes);
