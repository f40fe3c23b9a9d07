import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  ArgumentError,
  DisposedError,
  LimitError,
  loadAttention,
  ShapeError,
} from '../../src/js/index.js';
import { loadPretrained, ModelError } from '../../src/js/pretrained/index.js';
import { assertSameBits } from '../support/near.js';
import { checkpoints, filesIn, filesOf, textOf } from './checkpoints.js';

const attention = await loadAttention();
const ids = [83, 256, 263, 75, 67, 276];
const models = {
  gpt2: await loadPretrained(attention, filesOf('gpt2')),
  llama: await loadPretrained(attention, filesOf('llama')),
  bert: await loadPretrained(attention, filesOf('bert')),
  encoder: await loadPretrained(attention, filesOf('bert-encoder')),
};

/**
 * Changes all that a value holds, where it may be changed: the caller owns what a model gives.
 * @param {any} value
 */
function spoil(value) {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    spoil(member);
    Reflect.set(value, name, 3);
  }
  if (Array.isArray(value) && !Object.isFrozen(value)) value.length = 0;
}

describe('a pretrained model', () => {
  it('is not changed through anything that it hands out', async () => {
    for (const name of checkpoints) {
      // The first words that it writes, as the ends of a text and as forbidden words.
      const changes = name.startsWith('gpt')
        ? { eos_token_id: [7, 8], bad_words_ids: [[9, 10]] }
        : {};
      const model = /** @type {any} */ (await loadPretrained(attention, filesOf(name, changes)));
      const { length } = model.run(textOf(name)).layers;
      const stacks = model.sizes.hasEncoder ? ['decoder', 'encoder', 'cross'] : ['decoder'];
      const readAll = () => [
        model.tokenize(textOf(name)),
        model.run(textOf(name), { trace: true }),
        ...stacks.flatMap((stack) =>
          Array.from({ length }, (_, index) => model.layer(index, stack)),
        ),
        model.sizes,
      ];
      const before = structuredClone(readAll());
      for (const handedOut of [readAll(), model.config, model.origin]) spoil(handedOut);
      spoil(model);
      assert.deepEqual(structuredClone(readAll()), before, name);
      model.dispose();
    }
  });

  it('ends and forbids the same tokens after a change of its config', async () => {
    const { generate } = models.gpt2;
    const [first, second] = generate.call(models.gpt2, { ids }, { tokens: 2 }).ids;
    const changes = { eos_token_id: [second], bad_words_ids: [[first]] };
    const model = await loadPretrained(attention, filesOf('gpt2', changes));
    const before = model.generate({ ids }, { tokens: 5 });
    model.config.eos_token_id.push(...before.ids);
    model.config.bad_words_ids[0].push(1);
    assert.deepEqual(model.generate({ ids }, { tokens: 5 }), before);
    model.dispose();
  });

  it('reads its own tokens, with the words that they belong to', () => {
    const gpt2 = models.gpt2.tokenize('in Zürich, the river');
    assert.deepEqual(gpt2.words, [0, 1, 1, 1, 1, 1, 1, 1, 2, 3, 3, 3]);
    const bert = models.bert.tokenize('the café near', 'the sea');
    assert.deepEqual(bert.words, [-1, 0, 1, 2, -1, 3, 4, -1]);
    assert.deepEqual(bert.typeIds, [0, 0, 0, 0, 0, 1, 1, 1]);
    const run = models.gpt2.run(gpt2);
    assert.deepEqual([run.tokens, run.ids, run.words], [gpt2.tokens, gpt2.ids, gpt2.words]);
    assertSameBits(run.hidden, models.gpt2.run('in Zürich, the river').hidden);
  });

  for (const [name, text, tokens] of /** @type {[string, string, string][]} */ ([
    ['gpt2', 'a  b', 'a 0, Ġ 1, Ġb 1'],
    ['gpt2', 'a\nb\tb', 'a 0, Ċ 1, b 1, ĉ 2, b 2'],
    ['gpt2', ' a \n ', 'Ġa 0, Ġ -1, Ċ -1, Ġ -1'],
    ['llama', 'a\nb', '<s> -1, ▁a 0, <0x0A> 1, b 1'],
    ['llama', 'a  b ', '<s> -1, ▁a 0, ▁ 1, ▁b 1, ▁ -1'],
    ['gpt_neox', 'a  b', 'a 0,    1, b 1'],
    ['roberta', 'a ', '<s> -1, a 0, Ġ -1, </s> -1'],
    ['bert', 'the 🍜 a', '[CLS] -1, the 0, [UNK] 1, a 2, [SEP] -1'],
    ['marian', 'the 🍜 a', '▁the 0, ▁ 1, <unk> 1, ▁a 2, </s> -1'],
  ])) {
    it(`${name} counts the words of ${JSON.stringify(text)}`, async () => {
      const model = await loadPretrained(attention, filesOf(name));
      const found = model.tokenize(text);
      assert.equal(found.tokens.map((token, i) => `${token} ${found.words[i]}`).join(', '), tokens);
    });
  }

  it('begins a word after a token that ends with a blank', async () => {
    const files = filesOf('gpt2');
    const json = JSON.parse(files['tokenizer.json']);
    json.added_tokens.push({ ...json.added_tokens[0], id: 7, content: '.\n', special: false });
    const model = await loadPretrained(attention, { ...files, 'tokenizer.json': json });
    assert.deepEqual(model.tokenize('a.\nb').words, [0, 0, 1]);
  });

  it('says what it is', () => {
    const { family, config, parameters, bytes, sizes } = models.llama;
    assert.equal(family, 'llama');
    assert.equal(config.hidden_size, 32);
    assert.equal(parameters, 44832);
    // The file stores bfloat16.
    assert.ok(bytes >= 2 * parameters && bytes <= 2.1 * parameters, `${bytes} bytes`);
    assert.deepEqual(sizes, {
      ...{ layers: 2, heads: 4, kvHeads: 2, width: 32, headWidth: 8 },
      ...{ vocabulary: 338, positions: 64, isCausal: true, hasFinalNorm: true },
      ...{ hasEncoder: false, encoderLayers: 0 },
    });
  });

  it('takes Files, and of those of one name the one that is nearest to the folder', async () => {
    const modelFiles = Object.entries(filesOf('gpt2')).map(([name, file]) => {
      const part = file.constructor === Object ? JSON.stringify(file) : file;
      return { name, file: new File([part], name) };
    });
    const inner = { name: '1_Pooling/config.json', file: new File(['{}'], 'config.json') };
    const orders = [
      [inner, ...modelFiles],
      [...modelFiles, inner],
    ];
    const inFolder = orders.map((all) =>
      all.map(({ name, file }) =>
        Object.defineProperty(new File([file], file.name), 'webkitRelativePath', {
          value: `model/${name}`,
        }),
      ),
    );
    const byName = orders.map((all) => all.map(({ name, file }) => new File([file], name)));
    // A FileList, as an <input type="file"> has it, is no array.
    const list = Object.assign(Object.create({ [Symbol.toStringTag]: 'FileList' }), {
      ...byName[0],
      length: byName[0].length,
      [Symbol.iterator]: Array.prototype.values,
    });
    for (const files of [...inFolder, ...byName, list]) {
      const model = await loadPretrained(attention, files);
      assertSameBits(model.run(ids).hidden, models.gpt2.run(ids).hidden);
      model.dispose();
    }
  });

  it('takes the files of one folder, the most complete one with the shortest path', async () => {
    const incomplete = filesIn('gpt_neo', 'all/a').filter(({ name }) => !/^token/.test(name));
    for (const files of [
      [...incomplete, ...filesIn('bert', 'all/z')],
      [...filesIn('bert', 'all/z'), ...incomplete],
      [...filesIn('gpt2', 'all/z/step-1'), ...filesIn('bert', 'all/z')],
    ]) {
      const model = await loadPretrained(attention, files);
      assert.equal(model.family, 'bert');
      assert.ok(model.tokenize('the sea').tokens.includes('[CLS]'));
      model.dispose();
    }
  });

  it('is one of several only if one folder holds it', async () => {
    const folders = ['a', 'b', 'c', 'd', 'e', 'f'].map((folder) => `all/${folder}`);
    const files = folders.flatMap((folder) => filesIn('gpt2', folder));
    await assert.rejects(loadPretrained(attention, files), {
      name: 'ModelError',
      reason: 'several',
      message:
        'loadPretrained: source holds those of 6: all/a, all/b, all/c, all/d, all/e, and 1 more; ' +
        'expected the files of one model',
    });
  });

  it('runs over no tokens', () => {
    const run = models.gpt2.run([], { trace: true });
    assert.deepEqual(
      [run.hidden.shape, run.logits?.shape],
      [
        [0, 32],
        [0, 300],
      ],
    );
  });

  it('draws the same tokens for the same seed, and none but the most probable with topK 1', () => {
    const model = models.gpt2;
    const draw = (/** @type {object} */ options) =>
      model.generate({ ids }, { tokens: 12, temperature: 3, ...options }).ids;
    assert.deepEqual(draw({ seed: 1 }), draw({ seed: 1 }));
    assert.notDeepEqual(draw({ seed: 1 }), draw({ seed: 2 }));
    assert.deepEqual(draw({ topK: 1 }), draw({ temperature: 0 }));
    const undrawn = model.generate({ ids }, { tokens: 12, topK: 3, seed: 1 });
    assert.deepEqual(undrawn.ids, draw({ temperature: 0 }));
  });

  it('writes what is most probable at the lowest temperatures', () => {
    const model = models.gpt2;
    const write = (/** @type {number} */ temperature) =>
      model.generate({ ids }, { tokens: 6, temperature }).ids;
    for (const temperature of [1e-6, 1e-38, 1e-40, Number.MIN_VALUE])
      assert.deepEqual(write(temperature), write(0), String(temperature));
  });

  it('writes token by token until its signal, its end token or its positions', async () => {
    const model = models.gpt2;
    const controller = new AbortController();
    /** @type {number[]} */
    const seen = [];
    const onToken = (/** @type {{ id: number }} */ { id }) => {
      if (seen.push(id) === 3) controller.abort(new Error('enough'));
    };
    const options = { tokens: 9, onToken, signal: controller.signal };
    assert.throws(() => model.generate({ ids }, options), /enough/);
    assert.equal(seen.length, 3);
    assert.equal(model.generate({ ids }, { tokens: 1000 }).ids.length, 64 - ids.length);
    const first = model.next(model.run(ids))[0].id;
    const ending = await loadPretrained(attention, filesOf('gpt2', { eos_token_id: first }));
    assert.deepEqual(ending.generate({ ids }, { tokens: 5 }).ids, [first]);
    ending.dispose();
  });

  it('decodes ids, and gives the text so far with each token, an open character as U+FFFD', () => {
    const model = models.gpt2;
    assert.equal(model.decode(model.tokenize('the naïve mill').ids), 'the naïve mill');
    assert.equal(model.decode([]), '');
    assert.equal(model.decode(model.tokenize('ï').ids.slice(0, 1)), '\uFFFD');
    const { ids: generated, text } = model.generate({ ids }, { tokens: 6 });
    const steps = [...model.stream({ ids }, { tokens: 6 })];
    const starts = generated.map((_, i) => model.decode(generated.slice(0, i + 1)));
    assert.deepEqual(
      steps.map((step) => step.text),
      starts,
    );
    assert.equal(starts.at(-1), text);
  });

  it('is loaded from a Map of its files, too', async () => {
    const files = new Map(Object.entries(filesOf('gpt2')));
    const loading = loadPretrained(attention, files);
    files.clear();
    const model = await loading;
    assert.deepEqual(model.run(ids), models.gpt2.run(ids));
    model.dispose();
  });

  it('refuses a text that its damaged tokenizer cannot read', async () => {
    const files = filesOf('bert');
    const tokenizer = JSON.parse(files['tokenizer.json']);
    // A text alone has no second one.
    const single = [{ Sequence: { id: 'B', type_id: 0 } }];
    const damaged = { ...tokenizer, post_processor: { ...tokenizer.post_processor, single } };
    const changed = { ...files, 'tokenizer.json': JSON.stringify(damaged) };
    const model = await loadPretrained(attention, changed);
    assert.throws(() => model.tokenize('the mill'), { name: 'ModelError', reason: 'text' });
    assert.deepEqual(model.run(ids), models.bert.run(ids));
    model.dispose();
  });

  /** @type {[title: string, run: (model: any) => unknown, argument: string, kind?: any][]} */
  const rows = [
    ['a head that it does not have', (m) => m.run(ids, { silence: ['0.4'] }), 'options.silence[0]'],
    [
      'a layer that it does not have',
      (m) => m.run(ids, { silence: ['2.0'] }),
      'options.silence[0]',
    ],
    ['a head that is a number', (m) => m.run(ids, { silence: [1] }), 'options.silence'],
    ['a pair beyond the text', (m) => m.run(ids, { block: ['0.0.6.0'] }), 'options.block[0]'],
    ['an unknown table', (m) => m.run(ids, { trace: ['weight'] }), 'options.trace[0]'],
    [
      'a table that is not of this family',
      (m) => m.run(ids, { edits: { '0.qRot.0.0.0': 1 } }),
      "options.edits['0.qRot.0.0.0']",
    ],
    [
      'a cell that a table does not have',
      (m) => m.run(ids, { edits: { '0.q.9.0.0': 1 } }),
      "options.edits['0.q.9.0.0']",
    ],
    [
      'a value that is text',
      (m) => m.run(ids, { edits: { '0.q.0.0.0': '1' } }),
      "options.edits['0.q.0.0.0']",
    ],
    [
      'a layer to trace that it does not have',
      (m) => m.run(ids, { layers: [2] }),
      'options.layers',
    ],
    ['an id beyond the vocabulary', (m) => m.run([300]), 'input[0]'],
    ['an input of another kind', (m) => m.run(7), 'input'],
    ['a text longer than its positions', (m) => m.run(Array(65).fill(1)), 'input', LimitError],
    ['a text to write on from that is empty', (m) => m.generate(''), 'input'],
    ['a position outside the run', (m) => m.next(m.run(ids), 6), 'position'],
    ['a run of no token', (m) => m.next(m.run([])), 'run'],
    [
      'a stream of a misspelt option, before its first token',
      (m) => m.stream(ids, { token: 5 }),
      'options.token',
    ],
    ['an id that it does not have', (m) => m.decode([1, 300]), 'ids[1]'],
    ['a text to decode', (m) => m.decode('the'), 'ids'],
    ['a stream of nothing', (m) => m.stream([]), 'input'],
    ['a run that is none', (m) => m.next({}), 'run'],
    ['logits in place of a run', (m) => m.next(m.run(ids).logits), 'run'],
    [
      'logits of another vocabulary',
      (m) => m.next({ logits: { shape: [1, 2], data: new Float32Array(2) } }),
      'run.logits',
      ShapeError,
    ],
    ['a run of another model', (m) => m.next(models.llama.run(ids)), 'run'],
    [
      'a run of a model without a head',
      () => models.encoder.next(/** @type {any} */ (models.encoder.run(ids))),
      'run',
    ],
    ['a position that is a symbol', (m) => m.next(m.run(ids), Symbol('2')), 'position'],
    ['a stack without a prototype', (m) => m.layer(0, Object.create(null)), 'stack'],
    ['a pair for a model of one text', (m) => m.tokenize('a', 'b'), 'pair'],
    ['a text that is a number', (m) => m.tokenize(7), 'text'],
    ['a misspelt option', (m) => m.run(ids, { silences: [] }), 'options.silences'],
    [
      'a temperature below 0',
      (m) => m.generate({ ids }, { temperature: -1 }),
      'options.temperature',
    ],
  ];
  for (const [title, run, argument, Kind = ArgumentError] of rows) {
    it(`refuses ${title}`, () => {
      const model = models.gpt2;
      assert.throws(() => run(model), { name: Kind.name, argument });
      assert.equal(model.run(ids).hidden.shape[0], ids.length);
    });
  }

  it('knows the names that other libraries have for its ids and its number of tokens', () => {
    const model = /** @type {any} */ (models.gpt2);
    assert.throws(() => model.run({ input_ids: ids }), /input_ids is .*\(did you mean ids\?\)/);
    for (const name of ['max_new_tokens', 'maxNewTokens', 'maxTokens', 'max_tokens']) {
      assert.throws(
        () => model.generate({ ids }, { [name]: 2 }),
        /\(did you mean tokens\?\)/,
        name,
      );
    }
  });

  it('names the call in its errors: stream() is not generate()', async () => {
    const { 'tokenizer.json': _, ...files } = filesOf('gpt2');
    const model = await loadPretrained(attention, files);
    const edits = { '0.qRot.0.0.0': 1 };
    for (const [operation, run] of Object.entries({
      stream: () => model.stream('text'),
      generate: () => model.generate('text'),
      run: () => model.run('text'),
      tokenize: () => model.tokenize('text'),
      decode: () => model.decode(ids),
    }))
      assert.throws(run, { operation, message: new RegExp(`^${operation}: tokenizer\\.json`) });
    const stream = model.stream({ ids }, { edits });
    assert.throws(() => stream.next(), { operation: 'stream' });
    assert.throws(() => model.generate({ ids }, { edits }), { operation: 'generate' });
    model.dispose();
  });

  it('a run that JSON copied has the same next tokens', () => {
    const model = models.gpt2;
    const run = model.run(ids);
    assert.deepEqual(model.next(JSON.parse(JSON.stringify(run)), 1), model.next(run, 1));
  });

  it('says what indices a number may have that is not there', () => {
    const model = models.gpt2;
    const { shape } = model.run([5, 6], { trace: ['weights'] }).layers[0].weights ?? { shape: [] };
    assert.throws(() => model.run([5, 6], { edits: { '0.weights.0.9.0': 0.5 } }), {
      name: 'ArgumentError',
      message: new RegExp(`is at 0,9,0; expected an index in \\(${shape.join(', ')}\\)`),
    });
  });

  it('says which layer, item or stack it does not have', () => {
    const model = /** @type {any} */ (models.gpt2);
    for (const [run, message] of /** @type {[() => unknown, RegExp][]} */ ([
      [
        () => model.run(ids, { edits: { '9.output.0.0': 1 } }),
        /\['9\.output\.0\.0'\] is in layer 9; expected layer\.table\.index… with a layer from 0 to 1$/,
      ],
      [
        () => model.run(ids, { layers: [0, 9] }),
        /options\.layers is a list with 9; expected a list of integers from 0 to 1$/,
      ],
      [() => model.run(ids, { silence: ['0.1', 5] }), /silence is a list with 5; expected a list/],
      [() => model.run(ids, { trace: [null] }), /trace is a list with null; expected a list/],
      [
        () => model.layer(0, 'encoder'),
        /stack is "encoder"; expected decoder: this model has no encoder$/,
      ],
      [() => model.layer(0, 'decode'), /stack is "decode" \(did you mean decoder\?\)/],
    ]))
      assert.throws(run, { name: 'ArgumentError', message });
  });

  it('refuses edits that would be ignored', () => {
    const model = /** @type {any} */ (models.gpt2);
    const name = '0.output.0.0';
    class Edits {
      [name] = 1;
    }
    for (const edits of [
      new Map([[name, 1]]),
      new Set(),
      new Date(0),
      Object.create({ [name]: 1 }),
    ])
      assert.throws(() => model.run(ids, { edits }), { argument: 'options.edits' });
    assert.deepEqual(
      model.run(ids, { edits: new Edits() }).hidden,
      model.run(ids, { edits: { [name]: 1 } }).hidden,
    );
    assert.ok(model.run(ids, { edits: Object.create(null) }));
  });

  it('says what a list of heads or pairs holds, with no count of what it does not know', () => {
    const model = models.gpt2;
    const refused = {
      silence: "a list of names, such as ['0.*']",
      block: "a list of names, such as ['0.*.1.0']",
    };
    for (const [option, expected] of Object.entries(refused)) {
      for (const run of [
        () => model.run(ids, { [option]: '0.1' }),
        () => model.generate({ ids }, { [option]: '0.1' }),
      ]) {
        assert.throws(run, { argument: `options.${option}`, expected });
      }
    }
    assert.equal(model.run(ids).hidden.shape[0], ids.length);
  });

  it('does not write on if it fills gaps, and has no text without a tokenizer', async () => {
    assert.throws(() => models.bert.generate([1]), /a model that predicts the next token/);
    const { 'tokenizer.json': _, ...files } = filesOf('gpt2');
    const model = await loadPretrained(attention, files);
    assert.throws(() => model.run('text'), ModelError);
    assertSameBits(model.run(ids).hidden, models.gpt2.run(ids).hidden);
    model.dispose();
  });

  it('writes on after the scope in which its first token was read', () => {
    const model = models.gpt2;
    const all = [...model.stream({ ids }, { tokens: 3 })];
    const started = attention.scope(() => {
      const stream = model.stream({ ids }, { tokens: 3 });
      assert.deepEqual(stream.next().value, all[0]);
      return { stream };
    });
    assert.deepEqual([...started.stream], all.slice(1));
  });

  it('is not used after dispose()', async () => {
    const model = await loadPretrained(attention, filesOf('gpt2'));
    model.dispose();
    model.dispose();
    for (const use of [
      () => model.run(ids),
      () => model.tokenize('a'),
      () => model.generate([1]),
    ]) {
      assert.throws(use, DisposedError);
    }
  });
});
