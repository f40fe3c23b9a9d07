import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadPretrained } from '../../src/js/pretrained/index.js';
import { PretrainedModel } from '../../src/js/pretrained/model.js';
import { makeLens } from '../../web/features/pretrained/run/connection.js';
import { ModelServer } from '../../web/features/pretrained/run/server.js';
import { attention } from '../support/computations.js';
import { checkpoints, filesOf, inputOf, NO_CHANGES, sourceOf } from './checkpoints.js';

/** @import { Tensor } from '../../src/js/index.js' */

const IDS = [5, 3, 8, 1];

/** The configuration key of the number of layers. */
const LAYERS = {
  ...{ gpt2: 'n_layer', gpt_neox: 'num_hidden_layers', llama: 'num_hidden_layers' },
  ...{ bert: 'num_hidden_layers', distilbert: 'n_layers', opt: 'num_hidden_layers' },
};

describe('rows of the residual stream', () => {
  for (const [name, key] of Object.entries(LAYERS)) {
    it(`predict what the first layers alone say as a model: ${name}`, async () => {
      const model = await loadPretrained(attention, filesOf(name));
      const short = await loadPretrained(attention, filesOf(name, { [key]: 1 }));
      const run = model.run(IDS, { trace: ['output'] });
      const expected = short.run(IDS);
      const [first, ...others] = run.layers.map(({ output }) => /** @type {Tensor} */ (output));
      const predicted = model.predictTokens(first, 5);
      assert.deepEqual(
        predicted,
        IDS.map((_, i) => short.next(expected, i, 5)),
      );
      const last = model.predictTokens(others.at(-1) ?? first, 5);
      assert.deepEqual(
        last,
        IDS.map((_, i) => model.next(run, i, 5)),
      );
      assert.notDeepEqual(last, predicted);
    });
  }

  it('are not the last hidden states, which the final norm has already changed', async () => {
    const model = await loadPretrained(attention, filesOf('gpt2'));
    const { hidden } = model.run(IDS);
    assert.throws(() => model.predictTokens(hidden), {
      code: 'ERR_ARGUMENT',
      argument: 'rows',
      message:
        /rows is run\.hidden, after the final norm; expected rows before it, such as run\.layers\.at\(-1\)\.output$/,
    });
    // Without a final norm they are the output of the last layer.
    const bert = await loadPretrained(attention, filesOf('bert'));
    const run = bert.run(IDS);
    const predicted = bert.predictTokens(run.hidden, 3);
    assert.deepEqual(
      predicted,
      IDS.map((_, i) => bert.next(run, i, 3)),
    );
    for (const each of [model, bert]) each.dispose();
  });

  it('are refused in another width, and by a model without a head; the next call works', async () => {
    const model = await loadPretrained(attention, filesOf('gpt2'));
    const rows = model.run(IDS, { trace: ['output'] }).layers[1].output ?? [];
    assert.throws(() => model.predictTokens([[1, 2, 3]]), {
      name: 'ShapeError',
      message: 'predictTokens: rows has shape (1, 3); expected (n, 32)',
    });
    assert.throws(() => model.predictTokens(rows, -1), /k is -1; expected an integer of 0 or more/);
    assert.equal(model.predictTokens(rows).length, IDS.length);
    const encoder = await loadPretrained(attention, filesOf('bert-encoder'));
    assert.throws(() => encoder.predictTokens(rows), /expected a model with a head/);
    model.dispose();
    assert.throws(() => model.predictTokens(rows), { name: 'DisposedError' });
  });
});

