import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pages as coursePages } from '../../web/features/course/index.js';
import { practice } from '../../web/features/practice/index.js';
import { testChapter, testPage } from '../../web/features/practice/self-test/page.js';
import {
  COUNT,
  drawQuestions,
  pool,
  subjects,
} from '../../web/features/practice/self-test/pool.js';
import {
  getRightValue,
  listPossibleMisconceptions,
  makeProfile,
  markAnswer,
  RIGHT_ANSWER,
} from '../../web/features/practice/self-test/question.js';
import { misconceptions } from '../../web/features/practice/text/en/self-test.js';
import { withCourse } from '../../web/pages/judging.js';
import { coursePage } from '../../web/pages/page.js';
import { answerView, questionView, replyView } from '../../web/pages/tasks/view.js';
import { DEFAULTS } from '../../web/state/fields.js';
import { formatAnswers, parseAnswers, readGuide } from '../../web/state/guide.js';
import { normaliseState } from '../../web/state/normalise.js';
import { viewContext } from '../support/computations.js';
import { markup, plain } from '../support/markup.js';
import '../support/features.js';
import { computeState, findQuestion } from './questions.js';

/** @import { Question } from '../../web/features/practice/types.js' */
/** @import { Page } from '../../web/pages/types.js' */

/** The questions of the first test, in every browser. */
const FIRST = [
  ...['shapes-output', 'shapes-catalogue', 'places-scrambled', 'masks-rows', 'masks-photo'],
  ...['reading-sink', 'weights-backwards', 'scores-recipes', 'reading-part', 'scores-newcomer'],
  ...['weights-boost', 'places-backwards'],
];

/** @param {Page} page @param {string} answers */
function contextOf(page, answers = '') {
  const state = normaliseState({ ...DEFAULTS, ...page.state, guide: page.id, answers });
  return withCourse(viewContext({ state, computation: computeState(page.state) }), page, undefined);
}

/** @param {readonly number[]} list */
const sum = (list) => list.reduce((total, value) => total + value, 0);

