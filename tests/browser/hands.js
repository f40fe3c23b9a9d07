// Uses mouse and keyboard as a reader does. Pressed elements must be on the page and reachable.

import assert from 'node:assert/strict';
import { readState } from './lab.js';

/** @import { ElementHandle, KeyInput, Page } from 'puppeteer-core' */

/** The buttons to the previous and the next page, next to the list of all pages. */
export const PREVIOUS = '.turns > button:first-of-type';
export const NEXT = '.turns > button:last-of-type';

/** More presses of Tab than anybody would accept. */
const MOST_TABS = 200;

/** Milliseconds after which an element that is still covered counts as covered for good. */
const MOST_COVERED = 5000;

/**
 * Waits until all effects of a change are on the screen. Does not wait for a real model that needs
 * a press or files.
 * @param {Page} page
 * @param {string} [ignoredMessage] a message that may stay
 */
export const settle = (page, ignoredMessage) =>
  page.evaluate(async (ignored) => {
    const isLoading = () => {
      // The numbers of a model's previous run stay until the new run is done.
      if (lab.state.source === 'pretrained' && inLab('.lab.outdated')) return true;
      const message = inLab('p.status[role=status]:not(.empty)');
      return (
        message &&
        message.textContent !== ignored &&
        !message.querySelector('.load-model, .choose-files')
      );
    };
    do {
      // Resolves to false if an update has requested another one.
      while (!(await lab.updateComplete));
      if (isLoading()) await nextFrames();
    } while (isLoading());
  }, ignoredMessage);

/**
 * Waits until an element has a text. White space counts as one blank.
 * @param {Page} page
 * @param {string} selector
 * @param {string | RegExp} wanted a part of the text
 */
export const untilText = (page, selector, wanted) =>
  page.waitForFunction(
    (where, part, pattern) => {
      const text = inLab(where)?.textContent?.replace(/\s+/g, ' ').trim();
      return text !== undefined && (pattern ? new RegExp(pattern).test(text) : text.includes(part));
    },
    {},
    selector,
    typeof wanted === 'string' ? wanted : '',
    typeof wanted === 'string' ? '' : wanted.source,
  );

/** Waits until the lab shows a page, or none. @param {Page} page @param {string} guide */
export async function untilGuide(page, guide) {
  await page.waitForFunction((wanted) => lab.guide === wanted, {}, guide);
  await settle(page);
}

/** Opens a page by the address. @param {Page} page @param {string} guide */
export async function followTo(page, guide) {
  await page.evaluate((id) => {
    location.hash = `v=1&g=${id}`;
  }, guide);
  await untilGuide(page, guide);
}

/** Goes back to a page, or to none. @param {Page} page @param {string} guide */
export async function goBackTo(page, guide) {
  await page.evaluate(() => history.back());
  await untilGuide(page, guide);
}

/**
 * Sets the value of a field, and reports it as a browser does.
 * @param {Page} page
 * @param {string} selector
 * @param {string | number} value
 * @param {string[]} [events]
 */
export const setField = (page, selector, value, events = ['input', 'change']) =>
  page.$eval(
    `attention-lab >>> ${selector}`,
    (element, text, types) => {
      /** @type {HTMLInputElement} */ (element).value = text;
      for (const type of types) element.dispatchEvent(new Event(type, { bubbles: true }));
    },
    String(value),
    events,
  );

/**
 * Tells whether an element is in the closed list of steps under More.
 * @param {Page} page
 * @param {string} selector
 * @param {string} [text]
 */
const isUnderMore = (page, selector, text = '') =>
  page.evaluate(
    (wanted, label) =>
      allInLab(wanted).some(
        (element) =>
          element.closest('.rest:not([open])') !== null && element.textContent?.trim() === label,
      ),
    selector,
    text,
  );

/** Reads what the lab shows. @param {Page} page */
const readOn = (page) => ({
  /** @param {string} selector */
  isChecked: (selector) =>
    page.evaluate((wanted) => {
      return inLab(`${wanted}:checked`) !== null;
    }, selector),

  /** @param {string} selector */
  hasFocus: (selector) =>
    page.evaluate((wanted) => lab.shadowRoot?.activeElement?.matches(wanted) ?? false, selector),

  /** @param {string} selector */
  textOf: (selector) =>
    page.evaluate(
      (wanted) => inLab(wanted)?.textContent?.replace(/\s+/g, ' ').trim() ?? '',
      selector,
    ),

  /** @param {string} selector */
  count: (selector) => page.evaluate((wanted) => allInLab(wanted).length ?? 0, selector),

  state: () => readState(page),
});

