/** Trains models in a Worker. */

import { Trainer } from '../features/models/training/trainer.js';

const trainer = new Trainer();

postMessage({});

addEventListener('message', async ({ data: { id, request, task } }) => {
  try {
    const reply = task
      ? await trainer.perform(request, task)
      : await trainer.answer(request, (progress) => postMessage({ id, progress }));
    postMessage({ id, reply });
  } catch (error) {
    postMessage({ id, error: String(error) });
  }
});
