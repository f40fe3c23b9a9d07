import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ModelServer } from '../../web/features/pretrained/run/server.js';
import { getReplies } from '../../web/features/pretrained/run/source.js';
import {
  findTextPart,
  hasTwoTexts,
  makePartView,
} from '../../web/features/pretrained/run/stack-layers.js';
import { allHeadsView } from '../../web/features/pretrained/views/all-heads.js';
import { drawHeadLines } from '../../web/features/pretrained/views/head-lines.js';
import { PALETTES } from '../../web/styles/colour.js';
import { attention } from '../support/computations.js';
import { byKind } from '../support/marks.js';
import { markup, plain } from '../support/markup.js';
import { checkpoints, expectedOf, filesOf, sourceOf } from './checkpoints.js';
import { openModel } from './computation.js';
import '../support/features.js';

const { cases } = expectedOf('bert');
/** @type {any} */
const pairCase = cases.find((/** @type {any} */ case_) => case_.pair);
const { show } = await openModel(filesOf('bert'));

/** Computes both texts as the page does. @param {object} [requested] */
const showPair = (requested) =>
  show({ sentence: pairCase.text, pair: pairCase.pair, ...requested });

/** A layer that attends to its own text. */
const SELF_LAYER = /** @type {const} */ ({ stack: 'decoder', layer: 0 });

describe('a pair of texts', () => {
  for (const name of ['bert-encoder', 'distilbert', 'roberta']) {
    it(`is read by ${name}, also if its tokenizer numbers texts that the model does not`, async () => {
      const model = await openModel(sourceOf(name));
      const { computation } = await model.show({ sentence: 'the old mill', pair: 'a road' });
      const { after } = getReplies(computation);
      assert.ok(hasTwoTexts(after));
      assert.ok(after.embeddings.every(({ rows }) => rows.shape[0] === after.ids.length));
    });
  }

  it('is read as the reference reads it: tokens, their texts and all weights', async () => {
    const { computation } = await showPair();
    const { after } = getReplies(computation);
    assert.deepEqual(after.ids, pairCase.ids);
    const types = after.ids.map((_, place) => (place < after.secondStart ? 0 : 1));
    assert.deepEqual(types, pairCase.token_type_ids);
    for (const [layer, { weights }] of pairCase.layers.entries()) {
      const expected = weights.flat(2);
      after.weights[layer].data.forEach((weight, i) => {
        assert.ok(Math.abs(weight - expected[i]) <= 5e-6, `${layer}.${i}`);
      });
    }
    // The page computes the same weights for its layer.
    const { data } = computation.results.weights;
    data.forEach((weight, i) => {
      assert.ok(Math.abs(weight - after.weights[0].data[i]) <= 1e-6);
    });
  });

  it('is told apart: queries of one text, keys of the other', async () => {
    const { after } = getReplies((await showPair()).computation);
    const [first, count] = [after.secondStart, after.ids.length];
    assert.ok(first > 1 && first < count);
    const part = findTextPart(after, SELF_LAYER, 'a-b');
    assert.deepEqual(part.rows, [...Array(first).keys()]);
    assert.deepEqual(part.columns, [...Array(count).keys()].slice(first));
    assert.deepEqual(findTextPart(after, SELF_LAYER, 'b-a'), {
      rows: part.columns,
      columns: part.rows,
    });
    assert.equal(findTextPart(after, SELF_LAYER, 'all').rows.length, count);
    const view = makePartView(after.weights[1], 2, part);
    assert.deepEqual([view.rows, view.columns], [first, count - first]);
    assert.equal(view.at(1, 0), after.weights[1].data[(2 * count + 1) * count + first]);
  });

  it('has lines of the chosen direction alone', async () => {
    const { state, computation } = await showPair({ step: 'headLines', texts: 'b-a' });
    const { after } = getReplies(computation);
    const { rows, columns } = findTextPart(after, SELF_LAYER, 'b-a');
    const context = { state, computation, selected: 1, dispatch: () => {} };
    const drawing = await drawHeadLines(/** @type {any} */ (context), PALETTES.light);
    const { labels, lines } = byKind(drawing);
    const [queries, keys] = [rows, columns].map((places) =>
      places.map((place) => computation.queryWords[place]),
    );
    assert.deepEqual(
      labels.slice(1).map(({ text }) => text),
      ['queries', ...queries, 'keys', ...keys],
    );
    const [heads] = after.weights[0].shape;
    const weights = Array.from({ length: heads }, (_, head) => [
      ...makePartView(after.weights[0], head, { rows, columns }).numbers,
    ]);
    assert.deepEqual(
      lines.map((line) => line['stroke-opacity']),
      weights
        .flat()
        .filter((weight) => weight >= 0.01)
        .sort((weight, other) => weight - other),
    );
  });

  it('has no choice of directions where there is one text', async () => {
    const { state, computation } = await showPair({ pair: '', texts: 'a-b' });
    const { after } = getReplies(computation);
    assert.equal(hasTwoTexts(after), false);
    assert.equal(findTextPart(after, SELF_LAYER, 'a-b').columns.length, after.ids.length);
    const context = { state, computation, attention, dispatch: () => {} };
    const page = plain(markup(allHeadsView(/** @type {any} */ (context))));
    assert.doesNotMatch(page, /first → second/);
  });

  it('is offered for models whose tokenizer joins two texts, and for no others', async () => {
    const server = new ModelServer();
    /** @type {string[]} */
    const reading = [];
    for (const name of ['use-lite', ...checkpoints]) {
      const { readsPairs } = await server.load(name, sourceOf(name), undefined);
      if (readsPairs) reading.push(name);
    }
    assert.deepEqual(reading, ['bert', 'bert-encoder', 'distilbert', 'roberta']);
  });
});