/** Presses elements with the mouse. @param {Page} page */
function pressOn(page) {
  /**
   * @param {string} selector
   * @param {string} [text] the text of the element, if several match
   */
  async function find(selector, text) {
    const handle = await page.evaluateHandle(
      (wanted, label) => {
        const words = (/** @type {Element} */ node) =>
          node.textContent?.replace(/\s+/g, ' ').trim();
        return allInLab(wanted).find((node) => label === undefined || words(node) === label);
      },
      selector,
      text,
    );
    const element = /** @type {ElementHandle<HTMLElement> | null} */ (handle.asElement());
    assert.ok(element, `${selector} ${text ?? ''} is on the page`);
    return element;
  }

  /**
   * Returns the point at which an element can be pressed. Waits until it is laid out and a closing
   * dialog has closed, and scrolls so that nothing sticky covers it.
   * @param {string} selector
   * @param {string} [text]
   */
  async function pointOf(selector, text) {
    const deadline = performance.now() + MOST_COVERED;
    for (;;) {
      const found = await page.evaluate(
        (wanted, label) => {
          const words = (/** @type {Element} */ node) =>
            node.textContent?.replace(/\s+/g, ' ').trim();
          const element = allInLab(wanted).find(
            (node) => label === undefined || words(node) === label,
          );
          if (!element) return 'not on the page';
          element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
          const [box] = element.getClientRects();
          if (!box) return 'not to be seen';
          const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
          const hit = lab.shadowRoot?.elementFromPoint(x, y);
          return element.contains(hit ?? null)
            ? { x, y }
            : `covered by ${hit?.outerHTML.slice(0, 90)}`;
        },
        selector,
        text,
      );
      if (typeof found !== 'string') return found;
      if (found === 'not on the page' || performance.now() > deadline)
        assert.fail(`${selector} ${text ?? ''} is ${found}`);
    }
  }

  const hands = {
    find,

    /** @param {string} selector @param {string} [text] */
    async click(selector, text) {
      if (text !== undefined && (await isUnderMore(page, selector, text)))
        await hands.click('.rest > summary');
      const { x, y } = await pointOf(selector, text);
      // For a frame, Puppeteer knows its position on the page.
      if (page.mouse) await page.mouse.click(x, y);
      else await (await find(selector, text)).click();
      await settle(page);
    },

    /**
     * Repeats two clicks that Firefox took for single ones: it counts by its own clock.
     * @param {string} selector
     */
    async doubleClick(selector) {
      const { x, y } = await pointOf(selector);
      const heard = await page.evaluateHandle(() => {
        const counted = { clicks: 0 };
        addEventListener('dblclick', () => counted.clicks++, { capture: true, once: true });
        return counted;
      });
      for (let tries = 0; tries < 3; tries++) {
        await page.mouse.click(x, y, { count: 2 });
        await settle(page);
        if (await heard.evaluate(({ clicks }) => clicks > 0)) break;
      }
      await heard.dispose();
    },

    async openExpert() {
      if ((await readOn(page).count('.expert[open]')) === 0) await hands.click('.expert > summary');
    },

    /** Picks a radio button by its label. @param {string} name @param {string} value */
    pick: (name, value) => hands.click(`label:has(input[name="${name}"][value="${value}"])`),

    /**
     * Selects an option directly, because no headless browser opens the list of a select.
     * @param {string} selector
     * @param {string} value
     */
    async select(selector, value) {
      await (await find(selector)).select(value);
      await settle(page);
    },
  };
  return hands;
}

/** Presses keys. @param {Page} page */
function typeOn(page) {
  const hands = {
    /** @param {KeyInput[]} keys */
    async press(...keys) {
      for (const key of keys) await page.keyboard.press(key);
      await settle(page);
    },

    /** @param {KeyInput} held @param {KeyInput[]} keys */
    async chord(held, ...keys) {
      await page.keyboard.down(held);
      for (const key of keys) await page.keyboard.press(key);
      await page.keyboard.up(held);
      await settle(page);
    },

    /** Replaces the text of the focused field. @param {string} text */
    async retype(text) {
      await hands.chord('Control', 'a');
      await page.keyboard.type(text);
      await settle(page);
    },
  };
  return hands;
}

