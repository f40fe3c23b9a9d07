// Loading a model by its name from a local Hub: which requests are made, in which order, and how
// interrupted transfers continue.
import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { describe, it } from 'node:test';
import { loadPretrained } from '../../src/js/pretrained/index.js';
import { HubRequests } from '../../src/js/pretrained/requests.js';
import { checkpoints, filesOf } from './checkpoints.js';
import {
  arena,
  assertLoadFails,
  attention,
  COMMIT,
  loaderFrom,
  makeInt8Weights,
  numbersOf,
  publish,
  spreadWeights,
  startTestHub,
  weightRanges,
} from './hub-models.js';
import { contentsOf, sha256Of } from './hub-server.js';

const hub = await startTestHub();
const load = loaderFrom(hub);

const size = contentsOf('gpt2')['model.safetensors'].length;
const START = 65536;

/** @param {Promise<any>} loading */
async function assertSameNumbers(loading, checkpoint = 'gpt2') {
  const [model, loaded] = await Promise.all([
    loading,
    loadPretrained(attention, filesOf(checkpoint)),
  ]);
  assert.deepEqual(numbersOf(model), numbersOf(loaded));
  model.dispose();
  loaded.dispose();
}

describe('a model by its name', () => {
  for (const name of checkpoints) {
    it(`${name} has the numbers of its files, bit for bit`, async () => {
      publish(hub, name);
      await assertSameNumbers(load(`tiny/${name}`), name);
    });
  }

  it('requests nothing before it is asked for, and then each file once', async () => {
    assert.equal(hub.requests.length, 0);
    const model = await load('tiny/gpt2');
    model.dispose();
    const paths = hub.requests.map(({ path, range }) => (range ? `${path} ${range}` : path));
    assert.deepEqual(
      paths.filter((path) => !/\?/.test(path)),
      [
        '/api/models/tiny/gpt2/revision/main',
        `/api/models/tiny/gpt2/tree/${COMMIT}`,
        `/tiny/gpt2/resolve/${COMMIT}/config.json`,
        `/tiny/gpt2/resolve/${COMMIT}/model.safetensors bytes=0-${START - 1}`,
        `/tiny/gpt2/resolve/${COMMIT}/tokenizer.json`,
        `/tiny/gpt2/resolve/${COMMIT}/tokenizer_config.json`,
        `/tiny/gpt2/resolve/${COMMIT}/model.safetensors bytes=${START}-${size - 1}`,
      ],
    );
    for (const { headers } of hub.requests) {
      assert.equal(headers.referer, undefined);
      assert.equal(headers.cookie, undefined);
    }
  });

  it('says where it comes from', async () => {
    publish(hub, 'gpt2', { info: { cardData: { license: 'mit' } } });
    const { origin } = await load('tiny/gpt2', { revision: 'refs/pr/6' });
    const { note, ...rest } = /** @type {any} */ (origin);
    assert.match(note, /no cache/);
    assert.deepEqual(rest, {
      id: 'tiny/gpt2',
      endpoint: hub.url,
      revision: 'refs/pr/6',
      commit: COMMIT,
      license: 'mit',
      isKept: false,
    });
    assert.equal(hub.requests[0].path, '/api/models/tiny/gpt2/revision/refs%2Fpr%2F6');
  });

  it('is read from one commit, even if its branch moves in the meantime', async () => {
    const earlier = publish(hub, 'gpt2');
    const files = { ...earlier.files, 'config.json': Buffer.from('{}') };
    let answers = 0;
    hub.api.onRequest = () => {
      if (++answers === 2) publish(hub, 'gpt2', { files, commit: 'd1'.repeat(20), earlier });
    };
    await assertSameNumbers(load('tiny/gpt2'));
    await assert.rejects(load('tiny/gpt2'), /model_type of config\.json is missing/);
  });

  it('is read from its revision if the Hub does not tell the commit', async () => {
    publish(hub, 'gpt2', { info: { sha: undefined } });
    assert.equal((await load('tiny/gpt2')).origin?.commit, undefined);
    assert.ok(hub.requests.some(({ path }) => path === '/tiny/gpt2/resolve/main/config.json'));
  });

  it('names the licence that a card words itself', async () => {
    const cardData = { license: 'other', license_name: 'tiny-licence' };
    publish(hub, 'gpt2', { info: { cardData } });
    assert.equal((await load('tiny/gpt2')).origin?.license, 'tiny-licence');
  });

  it('with other capitals is the same model, under its right name', async () => {
    assert.equal((await load('Tiny/GPT2')).origin?.id, 'tiny/gpt2');
  });

  it('reads a list of files of several pages', async () => {
    hub.api.pageSize = 1;
    await assertSameNumbers(load('tiny/gpt2'));
  });

  it('runs without a tokenizer, on ids', async () => {
    const { files } = publish(hub, 'gpt2');
    delete files['tokenizer.json'];
    const model = await load('tiny/gpt2');
    assert.equal(numbersOf(model).length, 4 * model.sizes.width);
    assert.throws(() => model.tokenize('the mill'), /tokenizer\.json is missing/);
  });

  it('reports the bytes of all its files, never fewer than before', async () => {
    const { files } = publish(hub, 'gpt2');
    hub.transfer.pieces = 8;
    /** @type {{ loaded: number, total: number }[]} */
    const reports = [];
    await load('tiny/gpt2', { onProgress: (/** @type {any} */ report) => reports.push(report) });
    const total = Object.values(files).reduce((sum, { length }) => sum + length, 0);
    assert.ok(reports.length >= 4);
    assert.ok(reports.every((report) => report.total === total));
    assert.equal(reports.at(-1)?.loaded, total);
    const loaded = reports.map((report) => report.loaded);
    assert.deepEqual(
      loaded,
      [...new Set(loaded)].sort((a, b) => a - b),
    );
  });
});

