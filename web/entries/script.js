/**
 * The one script, `attention-lab.js`, and the script of the one page, `index.html`, each with everything inside: it shows
 * the elements, and in a Worker that it starts it trains models.
 */

import { addAll, showElements, showPage, startModels, startTrainer } from './loader.js';

/** The bundler wraps the whole script in a function of this name. */
const ownText = () =>
  // @ts-expect-error
  `(${attentionLabScript})()`;

/** @type {{ createScriptURL: (url: string) => any } | undefined} */
let policy;

/**
 * Starts a Worker from the script's own text: that needs no request, and works from a file: address. A page whose
 * security policy forbids it trains in slices.
 * @param {'trainer' | 'models'} name what it does
 */
function startWorker(name) {
  policy ??= /** @type {any} */ (globalThis).trustedTypes?.createPolicy('attention-lab', {
    createScriptURL: (/** @type {string} */ url) => url,
  });
  const url = URL.createObjectURL(new Blob([ownText()], { type: 'text/javascript' }));
  return new Worker(policy?.createScriptURL(url) ?? url, { name });
}

if (typeof document === 'undefined') {
  // An error of a module that is imported would end nowhere: so the page is told, and trains without a Worker.
  (self.name === 'models' ? startModels : startTrainer)().catch(reportError);
} else {
  addAll(startWorker);
  // @ts-expect-error The bundler sets it.
  (IS_PAGE ? showPage : showElements)();
}
