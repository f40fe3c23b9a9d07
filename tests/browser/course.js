// Shared by the tests of the course: opens pages, answers tasks, and reads figures.
import assert from 'node:assert/strict';
import { pages } from '../../web/features/course/index.js';
import { makePageState } from '../../web/pages/chapters.js';
import { RIGHT } from '../course/answers.js';
import { assertAccessible } from './axe.js';
import { settle } from './hands.js';
import { readExcess, showOnly } from './lab.js';

/**
 * @import { Tensor } from '../../src/js/index.js'
 * @import { Page, Task } from '../../web/pages/types.js'
 * @import { State } from '../../web/state/types.js'
 * @import { Desk } from './each-browser.js'
 * @import { ElementHandle } from 'puppeteer-core'
 */

/**
 * @typedef {(which: string) => Promise<void>} Press presses `selector >> index`, counted among
 *   visible elements
 */

export const DESK = { width: 1280, height: 800 };
export const PHONE = { width: 390, height: 844, hasTouch: true, isMobile: true };

/** Everything that can be pressed in a figure. */
export const PRESSED = '.figure :is(button, [role=button])';

/** More presses of Tab than anybody would accept. */
const MOST_TABS = 200;

/**
 * Whether the page's numbers are available at once. Other pages first train a model.
 * @param {{ state: Partial<State> }} page
 */
export const isAtHand = ({ state: { source = 'seed', training = -1 } }) =>
  ['seed', 'article', 'coffee'].includes(source) || (source === 'describer' && training < 0);

/** Writes the right answer of a page as the state has it. @param {string} id */
export const rightOf = (id) => `${id}_${RIGHT[id]}`;

/** @param {string} wanted the id of a page */
export function pageNamed(wanted) {
  const page = pages.find(({ id }) => id === wanted);
  assert.ok(page, wanted);
  return page;
}

