import { barStyles } from './bars.js';
import { baseStyles } from './base.js';
import { cellMarkStyles } from './cell-marks.js';
import { choiceStyles } from './choices.js';
import { controlStyles, helpStyles } from './controls.js';
import { compactStyles, partStyles } from './embedded.js';
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
  scoreVarianceStyles,
  traceStyles,
  helpStyles,
  choiceStyles,
  // These styles override the others.
  narrowStyles,
  narrowTableStyles,
  partStyles,
  compactStyles,
  printStyles,
  labPrintStyles,
];