describe('a transfer', () => {
  it('of a model without a tokenizer needs no settings of a tokenizer', async () => {
    const { files } = publish(hub, 'gpt2');
    delete files['tokenizer.json'];
    /** @type {{ loaded: number, total: number }[]} */
    const reports = [];
    await load('tiny/gpt2', { onProgress: (/** @type {any} */ report) => reports.push(report) });
    const total = files['config.json'].length + size;
    assert.deepEqual(reports.at(-1), { loaded: total, total });
  });

  it('of int8 weights, whose scales lie elsewhere in the file, has the same numbers', async () => {
    for (const order of /** @type {const} */ (['scales first', 'scales last'])) {
      const weights = makeInt8Weights(order);
      publish(hub, 'gpt2', {
        files: { ...contentsOf('gpt2'), 'model.safetensors': Buffer.from(weights) },
      });
      const model = await load('tiny/gpt2');
      const loaded = await loadPretrained(attention, {
        ...filesOf('gpt2'),
        'model.safetensors': weights,
      });
      assert.deepEqual(numbersOf(model), numbersOf(loaded));
    }
  });

  it('that is cut off again and again goes on where it ended', async () => {
    hub.transfer.cutAt = (from) => (from >= START ? 50_000 : Infinity);
    await assertSameNumbers(load('tiny/gpt2'));
    const [, ...starts] = weightRanges(hub).map((range) => Number(range?.split('-')[0]));
    assert.ok(starts.length >= 3);
    starts.forEach((start, i) => {
      const before = starts[i - 1] ?? START;
      assert.ok(start >= before && start <= before + 50_000, String(starts));
    });
  });

  it('that is cut off again and again leaves no listener behind', async (t) => {
    t.mock.method(globalThis, 'fetch', async (/** @type {string} */ _, /** @type {any} */ init) => {
      const from = Number(/\d+/.exec(init.headers?.Range));
      const headers = { 'Content-Range': `bytes ${from}-2/3` };
      return new Response(new Uint8Array([from]), { status: 206, headers });
    });
    const { signal } = new AbortController();
    const subject = { id: 'a/b', revision: 'main', signal, operation: 'loadPretrained' };
    const file = { name: 'x', address: 'https://a.test/x', size: 3 };
    const bytes = [];
    for await (const part of new HubRequests(subject).transfer(file, 0, 3)) bytes.push(...part);
    assert.deepEqual([bytes, getEventListeners(signal, 'abort')], [[0, 1, 2], []]);
  });

  it('that is cut off in the header goes on', async () => {
    hub.transfer.cutAt = (from) => (from === 0 ? 700 : Infinity);
    await assertSameNumbers(load('tiny/gpt2'));
    assert.equal(weightRanges(hub)[1], `700-${START - 1}`);
    assert.equal(weightRanges(hub).length, 3);
  });

  it('whose answers hold the whole file, as status 200 or 206, takes its part of them', async () => {
    for (const ranges of /** @type {const} */ (['ignored', 'whole'])) {
      publish(hub, 'gpt2');
      hub.transfer.ranges = ranges;
      await assertSameNumbers(load('tiny/gpt2'));
    }
  });

  it('whose answers end early asks for the rest', async () => {
    hub.transfer.ranges = 'short';
    await assertSameNumbers(load('tiny/gpt2'));
    assert.ok(weightRanges(hub).length > 3);
  });

  it('in a thousand small pieces has the same numbers', async () => {
    hub.transfer.pieces = 1000;
    await assertSameNumbers(load('tiny/gpt2'));
  });

  it('of several pieces, with tensors that no model uses between, has the same numbers', async () => {
    const weights = spreadWeights(20_000_000);
    publish(hub, 'gpt2', { files: { ...contentsOf('gpt2'), 'model.safetensors': weights } });
    hub.transfer.cutAt = (from) => (from >= START ? 7_000_000 : Infinity);
    await assertSameNumbers(load('tiny/gpt2'));
    assert.ok(weightRanges(hub).length >= 4);
  });

  it('of tensors in the reverse order requests each byte once', async () => {
    const weights = spreadWeights(20_000_000, { isReversed: true });
    publish(hub, 'gpt2', { files: { ...contentsOf('gpt2'), 'model.safetensors': weights } });
    await assertSameNumbers(load('tiny/gpt2'));
    const ranges = [`0-${START - 1}`, `${START}-${weights.length - 1}`];
    assert.deepEqual(weightRanges(hub), ranges);
  });

  it('that never goes on is an error of the network, and releases its memory', async () => {
    const before = arena.used;
    hub.transfer.cutAt = (from) => (from >= START ? 0 : Infinity);
    await assert.rejects(load('tiny/gpt2'), {
      reason: 'network',
      message: /127\.0\.0\.1:\d+ cannot be reached; expected a network/,
    });
    assert.equal(weightRanges(hub).length, 5);
    assert.ok(arena.used <= before);
  });

  it('ends with the reason of its signal, at any of its reports, and releases its memory', async () => {
    hub.transfer.pieces = 8;
    const before = arena.used;
    for (const last of [1, 2, 3, 5]) {
      const stop = new AbortController();
      let reports = 0;
      const reason = new Error('enough');
      const onProgress = () => {
        if (++reports === last) stop.abort(reason);
      };
      await assertLoadFails(load('tiny/gpt2', { signal: stop.signal, onProgress }), (error) =>
        assert.equal(error, reason),
      );
      assert.equal(reports, last);
      assert.ok(arena.used <= before);
    }
  });

  it('ends with the reason of its signal while it waits for the Hub', async () => {
    const stop = new AbortController();
    hub.transfer.cutAt = () => {
      stop.abort();
      return 0;
    };
    await assert.rejects(load('tiny/gpt2', { signal: stop.signal }), { name: 'AbortError' });
  });

  it('ends with the reason of its signal before the Hub has answered', async () => {
    const stop = new AbortController();
    hub.api.onRequest = () => stop.abort();
    await assert.rejects(load('tiny/gpt2', { signal: stop.signal }), { name: 'AbortError' });
    assert.equal(hub.requests.length, 1);
  });

  it('leaves no listener on the signal of a page', async () => {
    const stop = new AbortController();
    const held = new Set();
    const add = stop.signal.addEventListener.bind(stop.signal);
    stop.signal.addEventListener = (/** @type {any[]} */ ...[type, listener, options]) => {
      held.add(listener);
      options?.signal.addEventListener('abort', () => held.delete(listener));
      add(type, listener, options);
    };
    await load('tiny/gpt2', { signal: stop.signal });
    assert.equal(held.size, 0);
  });
});

