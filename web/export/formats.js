/** The export formats and their writers. Links and images are made elsewhere. */

import { needSlot } from '../features.js';
import * as text from '../text/en/export.js';

/** @import { Tensor } from '../../src/js/index.js' */
/** @import { Format, Request } from './types.js' */

/** @param {'toNumpy' | 'toPytorch' | 'toJavascript'} name @returns {Format['make']} */
const programBy =
  (name) =>
  async ({ state, computation }) =>
    (await needSlot('programs'))[name](state, computation);

/** @type {readonly Readonly<Format>[]} */
export const FORMATS = [
  {
    id: 'csv',
    label: text.csv,
    // Heads and words are counted from 1, as on the page.
    file: (/** @type {Request} */ { tensor, leadingIndex = [] }) =>
      `${[tensor.replaceAll('/', '-'), ...leadingIndex.map((index) => index + 1)].join('-')}.csv`,
    type: 'text/csv;charset=utf-8',
    make: async ({ computation, tensor, leadingIndex, cells }) => {
      const { joinParts, writeCsvCells, writeCsvLines } = await needSlot('writers');
      const lines = cells ? writeCsvCells(cells) : writeCsvLines(computation, tensor, leadingIndex);
      if (!lines) return { refused: text.nothing };
      return { text: await joinParts(lines) };
    },
  },
  {
    id: 'json',
    label: text.json,
    file: () => 'attention.json',
    type: 'application/json',
    make: async ({ state, computation }) => {
      const { joinParts, writeJsonParts } = await needSlot('writers');
      const json = writeJsonParts(state, computation);
      return 'refused' in json ? json : { text: await joinParts(json.parts) };
    },
  },
  {
    id: 'map',
    label: text.map,
    file: () => 'attention-map.json',
    type: 'application/json',
    isOffered: ({ maps }) => maps !== undefined,
    make: async ({ state, computation }) => {
      const { queryWords, maps = [] } = computation;
      if (queryWords.length === 0) return { refused: text.nothing };
      const { joinParts, writeJsonMaps, writeJsonParts } = await needSlot('writers');
      const entries = maps.map(({ name, layers, ...words }) => {
        const named = (/** @type {(weights: Tensor) => unknown} */ give) =>
          Object.fromEntries(
            layers.map((weights, layer) => [`layer${layer + 1}/weights`, give(weights)]),
          );
        const nodes = /** @type {any} */ (named(() => ({ symbol: 'A', axes: 'hqk' })));
        const results = /** @type {any} */ (named((weights) => weights));
        return /** @type {const} */ ([name, { ...words, nodes, results }]);
      });
      const all = entries.length > 1 ? writeJsonMaps(state, entries) : undefined;
      // If all stacks together have too many numbers, export the one on screen, which is first.
      const json = all && 'parts' in all ? all : writeJsonParts(state, entries[0][1]);
      return 'refused' in json ? json : { text: await joinParts(json.parts) };
    },
  },
  {
    id: 'numpy',
    label: text.numpy,
    file: () => 'attention_numpy.py',
    type: 'text/x-python;charset=utf-8',
    make: programBy('toNumpy'),
  },
  {
    id: 'pytorch',
    label: text.pytorch,
    file: () => 'attention_pytorch.py',
    type: 'text/x-python;charset=utf-8',
    make: programBy('toPytorch'),
  },
  {
    id: 'javascript',
    label: text.javascript,
    file: () => 'attention.mjs',
    type: 'text/javascript;charset=utf-8',
    make: programBy('toJavascript'),
  },
];
