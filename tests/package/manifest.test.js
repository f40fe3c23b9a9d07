import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { describe, it } from 'node:test';
import { Ajv } from 'ajv';
import { DOCUMENTS, fillTables } from '../../web/build/documents.js';
import { AttentionElement } from '../../web/elements/base-element.js';
import { AttentionLab, AttentionMap } from '../../web/entries/element.js';
import { STATE_ONLY } from '../../web/state/attributes.js';
import { styles } from '../../web/styles/styles.js';

/** @import { CustomElementDeclaration, Package } from 'custom-elements-manifest' */

const read = (/** @type {string} */ path) =>
  readFile(new URL(`../../${path}`, import.meta.url), 'utf8');

/** @type {Package} */
const manifest = JSON.parse(await read('dist/custom-elements.json'));
const web = new URL('../../web/', import.meta.url);
const modules = (await readdir(web, { recursive: true, encoding: 'utf8' })).filter((path) =>
  path.endsWith('.js'),
);
const sources = await Promise.all(modules.map((path) => read(`web/${path}`)));

/**
 * Lists what a pattern captures in sources, each once and in order.
 * @param {string[]} texts
 * @param {RegExp} pattern
 */
const found = (texts, pattern) =>
  [...new Set(texts.flatMap((text) => [...text.matchAll(pattern)].map(([, name]) => name)))].sort();

/** @param {string[]} list @param {string} name */
const count = (list, name) => list.filter((text) => text === name).length;

/** @param {{ name: string }[]} [list] */
const names = (list = []) => list.map(({ name }) => name).sort();

it('the manifest is valid by its schema', () => {
  const schema = createRequire(import.meta.url)('custom-elements-manifest/schema.json');
  const validate = new Ajv({ strict: false, allErrors: true }).compile(schema);
  validate(manifest);
  assert.deepEqual(validate.errors, null);
});

it('the tables of the elements in the documents are those of the manifest', async () => {
  for (const path of DOCUMENTS) {
    const text = await read(path);
    assert.equal(text, fillTables(text, manifest), `${path}: run node web/build/documents.js`);
  }
});

it('the manifest says that define.js defines both elements', () => {
  const { exports } = manifest.modules.find(({ path }) => path === 'dist/define.js') ?? {};
  assert.deepEqual(
    exports?.map(({ name, declaration }) => [name, declaration.name, declaration.module]),
    [
      ['attention-lab', 'AttentionLab', 'dist/element.js'],
      ['attention-map', 'AttentionMap', 'dist/element.js'],
    ],
  );
});

it('the manifest says that attention-map.js defines the map', () => {
  const { exports } = manifest.modules.find(({ path }) => path === 'dist/attention-map.js') ?? {};
  assert.deepEqual(
    exports?.map(({ name, declaration }) => [name, declaration.name]),
    [['attention-map', 'AttentionMap']],
  );
});

for (const [tag, element] of /** @type {const} */ ([
  ['attention-lab', AttentionLab],
  ['attention-map', AttentionMap],
])) {
  describe(`the manifest has of <${tag}>`, () => {
    const { declarations = [] } =
      manifest.modules.find(({ path }) => path === 'dist/element.js') ?? {};
    const declaration = /** @type {CustomElementDeclaration} */ (
      declarations.find(({ name }) => name === element.name)
    );

    it('its name', () => {
      assert.deepEqual([declaration.tagName, declaration.name], [tag, element.name]);
    });

    it('all attributes', () => {
      const observed = element.observedAttributes
        .filter((name) => !Object.hasOwn(STATE_ONLY, name))
        .toSorted();
      // Names without hyphens exist only for the servers of frameworks.
      const joined = observed.map((name) => name.replaceAll('-', ''));
      const told = observed.filter((name) => name.includes('-') || count(joined, name) === 1);
      assert.deepEqual(names(declaration.attributes), told);
    });

    it('all events', () => {
      // Controllers and the base class send some of an element's events.
      const helpers = tag === 'attention-lab' ? ['announcer', 'lab-controller'] : ['map-input'];
      const paths = [tag, 'base-element', ...helpers].map((name) => `elements/${name}.js`);
      const sending = sources.filter((_, i) => paths.includes(modules[i]));
      assert.deepEqual(names(declaration.events), found(sending, /\bsend\(\s*'([\w-]+)'/g));
    });

    it('all public methods', () => {
      const methods = declaration.members?.filter(({ kind }) => kind === 'method');
      const methodNames = Object.entries(Object.getOwnPropertyDescriptors(element.prototype))
        .filter(
          ([name, { value }]) =>
            typeof value === 'function' && !(name in AttentionElement.prototype),
        )
        .map(([name]) => name);
      assert.deepEqual(names(methods), methodNames.sort());
    });

    it('custom properties and parts', () => {
      // Some names are composed, so also read the style sheets.
      const sheets = styles.map(({ cssText }) => cssText);
      const properties = found([...sources, ...sheets], /var\(\s*(--attention-[\w-]+)/g);
      const parts = found(sources, /\bpart="(\w+)"/g);
      assert.ok(properties.length > 0 && parts.length > 0);
      for (const [named, all] of [
        [names(declaration.cssProperties), properties],
        [names(declaration.cssParts), parts],
      ]) {
        assert.ok(named.length > 0);
        // The map has only some of them.
        const those = tag === 'attention-lab' ? all : all.filter((text) => named.includes(text));
        assert.deepEqual(named, those);
      }
    });

    it('a description of each', () => {
      const { attributes, events, cssParts, cssProperties, slots } = declaration;
      const all = [attributes, events, cssParts, cssProperties, slots].flatMap((list = []) => list);
      const without = all.filter(({ description }) => !description);
      assert.deepEqual(names(without), []);
    });
  });
}
