// Chapter 5: what it says about order and masks, checked with the run's numbers and by hand.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { makePageState } from '../../web/pages/chapters.js';
import { compareComputations } from '../../web/session/compare.js';
import { formatAnswers } from '../../web/state/guide.js';
import { markup, plain } from '../support/markup.js';
import { assertNear, contextOf, judge, pageJson, pageNamed, replyTo } from './pages.js';

/** @import { Page } from '../../web/pages/types.js' */
/** @import { State } from '../../web/state/types.js' */

/** @typedef {Partial<State>} Change */

/** @param {Page} page @param {string} id @param {number} row @param {Change} [change] */
function rowOf(page, id, row, change) {
  const { shape, data } = contextOf(page, change).computation.results[id];
  const [width] = shape.slice(-1);
  return [...data.slice(row * width, (row + 1) * width)];
}

describe('order-twins', () => {
  const page = pageNamed('order-twins');
  const other = { sentence: 'the man bites the dog' };
  it('equal words have equal rows, until positions are added', () => {
    assert.deepEqual(rowOf(page, 'weights', 0), rowOf(page, 'weights', 3));
    const placed = /** @type {const} */ ({ positions: 'sinusoidal' });
    assert.notDeepEqual(rowOf(page, 'weights', 0, placed), rowOf(page, 'weights', 3, placed));
  });
  it('in another order each word keeps its weights', () => {
    // From “the dog bites the man” to “the man bites the dog”.
    const bites = rowOf(page, 'weights', 2);
    assertNear(rowOf(page, 'weights', 2, other), [
      bites[0],
      bites[4],
      bites[2],
      bites[3],
      bites[1],
    ]);
    const placed = /** @type {const} */ ({ positions: 'sinusoidal' });
    const [weights, reordered] = [placed, { ...placed, ...other }].map((it) =>
      rowOf(page, 'weights', 2, it),
    );
    assert.ok(Math.abs(weights[1] - reordered[4]) > 0.05, 'dog, before and after bites');
  });
  it('covers both rows', () => {
    const figure = markup(page.figure(contextOf(page)));
    assert.match(figure, /weights\.0\.1\.0/);
    assert.doesNotMatch(figure, /weights\.0\.[03]\./);
  });
});

