// Every page of the course: its numbers are the run's, it takes wrong and right answers by mouse,
// keys and touch, and axe finds nothing.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { pages } from '../../web/features/course/index.js';
import { makePageState } from '../../web/pages/chapters.js';
import { courseOn, DESK, isAtHand, PHONE, pageNamed } from './course.js';
import { inEachBrowser } from './each-browser.js';
import { settle } from './hands.js';
import { recompute, showOnly } from './lab.js';

/** @import { Page } from '../../web/pages/types.js' */
/** @import { State } from '../../web/state/types.js' */

const atHand = pages.filter(isAtHand);
/**
 * A page of each chapter and of each kind of task, which include everything in which browsers could
 * differ.
 */
const samplePages = [
  ...'why-cup mixing-values mixing-slide scoring-dot projections-three order-append'.split(' '),
  ...['heads-output', 'translation-additive', 'own-picture'],
].map((id) => pageNamed(id));

/** For the other browser: a page of each kind of task. */
const OF_EACH_KIND = samplePages.filter(
  ({ task }, i) => samplePages.findIndex((page) => page.task?.kind === task?.kind) === i,
);

it('a page of each chapter and task is answered, and each task in every browser', () => {
  const chapters = (/** @type {Page[]} */ list) => list.map(({ id }) => id.split('-')[0]);
  const kinds = (/** @type {Page[]} */ list) => list.flatMap(({ task }) => task?.kind ?? []).sort();
  assert.deepEqual(new Set(chapters(samplePages)), new Set(chapters(atHand)));
  assert.deepEqual(new Set(kinds(samplePages)), new Set(kinds(atHand)));
  assert.deepEqual(new Set(kinds(OF_EACH_KIND)), new Set(kinds(atHand)));
});

inEachBrowser('the course', (desk, browserName, once) => {
  const isChromium = browserName === 'chromium';
  const here = isChromium ? atHand : OF_EACH_KIND;

  const { reply, open, give, parts, setViewport, touches, ways, ...course } = courseOn(desk);
  const answer = course.answerWrongThenRight;

  /** @param {string} where */
  async function assertFigures(where) {
    const state = await desk.hands.state();
    const tensors = state.source === 'describer' || isAtHand({ state }) ? recompute({ state }) : {};
    await course.assertFigures(tensors, where);
  }

  for (const page of here) {
    const isAnswered = samplePages.includes(page);
    const way = isChromium ? 'mouse' : 'keys';
    const what = isAnswered ? `wrong and right, by ${way}` : 'asked';
    // Every page is answered by touch below, so other ways are tried only on some pages of each
    // kind.
    it(`${page.id}: shows the numbers of the run, ${what}`, async () => {
      await desk.page.setViewport(DESK);
      await open(page);
      await assertFigures(`${page.id}, asked`);
      await assertLarge(`${page.id}, asked`, 24);
      // The question stays after the answer, so the page before the answer is checked only for each
      // kind of task.
      if (isChromium && OF_EACH_KIND.includes(page)) await course.assertSound(`${page.id}, asked`);
      if (!isAnswered) return;
      await answer(page, ways[way]);
      await assertFigures(`${page.id}, answered`);
      if (isChromium) await course.assertSound(`${page.id}, answered`);
    });
  }

  /**
   * Asserts that everything to press around figures is large enough.
   * @param {string} where
   * @param {number} least the least size in pixels
   */
  async function assertLarge(where, least) {
    const small = await desk.page.evaluate((wanted) => {
      const all = allInLab(
        '.course-bar :is(a, button, summary), .task :is(a, button, select, input), .choose, .walk button',
      );
      return (
        [...(all ?? [])]
          .filter((element) => element.checkVisibility())
          // The parts of the formula are in a line of text, and the list of chapters leads to the
          // same pages.
          .filter((element) => wanted <= 24 || !element.matches('.part'))
          .map((element) => ({ element, box: element.getBoundingClientRect() }))
          .filter(({ box }) => Math.min(box.width, box.height) < wanted - 0.01)
          .map(({ element, box }) => `${element.textContent?.trim()}: ${box.width} × ${box.height}`)
      );
    }, least);
    assert.deepEqual(small, [], where);
  }

  it('on a phone no page is wider than the screen, replies are visible, and the focus stays', async () => {
    await setViewport(isChromium ? PHONE : { ...DESK, width: PHONE.width });
    // Scroll the pressed element to the bottom of the window.
    const low = async (/** @type {string} */ which) => {
      const pressed = await parts(which);
      const press = async () => {
        await pressed.evaluate((element) => element.scrollIntoView({ block: 'end' }));
        await (isChromium ? touches.touch(which) : pressed.click());
        await settle(desk.page);
      };
      await press();
      const isAnswer = /^\.(check|answer) /.test(which);
      // The same holds if the same answer is given again.
      if (isAnswer && samplePages.includes(now)) await press();
      const { top, bottom, end, focused } = await desk.page.evaluate(() => {
        const end = Math.min(innerHeight, boxOf('.turns').top);
        const focused = lab.shadowRoot?.activeElement?.className ?? '';
        return { ...boxOf('.reply'), end, focused };
      });
      const where = `${now.id}: ${which}`;
      if (isAnswer) assert.match(focused, /check|answer/, where);
      if ((await reply()) === '') return;
      assert.ok(top >= 0 && bottom <= end + 0.5, `${where}: ${top} to ${bottom} of ${end}`);
    };
    let now = here[0];
    for (const page of here) {
      now = page;
      await open(page);
      await assertLarge(`${page.id}, asked`, isChromium ? 44 : 24);
      await answer(page, low);
      await course.assertNotWider(page.id);
      await assertFigures(`${page.id}, answered by fingers`);
      // Pages that are not answered above.
      if (isChromium && !samplePages.includes(page))
        await course.assertSound(`${page.id}, answered`);
    }
  });

  once('each button is large enough in the list of chapters and after a mistake', async () => {
    const both = async (/** @type {number} */ least) => {
      await open(pages[0]);
      await desk.hands.click('.contents summary');
      await assertLarge('all chapters', least);
      await desk.hands.click('.contents summary');
      // The page after a wrong answer, with the button that shows the answer.
      const page = pageNamed('own-formula');
      await showOnly(desk.page, makePageState(page, 'own-formula_1_1_1_1'));
      assert.equal(await desk.hands.count('.show-answer'), 1);
      await assertLarge('the way out', least);
    };
    assert.ok(await desk.page.evaluate(() => matchMedia('(pointer: coarse)').matches));
    await both(44);
    await setViewport(DESK);
    await both(24);
  });

  // Links and authors can change settings that pages do not let a reader change.
  once('a page with other settings is drawn, or says whose numbers it shows', async () => {
    const others = [
      ...[{ mechanism: 'additive' }, { keys: 'queries' }, { sentence: 'a' }, { target: 'he is' }],
    ];
    await showOnly(desk.page, makePageState(pages[0]));
    for (const page of atHand) {
      const { id } = page;
      const failed = await desk.page.evaluate(
        async (state, changes) => {
          const found = [];
          for (const change of changes) {
            lab.reset();
            // An address that names only a page has that page's state.
            lab.setState(state);
            lab.setState(/** @type {object} */ (change));
            // This promise rejects if an update throws.
            await lab.updateComplete.catch((error) => found.push([change, String(error)]));
            if (!inLab('section.course :is(.figure, .prose)')?.textContent)
              found.push([change, 'nothing is shown']);
          }
          return found;
        },
        makePageState(page),
        others,
      );
      assert.deepEqual(failed, [], id);
    }
  });
});
