/**
 * Writes the three forms of the package to dist, with one bundler (Rolldown):
 *
 * - modules for bundlers: element, define, map, files, react, vue, svg, markdown-it, cli, and what they share;
 * - one script with everything inside: attention-lab.js, and attention-map.js with the map alone; anywidget.js is the
 *   same as one module for notebooks, core.js the core as one module for import maps, with threads.js for its threads;
 * - one page with everything inside: index.html.
 *
 * Beside them the script of embed.html, the schema of chapters and the licences of what is inside.
 */

import { readdir, rm } from 'node:fs/promises';
import { rolldown } from 'rolldown';
import { escapeNonAscii, publishFile, publishJson, root } from './files.js';
import { collectNotices, listPackages, makeBanner, NOTICES } from './notices.js';
import { makePage } from './pages.js';
import { makeChapterSchema } from './schemas.js';

/** @import { InputOptions, OutputChunk, OutputOptions } from 'rolldown' */

const library = `${root}src/js/`;

/** `npm run coverage` counts lines of the modules: names and lines stay, and each script ends with its source map. */
const isCounted = process.env.ATTENTION_LAB_COUNTED !== undefined;

const BROWSERS = ['chrome123', 'firefox120', 'safari17.5'];

/** One module with everything inside. @type {OutputOptions} */
const ONE_MODULE = { minify: true, codeSplitting: false };

/** A classic script, since modules do not load from file: addresses. It starts a Worker from this function's text. */
const SCRIPT = {
  ...ONE_MODULE,
  prefix: '\n(function attentionLabScript(){"use strict";',
  postFooter: '})();',
};

/**
 * A script has no address of its own, and needs none.
 * @param {boolean} isPage whether it is the script of index.html
 * @returns {InputOptions}
 */
const inScript = (isPage = false) => ({
  transform: { define: { 'import.meta.url': 'undefined', IS_PAGE: String(isPage) } },
});

/** Modules for bundlers, which shorten names themselves. They import the library's files, as modules of web do. @type {OutputOptions} */
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

/** Few programs ask for the fast build: the core in one file imports it from the files next to it. @type {InputOptions} */
const WITHOUT_FAST_BUILD = { external: /\/((attention-(fast|threads)-wasm)|threads)\.js$/ };

/**
 * @param {Record<string, string>} entries paths from the root of the project, by the names of their files in dist
 * @param {OutputOptions & { prefix?: string }} output
 * @param {InputOptions} [options]
 */
async function bundle(entries, { prefix = '', ...output }, options = {}) {
  const build = await rolldown({
    input: Object.fromEntries(Object.entries(entries).map(([name, path]) => [name, root + path])),
    // The bundler doubts that 'use client' stays first in a file; `tests/package/host.js` tests that it does.
    checks: { moduleLevelDirective: false, bundlerTimings: false },
    ...options,
    transform: { target: BROWSERS, ...options.transform },
  });
  const { output: files } = await build.generate({
    // Maps name their sources from there.
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
// The page has its script inside.
for (const name of ['index.js', 'index.js.map']) texts.delete(name);
const modules = built.flat().flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
texts.set(NOTICES, collectNotices(listPackages(modules)));

for (const [name, text] of texts) await publishFile(name, text);
await publishJson('chapter.schema.json', makeChapterSchema());

// Names of shared modules change with their contents.
for (const name of await readdir(`${root}dist`))
  if (/^shared-.*\.js(\.map)?$/.test(name) && !texts.has(name)) await rm(`${root}dist/${name}`);
