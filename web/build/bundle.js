/**
 * Writes dist/attention-lab.js and dist/index.html, both in one piece with the wasm inside; beside them
 * dist/attention-course.js, the chapters, dist/attention-practice.js, bugs to find, dist/attention-models.js, the models that learn,
 * dist/attention-learning.js, which trains them, and dist/attention-files.js, which reads files and writes programs,
 * dist/attention-views.js, grid and lines of a map; dist/attention-map.js, the map alone with both; dist/anywidget.js, the
 * first script as a module for notebooks;
 * dist/embed.html with a script of its own beside the former, the licence texts of what is inside; and for a package the elements as
 * modules, dist/element.js, dist/map.js, dist/define.js and what they share and load later, with dist/svg.js, dist/markdown-it.js
 * and dist/cli.js for pictures without a browser, without Lit and the core, and the core as one module, dist/core.js.
 */

import { createHash } from 'node:crypto';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { chapterSchema } from './chapter-schema.js';
import { NOTICES, notices } from './notices.js';
import {
  asModules,
  asNotebookModule,
  asOneModule,
  asScript,
  bundledPackages,
  sharedBy,
} from './scripts.js';

/** @param {string} path from the root of the project */
const file = (path) => new URL(`../../${path}`, import.meta.url);

const further = ['models', 'course', 'practice', 'files', 'views'].map(
  (name) => `web/loading/${name}-script.js`,
);
const shared = await sharedBy('web/define.js', further);
const lab = asScript('web/define.js', { gives: shared });
const page = asScript('web/page.js', { gives: shared });

/** @param {string} path @returns {[string, Promise<string>]} */
const asFurtherScript = (path) => [
  `attention-${basename(path, '-script.js')}.js`,
  asScript(path, { takes: shared }),
];

/** All at once, by their names in dist; those that take longest first. @type {[string, Promise<string> | string][]} */
const scripts = [
  ['attention-lab.js', lab],
  ['index.html', page.then((script) => inOnePiece('web/index.html', script))],
  ['anywidget.js', asNotebookModule('web/anywidget.js', shared)],
  ...further.map(asFurtherScript),
  ['attention-map.js', asScript('web/loading/map-script.js')],
  ['attention-learning.js', asScript('web/loading/learning-worker.js')],
  ['core.js', asOneModule('src/js/index.js')],
  ['embed.js', asScript('web/embed/page.js')],
  ['embed.html', lab.then((script) => besideScripts('web/embed.html', script))],
  ['chapter.schema.json', `${JSON.stringify(chapterSchema(), null, 1)}\n`],
];
const modules = asModules([
  ...[
    'web/element.js',
    'web/define.js',
    'web/map.js',
    'web/react.js',
    'web/vue.js',
    'web/loading/learning-worker.js',
  ],
  ...['web/static/svg.js', 'web/static/markdown-it.js', 'web/static/cli.js'],
]);

const texts = await Promise.all(scripts.map(([, text]) => text));
for (const [i, [name]] of scripts.entries()) await publish(`dist/${name}`, texts[i]);
const files = (await modules).map(({ path, text }) => ({ name: basename(path), text }));
for (const { name, text } of files) await publish(`dist/${name}`, text);
// Names of shared modules change with their contents.
for (const name of await readdir(file('dist'))) {
  if (name.startsWith('shared-') && !files.some((one) => one.name === name))
    await rm(file(`dist/${name}`));
}
await publish(`dist/${NOTICES}`, await notices(bundledPackages()));

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
    `script-src '${digest(embedded)}' 'self' 'wasm-unsafe-eval'`,
    "worker-src 'self'",
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
    "worker-src 'self'",
    "require-trusted-types-for 'script'",
    "trusted-types lit-html attention-lab 'allow-duplicates'",
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
