// A page of the course whose model trains first. The page opens while replies of the trainer are
// held back, and each of its states is compared with the library.
import assert from 'node:assert/strict';
import * as text from '../../web/features/models/text/en/training.js';
import { markup, plain } from '../support/markup.js';
import { assertCell, DESK, PHONE } from './course.js';
import { NEXT, settle, untilText } from './hands.js';
import { assertRounded, assertTable, readTables } from './lab.js';
import { runOf } from './models.js';

/**
 * @import { Page } from '../../web/pages/types.js'
 * @import { State } from '../../web/state/types.js'
 * @import { Desk } from './each-browser.js'
 */

/**
 * @typedef {object} Opening
 * @property {boolean} [isNext] whether the press on Next leads there
 * @property {boolean} [isKept] whether the numbers have been on the screen before
 */

/**
 * @param {Desk} desk
 * @param {ReturnType<typeof import('./course.js').courseOn>} course
 * @param {'mouse' | 'tab' | 'touch'} way
 */
export function trainingPages(desk, course, way) {
  /** The states that axe has already checked, because several pages build them alike. */
  const seen = new Set();
  const isFirst = (/** @type {string} */ state) => seen.size < seen.add(state).size;

  /** @param {Page} page @param {Opening} how */
  async function open(page, { isNext, isKept }) {
    await desk.page.evaluate(() => kept.hold());
    if (isNext) await course.touches[way](`${NEXT} >> 0`);
    else
      await desk.page.evaluate((id) => {
        location.hash = `v=1&g=${id}`;
      }, page.id);
    await untilText(desk.page, '.step-title', page.title);
    // Trains the library's model in the meantime.
    runOf(await desk.hands.state());
    let before = /** @type {string[]} */ ([]);
    try {
      if (isKept) assert.equal(await desk.hands.textOf('p.status'), '', `${page.id}: kept`);
      else await assertWaiting(page);
      before = await readPlacesOfWords();
    } finally {
      await desk.page.evaluate(() => kept.release());
    }
    await settle(desk.page);
    if (page.meanwhileWords)
      assert.deepEqual(await readPlacesOfWords(), before, `${page.id}: the words stay`);
  }

  /** Returns the words of a pair of sentences and where they are drawn. */
  const readPlacesOfWords = () =>
    desk.page.evaluate(() =>
      allInLab('.pairs .token')
        .filter((element) => element.checkVisibility())
        .map((element) => {
          const { left, top, width } = element.getBoundingClientRect();
          return `${element.textContent?.trim()} ${[left, top, width].map(Math.round)}`;
        }),
    );

  /**
   * Asserts that the model has arrived, but nothing of it is on the screen yet.
   * @param {Page} page
   */
  async function assertWaiting({ id }) {
    await desk.page.waitForFunction(() => kept.holds(), {
      timeout: 600_000,
    });
    const status = await desk.hands.textOf('p.status');
    assert.ok(Object.values(text.opening).includes(status), `${id}: ${status}`);
    if (status === text.opening.isTraining) {
      assert.match(await desk.hands.textOf('.training .reached'), /^(Training: step|Step) /);
      // Screen readers should not read every step after they have announced the training.
      assert.match(await desk.hands.textOf('.training [role=status]'), /^(Training\.)?$/, id);
    }
    assert.equal(await desk.hands.count('.figure [data-value]'), 0, id);
    assert.equal(await desk.hands.textOf('.reply'), '', id);
    assert.equal(await desk.hands.count('.after'), 0, id);
    if (way === 'mouse' && isFirst(status)) await course.assertSound(`${id}, waiting`);
  }

  /**
   * @param {Page} page
   * @param {string} now
   * @param {{ reply: RegExp, isOpen: boolean }} expected
   */
  async function assertState(page, now, { reply, isOpen }) {
    const where = `${page.id}, ${now}, by ${way}`;
    const state = await desk.hands.state();
    assert.equal(state.guide, page.id, where);
    const shownReply = await course.reply();
    assert.match(shownReply, reply, where);
    if (page.task?.kind !== 'target' && shownReply !== '')
      assert.match(shownReply, isOpen ? /^Right\. / : /^Not yet\. /, where);
    assert.equal(
      await desk.hands.textOf('.after'),
      isOpen ? plain(markup(page.after?.(/** @type {any} */ ({})))) : '',
      where,
    );
    const count = await assertNumbers(state, where);
    // In a map whose links can be blocked, a press on a number blocks a link and does not trace the
    // number.
    if (isOpen && page.id !== 'translation-block')
      assert.ok(count > 0, `${where}: numbers are on screen`);
    if (way === 'touch') await course.assertNotWider(where);
    if (way !== 'mouse') return;
    // The result of axe does not depend on how the page was opened. It checks the final state of
    // each page, and earlier states once for each kind of task.
    if (isOpen || isFirst(`${page.task?.kind} ${now}`)) await course.assertSound(where);
    // Use the width of a phone on the same document.
    await desk.page.setViewport({ ...DESK, width: PHONE.width });
    await course.assertNotWider(where);
    await desk.page.setViewport(DESK);
  }

  /**
   * Asserts that every number of the picture is the run's.
   * @param {State} state
   * @param {string} where
   */
  async function assertNumbers(state, where) {
    const { results, keyWords } = await runOf(state);
    const count = await course.assertFigures(results, where);
    for (const table of await readTables(desk.page)) assertTable(table, results, where);
    const { words, maps, marks } = await desk.page.evaluate(readPicture);
    for (const { place, value, printed, isArc, isColumn } of words) {
      if (isArc) assert.equal(printed, Number(value).toFixed(2), `${where}: ${place}`);
      else if (isColumn) assert.equal(printed, Number(value).toFixed(3), `${where}: ${place}`);
      else assertRounded(printed, Number(value), `${where}: ${place}`);
    }
    for (const { place, value } of maps) assertCell(results, place, value, where);
    for (const { tensor, word, at } of marks) {
      const row = word === undefined ? state.query : keyWords.indexOf(word);
      for (const [i, value] of at.entries())
        assertCell(results, `${tensor}.0.${row}.${i}`, value, where);
    }
    return count + maps.length;
  }

  return { open, assertState };
}

