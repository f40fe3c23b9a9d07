// The guided path by mouse: a question first, then the numbers, and nothing that gives them away.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { chapterState, chapters } from '../../web/lessons/guide.js';
import { inOneBrowser } from './each-browser.js';
import { NEXT, PREVIOUS, settle } from './hands.js';
import { assertRounded, assertTable, readTables, recompute, showOnly } from './lab.js';

/** @typedef {import('../../web/elements/attention-lab.js').AttentionLab} Lab */

/** The page of the path, and what belongs to its question. */
const GUIDE = '[aria-labelledby=step-title]';
const QUESTION = `${GUIDE} fieldset:has([aria-pressed])`;
const REPLY = `${QUESTION} + [role=status]`;

/** @param {number} i */
const answer = (i) => `${QUESTION} [aria-pressed]:nth-of-type(${i + 1})`;

inOneBrowser('the guided path', (desk) => {
  /** What a reply begins with. @type {Record<'right' | 'wrong', Set<string>>} */
  const verdicts = { right: new Set(), wrong: new Set() };

  /** What of the chapter is on screen, whatever was looked at before. */
  const view = () =>
    desk.page.evaluate(
      (selectors) => {
        const root = document.querySelector('attention-lab')?.shadowRoot;
        const text = (/** @type {Element | null | undefined} */ one) =>
          one?.textContent?.replace(/\s+/g, ' ').trim() ?? '';
        const [guide, question, reply] = selectors.map((one) => root?.querySelector(one));
        const stage = guide?.querySelector('.figure');
        return {
          all: text(guide),
          note: text(guide?.querySelector('header > :first-child')),
          title: text(root?.querySelector('#step-title')),
          question: text(question?.querySelector('legend')),
          answers: [...(question?.querySelectorAll('button') ?? [])].map(text),
          pressed: [...(question?.querySelectorAll('button') ?? [])].map((one) => one.ariaPressed),
          reply: text(reply),
          verdict: text(reply?.querySelector('b')),
          tables: stage?.querySelectorAll('table[data-tensor]').length ?? 0,
          covered: [
            ...new Set(
              [...(stage?.querySelectorAll('td.covered') ?? [])].map(
                (cell) => cell.closest('table')?.dataset.tensor,
              ),
            ),
          ],
          cells: [...(stage?.querySelectorAll('td[data-value]') ?? [])].map((cell) => [
            text(cell),
            ...[...cell.attributes]
              .filter(({ name }) => name !== 'tabindex')
              .map(({ name, value }) => `${name}=${value}`)
              .toSorted(),
          ]),
          quoted: [...(root?.querySelectorAll('.prose data') ?? [])].map((data) => [
            /** @type {HTMLDataElement} */ (data).value,
            text(data),
          ]),
          spread: stage?.querySelector('.score-variance') !== null,
          panel: stage?.querySelector('[aria-selected=true]') !== null,
        };
      },
      [GUIDE, QUESTION, REPLY],
    );

  /** Every number on screen is the core's, in tables and in prose. @param {string} where */
  async function assertNumbers(where) {
    const state = await desk.hands.state();
    const tensors = recompute({ state });
    const tables = (await readTables(desk.page)).filter(({ cells }) => cells.length > 0);
    for (const table of tables) assertTable(table, tensors, where);
    const known = new Set(Object.values(tensors).flatMap(({ data }) => [...data]));
    for (const [value, text] of (await view()).quoted) {
      const number = Math.fround(Number(value));
      assert.ok(known.has(number), `${where}: ${value} in the text is a number of the computation`);
      assertRounded(text, number, `${where}: ${value}`);
    }
    return tables.length;
  }

  chapters.forEach((chapter, i) => {
    it(`${i + 1}, ${chapter.title}: has a question, covers, answers, lets try and leads on`, async () => {
      const { hands, page } = desk;
      if (i === 0) {
        await showOnly(page, {});
        await hands.click('.invitation button');
      } else assert.equal((await hands.state()).guide, i + 1, 'Next has led here');
      const unanswered = await view();
      assert.match(unanswered.note, new RegExp(`\\b${i + 1} \\D+ ${chapters.length}\\b`));
      assert.ok(unanswered.note.endsWith(chapter.section), unanswered.note);
      assert.deepEqual([unanswered.title, unanswered.question], [chapter.title, chapter.question]);
      assert.deepEqual(
        unanswered.answers,
        chapter.answers.map(({ text }) => text),
      );
      assert.ok(unanswered.tables <= 3, `${unanswered.tables} matrices`);
      assert.deepEqual(
        unanswered.covered,
        chapter.tensors.slice(-1).map((name) => name.split('.')[0]),
        'what the question is about is covered',
      );
      assert.deepEqual([unanswered.reply, unanswered.spread, unanswered.panel], ['', false, false]);
      await assertNumbers(`${chapter.id}, asked`);

      for (const [which, { right }] of chapter.answers.entries()) {
        await hands.click(answer(which));
        const told = await view();
        verdicts[right ? 'right' : 'wrong'].add(told.verdict);
        assert.ok(told.reply.length > 20, told.reply);
        assert.equal(told.pressed.indexOf('true'), which);
        assert.deepEqual(told.covered, []);
        assert.ok((await assertNumbers(`${chapter.id}, answered`)) > 0);
      }

      const last = i === chapters.length - 1;
      const answered = { ...(await view()), pressed: [] };
      const home = await hands.state();
      await hands.click('.try button');
      const tried = await hands.state();
      for (const [name, value] of Object.entries(chapter.tryIt.patch)) {
        assert.equal(tried[/** @type {'guide'} */ (name)], value, `${name} as proposed`);
      }
      await assertNumbers(`${chapter.id}, tried`);
      if (last) return;
      assert.ok(((await view()).tables || Number((await view()).spread)) > 0);
      await hands.click('.try button');
      assert.deepEqual(await hands.state(), home);
      assert.deepEqual({ ...(await view()), pressed: [] }, answered);
      await hands.click(NEXT);
    });
  });

  it('all replies begin with one of two words, which say if the answer is right', () => {
    const [right, ...more] = [...verdicts.right, ...verdicts.wrong];
    assert.deepEqual([verdicts.right.size, verdicts.wrong.size], [1, 1]);
    assert.ok(right.length > 0 && !more.includes(right));
  });

  it('whoever changes something else is told so, and finds back', async () => {
    const { hands, page } = desk;
    await showOnly(page, chapterState(4));
    await hands.click(answer(1));
    await hands.doubleClick('.figure td[data-place="embeddings.0.0"]');
    await hands.retype('3');
    await hands.press('Enter');
    assert.equal((await view()).reply, '');
    await assertNumbers('away');
    await hands.click('.prose > p button');
    assert.ok(verdicts.right.has((await view()).verdict));
    assert.equal((await hands.state()).edits, '');
  });

  it('“Just let me play” leaves the path where it is', async () => {
    const { hands, page } = desk;
    await showOnly(page, chapterState(8));
    await hands.click('.invitation button');
    const { guide, mask } = await hands.state();
    assert.deepEqual([guide, mask], [0, 'causal']);
    assert.equal(await hands.count(QUESTION), 0);
    assert.equal(await hands.count('.settings'), 1);
  });

  it('forward, back and directly give the same views', async () => {
    const { hands, page } = desk;
    await showOnly(page, {});
    await hands.click('.invitation button');
    /** @type {unknown[]} */
    const forward = [];
    for (const chapter of chapters) {
      forward.push(await view());
      // What was answered or looked at leaves no trace in the next.
      await hands.click(answer(0));
      if (chapter !== chapters.at(-1)) await hands.click(NEXT);
    }
    for (const expected of forward.slice(0, -1).toReversed()) {
      await hands.click(PREVIOUS);
      assert.deepEqual(await view(), expected);
    }
    for (const i of [11, 3, chapters.length - 1, 0]) {
      await hands.click(`.bar li:nth-child(${i + 1}) button`);
      assert.deepEqual(await view(), forward[i]);
      await page.evaluate(
        (state) => {
          /** @type {Lab} */ (document.querySelector('attention-lab')).setState(state);
        },
        chapterState(i + 1),
      );
      await settle(page);
      assert.deepEqual(await view(), forward[i]);
    }
  });

  it('where nothing can be changed, each page is tried and gone back from', async () => {
    const { hands, page } = desk;
    const fix = (/** @type {boolean} */ readonly) =>
      page.evaluate((wanted) => {
        /** @type {Lab} */ (document.querySelector('attention-lab')).readonly = wanted;
      }, readonly);
    await fix(true);
    try {
      for (const [i, chapter] of chapters.entries()) {
        await showOnly(page, { ...chapterState(i + 1), answer: 0 });
        const home = await hands.state();
        await hands.click('.try button');
        const tried = await hands.state();
        for (const [name, value] of Object.entries(chapter.tryIt.patch)) {
          assert.equal(tried[/** @type {'guide'} */ (name)], value, `${chapter.id}: ${name}`);
        }
        if (tried.guide === 0) continue;
        await assertNumbers(`${chapter.id}, only to be looked at`);
        await hands.click('.try button');
        assert.deepEqual(await hands.state(), home);
      }
    } finally {
      await fix(false);
    }
  });
});