describe('the pool', () => {
  it('has at least 36 questions with names of their own, each with its words', () => {
    assert.ok(pool.length >= 36, String(pool.length));
    assert.equal(new Set(pool.map(({ id }) => id)).size, pool.length);
    for (const { id, text, question, why } of pool) {
      assert.ok(text && question && why, id);
      assert.match(question, /\?$/, id);
      assert.ok((text.match(/[.?!](?= |$)/g)?.length ?? 0) <= 2, id);
      assert.equal(why.match(/[.?!](?= |$)/g)?.length, 1, id);
    }
  });

  it('has one right answer to each, and of each wrong one a known misconception', () => {
    for (const { id, answers, number, label, mistakes } of pool) {
      assert.notEqual(answers === undefined, number === undefined, id);
      if (answers) {
        const shown = Object.values(answers);
        assert.ok(shown.length >= 3 && shown.length <= 4, id);
        assert.equal(shown.filter((item) => item === RIGHT_ANSWER).length, 1, id);
      } else {
        assert.ok(label, id);
        for (const mistake of Object.keys(mistakes ?? {}))
          assert.notEqual(Number(mistake), number, id);
      }
      const shown = [...listPossibleMisconceptions(findQuestion(id))];
      assert.ok(shown.length > 0, id);
      for (const misconception of shown)
        assert.ok(Object.hasOwn(misconceptions, misconception), `${id}: ${misconception}`);
    }
  });

  it('names the mistake that an answer shows, not one of the same subject', () => {
    const shown = {
      // A causal mask gives order without positions.
      'places-backwards': [
        'They stay the same: without positions the order is not known.',
        'causal',
      ],
      'masks-photo': ['on the whole photo, as all of it is known already', 'causal'],
      'masks-edited': ['10', 'causal'],
      // An output row mixes values, so it is as long as a value.
      'shapes-output': ['40 × 64', 'mixture'],
      'reading-part': ['Casablanca', 'mixture'],
      'weights-backwards': ['0.833', 'mixture'],
      // Equal scores give equal weights.
      'scores-blank': ['its own value, as nothing else fits', 'share'],
      'weights-fourth': ['0.5', 'share'],
      'scores-louder': ['Both stay the same: the softmax makes up for a common factor.', 'roles'],
      'scores-narrow': ['6', 'scale'],
      'weights-columns': ['Some films were masked after the softmax.', 'axis'],
      // Exponentials, but not divided by their sum.
      'weights-boost': [
        'That film’s weights become e⁵ times as large, and the others stay the same.',
        'axis',
      ],
      'weights-crowd': ['next to nothing, because all weights are so small', 'pick'],
      'masks-rests': ['8', 'kinds'],
      'masks-short': ['It ran the softmax over the queries.', 'late'],
      'places-late': ['They differ, but only after training.', 'position'],
      'places-silent': ['They grow, to add up to 1 again.', 'heads'],
      'places-two': ['with those of the more confident head', 'heads'],
      'shapes-users': ['30', 'shape'],
      'shapes-additive': ['5 × 8, 30 × 8 and 8', 'widths'],
      'shapes-broader': ['with twice as many rows and columns', 'shape'],
      'reading-rivals': ['With more training they would agree.', 'explains'],
      'reading-frozen': ['The softmax runs over the queries.', 'scale'],
    };
    for (const [id, [answer, misconception]] of Object.entries(shown)) {
      const question = findQuestion(id);
      const index = Object.keys(question.answers ?? {}).indexOf(answer);
      const value = question.answers ? String(index) : answer;
      assert.equal(markAnswer(question, value), misconception, id);
    }
  });

  it('offers each misconception several times, and the course treats it', () => {
    for (const [id, { page }] of Object.entries(misconceptions)) {
      const offering = pool.filter((question) =>
        [...listPossibleMisconceptions(question)].some((shown) => shown === id),
      );
      assert.ok(offering.length >= 2, `${id}: ${offering.length}`);
      assert.ok(
        coursePages.some((candidate) => candidate.id === page),
        page,
      );
    }
  });

  const choices = pool.flatMap((question) =>
    question.answers
      ? [{ answers: Object.keys(question.answers), right: getRightValue(question) }]
      : [],
  );

  it('does not give the right answers away by their length', () => {
    const mean = (/** @type {number[]} */ list) => sum(list) / list.length;
    const rights = choices.map(({ answers, right }) => answers[right].length);
    const wrongs = choices.map(({ answers, right }) =>
      mean(answers.filter((_, i) => i !== right).map(({ length }) => length)),
    );
    assert.ok(mean(rights) <= mean(wrongs), `${mean(rights)} ${mean(wrongs)}`);
    // Choosing always the longest or the shortest answer is no better than chance.
    for (const extreme of [Math.max, Math.min]) {
      const found = choices.filter(({ answers, right }) => {
        const length = extreme(...answers.map((answer) => answer.length));
        return answers[right].length === length;
      });
      const chance = sum(choices.map(({ answers }) => 1 / answers.length));
      assert.ok(found.length <= chance + 4, `${extreme.name}: ${found.length} of ${chance}`);
    }
  });

  it('does not give them away by their place', () => {
    for (const size of [3, 4]) {
      const ofSize = choices.filter(({ answers }) => answers.length === size);
      for (let place = 0; place < size; place++) {
        const found = ofSize.filter(({ right }) => right === place).length;
        assert.ok(Math.abs(found - ofSize.length / size) <= 2.5, `${size}: ${place}: ${found}`);
      }
    }
  });

  it('repeats no question of the course', () => {
    const known = new Set(
      coursePages.flatMap(({ task }) => (task ? [plain(markup(task.question))] : [])),
    );
    for (const { id, question } of pool) assert.ok(!known.has(question), id);
  });
});

