/**
 * How further scripts are loaded where all are classic, as on file:// addresses.
 */

import { scriptMissing } from '../text/en/messages.js';
import { beside, isBeside } from './beside.js';
import { registry } from './registry.js';

/** Whether there are any: what leads to one that cannot be had is not shown. */
export const canLoad = isBeside;

/** @type {Record<string, Promise<void> | undefined>} */
const loading = {};

/** @type {any} */
let policy;

/** A page that demands Trusted Types allows these addresses by the policy of this name. @param {string} name */
function address(name) {
  const url = beside(name);
  policy ??= /** @type {any} */ (globalThis).trustedTypes?.createPolicy('attention-lab', {
    createScriptURL: (/** @type {string} */ one) => one,
  });
  return policy?.createScriptURL(url) ?? url;
}

/** @param {string} name */
function load(name) {
  loading[name] ??= new Promise((resolve, reject) => {
    const element = document.createElement('script');
    element.src = /** @type {string} */ (address(name));
    element.onload = () => resolve();
    element.onerror = () => {
      loading[name] = undefined;
      element.remove();
      reject(new Error(scriptMissing(name, beside('.'))));
    };
    document.head.append(element);
  });
  return loading[name];
}

export async function importModels() {
  await load('attention-models.js');
  return /** @type {import('../learning/models.js').Models} */ (registry.models);
}

export async function importCourse() {
  await load('attention-course.js');
  return /** @type {typeof import('../course.js').course} */ (registry.course);
}

export async function importFiles() {
  await load('attention-files.js');
  return /** @type {typeof import('../files.js').files} */ (registry.files);
}

export async function importMaps() {
  await load('attention-views.js');
  return /** @type {typeof import('../maps.js').maps} */ (registry.maps);
}

export async function importPractice() {
  await load('attention-practice.js');
  return /** @type {typeof import('../practice.js').practice} */ (registry.practice);
}

export async function importTrainer() {
  await load('attention-learning.js');
  return /** @type {typeof import('../learning/trainer.js').Trainer} */ (registry.Trainer);
}

/** @returns {Worker} */
export const startWorker = () => new Worker(address('attention-learning.js'));
