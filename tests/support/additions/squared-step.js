/** A step of the lesson on dot products that squares each number of the output. */

import { html } from 'lit';
import { makeEquationParts } from '../../../web/figures/tables.js';
import { mathLines } from '../../../web/text/math.js';

/** @import { Step } from '../../../web/lessons/types.js' */

/** @type {Step} */
export const squaredOutput = {
  name: 'Square',
  title: 'The output is squared',
  text: () => html`Each number of the output is multiplied by itself.`,
  formula: () => mathLines`Y² = Y · Y`,
  figure: (context) => makeEquationParts(context, 'output → squaredOutput'),
};
