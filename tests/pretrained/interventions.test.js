// Interventions: what is silenced, blocked or set changes the run as expected, and nothing before
// it.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { loadAttention, tensor } from '../../src/js/index.js';
import { loadPretrained } from '../../src/js/pretrained/index.js';
import { assertSameBits, assertWithin } from '../support/near.js';
import { filesOf, listPlaces } from './checkpoints.js';

/** @import { Tensor } from '../../src/js/index.js' */
/** @import { PretrainedModel } from '../../src/js/pretrained/model.js' */

const attention = await loadAttention();
const ids = [83, 256, 263, 75, 67, 276];
const names = ['gpt2', 'gpt_neo', 'gpt_neox', 'llama', 'bert'];

/** @type {Map<string, PretrainedModel>} */
const models = new Map();
before(async () => {
  for (const name of names) models.set(name, await loadPretrained(attention, filesOf(name)));
});
/** @param {string} name */
const modelOf = (name) => {
  const model = models.get(name);
  assert.ok(model);
  return model;
};

/** @param {Tensor | undefined} table @param {number[]} place */
function cell(table, ...place) {
  assert.ok(table);
  return table.data[place.reduce((at, index, axis) => at * table.shape[axis] + index, 0)];
}

/**
 * Returns whether a place of a table is a pair that the model never has.
 * @param {Tensor} scores @param {string} table @param {number[]} [start] the first indices
 * @returns {(rest: number[]) => boolean}
 */
const findMasked =
  (scores, table, start = []) =>
  (rest) =>
    ['scores', 'weights'].includes(table) && cell(scores, ...start, ...rest) === -Infinity;

/** Returns the float32 error bound of a sum of many terms of this size. @param {number} size */
const bound = (size) => () => 64 * 2 ** -24 * Math.max(1, size);

