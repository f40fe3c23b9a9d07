/**
 * Writes the three forms of the package to dist, with one bundler (Rolldown):
 *
 * - modules for bundlers: element, define, map, files, react, vue, svg, markdown-it, cli, and shared modules;
 * - single files: the scripts attention-lab.js, with everything, and attention-map.js, with only the map; the modules
 *   anywidget.js, for notebooks, and core.js, the library for import maps, with threads.js for its threads;
 * - one page with everything: index.html.
 *
 * It also writes the script of embed.html, the schema of chapters, and the licenses of bundled packages.
 */

import { readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { relative } from 'node:path';
import { rolldown } from 'rolldown';
import { escapeNonAscii, publishFile, publishJson, readJson, readText, root } from './files.js';
import { makePage } from './pages.js';
import { makeChapterSchema } from './schemas.js';

/** @import { InputOptions, OutputChunk, OutputOptions } from 'rolldown' */

const library = `${root}src/js/`;

const NOTICES = 'THIRD-PARTY-NOTICES.txt';

/** Whether to build for `npm run coverage`: without minification, and with source maps inside the scripts. */
const isCounted = process.env.ATTENTION_LAB_COUNTED !== undefined;

/** The output options of a single file with everything. @type {OutputOptions} */
const ONE_FILE = { minify: true, codeSplitting: false };

/**
 * Lists the packages of modules.
 * @param {readonly string[]} modules paths of modules
 * @returns {string[]} folders of packages
 */
function listPackages(modules) {
  const found = modules.flatMap(
    // Use paths relative to the root, because the project itself may be in a folder node_modules.
    (path) => /node_modules\/(?:@[^/]+\/)?[^/]+/.exec(relative(root, path))?.[0] ?? [],
  );
  return [...new Set(found)].sort();
}

/** Names a package with its version and its license. @param {string} folder */
function creditPackage(folder) {
  const { name, version, license } = readJson(`${folder}/package.json`);
  return `${name} ${version} (${license})`;
}

/**
 * Returns the first line of a built file.
 * @param {readonly string[]} folders the folders of the packages in the file
 */
function makeBanner(folders) {
  const bundled = folders.map(creditPackage).join(', ');
  return `/*! ${creditPackage('.')}${bundled && `; with ${bundled}: ${NOTICES}`} */`;
}

/**
 * Collects the license texts of packages. Throws if a package has no license text, because it cannot be bundled.
 * @param {readonly string[]} folders
 */
function collectNotices(folders) {
  const parts = folders.map(
    (folder) => `${creditPackage(folder)}\n\n${readText(`${folder}/LICENSE`).trim()}\n`,
  );
  const intro = 'Files of attention-lab contain these packages.\n';
  return [intro, ...parts].join(`\n${'-'.repeat(72)}\n\n`);
}

/**
 * Bundles entries.
 * @param {Record<string, string>} entries paths from the root of the project, by the names of their files in dist
 * @param {OutputOptions & { prefix?: string }} [output]
 * @param {InputOptions} [options]
 */
async function bundle(entries, { prefix = '', ...output } = ONE_FILE, options = {}) {
  const build = await rolldown({
    input: Object.fromEntries(Object.entries(entries).map(([name, path]) => [name, root + path])),
    // Without this, the bundler warns that 'use client' may not stay first in a file. tests/package/host.js tests it.
    checks: { moduleLevelDirective: false, bundlerTimings: false },
    ...options,
    transform: { target: ['chrome123', 'firefox120', 'safari17.5'], ...options.transform },
  });
  const { output: files } = await build.generate({
    // Source maps have paths relative to this folder.
    dir: `${root}dist`,
    sourcemap: isCounted ? 'inline' : 'hidden',
    comments: { legal: false },
    entryFileNames: '[name].js',
    chunkFileNames: 'shared-[hash].js',
    ...output,
    postBanner: ({ moduleIds }) => makeBanner(listPackages(moduleIds)) + prefix,
    ...(isCounted && { minify: false }),
  });
  await build.close();
  return files;
}

/**
 * Bundles a classic script, because modules do not load from file: URLs. The script starts a Worker from the text of its
 * function, and does not use `import.meta.url`.
 * @param {string} name
 * @param {string} path
 */
function bundleScript(name, path) {
  const prefix = '\n(function attentionLabScript(){"use strict";';
  const define = { 'import.meta.url': 'undefined', IS_PAGE: String(name === 'index') };
  return bundle(
    { [name]: path },
    { ...ONE_FILE, prefix, postFooter: '})();' },
    { transform: { define } },
  );
}

/** @param {OutputChunk} chunk */
const finishCode = ({ fileName, code }) =>
  isCounted ? `${code}\n//# sourceURL=counted:${fileName}\n` : escapeNonAscii(code);

const files = await Promise.all([
  bundleScript('attention-lab', 'web/entries/script.js'),
  bundleScript('index', 'web/entries/script.js'),
  bundleScript('attention-map', 'web/entries/attention-map.js'),
  bundleScript('embed', 'web/site/embed.js'),
  bundle({ anywidget: 'web/entries/anywidget.js' }),
  bundle({ threads: 'src/js/threads.js' }),
  bundle(
    { core: 'src/js/index.js' },
    { ...ONE_FILE, paths: (id) => id.replace(/.*\//, './') },
    // Few programs use the fast build, so core.js imports it from separate files.
    { external: /\/((attention-(fast|threads)-wasm)|threads)\.js$/ },
  ),
  // Modules for bundlers, which shorten names themselves. They import the files of the library.
  bundle(
    {
      element: 'web/entries/element.js',
      define: 'web/entries/define.js',
      map: 'web/entries/map.js',
      react: 'web/entries/react.js',
      vue: 'web/entries/vue.js',
      files: 'web/entries/files.js',
      svg: 'web/entries/svg.js',
      'markdown-it': 'web/entries/markdown-it.js',
      cli: 'web/entries/cli.js',
      'trainer-worker': 'web/entries/trainer-worker.js',
      'pretrained-worker': 'web/entries/pretrained-worker.js',
    },
    {
      minify: { mangle: false, compress: true, codegen: true },
      minifyInternalExports: false,
      paths: (id) => id.replace(library, '../src/js/'),
    },
    { external: (id) => /^(lit|react|vue)(\/|$)|^node:/.test(id) || id.startsWith(library) },
  ),
]).then((bundles) => bundles.flat());

const texts = new Map(
  files.map((file) => [file.fileName, file.type === 'chunk' ? finishCode(file) : file.source]),
);
texts.set('index.html', makePage(String(texts.get('index.js'))));
// index.html contains its script.
for (const name of ['index.js', 'index.js.map']) texts.delete(name);
const modules = files.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
texts.set(NOTICES, collectNotices(listPackages(modules)));

for (const [name, text] of texts) await publishFile(name, text);
await publishJson('chapter.schema.json', makeChapterSchema());

// Remove old shared modules: their names change with their contents.
// Do not look into folders: another build may be writing them.
for (const name of readdirSync(`${root}dist`))
  if (/^shared-.*\.js(\.map)?$/.test(name) && !texts.has(name)) await rm(`${root}dist/${name}`);
