import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { html } from 'lit';
import { chapters } from '../../web/features/course/index.js';
import { readChapter } from '../../web/features/practice/author-chapter/read.js';
import { goalChapter, goals } from '../../web/features/practice/goals/goals.js';
import { tryMoves } from '../../web/features/practice/goals/hints.js';
import {
  allowsNumber,
  countMoves,
  findMeterEnds,
  findUnmetMeasure,
  formatFewestMoves,
  isReached,
} from '../../web/features/practice/goals/rules.js';
import { practice } from '../../web/features/practice/index.js';
import json from '../../web/features/practice/text/en/goals.json' with { type: 'json' };
import { goalSolutions } from '../../web/features/practice/text/en/notes.js';
import { judgeAnswer, keepDraft } from '../../web/pages/judging.js';
import { parseAnswers } from '../../web/state/guide.js';
import { normaliseState } from '../../web/state/normalise.js';
import * as pagesText from '../../web/text/en/pages.js';
import { tracePanel } from '../../web/views/trace-panel.js';
import { assertFewSentences } from '../course/pages.js';
import { listListeners, markup, plain } from '../support/markup.js';
import {
  contextAt,
  editsWith,
  fewestOf,
  goalNamed,
  pageOf,
  SOLUTIONS,
  solveGoal,
} from './goals.js';
import '../support/features.js';

/** @import { Change, CourseContext, Goal } from './goals.js' */

/** The number of steps of a coarse grid. */
const STEPS = 12;

/**
 * Returns all changes of a single number or choice, on a coarse grid.
 * @param {Goal} goal
 * @param {CourseContext} context
 * @returns {Change[]}
 */
function singleMoves(goal, context) {
  const [low, high] = goal.range;
  const grid = (/** @type {number} */ from, /** @type {number} */ to) =>
    Array.from({ length: STEPS + 1 }, (_, i) => from + ((to - from) * i) / STEPS);
  const moves = tryMoves(context, goal, goal.measures[0]);
  const places = new Set(moves.flatMap(({ place }) => place ?? []));
  return [
    ...[...places].flatMap((place) =>
      grid(low, high).map((value) => ({ edits: editsWith(context, { [place]: value }) })),
    ),
    ...moves.flatMap(({ place, change }) => (place === undefined ? [change] : [])),
  ];
}

