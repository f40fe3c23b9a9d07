// A random checkpoint of GPT-2's size in Chromium, loaded from disk in a Worker: how long it takes, how much memory its
// process, and how long the page does not answer meanwhile, with float32 and then with bfloat16.
// Run: node tests/bench/pretrained-browser.js [folder]
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { launchBrowser, serveFolder } from '../support/browser.js';
import { config, DTYPES, findWeights } from './gpt2-size.js';

/** @import { Dtype } from './gpt2-size.js' */

const ROUNDS = 5;

const folder = mkdtempSync(join(tmpdir(), 'bench-page-'));
await build({
  entryPoints: [fileURLToPath(new URL('pretrained-worker.js', import.meta.url))],
  outfile: join(folder, 'worker.js'),
  bundle: true,
  format: 'esm',
});
writeFileSync(
  join(folder, 'index.html'),
  '<!doctype html><meta charset="utf-8"><title>bench</title><input type="file">',
);
const server = await serveFolder(folder);
/** @param {Dtype} dtype */
async function measure(dtype) {
  const browser = await launchBrowser('chromium');
  try {
    const page = await browser.newPage();
    await page.goto(server.url, { waitUntil: 'load' });
    const input = await page.$('input');
    await /** @type {any} */ (input).uploadFile(findWeights(dtype, process.argv[2]));
    const { best, bytes, parameters, gap } = await page.evaluate(
      (model, rounds) =>
        new Promise((resolve, reject) => {
          const worker = new Worker('worker.js', { type: 'module' });
          const [weights] = document.querySelector('input')?.files ?? [];
          let last = performance.now();
          let gap = 0;
          const timer = setInterval(() => {
            gap = Math.max(gap, performance.now() - last);
            last = performance.now();
          }, 5);
          worker.onmessage = ({ data }) => {
            clearInterval(timer);
            resolve({ ...data, gap });
          };
          worker.onerror = ({ message }) => reject(new Error(message));
          worker.postMessage({ config: model, weights, rounds });
        }),
      config,
      ROUNDS,
    );
    const session = await page.browser().target().createCDPSession();
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    /** @param {number} pid @returns {number} the most that a process has taken, in bytes */
    const peakOf = (pid) =>
      1024 * Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
    const peaks = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => peakOf(id));
    const float32 = 4 * parameters;
    const row = (
      /** @type {string} */ what,
      /** @type {string} */ is,
      /** @type {string} */ target,
    ) => console.log(`${what.padEnd(44)} ${is.padStart(10)}   target ${target}`);
    console.log(`${dtype}, load of the machine: ${loadavg()[0].toFixed(1)}`);
    row('loaded from disk', `${best.load.toFixed(0)} ms`, '4,000 ms');
    row('1 token to its logits', `${best[1].toFixed(0)} ms`, '65 ms');
    row('16 tokens to their logits', `${best[16].toFixed(0)} ms`, '200 ms');
    row('128 tokens to their logits', `${best[128].toFixed(0)} ms`, '1,100 ms');
    row('each further token', `${best.token.toFixed(0)} ms`, '65 ms');
    row('the page does not answer for at most', `${gap.toFixed(0)} ms`, '50 ms');
    row('memory of the model, of float32', (bytes / float32).toFixed(3), '1.15');
    row('memory of its process, of float32', (Math.max(...peaks) / float32).toFixed(3), '–');
  } finally {
    await browser.close();
  }
}

try {
  for (const dtype of DTYPES) await measure(dtype);
} finally {
  await server.close();
}
