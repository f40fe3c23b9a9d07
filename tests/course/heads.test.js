// Chapter 6: the right answers, a reply for each mistake, and claims about trained heads.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadAttention } from '../../src/js/index.js';
import { createToy, loadMini } from '../../src/js/learning/index.js';
import {
  findNextWords,
  findStrongestKey,
  listHeadWeights,
  silenceHead,
} from '../../web/features/course/heads.js';
import { counts } from '../../web/features/course/text/en/course.js';
import { makeComputation } from '../../web/session/computation.js';
import { readAddress, writeAddress } from '../../web/state/address.js';
import { normaliseState } from '../../web/state/normalise.js';
import { rounded } from '../../web/text/number.js';
import { markup, plain } from '../support/markup.js';
import { computationOfModel, modelComputation } from '../support/models.js';
import { trainTo } from '../support/trained.js';
import {
  assertOwnReplies,
  assertRight,
  contextOf as contextOfPage,
  pageNamed,
  replyTo,
} from './pages.js';

/** @import { Choice } from '../../web/pages/types.js' */

const attention = await loadAttention();

/**
 * @param {object} computation
 * @param {object} state
 * @returns {any} the context that a task reads
 */
const contextOf = (computation, state) => ({
  computation,
  state,
  selected: /** @type {any} */ (state).query,
});

/** @param {string} name a page whose numbers need no model */
function plainContext(name) {
  const state = normaliseState(pageNamed(name).state);
  return contextOf(makeComputation(attention, state), state);
}

const mini = await modelComputation('mini', {
  training: -1,
  sentence: /** @type {string} */ (pageNamed('heads-jobs').state.sentence),
});
const ofMini = (edits = '') => {
  const { computation, state } = computationOfModel(mini, { edits, query: 9 });
  return contextOf(computation, state);
};

describe('one head with two questions', () => {
  /** @param {number} numHeads */
  const trained = async (numHeads) => {
    const page = pageNamed('heads-why');
    const state = normaliseState({ ...page.state, heads: numHeads });
    const model = await createToy({ task: state.task, numHeads, seed: state.seed });
    await trainTo(
      model,
      `toy-${state.task}-${numHeads}-${state.seed}`,
      /** @type {any} */ (model).steps,
    );
    const shown = computationOfModel({ model, state }, {});
    const { data } = shown.computation.results['layer1/weights'];
    const row = (/** @type {number} */ head) => [
      ...data.subarray((head * 16 + 2) * 16, (head * 16 + 3) * 16),
    ];
    return { accuracy: model.evaluate({ rounds: 8 }).accuracy, row, shown, page };
  };

  it('gives half to each and is right in 59 of 100, and two heads each answer one question', async () => {
    const oneHead = await trained(1);
    assert.equal(oneHead.shown.computation.queryWords[1], 'a');
    assert.equal(oneHead.shown.computation.queryWords[13], 'h');
    for (const to of [1, 13]) assert.ok(Math.abs(oneHead.row(0)[to] - 0.5) < 0.05);
    assert.equal(Math.round(100 * oneHead.accuracy), 59);
    const shown = plain(
      markup(
        oneHead.page.figure({
          ...contextOf(oneHead.shown.computation, oneHead.shown.state),
          isOpen: true,
        }),
      ),
    );
    assert.match(
      shown,
      /It answers a as the letter before \(probability 0\.9\d+\) and a as the letter opposite \(0\.\d+\) – wrong, it is h\./,
    );
    const twoHeads = await trained(2);
    assert.ok(twoHeads.row(0)[13] > 0.9 && twoHeads.row(1)[1] > 0.9);
    assert.equal(twoHeads.accuracy, 1);
    assert.doesNotMatch(
      plain(
        markup(
          twoHeads.page.figure({
            ...contextOf(twoHeads.shown.computation, twoHeads.shown.state),
            isOpen: true,
          }),
        ),
      ),
      /wrong/,
    );
    assertRight('heads-why', {});
    assertOwnReplies('heads-why', {}, ['0', '2']);
  });
});

