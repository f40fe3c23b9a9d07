// Keys by themselves: Esc, arrows, brackets, digits, letters, and the help that lists them.
import assert from 'node:assert/strict';
import { beforeEach, it } from 'node:test';
import { glossary } from '../../web/features/course/text/en/course.js';
import { inEachBrowser } from './each-browser.js';
import { NEXT, settle } from './hands.js';
import { assertPage, showOnly } from './lab.js';

inEachBrowser('keys', (desk, _browserName, once) => {
  beforeEach(() => showOnly(desk.page, {}));

  const openMore = () => desk.hands.unfold('.settings details:has(#seed)');
  /** @param {string} tensor @param {string} place */
  const walkTo = (tensor, place) =>
    desk.hands.walkTo(`.figure table[data-tensor="${tensor}"]`, `[data-place="${place}"]`);

  /**
   * Sends a key event like a keyboard.
   * @param {KeyboardEventInit} init
   * @returns whether the event was handled
   */
  const send = (init) =>
    desk.page.evaluate(async (how) => {
      const event = new KeyboardEvent('keydown', {
        ...how,
        ...{ bubbles: true, composed: true, cancelable: true },
      });
      lab.shadowRoot?.activeElement?.dispatchEvent(event);
      await lab.updateComplete;
      return event.defaultPrevented;
    }, init);

  it('the formula is one tab stop, and arrows, Home and End move between its parts', async () => {
    const { hands, page } = desk;
    const stops = () =>
      page.evaluate(() =>
        allInLab('.formula-line button')
          .filter(({ tabIndex }) => tabIndex === 0)
          .map(({ title }) => title),
      );
    for (const wanted of /** @type {const} */ ([
      { step: 'scores' },
      { step: 'weights', view: 'whole' },
    ])) {
      await showOnly(page, wanted);
      await settle(page);
      assert.equal((await stops()).length, 1);
      await hands.tabTo('.formula-line [tabindex="0"]');
      await hands.press('End');
      assert.deepEqual(await stops(), ['values']);
      await hands.press('ArrowLeft', 'ArrowLeft');
      assert.deepEqual(await stops(), ['keys']);
      assert.ok(await hands.hasFocus('.formula-line [title=keys]'));
      await page.keyboard.press('Tab');
      assert.equal(await hands.hasFocus('.formula-line *'), false);
      await hands.chord('Shift', 'Tab');
      await hands.press('Enter');
      assert.equal((await hands.state()).step, 'k');
      assert.equal((await stops()).length, 1);
    }
  });

  it('Esc closes the open number from every control, and a field first gives back its text', async () => {
    const { hands, page } = desk;
    await openMore();
    for (const control of ['.compare select', '#sentence', '[type=range]', '.turn', '#seed']) {
      await showOnly(page, { step: 'weights', cell: 'weights.0.1.1' });
      await hands.tabTo(control);
      const field = await hands.find(control);
      if (control === '#seed') {
        await page.keyboard.type('9');
        await hands.press('Escape');
        assert.equal(await field.evaluate((element) => /** @type {any} */ (element).value), '7');
        assert.equal((await hands.state()).cell, 'weights.0.1.1');
      }
      await hands.press('Escape');
      // In the field of the number itself, the first Esc leads back to the number.
      if (control === '[type=range]') await hands.press('Escape');
      assert.equal((await hands.state()).cell, '', control);
      assert.ok(await hands.hasFocus('[data-place="weights.0.1.1"]'), control);
    }
  });

  it('digits and signs on an open number write into its field', async () => {
    const { hands, page } = desk;
    await showOnly(page, { heads: 4, step: 'q', cell: 'q.0.1.0' });
    const open = '[data-tensor=q] [data-place="q.0.1.0"]';
    for (const [typed, set] of /** @type {const} */ ([
      ['2', 2],
      ['-1', -1],
      ['.5', 0.5],
    ])) {
      await hands.click(open);
      for (const key of typed) await hands.press(/** @type {'1'} */ (key));
      assert.ok(await hands.hasFocus('.edit'), typed);
      assert.equal((await hands.state()).head, 0, 'the head stays');
      await hands.press('Enter');
      const { tensors } = await assertPage(page, typed);
      assert.equal(tensors.q.data[1], set);
    }
  });

  once('the open number follows the head', async () => {
    const { hands, page } = desk;
    await showOnly(page, { heads: 4, step: 'weights', cell: 'weights.0.1.1' });
    await hands.pick('head', '2');
    assert.equal((await hands.state()).cell, 'weights.2.1.1');
    await hands.click('[data-tensor=weights] [data-place="weights.2.1.3"]');
    await hands.press('h');
    assert.equal((await hands.state()).cell, 'weights.3.1.3');
    assert.equal(await hands.count('.figure td.traced'), 1);
    // A number of no head stays open.
    await showOnly(page, { heads: 4, step: 'output', cell: 'output.1.2' });
    await hands.pick('head', '2');
    assert.equal((await hands.state()).cell, 'output.1.2');
  });

  once('letters, digits and brackets of another keyboard are shortcuts', async () => {
    const { hands, page } = desk;
    await showOnly(page, { seed: 8, step: 'q' });
    for (const [init, changed] of /** @type {const} */ ([
      [{ key: 'P', code: 'KeyP' }, { pin: 1 }],
      [{ key: 'з', code: 'KeyP' }, { pin: -1 }],
      [{ key: 'ъ', code: 'BracketRight' }, { step: 'k' }],
      [{ key: 'х', code: 'BracketLeft' }, { step: 'q' }],
      [{ key: '٢', code: 'Digit2' }, { head: 1 }],
      [{ key: 'ا', code: 'KeyH', shiftKey: true }, { head: 0 }],
    ])) {
      const { step, head } = await hands.state();
      await walkTo(step, `${step}.${head}.1.1`);
      assert.ok(await send(init), init.key);
      const state = /** @type {Record<string, unknown>} */ (await hands.state());
      for (const [name, value] of Object.entries(changed))
        assert.equal(state[name], value, init.key);
    }
  });

  once(
    'Ctrl+Z and Ctrl+Y undo on every keyboard, and belong to the page if nothing changes',
    async () => {
      const { hands, page } = desk;
      const undo = { key: 'я', code: 'KeyZ', ctrlKey: true };
      const redo = { key: 'н', code: 'KeyY', ctrlKey: true };
      await showOnly(page, { step: 'scores' });
      await walkTo('scores', 'scores.0.1.1');
      let changes = 0;
      while (changes < 1000 && (await send({ key: 'z', ctrlKey: true }))) changes++;
      assert.ok(changes < 1000, 'nothing to undo');
      await showOnly(page, { step: 'scores' });
      await walkTo('scores', 'scores.0.1.1');
      await hands.press('e');
      await hands.retype('9');
      await hands.press('Enter');
      const { edits } = await hands.state();
      await walkTo('scores', 'scores.0.1.1');
      assert.equal(await send({ key: 'y', ctrlKey: true }), false, 'nothing to redo');
      assert.ok(await send(undo));
      assert.equal((await hands.state()).edits, '');
      assert.ok(await send(redo));
      assert.equal((await hands.state()).edits, edits);
      await page.evaluate(() => {
        lab.readonly = true;
      });
      await settle(page);
      assert.equal(await send(undo), false, 'readonly');
      await page.evaluate(() => {
        lab.readonly = false;
      });
    },
  );

  once('brackets work with Option or AltGr, and the browser keeps its shortcuts', async () => {
    const { hands, page } = desk;
    await showOnly(page, { step: 'q' });
    await walkTo('q', 'q.0.1.1');
    for (const [how, key, there] of /** @type {const} */ ([
      [{ altKey: true }, ']', 'k'],
      [{ altKey: true, ctrlKey: true }, ']', 'v'],
      [{ altKey: true, ctrlKey: true }, '[', 'k'],
      [{ altKey: true }, '[', 'q'],
      [{ shiftKey: true }, ']', 'k'],
    ])) {
      assert.ok(await send({ key, ...how }), `${JSON.stringify(how)} ${key} is taken`);
      assert.equal((await hands.state()).step, there);
    }
    for (const how of [{ ctrlKey: true }, { metaKey: true }]) {
      for (const key of '[]') assert.equal(await send({ key, ...how }), false);
    }
    for (const key of ['2', 'm', '?']) assert.equal(await send({ key, altKey: true }), false);
    assert.equal((await hands.state()).step, 'k');
  });

  once('brackets lead to the same state and scroll position as the buttons', async () => {
    const { hands, page } = desk;
    const above = () =>
      page.evaluate(() => inLab('.steps')?.getBoundingClientRect().top ?? Number.NaN);
    const { width, height } = page.viewport() ?? { width: 1280, height: 800 };
    await page.setViewport({ width, height: 300 });
    try {
      /** @type {unknown[]} */
      const ends = [];
      for (const act of [
        async () => hands.press(']'),
        async () => (await hands.find(NEXT)).evaluate((button) => button.click()),
      ]) {
        await showOnly(page, { step: 'q', seed: 9 });
        // A word of the token bar keeps the focus, while the reader has scrolled to the end.
        await hands.tabTo('.words input');
        await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
        await act();
        // Wait twice, because the page changes first and scrolls afterwards.
        await settle(page);
        await settle(page);
        ends.push([await hands.state(), Math.round(await above())]);
      }
      assert.deepEqual(ends[0], ends[1]);
    } finally {
      await page.setViewport({ width, height });
    }
  });

  once('help opens with the glossary of the course, and unfolds the keys', async () => {
    const { hands, page } = desk;
    await showOnly(page, { step: 'q' });
    await walkTo('q', 'q.0.1.1');
    await hands.press('?');
    await page.waitForFunction(() => inLab('.glossary dl'));
    const visible = () =>
      page.evaluate(() =>
        ['.glossary dd', '.keys dd'].map((part) => inLab(part)?.checkVisibility()),
      );
    assert.deepEqual(await visible(), [true, false]);
    await hands.tabTo('dialog .keys summary');
    await hands.press('Enter');
    assert.deepEqual(await visible(), [true, true]);
    const shown = await page.evaluate(() =>
      allInLab('.glossary :is(dt, dd)').map(({ textContent }) => textContent),
    );
    assert.deepEqual(shown, glossary.flat());
    await hands.press('Escape');
    await page.waitForFunction(() => !inLab('dialog'));
  });

  once(
    'help opens the glossary and lists no keys on a phone, and Close stays in view',
    async () => {
      const { hands, page } = desk;
      const { width = 1280, height = 800 } = page.viewport() ?? {};
      await page.setViewport({ width: 390, height: 844, hasTouch: true, isMobile: true });
      try {
        await showOnly(page, { step: 'q' });
        await hands.click('.tools button:last-child');
        await page.waitForFunction(() => inLab('.glossary dl'));
        const seen = await page.evaluate(() => {
          const dialog = /** @type {Element} */ (inLab('dialog'));
          dialog.scrollTop = dialog.scrollHeight;
          const { top, bottom } = boxOf('dialog form button');
          const lists = dialog.querySelectorAll('dl').length;
          return {
            lists,
            scrolled: dialog.scrollTop > 100,
            isIn: top >= 0 && bottom <= innerHeight,
          };
        });
        assert.deepEqual(seen, { lists: 1, scrolled: true, isIn: true });
        await page.touchscreen.tap(8, 400);
        await page.waitForFunction(() => !inLab('dialog'));
      } finally {
        await page.setViewport({ width, height });
      }
    },
  );

  it('help stays closed if the lab is updated while it closes', async () => {
    const { hands, page } = desk;
    await showOnly(page, { step: 'q' });
    await walkTo('q', 'q.0.1.1');
    await hands.press('?');
    const open = await page.evaluate(async () => {
      const dialog = /** @type {HTMLDialogElement} */ (inLab('dialog'));
      dialog.querySelector('form')?.requestSubmit();
      // The browser tells later that the dialog is closed.
      lab.requestUpdate();
      await lab.updateComplete;
      return dialog.open;
    });
    assert.equal(open, false);
    await page.waitForFunction(() => !inLab('dialog'));
  });

  it('help opens and closes, returns the focus, and can switch off letter keys', async () => {
    const { hands, page } = desk;
    await showOnly(page, { step: 'q' });
    for (const close of /** @type {const} */ (['Escape', 'Enter'])) {
      await walkTo('q', 'q.0.1.1');
      await hands.press('?');
      assert.equal(await hands.count('dialog[open]'), 1);
      assert.equal(await hands.count('dialog p:empty'), 0, 'no form splits its paragraph');
      if (close === 'Enter') await hands.tabTo('dialog button');
      await hands.press(close);
      await page.waitForFunction(() => !inLab('dialog'));
      assert.ok(await hands.hasFocus('[data-place="q.0.1.1"]'), `after ${close} the focus is back`);
    }
    await hands.press('?');
    await hands.tabTo('dialog input');
    await hands.press(' ', 'Escape');
    await walkTo('q', 'q.0.1.1');
    await hands.press(']', '2', 'm', 'e', '?');
    const { step: still, head, mask, cell } = await hands.state();
    assert.deepEqual([still, head, mask, cell], ['q', 0, 'none', ''], 'letters are dead');
    await hands.press('Enter');
    assert.equal((await hands.state()).cell, 'q.0.1.1', 'other keys are not');
  });

  it('letter keys do nothing outside the lab or in a text field', async () => {
    const { hands, page } = desk;
    await hands.tabTo('#sentence');
    await hands.retype('m e ] 2 ?');
    const { sentence: typed, step: still, mask } = await hands.state();
    assert.deepEqual([typed, still, mask], ['m e ] 2 ?', 'embeddings', 'none']);
    await page.evaluate(() => {
      const active = lab.shadowRoot?.activeElement;
      /** @type {HTMLElement | null | undefined} */ (active)?.blur();
    });
    await hands.press(']', '2');
    assert.equal((await hands.state()).step, 'embeddings');
  });
});
