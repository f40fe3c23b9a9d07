/**
 * Writes dist/attention-lab.js and dist/index.html, both in one piece with the wasm inside;
 * dist/embed.html with a script of its own beside the former; and for a package the elements as
 * modules, dist/element.js and dist/define.js, without Lit and the core, and the core as one module,
 * dist/core.js.
 */

import { createHash } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { build, transform } from 'esbuild';
import { minify } from 'terser';

/** @param {string} path from the root of the project */
const file = (path) => new URL(`../../${path}`, import.meta.url);

/**
 * Templates and style sheets are indented and commented for those who read them here. To a browser a
 * blank says as much. Once esbuild has taken the program's own, what is left of lines is in templates.
 */
const tightened = {
  name: 'tightened',
  /** @param {import('esbuild').PluginBuild} bundler */
  setup(bundler) {
    bundler.onLoad(
      { filter: /web\/(lessons|views|styles|text\/\w+)\/[^/]+\.js$/ },
      async ({ path }) => {
        const source = await readFile(path, 'utf8');
        const { code } = await transform(source, { minifyWhitespace: true });
        return { contents: code.replace(/\/\*[^*]*\*\//g, '').replace(/\s*\n\s*/g, ' ') };
      },
    );
  },
};

/** From dist the core is where it is from web, and the classes are beside. */
const besideThem = {
  name: 'beside-them',
  /** @param {import('esbuild').PluginBuild} bundler */
  setup(bundler) {
    bundler.onResolve({ filter: /\/src\/js\/\w+\.js$/ }, ({ path }) => ({
      path: path.replace(/^.*(?=\/src\/js\/)/, '..'),
      external: true,
    }));
    bundler.onResolve({ filter: /^\.\/element\.js$/ }, ({ path }) => ({ path, external: true }));
  },
};

const script = await bundled('web/define.js');
await publish('dist/attention-lab.js', script);
await publish('dist/index.html', await inOnePiece('web/index.html', await bundled('web/page.js')));
for (const name of ['element', 'define']) {
  await publish(`dist/${name}.js`, await asModule(`web/${name}.js`));
}
await publish('dist/core.js', await asOneModule('src/js/index.js'));
await publish('dist/embed.js', await bundled('web/embed/page.js'));
await publish('dist/embed.html', await besideScripts('web/embed.html', script));

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
    plugins: [tightened],
    legalComments: 'inline',
    logLevel: 'warning',
  });
  return minified(outputFiles[0].text, { toplevel: true });
}

/**
 * Smaller than esbuild leaves it: 2 kB of the page, compressed. In ASCII, because a page that does not
 * say how it is encoded would read other letters.
 * @param {string} script
 * @param {import('terser').MinifyOptions} options
 */
async function minified(script, options) {
  const { code = '' } = await minify(script, {
    ecma: 2020,
    compress: { passes: 3 },
    format: { ascii_only: true, comments: /@license/ },
    ...options,
  });
  return code;
}

/**
 * For those who bundle it themselves: names stay, and what others import as well is imported.
 * @param {string} path
 */
async function asModule(path) {
  const { outputFiles } = await build({
    entryPoints: [file(path).pathname],
    bundle: true,
    minifyWhitespace: true,
    minifySyntax: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    external: ['lit', 'lit/*'],
    plugins: [tightened, besideThem],
    logLevel: 'warning',
  });
  return outputFiles[0].text;
}

/**
 * For import maps and CDNs: a module that imports nothing.
 * @param {string} path
 */
async function asOneModule(path) {
  const { outputFiles } = await build({
    entryPoints: [file(path).pathname],
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    logLevel: 'warning',
  });
  const script = await minified(outputFiles[0].text, { module: true });
  // With its comments gone, webpack would warn about the one import that only Node runs.
  const ignored = 'import(/* webpackIgnore: true */ /* @vite-ignore */ ';
  return script.replace(/\bimport\((?=[\w$]+\))/, ignored);
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
  return withPolicy(shell, [
    `script-src '${digest(embedded)}' 'wasm-unsafe-eval'`,
    `style-src '${digest(style)}'`,
  ]).replace('<script src="attention-lab.js"></script>', () => `<script>${embedded}</script>`);
}

/**
 * A page that stands beside its scripts in dist. In the checkout it stands in another folder, and
 * cannot know the hash of what is built.
 * @param {string} path
 * @param {string} lab the one script
 */
async function besideScripts(path, lab) {
  const shell = (await readFile(file(path), 'utf8'))
    .replaceAll('../dist/', '')
    .replace('sha384-…', digest(lab, 'sha384'));
  /** @param {RegExp} elements */
  const digests = (elements) =>
    [...shell.matchAll(elements)].map(([, text]) => `'${digest(text)}'`).join(' ');
  const scripts = digests(/<script(?: type="module")?>([\s\S]*?)<\/script>/g);
  return withPolicy(shell, [
    `script-src 'self' ${scripts} 'wasm-unsafe-eval'`,
    `style-src ${digests(/<style>([\s\S]*?)<\/style>/g)}`,
    "frame-src 'self'",
    "require-trusted-types-for 'script'",
    "trusted-types lit-html 'allow-duplicates'",
  ]);
}

/**
 * @param {string} shell
 * @param {string[]} allowed all that is not forbidden
 */
function withPolicy(shell, allowed) {
  const policy = ["default-src 'none'", ...allowed, 'img-src data:'].join('; ');
  const meta = '<meta charset="utf-8">';
  return shell.replace(
    meta,
    `${meta}\n    <meta http-equiv="Content-Security-Policy" content="${policy}">`,
  );
}

/** @param {string} text @param {'sha256' | 'sha384'} [algorithm] */
function digest(text, algorithm = 'sha256') {
  return `${algorithm}-${createHash(algorithm).update(text).digest('base64')}`;
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
