import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  catalogue,
  readHubOptions,
  readName,
  repairName,
} from '../../web/features/pretrained/run/catalogue.js';
import { keepErrorDetails } from '../../web/features/pretrained/run/error-details.js';
import { ModelLoading } from '../../web/features/pretrained/run/loading.js';
import { openingMessage } from '../../web/features/pretrained/run/opening-message.js';
import { ModelServer } from '../../web/features/pretrained/run/server.js';
import { failed, named, willRead } from '../../web/features/pretrained/text/en/hub.js';
import { needSlot } from '../../web/features.js';
import { normaliseState } from '../../web/state/normalise.js';
import { markup } from '../support/markup.js';
import { rejectionOf } from '../support/refusal.js';
import { answersOf } from './hub-answers.js';
import { publish, startHub, startTestHub } from './hub-models.js';
import { buttonsIn } from './message-buttons.js';
import '../support/features.js';

const stateOf = (/** @type {object} */ wanted) =>
  normaliseState({ source: 'pretrained', ...wanted });

const NO_CHOICES = { model: () => {}, files: () => {} };

const hub = await startTestHub();
const { host } = new URL(hub.url);

/**
 * Returns the page's sentence when this model does not load.
 * @param {string} model @param {string} [endpoint]
 */
async function sentenceOf(model, endpoint = hub.url) {
  const wanted = { model, endpoint };
  const { id, ...options } = readHubOptions(wanted);
  const loading = new ModelServer().load(model, id, undefined, options);
  return failed(await rejectionOf(loading), wanted);
}

describe('a model that does not load is said why:', () => {
  for (const { what, arrange, page } of answersOf(hub)) {
    if (page === undefined) continue;
    it(what, async () => {
      arrange();
      assert.equal(await sentenceOf('tiny/gpt2'), page);
    });
  }

  it('revision, which a name may have behind @', async () => {
    assert.equal(await sentenceOf('tiny/gpt2@v2'), 'tiny/gpt2 has no such revision.');
    const server = new ModelServer();
    const { id, ...options } = readHubOptions({ model: 'tiny/gpt2@refs/pr/6', endpoint: hub.url });
    assert.equal(
      (await server.load('other', id, undefined, options)).origin?.revision,
      'refs/pr/6',
    );
  });

  it('network, with the host that was tried', async () => {
    const closed = await startHub();
    await closed.close();
    const sentence = `${new URL(closed.url).host} cannot be reached. Check your network and try again: loading continues where it stopped.`;
    assert.equal(
      await sentenceOf('tiny/gpt2', closed.url),
      `${sentence} If it is a folder of this site, write ./tiny/gpt2/.`,
    );
    assert.equal(await sentenceOf('openai-community/gpt2', closed.url), sentence);
  });

  it('a name that is none, before anything is requested', async () => {
    assert.equal(
      await sentenceOf('gpt2'),
      'gpt2 is not the name of a model: write owner/name, such as openai-community/gpt2.',
    );
    assert.equal(
      await sentenceOf('use-light'),
      'use-light is not the name of a model. Did you mean use-lite?',
    );
    assert.equal(hub.requests.length, 0);
  });
});

it('an error that leaves a Worker keeps its reason', () => {
  const thrown = {
    canHandle: () => true,
    serialize: (/** @type {any} */ { value }) => [
      { isError: value instanceof Error, value: { message: value.message } },
      [],
    ],
  };
  const handlers = new Map([['throw', /** @type {any} */ (thrown)]]);
  keepErrorDetails(handlers);
  const error = Object.assign(new Error('no'), {
    code: 'ERR_HUB',
    reason: 'gated',
    expected: 'a',
    other: () => {},
  });
  const [sent] = handlers.get('throw').serialize({ value: error });
  assert.deepEqual(sent.value, { message: 'no', code: 'ERR_HUB', reason: 'gated', expected: 'a' });
  const [plain] = handlers.get('throw').serialize({ value: 'text' });
  assert.deepEqual(plain, { isError: false, value: { message: undefined } });
});

