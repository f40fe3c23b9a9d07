// The practice: two presses find a bug, and an answer is checked, by mouse, keys and touch. axe
// finds nothing.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { BUG_PAGES, makeBugPage } from '../../web/features/practice/bugs/page.js';
import {
  findPuzzle,
  LEVELS,
  makeBugSources,
  namePuzzle,
} from '../../web/features/practice/bugs/puzzle.js';
import { goalChapter } from '../../web/features/practice/goals/goals.js';
import { drawQuestions } from '../../web/features/practice/self-test/pool.js';
import { chapter as bugChapter } from '../../web/features/practice/text/en/bug-lab.js';
import { makeComputation } from '../../web/session/computation.js';
import { getSettings } from '../../web/state/fields.js';
import { normaliseState } from '../../web/state/normalise.js';
import { floats, npy } from '../sources/written.js';
import { bugState } from '../support/bug-state.js';
import { attention } from '../support/computations.js';
import { courseOn } from './course.js';
import { inOneBrowser } from './each-browser.js';
import { NEXT, PREVIOUS, setField, settle } from './hands.js';
import { boxesOf, showOnly } from './lab.js';
import { OF_LOOKS } from './lessons.js';

/** @import { State } from '../../web/state/types.js' */

const MISTAKES = '.mistakes .answer';
const ANSWER = '.typed-answer textarea';

/** Returns the tables of a run with a bug. @param {State} state */
function wrongResults(state) {
  const settings = getSettings(state);
  return makeComputation(attention, settings, makeBugSources(attention, settings)?.wrong).results;
}

