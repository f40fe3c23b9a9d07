/** The content of `<attention-map>`: the words, and the matrix of one layer and head. */

import { joinParts, writeCsvLines, writeJsonParts } from '../export/numbers.js';
import { makeTable } from '../figures/tables.js';
import {
  findScaleEnd,
  isScaledToItself,
  joinLayers,
  readOwnWeights,
  selectLayer,
} from '../sources/own-weights.js';
import * as messages from '../text/en/messages.js';
import * as text from '../text/en/tables.js';
import { labelTokens } from '../text/tokens/labels.js';
import { countHeadsOfShape, makeColourEnds } from '../views/labelled-map.js';

/**
 * @import { AttentionError } from '../../src/js/errors.js'
 * @import { Matrix } from '../figures/types.js'
 * @import { Layered, Own, ShownComputation } from '../sources/types.js'
 */

/** Values of attributes that have a few; the first is the default. */
export const CHOICES = {
  view: /** @type {const} */ (['map', 'grid', 'lines']),
  scale: /** @type {const} */ (['', 'max', '1']),
  wordPieces: /** @type {const} */ (['clean', 'raw']),
  theme: /** @type {const} */ (['', 'light', 'dark']),
};

/** @typedef {(typeof CHOICES.scale)[number]} Scale */

/** @typedef {Parameters<typeof readOwnWeights>[0]} GivenWeights */

export class MapContent {
  /** @type {(ShownComputation & Layered) | undefined} what was given, that of the layer that is shown */
  computation;
  /** @type {AttentionError | undefined} why there is none */
  error;
  /** What a file holds, which is shown in place of the weights that are set. @type {Own | undefined} */
  loaded;
  /** Whether the file has come since the last rendering. */
  isNew = false;
  /** Why the last file is not shown. @type {Error | undefined} */
  refusal;
  /** @type {Matrix | undefined} that of the head that is shown */
  matrix;
  /** Words as they are shown. */
  words = { rows: [''], columns: [''] };
  /** Whether tokens are pieces of words, with marks. */
  hasPieces = false;
  /** How many numbers of the matrix are NaN or infinite. */
  lostCount = 0;
  /** @type {Scale} */
  #scale = '';

  /** @param {GivenWeights} given weights, their shape and tokens */
  read(given) {
    this.computation = undefined;
    this.error = undefined;
    try {
      this.computation = readOwnWeights(this.loaded ? joinFile(this.loaded, given) : given);
    } catch (error) {
      this.error = /** @type {AttentionError} */ (error);
    }
  }

  /** Labels the tokens. @param {boolean} isRaw whether pieces of words keep their marks */
  label(isRaw) {
    const { queryWords, keyWords } = this.#requireWeights();
    const [clean, raw] = [false, true].map((keepsMarks) =>
      labelTokens([queryWords, keyWords], keepsMarks),
    );
    this.hasPieces = `${clean}` !== `${raw}`;
    const [rows, columns] = isRaw ? raw : clean;
    this.words = { rows, columns };
  }

  /** The nearest layer and head that there are. @param {{ layer: number, head: number }} wanted */
  findNearest(wanted) {
    const { layers } = this.#requireWeights();
    const layer = clamp(wanted.layer, layers.length);
    return { layer, head: clamp(wanted.head, countHeadsOfShape(layers[layer].shape)) };
  }

  /** How many heads a layer has. @param {number} layer */
  countHeads(layer) {
    return countHeadsOfShape(this.computation?.layers[layer].shape ?? []);
  }

  /**
   * Chooses the matrix of one head.
   * @param {{ layer: number, head: number, label: string, scale: Scale }} choice
   */
  choose({ layer, head, label, scale }) {
    const all = this.#requireWeights();
    const computation = selectLayer(all, layer);
    const named = all.layers.length > 1 ? text.ofLayer(label, layer + 1) : label;
    this.computation = computation;
    this.#scale = scale;
    this.matrix = {
      ...makeTable(/** @type {any} */ ({ state: { head, query: 0 }, computation }), 'weights', {
        name: this.countHeads(layer) > 1 ? text.ofHead(named, head + 1) : named,
      }),
      ...makeColourEnds(all.colours, findScaleEnd(all, scale, layer, head)),
      rowWords: this.words.rows,
      columnWords: this.words.columns,
    };
    this.lostCount = 0;
    for (const value of this.matrix.view.numbers) if (!Number.isFinite(value)) this.lostCount++;
  }

  /** How far the colours of each head reach. */
  makeColourScale() {
    const given = this.#requireWeights();
    return {
      isScaled: isScaledToItself(given, this.#scale),
      endOf: (/** @type {number} */ layer, /** @type {number} */ head) =>
        findScaleEnd(given, this.#scale, layer, head),
    };
  }

  /** The numbers of one head as CSV. @param {{ layer: number, head: number }} choice */
  writeCsv({ layer, head }) {
    const selected = selectLayer(this.#requireWeights(), layer);
    return joinParts(
      writeCsvLines(selected, 'weights', selected.nodes.weights.axes === 'qk' ? [] : [head]) ?? [],
    );
  }

  /** All heads and layers as JSON. @param {{ layer: number, head: number, label: string }} choice */
  writeJson({ layer, head, label }) {
    const given = this.#requireWeights();
    const state = given.layers.length > 1 ? { label, layer, head } : { label, head };
    const parts = writeJsonParts(state, joinLayers(given));
    if ('refused' in parts) throw new RangeError(parts.refused);
    return joinParts(parts.parts);
  }

  /** @throws {Error} where there are no weights */
  #requireWeights() {
    if (!this.computation) throw this.error ?? new RangeError(messages.noWeights);
    return this.computation;
  }
}

/**
 * The weights of a file; the tokens are those that are set, or else the file's.
 * @param {Own} own
 * @param {GivenWeights} given
 */
function joinFile({ tensors, queryWords, keyWords }, { rowTokens, columnTokens }) {
  const tokens =
    rowTokens || columnTokens
      ? { rowTokens, columnTokens }
      : { rowTokens: queryWords, columnTokens: keyWords };
  return { weights: Object.values(tensors), ...tokens };
}

/** @param {number} value @param {number} count */
const clamp = (value, count) => Math.min(count - 1, Math.max(0, Math.trunc(value) || 0));
