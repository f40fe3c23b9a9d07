import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { html } from 'lit';
import { makeAuthorChapter } from '../../web/features/practice/author-chapter/page.js';
import { renderMarked, splitMarks } from '../../web/lessons/chapter-markup.js';
import { takeSteps } from '../../web/session/async.js';
import { contextOf } from '../course/pages.js';
import { attention, computationOf } from '../support/computations.js';
import { markup, plain } from '../support/markup.js';
import '../support/features.js';
import { EXAMPLE } from './example-chapter.js';

/** @import { ChapterProblems } from '../../web/pages/types.js' */

const SETTINGS = { sentence: 'They eat noodles', heads: 1, 'd-model': 2 };

/** Returns what a page says of its own problems. @param {object} part @param {object} [state] */
function problemsOf(part, state) {
  const page = { ...{ id: 'one', title: 'One', text: 'One.', settings: SETTINGS }, ...part };
  const { error, pages } = makeAuthorChapter(JSON.stringify({ title: 'Problems', pages: [page] }));
  assert.equal(error, undefined);
  const figure = markup(pages[0].figure(contextOf(pages[0], state)));
  return [...figure.matchAll(/<li><code>(.*?)<\/li>/gs)].map(([, found]) => plain(found));
}

/** @param {object} wanted @param {object} [more] */
const goal = (wanted, more) => ({
  task: {
    ...{ kind: 'goal', question: 'Reach it.', changes: 2, numbers: [{ table: 'q' }] },
    wanted: [{ cell: 'weights.0.1.2', name: 'the weight', ...wanted }],
    ...more,
  },
});

/** Returns what the runs of all pages reveal. @param {object[]} pages */
function checkPages(pages) {
  const named = pages.map((page, i) => ({ id: `p${i}`, title: 'One', text: 'One.', ...page }));
  const { error, check } = makeAuthorChapter(JSON.stringify({ title: 'All', pages: named }));
  assert.equal(error, undefined);
  assert.ok(check);
  const found = /** @type {ChapterProblems | undefined} */ (
    takeSteps(check(attention), Infinity).value
  );
  return found?.problems.map(({ path, message }) => `${path}: ${message}`) ?? [];
}

