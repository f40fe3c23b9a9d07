import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bugs } from '../../web/features/practice/bugs/bugs.js';
import { findWrongTables, makeBugParts } from '../../web/features/practice/bugs/page.js';
import { findBug, makeBugSources } from '../../web/features/practice/bugs/puzzle.js';
import { explainProgram } from '../../web/features/practice/text/en/bug-lab.js';
import { bugTexts } from '../../web/features/practice/text/en/bugs.js';
import { Run } from '../../web/graph/run.js';
import { openSource } from '../../web/session/computation.js';
import { getSettings } from '../../web/state/fields.js';
import { normaliseState } from '../../web/state/normalise.js';
import { originBadge, weightsFigure } from '../../web/views/overview.js';
import { bugState } from '../support/bug-state.js';
import { attention } from '../support/computations.js';
import { markup, plain } from '../support/markup.js';
import { contextOf } from './bug-context.js';
import { attentionByLoops } from './oracle.js';

/**
 * @import { Bug } from '../../web/features/practice/types.js'
 * @import { Source } from '../../web/sources/types.js'
 */

/** @type {(q: number, k: number) => boolean} */
const causal = (q, k) => k <= q;
/** @type {(q: number, k: number) => boolean} */
const padded = (_, k) => k < 3;

/**
 * The options of the loops, by bug.
 * @type {Record<string, Parameters<typeof attentionByLoops>[1]>}
 */
const WRONG = {
  'scale-none': { wrong: { divisor: () => 1 } },
  'scale-d': { wrong: { divisor: (d) => d } },
  'scale-words': { wrong: { divisor: (_, keys) => Math.sqrt(keys) } },
  'scale-twice': { wrong: { times: 2 } },
  'key-untransposed': { wrong: { isKeyUntransposed: true } },
  'key-value-swapped': { wrong: { swaps: true } },
  'position-after': { wrong: { positionsLast: true } },
  'tanh-left-out': { wrong: { isTanhLeftOut: true } },
  'vector-left-out': { wrong: { isVectorLeftOut: true } },
  'mask-after-softmax': { allowed: causal, wrong: { fill: 'after' } },
  'mask-zero': { allowed: causal, wrong: { fill: 0 } },
  'mask-flipped': { wrong: { allowed: (q, k) => !padded(q, k) } },
  'mask-queries': { wrong: { allowed: (q) => q < 3 } },
  'causal-off-by-one': { wrong: { allowed: (q, k) => k <= q + 1 } },
  'causal-corner': { wrong: { allowed: causal } },
  'fill-finite': { allowed: (q) => q !== 2, wrong: { fill: -1e9 } },
  'softmax-queries': { wrong: { along: 'queries' } },
  'softmax-heads': { wrong: { along: 'heads' } },
  'maximum-left-out': { wrong: { divisor: () => 0.02, isMaxLeftOut: true } },
  'heads-untransposed': { wrong: { merge: 'flat' } },
  'split-layout': { wrong: { isSplitPerHead: true } },
  'output-left-out': { wrong: { merge: 'none' } },
  'output-transposed': { wrong: { merge: 'transposed' } },
  'values-of-queries': { wrong: { takesValuesOfQueries: true } },
};

/** The rounding of short float32 sums, relative to the table's largest number. */
const ROUNDING = 2 ** -17;

/** Returns the runs without and with a bug. @param {string} bug */
function runsOf(bug) {
  const both = makeBugSources(
    attention,
    getSettings(normaliseState({ ...findBug(bug)?.settings, bug })),
  );
  assert.ok(both);
  return [both.right, both.wrong].map(({ graph, given }) => new Run(attention, graph, given));
}

