// Chapter 2: what it says about values and their mix, checked with the run's numbers and by hand.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  computeWeightedSum,
  mixing,
  redistributeWeight,
} from '../../web/features/course/mixing.js';
import { computeSumAt } from '../../web/features/course/mixing-motion.js';
import { scoring } from '../../web/features/course/scoring.js';
import { motion } from '../../web/features/course/text/en/course.js';
import { makePageState } from '../../web/pages/chapters.js';
import { differsFromPage } from '../../web/pages/judging.js';
import { withEdit } from '../../web/state/edit-cells.js';
import { normaliseState } from '../../web/state/normalise.js';
import { tracePanel } from '../../web/views/trace-panel.js';
import { viewContext } from '../support/computations.js';
import { markup, plain } from '../support/markup.js';
import { modelComputation } from '../support/models.js';
import { assertNear, contextOf, judge, pageNamed, replyTo } from './pages.js';

/** @import { CourseContext } from '../../web/pages/types.js' */

/** @param {CourseContext} context @param {string} id @param {number} row */
const pair = ({ computation }, id, row) => [
  ...computation.results[id].data.slice(2 * row, 2 * row + 2),
];
/** @param {number[]} from @param {number[]} to */
const distance = (from, to) => Math.hypot(from[0] - to[0], from[1] - to[1]);
/**
 * Returns the state of a page with other weights in a row.
 * @param {string} id
 * @param {number} row
 * @param {number[]} weights
 */
function contextWithWeights(id, row, weights) {
  const page = pageNamed(id);
  const { edits } = contextOf(page).state;
  return contextOf(page, {
    edits: weights.reduce(
      (text, weight, key) => withEdit(text, `weights.0.${row}.${key}`, weight),
      edits,
    ),
  });
}

describe('mixing-values', () => {
  const page = pageNamed('mixing-values');
  const start = contextOf(page).state.sentence.replace(/\w+$/, '');

  it('the output is near the value of the noun, and only values of nouns are not near 0', () => {
    for (const [adjective, noun] of [
      ['tired', 'animal'],
      ['heavy', 'box'],
      ['wide', 'street'],
    ]) {
      const context = contextOf(page, { sentence: start + adjective });
      const { keyWords, results, names } = context.computation;
      const found = pair(context, 'heads', 14);
      assert.ok(distance(found, pair(context, 'v', keyWords.indexOf(noun))) < 0.15, noun);
      const nouns = names?.n ?? [];
      const gaps = nouns.map((_, i) =>
        distance(found, [...results.nouns.data.slice(2 * i, 2 * i + 2)]),
      );
      assert.equal(nouns[gaps.indexOf(Math.min(...gaps))], noun);
      for (const [row, word] of keyWords.entries()) {
        const isNear = Math.hypot(...pair(context, 'v', row)) < 0.2;
        assert.equal(isNear, !['animal', 'box', 'street'].includes(word), word);
      }
    }
  });

  it('has different replies for box, street and the other words', () => {
    const replies = ['6', '9', '10'].map((value) => judge(page, value));
    assert.ok(replies.every(({ isRight }) => !isRight));
    assert.equal(new Set(replies.map(({ reply }) => plain(markup(reply)))).size, 3);
  });

  it('has the name of the output beside all other names, whatever the last word', () => {
    const sentence = String(page.state.sentence);
    for (const word of ['tired', 'heavy', 'wide']) {
      const state = { answers: 'mixing-values_1*', sentence: sentence.replace('tired', word) };
      const names = [
        ...markup(page.figure(contextOf(page, state))).matchAll(
          /<text x=([\d.]+) y=([\d.]+) text-anchor=(start|end)>([^<]+)</g,
        ),
      ].map(([, x, y, anchor, name]) => {
        // A letter is at most 7 wide and 12 high.
        const left = Number(x) - (anchor === 'end' ? 7 * name.length : 0);
        return { name, left, right: left + 7 * name.length, y: Number(y) };
      });
      const output = names.find(({ name }) => name === 'output');
      assert.ok(output && names.length === 5, word);
      for (const { name, left, right, y } of names) {
        if (name === 'output') continue;
        const isBeside = right < output.left || output.right < left;
        assert.ok(isBeside || Math.abs(y - output.y) >= 12, `${word}: ${name}`);
      }
    }
  });

  it('shows no output and no weight before the answer', () => {
    const covered = markup(page.figure(contextOf(page)));
    assert.doesNotMatch(covered, /heads\.|class="spot"|class="pull"/);
    const open = contextOf(page, { answers: 'mixing-values_1*' });
    assert.ok(open.isOpen);
    assert.match(markup(page.figure(open)), /class="spot"/);
  });
});

