import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { loadAttention } from '../../src/js/index.js';
import { loadPretrained } from '../../src/js/pretrained/index.js';
import { assertSameBits } from '../support/near.js';
import { filesOf } from './checkpoints.js';

const attention = await loadAttention();
const [gpt2, bert, marian] = await Promise.all(
  ['gpt2', 'bert', 'marian'].map((name) => loadPretrained(attention, filesOf(name))),
);
after(() => {
  for (const model of [gpt2, bert, marian]) model.dispose();
});

/** @param {() => unknown} run @param {string} argument @param {RegExp} [says] */
function assertInvalid(run, argument, says = /expected/) {
  assert.throws(run, { name: 'ArgumentError', argument, message: says });
}

describe('lists of ids', () => {
  it('are typed arrays as well as arrays', () => {
    const ids = [5, 6, 7];
    const plain = gpt2.run(ids);
    const words = ids.map(BigInt);
    for (const list of [
      ...[Int32Array.from(ids), Uint32Array.from(ids)],
      ...[BigInt64Array.from(words), BigUint64Array.from(words)],
    ]) {
      for (const run of [gpt2.run(list), gpt2.run({ ids: list })]) {
        assertSameBits(run.hidden, plain.hidden);
        assert.deepEqual(run.ids, ids);
      }
    }
    const target = [199, 3, 80];
    const decoded = marian.run({ ids, targetIds: Int32Array.from(target) });
    assertSameBits(decoded.hidden, marian.run({ ids, targetIds: target }).hidden);
    assert.deepEqual(decoded.targetIds, target);
    const types = [0, 1, 1];
    const typed = bert.run({ ids, typeIds: Int32Array.from(types) });
    assertSameBits(typed.hidden, bert.run({ ids, typeIds: types }).hidden);
    assert.notDeepEqual(typed.hidden.data, bert.run(ids).hidden.data);
  });

  it('are refused if they are of another kind', () => {
    for (const list of ['199', 7, null, { 0: 199 }, new DataView(new ArrayBuffer(4))]) {
      const other = /** @type {any} */ (list);
      assertInvalid(() => marian.run({ ids: [5, 6], targetIds: other }), 'input.targetIds');
      assertInvalid(() => bert.run({ ids: [5, 6], typeIds: other }), 'input.typeIds');
      assertInvalid(() => bert.run(/** @type {any} */ ({ ids: [5], words: other })), 'input.words');
      assertInvalid(() => bert.run({ ids: other }), 'input');
    }
  });

  it('are refused under another name, which would be ignored', () => {
    const typo = /** @type {any} */ ({ ids: [5, 6], typeId: [0, 1] });
    assertInvalid(() => bert.run(typo), 'input.typeId', /did you mean typeIds\?/);
    assertInvalid(() => marian.run(/** @type {any} */ ({ ids: [5], target: [0] })), 'input.target');
  });

  it('name the number that is no id, or none of a type', () => {
    assertInvalid(() => gpt2.run([1, 300]), 'input[1]', /from 0 to 299/);
    assertInvalid(() => gpt2.run(BigInt64Array.of(1n, -1n)), 'input[1]', /from 0 to 299/);
    assertInvalid(() => gpt2.run({ ids: [0.5] }), 'input.ids[0]');
    assertInvalid(() => gpt2.run(/** @type {any} */ ([Symbol('id')])), 'input[0]');
    assertInvalid(() => bert.run({ ids: [5], typeIds: [2] }), 'input.typeIds[0]', /from 0 to 1/);
    assertInvalid(() => marian.run({ ids: [5], targetIds: [-1] }), 'input.targetIds[0]');
    const words = /** @type {any} */ ({ ids: [5], words: [-2] });
    assertInvalid(() => bert.run(words), 'input.words[0]', /from -1/);
  });

  it('have a type and a word for each id, or none at all', () => {
    const says = /list of 1; expected 2 integers, one for each id/;
    assertInvalid(() => bert.run({ ids: [5, 6], typeIds: [1] }), 'input.typeIds', says);
    const words = /** @type {any} */ ({ ids: [5, 6], words: [0] });
    assertInvalid(() => gpt2.run(words), 'input.words', says);
    assertInvalid(() => gpt2.generate({ ids: [5, 6], typeIds: [0] }), 'input.typeIds', says);
  });

  it('are counted by texts only in a model that counts them', () => {
    const run = gpt2.run({ ids: [5, 6], typeIds: [0, 0] });
    assertSameBits(run.hidden, gpt2.run([5, 6]).hidden);
    const says = /absent or only 0: this model has no token types$/;
    assertInvalid(() => gpt2.run({ ids: [5, 6], typeIds: [0, 1] }), 'input.typeIds', says);
  });
});

describe('what a decoder has read', () => {
  it('is refused by a model without an encoder', () => {
    const input = { ids: [5, 6], targetIds: [1] };
    assertInvalid(() => gpt2.run(input), 'input.targetIds', /absent: this model has no encoder/);
    assertInvalid(() => gpt2.generate(input), 'input.targetIds');
    assert.equal(gpt2.run({ ...input, targetIds: undefined }).targetIds, undefined);
  });

  it('is at least one token of a text to write on from', () => {
    const input = { ids: [3, 76, 0], targetIds: [] };
    const says = /at least one token/;
    assertInvalid(() => marian.generate(input), 'input.targetIds', says);
    assertInvalid(() => [...marian.stream(input)], 'input.targetIds', says);
    assert.deepEqual(marian.run(input).hidden.shape, [0, marian.sizes.width]);
    assert.equal(marian.generate({ ids: input.ids }, { tokens: 2 }).ids.length, 2);
  });
});

describe('padding of RoBERTa', () => {
  it('takes no position: each token after it has the rows of a text without it', async () => {
    const roberta = await loadPretrained(attention, filesOf('roberta'));
    const rowsOf = (/** @type {number[]} */ ids) =>
      roberta.run(ids, { trace: ['input'] }).layers[0].input?.data ?? [];
    const padding = 1;
    const width = roberta.sizes.width;
    const plain = rowsOf([0, 5, 6, 2]);
    const padded = rowsOf([0, 5, padding, 6, 2, padding]);
    assert.deepEqual(
      [...padded.slice(0, 2 * width), ...padded.slice(3 * width, 5 * width)],
      [...plain],
    );
    // Every padding has the same position.
    assert.deepEqual(padded.slice(2 * width, 3 * width), padded.slice(5 * width));
    roberta.dispose();
  });
});