/** @param {Desk} desk */
export function courseOn(desk) {
  const reply = () => desk.hands.textOf('.reply');

  /** Reads the numbers of all figures, with their cells. */
  const numbersShown = () =>
    desk.page.evaluate(() => {
      return allInLab('.figure [data-place][data-value]').map((element) => {
        const { place = '', value = '' } = /** @type {HTMLElement} */ (element).dataset;
        return { place, value };
      });
    });

  /**
   * Asserts that every number in figures and tables is that of its cell.
   * @param {Readonly<Record<string, Tensor>>} tensors
   * @param {string} where
   */
  async function assertFigures(tensors, where) {
    const shown = await numbersShown();
    for (const { place, value } of shown) assertCell(tensors, place, value, where);
    await assertOneScale(where);
    return shown.length;
  }

  /**
   * Asserts that the larger of two signed numbers in tables never has the lighter colour. Tables
   * that come with the answer have a scale of their own.
   * @param {string} where
   */
  async function assertOneScale(where) {
    const all = await desk.page.evaluate(() =>
      allInLab('.figure td:is(.positive, .negative)[data-value]').map((cell) => ({
        size: Math.abs(Number(cell.dataset.value)),
        level: Number.parseFloat(cell.style.getPropertyValue('--level')),
        isLater: cell.closest('.later') !== null,
      })),
    );
    assertOrder(
      all.filter(({ isLater }) => !isLater),
      where,
    );
    assertOrder(
      all.filter(({ isLater }) => isLater),
      where,
    );
  }

  /**
   * @param {{ size: number, level: number }[]} cells
   * @param {string} where
   */
  function assertOrder(cells, where) {
    const sorted = cells.filter(({ size }) => size < Infinity).toSorted((a, b) => a.size - b.size);
    for (const [i, { size, level }] of sorted.entries()) {
      const smaller = sorted[Math.max(0, i - 1)];
      // Numbers beyond the end of a scale would all have the colour of the end.
      const isTrue = size > smaller.size && smaller.level === 100 ? false : level >= smaller.level;
      assert.ok(isTrue, `${where}: ${size} at ${level} %, ${smaller.size} at ${smaller.level} %`);
    }
  }

  /**
   * Asserts that axe finds nothing.
   * @param {string} where
   * @param {readonly string[]} [without] rules to leave out
   */
  const assertSound = async (where, without) =>
    await assertAccessible(desk.page, { without }, where);

  /** @param {string} where */
  async function assertNotWider(where) {
    assert.equal(await readExcess(desk.page), 0, where);
  }

  /** @param {Page} page @param {string} [answers] */
  async function open(page, answers) {
    await showOnly(desk.page, makePageState(page, answers));
    assert.equal(await desk.hands.textOf('.step-title'), page.title);
  }

  /** @param {{ width: number, height: number, hasTouch?: boolean, isMobile?: boolean }} viewport */
  async function setViewport(viewport) {
    await desk.page.setViewport(viewport);
    // A viewport of another kind reloads the page.
    await desk.page.evaluate(async () => {
      await lab.ready;
    });
  }

  /** Replaces the text of a field. @param {number} i @param {string} text */
  async function type(i, text) {
    const field = await nth('.blanks input', i);
    await field.evaluate((element) => {
      /** @type {HTMLInputElement} */ (element).select();
      element.focus();
    });
    await desk.page.keyboard.type(text);
  }

  /** Returns the i-th visible element that matches. @param {string} selector @param {number} i */
  async function nth(selector, i) {
    const handle = await desk.page.evaluateHandle(
      (wanted, index) => allInLab(wanted).filter((node) => node.checkVisibility())[index],
      selector,
      i,
    );
    const element = /** @type {ElementHandle<HTMLElement> | null} */ (handle.asElement());
    assert.ok(element, `${selector} ${i}`);
    await element.evaluate((node) => node.scrollIntoView({ block: 'center', inline: 'center' }));
    return element;
  }

  /** @param {string} which */
  const parts = (which) => {
    const [selector, i] = which.split(' >> ');
    return nth(selector, Number(i));
  };

  /** Ways to press an element. They do not wait for the effect. */
  const touches = {
    /** @type {Press} */
    mouse: async (which) => (await parts(which)).click(),
    /** @type {Press} */
    keys: async (which) => {
      // Elements of a drawing can also have the focus.
      await (await parts(which)).evaluate((element) => element.focus());
      await desk.page.keyboard.press('Enter');
    },
    /** Presses Tab from the focused element, and arrow keys within a sentence. @type {Press} */
    tab: async (which) => {
      const element = await parts(which);
      for (let i = 0; i < MOST_TABS; i++) {
        const way = await element.evaluate((node) => {
          const active = /** @type {ShadowRoot} */ (node.getRootNode()).activeElement;
          if (active === node) return 'there';
          const place = active?.compareDocumentPosition(node) ?? 0;
          const isBefore = (place & Node.DOCUMENT_POSITION_PRECEDING) !== 0;
          const sentence = node.closest('.arcs .words');
          if (sentence === null || !sentence.contains(active ?? null))
            return isBefore ? 'back' : 'on';
          if (node.closest('.in-column')) return isBefore ? 'ArrowUp' : 'ArrowDown';
          return isBefore ? 'ArrowLeft' : 'ArrowRight';
        });
        if (way === 'there') return desk.page.keyboard.press('Enter');
        if (way.startsWith('Arrow')) {
          await desk.page.keyboard.press(/** @type {'ArrowUp'} */ (way));
          continue;
        }
        if (way === 'back') await desk.page.keyboard.down('Shift');
        await desk.page.keyboard.press('Tab');
        if (way === 'back') await desk.page.keyboard.up('Shift');
      }
      assert.fail(`${which} is not reached by Tab`);
    },
    /** Taps into the corner before, because two taps at one place would be a double one. @type {Press} */
    touch: async (which) => {
      const box = await (await parts(which)).boundingBox();
      assert.ok(box);
      await desk.page.touchscreen.tap(1, 1);
      await desk.page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
    },
  };
  /** @param {Press} press @returns {Press} */
  const settled = (press) => async (which) => {
    await press(which);
    await settle(desk.page);
  };
  const ways = {
    mouse: settled(touches.mouse),
    keys: settled(touches.keys),
    tab: settled(touches.tab),
    touch: settled(touches.touch),
  };

  /**
   * Gives an answer in the form of the address: an index, or for each field a number or the index
   * of an option.
   * @param {Task} task
   * @param {string} value
   * @param {Press} press
   */
  async function give({ kind }, value, press) {
    if (kind === 'choice') return press(`.answer >> ${value}`);
    for (const [i, text] of value.split('_').entries()) {
      if (kind === 'numbers') await type(i, text);
      else await desk.hands.select(`.item:nth-of-type(${i + 1}) select`, text);
    }
    await press('.check >> 0');
  }

  /**
   * Gives a wrong answer, then the right one. `press` is a click, a tap or a key.
   * @param {Page} page
   * @param {Press} press
   */
  async function answerWrongThenRight(page, press) {
    const { task } = page;
    const { hands } = desk;
    if (!task || task.kind === 'target') return;
    if (task.kind === 'choice' || task.kind === 'pick') {
      const [selector, count] =
        task.kind === 'choice'
          ? ['.answer', task.answers.length]
          : [PRESSED, await hands.count(PRESSED)];
      const verdicts = new Set();
      for (let i = 0; i < count && !verdicts.has('Right.'); i++) {
        if ((await hands.count(selector)) !== count) break;
        await press(`${selector} >> ${i}`);
        const text = await reply();
        verdicts.add(
          text.startsWith('Right.') ? 'Right.' : text.startsWith('Not yet.') && 'Not yet.',
        );
        assert.ok(text.length > 15, `${page.id}: ${text}`);
      }
      if (task.kind === 'choice' && !verdicts.has('Not yet.')) {
        await press(`${selector} >> ${count - 1}`);
        verdicts.add((await reply()).startsWith('Not yet.') && 'Not yet.');
        await press(`${selector} >> 0`);
      }
      assert.ok(verdicts.has('Right.'), `${page.id} has a right answer`);
      return;
    }
    if (task.kind === 'numbers') await give(task, task.labels.map(() => '98765').join('_'), press);
    else await give(task, task.items.map(() => '0').join('_'), press);
    assert.match(await reply(), /^Not yet\. /, page.id);
    if (task.kind === 'numbers') {
      const marked = task.labels.length > 1 ? task.labels.length : 0;
      assert.equal(await hands.count('.blanks [aria-invalid=true]'), marked, page.id);
    }
    await press('.show-answer >> 0');
    const told = (await hands.textOf('.the-answer')).replace(/^The answer: (.*?)\.\s.*$/s, '$1');
    const value =
      task.kind === 'numbers'
        ? told.split('; ').map((pair) => pair.split(' ').at(-1)?.replace('−', '-'))
        : told.split('; ').map((pair) => {
            const option = task.options.findIndex((text) => pair.endsWith(`: ${text}`));
            assert.ok(option >= 0, pair);
            return option;
          });
    await give(task, value.join('_'), press);
    assert.match(await reply(), /^Right\. /, `${page.id}: ${told}`);
    assert.equal(await hands.count('[aria-invalid=true]'), 0, page.id);
  }

  return {
    ...{ reply, numbersShown, assertFigures, assertSound, assertNotWider },
    ...{ open, setViewport, type, give, answerWrongThenRight, nth, parts, touches, ways },
  };
}

/**
 * @param {Readonly<Record<string, Tensor>>} tensors
 * @param {string} place
 * @param {string} value
 * @param {string} where
 */
export function assertCell(tensors, place, value, where) {
  const [id, ...index] = place.split('.');
  assert.ok(Object.hasOwn(tensors, id), `${where}: ${id} is a tensor of the run`);
  const { shape, data } = tensors[id];
  const offset = index.reduce((sum, coordinate, axis) => sum * shape[axis] + Number(coordinate), 0);
  assert.ok(
    Object.is(Math.fround(Number(value)), data[offset]),
    `${where}: ${place} is ${data[offset]}, the page has ${value}`,
  );
}