describe('mixing-slide', () => {
  const page = pageNamed('mixing-slide');
  /** @param {number[]} weights */
  const judgedAt = (weights) =>
    /** @type {any} */ (page.task).judge(contextWithWeights('mixing-slide', 1, weights));

  it('three sliders always add up to 1, and the others keep their proportion', () => {
    assert.deepEqual(redistributeWeight([340, 330, 330], 2, 600), [203, 197, 600]);
    assert.deepEqual(redistributeWeight([200, 400, 400], 0, 400), [400, 300, 300]);
    assert.deepEqual(redistributeWeight([1000, 0, 0], 0, 500), [500, 250, 250]);
    for (let part = 0; part <= 1000; part += 10) {
      for (const parts of [
        [340, 330, 330],
        [10, 980, 10],
        [0, 0, 1000],
      ]) {
        const shares = redistributeWeight(parts, 2, part);
        assert.equal(shares[2], part);
        assert.equal(shares[0] + shares[1] + shares[2], 1000);
        assert.ok(shares.every((value) => value >= 0));
      }
    }
  });

  it('shrinks both others at each step of a slider', () => {
    let parts = [200, 200, 600];
    for (let part = 210; part <= 300; part += 10) {
      const next = redistributeWeight(parts, 1, part);
      assert.ok(next[0] < parts[0] && next[2] < parts[2], `${parts} to ${next}`);
      parts = next;
    }
    assert.deepEqual(parts, [175, 300, 525]);
  });

  it('needs two sliders', () => {
    const first = redistributeWeight([340, 330, 330], 2, 600);
    const second = redistributeWeight(first, 0, 100);
    assert.ok(judgedAt(redistributeWeight(second, 2, 600).map((value) => value / 1000)).isRight);
    for (let key = 0; key < 3; key++) {
      for (let part = 0; part <= 1000; part += 10) {
        const weights = redistributeWeight([340, 330, 330], key, part).map((value) => value / 1000);
        assert.ok(!judgedAt(weights).isRight, `${key}: ${part}`);
      }
    }
  });

  it('has replies that name the direction of the ring', () => {
    const readReply = (/** @type {number[]} */ weights) => plain(markup(judgedAt(weights).reply));
    // All weight on one word gives (4, −3), (−2, 4) or (−4, −3). The ring is around (−2.5, −1).
    assert.match(readReply([1, 0, 0]), /\(4, −3\).*further left and up/);
    assert.match(readReply([0, 1, 0]), /\(−2, 4\).*further left and down/);
    assert.match(readReply([0, 0, 1]), /\(−4, −3\).*further right and up/);
  });

  it('the output is the centre of mass', () => {
    assertNear(
      pair(contextWithWeights('mixing-slide', 1, [0.5, 0.25, 0.25]), 'heads', 1),
      [0.5, -1.25],
    );
    assertNear(pair(contextWithWeights('mixing-slide', 1, [0, 1, 0]), 'heads', 1), [-2, 4]);
  });
});

describe('an output by hand', () => {
  const mistakes = {
    sum: /adds the values as they are/,
    mean: /plain average/,
    largest: /only the value with the largest weight/,
    product: /only the term with the largest weight/,
    missing: /One term is missing/,
    unweighted: /without its weight/,
    sign: /You lost a minus sign/,
    signOrMissing: /Either a minus sign is lost or a term is missing/,
    other: /^For each number, compute three products/,
  };
  /** @param {string} id @param {string} value */
  const readReply = (id, value) => replyTo(id, contextOf(pageNamed(id)), value).reply;
  /**
   * @type {[string, string, RegExp][]} for V = (4, −3), (−2, 4), (−4, −3) and weights .5 .25 .25
   */
  const given = [
    ['-2', '-2', mistakes.sum],
    ['-0.667', '-0.667', mistakes.mean],
    ['4', '-3', mistakes.largest],
    ['2', '-1.5', mistakes.product],
    ['3.5', '3.25', mistakes.sign],
    ['0.5', '0.25', mistakes.signOrMissing],
    ['1.5', '-1.25', mistakes.signOrMissing],
    ['0.5', '1.75', mistakes.sign],
    ['2.5', '-1.25', mistakes.sign],
    ['1', '-1.25', mistakes.missing],
    ['1.5', '-0.5', mistakes.missing],
    ['0.5', '-2.25', mistakes.missing],
    ['2.5', '-2.75', mistakes.unweighted],
    ['-1', '1.75', mistakes.unweighted],
    ['0.5', '3.25', mistakes.sign],
    ['-2', '-1.25', mistakes.sum],
    ['7', '8', mistakes.other],
  ];
  it('names the mistake behind other answers', () => {
    const page = pageNamed('mixing-row');
    for (const [first, second, reply] of given) {
      assert.ok(!judge(page, `${first}_${second}`).isRight);
      assert.match(readReply('mixing-row', `${first}_${second}`), reply);
    }
  });

  it('names the same mistakes with other weights', () => {
    assert.match(readReply('mixing-whole', '-2_-2'), mistakes.sum);
    assert.match(readReply('mixing-whole', '-4_-3'), mistakes.largest);
    assert.match(readReply('mixing-whole', '-2_-1.5'), mistakes.product);
    assert.match(readReply('mixing-whole', '-0.667_-0.667'), mistakes.mean);
  });

  it('covers its numbers before the answer, and no symbol or shape shows them', () => {
    for (const [id, row] of [
      ['mixing-row', 1],
      ['mixing-whole', 2],
    ]) {
      const page = pageNamed(String(id));
      const figure = markup(page.figure(contextOf(page)));
      assert.doesNotMatch(figure, new RegExp(`heads\\.0\\.${row}`));
    }
  });
});

