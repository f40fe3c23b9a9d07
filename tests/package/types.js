import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { snippetsIn } from '../support/documents.js';
import { installIn } from '../support/install.js';
import { run, tool } from './project.js';
import { readSymbols } from './symbols.js';

/** @import { Project } from './project.js' */

const oldest = fileURLToPath(new URL('compilers/', import.meta.url));

const newest = tool('typescript/bin/tsc');

/** How consumers resolve modules, and whether an optional property may be undefined. */
const settings = [
  { module: 'ESNext', moduleResolution: 'bundler', exactOptionalPropertyTypes: false },
  { module: 'ESNext', moduleResolution: 'bundler', exactOptionalPropertyTypes: true },
  { module: 'Node16', moduleResolution: 'Node16', exactOptionalPropertyTypes: true },
  { module: 'NodeNext', moduleResolution: 'NodeNext', exactOptionalPropertyTypes: false },
];

/**
 * The oldest supported compiler runs once for each resolution, because it is slow. The project's
 * own compiler runs with all settings.
 */
const compilers = {
  'TypeScript 5.4': {
    compiler: join(oldest, 'node_modules/typescript-5.4/bin/tsc'),
    variants: [settings[0], settings[2]],
  },
  'TypeScript 7': { compiler: newest, variants: settings },
};

const uses = [
  ...['uses-core.ts', 'uses-elements.ts', 'uses-files.ts', 'uses-learning.ts', 'uses-pictures.ts'],
  ...['uses-pretrained.ts', 'uses-results.ts', 'uses-svelte.ts'],
];

/** Names an export that the package does not have. */
const WRONG =
  "import 'attention-lab/define';\nimport { readTensor } from 'attention-lab';\nreadTensor;\n";

/** Every name that the published types export, by entry. @type {Record<string, string[]>} */
const EXPORTED = {
  'core.d.ts': [
    ...['AdditiveParameters', 'AdditiveTrace', 'ArgumentError', 'Attention', 'AttentionError'],
    ...['AttentionOptions', 'AttentionResult', 'AttentionTrace', 'BuildOptions'],
    ...['CacheOptions', 'Destination', 'DisposedError', 'Dropout', 'Dtype', 'ErrorDetails'],
    ...['ForwardOptions', 'HeadsTrace', 'HeldLayerOptions', 'Indices', 'KeyValueCache'],
    ...['LayerOptions', 'LimitError', 'LinearLayer', 'LinearLayerOptions'],
    ...['LinearOptions', 'LoadError', 'MaskLike', 'MaskTensor', 'Masks', 'MultiHeadAttentionLayer'],
    ...['MultiHeadParameters', 'MultiHeadTrace', 'Nested', 'NestedOf', 'NormOptions'],
    ...['NumberArray', 'Numbers', 'OutOfMemoryError'],
    ...['ProjectionTrace', 'Resident', 'RotaryOptions', 'RotaryScaling', 'ShapeError'],
    ...[
      'SoftmaxOptions',
      'Step',
      'Tensor',
      'TensorLike',
      'TensorOrMask',
      'WasmSource',
      'fromStateDict',
    ],
    ...['loadAttention', 'masks', 'tensor', 'toNested'],
  ],
  'element.d.ts': [
    ...['AttentionLab', 'AttentionLabEvents', 'AttentionLabProps', 'AttentionMap'],
    ...['AttentionMapEvents', 'AttentionMapProps', 'CoreName', 'LabFormat', 'MapFormat'],
    ...['MaskName', 'ModelName', 'PressedNumber', 'Scale', 'SourceName', 'State', 'TagProps'],
    ...['Tensor', 'TensorLike', 'Variant', 'defineElements'],
  ],
  'anywidget.d.ts': ['WidgetModel', 'default'],
  'map.d.ts': [
    ...['AttentionMap', 'AttentionMapEvents', 'MapFormat', 'Tensor', 'TensorLike', 'defineMap'],
  ],
  'files.d.ts': ['FileError', 'FileSource', 'Tensor', 'readTensors', 'toNpy'],
  'learning.d.ts': [
    ...['AdditiveGradients', 'Blocked', 'Describer', 'DescriberMembers', 'DotProductGradients'],
    ...[
      'GradientOptions',
      'GradientTrace',
      'Gradients',
      'Heads',
      'Mini',
      'MiniMembers',
      'Model',
      'ModelFacts',
    ],
    ...['ModelMembers', 'MultiHeadGradients', 'Pair', 'PronounResolver', 'PronounResolverMembers'],
    ...['State', 'Tensor', 'TensorLike', 'Toy', 'ToyMembers', 'ToyName', 'Translator'],
    ...['TranslatorMembers', 'createDescriber'],
    ...['createMini', 'createPronounResolver', 'createToy', 'createTranslator'],
    ...['frenchEnglishPairs', 'loadGradients', 'loadMini'],
  ],
  'pretrained.d.ts': [
    ...['DescribeOptions', 'GenerateOptions', 'GeneratedText', 'HubError', 'HubReason'],
    ...['KeptInfo', 'LayerDescription', 'LayerParameters', 'LayerStack', 'LayerTables'],
    ...['LoadOptions', 'ModelError', 'ModelFile', 'ModelOrigin', 'ModelReason'],
    ...['ModelSizes'],
    ...[
      'ModelSource',
      'ModelSummary',
      'NextToken',
      'OuterParameters',
      'PretrainedModel',
      'Projection',
    ],
    ...['RotaryScaling', 'Run', 'RunChanges', 'RunInput', 'RunOptions'],
    ...['StoredLayer', 'StoredPart', 'TableName'],
    ...[
      'Tensor',
      'TokenIntegers',
      'Tokens',
      'TracedTables',
      'WrittenToken',
      'describePretrained',
      'forgetPretrained',
      'listKeptModels',
    ],
    ...['loadPretrained'],
  ],
  'markdown-it.d.ts': ['default'],
  'svg.d.ts': ['MapSvgOptions', 'SvgOptions', 'attentionSvg'],
  // A pure declaration file exports everything that it names.
  'define.d.ts': ['ReactTag', 'SvelteTag', 'VueTag'],
  'react.d.ts': ['AttentionLab', 'AttentionMap', 'Component', 'Listeners', 'Pascal'],
  'vue.d.ts': ['AttentionLab', 'AttentionMap', 'Given', 'Listeners'],
};

