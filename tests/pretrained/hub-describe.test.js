import assert from 'node:assert/strict';
import { after, beforeEach, describe, it } from 'node:test';
import { describePretrained } from '../../src/js/pretrained/index.js';
import { assertLoadFails, COMMIT, loaderFrom, publish, startHub } from './hub-models.js';
import { contentsOf } from './hub-server.js';

const hub = await startHub();
after(() => hub.close());
beforeEach(() => hub.reset());

/** @param {string} id @param {object} [options] */
const describeModel = (id, options) => describePretrained(id, { endpoint: hub.url, ...options });

describe('a model that is described', () => {
  it('has its size, family and licence, and none of its files is requested', async () => {
    publish(hub, 'gpt2', {
      info: { config: { model_type: 'gpt2' }, cardData: { license: 'mit' } },
    });
    const bytes = Object.values(contentsOf('gpt2')).reduce((sum, { length }) => sum + length, 0);
    assert.deepEqual(await describeModel('tiny/gpt2'), {
      ...{ id: 'tiny/gpt2', endpoint: hub.url, revision: 'main', commit: COMMIT },
      ...{ license: 'mit', family: 'gpt2', bytes, isKept: false },
    });
    assert.deepEqual(
      hub.requests.map(({ path }) => path),
      ['/api/models/tiny/gpt2/revision/main', `/api/models/tiny/gpt2/tree/${COMMIT}`],
    );
  });

  it('has as many bytes as loading it then reports', async () => {
    publish(hub, 'llama');
    const { bytes, family } = await describeModel('tiny/llama');
    assert.equal(family, undefined);
    /** @type {number[]} */
    const totals = [];
    const load = loaderFrom(hub);
    const onProgress = (/** @type {{ total: number }} */ { total }) => totals.push(total);
    (await load('tiny/llama', { onProgress })).dispose();
    assert.deepEqual([...new Set(totals)], [bytes]);
  });

  it('is refused with the reasons that loading has', async () => {
    await assertLoadFails(describeModel('tiny/gpt2'), ({ name, reason, operation, message }) => {
      assert.deepEqual([name, reason], ['HubError', 'not-found']);
      assert.equal(operation, 'describePretrained');
      assert.match(message, /^describePretrained: .* the name of a public model$/);
    });
    const { 'model.safetensors': _, ...files } = contentsOf('gpt2');
    publish(hub, 'gpt2', { files });
    await assertLoadFails(describeModel('tiny/gpt2'), ({ name, message }) => {
      assert.equal(name, 'ModelError');
      assert.match(message, /^describePretrained: model\.safetensors is missing/);
    });
    await assertLoadFails(describeModel('gpt2'), ({ name }) => assert.equal(name, 'ArgumentError'));
    const stop = new AbortController();
    stop.abort(new Error('stopped'));
    await assert.rejects(describeModel('tiny/gpt2', { signal: stop.signal }), /stopped/);
  });
});
