/** All heads and layers as a drawing: an image for each, with its numbers in sight beside it. */

import * as text from '../text/en/maps.js';
import { mostHeads } from '../views/maps/all-heads.js';
import { headsOf } from '../views/maps/shown.js';
import { paintSmall } from '../views/maps/thumbnail.js';

/** Pixels. */
const SIDE = 96;
const GAP = 8;
const MARGIN = 16;
const LEFT = 72;
const TOP = 56;

/**
 * @param {import('../views/maps/shown.js').Shown} shown
 * @param {import('../styles/colour.js').Palette} palette
 * @returns {import('./drawing.js').Drawing | undefined} none where one head is seen
 */
export function drawGrid(shown, palette) {
  const { layers, label: name, memory, isScaled } = shown;
  if (memory.isOne) return undefined;
  const heads = mostHeads(shown);
  const width = LEFT + heads * (SIDE + GAP) + MARGIN;
  const height = TOP + layers.length * (SIDE + GAP) + MARGIN;
  const at = (/** @type {number} */ i) => i * (SIDE + GAP);
  const fill = palette.ink;
  /** @type {import('./drawing.js').Label[]} */
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
