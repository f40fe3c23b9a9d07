import { arcs } from './arcs.js';
import { bars } from './bars.js';
import { controls } from './controls.js';
import { course } from './course.js';
import { heads } from './heads.js';
import { courseFigures } from './course-figures.js';
import { help } from './help.js';
import { layout, narrow } from './layout.js';
import { part } from './part.js';
import { scoreVariance } from './score-variance.js';
import { tables } from './tables.js';
import { tokenBar } from './token-bar.js';
import { tokens } from './tokens.js';
import { trace } from './trace.js';
import { training } from './training.js';

export const styles = [
  ...[
    tokens,
    layout,
    controls,
    tokenBar,
    bars,
    tables,
    scoreVariance,
    trace,
    training,
    help,
    course,
    courseFigures,
    arcs,
    heads,
  ],
  // These override the others.
  ...[narrow, part],
];