describe('the check of a chapter', () => {
  it('finds what the runs of all pages lack, without opening them', () => {
    const cells = [{ cell: 'wieghts.0.1.0', label: 'They' }];
    const task = { kind: 'numbers', question: 'How much?', cells, right: 'Yes.' };
    assert.deepEqual(checkPages([{ settings: SETTINGS }, { task, settings: SETTINGS }]), [
      'pages[1].task.cells[0].cell: there is no number wieghts.0.1.0 here; the nearest is “weights.0.1.0”',
    ]);
    const bug = { ...SETTINGS, bug: 'mask-zero' };
    assert.deepEqual(checkPages([{ settings: bug, task: { kind: 'bug' } }]), [
      'pages[0].settings.bug: this bug changes no table here',
    ]);
    assert.deepEqual(checkPages(EXAMPLE.pages), []);
  });

  it('finds each row, column, head and word that a run lacks, on any page', () => {
    const press = { kind: 'press', question: 'Which?', right: 'Yes.', wrong: 'No.' };
    const replies = [
      { word: 2, reply: 'Not this.' },
      { word: [0, 9], reply: 'Nor these.' },
    ];
    const wanted = [{ cell: 'weights.0.0.1', name: 'the weight', least: 0.9 }];
    const table = { kind: 'table', of: 'weights' };
    const row = 'there is no such row; rows are counted from 0 to 2';
    /** @type {[page: object, ...string[]][]} */
    const pages = [
      [{ show: [{ ...table, rows: [0, 3] }] }, `show[0].rows: ${row}`],
      [{ show: [{ kind: 'arrows', of: ['q', 'k'], rows: [3] }] }, `show[0].rows: ${row}`],
      [{ show: [{ ...table, cover: ['2.2', '3'] }] }, `show[0].cover: ${row}`],
      [
        { show: [{ ...table, cover: ['1.3'] }] },
        `show[0].cover: ${row.replaceAll('row', 'column')}`,
      ],
      [
        { show: [{ ...table, head: 2 }] },
        'show[0].head: there is no such head; heads are counted from 0 to 1',
      ],
      [
        { show: [{ kind: 'arcs', head: 2 }] },
        'show[0].head: there is no such head; heads are counted from 0 to 1',
      ],
      [{ task: { ...press, word: 9 } }, `task.word: ${row.replaceAll('row', 'word')}`],
      [
        { task: { ...press, word: 1, replies } },
        `task.replies[1].word: ${row.replaceAll('row', 'word')}`,
      ],
      [
        { task: { kind: 'fill', question: 'Fill in.', table: 'q', row: 8, right: 'Yes.' } },
        `task.row: ${row}`,
      ],
      [
        goal({}, { wanted, numbers: [{ table: 'q', rows: [2, 8] }] }),
        `task.numbers[0].rows: ${row}`,
      ],
      [
        {
          show: [
            { ...table, rows: [2], head: 1, cover: ['2.2'] },
            { ...table, rows: 'selected' },
          ],
        },
      ],
      [{ task: { ...press, word: 'largest' }, show: [{ ...table, cover: 'all' }] }],
    ];
    const settings = { sentence: 'They eat noodles', heads: 2, 'd-model': 4 };
    assert.deepEqual(
      checkPages(pages.map(([page]) => ({ ...page, settings }))),
      pages.flatMap(([, ...found], i) => found.map((problem) => `pages[${i}].${problem}`)),
    );
  });

  it('finds numbers and pairs in settings that a run lacks, also in those of a choice', () => {
    const edits = 'q.0.1.0:1;q.0.9.0:1;nonsense.0.1:2;x.eat.0:2;x.soup.0:2';
    const choices = [
      { name: 'set', settings: { edits } },
      { name: 'masked', settings: { mask: 'custom', masked: '2.2 2.3' } },
      { name: 'neither' },
    ];
    const show = [{ kind: 'switch', label: 'Now:', choices }];
    const masked = { mask: 'custom', masked: '0.1 9.9' };
    const missing = [
      'q.0.9.0 here; the nearest is “q.0.2.0”',
      'nonsense.0.1 here',
      'x.soup.0 here',
    ];
    assert.deepEqual(
      checkPages([
        { settings: { ...SETTINGS, edits } },
        { settings: { ...SETTINGS, ...masked } },
        { settings: SETTINGS, show },
      ]),
      [
        ...missing.map((name) => `pages[0].settings.edits: there is no number ${name}`),
        'pages[1].settings.masked: the words have no pair 9.9',
        ...missing.map(
          (name) => `pages[2].show[0].choices[0].settings.edits: there is no number ${name}`,
        ),
        'pages[2].show[0].choices[1].settings.masked: the words have no pair 2.3',
      ],
    );
  });

  it('finds what a run lacks with a choice, but once what it also lacks without', () => {
    const choices = [
      { name: 'two heads' },
      { name: 'one head', settings: { heads: 1 } },
      { name: 'two words', settings: { sentence: 'They eat' } },
    ];
    const show = [
      { kind: 'switch', label: 'Now:', choices },
      { kind: 'arcs', head: 1 },
      { kind: 'table', of: 'weights', rows: [2], cover: ['1.2'] },
      { kind: 'table', of: 'q', rows: [9] },
    ];
    const task = { kind: 'press', question: 'Which?', word: 2, right: 'Yes.', wrong: 'No.' };
    const settings = { ...SETTINGS, heads: 2, 'd-model': 4 };
    const out = (/** @type {string} */ name, /** @type {number} */ most) =>
      `there is no such ${name}; ${name}s are counted from 0 to ${most}`;
    assert.deepEqual(checkPages([{ settings, show, task }]), [
      `pages[0].show[3].rows: ${out('row', 2)}`,
      `pages[0].show[0].choices[1]: pages[0].show[1].head: ${out('head', 0)}`,
      ...[
        `show[2].rows: ${out('row', 1)}`,
        `show[2].cover: ${out('column', 1)}`,
        `task.word: ${out('word', 1)}`,
      ].map((problem) => `pages[0].show[0].choices[2]: pages[0].${problem}`),
    ]);
    assert.deepEqual(checkPages([{ settings, show: show.slice(0, 1) }]), []);
  });

  it('names a word that a trained model does not know, and waits for no training', () => {
    const show = [{ kind: 'table', of: 'nonsense' }];
    const [found, ...others] = checkPages([
      { settings: { source: 'describer', seed: 0, sentence: 'the flabbergasted animal' } },
      { settings: { source: 'toy', training: 2, sentence: 'a b c d' }, show },
    ]);
    assert.match(found, /^pages\[0\]\.settings\.sentence: .*flabbergasted/);
    assert.deepEqual(others, []);
  });

  it('throws an error that no author can mend', () => {
    const page = { id: 'one', title: 'One', text: 'One.', settings: SETTINGS };
    const { check } = makeAuthorChapter(JSON.stringify({ title: 'All', pages: [page] }));
    const broken = /** @type {typeof attention} */ ({});
    assert.throws(() => check && takeSteps(check(broken), Infinity), TypeError);
  });
});

