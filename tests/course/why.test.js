// Chapter 1: what it says about the trained head and the coffee cup, checked with the run's
// numbers.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { courseFormula } from '../../web/features/course/course-formula.js';
import { chapters } from '../../web/features/course/index.js';
import { readNumber } from '../../web/graph/trace.js';
import { coursePage } from '../../web/pages/page.js';
import { questionView } from '../../web/pages/tasks/view.js';
import { makeOpeningState } from '../../web/session/page-loader.js';
import { exact, rounded } from '../../web/text/number.js';
import { tracePanel } from '../../web/views/trace-panel.js';
import { markup, plain } from '../support/markup.js';
import { contextOf, judge, pageNamed, replyTo } from './pages.js';

/** @import { CourseContext } from '../../web/pages/types.js' */

/** @param {CourseContext} context */
function weights({ computation, selected }) {
  return computation.keyWords.map((_, key) =>
    readNumber(computation.run, { id: 'weights', index: [0, selected, key] }),
  );
}
const indexOfLargest = (/** @type {number[]} */ list) => list.indexOf(Math.max(...list));

it('another last word moves nearly all weight, in a sentence that the first screen does not show', () => {
  const page = pageNamed('why-flip');
  const start = contextOf(page).state.sentence.replace(/\w+$/, '');
  assert.equal(contextOf(page).computation.queryWords[contextOf(page).selected], 'sleepy');
  assert.notEqual(contextOf(page).state.sentence, makeOpeningState().sentence);
  for (const [adjective, noun] of [
    ['sleepy', 'dog'],
    ['heavy', 'basket'],
    ['icy', 'road'],
  ]) {
    const context = contextOf(page, { sentence: start + adjective });
    const row = weights(context);
    assert.equal(context.computation.keyWords[indexOfLargest(row)], noun);
    assert.ok(Math.max(...row) > 0.98, `${adjective}: ${Math.max(...row)}`);
    assert.ok(!makeOpeningState().sentence.includes(noun), noun);
  }
});

it('the right word is the one that the head attends to, and every other word has its reply', () => {
  for (const id of ['why-flip', 'why-unseen']) {
    const page = pageNamed(id);
    const row = weights(contextOf(page));
    for (const key of row.keys()) {
      assert.equal(judge(page, String(key)).isRight, key === indexOfLargest(row), id);
    }
  }
  const [street, because] = ['9', '10'].map((key) => judge(pageNamed('why-flip'), key).reply);
  assert.notDeepEqual(street, because);
});

it('a weight with one decimal is rounded too much, and with the two that are asked for it is right', () => {
  const page = pageNamed('why-cup');
  for (const value of ['0.182', '0.18']) assert.ok(judge(page, value).isRight, value);
  const reply = 'That may be cut off or rounded too much: give at least two decimals.';
  assert.equal(judge(page, '0.2').reply, reply);
});

it('the question says to press a word only before the answer', () => {
  const page = pageNamed('why-flip');
  const readQuestion = (/** @type {boolean} */ isOpen) =>
    plain(markup(questionView({ ...contextOf(page), isOpen }, /** @type {any} */ (page.task))));
  assert.equal(readQuestion(false), 'Which word does “sleepy” describe? Press it in the sentence.');
  assert.equal(readQuestion(true), 'Which word does “sleepy” describe?');
});

it('the weight of the notebook is 1 minus that of the cup, e^0.5/(e^2 + e^0.5)', () => {
  const page = pageNamed('why-cup');
  const left = Math.exp(0.5) / (Math.exp(2) + Math.exp(0.5));
  assert.ok(judge(page, left.toFixed(2)).isRight);
  const reply = (/** @type {string} */ value) => replyTo('why-cup', contextOf(page), value).reply;
  assert.match(reply((1 - left).toFixed(3)), /the weight of the cup. Two such weights/);
  assert.match(reply('1'), /nothing for the cup/);
  assert.match(reply('0.5'), /The weight of the cup is 0.818. Subtract/);
  // The plan attends to the notebook.
  assert.ok(contextOf(page).computation.results.weights.data[3] > 0.9);
});

it('“because” attends equally to all 11 words', () => {
  const page = pageNamed('why-even');
  const context = contextOf(page);
  assert.equal(context.computation.queryWords[context.selected], 'because');
  const row = weights(context);
  assert.equal(row.length, 11);
  for (const weight of row) assert.ok(Math.abs(weight - 1 / 11) < 0.002, `${weight}`);
  assert.match(replyTo('why-even', context, '0').reply, /Weights of 0 would add up to 0/);
});

