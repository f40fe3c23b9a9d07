// Interventions in a model with an encoder: names begin with the stack, and each stack has its own
// sizes.
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { ArgumentError, loadAttention } from '../../src/js/index.js';
import { loadPretrained } from '../../src/js/pretrained/index.js';
import { assertSameBits } from '../support/near.js';
import { filesOf } from './checkpoints.js';

/** @import { RunOptions } from '../../src/js/pretrained/types.js' */

const attention = await loadAttention();
const marian = await loadPretrained(attention, filesOf('marian'));
const gpt2 = await loadPretrained(attention, filesOf('gpt2'));
after(() => {
  for (const model of [marian, gpt2]) model.dispose();
});

/** @param {() => unknown} run @param {string} argument @param {string} says */
function assertOptionRefused(run, argument, says) {
  assert.throws(run, (/** @type {any} */ error) => {
    assert.ok(error instanceof ArgumentError, String(error));
    assert.equal(error.argument, argument);
    assert.ok(error.message.includes(says), error.message);
    return true;
  });
}

describe('the layers that are traced', () => {
  /** Lists the layers of a run that have tables. @param {readonly object[] | undefined} layers */
  const listTraced = (layers = []) =>
    layers.flatMap((tables, index) => (Object.keys(tables).length > 0 ? [index] : []));

  for (const [decoderLayers, encoderLayers] of [
    [1, 2],
    [2, 1],
  ]) {
    it(`may be of one stack alone: a decoder of ${decoderLayers}, an encoder of ${encoderLayers}`, async () => {
      const changes = { decoder_layers: decoderLayers, encoder_layers: encoderLayers };
      const model = await loadPretrained(attention, filesOf('marian', changes));
      const run = model.run({ ids: [5, 6, 7] }, { trace: ['weights'], layers: [1] });
      const traced = [listTraced(run.layers), listTraced(run.encoder?.layers)];
      assert.deepEqual(
        traced,
        [decoderLayers, encoderLayers].map((n) => (n === 2 ? [1] : [])),
      );
      assertOptionRefused(() => model.run([5], { layers: [2] }), 'options.layers', 'from 0 to 1');
      model.dispose();
    });
  }
});

describe('the tables of attention to an encoder', () => {
  it("show how the model's own translation attends to the text", () => {
    const text = 'the baker in the café';
    const [start, { ids }] = [marian.config.decoder_start_token_id, marian.generate(text)];
    const input = { ...marian.tokenize(text), targetIds: [start, ...ids] };
    const { layers, targetTokens } = marian.run(input, { trace: ['crossWeights'] });
    assert.equal(targetTokens?.[0], '<pad>');
    assert.deepEqual(layers[1].crossWeights?.shape, [4, ids.length + 1, input.ids.length]);
  });

  it('are offered only where there is an encoder', () => {
    /** @type {[run: (model: any) => unknown, argument: string][]} */
    const calls = [
      [(model) => model.run([5], { trace: ['weight'] }), 'options.trace[0]'],
      [(model) => model.run([5], { trace: 'weights' }), 'options.trace'],
      [
        (model) => model.run([5], { edits: { '0.weight.0.0.0': 1 } }),
        "options.edits['0.weight.0.0.0']",
      ],
    ];
    for (const [run, argument] of calls) {
      assertOptionRefused(() => run(marian), argument, 'afterAttn, crossQ, ');
      assertOptionRefused(() => run(gpt2), argument, 'afterAttn, normMlp, ');
    }
    const { layers } = gpt2.run([5], { trace: ['weights', 'crossWeights'] });
    assert.deepEqual(Object.keys(layers[0]), ['weights']);
  });
});

