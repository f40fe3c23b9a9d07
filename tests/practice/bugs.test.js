// Each bug shows in the table that it names, gives the numbers of plain loops with the same
// mistake, and can be found with any seed.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { chapters } from '../../web/features/course/index.js';
import { bugs, changeSource } from '../../web/features/practice/bugs/bugs.js';
import {
  findWrongTables,
  listShownTables,
  makeBugPage,
  makeBugParts,
} from '../../web/features/practice/bugs/page.js';
import {
  chooseDistractors,
  findBug,
  findPuzzle,
  findStage,
  LEVELS,
  listBugsOfLevel,
  makeBugSources,
  namePuzzle,
} from '../../web/features/practice/bugs/puzzle.js';
import { practice } from '../../web/features/practice/index.js';
import { bugTexts, mistakeName } from '../../web/features/practice/text/en/bugs.js';
import { Run } from '../../web/graph/run.js';
import { withCourse } from '../../web/pages/page.js';
import { questionView } from '../../web/pages/tasks/view.js';
import { makeComputation, openSource } from '../../web/session/computation.js';
import { getSettings } from '../../web/state/fields.js';
import { normaliseState } from '../../web/state/normalise.js';
import * as pagesText from '../../web/text/en/pages.js';
import { originBadge, weightsFigure } from '../../web/views/overview.js';
import { tracePanel } from '../../web/views/trace-panel.js';
import { pageJson } from '../course/pages.js';
import { bugState } from '../support/bug-state.js';
import { attention, viewContext } from '../support/computations.js';
import { reduceCaseCount } from '../support/extent.js';
import { markup, plain } from '../support/markup.js';
import { attentionByLoops } from './oracle.js';

/**
 * @import { Bug, Puzzle } from '../../web/features/practice/types.js'
 * @import { Source } from '../../web/sources/types.js'
 * @import { State } from '../../web/state/types.js'
 */

/**
 * Contexts of the puzzles, shared by several tests.
 * @type {Map<string, ReturnType<typeof makeContextOf>>}
 */
const contexts = new Map();

/** Returns the context of a page of the practice. @param {State} state */
function contextOf(state) {
  const name = JSON.stringify(state);
  const known = contexts.get(name) ?? makeContextOf(state);
  contexts.set(name, known);
  return known;
}

