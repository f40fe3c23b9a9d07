// Chapter 7: what the translator does with and without a link, and a reply for each mistake.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadAttention } from '../../src/js/index.js';
import { computeScoreParts as scoreParts } from '../../web/features/course/additive-score.js';
import { chapters } from '../../web/features/course/index.js';
import * as text from '../../web/features/course/text/en/translation.js';
import { expectedSentences, findTallToGrand } from '../../web/features/course/translation.js';
import { listMainPages } from '../../web/pages/chapters.js';
import { makeComputation } from '../../web/session/computation.js';
import { normaliseState } from '../../web/state/normalise.js';
import { markup, plain } from '../support/markup.js';
import { modelComputation } from '../support/models.js';
import { trainTo } from '../support/trained.js';
import {
  assertOwnReplies,
  assertRight,
  pageJson as json,
  pageNamed,
  readMarked,
  replyTo,
  translatorContext,
} from './pages.js';

/** @import { Computation } from '../../web/sources/types.js' */

const attention = await loadAttention();

const { model, state: plainState } = await modelComputation('translator', {
  ...{ mechanism: 'additive', seed: 0 },
  sentence: "il n'est pas aussi grand que son père",
});

/**
 * Returns the page's numbers from the model in its current state.
 * @param {string} name
 * @param {object} [change]
 */
const contextOf = (name, change) => translatorContext(model, `translation-${name}`, change);

/**
 * Returns the French word with the largest weight for an English one.
 * @param {any} context
 * @param {number} query
 */
function findStrongestKey({ computation: { results, keyWords } }, query) {
  const row = [
    ...results.weights.data.subarray(query * keyWords.length, (query + 1) * keyWords.length),
  ];
  const weight = Math.max(...row);
  return { word: keyWords[row.indexOf(weight)], index: row.indexOf(weight), weight };
}
/** Returns the last text of a page's figure. @param {string} name */
const readLastText = (name) => readMarked(json(`translation-${name}`).show.at(-1).text);

/** @param {any} context @returns {string} */
const joinQueryWords = ({ computation: { queryWords } }) => queryWords.join(' ');

const untrained = contextOf('learn');
await trainTo(model, 'translator-additive-0', 200);
const early = contextOf('learn');
await trainTo(model, 'translator-additive-0', model.steps);

describe('the translator learns to align', () => {
  it('is wrong before training', () => {
    assert.equal(plainState.training, 0);
    assert.equal(replyTo('translation-learn', untrained).isRight, false);
    assert.match(replyTo('translation-learn', untrained).reply, /does not write/);
  });

  it('reaches the target within its training', () => {
    assert.equal(joinQueryWords(early), 'he is not as tall as her father ■');
    assert.equal(replyTo('translation-learn', early).isRight, false);
    assert.match(replyTo('translation-learn', early).reply, /not enough/);
    assert.equal(replyTo('translation-learn', contextOf('learn')).isRight, true);
    assert.ok((findTallToGrand(contextOf('learn').computation) ?? 0) > 0.9);
  });
});

