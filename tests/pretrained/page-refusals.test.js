import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readShippedModel } from '../../src/js/pretrained/shipped.js';
import { PretrainedConnection } from '../../web/features/pretrained/run/connection.js';
import { findRemedy } from '../../web/features/pretrained/run/opening-message.js';
import { ModelServer } from '../../web/features/pretrained/run/server.js';
import { notCompared } from '../../web/features/pretrained/text/en/answers.js';
import { failed } from '../../web/features/pretrained/text/en/hub.js';
import { notWritten } from '../../web/features/pretrained/text/en/pretrained.js';
import { explainLibraryError } from '../../web/features/pretrained/text/en/refusals.js';
import { notPredicted } from '../../web/features/pretrained/text/en/views.js';
import { getSettings } from '../../web/state/fields.js';
import { normaliseState } from '../../web/state/normalise.js';
import { attention } from '../support/computations.js';
import { rejectionOf } from '../support/refusal.js';
import { filesIn, filesOf, jsonOf, NO_CHANGES, weightsOf } from './checkpoints.js';

/** @import { Remedy } from '../../web/features/pretrained/run/opening-message.js' */

/** @param {Record<string, unknown>} changes changed files; undefined removes a file */
const changedFiles = (changes) =>
  Object.fromEntries(
    Object.entries({ ...filesOf('gpt2'), ...changes }).filter(([, file]) => file !== undefined),
  );

/** @param {Record<string, unknown>} changes */
const withConfig = (changes) => filesOf('gpt2', changes);

/** @param {any} files @returns {Promise<any>} */
const refusalOf = (files) => rejectionOf(new ModelServer().load('files', files, undefined));

const FILES = /** @type {const} */ ({ kind: 'files' });
const SHIPPED = /** @type {const} */ ({ kind: 'model', model: 'use-lite' });
const RETRY = /** @type {const} */ ({ kind: 'retry' });

/** @type {[title: string, files: object, sentence: string, remedy: Remedy][]} */
const rows = [
  [
    'no tokenizer',
    changedFiles({ 'tokenizer.json': undefined }),
    'tokenizer.json is missing. Choose it together with config.json and model.safetensors. ' +
      'For most models, AutoTokenizer.from_pretrained("folder").save_pretrained("folder") of transformers writes one. Then choose its files here.',
    FILES,
  ],
  [
    'no configuration',
    changedFiles({ 'config.json': undefined }),
    'config.json is missing. Choose it together with model.safetensors and tokenizer.json.',
    SHIPPED,
  ],
  [
    'weights of PyTorch alone',
    changedFiles({ 'model.safetensors': undefined, 'pytorch_model.bin': new Blob([]) }),
    'The weights are only in pytorch_model.bin. Saving the model with a newer version of transformers writes model.safetensors. Then choose its files here.',
    FILES,
  ],
  ...[{ 'config.json': undefined, 'tokenizer.json': undefined }, {}].flatMap((others) =>
    ['GGUF', 'ONNX'].map(
      /** @returns {[string, object, string, Remedy]} */ (format) => [
        `weights of ${format} alone, ${Object.keys(others).length} other files missing`,
        changedFiles({
          ...{ ...others, 'model.safetensors': undefined },
          [`my model.${format.toLowerCase()}`]: new Blob([]),
        }),
        `my model.${format.toLowerCase()} has the format ${format}, and this page reads safetensors. Choose the files of the model from which it was made: config.json, model.safetensors, tokenizer.json.`,
        FILES,
      ],
    ),
  ),
  [
    'weights in several files without their index',
    changedFiles({
      'model.safetensors': undefined,
      'model-00001-of-00002.safetensors': new Blob([]),
    }),
    'The weights are in several files, and model.safetensors.index.json is missing. Choose them all, with model.safetensors.index.json.',
    FILES,
  ],
  [
    'a family that is not covered',
    withConfig({ model_type: 'mamba' }),
    'This page cannot compute models of the type "mamba". Choose a model of one of these types: ',
    SHIPPED,
  ],
  [
    'a family that is not covered, with a name near one that is',
    withConfig({ model_type: 'gpt3' }),
    'This page cannot compute models of the type "gpt3". Choose a model of one of these types: ',
    SHIPPED,
  ],
  [
    'quantised weights',
    withConfig({ quantization_config: { bits: 4 } }),
    'The weights of this model are quantised, which this page does not read. Choose the version with full weights.',
    SHIPPED,
  ],
  [
    'the configuration of another model',
    withConfig({ vocab_size: 301 }),
    'config.json and model.safetensors do not fit together: the tensor wte.weight has shape (300, 32). Take both from the same model.',
    SHIPPED,
  ],
  [
    'a download that ended early',
    changedFiles({ 'model.safetensors': weightsOf('gpt2').subarray(0, 9000) }),
    'model.safetensors is damaged, or its end is missing. Download it again.',
    RETRY,
  ],
  [
    'a page in place of the weights',
    changedFiles({ 'model.safetensors': new Blob(['<!doctype html>']) }),
    'model.safetensors is damaged, or its end is missing. Download it again.',
    RETRY,
  ],
  [
    'a tokenizer that is no JSON',
    changedFiles({ 'tokenizer.json': '<html>' }),
    'tokenizer.json is damaged: it is not the JSON it should be. Download it again.',
    RETRY,
  ],
  [
    'the tokenizer of another model',
    changedFiles({ 'tokenizer.json': filesOf('llama')['tokenizer.json'] }),
    'tokenizer.json and config.json do not fit together: the tokenizer has 338 ids, and the model 300. Take all files from the same model.',
    SHIPPED,
  ],
  [
    'a folder of several models',
    [...filesIn('gpt2', 'models/a'), ...filesIn('bert', 'models/b')],
    'Several folders hold a model: models/a, models/b. Choose one of these folders.',
    SHIPPED,
  ],
];

