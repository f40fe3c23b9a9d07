// Opening a step of a wide model: the press draws its tables, and the next frame lays them out. Were they measured
// before that frame, one task would do both, and a step 768 wide would hold the page for longer than 50 ms.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  headLines,
  heads,
  hidden,
  input,
  output,
  q,
  scores,
  weights,
} from '../../web/features/pretrained/text/en/steps.js';
import { gpt2Of } from '../pretrained/gpt2-sizes.js';
import { openPage } from './real-model.js';

const STEPS = Object.entries({ headLines, input, q, scores, weights, heads, output, hidden });

/** Runs in the page: from here on, whatever is measured while no frame is prepared is noted. */
function noteMeasures() {
  const noted = /** @type {any} */ (globalThis);
  noted.measured = [];
  let isInFrame = false;
  const request = globalThis.requestAnimationFrame.bind(globalThis);
  globalThis.requestAnimationFrame = (callback) =>
    request((time) => {
      isInFrame = true;
      try {
        callback(time);
      } finally {
        isInFrame = false;
      }
    });
  // The browser calls observers once all is laid out.
  const { ResizeObserver } = globalThis;
  globalThis.ResizeObserver = class extends ResizeObserver {
    /** @param {ResizeObserverCallback} callback */
    constructor(callback) {
      super((...given) => {
        isInFrame = true;
        try {
          callback(...given);
        } finally {
          isInFrame = false;
        }
      });
    }
  };
  const note = (/** @type {Element} */ element, /** @type {string} */ name) => {
    if (!isInFrame) noted.measured.push(`${name} of ${element.localName}.${element.className}`);
  };
  for (const name of /** @type {const} */ ([
    'getBoundingClientRect',
    'getClientRects',
    'scrollIntoView',
  ])) {
    const measure = /** @type {any} */ (Element.prototype[name]);
    /** @type {any} */ (Element.prototype)[name] = function (/** @type {any[]} */ ...options) {
      note(this, name);
      return measure.apply(this, options);
    };
  }
  for (const name of [
    'clientWidth',
    'clientHeight',
    'scrollWidth',
    'scrollHeight',
    'scrollLeft',
    'scrollTop',
  ]) {
    const { get, set } = /** @type {any} */ (
      Object.getOwnPropertyDescriptor(Element.prototype, name)
    );
    Object.defineProperty(Element.prototype, name, {
      get() {
        note(this, name);
        return get.call(this);
      },
      set,
    });
  }
}

describe('a model 768 wide', { concurrency: 1 }, () => {
  /** @type {Awaited<ReturnType<typeof openPage>>} */
  let desk;
  before(async () => {
    desk = await openPage('chromium');
    const files = gpt2Of({ width: 768, heads: 12, layers: 2 });
    desk.hub.repositories.set('tiny/wide', { commit: 'c0'.repeat(20), files });
    await desk.page.evaluateOnNewDocument(noteMeasures);
    const text = 'The+old+mill+by+the+river+and+the+mill';
    await desk.show(`model=tiny/wide&h=12&d=768&step=allHeads&s=${text}`);
  });
  after(() => desk.close());

  for (const [step, { name }] of STEPS) {
    it(`is laid out by the frame after the press that opens ${step}, and not before`, async () => {
      const { page } = desk;
      const measured = await page.evaluate(async (wanted) => {
        const noted = /** @type {any} */ (globalThis);
        const button = allInLab('.bar li button').find((one) => one.textContent?.trim() === wanted);
        noted.measured = [];
        /** @type {HTMLElement} */ (button).click();
        while (!(await lab.updateComplete));
        await new Promise(requestAnimationFrame);
        await new Promise(requestAnimationFrame);
        return noted.measured;
      }, name);
      assert.equal(await page.evaluate(() => lab.state.step), step);
      assert.deepEqual(measured, []);
    });
  }
});
