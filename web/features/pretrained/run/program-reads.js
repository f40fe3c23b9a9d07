/** Writes how programs read the parameters of a layer: Python from a file, JavaScript from a run. */

import { isFolderAddress } from '../../../../src/js/pretrained/model-address.js';
import { writeJavascriptString, writePythonString } from '../../../export/literals.js';
import { exact } from '../../../text/number.js';
import * as text from '../text/en/program.js';
import { isFilesModel } from '../text/files-model.js';
import { completeAddress, isHubModel, readHubOptions } from './catalogue.js';
import { renameForLibrary } from './changes.js';
import { readLayerParts } from './layer-parts.js';

/**
 * @import { StoredPart } from '../../../../src/js/pretrained/types.js'
 * @import { WeightsFile } from '../../../sources/types.js'
 * @import { Settings } from '../../../state/types.js'
 * @import { Changes, LayerReply, ModelInfo, Reply } from '../types.js'
 * @import { StackLayer } from './stack-layers.js'
 */

// Python: NumPy and PyTorch use the same code.

/**
 * @param {LayerReply['stored']} stored
 * @param {Pick<LayerReply, 'heads' | 'kvHeads' | 'headWidth' | 'isNormBefore'>} layer
 * @returns {WeightsFile['python']}
 */
export const listPythonReads = (stored, layer) =>
  readLayerParts(layer, stored, {
    ofHeads({ weight, bias, isTransposed, rows }, count) {
      const { headWidth } = layer;
      const select = (/** @type {string} */ width) => writeRowRange(rows, count * headWidth, width);
      const matrix = `${writeRead(weight)}${isTransposed ? '.T' : ''}${select(', -1')}`;
      return [
        `${matrix}.reshape(${count}, ${headWidth}, -1).swapaxes(1, 2)`,
        bias && `${writeRead(bias)}${select('')}.reshape(${count}, ${headWidth})`,
      ];
    },
    // The graph stores matrices as (in, out).
    whole: ({ weight, offset, bias, isTransposed }, isNorm) => [
      offset
        ? `${writeRead(weight)} + ${offset}`
        : `${writeRead(weight)}${isNorm || isTransposed ? '' : '.T'}`,
      bias && writeRead(bias),
    ],
  });

/**
 * Says where the file of the model comes from. Only readers know that of their own files.
 * @param {Pick<Settings, 'model'>} settings
 * @param {Pick<ModelInfo, 'origin'>} info
 * @param {string} file the file of the weights, or the index of several
 */
export function describeFilePlace({ model }, { origin }, file) {
  if (isFilesModel(model)) return undefined;
  if (isFolderAddress(model)) return text.published(completeAddress(model) + file);
  if (!origin) return text.shipped(model);
  const { endpoint, id, revision, commit = revision } = origin;
  return text.published(`${endpoint}/${id}/resolve/${commit}/${file}`);
}

/** @param {string} name the name of a tensor */
const writeRead = (name) => `read(${writePythonString(name)})`;

/**
 * Selects the rows of one part.
 * @param {StoredPart['rows']} rows
 * @param {number} total the number of rows of the part
 * @param {string} width the width of reshaped rows
 */
function writeRowRange(rows, total, width) {
  if (!rows) return '';
  const { first, count, blockSize } = rows;
  const range = `${first}:${first + count}`;
  return count === total
    ? `[${range}]`
    : `.reshape(${total / count}, ${blockSize}${width})[:, ${range}]`;
}

// JavaScript: the program loads the model with attention-lab/pretrained, and runs it with the reader's changes.

/**
 * The run that the program repeats.
 * @typedef {object} ProgramRun
 * @property {ModelInfo} info
 * @property {readonly StackLayer[]} stackLayers
 * @property {LayerReply} layer the layer on the screen
 * @property {Settings} settings
 * @property {Reply} reply the reply of the unchanged model
 * @property {Changes} changes the changes that refer to existing places of the sentence
 */

/** @param {ProgramRun} shown @returns {WeightsFile['javascript']} */
export function readByJavascript(shown) {
  const { info, stackLayers, layer, settings } = shown;
  const { stack, layer: index } = stackLayers[settings.modelLayer];
  const isFiles = isFilesModel(settings.model);
  const layerCall = `model.layer(${index}${stack === 'decoder' ? '' : `, '${stack}'`})`;
  const layers = stack === 'encoder' ? 'run.encoder.layers' : 'run.layers';
  const rows = stack === 'cross' ? 'afterAttn' : 'input';
  return {
    imports: ["import { loadPretrained } from 'attention-lab/pretrained';"],
    opening: [
      ...(isFiles ? [`// ${text.folder}`] : []),
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

/** @param {Settings} settings @param {ModelInfo} info */
function writeSource(settings, { origin }) {
  const { model } = settings;
  if (isFilesModel(model)) return "'./'";
  if (isFolderAddress(model)) return writeJavascriptString(completeAddress(model));
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
function writeChanges({ info, stackLayers, changes }) {
  const { silence, block, edits } = info.sizes.hasEncoder
    ? renameForLibrary(changes, stackLayers)
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
const listParameterReads = (layer) =>
  readLayerParts(layer, layer.parameters, {
    ofHeads: ({ bias }, count, name) => [
      `split(toNested(parameters.${name}.weight), ${count}).map(transpose)`,
      bias && `split(toNested(parameters.${name}.bias), ${count})`,
    ],
    whole({ bias }, isNorm, name) {
      const matrix = `toNested(parameters.${name}.weight)`;
      return [
        isNorm ? matrix : `transpose(${matrix})`,
        bias && `toNested(parameters.${name}.bias)`,
      ];
    },
  });
