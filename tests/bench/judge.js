// Each workload against its targets.
import { ratio } from './statistics.js';
import { CEILING_OF_ELEMENTS, OTHER_BUILD, RESIDENT, workloads } from './workloads.js';

/**
 * @typedef {import('./run.js').Measured} Measured
 * @typedef {import('./measure.js').Result} Result
 * @typedef {{ name: string, way?: string, milliseconds?: number, failure?: string }} Time
 * @typedef {object} Verdict
 * @property {string} name
 * @property {number} rounds
 * @property {Time[]} times of every contestant, ours first
 * @property {string} [peer] the fastest of those we are compared with
 * @property {string} [base] our own work that we are compared with instead
 * @property {number} [ratio] our time ÷ that of the peer, or of the base
 * @property {number} [ratioTarget]
 * @property {number} [before] our time ÷ that of the other build
 * @property {number} [beforeTarget]
 * @property {number} [ofCeiling]
 * @property {number} [ceilingTarget]
 * @property {number} [elements] a second, where the ceiling is 42 GFLOP/s
 * @property {number} [elementsTarget]
 * @property {number} [microseconds] where there is a target: of a run or, with a base, beyond its
 * @property {number} [microsecondsTarget]
 * @property {string[]} missed what was not reached, formatted; empty: everything is reached
 */

/**
 * @param {Measured} measured
 * @param {'node' | 'chromium'} engine
 * @returns {Verdict}
 */
export function judge({ name, rounds, results }, engine) {
  const work = workloads.find((work) => work.name === name);
  if (!work) throw new Error(`no targets for ${name}`);
  const { targets, base } = work;
  const timed = results.filter(({ costs }) => costs);
  const ours = timed.find((result) => result.name === 'attention-lab');
  const other = timed.find((result) => result.name === OTHER_BUILD);
  const beside = ours && (base ? timed.find((result) => result.name === base.name) : best(ours));

  /** The fastest of the peers. @param {Result} ours */
  function best(ours) {
    const names = work?.peers;
    const isPeer = ({ name = '' }) => (names ? names.includes(name) : name !== RESIDENT);
    const peers = timed.filter((result) => result !== ours && result !== other && isPeer(result));
    return peers.sort((a, b) => ratio(ours, b) - ratio(ours, a))[0];
  }

  const [ratioTarget, beforeTarget] = [targets[engine], other && targets.before];
  const { ceiling: ceilingTarget, elements: elementsTarget } = targets;
  const { microseconds: microsecondsTarget } = targets;
  const { ofCeiling, elements: perFlop, milliseconds = 0 } = ours ?? {};
  const elements = perFlop && perFlop * CEILING_OF_ELEMENTS;
  const beyond = base ? (beside?.milliseconds ?? Number.NaN) : 0;
  const figures = {
    ratio: ours && beside && ratio(ours, beside),
    before: ours && other && ratio(ours, other),
    ...{ ofCeiling, elements },
    microseconds: ours && microsecondsTarget ? 1000 * (milliseconds - beyond) : undefined,
  };

  /** @type {string[]} */
  const missed = [];
  if (!ours) missed.push('attention-lab was not timed');
  else if (!beside && base) missed.push(`${base.name} was not timed`);
  else if (!beside && ratioTarget) missed.push('no peer was timed');
  /** @param {number | undefined} is @param {number | undefined} most @param {string} what */
  const limit = (is, most, what) => {
    if (is !== undefined && most !== undefined && !(is <= most)) {
      missed.push(`${what} ${is.toPrecision(3)} > ${most}`);
    }
  };
  limit(figures.ratio, ratioTarget, 'ratio');
  limit(figures.before, beforeTarget, `÷ ${OTHER_BUILD}`);
  limit(figures.microseconds, microsecondsTarget, 'µs');
  if (ofCeiling && ceilingTarget && ofCeiling < ceilingTarget) {
    missed.push(`${percent(ofCeiling)} < ${percent(ceilingTarget)} of the ceiling`);
  }
  if (elements && elementsTarget && elements < elementsTarget) {
    missed.push(`${millions(elements)} < ${millions(elementsTarget)} Melem/s`);
  }
  return {
    ...{ name, rounds, ...figures, [base ? 'base' : 'peer']: beside?.name },
    ...{ ratioTarget, beforeTarget, ceilingTarget, elementsTarget, microsecondsTarget, missed },
    times: results.map(({ name, way, milliseconds, failure }) => ({
      ...{ name, way, milliseconds, failure },
    })),
  };
}

/** @param {number} share */
export const percent = (share) => `${(100 * share).toFixed(1)} %`;

/** @param {number} elements */
export const millions = (elements) => String(Math.round(elements / 1e6));