describe('mixing-trained', () => {
  const page = pageNamed('mixing-trained');
  const TIRED = 14;
  /** Returns the sum on the screen after some training. @param {number} training */
  async function sumAfter(training) {
    const { sentence } = makePageState(page);
    const { computation } = await modelComputation('describer', { training, seed: 0, sentence });
    const context = { ...contextOf(page), computation };
    return { context, sum: computeWeightedSum(context, TIRED) };
  }

  it('states the output before training, and nearly equal weights', async () => {
    const { sum } = await sumAfter(0);
    assert.equal(sum.terms.length, 15);
    for (const { weight } of sum.terms) assert.ok(Math.abs(weight - 1 / 15) < 0.001, `${weight}`);
    const [x, y] = /** @type {[number, number]} */ (sum.sums.at(-1));
    const weightOf = (/** @type {string} */ word) =>
      sum.terms.find(({ name }) => name === word)?.weight.toFixed(3);
    const replies = ['0', '1', '2'].map((value) => plain(markup(judge(page, value).reply)));
    assert.ok(replies[0].includes(`animal got ${weightOf('animal')},`), replies[0]);
    assert.ok(replies[1].includes(`their values: (${x.toFixed(2)}, ${y.toFixed(2)})`), replies[1]);
    assert.ok(replies[2].includes(`tired got ${weightOf('tired')},`), replies[2]);
    const mean = [0, 1].map((axis) => sum.terms.reduce((all, { at }) => all + at[axis] / 15, 0));
    assertNear([x, y], mean, 0.01);
  });

  it('shows numbers of the run at five moments, before and after training', async () => {
    for (const training of [0, -1]) {
      const { context, sum } = await sumAfter(training);
      const { weights, v, heads } = context.computation.results;
      for (const time of [0, 0.5, 4.5, 14, 15]) {
        const { sum: at, arrows } = computeSumAt(sum, time);
        const begun = Math.floor(time);
        const expected = [0, 1].map((axis) =>
          Array.from({ length: begun }, (_, key) => key).reduce(
            (all, key) => all + weights.data[15 * TIRED + key] * v.data[2 * key + axis],
            0,
          ),
        );
        assertNear(at, expected);
        // After half of its time, a value is shortened but has not moved yet.
        if (time % 1 === 0.5) {
          const last = arrows[arrows.length - 1];
          const weight = weights.data[15 * TIRED + begun];
          const value = [v.data[2 * begun], v.data[2 * begun + 1]];
          assertNear(last.from, [0, 0]);
          assertNear(
            last.to,
            value.map((number) => weight * number),
          );
        }
      }
      assertNear(computeSumAt(sum, 15).sum, [...heads.data.slice(2 * TIRED, 2 * TIRED + 2)]);
    }
  });

  it('names the terms with most weight among many', async () => {
    const { sum } = await sumAfter(-1);
    const [x, y] = /** @type {[number, number]} */ (sum.sums.at(-1));
    assert.match(
      motion.sum(sum.terms, [x, y]),
      /^0\.996\u00a0×\u00a0animal \+ [^+]+ \+ [^+]+ \+ … = \(−3\.85, /,
    );
    assert.doesNotMatch(motion.sum(sum.terms.slice(0, 9), [x, y]), /…/);
    assert.match(motion.sum([], [0, 0]), /^Each value/);
  });

  it('has its own numbers before and after training', () => {
    const state = makePageState(page);
    assert.equal(differsFromPage(state, page), false);
    assert.equal(differsFromPage(normaliseState({ ...state, training: 0 }), page), false);
  });
});

describe('mixing-inside', () => {
  it('no weights reach the cross, which is outside the triangle of values', () => {
    let least = Infinity;
    for (let a = 0; a <= 1.001; a += 0.05) {
      for (let b = 0; a + b <= 1.001; b += 0.05) {
        const at = pair(
          contextWithWeights('mixing-inside', 1, [a, b, Math.max(0, 1 - a - b)]),
          'heads',
          1,
        );
        least = Math.min(least, distance(at, [2, 3]));
      }
    }
    assert.ok(least > 1, `${least}`);
  });
});

describe('mixing-same', () => {
  it('two rows of weights give one output, with weights of noodles 0.4 and 0', () => {
    const page = pageNamed('mixing-same');
    const context = contextOf(page);
    assertNear(pair(context, 'heads', 0), [0.5, 0.5]);
    assertNear(pair(context, 'heads', 1), [0.5, 0.5]);
    const { data } = context.computation.results.weights;
    assertNear(data.slice(0, 8), [0.4, 0.1, 0.1, 0.4, 0.5, 0.5, 0, 0]);
  });
});

it('chapters 2 and 3 have four to seven pages, of at most two sentences before and three after', () => {
  const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });
  // Small print is a footnote and does not count.
  const sentences = (/** @type {unknown} */ content) => [
    ...segmenter.segment(
      plain(markup(content).replace(/<p class="note chapter-text">.*?<\/p>/s, '')),
    ),
  ];
  for (const { pages } of [mixing, scoring]) {
    assert.ok(pages.length >= 4 && pages.length <= 7);
    for (const page of pages) {
      const context = page.state.training === 0 ? undefined : contextOf(page);
      const [before, after] = [page.setup, page.after].map((say) =>
        sentences(say?.(/** @type {any} */ (context))),
      );
      assert.ok(before.length >= 1 && before.length <= 2, `${page.id}: ${before.length}`);
      assert.ok(after.length >= 1 && after.length <= 3, `${page.id}: ${after.length}`);
    }
  }
});

