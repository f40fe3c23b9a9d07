import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ref } from 'lit/directives/ref.js';
import { pages } from '../../web/features/course/index.js';
import { makePageState } from '../../web/pages/chapters.js';
import { judgeAnswer, withCourse } from '../../web/pages/judging.js';
import { coursePage } from '../../web/pages/page.js';
import { makeNumbers } from '../../web/pages/tasks/numbers.js';
import { targetKind } from '../../web/pages/tasks/target.js';
import { answerView, questionView, replyView } from '../../web/pages/tasks/view.js';
import { makeComputation } from '../../web/session/computation.js';
import { withEdit } from '../../web/state/edit-cells.js';
import { normaliseState } from '../../web/state/normalise.js';
import { restore, showAnswer, tryAgain } from '../../web/text/en/pages.js';
import { attention, makeProgress, viewContext } from '../support/computations.js';
import { findListener, markup, plain } from '../support/markup.js';
import { RIGHT as RIGHT_ANSWERS } from './answers.js';
import { contextOf as courseContext, pageNamed } from './pages.js';

/** @import { State } from '../../web/state/types.js' */

const page = pageNamed('scoring-share');

const RIGHT = '0.125_0.625';

/**
 * Returns the page after some answers, and how it handles another answer.
 * @param {string} answers
 * @param {boolean} [isDone] whether the reader has done the task
 */
function pageAfter(answers, isDone = false) {
  const state = makePageState(page, answers);
  /** @type {string[]} */
  const changes = [];
  /** @type {unknown[]} */
  const kept = [];
  const context = viewContext({
    ...{ state, computation: makeComputation(attention, state) },
    dispatch: (/** @type {{ answers?: string }} */ change) => changes.push(String(change.answers)),
    progress: makeProgress({
      isDone: () => isDone,
      keepAnswer: (id, given) => kept.push([id, given]),
    }),
  });
  const course = withCourse(context, page, undefined);
  return { context, course, changes, kept };
}

it('a wrong answer after a right one keeps the task done and the explanation open', () => {
  const { course, changes } = pageAfter('scoring-share_9*');
  assert.equal(page.task?.judge(course, '9').isRight, false, 'the answer is wrong');
  assert.equal(course.isOpen, true);
  course.answer('8');
  assert.deepEqual(changes, ['scoring-share_8*']);
});

/** A wrong answer on a page of each kind of task, in the form of an address. */
const WRONG = {
  ...{ 'scoring-share': '9_9', 'scoring-shift': '0', 'own-formula': '0_0_0_0' },
  ...{ 'why-flip': '6', 'translation-read': '3' },
};

it('a wrong answer is “not yet” right only before a right one', () => {
  const kinds = new Set(Object.keys(WRONG).map((id) => pageNamed(id).task?.kind));
  assert.deepEqual([...kinds].sort(), ['choice', 'match', 'numbers', 'pick']);
  for (const [id, value] of Object.entries(WRONG)) {
    const shownPage = pageNamed(id);
    for (const [isSolved, sign] of /** @type {const} */ ([
      [false, 'Not yet. '],
      [true, 'Already solved, but not with this answer. '],
    ])) {
      const given = { value, isRight: isSolved };
      const course = /** @type {any} */ ({ ...courseContext(shownPage), given });
      const verdict = shownPage.task?.judge(course, value);
      const reply = markup(
        replyView({ ...course, verdict }, /** @type {any} */ (shownPage.task), false),
      );
      assert.ok(plain(reply).startsWith(sign), `${id}: ${plain(reply)}`);
    }
  }
});

it('a wrong answer to an unsolved task is saved, and the explanation stays closed', () => {
  const { course, changes } = pageAfter('scoring-share_9');
  assert.equal(course.isOpen, false);
  course.answer('8');
  assert.deepEqual(changes, ['scoring-share_8']);
});

