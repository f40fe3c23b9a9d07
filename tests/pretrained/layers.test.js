// A layer read from memory, and the page's graph of the layer: the same numbers, and the same bits
// at every step.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { loadAttention, tensor } from '../../src/js/index.js';
import { loadPretrained } from '../../src/js/pretrained/index.js';
import { PretrainedModel } from '../../src/js/pretrained/model.js';
import { pretrainedNames } from '../../web/features/pretrained/manifest.js';
import { makePretrainedSource } from '../../web/features/pretrained/run/source.js';
import { addFeature } from '../../web/features.js';
import { Run } from '../../web/graph/run.js';
import { findConsumers, findOperands } from '../../web/graph/trace.js';
import { normaliseState } from '../../web/state/normalise.js';
import { checkpoints, filesOf, splitFile, textOf, weightsOf } from './checkpoints.js';

addFeature(pretrainedNames);

const attention = await loadAttention();

/** Checkpoints that read one text. A graph can have their layers. */
const decoders = checkpoints.filter((name) => name !== 'marian');

/** The graph's names of a run's tables, for norms that come first and norms that come after. */
const TABLES = {
  ...{ q: 'q', k: 'k', v: 'v', qNorm: 'qNorm/normalized', kNorm: 'kNorm/normalized' },
  ...{ qRot: 'qRotated', kRot: 'kRotated', weights: 'weights' },
  ...{ headOut: 'heads', attnOut: 'output', mlpHidden: 'feedForward/hidden' },
  normAttnOut: 'outputNorm/normalized',
  mlpOut: 'feedForward/output',
  normMlpOut: 'feedForwardOutputNorm/normalized',
};

/** @param {{ isNormBefore: boolean }} layer */
const tablesOf = ({ isNormBefore }) =>
  isNormBefore
    ? {
        ...{ ...TABLES, normAttn: 'attention/normalized', normMlp: 'feedForward/normalized' },
        ...{ afterAttn: 'sum', output: 'layerSum' },
      }
    : { ...TABLES, afterAttn: 'sumNorm/normalized', output: 'layerSumNorm/normalized' };

/** @param {any} model @param {string} text @param {number} index @param {object} [changes] */
function graphOf(model, text, index, changes = {}) {
  const list = (/** @type {string | undefined} */ names) => names?.split(' ').filter(Boolean) ?? [];
  const { silence, block } = /** @type {{ silence?: string, block?: string }} */ (changes);
  const modelChanges = { silence: list(silence), block: list(block), edits: {} };
  const run = model.run(text, { trace: true, ...modelChanges });
  const layer = model.layer(index);
  const inputs = run.layers.map((/** @type {any} */ { input }) => input);
  const weights = run.layers.map((/** @type {any} */ layer) => layer.weights);
  const embeddings = PretrainedModel.readEmbeddings(model, model.tokenize(text));
  const reply = { ...run, inputs, weights, embeddings };
  const settings = normaliseState({
    source: 'pretrained',
    sentence: text,
    modelLayer: index,
    ...changes,
  });
  const source = makePretrainedSource({
    ...{ info: model, layer, settings },
    replies: { before: reply, after: reply, changes: modelChanges },
  });
  return { tables: run.layers[index], layer, run: new Run(attention, source.graph, source.given) };
}

/**
 * Compares each table that the model gives with that of the graph.
 * @param {any} tables @param {{ isNormBefore: boolean }} layer @param {Run} run @param {number} index
 */
function compareTables(tables, layer, run, index) {
  const given = Object.entries(tablesOf(layer)).filter(([table]) => tables[table]);
  assert.ok(given.length >= 9, `${given.length} tables are compared`);
  for (const [table, id] of given) {
    assert.ok(run.graph.has(id), `${id}, the graph's name of ${table}`);
    assert.deepEqual(run.tensor(id).data, tables[table].data, `${id} of layer ${index}`);
  }
}

/** @param {string} arithmetic as the page writes it @returns {number} */
function evaluate(arithmetic) {
  const code = arithmetic
    .replaceAll('−', '-')
    .replaceAll('×', '*')
    .replaceAll('÷', '/')
    .replaceAll('^', '**')
    .replace(/(cos|sin)/, 'Math.$1');
  return new Function(`return ${code}`)();
}

