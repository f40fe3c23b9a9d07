// The pages about a pretrained model: what they say, checked with the model's numbers.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readShippedModel } from '../../src/js/pretrained/shipped.js';
import { computeSumAt } from '../../web/features/course/mixing-motion.js';
import { placeValues } from '../../web/features/course/real-model.js';
import { inPlane } from '../../web/features/course/text/en/real-model.js';
import { findNearestWords, placeWords } from '../../web/features/course/word-map.js';
import { getReplies } from '../../web/features/pretrained/run/source.js';
import { needSlot } from '../../web/features.js';
import { makePageState } from '../../web/pages/chapters.js';
import { withCourse } from '../../web/pages/judging.js';
import { openModel } from '../pretrained/computation.js';
import { viewContext } from '../support/computations.js';
import { markup, plain } from '../support/markup.js';
import {
  assertOwnReplies,
  assertRight,
  pageJson,
  pageNamed,
  readMarked,
  replyTo,
} from './pages.js';
import '../support/features.js';

await needSlot('pretrained');
const files = await readShippedModel('use-lite');
const weightsFile = /** @type {Blob} */ (files['model.safetensors']);
const { show } = await openModel(files);

/**
 * Returns the context of a page with the model's numbers.
 * @param {string} id
 * @param {object} [change]
 * @returns {Promise<any>}
 */
async function contextOf(id, change) {
  const page = pageNamed(id);
  const wanted = { ...makePageState(page), ...change };
  const { computation } = await show({ ...wanted, model: 'files' });
  return withCourse(viewContext({ state: wanted, computation }), page, undefined);
}

/** @param {ArrayLike<number>} row */
const lengthOf = (row) => Math.hypot(...Array.from(row));

