import assert from 'node:assert/strict';
import { readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { build } from 'esbuild';
import { publint } from 'publint';
import { readDocument } from '../support/documents.js';
import { CORE } from './node.js';
import { filesIn, run, tool } from './project.js';

/** @import { Project } from './project.js' */

const OTHER_FILES = [
  ...['LICENSE', 'README.md', 'package.json', 'dist/attention-lab.js', 'dist/attention.wasm'],
  // The targets of README's links
  ...['src/README.md', 'web/elements/README.md', 'web/site/attention-lab.png'],
  ...['tests/bench/README.md', 'tests/bench/results/table.txt'],
  'dist/attention-fast.wasm',
  ...['dist/custom-elements.json', 'dist/index.html', 'dist/trainer-worker.js'],
  'dist/pretrained-worker.js',
  'dist/attention-map.js',
  'dist/THIRD-PARTY-NOTICES.txt',
  ...['dist/anywidget.js', 'dist/chapter.schema.json', 'dist/state.schema.json'],
  ...['dist/vscode.html-custom-data.json', 'dist/web-types.json'],
  ...['dist/embed.html', 'dist/embed.js', 'dist/cli.js'],
  'dist/models/use-lite.js',
  ...['LICENSE', 'config.json', 'model.safetensors', 'vocabulary.json'].map(
    (name) => `dist/models/use-lite/${name}`,
  ),
  // A project without these frameworks does not load their types.
  ...['react', 'vue'].map((name) => `dist/types/${name}.d.ts`),
];

/** @param {Project} project */
export function contentTests({ tarball, home, installed }) {
  // Page, script and the notebook module each contain everything, and the modules contain the same
  // again. The model is there as a folder and as a script.
  it('has at most 3.19 MB, and its model at most 13.9 MB', async () => {
    const models = OTHER_FILES.filter((path) => path.startsWith('dist/models/'));
    const compressed = await Promise.all(
      models.map(async (path) => gzipSync(await readFile(join(installed, path)), { level: 9 })),
    );
    const model = compressed.reduce((sum, { length }) => sum + length, 0);
    assert.ok(model <= 13_900_000, `${model} bytes`);
    const { size } = await stat(tarball);
    assert.ok(size - model <= 3_190_000, `${size - model} bytes`);
  });

  it('has what its documents link to, except for those who contribute', async () => {
    const documents = (await filesIn(installed)).filter((path) => path.endsWith('.md'));
    assert.ok(documents.length > 3);
    for (const path of documents) {
      const text = await readFile(join(installed, path), 'utf8');
      const [before, after = ''] = text.split('\n## Contributing\n');
      const rest = after.slice(after.search(/^## /m));
      for (const [, target] of (before + rest).matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)) {
        const found = await stat(join(installed, dirname(path), target)).catch(() => undefined);
        assert.ok(found, `${path} → ${target}`);
      }
    }
  });

  it('names no source map, as none is packed', async () => {
    const scripts = (await filesIn(join(installed, 'dist'))).filter((path) => path.endsWith('.js'));
    assert.ok(scripts.length > 20, `${scripts.length} scripts`);
    for (const path of scripts) {
      const script = await readFile(join(installed, 'dist', path), 'utf8');
      assert.doesNotMatch(script, /sourceMappingURL/, path);
    }
  });

  it('has exactly the files that the entries need', async () => {
    const { metafile } = await build({
      absWorkingDir: home,
      entryPoints: [
        ...['', '/core.js', '/learning', '/pretrained', '/files', '/element', '/map', '/define'],
        ...['/react', '/vue', '/svg', '/markdown-it'],
      ].map((path) => `attention-lab${path}`),
      bundle: true,
      format: 'esm',
      outdir: 'nowhere',
      external: ['lit', 'lit/*', 'react', 'vue', '@huggingface/tokenizers', '@noble/hashes/*'],
      metafile: true,
      write: false,
    });
    const prefix = 'node_modules/attention-lab/';
    const modules = Object.keys(metafile.inputs).map((path) => path.slice(prefix.length));
    const list = await run(tool('.bin/tsc'), ['-p', '.', '--listFilesOnly'], home);
    const types = list
      .split('\n')
      .filter((path) => path.includes(prefix))
      .map((path) => path.slice(path.indexOf(prefix) + prefix.length));
    assert.deepEqual(await filesIn(installed), [...OTHER_FILES, ...modules, ...types].sort());
  });

  for (const [name, most] of /** @type {const} */ ([
    // The script contains everything, including pretrained models.
    ['attention-lab', 583_000],
    // Only the map, for pages that have weights and need no lesson.
    ['attention-map', 74_000],
  ])) {
    it(`has ${name}.js with at most ${most / 1000} kB, compressed`, async () => {
      const script = await readFile(join(installed, `dist/${name}.js`));
      const size = gzipSync(script, { level: 9 }).length;
      assert.ok(size <= most, `${size} bytes`);
    });
  }

  for (const [, name, size] of readDocument('README.md').matchAll(
    /^\| `([\w-]+\.js)`.*\| (\d+) kB gzipped \|$/gm,
  )) {
    it(`has ${name}, whose size README gives within a twentieth`, async () => {
      const script = await readFile(join(installed, `dist/${name}`));
      const kilobytes = gzipSync(script, { level: 9 }).length / 1000;
      assert.ok(Math.abs(kilobytes / Number(size) - 1) <= 0.05, `${kilobytes} kB`);
    });
  }

  it('has the page in one file of at most 578 kB, compressed', async () => {
    const size = gzipSync(await readFile(join(installed, 'dist/index.html')), { level: 9 }).length;
    assert.ok(size <= 578_000, `${size} bytes`);
  });

  it('has the core as one module of at most 46.9 kB, compressed, which imports only the fast build on request', async () => {
    const script = await readFile(join(installed, 'dist/core.js'));
    const size = gzipSync(script, { level: 9 }).length;
    assert.ok(size <= 46_900, `${size} bytes`);
    const { metafile } = await build({
      entryPoints: [join(installed, 'dist/core.js')],
      bundle: true,
      format: 'esm',
      outdir: 'nowhere',
      // List all imports without following them.
      external: ['*'],
      metafile: true,
      write: false,
    });
    const [{ imports, exports }] = Object.values(metafile.outputs);
    const names = ['attention-fast-wasm', 'attention-threads-wasm', 'threads'];
    const fast = names.map((name) => ({
      path: `./${name}.js`,
      kind: 'dynamic-import',
      external: true,
    }));
    assert.deepEqual([imports, exports.sort()], [fast, CORE]);
    assert.doesNotMatch(script.toString(), /\bimport\.meta\b/);
  });

  it('begins each script with its licences, and has the texts of all licences', async () => {
    const notices = await readFile(join(installed, 'dist/THIRD-PARTY-NOTICES.txt'), 'utf8');
    const { version } = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'));
    const scripts = (await filesIn(join(installed, 'dist'))).filter((path) =>
      /^[\w-]+\.js$/.test(path),
    );
    const within = new Set();
    for (const path of scripts) {
      if (path.endsWith('-wasm.js')) continue;
      const text = await readFile(join(installed, 'dist', path), 'utf8');
      const [line] = text.replace('#!/usr/bin/env node\n', '').split('\n');
      assert.ok(line.startsWith(`/*! attention-lab ${version} (MIT)`), `${path}: ${line}`);
      for (const [, named] of line.matchAll(/(?:with|,) (\S+ [\d.]+ \([^)]+\))/g))
        within.add(named);
    }
    assert.ok(within.size > 0);
    for (const named of within) assert.ok(notices.includes(`\n${named}\n\n`), named);
    // The text of a licence follows its package.
    for (const named of within) {
      const [, after = ''] = notices.split(`\n${named}\n\n`);
      assert.match(
        after.slice(0, 2000),
        /Redistribution and use|Permission is hereby|Apache License/,
      );
    }
  });

  it('has no problem that publint finds', async () => {
    const { buffer } = Uint8Array.from(await readFile(tarball));
    const { messages } = await publint({ pack: { tarball: buffer }, strict: true });
    assert.deepEqual(messages, []);
  });

  // Compilers read the same types.
  it('has no problem that arethetypeswrong finds', async () => {
    const data = new Uint8Array(await readFile(tarball));
    const result = await checkPackage(createPackageFromTarballData(data), {
      excludeEntrypoints: ['./dist/*'],
    });
    assert.ok(result.types);
    // ES modules support neither Node 10's resolution nor require().
    const problems = result.problems.filter(
      (problem) =>
        !('resolutionKind' in problem && ['node10', 'node16-cjs'].includes(problem.resolutionKind)),
    );
    assert.deepEqual(problems, []);
  });
}