describe('a goal', () => {
  it('is one of twelve, each with its page and solution', () => {
    assert.equal(goals.length, 12);
    const ids = goals.map(({ id }) => id).toSorted();
    assert.equal(new Set(ids).size, ids.length);
    for (const told of [SOLUTIONS, goalSolutions])
      assert.deepEqual(Object.keys(told).toSorted(), ids);
    // The notes give the numbers of this solution.
    for (const [id, [numbers]] of Object.entries(SOLUTIONS)) {
      const text = plain(markup(html`${goalSolutions[id]}`)).replaceAll('−', '-');
      for (const value of Object.values(numbers))
        assert.ok(text.includes(String(Number(value.toFixed(2)))), `${id}: ${value} in ${text}`);
    }
    for (const goal of goals) {
      const page = pageOf(goal);
      assert.match(page.id, /^[a-z]+(-[a-z\d]+)*$/);
      assert.ok(page.id.length <= 40);
      assert.equal(practice.chapters.findNearestPage(page.id), page);
      assert.equal(practice.chapters.findChapter(page), goalChapter);
    }
    assertFewSentences(goalChapter);
  });

  it('says which chapter teaches it, and the list of practice names the last of them', () => {
    const taught = goals.map((goal) => {
      const text = plain(markup(pageOf(goal).setup(contextAt(goal))));
      const [, number, rest] = /Taught in Chapter (\d) of 8: (.*)/s.exec(text) ?? [];
      assert.ok(rest?.startsWith(chapters[Number(number) - 1].title), text);
      return Number(number);
    });
    assert.ok(pagesText.goals.endsWith(`(after chapter ${Math.max(...taught)})`));
    assert.ok(pagesText.selfTest.endsWith(`(after chapter ${chapters.length})`));
  });

  it('is written like an author’s, and its question says how many changes it allows', () => {
    /** @type {any} */
    const chapter = structuredClone(json);
    for (const page of chapter.pages) delete page.taughtIn;
    const measured = structuredClone(chapter);
    for (const { id, task } of chapter.pages) {
      const count = ['no', 'one', 'two', 'three', 'four'][task.changes];
      assert.match(
        task.question,
        new RegExp(`at most ${count} (number|pair|setting|change)s?\\.$`),
        id,
      );
      Object.assign(task, {
        fewest: undefined,
        wanted: task.wanted.map(
          (/** @type {any} */ { cell = 'weights.0.0.0', name, least, most }) => ({
            ...{ cell, name, least, most },
          }),
        ),
      });
    }
    assert.doesNotThrow(() => readChapter(JSON.stringify(chapter)));
    assert.throws(() => readChapter(JSON.stringify(measured)), /fewest|by|end/);
  });

  for (const goal of goals) {
    it(`${goal.id}: is not reached at the start, and not by one move where it takes more`, () => {
      const context = contextAt(goal);
      assert.equal(countMoves(goal, context).count, 0);
      assert.equal(countMoves(goal, context).isForeign, false);
      assert.notEqual(findUnmetMeasure(goal, context), -1);
      if (fewestOf(goal) === 1) return;
      const moves = singleMoves(goal, context);
      assert.ok(moves.length > 3);
      for (const change of moves)
        assert.notEqual(
          findUnmetMeasure(goal, contextAt(goal, change)),
          -1,
          JSON.stringify(change),
        );
    });

    it(`${goal.id}: is reached by a solution with the fewest moves`, () => {
      const context = solveGoal(goal);
      const { count, isForeign, beyond } = countMoves(goal, context);
      assert.deepEqual(
        { count, isForeign, beyond },
        { count: fewestOf(goal), isForeign: false, beyond: undefined },
      );
      assert.ok(
        isReached(goal, context),
        goal.measures.map(({ read }) => read(context)).join(', '),
      );
      const task = pageOf(goal).task;
      assert.ok(task?.kind === 'target' && task.judge(context).isRight && context.isOpen);
      assert.equal(task.kept?.(context), `reached.${fewestOf(goal)}`);
    });

    it(`${goal.id}: needs all moves of that solution`, () => {
      const start = contextAt(goal);
      const [numbers, other = {}] = SOLUTIONS[goal.id];
      const { masked, ...choices } = other;
      const pairs = masked?.split(' ').filter((pair) => !start.state.masked.includes(pair)) ?? [];
      /** @type {Change[]} */
      const fewer = [
        ...Object.keys(numbers).map((left) => {
          const rest = Object.entries(numbers).filter(([place]) => place !== left);
          return { ...other, edits: editsWith(start, Object.fromEntries(rest)) };
        }),
        ...Object.keys(choices).map((left) => ({
          ...Object.fromEntries(Object.entries(choices).filter(([name]) => name !== left)),
        })),
        ...pairs.map((left) => ({
          masked: masked
            ?.split(' ')
            .filter((pair) => pair !== left)
            .join(' '),
        })),
      ];
      assert.equal(fewer.length, fewestOf(goal));
      for (const change of fewer) assert.equal(isReached(goal, contextAt(goal, change)), false);
    });

    it(`${goal.id}: shows its meters, its tables and the changes made`, () => {
      for (const context of [contextAt(goal), solveGoal(goal)]) {
        const shown = markup(pageOf(goal).figure(context));
        assert.equal(shown.match(/<meter/g)?.length, goal.measures.length);
        const pictures = json.pages.find(({ id }) => id === goal.id)?.show ?? [];
        for (const id of [
          ...Object.keys(goal.numbers ?? {}),
          ...pictures.map(({ of: table }) => table),
        ])
          assert.ok(shown.includes(`data-tensor=${id}`), id);
        const { count } = countMoves(goal, context);
        assert.ok(plain(shown).includes(`Changes made: ${count} of ${goal.changes}.`));
        assert.doesNotMatch(plain(shown), /undefined|NaN/);
      }
    });
  }
});

it('the bounds of a goal lie between the ends of its meter, also if the goal sets its end', () => {
  const goal = goalNamed('noodles');
  const [measure] = goal.measures;
  const endsOf = (/** @type {object} */ change) =>
    findMeterEnds(goal, { ...measure, least: 0, most: 0, ...change }, contextAt(goal));
  assert.deepEqual(endsOf({ least: -2, end: 3 }), [-4, 3]);
  assert.deepEqual(endsOf({ least: 2, end: 3 }), [0, 3]);
});

describe('the panel of a number', () => {
  it('masks no pair, where masking would not count', () => {
    const goal = goalNamed('tables');
    const selected = contextAt(goal, { cell: 'weights.0.1.0' });
    const { panel } = pageOf(goal);
    assert.ok(panel);
    const readPanel = (/** @type {CourseContext} */ context) => plain(markup(tracePanel(context)));
    assert.match(readPanel(selected), /Mask this key/);
    assert.match(readPanel(panel(selected)), /Set it to/);
    assert.doesNotMatch(readPanel(panel(selected)), /Mask this key/);
  });
});

