/** The content of `<attention-map>`: the words, and the matrix of one layer and head. */

import { needSlot } from '../features.js';
import { makeTable } from '../figures/tables.js';
import { isEqual } from '../graph/memoize.js';
import {
  findScaleEnd,
  isScaledToItself,
  joinLayers,
  readOwnWeights,
  selectLayer,
} from '../sources/own-weights.js';
import { THEMES } from '../state/limits.js';
import { areSameWords } from '../state/words.js';
import * as messages from '../text/en/messages.js';
import * as text from '../text/en/tables.js';
import { ExportError } from '../text/error.js';
import { labelTokens } from '../text/tokens/labels.js';
import { countHeadsOfShape, makeColourEnds } from '../views/labelled-map.js';

/**
 * @import { AttentionError } from '../../src/js/errors.js'
 * @import { Matrix } from '../figures/types.js'
 * @import { Layered, Own, ShownComputation } from '../sources/types.js'
 * @import { ShownWeights } from '../views/types.js'
 */

/** The values of attributes with few values. The first one is the default. */
export const CHOICES = {
  view: /** @type {const} */ (['map', 'grid', 'lines']),
  scale: /** @type {const} */ (['', 'max', '1']),
  wordPieces: /** @type {const} */ (['clean', 'raw']),
  theme: /** @type {const} */ (['', ...THEMES]),
};

/** @typedef {(typeof CHOICES.scale)[number]} Scale */

/** @typedef {Parameters<typeof readOwnWeights>[0]} GivenWeights */

/** @param {MapContent['computation']} computation */
const listContents = (computation) =>
  computation && [computation.layers, computation.queryWords, computation.keyWords];

export class MapContent {
  /**
   * The given weights, as the computation of the layer on screen.
   * @type {(ShownComputation & Layered) | undefined}
   */
  computation;
  /** The error if there are none. @type {AttentionError | undefined} */
  error;
  /** The content of a file, which replaces the weights that are set. @type {Own | undefined} */
  loaded;
  /** Whether a file has arrived or gone since the last rendering. */
  isNew = false;
  /** The reason why the last file is not shown. @type {Error | undefined} */
  refusal;
  /** The matrix of the head on screen. @type {Matrix | undefined} */
  matrix;
  /** The words on screen. */
  words = { rows: [''], columns: [''] };
  /** Whether tokens are word pieces with marks. */
  hasPieces = false;
  /**
   * The ends of the colours of each head.
   * @type {Pick<ShownWeights, 'isScaled' | 'endOf'>}
   */
  colourScale = { isScaled: false, endOf: () => 1 };

  /** Takes the content of a file, or forgets it if there is none. @param {Own} [loaded] */
  setFile(loaded) {
    this.loaded = loaded;
    this.refusal = undefined;
    this.isNew = true;
  }

  /**
   * @param {GivenWeights} given the weights, their shape and tokens
   * @param {Parameters<typeof readOwnWeights>[1]} [names] the names of the tokens in errors
   * @returns {boolean} whether numbers or tokens are others than before
   */
  read(given, names) {
    const before = listContents(this.computation);
    this.computation = undefined;
    this.error = undefined;
    try {
      this.computation = readOwnWeights(this.loaded ? joinFile(this.loaded, given) : given, names);
    } catch (error) {
      this.error = /** @type {AttentionError} */ (error);
    }
    return !isEqual(before, listContents(this.computation));
  }

  /** Labels the tokens. @param {boolean} isRaw whether word pieces keep their marks */
  label(isRaw) {
    const { queryWords, keyWords } = this.#requireWeights();
    const [clean, raw] = [false, true].map((keepsMarks) =>
      labelTokens([queryWords, keyWords], keepsMarks),
    );
    this.hasPieces = !clean.every((labels, i) => areSameWords(labels, raw[i]));
    const [rows, columns] = isRaw ? raw : clean;
    this.words = { rows, columns };
  }

  /** Returns the nearest valid layer and head. @param {{ layer: number, head: number }} wanted */
  findNearest(wanted) {
    const { layers } = this.#requireWeights();
    const layer = clamp(wanted.layer, layers.length);
    return { layer, head: clamp(wanted.head, countHeadsOfShape(layers[layer].shape)) };
  }

  /** Returns the number of heads of a layer. @param {number} layer */
  countHeads(layer) {
    return countHeadsOfShape(this.computation?.layers[layer].shape ?? []);
  }

  /** @param {{ layer: number, head: number, label: string, scale: Scale }} choice */
  choose({ layer, head, label, scale }) {
    const all = this.#requireWeights();
    const computation = selectLayer(all, layer);
    const named = all.layers.length > 1 ? text.ofLayer(label, layer + 1) : label;
    const findEnd = (/** @type {number} */ ofLayer, /** @type {number} */ ofHead) =>
      findScaleEnd(all, scale, ofLayer, ofHead);
    this.computation = computation;
    this.colourScale = { isScaled: isScaledToItself(all, scale), endOf: findEnd };
    this.matrix = {
      ...makeTable({ state: { head, query: 0 }, computation }, 'weights', {
        name: this.countHeads(layer) > 1 ? text.ofHead(named, head + 1) : named,
      }),
      ...makeColourEnds(all.colours, findEnd(layer, head)),
      label: label === text.ownWeights ? undefined : label,
      rowWords: this.words.rows,
      columnWords: this.words.columns,
    };
  }

  /** Writes the numbers of one head as CSV. @param {{ layer: number, head: number }} choice */
  async writeCsv({ layer, head }) {
    const selected = selectLayer(this.#requireWeights(), layer);
    const { joinParts, writeCsvLines } = await needSlot('writers');
    return joinParts(
      writeCsvLines(
        selected,
        'weights',
        selected.nodes.weights.axes.startsWith('h') ? [head] : [],
      ) ?? [],
    );
  }

  /** Writes all heads and layers as JSON. @param {{ layer: number, head: number, label: string }} choice */
  async writeJson({ layer, head, label }) {
    const given = this.#requireWeights();
    const { joinParts, writeJsonParts } = await needSlot('writers');
    const state = given.layers.length > 1 ? { label, layer, head } : { label, head };
    const parts = writeJsonParts(state, joinLayers(given));
    if ('refused' in parts) throw new ExportError(parts.refused);
    return joinParts(parts.parts);
  }

  /** @throws {Error} if there are no weights */
  #requireWeights() {
    if (!this.computation) throw this.error ?? new ExportError(messages.noWeights);
    return this.computation;
  }
}

/**
 * Combines the weights of a file with the tokens that are set, otherwise with the tokens of the
 * file.
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
