/**
 * Checks the layers of web/: `node web/build/layers.js`, part of `npm run check`.
 * - A module imports only from an earlier line of the table or from its own folder, types as well as values.
 * - No modules and no folders import each other in a circle, counting import().
 * - Only entries/loader.js uses import(); only entries/, site/ and build/ name a feature.
 * - In src/js/ a module imports only from its own folder and from those above, without circles.
 */

import { dirname, join } from 'node:path';
import { parseSync } from 'rolldown/utils';
import { isMain, listPaths, printProblems, readText } from './files.js';

/**
 * Reads the layers from the table of web/README.md. After “then” stands what may import its neighbour of the same line.
 * @returns {[line: number, path: string, neighbour?: string][]}
 */
const readLayers = () =>
  [...readText('web/README.md').matchAll(/^\| (\d+) \| (`[^|]*) \|/gm)].flatMap(
    ([, line, cell]) => {
      const names = [...cell.replace('.d.ts', '.js').matchAll(/(then )?`(.*?)`/g)];
      return names.map(([, then, path], i) => [Number(line), path, then && names[i - 1][2]]);
    },
  );

const LAYERS = readLayers();
const LOADER = 'entries/loader.js';
/**
 * The module with the types of slots. Only this module may import types of any layer, because
 * features fill the slots.
 */
const TYPES_OF_SLOTS = 'types.js';

/** @typedef {'static' | 'late' | 'type'} ImportKind `late` is an import() */
/** @typedef {{ from: string, to: string, kind: ImportKind }} Import */

const IN_TYPES = /\b(?:from |import\()'([^']+)'/g;
const IN_COMMENT = /(?:@import [^']*? from |\bimport\()'([^']+)'/g;

/** A cache by path, because tests of this check change one of hundreds of modules at a time. */
const cache = new Map();

/**
 * Lists the imports of a module, or of a declaration file, from the modules of the same root.
 * @param {string} path the path in the root
 * @param {string} source
 * @returns {Import[]}
 */
export function listImports(path, source) {
  if (cache.get(path)?.source !== source)
    cache.set(path, { source, imports: parseImports(path, source) });
  return cache.get(path).imports;
}

/** @param {string} path @param {string} source @returns {Import[]} */
function parseImports(path, source) {
  const resolve = (/** @type {ImportKind} */ kind, /** @type {(string | undefined)[]} */ names) =>
    names
      .filter((name) => name?.startsWith('.'))
      .map((name) => join(dirname(path), String(name)))
      .filter((to) => !to.startsWith('..') && to.endsWith('.js'))
      .map((to) => ({ from: path.replace('.d.ts', '.js'), to, kind }));
  const findTypes = (/** @type {string} */ text, /** @type {RegExp} */ pattern) =>
    resolve(
      'type',
      Array.from(text.matchAll(pattern), ([, name]) => name),
    );
  if (path.endsWith('.d.ts')) return findTypes(source, IN_TYPES);
  const { comments, module } = parseSync(path, source);
  const { staticImports, staticExports, dynamicImports } = module;
  const exported = staticExports.flatMap(({ entries }) => entries);
  const late = dynamicImports.map(({ moduleRequest }) => moduleRequest);
  return [
    ...resolve(
      'static',
      [...staticImports, ...exported].map((part) => part.moduleRequest?.value),
    ),
    ...resolve(
      'late',
      late.map(({ start, end }) => source.slice(start + 1, end - 1)),
    ),
    ...comments.flatMap(({ value }) => findTypes(value, IN_COMMENT)),
  ];
}

/** @typedef {Map<string, Set<string>>} Links the modules or folders that each module or folder imports */

/** @param {readonly Import[]} imports @param {(path: string) => string} [toPlace] */
function makeLinks(imports, toPlace = (path) => path) {
  /** @type {Links} */
  const links = new Map();
  for (const { from, to } of imports) {
    const [here, there] = [toPlace(from), toPlace(to)];
    if (here !== there) links.set(here, (links.get(here) ?? new Set()).add(there));
  }
  return links;
}

/** @param {string} start @param {Links} links */
function followLinks(start, links) {
  const reached = new Set(links.get(start));
  for (const place of reached) for (const next of links.get(place) ?? []) reached.add(next);
  return reached;
}

/** Finds groups of modules or folders that import each other in a circle. @param {string} what @param {Links} links */
function findCircles(what, links) {
  const reached = new Map([...links.keys()].map((place) => [place, followLinks(place, links)]));
  const circles = [...reached]
    .filter(([place, far]) => far.has(place))
    .map(([place, far]) => [...far].filter((other) => reached.get(other)?.has(place)).sort());
  return new Set(circles.map((circle) => `${what} in a circle: ${circle.join(' ')}`));
}

/**
 * Finds Workers that import Lit, which needs a document. Such a Worker would fail, and the page would compute in its place.
 * @param {Map<string, string>} sources by path in web/
 * @param {Links} links without import()
 */
const findWorkersWithLit = (sources, links) =>
  [...sources.keys()]
    .filter((path) => /^entries\/.*-worker\.js$/.test(path))
    .flatMap((worker) =>
      [worker, ...followLinks(worker, links)]
        .filter((module) => /^import .* from 'lit\b/m.test(sources.get(module) ?? ''))
        .map((module) => `${worker} comes to ${module}, which imports Lit`),
    );

/** @param {string} path */
const findLayer = (path) => LAYERS.find(([, start]) => path.startsWith(start));

/** Returns the folder whose modules may import each other: a feature or a layer. @param {string} path */
const findFolder = (path) => /^features\/[^/]+/.exec(path)?.[0] ?? findLayer(path)?.[1] ?? path;

/** Returns the problem of an import that the table does not allow. @param {Import} edge */
function findProblem({ from, to, kind }) {
  const [here, there] = [findLayer(from), findLayer(to)];
  if (!here || !there) return `${here ? to : from} is in no layer`;
  if (kind === 'late')
    return from === LOADER ? undefined : `${from} has an import(), which ${LOADER} alone may`;
  if (kind === 'type' && from === TYPES_OF_SLOTS) return undefined;
  const isInside = findFolder(from) === findFolder(to);
  if (there[1] === 'features/' && !isInside && here[0] < 12)
    return `${from} names a feature: ${to}`;
  if (there[0] < here[0] || isInside || here[2] === there[1]) return undefined;
  return `${from} (line ${here[0]}) imports ${to} (line ${there[0]})`;
}

/** @param {Map<string, string>} sources */
function splitImports(sources) {
  const all = [...sources].flatMap(([path, source]) => listImports(path, source));
  return { all, imports: all.filter(({ kind }) => kind !== 'type') };
}

/** @param {Map<string, string>} sources by path in web/ @returns {string[]} all problems */
export function findLayerProblems(sources) {
  const { all, imports } = splitImports(sources);
  const nameFolder = (/** @type {string} */ path) =>
    path.split('/').slice(0, -1).slice(0, 3).join('/') || path;
  return [
    ...all.flatMap((edge) => findProblem(edge) ?? []),
    ...findWorkersWithLit(sources, makeLinks(imports.filter(({ kind }) => kind === 'static'))),
    ...findCircles('modules', makeLinks(imports)),
    ...findCircles('folders', makeLinks(imports, nameFolder)),
  ];
}

/** @param {Map<string, string>} sources by path in src/js/ @returns {string[]} all problems */
export function findLibraryProblems(sources) {
  const { imports } = splitImports(sources);
  const nameFolder = (/** @type {string} */ path) => (path.includes('/') ? path.split('/')[0] : '');
  const strays = imports.filter(({ from, to }) => !['', nameFolder(from)].includes(nameFolder(to)));
  return [
    ...strays.map(({ from, to }) => `src/js/${from} imports ${to}, of another folder`),
    ...findCircles('modules', makeLinks(imports)),
  ];
}

/** @param {string} folder @returns {Map<string, string>} sources by path in the folder */
export function readModules(folder) {
  const paths = listPaths(folder).filter((path) => /\.(js|d\.ts)$/.test(path));
  return new Map(paths.map((path) => [path, readText(`${folder}/${path}`)]));
}

if (isMain(import.meta.url))
  printProblems([
    ...findLayerProblems(readModules('web')),
    ...findLibraryProblems(readModules('src/js')),
  ]);
