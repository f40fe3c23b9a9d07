// Generation obeys the changes of a run. With the cache, it has the same logits as repeated runs,
// bit for bit.
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { loadAttention, tensor } from '../../src/js/index.js';
import { loadPretrained } from '../../src/js/pretrained/index.js';
import { Machine } from '../../src/js/pretrained/machine.js';
import { assertSameBits } from '../support/near.js';
import { filesOf, inputOf, listPlaces } from './checkpoints.js';

/** @import { TestContext } from 'node:test' */
/** @import { RunChanges } from '../../src/js/pretrained/types.js' */

const attention = await loadAttention();
const prompt = [83, 56, 163, 75, 67, 176];
const TOKENS = 5;
/** The position of a token that is written after the prompt. */
const LATER = prompt.length + 2;

/** Loads a model that never ends a text. @param {string} name @param {object} [changes] of config.json */
const load = (name, changes) =>
  loadPretrained(attention, filesOf(name, { eos_token_id: null, ...changes }));
/** @type {Record<string, Awaited<ReturnType<typeof load>>>} */
const models = {};
for (const name of ['gpt2', 'gpt_neo', 'llama', 'marian']) models[name] = await load(name);
after(() => {
  for (const model of Object.values(models)) model.dispose();
});

/**
 * Returns what the model writes, and the logits that it chose from.
 * @param {TestContext} t @param {string} name @param {RunChanges} changes
 */
function write(t, name, changes) {
  const model = models[name];
  const read = t.mock.method(Machine.prototype, 'read');
  const { ids } = model.generate(inputOf(name, prompt), { tokens: TOKENS, ...changes });
  const logits = read.mock.calls
    .flatMap(({ result }) => (result ? [result] : []))
    .filter(({ shape }) => shape[0] === 1 && shape[1] === model.sizes.vocabulary);
  read.mock.restore();
  assert.equal(ids.length, TOKENS);
  assert.equal(logits.length, TOKENS);
  return { ids, logits };
}

/**
 * Returns the changes that fit a text of this length.
 * @param {RunChanges} changes @param {number} length
 * @returns {RunChanges}
 */
function changesFor({ silence, block, edits }, length) {
  const isThere = (/** @type {string | undefined} */ index) =>
    index === '*' || Number(index) < length;
  return {
    silence,
    block: block?.filter((name) => name.split('.').slice(-2).every(isThere)),
    edits: Object.fromEntries(
      Object.entries(edits ?? {}).filter(([name]) => {
        const [table, ...indices] = name
          .replace(/^encoder\./, '')
          .split('.')
          .slice(1);
        const isSquare = ['scores', 'weights'].includes(table);
        return isThere(indices.at(-2)) && (!isSquare || isThere(indices.at(-1)));
      }),
    ),
  };
}

/**
 * Compares generation with a run of the whole text for each token.
 * @param {TestContext} t @param {string} name @param {RunChanges} changes
 */
function compare(t, name, changes) {
  const model = models[name];
  const generated = write(t, name, changes);
  const ids = [...prompt];
  generated.logits.forEach((logits, i) => {
    const run = model.run(inputOf(name, ids), changesFor(changes, ids.length));
    assert.ok(run.logits);
    const row = run.logits.data.slice(-model.sizes.vocabulary);
    // Generation never chooses the padding token.
    if (name === 'marian') row[199] = -Infinity;
    assertSameBits(logits, { shape: [1, row.length], data: row }, `${name}: token ${i}`);
    const best = row.indexOf(Math.max(...row));
    assert.equal(generated.ids[i], best);
    ids.push(best);
  });
  return generated;
}

/**
 * Returns the prefixes of the stacks that have attention.
 * @param {string} name @returns {string[]}
 */
const prefixesOf = (name) => (name === 'marian' ? ['', 'encoder.', 'cross.'] : ['']);

