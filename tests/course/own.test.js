// Chapter 8, with its numbers computed again.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadAttention } from '../../src/js/index.js';
import { costTable, countCost, TEXT_LENGTHS } from '../../web/features/course/cost.js';
import { chapters } from '../../web/features/course/index.js';
import { computeProbabilities } from '../../web/features/course/temperature.js';
import { end } from '../../web/features/course/text/en/course.js';
import { countTasks } from '../../web/pages/chapters.js';
import { parseAnswers } from '../../web/state/guide.js';
import { rounded } from '../../web/text/number.js';
import { markup, plain } from '../support/markup.js';
import { modelComputation } from '../support/models.js';
import { assertNear, contextOf, pageNamed, replyTo } from './pages.js';

/** @import { State } from '../../web/state/types.js' */

const attention = await loadAttention();

it('the wrong program divides by the root of the number of words, and is otherwise right', () => {
  const page = pageNamed('own-bug');
  const { computation } = contextOf(page);
  const { q, k, scores, scaledScores, weights } = computation.results;
  assert.equal(computation.queryWords.length, 3);
  scores.data.forEach((score, i) => {
    const [row, column] = [Math.floor(i / 3), i % 3];
    const product =
      q.data[2 * row] * k.data[2 * column] + q.data[2 * row + 1] * k.data[2 * column + 1];
    assert.equal(score, product);
    assert.ok(Math.abs(scaledScores.data[i] - score / Math.sqrt(3)) < 1e-6);
  });
  for (const row of [0, 1, 2]) {
    const sum = [0, 1, 2].reduce((all, column) => all + weights.data[3 * row + column], 0);
    assert.ok(Math.abs(sum - 1) < 1e-6);
  }
});

describe('own-row', () => {
  const page = pageNamed('own-row');
  const { results } = contextOf(page).computation;
  it('computes what its line says, with √4 = 2: the exponentials 1 and 2, weights ⅓ and ⅔', () => {
    const text = plain(markup([page.setup(contextOf(page)), page.task?.question]));
    assert.match(text, /\/√d\)/);
    assert.doesNotMatch(text, /without/);
    assertNear([results.scores.data[1] / results.scaledScores.data[1]], [2]);
    assertNear([...results.scaledScores.data.slice(0, 2)].map(Math.exp), [1, 2]);
    assertNear([...results.weights.data.slice(0, 2)], [1 / 3, 2 / 3]);
    assertNear([...results.heads.data.slice(0, 1)], [7]);
    assert.equal(rounded(results.scaledScores.data[1]), '0.693');
  });
  it('knows the outputs without the division, and divided by d', () => {
    const outputs = [1, 4].map((divisor) => {
      const power = Math.exp(results.scores.data[1] / divisor);
      return ((3 + 9 * power) / (1 + power)).toFixed(4);
    });
    assert.deepEqual(outputs, ['7.8000', '6.5147']);
    assert.match(replyTo('own-row', contextOf(page), outputs[0]).reply, /did not divide by √d/);
    assert.match(replyTo('own-row', contextOf(page), outputs[1]).reply, /divided by d\. /);
  });
});

it('a number of W_V of head 1 changes V, the outputs of that head and of the layer, and no weights', () => {
  const state = { edits: 'v.0.0:2' };
  const [was, is] = [{}, state].map(
    (change) => contextOf(pageNamed('own-picture'), change).computation.results,
  );
  const changed = Object.keys(was).filter((id) =>
    was[id].data.some((value, i) => !Object.is(value, is[id].data[i])),
  );
  assert.deepEqual(changed.toSorted(), [
    ...['concatenated', 'contributionSum', 'headContributions', 'heads', 'output', 'v', 'wv'],
  ]);
  const half = is.heads.data.length / 2;
  assert.deepEqual([...is.heads.data.slice(half)], [...was.heads.data.slice(half)], 'head 2');
});

