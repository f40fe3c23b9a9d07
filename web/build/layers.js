/**
 * Holds web/ against its layers: `node web/build/layers.js`, part of `npm run check`. A module imports only what stands on an
 * earlier line of the table or in its own folder; no modules and no folders import each other in a circle, counting
 * import(); import() stands in entries/loader.js alone; and only entries/, site/ and build/ name a feature.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseAst } from 'rolldown/parseAst';

/** Line of each folder of web/, and which folder of the same line it may read. */
const LAYERS = /** @type {const} */ ([
  [0, 'features.js'],
  [1, 'text/'],
  [1, 'styles/'],
  [2, 'graph/'],
  [3, 'state/'],
  [4, 'sources/'],
  [5, 'session/'],
  [6, 'figures/'],
  [7, 'lessons/'],
  [8, 'export/'],
  [8, 'views/', 'export/'],
  [9, 'pages/'],
  [10, 'features/'],
  [11, 'elements/'],
  [12, 'entries/'],
  [13, 'site/'],
  [14, 'build/'],
]);
const LOADER = 'entries/loader.js';

/**
 * @typedef {object} Import
 * @property {string} from
 * @property {string} to
 * @property {boolean} isLate is it an import()?
 */

/**
 * Visits every node of a syntax tree.
 * @param {unknown} tree
 * @param {(node: any) => void} visit
 */
export function walkTree(tree, visit) {
  if (!tree || typeof tree !== 'object') return;
  if ('type' in tree && typeof tree.type === 'string') visit(tree);
  for (const child of Object.values(tree)) walkTree(child, visit);
}

/**
 * The imports of a module from others of web/.
 * @param {string} path within web/
 * @param {string} source
 * @returns {Import[]}
 */
export function listImports(path, source) {
  /** @type {Import[]} */
  const found = [];
  const add = (/** @type {unknown} */ to, /** @type {boolean} */ isLate) => {
    if (typeof to !== 'string' || !to.startsWith('.')) return;
    const target = normalize(join('web', dirname(path), to));
    if (/^web\/.*\.js$/.test(target)) found.push({ from: path, to: target.slice(4), isLate });
  };
  walkTree(parseAst(source), (node) => {
    if (node.type === 'ImportExpression') add(node.source.value, true);
    else if (/^(Import|ExportNamed|ExportAll)Declaration$/.test(node.type))
      add(node.source?.value, false);
  });
  return found;
}

/**
 * Workers that come to Lit, which needs a document: they would end at once, and the page compute in their place.
 * @param {Map<string, string>} sources by path within web/
 * @param {Import[]} imports
 */
function workersWithLit(sources, imports) {
  return [...sources.keys()].filter(isWorker).flatMap((worker) => {
    const reached = new Set([worker]);
    for (const module of reached)
      for (const { from, to, isLate } of imports) if (from === module && !isLate) reached.add(to);
    return [...reached]
      .filter((module) => /^import .* from 'lit\b/m.test(sources.get(module) ?? ''))
      .map((module) => `${worker} comes to ${module}, which imports Lit`);
  });
}

const isWorker = (/** @type {string} */ path) => /^entries\/.*-worker\.js$/.test(path);

/** @param {string} path */
const layerOf = (path) => LAYERS.find(([, start]) => path.startsWith(start));

/** The folder whose modules count as one: each feature, or each layer. @param {string} path */
const findFolder = (path) => /^features\/[^/]+/.exec(path)?.[0] ?? layerOf(path)?.[1] ?? path;

/** The problem of an import that the table does not allow. @param {Import} edge */
function problemOf({ from, to, isLate }) {
  const [here, there] = [layerOf(from), layerOf(to)];
  if (!here || !there) return `${here ? to : from} is in no layer`;
  if (isLate)
    return from === LOADER ? undefined : `${from} has an import(), which ${LOADER} alone may`;
  if (there[1] === 'features/' && findFolder(from) !== findFolder(to) && here[0] < 12)
    return `${from} names a feature: ${to}`;
  const isEarlier =
    there[0] < here[0] || findFolder(from) === findFolder(to) || here[2] === there[1];
  return isEarlier ? undefined : `${from} (line ${here[0]}) imports ${to} (line ${there[0]})`;
}

/**
 * Groups in which each leads to each other.
 * @param {Iterable<readonly [string, string]>} arrows
 * @returns {string[][]}
 */
function circlesOf(arrows) {
  /** @type {Map<string, Set<string>>} */
  const next = new Map();
  for (const [from, to] of arrows) {
    if (from === to) continue;
    if (!next.has(from)) next.set(from, new Set());
    next.get(from)?.add(to);
  }
  /** @param {string} start */
  const reached = (start) => {
    const seen = new Set(next.get(start));
    for (const module of seen) for (const other of next.get(module) ?? []) seen.add(other);
    return seen;
  };
  const all = new Map([...next.keys()].map((module) => [module, reached(module)]));
  /** @type {Map<string, string[]>} */
  const circles = new Map();
  for (const [module, far] of all) {
    const circle = [...far].filter((other) => all.get(other)?.has(module)).sort();
    if (far.has(module)) circles.set(circle.join(' '), circle);
  }
  return [...circles.values()];
}

/** @param {string} path @param {number} depth */
const folderOf = (path, depth) => path.split('/').slice(0, -1).slice(0, depth).join('/') || path;

/**
 * @param {Map<string, string>} sources by path within web/
 * @returns {string[]} all that is wrong
 */
export function findLayerProblems(sources) {
  const imports = [...sources].flatMap(([path, source]) => listImports(path, source));
  const arrows = imports.map(({ from, to }) => /** @type {const} */ ([from, to]));
  const folders = arrows.map(
    ([from, to]) => /** @type {const} */ ([folderOf(from, 3), folderOf(to, 3)]),
  );
  return [
    ...imports.flatMap((arrow) => problemOf(arrow) ?? []),
    ...workersWithLit(sources, imports),
    ...circlesOf(arrows).map((circle) => `modules in a circle: ${circle.join(' ')}`),
    ...circlesOf(folders).map((circle) => `folders in a circle: ${circle.join(' ')}`),
  ];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const web = fileURLToPath(new URL('../', import.meta.url));
  const paths = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.js'),
  );
  const problems = findLayerProblems(
    new Map(paths.map((path) => [path, readFileSync(join(web, path), 'utf8')])),
  );
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
}
