// The pictures and the answers of an author's page follow the state of the page.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as settle } from 'node:timers/promises';
import { course } from '../../web/features/course/index.js';
import { makeAuthorChapter } from '../../web/features/practice/author-chapter/page.js';
import { answerField } from '../../web/features/practice/check/answer-field.js';
import { practice } from '../../web/features/practice/index.js';
import { mistakeName } from '../../web/features/practice/text/en/bugs.js';
import { measureText } from '../../web/figures/text-width.js';
import { withCourse } from '../../web/pages/judging.js';
import { replyView } from '../../web/pages/tasks/view.js';
import { makeComputation } from '../../web/session/computation.js';
import { getSettings } from '../../web/state/fields.js';
import { parseAnswers, SHOWN, withAnswer } from '../../web/state/guide.js';
import { normaliseState } from '../../web/state/normalise.js';
import { exact, parseTypedNumber } from '../../web/text/number.js';
import { contextOf } from '../course/pages.js';
import { attention, viewContext } from '../support/computations.js';
import { findListener, listListeners, markup, plain } from '../support/markup.js';
import '../support/features.js';
import { modelComputation } from '../support/models.js';
import { MATCH } from './example-chapter.js';

/** Makes a chapter of one page. @param {object} spec the page without its names */
function onlyPage(spec) {
  const authorChapter = makeAuthorChapter(
    JSON.stringify({
      title: 'Only',
      pages: [{ id: 'one', title: 'One', text: 'One.', ...spec }],
    }),
  );
  assert.equal(authorChapter.error, undefined);
  const [page] = authorChapter.pages;
  return {
    task: /** @type {any} */ (page.task),
    /** @param {object} [change] */
    context: (change) => ({ ...contextOf(page, change), authorChapter }),
    /** @param {object} [change] @param {object} [more] */
    draw: (change, more) => page.figure({ ...contextOf(page, change), authorChapter, ...more }),
  };
}

describe('a switch', () => {
  const choices = [
    { name: 'cold', settings: { temperature: 0.1 } },
    { name: 'painted', settings: { mask: 'custom', masked: '1.0 0.1' } },
    { name: 'set', settings: { edits: 'q.0.0.0: 1.50' } },
    { name: 'as it was' },
  ];
  const { draw } = onlyPage({ show: [{ kind: 'switch', label: 'Now:', choices }] });
  /** @param {object} change */
  const pressed = (change) =>
    [...markup(draw(change)).matchAll(/aria-pressed=(\w+)/g)].map(([, isPressed]) => isPressed);

  it('marks the choice on screen, however its numbers are written', () => {
    for (const [i, { settings }] of choices.slice(0, 3).entries())
      assert.deepEqual(
        pressed(/** @type {object} */ (settings)),
        choices.map((_, j) => String(i === j)),
      );
  });

  it('leads back by a choice that names nothing', () => {
    assert.deepEqual(pressed({}), ['false', 'false', 'false', 'true']);
    /** @type {object[]} */
    const changes = [];
    const dispatch = (/** @type {object} */ change) => changes.push(change);
    listListeners(draw({ temperature: 0.1 }, { dispatch })).at(-1)?.();
    const { temperature, mask, masked, edits } = normaliseState({});
    assert.deepEqual(changes, [{ temperature, mask, masked, edits }]);
  });
});

