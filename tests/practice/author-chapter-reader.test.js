import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { findNearest } from '../../src/js/nearest.js';
import { makeChapterSchema } from '../../web/build/schemas.js';
import { ChapterError, readChapter } from '../../web/features/practice/author-chapter/read.js';
import { descriptions } from '../../web/features/practice/text/en/author-chapter.js';
import { coursePage } from '../../web/pages/page.js';
import { computationOf, viewContext } from '../support/computations.js';
import { reduceCaseCount } from '../support/extent.js';
import '../support/features.js';
import { markup, plain } from '../support/markup.js';
import { EXAMPLE, indexOf, MATCH, withPart } from './example-chapter.js';

/** @import { Problem } from '../../web/pages/types.js' */

const accepts = new Ajv2020({ strict: true, allowUnionTypes: true, strictRequired: false }).compile(
  makeChapterSchema(),
);

/** @param {unknown} chapter @returns {readonly Problem[]} */
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

/**
 * Replaces the kind of a task by the index of its page.
 * @param {string} place 'pages.choice.task'
 */
const pageOf = (place) => place.replace(/(?<=^pages\.)[a-z]+/, (kind) => String(indexOf(kind)));

/** Writes a place as in a problem's path. @param {string} place */
const pathOf = (place) => pageOf(place).replace(/\.(\d+)(?=\.|$)/g, '[$1]');

const OTHER = { id: 'other', title: 'Other', text: 'Other.' };

const ANSWERS = EXAMPLE.pages[indexOf('choice')].task.answers;

