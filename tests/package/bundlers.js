import assert from 'node:assert/strict';
import { copyFile, cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import * as esbuild from 'esbuild';
import * as vite from 'vite';
import webpack from 'webpack';
import { serveFolder } from '../support/browser.js';
import { assertComputed, assertFast, assertModelShown, assertShown, onPage } from './pages.js';

/**
 * @import { Browser } from '../support/browser.js'
 * @import { Project } from './project.js'
 * @import { Page } from 'puppeteer-core'
 * @import { Stats } from 'webpack'
 */

/** Recognises a minified build that contains Lit. */
const LIT = /litElementVersions|reactiveElementVersions|litHtmlVersions/;

const PAGES = ['core.html', 'element.html', 'model.html'];

/**
 * Builds three pages with the bundler's defaults, and returns its warnings.
 * @type {Record<string, (home: string, out: string) => Promise<string[]>>}
 */
const BUNDLERS = {
  async Vite(root, outDir) {
    /** @type {string[]} */
    const warnings = [];
    const warn = (/** @type {string} */ message) => warnings.push(message);
    const customLogger = { ...vite.createLogger('error'), warn, warnOnce: warn };
    const build = { outDir, rolldownOptions: { input: PAGES } };
    await vite.build({ root, configFile: false, logLevel: 'warn', customLogger, build });
    // On a busy machine the bundler lists slow plug-ins, which is no warning about the package.
    return warnings.filter((text) => !text.includes('[PLUGIN_TIMINGS]'));
  },

  async esbuild(absWorkingDir, outdir) {
    const { warnings } = await esbuild.build({
      absWorkingDir,
      outdir,
      // esbuild does not follow the address of a worker, so each worker is an entry point.
      entryPoints: {
        core: 'core.js',
        worker: 'worker.js',
        element: 'element.js',
        'trainer-worker': 'attention-lab/dist/trainer-worker.js',
        'pretrained-worker': 'attention-lab/dist/pretrained-worker.js',
      },
      bundle: true,
      minify: true,
      format: 'esm',
      logLevel: 'silent',
    });
    for (const page of PAGES) {
      await copyFile(join(absWorkingDir, page), join(outdir, page));
    }
    return warnings.map(({ text }) => text);
  },

  async webpack(context, path) {
    const compiler = webpack({
      context,
      mode: 'production',
      entry: { core: './core.js', element: './element.js' },
      output: { path },
      // Terser takes 15 s here. The package's own build uses it, and other tests cover the result.
      optimization: { minimize: false },
      // The page of a lesson is larger than 244 kB.
      performance: false,
    });
    /** @type {Stats | undefined} */
    const stats = await new Promise((resolve, reject) =>
      compiler?.run((error, stats) => (error ? reject(error) : resolve(stats))),
    );
    await new Promise((resolve) => compiler?.close(resolve));
    for (const page of PAGES) {
      const html = await readFile(join(context, page), 'utf8');
      await writeFile(join(path, page), html.replace('type="module"', 'defer'));
    }
    const { errors = [], warnings = [] } =
      stats?.toJson({ all: false, errors: true, warnings: true }) ?? {};
    return [...errors, ...warnings].map(({ message }) => message);
  },
};

/** @param {string} path @param {string} body */
async function makePage(path, body) {
  await mkdir(dirname(path), { recursive: true });
  const head =
    '<!doctype html><meta charset="utf-8"><title>A page</title><link rel="icon" href="data:,">';
  const script = '<script type="module">import \'attention-lab/define\';</script>';
  await writeFile(path, head + script + body);
}

/**
 * @param {Project} project
 * @param {Browser} browser
 */
export function bundlerTests({ home, installed }, browser) {
  it('a Vite build for another base finds the model that ships, or the folder that endpoint names', async () => {
    const root = join(home, 'with-base');
    const lab = '<attention-lab source="pretrained" model="use-lite" load="eager" steps="weights"';
    for (const [page, endpoint] of [
      ['usual.html', ''],
      ['named.html', ' endpoint="/tut/weights"'],
    ])
      await makePage(join(root, page), `${lab}${endpoint}></attention-lab>`);
    const models = join(installed, 'dist/models');
    const outDir = join(home, 'built', 'tut');
    const input = ['usual.html', 'named.html'].map((page) => join(root, page));
    const build = { outDir, rolldownOptions: { input } };
    await vite.build({ root, base: '/tut/', configFile: false, logLevel: 'error', build });
    const server = await serveFolder(join(home, 'built'));
    try {
      for (const [page, folder] of [
        ['usual.html', 'dist/models'],
        ['named.html', 'weights'],
      ]) {
        await cp(models, join(outDir, folder), { recursive: true });
        await onPage(browser, `${server.url}tut/${page}`, assertModelShown);
        assert.ok(server.requests.includes(`/tut/${folder}/use-lite/config.json`), folder);
      }
    } finally {
      await server.close();
    }
  });

  for (const [name, build] of Object.entries(BUNDLERS)) {
    describe(`by ${name}`, () => {
      const out = join(home, `built by ${name}`);

      /**
       * Opens a page, and returns the texts of the scripts that it requested.
       * @param {string} path
       * @param {(page: Page) => Promise<void>} look
       */
      async function visit(path, look) {
        // Threads can share memory only in an isolated page.
        const server = await serveFolder(out, {
          'cross-origin-opener-policy': 'same-origin',
          'cross-origin-embedder-policy': 'require-corp',
        });
        try {
          await onPage(browser, `${server.url}${path}`, look);
          const scripts = server.requests.filter((request) => request.endsWith('.js'));
          assert.ok(scripts.length > 0);
          return Promise.all(scripts.map((script) => readFile(join(out, script), 'utf8')));
        } finally {
          await server.close();
        }
      }

      it('it builds without settings for the package, and without a warning', async () => {
        await mkdir(out);
        assert.deepEqual(await build(home, out), []);
      });

      it('the core computes in a page and in its worker, with nothing of Lit', async () => {
        const scripts = await visit('core.html', assertComputed);
        assert.doesNotMatch(scripts.join(), LIT);
      });

      it('the fast build is loaded on request', async () => {
        // Without the setting `splitting`, esbuild puts dynamic imports into the script.
        await visit('core.html', (page) => assertFast(page, name === 'esbuild'));
      });

      it('the elements show the numbers of the core', async () => {
        const scripts = await visit('element.html', assertShown);
        assert.match(scripts.join(), LIT);
      });

      it('the model that ships runs in a worker, from a folder next to the page', async () => {
        await cp(join(installed, 'dist/models'), join(out, 'dist/models'), { recursive: true });
        await visit('model.html', async (page) => {
          await assertModelShown(page);
          assert.equal(page.workers().length, 1);
        });
      });
    });
  }

  it('the core alone has at most 43.5 kB, compressed, its wasm included', async () => {
    const contents = "export { loadAttention } from 'attention-lab';";
    const core = await bundled(contents, { splitting: true, outdir: 'nowhere' });
    const { length } = gzipSync(core, { level: 9 });
    assert.ok(length > 12_000 && length <= 43_500, `${length} bytes`);
  });

  // Users of learning also import the core, and both share the checks of arguments. So this counts
  // what learning adds to a bundle of the core: its wasm, grammars and weights. The tokenizers'
  // package is half of what pretrained models add.
  for (const [what, entry, least, most] of /** @type {const} */ ([
    ['learning adds at most 64.5 kB', '/learning', 30_000, 64_500],
    ['pretrained models add at most 52 kB', '/pretrained', 15_000, 52_000],
  ]))
    it(`${what} to the core, compressed`, async () => {
      const [core, both] = await Promise.all(
        [[''], ['', entry]].map(async (entries) => {
          const lines = entries.map((name) => `export * from 'attention-lab${name}';`);
          return gzipSync(await bundled(lines.join('\n')), { level: 9 }).length;
        }),
      );
      assert.ok(both - core > least && both - core <= most, `${both - core} bytes`);
    });

  // Course, practice and models load later.
  it('an element loads at most 218 kB first, compressed, with the core and Lit', async () => {
    const contents = "export { AttentionLab } from 'attention-lab/element';";
    const { outputFiles, metafile } = await build(contents, { splitting: true, outdir: 'nowhere' });
    const bytes = new Map(
      outputFiles.map(({ path, contents }) => [relative(home, path), contents]),
    );
    /** @type {Set<string>} */
    const first = new Set();
    const follow = (/** @type {string} */ path) => {
      if (first.has(path)) return;
      first.add(path);
      const { imports } = metafile.outputs[path];
      for (const { kind, path } of imports) if (kind !== 'dynamic-import') follow(path);
    };
    const [entry = ''] =
      Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint === '<stdin>') ?? [];
    follow(entry);
    const sizes = [...first].map((path) => gzipSync(bytes.get(path) ?? '', { level: 9 }).length);
    const size = sizes.reduce((sum, value) => sum + value, 0);
    assert.ok(size > 100_000 && size <= 218_000, `${size} bytes`);
  });

  it('unused imports add nothing, unless they register elements', async () => {
    const unused = [
      "import { AttentionLab } from 'attention-lab/element';",
      "import { tensor } from 'attention-lab'; import { createMini } from 'attention-lab/learning';",
    ].join('');
    assert.equal((await bundled(unused)).toString(), '');
    for (const entry of ['define', 'map', 'react', 'vue']) {
      const script = await bundled(`import 'attention-lab/${entry}';`, {
        external: ['react', 'vue'],
      });
      assert.match(script.toString(), LIT, entry);
    }
  });

  it('a used element includes its features, which its module registers', async () => {
    for (const [line, slot] of [
      ["export { AttentionLab } from 'attention-lab/element';", 'authorChapter'],
      ["export { AttentionMap } from 'attention-lab/map';", 'maps'],
      ["import 'attention-lab/define';", 'authorChapter'],
    ])
      assert.ok((await bundled(line)).toString().includes(`"${slot}"`), slot);
  });

  /** @param {string} contents @param {esbuild.BuildOptions} [more] */
  async function bundled(contents, more = {}) {
    const { outputFiles } = await build(contents, more);
    return Buffer.from(outputFiles[0].contents);
  }

  /** @param {string} contents @param {esbuild.BuildOptions} [more] */
  function build(contents, more = {}) {
    return esbuild.build({
      ...more,
      ...{ bundle: true, minify: true, format: 'esm', write: false, metafile: true },
      ...{ stdin: { contents, resolveDir: home }, absWorkingDir: home, logLevel: 'silent' },
    });
  }
}
