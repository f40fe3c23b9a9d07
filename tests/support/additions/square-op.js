/** An operation that squares each number. */

import { evaluateByNumber, writeEachNumber } from '../../../web/graph/op.js';
import { math } from '../../../web/text/math.js';

/** @import { Op } from '../../../web/graph/types.js' */

/** @type {Op} */
export const square = {
  name: 'square',
  evaluate: evaluateByNumber((number) => number * number),
  formula: ([x]) => math`${x}²`,
  terms: ([[number]]) => [[number, ' × ', number]],
  python: ({ inputs: [{ id }] }, { name }) => ({ value: `${name(id)} ** 2` }),
  javascript: writeEachNumber('x', (x) => `Math.fround(Math.fround(${x}) * Math.fround(${x}))`),
};
