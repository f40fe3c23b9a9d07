// A model that translates: the lab shows its encoder, its decoder and the attention between them,
// with the reference's numbers.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadPretrained } from '../../src/js/pretrained/index.js';
import { PretrainedModel } from '../../src/js/pretrained/model.js';
import { FORMATS } from '../../web/export/formats.js';
import { renameForLibrary } from '../../web/features/pretrained/run/changes.js';
import { getReplies } from '../../web/features/pretrained/run/source.js';
import { getTextsAt, listStackLayers } from '../../web/features/pretrained/run/stack-layers.js';
import { allHeadsView } from '../../web/features/pretrained/views/all-heads.js';
import { readOwn } from '../../web/sources/files/attention-arrays.js';
import { readFiles } from '../../web/sources/files/read.js';
import { attention, viewContext } from '../support/computations.js';
import { markup } from '../support/markup.js';
import { expectedOf, filesOf } from './checkpoints.js';
import { openModel } from './computation.js';
import '../support/features.js';

const { cases } = expectedOf('marian');

/** The reference's tables of a layer, by the ids of the lab's graph. */
const SELF = {
  ...{ input: 'input', q: 'q', k: 'k', v: 'v', scaledScores: 'scores', weights: 'weights' },
  ...{ heads: 'head_out', output: 'attn_out', 'sumNorm/normalized': 'after_attn' },
};
const FED = {
  'feedForward/hidden': 'mlp_hidden',
  'feedForward/output': 'mlp_out',
  'layerSumNorm/normalized': 'output',
};
const CROSS = {
  ...{ input: 'after_attn', q: 'cross_q', k: 'cross_k', v: 'cross_v' },
  ...{ scaledScores: 'cross_scores', weights: 'cross_weights', heads: 'cross_head_out' },
  ...{ output: 'cross_attn_out', 'sumNorm/normalized': 'after_cross' },
};

const TABLES = { encoder: { ...SELF, ...FED }, decoder: SELF, cross: { ...CROSS, ...FED } };

/** @param {any} nested @returns {number[]} */
const flat = (nested) => nested.flat(9);

/**
 * Asserts the tolerances of the checkpoints' README.
 * @param {ArrayLike<number>} data @param {number[]} expected @param {string} what
 */
function assertNear(data, expected, what) {
  assert.equal(data.length, expected.length, what);
  const share = /weights/.test(what) ? 5e-6 : 1e-5;
  const limit = share * Math.max(1, ...expected.map((value) => Math.abs(value ?? 0)));
  expected.forEach((value, i) => {
    // The reference has null for a masked score, and the lab masks it in a later table.
    if (value !== null) assert.ok(Math.abs(data[i] - value) <= limit, `${what}[${i}]`);
  });
}

