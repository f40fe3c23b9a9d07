/** Pictures of all heads and layers, and of lines between words: loaded when one is first wanted. */

import { drawGrid } from './export/grid-drawing.js';
import { drawLines } from './export/lines-drawing.js';
import { maps as styles } from './styles/maps.js';
import { grid } from './views/maps/all-heads.js';
import { lines } from './views/maps/lines.js';

export const maps = {
  maps: {
    grid: { view: grid, draw: drawGrid },
    lines: { view: lines, draw: drawLines },
    styles: [styles],
  },
};
