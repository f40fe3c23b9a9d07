import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AttentionError } from '../../src/js/index.js';
import { describePretrained, forgetPretrained, HubError } from '../../src/js/pretrained/index.js';
import { ModelServer } from '../../web/features/pretrained/run/server.js';
import { answersOf } from './hub-answers.js';
import {
  arena,
  assertLoadFails,
  loaderFrom,
  publish,
  startTestHub,
  weightRanges,
} from './hub-models.js';
import { contentsOf } from './hub-server.js';

const hub = await startTestHub();
const load = loaderFrom(hub);

describe('an answer of the Hub is said in a sentence:', () => {
  it('in an error of the library', () => assert.ok(HubError.prototype instanceof AttentionError));

  for (const { what, reason, arrange, library } of answersOf(hub)) {
    if (library === undefined) continue;
    it(what, async () => {
      arrange();
      const before = arena.used;
      await assert.rejects(load('tiny/gpt2'), {
        name: 'HubError',
        code: 'ERR_HUB',
        reason,
        message: `loadPretrained: ${library}`,
      });
      assert.ok(arena.used <= before);
    });
  }

  it('a name that is not there gives none but another', async () => {
    await assert.rejects(load('openai-community/gpt2'), {
      message: /expected the name of a public model, or \.\/openai-community\/gpt2\/ for a folder$/,
    });
    await assert.rejects(load('openai/gpt-2'), {
      message: /expected openai-community\/gpt2, or the name/,
    });
  });

  it('a revision that is not there', async () => {
    await assert.rejects(load('tiny/gpt2', { revision: 'v2' }), {
      reason: 'revision',
      message:
        /tiny\/gpt2 has no revision "v2"; expected a branch, a tag or a commit, such as main$/,
    });
  });

  it('no network', async () => {
    const gone = await startTestHub();
    await gone.close();
    await assertLoadFails(load('tiny/gpt2', { endpoint: gone.url }), (error) => {
      assert.equal(error.reason, 'network');
      assert.match(
        error.message,
        /cannot be reached; expected a network, and an address that answers this page, or \.\/tiny\/gpt2\/ for a folder$/,
      );
      assert.ok(error.cause instanceof TypeError);
    });
  });

  it('no connection to where the weights lie', async () => {
    hub.transfer.cutAt = () => 0;
    await assert.rejects(load('tiny/gpt2'), { reason: 'network' });
  });
});

describe('files that are not there', () => {
  /** @param {Record<string, Buffer>} changes @param {RegExp} message */
  async function assertMissing(changes, message) {
    const { 'model.safetensors': _, ...files } = contentsOf('gpt2');
    publish(hub, 'gpt2', { files: { ...files, ...changes } });
    await assert.rejects(load('tiny/gpt2'), { code: 'ERR_MODEL', message });
  }

  it('weights in the older format alone are named, with how to convert them', () =>
    assertMissing(
      { 'pytorch_model.bin': Buffer.alloc(10) },
      /model\.safetensors is missing: the weights are in pytorch_model\.bin alone; expected the file, which save_pretrained\(…, safe_serialization=True\) of transformers writes$/,
    ));

  it('weights in several files without their index are named', () =>
    assertMissing(
      { 'model-00001-of-00002.safetensors': Buffer.alloc(10) },
      /model\.safetensors\.index\.json is missing; expected the file, which says where each tensor is$/,
    ));

  it('no weights at all are named, beside what there is', () =>
    assertMissing(
      {},
      /model\.safetensors is missing; expected the file, among config\.json, token/,
    ));

  it('a tokenizer that is needed: no byte of the weights is requested', async () => {
    const { 'tokenizer.json': _, ...files } = contentsOf('gpt2');
    publish(hub, 'gpt2', { files });
    for (const refuse of [
      () => load('tiny/gpt2', { needsTokenizer: true }),
      () => describePretrained('tiny/gpt2', { endpoint: hub.url, needsTokenizer: true }),
      () => new ModelServer().load('tiny/gpt2', 'tiny/gpt2', undefined, { endpoint: hub.url }),
    ])
      await assert.rejects(refuse(), {
        code: 'ERR_MODEL',
        argument: 'tokenizer.json',
        received: 'is missing',
      });
    const described = describePretrained('tiny/gpt2', { endpoint: hub.url, needsTokenizer: true });
    await assert.rejects(described, { operation: 'describePretrained' });
    assert.ok(hub.requests.length > 0);
    assert.deepEqual(weightRanges(hub), []);
    const model = await load('tiny/gpt2');
    assert.ok(model.run([1, 2]).hidden.data.every(Number.isFinite));
    model.dispose();
  });

  it('a configuration of more than 256 MiB is not read', async () => {
    publish(hub, 'gpt2', { listed: { 'config.json': { size: 2 ** 31 } } });
    await assert.rejects(load('tiny/gpt2'), {
      code: 'ERR_LIMIT',
      message: /config\.json in memory would take 2 GiB; the limit is 256 MiB$/,
    });
    assert.ok(hub.requests.every(({ path }) => !path.includes('config.json')));
  });
});

