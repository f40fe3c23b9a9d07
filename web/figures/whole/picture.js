/**
 * Finds the tables of the whole picture of one attention in the graph, and what each is computed
 * from.
 *
 * The picture begins with queries, keys and values, or with the rows from which they are projected,
 * and ends with the output. All operations between scores and weights are one table.
 */

import { getLayerPrefix, getLocalName, getNode } from '../../graph/graph.js';
import { listMaskOptions } from '../../graph/ops/mask.js';
import { findStacks } from '../../graph/trace.js';
import { does, names, shownScores } from '../../text/en/whole.js';

/** @import { Graph } from '../../graph/types.js' */
/** @import { StepContext } from '../../sources/types.js' */
/** @import { Picture, PicturePart } from '../types.js' */

/** Operations that are followed back to their inputs. The picture begins at all other operations. */
const FOLLOWED = ['product', 'tanh'];

/**
 * @param {Graph} graph
 * @param {string} attention the id of the weights
 * @returns {Picture | undefined} undefined if there are only weights
 */
export function findPicture(graph, attention) {
  const read = makeTableReader(graph);
  const softmax = listBeforeSoftmax(graph, read, attention);
  const scores = softmax.at(0);
  const first = softmax.at(-1);
  if (!scores || !first) return undefined;

  /** @type {Map<string, PicturePart['from']>} */
  const from = new Map([
    [scores, read.inputs(first)],
    [attention, [{ id: scores, axes: read.axes(scores) }]],
  ]);
  const follow = (/** @type {PicturePart['from']} */ inputs) => {
    for (const { id } of inputs) {
      if (from.has(id)) continue;
      const isFollowed = FOLLOWED.includes(read.op(id)) && read.inputs(id).length > 0;
      from.set(id, isFollowed ? read.inputs(id) : []);
      follow(from.get(id) ?? []);
    }
  };

  /** Finds the reader of a table with a given operation. @param {string} id @param {string} op */
  const findReader = (id, op) =>
    read
      .tables()
      .find(
        (reader) =>
          read.op(reader) === op &&
          getLayerPrefix(reader) === getLayerPrefix(id) &&
          read.inputs(reader).some((input) => input.id === id),
      );
  const add = (/** @type {string | undefined} */ id) => {
    if (id) from.set(id, read.inputs(id));
    return id;
  };
  const weights = add(findReader(attention, 'dropout')) ?? attention;
  const mixed = add(findReader(weights, 'product'));
  const concatenated = mixed && add(findReader(mixed, 'concatenate'));
  if (concatenated) add(findReader(concatenated, 'product'));
  for (const inputs of [...from.values()]) follow(inputs);

  const parts = orderParts(graph, from);
  const values = mixed && from.get(mixed)?.find(({ id }) => id !== weights)?.id;
  return {
    parts,
    weights,
    scores,
    values: values ?? '',
    mixed: mixed ?? '',
    stages: Math.max(...parts.map(({ stage }) => stage)) + 1,
  };
}

/**
 * @param {Graph} graph
 * @param {Map<string, PicturePart['from']>} from
 * @returns {PicturePart[]} the parts in the order of the graph, with their stages
 */
function orderParts(graph, from) {
  const isParameter = (/** @type {string} */ id) =>
    from.get(id)?.length === 0 && !/[qkp]/.test(String(graph.get(id)?.axes));
  /** @type {Map<string, number>} */
  const stages = new Map();
  /** @param {string} id @returns {number} */
  const findStage = (id) => {
    const known = stages.get(id);
    if (known !== undefined) return known;
    const rows = (from.get(id) ?? []).filter((input) => !isParameter(input.id));
    const stage = Math.max(-1, ...rows.map((input) => findStage(input.id))) + 1;
    stages.set(id, stage);
    return stage;
  };
  const findReaderStage = (/** @type {string} */ id) =>
    Math.min(
      ...[...from].flatMap(([reader, inputs]) =>
        inputs.some((input) => input.id === id) ? findStage(reader) : [],
      ),
    );
  return [...graph.values()]
    .filter(({ id }) => from.has(id))
    .map(({ id, axes, role }) => ({
      id,
      axes,
      role,
      from: from.get(id) ?? [],
      isParameter: isParameter(id),
      stage: isParameter(id) ? findReaderStage(id) : findStage(id),
    }));
}

/**
 * Returns the scores between the product and the softmax, from the last that differ from their
 * input back to the first.
 * @param {Graph} graph
 * @param {ReturnType<typeof makeTableReader>} read
 * @param {string} weights
 */
