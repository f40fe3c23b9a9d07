// A chapter of an author's own: what its reader accepts the published schema accepts, too; each mistake is named with
// its place; and its tasks judge by the run.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { findNearest } from '../../src/js/nearest.js';
import { chapterSchema } from '../../web/build/schemas.js';
import { ownChapter, ownPage } from '../../web/features/practice/own-chapter/page.js';
import { ChapterError, readChapter } from '../../web/features/practice/own-chapter/read.js';
import { extrasAfter, mainPageOf, neighbourPage } from '../../web/pages/chapters.js';
import { contextOf } from '../course/pages.js';
import { times } from '../support/extent.js';
import { markup, plain } from '../support/markup.js';
import '../support/features.js';

const html = await readFile(
  new URL('../../web/site/examples/chapter.html', import.meta.url),
  'utf8',
);
const [, written] = /<script type="application\/json">([\s\S]*?)<\/script>/.exec(html) ?? [];
/** @type {any} the example for authors */
const EXAMPLE = JSON.parse(written);
const accepts = new Ajv2020({ strict: true, allowUnionTypes: true, strictRequired: false }).compile(
  chapterSchema(),
);

/** @param {unknown} chapter @returns {readonly import('../../web/pages/types.js').Problem[]} */
function problemsOf(chapter) {
  try {
    readChapter(typeof chapter === 'string' ? chapter : JSON.stringify(chapter));
    return [];
  } catch (error) {
    assert.ok(error instanceof ChapterError, String(error));
    assert.ok(error.problems.length > 0 && error.message.length > 0);
    return error.problems;
  }
}

/** The example with a part replaced, or left out. @param {string} path 'pages.2.task' @param {unknown} [value] */
function withPart(path, value) {
  /** @type {any} */
  const chapter = structuredClone(EXAMPLE);
  const names = path.split('.');
  const last = String(names.pop());
  const part = names.reduce((one, name) => one[name], chapter);
  if (value === undefined) delete part[last];
  else part[last] = value;
  return chapter;
}

/** @param {string} kind */
const indexOf = (kind) =>
  EXAMPLE.pages.findIndex((/** @type {any} */ { task }) => task?.kind === kind);
const [CHOICE, NUMBERS, GOAL, BUG] = ['choice', 'numbers', 'goal', 'bug'].map(indexOf);

const MATCH = {
  ...{ kind: 'match', question: 'Which is which?', options: ['first', 'second'] },
  items: [
    { item: 'a', option: 0, replies: [{ option: 1, reply: 'a comes first.' }] },
    { item: 'b', option: 1, wrong: 'b is not the {option}.' },
  ],
  ...{ right: 'So it is.', wrong: 'Not {item}.' },
};

