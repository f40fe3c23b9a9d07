/** How a module, with all that it imports, becomes a file of dist. */

import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { minifyHTMLLiterals } from '@lit-labs/rollup-plugin-minify-html-literals/lib/minify-html-literals.js';
import { build } from 'esbuild';
import Tinypool from 'tinypool';
import { banner, packagesOf } from './notices.js';

/**
 * @typedef {import('esbuild').BuildOptions} BuildOptions
 * @typedef {import('esbuild').Plugin} Plugin
 */

const root = fileURLToPath(new URL('../../', import.meta.url));

const threads = new Tinypool({
  filename: new URL('./minify.js', import.meta.url).href,
  maxThreads: availableParallelism(),
});

/**
 * For `npm run coverage`: scripts keep their names and lines, end with a source map, and are known by it to who
 * counts what of them is run.
 */
const isCounted = process.env.ATTENTION_LAB_COUNTED !== undefined;

/**
 * What modules lie in, by the arrows between them: each brings what it reads and is not there yet. So
 * similar modules, and those of the same name, lie side by side and compress best. The core is the first,
 * since its bytes are longer than gzip looks back. What is not named here is the last.
 */
const LAYERS = [
  ...['src/js/core.js', 'node_modules/', 'web/styles/', 'src/js/', 'web/graph/', 'web/sources/'],
  ...['web/session/', 'web/export/', 'web/text/', 'web/lessons/', 'web/figures/', 'web/views/'],
  'web/elements/',
];

/** @param {string} path */
function layerOf(path) {
  const layer = LAYERS.findIndex((start) => path.startsWith(start));
  return layer < 0 ? LAYERS.length : layer;
}

/** @param {string} path */
const nameOf = (path) => `${basename(path)} ${path}`;

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
    bundler.onLoad({ filter: /\/web\/.*\.js$/ }, async ({ path }) => ({
      contents: await withSmallTemplates(path),
    }));
  },
};

/** Most modules are in several scripts. @type {Map<string, Promise<string>>} */
const loaded = new Map();

/** @param {string} path */
function withSmallTemplates(path) {
  let contents = loaded.get(path);
  if (!contents) {
    contents = readFile(path, 'utf8').then(async (source) => {
      if (isCounted) return source;
      const small = await minifyHTMLLiterals(source, { fileName: path, minifyOptions });
      return small?.code ?? source;
    });
    loaded.set(path, contents);
  }
  return contents;
}

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
    bundler.onResolve({ filter: /\/src\/js\/[\w/-]+\.js$/ }, ({ path }) => ({
      path: path.replace(/^.*(?=\/src\/js\/)/, '..'),
      external: true,
    }));
  },
};

/** In classic scripts, further ones are loaded as such. @type {Plugin} */
const classic = {
  name: 'classic',
  setup(bundler) {
    bundler.onResolve({ filter: /\/scripts\.js$/ }, ({ path, resolveDir }) =>
      join(resolveDir, path) === join(root, 'web/loading/scripts.js')
        ? { path: join(root, 'web/loading/classic-scripts.js') }
        : undefined,
    );
  },
};

/** A module knows its own address. @type {Plugin} */
const besideModule = {
  name: 'beside-module',
  setup(bundler) {
    bundler.onResolve({ filter: /\/beside\.js$/ }, () => ({
      path: join(root, 'web/loading/beside-module.js'),
    }));
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
    ...(isCounted && { minify: false, sourcemap: 'inline' }),
  });
  const [{ inputs }] = Object.values(metafile?.outputs ?? {});
  const imports = new Map(
    Object.entries(metafile?.inputs ?? {}).map(([module, input]) => [module, input.imports]),
  );
  return { script: outputFiles[0].text, modules: Object.keys(inputs), imports };
}

/** Those of which something is in a built file. @type {Set<string>} */
const bundled = new Set();

/** Folders of the packages that are in what was built so far. */
export const bundledPackages = () => [...bundled].sort();

/**
 * @param {string} script
 * @param {readonly string[]} modules that are in it
 */
async function signed(script, modules) {
  const packages = packagesOf(modules);
  for (const folder of packages) bundled.add(folder);
  return `${await banner(packages)}${script}`;
}

/** @type {BuildOptions} */
const SCRIPT = {
  format: 'iife',
  minify: true,
  legalComments: 'none',
  target: ['chrome123', 'firefox120', 'safari17.5'],
};

/** @param {string} path @param {BuildOptions} [kind] */
const scriptOf = (path, { plugins = [], ...kind } = {}) =>
  bundle({ ...SCRIPT, ...kind, entryPoints: [path], plugins: [pageCore, classic, ...plugins] });

/**
 * @param {string} path
 * @param {object} [sharing]
 * @param {Shared} [sharing.gives] what further scripts import from modules of this one
 * @param {Shared} [sharing.takes] what this script imports from modules of the first
 * @returns {Promise<string>} a classic script: modules do not load from file:// addresses
 */
export const asScript = (path, sharing = {}) => inLayers(path, sharing);

/**
 * The same as a module with a default export, which loads further scripts from beside itself.
 * @param {string} path
 * @param {Shared} gives
 */
export const asNotebookModule = (path, gives) =>
  inLayers(path, { gives }, { format: 'esm', plugins: [besideModule] });

/**
 * @param {string} path
 * @param {{ gives?: Shared, takes?: Shared }} sharing
 * @param {{ format?: 'esm', plugins?: Plugin[] }} [kind]
 */
