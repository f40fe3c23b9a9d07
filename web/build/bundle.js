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

import { readdir, rm } from 'node:fs/promises';
import { rolldown } from 'rolldown';
import { escapeNonAscii, publishFile, publishJson, root } from './files.js';
import { collectNotices, listPackages, makeBanner, NOTICES } from './notices.js';
import { makePage } from './pages.js';
import { makeChapterSchema } from './schemas.js';

/** @import { InputOptions, OutputChunk, OutputOptions } from 'rolldown' */

const library = `${root}src/js/`;

/** Whether to build for `npm run coverage`: without minification, and with source maps inside the scripts. */
const isCounted = process.env.ATTENTION_LAB_COUNTED !== undefined;

const BROWSERS = ['chrome123', 'firefox120', 'safari17.5'];

/** The output options of a single module with everything. @type {OutputOptions} */
const ONE_MODULE = { minify: true, codeSplitting: false };

/**
 * The output options of a classic script, because modules do not load from file: URLs. The script starts a Worker from the
 * text of its function.
 */
const SCRIPT = {
  ...ONE_MODULE,
  prefix: '\n(function attentionLabScript(){"use strict";',
  postFooter: '})();',
};

/**
 * Returns the input options of a script. A script does not use `import.meta.url`.
 * @param {boolean} isPage whether it is the script of index.html
 * @returns {InputOptions}
 */
const inScript = (isPage = false) => ({
  transform: { define: { 'import.meta.url': 'undefined', IS_PAGE: String(isPage) } },
});

/**
 * The output options of modules for bundlers, which shorten names themselves. They import the files of the library.
 * @type {OutputOptions}
 */
const MODULES = {
  minify: { mangle: false, compress: true, codegen: true },
  minifyInternalExports: false,
  paths: (id) => id.replace(library, '../src/js/'),
};

/** @type {InputOptions} */
const FOR_BUNDLERS = {
  external: (id) => /^(lit|react|vue)(\/|$)|^node:/.test(id) || id.startsWith(library),
};

/** @type {OutputOptions} */
const CORE = { ...ONE_MODULE, paths: (id) => id.replace(/.*\//, './') };

/** The input options of core.js. Few programs use the fast build, so core.js imports it from separate files. @type {InputOptions} */
const WITHOUT_FAST_BUILD = { external: /\/((attention-(fast|threads)-wasm)|threads)\.js$/ };

/**
 * Bundles entries.
 * @param {Record<string, string>} entries paths from the root of the project, by the names of their files in dist
 * @param {OutputOptions & { prefix?: string }} output
 * @param {InputOptions} [options]
 */
async function bundle(entries, { prefix = '', ...output }, options = {}) {
  const build = await rolldown({
    input: Object.fromEntries(Object.entries(entries).map(([name, path]) => [name, root + path])),
    // Without this, the bundler warns that 'use client' may not stay first in a file. tests/package/host.js tests it.
    checks: { moduleLevelDirective: false, bundlerTimings: false },
    ...options,
    transform: { target: BROWSERS, ...options.transform },
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

/** @param {OutputChunk} chunk */
const finishCode = ({ fileName, code }) =>
  isCounted ? `${code}\n//# sourceURL=counted:${fileName}\n` : escapeNonAscii(code);

const built = await Promise.all([
  bundle({ 'attention-lab': 'web/entries/script.js' }, SCRIPT, inScript()),
  bundle({ index: 'web/entries/script.js' }, SCRIPT, inScript(true)),
  bundle({ 'attention-map': 'web/entries/attention-map.js' }, SCRIPT, inScript()),
  bundle({ embed: 'web/site/embed.js' }, SCRIPT, inScript()),
  bundle({ anywidget: 'web/entries/anywidget.js' }, ONE_MODULE),
  bundle({ threads: 'src/js/threads.js' }, ONE_MODULE),
  bundle({ core: 'src/js/index.js' }, CORE, WITHOUT_FAST_BUILD),
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
    MODULES,
    FOR_BUNDLERS,
  ),
]);

const texts = new Map(
  built
    .flat()
    .map((file) => [file.fileName, file.type === 'chunk' ? finishCode(file) : file.source]),
);

texts.set('index.html', makePage(String(texts.get('index.js'))));
// index.html contains its script.
for (const name of ['index.js', 'index.js.map']) texts.delete(name);
const modules = built.flat().flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
texts.set(NOTICES, collectNotices(listPackages(modules)));

for (const [name, text] of texts) await publishFile(name, text);
await publishJson('chapter.schema.json', makeChapterSchema());

// Remove old shared modules: their names change with their contents.
for (const name of await readdir(`${root}dist`))
  if (/^shared-.*\.js(\.map)?$/.test(name) && !texts.has(name)) await rm(`${root}dist/${name}`);