describe('a page of an author’s chapter', () => {
  it('reports a goal only if it is reached before anything is changed', () => {
    const reached = 'pages[0].task.wanted: is reached before anything is changed.';
    assert.deepEqual(problemsOf(goal({ least: 0.01 })), [reached]);
    assert.deepEqual(problemsOf(goal({ least: 0.9 })), []);
    const other = { cell: 'weights.0.1.0', name: 'another', least: 0.9 };
    const { task } = goal({ least: 0.01 });
    assert.deepEqual(problemsOf({ task: { ...task, wanted: [...task.wanted, other] } }), []);
    // The reader has set a number.
    assert.deepEqual(problemsOf(goal({ least: 0.01 }), { edits: 'q.0.0.0:2' }), []);
  });

  it('reports a goal whose number does not exist once', () => {
    assert.deepEqual(problemsOf(goal({ cell: 'weigths.0.0.0', least: 0.9 })), [
      'pages[0].task.wanted[0].cell: there is no number weigths.0.0.0 here; the nearest is “weights.0.0.0”.',
    ]);
  });

  it('reports a weight that no change can reach, unless weights are set or dropped', () => {
    const never = 'pages[0].task.wanted[0]: cannot be reached: a weight is between 0 and 1.';
    assert.deepEqual(problemsOf(goal({ least: 2 })), [never]);
    assert.deepEqual(problemsOf(goal({ most: -1 })), [never]);
    assert.deepEqual(problemsOf(goal({ least: 1 })), []);
    assert.deepEqual(problemsOf(goal({ least: 2 }, { numbers: [{ table: 'weights' }] })), []);
    assert.deepEqual(problemsOf(goal({ cell: 'scores.0.1.2', least: 200 })), []);
  });

  it('shows the last head in place of one that the reader has removed', () => {
    const settings = { ...SETTINGS, heads: 2, 'd-model': 4 };
    const show = [
      { kind: 'arcs', head: 1 },
      { kind: 'table', of: 'weights', head: 1 },
    ];
    assert.deepEqual(problemsOf({ settings, show }, { heads: 1 }), []);
  });

  it('reports a table of a task once', () => {
    const task = { kind: 'fill', question: 'Fill in.', table: 'weight', row: 7, right: 'Yes.' };
    assert.deepEqual(problemsOf({ task }), [
      'pages[0].task.table: there is no table weight here; did you mean weights?',
    ]);
    assert.deepEqual(problemsOf({ task: { ...task, table: 'weights' } }), [
      'pages[0].task.row: there is no such row; rows are counted from 0 to 2.',
    ]);
  });

  it('reports a name in braces that stands for nothing, but no symbol, word of a reply or code', () => {
    const answers = [
      { answer: 'f"{x}"', reply: 'Yes, {answer}.', right: true },
      { answer: '{y}', reply: 'No.' },
    ];
    assert.deepEqual(
      problemsOf({
        text: ['{Q}, {W_Q}, e^{x}, W_{O}, { z } and {weights.0.1.0}', { note: '{foo}' }],
        after: 'Only replies fill in the {word}.',
        task: { kind: 'choice', question: 'Which?', code: true, answers },
      }).toSorted(),
      [
        'pages[0].after: no number, symbol or word here has the name {word}.',
        'pages[0].task.answers[0].reply: no number, symbol or word here has the name {answer}.',
        'pages[0].text[1].note: no number, symbol or word here has the name {foo}.',
      ],
    );
    const press = {
      kind: 'press',
      question: 'Press.',
      word: 0,
      right: 'Yes.',
      wrong: 'Not {word}.',
    };
    assert.deepEqual(problemsOf({ task: press }), []);
  });

  it('reports a mark without its other end, and a language without two letters', () => {
    const broken = ['**bold and', 'bold** and', 'e^{ln', 'W_{O', 'is {weights.0.1.0', '**p**@fra'];
    const found = ['**', '**', '^{', '_{', '{weights.0', '**@fra'];
    assert.deepEqual(
      problemsOf({ text: [...broken, '“elle est”@french'] }).toSorted(),
      [...found, '”@french']
        .map((mark, i) => `pages[0].text[${i}]: “${mark}” is not a complete mark.`)
        .toSorted(),
    );
    const complete = [
      '**a** **b**@fr, “c”@fr and “d”',
      '2 ** 3, x**2, a@b',
      'e^{2} { z } {a, b} _d_',
    ];
    assert.deepEqual(problemsOf({ text: complete }), []);
  });

  it('reads *one star* as _one line_, also around other marks, and names three stars', () => {
    const { computation } = computationOf({ sentence: 'a b', heads: 1 });
    const draw = (/** @type {string} */ text) => plain(markup(renderMarked(text, { computation })));
    const i = (/** @type {string} */ text) => markup(html`<i>${text}</i>`);
    for (const text of ['Which *waters* it', 'Which _waters_ it'])
      assert.equal(markup(renderMarked(text)), `Which ${i('waters')} it`);
    for (const text of ['(*two words*),', '(_two words_),'])
      assert.equal(markup(renderMarked(text)), `(${i('two words')}),`);
    assert.doesNotMatch(draw('**is {weights.0.0.0}** and *{weights.0.0.0}*'), /[{*]/);
    for (const text of ['2 * 3 * 4', 'a*b*c', 'f(*args, *more)', 'W_q and K_q', 'x_1 _ x_2'])
      assert.deepEqual(splitMarks(text), [text]);
    assert.deepEqual(
      problemsOf({ text: ['***both***', '*pas*@fr', '*{weihgts}*'] }).map((problem) =>
        problem.replace(/^pages\[0\]\.text\[(\d)\]: /, '$1 '),
      ),
      [
        '0 “***” is not a complete mark.',
        '1 “*@fr” is not a complete mark.',
        '2 no number, symbol or word here has the name {weihgts}.',
      ],
    );
  });

  it('takes a power or a dictionary of Python for no mark', () => {
    const text = [
      ...['f(**kwargs) is called', 'print(*words, **options)', '{**a} and [**b, c]'],
      ...['f**(x)', '(a + b)**2', 'x[0]**2', '2**-1', '(**x**)'],
    ];
    assert.deepEqual(problemsOf({ text }), []);
    const broken = ['see (**this', 'the **keys, and', 'one, **two three', '(see it)** here'];
    assert.equal(problemsOf({ text: broken }).length, broken.length);
  });

  it('reports a number that nobody can type', () => {
    /** @param {object} cell @param {object} [more] */
    const numbers = (cell, more) => ({
      task: { kind: 'numbers', question: 'How much?', cells: [cell], right: 'Yes.', ...more },
    });
    const weight = { cell: 'weights.0.2.0' };
    const [found, ...others] = problemsOf(numbers(weight, { tolerance: 0 }));
    assert.match(
      found,
      /^pages\[0\]\.task\.cells\[0\]: is 0\.\d{6}; no number that a reader types is within the tolerance\.$/,
    );
    assert.deepEqual(others, []);
    assert.deepEqual(problemsOf(numbers({ cell: 'weights.0.9.0' }, { tolerance: 0 })).length, 1);
    for (const fine of [numbers(weight), numbers(weight, { tolerance: 1e-6 })])
      assert.deepEqual(problemsOf(fine), []);
    const causal = { settings: { ...SETTINGS, mask: 'causal' } };
    const masked = { ...numbers({ cell: 'maskedScores.0.0.2' }), ...causal };
    assert.match(problemsOf(masked)[0], /cells\[0\]: is −∞; no number that a reader types/);
    const first = { ...numbers({ cell: 'weights.0.0.0' }, { tolerance: 0 }), ...causal };
    assert.deepEqual(problemsOf(first), []);
  });
});
