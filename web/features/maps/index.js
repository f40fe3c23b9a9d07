/** The grid of all heads and the lines between words, which load when a map first needs them. */

import { drawGrid, drawLines } from './drawing.js';
import { headGrid } from './head-grid.js';
import { headLines, weightLines } from './lines.js';
import { ownWeightsSteps } from './own-steps.js';
import { headMapStyles } from './styles.js';

export const maps = {
  maps: {
    grid: { view: headGrid, draw: drawGrid },
    lines: { view: headLines, figure: weightLines, draw: drawLines },
    steps: ownWeightsSteps,
    styles: [headMapStyles],
  },
};