describe('order-positions', () => {
  const page = pageNamed('order-positions');
  it('labels the rows of P by places, which are not those of words', () => {
    const heads = markup(page.figure(contextOf(page))).match(/<th scope="row".*?<\/th>/gs) ?? [];
    const labels = heads.map((head) => plain(head).trim());
    assert.deepEqual(labels.slice(5, 10), ['0', '1', '2', '3', '4']);
    assert.deepEqual([labels[0], labels[10]], ['the', 'the']);
  });
  it('has the rows of places 0 and 1, and adds them', () => {
    assertNear(rowOf(page, 'positionEmbeddings', 0), [0, 1]);
    assertNear(rowOf(page, 'positionEmbeddings', 1), [Math.sin(1), Math.cos(1)].map(Math.fround));
    assertNear(rowOf(page, 'wordEmbeddings', 0), [1, 2]);
    assertNear(rowOf(page, 'embeddings', 0), [1, 3]);
    assert.notDeepEqual(rowOf(page, 'embeddings', 0), rowOf(page, 'embeddings', 3));
  });
  it('covers the first row of both tables', () => {
    const figure = markup(page.figure(contextOf(page)));
    assert.doesNotMatch(figure, /"?(positionEmbeddings|[^d]embeddings)\.0\./);
    assert.match(figure, /wordEmbeddings\.0\.0/);
  });
  it('changes the weights with the order', () => {
    const before = rowOf(page, 'weights', 2);
    const after = rowOf(page, 'weights', 2, { sentence: 'the man bites the dog' });
    assert.ok(Math.abs(before[1] - after[4]) > 0.01);
  });
});

describe('order-causal', () => {
  const page = pageNamed('order-causal');
  it('gives the second word 2/3 and 0', () => {
    assertNear(rowOf(page, 'weights', 1), [1 / 3, 2 / 3, 0]);
  });
  it('the replies about no mask and a mask of 0 state numbers of such runs', () => {
    assertNear(rowOf(page, 'weights', 1, { mask: 'none' }), [1 / 8, 2 / 8, 5 / 8]);
    assertNear(rowOf(page, 'weights', 1, { fill: '0' }), [1 / 4, 1 / 2, 1 / 4]);
  });
  it('the first word attends only to itself, and the last has the weights without a mask', () => {
    assertNear(rowOf(page, 'weights', 0), [1, 0, 0]);
    assert.deepEqual(rowOf(page, 'weights', 2), rowOf(page, 'weights', 2, { mask: 'none' }));
    assertNear(rowOf(page, 'weights', 2), [2 / 8, 1 / 8, 5 / 8]);
  });
  it('shows no mask before the answer', () => {
    const figure = markup(page.figure(contextOf(page)));
    assert.doesNotMatch(figure, /masked|weights|∞/);
    const open = { answers: 'order-causal_0.666667_0*' };
    assert.doesNotMatch(plain(markup(page.figure(contextOf(page, open)))), /″/);
  });
});

describe('order-append', () => {
  const page = pageNamed('order-append');
  const rows = [0, 1, 2, 3];
  it('a new word changes none of the four rows', () => {
    const long = contextOf(page, { sentence: 'They eat fried noodles again' }).computation;
    const summary = compareComputations(contextOf(page).computation, long).summary('weights');
    assert.deepEqual([summary.changed, summary.changed + summary.same], [0, 16]);
  });
  it('without the mask, the last row is the same, and every other differs', () => {
    const largest = rows.map((row) => {
      const free = rowOf(page, 'weights', row, { mask: 'none' });
      return Math.max(...rowOf(page, 'weights', row).map((value, i) => Math.abs(value - free[i])));
    });
    assert.equal(largest[3], 0);
    assert.ok(
      largest.slice(0, 3).every((value) => value > 0.01),
      String(largest),
    );
    // The first word has the largest weight.
    assert.equal(largest.indexOf(Math.max(...largest)), 0);
  });
});

describe('order-padding', () => {
  const page = pageNamed('order-padding');
  /** @param {string} masked */
  function judgeMask(masked) {
    const { isRight, reply } = /** @type {any} */ (page.task).judge(contextOf(page, { masked }));
    return { isRight, text: plain(markup(reply)) };
  }
  it('is reached by masking both columns, for the words or for all', () => {
    assert.ok(!judgeMask('').isRight);
    assert.match(judgeMask('').text, /Padding still gets a weight of 0\.801/);
    assert.ok(!judgeMask('0.2 0.3 1.2').isRight);
    assert.ok(judgeMask('0.2 0.3 1.2 1.3').isRight);
    assert.ok(judgeMask('0.2 0.3 1.2 1.3 2.2 2.3 3.2 3.3').isRight);
  });
  it('reopens with the last mask that reached it', () => {
    const masked = '0.2 0.3 1.2 1.3';
    const { kept, reopen } = /** @type {any} */ (page.task);
    const value = kept(contextOf(page, { masked }));
    const answers = formatAnswers(new Map([[page.id, { value, isRight: true }]]));
    assert.equal(makePageState(page, answers).masked, masked);
    const later = `${masked} 2.2`;
    assert.equal(kept(contextOf(page, { masked: later }), value), later.replaceAll(' ', '_'));
    // Answers of earlier versions only say that the target was reached.
    assert.deepEqual(reopen('reached'), {});
  });
  it('explains wrong masks', () => {
    const asQuery = judgeMask('2.0 2.1 2.2 2.3 3.0 3.1 3.2 3.3');
    assert.ok(!asQuery.isRight);
    assert.match(asQuery.text, /what padding attends to/);
    const tooMuch = judgeMask('0.1 0.2 0.3 1.2 1.3');
    assert.ok(!tooMuch.isRight);
    assert.match(tooMuch.text, /they may attend to eat/);
  });
});

describe('order-leak', () => {
  const page = pageNamed('order-leak');
  it('says which words are queries and which are keys', () => {
    assert.match(plain(markup(page.figure(contextOf(page)))), /keys → ?queries ↓/);
  });

  it('accepts exactly the later keys as leaks', () => {
    for (let index = 0; index < 16; index++) {
      const [query, key] = [Math.floor(index / 4), index % 4];
      const { isRight, reply } = judge(page, String(index));
      assert.equal(isRight, key > query, `${query} to ${key}`);
      const text = plain(markup(reply));
      assert.match(
        text,
        key > query
          ? /score of 0 is not enough/
          : key === query
            ? /attend to itself/
            : /comes before/,
      );
    }
  });
  it('has rows that add up to 1, and no conspicuous number', () => {
    for (const row of [0, 1, 2, 3]) {
      const weights = rowOf(page, 'weights', row);
      assertNear([weights.reduce((sum, weight) => sum + weight)], [1]);
      assert.ok(Math.min(...weights) > 0.15 && Math.max(...weights) < 0.35, String(weights));
    }
  });
  it('speaks of −∞ alone, whose exponential gives masked words no weight', () => {
    const main = pageJson('order-leak');
    assert.doesNotMatch(JSON.stringify(main), /1e9|÷/);
    assertNear(rowOf(page, 'weights', 1, { fill: 'inf' }).slice(2), [0, 0]);
  });
  it('marks nothing as masked before the answer', () => {
    assert.doesNotMatch(markup(page.figure(contextOf(page))), /masked/);
    const open = markup(page.figure(contextOf(page, { answers: 'order-leak_1*' })));
    assert.match(open, /masked/);
  });
  it('shows the weights once, and underlines them as buttons only before the answer', () => {
    const [before, after] = ['', 'order-leak_1*'].map((answers) =>
      markup(page.figure(contextOf(page, { answers }))),
    );
    assert.deepEqual(
      [before, after].map((figure) => figure.match(/attention weights/g)?.length),
      [1, 1],
    );
    assert.match(before, /<table class="?press"?>/);
    assert.match(after, /<table class="?press solved"?>/);
  });
  it('frames a leak after “Show the answer”, and claims nothing that a switch makes false', () => {
    const shown = markup(page.figure(contextOf(page, { answers: 'order-leak_shown' })));
    assert.deepEqual(
      [
        shown.match(/class="?picked/g)?.length,
        shown.match(/class="?picked.*?They to eat/s)?.length,
      ],
      [1, 1],
    );
    const context = contextOf(page, { fill: 'inf', masked: '0.1 0.2 0.3 1.2 1.3 2.3' });
    const text = plain(markup([page.setup(context), replyTo('order-leak', context, '3').reply]));
    assert.doesNotMatch(text, /still has|made its score|adds up to 1/);
  });
});

describe('order-fill', () => {
  const page = pageNamed('order-fill');
  it('gives a row without a word equal weights with −1e9, and 0 with −∞', () => {
    assertNear(rowOf(page, 'weights', 0), [0.25, 0.25, 0.25, 0.25]);
    assertNear(rowOf(page, 'weights', 0, { fill: 'inf' }), [0, 0, 0, 0]);
    for (const fill of /** @type {const} */ (['-1e9', 'inf']))
      assertNear(rowOf(page, 'weights', 1, { fill }).slice(2), [0, 0]);
  });
  it('is one of the pages “More, if you like”', () => assert.ok(page.isExtra));
});

it('each clock hand has the sine and the cosine of its place', () => {
  const page = pageNamed('order-positions');
  const { computation } = contextOf(page);
  const shown = markup(page.figure(contextOf(page, { answers: 'order-positions_1_3*' })));
  const hands = [...shown.matchAll(/data-sin="?([-\d.e]+)"?\s+data-cos="?([-\d.e]+)"?/g)];
  assert.equal(hands.length, computation.keyWords.length);
  hands.forEach(([, sin, cos], place) => {
    assert.ok(Math.abs(Number(sin) - Math.sin(place)) < 1e-6);
    assert.ok(Math.abs(Number(cos) - Math.cos(place)) < 1e-6);
  });
  assert.doesNotMatch(markup(page.figure(contextOf(page))), /data-sin/);
});
