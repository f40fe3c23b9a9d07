// Each workload against its targets.
import { ratio } from './statistics.js';
import { CEILING_OF_ELEMENTS, workloads } from './workloads.js';

/**
 * @typedef {import('./run.js').Measured} Measured
 * @typedef {{ name: string, way?: string, milliseconds?: number, failure?: string }} Time
 * @typedef {object} Verdict
 * @property {string} name
 * @property {number} rounds
 * @property {Time[]} times of every contestant, ours first
 * @property {string} [peer] the fastest
 * @property {number} [ratio] our time ÷ its time
 * @property {number} ratioTarget
 * @property {number} [ofCeiling]
 * @property {number} [ceilingTarget]
 * @property {number} [elements] a second, where the ceiling is 42 GFLOP/s
 * @property {number} [elementsTarget]
 * @property {string[]} missed what was not reached, in words; none: all is reached
 */

/**
 * @param {Measured} measured
 * @param {'node' | 'chromium'} engine
 * @returns {Verdict}
 */
export function judge({ name, rounds, results }, engine) {
  const targets = workloads.find((work) => work.name === name)?.targets;
  if (!targets) throw new Error(`no targets for ${name}`);
  const [ours, ...peers] = results.filter(({ costs }) => costs);
  const timed = ours?.name === 'attention-lab';
  const rank = timed ? peers.map((peer) => ({ peer, ratio: ratio(ours, peer) })) : [];
  const [best] = rank.sort((a, b) => b.ratio - a.ratio);
  const { ofCeiling, elements: perFlop } = timed ? ours : {};
  const elements = perFlop && perFlop * CEILING_OF_ELEMENTS;

  const missed = [];
  const [ratioTarget, ceilingTarget] = [targets[engine], targets.ceiling];
  if (!timed) missed.push('attention-lab was not timed');
  if (!best) missed.push('no peer was timed');
  else if (best.ratio > ratioTarget) missed.push(`ratio ${best.ratio.toFixed(2)} > ${ratioTarget}`);
  if (ofCeiling && ceilingTarget && ofCeiling < ceilingTarget) {
    missed.push(`${percent(ofCeiling)} < ${percent(ceilingTarget)} of the ceiling`);
  }
  if (elements && targets.elements && elements < targets.elements) {
    missed.push(`${millions(elements)} < ${millions(targets.elements)} Melem/s`);
  }
  return {
    ...{ name, rounds, ratioTarget, ceilingTarget, ofCeiling, elements, missed },
    ...{ elementsTarget: targets.elements, peer: best?.peer.name, ratio: best?.ratio },
    times: results.map(({ name, way, milliseconds, failure }) => ({
      ...{ name, way, milliseconds, failure },
    })),
  };
}

/** @param {number} share */
export const percent = (share) => `${(100 * share).toFixed(1)} %`;

/** @param {number} elements */
export const millions = (elements) => String(Math.round(elements / 1e6));
