// Pages of somebody else on which elements come, move and go.
import { plainPage, untilSettled } from './host.js';

/** @typedef {Parameters<Parameters<typeof import('./host.js').onHostPages>[1]>[0]} Host */

/** Runs in the page. */
function helpers() {
  const wait = (/** @type {() => unknown} */ until) =>
    new Promise((done) => {
      const look = () => (until() ? done(undefined) : requestAnimationFrame(look));
      look();
    });
  const { Worker } = globalThis;
  /** @type {Set<unknown>} */
  const workers = new Set();
  globalThis.Worker = class extends Worker {
    /** @param {[any, any?]} given */
    constructor(...given) {
      super(...given);
      workers.add(this);
    }
    terminate() {
      workers.delete(this);
      super.terminate();
    }
  };
  Object.assign(kept, { wait, workers });
}

const html = plainPage('<attention-lab></attention-lab><div></div>');

/** Returns a function that opens a page with `kept.wait` and `kept.workers`. @param {Host} host */
export const makeOpener =
  (host) =>
  /** @param {Partial<Parameters<typeof host.open>[0]>} [wanted] */
  async (wanted) => {
    const opened = await host.open({ html, early: helpers, ...wanted });
    await untilSettled(opened.page);
    return opened;
  };