describe('a bug', () => {
  it('is looked for beside what the mask of these numbers hides', () => {
    const { id, settings } = /** @type {Bug} */ (findBug('mask-flipped'));
    const readFigure = (/** @type {object} */ change) => {
      const context = contextOf(normaliseState({ ...settings, bug: id, ...change }));
      const puzzle = { bug: /** @type {any} */ (findBug(id)), choices: [] };
      return plain(markup(makeBugParts(puzzle).figure(context)));
    };
    assert.match(readFigure({ pad: 1 }), /−∞ for the keys of the padding, the last word\./);
    assert.match(readFigure({ pad: 2 }), /−∞ for the keys of the padding, the last 2 words\./);
    assert.match(readFigure({ mask: 'causal' }), /−∞ where the key comes after the query\./);
    assert.match(readFigure({ mask: 'custom', masked: '0.2' }), /−∞ where the mask hides a pair\./);
  });

  it('is named in the lab, where the reader can remove it, and rows need not add up to 1', () => {
    /** @type {object[]} */
    const changes = [];
    const dispatch = (/** @type {object} */ change) => changes.push(change);
    const show = (/** @type {object} */ change, readonly = false) => {
      const state = normaliseState({ mask: 'causal', ...change });
      const context = { ...contextOf(state), readonly, dispatch };
      return { badge: originBadge(context), figure: plain(markup(weightsFigure(context))) };
    };
    const named = show({ bug: 'mask-after-softmax' });
    assert.match(plain(markup(named.badge)), /one deliberate mistake\. Remove the mistake$/);
    assert.doesNotMatch(named.figure, /add up to 1/);
    /** @type {any} */ (named.badge.values[1]).values[0]();
    assert.deepEqual(changes, [{ bug: '' }]);
    for (const [change, readonly] of /** @type {const} */ ([
      [{}, false],
      [{ bug: 'tanh-left-out' }, false],
      [{ bug: 'mask-after-softmax' }, true],
      [bugState('1-0'), false],
    ])) {
      const { badge, figure } = show(change, readonly);
      assert.doesNotMatch(plain(markup(badge)), /Remove/);
      const isMistaken = plain(markup(badge)).includes('mistake');
      assert.equal(figure.includes('rows add up to 1'), !isMistaken);
    }
  });

  it('is told in words of the course', () => {
    const { id, settings } = /** @type {Bug} */ (findBug('mask-flipped'));
    const state = normaliseState({ ...settings, bug: id });
    const puzzle = { bug: /** @type {any} */ (findBug(id)), choices: [] };
    const text = plain(markup(makeBugParts(puzzle).figure({ ...contextOf(state), isOpen: true })));
    assert.match(text, /The same rows times WV\./);
    assert.match(text, /e to the power of each score, divided by the sum of these exponentials/);
    assert.match(text, /masked_fill\(mask, x\) writes x where the mask is true\./);
    for (const [bug, { name, seen }] of Object.entries(bugTexts)) {
      assert.doesNotMatch(name, /true|false/, bug);
      assert.doesNotMatch(seen, /pull request|issue/, bug);
    }
    assert.equal(explainProgram('x @ wq'), '');
    assert.match(
      explainProgram('softmax(scores, dim=-1)'),
      /^dim is the axis: −1 runs along each row/,
    );
  });

  it('is looked for beside a text that names positions only if the run has some', () => {
    for (const positions of /** @type {const} */ (['none', 'sinusoidal'])) {
      const { id, settings } = /** @type {Bug} */ (findBug('scale-none'));
      const context = contextOf(normaliseState({ ...settings, bug: id, positions }));
      const puzzle = { bug: /** @type {any} */ (findBug(id)), choices: [] };
      const shown = plain(markup(makeBugParts(puzzle).figure(context)));
      assert.match(shown, /Each word’s embedding(, plus its position,)? times/);
      assert.equal(shown.includes('plus its position'), positions !== 'none');
    }
  });

  it('of a decoder that attends to itself fits the keys and the mask that it has', () => {
    const four = 'They eat fried noodles';
    const three = 'ils mangent vite';
    const settingsOf = (/** @type {object} */ change) =>
      getSettings(
        normaliseState({
          ...{ sentence: four, target: three, layer: 'self', dModel: 4, heads: 1 },
          ...change,
        }),
      );
    const has = (/** @type {object} */ change) => {
      const both = makeBugSources(attention, settingsOf(change));
      assert.ok(both);
      return both.right !== both.wrong;
    };
    const bug = 'key-untransposed';
    assert.deepEqual([has({ bug }), has({ bug, sentence: three, target: four })], [false, true]);
    assert.equal(findBug('scale-words')?.shows?.(settingsOf({})), true);
    for (const [id, mask, isThere] of /** @type {[string, string, boolean][]} */ ([
      ['causal-off-by-one', 'none', true],
      ['mask-zero', 'none', true],
      ['mask-queries', 'padding', false],
    ]))
      assert.equal(has({ bug: id, mask }), isThere, id);
  });

  it('is checked with one more word only if the program then has the same bug, and is causal', () => {
    const isChecked = (/** @type {string} */ id, change = {}) => {
      const bug = /** @type {Bug} */ (findBug(id));
      const state = normaliseState({ ...bug.settings, mask: 'causal', ...change, bug: id });
      const shown = plain(markup(makeBugParts({ bug, choices: [] }).figure(contextOf(state))));
      return shown.includes('One more word at the end');
    };
    assert.equal(isChecked('scale-none'), true);
    assert.equal(isChecked('key-untransposed'), false);
    // Only the longer sentence fits.
    assert.equal(isChecked('key-untransposed', { sentence: 'They eat noodles' }), false);
    assert.equal(isChecked('key-untransposed', { sentence: 'They eat' }), true);
    // Between two sentences, no mask compares positions.
    assert.equal(isChecked('scale-none', { target: 'he is' }), false);
  });

  it('is one of at least twenty-four, each with its words', () => {
    assert.ok(bugs.length >= 24, String(bugs.length));
    assert.equal(new Set(bugs.map(({ id }) => id)).size, bugs.length);
    assert.deepEqual(bugs.map(({ id }) => id).toSorted(), Object.keys(bugTexts).toSorted());
    for (const { name, wrong, right, seen } of Object.values(bugTexts)) {
      assert.ok([name, wrong, right, seen].every(Boolean), name);
      assert.notEqual(wrong, right);
    }
  });

  for (const bug of bugs) {
    const settings = getSettings(normaliseState({ ...bug.settings, bug: bug.id, seed: 11 }));
    const plain = { ...settings, bug: '' };

    it(`${bug.id}: fits its settings, and shows first in ${bug.table}`, () => {
      const source = /** @type {Source} */ (openSource(attention, plain));
      assert.ok(bug.fits(source.graph, plain));
      const context = contextOf(normaliseState({ ...settings, guide: 'practice-bugs' }));
      assert.equal(findWrongTables(context)[0], bug.table);
    });

    const told = WRONG[bug.id];
    if (!told) continue;
    it(`${bug.id}: its tables are those of plain loops with the same mistake`, () => {
      const both = makeBugSources(attention, settings);
      assert.ok(both);
      const run = new Run(attention, both.wrong.graph, both.wrong.given);
      const expected = attentionByLoops(both.right, told);
      for (const [id, heads] of Object.entries(expected)) {
        const numbers = heads.flat(2);
        const { data } = run.tensor(id);
        assert.equal(data.length, numbers.length, id);
        const largest = Math.max(...numbers.filter(Number.isFinite).map(Math.abs), 1);
        numbers.forEach((value, i) => {
          const isSame =
            Object.is(value, data[i]) || Math.abs(value - data[i]) <= ROUNDING * largest;
          assert.ok(
            isSame || (Number.isNaN(value) && Number.isNaN(data[i])),
            `${id}[${i}]: ${data[i]} for ${value}`,
          );
        });
      }
    });
  }

  it('dropout at inference: what is dropped is 0, the rest is divided by 1 − p', () => {
    const [right, wrong] = runsOf('dropout-at-inference').map((run) => run.tensor('weights').data);
    const kept = [...wrong].filter((value) => value !== 0).length;
    assert.ok(kept > 0 && kept < wrong.length, String(kept));
    wrong.forEach((value, i) => {
      assert.ok(value === 0 || Math.abs(value - right[i] / 0.75) < 1e-6, `${i}: ${value}`);
    });
  });

  it('dropout before the softmax: a score that is dropped is 0, and has its share', () => {
    const [right, wrong] = runsOf('dropout-before-softmax');
    const scores = wrong.tensor('scaledScores').data;
    assert.ok(scores.includes(0));
    scores.forEach((score, i) => {
      const expected = right.tensor('scaledScores').data[i] / 0.75;
      assert.ok(score === 0 || Math.abs(score - expected) < 1e-5, `${i}: ${score}`);
    });
    assert.ok(wrong.tensor('weights').data.every((value) => value > 0));
  });

  it('padding averaged in: the mean of five rows instead of three', () => {
    const [right, wrong] = runsOf('padding-averaged');
    const { data, shape } = right.tensor('output');
    for (const [run, words] of /** @type {[Run, number][]} */ ([
      [right, 3],
      [wrong, 5],
    ])) {
      run.tensor('pooled').data.forEach((mean, column) => {
        let sum = 0;
        for (let row = 0; row < words; row++) sum += data[row * shape[1] + column];
        assert.ok(Math.abs(mean - sum / words) < 1e-6, `${words}: ${mean}`);
      });
    }
  });
});
