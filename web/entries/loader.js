/** The trainer: in a Worker, or on a page where none can start. */

export const importTrainer = async () => (await import('../learning/trainer.js')).Trainer;

/** @type {() => Worker} */
let start = () => new Worker(new URL('./trainer-worker.js', import.meta.url), { type: 'module' });

/** Starts the trainer in a Worker. */
export const startWorker = () => start();

/** How a Worker starts where the trainer is no module of its own. @param {() => Worker} startOther */
export function setWorker(startOther) {
  start = startOther;
}
