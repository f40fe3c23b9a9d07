import { controls } from './styles-controls.js';
import { layout, narrow } from './styles-layout.js';
import { tables } from './styles-tables.js';
import { tokens } from './styles-tokens.js';

export const styles = [tokens, layout, controls, tables, narrow];