for (const name of Object.keys(models)) {
  describe(`writing on with changes: ${name}`, () => {
    it('silences heads', (t) => {
      const plain = compare(t, name, {});
      for (const prefix of prefixesOf(name)) {
        const changed = compare(t, name, { silence: [`${prefix}0.1`, `${prefix}1.*`] });
        assert.notDeepEqual(changed.logits[0].data, plain.logits[0].data, prefix);
      }
    });

    it('blocks pairs: named ones alone, and with * those of later tokens too', (t) => {
      const plain = write(t, name, {});
      /** Returns the first token whose logits change. @param {string} pair */
      const changedBy = (pair) => {
        const { logits } = compare(t, name, { block: [pair] });
        return logits.findIndex(({ data }, i) =>
          data.some((x, j) => x !== plain.logits[i].data[j]),
        );
      };
      for (const prefix of name === 'marian' ? ['', 'cross.'] : ['']) {
        assert.equal(changedBy(`${prefix}1.*.4.2`), -1, 'the last layer of a token before');
        assert.equal(changedBy(`${prefix}0.1.4.2`), 0);
        // In gpt_neo, the window ends there. The encoder's text has four tokens.
        assert.equal(changedBy(`${prefix}1.*.${LATER}.${prefix ? 3 : LATER - 1}`), 3);
        assert.equal(changedBy(`${prefix}1.*.*.3`), 0);
        assert.equal(changedBy(`${prefix}0.2.*.*`), 0);
        assert.equal(changedBy(`${prefix}0.*.5.*`), 0);
      }
      assert.equal(changedBy(`0.*.*.${LATER - 1}`), 2);
      if (name === 'marian') assert.equal(changedBy('encoder.0.*.*.3'), 0);
    });

    it('sets numbers of every table, of the prompt and of a token that is written later', (t) => {
      const model = models[name];
      const plain = write(t, name, {});
      const run = model.run(inputOf(name, prompt), { trace: true, layers: [0] });
      const stacks = [run.layers[0], run.encoder?.layers[0] ?? {}];
      stacks.forEach((tables, stack) => {
        for (const [table, { shape }] of Object.entries(tables)) {
          const isOther = stack === 1 || /cross[KV]/.test(table);
          for (const row of isOther ? [2] : [4, LATER]) {
            const place = shape.map((_, axis) => (axis === shape.length - 2 ? row : 1));
            const edits = { [`${stack ? 'encoder.' : ''}0.${table}.${place.join('.')}`]: 0.75 };
            const { logits } = compare(t, name, { edits });
            const what = `${Object.keys(edits)}`;
            const at = row === LATER ? 3 : 0;
            assert.deepEqual(
              logits.slice(0, at).map(({ data }) => data),
              plain.logits.slice(0, at).map(({ data }) => data),
              what,
            );
            assert.notDeepEqual(logits[at].data, plain.logits[at].data, what);
          }
        }
      });
    });

    it('writes on where a score is set and a row has no key', (t) => {
      const changes = { block: ['0.1.*.0', '0.1.8.*'], edits: { '0.scores.0.2.1': 1 } };
      const { logits } = compare(t, name, changes);
      // The padding token of marian is never chosen.
      const isRefused = (/** @type {number} */ id) => name === 'marian' && id === 199;
      for (const { data } of logits) {
        assert.ok(data.every((logit, id) => Number.isFinite(logit) || isRefused(id)));
      }
    });

    it('takes a tensor as its numbers one by one, also for tokens that are written later', (t) => {
      const { heads, width } = models[name].sizes;
      const n = prompt.length;
      for (const [place, shape] of /** @type {[string, number[]][]} */ ([
        ['0.output', [LATER, width]],
        ['1.q.1', [LATER - 1, width / heads]],
        ['0.weights', [heads, n, n]],
        [`1.output.${LATER}`, [width]],
      ])) {
        const places = listPlaces(shape);
        const isLater = (/** @type {number[]} */ at) => place === '0.weights' && at[2] > at[1];
        const numbers = places.map((at, i) => (isLater(at) ? 0 : ((i * 7) % 11) / 16));
        const each = places.map((at, i) => [`${place}.${at.join('.')}`, numbers[i]]);
        const tensorEdit = write(t, name, { edits: { [place]: tensor(shape, numbers) } });
        const numberEdits = write(t, name, { edits: Object.fromEntries(each) });
        for (const [i, logits] of tensorEdit.logits.entries())
          assertSameBits(logits, numberEdits.logits[i], `${place}, token ${i}`);
      }
    });

    it('does all of it at once', (t) => {
      const block = ['0.*.*.1', '1.2.7.3'];
      const edits = { '1.weights.2.5.4': 0.9, '1.scores.1.8.7': 2, '0.v.0.4.3': 1 };
      compare(t, name, { silence: ['0.3'], block, edits });
    });
  });
}

