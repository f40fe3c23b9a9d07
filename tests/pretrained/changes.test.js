import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { loadPretrained } from '../../src/js/pretrained/index.js';
import { PretrainedModel } from '../../src/js/pretrained/model.js';
import { pretrainedNames } from '../../web/features/pretrained/manifest.js';
import {
  findSilencing,
  listInterventions,
  readChanges,
  toggleName,
} from '../../web/features/pretrained/run/changes.js';
import { ModelServer } from '../../web/features/pretrained/run/server.js';
import { makePretrainedSource } from '../../web/features/pretrained/run/source.js';
import { notCompared } from '../../web/features/pretrained/text/en/answers.js';
import { addFeature } from '../../web/features.js';
import { Run } from '../../web/graph/run.js';
import { makeEditedRun } from '../../web/state/edit-cells.js';
import { changeLayer, formatLayerEdits, parseLayerEdits } from '../../web/state/edits.js';
import { normaliseState } from '../../web/state/normalise.js';
import { attention } from '../support/computations.js';
import { anyText } from '../support/hostile-text.js';
import { checkpoints, filesOf, NO_CHANGES, sourceOf } from './checkpoints.js';

/** @import { Likeness } from '../../web/features/pretrained/types.js' */

addFeature(pretrainedNames);

const TEXT = 'the bird sings';

/** Starts a server with a checkpoint as its model. @param {string} name */
async function serve(name) {
  const server = new ModelServer();
  const info = await server.load(name, sourceOf(name), undefined);
  return { server, info };
}

/** @param {Likeness | undefined} likeness */
function numbersOf(likeness) {
  assert.ok(likeness && 'before' in likeness);
  return likeness;
}

/** Computes the cosine in float64. @param {ArrayLike<number>} a @param {ArrayLike<number>} b */
function cosine(a, b) {
  const dot = (/** @type {ArrayLike<number>} */ x, /** @type {ArrayLike<number>} */ y) =>
    Array.from(x).reduce((sum, value, i) => sum + value * y[i], 0);
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
}

describe('numbers set in a layer', () => {
  it('stay in it while another layer is on screen', () => {
    const set = { modelLayer: 1, edits: 'weights.0.1.0:0.5', layerEdits: '0.q.0.1.2:3' };
    const first = { ...set, ...changeLayer(set, 0) };
    assert.deepEqual(
      [first.modelLayer, first.edits, first.layerEdits],
      [0, 'q.0.1.2:3', '1.weights.0.1.0:0.5'],
    );
    const third = { ...first, ...changeLayer(first, 2) };
    assert.deepEqual([third.edits, third.layerEdits], ['', '0.q.0.1.2:3;1.weights.0.1.0:0.5']);
    assert.deepEqual({ ...third, ...changeLayer(third, 1), cell: '' }, { ...set, cell: '' });
  });

  it('are read from any text, and from what is written the same', () => {
    fc.assert(
      fc.property(
        fc.oneof(anyText({ maxLength: 80 }), fc.constant('12.x.a.0:1;0.q.0.1:2;;7.')),
        (text) => {
          const formatted = formatLayerEdits(parseLayerEdits(text));
          assert.equal(formatLayerEdits(parseLayerEdits(formatted)), formatted);
        },
      ),
    );
    assert.deepEqual([...parseLayerEdits('1.weights.0.1.0:0.5;x:1;1000.q.0.0:1').keys()], [1]);
  });
});

