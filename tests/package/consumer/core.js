// A page that uses only the core, on the page and in a worker.
import { loadAttention, tensor } from 'attention-lab';
import { compute } from './compute.js';

const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
const there = new Promise((resolve, reject) => {
  worker.onmessage = ({ data }) => resolve(data);
  worker.onerror = ({ message }) => reject(new Error(message));
});
const page = /** @type {any} */ (globalThis);
page.computed = Promise.all([compute({ loadAttention, tensor }), there]);
page.loadFast = (/** @type {number} */ threads) => loadAttention({ fast: true, threads });
