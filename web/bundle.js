/** Writes dist/attention-lab.js and dist/index.html, both in one piece with the wasm inside. */

import { createHash } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { build } from 'esbuild';

/** @param {string} path from the root of the project */
const file = (path) => new URL(`../${path}`, import.meta.url);

/**
 * Templates and style sheets are indented for those who read them here. A newline says as much to a
 * browser.
 */
const withoutIndents = {
  name: 'without-indents',
  /** @param {import('esbuild').PluginBuild} bundler */
  setup(bundler) {
    bundler.onLoad({ filter: /web\/(lessons|parts|styles)\/[^/]+\.js$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8')).replace(/\n\s+/g, '\n'),
    }));
  },
};

const script = await bundled('web/define.js');
await publish('dist/attention-lab.js', script);
await publish('dist/index.html', await inOnePiece('web/index.html', await bundled('web/page.js')));

/**
 * @param {string} path
 * @returns {Promise<string>} a classic script: modules do not load from file:// addresses
 */
async function bundled(path) {
  const { outputFiles } = await build({
    entryPoints: [file(path).pathname],
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target: ['chrome123', 'firefox120', 'safari17.5'],
    plugins: [withoutIndents],
    legalComments: 'inline',
    logLevel: 'warning',
  });
  return outputFiles[0].text;
}

/**
 * A page with its script inside, and a policy that lets it run that and nothing else.
 * @param {string} path
 * @param {string} script
 */
async function inOnePiece(path, script) {
  // Within HTML neither of these may stand in a script, even in a string.
  const embedded = script.replace(/<\/script/gi, '<\\/script').replace(/<!--/g, '<\\!--');
  const shell = await readFile(file(path), 'utf8');
  const style = /<style>([\s\S]*?)<\/style>/.exec(shell)?.[1] ?? '';
  const policy = [
    "default-src 'none'",
    `script-src '${digest(embedded)}' 'wasm-unsafe-eval'`,
    `style-src '${digest(style)}'`,
    'img-src data:',
  ].join('; ');
  const meta = '<meta charset="utf-8">';
  return shell
    .replace(meta, `${meta}\n    <meta http-equiv="Content-Security-Policy" content="${policy}">`)
    .replace('<script src="attention-lab.js"></script>', () => `<script>${embedded}</script>`);
}

/** @param {string} text */
function digest(text) {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

/**
 * In one move, so that a build that is stopped leaves no half file.
 * @param {string} path
 * @param {string} text
 */
async function publish(path, text) {
  const half = file(`${path}.half`);
  await writeFile(half, text);
  await rename(half, file(path));
}