describe('changes of writing that have no place', () => {
  /** @type {[title: string, changes: RunChanges, argument: string, expected: RegExp][]} */
  const rows = [
    ['a head', { silence: ['0.4'] }, 'options.silence[0]', /layer\.head/],
    ['a query that is never written', { block: ['0.0.11.0'] }, 'options.block[0]', /11 queries/],
    [
      'a row that is never written',
      { edits: { '0.q.0.11.0': 1 } },
      "options.edits['0.q.0.11.0']",
      /\(4, 11, 8\)/,
    ],
    [
      'a key that comes after all that its query was computed with',
      { edits: { '0.weights.0.5.6': 1 } },
      "options.edits['0.weights.0.5.6']",
      /\(4, 11, 6\)/,
    ],
    [
      'a key after a query that is written later',
      { edits: { '0.weights.0.8.9': 1 } },
      "options.edits['0.weights.0.8.9']",
      /\(4, 11, 9\)/,
    ],
    [
      'an unknown table',
      { edits: { '0.weight.0.1.0': 1 } },
      "options.edits['0.weight.0.1.0']",
      /weights/,
    ],
  ];
  for (const [title, changes, argument, expected] of rows) {
    it(`refuses ${title}, before a token is written`, () => {
      const onToken = () => assert.fail('a token');
      assert.throws(
        () => models.gpt2.generate({ ids: prompt }, { tokens: TOKENS, onToken, ...changes }),
        { name: 'ArgumentError', operation: 'generate', argument, expected },
      );
      assert.equal(models.gpt2.generate({ ids: prompt }, { tokens: 2 }).ids.length, 2);
    });
  }

  it('refuses edits without a place where no token is to be written', () => {
    for (const name of ['0.q.0.6.0', '0.qRot.0.0.0']) {
      const options = { tokens: 0, edits: { [name]: 1 } };
      assert.throws(() => models.gpt2.generate({ ids: prompt }, options), {
        operation: 'generate',
        argument: `options.edits['${name}']`,
      });
    }
    const edits = { '0.q.0.5.0': Number.NaN };
    assert.deepEqual(models.gpt2.generate({ ids: prompt }, { tokens: 0, edits }).ids, []);
  });

  it('writes no forbidden token where an edit makes all logits NaN', async () => {
    const model = await load('gpt2', { bad_words_ids: [[0], [2]] });
    const edits = { '0.q.0.5.0': Number.NaN };
    for (const options of [{}, { temperature: 1 }, { temperature: 1, topK: 3 }]) {
      const { ids } = model.generate({ ids: prompt }, { tokens: 4, edits, ...options });
      assert.equal(ids.length, 4);
      assert.ok(!ids.includes(0) && !ids.includes(2), ids.join());
    }
    model.dispose();
  });

  it("refuses a row that the encoder's text does not have, before a token is written", () => {
    const edits = { '0.crossK.0.4.0': 1 };
    assert.throws(() => models.marian.generate(inputOf('marian', prompt), { edits }), {
      argument: "options.edits['0.crossK.0.4.0']",
    });
  });

  it('has no options of tracing', () => {
    const options = /** @type {any} */ ({ trace: true });
    assert.throws(() => models.gpt2.generate({ ids: prompt }, options), {
      argument: 'options.trace',
    });
  });
});
