// The reader of an author's chapter: what it takes, what it refuses, and what it then says.
// its place; and its tasks judge by the run.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { findNearest } from '../../src/js/nearest.js';
import { chapterSchema } from '../../web/build/schemas.js';
import { ChapterError, readChapter } from '../../web/features/practice/own-chapter/read.js';
import { times } from '../support/extent.js';
import '../support/features.js';
import { EXAMPLE, indexOf, MATCH, withPart } from './example-chapter.js';

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

const [CHOICE, NUMBERS, GOAL, BUG] = ['choice', 'numbers', 'goal', 'bug'].map(indexOf);

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
    [
      'another word for a list, with items of another kind',
      withPart(`pages.${CHOICE}.task`, {
        ...{ kind: 'choice', question: 'Which?', text: ['this', 'that'] },
      }),
      `pages[${CHOICE}].task.text`,
      /“answers” was probably meant/,
    ],
    [
      'another word for a field, which has not the form of the first that is missing',
      withPart('pages.0', { heading: 'Two words', text: 'A text.' }),
      'pages[0].heading',
      /“title” was probably meant/,
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