it('the panel of an output has the name of its table', () => {
  const page = pageNamed('mixing-row');
  const context = contextOf(page, { answers: 'mixing-row_0.5_-1.25*', cell: 'heads.0.1.1' });
  const shown = markup(tracePanel(page.panel?.(context) ?? context));
  assert.match(plain(shown), /output eat number 2/);
  assert.doesNotMatch(plain(shown), /head output/);
});

it('the panel of a number that the page sets says so, and nothing of what a reader may set', () => {
  const page = pageNamed('mixing-row');
  for (const cell of ['weights.0.1.1', 'v.0.1.1']) {
    const context = contextOf(page, { answers: 'mixing-row_0.5_-1.25*', cell });
    const { originalOf } = viewContext(context);
    const traced = { ...context, originalOf, readonly: true, hidesFormula: true };
    const shown = plain(markup(tracePanel(page.panel?.(traced) ?? traced)));
    assert.match(shown, /Set on this page, not computed: (0\.250|4)\./);
    assert.doesNotMatch(shown, /by hand|need not add up/);
  }
});

it('a number that belongs to the other column has its own reply', () => {
  const text = replyTo('mixing-row', contextOf(pageNamed('mixing-row')), '-1.25_-1.25').reply;
  assert.match(text, /the other number of the output/);
});

it('the ring accepts outputs up to 0.4 away, and surrounds their whole spots', () => {
  const [x, y] = [-2.5, -1];
  for (const [radius, isRight] of /** @type {const} */ ([
    [0.39, true],
    [0.41, false],
  ]))
    for (const turn of [0, 0.25, 0.5, 0.75]) {
      const at = [
        x + radius * Math.cos(2 * Math.PI * turn),
        y + radius * Math.sin(2 * Math.PI * turn),
      ];
      // The weights of (4, −3), (−2, 4) and (−4, −3) for an output there.
      const second = (at[1] + 3) / 7;
      const first = (at[0] + 4 - 2 * second) / 8;
      const context = contextWithWeights('mixing-slide', 1, [first, second, 1 - first - second]);
      assertNear(pair(context, 'heads', 1), at);
      assert.equal(replyTo('mixing-slide', context).isRight, isRight, `${at}`);
    }
  const shown = markup(pageNamed('mixing-slide').figure(contextOf(pageNamed('mixing-slide'))));
  const read = (/** @type {RegExp} */ pattern) => Number(pattern.exec(shown)?.[1]);
  const ring = read(/class="?ring.*? r="?([\d.]+)/s);
  const spot = read(/class="?spot.*?<circle[^>]* r="?([\d.]+)/s);
  const [left, top] = [/class="?ring.*? cx="?([\d.]+)/s, /class="?ring.*? cy="?([\d.]+)/s].map(
    read,
  );
  // The centre of a square plane is as far from its left as from its top.
  const unit = (top - left) / -(x + y);
  assert.ok(Math.abs(ring - (0.4 * unit + spot)) < 0.1 && spot > 0, `${ring}, ${unit}, ${spot}`);
});