describe('the reader of a chapter', () => {
  it('takes the example, which has every kind of task', () => {
    assert.deepEqual(problemsOf(EXAMPLE), []);
    assert.equal(accepts(EXAMPLE), true);
    const kinds = EXAMPLE.pages.map((/** @type {any} */ { task }) => task.kind);
    assert.deepEqual(new Set(kinds).size, 7);
  });

  /** @type {[name: string, chapter: unknown, path: string, message: RegExp][]} */
  const mistakes = [
    ['no JSON', '{', '', /^This is not JSON: ./],
    ['nothing', '', '', /^This is not JSON/],
    ['too long', ' '.repeat(2 ** 20 + 1), '', /1 MB/],
    ['no object', '[]', '', /must be an object/],
    ['null', 'null', '', /must be an object/],
    ['no title', withPart('title'), 'title', /^is missing$/],
    [
      'an unknown key',
      withPart('pages.0.titel', 'x'),
      'pages[0].titel',
      /“title” was probably meant/,
    ],
    [
      '__proto__',
      JSON.stringify(EXAMPLE).replace('{', '{"__proto__":1,'),
      '__proto__',
      /has no meaning/,
    ],
    [
      'another word for a field',
      withPart(`pages.${CHOICE}.task.answers.0`, { text: 'a', feedback: 'b' }),
      `pages[${CHOICE}].task.answers[0].text`,
      /“answer” was probably meant/,
    ],
    [
      'another word for a list',
      withPart(`pages.${CHOICE}.task`, {
        ...{ kind: 'choice', question: 'Which?' },
        options: EXAMPLE.pages[CHOICE].task.answers,
      }),
      `pages[${CHOICE}].task.options`,
      /“answers” was probably meant/,
    ],
    ['no pages', withPart('pages', []), 'pages', /at least 1/],
    ['too many', withPart('pages', Array(101).fill(EXAMPLE.pages[0])), 'pages', /at most 100/],
    ['a wrong type', withPart('pages.0.title', 5), 'pages[0].title', /must be a text/],
    ['either of two', withPart('pages.0.text', 5), 'pages[0].text', /a text.*, or a list/],
    ['an empty text', withPart('title', ''), 'title', /is empty/],
    ['a long text', withPart('title', 'x'.repeat(121)), 'title', /longer than 120/],
    ['a name twice', withPart('pages.1.id', EXAMPLE.pages[0].id), 'pages[1].id', /another page/],
    ['an id', withPart('pages.0.id', 'A b'), 'pages[0].id', /does not have the right form/],
    ['a setting', withPart('pages.0.settings.maks', 'x'), 'pages[0].settings.maks', /“mask”/],
    ['a value', withPart('pages.0.settings.mask', 'casual'), 'pages[0].settings.mask', /“causal”/],
    ['a number', withPart('pages.0.settings.seed', -1), 'pages[0].settings.seed', /between 0 and/],
    [
      'heads',
      withPart('pages.0.settings', { heads: 3, 'd-model': 4 }),
      'pages[0].settings.heads',
      /nearest that fits is 2/,
    ],
    [
      'edits',
      withPart('pages.0.settings.edits', 'q.0.0:1;q0'),
      'pages[0].settings.edits',
      /“q0” cannot be read/,
    ],
    [
      'pairs',
      withPart('pages.0.settings.masked', '0.1 a'),
      'pages[0].settings.masked',
      /“a” cannot be read/,
    ],
    ['a kind', withPart('pages.0.task', { kind: 'chioce' }), 'pages[0].task.kind', /“choice”/],
    ['no kind', withPart('pages.0.show', [5]), 'pages[0].show[0]', /an object/],
    [
      'one answer',
      withPart(`pages.${CHOICE}.task.answers`, EXAMPLE.pages[CHOICE].task.answers.slice(1)),
      `pages[${CHOICE}].task.answers`,
      /at least two/,
    ],
    [
      'none right',
      withPart(`pages.${CHOICE}.task.answers.1.right`),
      `pages[${CHOICE}].task.answers`,
      /exactly one/,
    ],
    [
      'right: false',
      withPart(`pages.${CHOICE}.task.answers.0.right`, false),
      `pages[${CHOICE}].task.answers[0].right`,
      /only be true/,
    ],
    [
      'a cell',
      withPart(`pages.${NUMBERS}.task.cells.0.cell`, 'weights'),
      `pages[${NUMBERS}].task.cells[0].cell`,
      /form/,
    ],
    [
      'no bound',
      withPart(`pages.${GOAL}.task.wanted.0.most`),
      `pages[${GOAL}].task.wanted[0]`,
      /“least” or “most”/,
    ],
    [
      'bounds crossed',
      withPart(`pages.${GOAL}.task.wanted.0.least`, 1),
      `pages[${GOAL}].task.wanted[0].most`,
      /between/,
    ],
    [
      'a range',
      withPart(`pages.${GOAL}.task.range`, [1, 1]),
      `pages[${GOAL}].task.range`,
      /smaller/,
    ],
    [
      'nothing to change',
      withPart(`pages.${GOAL}.task.paint`),
      `pages[${GOAL}].task`,
      /can be changed/,
    ],
    ['extra', withPart('pages.0.extra', true), 'pages[0].extra', /follows no page/],
    [
      'a table of too few numbers',
      withPart('pages.0.numbers', { scores: [[0, 0]] }),
      'pages[0].numbers.scores',
      /the table has 4 rows of 4 numbers/,
    ],
    [
      'a table of too many rows',
      withPart('pages.0.numbers', { weights: [[], [], [], [], [0, 0, 0, 1]] }),
      'pages[0].numbers.weights',
      /4 rows of 4/,
    ],
    [
      'a table that does not fit other settings',
      withPart('pages.0', {
        ...{ id: 'other', title: 'Other', text: 'Other.' },
        settings: { sentence: 'They eat', heads: 1, 'd-model': 2 },
        numbers: {
          q: [
            [1, 2],
            [3, 4],
            [5, 6],
          ],
        },
      }),
      'pages[0].numbers.q',
      /2 rows of 2/,
    ],
    [
      'a matrix as wide as one of two heads',
      withPart('pages.0', {
        ...{ id: 'other', title: 'Other', text: 'Other.', settings: { heads: 2, 'd-model': 4 } },
        numbers: { wq: [[1, 2]] },
      }),
      'pages[0].numbers.wq',
      /4 rows of 4/,
    ],
    [
      'numbers of its own beside those of the coffee cup',
      withPart('pages.0', {
        ...{ id: 'other', title: 'Other', text: 'Other.', settings: { source: 'coffee' } },
        numbers: { scores: [[1]] },
      }),
      'pages[0].numbers.scores',
      /no table of this name/,
    ],
    [
      'queries of additive attention, which projects them otherwise',
      withPart('pages.0', {
        ...{ id: 'other', title: 'Other', text: 'Other.', settings: { mechanism: 'additive' } },
        numbers: { q: [[1, 2]] },
      }),
      'pages[0].numbers.q',
      /no table of this name/,
    ],
    [
      'neither cell nor number',
      withPart(`pages.${NUMBERS}.task.cells.0`, { label: 'They' }),
      `pages[${NUMBERS}].task.cells[0]`,
      /“cell” or “number”/,
    ],
    [
      'both cell and number',
      withPart(`pages.${NUMBERS}.task.cells.0.number`, 0.5),
      `pages[${NUMBERS}].task.cells[0]`,
      /“cell” or “number”/,
    ],
    [
      'a mistake of nothing',
      withPart(`pages.${NUMBERS}.task.mistakes`, [{ reply: 'Why?' }]),
      `pages[${NUMBERS}].task.mistakes[0]`,
      /“cells” or “numbers”/,
    ],
    [
      'a mistake of too few numbers',
      withPart(`pages.${NUMBERS}.task.mistakes`, [{ numbers: [[1, 0]], reply: 'Why?' }]),
      `pages[${NUMBERS}].task.mistakes[0].numbers`,
      /a list of 3/,
    ],
    [
      'an option that is not there',
      withPart('pages.0.task', {
        ...MATCH,
        items: [MATCH.items[0], { item: 'b', option: 2 }],
      }),
      'pages[0].task.items[1].option',
      /between 0 and 1/,
    ],
    [
      'a reply to an option that is not there',
      withPart('pages.0.task', {
        ...MATCH,
        items: [MATCH.items[0], { item: 'b', option: 1, replies: [{ option: 3, reply: 'c' }] }],
      }),
      'pages[0].task.items[1].replies[0].option',
      /between 0 and 1/,
    ],
    [
      'a switch that does not fit',
      withPart('pages.0.show', [
        {
          ...{ kind: 'switch', label: 'Heads:' },
          choices: [
            { name: 'one', settings: { heads: 1 } },
            { name: 'three', settings: { heads: 3, 'd-model': 4 } },
          ],
        },
      ]),
      'pages[0].show[0].choices[1].settings.heads',
      /nearest that fits is 2/,
    ],
    [
      'no bug',
      withPart(`pages.${BUG}.settings.bug`),
      `pages[${BUG}].settings.bug`,
      /name of the bug/,
    ],
  ];
  for (const [name, chapter, path, message] of mistakes)
    it(`names what is wrong: ${name}`, () => {
      const [first] = problemsOf(chapter);
      assert.equal(first?.path, path);
      assert.match(first.message, message);
    });

  /** Any place of the example with any JSON in it. */
  const mutated = fc
    .array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.jsonValue(), fc.boolean()), {
      minLength: 1,
      maxLength: 3,
    })
    .map((changes) => {
      /** @type {any} */
      const chapter = structuredClone(EXAMPLE);
      for (const [where, value, leavesOut] of changes) {
        /** @type {[any, string][]} */
        const places = [];
        /** @param {any} part */
        const walk = (part) => {
          for (const key of Object.keys(Object(part))) {
            places.push([part, key]);
            if (typeof part[key] === 'object') walk(part[key]);
          }
        };
        walk(chapter);
        const [part, key] = places[Math.floor(where * (places.length - 1))] ?? [];
        if (!part) continue;
        if (!leavesOut) part[key] = value;
        else if (Array.isArray(part)) part.splice(Number(key), 1);
        else delete part[key];
      }
      return chapter;
    });

  it('throws nothing but its own error, and takes nothing that the schema refuses', () => {
    let [taken, refused] = [0, 0];
    fc.assert(
      fc.property(mutated, (chapter) => {
        if (problemsOf(chapter).length > 0) refused++;
        else {
          taken++;
          assert.ok(accepts(chapter), JSON.stringify(accepts.errors));
        }
      }),
      { seed: 11, numRuns: times(2000) },
    );
    assert.ok(taken > times(20) && refused > times(500), `${taken} taken, ${refused} refused`);
  });

  it('finds the nearest name, or none', () => {
    assert.equal(findNearest('Titel', ['pages', 'title']), 'title');
    assert.equal(findNearest('noodles', ['pages', 'title']), undefined);
  });
});