describe('a model that the library refuses', () => {
  for (const [title, files, sentence, remedy] of rows)
    it(`${title}: the reason, and what helps if it comes from a Hub`, async () => {
      const error = await refusalOf(files);
      const text = failed(error, { model: 'files@2', endpoint: '' });
      assert.ok(text.startsWith(`The model did not load. ${sentence}`), text);
      assert.deepEqual(findRemedy(error, 'tiny/gpt2'), remedy);
    });

  it('of the Hub has no tokenizer: how to make one, before it is kept as a model that works', async () => {
    const error = await refusalOf(changedFiles({ 'tokenizer.json': undefined }));
    assert.equal(
      explainLibraryError(error, 'roneneldan/TinyStories-1M@main'),
      'roneneldan/TinyStories-1M has no tokenizer.json, which turns a sentence into tokens. ' +
        'AutoTokenizer.from_pretrained("roneneldan/TinyStories-1M").save_pretrained("folder") of transformers writes one. Then choose its files here.',
    );
  });

  it('ships, and is not next to the page: what to copy, and to where', async () => {
    const folder = new URL('../../dist/no-site/models/', import.meta.url);
    const error = await readShippedModel('use-lite', { folders: [folder] }).catch(
      (reason) => reason,
    );
    assert.equal(
      failed(error, { model: 'use-lite', endpoint: '' }),
      'The model did not load. This copy of the page comes without the model use-lite. Go on without it: everything else works. ' +
        `If the page is yours, copy the folder dist/models of attention-lab to ${folder.href.slice(0, -1)}.`,
    );
  });

  it('is too large: both numbers, and what to choose', () => {
    const error = {
      ...{ code: 'ERR_LIMIT', argument: 'the model', expected: '4 GiB', received: '6.1 GiB' },
    };
    assert.equal(
      explainLibraryError(error),
      'This model takes 6.1 GiB of memory, and at most 4 GiB are allowed. Choose a smaller model.',
    );
  });
});

