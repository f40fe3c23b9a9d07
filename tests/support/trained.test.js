import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createToy } from '../../src/js/learning/index.js';
import { trainTo } from './trained.js';

const trainedFolder = fileURLToPath(new URL('../../dist/trained', import.meta.url));
const NAME = 'test-of-trained';
const removeTrained = () => {
  if (!existsSync(trainedFolder)) return;
  for (const name of readdirSync(trainedFolder).filter((file) => file.startsWith(NAME)))
    rmSync(join(trainedFolder, name));
};
removeTrained();
after(removeTrained);

const create = () => createToy({ task: 'recall', seed: 5 });

it('a cached model equals a trained one, also after further training', async () => {
  const [plain, first, second, third] = await Promise.all([create(), create(), create(), create()]);
  plain.train(12);
  first.train(5);
  // The second call comes while the first is training, the third when the result exists.
  await Promise.all([trainTo(first, NAME, 12), trainTo(second, NAME, 12)]);
  await trainTo(third, NAME, 12);
  assert.equal(readdirSync(trainedFolder).filter((name) => name.startsWith(NAME)).length, 1);
  for (const model of [first, second, third]) {
    assert.deepEqual(model.parameters, plain.parameters);
    assert.deepEqual(model.evaluate({ rounds: 2 }), plain.evaluate({ rounds: 2 }));
  }
  plain.train(3);
  third.train(3);
  assert.deepEqual(third.getState(), plain.getState());
});

it('a name is trained once for each number of steps', async () => {
  const [short, long] = await Promise.all([create(), create()]);
  await trainTo(short, NAME, 4);
  await trainTo(long, NAME, 6);
  assert.deepEqual([short.getState().step, long.getState().step], [4, 6]);
});

/** Trains a model without end. */
const ENDLESS = `
import { trainTo } from '${new URL('trained.js', import.meta.url)}';
const train = () => {
  process.stdout.write('training');
  for (;;);
};
await trainTo({ train, getState: () => ({ step: 0 }), setState() {} }, '${NAME}', 7);
`;

it('a model is trained although a process was killed during its training', async () => {
  for (const isWaiting of [true, false]) {
    const other = spawn(process.execPath, ['--input-type=module', '-e', ENDLESS]);
    await once(other.stdout, 'data');
    const model = await create();
    const training = isWaiting ? trainTo(model, NAME, 7) : undefined;
    other.kill('SIGKILL');
    await once(other, 'close');
    await (training ?? trainTo(model, NAME, 7));
    assert.equal(model.getState().step, 7);
    removeTrained();
  }
});