describe('a draw', () => {
  it('gives twelve different questions over all subjects, for 200 seeds', () => {
    for (let seed = 0; seed < 200; seed++) {
      const questions = drawQuestions(seed);
      assert.equal(questions.length, 12);
      assert.equal(new Set(questions).size, 12);
      for (const subject of subjects) {
        assert.equal(
          questions.filter((question) => subject.includes(question)).length,
          2,
          String(seed),
        );
      }
    }
  });

  it('is the same in every run', () => {
    assert.deepEqual(
      drawQuestions(1).map(({ id }) => id),
      FIRST,
    );
    assert.deepEqual(drawQuestions(987_654), drawQuestions(987_654));
  });

  it('repeats no question within four tests, from the first', () => {
    for (const first of [1, 5, 77]) {
      const questions = [0, 1, 2, 3].flatMap((i) => drawQuestions(first + i));
      assert.equal(new Set(questions).size, pool.length);
    }
  });
});

describe('a cold task', () => {
  it('says the same of every answer, keeps no sign of it, and covers what it covered', () => {
    for (const seed of [1, 2, 3, 4]) {
      drawQuestions(seed).forEach((question, i) => {
        const page = testPage(`practice-test-${seed}-${i + 1}`);
        const { task } = page;
        assert.ok(task && (task.kind === 'choice' || task.kind === 'numbers'));
        assert.ok(task.isUngraded);
        const values = question.answers
          ? Object.keys(question.answers).map((_, index) => String(index))
          : [question.number, ...Object.keys(question.mistakes ?? {}), 99].map(String);
        const before = contextOf(page);
        const shown = values.map((value) => {
          const text = formatAnswers(new Map([[page.id, { value, isRight: false }]]));
          const context = contextOf(page, text);
          assert.equal(context.given?.value, value);
          assert.equal(context.isOpen, false);
          assert.equal(markup(page.figure(context)), markup(page.figure(before)), page.id);
          const verdict = task.judge(context, value);
          assert.equal(verdict.isRight, false);
          assert.equal(answerView(context, task), answerView(before, task));
          assert.doesNotMatch(markup(questionView(context, task)), /✓/);
          return plain(markup(replyView({ ...context, verdict }, task, false)));
        });
        assert.deepEqual(
          new Set(shown.map((text) => text.trim())),
          new Set(['Saved. You can still change it.']),
        );
      });
    }
  });

  it('is kept in an address that has room for all twelve', () => {
    const answers = new Map(
      drawQuestions(999_999).map((_, i) => [
        `practice-test-999999-${i + 1}`,
        { value: '0.833333', isRight: false },
      ]),
    );
    const text = formatAnswers(answers);
    assert.ok(text.length < 500, String(text.length));
    assert.equal(parseAnswers(text).size, 12);
  });
});