describe('a model of an encoder and a decoder in the lab', () => {
  it('has all its layers in the order in which it computes them', async () => {
    const { info } = await openModel(filesOf('marian'));
    const names = listStackLayers(info.sizes).map(({ stack, layer }) => `${stack} ${layer}`);
    assert.deepEqual(names, [
      ...['encoder 0', 'encoder 1'],
      ...['decoder 0', 'cross 0', 'decoder 1', 'cross 1'],
    ]);
  });

  it('computes every table of every layer as the reference does', async () => {
    const { info, show } = await openModel(filesOf('marian'));
    let compared = 0;
    for (const { text, target, layers, encoder } of cases) {
      for (const [modelLayer, { stack, layer }] of listStackLayers(info.sizes).entries()) {
        const { computation } = await show({ sentence: text, pair: target, modelLayer });
        const tables = stack === 'encoder' ? encoder.layers[layer] : layers[layer];
        for (const [id, name] of Object.entries(TABLES[stack])) {
          const what = `${name} of ${stack} ${layer}: ${id}`;
          assertNear(computation.results[id].data, flat(tables[name]), what);
          compared++;
        }
      }
    }
    assert.equal(compared, 3 * 2 * (12 + 9 + 12));
  });

  it('gives a cross-attention the rows that the encoder leaves, and the words of both texts', async () => {
    const { show } = await openModel(filesOf('marian'));
    const [, , { text, target, tokens, decoder_ids: ids, encoder }] = cases;
    const { computation } = await show({ sentence: text, pair: target, modelLayer: 3 });
    assertNear(computation.results.memory.data, flat(encoder.final), 'memory');
    assert.deepEqual(computation.tokens?.keyWords, tokens);
    const { after } = getReplies(computation);
    assert.deepEqual(after.ids, ids);
    assert.equal(computation.queryWords.length, ids.length);
    assert.notEqual(computation.queryWords.length, computation.keyWords.length);
  });

  it('predicts the tokens that the reference does, after each token of the translation', async () => {
    const { show } = await openModel(filesOf('marian'));
    for (const { text, target, logits_top8: top } of cases) {
      const { computation } = await show({ sentence: text, pair: target, modelLayer: 5 });
      const next = getReplies(computation).after.next ?? [];
      assert.deepEqual(
        next.map((tokens) => tokens.map(({ id }) => id)),
        top.map((/** @type {any} */ { ids }) => ids),
      );
    }
  });

  it('reads its own translation where the reader gives none: the most probable token each time', async () => {
    const { show } = await openModel(filesOf('marian'));
    const { computation } = await show({ sentence: 'water', modelLayer: 5 });
    const { ids, next = [], translation } = getReplies(computation).after;
    const padding = 199;
    const best = next.map((tokens) => tokens.find(({ id }) => id !== padding)?.id);
    assert.ok(ids.length > 8);
    assert.deepEqual(best.slice(0, -1), ids.slice(1));
    assert.ok(translation && !translation.isOwn && translation.text.length > 0);
  });

  it('writes its own translation once, however often the reader changes heads', async (t) => {
    const { show } = await openModel(filesOf('marian'));
    const generate = t.mock.method(PretrainedModel.prototype, 'generate');
    const translations = [];
    for (const silence of ['', '2.0', '2.1 5.*']) {
      const { computation } = await show({ sentence: 'water', modelLayer: 5, silence });
      translations.push(getReplies(computation).after.translation);
    }
    assert.equal(generate.mock.callCount(), 1);
    assert.deepEqual(translations[1], translations[0]);
    assert.deepEqual(translations[2], translations[0]);
    await show({ sentence: 'fire', modelLayer: 5, silence: '2.0' });
    assert.equal(generate.mock.callCount(), 2);
  });

  it('shows the text of each layer, and says which', async () => {
    const { info, show } = await openModel(filesOf('marian'));
    const [, , { text, target, tokens, decoder_ids: ids }] = cases;
    const lengths = [];
    for (const [modelLayer, stackLayer] of listStackLayers(info.sizes).entries()) {
      const { computation } = await show({ sentence: text, pair: target, modelLayer });
      const { after } = getReplies(computation);
      const { queries, keys } = getTextsAt(after, stackLayer);
      assert.equal(computation.queryWords.length, queries.ids.length);
      assert.equal(computation.keyWords.length, keys.ids.length);
      lengths.push([queries.ids.length, keys.ids.length]);
    }
    const [n, m] = [tokens.length, ids.length];
    assert.deepEqual(lengths, [
      [n, n],
      [n, n],
      [m, m],
      [m, n],
      [m, m],
      [m, n],
    ]);
  });

  it('changes heads, pairs and numbers of each stack, in the run and in the layer on screen alike', async () => {
    const { show } = await openModel(filesOf('marian'));
    const [, , { text: sentence, target: pair }] = cases;
    for (const modelLayer of [0, 2, 3]) {
      const head = { silence: `${modelLayer}.1` };
      const blocked = { block: `${modelLayer}.2.3.1` };
      const number = { edits: 'weights.0.2.1:0.9;v.1.2.0:3' };
      for (const change of [head, blocked, number]) {
        const { computation } = await show({ sentence, pair, modelLayer, ...change });
        const { before, after, compared } = getReplies(computation);
        const what = `${modelLayer} ${JSON.stringify(change)}`;
        assert.notEqual(before, after, what);
        assert.ok(
          compared?.flat().some((token) => token.before !== token.after),
          what,
        );
        const { data } = computation.results.weights;
        assert.deepEqual([...data], [...after.weights[modelLayer].data], what);
        const next = computation.results['layerSumNorm/normalized'];
        const following = modelLayer === 2 ? computation.results['sumNorm/normalized'] : next;
        assert.deepEqual([...following.data], [...after.inputs[modelLayer + 1].data], what);
      }
    }
  });

  it('changes nothing of the encoder by a change of the decoder', async () => {
    const { show } = await openModel(filesOf('marian'));
    const { computation } = await show({ sentence: 'water', silence: '2.0 5.*', modelLayer: 1 });
    const { before, after } = getReplies(computation);
    assert.deepEqual(after.weights[1], before.weights[1]);
    assert.deepEqual(after.encoded?.rows, before.encoded?.rows);
    assert.notDeepEqual(after.weights[3], before.weights[3]);
  });

  it('counts the layers of each stack in the label of the small maps, not one layer for each attention', async () => {
    const { show } = await openModel(filesOf('marian'));
    const shown = await show({ sentence: 'water', step: 'allHeads' });
    const page = markup(allHeadsView(viewContext(shown)));
    assert.match(page, /The attention weights of 2 encoder and 2 decoder layers of 4 heads/);
  });

  it('gives <attention-map> all heads of its encoder, its decoder and the attention between them', async () => {
    const { show } = await openModel(filesOf('marian'));
    const { text: sentence, target: pair, layers, encoder } = cases[2];
    const { state, computation } = await show({ sentence, pair, modelLayer: 3 });
    const format = FORMATS.find(({ id }) => id === 'map');
    const file = await /** @type {any} */ (format).make({ state, computation });
    const bytes = new TextEncoder().encode(file.text);
    const read = (/** @type {string} */ part) =>
      readOwn(readFiles([{ name: 'attention-map.json', bytes, part }]));
    for (const [part, tables, name] of /** @type {const} */ ([
      ['encoder', encoder.layers, 'weights'],
      ['decoder', layers, 'weights'],
      ['cross', layers, 'cross_weights'],
    ])) {
      const { tensors, queryWords, keyWords } = await read(part);
      assert.deepEqual(Object.keys(tensors), ['layer1/weights', 'layer2/weights']);
      Object.values(tensors).forEach(({ shape, data }, layer) => {
        assertNear(data, flat(tables[layer][name]), `weights of ${part} ${layer}`);
        assert.deepEqual(shape.slice(1), [queryWords.length, keyWords.length]);
      });
    }
    const { queryWords, keyWords } = await read('cross');
    assert.deepEqual([queryWords, keyWords], [computation.queryWords, computation.keyWords]);
    assert.deepEqual((await read('encoder')).queryWords, keyWords);
    assert.deepEqual((await read('decoder')).keyWords, queryWords);
    // Readers without parts, such as the lab, read the map on the screen.
    assert.deepEqual(await read(''), await read('cross'));
    assert.throws(
      () => read('crosses'),
      /has no map “crosses”; the nearest is cross\. It has cross, encoder, decoder: write one/,
    );
  });

  it('blocks a pair of all layers in none if one layer has no such pair', async () => {
    const { show } = await openModel(filesOf('marian'));
    const [, , { text: sentence }] = cases;
    const { computation } = await show({ sentence, pair: 'a', block: '*.*.5.0' });
    const { before, after } = getReplies(computation);
    const [queries, targets] = [before.weights[0], before.weights[2]].map(({ shape }) => shape[1]);
    assert.ok(queries > 5 && targets <= 5);
    assert.equal(before, after);
    assert.deepEqual([...computation.results.weights.data], [...before.weights[0].data]);
  });

  it('keeps the changes that have no place in a shorter text', async () => {
    const { show } = await openModel(filesOf('marian'));
    const changes = { block: '3.*.1.9', layerEdits: '3.k.0.9.0:2', silence: '9.0' };
    const { computation } = await show({ sentence: 'water', ...changes });
    const { before, after } = getReplies(computation);
    assert.equal(before, after);
  });
});