for (const name of names) {
  describe(name, () => {
    it('a trace changes no number, and a run is the same each time', () => {
      const model = modelOf(name);
      const plain = model.run(ids);
      const traced = model.run(ids, { trace: true });
      assertSameBits(traced.hidden, plain.hidden);
      assert.deepEqual(plain.layers, [{}, {}]);
      const some = model.run(ids, { trace: ['weights'], layers: [1] });
      assert.deepEqual(
        some.layers.map((tables) => Object.keys(tables)),
        [[], ['weights']],
      );
      assert.ok(some.layers[1].weights && traced.layers[1].weights);
      assertSameBits(some.layers[1].weights, traced.layers[1].weights);
    });

    it('a trace leaves out a table that the model lacks', () => {
      const { layers } = modelOf(name).run(ids, { trace: ['qRot', 'crossWeights', 'weights'] });
      const tables = ['llama', 'gpt_neox'].includes(name) ? ['qRot', 'weights'] : ['weights'];
      for (const layer of layers) assert.deepEqual(Object.keys(layer).sort(), tables);
    });

    it('a silenced head gives zeros, and the layer before is as it was', () => {
      const model = modelOf(name);
      const plain = model.run(ids, { trace: true });
      const silent = model.run(ids, { trace: true, silence: ['1.2'] });
      const { headOut } = silent.layers[1];
      assert.ok(headOut && plain.layers[0].output && silent.layers[0].output);
      const [, n, d] = headOut.shape;
      assert.ok(headOut.data.slice(2 * n * d, 3 * n * d).every((value) => value === 0));
      assert.ok(headOut.data.slice(0, 2 * n * d).some((value) => value !== 0));
      assertSameBits(silent.layers[0].output, plain.layers[0].output);
      assert.notDeepEqual(silent.hidden.data, plain.hidden.data);
      const all = model.run(ids, { trace: ['headOut'], silence: ['0.*'] }).layers[0].headOut;
      assert.ok(all?.data.every((value) => value === 0));
    });

    it('a blocked pair has no weight, and its row sums to 1 all the same', () => {
      const model = modelOf(name);
      const run = model.run(ids, { trace: ['weights', 'scores'], block: ['0.1.4.2'] });
      const { weights, scores } = run.layers[0];
      assert.equal(cell(weights, 1, 4, 2), 0);
      assert.equal(cell(scores, 1, 4, 2), -Infinity);
      assert.notEqual(cell(weights, 0, 4, 2), 0);
      const row = Array.from({ length: ids.length }, (_, key) => cell(weights, 1, 4, key));
      assert.ok(Math.abs(row.reduce((sum, weight) => sum + weight) - 1) < 1e-6);
    });

    it('a star blocks every query or every key', () => {
      const model = modelOf(name);
      const run = model.run(ids, { trace: ['weights'], block: ['0.1.*.2', '0.3.4.*'] });
      const plain = model.run(ids, { trace: ['weights'] }).layers[0].weights;
      const { weights } = run.layers[0];
      for (let query = 0; query < ids.length; query++) {
        assert.equal(cell(weights, 1, query, 2), 0);
        for (let key = 0; key < ids.length; key++) {
          const weight = query === 4 ? 0 : cell(plain, 3, query, key);
          assert.equal(cell(weights, 3, query, key), weight, `${query}, ${key}`);
        }
      }
    });

    it('a row without any key keeps weights of 0 where a score of another head is set', () => {
      const model = modelOf(name);
      const block = ['0.1.*.0', '0.1.3.*'];
      const blocked = model.run(ids, { trace: ['weights'], block }).layers[0].weights;
      const edits = { '0.scores.0.2.1': 1 };
      const set = model.run(ids, { trace: ['weights', 'headOut'], block, edits });
      const { weights, headOut } = set.layers[0];
      assert.ok(weights && blocked && headOut);
      const [, n, S] = weights.shape;
      const isSetRow = (/** @type {number} */ i) => Math.floor(i / S) === 2;
      weights.data.forEach((weight, i) => {
        if (!isSetRow(i)) assert.equal(weight, blocked.data[i], `${i}`);
      });
      assert.notEqual(cell(weights, 0, 2, 1), cell(blocked, 0, 2, 1));
      const d = headOut.shape[2];
      const row = headOut.data.slice((n + 3) * d, (n + 4) * d);
      assert.ok(row.every((value) => value === 0));
      assert.ok(set.hidden.data.every(Number.isFinite));
    });

    it('setting a weight to what it is changes nothing beyond rounding, and its mix follows a new one', () => {
      const model = modelOf(name);
      const plain = model.run(ids, { trace: true });
      const { weights, v } = plain.layers[0];
      const same = model.run(ids, { edits: { '0.weights.3.5.4': cell(weights, 3, 5, 4) } });
      assertWithin(same.hidden, plain.hidden, bound(Math.max(...plain.hidden.data.map(Math.abs))));
      const set = model.run(ids, { trace: true, edits: { '0.weights.3.5.4': 0.75 } });
      assert.equal(cell(set.layers[0].weights, 3, 5, 4), 0.75);
      const d = set.layers[0].headOut?.shape[2] ?? 0;
      const group = 4 / (v?.shape[0] ?? 1);
      for (let i = 0; i < d; i++) {
        let sum = 0;
        for (let key = 0; key < ids.length; key++) {
          sum += cell(set.layers[0].weights, 3, 5, key) * cell(v, Math.floor(3 / group), key, i);
        }
        assert.ok(Math.abs(cell(set.layers[0].headOut, 3, 5, i) - sum) <= 1e-5);
      }
    });

    it('a tensor fills the axes that a name leaves out, as single numbers do', () => {
      const model = modelOf(name);
      const tables = model.run(ids, { trace: true }).layers[1];
      const { scores } = tables;
      for (const [table, { shape }] of Object.entries(tables)) {
        for (let named = 0; named < shape.length; named++) {
          const filled = shape.slice(named);
          const places = listPlaces(filled);
          const isMasked = findMasked(scores, table, Array(named).fill(1));
          const masked = table === 'scores' ? -Infinity : 0;
          const numbers = places.map((at, i) => (isMasked(at) ? masked : ((i * 7) % 11) / 16));
          const place = ['1', table, ...Array(named).fill(1)].join('.');
          const run = model.run(ids, { edits: { [place]: tensor(filled, numbers) } });
          const entries = places.map((at, i) => [`${place}.${at.join('.')}`, numbers[i]]);
          const each = model.run(ids, { edits: Object.fromEntries(entries) });
          assertSameBits(run.hidden, each.hidden, place);
        }
      }
    });

    it('a pair that the model never has keeps its weight of 0', () => {
      const model = modelOf(name);
      const edits = { '0.weights.0.0.5': 1 };
      if (name === 'bert') {
        assert.equal(cell(model.run(ids, { trace: true, edits }).layers[0].weights, 0, 0, 5), 1);
        return;
      }
      const says = 'in this layer, query 0 never attends to key 5';
      assert.throws(() => model.run(ids, { edits }), {
        message: `run: options.edits['0.weights.0.0.5'] is 1; expected 0 there: ${says}`,
      });
      assert.throws(() => model.run(ids, { edits: { '0.scores.0.0.5': 3 } }), {
        message: `run: options.edits['0.scores.0.0.5'] is 3; expected -Infinity there: ${says}`,
      });
      const same = model.run(ids, { edits: { '0.weights.0.0.5': 0 } });
      assertWithin(same.hidden, model.run(ids).hidden, bound(10));
    });

    it('a tensor of fewer positions sets the first ones', () => {
      const model = modelOf(name);
      const { layers } = model.run(ids, { trace: true });
      for (const [table, { shape }] of Object.entries(layers[1])) {
        const few = shape.map((size, axis) => (axis === shape.length - 2 ? 2 : size));
        const isMasked = findMasked(layers[1].scores, table);
        const masked = table === 'scores' ? -Infinity : 0;
        const numberAt = (/** @type {number[]} */ at) => (isMasked(at) ? masked : 0.5);
        const edits = { [`1.${table}`]: tensor(few, listPlaces(few).map(numberAt)) };
        const set = /** @type {any} */ (model.run(ids, { trace: true, edits }).layers[1])[table];
        const before = /** @type {any} */ (layers[1])[table];
        for (const place of listPlaces(shape)) {
          const isSet = place[shape.length - 2] < 2;
          assert.equal(
            cell(set, ...place),
            isSet ? numberAt(place) : cell(before, ...place),
            `${table} ${place}`,
          );
        }
      }
    });

    it('a tensor of another shape is refused with the shape that fits', () => {
      const model = modelOf(name);
      const width = model.sizes.width;
      /** @type {[string, any, string][]} */
      const wrong = [
        ['0.output.3', [1, 2], `numbers of the shape (${width})`],
        [
          '0.output',
          tensor([7, width], Array(7 * width).fill(0)),
          `numbers of the shape (6, ${width})`,
        ],
        ['0.weights.1', tensor([6, 5], Array(30).fill(0)), 'numbers of the shape (6, 6)'],
        ['0.weights.1.2.0', [0.5], 'a number'],
        ['0.output.3', 'x', 'a tensor or nested arrays'],
      ];
      for (const [place, given, expected] of wrong)
        assert.throws(() => model.run(ids, { edits: { [place]: given } }), {
          code: 'ERR_ARGUMENT',
          argument: `options.edits['${place}']`,
          expected,
        });
    });

    it('every table can be set, and what is set is what the run goes on with', () => {
      const model = modelOf(name);
      const plain = model.run(ids, { trace: true });
      for (const [table, tensor] of Object.entries(plain.layers[1])) {
        const place = tensor.shape.map(() => 1);
        const edits = { [`1.${table}.${place.join('.')}`]: 0.5 };
        const run = model.run(ids, { trace: true, edits });
        const tables = /** @type {Record<string, any>} */ (run.layers[1]);
        assert.equal(cell(tables[table], ...place), 0.5, table);
        if (cell(tensor, ...place) === 0.5) continue;
        assert.notDeepEqual(run.hidden.data, plain.hidden.data, table);
      }
    });
  });
}
