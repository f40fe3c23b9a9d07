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
import { relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { collectNotices, listPackages, makeBanner, NOTICES } from './notices.js';
import { makePage } from './pages.js';
import { publishFile } from './publish.js';
import { makeChapterSchema } from './schemas.js';

/** @import { InputOptions, OutputChunk, OutputOptions, Plugin } from 'rolldown' */

const root = fileURLToPath(new URL('../../', import.meta.url));

const library = `${root}src/js/`;

/** `npm run coverage` counts lines of the modules: names and lines stay, and each script ends with its source map. */
const isCounted = process.env.ATTENTION_LAB_COUNTED !== undefined;

const BROWSERS = ['chrome123', 'firefox120', 'safari17.5'];

/**
 * @typedef {object} Built a file of dist
 * @property {string} name
 * @property {string} text
 * @property {string} map
 * @property {string[]} packages folders of the packages inside
 */

/** A classic script, since modules do not load from file: addresses. It starts a Worker from this function's text. */
const SCRIPT = /** @type {OutputOptions} */ ({
  minify: true,
  codeSplitting: false,
  postBanner: '(function attentionLabScript(){"use strict";',
  postFooter: '})();',
});

/**
 * A script has no address of its own, and needs none.
 * @param {boolean} isPage whether it is the script of index.html
 * @returns {InputOptions}
 */
const inScript = (isPage = false) => ({
  transform: { define: { 'import.meta.url': 'undefined', IS_PAGE: String(isPage) } },
});

/** One module with everything inside. */
const ONE_MODULE = /** @type {OutputOptions} */ ({ minify: true, codeSplitting: false });

/** Modules for bundlers, which shorten names themselves. */
const MODULES = /** @type {OutputOptions} */ ({
  minify: { mangle: false, compress: true, codegen: true },
  minifyInternalExports: false,
});

/** Modules of dist import the library's files, as modules of web do. @type {Plugin} */
const importLibrary = {
  name: 'import-library',
  resolveId(path, importer) {
    if (!importer || !path.startsWith('.')) return undefined;
    const file = fileURLToPath(new URL(path, pathToFileURL(importer)));
    if (!file.startsWith(library)) return undefined;
    return { id: `../src/js/${file.slice(library.length)}`, external: true };
  },
};

const FAST_FILES = ['attention-fast-wasm.js', 'attention-threads-wasm.js', 'threads.js'];

/** Few programs ask for the fast build: the core in one file imports it from the files next to it. @type {Plugin} */
const importFastBuild = {
  name: 'import-fast-build',
  resolveId(path) {
    const [file] = /[^/]*$/.exec(path) ?? [];
    return FAST_FILES.includes(file ?? '') ? { id: `./${file}`, external: true } : undefined;
  },
};

/** @type {InputOptions} */
const FOR_BUNDLERS = {
  external: /^(lit|react|vue)(\/|$)|^node:/,
  makeAbsoluteExternalsRelative: false,
  plugins: [importLibrary],
};

/**
 * @param {Record<string, string>} entries paths from the root of the project, by the names of their files in dist
 * @param {OutputOptions} output
 * @param {InputOptions} [options]
 * @returns {Promise<Built[]>}
 */
async function bundle(entries, output, options = {}) {
  const build = await rolldown({
    // The bundler doubts that 'use client' stays first in a file; `tests/package/host.js` tests that it does.
    onLog: (level, log, report) => {
      if (log.code !== 'MODULE_LEVEL_DIRECTIVE') report(level, log);
    },
    input: Object.fromEntries(Object.entries(entries).map(([name, path]) => [name, root + path])),
    ...options,
    transform: { target: BROWSERS, ...options.transform },
  });
  const chunks = await build.generate({
    sourcemap: true,
    comments: { legal: false },
    entryFileNames: '[name].js',
    chunkFileNames: 'shared-[hash].js',
    ...output,
    ...(isCounted && { minify: false }),
  });
  await build.close();
  return Promise.all(
    chunks.output.flatMap((chunk) => (chunk.type === 'chunk' ? [sign(chunk)] : [])),
  );
}

/**
 * Puts first whose work is in it, and last where its map is.
 * @param {OutputChunk} chunk
 * @returns {Promise<Built>}
 */
async function sign({ fileName: name, code, map, moduleIds }) {
  const packages = listPackages(moduleIds.map((path) => relative(root, path)));
  const [, program = '', body] = /^(#!.*\n)?([\s\S]*)$/.exec(code) ?? [];
  const script = body.replace(/^\/\/# sourceMappingURL=.*$/m, '').trimEnd();
  const mapText = addLine(String(map));
  const text = isCounted
    ? `${script}\n//# sourceMappingURL=${toDataUrl(mapText)}\n//# sourceURL=counted:${name}\n`
    : `${escapeNonAscii(script)}\n//# sourceMappingURL=${name}.map\n`;
  return { name, text: program + (await makeBanner(packages)) + text, map: mapText, packages };
}

/** A file that only imports others has no map. */
const NO_MAP = { version: 3, sources: [], names: [], mappings: '' };

/** The banner is a line more. @param {string} map @returns {string} */
function addLine(map) {
  const { mappings, ...rest } = JSON.parse(map) ?? NO_MAP;
  return JSON.stringify({ ...rest, mappings: `;${mappings}` });
}

/** @param {string} map */
const toDataUrl = (map) => `data:application/json;base64,${Buffer.from(map).toString('base64')}`;

/** A page that does not name its encoding would read other letters. @param {string} code */
const escapeNonAscii = (code) =>
  code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

const built = await Promise.all([
  bundle({ 'attention-lab': 'web/entries/script.js' }, SCRIPT, inScript()),
  bundle({ index: 'web/entries/script.js' }, SCRIPT, inScript(true)),
  bundle({ 'attention-map': 'web/entries/attention-map.js' }, SCRIPT, inScript()),
  bundle({ embed: 'web/site/embed.js' }, SCRIPT, inScript()),
  bundle({ anywidget: 'web/entries/anywidget.js' }, ONE_MODULE),
  bundle({ threads: 'src/js/threads.js' }, ONE_MODULE),
  bundle({ core: 'src/js/index.js' }, ONE_MODULE, {
    makeAbsoluteExternalsRelative: false,
    plugins: [importFastBuild],
  }),
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

const files = built.flat();

/** @param {string} name */
const textOf = (name) => files.find((file) => file.name === name)?.text ?? '';

for (const { name, text, map } of files) {
  // The page has its script inside.
  if (name === 'index.js') continue;
  await publishFile(name, text);
  await publishFile(`${name}.map`, map);
}

await publishFile('index.html', await makePage(textOf('index.js')));

await publishFile('chapter.schema.json', `${JSON.stringify(makeChapterSchema(), null, 1)}\n`);

await publishFile(
  NOTICES,
  await collectNotices([...new Set(files.flatMap(({ packages }) => packages))].sort()),
);

// Names of shared modules change with their contents.
for (const name of await readdir(`${root}dist`))
  if (/^shared-.*\.js(\.map)?$/.test(name) && !textOf(name.replace(/\.map$/, '')))
    await rm(`${root}dist/${name}`);