describe('the trained translator', () => {
  it('attends to “grand” when it writes “tall”, and to several words for the second “as”', () => {
    const context = contextOf('align');
    assert.equal(joinQueryWords(context), 'he is not as tall as his father ■');
    assert.deepEqual(
      context.computation.keyWords,
      "■ il n' est pas aussi grand que son père ■".split(' '),
    );
    assert.equal(findStrongestKey(context, 4).word, 'grand');
    assert.ok(findStrongestKey(context, 5).weight < 0.5);
    assert.equal(
      replyTo('translation-align', context, String(findStrongestKey(context, 4).index)).isRight,
      true,
    );
    // “aussi” has the same position as “tall”.
    assertOwnReplies('translation-align', context, ['5', '1']);
    assert.match(replyTo('translation-align', context, '5').reply, /same place/);
  });

  it('has a question that can be asked before it is trained', () => {
    const page = pageNamed('translation-align');
    /** @type {any} */
    const waiting = { computation: { keyWords: [], queryWords: [] }, answer() {} };
    assert.match(plain(markup(page.meanwhile?.(waiting))), /grand/);
    assert.match(text.training, new RegExp(`${model.steps.toLocaleString('en')} steps`));
    assert.match(text.training, new RegExp(`${model.drawBatch().length} pairs`));
    assertRight('translation-align', waiting);
    assert.equal(replyTo('translation-align', waiting, '5').isRight, false);
  });

  it('has texts before training that state what the trained model reads and writes', () => {
    for (const [page, name] of /** @type {const} */ ([
      ['align', 'father'],
      ['block', 'father'],
      ['roles', 'short'],
      ['lengths', 'short'],
      ['read', 'house'],
    ])) {
      const { keyWords, queryWords } = contextOf(page).computation;
      assert.deepEqual({ keyWords, queryWords }, expectedSentences[name], page);
    }
  });

  it('drops the negation if “not” cannot attend to “pas”', () => {
    const context = contextOf('block');
    const { queryWords, keyWords } = context.computation;
    assert.deepEqual([queryWords[2], keyWords[4]], ['not', 'pas']);
    assert.equal(findStrongestKey(context, 2).word, 'pas');
    assertRight('translation-block', context);
    assertOwnReplies('translation-block', context, ['0', '2']);
    const blocked = contextOf('block', { masked: '2.4' });
    assert.equal(joinQueryWords(blocked), 'he is as tall as his father ■');
    assert.equal(blocked.computation.results.weights.data[2 * 11 + 4], 0);
    assert.equal(findStrongestKey(blocked, 2).word, 'aussi');
  });

  it('still writes “not” in a shorter sentence, attending to “est” and “n’”', () => {
    const blocked = contextOf('block', { sentence: "elle n'est pas grande", masked: '2.4' });
    const { queryWords, keyWords, results } = blocked.computation;
    assert.equal(queryWords.join(' '), 'she is not tall ■');
    const at = (/** @type {string} */ word) =>
      results.weights.data[2 * keyWords.length + keyWords.indexOf(word)].toFixed(2);
    assert.equal(at('pas'), '0.00');
    const content = readLastText('block');
    assert.ok(
      content.includes(`at est (“is”, weight ${at('est')}) and n’ (“not”, ${at("n'")}) carry`),
      content,
    );
  });

  it('has a state for “grande” that depends on the words around it', () => {
    const first = (/** @type {string} */ sentence) => {
      const { keyWords, results } = contextOf('block', { sentence }).computation;
      const { data, shape } = results.annotations;
      return data[keyWords.indexOf('grande') * shape[1]].toFixed(2).replace('-', '−');
    };
    const content = readLastText('block');
    const [here, there] = [first("elle n'est pas grande"), first('elle est grande')];
    assert.notEqual(here, there);
    assert.ok(content.includes(`is ${here} here, and ${there} in elle est grande`), content);
  });

  it('writes “white” from “blanche” at another position', () => {
    const context = contextOf('read');
    assert.equal(joinQueryWords(context), 'the small white house is not old ■');
    assert.equal(findStrongestKey(context, 2).word, 'blanche');
    // “house” has the same position as “blanche”, if the start mark is not counted.
    assert.equal(context.computation.keyWords.indexOf('blanche') - 1, 3);
    assertRight('translation-read', context);
    assertOwnReplies('translation-read', context, ['3', '6']);
    // The page says that “is” looks a little more at “pas” than at “est”.
    const { queryWords, keyWords, results } = context.computation;
    const weightOfIs = (/** @type {string} */ key) =>
      results.weights.data[queryWords.indexOf('is') * keyWords.length + keyWords.indexOf(key)];
    const lead = weightOfIs('pas') - weightOfIs('est');
    assert.ok(lead > 0 && lead < 0.15, `${lead}`);
    // The covered row does not show whose row it is.
    const shown = plain(
      markup(
        pageNamed('translation-read').figure({
          ...context,
          isOpen: false,
          marks: new Map(),
          originalOf() {},
          compared() {},
          answer() {},
        }),
      ),
    );
    assert.doesNotMatch(shown, /×/);
    assert.match(shown.slice(0, shown.indexOf('0.')), /\?/);
    assert.doesNotMatch(shown.slice(0, shown.indexOf('0.')), /white/);
  });
});

