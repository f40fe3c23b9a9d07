import assert from 'node:assert/strict';
import { it } from 'node:test';
import { pages } from '../../web/features/course/index.js';
import { getCourseChapters, listMainPages } from '../../web/pages/chapters.js';
import { RIGHT } from '../course/answers.js';
import { courseOn, DESK, isAtHand, PHONE, pageNamed, rightOf } from './course.js';
import { inOneBrowser } from './each-browser.js';
import { NEXT, settle } from './hands.js';
import { boxesOf, show } from './lab.js';
import '../support/features.js';

inOneBrowser('parts that belong together', (desk) => {
  const { open, give, setViewport, ways } = courseOn(desk);

  /** Answers at the top of the page, and measures. @param {string} answers @param {string[]} parts */
  async function measureAnswered(answers, ...parts) {
    await desk.page.evaluate(() => scrollTo(0, 0));
    await show(desk.page, { answers });
    return boxesOf(desk.page, ...parts);
  }

  it('a phone shows a training and its button on one screen', async () => {
    await desk.page.setViewport({ width: 390, height: 844 });
    await open(pageNamed('scoring-learn'), rightOf('scoring-learn'));
    const { arrows, learn, room } = await desk.page.evaluate(() => {
      const planes = allInLab('.learning .plane').filter((element) => element.checkVisibility());
      return {
        arrows: planes.map((plane) => plane.getBoundingClientRect().bottom),
        learn: boxOf('.training .buttons button').top,
        room: innerHeight - boxOf('.bar').height,
      };
    });
    assert.ok(
      arrows.some((bottom) => bottom > learn && bottom - learn < room),
      `${arrows}, ${learn}`,
    );
    await desk.page.setViewport({ width: 1280, height: 800 });
    const planes = await desk.page.evaluate(
      () => allInLab('.learning .plane').filter((element) => element.checkVisibility()).length,
    );
    assert.equal(planes, 1, 'a wide screen shows the arrows once');
  });
  it('a phone shows what a control of the reply changes within one screen of the control', async () => {
    for (const size of [PHONE, { ...PHONE, width: 320, height: 700 }]) {
      await setViewport(size);
      let count = 0;
      for (const page of pages.filter(
        (coursePage) => isAtHand(coursePage) || coursePage.id === 'heads-silence',
      )) {
        if (!(page.id in RIGHT)) continue;
        await open(page, `${rightOf(page.id)}*`);
        const far = await desk.page.evaluate(async () => {
          const controls = () => allInLab('.later :is(.choose, .slide input)');
          const pictures = () => allInLab('.figure :is(.arcs, .bars, svg, table, .measured)');
          const room = innerHeight - boxOf('.turns').height;
          const distances = [];
          for (const i of controls().keys()) {
            const control = /** @type {HTMLInputElement} */ (controls()[i]);
            const before = new Map(pictures().map((element) => [element, element.outerHTML]));
            control.value = control.max;
            if (control.localName === 'input')
              control.dispatchEvent(new Event('input', { bubbles: true }));
            else control.click();
            await lab.updateComplete;
            const { top, bottom } = control.getBoundingClientRect();
            const reaches = pictures()
              .filter(
                (element) => before.get(element) !== element.outerHTML && element.checkVisibility(),
              )
              .map((element) => element.getBoundingClientRect())
              .map((box) => Math.max(bottom, box.bottom) - Math.min(top, box.top));
            distances.push(Math.min(...reaches));
          }
          return {
            count: distances.length,
            far: distances.filter((way) => way < Infinity && way > room),
          };
        });
        count += far.count;
        assert.deepEqual(far.far, [], `${page.id} at ${size.width} pixels`);
      }
      assert.ok(count > 20, String(count));
    }
    await setViewport(DESK);
  });
  it('a wrong answer on a phone shows the button of the answer above the bar', async () => {
    let count = 0;
    for (const size of [PHONE, { ...PHONE, width: 320, height: 700 }]) {
      await setViewport(size);
      for (const page of pages.filter(isAtHand)) {
        if (page.task?.kind !== 'numbers' && page.task?.kind !== 'match') continue;
        await open(page);
        const answers = `${page.id}_${RIGHT[page.id].replaceAll(/-?[\d.]+/g, '98765')}`;
        const [end, bar] = await measureAnswered(answers, '.show-answer', '.turns');
        assert.ok(
          end.bottom <= bar.top,
          `${page.id} at ${size.width} pixels: ${end.bottom} of ${bar.top}`,
        );
        count += 1;
      }
    }
    await setViewport(DESK);
    assert.ok(count > 20, String(count));
  });
  it('a laptop shows a chapter’s whole summary without scrolling', async () => {
    await desk.page.setViewport({ width: 1280, height: 800 });
    let ends = 0;
    for (const chapter of getCourseChapters()) {
      const page = listMainPages(chapter.pages).at(-1);
      if (!page || !isAtHand(page) || !(page.id in RIGHT)) continue;
      await open(page, `${rightOf(page.id)}*`);
      await desk.page.evaluate(() => scrollTo(0, 0));
      const [{ bottom }, { top }] = await boxesOf(desk.page, '.recap', '.bar');
      ends++;
      assert.ok(bottom < top, `${page.id}: ${bottom} of ${top}`);
    }
    assert.ok(ends >= 5, String(ends));
  });
  it('a right answer on a laptop shows its whole reply, and cuts neither title nor figure', async () => {
    await desk.page.setViewport({ width: 1280, height: 800 });
    for (const page of pages.filter(
      (coursePage) => isAtHand(coursePage) && coursePage.id in RIGHT,
    )) {
      await open(page);
      const parts = ['.step-title', '.figure', '.reply', '.bar'];
      const [title, figure, reply, bar] = await measureAnswered(`${rightOf(page.id)}*`, ...parts);
      assert.ok(title.top >= 0, `${page.id}: the title begins at ${title.top}`);
      assert.ok(figure.top >= 0, `${page.id}: the figure begins at ${figure.top}`);
      assert.ok(
        reply.bottom <= bar.top,
        `${page.id}: the reply ends at ${reply.bottom}, the bar begins at ${bar.top}`,
      );
      const cut = await desk.page.evaluate(() =>
        [...allInLab('.figure .matrix')]
          .filter((element) => element.scrollWidth > element.clientWidth)
          .map((element) => element.querySelector('caption')?.textContent),
      );
      assert.deepEqual(cut, [], `${page.id}: tables that are cut`);
    }
  });
  it('a rotated phone shows the sentence of the first page before it is answered', async () => {
    await setViewport({ width: 844, height: 390, hasTouch: true, isMobile: true });
    await open(pageNamed('why-flip'));
    await desk.page.evaluate(() => scrollTo(0, 0));
    const [{ bottom }, { top }] = await boxesOf(desk.page, '.in-row .words', '.turns');
    await setViewport(DESK);
    assert.ok(bottom <= top, `the sentence ends at ${bottom}, the bar begins at ${top}`);
  });
  it('a page on a phone begins at its top when a reader comes from the end of another', async () => {
    await setViewport(PHONE);
    await open(pageNamed('why-flip'));
    await desk.page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await (await desk.hands.find(NEXT)).evaluate((button) => button.click());
    await settle(desk.page);
    assert.equal(await desk.hands.textOf('.turns .note'), '2 of 4');
    await desk.page.evaluate(() => nextFrames(2));
    const top = await desk.page.evaluate(() => scrollY);
    await setViewport(DESK);
    assert.equal(top, 0);
  });
  it('a laptop shows a plane and the sentence above it on one screen', async () => {
    await desk.page.setViewport({ width: 1280, height: 800 });
    await open(pageNamed('mixing-values'));
    const [plane, bar] = await boxesOf(desk.page, '.figure .plane', '.bar');
    assert.ok(plane.bottom <= bar.top, `${plane.bottom} of ${bar.top}`);
  });
  it('a word or an answer under the mouse does not look chosen', async () => {
    await setViewport(DESK);
    for (const [id, part, given] of [
      ['projections-three', 'button.answer', rightOf('projections-three')],
      ['why-flip', '.arcs button.token:not(.from)', 'why-flip_2'],
      ['mixing-values', '.press .around', 'mixing-values_6'],
    ]) {
      await open(pageNamed(id), given);
      const looks = async () =>
        await desk.page.evaluate((selector) => {
          const isChosen = (/** @type {Element} */ element) =>
            element.closest('[aria-pressed]')?.getAttribute('aria-pressed') === 'true';
          const [chosen, other] = [true, false].map((wanted) => {
            const found = allInLab(selector).find((element) => isChosen(element) === wanted);
            const style = found && getComputedStyle(found);
            // Compare only what shows without colour.
            const { borderTopWidth: border, boxShadow, strokeDasharray: dashes } = style ?? {};
            return { found, look: [border, boxShadow?.replace(/rgb.*\)/, ''), dashes].join() };
          });
          const box = other.found?.getBoundingClientRect();
          return {
            looks: [chosen.look, other.look],
            at: box && [box.x + box.width / 2, box.y + box.height / 2],
          };
        }, part);
      const { at } = await looks();
      assert.ok(at, `${id} shows ${part}`);
      await desk.page.mouse.move(at[0], at[1]);
      const [chosen, hovered] = (await looks()).looks;
      assert.notEqual(hovered, chosen, `${id}: ${part}`);
    }
  });
  it('the name of a point that is pressed belongs to the point', async () => {
    for (const screen of [DESK, PHONE]) {
      await setViewport(screen);
      await open(pageNamed('mixing-values'));
      const pressed = await desk.page.evaluate(() =>
        allInLab('.press').map((button) => {
          const name = button.getAttribute('aria-label')?.replace(/.*the value of (.*):.*/, '$1');
          inLab(`[data-name="${name}"] text`)?.scrollIntoView({ block: 'center' });
          const { left, right, top, bottom } = boxOf(`[data-name="${name}"] text`);
          return [left + 4, right - 4].map(
            (x) =>
              lab.shadowRoot?.elementFromPoint(x, (top + bottom) / 2)?.closest('.press') === button,
          );
        }),
      );
      assert.deepEqual(pressed, Array(4).fill([true, true]));
    }
  });
  it('the bar lies over no field of a phone while a reader types', async () => {
    const small = { ...PHONE, height: 700 };
    await setViewport(small);
    await open(pageNamed('projections-root'));
    const isFree = (/** @type {number} */ i) =>
      desk.page.evaluate((index) => {
        const field = allInLab('.blanks input')[index];
        const { x, y } = field.getBoundingClientRect();
        return lab.shadowRoot?.elementFromPoint(x + 2, y + 2) === field;
      }, i);
    await desk.page.evaluate(() => {
      const [, second] = allInLab('.blanks input');
      scrollBy(0, second.getBoundingClientRect().bottom - innerHeight);
    });
    assert.equal(await isFree(1), false, 'the bar lies over the second field');
    await desk.page.evaluate(() => {
      allInLab('.blanks input')[0].focus({ preventScroll: true });
    });
    assert.equal(await isFree(1), true);
    const answers = 'projections-root_0.5_0.0625*';
    await show(desk.page, { answers });
    const [{ bottom }] = await boxesOf(desk.page, '.turns');
    await setViewport(DESK);
    assert.ok(Math.abs(bottom - small.height) < 2, 'the bar is back after the answer');
  });
  it('covered numbers need no scrollbar', async () => {
    for (const width of [1280, 390]) {
      await desk.page.setViewport({ width, height: 844 });
      for (const id of ['why-cup', 'mixing-row']) {
        await open(pageNamed(id));
        const cut = await desk.page.evaluate(() =>
          [...allInLab('.figure .matrix')].map(
            (element) => element.scrollHeight - element.clientHeight,
          ),
        );
        assert.ok(cut.length > 0 && cut.every((height) => height === 0), `${id}: ${cut}`);
      }
    }
    await desk.page.setViewport({ width: 1280, height: 800 });
  });
  it('the fields of a matching task are in one column', async () => {
    const matchingPages = pages.filter((page) => isAtHand(page) && page.task?.kind === 'match');
    assert.ok(matchingPages.length >= 3);
    for (const width of [1280, 320]) {
      await desk.page.setViewport({ width, height: 800 });
      for (const page of matchingPages) {
        await open(page);
        const lefts = await desk.page.evaluate(() =>
          allInLab('.blanks select').map((field) => field.getBoundingClientRect().left),
        );
        assert.equal(new Set(lefts).size, 1, `${page.id} at ${width} pixels: ${lefts}`);
      }
    }
    await desk.page.setViewport({ width: 1280, height: 800 });
  });

  /** Measures from the end of a part to the bar. @param {string} part */
  const measureSpace = (part) =>
    desk.page.evaluate((selector) => boxOf('.bar').top - boxOf(selector).bottom, part);

  it('the summary of a chapter ends above the bar at the end of the page', async () => {
    for (const id of ['heads-output', 'projections-root', 'scoring-learn']) {
      const page = pageNamed(id);
      await open(page);
      assert.ok(page.task);
      await give(page.task, RIGHT[id], ways.mouse);
      await desk.page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      assert.ok((await measureSpace('.recap')) >= 8, id);
    }
  });

  it('the weights of a solved page are in view with the switch that changes them', async () => {
    const page = pageNamed('order-positions');
    await open(page);
    assert.ok(page.task);
    await give(page.task, RIGHT[page.id], ways.mouse);
    assert.ok((await measureSpace('table.weights')) >= 0);
    const [top, height] = await desk.page.evaluate(() => [
      boxOf('.flip').top,
      boxOf('.flip').height,
    ]);
    assert.ok(height > 0 && top >= 0, `the switch is ${height} px high, at ${top}`);
  });
});
