// Import this before any module of the library: its core is then the fast build.
import { register } from 'node:module';
import { setFused } from '../support/mul-add.js';
import { allowRelaxedSimd } from '../support/relaxed-simd.js';

allowRelaxedSimd();
register('./core-hooks.js', import.meta.url);

const { loadAttention } = await import('../../src/js/index.js');
export const attention = await loadAttention();

// x² rounded, and x² exact: only a fused sum sees what the rounding took away.
const x = Math.fround(1.1);
setFused(attention.linear([[-1, x]], [[Math.fround(x * x), x]]).data[0] !== 0);
