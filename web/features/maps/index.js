/** Pictures of all heads and layers, and of lines between words: loaded when one is first wanted. */

import { headGrid } from './all-heads.js';
import { drawGrid, drawLines } from './drawing.js';
import { weightLines } from './lines.js';
import { headMapStyles as styles } from './styles.js';

export const maps = {
  maps: {
    grid: { view: headGrid, draw: drawGrid },
    lines: { view: weightLines, draw: drawLines },
    styles: [styles],
  },
};
