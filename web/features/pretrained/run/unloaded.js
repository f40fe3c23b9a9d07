/** Remembers over a reload of the page that a model was loaded, because a reload unloads it. */

const KEY = 'attention-lab has-loaded-model';

/** Whether a model was loaded in this tab before the page was opened. The next page asks anew. */
const wasLoaded = readLoaded();

function readLoaded() {
  try {
    const isLoaded = sessionStorage.getItem(KEY) !== null;
    sessionStorage.removeItem(KEY);
    return isLoaded;
  } catch {
    // The browser refuses storage, or there is no browser.
    return false;
  }
}

export function noteLoaded() {
  try {
    sessionStorage.setItem(KEY, '');
  } catch {
    // The message after a reload leaves out the reload then.
  }
}

/** Whether the reader has reloaded a page that had loaded a model. */
export const isUnloadedByReload = () =>
  wasLoaded &&
  /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType('navigation')).some(
    ({ type }) => type === 'reload',
  );