function listBeforeSoftmax(graph, read, weights) {
  const chain = [];
  for (let id = weights; ; ) {
    const axes = read.axes(id);
    const input = read.inputs(id).find((candidate) => candidate.axes === axes);
    if (!input) break;
    id = input.id;
    if (read.op(id) !== 'exp' && !masksNothing(graph, id)) chain.push(id);
  }
  return chain;
}

/** @param {Graph} graph @param {string} id */
const masksNothing = (graph, id) =>
  listMaskOptions(graph, id).every((options) => options?.allowed.every((may) => may));

/** Returns functions that read tables, in which the rows of a stack are one table. @param {Graph} graph */
function makeTableReader(graph) {
  const stacks = findStacks(graph);
  const get = (/** @type {string} */ id) => getNode(graph, id);
  /** Returns the node that makes a table, or its first row. @param {string} id */
  const findMaker = (id) => (get(id).op.name === 'stack' ? get(get(id).inputs[0].id) : get(id));
  return {
    tables: () => [...graph.keys()].filter((id) => !stacks.has(id)),
    axes: (/** @type {string} */ id) => get(id).axes,
    op: (/** @type {string} */ id) => findMaker(id).op.name,
    /** @param {string} id @returns {PicturePart['from']} */
    inputs: (id) => {
      const maker = findMaker(id);
      const axis = maker === get(id) ? '' : get(id).axes[0];
      return maker.inputs.map((input) => {
        const stack = stacks.get(input.id);
        return stack && axis
          ? { id: stack.id, axes: axis + input.axes }
          : { id: input.id, axes: input.axes };
      });
    },
  };
}

// The sentence of each stage of the whole picture, by the tables that the stage computes.

/**
 * @param {Pick<StepContext, 'computation'>} context
 * @param {Picture} picture
 * @returns {{ parts: PicturePart[], text: string, name?: string }[]} the stages, with a name if the
 * name of the table is unclear
 */
export const listStages = ({ computation: { nodes } }, picture) =>
  Array.from({ length: picture.stages }, (_, stage) => {
    const parts = picture.parts.filter((part) => part.stage === stage);
    const kind = findStageKind(picture, parts, stage);
    const isChanged = /scores/i.test(kind) && getLocalName(picture.scores) !== 'scores';
    const table = isChanged ? ` ${shownScores(nodes[picture.scores].name)}` : '';
    return { parts, text: does[kind] + table, name: names[kind] };
  });

/**
 * Lists the names of stages, and the tables that each stage computes.
 * @param {StepContext} context
 * @param {Picture} picture
 */
export const listNamedStages = (context, picture) =>
  listStages(context, picture).map(({ parts, name }) => {
    const tables = parts.filter(({ isParameter }) => !isParameter);
    return { tables, text: name ?? context.computation.nodes[tables[tables.length - 1].id].name };
  });

/** @param {Pick<Picture, 'parts'>} picture */
export const findLastTable = ({ parts }) => parts.findLast(({ isParameter }) => !isParameter);

/**
 * Returns the id of the last table, if the model computes more from it.
 * @param {Graph} graph
 * @param {Picture} picture
 */
export function findUnfinishedTable(graph, picture) {
  const last = findLastTable(picture)?.id;
  const isRead = [...graph.values()].some((node) => node.inputs.some(({ id }) => id === last));
  return isRead ? last : undefined;
}

/** @param {Picture} picture @param {PicturePart[]} parts @param {number} stage @returns {keyof typeof does} */
function findStageKind(picture, parts, stage) {
  const roles = parts.filter(({ role, isParameter }) => role && !isParameter);
  const has = (/** @type {string} */ name) => parts.some(({ id }) => getLocalName(id) === name);
  if (stage === 0) return roles.length > 1 ? 'given' : 'rows';
  if (parts.some(({ id }) => id === picture.mixed))
    return picture.parts.find(({ id }) => id === picture.values)?.role ? 'mixed' : 'mixedRows';
  if (parts.some(({ id }) => id === picture.scores)) {
    const ofFeatures = parts.some(({ isParameter }) => isParameter);
    return ofFeatures ? 'additiveScores' : 'scores';
  }
  if (has('features')) return 'features';
  if (has('dropped')) return 'dropped';
  if (has('weights')) return 'weights';
  if (has('concatenated')) return 'concatenated';
  if (roles.length > 0) return roles.length > 2 ? 'projected' : 'projectedTwo';
  return has('outputProducts') ? 'outputProducts' : 'output';
}
