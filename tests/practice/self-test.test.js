// The self-test: its pool, what a seed draws, that nothing is said before the end, and what answers show.
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
  markAnswer,
  possibleMisconceptions,
  profileOf,
  RIGHT,
  treatedBy,
} from '../../web/features/practice/self-test/question.js';
import { misconceptions } from '../../web/features/practice/text/en/self-test.js';
import { makeContext } from '../../web/lessons/context.js';
import { withCourse } from '../../web/pages/page.js';
import { answerShown, questionView as asked, replyTo } from '../../web/pages/tasks/view.js';
import { compute } from '../../web/session/computation.js';
import { DEFAULTS, settingsOf } from '../../web/state/fields.js';
import { formatAnswers, parseAnswers, readGuide } from '../../web/state/guide.js';
import { normalise } from '../../web/state/normalise.js';
import { attention } from '../support/computations.js';
import { markup, plain } from '../support/markup.js';

/** @typedef {import('../../web/features/practice/types.js').Question} Question */
/** @typedef {import('../../web/pages/types.js').Page} Page */

/** What the first test asks, in every browser. */
const FIRST = [
  'shapes-output',
  'shapes-catalogue',
  'places-scrambled',
  'masks-rows',
  'masks-photo',
  'reading-sink',
  'weights-backwards',
  'scores-recipes',
  'reading-part',
  'scores-newcomer',
  'weights-boost',
  'places-backwards',
];

const act = () => {};

/** @param {Partial<import('../../web/state/types.js').State>} state */
function computed(state) {
  const settings = settingsOf(normalise({ ...DEFAULTS, ...state }));
  return compute(attention, settings, practice.bug.open(attention, settings));
}

/** @param {Page} page @param {string} answers */
function contextOf(page, answers = '') {
  const state = normalise({ ...DEFAULTS, ...page.state, guide: page.id, answers });
  const context = makeContext({
    ...{ state, attention, comparison: undefined, readonly: false },
    ...{ dispatch: act, navigateTo: act },
    computation: computed(page.state),
  });
  return withCourse(context, page, undefined);
}

/** @param {string} id */
function named(id) {
  const question = pool.find((one) => one.id === id);
  assert.ok(question, id);
  return question;
}

/** A table of its run. @param {string} id of a question @param {string} tensor @param {object} [change] */
const table = (id, tensor, change = {}) => [
  ...computed({ ...named(id).state, ...change }).results[tensor].data,
];

/** @param {number} a @param {number} b @param {string} [said] */
const near = (a, b, said) => assert.ok(Math.abs(a - b) < 5e-4, `${said ?? ''} ${a}, not ${b}`);

/** @param {readonly number[]} list */
const sum = (list) => list.reduce((total, one) => total + one, 0);

/** @param {number[]} data @param {number} columns */
const rowsOf = (data, columns) =>
  Array.from({ length: data.length / columns }, (_, i) =>
    data.slice(i * columns, (i + 1) * columns),
  );

/** @param {number[][]} rows */
const columnSums = (rows) => rows[0].map((_, i) => sum(rows.map((row) => row[i])));

