// Loader hooks that add a line to registries of web/. Each line names a file of this folder.

/** @import { LoadHook } from 'node:module' */

/**
 * @type {Record<string, (source: string) => string>} edits of a registry, by the end of its address
 */
const REGISTRIES = {
  'web/graph/masks/index.js': (source) =>
    `import { window as added } from '${addressOf('window-mask.js')}';\n${addTo('maskKinds', source)}`,
  'web/state/fields.js': (source) =>
    source.replace(
      'export const SETTING_FIELDS = {',
      `export const SETTING_FIELDS = {
  /** how sharp the softmax is */
  sharpness: defineRealField([0, 9], 1, { key: 'sharp', attribute: 'set', usedBy: SEED_AND_OWN }),`,
    ),
  'web/graph/builders/attention.js': (source) =>
    `import { square } from '${addressOf('square-op.js')}';\n${source.replace(
      "  makeNode('headContributions'",
      "  makeNode('squaredOutput', square, 'qo', { output: 'qo' }, 'Y²'),\n  makeNode('headContributions'",
    )}`,
  'web/state/source-kinds.js': (source) =>
    source
      .replace('output headC', 'output squaredOutput headC')
      .replace('spread: isDot,', 'spread: isDot, squaredOutput: isDot,'),
  'web/state/step-order.js': (source) =>
    source.replace("  heads: 'output',", "  heads: 'output',\n  squaredOutput: 'output',"),
  'web/lessons/dot.js': (source) =>
    `import { squaredOutput } from '${addressOf('squared-step.js')}';\n${source.replace(
      '  output: {\n    ...words',
      '  squaredOutput,\n  output: {\n    ...words',
    )}`,
  'web/text/en/tensors.js': (source) =>
    source.replace(
      "  output: ['output'",
      "  squaredOutput: ['squared output', 'square'],\n  output: ['output'",
    ),
  'web/graph/ops/index.js': (source) =>
    `${source}\nexport { square } from '${addressOf('square-op.js')}';\n`,
  'web/pages/tasks/index.js': (source) =>
    `import { orderKind } from '${addressOf('order-task.js')}';\n${source.replace('pickKind];', 'pickKind, orderKind];')}`,
};

/**
 * Adds the entry `added` to the end of a list, whatever its items are.
 * @param {string} list
 * @param {string} source
 */
function addTo(list, source) {
  const start = new RegExp(`(export const ${list} = \\[[^\\]]*?),?\\s*\\]`);
  if (!start.test(source)) throw new Error(`there is no list ${list} to add to`);
  return source.replace(start, '$1, added]');
}

/** @param {string} name */
const addressOf = (name) => new URL(name, import.meta.url).href;

/** @type {LoadHook} */
export async function load(url, context, nextLoad) {
  const loaded = await nextLoad(url, context);
  const registry = Object.keys(REGISTRIES).find((end) => url.endsWith(end));
  if (!registry) return loaded;
  const source = REGISTRIES[registry](String(loaded.source));
  if (source === String(loaded.source)) throw new Error(`${registry} has no place to add to`);
  return { ...loaded, source };
}