describe('a layer of a pretrained model', () => {
  for (const name of decoders) {
    it(`gives the same bits in the page's graph as in the model's run: ${name}`, async () => {
      const model = await loadPretrained(attention, filesOf(name));
      for (let index = 0; index < model.sizes.layers; index++) {
        const { tables, layer, run } = graphOf(model, textOf(name), index);
        compareTables(tables, layer, run, index);
      }
      model.dispose();
    });
  }

  it('gives the same bits in both layers of the model that ships, whose first one widens its rows', async () => {
    const model = await loadPretrained(attention, 'use-lite');
    for (const index of [0, 1]) {
      const { tables, layer, run } = graphOf(model, 'They eat fried noodles', index);
      compareTables(tables, layer, run, index);
    }
    model.dispose();
  });

  it('gives the same bits with a silenced head and a blocked pair', async () => {
    const model = await loadPretrained(attention, filesOf('gpt2'));
    const changes = { silence: '0.1', block: '0.2.3.1 0.*.4.0' };
    const { tables, run } = graphOf(model, textOf('gpt2'), 0, changes);
    for (const [table, id] of [
      ['weights', 'weights'],
      ['headOut', 'activeHeads'],
      ['output', 'layerSum'],
    ])
      assert.deepEqual(run.tensor(id).data, tables[table].data, id);
    const plain = model.run(textOf('gpt2'), { trace: ['output'] });
    assert.notDeepEqual(run.tensor('layerSum').data, plain.layers[0].output?.data);
    model.dispose();
  });

  it('gives its parameters as the file has them', async () => {
    const model = await loadPretrained(attention, filesOf('bert-encoder'));
    const { header, data } = splitFile(weightsOf('bert-encoder'));
    const { parameters } = model.layer(1);
    const inFile = (/** @type {string} */ tensorName) => {
      const [from, to] = header[tensorName].data_offsets;
      return new Float32Array(data.slice(from, to).buffer);
    };
    const prefix = 'encoder.layer.1.';
    for (const [tensorName, { data: read }] of /** @type {const} */ ([
      ['attention.self.query.weight', parameters.q.weight],
      ['attention.self.value.bias', parameters.v.bias ?? tensor([])],
      ['attention.output.dense.weight', parameters.attnOut.weight],
      ['intermediate.dense.weight', parameters.mlpIn.weight],
      ['output.LayerNorm.bias', parameters.mlpNorm.bias ?? tensor([])],
    ]))
      assert.deepEqual(read, inFile(prefix + tensorName), tensorName);
    assert.equal(parameters.gate, undefined);
    assert.throws(() => model.layer(2), { code: 'ERR_ARGUMENT', argument: 'index' });
    model.dispose();
  });

  it('is the same from a Buffer of Node, whose slices are no copies', async () => {
    for (const name of ['gpt_neox', 'llama']) {
      const path = new URL(`../golden/checkpoints/${name}/model.safetensors`, import.meta.url);
      const files = filesOf(name);
      const [loaded, other] = await Promise.all([
        loadPretrained(attention, files),
        loadPretrained(attention, { ...files, 'model.safetensors': readFileSync(path) }),
      ]);
      assert.deepEqual(other.layer(0), loaded.layer(0), name);
      assert.deepEqual(other.run([5, 6, 7]), loaded.run([5, 6, 7]), name);
      for (const model of [loaded, other]) model.dispose();
    }
  });

  it('traces a rotated number to the two that it is made of, and back', async () => {
    const model = await loadPretrained(attention, filesOf('llama'));
    const { run } = graphOf(model, textOf('llama'), 0);
    const half = run.tensor('q').shape[2] / 2;
    const cell = { id: 'qRotated', index: [1, 2, 1] };
    assert.deepEqual(findOperands(run, cell), [
      [
        { id: 'q', index: [1, 2, 1] },
        { id: 'q', index: [1, 2, 1 + half] },
      ],
    ]);
    const [{ cells }] = findConsumers(run, { id: 'q', index: [1, 2, 1 + half] });
    assert.ok(cells.some(({ id, index }) => id === 'qRotated' && index.join() === '1,2,1'));
    model.dispose();
  });

  it('writes the arithmetic of scaled angles: fast pairs, slow ones, and those between', async () => {
    const model = await loadPretrained(attention, filesOf('llama3'));
    const { run } = graphOf(model, textOf('llama3'), 0);
    const { op, options } = /** @type {any} */ (run.graph.get('qRotated'));
    const [before, after] = ['q', 'qRotated'].map((id) => run.tensor(id));
    const [, n, d] = before.shape;
    /** @type {string[]} */
    const texts = [];
    for (let feature = 0; feature < d; feature++) {
      const at = (n - 1) * d;
      const pair = [feature, (feature + d / 2) % d].map((i) => before.data[at + i]);
      const terms = op.terms([pair], options, [0, n - 1, feature]);
      texts.push(terms[0][2]);
      const parts = terms.map((/** @type {unknown[]} */ term) => evaluate(term.join('')));
      const sum = parts[0] + parts[1];
      assert.ok(Math.abs(sum - after.data[at + feature]) < 1e-5, terms.join(' + '));
    }
    const kinds = texts.slice(0, d / 2).map((text) => (/[×÷] [\d.]+$/.exec(text) ?? [''])[0]);
    assert.match(kinds.join(), /^,× 0\.\d+,× 0\.\d+(,÷ 8){5}$/);
    model.dispose();
  });

  it('follows a mean that the reader has set', async () => {
    const model = await loadPretrained(attention, filesOf('gpt2'));
    const { run } = graphOf(model, textOf('gpt2'), 0);
    const numbers = [{ id: 'attention/mean', index: [1], value: 5 }];
    const given = Object.fromEntries(
      [...run.graph.values()]
        .filter(({ inputs }) => inputs.length === 0)
        .map(({ id }) => [id, () => run.tensor(id)]),
    );
    const edited = new Run(attention, run.graph, given, { numbers });
    const [before, after] = [run, edited].map((result) => result.tensor('attention/normalized'));
    const width = before.shape[1];
    // Means are summed in another order than in the core, so they agree only up to rounding.
    for (let i = 0; i < width; i++) assert.ok(Math.abs(after.data[i] - before.data[i]) < 1e-4);
    const distance = Math.abs(after.data[width] - before.data[width]);
    assert.ok(distance > 1, `moved by ${distance}`);
    model.dispose();
  });
});

for (const name of checkpoints) {
  it(`a layer of ${name} counted from the end is the same as counted from the start`, async () => {
    const model = await loadPretrained(attention, filesOf(name));
    const { layers } = model.sizes;
    for (let index = 0; index < layers; index++) {
      assert.deepEqual(model.layer(index - layers), model.layer(index), `layer ${index}`);
    }
    model.dispose();
  });
}
