import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { isThorough } from '../support/extent.js';
import { installIn } from '../support/install.js';
import { readmeExamples, run, tool } from './project.js';

const oldest = fileURLToPath(new URL('compilers/', import.meta.url));

const newest = tool('typescript/bin/tsc');

/** How consumers find modules, and whether a property that may be absent may be undefined, too. */
const settings = [
  { module: 'ESNext', moduleResolution: 'bundler', exactOptionalPropertyTypes: false },
  { module: 'ESNext', moduleResolution: 'bundler', exactOptionalPropertyTypes: true },
  { module: 'Node16', moduleResolution: 'Node16', exactOptionalPropertyTypes: true },
  { module: 'NodeNext', moduleResolution: 'NodeNext', exactOptionalPropertyTypes: false },
];

/**
 * The oldest that we promise, once for each way to find modules, as it takes longest; and the one that we use
 * ourselves, in all settings.
 */
const compilers = {
  'TypeScript 5.4': {
    compiler: join(oldest, 'node_modules/typescript-5.4/bin/tsc'),
    asked: isThorough ? [settings[0], settings[2]] : [settings[2]],
  },
  'TypeScript 7': { compiler: newest, asked: settings },
};

const uses = [
  'uses-core.ts',
  'uses-elements.ts',
  'uses-learning.ts',
  'uses-pictures.ts',
  'uses-results.ts',
];

/** Names an export that the package does not have. */
const WRONG =
  "import 'attention-lab/define';\nimport { readTensor } from 'attention-lab/core';\nreadTensor;\n";

/**
 * Every name that the published types declare at the top of a file, by file. What is not exported is
 * there because something exported speaks of it.
 * @type {Record<string, { exported: string[], inside: string[] }>}
 */
const DECLARED = {
  'core.d.ts': {
    exported: [
      ...['AdditiveParameters', 'AdditiveTrace', 'ArgumentError', 'Attention', 'AttentionError'],
      ...['AttentionOptions', 'AttentionResult', 'AttentionTrace', 'Destination', 'DisposedError'],
      ...['ForwardOptions', 'KeyValueCache', 'LayerOptions', 'LimitError', 'LinearLayer'],
      ...['LinearOptions', 'LoadError', 'MaskTensor', 'MultiHeadAttentionLayer'],
      ...['MultiHeadParameters', 'MultiHeadTrace', 'OutOfMemoryError', 'Resident', 'ShapeError'],
      ...['SoftmaxOptions', 'Tensor', 'TensorLike', 'WasmSource', 'fromStateDict'],
      ...['loadAttention', 'masks', 'tensor', 'toNested'],
    ],
    inside: [
      ...['ErrorDetails', 'HeadsTrace', 'Held', 'Nested', 'Numbers', 'Operations', 'Options'],
      ...['ProjectionTrace', 'Result', 'Step', 'Traced', 'Weights', 'Written', 'alibi', 'dispose'],
      'slidingWindow',
    ],
  },
  'define.d.ts': { exported: [], inside: [] },
  'element.d.ts': {
    exported: [
      ...['AttentionLab', 'AttentionLabEvents', 'AttentionLabProps', 'AttentionMap'],
      ...['AttentionMapEvents', 'AttentionMapProps', 'LabFormat', 'MapFormat', 'State', 'TagProps'],
      ...['Tensor', 'TensorLike', 'defineElements'],
    ],
    inside: [
      ...['Fill', 'Held', 'Kebab', 'Listen', 'Mask', 'Mechanism', 'ModelName', 'Nested', 'Numbers'],
      'PressedNumber',
      ...['Resident', 'Scale', 'Settings', 'SourceName', 'Task', 'Tensors', 'Tokens', 'ToyName'],
      ...['Variant', 'ViewSelection', 'dispose'],
    ],
  },
  'map.d.ts': {
    exported: [
      'AttentionMap',
      'AttentionMapEvents',
      'MapFormat',
      'Tensor',
      'TensorLike',
      'defineMap',
    ],
    inside: [],
  },
  // What another package has, and they add to, has its name.
  'jsx.d.ts': { exported: [], inside: ['Tag', 'react'] },
  'learning.d.ts': {
    exported: [
      ...['Blocked', 'Describer', 'Gradients', 'Heads', 'Mini', 'Model', 'Pair', 'PronounResolver'],
      ...['State', 'Tensor', 'TensorLike', 'Toy', 'ToyName', 'Translator', 'createDescriber'],
      ...['createMini', 'createPronounResolver', 'createToy', 'createTranslator'],
      ...['frenchEnglishPairs', 'loadGradients', 'loadMini'],
    ],
    inside: [
      ...['AdditiveGradients', 'AdditiveParameters', 'AttentionOptions', 'Destination'],
      ...['DotProductGradients', 'GradientTrace', 'Held', 'LayerOptions', 'MultiHeadGradients'],
      ...['MultiHeadParameters', 'Nested', 'Numbers', 'Resident', 'Step', 'dispose'],
    ],
  },
  'markdown-it.d.ts': { exported: ['attentionFences'], inside: [] },
  'svg.d.ts': { exported: ['SvgOptions', 'attentionSvg'], inside: [] },
  'react.d.ts': {
    exported: ['AttentionLab', 'AttentionMap'],
    inside: ['Component', 'Listeners', 'Pascal'],
  },
  'svelte.d.ts': { exported: [], inside: ['Tag', 'svelte/elements'] },
  'vue.d.ts': {
    exported: ['AttentionLab', 'AttentionMap'],
    inside: ['Given', 'Listeners', 'Tag', 'vue'],
  },
};