/**
 * Renders a page with everything that its pictures read.
 * @param {any} context
 * @param {string} id
 */
const drawFigure = (context, id) =>
  markup(
    pageNamed(id).figure({
      ...{ isOpen: true, marks: new Map(), answer() {}, dispatch() {}, navigateTo() {} },
      ...{ originalOf() {}, compared() {}, ...context },
    }),
  );

/** Returns the cells of a picture by place. @param {string} shown @returns {Map<string, number>} */
const cellsOf = (shown) =>
  new Map(
    [...shown.matchAll(/data-place="?([\w/.]+)"?\s+data-value="?([-\w.+]+)"?/g)].map(
      ([, place, value]) => [place, Math.fround(Number(value))],
    ),
  );

describe('the encoder and the decoder in one picture', () => {
  const context = contextOf('roles', { query: 3 });
  it('says why the query has another length than a state, and what the first state is', () => {
    const { queries, annotations, 'decoder/start': start } = context.computation.results;
    assert.ok((queries.shape.at(-1) ?? 0) < (annotations.shape.at(-1) ?? 0));
    assert.ok(start.data.every((/** @type {number} */ number) => number === 0));
    const shown = plain(drawFigure({ ...context, isOpen: false }, 'translation-roles'));
    assert.match(shown, /asks has fewer numbers than a state: the next page compares them/);
    assert.match(shown, /start: all 0/);
    const { pages } = chapters.find(({ id }) => id === 'translation') ?? { pages: [] };
    const main = listMainPages(pages).map(({ id }) => id);
    assert.equal(main[main.indexOf('translation-roles') + 1], 'translation-lengths');
    assert.match(readMarked(json('translation-lengths').after), /additive/);
  });
  it('says that what comes out goes into the next state of the decoder', () => {
    const { inputs } = context.computation.nodes['decoder/3/candidateContext'];
    assert.match(JSON.stringify(inputs), /"decoder\/3\/context"/);
    for (const isOpen of [false, true])
      assert.match(
        plain(drawFigure({ ...context, isOpen }, 'translation-roles')),
        /goes into its next state \(↓\)/,
      );
  });

  const { results, queryWords, keyWords } = context.computation;

  it('shows all states, and the query, weights and context of the selected word', () => {
    const cells = cellsOf(drawFigure(context, 'translation-roles'));
    const sizes = { annotations: 7 * 48, states: 5 * 48, 'decoder/start': 48 };
    const ofOneWord = { 'queries.3': 32, 'weights.3': 7, 'contexts.3': 48 };
    for (const [id, count] of Object.entries({ ...sizes, ...ofOneWord })) {
      const places = [...cells.keys()].filter((place) => place.startsWith(`${id}.`));
      assert.equal(places.length, count, id);
    }
    for (const [place, value] of cells) {
      const [id, ...index] = place.split('.');
      const at = index
        .map(Number)
        .reduce((sum, number, i) => sum * results[id].shape[i] + number, 0);
      assert.equal(value, results[id].data[at], place);
    }
  });

  it('draws lines as thick as the weights, and names no role before the answer', () => {
    const shown = drawFigure({ ...context, isOpen: false }, 'translation-roles');
    const widths = [...shown.matchAll(/class="?gives"? [^>]*stroke-width="?([\d.e-]+)/g)];
    const row = [...results.weights.data.slice(3 * 7, 4 * 7)];
    assert.deepEqual(
      widths.map(([, width]) => Number(width) / 9).map((width) => width.toFixed(6)),
      row.filter((weight) => weight >= 0.02).map((weight) => weight.toFixed(6)),
    );
    const stripped = shown.replaceAll(/ (class|data-\w+|href)="?[^"> ]*"?/g, '');
    assert.doesNotMatch(stripped, /query|queries|keys|values|sum|context/i);
    assert.match(plain(drawFigure(context, 'translation-roles')), /context vector/);
    assert.deepEqual([queryWords[3], keyWords[5]], ['tall', 'grande']);
  });

  it('opens the step of each of its rows in the lab', () => {
    const shown = drawFigure({ ...context, isLinked: true }, 'translation-roles');
    assert.match(plain(shown), /Underlined names open the lab/);
    const links = [...shown.matchAll(/class="?plain"? href="?#([^" >]*)/g)];
    const steps = links.map(([, link]) => /step=([a-z]+)/.exec(link)?.[1] ?? 'embeddings');
    assert.deepEqual(
      steps,
      'embeddings annotations weights contexts states probabilities'.split(' '),
    );
  });
});