it('another order of the stations changes the output for Oslo only with position embeddings', () => {
  const page = pageNamed('own-sets');
  const sentence = 'Lima Perth Rome Oslo';
  /** @param {Partial<State>} change */
  const oslo = (change) => {
    const { computation } = contextOf(page, change);
    const { data, shape } = computation.results.output;
    const row = computation.queryWords.indexOf('Oslo');
    return [...data.subarray(row * shape[1], (row + 1) * shape[1])];
  };
  /** @param {Partial<State>} change */
  const moved = (change) => {
    const [was, is] = [oslo(change), oslo({ ...change, sentence })];
    return Math.max(...was.map((value, i) => Math.abs(value - is[i])));
  };
  assert.ok(moved({}) < 1e-6);
  assert.ok(moved({ positions: 'sinusoidal' }) > 0.1);
});

it('Mini has two layers, no feed-forward network, and reuses its embeddings as the last matrix', async () => {
  const { model, computation } = await modelComputation('mini', {
    training: -1,
    sentence: '<s> Anna has a red ball . she gives the',
  });
  const names = Object.keys(model.parameters);
  assert.equal(new Set(names.flatMap((name) => /^layers\.\d/.exec(name) ?? [])).size, 2);
  const parts = new Set(names.map((name) => name.replace(/^layers\.\d\.|\.(gain|bias)$/g, '')));
  assert.deepEqual([...parts], ['embedding', 'norm', 'qkv', 'distances', 'output']);
  // The last row times the matrix of all words gives 106 scores, and the softmax turns them into
  // probabilities.
  const { normalized, embeddingTable, logits, probabilities } = computation.results;
  const [words, width] = embeddingTable.shape;
  const last = normalized.data.slice(-width);
  const scores = Array.from({ length: words }, (_, i) =>
    last.reduce((sum, value, j) => sum + value * embeddingTable.data[i * width + j], 0),
  );
  scores.forEach((score, i) => {
    assert.ok(Math.abs(score - logits.data[logits.data.length - words + i]) < 1e-4);
  });
  const powers = scores.map(Math.exp);
  const sum = powers.reduce((all, power) => all + power, 0);
  powers.forEach((power, i) => {
    const probability = probabilities.data[probabilities.data.length - words + i];
    assert.ok(Math.abs(power / sum - probability) < 1e-4);
  });
  const text = plain(markup(end.next));
  assert.match(text, /Mini has two, without feed-forward/);
  assert.match(text, /one more matrix, where Mini uses its embeddings/);
});

it('the wrong program is shown for the word tea, the first of three', () => {
  const { computation, state } = contextOf(pageNamed('own-bug'));
  assert.deepEqual([computation.queryWords[0], computation.queryWords.length], ['tea', 3]);
  assert.equal(state.query, 0);
});

it('the strips of the layer are rows of the run, and the third is the sum of the others', async () => {
  const page = pageNamed('own-stream');
  const { sentence, query } = page.state;
  const computation = await modelComputation('mini', { training: -1, sentence });
  const { results } = computation.computation;
  const shown = markup(page.figure(/** @type {any} */ ({ ...computation, selected: query })));
  const cells = [...shown.matchAll(/data-place="?([\w/.]+)"?\s+data-value="?([-\w.+]+)"?/g)];
  assert.equal(cells.length, 3 * 32);
  const strips = [0, 1, 2].map((i) => cells.slice(32 * i, 32 * i + 32));
  for (const [, place, value] of cells) {
    const [id, row, column] = place.split('.');
    assert.equal(Math.fround(Number(value)), results[id].data[Number(row) * 32 + Number(column)]);
  }
  const [row, added, sum] = strips.map((strip) =>
    strip.map(([, , value]) => Math.fround(Number(value))),
  );
  assert.deepEqual(
    sum,
    row.map((value, i) => Math.fround(value + added[i])),
  );
  assert.match(plain(shown), /the row of “\.”/);
  const ofDogs = markup(page.figure(/** @type {any} */ ({ ...computation, selected: 2 })));
  assert.match(plain(ofDogs), /the row of “dogs”/, 'the label names the marked word');
});

