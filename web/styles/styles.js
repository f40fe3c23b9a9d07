import { controls } from './controls.js';
import { layout, narrow } from './layout.js';
import { part } from './part.js';
import { spread } from './spread.js';
import { tables } from './tables.js';
import { tokens } from './tokens.js';
import { trace } from './trace.js';

export const styles = [tokens, layout, controls, tables, spread, trace, narrow, part];
