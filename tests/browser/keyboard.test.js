// Everything that a learner can do, with the keyboard alone: Tab, arrows, Enter, Esc, and the
// letters of the help.
import assert from 'node:assert/strict';
import { beforeEach, it } from 'node:test';
import { glossary } from '../../web/features/course/text/en/course.js';
import { normaliseState } from '../../web/state/normalise.js';
import { inEachBrowser } from './each-browser.js';
import { NEXT, settle, untilText } from './hands.js';
import { assertPage, showOnly, tableOf } from './lab.js';

const sentence = ['They', 'eat', 'fried', 'noodles'];

inEachBrowser('by keyboard', (desk, _browserName, once) => {
  beforeEach(() => showOnly(desk.page, {}));

  /** Goes to a step by its name in the bar. @param {string} name */
  const step = (name) => desk.hands.enter('.bar li button', name);
  const openMore = () => desk.hands.unfold('.settings details:has(#seed)');
  /** @param {string} tensor @param {string} place */
  const walkTo = (tensor, place) =>
    desk.hands.walkTo(`.figure table[data-tensor="${tensor}"]`, `[data-place="${place}"]`);

  it('Tab and Shift+Tab reach every control of the page', async () => {
    const { hands, page } = desk;
    await openMore();
    for (const wanted of [{ step: 'maskedScores', cell: 'maskedScores.0.1.1' }, { step: 'q' }]) {
      await showOnly(page, wanted);
      /** A matrix, the formula or a group of radio buttons is one stop, another control is one. */
      const expected = await page.evaluate(() => {
        const stops = new Set();
        for (const one of allInLab('button, input, select, textarea, summary, [tabindex="0"]')) {
          const control = /** @type {HTMLInputElement} */ (one);
          const shown = control.checkVisibility({ visibilityProperty: true });
          if (!shown || control.disabled) continue;
          const grid = control.closest('table, .formula-line');
          if (grid?.querySelector('[tabindex]')) stops.add(grid);
          else stops.add(control.type === 'radio' ? control.name : control);
        }
        kept.stops = stops;
        return stops.size;
      });
      assert.ok(expected > 10, `${expected} stops`);
      const left = () =>
        page.evaluate(() => {
          const active = /** @type {HTMLInputElement | null | undefined} */ (
            lab.shadowRoot?.activeElement
          );
          const { stops } = kept;
          const group = active?.closest('table, .formula-line');
          for (const stop of [active, group, active?.name]) stops.delete(stop);
          return [...stops].map((stop) => stop.outerHTML?.slice(0, 90) ?? stop);
        });
      await hands.tabTo('.tool[aria-label=Undo]');
      let missing = await left();
      for (let i = 0; i < expected + 5 && missing.length > 0; i++) {
        await page.keyboard.press('Tab');
        missing = await left();
        if (await hands.hasFocus('.export summary')) break;
      }
      await hands.tabTo('.tool[aria-label=Undo]');
      for (let i = 0; i < expected + 5 && missing.length > 0; i++) {
        await hands.chord('Shift', 'Tab');
        missing = await left();
        if (await hands.hasFocus('.invitation button')) break;
      }
      assert.deepEqual(missing, []);
    }
  });

  it('1: a number is opened, followed to another, and closed', async () => {
    const { hands, page } = desk;
    await step('Scores');
    await walkTo('scores', 'scores.0.2.3');
    await hands.press('Enter');
    assert.match(await hands.textOf('.trace [data-level]'), /^score.*fried → noodles/);
    await hands.tabTo('.ways button');
    const text = await page.evaluate(() => lab.shadowRoot?.activeElement?.textContent);
    assert.match(text ?? '', /queries/);
    await hands.press('Enter');
    assert.equal((await hands.state()).step, 'q');
    await walkTo('q', 'q.0.2.1');
    await hands.press(' ');
    assert.match(await hands.textOf('.trace [data-level]'), /^query.*fried/);
    await hands.press('Escape');
    assert.equal(await hands.count('.trace'), 0);
    assert.ok(await hands.hasFocus('[data-place="q.0.2.1"]'));
    await hands.chord('Control', 'Home');
    await hands.press('ArrowRight', 'Enter');
    assert.equal((await hands.state()).cell, 'q.0.0.0');
    await hands.press('End', 'Enter');
    assert.equal((await hands.state()).cell, 'q.0.0.1');
    await hands.chord('Control', 'End');
    await hands.press('Enter');
    assert.equal((await hands.state()).cell, 'q.0.3.1');
    // The weights at the top are far from where they are taken apart. Closing that part leads back.
    const place = '[data-place="weights.0.1.1"]';
    for (const close of [
      () => hands.click('.trace button', 'Close'),
      () => hands.press('Escape'),
    ]) {
      for (const table of ['.first', '.figure']) {
        await hands.click(`${table} ${place}`);
        assert.equal((await hands.state()).cell, 'weights.0.1.1');
        await close();
        assert.equal((await hands.state()).cell, '');
        assert.ok(await hands.hasFocus(`${table} ${place}`), table);
      }
    }
  });

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
        assert.equal(await field.evaluate((one) => /** @type {any} */ (one).value), '7');
        assert.equal((await hands.state()).cell, 'weights.0.1.1');
      }
      await hands.press('Escape');
      // In the field of the number itself, the first Esc leads back to the number.
      if (control === '[type=range]') await hands.press('Escape');
      assert.equal((await hands.state()).cell, '', control);
      assert.ok(await hands.hasFocus('[data-place="weights.0.1.1"]'), control);
    }
  });

  once('2: one row is selected, shown alone, and compared with another', async () => {
    const { hands, page } = desk;
    await hands.pickRadio('query', '3');
    await hands.unfold('.expert');
    await hands.pickRadio('rows', 'one');
    await hands.tabTo('.compare select');
    await hands.press('ArrowDown', 'Tab');
    const { tables, state } = await assertPage(page, 'compared');
    assert.deepEqual([state.query, state.rows, state.pin], [3, 'one', 0]);
    assert.deepEqual(tableOf(tables, 'weights').rowHeaders, ['They', 'noodles']);
    await showOnly(page, { step: 'scores' });
    await walkTo('scores', 'scores.0.2.0');
    await hands.press('p');
    assert.equal((await hands.state()).pin, 2);
    assert.ok((await hands.count('.figure tr.pinned')) > 0);
    await hands.press('p');
    assert.equal((await hands.state()).pin, -1);
    await hands.walkTo('.figure table[data-tensor=scores]', 'tbody tr:last-child button.word');
    await hands.press('Enter');
    assert.equal((await hands.state()).query, 3);
  });

  once('3: numbers and settings are changed, and numbers undone and redone', async () => {
    const { hands, page } = desk;
    await walkTo('embeddings', 'embeddings.1.0');
    for (const key of /** @type {const} */ (['e', 'F2'])) {
      await hands.press(key);
      assert.ok(await hands.hasFocus('.edit'));
      await hands.retype('9');
      await hands.press('Escape');
      assert.equal((await hands.state()).edits, '', 'Esc keeps nothing');
      assert.ok(await hands.hasFocus('[data-place="embeddings.1.0"]'), 'and leads back');
    }
    await hands.press('e');
    await hands.retype('0.5');
    await hands.press('Enter');
    const set = await assertPage(page, 'set');
    assert.equal(set.tensors.embeddings.data[4], 0.5);
    const field = () =>
      page.$eval('attention-lab >>> .edit', (one) => /** @type {any} */ (one).value);
    await hands.chord('Control', 'z');
    assert.deepEqual([(await hands.state()).edits, (await field()) === '0.5'], ['', false]);
    await hands.chord('Control', 'y');
    assert.deepEqual([(await hands.state()).edits, await field()], ['x.eat.0:0.5', '0.5']);
    await walkTo('embeddings', 'embeddings.1.0');
    await hands.chord('Control', 'z');
    assert.equal((await hands.state()).edits, '');
    await page.keyboard.down('Shift');
    await hands.chord('Control', 'z');
    await page.keyboard.up('Shift');
    assert.equal((await hands.state()).edits, 'x.eat.0:0.5');
    await hands.tabTo('.editor [type=range]');
    await hands.press('ArrowRight');
    assert.equal((await assertPage(page, 'slid')).tensors.embeddings.data[4], Math.fround(0.51));
    await hands.tabTo('.editor button');
    await hands.press('Enter');
    assert.equal((await hands.state()).edits, '');
    await openMore();
    await desk.hands.fill('#seed', '71');
    await hands.pickRadio('heads', '4');
    await desk.hands.fill('#dModel', '8');
    await hands.pickRadio('scale', 'words');
    await desk.hands.fill('#dropout', '0.25');
    await desk.hands.fill('#dropoutSeed', '3');
    const { state } = await assertPage(page, 'all set');
    const { seed, heads, dModel, scale, dropout, dropoutSeed } = state;
    assert.deepEqual(
      [seed, heads, dModel, scale, dropout, dropoutSeed],
      [71, 4, 8, 'words', 0.25, 3],
    );
  });

  once('4: masks are chosen, and painted in their table or at any score', async () => {
    const { hands, page } = desk;
    await step('Mask');
    await hands.pickRadio('mask', 'causal');
    await hands.walkTo('.painter', 'tr:nth-child(2) td:nth-child(2) button');
    await hands.press(' ');
    await hands.press('ArrowRight', 'Enter');
    assert.equal((await hands.state()).masked, '0.1 0.2 0.3 1.0 1.1 1.2 1.3 2.3');
    await walkTo('maskedScores', 'maskedScores.0.1.1');
    await hands.press('m');
    assert.equal((await hands.state()).masked, '0.1 0.2 0.3 1.0 1.2 1.3 2.3');
    await hands.press('m');
    await hands.pickRadio('emptyRow', 'nan');
    await hands.pickRadio('fill', '-1e9');
    const { tables, state } = await assertPage(page, 'painted');
    assert.deepEqual([state.mask, state.fill, state.emptyRow], ['custom', '-1e9', 'nan']);
    assert.deepEqual(
      tableOf(tables, 'weights')
        .cells.slice(4, 8)
        .map(({ value }) => value),
      ['0.25', '0.25', '0.25', '0.25'],
    );
  });

  it('5, 6: a second sentence is typed, the other mechanism chosen, its widths set', async () => {
    const { hands, page } = desk;
    await hands.tabTo('#target');
    await page.keyboard.type('he is tall');
    await hands.press('Enter');
    await step('Decoder');
    const cross = await assertPage(page, 'decoder');
    assert.deepEqual(tableOf(cross.tables, 'weights').columnHeaders, sentence);
    assert.deepEqual(tableOf(cross.tables, 'selfWeights').columnHeaders, ['he', 'is', 'tall']);
    await hands.pickRadio('layer', 'self');
    await hands.pickRadio('mechanism', 'additive');
    await openMore();
    await desk.hands.fill('#keyWidth', '6');
    await hands.pickRadio('layer', 'cross');
    await step('Keys');
    const { tensors } = await assertPage(page, 'additive');
    assert.deepEqual(
      [tensors.wq.shape, tensors.wk.shape],
      [
        [4, 3],
        [6, 3],
      ],
    );
  });

  once('7: digits choose heads, and brackets change the step', async () => {
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

  once('brackets work with Option or AltGr, and the browser keeps its shortcuts', async () => {
    const { hands, page } = desk;
    await showOnly(page, { step: 'q' });
    await walkTo('q', 'q.0.1.1');
    /**
     * Sends a key event like a keyboard.
     * @param {KeyboardEventInit} init
     * @returns whether the event was handled
     */
    const send = (init) =>
      page.evaluate(async (how) => {
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
  });

  once('brackets lead to the same state and scroll position as the buttons', async () => {
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
          // A word of the token bar keeps the focus, while the reader has scrolled to the end.
          await hands.tabTo('.words input');
          await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
          await act();
          // Wait twice, because the page changes first and scrolls afterwards.
          await settle(page);
          await settle(page);
          ends.push([await hands.state(), Math.round(await above())]);
        }
        assert.deepEqual(ends.slice(0, ends.length / 2), ends.slice(ends.length / 2));
      }
    } finally {
      await page.setViewport({ width, height });
    }
  });

  once('8, 9: the slider for d moves, and experiments run', async () => {
    const { hands, page } = desk;
    await step('Why √d');
    await hands.tabTo('#spread-length');
    await hands.press('ArrowRight');
    assert.equal((await assertPage(page, 'd')).state.spread, 128);
    await hands.press('End');
    assert.equal((await assertPage(page, 'd')).state.spread, 512);
    await step('Scores');
    await hands.tabTo('.experiments > summary');
    await hands.press('Enter');
    for (const id of ['repeat', 'hotter']) {
      await hands.tabTo(`[aria-describedby=about-${id}]`);
      await hands.press('Enter');
      assert.ok((await hands.count('td.changed')) > 0, id);
    }
    const { state } = await assertPage(page, 'experiments');
    assert.deepEqual([state.sentence, state.temperature], ['They eat eat fried noodles', 2]);
    await hands.tabTo('.comparison button', 'Stop comparing');
    await hands.press('Enter');
    assert.equal(await hands.count('.comparison'), 0);
  });

  once('10, 11: presets are chosen, and texts are exported', async () => {
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
    await untilText(page, '.export [role=status]', /^(Copied|.*selected)/);
  });

  once('help has the glossary of the course', async () => {
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