describe('each change', () => {
  const settings = {
    ...{ modelLayer: 1, silence: '1.2 0.*', block: '1.2.3.0 *.*.1.0' },
    ...{ edits: 'weights.0.1.0:0.5;q.0.1.0:2', layerEdits: '0.q.0.1.0:3;2.v.0.0.0:1' },
  };

  it('is listed, and taken back without the others', () => {
    const all = listInterventions(settings);
    assert.equal(all.length, 7);
    for (const [i, { undo }] of all.entries()) {
      const others = listInterventions({ ...settings, ...undo }).map(
        ({ undo: _, ...rest }) => rest,
      );
      assert.deepEqual(
        others,
        all.toSpliced(i, 1).map(({ undo: _, ...rest }) => rest),
      );
    }
  });

  it('is made and taken back by the same control', () => {
    const without = { ...settings, ...toggleName(settings, 'silence', '1.2') };
    assert.equal(without.silence, '0.*');
    assert.equal(toggleName(without, 'silence', '1.2').silence, '0.* 1.2');
  });

  it('silences a head alone, with its layer, or in all layers', () => {
    const find = (/** @type {string} */ silence) =>
      [0, 1].flatMap((layer) => [0, 1].map((head) => findSilencing({ silence }, layer, head)));
    assert.deepEqual(find('1.0'), [undefined, undefined, '1.0', undefined]);
    assert.deepEqual(find('1.*'), [undefined, undefined, '1.*', '1.*']);
    assert.deepEqual(find('*.0'), ['*.0', undefined, '*.0', undefined]);
    assert.deepEqual(find('0.1 *.*'), ['*.*', '0.1', '*.*', '*.*']);
    const all = ['1.0 1.1', '1.*', '*.*'].map((silence) => findSilencing({ silence }, 1));
    assert.deepEqual(all, [undefined, '1.*', '*.*'], 'all heads of a layer');
  });

  it('goes to the library by the library’s names, of whichever layer is on screen', () => {
    const layer = { isNormBefore: true, isParallel: false, rotary: undefined };
    assert.deepEqual(readChanges(settings, layer), {
      ...{ silence: ['1.2', '0.*'], block: ['1.2.3.0', '*.*.1.0'] },
      edits: {
        ...{ '0.q.0.1.0': 3, '2.v.0.0.0': 1 },
        ...{ '1.q.0.1.0': 2, '1.weights.0.1.0': 0.5 },
      },
    });
    const other = { ...settings, ...changeLayer(settings, 0) };
    assert.deepEqual(readChanges(other, layer), readChanges(settings, layer));
  });

  it('of a weight matrix is of the layer on screen alone', () => {
    const layer = { isNormBefore: true, isParallel: false, rotary: undefined };
    const { edits } = readChanges({ ...settings, edits: 'q.0.1:5', layerEdits: '' }, layer);
    assert.deepEqual(edits, {});
  });
});

describe('a number that is set goes on through the layers above as through the graph on screen', () => {
  const decoders = checkpoints.filter((name) => name !== 'marian');
  const both = [
    ...['q.0.1.2', 'k.0.1.2', 'v.0.1.2', 'weights.1.1.0', 'heads.1.1.2', 'output.1.3'],
    ...['feedForward/hidden.1.3', 'feedForward/output.1.3'],
  ];
  /** @param {{ isNormBefore: boolean, isParallel: boolean, rotary: unknown }} layer */
  const listCells = ({ isNormBefore, isParallel, rotary }) => [
    ...both,
    ...(rotary === undefined ? [] : ['qRotated.0.1.2']),
    ...(isParallel ? [] : isNormBefore ? ['sum.1.3'] : ['sumNorm/normalized.1.3']),
    ...(isNormBefore
      ? ['attention/normalized.1.3', 'feedForward/normalized.1.3', 'layerSum.1.3']
      : ['layerSumNorm/normalized.1.3']),
  ];
  for (const name of decoders) {
    it(name, async () => {
      const { server, info } = await serve(name);
      const layer = await server.layer(name, 0);
      for (const cell of listCells(layer)) {
        const state = normaliseState({
          ...{ source: 'pretrained', model: 'files', sentence: TEXT, edits: `${cell}:0.25` },
          ...{ heads: info.sizes.heads, dModel: info.sizes.width },
        });
        const changes = readChanges(state, layer);
        const replies = await server.run(name, TEXT, changes);
        const source = makePretrainedSource({ info, replies, layer, settings: state });
        const { run } = makeEditedRun(attention, state, source);
        const last = layer.isNormBefore ? 'layerSum' : 'layerSumNorm/normalized';
        assert.notEqual(replies.after, replies.before, cell);
        assert.deepEqual(run.tensor(last).data, replies.after.inputs[1].data, cell);
        assert.notDeepEqual(replies.after.inputs[1].data, replies.before.inputs[1].data, cell);
      }
    });
  }
});

