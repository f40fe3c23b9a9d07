import { loadAttention } from '../../src/js/index.js';
import { openSource } from '../../web/session/computation.js';
import { RunCache } from '../../web/session/run-cache.js';
import { getSettings } from '../../web/state/fields.js';
import { normaliseState } from '../../web/state/normalise.js';
import '../support/names.js';

/** @import { RunRules } from '../../web/session/run-cache.js' */
/** @import { Settings } from '../../web/state/types.js' */

export const attention = await loadAttention();

/** @param {object} wanted */
export const makeSettings = (wanted) => getSettings(normaliseState(wanted));

/** @param {Settings} wanted */
export const openSeeded = (wanted) => openSource(attention, { ...wanted, source: 'seed' });

/** Makes runs of seeded numbers, unless a rule says otherwise. @param {typeof attention} core @param {Partial<RunRules>} [rules] */
export const makeRuns = (core, rules) =>
  new RunCache(core, {
    open: openSource,
    readTensors: () => undefined,
    onArrived: () => {},
    ...rules,
  });

/** Returns the core with counters of its calls. */
export function countCalls() {
  const calls = { count: 0 };
  const core = /** @type {typeof attention} */ ({
    ...attention,
    linear: /** @type {typeof attention.linear} */ (
      (...given) => {
        calls.count++;
        return attention.linear(...given);
      }
    ),
  });
  return { core, calls };
}
