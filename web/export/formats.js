/** The export formats, in the order of their buttons, and their writers. */

import { needSlot } from '../features.js';
import * as text from '../text/en/export.js';

/** @import { Tensor } from '../../src/js/index.js' */
/** @import { Format, PictureFormat, Request, TextFormat } from './types.js' */

/**
 * @param {string} id
 * @param {string} label
 * @param {string} type
 * @param {'toSvg' | 'toPng'} write
 * @returns {PictureFormat}
 */
const makePictureFormat = (id, label, type, write) => ({
  id,
  label,
  kind: 'picture',
  type,
  file: () => `attention.${id}`,
  make: async (drawing) => (await needSlot('writers'))[write](drawing),
});

/**
 * @param {string} id
 * @param {string} label
 * @param {string} file
 * @param {'toNumpy' | 'toPytorch' | 'toJavascript'} write
 * @returns {TextFormat}
 */
const makeProgramFormat = (id, label, file, write) => ({
  id,
  label,
  kind: 'program',
  file: () => file,
  type: `text/${file.endsWith('.py') ? 'x-python' : 'javascript'};charset=utf-8`,
  make: async ({ state, computation }) => (await needSlot('programs'))[write](state, computation),
});

/** @type {readonly Readonly<Format>[]} */
export const FORMATS = [
  { id: 'link', label: text.link, kind: 'link' },
  makePictureFormat('svg', text.svg, 'image/svg+xml', 'toSvg'),
  makePictureFormat('png', text.png, 'image/png', 'toPng'),
  {
    id: 'csv',
    label: text.csv,
    kind: 'text',
    // Heads and words are counted from 1, as on the page.
    file: (/** @type {Request} */ { tensor, leadingIndex = [] }) =>
      `${[tensor.replaceAll('/', '-'), ...leadingIndex.map((index) => index + 1)].join('-')}.csv`,
    type: 'text/csv;charset=utf-8',
    make: async ({ computation, tensor, leadingIndex, listCells }) => {
      const { joinParts, writeCsvCells, writeCsvLines } = await needSlot('writers');
      const lines = listCells
        ? writeCsvCells(await listCells())
        : writeCsvLines(computation, tensor, leadingIndex);
      if (!lines) return { refused: text.nothing };
      return { text: await joinParts(lines) };
    },
  },
  {
    id: 'json',
    label: text.json,
    kind: 'text',
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
    kind: 'text',
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
  makeProgramFormat('numpy', text.numpy, 'attention_numpy.py', 'toNumpy'),
  makeProgramFormat('pytorch', text.pytorch, 'attention_pytorch.py', 'toPytorch'),
  makeProgramFormat('javascript', text.javascript, 'attention.mjs', 'toJavascript'),
];