describe('a text that the library refuses', () => {
  const TOO_LONG = 'The text has 501 tokens, and this model reads at most 64. Shorten it.';

  it('is too long, wherever the page says it', async () => {
    const server = new ModelServer();
    await server.load('files', filesOf('gpt2'), undefined);
    const tooLong = 'the bird '.repeat(100).trim();
    const error = await rejectionOf(server.run('files', tooLong, NO_CHANGES));
    assert.deepEqual(
      [notWritten(error), notPredicted(error), notCompared(error)],
      [
        `The model wrote nothing. ${TOO_LONG}`,
        `Not predicted. ${TOO_LONG}`,
        `The sentences are not compared. ${TOO_LONG}`,
      ],
    );
  });

  it('has a token that only the tokenizer knows, such as those for pictures of Gemma 3', async () => {
    const json = jsonOf('gpt2', 'tokenizer.json');
    const [added] = json.added_tokens;
    json.added_tokens.push({ ...added, id: 300, content: '<image>' });
    const server = new ModelServer();
    await server.load('files', { ...filesOf('gpt2'), 'tokenizer.json': json }, undefined);
    await server.run('files', 'the bird', NO_CHANGES);
    assert.equal(
      explainLibraryError(await rejectionOf(server.run('files', 'the <image>', NO_CHANGES))),
      'The sentence has a token of the tokenizer that the model does not have. Write another one.',
    );
  });

  it('is too long for the figures: the page says so, and the error keeps its code', async () => {
    const server = new ModelServer();
    const remote = /** @type {any} */ ({ server: async () => server, ended: 0 });
    const host = /** @type {any} */ ({ requestUpdate() {}, loadsAtOnce: true });
    const connection = new PretrainedConnection(host, () => {}, remote);
    connection.choose(/** @type {any} */ (filesOf('gpt2')));
    const settings = getSettings(
      normaliseState({
        ...{ source: 'pretrained', model: 'files@gpt2-2x4', heads: 4, dModel: 32 },
        sentence: 'the bird '.repeat(100).trim(),
      }),
    );
    await assert.rejects(connection.open(attention, settings), {
      message: TOO_LONG,
      code: 'ERR_LIMIT',
    });
    await connection.open(attention, { ...settings, sentence: 'the bird' });
  });

  it('a number set in a head or column that the model lacks: what to undo', async () => {
    const server = new ModelServer();
    await server.load('files', filesOf('gpt2'), undefined);
    for (const place of [
      '0.weights.9.0.0',
      '0.headOut.9.0.0',
      '1.output.0.40',
      '0.weights.0.0.2',
    ]) {
      const changes = { ...NO_CHANGES, edits: { [place]: 1 } };
      assert.equal(
        explainLibraryError(await rejectionOf(server.run('files', 'the bird', changes))),
        'You have set a number at a place that this model does not have. Undo it, under “Change the model”.',
      );
    }
  });

  it('a number that cannot be meant is named by what its field is called', async () => {
    const server = new ModelServer();
    await server.load('files', filesOf('gpt2'), undefined);
    /** @param {object} options */
    const tryToWrite = async (options) => {
      const wanted = { tokens: 1, temperature: 0, seed: 0, ...options };
      try {
        return String(server.write('files', 'the', NO_CHANGES, wanted));
      } catch (error) {
        return notWritten(error);
      }
    };
    assert.match(
      await tryToWrite({ temperature: -1 }),
      /^The model wrote nothing\. The temperature has to be/,
    );
    assert.match(
      await tryToWrite({ topK: 0 }),
      /^The model wrote nothing\. The number of most probable/,
    );
  });
});

it('a model of the Hub whose owner’s name begins with files is none of the reader’s files', () => {
  const error = { code: 'ERR_MODEL', reason: 'missing', argument: 'config.json' };
  const others = 'model.safetensors and tokenizer.json';
  for (const model of ['files', 'files@2'])
    assert.equal(
      explainLibraryError(error, model),
      `config.json is missing. Choose it together with ${others}.`,
    );
  assert.match(
    String(explainLibraryError(error, 'files-lab/gpt2')),
    /^files-lab\/gpt2 has no config/,
  );
});

it('what is no refusal of the library keeps its own words', () => {
  assert.equal(explainLibraryError(new TypeError('a fault')), undefined);
  assert.equal(explainLibraryError(undefined), undefined);
  assert.equal(notWritten(new TypeError('a fault')), 'The model wrote nothing: a fault');
});
