// From bytes to the first result of a small product, in a fresh process each time. As a program it
// is that process: `node first-result.js onnxruntime` prints milliseconds. The clock starts once a
// library's JavaScript is loaded.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { makeProblem } from './problems.js';
import { median } from './statistics.js';
import { workloads } from './workloads.js';

const PROCESSES = 9;

/** @type {Record<string, () => Promise<() => Promise<import('./measure.js').Contestant>>>} */
const loads = {
  async 'attention-lab'() {
    const { fetchCore, openOurs } = await import('./contestants/ours.js');
    const bytes = await fetchCore();
    return () => openOurs(bytes);
  },
  async 'onnxruntime-web'() {
    const { openOnnxruntime } = await import('./contestants/onnxruntime.js');
    await importAll('onnxruntime-web');
    return openOnnxruntime;
  },
  async 'TensorFlow.js wasm'() {
    const { openTensorflow } = await import('./contestants/tensorflow.js');
    await importAll('@tensorflow/tfjs-core', '@tensorflow/tfjs-backend-wasm');
    return () => openTensorflow('read');
  },
};

/** @param {string[]} names */
async function importAll(...names) {
  for (const name of names) await import(name);
}

/** @param {(text: string) => void} progress */
export function measureFirstResults(progress) {
  const program = fileURLToPath(import.meta.url);
  return Object.keys(loads).map((name) => {
    const times = [];
    for (let i = 0; i < PROCESSES; i++) {
      progress(`first result of ${name}: process ${i + 1}`);
      const { stdout, stderr } = spawnSync(process.execPath, [program, name], { encoding: 'utf8' });
      if (!(Number(stdout) > 0)) return { name, failure: stderr.trim().split('\n').at(-1) };
      times.push(Number(stdout));
    }
    return { name, milliseconds: median(times) };
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const problem = makeProblem(workloads[0]);
  const open = await loads[process.argv[2]]();
  const start = performance.now();
  const [way] = await (await open()).prepare(problem);
  const result = await way.run();
  const milliseconds = performance.now() - start;
  problem.check(way.read ? way.read(result) : result);
  console.log(milliseconds);
}
