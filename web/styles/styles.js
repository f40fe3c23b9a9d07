import { controls } from './controls.js';
import { layout, narrow } from './layout.js';
import { tables } from './tables.js';
import { tokens } from './tokens.js';

export const styles = [tokens, layout, controls, tables, narrow];
