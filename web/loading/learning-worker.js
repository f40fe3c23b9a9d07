/** The trainer as a Worker; as a classic script on a page it is only registered. */

import { Trainer } from '../learning/trainer.js';
import { registry } from './registry.js';

if (typeof document === 'undefined') {
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
} else registry.Trainer = Trainer;