describe('the pages of a test', () => {
  it('lead through the twelve to the end', () => {
    for (const seed of [0, 7, 999_999]) {
      const { pages } = testChapter(`practice-test-${seed}-1`);
      assert.deepEqual(
        pages.map(({ id }) => id),
        [...Array.from({ length: COUNT }, (_, i) => i + 1), 'end'].map(
          (text) => `practice-test-${seed}-${text}`,
        ),
      );
      for (const page of pages) {
        assert.equal(readGuide(page.id), page.id);
        assert.equal(practice.chapters.findNearestPage(page.id), page);
        assert.ok(practice.chapters.findChapter(page)?.pages.includes(page));
      }
    }
  });

  it('are the first question of the first test for any other name', () => {
    for (const name of [
      'practice-test',
      'practice-test-x',
      'practice-test-1-13',
      'practice-test-1234567-1',
    ])
      assert.equal(testPage(name).id, 'practice-test-1-1', name);
    assert.equal(testPage('practice-test-23').id, 'practice-test-23-1');
  });

  it('are counted in the bar, which does not count the result', () => {
    const bar = (/** @type {string} */ id) => {
      const shown = markup(coursePage(contextOf(testPage(id), ''), {}));
      return shown.slice(shown.indexOf('class="bar"'));
    };
    assert.match(bar('practice-test-1-2'), />2 of 12</);
    assert.match(bar('practice-test-1-2'), /aria-label=Your result\n/);
    assert.doesNotMatch(bar('practice-test-1-end'), / of 1[23]</);
  });

  it('mark the answered ones in the bar, whether right or wrong', () => {
    const page = testPage('practice-test-1-1');
    const given = ['practice-test-1-2_0', 'practice-test-1-3_1', 'practice-test-1-4_2'].join(' ');
    const shown = markup(coursePage(contextOf(page, given), {}));
    const marked = [...shown.matchAll(/aria-label=(\d+), [^=]*, answered/g)];
    assert.deepEqual(
      marked.map(([, page]) => Number(page)),
      [2, 3, 4],
    );
    assert.doesNotMatch(shown, /solved/);
  });

  it('are not open at the end as long as a question is', () => {
    const { pages } = testChapter('practice-test-1-1');
    const end = /** @type {Page} */ (pages.at(-1));
    const all = pages.slice(0, -1).map(({ id }) => `${id}_0`);
    const readEnd = (/** @type {string[]} */ answers) => {
      const context = contextOf(end, answers.join(' '));
      return plain(markup([end.setup(context), end.figure(context)]));
    };
    assert.match(readEnd(all.slice(1)), /One question has no answer yet/);
    assert.doesNotMatch(readEnd(all.slice(1)), /Right:/);
    assert.match(readEnd(all), /\d+ of 12 answers are right/);
    const shown = readEnd([...all.slice(1), `${end.id}_shown*`]);
    assert.match(shown, /\d of 11 answers are right\. One question has no answer/);
    const [, unanswered] = shown.split('Not answered');
    assert.match(unanswered, /^\s*Question 1 /);
    assert.doesNotMatch(unanswered, /Question 2|Your answer/);
    assert.doesNotMatch(readEnd(all), /Not answered/);
  });
});

describe('the profile', () => {
  const words = { text: '', question: '', why: '' };
  /** @type {Question[]} */
  const questions = [
    { id: 'a', ...words, answers: { 1: 'axis', 2: RIGHT_ANSWER, 3: 'scale', 4: 'axis' } },
    { id: 'b', ...words, answers: { 1: RIGHT_ANSWER, 2: 'axis', 3: 'scale' } },
    {
      id: 'c',
      ...words,
      number: 6,
      mistakes: { 12: 'scale', 3: 'roles' },
    },
    { id: 'd', ...words, answers: { 1: 'axis', 2: RIGHT_ANSWER, 3: 'heads' } },
  ];

  it('lists only what the answers show, and how often they could have, worst first', () => {
    assert.deepEqual(makeProfile(questions, ['3', '0', '12', undefined]), [
      { id: 'axis', chosen: 1, possible: 2 },
      { id: 'scale', chosen: 1, possible: 3 },
    ]);
    assert.deepEqual(makeProfile(questions, ['2', '2', '12.005', '2'])[0], {
      ...{ id: 'scale', chosen: 3, possible: 3 },
    });
  });

  it('is that of the page: answers of a whole test', () => {
    const questions = drawQuestions(1);
    const right = questions.map((question) => String(getRightValue(question)));
    assert.ok(questions.every((question, i) => markAnswer(question, right[i]) === RIGHT_ANSWER));
    assert.deepEqual(makeProfile(questions, right), []);
  });

  it('knows a number near a mistake, no other number, and no number where none is given', () => {
    const [, , number] = questions;
    assert.equal(markAnswer(number, '6.003'), RIGHT_ANSWER);
    assert.equal(markAnswer(number, '3'), 'roles');
    assert.equal(markAnswer(number, '8'), undefined);
    assert.equal(markAnswer(number, undefined), undefined);
    assert.notEqual(markAnswer(findQuestion('shapes-users'), '359'), RIGHT_ANSWER);
  });
});
