// Heads, steps, experiments and presets by keyboard alone, and the keys' own help.
import assert from 'node:assert/strict';
import { beforeEach, it } from 'node:test';
import { glossary } from '../../web/features/course/text/en/course.js';
import { normaliseState } from '../../web/state/normalise.js';
import { inEachBrowser } from './each-browser.js';
import { NEXT, settle } from './hands.js';
import { assertPage, showOnly } from './lab.js';

/** @import { AttentionLab } from '../../web/elements/attention-lab.js' */

inEachBrowser('by keys', (desk, _browserName, once) => {
  beforeEach(() => showOnly(desk.page, {}));

  /** To a step by its name in the bar. @param {string} name */
  const step = (name) => desk.hands.enter('.bar li button', name);
  /** @param {string} tensor @param {string} place */
  const walkTo = (tensor, place) =>
    desk.hands.walkTo(`.figure table[data-tensor="${tensor}"]`, `[data-place="${place}"]`);

  once('7: heads are turned to by digits, steps by brackets', async () => {
    const { hands, page } = desk;
    await showOnly(page, { heads: 4, step: 'concatenated' });
    await hands.walkTo(
      '.figure table[data-tensor=concatenated]',
      '[data-place="concatenated.1.2"]',
    );
    for (const head of [3, 1, 4, 2]) {
      await hands.press(/** @type {'1'} */ (String(head)));
      assert.equal((await hands.state()).head, head - 1);
    }
    await hands.press('7');
    assert.equal((await hands.state()).head, 1, 'there is no head 7');
    await hands.pickRadio('head', '2');
    assert.equal((await hands.state()).head, 2);
    for (const [key, there] of /** @type {const} */ ([
      [']', 'output'],
      [']', 'headContributions'],
      [']', 'mechanisms'],
      [']', 'mechanisms'],
      ['[', 'headContributions'],
    ])) {
      await hands.press(key);
      assert.equal((await hands.state()).step, there);
    }
    await assertPage(page, 'heads by keys');
  });

  once(
    'brackets are keys where they need Option or AltGr, and shortcuts are left to the browser',
    async () => {
      const { hands, page } = desk;
      await showOnly(page, { step: 'q' });
      await walkTo('q', 'q.0.1.1');
      /** As keyboards send it. @param {KeyboardEventInit} init @returns was it taken */
      const send = (init) =>
        page.evaluate(async (how) => {
          const lab = /** @type {AttentionLab} */ (document.querySelector('attention-lab'));
          const event = new KeyboardEvent('keydown', {
            ...how,
            ...{ bubbles: true, composed: true, cancelable: true },
          });
          lab.shadowRoot?.activeElement?.dispatchEvent(event);
          await lab.updateComplete;
          return event.defaultPrevented;
        }, init);
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
    },
  );

  once(
    'brackets do what the buttons do: the page begins at its title, and the numbers can be undone',
    async () => {
      const { hands, page } = desk;
      const above = () =>
        page.evaluate(() => inLab('.steps')?.getBoundingClientRect().top ?? Number.NaN);
      const { width, height } = page.viewport() ?? { width: 1280, height: 800 };
      await page.setViewport({ width, height: 300 });
      try {
        for (const from of [normaliseState({ step: 'q', seed: 9 })]) {
          /** @type {unknown[]} */
          const ends = [];
          for (const act of [
            async () => hands.press(']'),
            async () => (await hands.find(NEXT)).evaluate((button) => button.click()),
          ]) {
            await showOnly(page, from);
            // A word of the token bar keeps the focus; what is below has been read to its end.
            await hands.tabTo('.words input');
            await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
            await act();
            // The page is turned first and then moved.
            await settle(page);
            await settle(page);
            ends.push([await hands.state(), Math.round(await above())]);
          }
          assert.deepEqual(ends.slice(0, ends.length / 2), ends.slice(ends.length / 2));
        }
      } finally {
        await page.setViewport({ width, height });
      }
    },
  );

  once('8, 9: d is moved and experiments are made', async () => {
    const { hands, page } = desk;
    await step('Why √d');
    await hands.tabTo('#spread-length');
    await hands.press('ArrowRight');
    assert.equal((await assertPage(page, 'd')).state.spread, 128);
    await hands.press('End');
    assert.equal((await assertPage(page, 'd')).state.spread, 512);
    await step('Scores');
    await hands.tabTo('details:has([data-experiment]) > summary');
    await hands.press('Enter');
    for (const id of ['repeat', 'hotter']) {
      await hands.tabTo(`[data-experiment=${id}]`);
      await hands.press('Enter');
      assert.ok((await hands.count('td.changed')) > 0, id);
    }
    const { state } = await assertPage(page, 'experiments');
    assert.deepEqual([state.sentence, state.temperature], ['They eat eat fried noodles', 2]);
    await hands.tabTo('.comparison button', 'Stop comparing');
    await hands.press('Enter');
    assert.equal(await hands.count('.comparison'), 0);
  });

  once('10, 11: presets are chosen and texts exported', async () => {
    const { hands, page } = desk;
    await hands.tabTo('#preset');
    await hands.press('ArrowDown', 'Tab');
    assert.equal((await assertPage(page, 'preset')).state.sentence, 'Hello I love you');
    await hands.tabTo('details:has([data-format]) > summary');
    await hands.press('Enter');
    await hands.tabTo('[data-format=csv]');
    await hands.press('Enter');
    await hands.tabTo('textarea');
    const text = await page.evaluate(() => inLab('textarea')?.value);
    assert.match(text ?? '', /^query .*\nHello,/);
    await hands.tabTo('details:has([data-format]) p > button:first-of-type');
    await hands.press('Enter');
  });

  once('help explains the words of the course', async () => {
    const { hands, page } = desk;
    await showOnly(page, { step: 'q' });
    await walkTo('q', 'q.0.1.1');
    await hands.press('?');
    await hands.tabTo('dialog summary');
    await hands.press('Enter');
    await page.waitForFunction(() => inLab('.glossary dl'));
    const shown = await page.evaluate(() =>
      allInLab('.glossary :is(dt, dd)').map(({ textContent }) => textContent),
    );
    assert.deepEqual(shown, glossary.flat());
    await hands.press('Escape');
    await page.waitForFunction(() => !inLab('dialog'));
  });

  it('help is opened and closed, the focus comes back, and letters can be switched off', async () => {
    const { hands, page } = desk;
    await showOnly(page, { step: 'q' });
    for (const close of /** @type {const} */ (['Escape', 'Enter'])) {
      await walkTo('q', 'q.0.1.1');
      await hands.press('?');
      assert.equal(await hands.count('dialog[open]'), 1);
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

  it('keys do nothing outside the lab, and typing in a field is typing', async () => {
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
