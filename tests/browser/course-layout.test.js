// The layout of course pages on narrow and wide screens. An answer does not move anything.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { pages } from '../../web/features/course/index.js';
import { getCourseChapters } from '../../web/pages/chapters.js';
import { RIGHT } from '../course/answers.js';
import { courseOn, DESK, isAtHand, PHONE, PRESSED, pageNamed, rightOf } from './course.js';
import { inEachBrowser, inOneBrowser } from './each-browser.js';
import { settle } from './hands.js';
import { boxesOf, readExcess } from './lab.js';
import '../support/features.js';

/** @import { Page } from '../../web/pages/types.js' */

/** A shift in pixels that nobody notices, because names of points avoid each other. */
const FEW = 6;

/** The measured parts: everything above the reply that can be read or pressed. */
const PARTS = [
  ...['.course-bar', '.step-title', '.setup *', '.question', '.question *'],
  ...[
    '.figure .token',
    '.figure :is(button, input, select)',
    '.figure :is(table, td, [data-level], svg)',
  ],
].join();

inOneBrowser('the place of every part of a page', (desk) => {
  const { open, setViewport } = courseOn(desk);

  /**
   * Records the place of every part. Redrawn words are matched by their text, because a pressed
   * word becomes a button.
   */
  const places = () =>
    desk.page.evaluate((selector) => {
      const all = allInLab(selector).filter(
        (element) =>
          element.checkVisibility() &&
          !element.matches('.connectors') &&
          !element.closest('.later, .trace'),
      );
      /** @type {Record<string, number>} */
      const counts = {};
      /** @type {Record<string, number>} */
      const tops = {};
      for (const element of all) {
        // Answers reveal covered numbers and extend captions, so only words are matched by their
        // text.
        const words = element.matches('.token') ? element.textContent?.trim() : '';
        const kind = element.matches('.token') ? 'token' : element.localName;
        const name = `${kind} ${words}`;
        counts[name] = (counts[name] ?? 0) + 1;
        tops[`${name} ${counts[name]}`] = element.getBoundingClientRect().top + scrollY;
      }
      return { tops, next: inLab('.turns')?.getBoundingClientRect().top ?? 0 };
    }, PARTS);

  /** @param {Page} page */
  async function answersTo({ id, task }) {
    if (!task) return [];
    const edits = {
      'mixing-slide': 'weights.0.1.0:0.1;weights.0.1.1:0.3;weights.0.1.2:0.6',
      'scoring-turn': 'q.0.1.0:-4;q.0.1.1:4',
    }[id];
    if (task.kind === 'target') return edits ? [{ edits }] : [];
    const count = task.kind === 'pick' ? await desk.hands.count(PRESSED) : 0;
    const values = {
      choice: () =>
        /** @type {any} */ (task).answers.map(
          (/** @type {unknown} */ _, /** @type {number} */ i) => i,
        ),
      pick: () => [...Array(Math.min(count, 16)).keys()],
      numbers: () => [/** @type {any} */ (task).labels.map(() => 98765).join('_'), 'shown'],
      match: () => [/** @type {any} */ (task).items.map(() => 0).join('_'), 'shown'],
    }[task.kind]();
    return values.map((/** @type {unknown} */ value) => ({ answers: `${id}_${value}` }));
  }

  for (const size of [DESK, PHONE]) {
    it(`is the same before and after an answer at ${size.width} × ${size.height}`, async () => {
      await setViewport(size);
      const moved = [];
      for (const page of pages.filter(isAtHand)) {
        await open(page);
        const before = await places();
        for (const answer of await answersTo(page)) {
          await desk.page.evaluate((change) => lab.setState(change), answer);
          await settle(desk.page);
          const { tops, next } = await places();
          if (Math.abs(next - before.next) > FEW)
            moved.push(`${page.id}: Next ${before.next} → ${next}`);
          for (const [name, top] of Object.entries(before.tops)) {
            if (name in tops && Math.abs(tops[name] - top) > FEW)
              moved.push(`${page.id} ${JSON.stringify(answer)}: ${name} ${top} → ${tops[name]}`);
          }
        }
      }
      assert.deepEqual(moved, []);
    });
  }

  it('fits a window of any width beside the text once it is answered', async () => {
    const wide = [];
    for (const width of [920, 1000, 1120]) {
      await setViewport({ width, height: 800 });
      for (const page of pages.filter((candidate) => candidate.task && isAtHand(candidate))) {
        await open(page);
        await desk.page.evaluate((answers) => lab.setState({ answers }), rightOf(page.id));
        await settle(desk.page);
        const excess = await readExcess(desk.page);
        if (excess > 0) wide.push(`${page.id}: ${excess} of ${width}`);
      }
    }
    assert.deepEqual(wide, []);
  });

  it('a laptop shows what follows from a changed matrix above the bar', async () => {
    await setViewport(DESK);
    const page = pageNamed('projections-three');
    await open(page);
    await desk.page.evaluate((answers) => lab.setState({ answers }), rightOf(page.id));
    await desk.hands.click('.later .choose');
    const [words, bar] = await boxesOf(desk.page, '.later .follows', '.bar');
    assert.ok(words.height > 0 && words.bottom <= bar.top, `${words.bottom}, ${bar.top}`);
  });

  it('a phone shows the first question, its word and the bar on one screen', async () => {
    await setViewport(PHONE);
    await open(pageNamed('why-flip'));
    const [question, word, bar] = await desk.page.evaluate(() =>
      ['.question', '.in-column .token:last-child', '.turns'].map((selector) => {
        const { top = -1, bottom = -1 } =
          allInLab(selector)
            .find((part) => part.checkVisibility())
            ?.getBoundingClientRect() ?? {};
        return { top, bottom };
      }),
    );
    assert.ok(question.top > 0 && question.bottom < word.top, 'the question comes first');
    assert.ok(
      word.bottom <= bar.top,
      `the word ends at ${word.bottom}, the bar begins at ${bar.top}`,
    );
  });

  it('a phone shows that answers follow a question, also where a page is cut below it', async () => {
    await setViewport(PHONE);
    const hidden = [];
    let visible = 0;
    for (const page of pages) {
      if (page.task?.kind !== 'choice' || !(isAtHand(page) || page.id === 'heads-why')) continue;
      await open(page);
      const [question, answer, bar] = await boxesOf(desk.page, '.question', '.answer', '.turns');
      const isVisible = question.bottom <= bar.top;
      visible += Number(isVisible);
      if (isVisible && answer.top > bar.top - 12) hidden.push(`${page.id}: ${answer.top}`);
    }
    assert.ok(visible > 1);
    assert.deepEqual(hidden, []);
  });

  it('the list of chapters lies over the page, which does not move, and closes again', async () => {
    const { hands, page } = desk;
    const measure = () =>
      page.evaluate(() => {
        const list = inLab('.contents > div');
        const isOpen = list?.checkVisibility() === true;
        const links = isOpen ? allInLab('.contents ol a') : [];
        const isOnTop = links.every((link) => {
          link.scrollIntoView({ block: 'nearest' });
          const { left, top, height } = link.getBoundingClientRect();
          const root = /** @type {ShadowRoot} */ (lab.shadowRoot);
          return link.contains(root.elementFromPoint(left + 4, top + height / 2));
        });
        scrollTo(0, 0);
        const tops = ['.course-bar', '.step-title', '.figure', '.bar'].map(
          (selector) => inLab(selector)?.getBoundingClientRect().top,
        );
        return { isOpen, isOnTop, count: links.length, tops };
      });
    for (const [i, size] of [DESK, PHONE].entries()) {
      await setViewport(size);
      await open(pageNamed('scoring-turn'));
      const { tops } = await measure();
      const closed = { isOpen: false, isOnTop: true, count: 0, tops };
      for (const close of [
        () => hands.press('Escape'),
        () => page.$eval('body', (elsewhere) => /** @type {HTMLElement} */ (elsewhere).click()),
        () => hands.click('.contents summary'),
      ]) {
        await hands.click('.contents summary');
        const count = getCourseChapters().length;
        assert.deepEqual(await measure(), { isOpen: true, isOnTop: true, count, tops }, `${i}`);
        await close();
        assert.deepEqual(await measure(), closed, `${size.width} ${close}`);
      }
      await hands.click('.contents summary');
      await hands.click('.contents li:last-child a');
      assert.match((await hands.state()).guide, /^own-/);
      assert.equal((await measure()).isOpen, false);
    }
  });

  it('is the same before, during and after training', async () => {
    await setViewport(DESK);
    await open(pageNamed('scoring-learn'), 'scoring-learn_2');
    const seen = await desk.page.evaluate(async () => {
      const parts = () =>
        allInLab('.training .buttons > *, .training > *, .turns, .question').map((element) => {
          const { left, top } = element.getBoundingClientRect();
          return `${element.localName}.${element.className} ${Math.round(left)} ${Math.round(top)}`;
        });
      const found = [parts()];
      const [first] = allInLab('.training .buttons button');
      first.click();
      await lab.updateComplete;
      found.push(parts());
      first.click();
      lab.setState({ training: 2500 });
      do {
        await nextFrames();
        while (!(await lab.updateComplete));
      } while (!/Step 2,500/.test(inLab('.reached')?.textContent ?? ''));
      found.push(parts());
      return found;
    });
    for (const texts of seen) assert.deepEqual(texts, seen[0]);
  });
});