it('the head still chooses “animal” in the reversed sentence', () => {
  const page = pageNamed('why-limits');
  const context = contextOf(page);
  assert.equal(context.computation.keyWords[indexOfLargest(weights(context))], 'animal');
});

it('tables name queries and keys from chapter 3 on', () => {
  const figure = (/** @type {string} */ id) => {
    const page = pageNamed(id);
    const answers = { 'why-even': '0.0909', 'why-cup': '0.182' }[id];
    return plain(
      markup(page.figure(contextOf(page, answers ? { answers: `${id}_${answers}*` } : {}))),
    );
  };
  for (const id of ['why-cup', 'why-even', 'mixing-row', 'mixing-same']) {
    assert.match(figure(id), /attention weights/, id);
    assert.doesNotMatch(figure(id), /queries|keys/i, id);
  }
  assert.match(figure('scoring-row'), /keys →\s*queries ↓/);
  for (const page of chapters.slice(0, 2).flatMap(({ pages }) => pages)) {
    const isOfSeed = page.state.source === 'seed';
    assert.ok(isOfSeed || !/seed|step|quer|key/i.test(page.origin ?? 'seed'), page.id);
  }
});

it('the formula shows a part only after the page that explains it', () => {
  const formulas = chapters.flatMap((chapter) =>
    chapter.pages.map(({ id }) => {
      const context = contextOf(pageNamed('why-flip'), { guide: id });
      return /** @type {const} */ ([id, plain(markup(courseFormula(context, chapter)))]);
    }),
  );
  const first = (/** @type {string} */ sign) =>
    formulas.find(([, formula]) => formula.includes(sign))?.[0];
  assert.deepEqual(['weights · V', 'QKᵀ', 'softmax(QKᵀ)V', '√', '+ M'].map(first), [
    'mixing-slide',
    'scoring-row',
    'scoring-row',
    'projections-flat',
    'order-append',
  ]);
  const since = formulas.slice(formulas.findIndex(([id]) => id === 'projections-flat'));
  assert.ok(
    since.every(([, formula]) => /^softmax\(.*QKᵀ.*\/√d.*\)V/.test(formula)),
    String(since),
  );
  const answers = 'projections-root_0.5_0.0625* order-causal_0.667_0*';
  const found = contextOf(pageNamed('why-flip'), { answers, guide: 'projections-root' });
  const later = contextOf(pageNamed('why-flip'), { guide: 'heads-why' });
  const formula = plain(markup(courseFormula(found, chapters[3])));
  assert.ok(formula.includes('√'), 'once it is answered');
  assert.ok(!formula.includes('+ M'), 'the part of a later page, although it is answered');
  for (const term of ['softmax', 'query (Q)', 'key (K)', 'scale, √d', 'mask', 'value (V)'])
    assert.ok(markup(courseFormula(later, chapters[5])).includes(`${term}: `), term);
});

it('a pressed number shows all its digits', () => {
  const context = contextOf(pageNamed('why-even'), { cell: 'weights.0.7.0' });
  const [weight] = weights(context);
  const digits = exact(weight);
  assert.ok(digits.length > rounded(weight).length);
  assert.ok(plain(markup(tracePanel(context))).includes(`in full: ${digits}`));
});

it('a sentence reserves the height of its arcs before the answer, and the reply is below', () => {
  const page = pageNamed('why-flip');
  const closed = markup(page.figure(contextOf(page)));
  const open = markup(page.figure(contextOf(page, { answers: 'why-flip_1*' })));
  const heights = (/** @type {string} */ text) =>
    [...text.matchAll(/<svg viewBox="([^"]*)"/g)].map(([, box]) => box);
  assert.doesNotMatch(closed, /class="later"/);
  const [now, later] = open.split('class="later"');
  assert.deepEqual(heights(closed), heights(now));
  assert.match(now, /sleepy/);
  assert.doesNotMatch(now, /heavy/);
  assert.match(later, /heavy/);
});

it('another sentence keeps the question and the reply, which name the word that they are about', () => {
  for (const [id, word] of Object.entries({
    'why-flip': /“sleepy” describe\?.*Right\. Dogs get sleepy/,
    'mixing-values': /output of “tired” land\?.*Right\. For tired, nearly 1 times/,
  })) {
    const page = pageNamed(id);
    const sentence = contextOf(page).state.sentence.replace(/\w+$/, 'heavy');
    const context = /** @type {any} */ (contextOf(page, { sentence, answers: `${id}_1*` }));
    assert.match(plain(markup(coursePage(context, {}))), word);
  }
});
