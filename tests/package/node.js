import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, it } from 'node:test';
import { loadAttention, tensor } from '../../src/js/index.js';
import { snippetsIn } from '../support/documents.js';
import { compute } from './consumer/compute.js';
import { run } from './project.js';

/** @import { Project } from './project.js' */

export const expected = await compute({ loadAttention, tensor });

export const CORE = [
  ...['ArgumentError', 'AttentionError', 'DisposedError', 'LimitError', 'LoadError'],
  ...['OutOfMemoryError', 'ShapeError', 'fromStateDict', 'loadAttention', 'masks', 'tensor'],
  'toNested',
];

const LEARNING = [
  ...['createDescriber', 'createMini', 'createPronounResolver', 'createToy', 'createTranslator'],
  ...['frenchEnglishPairs', 'loadGradients', 'loadMini'],
];

/** @param {Project} project */
export function nodeTests({ home, installed }) {
  /** @type {string[]} */
  let entries;
  /** @type {any} the output of `entries.js` */
  let found;
  const modules = [
    ...['', '/core.js', '/learning', '/pretrained', '/files', '/element', '/map', '/define'],
    ...['/svg', '/markdown-it'],
  ].map((path) => `attention-lab${path}`);

  before(async () => {
    const { exports } = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'));
    // Scripts, pages and schemas share one entry.
    entries = Object.keys(exports).map((path) =>
      path.replace('.', 'attention-lab').replace('*', 'index.html'),
    );
    found = JSON.parse(
      await run(process.execPath, ['entries.js', `${entries}`, `${modules}`], home),
    );
  });

  it('every entry leads to a file', () => {
    assert.ok(entries.length > modules.length);
    assert.deepEqual(found.resolved, entries);
  });

  it('the modules export the documented names', () => {
    assert.deepEqual(found.exported, {
      'attention-lab': CORE,
      'attention-lab/core.js': CORE,
      'attention-lab/learning': LEARNING,
      'attention-lab/pretrained': [
        ...['HubError', 'ModelError', 'describePretrained', 'forgetPretrained', 'listKeptModels'],
        'loadPretrained',
      ],
      'attention-lab/files': ['FileError', 'readTensors', 'toNpy'],
      'attention-lab/element': ['AttentionLab', 'AttentionMap', 'defineElements'],
      'attention-lab/map': ['AttentionMap', 'defineMap'],
      'attention-lab/define': [],
      'attention-lab/svg': ['attentionSvg'],
      'attention-lab/markdown-it': ['default'],
    });
  });

  it('importing them reads no browser API, and adds no global', () => {
    // Lit does so where Node lacks something, which proves that such changes are noticed.
    assert.ok(found.byLit.includes('customElements ='));
    assert.deepEqual([found.touched, found.addedGlobals], [[], []]);
  });

  it('the core computes, loaded in every way, here and in a thread', () => {
    assert.deepEqual(Object.keys(found.computed).length, 6);
    for (const [how, computed] of Object.entries(found.computed)) {
      assert.deepEqual(computed, expected, how);
    }
  });

  it('the examples of the documents run', async () => {
    const examples = snippetsIn('js');
    assert.ok(examples.length > 0);
    for (const example of examples) {
      await run(process.execPath, ['--input-type=module', '-e', example], home);
    }
  });

  it('other modules cannot be imported', async () => {
    const inside = "await import('attention-lab/src/js/core.js')";
    const importing = run(process.execPath, ['--input-type=module', '-e', inside], home);
    await assert.rejects(importing, /ERR_PACKAGE_PATH_NOT_EXPORTED/);
  });
}