/** @param {import('./project.js').Project} project */
export function typeTests({ home, installed }) {
  before(() => installIn(oldest));

  /**
   * @param {string} compiler
   * @param {object} compilerOptions
   * @param {string[]} files
   */
  async function compile(compiler, compilerOptions, files) {
    const project = { extends: './tsconfig.json', compilerOptions, files };
    await writeFile(join(home, 'this-one.json'), JSON.stringify(project));
    await run(process.execPath, [compiler, '-p', 'this-one.json'], home);
  }

  async function writeExamples() {
    const examples = await readmeExamples();
    assert.ok(examples.length > 0);
    const files = examples.map((_, i) => `readme-${i}.ts`);
    for (const [i, file] of files.entries()) await writeFile(join(home, file), examples[i]);
    return files;
  }

  for (const [name, { compiler, asked }] of Object.entries(compilers)) {
    describe(`what is right compiles by ${name}`, () => {
      for (const options of asked) {
        const { moduleResolution, exactOptionalPropertyTypes: isExact } = options;
        const isFirst = options === settings[0];
        const how = `${moduleResolution}, ${isExact ? 'with' : 'without'} exact optional properties`;
        it(isFirst ? `${how}; and what README prints` : how, async () => {
          const files = isFirst ? await writeExamples() : [];
          await compile(compiler, options, [...uses, ...files]);
        });
      }
    });
  }

  it('what is wrong does not', async () => {
    await writeFile(join(home, 'wrong.ts'), WRONG);
    await assert.rejects(compile(newest, settings[0], ['wrong.ts']), ({ stdout }) =>
      /^wrong\.ts\(2,10\): error TS2305.*\n$/.test(stdout),
    );
  });

  describe('nothing is declared but what is public, in', () => {
    const types = join(installed, 'dist/types');

    it('files of these names', () => {
      assert.deepEqual(readdirSync(types).sort(), Object.keys(DECLARED).sort());
    });

    for (const [file, declared] of Object.entries(DECLARED)) {
      it(file, () => assert.deepEqual(readDeclarations(join(types, file)), declared));
    }
  });
}

/** @param {string} path */
function readDeclarations(path) {
  /** @type {any} the version that tests bring; the one in use has no interface for programs */
  const ts = createRequire(import.meta.url)(join(oldest, 'node_modules/typescript-5.4'));
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest);
  const names = { exported: new Set(), inside: new Set() };
  for (const { name, modifiers = [], exportClause, declarationList } of source.statements) {
    const isExported = modifiers.some(
      (/** @type {any} */ { kind }) => kind === ts.SyntaxKind.ExportKeyword,
    );
    const declared = [name, ...(declarationList?.declarations ?? []).map(nameOf)].filter(Boolean);
    for (const { text } of declared) {
      // `declare global` has a name, too; and of two names that are the same, one has a number.
      if (text === 'global') continue;
      (isExported ? names.exported : names.inside).add(text.replace(/\$\d+$/, ''));
    }
    for (const element of exportClause?.elements ?? []) names.exported.add(nameOf(element).text);
  }
  const inside = [...names.inside].filter((name) => !names.exported.has(name));
  return { exported: [...names.exported].sort(), inside: inside.sort() };
}

/** @param {{ name: { text: string } }} declaration */
const nameOf = ({ name }) => name;