describe('before and after', () => {
  it('next tokens have the probabilities of both runs, also those that only one finds probable', async () => {
    const { server } = await serve('gpt2');
    const model = await loadPretrained(attention, filesOf('gpt2'));
    const changes = {
      silence: ['0.1', '1.*'],
      block: ['0.2.1.0'],
      edits: { '0.weights.0.2.1': 0.9 },
    };
    const { before, after, compared = [] } = await server.run('gpt2', TEXT, changes);
    const runs = [model.run(TEXT), model.run(TEXT, changes)];
    assert.equal(compared.length, before.ids.length);
    for (const [position, tokens] of compared.entries()) {
      const [was, is] = runs.map(
        (run) =>
          new Map(model.next(run, position, 1000).map(({ id, probability }) => [id, probability])),
      );
      for (const { id, before: first, after: second } of tokens)
        assert.deepEqual([first, second], [was.get(id), is.get(id)]);
      const expected = new Set(
        [before, after].flatMap(({ next }) => next?.[position].map(({ id }) => id)),
      );
      assert.deepEqual(new Set(tokens.map(({ id }) => id)), expected);
      const most = tokens.map((token) => Math.max(token.before, token.after));
      assert.deepEqual(
        most,
        most.toSorted((a, b) => b - a),
      );
    }
    assert.ok(compared.some((tokens) => tokens.some((token) => token.before !== token.after)));
  });

  it('two sentences have the cosine of their embeddings, with silenced heads silenced for both', async () => {
    const { server } = await serve('use-lite');
    const model = await loadPretrained(attention, 'use-lite');
    const [text, other] = ['They eat fried noodles', 'They eat hot food'];
    const changes = { ...NO_CHANGES, silence: ['1.2'], block: ['0.0.1.0'] };
    const { before, after } = numbersOf(
      (await server.run('use-lite', text, changes, { comparedSentence: other })).likeness,
    );
    const vector = (/** @type {string} */ sentence, /** @type {object} */ options = {}) =>
      model.run(sentence, options).embedding?.data ?? [];
    const { silence } = changes;
    assert.ok(Math.abs(before - cosine(vector(text), vector(other))) < 1e-6);
    assert.ok(Math.abs(after - cosine(vector(text, changes), vector(other, { silence }))) < 1e-6);
    assert.ok(Math.abs(before - after) > 0.01);
    const same = numbersOf(
      (await server.run('use-lite', text, changes, { comparedSentence: text })).likeness,
    );
    assert.ok(Math.abs(same.before - 1) < 1e-6);
  });

  it('a model without a head has the mean of its rows as the vector of a sentence', async () => {
    const { server, info } = await serve('bert-encoder');
    const model = await loadPretrained(attention, filesOf('bert-encoder'));
    const { before, likeness } = await server.run('bert-encoder', TEXT, NO_CHANGES, {
      comparedSentence: 'the dog',
    });
    const mean = (/** @type {string} */ text) => {
      const { hidden } = model.run(text);
      const [n, width] = hidden.shape;
      return Array.from({ length: width }, (_, column) =>
        Array.from({ length: n }, (_, row) => hidden.data[row * width + column] / n).reduce(
          (a, b) => a + b,
        ),
      );
    };
    assert.ok(before.vector && !info.sentenceHead);
    for (const [i, x] of mean(TEXT).entries()) assert.ok(Math.abs(x - before.vector[i]) < 1e-6);
    const expected = cosine(mean(TEXT), mean('the dog'));
    assert.ok(Math.abs(numbersOf(likeness).before - expected) < 1e-6);
  });

  it('a sentence that is too long to be compared leaves all else', async () => {
    const { server } = await serve('use-lite');
    const { before, likeness } = await server.run('use-lite', TEXT, NO_CHANGES, {
      comparedSentence: 'noodles '.repeat(200),
    });
    assert.ok(likeness && 'failure' in likeness);
    assert.equal(
      notCompared(likeness.failure),
      'The sentences are not compared. The text has 601 tokens, and this model reads at most 128. Shorten it.',
    );
    assert.ok(before.vector);
  });

  it('a fault in the comparison is not said as a reason', async (t) => {
    const { server } = await serve('use-lite');
    const { tokenize } = PretrainedModel.prototype;
    /** @this {PretrainedModel} @param {string} text */
    function refuse(text) {
      if (text === 'a fault') throw new TypeError('a fault of the program');
      return tokenize.call(this, text);
    }
    t.mock.method(PretrainedModel.prototype, 'tokenize', refuse);
    await assert.rejects(
      server.run('use-lite', TEXT, NO_CHANGES, { comparedSentence: 'a fault' }),
      {
        name: 'TypeError',
      },
    );
  });

  it('changes without a place in a shorter sentence, or in this model, are left out', async () => {
    const { server } = await serve('gpt2');
    const changes = {
      silence: ['9.0', '0.9'],
      block: ['0.0.40.0', '5.0.1.0'],
      edits: { '0.weights.0.40.0': 1, '0.q.0.40.0': 1 },
    };
    const replies = await server.run('gpt2', TEXT, changes);
    const { before, after } = replies;
    assert.equal(after, before);
    assert.deepEqual(replies.changes, { silence: [], block: [], edits: {} });
    const more = { ...changes, silence: [...changes.silence, '0.1'] };
    const alone = { ...NO_CHANGES, silence: ['0.1'] };
    const [mixed, plain] = [
      await server.run('gpt2', TEXT, more),
      await server.run('gpt2', TEXT, alone),
    ];
    assert.deepEqual(mixed.after.weights[1].data, plain.after.weights[1].data);
    assert.notDeepEqual(mixed.after.weights[1].data, before.weights[1].data);
    const state = normaliseState({
      source: 'pretrained',
      model: 'files',
      sentence: TEXT,
      block: '0.0.40.0',
      heads: 4,
      dModel: 32,
    });
    const { info } = await serve('gpt2');
    const layer = await server.layer('gpt2', 0);
    const source = makePretrainedSource({
      info,
      replies,
      layer,
      settings: state,
    });
    const run = new Run(attention, source.graph, source.given);
    assert.deepEqual(run.tensor('weights').data, before.weights[0].data);
  });
});
