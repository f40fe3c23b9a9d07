// Files that hold another model than their configuration or their tokenizer says.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { loadAttention } from '../../src/js/index.js';
import { loadPretrained, ModelError } from '../../src/js/pretrained/index.js';
import { assertSameBits } from '../support/near.js';
import { checkpoints, filesOf, tensorsOf, writeSafetensors } from './checkpoints.js';

const attention = await loadAttention();

/** Files also hold causal masks, angles, and heads that the model does not have or that are tied. */
const NO_PARAMETERS =
  /(attn|attention)\.(masked_)?bias$|inv_freq$|position_ids$|pooler|cls\.|lm_head/;

for (const name of checkpoints) {
  it(`${name} uses all its parameters`, async () => {
    const model = await loadPretrained(attention, filesOf(name));
    assert.deepEqual(
      model.unused.filter((tensor) => !NO_PARAMETERS.test(tensor)),
      [],
    );
    model.dispose();
  });
}

it('the layers beyond the configuration are named, and the list is frozen', async () => {
  const model = await loadPretrained(attention, filesOf('gpt2', { n_layer: 1 }));
  assert.ok(model.unused.includes('h.1.attn.c_attn.weight'), model.unused.join());
  assert.ok(!model.unused.includes('h.0.attn.c_attn.weight'));
  assert.ok(Object.isFrozen(model.unused));
});

for (const [name, type, tensor] of [
  ['qwen2', 'llama', 'model.layers.0.self_attn.k_proj.bias'],
  ['qwen3', 'llama', 'model.layers.0.self_attn.q_norm.weight'],
]) {
  it(`${name} is refused as ${type}, because its layers have other parameters`, async () => {
    await assert.rejects(
      loadPretrained(attention, filesOf(name, { model_type: type })),
      (error) =>
        error instanceof ModelError &&
        error.reason === 'tensors' &&
        error.message.includes(
          `${tensor} of model.safetensors is not used; expected no such tensor`,
        ),
    );
  });
}

it('a file without the head that its configuration does not tie gives no logits', async () => {
  for (const name of ['gpt2', 'llama3']) {
    const model = await loadPretrained(attention, filesOf(name, { tie_word_embeddings: false }));
    const run = model.run([5, 6, 7]);
    assert.equal(run.logits, undefined);
    assert.throws(() => model.next(run), /this model has no head/);
    assert.throws(() => model.generate([5]), {
      message:
        'generate: this is a model without a head: its file has none, and tie_word_embeddings of config.json is not true; expected a model that predicts the next token',
    });
    model.dispose();
  }
  const bert = await loadPretrained(attention, filesOf('bert'));
  assert.throws(() => bert.generate([5]), {
    message:
      'generate: this is a model of type bert; expected a model that predicts the next token',
  });
  bert.dispose();
});

it('marian without a bias of its logits has the logits of a bias of 0', async () => {
  const { final_logits_bias: bias, ...tensors } = tensorsOf('marian');
  const zeros = { ...bias, bytes: new Uint8Array(bias.bytes.length) };
  const input = { ids: [5, 6, 7], targetIds: [199, 3] };
  const runs = [];
  for (const given of [tensors, { ...tensors, final_logits_bias: zeros }]) {
    const files = { ...filesOf('marian'), 'model.safetensors': writeSafetensors(given) };
    const model = await loadPretrained(attention, files);
    runs.push(model.run(input));
    model.dispose();
  }
  assert.ok(runs[0].logits && runs[1].logits);
  assertSameBits(runs[0].logits, runs[1].logits);
});

it('a tokenizer without the end token of the model is refused', async () => {
  const { 'tokenizer.json': tokenizer } = filesOf('bert');
  await assert.rejects(
    loadPretrained(attention, { ...filesOf('gpt2'), 'tokenizer.json': tokenizer }),
    (error) => error instanceof ModelError && error.reason === 'vocabulary',
  );
});

it('the parameters outside the layers have positions, types and the norm of embeddings', async () => {
  for (const name of ['gpt2', 'bert', 'opt', 'llama']) {
    const model = await loadPretrained(attention, filesOf(name));
    const ids = [5, 7];
    const outer = model.outerParameters(ids);
    const { positions, types, embedding, embeddingNorm } = outer;
    assert.equal(types !== undefined, name === 'bert');
    assert.equal(embeddingNorm !== undefined, name === 'bert');
    assert.equal(positions !== undefined, name !== 'llama');
    if (name === 'gpt2' || name === 'opt') {
      const { input } = model.run(ids, { trace: ['input'] }).layers[0];
      assert.ok(positions);
      const sum = embedding.data.map((value, i) => Math.fround(value + positions.data[i]));
      assert.deepEqual(input.data, sum);
    }
    model.dispose();
  }
});

it('a negative index counts the layers from the end', async () => {
  const model = await loadPretrained(attention, filesOf('gpt2'));
  assert.deepEqual(model.layer(-1).parameters, model.layer(1).parameters);
  assert.throws(() => model.layer(-3), /expected an integer from -2 to 1/);
});

it('a number fills the axes that its name leaves out', async () => {
  const model = await loadPretrained(attention, filesOf('gpt2'));
  const ids = [5, 6, 7, 8];
  const silent = model.run(ids, { silence: ['0.1'] });
  const filled = model.run(ids, { edits: { '0.headOut.1': 0 } });
  assert.deepEqual(filled.hidden, silent.hidden);
  const { headOut } = model.run(ids, { trace: ['headOut'], edits: { '0.headOut.1.2': 3 } })
    .layers[0];
  const [, n, d] = headOut.shape;
  const isSet = (/** @type {number} */ i) => Math.floor(i / d) === n + 2;
  headOut.data.forEach((value, i) => {
    assert.equal(value === 3, isSet(i), `${i}`);
  });
  const generated = model.generate(ids, { tokens: 4, edits: { '0.headOut.1': 0 } });
  assert.deepEqual(generated, model.generate(ids, { tokens: 4, silence: ['0.1'] }));
  assert.throws(
    () => model.run(ids, { edits: { '0.headOut.9': 0 } }),
    /is at 9,0,0; expected an index in/,
  );
});

it('a name with a wrong index says which, and which stacks there are', async () => {
  const model = await loadPretrained(attention, filesOf('gpt2'));
  for (const [name, index] of [
    ['0.headOut.*', '*'],
    ['0.output.-1.0', '-1'],
    ['x.output.1', 'x'],
  ]) {
    assert.throws(() => model.run([5], { edits: { [name]: 0 } }), {
      message: `run: options.edits['${name}'] is at "${index}"; expected layer.table.index…, where layer and indices are integers from 0`,
    });
  }
  const marian = await loadPretrained(attention, filesOf('marian'));
  assert.throws(
    () => marian.run([5], { silence: ['enc.0.1'] }),
    /heads, or with 'encoder\.' or 'cross\.' before it$/,
  );
});

it('a list of texts, or of lists of ids, is refused', async () => {
  const model = await loadPretrained(attention, filesOf('gpt2'));
  for (const [texts, what] of [
    [['a', 'b'], 'texts'],
    [[[5], [6]], 'lists'],
  ]) {
    assert.throws(() => model.run(/** @type {any} */ (texts)), {
      message: `run: input is a list of ${what}; expected one text, or the ids of one text`,
    });
  }
});
