import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { chapters } from '../../web/features/course/index.js';
import { bugs, changeSource } from '../../web/features/practice/bugs/bugs.js';
import {
  findWrongTables,
  listShownTables,
  makeBugPage,
} from '../../web/features/practice/bugs/page.js';
import {
  chooseDistractors,
  findBug,
  findPuzzle,
  findStage,
  LEVELS,
  listBugsOfLevel,
  makeBugSources,
  namePuzzle,
} from '../../web/features/practice/bugs/puzzle.js';
import { bugTexts, mistakeName } from '../../web/features/practice/text/en/bugs.js';
import { questionView } from '../../web/pages/tasks/view.js';
import { makeComputation } from '../../web/session/computation.js';
import { getSettings } from '../../web/state/fields.js';
import { normaliseState } from '../../web/state/normalise.js';
import * as pagesText from '../../web/text/en/pages.js';
import { tracePanel } from '../../web/views/trace-panel.js';
import { pageJson } from '../course/pages.js';
import { bugState } from '../support/bug-state.js';
import { attention } from '../support/computations.js';
import { reduceCaseCount } from '../support/extent.js';
import { markup, plain } from '../support/markup.js';
import { contextOf } from './bug-context.js';

/** @import { Puzzle } from '../../web/features/practice/types.js' */

