/** Pictures of all heads and layers, and of lines between words: loaded when one is first wanted. */

import { grid } from './all-heads.js';
import { drawGrid, drawLines } from './drawing.js';
import { lines } from './lines.js';
import { maps as styles } from './styles.js';

export const maps = {
  maps: {
    grid: { view: grid, draw: drawGrid },
    lines: { view: lines, draw: drawLines },
    styles: [styles],
  },
};