describe('before the weights are downloaded', () => {
  const isUntouched = () =>
    assert.ok(
      weightRanges(hub).every((range) => range === `0-${START - 1}`),
      String(weightRanges(hub)),
    );

  it('a model that takes too much is refused, with both numbers', async () => {
    await assert.rejects(load('tiny/gpt2', { maxBytes: 100_000 }), {
      code: 'ERR_LIMIT',
      message: /the model would take 145\.5 KiB; the limit is 97\.66 KiB/,
    });
    isUntouched();
  });

  it('a configuration that is not covered is refused, and no byte of the weights is requested', async () => {
    const { files } = publish(hub, 'gpt2');
    files['config.json'] = Buffer.from('{"model_type":"gpt3"}');
    await assert.rejects(load('tiny/gpt2'), { message: /"gpt3".*gpt2/ });
    assert.deepEqual(weightRanges(hub), []);
  });

  it('a header of another shape is refused', async () => {
    const { files } = publish(hub, 'gpt2');
    const config = JSON.parse(String(files['config.json']));
    files['config.json'] = Buffer.from(JSON.stringify({ ...config, vocab_size: 9 }));
    await assert.rejects(load('tiny/gpt2'), { message: /wte\.weight/ });
    isUntouched();
  });

  it('a damaged tokenizer is refused', async () => {
    const { files } = publish(hub, 'gpt2');
    files['tokenizer.json'] = Buffer.from('{"model":');
    await assert.rejects(load('tiny/gpt2'), { message: /tokenizer\.json cannot be parsed/ });
    isUntouched();
  });

  it('a header of several ranges is read to its end, and no further', async () => {
    const files = contentsOf('gpt2');
    const weights = files['model.safetensors'];
    const length = Number(weights.readBigUInt64LE(0));
    const blanks = Buffer.alloc(150_000, ' ');
    const start = Buffer.alloc(8);
    start.writeBigUInt64LE(BigInt(length + blanks.length));
    files['model.safetensors'] = Buffer.concat([
      start,
      weights.subarray(8, 8 + length),
      blanks,
      weights.subarray(8 + length),
    ]);
    publish(hub, 'gpt2', { files });
    await assertSameNumbers(load('tiny/gpt2'));
    const end = 8 + length + blanks.length;
    const last = files['model.safetensors'].length - 1;
    assert.deepEqual(weightRanges(hub), [
      `0-${START - 1}`,
      `${START}-${end - 1}`,
      `${end}-${last}`,
    ]);
  });
});

