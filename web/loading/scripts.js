/** How further scripts are loaded where modules are. Classic scripts have `classic-scripts.js` instead. */

/** Whether there are any. */
export const canLoad = true;

/** Lessons, sources and panel of the models. */
export const importModels = async () => (await import('../models.js')).models;

/** The chapters of the course. */
export const importCourse = async () => (await import('../course.js')).course;

/** What reads files and writes programs. */
export const importFiles = async () => (await import('../files.js')).files;

/** Grid and lines of weights. */
export const importMaps = async () => (await import('../maps.js')).maps;

/** Bugs to find, goals to reach, answers to check. */
export const importPractice = async () => (await import('../practice.js')).practice;

/** The trainer, for a page on which no Worker can start. */
export const importTrainer = async () => (await import('../learning/trainer.js')).Trainer;

/** The trainer in a Worker. @returns {Worker} */
export const startWorker = () =>
  new Worker(new URL('./learning-worker.js', import.meta.url), { type: 'module' });
