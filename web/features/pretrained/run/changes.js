/** The reader's changes of a model, for the settings, for the library, and as a list. */

import { formatCell } from '../../../graph/cell.js';
import {
  changeLayer,
  clearLayer,
  groupEditsByLayer,
  readEditedCell,
} from '../../../state/edits.js';

/**
 * @import { Tensor } from '../../../../src/js/index.js'
 * @import { Settings, State } from '../../../state/types.js'
 * @import { Changes, LayerReply } from '../types.js'
 * @import { StackLayer } from './stack-layers.js'
 */

/** @typedef {Pick<Settings, 'silence' | 'block' | 'edits' | 'layerEdits' | 'modelLayer'>} ChangedSettings */

/**
 * One change of the reader, and the settings that undo it. Only a blocked pair has a `pair`.
 * @typedef {{ kind: 'silence' | 'block', name: string, layer: string, head: string,
 *   pair: string[], undo: Partial<State> }
 *   | { kind: 'numbers', layer: number, count: number, undo: Partial<State> }} Intervention
 */

/** The settings of an unchanged model. */
export const NO_CHANGES = Object.freeze({ silence: '', block: '', edits: '', layerEdits: '' });

/**
 * Makes the change that opens a step of a layer.
 * @param {State} state
 * @param {number} layer
 * @param {string} step
 */
export const makeStepChange = (state, layer, step) => ({
  ...changeLayer(state, layer),
  step,
  cell: '',
});

/** Tables of the graph that a run also has, with their names in the run. */
const RUN_TABLE_NAMES = {
  q: 'q',
  k: 'k',
  v: 'v',
  weights: 'weights',
  heads: 'headOut',
  output: 'attnOut',
  'qNorm/normalized': 'qNorm',
  'kNorm/normalized': 'kNorm',
  'outputNorm/normalized': 'normAttnOut',
  'feedForwardOutputNorm/normalized': 'normMlpOut',
  'feedForward/hidden': 'mlpHidden',
  'feedForward/output': 'mlpOut',
};

/**
 * @typedef {Pick<LayerReply, 'isNormBefore' | 'isParallel' | 'rotary'>} Order the order of the
 *   parts of a layer
 */

/**
 * @param {Order} order
 * @returns {Readonly<Record<string, string>>} names in the run, by names in the graph
 */
function tableNamesInRun({ isNormBefore, isParallel, rotary }) {
  const tables = { ...RUN_TABLE_NAMES, ...(rotary && { qRotated: 'qRot', kRotated: 'kRot' }) };
  if (!isNormBefore)
    return { ...tables, 'sumNorm/normalized': 'afterAttn', 'layerSumNorm/normalized': 'output' };
  const norms = { 'attention/normalized': 'normAttn', 'feedForward/normalized': 'normMlp' };
  return { ...tables, ...norms, layerSum: 'output', ...(!isParallel && { sum: 'afterAttn' }) };
}

/** @param {string} names */
export const splitNames = (names) => names.split(' ').filter(Boolean);

/**
 * Finds the change that silences a head, or all heads of a layer.
 * @param {Pick<Settings, 'silence'>} settings
 * @param {number} layer
 * @param {number} [head] all heads by default
 */
export const findSilencing = ({ silence }, layer, head) =>
  splitNames(silence).find((name) =>
    name.split('.').every((part, i) => part === '*' || Number(part) === [layer, head][i]),
  );

/**
 * Converts the changes of a state to the form that the library takes.
 * @param {ChangedSettings} settings
 * @param {Order} order the order of parts, which is the same for all layers
 * @returns {Changes}
 */
export function readChanges(settings, order) {
  const tables = tableNamesInRun(order);
  const edits = [...groupEditsByLayer(settings)].flatMap(([layer, ofLayer]) =>
    [...ofLayer].flatMap(([name, value]) => {
      const cell = readEditedCell(name);
      const table = cell && tables[cell.id];
      return table ? [[formatCell({ id: `${layer}.${table}`, index: cell.index }), value]] : [];
    }),
  );
  return {
    silence: splitNames(settings.silence),
    block: splitNames(settings.block),
    edits: Object.fromEntries(edits),
  };
}

/** The library's names of tables of cross-attention. @type {Readonly<Record<string, string>>} */
const CROSS_TABLES = {
  q: 'crossQ',
  k: 'crossK',
  v: 'crossV',
  weights: 'crossWeights',
  headOut: 'crossHeadOut',
  attnOut: 'crossAttnOut',
  afterAttn: 'afterCross',
};

/**
 * Renames the reader's changes to the library's names for the layers of each stack.
 * @param {Changes} changes changes whose layers are indexes into `stackLayers`
 * @param {readonly StackLayer[]} stackLayers
 * @returns {Changes}
 */