describe('the heads of Mini', () => {
  it('attend to four different words from the last “the”', () => {
    const { queryWords } = mini.computation;
    const words = [0, 1, 2, 3].map((head) => queryWords[findStrongestKey(ofMini(), head)]);
    assert.deepEqual(words, ['the', 'red', 'a', 'has']);
    assert.equal(findStrongestKey(ofMini(), 0), 9);
    // The page says this about “gives” in head 4.
    const toStart = listHeadWeights(mini.computation, 3)[queryWords.indexOf('gives')][0];
    assert.equal(queryWords[0], '<s>');
    assert.ok(toStart > 0.99, `${toStart}`);
    assertRight('heads-jobs', ofMini());
    assertOwnReplies('heads-jobs', ofMini(), ['1_1_3_2', '0_0_3_2', '0_1_2_3', '0_1_3_0']);
  });

  it('include one in which each word attends to itself or the word before', () => {
    const isDull = (/** @type {number} */ head) =>
      listHeadWeights(mini.computation, head).every((row, i) =>
        [i, i - 1].includes(row.indexOf(Math.max(...row))),
      );
    assert.deepEqual([0, 1, 2, 3].map(isDull), [true, false, false, false]);
  });

  it('have a short address without head 2', () => {
    const state = normaliseState({ guide: 'heads-silence', edits: silenceHead(1) });
    assert.equal(
      decodeURIComponent(writeAddress(state)),
      'v=1&w=layer1/heads.1.0-9.0-7:0&g=heads-silence',
    );
    assert.deepEqual(normaliseState(readAddress(writeAddress(state)).state), state);
  });

  it('predict another colour without head 2', () => {
    assert.equal(findNextWords(ofMini())[0].word, 'red');
    const silenced = ofMini(silenceHead(1));
    const [{ word, probability }] = findNextWords(silenced);
    assert.equal(word, 'white');
    assert.ok(probability > 0.9);
    assertRight('heads-silence', ofMini());
    const text = `Without head 2 it says ${word} (${rounded(probability)}):`;
    assert.ok(replyTo('heads-silence', ofMini(), '1').reply.startsWith(text), text);
    assertOwnReplies('heads-silence', ofMini(), ['0', '2']);
    // The page says this about heads 2, 3 and 4. The article is the word before the colour.
    const { queryWords } = mini.computation;
    assert.deepEqual(
      [1, 2, 3].map((head) => queryWords[findStrongestKey(ofMini(), head)]),
      ['red', 'a', 'has'],
    );
    assert.equal(queryWords.indexOf('a') + 1, queryWords.indexOf('red'));
  });

  it('are silenced on the page as by the model', async () => {
    const model = await loadMini();
    for (const head of [0, 1, 2, 3]) {
      const { data } = model.run(mini.computation.queryWords.join(' '), {
        silenced: [[0, head]],
      }).probabilities;
      const row = data.subarray(-model.vocabulary.length);
      const [{ word, probability }] = findNextWords(ofMini(silenceHead(head)));
      assert.ok(Math.abs(row[model.vocabulary.indexOf(word)] - probability) < 1e-4);
    }
  });

  it('change the result as much as the text says when silenced', async () => {
    const model = await loadMini();
    const percent = (/** @type {[number, number][]} */ silenced) =>
      Math.round(100 * model.evaluate({ rounds: 8, silenced }).accuracy);
    assert.deepEqual(
      counts.map(([, count]) => count),
      [percent([]), ...[0, 1, 2, 3].map((head) => percent([[0, head]]))],
    );
    const page = pageNamed('heads-silence');
    const open = { ...ofMini(), isOpen: true, dispatch() {} };
    assert.match(
      plain(markup(page.figure(open))),
      /all heads\s*100\s*without head 1\s*55\s*without head 2\s*73\s*without head 3\s*52\s*without head 4\s*54/,
    );
    assert.doesNotMatch(plain(markup(page.figure({ ...open, isOpen: false }))), /73/);
  });
});

describe('heads side by side', () => {
  it('end in the row of head 3, and each other answer has its reply', () => {
    const context = plainContext('heads-concatenate');
    assertRight('heads-concatenate', context);
    // The mistakes: averaged, added, head by head, rows of other words, another head.
    assertOwnReplies('heads-concatenate', context, ['14_15', '42_45', '17_18', '20_21', '5_6']);
    assert.match(replyTo('heads-concatenate', context, '26_27').reply, /another word/);
    assert.match(
      replyTo('heads-concatenate', context, '1_2').reply,
      /how does the last of them end/,
    );
  });

  it('are 64 wide, and head 3 has columns 129 to 192', () => {
    const { task } = pageNamed('heads-width');
    const answer = /** @type {Choice} */ (task).answers[1];
    assert.equal(answer, `${(2 * 512) / 8 + 1} to ${(3 * 512) / 8}`);
    assertRight('heads-width', {});
    assertOwnReplies('heads-width', {}, ['0', '2', '3']);
  });
});

describe('the output projection', () => {
  const context = plainContext('heads-output');
  it('adds the contributions of the heads: 3 · 2 + 1 · (−1) and 1', () => {
    assertRight('heads-output', context);
    // The mistakes: head 2 with the rows of head 1, averaged, only head 2, a lost sign, a row
    // instead of a column, only one product.
    assertOwnReplies('heads-output', context, ['3_4', '2.5_3', '5_5', '7_8', '-1_4', '6_7']);
    for (const value of ['6_7', '-1_0', '1_2'])
      assert.match(replyTo('heads-output', context, value).reply, /one product only/, value);
    for (const value of ['7_8', '7_6', '5_8'])
      assert.match(replyTo('heads-output', context, value).reply, /lost a minus sign/, value);
    for (const value of ['5_9', '5_10'])
      assert.match(replyTo('heads-output', context, value).reply, /add what head 1/, value);
    assert.match(replyTo('heads-output', context, '9_9').reply, /numbers three and four/);
  });

  it('equals the sum of the contributions', () => {
    const { output, contributionSum, headContributions } = context.computation.results;
    assert.deepEqual([...output.data], [6, 5, 5, 4]);
    assert.deepEqual([...contributionSum.data], [6, 5, 5, 4]);
    assert.equal(headContributions.data[0], 1);
  });

  it('shows these numbers only once', () => {
    const page = pageNamed('heads-output');
    const shown = markup(page.figure(contextOfPage(page, { answers: 'heads-output_5_6*' })));
    assert.match(shown, /"?output\.0\.0\b/);
    assert.doesNotMatch(shown, /contributionSum/);
  });
});