/** Reads numbers of a picture outside tables: labels, small maps, and points of a plane. */
function readPicture() {
  const all = (/** @type {string} */ selector) => allInLab(`.figure ${selector}`);
  const text = (/** @type {Element} */ element) => element.textContent?.trim() ?? '';
  return {
    words: all(':is(.arc-number, .bar-cell, .terms td)[data-value]').flatMap((element) => {
      const { place = '', value = '' } = element.dataset;
      const printed = text(element);
      const isArc = element.matches('.arc-number');
      // Numbers in a column have three decimals each.
      const isColumn = !isArc && /^[01]\.\d{3}$/.test(printed);
      return printed ? [{ place, value, printed, isArc, isColumn }] : [];
    }),
    maps: all('svg.thumbnail').flatMap((svg, head) =>
      /** @type {SVGElement[]} */ ([...svg.querySelectorAll('[data-value]')]).map(
        ({ dataset }) => ({
          place: `layer1/weights.${head}.${dataset.row}.${dataset.column}`,
          value: dataset.value ?? '',
        }),
      ),
    ),
    // The name of a query is part of a sentence, so it is not compared.
    marks: all('.plane [data-x]').map(({ dataset, classList }) => ({
      tensor: classList.value,
      word: classList.contains('q') ? undefined : dataset.name,
      at: [dataset.x ?? '', dataset.y ?? ''],
    })),
  };
}

/**
 * Holds back all replies of the trainer until they are released, so that the waiting state of no
 * page is missed.
 */
export function holdReplies() {
  if (kept.hold) return;
  /** @type {(() => void)[]} */
  const held = [];
  let isHeld = false;
  globalThis.Worker = class extends Worker {
    /** @param {string} type @param {any} listener @param {any} [options] */
    addEventListener(type, listener, options) {
      const listen = (/** @type {any} */ event) => {
        const tell = () => listener.call(this, event);
        // Hold back only the replies with numbers.
        if (isHeld && event.data?.value?.parameters) held.push(tell);
        else tell();
      };
      super.addEventListener(type, listen, options);
    }
  };
  Object.assign(kept, {
    hold() {
      isHeld = true;
    },
    holds: () => held.length > 0,
    release() {
      isHeld = false;
      for (const tell of held.splice(0)) tell();
    },
  });
}
