import assert from 'node:assert/strict';
import { beforeEach, it } from 'node:test';
import { inOneBrowser } from './each-browser.js';
import { assertPage, showOnly, tableOf } from './lab.js';

inOneBrowser('masks', (desk) => {
  beforeEach(() => showOnly(desk.page, { step: 'maskedScores' }));

  /**
   * Returns a letter for each masked score on the screen: m where the page says and shows that the
   * pair is masked.
   */
  const pattern = () =>
    desk.page.evaluate(() => {
      const rows = allInLab('table[data-tensor=maskedScores] tbody tr');
      return [...rows].map((row) =>
        [...row.querySelectorAll('td')]
          .map((cell) => {
            const marks = [
              cell.classList.contains('masked'),
              getComputedStyle(cell).backgroundImage.includes('repeating-linear-gradient'),
              cell.getAttribute('aria-description') === 'masked',
            ];
            return marks.every(Boolean) ? 'm' : marks.some(Boolean) ? '?' : '.';
          })
          .join(''),
      );
    });

  /** Returns the middle of a cell of the painter. @param {number} row @param {number} column */
  const middle = async (row, column) => {
    const cell = await desk.hands.find(`.painter [data-pair="${row}.${column}"]`);
    const { x, y, width, height } = await cell.evaluate((element) =>
      element.getBoundingClientRect().toJSON(),
    );
    return /** @type {const} */ ([x + width / 2, y + height / 2]);
  };

  const showPainter = async () => {
    const painter = await desk.hands.find('.painter');
    await painter.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  };

  it('that is painted has a link to its painter', async () => {
    await showOnly(desk.page, { step: 'embeddings' });
    await desk.hands.pick('mask', 'custom');
    assert.equal(await desk.hands.count('.painter'), 0);
    await desk.hands.click('.settings .note :is(a, button)', 'Paint it, cell by cell');
    assert.equal(await desk.hands.count('.painter'), 1);
    assert.equal((await desk.hands.state()).mask, 'custom');
  });

  it('can be none, causal, padding of any length, or painted from the current one', async () => {
    const { hands, page } = desk;
    const weightsAfter = async (/** @type {string} */ what) => {
      const { tensors } = await assertPage(page, what);
      return [...tensors.weights.data.slice(0, 16)].map((weight) => (weight === 0 ? 'm' : '.'));
    };
    const assertMask = async (/** @type {string[]} */ rows) => {
      assert.deepEqual(await pattern(), rows);
      assert.deepEqual(await weightsAfter(rows.join()), [...rows.join('')]);
    };
    await assertMask(['....', '....', '....', '....']);
    await hands.pick('mask', 'causal');
    await assertMask(['.mmm', '..mm', '...m', '....']);
    await hands.pick('mask', 'padding');
    await assertMask(['...m', '...m', '...m', '...m']);
    await hands.click('#pad');
    await hands.retype('2');
    await hands.press('Enter');
    await assertMask(['..mm', '..mm', '..mm', '..mm']);
    // Painting continues from the current mask.
    await hands.click('.painter tbody tr:nth-child(2) td:nth-child(2) button');
    await hands.click('.painter tbody tr:nth-child(1) td:nth-child(5) button');
    await assertMask(['..m.', 'm.mm', '..mm', '..mm']);
    const pressed = await hands.count('.painter .may[aria-pressed=true]');
    assert.equal(pressed, 8);
    // The number itself can also be masked.
    await hands.click('.figure td[data-place="maskedScores.0.3.0"]');
    await hands.click('.trace button', 'Mask this key');
    await assertMask(['..m.', 'm.mm', '..mm', 'm.mm']);
    await hands.click('.trace button', 'Unmask this key');
    await hands.click('.tool[aria-label=Undo]');
    await assertMask(['..m.', 'm.mm', '..mm', 'm.mm']);
    await hands.pick('mask', 'none');
    await assertMask(['....', '....', '....', '....']);
  });

  it('dragging masks all cells on its way in one change, and unmasks if it begins at a masked cell', async () => {
    const { hands, page } = desk;
    const dragOver = async (/** @type {[number, number][]} */ ...cells) => {
      await page.mouse.move(...(await middle(...cells[0])));
      await page.mouse.down();
      for (const cell of cells.slice(1)) await page.mouse.move(...(await middle(...cell)));
      await page.mouse.up();
      await hands.state();
      await page.evaluate(() => lab.updateComplete);
    };
    await showPainter();
    await dragOver([0, 1], [0, 2], [0, 3], [1, 3], [1, 2]);
    assert.deepEqual(await pattern(), ['.mmm', '..mm', '....', '....']);
    await assertPage(page, 'painted by dragging');
    await dragOver([0, 1], [0, 2], [1, 2]);
    assert.deepEqual(await pattern(), ['...m', '...m', '....', '....']);
    // A press without a drag toggles its cell. After a release outside, nothing more is painted.
    await dragOver([3, 0], [3, 0]);
    assert.deepEqual(await pattern(), ['...m', '...m', '....', 'm...']);
    await hands.click('.tool[aria-label=Undo]');
    await hands.click('.tool[aria-label=Undo]');
    assert.deepEqual(await pattern(), ['.mmm', '..mm', '....', '....']);
    await hands.click('.tool[aria-label=Undo]');
    assert.deepEqual(await pattern(), ['....', '....', '....', '....']);
  });

  it('a drag ends when the state changes, and writes nothing over the new mask', async () => {
    const { hands, page } = desk;
    await showPainter();
    const painted = () =>
      page.evaluate(() =>
        allInLab('.painter td[role=gridcell]').map((cell) =>
          cell.classList.contains('masked') ? 'm' : '.',
        ),
      );
    for (const [change, wanted, mask] of /** @type {const} */ ([
      [{ mask: 'padding' }, '...m'.repeat(4), 'padding'],
      // A shorter sentence keeps the cells of the table.
      [{ mask: 'none', sentence: 'They eat noodles' }, '...'.repeat(3), 'none'],
    ])) {
      await page.mouse.move(...(await middle(0, 1)));
      await page.mouse.down();
      await page.mouse.move(...(await middle(0, 2)));
      await page.mouse.move(...(await middle(1, 2)));
      assert.notEqual((await painted()).join(''), wanted);
      await page.evaluate(async (given) => {
        Object.assign(lab, given);
        await lab.updateComplete;
      }, change);
      assert.equal((await painted()).join(''), wanted);
      await page.mouse.move(...(await middle(2, 1)));
      await page.mouse.up();
      await page.evaluate(() => lab.updateComplete);
      assert.equal((await painted()).join(''), wanted);
      assert.equal((await hands.state()).mask, mask);
    }
  });

  it('a drag that is cancelled or abandoned changes no mask, and shows the cells as before', async () => {
    const { hands, page } = desk;
    await hands.pick('mask', 'causal');
    await showPainter();
    const painted = () =>
      page.evaluate(() =>
        allInLab('.painter td').map((cell) => (cell.classList.contains('masked') ? 'm' : '.')),
      );
    const before = await painted();
    const assertUnchanged = async () => {
      assert.deepEqual(await painted(), before);
      assert.equal((await hands.state()).mask, 'causal');
    };

    // A cancelled touch, as after a second finger.
    const session = await page.createCDPSession();
    const touch = async (
      /** @type {'touchStart' | 'touchMove' | 'touchCancel'} */ type,
      x = 0,
      y = 0,
    ) =>
      session.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: type === 'touchCancel' ? [] : [{ x, y }],
      });
    await touch('touchStart', ...(await middle(1, 0)));
    await touch('touchMove', ...(await middle(1, 1)));
    await touch('touchMove', ...(await middle(1, 2)));
    assert.notDeepEqual(await painted(), before);
    await touch('touchCancel');
    await session.detach();
    await assertUnchanged();

    // A button that was released where the page could not see it.
    await page.mouse.move(...(await middle(1, 0)));
    await page.mouse.down();
    await page.mouse.move(...(await middle(1, 1)));
    assert.notDeepEqual(await painted(), before);
    const [clientX, clientY] = await middle(1, 2);
    const send = (/** @type {string} */ type, /** @type {PointerEventInit} */ event) =>
      page.evaluate(
        (name, given) => void inLab('.painter')?.dispatchEvent(new PointerEvent(name, given)),
        type,
        event,
      );
    // Another finger is lifted.
    await send('pointerup', { clientX, clientY, pointerId: 99 });
    assert.equal((await hands.state()).mask, 'causal');
    await send('pointermove', { clientX, clientY, pointerId: 1, buttons: 0 });
    await assertUnchanged();
    await page.mouse.up();
    await assertUnchanged();
  });

  it('a pressed word masks its row or column, by mouse and by keyboard', async () => {
    const { hands } = desk;
    await hands.click('.painter tbody tr:nth-child(2) .word');
    assert.deepEqual(await pattern(), ['....', 'mmmm', '....', '....']);
    await hands.walkTo('.painter', '[data-pair="1.2"]');
    await hands.walkTo('.painter', 'thead th:nth-child(4) .word');
    await hands.press('Enter');
    assert.deepEqual(await pattern(), ['..m.', 'mmmm', '..m.', '..m.']);
    await hands.press('Enter');
    await hands.walkTo('.painter', '[data-pair="1.2"]');
    await hands.walkTo('.painter', 'tbody tr:nth-child(2) .word');
    await hands.press(' ');
    assert.deepEqual(await pattern(), ['....', 'mmmm', '....', '....']);
    await hands.press(' ');
    assert.deepEqual(await pattern(), ['....', '....', '....', '....']);
    assert.ok(await hands.hasFocus('.painter .word'));
  });

  it('a masked score becomes −∞, −1e9 or 0, and the text says what follows', async () => {
    const { hands, page } = desk;
    await hands.pick('mask', 'causal');
    /** @type {[string, number, string, RegExp][]} */
    const fills = [
      ['inf', -Infinity, '−∞', /turn −∞ into a weight of exactly 0/],
      ['-1e9', -1e9, '−1.00e9', /exponential is 0 as long as one word of the row is not masked/],
      ['0', 0, '0', /common mistake: 0 is an ordinary score/],
    ];
    for (const [fill, value, text, reason] of fills) {
      await hands.pick('fill', fill);
      const { tables, tensors } = await assertPage(page, fill);
      const cell = tableOf(tables, 'maskedScores').cells[3];
      assert.equal(Number(cell.value), value);
      assert.equal(cell.text, text);
      assert.match(await hands.textOf('.prose'), reason);
      assert.equal(tensors.weights.data[3] === 0, fill !== '0');
    }
  });
});