describe('the map with blocked links', () => {
  it('cannot be pressed before the answer, and shows both translations', () => {
    const unanswered = drawFigure({ ...contextOf('block'), isOpen: false }, 'translation-block');
    assert.match(unanswered, /aria-disabled="?true/);
    assert.doesNotMatch(unanswered, /aria-disabled="?false/);
    const blocked = contextOf('block', { mask: 'custom', masked: '2.4' });
    const shown = drawFigure(blocked, 'translation-block');
    assert.doesNotMatch(shown, /aria-disabled="?true/);
    assert.match(plain(shown), /no link blocked ?he is not as tall as his father/);
    assert.match(plain(shown), /now ?he is as tall as his father/);
    assert.match(shown, /he is <b>\s*as tall/);
  });
});

describe('the score of a trained pair', () => {
  const context = contextOf('pair');
  const which = (/** @type {number} */ key) => ({
    ids: { queries: 'queries', keys: 'keys', weights: 'scoreWeights' },
    ...{ query: 3, key },
  });
  const { keyWords } = /** @type {Computation} */ (context.computation);
  const all = keyWords.map((_, key) => scoreParts(context, which(key)));

  it('is the sum of products of a weight and the tanh of a sum', () => {
    for (const { score, products, sums, features, weights } of all) {
      const sum = products.reduce((product, other) => product + other, 0);
      assert.ok(Math.abs(sum - score) < 1e-5, `${sum} ${score}`);
      features.forEach((value, i) => {
        assert.ok(Math.abs(value - Math.tanh(sums[i])) < 1e-6);
        assert.ok(Math.abs(products[i]) <= Math.abs(weights[i]));
      });
    }
  });

  it('is at most what the page says, and few of its 32 columns change sign', () => {
    const [{ weights, features }] = all;
    const most = weights.reduce((sum, weight) => sum + Math.abs(weight), 0);
    const content = readMarked(json('translation-pair').after);
    assert.ok(content.includes(`that is ${most.toFixed(1)}`), content);
    assert.equal(features.length, 32);
    const turning = features.filter((value, i) =>
      all.some((parts) => Math.sign(parts.features[i]) !== Math.sign(value)),
    );
    assert.ok(turning.length <= 8, String(turning.length));
    assertRight('translation-pair', context);
    assertOwnReplies('translation-pair', context, ['0', '1']);
  });

  it('is drawn with these numbers', () => {
    const cells = cellsOf(drawFigure(context, 'translation-pair'));
    const { queries, keys, features, weights, score } = all[5];
    for (const [id, values] of Object.entries({
      ...{ 'queries.3': queries, 'keys.5': keys, 'features.3.5': features, scoreWeights: weights },
    }))
      assert.deepEqual(
        values.map((_, i) => cells.get(`${id}.${i}`)),
        values,
        id,
      );
    assert.equal(cells.get('scores.3.5'), score);
  });
});

describe('queries of the decoder, and keys and values of the encoder', () => {
  it('the decoder has the query, the encoder keys and values', () => {
    assertRight('translation-roles', {});
    assertOwnReplies('translation-roles', {}, ['1_0_2_3', '0_2_1_3', '0_1_3_2', '0_1_2_0']);
  });

  it('5 written words, including the mark, have 5 rows of 7 weights', () => {
    const context = contextOf('lengths');
    assert.deepEqual(context.computation.results.weights.shape, [5, 7]);
    assertRight('translation-lengths', context);
    // The map itself would give the answer away.
    const cells = (/** @type {boolean} */ isOpen) =>
      cellsOf(drawFigure({ ...context, isOpen, selected: 3 }, 'translation-lengths')).size;
    assert.deepEqual([cells(false), cells(true)], [0, 35]);
    assertOwnReplies('translation-lengths', context, ['5_7', '7_7', '5_4', '7_6']);
    assert.match(replyTo('translation-lengths', context, '5_5').reply, /marks/);
    assert.match(replyTo('translation-lengths', context, '5_7').reply, /on its side/);
    // Either the weights in a row lack marks, or the map is on its side and both numbers lack marks.
    assert.match(
      replyTo('translation-lengths', context, '4_5').reply,
      /a weight for each French word .* marks/,
    );
  });

  it('scores are additive, and queries and keys have different lengths', () => {
    const { state, computation } = contextOf('lengths');
    assert.equal(state.mechanism, 'additive');
    const byHand = normaliseState(pageNamed('translation-additive').state);
    const { queryEmbeddings, embeddings } = makeComputation(attention, byHand).results;
    const content = readMarked(json('translation-lengths').after);
    assert.ok(
      content.includes(
        `a query of ${queryEmbeddings.shape[1]} numbers and a key of ${embeddings.shape[1]}`,
      ),
      content,
    );
    // w, and features that tanh keeps between −1 and 1.
    const { scoreWeights, features } = computation.results;
    assert.equal(scoreWeights.data.length, features.shape.at(-1));
    assert.ok(features.data.every((/** @type {number} */ value) => Math.abs(value) <= 1));
  });
});

/**
 * Returns the sums before tanh, the numbers after it, and the score, for each French word.
 * @param {Computation} computation
 */
function additiveParts({ results }) {
  const { projectedQueries, projectedKeys, features, wv, scores } = results;
  const weights = [...wv.data];
  return [...scores.data].map((score, key) => {
    const at = (/** @type {number} */ i) => key * weights.length + i;
    return {
      score,
      weights,
      sums: weights.map((_, i) => projectedQueries.data[i] + projectedKeys.data[at(i)]),
      features: weights.map((_, i) => features.data[at(i)]),
    };
  });
}

describe('a score by hand', () => {
  const state = normaliseState(pageNamed('translation-additive').state);
  const context = { state, computation: makeComputation(attention, state), selected: 0 };

  it('adds, applies tanh and multiplies by weights', () => {
    const [grand] = additiveParts(context.computation);
    assert.deepEqual(grand.sums, [0, 12, -11]);
    assert.deepEqual(grand.features, [0, 1, -1].map(Math.fround));
    assert.deepEqual(grand.weights, [4, 3, 2]);
    // 0 · 4 + 1 · 3 − 1 · 2.
    assert.equal(grand.score, 1);
    assertRight('translation-additive', context);
  });

  it('covers the requested numbers, and shows the others', () => {
    const covered = cellsOf(drawFigure({ ...context, isOpen: false }, 'translation-additive'));
    assert.equal(covered.get('features.0.0.0'), 0);
    for (const place of ['features.0.0.1', 'features.0.0.2', 'scores.0.0'])
      assert.ok(!covered.has(place), place);
    const open = cellsOf(drawFigure({ ...context, isOpen: true }, 'translation-additive'));
    assert.deepEqual(
      ['features.0.0.1', 'features.0.0.2', 'scores.0.0', 'wv.0'].map((place) => open.get(place)),
      [1, -1, 1, 4],
    );
  });

  it('names the mistake in wrong answers', () => {
    // Without tanh: 3 · 12 − 2 · 11; without w; without signs.
    assertOwnReplies('translation-additive', context, ['12_-11_14', '1_-1_0', '1_1_5']);
  });

  it('has widths without a dot product', () => {
    const { embeddings, queryEmbeddings } = context.computation.results;
    assert.deepEqual([queryEmbeddings.shape[1], embeddings.shape[1]], [2, 3]);
  });
});
