/**
 * Writes how a JavaScript program loads a model with attention-lab/pretrained, runs it with the
 * reader's changes, and reads one layer.
 */

import { writeJavascriptString } from '../../../export/literals.js';
import { exact } from '../../../text/number.js';
import * as text from '../text/en/program.js';
import { isFilesModel } from '../text/files-model.js';
import { renameForLibrary } from './places.js';
import { listProjections, listStoredParts } from './stored-parts.js';
import { isHubModel, readHubOptions } from './wanted.js';

/**
 * @import { WeightsFile } from '../../../sources/types.js'
 * @import { Settings } from '../../../state/types.js'
 * @import { Changes, LayerReply, ModelInfo, Reply } from '../types.js'
 * @import { LayerPlace } from './places.js'
 */

/**
 * The run that the program repeats.
 * @typedef {object} ProgramRun
 * @property {ModelInfo} info
 * @property {readonly LayerPlace[]} places
 * @property {LayerReply} layer the layer on the screen
 * @property {Settings} settings
 * @property {Reply} reply the reply of the unchanged model
 * @property {Changes} changes the changes that refer to existing places of the sentence
 */

/** @param {ProgramRun} shown @returns {WeightsFile['javascript']} */
export function readByJavascript(shown) {
  const { info, places, layer, settings } = shown;
  const { stack, layer: index } = places[settings.modelLayer];
  const isFiles = isFilesModel(settings.model);
  const layerCall = `model.layer(${index}${stack === 'decoder' ? '' : `, '${stack}'`})`;
  const layers = stack === 'encoder' ? 'run.encoder.layers' : 'run.layers';
  const rows = stack === 'cross' ? 'afterAttn' : 'input';
  return {
    imports: [
      "import { loadPretrained } from 'attention-lab/pretrained';",
      ...(isFiles ? ["import { readdir, readFile } from 'node:fs/promises';"] : []),
    ],
    opening: [
      ...(isFiles ? [OPEN_FILES] : []),
      `const model = await loadPretrained(attention, ${writeSource(settings, info)});`,
      `// ${text.wholeRun}`,
      `const run = model.run(${writeInput(shown)}, {`,
      `  trace: ['${rows}'],`,
      ...writeChanges(shown).map((line) => `  ${line},`),
      '});',
      `// ${text.partsOfLayer}`,
      `const { parameters } = ${layerCall};`,
      `// ${text.partOfHeads}`,
      'const split = (rows, count) => {',
      '  const size = rows.length / count;',
      '  return Array.from({ length: count }, (_, i) => rows.slice(i * size, (i + 1) * size));',
      '};',
    ].join('\n'),
    reads: {
      input: `toNested(${layers}[${index}].${rows})`,
      ...(stack === 'cross' && { memory: 'toNested(run.encoder.hidden)' }),
      ...listParameterReads(layer),
    },
  };
}

const OPEN_FILES = `// ${text.folder}
const folder = '.';
const wanted = /^((config|tokenizer|tokenizer_config)\\.json|model\\.safetensors)$/;
const names = (await readdir(folder)).filter((name) => wanted.test(name));
const files = Object.fromEntries(
  await Promise.all(names.map(async (name) => [name, await readFile(\`\${folder}/\${name}\`)])),
);`;

/** @param {Settings} settings @param {ModelInfo} info */
function writeSource(settings, { origin }) {
  const { model } = settings;
  if (isFilesModel(model)) return 'files';
  if (!isHubModel(model)) return writeJavascriptString(model);
  const { id, revision: wanted, endpoint } = readHubOptions(settings);
  // A branch may have other weights by then, so name the commit.
  const revision = origin?.commit ?? wanted;
  const options = Object.entries({ revision, endpoint }).flatMap(([name, value]) =>
    value ? [`${name}: ${writeJavascriptString(value)}`] : [],
  );
  return [
    writeJavascriptString(id),
    ...(options.length > 0 ? [`{ ${options.join(', ')} }`] : []),
  ].join(', ');
}

/** Writes the input of the model. @param {ProgramRun} shown */
function writeInput({ info, settings, reply }) {
  const sentence = writeJavascriptString(settings.sentence);
  if (info.sizes.hasEncoder) {
    const { targetIds = [] } = reply.translation ?? {};
    return `{ ...model.tokenize(${sentence}), targetIds: [${targetIds.join(', ')}] }`;
  }
  const isPair = info.readsPairs && settings.pair !== '';
  return isPair ? `model.tokenize(${sentence}, ${writeJavascriptString(settings.pair)})` : sentence;
}

/** Writes the reader's changes as options. @param {ProgramRun} shown @returns {string[]} */
function writeChanges({ info, places, changes }) {
  const { silence, block, edits } = info.sizes.hasEncoder
    ? renameForLibrary(changes, places)
    : changes;
  const list = (/** @type {readonly string[]} */ names) =>
    names.map(writeJavascriptString).join(', ');
  const numbers = Object.entries(edits).map(
    ([name, value]) => `${writeJavascriptString(name)}: ${exact(value)}`,
  );
  return [
    ...(silence.length > 0 ? [`silence: [${list(silence)}]`] : []),
    ...(block.length > 0 ? [`block: [${list(block)}]`] : []),
    ...(numbers.length > 0 ? [`edits: { ${numbers.join(', ')} }`] : []),
  ];
}

/** The library has a row for each output, and the graph has a column. @param {LayerReply} layer */
function listParameterReads({ parameters, heads, kvHeads, isNormBefore }) {
  /** @type {Record<string, string>} */
  const reads = {};
  for (const [part, count] of listProjections({ heads, kvHeads })) {
    reads[`w${part}`] = `split(toNested(parameters.${part}.weight), ${count}).map(transpose)`;
    if (parameters[part].bias)
      reads[`${part}Bias`] = `split(toNested(parameters.${part}.bias), ${count})`;
  }
  for (const [weight, bias, name, isNorm] of listStoredParts({ isNormBefore })) {
    const part = parameters[name];
    if (!part) continue;
    const matrix = `toNested(parameters.${name}.weight)`;
    reads[weight] = isNorm ? matrix : `transpose(${matrix})`;
    if (part.bias) reads[bias] = `toNested(parameters.${name}.bias)`;
  }
  return reads;
}
