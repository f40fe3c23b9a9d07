/** Bugs of masks. */

import { getNode, getOptions, makeNode } from '../../../graph/graph.js';
import { isPainted } from '../../../graph/masks/index.js';
import { exp, mask } from '../../../graph/ops/index.js';
import { findAxisLengths } from '../../../sources/layout.js';
import { getMask } from '../../../state/derived.js';

/**
 * @import { MaskOptions } from '../../../graph/ops/mask.js'
 * @import { Graph } from '../../../graph/types.js'
 * @import { Source } from '../../../sources/types.js'
 * @import { Settings } from '../../../state/types.js'
 * @import { Bug } from '../types.js'
 */

const EXAMPLE = { sentence: 'he drank tea before she', dModel: 4, heads: 1 };

/** @param {Graph} graph @param {Settings} settings */
const isMasked = (graph, settings) => graph.has('maskedScores') && getMask(settings) !== 'none';

/** @param {Graph} graph */
const getMaskOptions = (graph) =>
  /** @type {MaskOptions} */ (getOptions(getNode(graph, 'maskedScores'), mask));

/**
 * Changes the mask, and what the softmax after it knows of rows without any allowed key.
 * @param {Graph} graph
 * @param {Partial<MaskOptions>} mask
 * @param {Record<string, unknown>} [softmax]
 */
const changeMask = (graph, mask, softmax = {}) => ({
  maskedScores: { options: { ...getMaskOptions(graph), ...mask } },
  exponentials: { options: softmax },
  weights: { options: softmax },
});

/**
 * Masks other pairs. Rows without any allowed key become NaN, as in PyTorch.
 * @param {Source} source
 * @param {(query: number, key: number, isAllowed: boolean[][]) => boolean} mayAttend
 */
function maskPairs(source, mayAttend) {
  const { graph } = source;
  const { queries, keys } = findAxisLengths(source);
  const options = getMaskOptions(graph);
  const before = Array.from({ length: queries }, (_, q) =>
    Array.from({ length: keys }, (__, k) => options.allowed[q * keys + k] === 1),
  );
  const allowed = Uint8Array.from({ length: queries * keys }, (_, i) =>
    Number(mayAttend(Math.floor(i / keys), i % keys, before)),
  );
  const softmax = { emptyRows: undefined, makesNan: true };
  return { nodes: changeMask(graph, { allowed, kind: 'custom' }, softmax) };
}

/** @type {readonly Bug[]} */
export const maskBugs = [
  {
    id: 'mask-after-softmax',
    table: 'maskedScores',
    settings: { ...EXAMPLE, mask: 'causal' },
    fits: isMasked,
    wrong: ({ graph }) => {
      const masking = getMaskOptions(graph);
      const weights = getNode(graph, 'weights');
      const { axes } = weights;
      const all = masking.allowed.map(() => 1);
      return {
        nodes: {
          ...changeMask(graph, { allowed: all, kind: 'custom' }),
          weights: [
            { ...weights, id: 'weightsBefore', options: {} },
            makeNode('weights', mask, axes, { weightsBefore: axes }, 'A', {
              colours: 'weights',
              options: { ...masking, fill: 0 },
            }),
          ],
        },
      };
    },
  },
  {
    id: 'mask-zero',
    table: 'maskedScores',
    settings: { ...EXAMPLE, mask: 'causal' },
    fits: isMasked,
    wrong: ({ graph }) => ({ nodes: changeMask(graph, { fill: 0 }) }),
  },
  {
    id: 'mask-flipped',
    table: 'maskedScores',
    settings: { ...EXAMPLE, mask: 'padding', pad: 2 },
    fits: isMasked,
    wrong: (source) => maskPairs(source, (q, k, before) => !before[q][k]),
  },
  {
    id: 'mask-queries',
    table: 'maskedScores',
    settings: { ...EXAMPLE, mask: 'padding', pad: 2 },
    fits: (graph, settings) => isMasked(graph, settings) && getMask(settings) === 'padding',
    wrong: (source) => maskPairs(source, (q, k, before) => before[k]?.[q] ?? true),
  },
  {
    id: 'causal-off-by-one',
    table: 'maskedScores',
    settings: { ...EXAMPLE, mask: 'causal' },
    fits: (graph, settings) => isMasked(graph, settings) && getMask(settings) === 'causal',
    wrong: (source) => maskPairs(source, (q, k) => k <= q + 1),
  },
  {
    id: 'causal-corner',
    table: 'maskedScores',
    // Only the last two words of the sentence are queries, as when a model continues a text.
    settings: { ...EXAMPLE, target: 'before she', mask: 'custom', masked: '0.4' },
    fits: (graph, settings) =>
      graph.has('maskedScores') && isPainted(getMask(settings)) && settings.masked === '0.4',
    wrong: (source) => maskPairs(source, (q, k) => k <= q),
  },
  {
    id: 'fill-finite',
    table: 'maskedScores',
    settings: { ...EXAMPLE, mask: 'custom', masked: '2.0 2.1 2.2 2.3 2.4' },
    fits: (graph, settings) =>
      isMasked(graph, settings) &&
      getOptions(graph.get('exponentials'), exp)?.emptyRows?.includes(true) === true,
    wrong: ({ graph }) => ({ nodes: changeMask(graph, { fill: Math.fround(-1e9) }) }),
  },
];