describe('the names of a change', () => {
  it('are those of the library: by stack, and by the tables of cross-attention', () => {
    const stackLayers = listStackLayers({ layers: 2, hasEncoder: true, encoderLayers: 2 });
    const edits = { '1.q.0.0.0': 1, '4.weights.0.1.0': 2, '3.weights.0.1.0': 3, '3.mlpOut.0.0': 4 };
    const named = renameForLibrary(
      { silence: ['0.1', '3.*'], block: ['5.1.2.0'], edits },
      stackLayers,
    );
    assert.deepEqual(named, {
      silence: ['encoder.0.1', 'cross.0.*'],
      block: ['cross.1.1.2.0'],
      edits: {
        'encoder.1.q.0.0.0': 1,
        '1.weights.0.1.0': 2,
        '0.crossWeights.0.1.0': 3,
        '0.mlpOut.0.0': 4,
      },
    });
  });
});

describe('interventions in the library, in a model with an encoder', () => {
  it('never writes a token that its configuration forbids', async () => {
    const free = await loadPretrained(attention, filesOf('marian'));
    const { ids } = free.generate('water', { tokens: 4 });
    const bound = await loadPretrained(attention, filesOf('marian', { bad_words_ids: [[ids[0]]] }));
    assert.ok(!bound.generate('water', { tokens: 4 }).ids.includes(ids[0]));
    for (const model of [free, bound]) model.dispose();
  });

  it('never writes a sequence of tokens that its configuration forbids, but each of them', async () => {
    const load = (/** @type {object} */ changes) =>
      loadPretrained(attention, filesOf('gpt2', { eos_token_id: null, ...changes }));
    const prompt = [5, 6, 7];
    const free = await load({});
    const { ids } = free.generate({ ids: prompt }, { tokens: 4 });
    const freeIds = [...prompt, ...ids];
    for (const [from, end] of [
      [3, 5],
      [4, 7],
      [2, 4],
      [0, 4],
    ]) {
      const sequence = freeIds.slice(from, end);
      const others = [[...sequence.slice(0, -1), 0, ...sequence.slice(-1)], [9, ...sequence], []];
      const open = await load({ bad_words_ids: others });
      assert.deepEqual(open.generate({ ids: prompt }, { tokens: 4 }).ids, ids);
      const bound = await load({ bad_words_ids: [...others, sequence] });
      const boundIds = [...prompt, ...bound.generate({ ids: prompt }, { tokens: 4 }).ids];
      assert.deepEqual(boundIds.slice(0, end - 1), freeIds.slice(0, end - 1));
      assert.notEqual(boundIds[end - 1], freeIds[end - 1], `${sequence}`);
      for (const model of [open, bound]) model.dispose();
    }
    const ended = await load({ eos_token_id: ids[1], bad_words_ids: [[ids[1]]] });
    assert.deepEqual(ended.generate({ ids: prompt }, { tokens: 4 }).ids, ids.slice(0, 2));
    for (const model of [free, ended]) model.dispose();
  });
});
