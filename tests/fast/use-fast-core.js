// Import this module before any module of the library, so that the core is the fast build.
import { register } from 'node:module';
import { setFused } from '../support/mul-add.js';
import { allowRelaxedSimd } from '../support/relaxed-simd.js';

allowRelaxedSimd();
register('./core-hooks.js', import.meta.url);

const { loadAttention } = await import('../../src/js/index.js');
export const attention = await loadAttention();

// The difference between x² and its rounded value: only a fused sum gives something other than 0.
const x = Math.fround(1.1);
setFused(attention.linear([[-1, x]], [[Math.fround(x * x), x]]).data[0] !== 0);