describe('damage on the way', () => {
  it('is found by the sha256 of the list, which is given', async () => {
    const { files } = publish(hub, 'gpt2');
    const expected = sha256Of(files['model.safetensors']);
    const lfs = { oid: expected, size };
    publish(hub, 'gpt2', { files, listed: { 'model.safetensors': { lfs } } });
    const damaged = Buffer.from(files['model.safetensors']);
    damaged[size - 5] ^= 1;
    files['model.safetensors'] = damaged;
    const before = arena.used;
    await assertLoadFails(load('tiny/gpt2'), (error) => {
      assert.equal(error.reason, 'sha256');
      assert.ok(
        error.message.includes(`has the sha256 ${sha256Of(damaged)}; expected ${expected}`),
      );
    });
    assert.ok(arena.used <= before);
  });

  for (const [what, offset] of /** @type {const} */ ([
    ['more', 1],
    ['fewer', -1],
  ])) {
    it(`is found where a file has ${what} bytes than its list says`, async () => {
      const listed = { 'model.safetensors': { lfs: { oid: 'a'.repeat(64), size: size - offset } } };
      publish(hub, 'gpt2', { listed });
      await assert.rejects(load('tiny/gpt2'), {
        reason: 'size',
        message: new RegExp(`has ${size} bytes; expected ${size - offset}`),
      });
      assert.equal(weightRanges(hub).length, 1);
    });
  }

  it('is found where an answer begins after the bytes that were asked for', async () => {
    hub.transfer.ranges = 'later';
    await assert.rejects(load('tiny/gpt2'), {
      reason: 'answer',
      message: /model\.safetensors.* begins at byte \d+; expected its bytes from \d+/,
    });
  });

  it('is found where the size changes between two transfers', async () => {
    hub.transfer.cutAt = (from) => {
      if (from > 0) hub.transfer.total = size + 1;
      return from > 0 ? 100 : Infinity;
    };
    await assert.rejects(load('tiny/gpt2'), { reason: 'size' });
  });
});
