// Chapter 7: what the translator does, what it does without a link, and a reply for each mistake.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadAttention } from '../../src/js/index.js';
import { readers } from '../../web/learning/readers.js';
import { additiveParts, tallToGrand, translation } from '../../web/lessons/course/translation.js';
import { compute } from '../../web/session/computation.js';
import { normalise } from '../../web/session/state.js';
import { makeSource } from '../../web/sources/models/index.js';
import { markup, plain } from '../support/markup.js';
import { modelComputation } from '../support/models.js';

const attention = await loadAttention();

/** @param {string} name */
function pageNamed(name) {
  const page = translation.pages.find(({ id }) => id === `translation-${name}`);
  assert.ok(page?.task, name);
  return { page, task: page.task };
}

/** @param {string} name @param {any} context @param {string} [value] */
function judged(name, context, value = '') {
  const { isRight, reply } = pageNamed(name).task.judge(context, value);
  return { isRight, reply: plain(markup(reply)) };
}

/** Each of these answers has a reply of its own. @param {string} name @param {any} context @param {string[]} values */
function assertTold(name, context, values) {
  const replies = values.map((value) => {
    const { isRight, reply } = judged(name, context, value);
    assert.equal(isRight, false, `${name}: ${value}`);
    assert.doesNotMatch(
      reply,
      /not right yet|another number comes out|undefined|NaN/,
      `${name}: ${value}`,
    );
    return reply;
  });
  assert.equal(new Set(replies).size, replies.length, name);
}

const { model, state: plainState } = await modelComputation('translator', {
  ...{ mechanism: 'additive', seed: 0 },
  sentence: "il n'est pas aussi grand que son père",
});

/** The page's numbers, with the model as it is now. @param {string} name @param {object} [change] @returns {any} */
function contextOf(name, change = {}) {
  const state = normalise({ ...pageNamed(name).page.state, ...change });
  const progress = { reached: 0, total: model.steps, every: 1, losses: [], measures: [] };
  const { parameters, vocabulary } = model;
  const reading = readers.translator(model, state.sentence);
  const reply = { step: state.training, parameters, reading, vocabulary, progress };
  const computation = compute(attention, state, makeSource(reply, state, attention));
  return { state, computation, selected: state.query };
}

/** The French word that has most of an English one's weight. @param {any} context @param {number} query */
function most({ computation: { results, keyWords } }, query) {
  const row = [
    ...results.weights.data.subarray(query * keyWords.length, (query + 1) * keyWords.length),
  ];
  const weight = Math.max(...row);
  return { word: keyWords[row.indexOf(weight)], index: row.indexOf(weight), weight };
}
/** @param {any} context @returns {string} */
const written = ({ computation: { queryWords } }) => queryWords.join(' ');

const untrained = contextOf('learn');
model.train(200);
const early = contextOf('learn');
model.train(model.steps - 200);

describe('the translator learns to align', () => {
  it('knows nothing at first', () => {
    assert.equal(plainState.training, 0);
    assert.equal(judged('learn', untrained).isRight, false);
    assert.match(judged('learn', untrained).reply, /does not write/);
  });

  it('reaches the target within its training', () => {
    assert.equal(written(early), 'he is not as tall as her father ■');
    assert.equal(judged('learn', early).isRight, false);
    assert.match(judged('learn', early).reply, /not there yet/);
    assert.equal(judged('learn', contextOf('learn')).isRight, true);
    assert.ok((tallToGrand(contextOf('learn').computation) ?? 0) > 0.9);
  });
});