export function renameForLibrary({ silence, block, edits }, stackLayers) {
  const named = (/** @type {string} */ name) => {
    const [first, ...rest] = name.split('.');
    const wanted = first === '*' ? stackLayers : [stackLayers[Number(first)]];
    return wanted.map(({ stack, layer }) => {
      const prefix = stack === 'decoder' ? [] : [stack];
      return [...prefix, layer, ...rest].join('.');
    });
  };
  const namedNumber = (/** @type {string} */ name) => {
    const [first, table, ...index] = name.split('.');
    const { stack, layer } = stackLayers[Number(first)];
    const named = stack === 'cross' ? (CROSS_TABLES[table] ?? table) : table;
    return [...(stack === 'encoder' ? [stack] : []), layer, named, ...index].join('.');
  };
  return {
    silence: silence.flatMap(named),
    block: block.flatMap(named),
    edits: Object.fromEntries(
      Object.entries(edits).map(([name, value]) => [namedNumber(name), value]),
    ),
  };
}

/** @param {ChangedSettings} settings @returns {Intervention[]} */
export function listInterventions(settings) {
  const ofNames = (/** @type {'silence' | 'block'} */ kind) =>
    splitNames(settings[kind]).map((name, i, all) => {
      const [layer, head, ...pair] = name.split('.');
      const undo = { [kind]: all.toSpliced(i, 1).join(' ') };
      return { kind, name, layer, head, pair, undo };
    });
  const numbers = [...groupEditsByLayer(settings)]
    .filter(([, { size }]) => size > 0)
    .map(([layer, { size }]) => ({
      kind: /** @type {const} */ ('numbers'),
      layer,
      count: size,
      undo: clearLayer(settings, layer),
    }));
  return [...ofNames('silence'), ...ofNames('block'), ...numbers];
}

/** @param {ChangedSettings} settings @param {'silence' | 'block'} setting @param {string} name */
export function toggleName(settings, setting, name) {
  const names = splitNames(settings[setting]);
  const others = names.filter((other) => other !== name);
  const isOn = others.length < names.length;
  return { [setting]: (isOn ? others : [...names, name]).join(' ') };
}

/**
 * Lists the items that a part of a name means: all of them for *, or the one with this index, if
 * there is one.
 * @template Item
 * @param {number | string} part
 * @param {readonly Item[]} items
 */
export const listMeant = (part, items) =>
  items.filter((_, index) => part === '*' || Number(part) === index);

/** Whether each index that a part of a name means is below a count. @param {string} part @param {number} count */
const isBelow = (part, count) => part === '*' || Number(part) < count;

/**
 * Whether a model has a head, or each head that * stands for.
 * @param {readonly Pick<Tensor, 'shape'>[]} weights the weights of each layer (H, n, S)
 * @param {number | string} layer @param {string} [head] all heads by default
 */
export function hasHead(weights, layer, head = '*') {
  const layers = listMeant(layer, weights);
  return layers.length > 0 && layers.every(({ shape }) => isBelow(head, shape[0]));
}

/** Tables whose second axis is that of the tokens. */
const SECOND = ['q', 'k', 'v', 'qNorm', 'kNorm', 'qRot', 'kRot', 'headOut'];

/** Tables with a row for each key. */
const OF_KEYS = ['k', 'v', 'kNorm', 'kRot'];

/**
 * Returns the changes that refer to existing places of a run. The others stay in the settings,
 * because the sentence may become longer again.
 * @param {Changes} changes
 * @param {readonly Pick<Tensor, 'shape'>[]} weights the weights of each layer (H, n, S)
 * @returns {Changes}
 */
export function keepFittingChanges({ silence, block, edits }, weights) {
  /** A head, or a pair of a head. @param {string} name */
  const existsInModel = (name) => {
    const [layer, head, query = '*', key = '*'] = name.split('.');
    return (
      hasHead(weights, layer, head) &&
      listMeant(layer, weights).every(
        ({ shape: [, queries, keys] }) => isBelow(query, queries) && isBelow(key, keys),
      )
    );
  };
  const isNumber = (/** @type {[name: string, value: number]} */ [name]) => {
    const [layer, table, ...index] = name.split('.');
    const [size] = listMeant(layer, weights);
    if (!size) return false;
    const [, queries, keys] = size.shape;
    if (table === 'weights') return isBelow(index[1], queries) && isBelow(index[2], keys);
    const rows = OF_KEYS.includes(table) ? keys : queries;
    return isBelow(index[SECOND.includes(table) ? 1 : 0], rows);
  };
  return {
    silence: silence.filter(existsInModel),
    block: block.filter(existsInModel),
    edits: Object.fromEntries(Object.entries(edits).filter(isNumber)),
  };
}