it('a name is also read from the address of its page', () => {
  const names = {
    ' openai-community/gpt2 ': 'openai-community/gpt2',
    'https://huggingface.co/EleutherAI/pythia-14m/tree/main': 'EleutherAI/pythia-14m',
    'a/b@v1': 'a/b@v1',
    '': '',
  };
  for (const [text, name] of Object.entries(names)) assert.equal(readName(text), name);
  assert.equal(readName('what is this'), undefined);
});

it('a text that names no model is answered with the nearest name of the right form', () => {
  const repaired = {
    'meta-llama/Llama 3': 'meta-llama/Llama-3',
    'me / my model': 'me/my-model',
    'me\\model': 'me/model',
    'no name': undefined,
    'https://example.com': undefined,
  };
  for (const [text, name] of Object.entries(repaired)) {
    assert.equal(readName(text), undefined, text);
    assert.equal(repairName(text), name, text);
  }
});

it('a model that may be chosen has its size, and what it does', () => {
  const labels = catalogue.map(named);
  assert.ok(labels.includes('GPT-2 · 548 MB · writes'));
  assert.ok(labels.includes('BERT base · 440 MB · fills gaps'));
  assert.ok(labels.includes('Universal Sentence Encoder Lite · 7.4 MB'));
});

it('only a model on a Hub has a size to look up', () => {
  const loading = /** @type {any} */ ({ status: { kind: 'unasked' }, size: {} });
  const buttonsOf = (/** @type {string} */ model) =>
    buttonsIn(openingMessage(loading, stateOf({ model }), NO_CHOICES)).map(([name]) => name);
  assert.deepEqual(buttonsOf('tiny/gpt2'), ['load-model', 'look-up']);
  for (const model of ['./gpt2/', 'use-lite']) assert.deepEqual(buttonsOf(model), ['load-model']);
});

it('files that are chosen load under a name that readers know', () => {
  const loading = /** @type {any} */ ({ status: { kind: 'loading', loaded: 12e6, total: 498e6 } });
  const message = openingMessage(loading, stateOf({ model: 'files@2' }), NO_CHOICES);
  assert.equal(
    /** @type {any} */ (message).values[0],
    'Loading the model of your files: 12 MB of 498 MB.',
  );
});

it('a status announces once that a model loads, not each part of it', () => {
  const announced = [0, 2e6, 7e6].map((loaded) => {
    const loading = /** @type {any} */ ({ status: { kind: 'loading', loaded, total: 7.4e6 } });
    const shown = markup(openingMessage(loading, stateOf({ model: 'use-lite' }), NO_CHOICES));
    const [, spoken] = shown.split(/<span aria-hidden="true">[^<]*<\/span>/);
    return spoken?.replace(/<progress[^>]*>/, '');
  });
  assert.match(announced[0] ?? '', /Loading Universal Sentence Encoder Lite\./);
  assert.deepEqual(new Set(announced).size, 1);
});

it('a model loads with the total that its button names, from the start', () => {
  const say = (/** @type {number} */ loaded, /** @type {number} */ total, model = 'use-lite') => {
    const loading = /** @type {any} */ ({ status: { kind: 'loading', loaded, total } });
    const message = openingMessage(loading, stateOf({ model }), NO_CHOICES);
    return /** @type {any} */ (message).values[0];
  };
  const name = 'Loading Universal Sentence Encoder Lite';
  assert.equal(say(0, 0), `${name}: 7.4 MB.`);
  assert.equal(say(2e5, 7.1e6), `${name}: 0.2 MB of 7.4 MB.`);
  assert.equal(say(2e5, 9e6), `${name}: 0.2 MB of 9 MB.`, 'other files');
  assert.equal(say(0, 0, 'tiny/gpt2'), 'Loading tiny/gpt2.');
});

await needSlot('pretrained');