describe('a puzzle', () => {
  it('of level 1 needs the chapters before the one on translation', () => {
    const before = chapters.findIndex(({ id }) => id === 'translation');
    assert.ok(pagesText.bugs.endsWith(`(after chapter ${before})`));
    for (const { settings } of listBugsOfLevel(1)) {
      const { mechanism, target } = normaliseState({ ...settings });
      assert.deepEqual([mechanism, target], ['dot', '']);
    }
  });

  /** @type {string[]} */
  const names = LEVELS.flatMap((level) =>
    Array.from({ length: reduceCaseCount(50) }, (_, number) => namePuzzle(level, number)),
  );

  it('of many seeds a level shows where its bug shows, by numbers that differ on screen', () => {
    for (const name of names) {
      const puzzle = findPuzzle(name);
      assert.ok(puzzle);
      const context = contextOf(bugState(name));
      assert.equal(findWrongTables(context)[0], puzzle.bug.table, `${name}: ${puzzle.bug.id}`);
      assert.ok(listShownTables(context).includes(puzzle.bug.table));
      const right = contextOf(normaliseState({ ...bugState(name), bug: 'none' }));
      const [is, was] = [context, right].map(
        ({ computation }) => computation.results[puzzle.bug.table]?.data,
      );
      if (puzzle.bug.id === 'padding-averaged') continue;
      const apart = is.map((value, i) => (Object.is(value, was[i]) ? 0 : Math.abs(value - was[i])));
      assert.ok(
        apart.some((value) => !(value < 0.01)),
        `${name}: ${puzzle.bug.id} changes too little`,
      );
    }
  });

  it('takes each bug of its level once in a round', () => {
    for (const level of LEVELS) {
      const ofLevel = listBugsOfLevel(level);
      for (const round of [0, 1]) {
        const met = ofLevel.map(
          (_, i) => findPuzzle(namePuzzle(level, round * ofLevel.length + i))?.bug,
        );
        assert.equal(new Set(met).size, ofLevel.length);
      }
    }
  });

  it('of the first level is of what a chapter teaches, in its bug and in all that is offered beside it', () => {
    /** The page that teaches each bug. @type {Record<string, [page: string, pattern: RegExp]>} */
    const taught = {
      'mask-after-softmax': [
        'order-causal',
        /You masked after the softmax: what is left adds up to 3/,
      ],
      'mask-zero': ['order-leak', /A masked score of 0 is not enough/],
      'mask-flipped': ['order-padding', /A padding mask closes the columns of padding/],
      'causal-off-by-one': ['order-causal', /adds −∞ to the score of every later word/],
      'fill-finite': ['order-fill', /−1e9 gives all words equal weights/],
      'softmax-queries': ['scoring-row', /A softmax along the columns is a common mistake/],
      'softmax-heads': ['scoring-row', /The softmax runs along each row/],
      'maximum-left-out': ['scoring-share', /first subtract the largest score/],
      'scale-none': ['projections-root', /\*\*scaled\*\*: divided by √_d_/],
      'output-left-out': [
        'heads-output',
        /multiplied by a learned matrix. This \*\*output projection/,
      ],
    };
    assert.deepEqual(
      Object.keys(taught),
      listBugsOfLevel(1).map(({ id }) => id),
    );
    for (const [page, pattern] of Object.values(taught))
      assert.match(JSON.stringify(pageJson(page)), pattern, page);
    for (let number = 0; number < 100; number++) {
      for (const mistake of findPuzzle(namePuzzle(1, number))?.choices ?? [])
        assert.ok(!('isBeyondCourse' in mistake), `1-${number} offers ${mistake.id}`);
    }
  });

  it('keeps the bug of its address', () => {
    const first = (/** @type {1 | 2 | 3} */ level, /** @type {number} */ count) =>
      Array.from({ length: count }, (_, i) => findPuzzle(namePuzzle(level, i))?.bug.id);
    assert.deepEqual(first(1, 4), [
      ...['mask-after-softmax', 'scale-none', 'output-left-out', 'mask-flipped'],
    ]);
    assert.deepEqual(first(2, 4), [
      ...['mask-queries', 'heads-untransposed', 'output-transposed', 'vector-left-out'],
    ]);
    assert.deepEqual(first(3, 4), [
      ...['position-after', 'dropout-before-softmax', 'split-layout', 'scale-twice'],
    ]);
    assert.equal(findPuzzle('2-17')?.bug.id, 'dropout-at-inference');
    const all = LEVELS.flatMap((level) => listBugsOfLevel(level));
    assert.deepEqual(new Set(all), new Set(bugs));
    assert.equal(all.length, bugs.length);
  });

  it('offers its bug among three others', () => {
    for (const name of names) {
      const puzzle = findPuzzle(name);
      assert.ok(puzzle);
      assert.equal(puzzle.choices.length, 4);
      assert.equal(new Set(puzzle.choices).size, 4);
      assert.ok(puzzle.choices.includes(puzzle.bug));
    }
  });

  it('offers mistakes that show in the same table or its stage, by other numbers than the bug gives', () => {
    for (const name of names) {
      const { bug, choices } = /** @type {Puzzle} */ (findPuzzle(name));
      const context = contextOf(bugState(name));
      const settings = getSettings(context.state);
      const { right } = /** @type {any} */ (makeBugSources(attention, settings));
      for (const mistake of choices.filter((choice) => choice !== bug)) {
        const which = `${name}: ${mistake.id} beside ${bug.id}`;
        const computation = makeComputation(
          attention,
          settings,
          changeSource(right, mistake.wrong(right)),
        );
        const [first] = findWrongTables({ ...context, computation });
        assert.equal(findStage(first), findStage(bug.table), `${which} shows first in ${first}`);
        assert.notEqual(mistakeName(mistake.id), mistake.id, which);
        const [is, would] = [context.computation, computation].map(
          ({ results }) => results[bug.table].data,
        );
        assert.ok(
          is.some((number, i) => !(Math.abs(number - would[i]) < 1e-4)),
          which,
        );
        if (first !== bug.table) continue;
        const { reply } = /** @type {any} */ (makeBugPage(name).task).judge(
          context,
          `${bug.table}_${mistake.id}`,
        );
        assert.match(
          plain(markup(reply)),
          /would give other numbers in this table\. The .* would be /,
          which,
        );
      }
    }
  });

  it('offers a wrong projection mistakes of projections alone', () => {
    for (const id of ['position-after', 'split-layout', 'values-of-queries']) {
      const bug = /** @type {any} */ (findBug(id));
      for (const { table } of chooseDistractors(bug, 1, bug.settings))
        assert.equal(table, bug.table, id);
    }
  });

  it('offers no mistake that its run cannot have: none of padding without padding', () => {
    for (const name of names) {
      const { settings, choices } = /** @type {any} */ (findPuzzle(name));
      const plain = getSettings(normaliseState({ ...settings, bug: '' }));
      const { graph } = /** @type {any} */ (
        makeBugSources(attention, { ...plain, bug: settings.bug })
      ).right;
      for (const choice of choices) assert.ok(choice.fits(graph, plain), `${name}: ${choice.id}`);
      if (plain.mask === 'padding') continue;
      const ids = choices.map((/** @type {any} */ { id }) => id);
      assert.ok(!ids.includes('mask-queries') && !ids.includes('padding-averaged'), name);
    }
  });

  it('has a button with the name of each table, below the checks of what should hold', () => {
    const context = contextOf(bugState('1-0'));
    const figure = markup(makeBugPage('1-0').figure(context));
    const buttons = [...figure.matchAll(/<button[^>]*choose[^>]*>([^<]*)</g)].map(
      ([, name]) => name,
    );
    assert.equal(new Set(buttons).size, listShownTables(context).length, String(buttons));
    assert.ok(buttons.includes('First wrong table: scaled scores'), String(buttons));
    const checks = figure.indexOf('class="properties"');
    assert.ok(checks >= 0 && checks < figure.indexOf('<table'), 'the checks come first');
  });

  it('is answered beside what was pressed, and no longer asked once it is found', () => {
    const page = makeBugPage('1-0');
    const { bug } = /** @type {any} */ (findPuzzle('1-0'));
    const context = contextOf(bugState('1-0'));
    /** Returns the tables of the page as texts. @param {string} value @param {boolean} [isOpen] */
    const suspects = (value, isOpen = false) =>
      markup(page.figure({ ...context, isOpen, given: { value, isRight: isOpen } }))
        .split('<li')
        .slice(1)
        .map((text) => ({
          isPressed: /class="?choose[^>]*aria-pressed=true/.test(text),
          text: plain(text),
        }));
    const [pressed, ...others] = suspects('output').toSorted(
      (a, b) => Number(b.isPressed) - Number(a.isPressed),
    );
    assert.match(pressed.text, /Not yet\. .* pass the mistake on/);
    for (const { text } of others) assert.doesNotMatch(text, /Not yet/);
    const found = suspects(`${bug.table}_${bug.id}`, true).find(({ isPressed }) => isPressed);
    assert.match(found?.text ?? '', /Right\./);
    const { task } = page;
    assert.ok(task);
    const drawQuestion = (/** @type {boolean} */ isOpen) =>
      plain(markup(questionView({ ...context, isOpen }, task)));
    assert.match(drawQuestion(false), /Which is the first wrong table/);
    assert.equal(drawQuestion(true), '');
  });

  it('is found in two presses, and each wrong press is answered', () => {
    const state = bugState('2-1');
    const { bug } = /** @type {Puzzle} */ (findPuzzle('2-1'));
    const context = contextOf(state);
    const { task } = makeBugPage(state.bug);
    assert.equal(task?.kind, 'pick');
    const judge = (/** @type {string} */ value) => task.judge(context, value);
    const other = bugs.find((candidate) => candidate !== bug);
    assert.equal(judge(bug.table).isRight, false);
    assert.match(String(judge(bug.table).reply), /^Right: .*first wrong numbers/);
    assert.ok(judge(bug.table).isUnderway, 'neither “Right.” nor “Not yet.” stands before it');
    assert.match(String(judge('output').reply), /pass the mistake on.* from “concatenation”/);
    assert.match(String(judge('v').reply), /follow correctly/);
    assert.equal(judge(`${bug.table}_${other?.id}`).isRight, false);
    assert.equal(judge(`${bug.table}_${bug.id}`).isRight, true);
    assert.equal(judge(`v_${bug.id}`).isRight, false);
  });

  it('says of a number what it should be computed from, and nothing of how it was', () => {
    for (const name of names) {
      const state = bugState(name);
      const { bug } = /** @type {Puzzle} */ (findPuzzle(name));
      const { shape } = contextOf(state).computation.results[bug.table];
      const cell = [bug.table, ...shape.map(() => 0)].join('.');
      const context = contextOf(normaliseState({ ...state, cell }));
      assert.ok(context.traced, name);
      const page = makeBugPage(name);
      const shown = plain(markup(page.figure(context)));
      assert.match(shown, /It should be computed from/, name);
      const ids = Object.keys(context.computation.nodes).filter((id) => /[A-Z]/.test(id));
      const named = (/** @type {string} */ text) => ids.filter((id) => text.includes(id));
      assert.deepEqual(named(shown), [], `${name}: a name out of the code`);
      assert.equal(page.isSettable, undefined, `${name}: is traced only once it is found`);
      assert.deepEqual(named(plain(markup(tracePanel(context)))), [], name);
    }
  });

  it('is explained in a sentence, whichever it is', () => {
    for (const { id } of bugs) assert.match(bugTexts[id].why, /^.{20,}\.$/, id);
  });

  it('is the first of its level for any other text', () => {
    for (const text of ['', 'x', '4-1', '1-', '2--1', '1-99999999']) {
      assert.equal(findPuzzle(text), undefined, text);
      assert.equal(makeBugPage(text).state.bug, '1-0');
    }
  });
});
