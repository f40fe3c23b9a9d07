/** Makes a source from the reader's own queries, keys and values, or from weights alone. */

import { makeDotProductNodes } from '../graph/builders/attention.js';
import { makeGraph, makeNode } from '../graph/graph.js';
import { constant } from '../graph/ops/index.js';
import { areSameWords } from '../state/words.js';
import {
  weightsOfExport,
  weightsOfFile,
  weightsOfOtherKind,
  weightsOfOtherSum,
} from '../text/en/sources.js';
import { labelTokens } from '../text/tokens/labels.js';
import { isOutsideWeights } from './own-weights.js';
import { findWrongRow, findWrongWeight } from './row-sums.js';

/** @import { Weighing } from '../graph/types.js' */
/** @import { Own, Source } from './types.js' */

/** @param {Own} given @param {Partial<Weighing>} [weighing] replaces defaults @returns {Source} */
export function makeOwnSource({ tensors, ...rest }, weighing) {
  const [queryWords, keyWords] = labelTokens([rest.queryWords, rest.keyWords]);
  const ids = Object.keys(tensors);
  const layers = tensors.q ? [] : Object.values(tensors);
  const wrongRow = findWrongRow(layers);
  const wrongWeight = findWrongWeight(layers);
  const lacksParts = !tensors.q && hasTables(rest.settings);
  const badge = rest.replacesParts
    ? weightsOfFile
    : lacksParts
      ? weightsOfExport
      : wrongWeight
        ? weightsOfOtherKind(queryWords[wrongWeight.row], wrongWeight.value)
        : wrongRow && weightsOfOtherSum(queryWords[wrongRow.row], wrongRow.sum);
  return {
    queryWords,
    keyWords,
    tokens: { queryWords: rest.queryWords, keyWords: rest.keyWords },
    graph: makeGraph(
      tensors.q
        ? makeDotProductNodes({
            scale: { factor: 1 / Math.sqrt(tensors.q.shape[2]), rule: 'sqrt', temperature: 1 },
            allowed: new Uint8Array(queryWords.length * keyWords.length).fill(1),
            fill: -Infinity,
            ...weighing,
          })
        : makeWeightNodes(tensors),
    ),
    given: Object.fromEntries(ids.map((id) => [id, () => tensors[id]])),
    inputs: ids,
    isSelf: areSameWords(rest.queryWords, rest.keyWords),
    isEditable: true,
    ...(badge && { words: { badge } }),
  };
}

/** Whether an exported run has tables beside its weights. @param {Own['settings']} settings */
const hasTables = ({ source = 'own-weights' } = {}) => source !== 'own-weights';

/** @param {Own['tensors']} layers */
function makeWeightNodes(layers) {
  const isSigned = Object.values(layers).some(({ data }) => data.some(isOutsideWeights));
  return Object.entries(layers).map(([id, { shape }]) =>
    makeNode(id, constant, 'hqk'.slice(-shape.length), {}, 'A', {
      colours: isSigned ? 'signed' : 'weights',
    }),
  );
}
