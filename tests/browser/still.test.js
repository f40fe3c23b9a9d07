// An answer moves nothing: on every page of the course the question, the figure and Next stay where they are.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { pages } from '../../web/features/course/index.js';
import { makePageState } from '../../web/pages/chapters.js';
import { again } from '../support/extent.js';
import { isAtHand, PRESSED } from './course.js';
import { inOneBrowser } from './each-browser.js';
import { settle } from './hands.js';
import { showOnly } from './lab.js';

/** @import { Page } from '../../web/pages/types.js' */

const SIZES = [
  { width: 1280, height: 800 },
  { width: 390, height: 844, hasTouch: true, isMobile: true },
];
/** Pixels that nobody notices: names of points keep apart from each other. */
const FEW = 6;

/** What is measured: all that can be read or pressed before the reply. */
const PARTS = [
  ...['.course-bar', '#step-title', '.setup *', '.question', '.question *'],
  ...[
    '.figure .token',
    '.figure :is(button, input, select)',
    '.figure :is(table, td, [data-level], svg)',
  ],
].join();

inOneBrowser('an answer moves nothing', (desk) => {
  /** Notes where all stands. By its words, where it is drawn anew: a word that is pressed is a button. */
  const places = () =>
    desk.page.evaluate((selector) => {
      const all = allInLab(selector).filter(
        (one) =>
          one.checkVisibility() && !one.matches('.connectors') && !one.closest('.later, .trace'),
      );
      /** @type {Record<string, number>} */
      const counts = {};
      /** @type {Record<string, number>} */
      const tops = {};
      for (const one of all) {
        // Covered numbers are shown with the answer, and captions say more.
        const words = one.matches('.token') ? one.textContent?.trim() : '';
        const kind = one.matches('.token') ? 'token' : one.localName;
        const name = `${kind} ${words}`;
        counts[name] = (counts[name] ?? 0) + 1;
        tops[`${name} ${counts[name]}`] = one.getBoundingClientRect().top + scrollY;
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

  for (const size of SIZES) {
    const test = size.hasTouch ? it : again;
    test(`on each page at ${size.width} × ${size.height}`, async () => {
      await desk.page.setViewport(size);
      await desk.page.evaluate(async () => {
        await lab.ready;
      });
      const moved = [];
      for (const page of pages.filter(isAtHand)) {
        await showOnly(desk.page, makePageState(page));
        await settle(desk.page);
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

  it('nor does the end of a training move what starts it', async () => {
    await desk.page.setViewport(SIZES[0]);
    await desk.page.evaluate(async () => {
      await lab.ready;
    });
    const page = /** @type {Page} */ (pages.find(({ id }) => id === 'scoring-learn'));
    await showOnly(desk.page, { ...makePageState(page), answers: 'scoring-learn_2' });
    await settle(desk.page);
    const seen = await desk.page.evaluate(async () => {
      const parts = () =>
        allInLab('.training .buttons > *, .training > *, .turns, .question').map((one) => {
          const { left, top } = one.getBoundingClientRect();
          return `${one.localName}.${one.className} ${Math.round(left)} ${Math.round(top)}`;
        });
      const found = [parts()];
      const [first] = allInLab('.training .buttons button');
      first.click();
      await lab.updateComplete;
      found.push(parts());
      first.click();
      lab.setState({ training: 2500 });
      do {
        await new Promise(requestAnimationFrame);
        while (!(await lab.updateComplete));
      } while (!/Step 2,500/.test(inLab('.reached')?.textContent ?? ''));
      found.push(parts());
      return found;
    });
    for (const one of seen) assert.deepEqual(one, seen[0]);
  });
});
