/** How a module, with all that it imports, becomes a file of dist. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { minifyHTMLLiterals } from '@lit-labs/rollup-plugin-minify-html-literals/lib/minify-html-literals.js';
import { build } from 'esbuild';
import { minify } from 'terser';

/**
 * @typedef {import('esbuild').BuildOptions} BuildOptions
 * @typedef {import('esbuild').Plugin} Plugin
 */

const root = fileURLToPath(new URL('../../', import.meta.url));

/**
 * What modules lie in, by the arrows between them: each brings what it reads and is not there yet. So alike
 * lies beside alike, and compresses best. The core is the first, since its bytes are longer than gzip
 * looks back. What is not named here is the last.
 */
const LAYERS = [
  ...['src/js/core.js', 'node_modules/', 'web/styles/', 'src/js/', 'web/sources/', 'web/session/'],
  ...['web/export/', 'web/lessons/', 'web/text/', 'web/views/', 'web/elements/'],
];

/** @param {string} path */
function layerOf(path) {
  const layer = LAYERS.findIndex((start) => path.startsWith(start));
  return layer < 0 ? LAYERS.length : layer;
}

/**
 * Templates and style sheets are indented and commented for those who read them here. Of blanks one stays:
 * where a template begins or ends, it stands between words. That a template is of SVG, its slashes say.
 */
const minifyOptions = {
  collapseBooleanAttributes: true,
  conservativeCollapse: true,
  keepClosingSlash: true,
  removeAttributeQuotes: true,
  removeOptionalTags: true,
};

/** @type {Plugin} */
const templates = {
  name: 'templates',
  setup(bundler) {
    bundler.onLoad({ filter: /\/web\/.*\.js$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      const minified = await minifyHTMLLiterals(source, { fileName: path, minifyOptions });
      return { contents: minified?.code ?? source };
    });
  },
};

/**
 * Modules that are listed come in the order of the list, even if nothing is imported from them.
 * @type {Plugin}
 */
const listed = {
  name: 'listed',
  setup(bundler) {
    bundler.onResolve({ filter: /^\.\// }, ({ path, importer }) =>
      importer === '<stdin>' ? { path: join(root, path), sideEffects: true } : undefined,
    );
  },
};

/** The page has the operations that it uses, and no others. @type {Plugin} */
const pageCore = {
  name: 'page-core',
  setup(bundler) {
    bundler.onResolve({ filter: /\/dist\/attention-wasm\.js$/ }, () => ({
      path: join(root, 'dist/page-wasm.js'),
    }));
  },
};

/** From dist the core is where it is from web, and the classes are beside. @type {Plugin} */
const besideThem = {
  name: 'beside-them',
  setup(bundler) {
    bundler.onResolve({ filter: /\/src\/js\/\w+\.js$/ }, ({ path }) => ({
      path: path.replace(/^.*(?=\/src\/js\/)/, '..'),
      external: true,
    }));
    bundler.onResolve({ filter: /^\.\/element\.js$/ }, ({ path }) => ({ path, external: true }));
  },
};

/** @param {BuildOptions} options */
async function bundle(options) {
  const { outputFiles = [], metafile } = await build({
    absWorkingDir: root,
    outdir: 'dist',
    bundle: true,
    write: false,
    metafile: true,
    logLevel: 'warning',
    ...options,
  });
  const [{ inputs }] = Object.values(metafile?.outputs ?? {});
  return { script: outputFiles[0].text, modules: Object.keys(inputs) };
}

/**
 * @param {string} path
 * @returns {Promise<string>} a classic script: modules do not load from file:// addresses
 */
export async function asScript(path) {
  /** @type {BuildOptions} */
  const options = {
    format: 'iife',
    minify: true,
    legalComments: 'inline',
    target: ['chrome123', 'firefox120', 'safari17.5'],
  };
  const { modules } = await bundle({ ...options, entryPoints: [path], plugins: [pageCore] });
  const inOrder = modules.toSorted((one, other) => layerOf(one) - layerOf(other));
  const contents = inOrder.map((module) => `import './${module}';`).join('\n');
  const stdin = { contents, resolveDir: root };
  const { script } = await bundle({ ...options, stdin, plugins: [listed, pageCore, templates] });
  return minified(script, {
    toplevel: true,
    // Known to the modules of Lit alone, which are all inside.
    mangle: { properties: { regex: /^_\$/ } },
  });
}

/**
 * For import maps and CDNs: a module that imports nothing.
 * @param {string} path
 */
export async function asOneModule(path) {
  const { script } = await bundle({
    entryPoints: [path],
    format: 'esm',
    minifyIdentifiers: true,
    minifySyntax: true,
    target: 'es2022',
  });
  return minified(script, { module: true });
}

/**
 * For those who bundle it themselves: names stay, and what others import as well is imported.
 * @param {string} path
 */
export async function asModule(path) {
  const { script } = await bundle({
    entryPoints: [path],
    format: 'esm',
    minifyWhitespace: true,
    minifySyntax: true,
    target: 'es2022',
    external: ['lit', 'lit/*'],
    plugins: [templates, besideThem],
  });
  return script;
}

/**
 * Smaller than esbuild leaves it: to read a property has no effect here. In ASCII, because a page that
 * does not say how it is encoded would read other letters. Webpack and Vite are told of the one import
 * that only Node runs.
 * @param {string} script
 * @param {import('terser').MinifyOptions} options
 */
async function minified(script, options) {
  const { code = '' } = await minify(script, {
    ecma: 2020,
    compress: {
      keep_fargs: false,
      lhs_constants: false,
      passes: 3,
      pure_getters: true,
      sequences: false,
      unsafe_arrows: true,
    },
    format: { ascii_only: true, comments: /@license|webpackIgnore|@vite-ignore/ },
    ...options,
  });
  return code;
}
