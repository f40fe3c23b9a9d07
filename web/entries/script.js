/**
 * The script `attention-lab.js`, and the script of the page `index.html`, each with everything
 * inside. The script shows the elements, and in the Workers that it starts, it trains or runs
 * models.
 */

import { addAll, showElements, showPage, startModels, startTrainer } from './loader.js';

/** The text of the whole script, which the bundler wraps in a function of this name. */
const getScriptText = () =>
  // @ts-expect-error
  `(${attentionLabScript})()`;

/** The address of this text, which all Workers share. @type {any} */
let address;

/** Returns the address, which a page with Trusted Types accepts. */
function makeAddress() {
  const policy = /** @type {any} */ (globalThis).trustedTypes?.createPolicy('attention-lab', {
    createScriptURL: (/** @type {string} */ url) => url,
  });
  const url = URL.createObjectURL(new Blob([getScriptText()], { type: 'text/javascript' }));
  return policy?.createScriptURL(url) ?? url;
}

/**
 * Starts a Worker from the script's own text, which needs no request and works from a file:
 * address. If the security policy of a page forbids it, models train in slices.
 * @param {'trainer' | 'models'} name the task of the Worker
 */
function startWorker(name) {
  address ??= makeAddress();
  return new Worker(address, { name });
}

if (typeof document === 'undefined') {
  // The error of an imported module would be lost, so the page is told and trains without a Worker.
  (self.name === 'models' ? startModels : startTrainer)().catch(reportError);
} else {
  // A script knows its address only while it starts, and a script within a page has none.
  const { src } = /** @type {Partial<HTMLScriptElement>} */ (document.currentScript ?? {});
  addAll({ startOther: startWorker, url: src });
  // @ts-expect-error The bundler sets this constant.
  (IS_PAGE ? showPage : showElements)();
}
