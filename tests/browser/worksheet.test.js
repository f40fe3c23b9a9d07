import assert from 'node:assert/strict';
import { it } from 'node:test';
import { reduceCaseCount } from '../support/extent.js';
import { assertAccessible } from './axe.js';
import { inOneBrowser } from './each-browser.js';
import { settle, untilGuide, untilText } from './hands.js';
import { assertTable, boxesOf, load, readExcess, readTables, recompute, showOnly } from './lab.js';

inOneBrowser('a worksheet', (desk) => {
  const read = () =>
    desk.page.evaluate(() => {
      const count = (/** @type {string} */ selector) => allInLab(selector).length ?? 0;
      return {
        sheets: count('.paper:not(.key)'),
        keys: count('.paper.key'),
        blanks: count('.paper td.covered'),
      };
    });

  /** The address of a class's sheets, from # on. */
  let address = '';

  /** @param {string} hash */
  async function open(hash) {
    await load(desk.page, desk.url + hash);
    await settle(desk.page);
  }

  it('opens from the whole picture with the numbers on screen', async () => {
    const { page, hands } = desk;
    await open('#v=1&s=Cats+drink+cold+milk&seed=3&mask=causal&view=whole');
    await hands.click('a', 'Worksheet');
    // The script of the practice loads first.
    await page.waitForFunction(() => inLab('.papers'));
    const state = await hands.state();
    assert.equal(state.guide, 'practice-worksheet');
    assert.deepEqual([state.sentence, state.seed], ['Cats drink cold milk', 3]);
    const tensors = recompute({ state });
    const tables = await readTables(page);
    assert.ok(tables.length >= 4);
    for (const table of tables) {
      const size = table.cells.length;
      const options = { part: true, hasDecimals: true };
      if (size > 0) assertTable({ ...table, ...options }, tensors, table.tensor);
    }
  });

  it('leaves more than half of its width for a name', async () => {
    const [line, paper] = await boxesOf(desk.page, '.paper .name span', '.paper');
    assert.ok(line.width > paper.width / 2, `${line.width} of ${paper.width}`);
  });

  it('follows its options, and keeps them in the address', async () => {
    const { page, hands } = desk;
    assert.deepEqual(await read(), { sheets: 1, keys: 0, blanks: 5 });
    await hands.click('.choose', 'whole tables');
    await hands.click('.choose', 'a seed for each');
    await hands.click('.choose', 'after the sheets');
    await hands.click('.options input');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Tab');
    // The address follows when the page is idle.
    await page.waitForFunction(() => location.hash.includes('.3.each.'));
    await settle(page);
    const chosen = await read();
    assert.deepEqual([chosen.sheets, chosen.keys], [3, 3]);
    assert.ok(chosen.blanks >= 3 * (10 + 10 + 4));
    address = new URL(page.url()).hash;
    assert.match(address, /practice-worksheet_\w+\.all\.3\.each\.key/);
    await open(address);
    assert.deepEqual(await read(), chosen);
  });

  it('opens from Export with the lab’s state, and its sentence can be changed', async () => {
    const { page, hands } = desk;
    await open('#v=1&s=Cats+drink+cold+milk&seed=3&mask=causal&step=scores');
    await hands.click('.export summary');
    await hands.click('.formats :is(a, button)', 'Print a worksheet of this');
    await page.waitForFunction(() => inLab('.papers'));
    const state = await hands.state();
    assert.equal(state.guide, 'practice-worksheet');
    assert.deepEqual(
      [state.sentence, state.seed, state.mask, state.step],
      ['Cats drink cold milk', 3, 'causal', 'scores'],
    );
    const tables = () => readTables(page).then((all) => all.map(({ tensor }) => tensor));
    assert.deepEqual(new Set(await tables()), new Set(['q', 'k', 'scores']));
    /** Types a text letter by letter. @param {string} text */
    const type = async (text) => {
      await hands.click('.setup #sentence');
      await page.keyboard.down('Control');
      await page.keyboard.press('a');
      await page.keyboard.up('Control');
      await page.keyboard.press('Backspace');
      // The field stays, even without words.
      await page.keyboard.type(text);
      await page.keyboard.press('Enter');
      await settle(page);
    };
    await type('Dogs bark');
    assert.equal((await hands.state()).sentence, 'Dogs bark');
    assert.match(await hands.textOf('.paper .content'), /^Dogs bark/);
    // Letters change no sheet before the sentence is complete.
    await hands.click('.setup #sentence');
    await page.keyboard.press('End');
    await page.keyboard.type(' w0 w1 w2 w3 w4 w5 w6 w7 w8 w9');
    await settle(page);
    assert.equal((await hands.state()).sentence, 'Dogs bark');
    await page.keyboard.press('Enter');
    await settle(page);
    assert.match(await hands.textOf('.wide'), /10 columns wide: Scores, /);
    await hands.click('.wide .choose');
    const { sentence, seed, mask } = await hands.state();
    assert.deepEqual([sentence, seed, mask], ['They eat fried noodles', 3, 'causal']);
    assert.equal(await hands.count('.wide'), 0);
    await hands.click('.setup .choose', 'none');
    assert.equal((await hands.state()).mask, 'none');
    // If the model does not know a word, the page says so, and the field stays.
    await showOnly(page, {
      ...{ guide: 'practice-worksheet', source: 'describer', seed: 0, query: 8 },
      sentence: 'the animal did not cross because it was tired',
    });
    await untilText(page, '.paper .content', 'the animal did not cross');
    await type('the animal was flabbergasted');
    await untilText(page, '.figure .status', 'flabbergasted');
    // The button for numbers that fit also stays.
    await untilText(page, '.figure .choose', 'They eat fried noodles, random numbers');
    await type('the animal was tired');
    await untilText(page, '.paper .content', 'the animal was tired');
    await open(address);
  });

  it('does not open numbers, which may belong to another run', async () => {
    const { hands } = desk;
    await hands.click('.paper:nth-child(2) td[data-value]');
    assert.equal((await hands.state()).cell, '');
    await hands.press('Enter');
    assert.equal((await hands.state()).cell, '');
  });

  it('is printed without the rest of the page', async () => {
    const { page } = desk;
    await page.emulateMediaType('print');
    const seen = await page.evaluate(() => {
      const all = allInLab('.lab :not(.papers, .papers *)');
      const within = (/** @type {Element} */ element) => element.querySelector('.papers') !== null;
      return {
        others: all
          .filter(
            (element) => !within(element) && element.checkVisibility() && element.clientHeight > 1,
          )
          .map((element) => element.outerHTML.slice(0, 60)),
        papers: allInLab('.paper').map((element) => [
          element.checkVisibility(),
          getComputedStyle(element).breakBefore,
        ]),
        // The running head repeats on each page.
        heads: allInLab('.paper .running').map((element) => [
          getComputedStyle(element).display,
          element.textContent?.replace(/\s+/g, ' ').trim(),
        ]),
        widths: allInLab('.paper').map((paper) => [
          ...new Set(
            [...paper.querySelectorAll('td.covered')].map((element) =>
              Math.round(element.getBoundingClientRect().width),
            ),
          ),
        ]),
      };
    });
    assert.deepEqual(seen.others, []);
    assert.deepEqual(seen.papers, [
      [true, 'auto'],
      ...Array.from({ length: 3 }, () => [true, 'page']),
      // Keys share a page if there is room.
      ...Array.from({ length: 2 }, () => [true, 'auto']),
    ]);
    // The numbers differ, but the widths are equal.
    assert.ok(seen.widths[0].every((width) => width >= 45));
    assert.deepEqual(seen.widths.slice(0, 3), [seen.widths[0], seen.widths[0], seen.widths[0]]);
    const { seed } = await desk.hands.state();
    assert.deepEqual(
      seen.heads,
      ['Name Date Sheet # of 3', 'Key of sheet #'].flatMap((text) =>
        [0, 1, 2].map((i) => [
          'table-header-group',
          `${text.replace('#', String(i + 1))}, seed ${seed + i}`,
        ]),
      ),
    );
    await page.emulateMediaType();
  });

  it('of five words fits one page of A4 or Letter with default margins', async () => {
    const { page } = desk;
    const options = 'practice-worksheet_weights.row.1.same.none';
    for (const mask of ['none', 'causal'].slice(0, reduceCaseCount(2))) {
      const state = `s=They+eat+hot+fried+noodles&mask=${mask}&g=practice-worksheet&a=${options}`;
      await open(`#v=1&${state}`);
      for (const format of /** @type {const} */ (['A4', 'Letter'])) {
        const margin = { top: '1cm', right: '1cm', bottom: '1cm', left: '1cm' };
        const pdf = Buffer.from(await page.pdf({ format, margin })).toString('latin1');
        const pages = pdf.match(/\/Type\s*\/Page\b/g)?.length;
        assert.equal(pages, 1, `${mask}, ${format}`);
      }
    }
  });

  it('begins each sheet on the front of a leaf, also where some sheets need one page', async () => {
    const { page } = desk;
    const margin = { top: '1cm', right: '1cm', bottom: '1cm', left: '1cm' };
    /** @param {string} options */
    const countPages = async (options) => {
      const answers = `practice-worksheet_weights-heads.row.${options}`;
      await open(`#v=1&s=They+eat+noodles&seed=11&g=practice-worksheet&a=${answers}`);
      const pdf = Buffer.from(await page.pdf({ format: 'A4', margin })).toString('latin1');
      return pdf.match(/\/Type\s*\/Page\b/g)?.length;
    };
    // The second sheet needs one page and has two, unless it is the last.
    assert.equal(await countPages('1.each.none'), 2);
    assert.equal(await countPages('2.each.none'), 3);
    assert.equal(await countPages('3.each.none'), 5);
  });

  it('opens from any page of the course and the practice with the same right numbers', async () => {
    const { page, hands } = desk;
    const goTo = async (/** @type {string} */ label, /** @type {string} */ guide) => {
      await hands.click('.contents summary');
      await hands.click('.practice :is(a, button)', label);
      // The script may still be loading.
      await untilGuide(page, guide);
      const { sentence, scale, edits, bug } = await hands.state();
      assert.deepEqual(
        [sentence, scale, edits, bug],
        ['They eat fried noodles', 'sqrt', '', ''],
        label,
      );
    };
    // A long sentence, numbers set by hand, and two programs with a mistake.
    for (const guide of ['why-flip', 'projections-flat', 'own-bug', 'practice-bugs-1-0']) {
      await open(`#v=1&g=${guide}`);
      await page.waitForFunction(() => inLab('.contents'));
      await goTo('Worksheet', 'practice-worksheet');
      assert.ok((await hands.count('.papers td[data-value], .papers td.covered')) > 0);
      await open(`#v=1&g=${guide}`);
      await page.waitForFunction(() => inLab('.contents'));
      await goTo('Check your own numbers', 'practice-check');
    }
  });

  it('keeps the numbers between the check and the worksheet', async () => {
    const { page, hands } = desk;
    await open('#v=1&s=tea+or+milk&seed=3&g=practice-check');
    await page.waitForFunction(() => inLab('.contents'));
    await hands.click('.contents summary');
    await hands.click('.practice :is(a, button)', 'Worksheet');
    await untilGuide(page, 'practice-worksheet');
    const { sentence, seed } = await hands.state();
    assert.deepEqual([sentence, seed], ['tea or milk', 3]);
  });

  it('has numbers that no key opens, sets, masks or pins', async () => {
    const { page, hands } = desk;
    await open(
      '#v=1&g=practice-worksheet&step=weights&a=practice-worksheet_weights.row.1.same.key',
    );
    const before = await hands.state();
    for (const key of /** @type {const} */ (['Enter', 'Space', 'F2', 'e', 'm', 'p'])) {
      await page.evaluate(() => {
        /** @type {HTMLElement} */ (inLab('.papers [data-place]')).focus();
      });
      await hands.press(key);
      await settle(page);
      assert.deepEqual(await hands.state(), before, key);
    }
  });

  it('has sums beside their rows, on the sheet and in the key', async () => {
    const { page } = desk;
    await page.setViewport({ width: 1280, height: 800 });
    await open(
      '#v=1&g=practice-worksheet&step=weights&a=practice-worksheet_weights.row.1.same.key',
    );
    const [exponentials, sums] = await page.evaluate(() => {
      return ['exponentials', 'rowSum'].map((tensor) =>
        allInLab(`[data-tensor=${tensor}] tbody tr`).map((row) => {
          const { top, height } = row.getBoundingClientRect();
          return [top, height];
        }),
      );
    });
    assert.ok(sums.length > 4, 'a sheet and its key');
    assert.deepEqual(sums, exponentials);
  });

  for (const [width, theme] of /** @type {const} */ ([
    [1280, 'light'],
    [390, 'dark'],
    [320, 'light'],
  ])) {
    it(`fits ${width} pixels, ${theme}, and axe finds nothing`, async () => {
      const { page } = desk;
      await page.setViewport({ width, height: 800 });
      for (const guide of ['practice-worksheet', 'practice-notes']) {
        await load(page, `${desk.url}#v=1&g=${guide}`);
        await page.evaluate((wanted) => lab.setAttribute('theme', wanted), theme);
        await settle(page);
        await assertAccessible(page, {}, guide);
        assert.equal(await readExcess(page), 0, guide);
      }
    });
  }
});