describe('the field of a number', () => {
  it('has a slider that ends where the goal’s range does, also if the number is beyond', () => {
    for (const [id, cell, ends] of /** @type {const} */ ([
      ['noodles', 'k.0.3.0', [-3, 3]],
      ['tables', 'weights.0.1.0', [0, 1]],
    ])) {
      const goal = goalNamed(id);
      for (const edits of ['', editsWith(contextAt(goal), { [cell]: 90 })]) {
        const context = contextAt(goal, { cell, ...(edits && { edits }) });
        const shown = markup(tracePanel(pageOf(goal).panel?.(context) ?? context));
        const [, ...slider] = /type="?range"? min=(\S+) max=(\S+) /.exec(shown) ?? [];
        assert.deepEqual(
          slider.map((end) => Number(end.replaceAll('"', ''))),
          ends,
        );
      }
    }
  });
});

describe('moves', () => {
  const goal = goalNamed('noodles');
  const start = contextAt(goal);
  const at = (/** @type {Change} */ change) => contextAt(goal, change);
  const { task } = pageOf(goal);
  const judge = (/** @type {CourseContext} */ context) => {
    assert.ok(task?.kind === 'target');
    const { isRight, reply } = task.judge(context);
    return { isRight, reply: plain(markup(reply)) };
  };

  it('are numbers that differ from the start, each once', () => {
    const edits = editsWith(start, { 'k.0.3.0': 1, 'k.0.3.1': 0.5 });
    assert.deepEqual(countMoves(goal, at({ edits })).edits, ['k.0.3.0']);
    const back = editsWith(at({ edits }), { 'k.0.3.0': 0.5 });
    assert.equal(countMoves(goal, at({ edits: back })).count, 0);
  });

  it('beyond what is allowed, of what has to stay, or out of range do not reach it', () => {
    const three = { 'k.0.3.0': 3, 'k.0.3.1': 3, 'k.0.0.0': 1 };
    const cases = /** @type {[Change, RegExp][]} */ ([
      [{ edits: editsWith(start, three) }, /3 changes, but at most 2/],
      [{ edits: editsWith(start, { 'k.0.3.0': 90 }) }, /between −3 and 3/],
      [{ edits: editsWith(start, { 'weights.0.2.3': 0.9 }) }, /Something else/],
      [{ edits: editsWith(start, { 'q.0.1.0': 3 }) }, /Something else/],
      [{ mask: 'custom', masked: '2.0 2.1 2.2' }, /Something else/],
      [{ temperature: 0.1 }, /Something else/],
      [{ edits: '' }, /Something else/],
    ]);
    for (const [change, reply] of cases) {
      const { isRight, reply: is } = judge(at(change));
      assert.equal(isRight, false, JSON.stringify(change));
      assert.match(is, reply);
    }
  });

  it('that are too many leave no meter marked as reached', () => {
    const two = { 'k.0.3.0': 3, 'k.0.3.1': 3 };
    const shown = (/** @type {Record<string, number>} */ numbers) =>
      markup(pageOf(goal).figure(at({ edits: editsWith(start, numbers) })));
    assert.match(plain(shown(two)), /goal: at least 0\.8 reached/);
    const tooMany = shown({ ...two, 'k.0.0.0': 1 });
    assert.match(plain(tooMany), /Changes made: 3 of 2\./);
    assert.doesNotMatch(plain(tooMany), /goal: at least 0\.8 reached/);
    assert.doesNotMatch(tooMany, /class="?met\b/);
  });

  it('made before are told where a reached goal opens again', () => {
    const answers = 'practice-goals-noodles_reached.2*';
    const replyAt = (/** @type {Change} */ change) =>
      plain(markup(contextAt(goal, { answers, ...change }).verdict?.reply));
    assert.match(replyAt({}), /^You have reached this goal before\. The numbers are back/);
    const edits = editsWith(start, { 'k.0.3.0': 1 });
    assert.match(replyAt({ edits }), /reached this goal before\..* the goal is at least 0\.8/);
  });

  it('are answered with the name of the goal as its author wrote it', () => {
    const reply = plain(markup(contextAt(goal).verdict?.reply));
    assert.match(reply, /^So far, the weight that fried gives noodles is 0\.210; the goal is/);
  });

  it('that are more than it takes are allowed, and said', () => {
    const cancel = goalNamed('cancel');
    const edits = editsWith(contextAt(cancel), { 'wo.0.0': 0, 'wo.1.0': 0, 'wo.1.1': 0.5 });
    const context = contextAt(cancel, { edits });
    const { task: other } = pageOf(cancel);
    assert.ok(other?.kind === 'target');
    const { isRight, reply } = other.judge(context);
    assert.equal(isRight, true);
    assert.match(plain(markup(reply)), /with 3 changes\. It can be done with 2\./);
    assert.equal(other.kept?.(context, undefined), 'reached.3');
    assert.equal(other.kept?.(context, 'reached.2'), 'reached.2');
  });

  it('may set only the tables and rows that stand under what may be changed', () => {
    assert.equal(allowsNumber(goal, 'k.0.0.1'), true);
    assert.equal(allowsNumber(goal, 'q.0.2.1'), true);
    for (const place of ['q.0.1.1', 'weights.0.2.3', '', 'nothing'])
      assert.equal(allowsNumber(goal, place), false);
    const panel = pageOf(goal).panel;
    assert.equal(panel?.(at({ cell: 'k.0.0.1' })).readonly, false);
    assert.equal(panel?.(at({ cell: 'weights.0.2.3' })).readonly, true);
  });

  it('are masked pairs, and settings', () => {
    const leak = goalNamed('leak');
    const closed = SOLUTIONS.leak[1]?.masked;
    const blind = { masked: `${closed} 1.0 2.0 2.1 3.0 3.1 3.2` };
    assert.equal(findUnmetMeasure(leak, contextAt(leak, blind)), 1, 'earlier words are not seen');
    assert.equal(countMoves(leak, contextAt(leak, { masked: '0.2 0.3 2.2' })).count, 2);
    const padding = goalNamed('padding');
    assert.equal(countMoves(padding, contextAt(padding, { pad: 3 })).count, 1);
    const painted = contextAt(padding, { mask: 'custom', masked: '0.3 0.4' });
    assert.equal(countMoves(padding, painted).isForeign, true);
  });

  it('are kept where they are fewer than before', () => {
    assert.equal(formatFewestMoves(2), 'reached.2');
    assert.equal(formatFewestMoves(2, 'reached.3'), 'reached.2');
    assert.equal(formatFewestMoves(3, 'reached.2'), 'reached.2');
    assert.equal(formatFewestMoves(3, 'nonsense'), 'reached.3');
    const given = parseAnswers(`practice-goals-noodles_${formatFewestMoves(2)}*`).get(
      'practice-goals-noodles',
    );
    assert.deepEqual(given, { value: 'reached.2', isRight: true });
  });

  it('that are fewer replace those in the address, and more do not', async () => {
    const cancel = goalNamed('cancel');
    const three = { 'wo.0.0': 0, 'wo.1.0': 0, 'wo.1.1': 0.5 };
    const [numbers] = SOLUTIONS.cancel;
    const answered = (/** @type {Record<string, number>} */ set, /** @type {string} */ answers) =>
      judgeAnswer(contextAt(cancel, { edits: editsWith(contextAt(cancel), set), answers }));
    const id = 'practice-goals-cancel';
    assert.equal(answered({}, ''), undefined);
    assert.deepEqual(answered(three, 'why-cup_1*'), {
      page: id,
      given: { value: 'reached.3', isRight: true },
    });
    assert.deepEqual(answered(numbers, `${id}_reached.3* why-cup_1*`), {
      page: id,
      given: { value: 'reached.2', isRight: true },
    });
    assert.equal(answered(three, `${id}_reached.2*`), undefined);
    assert.equal(answered(numbers, `${id}_reached.2*`), undefined);
  });

  it('can be brought back on a page that has opened with its own numbers again', () => {
    const goal = goalNamed('noodles');
    const edits = editsWith(contextAt(goal), { 'k.0.3.0': 3 });
    /** @type {Map<string, readonly string[]>} */
    const drafts = new Map();
    /** @type {any[]} */
    const changes = [];
    const context = (/** @type {Change} */ change) =>
      /** @type {any} */ ({
        ...contextAt(goal, change),
        dispatch: (/** @type {Change} */ to) => changes.push(to),
        progress: {
          isDone: () => false,
          readDraft: (/** @type {string} */ page) => drafts.get(page),
          keepDraft: (/** @type {string} */ page, /** @type {string[]} */ typed) =>
            drafts.set(page, typed),
        },
      });
    const draw = (/** @type {Change} */ change) => pageOf(goal).figure(context(change));
    keepDraft(context({}));
    assert.doesNotMatch(markup(draw({})), /Bring back/, 'nothing was changed');
    keepDraft(context({ edits }));
    assert.doesNotMatch(markup(draw({ edits })), /Bring back/, 'nothing is lost');
    keepDraft(context({}));
    assert.match(markup(draw({})), /Bring back/);
    listListeners(draw({}), /class="plain" @click=$/).at(-1)?.();
    assert.equal(changes.length, 1);
    assert.deepEqual(contextAt(goal, changes[0]).state.edits, edits);
  });

  it('start from a state that an address gives back as it is', () => {
    for (const { start } of goals) assert.deepEqual(normaliseState(start), start);
  });
});