describe('the parameters outside the layers', () => {
  for (const name of checkpoints) {
    it(`lead from the last layer to the logits: ${name}`, async () => {
      const model = await loadPretrained(attention, filesOf(name));
      const input = inputOf(name, IDS);
      const run = model.run(input, { trace: ['output'] });
      const { norm, eps, activation } = model.layer(0);
      const parameters = model.outerParameters();
      const { finalNorm, headDense, headNorm, unembedding, embedding } = parameters;
      /** @param {any} rows @param {typeof finalNorm} part */
      const normalize = (rows, part) => {
        if (part === undefined) return rows;
        return norm === 'rms'
          ? attention.rmsNorm(rows, part.weight, { eps })
          : attention.layerNorm(rows, part.weight, part.bias, { eps });
      };
      const hidden = normalize(run.layers.at(-1)?.output, finalNorm);
      assert.deepEqual(hidden.data, run.hidden.data);
      const dense = headDense
        ? attention.activation(
            attention.linear(hidden, headDense.weight, headDense.bias),
            activation,
          )
        : hidden;
      const logits =
        unembedding &&
        attention.linear(normalize(dense, headNorm), unembedding.weight, unembedding.bias);
      assert.deepEqual(logits?.data, run.logits?.data);
      const [{ rows }] = PretrainedModel.readEmbeddings(model, { ids: IDS });
      const some = model.outerParameters(IDS);
      assert.deepEqual(
        some.embedding.data.map((number) => number * some.embeddingScale),
        rows.data,
      );
      for (const [part, all] of [
        [some.embedding, embedding],
        [some.unembedding?.weight, unembedding?.weight],
        [some.unembedding?.bias, unembedding?.bias],
      ]) {
        const width = (all?.data.length ?? 0) / model.sizes.vocabulary;
        const expected = IDS.flatMap((id) => [
          ...(all?.data.slice(id * width, (id + 1) * width) ?? []),
        ]);
        assert.deepEqual([...(part?.data ?? [])], expected);
      }
      model.dispose();
    });
  }

  it('give the logit of each predicted token', async () => {
    const model = await loadPretrained(attention, filesOf('gpt2'));
    const run = model.run(IDS);
    const logits = run.logits?.data.slice(-model.sizes.vocabulary) ?? [];
    for (const { id, logit } of model.next(run)) assert.equal(logit, logits[id]);
    assert.throws(() => model.outerParameters([300]), /ids\[0\] is 300; expected an integer from/);
    model.dispose();
    assert.throws(() => model.outerParameters(), { name: 'DisposedError' });
  });
});

/** @param {ArrayLike<number>} a @param {ArrayLike<number>} b added in float32 */
const addInFloat32 = (a, b) => Float32Array.from(a, (x, i) => Math.fround(x + b[i]));

describe('the stream of the page', () => {
  for (const name of ['use-lite', 'gpt2', 'llama']) {
    it(`is a sum of its parts, from rows as wide as itself: ${name}`, async () => {
      const server = new ModelServer();
      const { sizes } = await server.load(name, sourceOf(name), undefined);
      const { stream } = (await server.run(name, 'the bird', NO_CHANGES)).before;
      assert.equal(stream.length, 1 + 2 * sizes.layers);
      for (const [i, { adds, sum }] of stream.entries()) {
        assert.equal(adds.shape[1], sizes.width);
        const earlier = stream[i - 1]?.sum;
        if (earlier) assert.deepEqual(sum?.data, addInFloat32(earlier.data, adds.data));
      }
    });
  }

  it('asks for one row, once, and gives the tokens after each part that has a sum', async () => {
    const server = new ModelServer();
    await server.load('gpt_neox', filesOf('gpt_neox'), undefined);
    const replies = await server.run('gpt_neox', 'the bird sings', NO_CHANGES);
    const { stream, next = [] } = replies.before;
    /** @type {Tensor[]} */
    const requests = [];
    const lens = makeLens(stream, async (rows) => {
      requests.push(rows);
      return server.predict('gpt_neox', rows);
    });
    const predicted = await lens(1);
    assert.equal(await lens(1), predicted);
    assert.equal(requests.length, 1);
    // Attention and feed-forward are added at once here, so there is no sum between them.
    const withSum = stream.flatMap(({ sum }, i) => (sum ? [i] : []));
    assert.deepEqual([...predicted.keys()], withSum);
    assert.ok(withSum.length < stream.length);
    assert.deepEqual(predicted.get(stream.length - 1), next[1].slice(0, 3));
  });

  it('asks for a row again after a failure', async () => {
    const server = new ModelServer();
    await server.load('gpt2', filesOf('gpt2'), undefined);
    const { stream } = (await server.run('gpt2', 'the bird', NO_CHANGES)).before;
    let count = 0;
    const lens = makeLens(stream, async (rows) => {
      if (++count === 1) throw new Error('out of memory');
      return server.predict('gpt2', rows);
    });
    await assert.rejects(lens(1), { message: 'out of memory' });
    assert.ok((await lens(1)).size > 0);
    assert.equal(await lens(1), await lens(1));
    assert.equal(count, 2);
  });
});