/** @param {Project} project */
export function typeTests({ home, installed }) {
  before(() => installIn(oldest));

  /** @param {string} compiler @param {object} compilerOptions @param {string[]} files */
  async function compile(compiler, compilerOptions, files) {
    const project = { extends: './tsconfig.json', compilerOptions, files };
    await writeFile(join(home, 'this-one.json'), JSON.stringify(project));
    await run(process.execPath, [compiler, '-p', 'this-one.json'], home);
  }

  /** Reads each attribute of the manifest from the properties that React, Vue and JSX accept. */
  async function writeAttributes() {
    const manifest = readFileSync(join(installed, 'dist/custom-elements.json'), 'utf8');
    const elements = JSON.parse(manifest).modules.flatMap((/** @type {any} */ module) =>
      module.declarations.filter((/** @type {any} */ { attributes }) => attributes),
    );
    assert.equal(elements.length, 2);
    const lines = elements.flatMap((/** @type {any} */ { name, attributes }) => [
      `import type { ${name}Props } from 'attention-lab/element';`,
      ...attributes.map((/** @type {any} */ attribute, /** @type {number} */ i) => {
        const property = attribute.fieldName ?? attribute.name;
        return `export type ${name}${i} = ${name}Props['${property}'];`;
      }),
    ]);
    await writeFile(join(home, 'attributes.ts'), `${lines.join('\n')}\n`);
    return 'attributes.ts';
  }

  async function writeExamples() {
    const examples = snippetsIn('js');
    assert.ok(examples.length > 0);
    const files = examples.map((_, i) => `readme-${i}.ts`);
    for (const [i, file] of files.entries()) await writeFile(join(home, file), examples[i]);
    return files;
  }

  for (const [name, { compiler, variants }] of Object.entries(compilers)) {
    describe(`a right program compiles by ${name}`, () => {
      for (const options of variants) {
        const { moduleResolution, exactOptionalPropertyTypes: isExact } = options;
        const isFirst = options === settings[0];
        const how = `${moduleResolution}, ${isExact ? 'with' : 'without'} exact optional properties`;
        it(isFirst ? `${how}; and what the documents print` : how, async () => {
          const files = isFirst ? await writeExamples() : [];
          await compile(compiler, options, [...uses, ...files]);
        });
      }
    });
  }

  it('a program for Node compiles without the types of a page', async () => {
    const options = { lib: ['ES2022'], types: ['node'], typeRoots: [tool('@types')] };
    await compile(newest, { ...settings[0], ...options }, ['uses-node.ts']);
  });

  it('a framework accepts each attribute of both elements', async () => {
    await compile(newest, settings[0], [await writeAttributes()]);
  });

  it('a wrong program does not compile', async () => {
    await writeFile(join(home, 'wrong.ts'), WRONG);
    await assert.rejects(compile(newest, settings[0], ['wrong.ts']), ({ stdout }) =>
      /^wrong\.ts\(2,10\): error TS2305.*\n$/.test(stdout),
    );
  });

  describe('the types of', () => {
    const folder = join(installed, 'dist/types');
    const files = Object.keys(EXPORTED);
    /** @type {ReturnType<typeof readSymbols>} */
    let symbols;
    before(() => {
      symbols = readSymbols(files.map((file) => join(folder, file)));
    });

    it('all entries have only syntax of TypeScript 5.4', () => {
      for (const [file, { unreadable }] of symbols) assert.deepEqual(unreadable, [], file);
    });

    it('all entries are tested', () => {
      const found = readdirSync(folder).filter((name) => name.endsWith('.d.ts'));
      assert.deepEqual(found.sort(), files.sort());
    });

    for (const [file, names] of Object.entries(EXPORTED)) {
      it(`${file} export exactly the public names, each with a comment`, () => {
        const { exported, silent } = symbols.get(join(folder, file)) ?? {};
        assert.deepEqual(exported, names);
        assert.deepEqual(silent, []);
      });
    }
  });
}