it('after “Show the answer”, each kind of task gives the reason and can be answered again', () => {
  const kinds = new Set();
  for (const { id, ...shown } of pages.filter(({ task }) => task && 'shown' in task)) {
    const { task } = /** @type {any} */ (shown);
    if (['heads', 'translation'].some((chapter) => id.startsWith(chapter))) continue;
    kinds.add(task.kind);
    const shownPage = pageNamed(id);
    /** @type {string[]} */
    const changes = [];
    const dispatch = (/** @type {{ answers?: string }} */ change) =>
      changes.push(String(change.answers));
    const pageWith = (/** @type {string} */ answers) =>
      coursePage(contextOf(makePageState(shownPage, answers), { dispatch }), {});
    const page = pageWith(`${id}_shown`);
    const reason = plain(markup(task.judge(courseContext(shownPage), RIGHT_ANSWERS[id]).reply));
    assert.ok(plain(markup(page)).includes(reason), `${id}: ${reason}`);
    findHandler(page, tryAgain)?.();
    if (task.fields) assert.match(markup(page), /<button type="submit"/, id);
    else assert.deepEqual(changes, [`${id}_again`]);
    assert.equal(plain(markup(pageWith(`${id}_again`))), plain(markup(pageWith(''))), id);
  }
  assert.deepEqual([...kinds].sort(), ['match', 'numbers', 'pick']);
});

it('“Show the answer” keeps the reader’s numbers in their fields', () => {
  const state = makePageState(page, 'scoring-share_0.2_-9');
  /** @type {unknown[]} */
  const kept = [];
  const context = viewContext({
    ...{ state, computation: makeComputation(attention, state), dispatch: () => {} },
    progress: makeProgress({ keepDraft: (id, typed) => kept.push([id, typed]) }),
  });
  const course = withCourse(context, page, undefined);
  findHandler(answerView(course, /** @type {any} */ (page.task)), showAnswer)?.();
  assert.deepEqual(kept, [['scoring-share', ['0.2', '−9']]]);
});

it('an answer in a link is saved once the reader gives it', () => {
  const { course, kept } = pageAfter(`scoring-share_${RIGHT}*`);
  course.answer(RIGHT);
  assert.deepEqual(kept, [['scoring-share', { value: RIGHT, isRight: true }]]);
});

it('a wrong answer is saved as wrong, even if a link calls its task done', () => {
  const { course, kept } = pageAfter('scoring-share_9*');
  course.answer('8');
  assert.deepEqual(kept, [['scoring-share', { value: '8', isRight: false }]]);
});

it('a wrong answer that a link calls right is judged again, unless the reader has solved the task', () => {
  assert.deepEqual(judgeAnswer(pageAfter('scoring-share_9*').context), {
    page: 'scoring-share',
    given: { value: '9', isRight: false },
  });
  for (const [answers, isDone] of /** @type {const} */ ([
    ['scoring-share_9*', true],
    [`scoring-share_${RIGHT}*`, false],
    ['scoring-share_shown*', false],
    ['scoring-share_9', false],
    ['', false],
  ]))
    assert.equal(judgeAnswer(pageAfter(answers, isDone).context), undefined, answers);
});

/** Returns a context that shows a state. @param {State} state @param {object} [acts] */
function contextOf(state, acts) {
  return viewContext({ state, computation: makeComputation(attention, state), ...acts });
}

/**
 * Returns the reply of a page with a target after a change.
 * @param {string} id
 * @param {{ answers?: string, isDone?: boolean, change?: [cell: string, value: number] }} options
 */