describe('own-model', () => {
  it('tells how many numbers each norm has, and names no layer below the vector of all layers', async () => {
    const page = pageNamed('own-model');
    for (const step of ['input', 'hidden']) {
      const shown = plain(markup(page.figure(await contextOf('own-model', { step }))));
      assert.match(shown, /Its norm: 2 rows of 512 numbers\./, step);
    }
    assert.doesNotMatch(String(page.origin), /layer/);
  });

  it('states how many parameters each part of the layer has', async () => {
    const { computation } = await contextOf('own-model');
    const counts = { attention: 0, matrices: 0, norms: 0, feedForward: 0, all: 0 };
    for (const [id, { data }] of Object.entries(computation.parameters)) {
      const isNorm = /(gain|\/bias)$/.test(id);
      const part = isNorm ? 'norms' : id.startsWith('feedForward/') ? 'feedForward' : 'attention';
      counts[part] += data.length;
      if (/^w[qkvo]$/.test(id)) counts.matrices += data.length;
      counts.all += data.length;
    }
    assert.ok(counts.feedForward > counts.attention && counts.attention > counts.norms);
    assert.equal(counts.matrices, 4 * 512 * 512);
    const millions = (/** @type {number} */ count) => (count / 1e6).toFixed(2);
    const [ofAttention, ofNetwork, ofNorms] = pageJson('own-model').task.answers.map(
      (/** @type {any} */ { reply }) => reply,
    );
    assert.ok(
      ofAttention.includes(`${millions(counts.attention)} of ${millions(counts.all)} million`),
    );
    assert.ok(
      ofNetwork.includes(`${millions(counts.feedForward)} of ${millions(counts.all)} million`),
    );
    assert.ok(ofNorms.includes(`${counts.norms.toLocaleString('en')} in all`));
    assert.equal(computation.results['feedForward/hidden'].shape[1], 1536);
  });

  it('states the sizes of the matrices that the question compares', async () => {
    const page = pageNamed('own-model');
    for (const [change, sizes] of /** @type {const} */ ([
      [{ step: 'weights' }, 'Its matrices: 4 of 512 × 512.'],
      [{ step: 'hidden' }, 'Its matrices: 512 × 1,536 and 1,536 × 512.'],
      [{ step: 'weights', modelLayer: 0 }, 'Its matrices: 3 of 256 × 256 and 256 × 512.'],
    ])) {
      const shown = plain(markup(page.figure(await contextOf('own-model', change))));
      assert.ok(shown.includes(sizes), sizes);
    }
  });

  it('states the number of parameters in the file of the model', async () => {
    const file = Buffer.from(await weightsFile.arrayBuffer());
    const end = 8 + Number(file.readBigUInt64LE(0));
    /** @type {Record<string, { shape?: number[] }>} */
    const tensors = JSON.parse(file.subarray(8, end).toString());
    // Nobody learned the waves of positions, and scales belong to the stored form.
    const count = Object.entries(tensors)
      .filter(([name]) => !/_scale$|^position/.test(name))
      .reduce((sum, [, { shape = [0] }]) => sum + shape.reduce((a, b) => a * b), 0);
    assert.equal(count, 6_975_744);
    assert.ok(pageJson('own-model').text.includes(`${(count / 1e6).toFixed(1)} million numbers`));
  });

  it('shows the last table of the open part', async () => {
    const page = pageNamed('own-model');
    for (const [step, tensor] of Object.entries({
      ...{
        weights: 'weights',
        hidden: 'feedForward/hidden',
        output: 'output',
        layerSum: 'layerSum',
      },
    })) {
      const shown = markup(page.figure(await contextOf('own-model', { step })));
      const tables = [...shown.matchAll(/data-tensor="?([\w/]+)/g)].map(([, id]) => id);
      assert.deepEqual([...new Set(tables)], [tensor], step);
    }
  });

  it('has a reply for each answer', async () => {
    const context = await contextOf('own-model');
    assertRight('own-model', context);
    assertOwnReplies('own-model', context, ['0', '2']);
  });
});

describe('own-added', () => {
  it('states the lengths of the rows that parts add to “bank”, and where the embedding is longest', async () => {
    const { computation, state } = await contextOf('own-added');
    const { stream, tokens } = getReplies(computation).after;
    const lengths = tokens.map((_, row) =>
      stream.map(({ adds: { data, shape } }) =>
        lengthOf(data.subarray(row * shape[1], (row + 1) * shape[1])),
      ),
    );
    const [embedding, , , second, last] = lengths[state.query].map((value) => value.toFixed(1));
    const [first, other, right] = ['0', '1', '2'].map(
      (value) => replyTo('own-added', {}, value).reply,
    );
    assert.ok(first.includes(`Its length is ${embedding}.`), first);
    assert.ok(other.includes(`It adds ${second}:`), other);
    assert.ok(right.includes(`${last}, more than twice the embedding’s ${embedding}.`), right);
    assert.ok(Number(last) > 2 * Number(embedding));
    assertRight('own-added', {});
    const isEmbeddingLongest = lengths.map((row) => row.indexOf(Math.max(...row)) === 0);
    assert.deepEqual(
      computation.queryWords.filter(
        (/** @type {string} */ _, /** @type {number} */ i) => isEmbeddingLongest[i],
      ),
      ['in'],
    );
    assert.match(
      readMarked(pageJson('own-added').after),
      /the embedding is the longest only for the word in/,
    );
  });

  it('shows no lengths before the answer', async () => {
    const page = pageNamed('own-added');
    const context = await contextOf('own-added');
    assert.doesNotMatch(plain(markup(page.figure(context))), /89\.7/);
    assert.match(plain(markup(page.figure({ ...context, isOpen: true }))), /89\.7/);
  });
});

describe('projections-words', () => {
  const WIDTH = 256;

  it('uses rows of the model’s table, to which the first layer adds positions', async () => {
    const { computation } = await contextOf('projections-words');
    const { tokenRows, results, queryWords } = computation;
    assert.deepEqual(tokenRows.shape, [31, WIDTH]);
    assert.equal(queryWords.length, 31, 'each word is one token');
    for (const place of queryWords.keys()) {
      for (let i = 0; i < WIDTH; i++) {
        const angle = place * 10_000 ** (-(i % 128) / 127);
        const wave = i < 128 ? Math.sin(angle) : Math.cos(angle);
        const expected = tokenRows.data[place * WIDTH + i] + wave;
        assert.ok(Math.abs(results.input.data[place * WIDTH + i] - expected) < 1e-5);
      }
    }
  });

  it('states the cosines with “Paris”, and how much of the differences the map shows', async () => {
    const context = await contextOf('projections-words');
    const { tokenRows, queryWords } = context.computation;
    const row = (/** @type {number} */ token) => [
      ...tokenRows.data.subarray(token * WIDTH, (token + 1) * WIDTH),
    ];
    const dot = (/** @type {number[]} */ a, /** @type {number[]} */ b) =>
      a.reduce((sum, value, i) => sum + value * b[i], 0);
    const cosine = (/** @type {string} */ text, /** @type {string} */ other) => {
      const [a, b] = [text, other].map((name) => row(queryWords.indexOf(name)));
      return dot(a, b) / (lengthOf(a) * lengthOf(b));
    };
    assert.equal(queryWords[context.selected], 'Paris');
    const replies = ['0', '1', '2'].map((value) => replyTo('projections-words', {}, value).reply);
    const [london, france, rome] = ['London', 'France', 'Rome'].map((name) =>
      cosine('Paris', name).toFixed(2),
    );
    assert.ok(replies[0].includes(`cosine is ${london}.`), replies[0]);
    assert.ok(replies[1].includes(`${france}, a little more than the ${london} for`), replies[1]);
    assert.ok(replies[2].includes(`cosine is ${rome}.`), replies[2]);
    assertRight('projections-words', {});
    const { words, share } = placeWords(context);
    assert.equal(words.length, 30);
    const paris = words.findIndex(({ name }) => name === 'Paris');
    const [first, second] = findNearestWords(words, paris);
    assert.deepEqual([first.name, second.name], ['France', 'London']);
    for (const { name, cosine: shown } of findNearestWords(words, paris))
      assert.ok(Math.abs(shown - cosine('Paris', name)) < 1e-5, name);
    // On the map, London is nearer than France.
    const far = (/** @type {string} */ name) => {
      const [a, b] = [words[paris], words.find((word) => word.name === name)];
      return Math.hypot(a.at[0] - Number(b?.at[0]), a.at[1] - Number(b?.at[1]));
    };
    assert.ok(far('London') < far('France'));
    // The plane holds its stated share of all squared distances from the mean.
    const rows = words.map(({ token }) => row(token));
    const mean = rows[0].map(
      (_, i) => rows.reduce((sum, vector) => sum + vector[i], 0) / rows.length,
    );
    const total = rows.flatMap((vector) => vector.map((value, i) => (value - mean[i]) ** 2));
    const held = words.flatMap(({ at }) => at.map((value) => value ** 2));
    const sum = (/** @type {number[]} */ all) => all.reduce((value, other) => value + other, 0);
    assert.ok(Math.abs(sum(held) / sum(total) - share) < 1e-5);
    assert.match(plain(markup(pageNamed('projections-words').figure(context))), /only 20% of how/);
  });

  it('shows no cosines before the answer, and those of any word after it', async () => {
    const page = pageNamed('projections-words');
    const context = await contextOf('projections-words');
    assert.doesNotMatch(markup(page.figure(context)), /<button|class="?nearest/);
    const open = plain(markup(page.figure({ ...context, isOpen: true, selected: 18 })));
    assert.match(open, /Most like three, by cosine ?two ?0\.82/);
  });
});

describe('own-meaning', () => {
  const SENTENCES = /** @type {const} */ ([
    ['I put my money in the bank', 6],
    ['They swam to the bank of the river', 5],
  ]);

  it('states how much “bank” takes of its own value and of another in each sentence', async () => {
    const weights = [];
    for (const [sentence, query] of SENTENCES) {
      const { computation } = await contextOf('own-meaning', { sentence, query });
      const { queryWords, results } = computation;
      assert.equal(queryWords[query], 'bank');
      const first = (3 * queryWords.length + query) * queryWords.length;
      weights.push(
        Object.fromEntries(
          queryWords.map((/** @type {string} */ name, /** @type {number} */ key) => [
            ...[name, results.weights.data[first + key].toFixed(2)],
          ]),
        ),
      );
    }
    const [money, river] = weights;
    assert.deepEqual([money.money, money.bank, money.the], ['0.43', '0.22', '0.04']);
    assert.equal(Math.max(...Object.values(money).map(Number)), Number(money.money));
    const replies = ['0', '1', '2'].map((value) => replyTo('own-meaning', {}, value).reply);
    assert.ok(replies[0].includes(`${money.bank} of its own`), replies[0]);
    assert.ok(
      replies[1].includes(`gets ${money.money} from bank, whose own value gets ${money.bank}`),
      replies[1],
    );
    assert.ok(replies[2].includes(`Only ${money.the} goes to “the”`), replies[2]);
    const after = readMarked(pageJson('own-meaning').after);
    assert.ok(
      after.includes(`keeps ${river.bank} of its own value and takes ${river.river} of`),
      after,
    );
    assertRight('own-meaning', {});
  });

  it('draws each value and the output of the run at five moments', async () => {
    for (const [sentence, query] of SENTENCES) {
      const context = await contextOf('own-meaning', { sentence, query });
      const { sum, directions, share } = placeValues(context);
      const { results, keyWords } = context.computation;
      const width = 128;
      const row = (/** @type {string} */ id, /** @type {number} */ index) => {
        const first = (3 * keyWords.length + index) * width;
        return [...results[id].data.subarray(first, first + width)];
      };
      const inDouble = (/** @type {number[]} */ numbers) =>
        directions.map((direction) =>
          numbers.reduce((all, value, i) => all + value * direction[i], 0),
        );
      const assertPoint = (/** @type {readonly number[]} */ at, /** @type {number[]} */ expected) =>
        at.forEach((value, axis) => {
          assert.ok(Math.abs(value - expected[axis]) < 1e-4, `${value} ${expected[axis]}`);
        });
      // The directions are orthogonal and have length 1.
      const [a, b] = directions;
      const product = a.reduce((all, value, i) => all + value * b[i], 0);
      assert.ok(Math.abs(lengthOf(a) - 1) < 1e-9 && Math.abs(product) < 1e-9);
      for (const [key, { at }] of sum.terms.entries()) assertPoint(at, inDouble(row('v', key)));
      assertPoint(
        /** @type {readonly number[]} */ (sum.sums.at(-1)),
        inDouble(row('heads', query)),
      );
      const count = sum.terms.length;
      for (const time of [0, 1, count / 2, count - 1, count]) {
        const begun = Math.floor(time);
        const expected = [0, 1].map((axis) =>
          sum.terms.slice(0, begun).reduce((all, { at, weight }) => all + weight * at[axis], 0),
        );
        assertPoint(computeSumAt(sum, time).sum, expected);
      }
      // Compute by definition what the two directions hold.
      const all = keyWords.map((/** @type {string} */ _, /** @type {number} */ key) =>
        row('v', key),
      );
      const squares = (/** @type {number[][]} */ rows) =>
        rows.flat().reduce((s, value) => s + value * value, 0);
      const held = squares(all.map(inDouble)) / squares(all);
      assert.ok(Math.abs(held - share) < 1e-6, `${held} ${share}`);
      assert.match(inPlane(share), new RegExp(`${Math.round(100 * held)}% of`));
    }
  });

  it('shows no weight before the answer', async () => {
    const page = pageNamed('own-meaning');
    const context = await contextOf('own-meaning');
    assert.doesNotMatch(markup(page.figure(context)), /in-motion/);
    assert.match(markup(page.figure({ ...context, isOpen: true })), /in-motion/);
  });
});
