import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BLANK_CHOICES } from '../../web/features/practice/worksheet/options.js';
import { getWorksheetOptions, makeSheets } from '../../web/features/practice/worksheet/page.js';
import { reduceCaseCount } from '../support/extent.js';
import { markup, plain } from '../support/markup.js';
import { resultsOf, showWorksheet } from './worksheets.js';

/** @import { State } from '../../web/state/types.js' */

describe('the questions', () => {
  /** @param {Partial<State>} change @param {string} [chosen] */
  const listQuestions = (change, chosen = 'weights.row.1.same.key') => {
    const context = showWorksheet(change, chosen);
    const [{ questions }] = makeSheets(context, getWorksheetOptions(context));
    assert.ok(questions.length >= 2 && questions.length <= 5, String(questions.length));
    return questions.map(({ question, answer }) => ({
      question: plain(markup(question)),
      answer: plain(markup(answer)),
    }));
  };
  /** @param {ReturnType<typeof listQuestions>} all @param {RegExp} words */
  const answerTo = (all, words) => all.find(({ question }) => words.test(question))?.answer ?? '';

  it('name the word with the largest weight, on every seed', () => {
    for (let seed = 0; seed < reduceCaseCount(20); seed++) {
      for (const query of [0, 3]) {
        const { data } = resultsOf({ seed }).weights;
        const row = [...data.subarray(4 * query, 4 * query + 4)];
        const word = ['They', 'eat', 'fried', 'noodles'][row.indexOf(Math.max(...row))];
        assert.match(
          answerTo(listQuestions({ seed, query }), /has the largest weight/),
          new RegExp(`^${word}, with a weight of 0\\.\\d+|^${word}, with a weight of 1\\.`),
        );
      }
    }
  });

  it('know what a row adds up to: 1, or what was set, or 0 where all is masked', () => {
    assert.match(answerTo(listQuestions({}), /add up to/), /^1: the softmax/);
    const set = listQuestions({ query: 0, edits: 'weights.0.0.0:2' });
    assert.match(answerTo(set, /add up to/), /^2\.\d+: /);
    const empty = listQuestions({ query: 0, mask: 'custom', masked: '0.0 0.1 0.2 0.3' });
    assert.match(answerTo(empty, /add up to/), /^0: /);
  });

  it('know whom a mask hides, and who sees a value', () => {
    const chosen = 'weights-heads.row.1.same.key';
    const all = listQuestions({ mask: 'causal', query: 1 }, chosen);
    assert.match(answerTo(all, /can eat not attend to because of the mask/), /^fried, noodles: /);
    assert.match(
      answerTo(all, /Only the value of noodles/),
      /^noodles: only the row of noodles gives it any weight/,
    );
    assert.match(
      answerTo(listQuestions({}, chosen), /Only the value of noodles/),
      /^The outputs of all words/,
    );
  });

  it('count the numbers of a query under the root', () => {
    const chosen = 'scaledScores.row.1.same.key';
    assert.match(answerTo(listQuestions({}, chosen), /root/), /^√2: /);
    assert.match(answerTo(listQuestions({ dModel: 8, heads: 2 }, chosen), /root/), /^√4: /);
    assert.match(answerTo(listQuestions({ mask: 'causal' }), /root/), /^$/);
  });

  it('say truly that another order changes no weight', () => {
    assert.match(answerTo(listQuestions({}), /another order/), /^None/);
    const [inOrder, reordered] = ['They eat fried noodles', 'noodles eat They fried'].map(
      (sentence) => {
        const words = sentence.split(' ');
        const { data } = resultsOf({ sentence }).weights;
        return Object.fromEntries(
          words.flatMap((q, i) => words.map((k, j) => [`${q} ${k}`, data[4 * i + j]])),
        );
      },
    );
    for (const pair of Object.keys(inOrder))
      assert.ok(Math.abs(inOrder[pair] - reordered[pair]) < 1e-6, pair);
    assert.equal(answerTo(listQuestions({ positions: 'sinusoidal' }), /another order/), '');
  });

  it('write out the first blank number: what is printed gives what is printed', () => {
    for (let seed = 0; seed < reduceCaseCount(40); seed++) {
      for (const chosen of ['q', 'scores', 'weights', 'heads', 'output']) {
        const answer = answerTo(
          listQuestions({ query: 1, seed }, `${chosen}.row.1.same.key`),
          /Write out/,
        );
        const [equation] = answer.replaceAll('−', '-').split(', where');
        const [left, right] = equation.split(' = ');
        const number = (/** @type {string} */ text) => Number(text.replace(/[()]/g, ''));
        const total = left
          .split(' + ')
          .map((term) => {
            const [a, b] = term.split(/ [×÷] /).map(number);
            return term.includes('÷') ? a / b : a * b;
          })
          .reduce((a, b) => a + b, 0);
        // Halfway between two decimals, either is right.
        assert.ok(Math.abs(total - Number(right)) <= 0.0005 + 1e-6, `seed ${seed}: ${answer}`);
        if (chosen === 'weights') assert.match(answer, /where \S+ ≈ exp/);
      }
    }
  });

  it('are about what is on the sheet alone', () => {
    const readQuestions = (/** @type {string} */ chosen, change = {}) =>
      listQuestions(change, `${chosen}.row.1.same.key`)
        .map(({ question }) => question)
        .join(' ');
    assert.doesNotMatch(readQuestions('q', { mask: 'causal' }), /weight|mask|value/);
    assert.doesNotMatch(readQuestions('scores', { mask: 'causal' }), /weight|mask|value|root/);
    assert.match(readQuestions('maskedScores', { mask: 'causal' }), /because of the mask/);
    assert.doesNotMatch(readQuestions('weights', { mask: 'causal' }), /value/);
    assert.match(readQuestions('weights-heads'), /Only the value of noodles/);
  });

  it('are not about a query that attends to one key alone, whose weight is always 1', () => {
    const readQuestions = (/** @type {Partial<State>} */ change, blank = 'row') =>
      listQuestions(change, `weights.${blank}.1.same.key`)
        .map(({ question }) => question)
        .join(' ');
    for (const blank of BLANK_CHOICES) {
      assert.doesNotMatch(
        readQuestions({ mask: 'causal', query: 0 }, blank),
        /They (attend|in head)|row They/,
      );
      assert.match(readQuestions({ mask: 'causal', query: 0 }, blank), /row eat and column They/);
      assert.match(readQuestions({ mask: 'causal', query: 2 }, blank), /row fried and column They/);
    }
    // Without a mask, or without another row, the question is about the selected row.
    assert.match(readQuestions({ query: 0 }), /row They and column They/);
    assert.match(readQuestions({ mask: 'causal', sentence: 'tea' }), /row tea/);
  });

  it('know which rows follow from one that is changed', () => {
    const rows = (/** @type {string} */ chosen, change = {}) =>
      answerTo(listQuestions({ query: 1, ...change }, `${chosen}.row.1.same.key`), /Which rows/);
    for (const chosen of ['q', 'scores', 'weights']) assert.match(rows(chosen), /^eat: /, chosen);
    assert.match(rows('features', { mechanism: 'additive' }), /^All of them/);
  });

  it('tell words apart that occur twice', () => {
    const all = listQuestions({ sentence: 'tea or tea', query: 2 });
    assert.match(all[1].question, /tea \(word 3\)/);
  });
});
