/**
 * The two pages of dist: index.html with its script, and embed.html with its examples and tables of attributes.
 * `node web/build/pages.js` writes embed.html, after the script and the manifest. Each page has a content security policy.
 */

import { createHash } from 'node:crypto';
import { escaped } from '../text/markup.js';
import { writeAttributesAsHtml, writeStepsAsHtml } from './documents.js';
import { isMain, publishFile, readJson, readText } from './files.js';

/** Makes index.html. @param {string} script the script of the page */
export function makePage(script) {
  // Escape sequences that HTML parses even inside a string of a script.
  const inner = script.replace(/<\/script/gi, '<\\/script').replace(/<!--/g, '<\\!--');
  const shell = readText('web/site/index.html');
  return withPolicy(shell, [
    // With a file: URL, the page loads the model of the package as a script next to it.
    `script-src '${digest(inner)}' 'wasm-unsafe-eval' file:`,
    // The page fetches models. A list of hosts is impossible, because the reader chooses the Hub, and a Hub redirects to
    // changing hosts. So any https: host is allowed, and http: only on the reader's machine. The page requests nothing
    // before the reader asks for it.
    "connect-src 'self' https: http://localhost:* http://127.0.0.1:*",
    'worker-src blob:',
    `style-src ${listDigests(shell, STYLES)}`,
  ]).replace('<script src="attention-lab.js"></script>', () => `<script>${inner}</script>`);
}

/** Makes embed.html, the page for authors, which loads its scripts from files next to it. */
function makeEmbedPage() {
  const shell = readText('web/site/embed.html');
  const manifest = readJson('dist/custom-elements.json');
  let page = shell
    .replace('<!-- steps of attention-lab -->', writeStepsAsHtml())
    .replace('sha384-…', digest(readText('dist/attention-lab.js'), 'sha384'))
    .replace(/<!-- attributes of ([\w-]+) -->/g, (_, tag) => writeAttributesAsHtml(manifest, tag));
  for (const [comment, name] of shell.matchAll(/<!-- example ([\w-]+) -->/g)) {
    const example = readText(`web/site/examples/${name}.html`);
    page = page.replace(comment, () => showExample(example.trimEnd()));
  }
  return withPolicy(page, [
    `script-src 'self' ${listDigests(page, SCRIPTS)} 'wasm-unsafe-eval'`,
    'worker-src blob:',
    `style-src ${listDigests(page, STYLES)}`,
    "frame-src 'self'",
    "require-trusted-types-for 'script'",
    "trusted-types lit-html attention-lab 'allow-duplicates'",
  ]);
}

/** Shows a running example and its source side by side. The page itself loads the script. @param {string} example */
const showExample = (example) => `<div class="live">
${example.replace(/^<script src.*\n/, '')}
</div>
<pre class="beside">${escaped(example).replaceAll('&#xa;', '\n')}</pre>`;

const SCRIPTS = /<script(?: type="module")?>(.*?)<\/script>/gs;
const STYLES = /<style>(.*?)<\/style>/gs;

/** @param {string} page @param {RegExp} elements */
const listDigests = (page, elements) =>
  [...page.matchAll(elements)].map(([, text]) => `'${digest(text)}'`).join(' ');

/**
 * Adds a content security policy.
 * @param {string} page
 * @param {string[]} allowed the directives, which allow what the page needs
 */
function withPolicy(page, allowed) {
  const policy = ["default-src 'none'", ...allowed, 'img-src data:'].join('; ');
  const meta = `\n    <meta http-equiv="Content-Security-Policy" content="${policy}">`;
  return page.replace('<meta charset="utf-8">', `$&${meta}`);
}

/** @param {string} text @param {'sha256' | 'sha384'} [algorithm] */
const digest = (text, algorithm = 'sha256') =>
  `${algorithm}-${createHash(algorithm).update(text).digest('base64')}`;

if (isMain(import.meta.url)) await publishFile('embed.html', makeEmbedPage());
