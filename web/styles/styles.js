import { barStyles } from './bars.js';
import { baseStyles } from './base.js';
import { cellMarkStyles } from './cell-marks.js';
import { chartStyles } from './chart.js';
import { choiceStyles } from './choices.js';
import { controlStyles } from './controls.js';
import { embeddedStyles } from './embedded.js';
import { layoutStyles, narrowStyles } from './layout.js';
import { printStyles } from './print.js';
import { labPrintStyles } from './print-lab.js';
import { scoreVarianceStyles } from './score-variance.js';
import { narrowTableStyles, tableStyles } from './tables.js';
import { tokenBarStyles } from './token-bar.js';
import { tokenStyles } from './tokens.js';
import { traceStyles } from './trace.js';

export const styles = [
  tokenStyles,
  baseStyles,
  layoutStyles,
  controlStyles,
  tokenBarStyles,
  barStyles,
  tableStyles,
  cellMarkStyles,
  chartStyles,
  scoreVarianceStyles,
  traceStyles,
  choiceStyles,
  // These styles override the others.
  narrowStyles,
  narrowTableStyles,
  embeddedStyles,
  printStyles,
  labPrintStyles,
];
