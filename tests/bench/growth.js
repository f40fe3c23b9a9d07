// How cost grows without weights: time over L² stays, and memory grows with L alone.
import { Attention } from '../../src/js/attention.js';
import { Core } from '../../src/js/core.js';
import { fetchCore } from './contestants/ours.js';
import { makeProblem } from './problems.js';
import { median } from './statistics.js';
import { limits, oneHead } from './workloads.js';

const ROUNDS = 5;
const SAMPLE = 100;

/**
 * @param {(milliseconds: number) => number} ceiling
 * @param {{ rounds?: number, progress: (text: string) => void }} options
 */
export async function measureGrowth(ceiling, { rounds = ROUNDS, progress }) {
  // loadAttention() does not show its memory, so its two lines are here once more.
  const instance = await WebAssembly.instantiate(await WebAssembly.compile(await fetchCore()));
  const attention = new Attention(new Core(instance));
  const memory = /** @type {WebAssembly.Memory} */ (instance.exports.memory);

  const entries = limits.growth.lengths.map((L) => {
    const { inputs, flops, check } = makeProblem(oneHead(L));
    const [query, key, value] = [inputs.query, inputs.key, inputs.value].map((data) => ({
      shape: [L, 64],
      data,
    }));
    const attend = () =>
      attention.scaledDotProductAttention(query, key, value, { needWeights: false });
    progress(`growth: attention over ${L} warms up`);
    check({ output: attend().output.data });
    const start = performance.now();
    attend();
    const times = Math.max(1, Math.ceil(SAMPLE / (performance.now() - start)));
    const bytes = memory.buffer.byteLength;
    return { L, attend, flops, times, bytes, costs: [0].slice(1), milliseconds: [0].slice(1) };
  });

  for (let round = 0; round < rounds; round++) {
    progress(`growth: round ${round + 1}`);
    let before = ceiling(10);
    for (const entry of entries) {
      const start = performance.now();
      for (let i = 0; i < entry.times; i++) entry.attend();
      const milliseconds = (performance.now() - start) / entry.times;
      const after = ceiling(10);
      entry.milliseconds.push(milliseconds);
      entry.costs.push(((milliseconds / 1000) * (before + after)) / 2);
      before = after;
    }
  }

  const [short, long] = entries;
  const ratios = long.costs.map(
    (cost, round) => cost / long.L ** 2 / (short.costs[round] / short.L ** 2),
  );
  return {
    ratio: median(ratios),
    lengths: entries.map(({ L, flops, bytes, costs, milliseconds }) => ({
      ...{ L, bytes, milliseconds: median(milliseconds) },
      ofCeiling: flops / median(costs),
    })),
  };
}
