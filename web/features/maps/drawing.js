/** All heads and layers as a drawing: an image for each, with its numbers in sight beside it. */

import { measureWidest, truncate } from '../../export/drawing.js';
import { headsOf } from '../../views/labelled-map.js';
import { countHeads, paintSmall } from './all-heads.js';
import { colourOf, FAINTEST, linesOfWord, strengthOf, strongestLines } from './strongest.js';
import * as text from './text/en/maps.js';

/**
 * @import { Drawing, Label } from '../../export/types.js'
 * @import { Palette } from '../../styles/colour.js'
 * @import { Shown } from '../../views/types.js'
 */

/** Pixels. */
const SIDE = 96;

const GAP = 8;

const MARGIN = 16;

const LEFT = 72;

const TOP = 56;

/**
 * @param {Shown} shown
 * @param {Palette} palette
 * @returns {Drawing | undefined} none where one head is seen
 */
export function drawGrid(shown, palette) {
  const { layers, label: name, memory, isScaled } = shown;
  if (memory.isOne) return undefined;
  const heads = countHeads(shown);
  const width = LEFT + heads * (SIDE + GAP) + MARGIN;
  const height = TOP + layers.length * (SIDE + GAP) + MARGIN;
  const at = (/** @type {number} */ i) => i * (SIDE + GAP);
  const fill = palette.ink;
  /** @type {Label[]} */
  const labels = [
    { x: MARGIN, y: 24, text: isScaled ? text.scaledEach(name) : name, anchor: 'start', fill },
  ];
  labels.push({ x: LEFT - 8, y: TOP - 8, text: text.heads, anchor: 'end', fill });
  for (let head = 0; head < heads; head++) {
    labels.push({
      x: LEFT + at(head) + SIDE / 2,
      y: TOP - 8,
      text: `${head + 1}`,
      anchor: 'middle',
      fill,
    });
  }
  const images = layers.flatMap(({ shape }, layer) => {
    const y = TOP + at(layer);
    if (layers.length > 1) {
      labels.push({ x: LEFT - 8, y: y + SIDE / 2, text: `${layer + 1}`, anchor: 'end', fill });
    }
    return Array.from({ length: headsOf(shape) }, (_, head) => {
      const canvas = document.createElement('canvas');
      paintSmall(canvas, [shown, layer, head], palette, { width: SIDE, height: SIDE });
      return { x: LEFT + at(head), y, width: SIDE, height: SIDE, canvas };
    });
  });
  if (layers.length > 1) {
    labels.push({ x: LEFT - 8, y: TOP + 16, text: text.layers, anchor: 'end', fill });
  }
  const paper = { x: 0, y: 0, width, height, fill: palette.paper };
  return { width, height, title: name, rectangles: [paper], lines: [], labels, images };
}

// Two columns of words and the lines between them as a drawing: all that is drawn, or those of one word.

/** Pixels. */
const ROW = 22;

const BETWEEN = 260;

/**
 * @param {Shown} shown
 * @param {Palette} palette
 * @returns {Drawing}
 */
export function drawLines(shown, palette) {
  const {
    rows,
    columns,
    matrix: { name },
    memory: { kept },
  } = shown;
  const [queries, keys] = [rows, columns].map((words) => words.map((word) => truncate(word)));
  const left = MARGIN + measureWidest(queries) + 8;
  const width =
    Math.max(left + BETWEEN + 8 + measureWidest(keys), MARGIN + measureWidest([name])) + MARGIN;
  const height = TOP + ROW * Math.max(rows.length, columns.length) + MARGIN;
  const middle = (/** @type {number} */ i) => TOP + ROW * (i + 0.5);
  const fill = palette.ink;
  const lines = (kept ? linesOfWord(shown, kept) : strongestLines(shown).lines).map(
    ({ row, column, value }) => {
      const strength = strengthOf(shown, value);
      return {
        ...{ x: left, y: middle(row), dx: BETWEEN, dy: middle(column) - middle(row) },
        stroke: colourOf(shown, value, palette),
        opacity: Number((kept ? Math.max(FAINTEST, strength) : strength).toFixed(4)),
        thickness: Number((1 + 3 * strength).toFixed(2)),
      };
    },
  );
  /** @type {Label[]} */
  const labels = [
    { x: MARGIN, y: 24, text: name, anchor: 'start', fill },
    ...queries.map((text, i) => ({
      ...{ x: left - 8, y: middle(i) + 4, text, fill },
      anchor: /** @type {const} */ ('end'),
    })),
    ...keys.map((text, i) => ({
      ...{ x: left + BETWEEN + 8, y: middle(i) + 4, text, fill },
      anchor: /** @type {const} */ ('start'),
    })),
  ];
  const paper = { x: 0, y: 0, width, height, fill: palette.paper };
  return { width, height, title: name, rectangles: [paper], lines, labels };
}
