import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { assertAccessible } from './axe.js';
import { boxesOf, readExcess } from './lab.js';
import { onModelPage, textsOf } from './real-model.js';

onModelPage('on the page of a real model', (desk) => {
  describe('the lines of several heads', () => {
    before(() => desk.show('h=4&d=512&ml=1&head=2&q=1&step=headLines&lr=all'));

    /** Reads head, query and key of each line. */
    const readLines = async () => {
      const all = await desk.page.evaluate(() =>
        allInLab('.lines path').map((path) => ({
          head: /head-(\d)/.exec(path.getAttribute('class') ?? '')?.[1],
          colour: getComputedStyle(path).stroke,
          ends: [...(path.getAttribute('d') ?? '').matchAll(/M0 (\d+)\.\d+L1 (\d+)\.\d+/g)],
        })),
      );
      const lines = all.flatMap(({ head, ends }) =>
        ends.map(([, row, column]) => [head, row, column]),
      );
      const [heads, rows, columns] = [0, 1, 2].map((i) =>
        [...new Set(lines.map((line) => line[i]))].sort().join(' '),
      );
      return {
        count: lines.length,
        heads,
        rows,
        columns,
        colours: new Set(all.map(({ colour }) => colour)).size,
      };
    };

    it('have a colour for each head, and heads can be hidden and shown', async () => {
      const { hands, page } = desk;
      const all = await readLines();
      assert.deepEqual([all.heads, all.colours], ['0 1 2 3', 4]);
      await hands.click('[data-line-head="1"]');
      const some = await readLines();
      assert.deepEqual([some.heads, some.colours], ['0 2 3', 3]);
      assert.equal((await hands.state()).lineHeads, '0 2 3');
      await page.waitForFunction(() => /lh=0\+2\+3/.test(location.hash));
      await hands.click('.one-head');
      assert.equal((await readLines()).heads, '2');
      await hands.click('.all-lines');
      assert.deepEqual(await readLines(), all);
    });

    it('are those of one word while it is hovered or focused', async () => {
      const { hands, page } = desk;
      const all = await readLines();
      await (await hands.find('.lines [data-side=k][data-index="4"]')).hover();
      const ofKey = await readLines();
      assert.equal(ofKey.columns, '4');
      assert.ok(ofKey.count > 0 && ofKey.count < all.count);
      await page.mouse.move(0, 0);
      assert.deepEqual(await readLines(), all);
      await hands.tabTo('.lines .word');
      await hands.press('Home', 'ArrowDown');
      assert.equal((await readLines()).rows, '1');
    });

    it('stay when a query is pressed, with the largest weights of all heads; a key opens one', async () => {
      const { hands, page } = desk;
      await hands.press('ArrowDown', 'Enter');
      const { query, lineRows } = await hands.state();
      assert.deepEqual([query, lineRows], [2, 'one']);
      await hands.press('ArrowUp', 'Enter');
      const sideLabels = await page.evaluate(() =>
        allInLab('.lines [data-side=k]').map(({ dataset, className }) =>
          [dataset.weight, /head-\d/.exec(className)].join(' '),
        ),
      );
      assert.deepEqual(sideLabels.slice(0, 2), ['0.699 head-2', '0.603 head-0']);
      assert.match(
        await hands.textOf('.lines .readout'),
        /^eat: attends to .They. 0.699 \(head 3\),/,
      );
      await hands.press('ArrowRight', 'ArrowUp');
      assert.equal((await readLines()).rows, '1', 'of the query that is pressed');
      assert.equal(await hands.textOf('.lines .readout'), 'eat → They 0.6989 (head 3)');
      await hands.press('Enter');
      assert.equal((await hands.state()).cell, 'weights.2.1.0');
      assert.ok((await hands.count('.trace')) > 0);
      await hands.press('Escape', 'Escape');
      const { cell, lineRows: rows } = await hands.state();
      assert.deepEqual([cell, rows], ['', 'all']);
      await hands.click('.lines [data-side=k][data-index="3"]');
      assert.equal((await readLines()).columns, '3');
      assert.equal((await hands.state()).key, 3);
    });

    it('have what is under the pointer above the bar, as all tall pictures have it', async () => {
      const { page } = desk;
      await page.setViewport({ width: 1280, height: 600 });
      const words = Array(20).fill('they').join('+');
      for (const [step, at] of [
        ['headLines', '.lines [data-index="3"]'],
        ['allHeads', '.thumb canvas'],
        ['scores', '.query-keys tbody td:nth-of-type(2) canvas'],
      ]) {
        await desk.show(`s=${words}&h=4&d=512&step=${step}`);
        const [line, end] = await page.$eval(`attention-lab >>> ${at}`, (picture) => {
          picture.scrollIntoView({ block: 'center' });
          picture.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
          picture.dispatchEvent(new PointerEvent('pointermove', { bubbles: true }));
          return [boxOf('.readout').bottom, boxOf('.bar').top];
        });
        assert.ok(line <= end, `${step}: ${line} and ${end}`);
        assert.match(await desk.hands.textOf('.readout'), /they|Number/, step);
      }
      await page.setViewport({ width: 1280, height: 900 });
    });

    it('begin with those of the marked query, and may be taken from another layer', async () => {
      const { hands } = desk;
      await desk.show('h=4&d=512&ml=1&head=2&q=1&step=headLines');
      assert.equal((await readLines()).rows, '1');
      const first = await textsOf(desk.page, '.strongest-keys tr');
      await hands.select('.line-layer', '0');
      assert.equal((await hands.state()).modelLayer, 0);
      assert.notDeepEqual(await textsOf(desk.page, '.strongest-keys tr'), first);
      await hands.click('.one-row');
      assert.equal((await hands.state()).lineRows, 'all');
      assert.ok((await readLines()).rows.length > 1);
    });

    it('list every key with the same largest weight, separated by commas', async () => {
      const edits = 'weights.2.1.0:0.9;weights.2.1.3:0.9';
      await desk.show(`h=4&d=512&ml=1&head=2&q=1&step=headLines&w=${edits}`);
      const rows = await textsOf(desk.page, '.strongest-keys tr');
      assert.match(rows[2], /^head 3 They, ed 0\.900$/);
      await desk.show('h=4&d=512&ml=1&head=2&q=1&step=headLines');
    });

    it('fit a narrow screen, and axe finds nothing', async () => {
      const { page } = desk;
      await assertAccessible(page);
      await page.setViewport({ width: 390, height: 844 });
      assert.equal(await readExcess(page), 0);
      await page.setViewport({ width: 1280, height: 900 });
    });
  });

  describe('one query against all keys', () => {
    before(() => desk.show('h=4&d=512&ml=1&head=2&q=1&step=scores'));

    it('opens a pressed score, and follows the marked query', async () => {
      const { hands, page } = desk;
      await hands.click('.query-keys td[data-place="scores.2.1.3"]');
      assert.equal((await hands.state()).cell, 'scores.2.1.3');
      assert.ok((await hands.count('.trace')) > 0);
      await hands.pick('query', '4');
      assert.match(
        await hands.textOf('.query-keys caption'),
        /^The query of n against all keys, head 3/,
      );
      assert.equal((await textsOf(page, '.query-keys tbody tr')).length, 7);
    });

    it('shows each score and weight in one line, which fits a phone', async () => {
      const { page } = desk;
      for (const width of [1280, 390]) {
        await page.setViewport({ width, height: 900 });
        const { right, apart } = await page.evaluate(() => {
          const boxes = (/** @type {string} */ part) =>
            allInLab(`.query-keys tbody ${part}`).map((element) => element.getBoundingClientRect());
          const weights = boxes('.weight-share .number');
          const scores = boxes('td.number');
          const middle = (/** @type {DOMRect} */ { top, bottom }) => (top + bottom) / 2;
          return {
            right: Math.max(...weights.map((box) => box.right)),
            apart: Math.max(...scores.map((box, i) => Math.abs(middle(box) - middle(weights[i])))),
          };
        });
        assert.ok(right > 0 && right <= width, `the weights end at ${right} of ${width}`);
        assert.ok(apart < 2, `${apart} pixels apart`);
      }
      await page.setViewport({ width: 1280, height: 900 });
    });

    it('shows the product under the pointer', async () => {
      const { hands, page } = desk;
      await (await hands.find('.query-keys tbody td:nth-child(3) canvas')).hover();
      const term = await hands.textOf('.query-keys .readout');
      const [, place, ...numbers] = term.match(/^Number (\d+): (\S+) × (\S+) = (\S+)$/) ?? [];
      const read = (/** @type {string} */ text) => Number(text.replace('−', '-'));
      const [query, key, product] = numbers.map(read);
      assert.ok(Number(place) > 1 && Number(place) < 128, term);
      assert.ok(Math.abs(query * key - product) <= 0.01 * Math.abs(product), term);
      await page.mouse.move(0, 0);
      assert.equal(await hands.textOf('.query-keys .readout'), '', 'when the pointer has left');
      await assertAccessible(page);
    });
  });

  describe('a second sentence', () => {
    before(() => desk.show(`model=${desk.publish('bert')}&s=the+bird+sings&step=headLines`));

    it('is added to the words, and the lines can go from one text to the other', async () => {
      const { hands, page } = desk;
      const words = async () => (await textsOf(page, '.words label')).join(' ');
      assert.equal(await hands.count('input[name=texts]'), 0);
      const first = await words();
      await hands.fill('#second-text', 'the old mill');
      await page.waitForFunction(() => inLab('input[name=texts]'));
      assert.ok((await words()).startsWith(`${first} `), await words());
      assert.match(await words(), /SEP.*SEP/);
      await hands.pick('texts', 'a-b');
      assert.equal((await textsOf(page, '[data-side=q]')).join(' '), first);
      const keys = await textsOf(page, '[data-side=k]');
      assert.equal(`${first} ${keys.join(' ')}`, await words());
      // Each key that is named as the strongest has a line.
      const strongest = await textsOf(page, '.strongest-keys td:nth-of-type(1)');
      assert.equal(strongest.length, 4);
      for (const key of strongest) assert.ok(keys.includes(key), `${key} of ${keys}`);
      await hands.pick('texts', 'b-a');
      assert.equal(await hands.count('.strongest-keys'), 0, 'the marked query has no line');
      await page.waitForFunction(() => /pair=the\+old\+mill/.test(location.hash));
      await hands.click('.bar button', 'All heads');
      await hands.pick('texts', 'b-b');
      assert.equal((await hands.state()).texts, 'b-b');
    });

    it('fits a phone with all heads side by side', async () => {
      const { page } = desk;
      await page.setViewport({ width: 390, height: 844 });
      const [wide, width] = await page.evaluate(() => {
        const frame = inLab('.all-heads-of-model > .wide');
        return [frame?.scrollWidth, frame?.clientWidth];
      });
      assert.ok(wide);
      assert.equal(wide, width);
      const [side] = await boxesOf(page, '.thumb canvas');
      assert.ok(side.width > 44, `${side.width} pixels`);
      await page.setViewport({ width: 1280, height: 900 });
    });

    it('with a gap: one press shows what fills the gap', async () => {
      const { hands, page } = desk;
      await desk.show('model=tiny/bert&s=the+[MASK]+sings&q=1&step=next');
      assert.match(await hands.textOf('table.answer caption'), /in place of the$/);
      assert.equal(await hands.textOf('.masked-token'), 'Show what fills [MASK]');
      // The button stands above the bars that it is about.
      const [{ bottom }, { top }] = await boxesOf(page, '.masked-token', 'table.answer');
      assert.ok(bottom > 0 && bottom <= top, `${bottom} ${top}`);
      await hands.click('.masked-token');
      assert.match(await hands.textOf('table.answer caption'), /in place of \[MASK\]$/);
      assert.equal(await hands.count('.masked-token'), 0);
    });

    it('has no field if the model reads one text', async () => {
      await desk.show('h=4&d=512&step=headLines&pair=the+mill');
      assert.equal(await desk.hands.count('#second-text'), 0);
      assert.deepEqual(await textsOf(desk.page, '.words label'), [
        ...['They', 'eat', 'fri', 'ed', 'n', 'oodle', 's'],
      ]);
    });
  });
});