describe('the reader of a chapter', () => {
  it('takes the example, which has every kind of task', () => {
    assert.deepEqual(problemsOf(EXAMPLE), []);
    assert.equal(accepts(EXAMPLE), true);
    const kinds = EXAMPLE.pages.map((/** @type {any} */ { task }) => task.kind);
    assert.deepEqual(new Set(kinds).size, 7);
  });

  it('has no description of a part that the schema does not have', () => {
    const schema = JSON.stringify(makeChapterSchema());
    for (const [path, text] of Object.entries(descriptions))
      assert.ok(schema.includes(JSON.stringify(text)), path);
  });

  it('reports each slip once by its schema, with the rules of that kind of task or picture', () => {
    const settings = { strict: true, allowUnionTypes: true, strictRequired: false };
    const validate = new Ajv2020({ ...settings, allErrors: true }).compile(makeChapterSchema());
    const numbers = indexOf('numbers');
    /** @type {[path: string, value: unknown, found: string][]} */
    const slips = [
      [
        `pages.${numbers}.task.cels`,
        [],
        `/pages/${numbers}/task must NOT have additional properties`,
      ],
      [
        `pages.${numbers}.task.kind`,
        'numbres',
        `/pages/${numbers}/task/kind must be equal to one of`,
      ],
      ['pages.0.show', [{ kind: 'table' }], "/pages/0/show/0 must have required property 'of'"],
    ];
    for (const [path, value, found] of slips) {
      assert.equal(validate(withPart(path, value)), false);
      const errors = validate.errors ?? [];
      const [first, ...others] = errors.filter(({ keyword }) => keyword !== 'if');
      assert.ok(`${first.instancePath} ${first.message}`.startsWith(found), JSON.stringify(errors));
      assert.deepEqual(others, []);
    }
  });

  it('finds a reply that is never shown', () => {
    const reply = 'No.';
    const press = { kind: 'press', question: 'Which?', word: 1, right: 'Yes.', wrong: 'No.' };
    /** @param {object} task */
    const pathsOf = (task) => {
      const page = { id: 'one', title: 'One', text: 'One.', task };
      return problemsOf({ title: 'Replies', pages: [page] }).map(({ path }) => path);
    };
    const replies = [
      { word: 0, reply },
      { word: 1, reply },
      { word: [0, 1], reply },
      { word: [0, 2], reply },
    ];
    const found = [1, 2].map((i) => `pages[0].task.replies[${i}]`);
    assert.deepEqual(pathsOf({ ...press, replies }), found);
    // The page tells which word has the largest weight.
    assert.deepEqual(pathsOf({ ...press, word: 'largest', replies: replies.slice(0, 2) }), []);
    const match = {
      ...{ kind: 'match', question: 'Which?', options: ['a', 'b', 'c'], right: 'Yes.' },
      items: [
        { item: 'first', option: 0, replies: [1, 2, 1].map((option) => ({ option, reply })) },
        { item: 'second', option: 1, replies: [{ option: 1, reply }] },
      ],
    };
    assert.deepEqual(pathsOf(match), [
      'pages[0].task.items[0].replies[2]',
      'pages[0].task.items[1].replies[0]',
    ]);
  });

  it('reports only the settings if wrong settings also make tables the wrong size', () => {
    const page = {
      ...{ id: 'one', title: 'One', text: 'One.', numbers: { q: [[1, 2]] } },
      settings: { heads: 9, 'd-model': 2 },
    };
    const choices = [{ name: 'a' }, { name: 'b', settings: { heads: 5 } }];
    const found = (/** @type {object} */ more) =>
      problemsOf({ title: 'Sizes', pages: [{ ...page, ...more }] }).map(({ path }) => path);
    assert.deepEqual(found({}), ['pages[0].settings.heads']);
    assert.deepEqual(
      found({
        settings: { heads: 1, 'd-model': 2 },
        show: [{ kind: 'switch', label: 'Heads:', choices }],
      }),
      ['pages[0].show[0].choices[1].settings.heads'],
    );
  });

  it('takes an empty text for each setting without a value, and heads of large models', () => {
    const empty = 'bug edits masked target endpoint silence block pair compared-sentence'.split(
      ' ',
    );
    for (const settings of [
      ...[...empty, 'layer-edits', 'line-heads'].map((name) => ({ [name]: '' })),
      { source: 'pretrained', head: 127 },
    ]) {
      const chapter = withPart('pages.0.settings', settings);
      assert.deepEqual(problemsOf(chapter), [], JSON.stringify(settings));
      assert.equal(accepts(chapter), true, JSON.stringify(settings));
    }
    for (const settings of [{ model: '' }, { sentence: '' }, { source: 'seed', head: 127 }])
      assert.notDeepEqual(problemsOf(withPart('pages.0.settings', settings)), []);
  });

  it('lists the problems of all pages, also where others have another form', () => {
    const page = { id: 'one', title: 'One', text: 'A text.' };
    const chapter = {
      title: 'Pages',
      pages: [page, { ...page, settings: { heads: 3 } }, { id: 'two' }, 5],
    };
    const found = problemsOf(chapter).map(({ path }) => path);
    const wanted = [
      'pages[1].id',
      'pages[1].settings.heads',
      'pages[2].text',
      'pages[2].title',
      'pages[3]',
    ];
    assert.deepEqual(found.toSorted(), wanted);
  });

  /**
   * Texts that are not chapters.
   * @type {[name: string, chapter: string, path: string, message: RegExp][]}
   */
  const texts = [
    ['no JSON', '{', '', /^This is not JSON: ./],
    ['no comma', '{\n "a": 1\n "b": 2}', '', /line 3 column 2\b/],
    ['a comma too many', '{\n "title": "x",\n "pages": [1, 2,]\n}', '', /line 3 column 17\b/],
    ['no quotes at first', '[\nx, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]', '', /line 2 column 1\b/],
    ['nothing', '', '', /^This is not JSON/],
    ['too long', ' '.repeat(2 ** 20 + 1), '', /1 MB/],
    ['no object', '[]', '', /must be an object/],
    ['null', 'null', '', /must be an object/],
    [
      '__proto__',
      JSON.stringify(EXAMPLE).replace('{', '{"__proto__":1,'),
      '__proto__',
      /has no meaning/,
    ],
  ];

  /**
   * The example with a changed part: its place, the new value, the message, and the reported place
   * if it differs.
   * @type {[place: string, value: unknown, message: RegExp, at?: string][]}
   */
  const parts = [
    ['title', undefined, /^is missing$/],
    ['pages.0.titel', 'x', /“title” was probably meant/],
    [
      'pages.choice.task.answers.0',
      { text: 'a', feedback: 'b' },
      /“answer” was probably meant/,
      'pages.choice.task.answers.0.text',
    ],
    [
      'pages.choice.task',
      { kind: 'choice', question: 'Which?', options: ANSWERS },
      /“answers” was probably meant/,
      'pages.choice.task.options',
    ],
    [
      'pages.choice.task',
      { kind: 'choice', question: 'Which?', text: ['this', 'that'] },
      /“answers” was probably meant/,
      'pages.choice.task.text',
    ],
    [
      'pages.0',
      { heading: 'Two words', text: 'A text.' },
      /“title” was probably meant/,
      'pages.0.heading',
    ],
    ['title', 'It is {weights.0.1.0}', /cannot quote a number/],
    ['pages.0.title', 'It is {weights.0.1.0}', /cannot quote a number/],
    ['pages.0.meanwhile', 'Soon {weights.0.1.0}', /cannot quote a number/],
    [
      'pages.0.task',
      { ...MATCH, options: ['{weights.0.1.0}', 'no'] },
      /cannot quote a number/,
      'pages.0.task.options.0',
    ],
    ['pages', [], /needs at least one/],
    ['pages', Array(101).fill(EXAMPLE.pages[0]), /at most 100/],
    ['pages.0.title', 5, /must be a text/],
    ['pages.0.text', 5, /a text.*, or a list/],
    ['title', '', /is empty/],
    ['title', 'x'.repeat(121), /longer than 120/],
    ['pages.1.id', EXAMPLE.pages[0].id, /another page/],
    ['pages.0.id', 'A b', /does not have the right form, such as “two-words”/],
    ['pages.0.settings.maks', 'x', /“mask”/],
    ['pages.0.settings.mask', 'casual', /“causal”/],
    ['pages.0.settings.seed', -1, /between 0 and/],
    [
      'pages.0.settings',
      { heads: 3, 'd-model': 4 },
      /does not divide d-model; expected 1, 2 or 4/,
      'pages.0.settings.heads',
    ],
    [
      'pages.0.settings',
      { heads: 99, 'd-model': 64 },
      /expected at most 16/,
      'pages.0.settings.heads',
    ],
    ['pages.0.settings.edits', 'q.0.0:1;q0', /“q0” cannot be read/],
    ['pages.0.settings.masked', '0.1 a', /“a” cannot be read/],
    ['pages.0.task', { kind: 'chioce' }, /“choice”/, 'pages.0.task.kind'],
    ['pages.0.task.word', 'They', /must be a whole number, counted from 0, or “largest”/],
    ['pages.0.show', [5], /an object/, 'pages.0.show.0'],
    ['pages.choice.task.answers', ANSWERS.slice(1), /at least two/],
    ['pages.choice.task.answers.1.right', undefined, /exactly one/, 'pages.choice.task.answers'],
    ['pages.choice.task.answers.0.right', false, /only be true/],
    ['pages.numbers.task.cells.0.cell', 'weights', /form, such as “weights\.0\.1\.3”/],
    [
      'pages.goal.task.numbers',
      ['q'],
      /must be an object, \{ "table": … \}/,
      'pages.goal.task.numbers.0',
    ],
    ['pages.goal.task.wanted.0.most', undefined, /“least” or “most”/, 'pages.goal.task.wanted.0'],
    ['pages.goal.task.wanted.0.least', 1, /between/, 'pages.goal.task.wanted.0.most'],
    ['pages.goal.task.range', [1, 1], /smaller/],
    ['pages.goal.task.paint', undefined, /can be changed/, 'pages.goal.task'],
    ['pages.0.extra', true, /follows no page/],
    ['pages.0.numbers.scores', [[0, 0]], /the table has 4 rows of 4 numbers/],
    ['pages.0.numbers.weights', [[], [], [], [], [0, 0, 0, 1]], /4 rows of 4/],
    [
      'pages.0',
      {
        ...OTHER,
        settings: { sentence: 'They eat', heads: 1, 'd-model': 2 },
        numbers: { q: Array(3).fill([1, 2]) },
      },
      /2 rows of 2/,
      'pages.0.numbers.q',
    ],
    [
      'pages.0',
      { ...OTHER, settings: { heads: 2, 'd-model': 4 }, numbers: { wq: [[1, 2]] } },
      /4 rows of 4/,
      'pages.0.numbers.wq',
    ],
    [
      'pages.0',
      { ...OTHER, settings: { source: 'coffee' }, numbers: { scores: [[1]] } },
      /no table of this name/,
      'pages.0.numbers.scores',
    ],
    [
      'pages.0',
      { ...OTHER, settings: { mechanism: 'additive' }, numbers: { q: [[1, 2]] } },
      /no table of this name/,
      'pages.0.numbers.q',
    ],
    ['pages.numbers.task.cells.0', { label: 'They' }, /“cell” or “number”/],
    ['pages.numbers.task.cells.0.number', 0.5, /“cell” or “number”/, 'pages.numbers.task.cells.0'],
    [
      'pages.numbers.task.mistakes',
      [{ reply: 'Why?' }],
      /“cells” or “numbers”/,
      'pages.numbers.task.mistakes.0',
    ],
    [
      'pages.numbers.task.mistakes',
      [{ numbers: [[1, 0]], reply: 'Why?' }],
      /a list of 3/,
      'pages.numbers.task.mistakes.0.numbers',
    ],
    [
      'pages.0.task',
      { ...MATCH, items: [MATCH.items[0], { item: 'b', option: 2 }] },
      /between 0 and 1/,
      'pages.0.task.items.1.option',
    ],
    [
      'pages.0.task',
      {
        ...MATCH,
        items: [MATCH.items[0], { item: 'b', option: 1, replies: [{ option: 3, reply: 'c' }] }],
      },
      /between 0 and 1/,
      'pages.0.task.items.1.replies.0.option',
    ],
    [
      'pages.0.show',
      [
        {
          ...{ kind: 'switch', label: 'Heads:' },
          choices: [
            { name: 'one', settings: { heads: 1 } },
            { name: 'three', settings: { heads: 3, 'd-model': 4 } },
          ],
        },
      ],
      /does not divide d-model; expected 1, 2 or 4/,
      'pages.0.show.0.choices.1.settings.heads',
    ],
    ['pages.bug.settings.bug', undefined, /name of the bug/],
  ];
  for (const [name, chapter, path, message] of [
    ...texts,
    ...parts.map(
      ([place, value, message, at = place]) =>
        /** @type {const} */ ([
          `${place}: ${JSON.stringify(value)?.slice(0, 60)}`,
          withPart(pageOf(place), value),
          ...[pathOf(at), message],
        ]),
    ),
  ])
    it(`names what is wrong: ${name}`, () => {
      const [first] = problemsOf(chapter);
      assert.equal(first?.path, path);
      assert.match(first.message, message);
    });

  /** Puts any JSON at any place of the example. */
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
      { seed: 11, numRuns: reduceCaseCount(2000) },
    );
    assert.ok(
      taken > reduceCaseCount(20) && refused > reduceCaseCount(500),
      `${taken} taken, ${refused} refused`,
    );
  });

  it('finds the nearest name, or none', () => {
    assert.equal(findNearest('Titel', ['pages', 'title']), 'title');
    assert.equal(findNearest('noodles', ['pages', 'title']), undefined);
  });
});

it('a chapter that did not load offers no numbers, because its page has none', () => {
  const render = (/** @type {string} */ guide) =>
    plain(markup(coursePage(viewContext(computationOf({ guide })), { waiting: 'Did not load.' })));
  assert.match(render('chapter'), /Did not load\./);
  assert.doesNotMatch(render('chapter'), /Show the numbers of this page/);
  assert.match(render('scoring-dot'), /Show the numbers of this page/);
});