describe('a name that is none gets the nearest right one, and nothing is requested:', () => {
  /** @type {[unknown, RegExp][]} */
  const names = [
    [
      'gpt2',
      /source is "gpt2" \(did you mean openai-community\/gpt2\?\); expected owner\/name of a model on the Hub$/,
    ],
    ['distilgpt', /did you mean distilbert\/distilgpt2\?/],
    ['https://huggingface.co/a/b/tree/main', /did you mean a\/b\?\); expected owner/],
    ['huggingface.co/a/b?x#y', /did you mean a\/b\?\); expected owner/],
    [' a/b ', /source is " a\/b " \(did you mean a\/b\?\); expected owner/],
    ['openai-comunity/gpt2 ', /did you mean openai-community\/gpt2\?/],
    ['openai-comunity/gpt3 ', /did you mean openai-comunity\/gpt3\?/],
    ['a / b', /did you mean a\/b\?\); expected owner/],
    ['m/gpt2/', /did you mean \.\/m\/gpt2\/ for a folder, or m\/gpt2\?/],
    ['a/b/c', /did you mean a\/b\?\); expected owner/],
    ['a/b--c', /such as openai-community\/gpt2$/],
    ['a/..', /such as openai/],
    ['~/gpt2', /expected the address of a folder, such as '\.\/gpt2\/'/],
    ['C:\\gpt2', /expected the address of a folder, such as '\.\/gpt2\/'/],
    ['a/b.git', /such as openai/],
    ['a/%2e%2e', /such as openai/],
    [`a/${'b'.repeat(97)}`, /such as openai/],
    ['a/b\n', /did you mean a\/b\?\); expected owner/],
    ['', /source is ""; expected owner\/name/],
    ['use-light', /did you mean use-lite\?\); expected use-lite, or owner\/name/],
  ];
  for (const [name, message] of names) {
    it(JSON.stringify(name), async () => {
      await assert.rejects(load(/** @type {any} */ (name)), { name: 'ArgumentError', message });
      for (const read of [describePretrained, forgetPretrained])
        await assert.rejects(read(/** @type {any} */ (name)), (error) => {
          assert.ok(error instanceof Error);
          assert.ok(error.message.startsWith(`${read.name}: id is `), error.message);
          // These take no folder and no model that ships.
          assert.doesNotMatch(error.message, /folder|use-lite/);
          return true;
        });
      assert.deepEqual(hub.requests, []);
    });
  }

  for (const name of ['use-lit', 'use-light', 'USE', ' use-lite'])
    it(`"${name}", for the model that ships`, () =>
      assertLoadFails(load(name), ({ message }) =>
        assert.match(
          message,
          /source is "[ \w-]+" \(did you mean use-lite\?\); expected use-lite, or/,
        ),
      ));

  it('a revision that would lead elsewhere', async () => {
    for (const revision of ['..', '.', 'a/../b', '', 'a b', 'a\n', 'x'.repeat(256), 7]) {
      await assert.rejects(load('tiny/gpt2', { revision }), {
        name: 'ArgumentError',
        message: /options\.revision is .*; expected a branch, a tag or a commit/,
      });
    }
    assert.deepEqual(hub.requests, []);
  });

  it('an endpoint that is no address of the web', async () => {
    for (const endpoint of ['file:///tmp', 'huggingface.co', 'https://a:b@c.d', 7, {}]) {
      await assert.rejects(load('tiny/gpt2', { endpoint }), {
        name: 'ArgumentError',
        message:
          /options\.endpoint is .*; expected an http or https address, such as https:\/\/huggingface\.co$/,
      });
    }
  });

  it('an endpoint of the model that ships that is no address', async () => {
    for (const [endpoint, found] of [
      [[], 'an array'],
      [7, '7'],
      [null, 'null'],
    ]) {
      await assert.rejects(load('use-lite', { endpoint }), {
        name: 'ArgumentError',
        message: `loadPretrained: options.endpoint is ${found}; expected the address of dist/models`,
      });
    }
  });

  it('an endpoint with a folder and a slash at its end is followed', async () => {
    await assertLoadFails(load('tiny/gpt2', { endpoint: new URL('mirror/', hub.url) }), () => {});
    assert.equal(hub.requests[0].path, '/mirror/api/models/tiny/gpt2/revision/main');
  });
});
