// Runs in a Worker of tests/bench/pretrained-browser.js: times a model that the page hands over as a File.
import { loadAttention } from '../../src/js/index.js';
import { loadPretrained } from '../../src/js/pretrained/index.js';
import { idsOf } from './ids.js';

addEventListener('message', async ({ data: { config, weights, rounds } }) => {
  const attention = await loadAttention();
  let start = performance.now();
  const elapsed = () => {
    const ms = performance.now() - start;
    start = performance.now();
    return ms;
  };
  const model = await loadPretrained(attention, {
    'config.json': config,
    'model.safetensors': weights,
  });
  /** @type {Record<string, number>} */
  const best = { load: elapsed() };
  for (const count of [1, 16, 128]) {
    best[count] = Infinity;
    for (let i = 0; i < rounds; i++) {
      elapsed();
      model.run(idsOf(count));
      best[count] = Math.min(best[count], elapsed());
    }
  }
  /** @type {number[]} */
  const steps = [];
  elapsed();
  model.generate(idsOf(16), { tokens: 16, onToken: () => steps.push(elapsed()) });
  best.token = Math.min(...steps.slice(1));
  postMessage({ best, bytes: model.bytes, parameters: model.parameters });
});
