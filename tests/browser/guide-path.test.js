// The guided path by mouse: a question first, then the numbers, and nothing that gives them away.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { chapterState, chapters } from '../../web/lessons/guide.js';
import { inEachBrowser } from './each-browser.js';
import { NEXT, PREVIOUS, settle } from './hands.js';
import { assertRounded, assertTable, readTables, recompute, showOnly } from './lab.js';

/** @typedef {import('../../web/elements/attention-lab.js').AttentionLab} Lab */

inEachBrowser('the guided path', (desk, browserName) => {
  /** What of the chapter is on screen, whatever was looked at before. */
  const picture = () =>
    desk.page.evaluate(() => {
      const root = document.querySelector('attention-lab')?.shadowRoot;
      const text = (/** @type {Element | null | undefined} */ one) =>
        one?.textContent?.replace(/\s+/g, ' ').trim() ?? '';
      const stage = root?.querySelector('.guide .stage');
      return {
        all: text(root?.querySelector('.guide')),
        note: text(root?.querySelector('.guide header .note')),
        title: text(root?.querySelector('#step-title')),
        question: text(root?.querySelector('.question legend')),
        answers: [...(root?.querySelectorAll('.answer') ?? [])].map(text),
        pressed: [...(root?.querySelectorAll('.answer') ?? [])].map((one) => one.ariaPressed),
        reply: text(root?.querySelector('.reply')),
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
        spread: stage?.querySelector('.spread') !== null,
        panel: stage?.querySelector('.trace') !== null,
      };
    });

  /** Every number on screen is the core's, in tables and in prose. @param {string} where */
  async function assertNumbers(where) {
    const state = await desk.hands.state();
    const tensors = recompute({ state });
    const tables = (await readTables(desk.page)).filter(({ cells }) => cells.length > 0);
    for (const table of tables) assertTable(table, tensors, where);
    const known = new Set(Object.values(tensors).flatMap(({ data }) => [...data]));
    for (const [value, text] of (await picture()).quoted) {
      const number = Math.fround(Number(value));
      assert.ok(known.has(number), `${where}: ${value} in the text is a number of the lesson`);
      assertRounded(text, number, `${where}: ${value}`);
    }
    return tables.length;
  }

  chapters.forEach((chapter, i) => {
    it(`${i + 1}, ${chapter.title}: asks, covers, answers, lets try and leads on`, async () => {
      const { hands, page } = desk;
      if (i === 0) {
        await showOnly(page, {});
        await hands.click('.invitation button', 'Take the guided path');
      } else assert.equal((await hands.state()).guide, i + 1, 'Next has led here');
      const asked = await picture();
      assert.ok(
        asked.note.startsWith(`Guided path, ${i + 1} of ${chapters.length}: ${chapter.section}`),
      );
      assert.deepEqual([asked.title, asked.question], [chapter.title, chapter.question]);
      assert.deepEqual(
        asked.answers,
        chapter.answers.map(({ text }) => text),
      );
      assert.ok(asked.tables <= 3, `${asked.tables} matrices`);
      assert.deepEqual(
        asked.covered,
        chapter.tensors.slice(-1).map((name) => name.split('.')[0]),
        'what the question is about is covered',
      );
      assert.deepEqual([asked.reply, asked.spread, asked.panel], ['', false, false]);
      await assertNumbers(`${chapter.id}, asked`);

      for (const [answer, { right }] of chapter.answers.entries()) {
        // What is answered does not depend on the browser either: there one of them is pressed.
        if (browserName === 'firefox' && answer !== i % chapter.answers.length) continue;
        await hands.click(`.answer:nth-of-type(${answer + 1})`);
        const told = await picture();
        assert.ok(told.reply.startsWith(right ? 'Yes.' : 'Not so.'), told.reply);
        assert.ok(told.reply.length > 20, told.reply);
        assert.equal(told.pressed.indexOf('true'), answer);
        assert.deepEqual(told.covered, []);
        assert.ok((await assertNumbers(`${chapter.id}, answered`)) > 0);
      }

      const last = i === chapters.length - 1;
      const answered = { ...(await picture()), pressed: [] };
      const home = await hands.state();
      await hands.click('.try button', 'Do it');
      const tried = await hands.state();
      for (const [name, value] of Object.entries(chapter.tryIt.patch)) {
        assert.equal(tried[/** @type {'guide'} */ (name)], value, `${name} as proposed`);
      }
      await assertNumbers(`${chapter.id}, tried`);
      if (last) return;
      assert.ok(((await picture()).tables || Number((await picture()).spread)) > 0);
      await hands.click('.try button', 'Back to before');
      assert.deepEqual(await hands.state(), home);
      assert.deepEqual({ ...(await picture()), pressed: [] }, answered);
      await hands.click(NEXT);
    });
  });

  it('whoever changes something else is told so, and finds back', async () => {
    const { hands, page } = desk;
    await showOnly(page, chapterState(4));
    await hands.click('.answer:nth-of-type(2)');
    await hands.doubleClick('.stage td[data-place="embeddings.0.0"]');
    await hands.retype('3');
    await hands.press('Enter');
    assert.match((await picture()).all, /You have changed something of your own/);
    assert.equal((await picture()).reply, '');
    await assertNumbers('away');
    await hands.click('.prose button', 'Back to its numbers');
    assert.ok((await picture()).reply.startsWith('Yes.'));
    assert.equal((await hands.state()).edits, '');
  });

  it('“Just let me play” leaves the path where it is', async () => {
    const { hands, page } = desk;
    await showOnly(page, chapterState(8));
    await hands.click('.invitation button', 'Just let me play');
    const { guide, mask } = await hands.state();
    assert.deepEqual([guide, mask], [0, 'causal']);
    assert.equal(await hands.count('.guide'), 0);
    assert.equal(await hands.count('.settings'), 1);
  });

  // What follows of a state does not depend on the browser; that a button works is seen above.
  if (browserName === 'firefox') return;

  it('forward, back and directly give the same pictures', async () => {
    const { hands, page } = desk;
    await showOnly(page, {});
    await hands.click('.invitation button', 'Take the guided path');
    /** @type {unknown[]} */
    const forward = [];
    for (const chapter of chapters) {
      forward.push(await picture());
      // What was answered or looked at leaves no trace in the next.
      await hands.click('.answer:nth-of-type(1)');
      if (chapter !== chapters.at(-1)) await hands.click(NEXT);
    }
    for (const expected of forward.slice(0, -1).toReversed()) {
      await hands.click(PREVIOUS);
      assert.deepEqual(await picture(), expected);
    }
    for (const i of [11, 3, chapters.length - 1, 0]) {
      await hands.click(`.bar li:nth-child(${i + 1}) button`);
      assert.deepEqual(await picture(), forward[i]);
      await page.evaluate(
        (state) => {
          /** @type {Lab} */ (document.querySelector('attention-lab')).setState(state);
        },
        chapterState(i + 1),
      );
      await settle(page);
      assert.deepEqual(await picture(), forward[i]);
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
        await hands.click('.try button', 'Do it');
        const tried = await hands.state();
        for (const [name, value] of Object.entries(chapter.tryIt.patch)) {
          assert.equal(tried[/** @type {'guide'} */ (name)], value, `${chapter.id}: ${name}`);
        }
        if (tried.guide === 0) continue;
        await assertNumbers(`${chapter.id}, only to be looked at`);
        await hands.click('.try button', 'Back to before');
        assert.deepEqual(await hands.state(), home);
      }
    } finally {
      await fix(false);
    }
  });
});
