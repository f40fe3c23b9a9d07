import { bars } from './bars.js';
import { controls } from './controls.js';
import { guide } from './guide.js';
import { help } from './help.js';
import { layout, narrow } from './layout.js';
import { part } from './part.js';
import { spread } from './spread.js';
import { strip } from './strip.js';
import { tables } from './tables.js';
import { tokens } from './tokens.js';
import { trace } from './trace.js';

export const styles = [
  ...[tokens, layout, controls, strip, bars, tables, spread, trace, help, guide],
  // These change what the others say.
  ...[narrow, part],
];
