/**
 * The two pages of dist: index.html with its script inside, and embed.html with its examples and the tables of attributes
 * (`node web/build/pages.js` writes it, once script and manifest are there). Each has a policy that allows what it needs.
 */

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { escaped } from '../text/markup.js';
import { writeAttributesAsHtml } from './documents.js';
import { publishFile } from './publish.js';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** @param {string} path from the root of the project */
const readSource = (path) => readFile(root + path, 'utf8');

/** @param {string} script of index.html */
export async function makePage(script) {
  // HTML ends a script at the first of these, even in a string.
  const inner = script
    .replace(/^\/\/# sourceMappingURL=index.*$/m, '')
    .replace(/<\/script/gi, '<\\/script')
    .replace(/<!--/g, '<\\!--');
  const shell = await readSource('web/site/index.html');
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
async function makeEmbedPage() {
  const [shell, lab, manifest] = await Promise.all(
    ['web/site/embed.html', 'dist/attention-lab.js', 'dist/custom-elements.json'].map(readSource),
  );
  let page = shell
    .replace('sha384-…', digest(lab, 'sha384'))
    .replace(/<!-- attributes of ([\w-]+) -->/g, (_, tag) =>
      writeAttributesAsHtml(JSON.parse(manifest), tag),
    );
  for (const [comment, name] of shell.matchAll(/<!-- example ([\w-]+) -->/g)) {
    const example = await readSource(`web/site/examples/${name}.html`);
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
  await publishFile('embed.html', await makeEmbedPage());