it('costs are those of one head of 64 numbers, and those of GPT-2 are 151 million scores', () => {
  for (const length of TEXT_LENGTHS) {
    const { scores, inWindow, kept, keptWhenShared } = countCost(length);
    // The scores of all pairs, and those within a window of 100 words.
    assert.equal(scores, length ** 2);
    assert.equal(inWindow, length * Math.min(100, length));
    assert.deepEqual([kept, keptWhenShared], [128 * length, 32 * length]);
  }
  assert.equal(Math.round((12 * 12 * countCost(1024).scores) / 1e6), 151);
});

it('a temperature divides the logits before softmax; at 1 the probabilities are those of the run', async () => {
  const { computation } = await modelComputation('mini', {
    ...{ training: -1, sentence: '<s> the dogs near the house are tired .' },
  });
  const { logits, probabilities } = computation.results;
  const [words, size] = logits.shape;
  const row = logits.data.slice((words - 1) * size);
  for (const temperature of [0.1, 1, 3]) {
    const powers = Array.from(row, (logit) => Math.exp(logit / temperature));
    const sum = powers.reduce((all, power) => all + power, 0);
    computeProbabilities(attention, row, temperature).forEach((probability, i) => {
      assert.ok(Math.abs(probability - powers[i] / sum) < 1e-5, `${temperature}, word ${i}`);
    });
  }
  const coldest = computeProbabilities(attention, row, 0);
  assert.equal(coldest[row.indexOf(Math.max(...row))], 1, 'temperature 0');
  assert.equal(
    coldest.reduce((sum, probability) => sum + probability),
    1,
  );
  computeProbabilities(attention, row, 1).forEach((probability, i) => {
    assert.ok(Math.abs(probability - probabilities.data[(words - 1) * size + i]) < 1e-6);
  });
});

it('times are measured by one press at a time, and a failure is explained', async () => {
  /** @type {number[]} */
  const lengths = [];
  let refused = 512;
  const core = {
    scaledDotProductAttention(/** @type {any} */ { shape }) {
      if (shape[0] === refused) throw new Error('No memory.');
      lengths.push(shape[0]);
    },
  };
  const context = { attention: /** @type {any} */ (core) };
  const { _$litDirective$: CostTable } = /** @type {any} */ (costTable(context));
  // There is no document to render to.
  const table = Object.assign(new CostTable({}), { isConnected: true });
  const read = () => markup(table.render(context));
  // The button is the first template among the values, its press the one function in it.
  const findPress = () =>
    table
      .render(context)
      .values.find((/** @type {any} */ value) => value?.strings)
      .values.find((/** @type {unknown} */ value) => value instanceof Function);
  const measure = async () => {
    lengths.length = 0;
    const isMeasured = findPress()();
    assert.match(read(), /aria-disabled=true/);
    assert.equal(findPress(), undefined);
    await isMeasured;
    assert.match(read(), /aria-disabled=false/);
    return plain(read()).match(/\d ms/g)?.length;
  };
  assert.equal(await measure(), 2);
  assert.equal(lengths.length, 6);
  assert.match(read(), /role="alert".*No memory\./);
  refused = 0;
  assert.equal(await measure(), TEXT_LENGTHS.length);
  assert.deepEqual([...new Set(lengths)], TEXT_LENGTHS);
  assert.equal(lengths.length, 15);
  assert.doesNotMatch(read(), /alert/);
});

it('the last page leads to the first open task of each chapter, and counts shown answers', () => {
  const answers =
    'why-flip_1* why-unseen_shown why-cup_0.182* mixing-values_1* mixing-slide_0.1_0.3_0.6* mixing-row_0.5_-1.25*';
  const shown = markup(pageNamed('own-end').figure(contextOf(pageNamed('own-end'), { answers })));
  const rows = [...shown.matchAll(/<tr><th scope="row">(.*?)<\/th><td>(.*?)<\/td>/gs)].map(
    ([, name, tasks]) => [plain(name), name.includes('<button'), plain(tasks)],
  );
  assert.deepEqual(rows.slice(0, 3), [
    ['Why look elsewhere?', true, '2 of 4; answers shown: 1'],
    ['Mixing', false, '3 of 3'],
    ['Scoring', true, '0 of 4'],
  ]);
  const [why] = chapters;
  assert.equal(countTasks(why, parseAnswers(answers)).open?.id, 'why-unseen');
});