/** @param {State} state */
function makeContextOf(state) {
  const settings = getSettings(state);
  const computation = makeComputation(attention, settings, practice.bug.open(attention, settings));
  return withCourse(viewContext({ state, computation }), makeBugPage(state.bug), undefined);
}

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
    const said = (/** @type {object} */ change) => {
      const context = contextOf(normaliseState({ ...settings, bug: id, ...change }));
      const puzzle = { bug: /** @type {any} */ (findBug(id)), choices: [] };
      return plain(markup(makeBugParts(puzzle).figure(context)));
    };
    assert.match(said({ pad: 1 }), /−∞ for the keys of the padding, the last word\./);
    assert.match(said({ pad: 2 }), /−∞ for the keys of the padding, the last 2 words\./);
    assert.match(said({ mask: 'causal' }), /−∞ where the key comes after the query\./);
    assert.match(said({ mask: 'custom', masked: '0.2' }), /−∞ where the mask hides a pair\./);
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
        if (!both.wrong.graph.has(id)) continue;
        const numbers = heads.flat(2);
        const { data } = run.tensor(id);
        assert.equal(data.length, numbers.length, id);
        const largest = Math.max(...numbers.filter(Number.isFinite).map(Math.abs), 1);
        numbers.forEach((one, i) => {
          const isSame = Object.is(one, data[i]) || Math.abs(one - data[i]) <= ROUNDING * largest;
          assert.ok(
            isSame || (Number.isNaN(one) && Number.isNaN(data[i])),
            `${id}[${i}]: ${data[i]} for ${one}`,
          );
        });
      }
    });
  }

  it('dropout at inference: what is dropped is 0, the rest is divided by 1 − p', () => {
    const [right, wrong] = runsOf('dropout-at-inference').map((run) => run.tensor('weights').data);
    const kept = [...wrong].filter((one) => one !== 0).length;
    assert.ok(kept > 0 && kept < wrong.length, String(kept));
    wrong.forEach((one, i) => {
      assert.ok(one === 0 || Math.abs(one - right[i] / 0.75) < 1e-6, `${i}: ${one}`);
    });
  });

  it('dropout before the softmax: a score that is dropped is 0, and has its share', () => {
    const [right, wrong] = runsOf('dropout-before-softmax');
    const scores = wrong.tensor('scaledScores').data;
    assert.ok(scores.includes(0));
    scores.forEach((one, i) => {
      const expected = right.tensor('scaledScores').data[i] / 0.75;
      assert.ok(one === 0 || Math.abs(one - expected) < 1e-5, `${i}: ${one}`);
    });
    assert.ok(wrong.tensor('weights').data.every((one) => one > 0));
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

describe('a puzzle', () => {
  it('of level 1 needs the chapters before the one on translation', () => {
    const before = chapters.findIndex(({ id }) => id === 'translation');
    assert.ok(pagesText.bugs.endsWith(`(after chapter ${before})`));
    for (const { settings } of listBugsOfLevel(1)) {
      const { mechanism, target } = normaliseState({ ...settings });
      assert.deepEqual([mechanism, target], ['dot', '']);
    }
  });

  /** @type {string[]} */
  const names = LEVELS.flatMap((level) =>
    Array.from({ length: reduceCaseCount(50) }, (_, number) => namePuzzle(level, number)),
  );

  it('of many seeds a level shows where its bug shows, by numbers that differ on screen', () => {
    for (const name of names) {
      const puzzle = findPuzzle(name);
      assert.ok(puzzle);
      const context = contextOf(bugState(name));
      assert.equal(findWrongTables(context)[0], puzzle.bug.table, `${name}: ${puzzle.bug.id}`);
      assert.ok(listShownTables(context).includes(puzzle.bug.table));
      const right = contextOf(normaliseState({ ...bugState(name), bug: 'none' }));
      const [is, was] = [context, right].map(
        ({ computation }) => computation.results[puzzle.bug.table]?.data,
      );
      if (puzzle.bug.id === 'padding-averaged') continue;
      const apart = is.map((one, i) => (Object.is(one, was[i]) ? 0 : Math.abs(one - was[i])));
      assert.ok(
        apart.some((one) => !(one < 0.01)),
        `${name}: ${puzzle.bug.id} changes too little`,
      );
    }
  });

  it('takes each bug of its level once in a round', () => {
    for (const level of LEVELS) {
      const ofLevel = listBugsOfLevel(level);
      for (const round of [0, 1]) {
        const met = ofLevel.map(
          (_, i) => findPuzzle(namePuzzle(level, round * ofLevel.length + i))?.bug,
        );
        assert.equal(new Set(met).size, ofLevel.length);
      }
    }
  });

  it('of the first level is of what a chapter teaches, in its bug and in all that is offered beside it', () => {
    /** The page that teaches each bug. @type {Record<string, [page: string, said: RegExp]>} */
    const taught = {
      'mask-after-softmax': [
        'order-causal',
        /You masked after the softmax: what is left adds up to 3/,
      ],
      'mask-zero': ['order-leak', /the mask made its score 0/],
      'mask-flipped': ['order-padding', /A padding mask closes the columns of padding/],
      'causal-off-by-one': ['order-causal', /the score of every later word into −∞/],
      'fill-finite': ['order-leak', /−1e9 gives all words equal weights/],
      'softmax-queries': ['scoring-row', /A softmax along the columns is a common mistake/],
      'softmax-heads': ['scoring-row', /The softmax runs along each row/],
      'maximum-left-out': ['scoring-shift', /first subtract the largest score/],
      'scale-none': ['projections-root', /\*\*scaled\*\*: divided by √_d_/],
      'output-left-out': ['heads-output', /one more learned matrix. This \*\*output projection/],
    };
    assert.deepEqual(
      Object.keys(taught),
      listBugsOfLevel(1).map(({ id }) => id),
    );
    for (const [page, said] of Object.values(taught))
      assert.match(JSON.stringify(pageJson(page)), said, page);
    for (let number = 0; number < 100; number++) {
      for (const one of findPuzzle(namePuzzle(1, number))?.choices ?? [])
        assert.ok(!('isBeyondCourse' in one), `1-${number} offers ${one.id}`);
    }
  });

  it('keeps the bug of its address', () => {
    const first = (/** @type {1 | 2 | 3} */ level, /** @type {number} */ count) =>
      Array.from({ length: count }, (_, i) => findPuzzle(namePuzzle(level, i))?.bug.id);
    assert.deepEqual(first(1, 4), [
      ...['mask-after-softmax', 'scale-none', 'output-left-out', 'mask-flipped'],
    ]);
    assert.deepEqual(first(2, 4), [
      ...['mask-queries', 'heads-untransposed', 'output-transposed', 'vector-left-out'],
    ]);
    assert.deepEqual(first(3, 4), [
      ...['position-after', 'dropout-before-softmax', 'split-layout', 'scale-twice'],
    ]);
    assert.equal(findPuzzle('2-17')?.bug.id, 'dropout-at-inference');
    const all = LEVELS.flatMap((level) => listBugsOfLevel(level));
    assert.deepEqual(new Set(all), new Set(bugs));
    assert.equal(all.length, bugs.length);
  });

  it('offers its bug among three others', () => {
    for (const name of names) {
      const puzzle = findPuzzle(name);
      assert.ok(puzzle);
      assert.equal(puzzle.choices.length, 4);
      assert.equal(new Set(puzzle.choices).size, 4);
      assert.ok(puzzle.choices.includes(puzzle.bug));
    }
  });

  it('offers mistakes that show in the same table or its stage, by other numbers than the bug gives', () => {
    for (const name of names) {
      const { bug, choices } = /** @type {Puzzle} */ (findPuzzle(name));
      const context = contextOf(bugState(name));
      const settings = getSettings(context.state);
      const { right } = /** @type {any} */ (makeBugSources(attention, settings));
      for (const one of choices.filter((choice) => choice !== bug)) {
        const which = `${name}: ${one.id} beside ${bug.id}`;
        const computation = makeComputation(
          attention,
          settings,
          changeSource(right, one.wrong(right)),
        );
        const [first] = findWrongTables(context, computation);
        assert.equal(findStage(first), findStage(bug.table), `${which} shows first in ${first}`);
        assert.notEqual(mistakeName(one.id), one.id, which);
        const [is, would] = [context.computation, computation].map(
          ({ results }) => results[bug.table].data,
        );
        assert.ok(
          is.some((number, i) => !(Math.abs(number - would[i]) < 1e-4)),
          which,
        );
        if (first !== bug.table) continue;
        const { reply } = /** @type {any} */ (makeBugPage(name).task).judge(
          context,
          `${bug.table}_${one.id}`,
        );
        assert.match(
          plain(markup(reply)),
          /would give other numbers in this table\. The .* would be /,
          which,
        );
      }
    }
  });

  it('offers a wrong projection mistakes of projections alone', () => {
    for (const id of ['position-after', 'split-layout', 'values-of-queries']) {
      const bug = /** @type {any} */ (findBug(id));
      for (const { table } of chooseDistractors(bug, 1, bug.settings))
        assert.equal(table, bug.table, id);
    }
  });

  it('offers no mistake that its run cannot have: none of padding without padding', () => {
    for (const name of names) {
      const { settings, choices } = /** @type {any} */ (findPuzzle(name));
      const plain = getSettings(normaliseState({ ...settings, bug: '' }));
      const { graph } = /** @type {any} */ (
        makeBugSources(attention, { ...plain, bug: settings.bug })
      ).right;
      for (const one of choices) assert.ok(one.fits(graph, plain), `${name}: ${one.id}`);
      if (plain.mask === 'padding') continue;
      const ids = choices.map((/** @type {any} */ { id }) => id);
      assert.ok(!ids.includes('mask-queries') && !ids.includes('padding-averaged'), name);
    }
  });

  it('is answered beside what was pressed, and no longer asked once it is found', () => {
    const page = makeBugPage('1-0');
    const { bug } = /** @type {any} */ (findPuzzle('1-0'));
    const context = contextOf(bugState('1-0'));
    /** Returns the tables of the page as texts. @param {string} value @param {boolean} [isOpen] */
    const suspects = (value, isOpen = false) =>
      markup(page.figure({ ...context, isOpen, given: { value, isRight: isOpen } }))
        .split('<li')
        .slice(1)
        .map((one) => ({
          isPressed: one.includes('class="choose" aria-pressed=true'),
          said: plain(one),
        }));
    const [pressed, ...others] = suspects('output').toSorted(
      (a, b) => Number(b.isPressed) - Number(a.isPressed),
    );
    assert.match(pressed.said, /Not yet\. .* pass the mistake on/);
    for (const { said } of others) assert.doesNotMatch(said, /Not yet/);
    const found = suspects(`${bug.table}_${bug.id}`, true).find(({ isPressed }) => isPressed);
    assert.match(found?.said ?? '', /Right\./);
    const { task } = page;
    assert.ok(task);
    const asked = (/** @type {boolean} */ isOpen) =>
      plain(markup(questionView({ ...context, isOpen }, task)));
    assert.match(asked(false), /Which is the first wrong table/);
    assert.equal(asked(true), '');
  });

  it('is found in two presses, and each wrong press is answered', () => {
    const state = bugState('2-1');
    const { bug } = /** @type {Puzzle} */ (findPuzzle('2-1'));
    const context = contextOf(state);
    const { task } = makeBugPage(state.bug);
    assert.equal(task?.kind, 'pick');
    const judge = (/** @type {string} */ value) => task.judge(context, value);
    const other = bugs.find((one) => one !== bug);
    assert.equal(judge(bug.table).isRight, false);
    assert.match(String(judge(bug.table).reply), /^Right: .*first wrong numbers/);
    assert.ok(judge(bug.table).isUnderway, 'neither “Right.” nor “Not yet.” stands before it');
    assert.match(String(judge('output').reply), /pass the mistake on.* from “concatenation”/);
    assert.match(String(judge('v').reply), /follow correctly/);
    assert.equal(judge(`${bug.table}_${other?.id}`).isRight, false);
    assert.equal(judge(`${bug.table}_${bug.id}`).isRight, true);
    assert.equal(judge(`v_${bug.id}`).isRight, false);
  });

  it('says of a number what it should be computed from, and nothing of how it was', () => {
    for (const name of names) {
      const state = bugState(name);
      const { bug } = /** @type {Puzzle} */ (findPuzzle(name));
      const { shape } = contextOf(state).computation.results[bug.table];
      const cell = [bug.table, ...shape.map(() => 0)].join('.');
      const context = contextOf(normaliseState({ ...state, cell }));
      assert.ok(context.traced, name);
      const page = makeBugPage(name);
      const shown = plain(markup(page.figure(context)));
      assert.match(shown, /It should be computed from/, name);
      const ids = Object.keys(context.computation.nodes).filter((id) => /[A-Z]/.test(id));
      const named = (/** @type {string} */ said) => ids.filter((id) => said.includes(id));
      assert.deepEqual(named(shown), [], `${name}: a name out of the code`);
      assert.equal(page.panel?.(context).traced, undefined, name);
      const open = { ...context, isOpen: true };
      assert.equal(page.panel?.(open).traced, context.traced);
      assert.deepEqual(named(plain(markup(tracePanel(open)))), [], name);
    }
  });

  it('is explained in a sentence, whichever it is', () => {
    for (const { id } of bugs) assert.match(bugTexts[id].why, /^.{20,}\.$/, id);
  });

  it('is the first of its level for any other text', () => {
    for (const text of ['', 'x', '4-1', '1-', '2--1', '1-99999999']) {
      assert.equal(findPuzzle(text), undefined, text);
      assert.equal(makeBugPage(text).state.bug, '1-0');
    }
  });
});
