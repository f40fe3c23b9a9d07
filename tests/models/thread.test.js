// Who asks for a model's numbers is answered, or told that nobody will: here on the page itself, since Node has no
// Worker as browsers have.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Thread } from '../../web/features/models/training/thread.js';
import { Trainer } from '../../web/features/models/training/trainer.js';

/** @type {import('../../web/features/models/types.js').Request} */
const REQUEST = {
  spec: {
    ...{ kind: 'toy', seed: 0, rate: 1, mechanism: 'dot', task: 'previous', heads: 1 },
    variant: 'two',
  },
  step: 3,
  sentence: 'a b c',
};

const quiet = () => {};

const newThread = () =>
  new Thread({
    startWorker() {
      throw new ReferenceError('Node has no Worker');
    },
    importTrainer: async () => Trainer,
  });

describe('the thread that trains', () => {
  it('answers', async () => {
    const reply = await newThread().ask(REQUEST, quiet);
    assert.equal(reply?.step, 3);
  });

  it('tells who asked just before it was stopped, and answers who asks next', async () => {
    const thread = newThread();
    const asked = thread.ask(REQUEST, quiet);
    const performed = thread.perform(REQUEST, { examples: true });
    thread.stop();
    assert.deepEqual([await asked, await performed], [undefined, undefined]);
    const reply = await thread.ask(REQUEST, quiet);
    assert.equal(reply?.step, 3);
  });

  it('tells who waits that a later request took its place', async () => {
    const thread = newThread();
    const [first, second] = await Promise.all([
      thread.ask(REQUEST, quiet),
      thread.ask({ ...REQUEST, step: 4 }, quiet),
    ]);
    assert.deepEqual([first, second?.step], [undefined, 4]);
  });
});