function replyOf(id, { answers = '', isDone = false, change }) {
  const target = pageNamed(id);
  const start = makePageState(target, answers);
  const state = change
    ? normaliseState({ ...start, edits: withEdit(start.edits, ...change) })
    : start;
  const computation = makeComputation(attention, state);
  const progress = makeProgress({ isDone: () => isDone });
  const context = viewContext({ state, computation, progress });
  const shown = markup(coursePage(context, {}));
  return plain(/<p role="?status"? class="?reply.*?<\/p>/s.exec(shown)?.[0] ?? '');
}

it('a reached target is shown as reached when its page opens again, until its numbers change', () => {
  const answers = 'mixing-slide_reached*';
  assert.match(replyOf('mixing-slide', {}), /further left/);
  assert.match(
    replyOf('mixing-slide', { answers, isDone: true }),
    /^You have reached this goal before/,
    'but not as right now',
  );
  assert.match(
    replyOf('mixing-slide', { answers }),
    /further left/,
    'a link alone is not believed',
  );
  const change = /** @type {[string, number]} */ (['weights.0.1.0', 1]);
  assert.match(
    replyOf('mixing-slide', { answers, isDone: true, change }),
    /^You have reached this goal before\. The output is at .*further/,
  );
});

it('a target reached by setting numbers reopens with these numbers', () => {
  const answers = 'mixing-slide_0.1_0.3_0.6* scoring-turn_-1_4*';
  assert.match(replyOf('mixing-slide', { answers }), /inside the ring/);
  assert.match(replyOf('scoring-turn', { answers }), /The largest score is now that of fried: 7/);
  assert.match(makePageState(pageNamed('scoring-turn'), answers).edits, /q\.0\.1\.0:-1;/);
  for (const broken of ['0.1_0.3', '0.1_a_0.6', 'reached', '0.1_0.3_0.6_1'])
    assert.match(replyOf('mixing-slide', { answers: `mixing-slide_${broken}*` }), /further left/);
  assert.match(replyOf('mixing-slide', { answers: 'mixing-slide_1_0_0' }), /further left/, 'wrong');
});

it('a training that reached its target reopens at the last step that did', () => {
  const page = pageNamed('translation-learn');
  const openedAt = (/** @type {string} */ value) =>
    makePageState(page, `translation-learn_${value}*`).training;
  assert.equal(openedAt('700'), 700);
  for (const broken of ['reached', '0', '-1', 'a']) assert.equal(openedAt(broken), 0, broken);
  assert.equal(makePageState(page, 'translation-learn_700').training, 0, 'not reached');
  const { kept } = /** @type {any} */ (page.task);
  const context = { state: { training: 900 } };
  assert.equal(kept(context), '900');
  assert.equal(kept(context, 'reached'), '900', 'of an older version');
  assert.equal(kept(context, '700'), '900', 'the training went on');
});

it('the last numbers that reach a target are saved, also after other ones that did', () => {
  const [last, earlier] = ['0.1_0.3_0.6', '0.2_0.2_0.6'];
  const start = makePageState(pageNamed('mixing-slide'), `mixing-slide_${last}*`);
  const keptAfter = (/** @type {string} */ value) =>
    judgeAnswer(contextOf({ ...start, answers: `mixing-slide_${value}*` }));
  const given = { value: last, isRight: true };
  for (const before of ['reached', earlier])
    assert.deepEqual(keptAfter(before), { page: 'mixing-slide', given }, before);
  assert.equal(keptAfter(last), undefined);
});

it('a page that restores its numbers shows those that it opens with, and keeps the answers', () => {
  const solved = pageNamed('mixing-slide');
  const answers = 'mixing-slide_0.1_0.3_0.6*';
  const state = normaliseState({ ...makePageState(solved, answers), dModel: 16 });
  /** @type {any[]} */
  const changes = [];
  const dispatch = (/** @type {object} */ change) => changes.push(change);
  const shown = coursePage(contextOf(state, { dispatch }), {});
  findHandler(shown, restore)?.();
  assert.equal(changes.length, 1);
  const { edits } = makePageState(solved);
  assert.deepEqual([changes[0].edits, changes[0].answers], [edits, answers]);
  assert.notEqual(makePageState(solved, answers).edits, edits);
});

/**
 * Finds the handler of a button.
 * @param {any} value of a template
 * @param {string} label
 * @returns {(() => unknown) | undefined}
 */
function findHandler(value, label) {
  const { values = [] } = value ?? {};
  if (Array.isArray(values) && values[1] === label) return values[0];
  const inside = Array.isArray(value) ? value : Array.isArray(values) ? values : [];
  for (const inner of inside) {
    const found = findHandler(inner, label);
    if (found) return found;
  }
  return undefined;
}

it('a target fills in the numbers of its question and instruction', () => {
  const spec = {
    kind: 'target',
    question: '{weights.0.0.0}?',
    instruction: '{weights.0.0.1}.',
  };
  const task = /** @type {any} */ (targetKind).read(spec, {});
  const context = { ...courseContext(page), isOpen: false };
  assert.match(plain(markup(questionView(context, task))), /[\d.]+\? [\d.]+\./);
});

it('a training that has reached its target says so when it starts again', () => {
  const target = pageNamed('translation-learn');
  const computation = makeComputation(attention, normaliseState({}));
  /** @param {Partial<State>} change @param {boolean} isDone */
  const replyAt = (change, isDone) => {
    const answers = isDone ? 'translation-learn_reached*' : '';
    const state = normaliseState({ ...makePageState(target, answers), ...change });
    const { verdict } = withCourse(viewContext({ state, computation }), target, undefined);
    return plain(markup(verdict?.reply));
  };
  for (const [change, now] of /** @type {const} */ ([
    [{ training: 30 }, 'It does not write “tall” now.'],
    [{ mechanism: 'dot' }, 'Untrained, it does not write “tall”: press Learn.'],
  ])) {
    assert.equal(replyAt(change, false), now);
    assert.equal(replyAt(change, true), `You have reached this goal before. ${now}`);
  }
  assert.match(replyAt({}, true), /^You have reached this goal before\. The numbers are back/);
});

it('an ungraded answer that is kept ends its draft, so that it hides no other answer', () => {
  /** @type {unknown[]} */
  const calls = [];
  const course = /** @type {any} */ ({
    state: { guide: 'a-b' },
    progress: {
      readDraft: () => undefined,
      keepDraft: (/** @type {unknown[]} */ ...draft) => calls.push(draft),
    },
    answer: (/** @type {string} */ value) => calls.push(value),
  });
  const task = makeNumbers(/** @type {any} */ ({ labels: ['a', 'b'], isUngraded: true }));
  const keep = findListener(
    task.fields?.(course, () => {}),
    'change',
  );
  const leave = (/** @type {string[]} */ ...values) => {
    const currentTarget = { querySelectorAll: () => values.map((value) => ({ value })) };
    keep?.({ currentTarget, preventDefault() {} });
  };
  leave('3', 'four');
  assert.deepEqual(calls, [], 'a text that is no number stays a draft');
  leave('3', '4');
  assert.deepEqual(calls, [['a-b'], '3_4']);
});

/** @param {any} value of a template @returns {((element: object) => void)[]} */
function listRefs(value) {
  const { _$litDirective$: directive, values = [] } = value ?? {};
  if (directive && directive === /** @type {any} */ (ref())._$litDirective$) return values;
  return (Array.isArray(value) ? value : Array.isArray(values) ? values : []).flatMap(listRefs);
}

it('only a field that holds the answer is marked as wrong or right', () => {
  for (const [id, value, draft, marks] of /** @type {const} */ ([
    ['scoring-share', '9_0.625', undefined, ['true', 'false']],
    ['scoring-share', '9_0.625', ['9', '7'], ['true', undefined]],
    ['scoring-share', '9_0.625', ['', '0.625'], [undefined, 'false']],
    ['own-formula', '0_0_0_0', ['0', '1', '0', '0'], ['true', undefined, 'true', 'true']],
  ])) {
    const shownPage = pageNamed(id);
    const verdict = shownPage.task?.judge(courseContext(shownPage), value);
    const progress = { readDraft: () => draft };
    const given = { value, isRight: false };
    const course = /** @type {any} */ ({ ...courseContext(shownPage), given, verdict, progress });
    const fields = listRefs(/** @type {any} */ (shownPage.task).fields(course, () => {}));
    const found = fields.map((mark) => {
      const attributes = new Map();
      const setAttribute = attributes.set.bind(attributes);
      mark({ validity: { customError: false }, setAttribute });
      const [isWrong, isRight] = ['aria-invalid', 'data-right'].map((name) => attributes.get(name));
      return isWrong === isRight ? undefined : isWrong;
    });
    assert.deepEqual(found, marks, `${id} ${draft}`);
  }
});