describe('the names of a change', () => {
  const input = { ids: [5, 6, 7, 8, 9, 10, 0], targetIds: [199, 3] };

  it('may begin with decoder, in a model with an encoder and without', () => {
    /** @type {RunOptions[]} */
    const changes = [
      { silence: ['0.1'] },
      { block: ['1.*.1.0'] },
      { edits: { '0.weights.0.1.0': 0.75 } },
      { edits: { '0.q.0.1.0': 3 } },
    ];
    for (const [model, text] of /** @type {const} */ ([
      [marian, input],
      [gpt2, input.ids],
    ])) {
      const plain = model.run(text);
      for (const change of changes) {
        const named = Object.entries(change).map(([option, names]) => [
          option,
          Array.isArray(names)
            ? names.map((name) => `decoder.${name}`)
            : Object.fromEntries(Object.entries(names).map(([key, x]) => [`decoder.${key}`, x])),
        ]);
        const run = model.run(text, Object.fromEntries(named));
        assertSameBits(run.hidden, model.run(text, change).hidden);
        assert.notDeepEqual(run.hidden.data, plain.hidden.data, JSON.stringify(change));
        assert.deepEqual(run.encoder?.hidden, plain.encoder?.hidden);
      }
    }
  });

  it('reach the decoder alone if * comes first', () => {
    const run = marian.run(input, { trace: ['headOut', 'crossHeadOut'], silence: ['*.*'] });
    const isZero = (/** @type {any} */ { data }) =>
      data.every((/** @type {number} */ x) => x === 0);
    for (const { headOut, crossHeadOut } of run.layers)
      assert.deepEqual([isZero(headOut), isZero(crossHeadOut)], [true, false]);
    for (const { headOut } of run.encoder?.layers ?? []) assert.ok(!isZero(headOut));
  });

  it('are refused before a text is written, whatever their stack', () => {
    for (const stack of ['encoder.', 'cross.', '']) {
      const argument = 'options.silence[0]';
      const says = `expected ${stack}layer.head`;
      const options = { silence: [`${stack}2.0`] };
      assertOptionRefused(() => marian.stream(input, options), argument, says);
      assertOptionRefused(() => marian.generate(input, options), argument, says);
    }
    const edits = { 'encoder.0.nothing.0': 1 };
    const argument = "options.edits['encoder.0.nothing.0']";
    assertOptionRefused(() => marian.stream(input, { edits }), argument, 'encoder.layer.table');
  });

  it('are refused with an example of the same stack', () => {
    for (const stack of ['encoder.', 'cross.', 'decoder.', '']) {
      const example = `${stack}0.3`;
      const expected = `expected ${stack}layer.head, such as '${example}', or * for all, of 2 layers and 4 heads`;
      for (const name of ['2.0', '0.4', '0'])
        assertOptionRefused(
          () => marian.run(input, { silence: [stack + name] }),
          'options.silence[0]',
          expected,
        );
      marian.run(input, { silence: [example] });
    }
    assertOptionRefused(
      () => gpt2.run([5, 6], { silence: ['decoder.0.4'] }),
      'options.silence[0]',
      "such as 'decoder.0.3'",
    );
  });

  it('are refused with the numbers of queries and keys that they may name', () => {
    const sizes = { 'encoder.': [7, 7], 'cross.': [2, 7], 'decoder.': [2, 2], '': [2, 2] };
    for (const [stack, [queries, keys]] of Object.entries(sizes)) {
      const example = `${stack}0.*.${queries - 1}.0`;
      const pair = `${stack}layer.head.query.key, such as '${example}'`;
      const expected = `expected ${pair}, of 2 layers, 4 heads, ${queries} queries and ${keys} keys`;
      for (const name of [`0.0.${queries}.0`, `0.0.0.${keys}`, '0.0.0', '2.0.0.0'])
        assertOptionRefused(
          () => marian.run(input, { block: [stack + name] }),
          'options.block[0]',
          expected,
        );
      marian.run(input, { block: [example, `${stack}0.0.${queries - 1}.${keys - 1}`] });
    }
  });

  it('are refused with the names that the tables of cross-attention have', () => {
    /** @param {string} name @param {string} says */
    const refuse = (name, says) =>
      assertOptionRefused(
        () => marian.run(input, { edits: { [name]: 1 } }),
        `options.edits['${name}']`,
        says,
      );
    refuse('cross.0.q.0.0.0', "such as '0.crossQ.0.0.0'");
    refuse('encoder.2.q.0.0.0', 'expected encoder.layer.table.index');
    refuse('encoder.0.weight.0.0.0', 'weights');
    refuse('encoder.0.crossQ.0.0.0', 'a table of this model');
  });
});