describe('a chapter of JSON', () => {
  const chapter = ownChapter(JSON.stringify(EXAMPLE));
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
    assert.equal(ownPage('chapter', chapter), chapter.pages[0]);
    assert.equal(ownPage('chapter-nowhere', chapter), chapter.pages[0]);
    assert.match(plain(markup(ownPage('chapter').setup(/** @type {any} */ ({})))), /no chapter/);
  });

  it('says why it cannot be read, on a page of its own', () => {
    const { error, pages } = ownChapter(JSON.stringify(withPart('pages.2.task.question')));
    assert.ok(error instanceof ChapterError);
    assert.match(
      plain(markup(pages[0].setup(/** @type {any} */ ({})))),
      /pages\[2\]\.task\.question: is missing/,
    );
  });

  it('says what a page names that its run does not have', () => {
    const { pages } = ownChapter(
      JSON.stringify(withPart(`pages.${NUMBERS}.task.cells.0.cell`, 'weights.0.9.9')),
    );
    const page = pages[NUMBERS];
    assert.match(
      plain(markup(page.figure(contextOf(page)))),
      /task\.cells\[0\]\.cell: there is no number weights\.0\.9\.9/,
    );
  });

  it('expects the numbers of the run, covers them, and names the bug behind others', () => {
    const { page, task, context } = open('numbers');
    const { data } = context.computation.results.weights;
    const expected = task.expected(context);
    assert.deepEqual(expected, [...data.subarray(3, 6)]);
    assert.doesNotMatch(markup(page.figure(context)), /weights\.0\.1\.0/);
    assert.equal(task.judge(context, expected.join('_')).isRight, true);
    // Scores 0, 0, 2, of which the last is masked, by a mask of zeros: 1/3 each.
    const third = 1 / 3;
    const wrong = task.judge(context, [third, third, third].join('_'));
    assert.equal(wrong.isRight, false);
    assert.match(plain(markup(wrong.reply)), /This mistake gives that result/);
  });

  /** The first page of the example with another part. @param {string} path @param {unknown} value */
  const first = (path, value) => {
    const { error, pages } = ownChapter(JSON.stringify(withPart(`pages.0.${path}`, value)));
    assert.equal(error, undefined);
    return pages[0];
  };
  /** @param {import('../../web/pages/types.js').Page} page @param {string} value */
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
    assert.match(markup(shown), /<p class="note">e<sup>0<\/sup> is 1<\/p>/);
    for (const press of functionsIn(shown)) press();
    assert.deepEqual(changes, [{ mask: 'causal' }, { edits: 'q.0.0:0;q.0.1:0;q.0.2:0;q.0.3:0' }]);
  });

  it('has extra pages, which Next passes over, and what leads to them', () => {
    const { pages } = ownChapter(JSON.stringify(withPart('pages.1.extra', true)));
    const state = { guide: pages[0].id };
    const own = { id: 'chapter', title: '', question: '', pages };
    assert.deepEqual(extrasAfter(pages[0]), [pages[1]]);
    assert.equal(mainPageOf(pages[1]), pages[0]);
    assert.equal(neighbourPage(state, 1, own), pages[2]);
    assert.equal(neighbourPage({ guide: pages[1].id }, 1, own), pages[2]);
  });

  it('says something while a model is on its way, and where its numbers come from', () => {
    const page = first('meanwhile', ['It is being trained.']);
    assert.equal(plain(markup(page.meanwhile?.(contextOf(page)))), 'It is being trained.');
    assert.equal(first('origin', 'Made up.').origin, 'Made up.');
  });

  it('marks bold, italics, exponents, symbols and other languages', () => {
    const page = first(
      'text',
      'A **b**, _d_, **pas**@fr, “il est”@fr, e^{ln 2}, W_{O}, {W_Q}, a_b_c, x_y_ 2*3',
    );
    assert.equal(
      markup(page.setup(contextOf(page))),
      '<p>A <b>b</b>, <i>d</i>, <b lang=fr>pas</b>, <q lang=fr>il est</q>, e<sup>ln 2</sup>, W<sub>O</sub>, <i class=>W</i><sub>Q</sub>, a_b_c, x_y_ 2*3</p>',
    );
  });

  it('reaches its goal by the two pairs that are left', () => {
    assert.equal(open('goal').task.judge(open('goal').context).isRight, false);
    const { task, context } = open('goal', { masked: '0.1 0.2 1.2' });
    assert.equal(task.judge(context).isRight, true);
  });

  it('leaves hostile text as text', () => {
    const hostile = '<img src=x onerror=alert(1)> **<b>** {constructor.0}';
    const { pages } = ownChapter(JSON.stringify(withPart('pages.0.text', hostile)));
    const [page] = pages;
    const template = /** @type {any} */ (page.setup(contextOf(page)));
    const strings = JSON.stringify([template].flat().map((one) => one.strings));
    assert.doesNotMatch(strings, /img/);
  });
});

/** What can be pressed in a template. @param {any} value @returns {(() => void)[]} */
function functionsIn(value) {
  if (Array.isArray(value)) return value.flatMap(functionsIn);
  if (typeof value === 'function') return [value];
  return value?.strings ? value.values.flatMap(functionsIn) : [];
}