/** Walks with Tab and arrows. @param {Page} page */
function walkOn(page) {
  const { count, hasFocus, isChecked } = readOn(page);
  const { press, retype } = typeOn(page);
  const hands = {
    /**
     * Moves the focus to a matching element with Tab or Shift+Tab.
     * @param {string} selector
     * @param {string} [text]
     */
    async tabTo(selector, text) {
      for (let pressed = 0; pressed < MOST_TABS; ) {
        const { way, stops } = await page.evaluate(
          (wanted, label) => {
            const words = (/** @type {Element} */ element) =>
              element.textContent?.replace(/\s+/g, ' ').trim();
            const all = allInLab(wanted).filter(
              (element) => label === undefined || words(element) === label,
            );
            const active = lab.shadowRoot?.activeElement;
            if (all.length === 0) return { way: 'missing', stops: 0 };
            if (!active) return { way: 'on', stops: 1 };
            if (all.some((element) => element === active)) return { way: 'there', stops: 0 };
            const place = active.compareDocumentPosition(all[0]);
            const way = place & Node.DOCUMENT_POSITION_PRECEDING ? 'back' : 'on';
            // Estimates the stops in between. A table, the formula, a sentence and a group of radio
            // buttons are one stop each.
            const isBetween = (/** @type {Element} */ element) =>
              active.compareDocumentPosition(element) & place & 6 &&
              element.compareDocumentPosition(all[0]) & place & 6;
            const between = allInLab('button, a, input, select, textarea, summary').filter(
              (element) =>
                isBetween(element) && element.checkVisibility({ visibilityProperty: true }),
            );
            const groups = between.map(
              (element) =>
                element.getAttribute('name') ??
                element.closest('table, .formula-line, .arcs .words') ??
                element,
            );
            return { way, stops: new Set(groups).size };
          },
          selector,
          text,
        );
        if (way === 'there') return;
        assert.notEqual(way, 'missing', `${selector} ${text ?? ''} is on the page`);
        if (way === 'back') await page.keyboard.down('Shift');
        for (const end = pressed + Math.max(1, stops - 1); pressed < end; pressed++)
          await page.keyboard.press('Tab');
        if (way === 'back') await page.keyboard.up('Shift');
      }
      assert.fail(`${selector} ${text ?? ''} is not reached by Tab`);
    },

    /**
     * Moves to a button with Tab and presses Enter.
     * @param {string} selector
     * @param {string} [text]
     */
    async enter(selector, text) {
      if (text !== undefined && (await isUnderMore(page, selector, text)))
        await hands.unfold('.rest');
      await hands.tabTo(selector, text);
      await press('Enter');
    },

    /** Opens details unless they are open. @param {string} selector */
    async unfold(selector) {
      if ((await count(`${selector}[open]`)) === 0) await hands.enter(`${selector} > summary`);
    },

    /**
     * Replaces the text of a field and presses Enter.
     * @param {string} selector
     * @param {string} text
     */
    async fill(selector, text) {
      await hands.tabTo(selector);
      await retype(text);
      await press('Enter');
    },

    /**
     * Moves to a table with Tab, and to one of its cells with the arrow hands.
     * @param {string} table
     * @param {string} cell
     */
    async walkTo(table, cell) {
      await hands.tabTo(`${table} [tabindex="0"]`);
      const way = await page.evaluate(
        (around, wanted) => {
          const to = inLab(`${around} ${wanted}`);
          const place = (/** @type {Element | null | undefined} */ element) => {
            const box = element?.closest('td, th');
            const row = /** @type {HTMLTableRowElement} */ (box?.parentElement);
            return [[...row.children].indexOf(/** @type {Element} */ (box)), row.rowIndex];
          };
          if (!to) return undefined;
          const [from, target] = [place(lab.shadowRoot?.activeElement), place(to)];
          return [target[0] - from[0], target[1] - from[1]];
        },
        table,
        cell,
      );
      assert.ok(way, `${table} ${cell} is on the page`);
      const [right, down] = way;
      for (let i = 0; i < Math.abs(down); i++) {
        await page.keyboard.press(down > 0 ? 'ArrowDown' : 'ArrowUp');
      }
      for (let i = 0; i < Math.abs(right); i++) {
        await page.keyboard.press(right > 0 ? 'ArrowRight' : 'ArrowLeft');
      }
      assert.ok(await hasFocus(`${table} ${cell}`), `${cell} is reached by arrows`);
    },

    /**
     * Moves to the formula with Tab, to one of its parts with the arrow keys, and presses Enter.
     * @param {string} text
     */
    async enterPart(text) {
      await hands.tabTo('.formula-line [tabindex="0"]');
      await press('Home');
      const isThere = () =>
        page.evaluate((wanted) => {
          const words = lab.shadowRoot?.activeElement?.textContent;
          return words?.replace(/\s+/g, ' ').trim() === wanted;
        }, text);
      const parts = await count('.formula-line button');
      for (let i = 0; i < parts && !(await isThere()); i++) await press('ArrowRight');
      assert.ok(await isThere(), `${text} is reached by arrows`);
      await press('Enter');
    },

    /**
     * Picks a radio button of a group with the arrow hands.
     * @param {string} name
     * @param {string} value
     */
    async pickRadio(name, value) {
      await hands.tabTo(`input[name="${name}"]`);
      const { size, there } = await page.evaluate((group) => {
        const all = allInLab(`input[name="${group}"]`);
        return {
          size: all.length,
          there: all.indexOf(/** @type {any} */ (lab.shadowRoot?.activeElement)),
        };
      }, name);
      const wanted = `input[name="${name}"][value="${value}"]`;
      for (let i = 0; i <= size; i++) {
        if (await isChecked(wanted)) return;
        await press(there < 0 ? ' ' : 'ArrowRight');
      }
      assert.fail(`${wanted} is not reached by arrows`);
    },
  };
  return hands;
}

/** @param {Page} page */
export const handsOn = (page) => ({
  ...readOn(page),
  ...pressOn(page),
  ...typeOn(page),
  ...walkOn(page),
});
