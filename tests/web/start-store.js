// Shared by the tests of the store: a store that records its notifications, and who changes it.
import { Store } from '../../web/state/store.js';

/** @import { Manner, State, StoreRules } from '../../web/state/types.js' */

/** @type {Manner[]} */
export const [READER, PAGE, PROGRAM] = /** @type {const} */ (['reader', 'page', 'program']).map(
  (by) => ({
    by,
  }),
);
export const ATTRIBUTE = { ...PROGRAM, onto: /** @type {const} */ ('requests') };

/** Makes a store and records its notifications. @param {Partial<StoreRules>} [rules] */
export function startStore(rules = {}) {
  /** @type {{ changed: (keyof State)[], before: State }[]} */
  const heard = [];
  const store = new Store({
    complete: (change) => change,
    clamp: (state) => state,
    isFixed: () => false,
    onChange: (changed, before) => heard.push({ changed, before }),
    ...rules,
  });
  return { store, heard };
}

/** @param {Store} store @returns {boolean[]} whether undo and redo are possible */
export const getUndoAndRedo = ({ canUndo, canRedo }) => [canUndo, canRedo];
