/**
 * Checks the layers of web/: `node web/build/layers.js`, part of `npm run check`.
 * - A module imports only from an earlier line of the table or from its own folder, types as well as values.
 * - No modules and no folders import each other in a circle, counting import().
 * - Only entries/loader.js uses import(); only entries/, site/ and build/ name a feature.
 * - In src/js/ a module imports only from its own folder and from those above, without circles.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'rolldown/utils';

/** The line of each folder of web/, and a folder of the same line that it may import. */
const LAYERS = /** @type {const} */ ([
  [0, 'features.js', 'types.js'],
  [0, 'types.js'],
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
/** The module with the types of slots. Only this module may import types of any layer, because features fill the slots. */
const TYPES_OF_SLOTS = 'types.js';

/** @typedef {{ from: string, to: string, isLate?: boolean }} Import `isLate` marks an import() */

/**
 * A cache of imports by path, because tests of this check change one of hundreds of modules at a time.
 * @type {Map<string, { source: string, imports: Import[] }>}
 */
const known = new Map();

/**
 * Lists the imports of a module from other modules of web/, or of another root.
 * @param {string} path the path in the root
 * @param {string} source
 * @param {string} [root]
 * @returns {Import[]}
 */
export function listImports(path, source, root = 'web') {
  const place = `${root}/${path}`;
  const before = known.get(place);
  if (before?.source === source) return before.imports;
  const imports = parseImports(path, source, root);
  known.set(place, { source, imports });
  return imports;
}

/** @param {string} path @param {string} source @param {string} root @returns {Import[]} */
function parseImports(path, source, root) {
  const { staticImports, staticExports, dynamicImports } = parseSync(path, source).module;
  const reexports = staticExports.flatMap(({ entries }) => entries);
  const late = dynamicImports.map(({ moduleRequest: { start, end } }) => ({
    moduleRequest: { value: source.slice(start + 1, end - 1) },
    isLate: true,
  }));
  return [...staticImports, ...reexports, ...late].flatMap(({ moduleRequest, ...rest }) => {
    if (!moduleRequest?.value.startsWith('.')) return [];
    const target = normalize(join(root, dirname(path), moduleRequest.value));
    const isOfRoot = target.startsWith(`${root}/`) && target.endsWith('.js');
    const to = target.slice(root.length + 1);
    return isOfRoot ? [{ from: path, to, isLate: 'isLate' in rest }] : [];
  });
}

/**
 * Lists the modules of web/ from which a module or a declaration file imports types.
 * @param {string} path the path in web/
 * @param {string} source
 * @returns {Import[]}
 */
function listTypeImports(path, source) {
  const isOfTypes = path.endsWith('.d.ts');
  const texts = isOfTypes ? [source] : parseSync(path, source).comments.map(({ value }) => value);
  const from = path.replace('.d.ts', '.js');
  return texts
    .flatMap((text) => [...text.matchAll(isOfTypes ? IN_TYPES : IN_COMMENT)])
    .map(([, spec]) => normalize(join('web', dirname(path), spec)))
    .filter((target) => target.startsWith('web/') && from !== TYPES_OF_SLOTS)
    .map((target) => ({ from, to: target.slice(4) }));
}
const IN_TYPES = /\b(?:from |import\()'(\.[^']+)'/g;
const IN_COMMENT = /(?:@import [^']*? from |\bimport\()'(\.[^']+)'/g;

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

/** Finds groups of places that import each other in a circle. @param {Links} links */
function findCircles(links) {
  const reached = new Map([...links.keys()].map((place) => [place, followLinks(place, links)]));
  const circles = [...reached]
    .filter(([place, far]) => far.has(place))
    .map(([place, far]) => [...far].filter((other) => reached.get(other)?.has(place)).sort());
  return new Set(circles.map((circle) => circle.join(' ')));
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
function findProblem({ from, to, isLate }) {
  const [here, there] = [findLayer(from), findLayer(to)];
  if (!here || !there) return `${here ? to : from} is in no layer`;
  if (isLate)
    return from === LOADER ? undefined : `${from} has an import(), which ${LOADER} alone may`;
  const isInside = findFolder(from) === findFolder(to);
  if (there[1] === 'features/' && !isInside && here[0] < 12)
    return `${from} names a feature: ${to}`;
  if (there[0] < here[0] || isInside || here[2] === there[1]) return undefined;
  return `${from} (line ${here[0]}) imports ${to} (line ${there[0]})`;
}

/**
 * Finds the problems of web/.
 * @param {Map<string, string>} sources by path in web/
 * @returns {string[]} all problems
 */
export function findLayerProblems(sources) {
  const modules = [...sources].filter(([path]) => path.endsWith('.js'));
  const imports = modules.flatMap(([path, source]) => listImports(path, source));
  const types = [...sources].flatMap(([path, source]) => listTypeImports(path, source));
  const nameFolder = (/** @type {string} */ path) =>
    path.split('/').slice(0, -1).slice(0, 3).join('/') || path;
  return [
    ...[...imports, ...types].flatMap((edge) => findProblem(edge) ?? []),
    ...findWorkersWithLit(sources, makeLinks(imports.filter(({ isLate }) => !isLate))),
    ...[...findCircles(makeLinks(imports))].map((circle) => `modules in a circle: ${circle}`),
    ...[...findCircles(makeLinks(imports, nameFolder))].map(
      (circle) => `folders in a circle: ${circle}`,
    ),
  ];
}

/**
 * Finds the problems of src/js/.
 * @param {Map<string, string>} sources by path in src/js/
 * @returns {string[]} all problems
 */
export function findLibraryProblems(sources) {
  const modules = [...sources].filter(([path]) => path.endsWith('.js'));
  const imports = modules.flatMap(([path, source]) => listImports(path, source, 'src/js'));
  const nameFolder = (/** @type {string} */ path) => (path.includes('/') ? path.split('/')[0] : '');
  const strays = imports.filter(
    ({ from, to }) => nameFolder(to) !== '' && nameFolder(to) !== nameFolder(from),
  );
  return [
    ...strays.map(({ from, to }) => `src/js/${from} imports ${to}, of another folder`),
    ...[...findCircles(makeLinks(imports))].map((circle) => `modules in a circle: ${circle}`),
  ];
}

/**
 * Reads the modules and declaration files of a folder.
 * @param {string} root relative to this file
 * @returns {Map<string, string>} sources by path
 */
function readModules(root) {
  const folder = fileURLToPath(new URL(root, import.meta.url));
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const files = paths.filter((path) => /\.(js|d\.ts)$/.test(path));
  return new Map(files.map((path) => [path, readFileSync(join(folder, path), 'utf8')]));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const problems = [
    ...findLayerProblems(readModules('../')),
    ...findLibraryProblems(readModules('../../src/js/')),
  ];
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
}
