import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ModelServer } from '../../web/features/pretrained/run/server.js';
import { filesOf, NO_CHANGES, weightsOf } from './checkpoints.js';
import { SlowWeights } from './slow-weights.js';

function slowModel() {
  const weights = new SlowWeights([weightsOf('gpt2')]);
  return { weights, files: { ...filesOf('gpt2'), 'model.safetensors': weights } };
}

const NAME = 'tiny/gpt2';

const isThere = (/** @type {ModelServer} */ server) => {
  try {
    return server.layer(NAME, 0).heads === 4;
  } catch (error) {
    assert.match(String(error), /not loaded/);
    return false;
  }
};

describe('two elements that load one model at a time', () => {
  it('read its files once, and keep it until both have left it', async () => {
    const server = new ModelServer();
    const { weights, files } = slowModel();
    /** @type {number[]} */
    const told = [0, 0];
    const loads = told.map((_, i) => server.load(NAME, files, () => told[i]++));
    weights.goOn();
    const [first, second] = await Promise.all(loads);
    assert.deepEqual(first, second);
    assert.ok(weights.starts > 0);
    const alone = slowModel();
    alone.weights.goOn();
    await new ModelServer().load(NAME, alone.files, undefined);
    assert.equal(weights.starts, alone.weights.starts);
    assert.ok(told[0] > 0 && told[0] === told[1], String(told));
    await server.release(NAME);
    assert.ok(isThere(server));
    await server.release(NAME);
    assert.ok(!isThere(server));
  });

  it('do not end each other’s load', async () => {
    const server = new ModelServer();
    const { weights, files } = slowModel();
    const [, load] = [server.load(NAME, files, undefined), server.load(NAME, files, undefined)];
    await server.release(NAME);
    weights.goOn();
    assert.equal((await load).family, 'gpt2');
    assert.ok(isThere(server));
    await server.release(NAME);
    assert.ok(!isThere(server));
  });

  it('end it when both have left it, and can load the model again', async () => {
    const server = new ModelServer();
    const { weights, files } = slowModel();
    const loads = [1, 2].map(() => server.load(NAME, files, undefined));
    const ended = Promise.all(loads.map((load) => assert.rejects(load, { name: 'AbortError' })));
    server.release(NAME);
    const released = server.release(NAME);
    const again = server.load(NAME, filesOf('gpt2'), undefined);
    weights.goOn();
    await Promise.all([ended, released]);
    assert.equal((await again).family, 'gpt2');
    assert.ok(isThere(server));
  });

  it('can load it again after it has failed', async () => {
    const server = new ModelServer();
    const loads = [1, 2].map(() => server.load(NAME, { 'config.json': '{}' }, undefined));
    for (const load of loads) await assert.rejects(load, { name: 'ModelError' });
    await server.load(NAME, filesOf('gpt2'), undefined);
    assert.ok(isThere(server));
    await server.release(NAME);
    assert.ok(!isThere(server));
  });

  it('can load it once the core loads, which failed before', async (test) => {
    const server = new ModelServer();
    const failure = test.mock.method(WebAssembly, 'instantiate', () =>
      Promise.reject(new Error('no memory')),
    );
    await assert.rejects(server.load(NAME, filesOf('gpt2'), undefined), /no memory/);
    failure.mock.restore();
    await server.load(NAME, filesOf('gpt2'), undefined);
    assert.ok(isThere(server));
    await server.release(NAME);
  });
});

it('a model that takes the name of one that is gone answers for itself', async () => {
  const server = new ModelServer();
  const answers = [];
  for (const family of ['gpt2', 'gpt_neo']) {
    await server.load(NAME, filesOf(family), undefined);
    const { before } = await server.run(NAME, 'the bird sings', NO_CHANGES);
    answers.push(before.weights[0].data);
    await server.release(NAME);
  }
  assert.notDeepEqual(answers[0], answers[1]);
});
