import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Operations } from '../../src/js/attention.js';
import { loadAttention } from '../../src/js/index.js';
import { loadPretrained, ModelError } from '../../src/js/pretrained/index.js';
import { filesOf, weightsOf } from './checkpoints.js';

const attention = await loadAttention();

/** Returns the used bytes of wasm memory. */
const attentionBytes = () => Operations.getCore(attention).arena.used;

/** @type {Record<string, unknown>} */
const circular = {};
circular.self = circular;

describe('loading a model refuses or ends with', () => {
  for (const [title, call, argument] of /** @type {[string, () => Promise<unknown>, string][]} */ ([
    ['no source', () => loadPretrained(attention, /** @type {any} */ (undefined)), 'source'],
    ['a number', () => loadPretrained(attention, /** @type {any} */ (7)), 'source'],
    ['bytes', () => loadPretrained(attention, /** @type {any} */ (new Uint8Array(8))), 'source'],
    ...Object.entries({
      'a promise of files': Promise.resolve(filesOf('gpt2')),
      'a single file': new Blob(['{}']),
      'an ArrayBuffer': new ArrayBuffer(8),
    }).map(
      /** @returns {[string, () => Promise<unknown>, string]} */ ([title, source]) => [
        title,
        () => loadPretrained(attention, /** @type {any} */ (source)),
        'source',
      ],
    ),
    ['a list of no Files', () => loadPretrained(attention, /** @type {any} */ ([7])), 'source[0]'],
    ...Object.entries({
      'a file that is a number': 7,
      'a file of null': null,
      'a file that is a promise': Promise.resolve('{}'),
      'a file that is a response': new Response('{}'),
      'a file that is a DataView': new DataView(new ArrayBuffer(8)),
      'a circular object that JSON cannot write': circular,
      'an object with a bigint that JSON cannot write': { vocab_size: 5n },
    }).map(
      /** @returns {[string, () => Promise<unknown>, string]} */ ([title, file]) => [
        title,
        () => loadPretrained(attention, { 'config.json': /** @type {any} */ (file) }),
        "source['config.json']",
      ],
    ),
    ['no attention', () => loadPretrained(/** @type {any} */ ({}), filesOf('gpt2')), 'attention'],
    [
      'a misspelt option',
      () => loadPretrained(attention, filesOf('gpt2'), /** @type {any} */ ({ maxByte: 1 })),
      'options.maxByte',
    ],
    ...['revision', 'endpoint'].map(
      /** @returns {[string, () => Promise<unknown>, string]} */ (name) => [
        `a ${name} of files`,
        () => loadPretrained(attention, filesOf('gpt2'), { [name]: 'main' }),
        `options.${name}`,
      ],
    ),
    [
      'a revision of the model that ships',
      () => loadPretrained(attention, 'use-lite', { revision: 'main' }),
      'options.revision',
    ],
    [
      'a limit that is no number',
      () => loadPretrained(attention, filesOf('gpt2'), /** @type {any} */ ({ maxBytes: '1' })),
      'options.maxBytes',
    ],
  ])) {
    it(`${title} as an argument`, async () => {
      await assert.rejects(call, { name: 'ArgumentError', argument, operation: 'loadPretrained' });
    });
  }

  it('a tokenizer that is needed, and whose value is undefined', async () => {
    const before = attentionBytes();
    const files = { ...filesOf('gpt2'), 'tokenizer.json': undefined };
    const loading = loadPretrained(attention, /** @type {any} */ (files), { needsTokenizer: true });
    await assert.rejects(loading, {
      name: 'ModelError',
      argument: 'tokenizer.json',
      message: /is missing; expected the file, since options.needsTokenizer/,
    });
    assert.equal(attentionBytes(), before);
  });

  it('a Map whose keys are no names', async () => {
    for (const key of [1, Symbol('config.json'), undefined]) {
      const files = /** @type {any} */ (new Map([[key, {}]]));
      await assert.rejects(loadPretrained(attention, files), {
        name: 'ArgumentError',
        message: /source is a Map with the key .*; expected a Map of files/,
      });
    }
  });

  it('loading ends with the reason of its signal, and releases what it took', async () => {
    const before = attentionBytes();
    const reason = new Error('enough');
    const controller = new AbortController();
    let pieces = 0;
    const loading = loadPretrained(attention, filesOf('gpt2'), {
      signal: controller.signal,
      onProgress: ({ loaded, total }) => {
        assert.ok(loaded > 0 && loaded <= total);
        if (++pieces === 3) controller.abort(reason);
      },
    });
    await assert.rejects(loading, reason);
    assert.equal(pieces, 3);
    assert.equal(attentionBytes(), before);
  });

  it('an instance that is disposed of meanwhile', async () => {
    const other = await loadAttention();
    const onProgress = () => other.dispose();
    await assert.rejects(loadPretrained(other, filesOf('gpt2'), { onProgress }), {
      ...{ name: 'DisposedError', operation: 'loadPretrained' },
    });
    const third = await loadAttention();
    const loading = loadPretrained(third, filesOf('gpt2'));
    third.dispose();
    await assert.rejects(loading, { name: 'DisposedError', operation: 'loadPretrained' });
  });

  it('a file that cannot be read any more ends the loading, and releases what it took', async () => {
    const before = attentionBytes();
    const file = new Blob([weightsOf('gpt2')]);
    let slices = 0;
    Object.defineProperty(file, 'slice', {
      value: (/** @type {number} */ from, /** @type {number} */ to) => {
        if (++slices > 5) throw new Error('the file is gone');
        return Blob.prototype.slice.call(file, from, to);
      },
    });
    const files = { ...filesOf('gpt2'), 'model.safetensors': file };
    await assert.rejects(loadPretrained(attention, files), (/** @type {any} */ error) => {
      assert.ok(error instanceof ModelError);
      return error.cause instanceof Error && error.cause.message === 'the file is gone';
    });
    assert.equal(attentionBytes(), before);
  });
});