inOneBrowser('the practice', (desk) => {
  const { reply, setViewport, ways, assertSound, ...course } = courseOn(desk);

  it('has a list in which each link stands above the question that it answers', async () => {
    await showOnly(desk.page, { guide: 'practice' });
    const entries = await desk.page.evaluate(() =>
      allInLab('.practice-list .practice > :is(a, button)').map((link) => [
        link.textContent?.trim(),
        link.nextElementSibling?.textContent,
      ]),
    );
    assert.equal(entries.length, 7);
    assert.deepEqual(entries[0], ['Find the bug (after chapter 6)', bugChapter.question]);
    for (const [, question] of entries) assert.match(String(question), /^[A-Z].*\?$/);
  });

  /** @param {string} name the name of a puzzle */
  async function open(name) {
    await showOnly(desk.page, bugState(name));
  }

  /** Returns the index of a table's button. @param {string} table */
  const buttonOf = (table) =>
    desk.page.evaluate((id) => {
      const all = allInLab('.suspects > li');
      return all.findIndex((element) => element.querySelector(`[data-place^="${id}."]`));
    }, table);

  /** @param {string} selector */
  const isInSight = (selector) =>
    desk.page.evaluate((wanted) => {
      const { top, bottom } = boxOf(wanted);
      return top >= 0 && bottom <= innerHeight;
    }, selector);

  /**
   * @param {string} name
   * @param {(which: string) => Promise<unknown>} press
   * @param {(where: string) => Promise<unknown>} [look] checks the page with axe
   */
  async function find(name, press, look = async () => false) {
    const puzzle = findPuzzle(name);
    assert.ok(puzzle);
    await open(name);
    await course.assertFigures(wrongResults(bugState(name)), name);
    await look(`${name}, asked`);
    const table = await buttonOf(puzzle.bug.table);
    // Press a wrong table first: the reply says why it is wrong.
    await press(`.suspects > li > .choose >> ${table === 0 ? 1 : 0}`);
    assert.match(
      await reply(),
      /^Not yet\. .*(follow correctly|pass the mistake on|earlier table)/,
      name,
    );
    assert.ok(await isInSight('.suspects .said'), `${name}: the reply is beside what was pressed`);
    await press(`.suspects > li > .choose >> ${table}`);
    assert.match(await reply(), /^Right: .*first wrong numbers/, name);
    assert.ok(await isInSight('.mistakes .answer'), `${name}: the second question is in sight`);
    const wrong = puzzle.choices.findIndex((choice) => choice !== puzzle.bug);
    await press(`${MISTAKES} >> ${wrong}`);
    assert.match(await reply(), /would give other numbers/, name);
    const { gap, question } = await desk.page.evaluate(() => {
      const message = /** @type {HTMLElement} */ (inLab('.suspects .said'));
      const range = document.createRange();
      range.selectNodeContents(message);
      const next = message.nextElementSibling;
      return {
        gap: (next?.getBoundingClientRect().top ?? NaN) - range.getBoundingClientRect().bottom,
        question: next?.querySelector('legend')?.textContent,
      };
    });
    assert.ok(gap < 20, `${name}: ${gap} pixels between the reply and the question`);
    assert.doesNotMatch(question ?? 'Right', /Right/, name);
    await press(`${MISTAKES} >> ${puzzle.choices.indexOf(puzzle.bug)}`);
    assert.match(await reply(), /^Right\. /, name);
    assert.equal(await desk.hands.count('.question.asked'), 0, 'nothing is asked any more');
    assert.equal(await desk.hands.count('.found .program'), 2, 'the line, wrong and right');
    assert.ok(await isInSight('.found .solution'), `${name}: the solution is in sight`);
    assert.equal(await desk.hands.count('.found .others :is(a, button)'), 1, 'another bug');
    const cut = await desk.page.evaluate(() => {
      const after = boxOf('.after');
      return allInLab('.after .program').filter(
        (element) =>
          element.scrollWidth > element.clientWidth ||
          element.getBoundingClientRect().right > after.right + 1,
      ).length;
    });
    assert.equal(cut, 0, `${name}: all of a line is within its column`);
    await look(`${name}, found`);
  }

  /** Returns the reply to a typed answer. @param {string} text */
  const check = async (text) => {
    await setField(desk.page, ANSWER, text, []);
    await ways.mouse('.typed-answer .check >> 0');
    return desk.hands.textOf('.typed-answer + .reply');
  };

  for (const level of LEVELS) {
    it(`finds a bug of level ${level} in two presses`, async () => {
      await setViewport({ width: 1280, height: 800 });
      await find(
        namePuzzle(level, 2 * level),
        level === LEVELS[1] ? ways.keys : ways.mouse,
        assertSound,
      );
    });
  }

  it('the focus stays at a pressed table, and moves from the named mistake to the solution', async () => {
    const name = '1-0';
    const puzzle = findPuzzle(name);
    assert.ok(puzzle);
    await open(name);
    const table = `.suspects > li > .choose >> ${await buttonOf(puzzle.bug.table)}`;
    await ways.keys(table);
    await ways.keys(`${MISTAKES} >> ${puzzle.choices.indexOf(puzzle.bug)}`);
    assert.ok(await desk.hands.hasFocus('.solution'));
    await ways.keys(table);
    assert.ok(await desk.hands.hasFocus('.suspects .choose[aria-disabled=true]'));
    assert.match(await reply(), /^Right\. /, 'a press changes nothing any more');
    await open(name);
    await ways.keys(table);
    await desk.page.evaluate(
      (to) => lab.setState({ answers: to }),
      `practice-bugs-${name}_${puzzle.bug.table}_${puzzle.bug.id}*`,
    );
    await settle(desk.page);
    assert.ok(await desk.hands.hasFocus('.suspects .choose[aria-disabled=true]'));
  });

  it('shows the answer of a bug by a button below the reply, and moves the focus to the solution', async () => {
    const name = '1-0';
    const puzzle = findPuzzle(name);
    assert.ok(puzzle);
    for (const table of ['q', puzzle.bug.table]) {
      await desk.page.evaluate(() => lab.setState({ answers: '' }));
      await open(name);
      await ways.mouse(`.suspects > li > .choose >> ${await buttonOf(table)}`);
      assert.equal(await desk.hands.count('.suspects .show-answer'), 1, table);
      await ways.keys('.show-answer >> 0');
      assert.ok(await desk.hands.hasFocus('.solution'), table);
      assert.equal(await desk.hands.count('.show-answer'), 0, table);
    }
    await desk.page.evaluate(() => lab.setState({ answers: '' }));
  });

  it('fits a narrow screen, where a bug is found by touch', async () => {
    const fingers = { hasTouch: true, isMobile: true };
    await setViewport({ width: 390, height: 844, ...fingers });
    await find('2-3', ways.touch);
    for (const width of [390, 320]) {
      await setViewport({ width, height: 844, ...fingers });
      await settle(desk.page);
      await course.assertNotWider(String(width));
    }
    await setViewport({ width: 1280, height: 800 });
  });

  it('keeps the question in sight beside all tables of a bug, unless the window is too small', async () => {
    const { page } = desk;
    for (const [width, height, isKept] of /** @type {const} */ ([
      [1280, 800, true],
      [1280, 600, false],
      [390, 844, false],
    ])) {
      await page.setViewport({ width, height });
      await open('2-17');
      const count = await desk.hands.count('.suspects > li');
      assert.ok(count > 5, `${count} tables`);
      const seen = await page.evaluate(() =>
        allInLab('.suspects > li > .choose').map((button) => {
          button.scrollIntoView({ block: 'center' });
          const { top, right, bottom } = boxOf('.one > .setup .question');
          return {
            isInSight: top >= 0 && bottom <= innerHeight,
            isBeside: right <= button.getBoundingClientRect().left,
          };
        }),
      );
      const kept = seen.filter((item) => item.isInSight && item.isBeside).length;
      assert.equal(kept === count, isKept, `${kept} of ${count} at ${width} × ${height}`);
    }
    await page.setViewport({ width: 1280, height: 800 });
  });

  it('links to another bug, keeps the found one, and an address can name a bug', async () => {
    await find('1-2', ways.mouse);
    await desk.hands.click('.others :is(a, button)', 'Another bug');
    const state = await desk.hands.state();
    assert.deepEqual([state.guide, state.bug], [`${BUG_PAGES}-1-3`, '1-3']);
    assert.match(state.answers, /practice-bugs-1-2_\w+_[\w-]+\*/);
    await showOnly(desk.page, { guide: makeBugPage('3-1').id });
    assert.equal((await desk.hands.state()).bug, '3-1');
    assert.equal((await desk.hands.count('.suspects > li')) > 5, true);
  });

  it('checks typed numbers: refuses some, names a mistake, and accepts right ones', async () => {
    const wanted = normaliseState({
      guide: 'practice-check',
      answers: 'practice-check_scaledScores',
    });
    await showOnly(desk.page, wanted);
    await assertSound('an answer is asked for');
    const { scores, scaledScores } = makeComputation(attention, getSettings(wanted)).results;
    /** @param {Float32Array} data one head of four words */
    const rows = (data) =>
      [0, 4, 8, 12]
        .map((row) => [...data.subarray(row, row + 4)].map((x) => x.toFixed(3)).join(' '))
        .join('\n');
    assert.match(await check('noodles'), /“noodles” is not a number/);
    const isRefused = () =>
      desk.page.evaluate(() => {
        const field = inLab('.typed-answer textarea');
        const reason = field?.ariaDescribedByElements?.map(({ textContent }) => textContent);
        return [field?.ariaInvalid, reason?.join('').includes('noodles')];
      });
    assert.deepEqual(await isRefused(), ['true', true]);
    assert.match(await check('1 2 3'), /You have 3 numbers; the table has 4 × 4/);
    assert.match(
      await check(rows(scores.data)),
      /16 of 16 numbers differ\. .*The scores are not divided by √d/s,
    );
    assert.equal((await desk.hands.state()).cell, 'scaledScores.0.0.0', 'the first is taken apart');
    assert.equal(await desk.hands.count('.trace .sum'), 1);
    assert.equal(await desk.hands.count('.trace :is(input, .mask)'), 0, 'and cannot be set');
    await assertSound('a wrong answer');
    assert.match(await check(rows(scaledScores.data)), /Right: all 16 numbers/);
    assert.deepEqual(await isRefused(), ['false', false]);
    assert.match((await desk.hands.state()).answers, /practice-check_scaledScores_done/);
    assert.equal(await desk.hands.count(ANSWER), 1);
  });

  it('removes the reply when another table is chosen', async () => {
    await showOnly(
      desk.page,
      normaliseState({ guide: 'practice-check', answers: 'practice-check_q' }),
    );
    assert.match(await check('noodles'), /“noodles” is not a number/);
    await desk.page.evaluate(() => {
      const select = /** @type {HTMLSelectElement} */ (inLab('.typed-answer select'));
      select.selectedIndex = (select.selectedIndex + 1) % select.options.length;
      select.dispatchEvent(new Event('change', { bubbles: true }));
    });
    await settle(desk.page);
    assert.equal(await desk.hands.textOf('.typed-answer + .reply'), '');
  });

  it('checks the numbers of a .npy file in column order, in a batch, or without an axis', async () => {
    /** @param {string} answers @param {Uint8Array} bytes */
    const check = async (answers, bytes) => {
      const wanted = normaliseState({ guide: 'practice-check', answers });
      await showOnly(desk.page, wanted);
      await desk.page.evaluate(
        (numbers) => {
          const field = /** @type {HTMLInputElement} */ (inLab('.typed-answer [type=file]'));
          const data = new DataTransfer();
          data.items.add(new File([new Uint8Array(numbers)], 'answer.npy'));
          field.files = data.files;
          field.dispatchEvent(new Event('change', { bubbles: true }));
        },
        [...bytes],
      );
      await desk.page.waitForFunction(() => inLab('.typed-answer + .reply')?.textContent?.trim());
      return desk.hands.textOf('.typed-answer + .reply');
    };
    const { scores } = makeComputation(
      attention,
      getSettings(normaliseState({ guide: 'practice-check' })),
    ).results;
    const columns = [0, 1, 2, 3].flatMap((j) => [0, 4, 8, 12].map((i) => scores.data[i + j]));
    const file = npy([1, 1, 4, 4], floats(columns), { fortran: true });
    assert.match(await check('practice-check_scores', file), /Right: all 16 numbers/);
    const scalar = npy([], floats([scores.data[1]]));
    assert.match(await check('practice-check_scores.0.1', scalar), /Right/);
    const words = npy([1], new Uint8Array(4), { descr: '<U1' });
    assert.match(await check('practice-check_scores', words), /cannot be read as numbers/);
  });

  it('keeps a goal in sight above the number that is set and above the mask', async () => {
    for (const [width, height] of [
      [1280, 800],
      [390, 844],
    ]) {
      await desk.page.setViewport({ width, height });
      for (const id of ['noodles', 'leak']) {
        await showOnly(desk.page, { guide: `practice-goals-${id}` });
        await desk.hands.click('.goal :is(td[data-place], .may)');
        await desk.page.evaluate(() => inLab('.moves')?.scrollIntoView());
        const [box] = await boxesOf(desk.page, '.meters');
        assert.ok(box.top >= 0 && box.bottom < height / 4, `${id} ${width}: ${box.top}`);
      }
    }
    await desk.page.setViewport({ width: 1280, height: 800 });
  });

  it('leaves the numbers of a goal where they are when one is pressed', async () => {
    const { page, hands } = desk;
    for (const [width, height] of [
      [1280, 800],
      [390, 844],
    ]) {
      await page.setViewport({ width, height });
      await showOnly(page, { guide: 'practice-goals-noodles' });
      const [first, second] = ['k.0.3.0', 'k.0.3.1'].map(
        (place) => `.goal td[data-place="${place}"]`,
      );
      await page.evaluate((pressed) => inLab(pressed)?.scrollIntoView({ block: 'center' }), first);
      const [before] = await boxesOf(page, second);
      await hands.click(first);
      const [after] = await boxesOf(page, second);
      assert.deepEqual([after.left, after.top], [before.left, before.top], `${width}`);
      await page.mouse.click((before.left + before.right) / 2, (before.top + before.bottom) / 2);
      assert.equal((await hands.state()).cell, 'k.0.3.1');
      const [pressed] = await boxesOf(page, second);
      const [panel] = await boxesOf(page, '.trace');
      assert.ok(pressed.bottom <= panel.top, `${width}: ${pressed.bottom} ${panel.top}`);
    }
    await page.setViewport({ width: 1280, height: 800 });
  });

  it('brings back the changes of a goal that the reader left before it was reached', async () => {
    const { page, hands } = desk;
    await showOnly(page, { guide: 'practice-goals-noodles' });
    await hands.click('.goal td[data-place="k.0.3.0"]');
    await hands.click('.editor .edit');
    await hands.retype('2');
    await hands.press('Enter');
    const { edits } = await hands.state();
    await hands.click('.turn:last-child');
    await hands.click(PREVIOUS);
    assert.match(await hands.textOf('.moves'), /Changes made: 0 of 2/);
    await hands.click('.moves button', 'Bring back your last changes');
    assert.equal((await hands.state()).edits, edits);
    assert.match(await hands.textOf('.moves'), /Changes made: 1 of 2/);
  });

  it('shows what a goal has reached in one line beside its bar', async () => {
    for (const width of [1280, 1000, 960, 390]) {
      await desk.page.setViewport({ width, height: 800 });
      await showOnly(desk.page, { guide: 'practice-goals' });
      const [now, bar] = await boxesOf(desk.page, '.meters b', '.meters .gauge');
      const readout = await desk.page.evaluate(() => boxOf('.meters > li > :last-child').height);
      assert.ok(readout < 1.5 * now.height, `${readout} at ${width}`);
      assert.ok(now.left > bar.right && now.top < bar.bottom, `${width}`);
    }
    await desk.page.setViewport({ width: 1280, height: 800 });
  });

  it('saves with how few numbers a goal was reached, and emphasises Next in place of Hint', async () => {
    await setViewport({ width: 1280, height: 800 });
    await showOnly(desk.page, { guide: 'practice-goals-noodles' });
    const look = () =>
      desk.page.evaluate(() => {
        const strong = allInLab('.moves button, .turn').filter((button) => {
          const { backgroundColor, color } = getComputedStyle(button);
          return (
            backgroundColor === getComputedStyle(inLab('.course') ?? button).color &&
            color !== backgroundColor
          );
        });
        return {
          strong: strong.map((button) => button.textContent?.split(' ')[0]),
          height: inLab('.moves p')?.getBoundingClientRect().height,
        };
      });
    const before = await look();
    assert.deepEqual(before.strong, ['Hint']);
    for (const [place, value] of /** @type {const} */ ([
      ['k.0.3.0', '3'],
      ['k.0.3.1', '2'],
    ])) {
      await ways.keys(`[data-place="${place}"] >> 0`);
      await desk.hands.find('.trace input');
      await setField(desk.page, '.trace input', value);
      await settle(desk.page);
    }
    assert.match(await reply(), /^Right\. /);
    assert.match((await desk.hands.state()).answers, /practice-goals-noodles_reached\.2\*/);
    assert.deepEqual(await look(), { ...before, strong: ['Next'] });
    await desk.hands.click('.moves button', 'Start again');
    assert.deepEqual(await look(), before);
  });

  it('has a hint for each goal, on whose pages axe finds nothing', async () => {
    const [{ id: first }] = goalChapter.pages;
    for (const { id } of goalChapter.pages) {
      await showOnly(desk.page, { guide: id });
      // Their tables have the lab's colours, which other tests check.
      await assertSound(id, id === first ? [] : OF_LOOKS);
      await desk.hands.click('.moves .check');
      const hint = await desk.hands.textOf('.hint');
      if (id.endsWith('-twice')) assert.match(hint, /^e to which power is 2\?/);
      assert.ok(hint.length > 20, id);
    }
  });

  it('shows no verdict during the twelve questions, and the result at the end', async () => {
    const seed = 5;
    await showOnly(desk.page, { guide: `practice-test-${seed}-1` });
    const questions = drawQuestions(seed);
    for (const { answers, number } of questions) {
      if (answers) await ways.mouse(`.answer >> ${Object.values(answers).indexOf('right')}`);
      else {
        await setField(desk.page, '.blanks input', Number(number), []);
        await ways.mouse('.check >> 0');
      }
      assert.match(await reply(), /^Saved\./);
      assert.equal((await desk.hands.state()).answers.includes('*'), false);
      await desk.hands.click(NEXT);
    }
    assert.match(await desk.hands.textOf('.setup'), /12 of 12/);
    await assertSound('the end');
  });

  it('keeps a number of the twelve questions however the reader leaves its field', async () => {
    const readAnswers = async () => (await desk.hands.state()).answers;
    const type = async (/** @type {string} */ number) => {
      await desk.hands.click('.blanks input');
      await desk.hands.retype(number);
    };
    await showOnly(desk.page, { guide: 'practice-test-1-6' });
    await desk.hands.click(NEXT);
    await type('−0,25');
    await desk.hands.click(NEXT);
    assert.match(await desk.hands.textOf('.step-title'), /8/);
    assert.match(await readAnswers(), /practice-test-1-7_-0\.25( |$)/);
    await desk.hands.click(PREVIOUS);
    await type('0.75');
    await desk.hands.press('Tab');
    assert.match(await readAnswers(), /practice-test-1-7_0\.75( |$)/);
    await type('0.5');
    await desk.page.evaluate(() => history.back());
    await desk.page.waitForFunction(() => lab.guide !== 'practice-test-1-7');
    await settle(desk.page);
    assert.match(await readAnswers(), /practice-test-1-7_0\.5( |$)/);
  });

  it('keeps a number that a goal does not allow out of its tables, and says so at its field', async () => {
    await showOnly(desk.page, { guide: 'practice-goals-noodles' });
    await desk.hands.click('.goal td[data-place="k.0.3.0"]');
    const { edits } = await desk.hands.state();
    const setTo = async (/** @type {string} */ text) => {
      await desk.hands.click('.editor .edit');
      await desk.hands.retype(text);
      await desk.hands.press('Enter');
      return desk.hands.textOf('.editor .wrong');
    };
    assert.match(await setTo('9'), /“9” is not a number from −3 to 3/);
    assert.equal((await desk.hands.state()).edits, edits);
    assert.equal(await setTo('3'), '');
    assert.notEqual((await desk.hands.state()).edits, edits);
  });

  it('offers one hint until the next change', async () => {
    await showOnly(desk.page, { guide: 'practice-goals-noodles' });
    const isOffered = () => desk.page.evaluate(() => inLab('.moves .check')?.ariaDisabled);
    assert.equal(await isOffered(), 'false');
    await desk.hands.click('.moves .check');
    assert.equal(await isOffered(), 'true');
    assert.match(await desk.hands.textOf('.hint'), /You can ask again after your next change\.$/);
    assert.equal(
      await desk.page.evaluate(() => inLab('.moves .check')?.getAttribute('aria-describedby')),
      await desk.page.evaluate(() => inLab('.hint')?.id),
    );
  });

  it('shows a hint directly below its button, and in view', async () => {
    await showOnly(desk.page, { guide: 'practice-goals-noodles' });
    await desk.hands.click('.moves .check');
    await desk.page.waitForFunction(() => {
      const hint = boxOf('.hint');
      return hint.top - boxOf('.moves .check').bottom < 30 && hint.bottom <= boxOf('.bar').top;
    });
  });

  it('opens from the lab with the lab’s numbers, and returns to it', async () => {
    await showOnly(desk.page, { sentence: 'tea or milk', heads: 1 });
    await desk.hands.click('.invitation :is(a, button)', 'Check your own numbers');
    const { guide, sentence } = await desk.hands.state();
    assert.deepEqual([guide, sentence], ['practice-check', 'tea or milk']);
    await desk.hands.click('.course-bar :is(a, button)', 'Back to the lab');
    assert.equal((await desk.hands.state()).sentence, 'tea or milk');
    // Practice is no page of the course to return to.
    assert.match(await desk.hands.textOf('.invitation :is(a, button)'), /^The course: eight/);
  });
});
