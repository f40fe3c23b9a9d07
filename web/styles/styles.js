import { bars } from './bars.js';
import { base } from './base.js';
import { cellMarks } from './cell-marks.js';
import { choices } from './choices.js';
import { controls, helpStyles } from './controls.js';
import { layout, narrow } from './layout.js';
import { compact, part } from './places.js';
import { print } from './print.js';
import { printLab } from './print-lab.js';
import { scoreVariance } from './score-variance.js';
import { narrowTables, tables } from './tables.js';
import { tokenBarStyles } from './token-bar.js';
import { tokens } from './tokens.js';
import { trace } from './trace.js';

export const styles = [
  tokens,
  base,
  layout,
  controls,
  tokenBarStyles,
  bars,
  tables,
  cellMarks,
  scoreVariance,
  trace,
  helpStyles,
  choices,
  // These styles override the others.
  narrow,
  narrowTables,
  part,
  compact,
  print,
  printLab,
];