inOneBrowser('texts of twice the size in a window of 360 pixels', (desk) => {
  const { open, assertNotWider } = courseOn(desk);
  it('no page is wider than the window, asked or answered', async () => {
    await desk.page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
    // Chromium re-evaluates container queries when the width changes, but not when the root's font
    // size does.
    await desk.page.setViewport({ width: 360, height: 800 });
    const read = pages.filter((page) => isAtHand(page) || page.id === 'heads-silence');
    assert.ok(read.length > 25);
    for (const page of read) {
      const answered = page.id in RIGHT ? [rightOf(page.id)] : [];
      for (const answers of ['', ...answered]) {
        await open(page, answers);
        await assertNotWider(`${page.id}, ${answers}`);
      }
    }
  });
});

inEachBrowser('a table of the course that is wider than a phone', (desk) => {
  const { open } = courseOn(desk);

  it('keeps its caption and its row headers in view when it is scrolled', async () => {
    await desk.page.setViewport({ width: 390, height: 844 });
    await open(pageNamed('why-even'), rightOf('why-even'));
    const hidden = await desk.page.evaluate(() => {
      const matrix = /** @type {HTMLElement} */ (inLab('.later .matrix'));
      matrix.scrollLeft = matrix.scrollWidth;
      const { left } = matrix.getBoundingClientRect();
      const parts = [...matrix.querySelectorAll('caption, .corner span, tbody th')];
      const texts = parts.map((part) => {
        const range = document.createRange();
        range.selectNodeContents(part);
        return { text: part.textContent?.trim(), left: range.getBoundingClientRect().left };
      });
      return {
        scrolled: matrix.scrollLeft > 50,
        count: texts.length,
        texts: texts.filter((text) => text.left < left - 1),
      };
    });
    assert.ok(hidden.scrolled && hidden.count >= 2);
    assert.deepEqual(hidden.texts, []);
  });
});