async function inLayers(path, { gives = NOTHING, takes = NOTHING }, kind = {}) {
  const { format, plugins = [] } = kind;
  const { modules } = await scriptOf(path, kind);
  const inOrder = modules
    // Data come with the first module that reads them.
    .filter((module) => !takes.modules.has(module) && !module.endsWith('.json'))
    .toSorted(
      (one, other) => layerOf(one) - layerOf(other) || (nameOf(one) < nameOf(other) ? -1 : 1),
    );
  const contents = [
    ...inOrder.map((module) => `import './${module}';`),
    giving(gives),
    format ? `export { default } from './${path}';` : '',
  ].join('\n');
  const stdin = { contents, resolveDir: root };
  const { script } = await bundle({
    ...SCRIPT,
    ...(format && { format }),
    stdin,
    plugins: [listed, pageCore, classic, ...plugins, taking(takes), templates],
  });
  if (isCounted) return `${script}//# sourceURL=counted:${path}\n`;
  const small = await minified(script, {
    ...(format ? { module: true } : { toplevel: true }),
    // Known to the modules of Lit alone, which are all inside.
    mangle: { properties: { regex: /^_\$/ } },
  });
  return signed(small, inOrder);
}

const REGISTRY = 'web/loading/registry.js';
/** What is not shared: by it the scripts find each other. */
const OWN = [REGISTRY, 'web/version.js'];

/**
 * @typedef {object} Shared
 * @property {Set<string>} modules all those of the first script
 * @property {{ module: string, name: string }[]} imports in the order of their numbers
 */

/** @type {Shared} */
const NOTHING = { modules: new Set(), imports: [] };

/**
 * What further scripts import from modules that the first one has as well: they would not work with
 * copies, as of Lit, and would be larger.
 * @param {string} first
 * @param {string[]} further
 * @returns {Promise<Shared>}
 */
export async function sharedBy(first, further) {
  const there = new Set((await scriptOf(first)).modules.filter((module) => !OWN.includes(module)));
  /** @type {Map<string, Shared['imports'][number]>} */
  const shared = new Map();
  for (const { modules, imports } of await Promise.all(further.map((one) => scriptOf(one)))) {
    for (const module of modules.filter((one) => !there.has(one))) {
      const source = await readFile(join(root, module), 'utf8');
      for (const { path, original } of imports.get(module) ?? []) {
        if (!there.has(path)) continue;
        for (const name of await importedNames(source, String(original), path)) {
          shared.set(`${path} ${name}`, { module: path, name });
        }
      }
    }
  }
  return { modules: there, imports: [...shared.values()] };
}

/**
 * The names that a module imports from another; all that it exports for `* as`.
 * @param {string} source
 * @param {string} from as it stands there
 * @param {string} path
 */
async function importedNames(source, from, path) {
  const statement = new RegExp(`^import\\s+([^;]*?)\\s+from '${from}';`, 'm').exec(source);
  const clause = statement?.[1] ?? '';
  if (clause.startsWith('{')) {
    return clause
      .slice(1, -1)
      .split(',')
      .map((part) => part.trim().split(' as ')[0])
      .filter(Boolean);
  }
  const exported = await readFile(join(root, path), 'utf8');
  return [...exported.matchAll(/^export (?:async )?(?:const|function|class) (\w+)/gm)].map(
    ([, name]) => name,
  );
}

/** The lines that give what is shared. @param {Shared} shared */
function giving({ imports }) {
  if (imports.length === 0) return '';
  const lines = imports.map(
    ({ module, name }, i) => `import { ${name} as s${i} } from './${module}';`,
  );
  const list = imports.map((_, i) => `s${i}`).join(', ');
  return `${lines.join('\n')}
import { registry } from './${REGISTRY}';
registry.shared ??= [${list}];`;
}

/** In place of a module what the first script gives of it. @param {Shared} shared @returns {Plugin} */
const taking = ({ imports }) => ({
  name: 'taking',
  setup(bundler) {
    bundler.onLoad({ filter: /\.js$/ }, ({ path }) => {
      const names = imports.flatMap(({ module, name }, i) =>
        join(root, module) === path ? [`export const ${name} = registry.shared[${i}];`] : [],
      );
      if (names.length === 0) return undefined;
      const line = `import { registry } from '${join(root, REGISTRY)}';`;
      return { contents: [line, ...names].join('\n'), resolveDir: root };
    });
  },
});

/**
 * For import maps and CDNs: a module that imports nothing.
 * @param {string} path
 */
export async function asOneModule(path) {
  const { script, modules } = await bundle({
    entryPoints: [path],
    format: 'esm',
    legalComments: 'none',
    minifyIdentifiers: true,
    minifySyntax: true,
    target: 'es2022',
  });
  return signed(await minified(script, { module: true }), modules);
}

/**
 * For those who bundle it themselves: names stay, and what others import as well is imported. What is
 * loaded later, or is in several of them, is a module of its own.
 * @param {string[]} paths
 * @returns {Promise<{ path: string, text: string }[]>} the files of dist
 */
export async function asModules(paths) {
  const { outputFiles = [] } = await build({
    absWorkingDir: root,
    outdir: 'dist',
    entryNames: '[name]',
    chunkNames: 'shared-[hash]',
    splitting: true,
    bundle: true,
    write: false,
    logLevel: 'warning',
    entryPoints: paths,
    format: 'esm',
    banner: { js: (await banner([])).trim() },
    minifyWhitespace: true,
    minifySyntax: true,
    target: 'es2022',
    external: ['lit', 'lit/*', 'react', 'vue', 'node:*'],
    plugins: [templates, besideThem],
  });
  return outputFiles;
}

/**
 * Terser takes most of the time of a build: as many scripts at once as there are processors.
 * @param {string} script
 * @param {import('terser').MinifyOptions} options
 * @returns {Promise<string>}
 */
const minified = (script, options) => threads.run({ script, options });
