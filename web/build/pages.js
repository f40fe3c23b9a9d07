/**
 * The two pages of dist: index.html with its script inside, and embed.html with its examples and the tables of attributes
 * (`node web/build/pages.js` writes it, once script and manifest are there). Each has a policy that allows what it needs.
 */

import { createHash } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import { escaped } from '../text/markup.js';
import { writeAttributesAsHtml } from './documents.js';
import { publishFile, readJson, readText } from './files.js';

/** @param {string} script of index.html */
export function makePage(script) {
  // HTML ends a script at the first of these, even in a string.
  const inner = script.replace(/<\/script/gi, '<\\/script').replace(/<!--/g, '<\\!--');
  const shell = readText('web/site/index.html');
  return withPolicy(shell, [
    // The model that ships is a script beside the page where that is a file; a page fetches it, and models of the Hub.
    `script-src '${digest(inner)}' 'wasm-unsafe-eval' file:`,
    // No list of hosts would do: the reader names the Hub, and a Hub redirects to hosts that change. So any https: host is
    // allowed, but http: only on the reader's own machine. Nothing is requested before the reader asks for it.
    "connect-src 'self' https: http://localhost:* http://127.0.0.1:*",
    'worker-src blob:',
    `style-src ${digestsOf(shell, STYLES)}`,
  ]).replace('<script src="attention-lab.js"></script>', () => `<script>${inner}</script>`);
}

/** The page for authors, which stands beside its scripts. */
function makeEmbedPage() {
  const shell = readText('web/site/embed.html');
  const manifest = readJson('dist/custom-elements.json');
  let page = shell
    .replace('sha384-…', digest(readText('dist/attention-lab.js'), 'sha384'))
    .replace(/<!-- attributes of ([\w-]+) -->/g, (_, tag) => writeAttributesAsHtml(manifest, tag));
  for (const [comment, name] of shell.matchAll(/<!-- example ([\w-]+) -->/g)) {
    const example = readText(`web/site/examples/${name}.html`);
    page = page.replace(comment, () => showExample(example.trimEnd()));
  }
  return withPolicy(page, [
    `script-src 'self' ${digestsOf(page, SCRIPTS)} 'wasm-unsafe-eval'`,
    'worker-src blob:',
    `style-src ${digestsOf(page, STYLES)}`,
    "frame-src 'self'",
    "require-trusted-types-for 'script'",
    "trusted-types lit-html attention-lab 'allow-duplicates'",
  ]);
}

/** Beside each other the example, which runs, and its text. The page itself loads the script. @param {string} example */
const showExample = (example) => `<div class="live">
${example.replace(/^<script src.*\n/, '')}
</div>
<pre class="beside">${escaped(example).replaceAll('&#xa;', '\n')}</pre>`;

const SCRIPTS = /<script(?: type="module")?>([\s\S]*?)<\/script>/g;

const STYLES = /<style>([\s\S]*?)<\/style>/g;

/** @param {string} page @param {RegExp} elements */
const digestsOf = (page, elements) =>
  [...page.matchAll(elements)].map(([, text]) => `'${digest(text)}'`).join(' ');

/** @param {string} page @param {string[]} allowed all that is not forbidden */
function withPolicy(page, allowed) {
  const policy = ["default-src 'none'", ...allowed, 'img-src data:'].join('; ');
  const meta = '<meta charset="utf-8">';
  return page.replace(
    meta,
    `${meta}\n    <meta http-equiv="Content-Security-Policy" content="${policy}">`,
  );
}

/** @param {string} text @param {'sha256' | 'sha384'} [algorithm] */
const digest = (text, algorithm = 'sha256') =>
  `${algorithm}-${createHash(algorithm).update(text).digest('base64')}`;

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  await publishFile('embed.html', makeEmbedPage());
