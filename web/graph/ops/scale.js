/** Every number times one factor. Options: `factor`. */

import { tensor } from '../../../src/js/index.js';
import { attendTo } from '../op.js';

/** @type {import('../op.js').Op} */
export const scale = {
  name: 'scale',
  evaluate(core, [{ shape, data }], { options: { factor } }) {
    const rows = data.length === 0 ? 0 : data.length / shape[shape.length - 1];
    return tensor([...shape], attendTo(core, data, rows, factor).scaledScores.data);
  },
};