describe('a model that waits for a press says before what it will show:', () => {
  const loading = /** @type {any} */ ({ status: { kind: 'unasked' }, size: {} });
  const say = (/** @type {object} */ wanted) =>
    markup(openingMessage(loading, stateOf(wanted), NO_CHOICES)).replace(/<[^>]*>|\s+/g, ' ');
  const wanted = {
    model: 'use-lite',
    sentence: 'the bird',
    heads: 12,
    dModel: 512,
    modelLayer: 1,
    head: 2,
  };
  for (const [what, change, sentence] of /** @type {const} */ ([
    ['its place', { step: 'weights' }, 'in layer 2, head 3, at the step Weights.'],
    [
      'changes to the model',
      { step: 'weights', silence: '0.1 0.2' },
      'in layer 2, head 3, at the step Weights, with 2 changes to the model.',
    ],
    ['no place at a step of all heads', { step: 'next' }, 'at the step Answer.'],
    ['no place at a step of the whole model', { step: 'modelPicture' }, 'at the step Model.'],
    ['no layer that the model lacks', { step: 'weights', modelLayer: 49 }, 'at the step Weights.'],
    ['no head that the model lacks', { step: 'weights', head: 4 }, 'at the step Weights.'],
    ['no place in a model of unknown size', { model: 'files', step: 'q' }, 'at the step Queries.'],
  ]))
    it(what, () => {
      const text = say({ ...wanted, ...change });
      assert.ok(text.includes(`You will see “the bird” ${sentence}`), text);
    });

  it('which model the files of a link hold', () => {
    const needed = 'config.json, model.safetensors and tokenizer.json.';
    const text = say({ ...wanted, model: 'files@xlm-roberta-12x1' });
    const linked = 'The link shows a model from files: xlm-roberta with 12 layers of 1 head.';
    assert.ok(text.includes(`${linked} Choose its ${needed}`), text);
    for (const model of ['files', 'files@5', 'files@gpt2-2'])
      assert.ok(say({ ...wanted, model }).includes(`Choose the files of a model: ${needed}`));
  });

  it('only that it reads the sentence, at the first step', () => {
    const text = say({ ...wanted, step: 'allHeads' });
    assert.ok(text.includes('Press the button, and the model reads “the bird”.'), text);
    assert.doesNotMatch(text, /step/);
    assert.match(
      say({ ...wanted, step: 'allHeads', silence: '0.1' }),
      /at the step All heads, with a change/,
    );
  });

  it('but not on a page of the course, nor without a sentence', () => {
    for (const change of [{ guide: 'why' }, { sentence: '' }])
      assert.doesNotMatch(say({ ...wanted, ...change }), /You will see/);
  });
});

describe('a size that could not be looked up', () => {
  it('is looked up again by a press, which loads nothing', async () => {
    hub.api.status = 503;
    const remote = /** @type {any} */ ({ server: async () => new ModelServer(), ended: 0 });
    const loading = new ModelLoading({ requestUpdate() {} }, remote, () => {});
    const wanted = { model: 'tiny/gpt2', endpoint: hub.url };
    loading.want(wanted);
    await loading.lookUp();
    const message = openingMessage(loading, stateOf(wanted), NO_CHOICES);
    const text = `The size is not known. ${host} answers with status 503. Try again later.`;
    assert.equal(/** @type {any} */ (message).values[0], text);
    hub.reset();
    publish(hub, 'gpt2');
    const buttons = buttonsIn(message);
    assert.deepEqual(
      buttons.map(([classes]) => classes.split(' ').at(-1)),
      ['look-up', 'load-model'],
    );
    await buttons[0][1]();
    assert.deepEqual(
      hub.requests.map(({ path }) => path.split('/')[1]),
      ['api', 'api'],
    );
    assert.equal(loading.size.value?.id, 'tiny/gpt2');
  });
});

it('a sentence that ends with a sign gets no full stop after it', () => {
  for (const sentence of ['Cake is good.', 'Is it?', 'Go!', 'Well…'])
    assert.match(willRead(sentence), new RegExp(`“${sentence.replace(/[.?]/g, '\\$&')}”$`));
  assert.match(willRead('the bird'), /“the bird”\.$/);
});