describe('the trained translator', () => {
  it('looks at “grand” when it writes “tall”, and at several words for the second “as”', () => {
    const context = contextOf('align');
    assert.equal(written(context), 'he is not as tall as his father ■');
    assert.deepEqual(context.computation.keyWords, [
      '■',
      'il',
      "n'",
      'est',
      'pas',
      'aussi',
      'grand',
      'que',
      'son',
      'père',
      '■',
    ]);
    assert.equal(most(context, 4).word, 'grand');
    assert.ok(most(context, 5).weight < 0.5);
    assert.equal(judged('align', context, String(most(context, 4).index)).isRight, true);
    // In the place of "tall" stands "aussi".
    assertTold('align', context, ['5', '1']);
    assert.match(judged('align', context, '5').reply, /same place/);
  });

  it('can be asked before it is trained', () => {
    const { page } = pageNamed('align');
    /** @type {any} */
    const waiting = { computation: { keyWords: [], queryWords: [] }, answer() {} };
    assert.match(plain(markup(page.meanwhile?.(waiting))), /grand/);
    assert.equal(judged('align', waiting, '6').isRight, true);
    assert.equal(judged('align', waiting, '5').isRight, false);
  });

  it('denies nothing where “not” may not look at “pas”', () => {
    const context = contextOf('block');
    const { queryWords, keyWords } = context.computation;
    assert.deepEqual([queryWords[2], keyWords[4]], ['not', 'pas']);
    assert.equal(most(context, 2).word, 'pas');
    assert.equal(judged('block', context, '1').isRight, true);
    assertTold('block', context, ['0', '2']);
    const blocked = contextOf('block', { masked: '2.4' });
    assert.equal(written(blocked), 'he is as tall as his father ■');
    assert.equal(blocked.computation.results.weights.data[2 * 11 + 4], 0);
    assert.equal(most(blocked, 2).word, 'aussi');
  });

  it('writes “white” from “blanche”, which stands elsewhere', () => {
    const context = contextOf('read');
    assert.equal(written(context), 'the small white house is not old ■');
    assert.equal(most(context, 2).word, 'blanche');
    // "house" stands where "blanche" does, once the mark of the beginning is left out.
    assert.equal(context.computation.keyWords.indexOf('blanche') - 1, 3);
    assert.equal(judged('read', context, '2').isRight, true);
    assertTold('read', context, ['3', '6']);
    // The covered row does not say whose it is.
    const shown = plain(
      markup(
        pageNamed('read').page.figure({
          ...context,
          isOpen: false,
          marks: new Map(),
          originalOf() {},
          compared() {},
          answer() {},
        }),
      ),
    );
    assert.match(shown.slice(0, shown.indexOf('0.')), /\?/);
    assert.doesNotMatch(shown.slice(0, shown.indexOf('0.')), /white/);
  });
});

describe('who asks whom', () => {
  it('the decoder has the query, the encoder keys and values', () => {
    assert.equal(judged('roles', {}, '0_1_2_3').isRight, true);
    assertTold('roles', {}, ['1_0_2_3', '0_2_1_3', '0_1_3_2', '0_1_2_0']);
  });

  it('8 words that are written have 8 rows of 7 weights', () => {
    assert.equal(judged('lengths', {}, '7_8_56_8').isRight, true);
    assertTold('lengths', {}, ['8_7_56_7', '7_7_49_7', '7_8_56_1']);
    assert.match(judged('lengths', {}, '8_8_64_8').reply, /square/);
    assert.equal(judged('lengths', {}, '7_8_55_8').isRight, false);
  });
});

describe('a score by hand', () => {
  const state = normalise(pageNamed('additive').page.state);
  const context = { state, computation: compute(attention, state), selected: 0 };

  it('adds, squeezes and weighs', () => {
    const [grand, petit] = additiveParts(context.computation);
    assert.deepEqual(grand.sums, [0, 12, -11]);
    assert.deepEqual(petit.sums, [12, 0, -11]);
    assert.deepEqual(grand.features, [0, 1, -1].map(Math.fround));
    // 0 · 4 + 1 · 3 − 1 · 2, and 1 · 4 + 0 · 3 − 1 · 2.
    assert.deepEqual([grand.score, petit.score], [1, 2]);
    assert.equal(judged('additive', context, '1_-1_1_2').isRight, true);
  });

  it('names what went wrong', () => {
    // Without tanh: 3 · 12 − 2 · 11 and 4 · 12 − 2 · 11; without w; without signs.
    assertTold('additive', context, ['12_-11_14_26', '1_-1_0_0', '1_1_5_6']);
  });

  it('takes widths of which no dot product can be', () => {
    const { embeddings, queryEmbeddings } = context.computation.results;
    assert.deepEqual([queryEmbeddings.shape[1], embeddings.shape[1]], [2, 3]);
  });
});

describe('the chapter', () => {
  it('says at most two sentences before a question, and three after', () => {
    const count = (/** @type {unknown} */ said) =>
      plain(markup(said)).match(/[.?!](?= |$)/g)?.length ?? 0;
    for (const { id, setup, after } of translation.pages) {
      assert.ok(count(setup(/** @type {any} */ ({}))) <= 2, id);
      assert.ok(count(after?.(/** @type {any} */ ({}))) <= 3, id);
    }
  });
});
