// Descriptions of the elements in the formats of editors, and the schema of the state.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { it } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { AttentionLab, AttentionMap } from '../../web/entries/element.js';
import { bugs } from '../../web/features/practice/bugs/bugs.js';
import { STATE_ONLY } from '../../web/state/attributes.js';
import { DEFAULTS } from '../../web/state/fields.js';
import { normaliseState } from '../../web/state/normalise.js';
import { reduceCaseCount } from '../support/extent.js';
import { anyState } from '../support/states.js';

const read = async (/** @type {string} */ path) =>
  JSON.parse(await readFile(new URL(`../../${path}`, import.meta.url), 'utf8'));

/** @param {{ name: string }[]} list */
const names = (list) => list.map(({ name }) => name).sort();

/**
 * Leaves out names without an attribute, and second names without hyphens.
 * @param {readonly string[]} all
 */
const documented = (all) =>
  all
    .filter((name) => !Object.hasOwn(STATE_ONLY, name))
    .filter((name) => !all.some((text) => text !== name && text.replaceAll('-', '') === name))
    .toSorted();

const ELEMENTS = { 'attention-lab': AttentionLab, 'attention-map': AttentionMap };

it("VS Code's custom data has both elements with all their attributes, and the values of each choice", async () => {
  const { tags } = await read('dist/vscode.html-custom-data.json');
  assert.deepEqual(names(tags), Object.keys(ELEMENTS));
  for (const { name, attributes } of tags) {
    const { observedAttributes } = ELEMENTS[/** @type {keyof typeof ELEMENTS} */ (name)];
    assert.deepEqual(names(attributes), documented(observedAttributes));
  }
  const [lab] = tags;
  const mask = lab.attributes.find((/** @type {any} */ { name }) => name === 'mask');
  assert.deepEqual(names(mask.values), ['causal', 'custom', 'none', 'padding']);
  const bug = lab.attributes.find((/** @type {any} */ { name }) => name === 'bug');
  for (const { id } of bugs) assert.ok(names(bug.values).includes(id), id);
});

it('web-types have them, too, and package.json points to the file', async () => {
  const { version, ...manifest } = await read('package.json');
  assert.equal(manifest['web-types'], './dist/web-types.json');
  const types = await read('dist/web-types.json');
  assert.deepEqual([types.name, types.version], [manifest.name, version]);
  const { elements } = types.contributions.html;
  assert.deepEqual(names(elements), Object.keys(ELEMENTS));
  for (const { name, attributes } of elements) {
    const { observedAttributes } = ELEMENTS[/** @type {keyof typeof ELEMENTS} */ (name)];
    assert.deepEqual(names(attributes), documented(observedAttributes));
  }
});

const schema = await read('dist/state.schema.json');
const accepts = new Ajv2020({ strict: true, allErrors: true }).compile(schema);

it('the schema of a state accepts the defaults, parts, and every state that a reader can reach', () => {
  for (const state of [DEFAULTS, {}, { sentence: 'one two' }]) {
    assert.ok(accepts(state), JSON.stringify(accepts.errors));
  }
  fc.assert(
    fc.property(anyState, (state) => assert.ok(accepts(state), JSON.stringify(accepts.errors))),
    { numRuns: reduceCaseCount(200), seed: 20261123 },
  );
});

it('the schema of a state refuses every entry out of its range, and unknown entries', () => {
  for (const name of Object.keys(DEFAULTS)) {
    assert.ok(!accepts({ [name]: { no: 'value' } }), name);
    if (name !== 'before') assert.ok(!accepts({ [name]: `${'no such value '.repeat(900)}` }), name);
    const { minimum, maximum, type } = schema.properties[name];
    if (minimum === undefined) continue;
    for (const wrong of [minimum - 1, maximum + 1, ...(type === 'integer' ? [1.5] : [])]) {
      assert.ok(!accepts({ [name]: wrong }), `${name}: ${wrong}`);
      assert.notEqual(/** @type {any} */ (normaliseState({ [name]: wrong }))[name], wrong);
    }
  }
  assert.ok(!accepts({ noSuchEntry: 1 }));
  assert.ok(!accepts({ scale: 'half' }) && !accepts({ scale: 1e7 }));
  assert.ok(!accepts({ cell: 'weights' }) && !accepts({ masked: '1,2' }) && !accepts([]));
});

it('each description of a number ends with its limits, which depend on the source', () => {
  const { heads, dModel, seed, scale } = schema.properties;
  const given = 'with own tensors or a pretrained model';
  assert.match(heads.description, RegExp(`\\. 1 to 16, 128 ${given}, 8 in a model that learns$`));
  assert.match(dModel.description, RegExp(`\\. 1 to 768, 262144 ${given}$`));
  assert.match(seed.description, /\. 0 to 999999$/);
  assert.doesNotMatch(scale.description, / to /);
});

it('the schema of a state describes every entry except the version and the state before', () => {
  const without = Object.entries(schema.properties).filter(([, property]) => !property.description);
  assert.deepEqual(
    without.map(([name]) => name),
    ['v', 'before'],
  );
});