describe('the pool', () => {
  it('has at least 36 questions with names of their own, each with its words', () => {
    assert.ok(pool.length >= 36, String(pool.length));
    assert.equal(new Set(pool.map(({ id }) => id)).size, pool.length);
    for (const { id, words } of pool) {
      assert.ok(words?.setup && words.question && words.why, id);
      assert.match(words.question, /\?$/, id);
      assert.ok((words.setup.match(/[.?!](?= |$)/g)?.length ?? 0) <= 2, id);
      assert.equal(words.why.match(/[.?!](?= |$)/g)?.length, 1, id);
    }
  });

  it('has one right answer to each, and of each wrong one a known misconception', () => {
    for (const { id, words, shows, number, mistakes } of pool) {
      assert.notEqual(shows === undefined, number === undefined, id);
      if (shows) {
        assert.ok(shows.length >= 3 && shows.length <= 4, id);
        assert.equal(shows.length, words.answers?.length, id);
        assert.equal(new Set(words.answers).size, shows.length, id);
        assert.equal(shows.filter((one) => one === RIGHT).length, 1, id);
      } else {
        assert.equal(words.answers, undefined, id);
        assert.ok(words.label, id);
        for (const [made] of mistakes ?? []) assert.notEqual(made, number, id);
      }
      const shown = [...possibleMisconceptions(named(id))];
      assert.ok(shown.length > 0, id);
      for (const one of shown) assert.ok(Object.hasOwn(misconceptions, one), `${id}: ${one}`);
    }
  });

  it('offers each misconception several times, and the course treats it', () => {
    assert.deepEqual(Object.keys(treatedBy).toSorted(), Object.keys(misconceptions).toSorted());
    for (const [id, page] of Object.entries(treatedBy)) {
      const offering = pool.filter((one) =>
        [...possibleMisconceptions(one)].some((shown) => shown === id),
      );
      assert.ok(offering.length >= 2, `${id}: ${offering.length}`);
      assert.ok(
        coursePages.some((one) => one.id === page),
        page,
      );
    }
  });

  const choices = pool.flatMap(({ id, words: { answers }, shows }) =>
    answers && shows ? [{ id, answers, right: shows.indexOf(RIGHT) }] : [],
  );

  it('does not give the right answers away by their length', () => {
    const mean = (/** @type {number[]} */ list) => sum(list) / list.length;
    const rights = choices.map(({ answers, right }) => answers[right].length);
    const wrongs = choices.map(({ answers, right }) =>
      mean(answers.filter((_, i) => i !== right).map(({ length }) => length)),
    );
    assert.ok(mean(rights) <= mean(wrongs), `${mean(rights)} ${mean(wrongs)}`);
    // Whoever takes the longest answer, or the shortest, is not better off than by chance.
    for (const extreme of [Math.max, Math.min]) {
      const found = choices.filter(({ answers, right }) => {
        const length = extreme(...answers.map((one) => one.length));
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
    for (const { id, words } of pool) assert.ok(!known.has(words.question), id);
  });
});

describe('what is computed', () => {
  it('scores-taste', () => near(table('scores-taste', 'scaledScores')[1], 6));

  it('scores-taste: its mistakes', () => {
    const [query, key, value] = ['q', 'k', 'v'].map((id) => rowsOf(table('scores-taste', id), 4));
    const dot = (/** @type {number[]} */ a, /** @type {number[]} */ b) =>
      sum(a.map((one, i) => one * b[i]));
    const [score, wrong] = [dot(query[0], key[1]), dot(query[0], value[1])];
    const made = [score, score / Math.sqrt(3), score / 4, wrong / 2, wrong];
    named('scores-taste').mistakes?.forEach(([one], i) => {
      assert.ok(Math.abs(one - made[i]) < 0.01, `${one} ${made[i]}`);
    });
  });

  it('scores-louder: doubled values leave the weights and double the output', () => {
    const plainly = computed({});
    const values = plainly.results.v.data;
    const width = plainly.results.v.shape[2];
    const words = plainly.keyWords.length;
    const edits = [...values].map((one, i) => {
      const at = [Math.floor(i / (width * words)), Math.floor(i / width) % words, i % width];
      return `v.${at.join('.')}:${2 * one}`;
    });
    const doubled = computed({ edits: edits.join(';') });
    assert.deepEqual(doubled.results.weights.data, plainly.results.weights.data);
    plainly.results.heads.data.forEach((one, i) => {
      near(doubled.results.heads.data[i], 2 * one);
    });
  });

  it('scores-blank: a query of zeros gives the mean of the values', () => {
    const { results, keyWords } = computed({
      heads: 1,
      edits: [0, 1, 2, 3].map((i) => `q.0.1.${i}:0`).join(';'),
    });
    const values = rowsOf([...results.v.data], 4);
    const output = rowsOf([...results.heads.data], 4)[1];
    columnSums(values).forEach((one, i) => {
      near(output[i], one / keyWords.length);
    });
  });

  it('weights-fourth', () => {
    const { state } = named('weights-fourth');
    near(table('weights-fourth', 'weights')[2], 0.5, 'before');
    const four = table('weights-fourth', 'weights', {
      sentence: `${state?.sentence} Dune`,
      edits: `${state?.edits};s.0.0.3:0`,
    });
    assert.equal(four.length, 4);
    near(four[2], named('weights-fourth').number ?? Number.NaN);
  });

  it('weights-columns: the columns add up to 1, and no row does', () => {
    const rows = rowsOf(table('weights-columns', 'weights'), 3);
    for (const one of columnSums(rows)) near(one, 1);
    for (const row of rows) assert.ok(Math.abs(sum(row) - 1) > 0.05, String(sum(row)));
  });

  it('weights-backwards', () => {
    near(table('weights-backwards', 'heads')[0], 8);
    near(table('weights-backwards', 'weights')[0], named('weights-backwards').number ?? 0);
  });

  it('masks-rests: five weights are not 0', () => {
    const rows = rowsOf(
      table('masks-rests', 'weights', {
        sentence: 'C D E F G x x x',
        mask: 'padding',
        pad: 3,
        heads: 1,
      }),
      8,
    );
    assert.equal(rows[1].filter((one) => one !== 0).length, named('masks-rests').number);
  });

  it('masks-short: masked weights are 0, the others what they were', () => {
    const rows = rowsOf(table('masks-short', 'weights'), 4);
    rows.forEach((row, query) => {
      row.forEach((one, key) => {
        near(one, key <= query ? 0.25 : 0);
      });
    });
  });

  it('masks-rows: rows of padding are 0, and notes attend to padding', () => {
    const rows = rowsOf(table('masks-rows', 'weights'), 5);
    for (const row of rows.slice(3)) assert.deepEqual(row, [0, 0, 0, 0, 0]);
    for (const row of rows.slice(0, 3)) {
      near(sum(row), 1);
      assert.ok(row[3] > 0.05 && row[4] > 0.05);
    }
  });

  it('masks-edited: outputs 7 to 10 change', () => {
    const state = {
      sentence: 'a b c d e f g h i j',
      mask: /** @type {const} */ ('causal'),
      heads: 1,
    };
    const [before, after] = ['', 'x.g.0:3'].map((edits) =>
      rowsOf([...computed({ ...state, edits }).results.output.data], 4),
    );
    const changed = before.flatMap((row, i) =>
      row.every((one, j) => one === after[i][j]) ? [] : [i],
    );
    assert.deepEqual(changed, [6, 7, 8, 9]);
    assert.equal(changed.length, named('masks-edited').number);
  });

  it('places-backwards: under a causal mask the outputs of a reversed melody are others', () => {
    const outputs = ['C D E', 'E D C'].map((sentence) =>
      rowsOf([...computed({ sentence, mask: 'causal' }).results.output.data], 4),
    );
    assert.notDeepEqual(outputs[0], outputs[1].toReversed());
  });

  it('places-twin', () => {
    const rows = rowsOf(table('places-twin', 'weights'), 4);
    assert.deepEqual(rows[2], rows[0]);
    near(rows[2][1], named('places-twin').number ?? 0);
    const [[shared], [next]] = named('places-twin').mistakes ?? [];
    near(shared, (1 - rows[2][0] - rows[2][2]) / 2);
    near(next, rows[2][3]);
  });

  it('shapes-users, shapes-catalogue: the size of the table of weights', () => {
    const letters = [...'abcdefghijkl'];
    const size = (/** @type {number} */ queries, /** @type {number} */ keys) =>
      computed({
        ...{ target: letters.slice(0, queries).join(' '), heads: 1 },
        sentence: letters.slice(0, keys).join(' '),
      }).results.weights.data.length;
    assert.equal(size(3, 5), 15);
    assert.equal(size(3, 10) / size(3, 5), named('shapes-catalogue').number);
    assert.equal(12 * 30, named('shapes-users').number);
  });

  it('shapes-picture: four times as many words, sixteen times as many scores', () => {
    const [few, many] = [3, 12].map((count) => {
      const sentence = Array.from({ length: count }, (_, i) => `w${i}`).join(' ');
      return computed({ sentence, heads: 1 }).results.scores.data.length;
    });
    assert.equal(many / few, named('shapes-picture').number);
  });

  it('scores-narrow, places-wide: what heads have of a row', () => {
    const narrow = computed({ dModel: 96, heads: 6 }).results;
    assert.equal(
      Math.sqrt(/** @type {number} */ (narrow.q.shape.at(-1))),
      named('scores-narrow').number,
    );
    const wide = computed({ dModel: 768, heads: 12 }).results;
    assert.equal(wide.heads.shape.at(-1), 64);
    assert.equal(wide.concatenated.shape.at(-1), named('places-wide').number);
  });

  it('shapes-broader: the table of weights is as large with longer embeddings', () => {
    const [narrow, wide] = [4, 8].map((dModel) => computed({ dModel, heads: 1 }).results.weights);
    assert.deepEqual(wide.shape, narrow.shape);
  });

  it('reading-part: the second film adds most', () => {
    const weights = table('reading-part', 'weights');
    const values = table('reading-part', 'v');
    const parts = weights.map((one, i) => one * values[i]);
    assert.equal(parts.indexOf(Math.max(...parts)), named('reading-part').shows?.indexOf(RIGHT));
    assert.equal(weights.indexOf(Math.max(...weights)), 0);
    assert.equal(values.indexOf(Math.max(...values)), 2);
    near(table('reading-part', 'heads')[0], sum(parts));
  });

  it('has a test here for each question with a figure', () => {
    const shown = pool.filter(({ figure }) => figure).map(({ id }) => id);
    assert.deepEqual(shown, [
      ...['scores-taste', 'weights-fourth', 'weights-columns', 'weights-backwards'],
      ...['masks-short', 'masks-rows', 'places-twin', 'reading-part'],
    ]);
  });
});

describe('a draw', () => {
  it('gives twelve different questions over all subjects, for 200 seeds', () => {
    for (let seed = 0; seed < 200; seed++) {
      const questions = drawQuestions(seed);
      assert.equal(questions.length, 12);
      assert.equal(new Set(questions).size, 12);
      for (const subject of subjects) {
        assert.equal(questions.filter((one) => subject.includes(one)).length, 2, String(seed));
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
        assert.ok(task.isCold);
        const values = question.shows
          ? question.shows.map((_, index) => String(index))
          : [question.number, ...(question.mistakes ?? []).map(([made]) => made), 99].map(String);
        const before = contextOf(page);
        const shown = values.map((value) => {
          const said = formatAnswers(new Map([[page.id, { value, isRight: false }]]));
          const context = contextOf(page, said);
          assert.equal(context.given?.value, value);
          assert.equal(context.isOpen, false);
          assert.equal(markup(page.figure(context)), markup(page.figure(before)), page.id);
          const verdict = task.judge(context, value);
          assert.equal(verdict.isRight, false);
          assert.equal(answerShown(context, task), answerShown(before, task));
          assert.doesNotMatch(markup(asked(context, task)), /✓/);
          return plain(markup(replyTo(verdict, task, false)));
        });
        assert.deepEqual(
          new Set(shown.map((one) => one.trim())),
          new Set(['Saved. You can change it until the end.']),
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
          (one) => `practice-test-${seed}-${one}`,
        ),
      );
      for (const page of pages) {
        assert.equal(readGuide(page.id), page.id);
        assert.equal(practice.chapters.pageOf(page.id), page);
        assert.ok(practice.chapters.chapterOf(page)?.pages.includes(page));
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

  it('are not open at the end as long as a question is', () => {
    const { pages } = testChapter('practice-test-1-1');
    const end = /** @type {Page} */ (pages.at(-1));
    const all = pages.slice(0, -1).map(({ id }) => `${id}_0`);
    const said = (/** @type {string[]} */ answers) => {
      const context = contextOf(end, answers.join(' '));
      return plain(markup([end.setup(context), end.figure(context)]));
    };
    assert.match(said(all.slice(1)), /One question has no answer yet/);
    assert.doesNotMatch(said(all.slice(1)), /Right:/);
    assert.match(said(all), /\d+ of 12 answers are right/);
    assert.match(said([...all.slice(1), `${end.id}_shown*`]), /of 12 answers are right/);
  });
});

describe('the profile', () => {
  /** @type {Question['words']} */
  const words = { setup: '', question: '', why: '' };
  /** @type {Question[]} */
  const questions = [
    { id: 'a', words, shows: ['axis', RIGHT, 'scale', 'axis'] },
    { id: 'b', words, shows: [RIGHT, 'axis', 'scale'] },
    {
      id: 'c',
      words,
      number: 6,
      mistakes: [
        [12, 'scale'],
        [3, 'roles'],
      ],
    },
    { id: 'd', words, shows: ['axis', RIGHT, 'heads'] },
  ];

  it('counts how often each was chosen of how often it could have been, worst first', () => {
    assert.deepEqual(profileOf(questions, ['3', '0', '12', undefined]), [
      { id: 'axis', chosen: 1, possible: 2 },
      { id: 'scale', chosen: 1, possible: 3 },
      { id: 'roles', chosen: 0, possible: 1 },
    ]);
    assert.deepEqual(profileOf(questions, ['2', '2', '12.005', '2'])[0], {
      ...{ id: 'scale', chosen: 3, possible: 3 },
    });
  });

  it('is that of the page: answers of a whole test', () => {
    const questions = drawQuestions(1);
    const right = questions.map(({ shows, number }) => String(number ?? shows?.indexOf(RIGHT)));
    assert.ok(questions.every((one, i) => markAnswer(one, right[i]).isRight));
    assert.ok(profileOf(questions, right).every(({ chosen }) => chosen === 0));
  });

  it('knows a number near a mistake, no other number, and no number where none is given', () => {
    const [, , number] = questions;
    assert.deepEqual(markAnswer(number, '6.003'), { isRight: true, shown: undefined });
    assert.deepEqual(markAnswer(number, '3'), { isRight: false, shown: 'roles' });
    assert.deepEqual(markAnswer(number, '8'), { isRight: false, shown: undefined });
    assert.deepEqual(markAnswer(number, undefined), { isRight: false, shown: undefined });
    assert.equal(markAnswer(named('shapes-users'), '359').isRight, false);
  });
});
