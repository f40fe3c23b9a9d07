/** The features, each with the `import()` that loads it. All `import()`s of the page are in this file. */

import { courseEntrances } from '../features/course/manifest.js';
import { practiceEntrances } from '../features/practice/manifest.js';
import { addFeature, needSlot } from '../features.js';
import { addSourceNames } from './source-names.js';

/** @import { Feature } from '../features.js' */

/** @type {Feature} */
export const reader = {
  gives: ['reader'],
  load: async () => ({ reader: await import('../sources/files/read.js') }),
};

/** @type {Feature} */
export const writers = {
  gives: ['writers'],
  load: async () => ({ writers: await import('../export/writers.js') }),
};

/** @type {Feature} */
const stepPicture = {
  gives: ['stepPicture'],
  load: async () => ({ stepPicture: await import('../export/wrapped.js') }),
};

/** @type {Feature} */
export const maps = {
  gives: ['maps'],
  load: async () => (await import('../features/maps/index.js')).maps,
};

let startWorker = () =>
  new Worker(new URL('./trainer-worker.js', import.meta.url), { type: 'module' });

let startModelWorker = () =>
  new Worker(new URL('./pretrained-worker.js', import.meta.url), { type: 'module' });

/** @type {string | undefined} */
let scriptUrl;

/** @type {readonly Feature[]} */
const features = [
  courseEntrances,
  practiceEntrances,
  {
    gives: ['pages', 'chapters', 'picture', 'glossary'],
    load: async () => (await import('../features/course/index.js')).course,
  },
  {
    gives: ['chapters', 'bug', 'authorChapter'],
    load: async () => (await import('../features/practice/index.js')).practice,
  },
  {
    gives: ['models'],
    load: async () =>
      (await import('../features/models/index.js')).models({
        startWorker,
        importTrainer: async () => (await import('../features/models/training/trainer.js')).Trainer,
      }),
  },
  {
    gives: ['opening'],
    load: async () => ({ opening: await import('../views/opening.js') }),
  },
  {
    gives: ['trainedDescriber'],
    load: async () => ({ trainedDescriber: await import('../sources/trained-describer.js') }),
  },
  {
    gives: ['story'],
    load: async () => (await import('../features/models/story/player.js')).story,
  },
  {
    gives: ['pretrained'],
    load: async () => {
      // The lines of its heads are those of <attention-map>.
      await needSlot('maps');
      return (await import('../features/pretrained/index.js')).pretrained({
        startWorker: startModelWorker,
        importServer: async () =>
          (await import('../features/pretrained/run/server.js')).ModelServer,
        script: scriptUrl,
      });
    },
  },
  maps,
  writers,
  stepPicture,
  reader,
  {
    gives: ['programs'],
    load: async () => ({ programs: await import('../export/programs.js') }),
  },
];

/** Registers the elements. */
export const showElements = async () =>
  (await import('../elements/define-elements.js')).defineElements();

/** Shows the standalone page. */
export const showPage = () => import('./standalone.js');

/** Trains models, in a Worker. */
export const startTrainer = () => import('./trainer-worker.js');

/** Runs pretrained models, in a Worker. */
export const startModels = () => import('./pretrained-worker.js');

/**
 * @param {object} [script] the single script, if there is one
 * @param {(name: 'trainer' | 'models') => Worker} script.startOther starts a Worker of the script
 * @param {string | undefined} script.url
 */
export function addAll(script) {
  addSourceNames();
  if (script) {
    startWorker = () => script.startOther('trainer');
    startModelWorker = () => script.startOther('models');
    scriptUrl = script.url;
  }
  for (const feature of features) addFeature(feature);
}
