import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  findAuthorPage,
  makeAuthorChapter,
} from '../../web/features/practice/author-chapter/page.js';
import { ChapterError } from '../../web/features/practice/author-chapter/read.js';
import { findHeadAndQuery, formatCell } from '../../web/graph/cell.js';
import {
  findMainPage,
  findNeighbourPage,
  listExtrasAfter,
  makePageState,
} from '../../web/pages/chapters.js';
import { findPictureProblem } from '../../web/pages/pictures.js';
import { questionView } from '../../web/pages/tasks/view.js';
import { normaliseState } from '../../web/state/normalise.js';
import { contextOf } from '../course/pages.js';
import { computationOf } from '../support/computations.js';
import { readDocument } from '../support/documents.js';
import { listListeners, markup, plain } from '../support/markup.js';
import '../support/features.js';
import { EXAMPLE, indexOf, MATCH, withPart } from './example-chapter.js';

/** @import { Page } from '../../web/pages/types.js' */

const NUMBERS = indexOf('numbers');

describe('a chapter of JSON', () => {
  const chapter = makeAuthorChapter(JSON.stringify(EXAMPLE));
  /** @param {string} kind @param {object} [change] */
  const open = (kind, change) => {
    const page = chapter.pages[indexOf(kind)];
    return { page, task: /** @type {any} */ (page.task), context: contextOf(page, change) };
  };

  it('has pages whose names are of no page of the course', () => {
    assert.equal(chapter.error, undefined);
    assert.deepEqual(
      chapter.pages.map(({ id }) => id),
      EXAMPLE.pages.map((/** @type {any} */ { id }) => `chapter-${id}`),
    );
    assert.equal(findAuthorPage('chapter', chapter), chapter.pages[0]);
    assert.equal(findAuthorPage('chapter-nowhere', chapter), chapter.pages[0]);
    assert.match(
      plain(markup(findAuthorPage('chapter').setup(/** @type {any} */ ({})))),
      /no chapter/,
    );
  });

  it('may have only the first page of the example, with which authors are told to begin', () => {
    const { error, pages } = makeAuthorChapter(
      JSON.stringify({ ...EXAMPLE, pages: [EXAMPLE.pages[0]] }),
    );
    assert.equal(error, undefined);
    const [page] = pages;
    assert.doesNotMatch(markup(page.figure(contextOf(page))), /alert/);
    assert.equal(page.task?.kind, 'pick');
  });

  it('frames the row of the cell that its task names, unless the page names another', () => {
    /** @param {object} settings @param {string} cell */
    const readQuery = (settings, cell) => {
      const cells = [{ cell, label: 'a' }];
      const task = { kind: 'numbers', question: 'Which?', cells, right: 'Yes.' };
      const page = { id: 'a', title: 'A', text: 'A.', settings, task };
      const { error, pages } = makeAuthorChapter(JSON.stringify({ title: 'A', pages: [page] }));
      assert.equal(error, undefined);
      return pages[0].state.query;
    };
    assert.equal(readQuery({}, 'weights.0.2.1'), 2);
    assert.equal(readQuery({ mechanism: 'additive' }, 'scores.3.1'), 3);
    assert.equal(readQuery({ query: 0 }, 'weights.0.2.1'), 0);
    assert.equal(readQuery({}, 'v.0.2.1'), undefined);
    // The run has the axes of each table.
    const found = [{ dropout: 0.2 }, { mechanism: 'additive' }].flatMap((settings) => {
      const { nodes, results } = computationOf(settings).computation;
      return Object.values(nodes).flatMap(({ id, axes }) => {
        const index = results[id].shape.map((size) => size - 1);
        const query = readQuery(settings, formatCell({ id, index }));
        if (query === undefined) return [];
        assert.equal(query, findHeadAndQuery(axes, index).query, id);
        assert.equal(readQuery(settings, formatCell({ id: `layer1/${id}`, index })), query);
        return id;
      });
    });
    const [, list = ''] =
      /^\* A page frames the row .*?\. It does so in (.*?)\. A layer/ms.exec(
        readDocument('web/elements/README.md'),
      ) ?? [];
    const named = [...list.matchAll(/`(\w+)`/g)].map(([, id]) => id);
    // Only models that learn have a table of biased scores.
    assert.deepEqual(new Set([...found, 'biasedScores']), new Set(named));
  });

  it('says why it cannot be read, on a page of its own', () => {
    const { error, pages } = makeAuthorChapter(JSON.stringify(withPart('pages.2.task.question')));
    assert.ok(error instanceof ChapterError);
    assert.match(
      plain(markup(pages[0].setup(/** @type {any} */ ({})))),
      /pages\[2\]\.task\.question: is missing/,
    );
  });

  it('says what a page names that its run does not have', () => {
    const { pages } = makeAuthorChapter(
      JSON.stringify(withPart(`pages.${NUMBERS}.task.cells.0.cell`, 'weights.0.9.9')),
    );
    const page = pages[NUMBERS];
    assert.match(
      plain(markup(page.figure(contextOf(page)))),
      /task\.cells\[0\]\.cell: there is no number weights\.0\.9\.9/,
    );
  });

  it('reports a number in a text that the run lacks, and suggests the nearest, as for cells', () => {
    /** @param {string} path @param {string} text @param {string} [kind] */
    const reported = (path, text, kind = 'numbers') => {
      const index = indexOf(kind);
      const { error, pages } = makeAuthorChapter(
        JSON.stringify(withPart(path.replace('*', `pages.${index}`), text)),
      );
      assert.equal(error, undefined);
      return plain(markup(pages[index].figure(contextOf(pages[index]))));
    };
    const row = 'there is no number weights.0.9.0 here; the nearest is “weights.0.2.0”';
    for (const place of ['text', 'after', 'task.question', 'task.right', 'task.cells.0.label']) {
      const path = `pages[${NUMBERS}].${place.replace('.0', '[0]')}`;
      assert.ok(reported(`*.${place}`, 'It is {weights.0.9.0}.').includes(`${path}: ${row}`), path);
    }
    assert.ok(reported('*.task.cells.0.cell', 'weights.0.9.0').includes(row));
    assert.match(reported('*.text', '{weight.0.1.0}'), /nearest is “weights\.0\.1\.0”/);
    assert.match(reported('*.text', '{weights.1.0}'), /nearest is “weights\.0\.1\.0”/);
    assert.match(reported('*.text', '{nothing.1}'), /there is no number nothing\.1 here\./);
    const last = EXAMPLE.pages.at(-1).task.kind;
    assert.match(reported('recap', '{weights.0.9.0}', last), /recap: there is no number/);
    assert.doesNotMatch(reported('*.text', 'It is {weights.0.1.0}.'), /there is no number/);
  });

  it('keeps the figure where a switch removes the table that the recap quotes', () => {
    const choices = [
      { name: 'no scores', settings: { mechanism: 'additive' } },
      { name: 'others', settings: { mask: 'causal' } },
    ];
    const { error, pages } = makeAuthorChapter(
      JSON.stringify({
        ...{ title: 'Switch', recap: 'So {weights.0.9.0}.' },
        pages: [
          {
            ...{ id: 'one', title: 'One', text: 'One.' },
            show: [{ kind: 'switch', label: 'The score:', choices }],
          },
        ],
      }),
    );
    assert.equal(error, undefined);
    const [page] = pages;
    assert.doesNotMatch(plain(markup(page.figure(contextOf(page)))), /there is no number/);
  });

  it('fills in the numbers of questions, answers, labels and the recap', () => {
    /** @param {object} task @param {string} value */
    const shown = (task, value) => {
      const { pages, recap } = makeAuthorChapter(
        JSON.stringify({
          ...{ title: 'Numbers', recap: 'So {weights.0.0.0}.' },
          pages: [
            {
              ...{ id: 'one', title: 'One', text: 'One.' },
              settings: { heads: 1, 'd-model': 2, mask: 'causal' },
              task,
            },
          ],
        }),
      );
      const context = { ...contextOf(pages[0]), answer: () => {} };
      const chapterTask = /** @type {any} */ (pages[0].task);
      const parts = [
        questionView({ ...context, isOpen: false }, chapterTask),
        chapterTask.judge(context, value).reply,
        recap?.(context),
      ];
      return plain(markup(parts));
    };
    const q = 'Which? {weights.0.0.0}';
    const right = 'Yes, {weights.0.0.1}.';
    for (const [task, value, filled] of /** @type {[object, string, RegExp][]} */ ([
      [
        {
          ...{ kind: 'choice', question: q },
          answers: [
            { answer: 'this {weights.0.0.1}', reply: right, right: true },
            { answer: 'that', reply: 'No.' },
          ],
        },
        '0',
        /Which\? 1.*this 0.*Yes, 0\..*So 1\./s,
      ],
      [{ kind: 'press', question: q, word: 0, right, wrong: 'No.' }, '0', /Which\? 1.*Yes, 0\./s],
      [
        {
          kind: 'numbers',
          question: q,
          cells: [{ number: 1, label: '{weights.0.0.0} is' }],
          right,
        },
        '1',
        /Which\? 1.*1 is.*Yes, 0\./s,
      ],
      [
        {
          kind: 'numbers',
          question: q,
          cells: [{ number: 1, label: '{weights.0.0.0} is' }],
          right,
          wrong: 'No, {weights.0.0.0}.',
        },
        '3',
        /No, 1\./,
      ],
      [{ ...MATCH, question: q, right }, '0_1', /Which\? 1.*Yes, 0\./s],
      [{ kind: 'fill', question: q, table: 'weights', right }, 'x_done', /Which\? 1.*Yes, 0\./s],
    ])) {
      const text = shown(task, value);
      assert.match(text, filled);
      assert.doesNotMatch(text, /\{/);
    }
  });

  it('expects the numbers of the run, covers them, and names the bug behind others', () => {
    const { page, task, context } = open('numbers');
    const { data } = context.computation.results.weights;
    const expected = task.expected(context);
    assert.deepEqual(expected, [...data.subarray(3, 6)]);
    assert.doesNotMatch(markup(page.figure(context)), /weights\.0\.1\.0/);
    assert.equal(task.judge(context, expected.join('_')).isRight, true);
    // The scores are 0, 0 and 2, the last one masked. With a mask of zeros, each weight is 1/3.
    const third = 1 / 3;
    const wrong = task.judge(context, [third, third, third].join('_'));
    assert.equal(wrong.isRight, false);
    assert.match(plain(markup(wrong.reply)), /This mistake gives that result/);
  });

  it('names no √d that a page does not have', () => {
    const settings = { sentence: 'I drink tea', heads: 1, 'd-model': 2 };
    const numbers = { scores: [[], [0, 0, 2], []] };
    const cells = [0, 1, 2].map((key) => ({ cell: `weights.0.1.${key}` }));
    const task = { kind: 'numbers', question: 'Which?', cells, right: 'Yes.' };
    const reply = (/** @type {string | number} */ scale, /** @type {number} */ divisor) => {
      const page = {
        id: 'a',
        title: 'A',
        text: 'B',
        settings: { ...settings, scale },
        numbers,
        task,
      };
      const { pages } = makeAuthorChapter(JSON.stringify({ title: 'T', pages: [page] }));
      const [opened] = pages;
      const last = Math.exp(2 / divisor);
      const given = [1, 1, last].map((exponential) => exponential / (2 + last));
      const verdict = opened.task?.judge(contextOf(opened), given.join('_'));
      return plain(markup(verdict?.reply));
    };
    const gives = 'This mistake gives that result:';
    for (const [scale, divisor, mistake] of /** @type {[string | number, number, string][]} */ ([
      ['sqrt', 2, 'The scores are divided by d instead of √d.'],
      ['sqrt', 1, 'The scores are not divided by √d.'],
      ['none', Math.SQRT2, 'The scores are divided by √d. Here they are not.'],
      ['none', 2, 'The scores are divided by d. Here they are not.'],
      [0.2, Math.SQRT2, 'The scores are divided by √d. Here they are not.'],
      [0.2, 1, 'The scores are not scaled.'],
      ['words', 1, 'The scores are not scaled.'],
    ]))
      assert.equal(reply(scale, divisor), `${gives} ${mistake}`, `${scale} ${divisor}`);
  });

  /**
   * Returns the first page of the example with a changed part.
   * @param {string} path
   * @param {unknown} value
   */
  const first = (path, value) => {
    const { error, pages } = makeAuthorChapter(JSON.stringify(withPart(`pages.0.${path}`, value)));
    assert.equal(error, undefined);
    return pages[0];
  };
  /** @param {Page} page @param {string} value */
  const reply = (page, value) => {
    const verdict = /** @type {any} */ (page.task).judge(contextOf(page), value);
    return [verdict.isRight, plain(markup(verdict.reply))];
  };

  it('matches items with options, and replies to each mistake, or else for the item', () => {
    const page = first('task', MATCH);
    assert.deepEqual(reply(page, '0_1'), [true, 'So it is.']);
    assert.deepEqual(reply(page, '1_1'), [false, 'a comes first.']);
    assert.deepEqual(reply(page, '-1_1'), [false, 'Not a.']);
    assert.deepEqual(reply(page, '0_0'), [false, 'b is not the first.']);
  });

  it('takes numbers that are in no table, as near as it says, and knows typed mistakes', () => {
    const page = first('task', {
      ...{ kind: 'numbers', question: 'How many?', cells: [{ number: 16, label: 'scores' }] },
      ...{ tolerance: 0, right: '4 times 4.', wrong: 'No.', help: '4 × {weights.0.0.0} =' },
      mistakes: [{ numbers: [[8], [4]], reply: 'Each with each.' }],
    });
    assert.deepEqual(reply(page, '16'), [true, '4 times 4.']);
    assert.deepEqual(reply(page, '16.001'), [false, 'No.']);
    for (const value of ['8', '4'])
      assert.deepEqual(reply(page, value), [false, 'Each with each.']);
    const { help } = /** @type {any} */ (page.task);
    assert.equal(plain(markup(help(contextOf(page)))), '4 × 1 =');
    assert.ok(markup(help(contextOf(page))).startsWith('4\u00a0×\u00a0'), 'no line ends within it');
  });

  it('takes numbers no farther off than the author says, and 1 % off where nothing is said', () => {
    /** @param {object} task */
    const hundred = (task) =>
      first('task', {
        ...{ kind: 'numbers', question: 'How many?', cells: [{ number: 100, label: 'scores' }] },
        ...{ right: 'Yes.', wrong: 'No.', ...task },
      });
    const near = hundred({ tolerance: 0.01 });
    assert.deepEqual(reply(near, '100.009'), [true, 'Yes.']);
    assert.deepEqual(reply(near, '100.011'), [false, 'No.']);
    assert.deepEqual(reply(hundred({}), '101'), [true, 'Yes.']);
    assert.deepEqual(reply(hundred({}), '101.1'), [false, 'No.']);
  });

  it('draws the weight of a word to itself, with its number', () => {
    const [page] = makeAuthorChapter(
      JSON.stringify({
        title: 'Itself',
        pages: [
          {
            ...{ id: 'one', title: 'One', text: 'One.' },
            settings: { sentence: 'They eat', heads: 1, 'd-model': 2, query: 1 },
            numbers: { weights: [[], [0.25, 0.75]] },
            task: { kind: 'press', question: 'Which?', word: 1, right: 'Yes.', wrong: 'No.' },
          },
        ],
      }),
    ).pages;
    const open = markup(page.figure({ ...contextOf(page), isOpen: true }));
    for (const [place, number] of [
      ['weights.0.1.0', '0.25'],
      ['weights.0.1.1', '0.75'],
    ])
      assert.match(open, new RegExp(`data-place=${place}[^]*?>${number}</text>`));
    assert.doesNotMatch(markup(page.figure({ ...contextOf(page), isOpen: false })), /0\.75/);
  });

  it('says which word was pressed, and the same of several', () => {
    const page = first('task.replies', [{ word: [1, 2], reply: 'Not {word}.' }]);
    assert.deepEqual(reply(page, '2'), [false, 'Not fried.']);
    assert.deepEqual(reply(page, '3'), [false, 'This word has others before it.']);
  });

  it('switches settings and numbers once the task is done, and covers arcs and rows until then', () => {
    const page = first('show', [
      { kind: 'arcs', cover: true },
      { kind: 'table', of: 'weights', cover: ['1', '2.0'] },
      { kind: 'text', text: { note: 'e^{0} is 1' }, after: true },
      {
        ...{ kind: 'switch', label: 'The mask:', after: true },
        choices: [
          { name: 'causal', settings: { mask: 'causal' } },
          { name: '{W_Q} begins with zeros', numbers: { wq: [[0, 0, 0, 0]] } },
        ],
      },
    ]);
    page.task = undefined;
    const closed = { ...contextOf(page), isOpen: false };
    const covered = markup(page.figure(closed));
    assert.match(covered, /weights\.0\.2\.1/);
    assert.doesNotMatch(covered, /weights\.0\.(1\.|2\.0)|The mask|<path/);
    /** @type {object[]} */
    const changes = [];
    const open = {
      ...closed,
      isOpen: true,
      dispatch: (/** @type {object} */ to) => changes.push(to),
    };
    const shown = page.figure(open);
    assert.match(
      markup(shown),
      /<p class="note chapter-text">e<span class="hidden"> to the <\/span><sup>0<\/sup> is 1<\/p>/,
    );
    for (const press of listListeners(shown)) press();
    assert.deepEqual(changes, [{ mask: 'causal' }, { edits: 'q.0.0:0;q.0.1:0;q.0.2:0;q.0.3:0' }]);
  });

  it('has extra pages, which Next passes over, and what leads to them', () => {
    const { pages } = makeAuthorChapter(JSON.stringify(withPart('pages.1.extra', true)));
    const state = { guide: pages[0].id };
    const authorChapter = { id: 'chapter', title: '', question: '', pages };
    assert.deepEqual(listExtrasAfter(pages[0]), [pages[1]]);
    assert.equal(findMainPage(pages[1]), pages[0]);
    assert.equal(findNeighbourPage(state, 1, authorChapter), pages[2]);
    assert.equal(findNeighbourPage({ guide: pages[1].id }, 1, authorChapter), pages[2]);
  });

  it('says something while a model is on its way, and where its numbers come from', () => {
    const page = first('meanwhile', ['It is being trained.']);
    assert.equal(plain(markup(page.meanwhile?.(contextOf(page)))), 'It is being trained.');
    assert.equal(first('origin', 'Made up.').origin, 'Made up.');
  });

  it('opens a model that learns with a sentence that the model knows', () => {
    for (const source of ['mini', 'describer']) {
      const page = first('settings', { source });
      const { sentence } = makePageState(page);
      assert.equal(sentence, normaliseState({ source }).sentence);
      assert.notEqual(sentence, normaliseState({}).sentence);
    }
  });

  it('marks bold, italics, exponents, symbols and other languages', () => {
    const page = first(
      'text',
      'A **b**, _d_, **pas**@fr, “il est”@fr, e^{ln 2}, W_{O}, {W_Q}, a_b_c, x_y_ 2*3',
    );
    assert.equal(
      markup(page.setup(contextOf(page))),
      '<p class="chapter-text">A <b>b</b>, <i>d</i>, <b lang=fr>pas</b>, <q lang=fr>il est</q>, e<span class="hidden"> to the </span><sup>ln 2</sup>, W<sub>O</sub>, <i class=>W</i><sub>Q</sub>, a_b_c, x_y_ 2*3</p>',
    );
  });

  it('reaches its goal by the two pairs that are left', () => {
    assert.equal(open('goal').task.judge(open('goal').context).isRight, false);
    const { task, context } = open('goal', { masked: '0.1 0.2 1.2' });
    assert.equal(task.judge(context).isRight, true);
  });

  it('suggests the table with the nearest id, name or symbol, and otherwise lists all', () => {
    const { computation } = open('goal').context;
    const find = (/** @type {string} */ table) =>
      findPictureProblem(/** @type {any} */ ({ computation }), { kind: 'table', of: table });
    /** @type {[string, string][]} */
    const meant = [
      ['wieghts', 'weights'],
      ['querys', 'q'],
      ['queries', 'q'],
      ['Q', 'q'],
      ['A', 'weights'],
    ];
    for (const [name, id] of meant)
      assert.equal(find(name), `there is no table ${name} here; did you mean ${id}?`);
    assert.match(
      String(find('nonsense')),
      /no table nonsense here; there are .*\bq, k, v\b.* and /,
    );
  });

  it('leaves hostile text as text', () => {
    const hostile = '<img src=x onerror=alert(1)> **<b>** {constructor.0}';
    const { pages } = makeAuthorChapter(JSON.stringify(withPart('pages.0.text', hostile)));
    const [page] = pages;
    const template = /** @type {any} */ (page.setup(contextOf(page)));
    const strings = JSON.stringify([template].flat().map((item) => item.strings));
    assert.doesNotMatch(strings, /img/);
  });
});