describe('a picture', () => {
  const press = { kind: 'press', question: 'Which?', right: 'Yes.', wrong: 'No.' };
  const heads = { heads: 2, 'd-model': 4, head: 1 };
  /** @param {string} text @param {RegExp} pattern */
  const all = (text, pattern) => [...text.matchAll(pattern)].map(([, found]) => found);

  it('marks no word to press, unless its arcs are about the word of the query', () => {
    const task = { ...press, word: 2 };
    for (const [show, pattern] of /** @type {[object[] | undefined, RegExp][]} */ ([
      [undefined, /class="?token/],
      [[{ kind: 'bars', of: ['weights'] }], /class="?token/],
      [[{ kind: 'arcs' }], /class="?token from/],
    ])) {
      const { draw } = onlyPage({ ...(show && { show }), task });
      const words = markup(draw({}, { isOpen: false, given: undefined }));
      assert.match(words, pattern);
      assert.equal(/token from/.test(words), pattern.source.includes('from'));
      assert.equal(/is marked/.test(words), pattern.source.includes('from'));
      assert.doesNotMatch(words, /NaN|aria-pressed=true/);
    }
  });

  it('draws arcs for weights without heads', () => {
    const { draw, context } = onlyPage({
      settings: { mechanism: 'additive' },
      show: [{ kind: 'arcs' }],
    });
    const { results } = context().computation;
    const [first] = results.weights.data.subarray(4, 8);
    assert.match(
      markup(draw()),
      new RegExp(`data-place=weights\\.1\\.0 data-value=${exact(first)}`),
    );
  });

  it('shows the head on screen, and another one only if it names it', () => {
    const arcs = onlyPage({ settings: heads, show: [{ kind: 'arcs' }] }).draw();
    assert.deepEqual([...new Set(all(markup(arcs), /data-place=weights\.(\d)/g))], ['1']);
    const other = onlyPage({ settings: heads, show: [{ kind: 'arcs', head: 0 }] }).draw();
    assert.deepEqual([...new Set(all(markup(other), /data-place=weights\.(\d)/g))], ['0']);
    const { draw, context } = onlyPage({
      settings: heads,
      show: [{ kind: 'points' }, { kind: 'arrows', of: ['q'] }],
    });
    const { v, q, heads: mixed } = context().computation.results;
    const read = (/** @type {string} */ label) =>
      label.split('; ').map((part) => part.split(' at ')[1].split(', ').map(parseTypedNumber));
    const [points, arrows] = all(markup(draw()), /aria-label=Plane: ([^>"]+)/g).map(read);
    const rowsOf = (/** @type {{ data: Float32Array }} */ { data }) =>
      [0, 1, 2, 3].map((row) => [...data.subarray(8 + 2 * row, 10 + 2 * row)]);
    const rounded = (/** @type {number[][]} */ rows) =>
      rows.map((row) => row.map((number) => Number(number.toPrecision(3))));
    assert.deepEqual(points, rounded([...rowsOf(v), rowsOf(mixed)[1]]));
    assert.deepEqual(arrows, rounded(rowsOf(q)));
  });

  it('names every arrow near its own tip, and those of equal rows below each other', () => {
    const { draw } = onlyPage({
      settings: { sentence: 'They eat noodles', heads: 1, 'd-model': 2, scale: 'none' },
      numbers: {
        q: [
          [1, 0],
          [0, 1],
          [1, 1],
        ],
        k: [
          [1, 0],
          [0, 2],
          [1, 1],
        ],
      },
      show: [{ kind: 'arrows', of: ['q', 'k'] }],
    });
    const drawn = markup(draw());
    const names = [
      ...drawn.matchAll(/<text x=(\S+) y=(\S+) text-anchor=\S+>(\w+, \w+)<\/text>/g),
    ].map(([, x, y, name]) => ({ name, x: Number(x), y: Number(y) }));
    assert.deepEqual(
      names.map(({ name }) => name).toSorted(),
      ['They', 'eat', 'noodles']
        .flatMap((word) => [`${word}, keys`, `${word}, queries`])
        .toSorted(),
    );
    const find = (/** @type {string} */ name) =>
      /** @type {{ x: number, y: number }} */ (names.find((label) => label.name === name));
    for (const word of ['They', 'noodles']) {
      const [query, key] = ['queries', 'keys'].map((table) => find(`${word}, ${table}`));
      assert.deepEqual([key.x, key.y - query.y], [query.x, 13]);
    }
  });

  it('draws a bar on the side of zero that its number is on', () => {
    const { draw } = onlyPage({
      settings: { sentence: 'a b c', heads: 1, 'd-model': 2, query: 0 },
      numbers: {
        scores: [
          [-3, 2, -1],
          [0, 1, 2],
          [1, 1, 1],
        ],
      },
      show: [{ kind: 'bars', of: ['scores', 'weights'] }],
    });
    const bars = (/** @type {object} */ change = {}) =>
      [
        ...markup(draw(change)).matchAll(
          /data-place=(\w+)[^>]*>\s*<[^>]*--from:([\d.]+)%[^>]*><[^>]*--part:([\d.]+)%/g,
        ),
      ]
        .filter(([, table]) => table === 'scores')
        .map(([, , ...ends]) => ends.map((end) => Math.round(Number(end))));
    assert.deepEqual(bars(), [
      [0, 60],
      [60, 40],
      [40, 20],
    ]);
    assert.deepEqual(bars({ query: 1 }), [
      [0, 0],
      [0, 50],
      [0, 100],
    ]);
  });

  it('has a few grid lines for points of any size, whose numbers stand apart', () => {
    const { draw } = onlyPage({ settings: heads, show: [{ kind: 'points' }] });
    for (const size of [1e-3, 0.5, 0.9, 7, 40, 900, 1e6]) {
      const drawn = markup(draw({ edits: `v.1.0.0:${size};v.1.1.1:-${size}` }));
      const [grid] = all(drawn, /<g class="grid"[^>]*>(.*?)<\/g>/gs);
      const lines = all(grid, /(<line)/g).length / 2;
      assert.ok(lines >= 2 && lines <= 20, `${lines} lines for ${size}`);
      const numbers = [...grid.matchAll(/<text x=(\S+)[^>]*middle"?>([^<]*)/g)].map(
        ([, middle, number]) => ({ middle: Number(middle), width: measureText(number, 7) }),
      );
      const gaps = numbers
        .slice(1)
        .map(({ middle, width }, i) => middle - numbers[i].middle - (width + numbers[i].width) / 2);
      assert.ok(Math.min(...gaps) > 0, `${gaps} between the numbers for ${size}`);
    }
  });

  it('leaves out points that are not finite', () => {
    const row = { mask: 'custom', masked: '1.0 1.1 1.2 1.3', 'empty-row': 'nan', query: 1 };
    const { draw } = onlyPage({
      settings: { ...heads, ...row },
      show: [{ kind: 'points' }],
    });
    const drawn = markup(draw()).replace(/aria-label=[^>]*/g, '');
    assert.doesNotMatch(drawn, /NaN|Infinity/);
    assert.match(drawn, /<circle/);
  });

  it('shows the weights that a press is judged by', () => {
    const { draw, task, context } = onlyPage({
      settings: heads,
      task: { ...press, word: 'largest' },
    });
    assert.equal(task.expected(context()), 3);
    const label = markup(draw({}, { isOpen: true })).match(/Arcs[^>"]*/)?.[0] ?? '';
    assert.match(label, /noodles 0\.76/);
  });

  it('takes each of several words that share the largest weight', () => {
    const { task, context } = onlyPage({
      settings: { sentence: 'the dog saw the cat', query: 1, seed: 4 },
      task: { ...press, word: 'largest' },
    });
    const isRight = (/** @type {string} */ value) => task.judge(context(), value).isRight;
    assert.deepEqual(['0', '1', '2', '3', '4'].map(isRight), [true, false, false, true, false]);
  });
});

describe('an answer', () => {
  const numbers = { kind: 'numbers', question: 'How many?', right: 'Yes.' };

  it('is not the first option where nothing was chosen after “Show the answer”', () => {
    const { task, context } = onlyPage({ task: MATCH });
    const given = { value: SHOWN, isRight: false };
    const shown = markup(task.fields({ ...context(), given }, () => {}));
    assert.doesNotMatch(shown, new RegExp(`value=${SHOWN}`));
    assert.equal(task.judge(context(), '_1').isRight, false);
  });

  it('of items is marked at each, and the reply names its item once', () => {
    const { task, context } = onlyPage({ task: MATCH });
    /** @param {string} value */
    const reply = (value) => {
      const verdict = task.judge(context(), value);
      return [verdict.wrong, plain(markup(replyView({ ...context(), verdict }, task, false)))];
    };
    assert.deepEqual(reply('1_1'), [[0], 'Not yet. “a”: a comes first.']);
    assert.deepEqual(reply('0_0'), [[1], 'Not yet. “b”: b is not the first.']);
    assert.deepEqual(reply('1_0'), [[0, 1], 'Not yet. “a”: a comes first.']);
    const items = MATCH.items.map(({ item, option }) => ({ item, option }));
    const other = onlyPage({ task: { ...MATCH, items } });
    const verdict = other.task.judge(other.context(), '0_0');
    const view = replyView({ ...other.context(), verdict }, other.task, false);
    assert.equal(plain(markup(view)), 'Not yet. Not b.');
  });

  it('is right if it is the number that the page shows', () => {
    const { task, context } = onlyPage({
      task: {
        ...numbers,
        tolerance: 0.0001,
        cells: [0.12345, 123456, 0.00001, -0.5, 123.456].map((number) => ({ number })),
      },
    });
    const shown = [...markup(task.shown(context())).matchAll(/<b>(.*?)<\/b>/g)].map(
      ([, text]) => text,
    );
    assert.deepEqual(shown, ['0.1235', '1.23456e5', '1.00e−5', '−0.500', '123.456']);
    const typed = shown.map(parseTypedNumber).join('_');
    assert.equal(task.judge(context(), typed).isRight, true);
  });

  it('is a number of any size, in each of eight fields', () => {
    for (const typed of ['1e30', '-0.00000123456', '-1.23456e-30']) {
      const { task, context } = onlyPage({
        task: { ...numbers, cells: Array.from({ length: 8 }, () => ({ number: 1 })) },
      });
      /** @type {string[]} */
      const given = [];
      const form = task.fields(context(), (/** @type {[any, any, string]} */ ...[, , value]) =>
        given.push(value),
      );
      const submit = findListener(form, 'submit');
      const fields = Array.from({ length: 8 }, () => ({ value: typed }));
      submit?.({ preventDefault() {}, currentTarget: { querySelectorAll: () => fields } });
      const stored = withAnswer('', 'chapter-one', { value: given[0], isRight: false });
      const [number] = parseAnswers(stored).get('chapter-one')?.value.split('_') ?? [];
      assert.equal(Number(number), Number(typed), typed);
    }
  });

  it('may lie at the end of a goal’s range', () => {
    const { task, context } = onlyPage({
      settings: { 'd-model': 2, heads: 1 },
      task: {
        ...{ kind: 'goal', question: 'Go.', changes: 1, range: [-0.1, 0.1] },
        wanted: [{ cell: 'weights.0.0.0', name: 'weight', least: 0 }],
        numbers: [{ table: 'q' }],
      },
    });
    const isRight = (/** @type {string} */ number) =>
      task.judge(context({ edits: `q.0.0.0:${number}` })).isRight;
    assert.deepEqual(['0.1', '-0.1', '0.100001'].map(isRight), [true, true, false]);
  });

  it('to a bug is one of the mistakes that the page’s sizes allow', () => {
    const { draw, context } = onlyPage({
      settings: { bug: 'scale-twice', 'd-model': 8, heads: 1, sentence: 'They eat fried noodles' },
      task: { kind: 'bug' },
    });
    const settings = getSettings(context().state);
    const source = practice.bug.open(attention, settings);
    const computation = makeComputation(attention, settings, source);
    const given = { value: 'scores', isRight: false };
    const choices = plain(markup(draw({}, { given, computation })));
    assert.ok(choices.includes(mistakeName('scale-twice')));
    // A key is 8 numbers long, so its untransposed product with 4 keys does not exist.
    assert.ok(!choices.includes(mistakeName('key-untransposed')));
  });

  it('to a table of a layer is kept', async () => {
    const { state, computation } = await modelComputation('mini');
    /** @type {string[]} */
    const given = [];
    const context = {
      ...viewContext({ state, computation }),
      answer: (/** @type {string} */ value) => given.push(value),
    };
    const part = { id: 'layer1/weights', leading: [1], isDone: false, isTask: true };
    const inputs = { context, part };
    const { _$litDirective$: Field } = /** @type {any} */ (
      answerField(/** @type {any} */ (inputs))
    );
    const field = new Field({});
    field.isConnected = true;
    const submit = findListener(field.render(inputs), 'submit');
    const [, rows, columns] = computation.results['layer1/weights'].shape;
    assert.ok(rows > 1);
    const row = [...computation.results['layer1/weights'].data.subarray(columns, 2 * columns)];
    for (const typed of [row.map(() => 2), row]) {
      const textarea = { value: typed.join(' ') };
      submit?.({ preventDefault() {}, currentTarget: { querySelector: () => textarea } });
      await settle();
    }
    const { task } = onlyPage({
      task: { kind: 'fill', question: 'Which?', table: 'layer1/weights', row: 1, right: 'Yes.' },
    });
    const judged = given.map((value) => {
      const stored = withAnswer('', 'chapter-one', { value, isRight: false });
      return task.judge(context, parseAnswers(stored).get('chapter-one')?.value ?? '').isRight;
    });
    assert.deepEqual(judged, [false, true]);
  });
});

it('the meter of a goal ends at 1 for a weight, and holds the bounds of any number', () => {
  /** @param {object} wanted @param {object} [more] */
  const meter = (wanted, more) => {
    const { draw } = onlyPage({
      task: {
        ...{ kind: 'goal', question: 'Reach it.', changes: 1, numbers: [{ table: 'q' }] },
        wanted: [{ cell: 'weights.0.0.1', name: 'it', ...wanted }],
        ...more,
      },
    });
    const drawn = markup(draw());
    const [, ...ends] = /<meter min=(\S+) max=(\S+)/.exec(drawn) ?? [];
    return [...ends, ...[...drawn.matchAll(/--at:(-?[\d.]+)%/g)].map(([, at]) => at)].map(Number);
  };
  assert.deepEqual(meter({ least: 0.8 }), [0, 1, 80]);
  assert.deepEqual(meter({ least: 0.75, most: 0.875 }), [0, 1, 75, 87.5]);
  assert.deepEqual(meter({ least: 2 }, { numbers: [{ table: 'weights' }] }), [0, 4, 50]);
  assert.deepEqual(meter({ cell: 'scores.0.0.1', least: 4 }), [0, 8, 50]);
  assert.deepEqual(meter({ cell: 'scores.0.0.1', most: -2 }), [-4, 4, 25]);
  assert.deepEqual(meter({ cell: 'scores.0.0.1', least: -2, most: -1 }), [-4, 4, 25, 37.5]);
});

it('a bug is on paper, too, beside the page on screen', () => {
  const authorChapter = makeAuthorChapter(
    JSON.stringify({
      title: 'Two',
      pages: [
        { id: 'one', title: 'One', text: 'One.' },
        {
          ...{ id: 'two', title: 'Two', text: 'Two.' },
          ...{ settings: { bug: 'scale-twice' }, task: { kind: 'bug' } },
        },
      ],
    }),
  );
  const [first, second] = authorChapter.pages;
  const onPaper = course.pages.contextsOnPaper({ ...contextOf(first), authorChapter });
  assert.deepEqual(
    onPaper.map(({ state }) => state.guide),
    [first.id, second.id],
  );
  const printed = plain(markup(second.figure(withCourse(onPaper[1], second, undefined))));
  assert.doesNotMatch(printed, /cannot show/);
  assert.match(printed, /First wrong table: scores/);
});

describe('the colour scale of a page', () => {
  const settings = { sentence: 'They eat noodles', heads: 1, 'd-model': 2, scale: 'none' };
  const numbers = {
    q: [
      [1, 0],
      [0, 1],
      [1, 1],
    ],
    k: [
      [1, 1],
      [2, 0],
      [0, 88],
    ],
  };
  const task = {
    ...{ kind: 'numbers', question: 'How much?', right: 'Yes.' },
    cells: [1, 2].map((row) => ({ cell: `scores.0.${row}.2`, label: `row ${row}` })),
  };

  /** Returns the end of each scale before the answer and after it. @param {object[]} show @param {object} [more] */
  const endsOf = (show, more) => {
    const page = {
      ...{ id: 'one', title: 'One', text: 'One.', settings, numbers, task, show },
      ...more,
    };
    const chapter = makeAuthorChapter(JSON.stringify({ title: 'Scale', pages: [page] }));
    assert.equal(chapter.error, undefined);
    const [first] = chapter.pages;
    return [false, true].map((isOpen) => {
      const figure = markup(first.figure({ ...contextOf(first), isOpen }));
      const ends = [...figure.matchAll(/class="ramp signed"><\/i> (\d+)/g)];
      return ends.map(([, end]) => Number(end));
    });
  };

  it('tells nothing of hidden numbers, and stays when tables come with the answer', () => {
    const table = (/** @type {string} */ id, /** @type {object} */ more = {}) => ({
      ...{ kind: 'table', of: id },
      ...more,
    });
    const choice = {
      ...{ kind: 'choice', question: 'Which?' },
      answers: [
        { answer: 'this', reply: 'Yes.', right: true },
        { answer: 'that', reply: 'No.' },
      ],
    };
    // Tables that come with the answer leave the colours of the others as they are.
    assert.deepEqual(endsOf([table('q'), table('scores', { after: true })]), [[1], [1, 100]]);
    // The task asks for both 88s of the scores.
    assert.deepEqual(endsOf([table('q'), table('scores')]), [[2], [100]]);
    assert.deepEqual(
      endsOf([table('q'), { kind: 'text', text: 'And' }, table('k', { cover: ['2'] })], {
        task: choice,
      }),
      [
        [2, 2],
        [100, 100],
      ],
    );
    assert.deepEqual(endsOf([table('q'), table('k')], { task: choice }), [[100], [100]]);
  });
});
