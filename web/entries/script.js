/** A script with everything inside: on a page it shows the elements, in a Worker that it starts it trains models. */

import { addAll, startTrainer } from './loader.js';

/** The bundler wraps the whole script in a function of this name. */
const ownText = () =>
  // @ts-expect-error
  `(${attentionLabScript})()`;

/** @type {{ createScriptURL: (url: string) => any } | undefined} */
let policy;

/**
 * Starts a Worker from the script's own text: that needs no request, and works from a file: address. A page whose
 * security policy forbids it trains in slices.
 */
function startWorker() {
  policy ??= /** @type {any} */ (globalThis).trustedTypes?.createPolicy('attention-lab', {
    createScriptURL: (/** @type {string} */ url) => url,
  });
  const url = URL.createObjectURL(new Blob([ownText()], { type: 'text/javascript' }));
  return new Worker(policy?.createScriptURL(url) ?? url);
}

/** @param {() => Promise<unknown>} show */
export function runScript(show) {
  // An error of a module that is imported would end nowhere: so the page is told, and trains without a Worker.
  if (typeof document === 'undefined') return startTrainer().catch(reportError);
  addAll(startWorker);
  return show();
}
