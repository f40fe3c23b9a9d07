// Everything that a learner can do, with the keyboard alone: Tab, arrows, Enter, Esc, and the
// letters of the help.
import assert from 'node:assert/strict';
import { beforeEach, it } from 'node:test';
import { inEachBrowser } from './each-browser.js';
import { NEXT, untilText } from './hands.js';
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
        for (const element of allInLab(
          'button, input, select, textarea, summary, [tabindex="0"]',
        )) {
          const control = /** @type {HTMLInputElement} */ (element);
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
        if (await hands.hasFocus(NEXT)) break;
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
      page.$eval('attention-lab >>> .edit', (element) => /** @type {any} */ (element).value);
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
});
