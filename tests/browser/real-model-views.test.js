import assert from 'node:assert/strict';
import { it } from 'node:test';
import { loadAttention } from '../../src/js/index.js';
import { loadPretrained } from '../../src/js/pretrained/index.js';
import { filesOf } from '../pretrained/checkpoints.js';
import { gpt2Of } from '../pretrained/gpt2-sizes.js';
import { publish } from '../pretrained/hub-models.js';
import { contentsOf } from '../pretrained/hub-server.js';
import { assertAccessible } from './axe.js';
import { boxesOf, dispatch, readExcess, setProps, show } from './lab.js';
import {
  onModelPage,
  pressLoad,
  SIZES,
  TEXT,
  textsOf,
  untilMessage,
  valuesOf,
} from './real-model.js';

const attention = await loadAttention();
const shipped = await loadPretrained(attention, 'use-lite');

onModelPage('a real model on the page', (desk) => {
  it('predicts tokens from the sums of its stream, and says so if it has no head', async () => {
    const { page, hands } = desk;
    await desk.show(`model=${desk.publish('gpt2')}&s=the+bird&step=stream&q=2&sil=0.1`);
    await page.waitForFunction(() => inLab('td.lens data'));
    const model = await loadPretrained(attention, filesOf('gpt2'));
    const run = model.run('the bird', { silence: ['0.1'], trace: ['output'] });
    const { output } = run.layers[0];
    assert.ok(output);
    const expected = model.predictTokens(output, 3)[2].map(({ id }) => String(id));
    const idsOf = (/** @type {number} */ part) =>
      page.$$eval(
        `attention-lab >>> table.stream tbody tr:nth-child(${part}) [data-token]`,
        (all) => all.map((element) => /** @type {HTMLElement} */ (element).dataset.token),
      );
    // The embedding, attention and feed-forward of the first layer.
    assert.deepEqual(await idsOf(3), expected);
    const last = model.next(run, 2, 3).map(({ id }) => String(id));
    assert.deepEqual(await idsOf(5), last);
    assert.equal(await hands.count('table.stream tbody tr:last-child .final'), 1);
    await hands.pick('query', '1');
    await page.waitForFunction(() => inLab('td.lens data'));
    await show(page, { step: 'next' });
    await hands.click('.last-token');
    assert.equal((await hands.state()).query, run.ids.length - 1);
    const following = model.next(run, -1, 1)[0];
    const shown = await valuesOf(page, 'table.answer td.after data');
    assert.ok(shown.map(Math.fround).includes(following.probability));
    assert.equal(await hands.count('.last-token'), 0);
    await show(page, { step: 'stream' });
    await hands.click('table.stream tbody tr:nth-child(4) button');
    const { step, modelLayer } = await hands.state();
    assert.deepEqual([step, modelLayer], ['output', 1]);
    await desk.show(`${SIZES}&step=stream`);
    assert.deepEqual(await textsOf(page, 'table.stream tbody th'), [
      ...['projected embedding', 'attention 1', 'feed-forward 1', 'attention 2', 'feed-forward 2'],
    ]);
    assert.match((await textsOf(page, '.wide + .note')).join(), /no output layer/);
  });

  it('joins the pieces of a word in the bar, in tables and at each small map', async () => {
    const { page, hands } = desk;
    await desk.show(`${SIZES}&step=allHeads`);
    const expected = [
      ...['', '', 'piece 1 of 2 of fried', 'piece 2 of 2 of fried'],
      ...['piece 1 of 3 of noodles', 'piece 2 of 3 of noodles', 'piece 3 of 3 of noodles'],
    ];
    for (const scope of ['col', 'row']) {
      const spoken = await page.$$eval(
        `attention-lab >>> figure.weights th[scope="${scope}"]`,
        (all) => all.map((header) => header.getAttribute('aria-description') ?? ''),
      );
      assert.deepEqual(spoken, expected);
    }
    assert.equal(await hands.count('.words .piece'), 5);
    const lines = await page.$eval(
      'attention-lab >>> .all-heads-of-model .thumb',
      (thumb) => getComputedStyle(thumb).backgroundImage.match(/linear-gradient/g)?.length,
    );
    assert.equal(lines, 2);
    // A small map opens its head, but none of its numbers.
    await hands.click('.thumb[data-layer="0"][data-head="3"]');
    const { modelLayer, head, step, cell } = await hands.state();
    assert.deepEqual([modelLayer, head, step, cell], [0, 3, 'weights', '']);
    await desk.hands.fill('#sentence', 'They eat hot food');
    await page.waitForFunction(() => allInLab('.words label').length === 4);
    assert.equal(await hands.count('.piece'), 0);
  });

  it('joins only the pieces of a word in print', async () => {
    const { page } = desk;
    await desk.show(`${SIZES}&step=weights`);
    await page.emulateMediaType('print');
    await dispatch(page, 'beforeprint');
    const { tables, long } = await page.evaluate(() => {
      const pieces = allInLab('tbody .piece').filter((element) => element.checkVisibility());
      return {
        tables: new Set(
          pieces.map((piece) => piece.closest('.matrix')?.classList.contains('beside')),
        ).size,
        long: pieces.filter(
          (piece) => parseFloat(getComputedStyle(piece, '::before').height) > piece.clientHeight,
        ).length,
      };
    });
    await dispatch(page, 'afterprint');
    await page.emulateMediaType('screen');
    assert.equal(tables, 2, 'tables beside others, and other tables');
    assert.equal(long, 0);
  });

  it('keeps each name and number of its tables in print, and their bars', async () => {
    const { page } = desk;
    const gpt2 = `model=${desk.publish('gpt2')}&s=the+bird`;
    for (const hash of [`${SIZES}&step=stream`, `${SIZES}&step=next`, `${gpt2}&step=next`]) {
      await desk.show(hash);
      await page.waitForFunction(() => inLab('table.stream .share-bar'));
      const readTable = () =>
        page.evaluate(() => ({
          cells: allInLab('table.stream :is(th, td)').map(({ innerText }) => innerText.trim()),
          widest: Math.max(...allInLab('table.stream .share-bar').map((bar) => bar.clientWidth)),
        }));
      const { cells } = await readTable();
      await page.emulateMediaType('print');
      const printed = await readTable();
      await page.emulateMediaType('screen');
      assert.ok(cells.filter(Boolean).length > 2, cells.join());
      assert.deepEqual(printed.cells, cells, hash);
      assert.ok(printed.widest > 100, `${hash}: ${printed.widest}`);
    }
  });

  it('has one tab stop in its small maps, in which arrows, Home and End move', async () => {
    const { page, hands } = desk;
    await desk.show(`${SIZES}&step=allHeads`);
    const at = () =>
      page.evaluate(() => {
        const active = /** @type {HTMLElement} */ (lab.shadowRoot?.activeElement);
        const stops = allInLab('.thumb').filter(({ tabIndex }) => tabIndex === 0);
        return [active.dataset.layer, active.dataset.head, stops.length, stops[0] === active];
      });
    await hands.tabTo('.thumb');
    assert.deepEqual(await at(), ['1', '2', 1, true]);
    await hands.press('ArrowUp', 'ArrowRight');
    assert.deepEqual(await at(), ['0', '3', 1, true]);
    await hands.press('ArrowRight', 'Home');
    assert.deepEqual(await at(), ['0', '0', 1, true]);
    await hands.chord('Control', 'End');
    assert.deepEqual(await at(), ['1', '3', 1, true]);
    await show(page, { head: 1 });
    assert.deepEqual(await at(), ['1', '3', 1, false], 'the stop is the head of the program');
  });

  it('changes head and layer by keys, which stop at the ends', async () => {
    const { page, hands } = desk;
    await desk.show('h=4&d=512&ml=0&head=2&step=allHeads');
    await hands.tabTo('.thumb');
    const at = async () => {
      const { modelLayer, head } = await hands.state();
      return [modelLayer, head];
    };
    await hands.press('h');
    assert.deepEqual(await at(), [0, 3]);
    await hands.press('h');
    assert.deepEqual(await at(), [0, 3], 'the last head');
    await hands.press('l');
    assert.deepEqual(await at(), [1, 3]);
    await hands.press('l');
    assert.deepEqual(await at(), [1, 3], 'the last layer');
    await hands.chord('Shift', 'H', 'L');
    assert.deepEqual(await at(), [0, 2]);
    await setProps(page, { readonly: true });
    await hands.press('l');
    assert.deepEqual(await at(), [1, 2], 'also for a reader who may change nothing');
    await setProps(page, { readonly: false });
  });

  it('shows the weight and the head under the pointer', async () => {
    const { page, hands } = desk;
    await desk.show(`${SIZES}&step=allHeads`);
    const { x, y } = await page.$eval(
      'attention-lab >>> .thumb[data-layer="1"][data-head="2"] canvas',
      (canvas) => {
        canvas.scrollIntoView({ block: 'center' });
        const { left, top, width, height } = canvas.getBoundingClientRect();
        // The second query and the first key of seven tokens.
        return { x: left + (width * 0.5) / 7, y: top + (height * 1.5) / 7 };
      },
    );
    await page.mouse.move(x, y);
    const { weights } = shipped.run(TEXT, { trace: ['weights'] }).layers[1];
    const weight = weights?.data[2 * 49 + 7];
    const text = await hands.textOf('.all-heads-of-model .readout');
    assert.match(text, /^Layer 2, head 3: eat → They\s+[\d.]+$/);
    assert.ok(Math.abs(Number(text.split(/\s+/).at(-1)) - Number(weight)) < 1e-4, text);
    await page.mouse.move(0, 0);
    assert.equal(await hands.textOf('.all-heads-of-model .readout'), '');
  });

  it('has its steps on the first screen of 1280 × 800', async () => {
    const { page } = desk;
    await page.setViewport({ width: 1280, height: 800 });
    // The shipped model, and a model that writes, whose panel is longer.
    for (const hash of [SIZES, `model=${desk.publish('gpt2')}&s=the+sat+at+the`]) {
      await desk.open(`${hash}&step=allHeads`);
      const [title, bar] = await boxesOf(page, '.step-title', '.bar');
      assert.ok(
        title.top + 24 < bar.top && bar.bottom <= 800,
        JSON.stringify({ hash, title, bar }),
      );
    }
    await page.setViewport({ width: 1280, height: 900 });
  });

  it('fits twelve layers of twelve heads beside its text', async () => {
    const { page } = desk;
    const files = gpt2Of({ width: 48, heads: 12, layers: 12 });
    desk.hub.repositories.set('tiny/twelve', { files, commit: 'c0'.repeat(20) });
    await desk.show('model=tiny/twelve&s=the+bird+sings&step=allHeads');
    const [wide, all] = await page.$eval(
      'attention-lab >>> .all-heads-of-model > .wide',
      (frame) => [frame.clientWidth, frame.scrollWidth],
    );
    assert.ok(all <= wide, `${all} in ${wide}`);
    assert.equal((await textsOf(page, '.all-heads-of-model tbody th')).length, 12);
  });

  it('fits its heads, and short headings of its stream, beside its text at 960 pixels', async () => {
    const { page } = desk;
    await page.setViewport({ width: 960, height: 900 });
    await desk.show(`${SIZES}&step=allHeads`);
    const [text, table] = await boxesOf(page, '.step-title', '.all-heads-of-model table');
    assert.ok(table.left > text.right);
    const [wide, all] = await page.$eval(
      'attention-lab >>> .all-heads-of-model > .wide',
      (frame) => [frame.clientWidth, frame.scrollWidth],
    );
    assert.ok(all <= wide, `${all} in ${wide}`);
    await desk.show(`${SIZES}&step=stream`);
    const [head, row] = await boxesOf(page, 'table.stream thead', 'table.stream tbody tr');
    assert.ok(head.height < 3 * row.height, `${head.height} over ${row.height}`);
    await page.setViewport({ width: 1280, height: 900 });
  });

  it('measures the habits of all heads once, and shows those of the head on screen', async () => {
    const { page, hands } = desk;
    await desk.show(`model=${desk.publish('gpt2')}&s=the+bird&step=weights`);
    await hands.click('.measure-habits');
    const readHabit = () => hands.textOf('.habit');
    const measured = () => hands.textOf('.habit + details p');
    await page.waitForFunction(() => inLab('.habit')?.textContent?.includes('it prefers'));
    await hands.click('.habit + details summary');
    const first = await measured();
    assert.match(first, /^Over 34 sentences/);
    await hands.pick('head', '2');
    assert.match(await readHabit(), /^Layer 1, head 3\. On average, it prefers/);
    assert.notEqual(await measured(), first);
    await hands.fill('#sentence', 'the old mill');
    assert.match((await textsOf(page, '.words label')).join(''), /mill/);
    assert.match(
      await readHabit(),
      /^Layer 1, head 3\. On average, it prefers/,
      'it is measured once',
    );
  });

  it('opens each factor of a long sum', async () => {
    const { page, hands } = desk;
    const score = 'scores.2.1.3';
    await desk.show(`${SIZES}&step=scores&c=${score}&head=2`);
    const places = await page.evaluate(() =>
      allInLab('.terms tbody [data-place]').map(({ dataset }) => String(dataset.place)),
    );
    assert.equal(places.length, 40);
    for (const place of [places[0], places[39]]) {
      await hands.click(`.terms [data-place="${place}"]`);
      assert.equal((await hands.state()).cell, place);
      assert.equal(await hands.count(`.figure td.traced[data-place="${place}"]`), 1, place);
      await page.evaluate(async (cell) => {
        lab.setState({ cell });
        await lab.updateComplete;
      }, score);
    }
  });

  it('shows the largest of 512 products, and the sum of the others', async () => {
    const { page, hands } = desk;
    await desk.show(`${SIZES}&step=q&c=qProducts.2.1.5`);
    assert.equal(
      await hands.textOf('.terms caption'),
      'The 20 largest of the 512 terms of the sum, by size',
    );
    const [value] = await valuesOf(page, '.trace .whole data');
    const products = await valuesOf(page, '.terms tbody td:nth-of-type(3) data');
    const [others] = await valuesOf(page, '.terms .others data');
    assert.equal(products.length, 20);
    const sizes = products.map(Math.abs);
    assert.deepEqual(
      sizes,
      sizes.toSorted((a, b) => b - a),
    );
    const sum = products.reduce((total, product) => total + product, others);
    assert.ok(Math.abs(sum - value) < 1e-4, `${sum} is ${value}`);
    assert.ok(Math.abs(others) > 1e-3);
    assert.match(await hands.textOf('.trace .sum'), /the other 506 together/);
    // A sum of the model itself: the layer's row times a column of its matrix.
    const run = shipped.run(TEXT, { trace: ['normAttn'] });
    const { normAttn } = run.layers[1];
    const { weight } = shipped.layer(1).parameters.q;
    const row = normAttn?.data.subarray(512, 1024) ?? [];
    const column = weight.data.subarray((2 * 128 + 5) * 512, (2 * 128 + 6) * 512);
    const expected = Array.from(row, (x, i) => Math.abs(x * column[i])).toSorted((a, b) => b - a);
    for (const [i, size] of sizes.entries()) assert.ok(Math.abs(size - expected[i]) < 1e-6);
  });

  it('shows an article’s claim about “Hello I love you”, and opens a head where it holds', async () => {
    const { page, hands } = desk;
    await desk.show(`s=Hello+I+love+you&h=4&d=512&step=allHeads&q=3`);
    assert.match(await hands.textOf('.claim p'), /in this model it holds in 5 of 8 heads\./i);
    assert.deepEqual(await textsOf(page, '.claims tr:has(b) th button'), [
      ...[
        'layer 1, head 2',
        'layer 1, head 3',
        'layer 1, head 4',
        'layer 2, head 1',
        'layer 2, head 2',
      ],
    ]);
    await hands.click('.claims tr:has(b) button');
    const { step, modelLayer, head } = await hands.state();
    assert.deepEqual([step, modelLayer, head], ['weights', 0, 1]);
  });

  it('gives the bars of its strongest keys more than half of the table', async () => {
    await desk.show(`${SIZES}&step=headLines`);
    const parts = ['.strongest-keys td:nth-child(3)', '.strongest-keys'];
    const [bar, table] = await boxesOf(desk.page, ...parts);
    assert.ok(bar.width > 0.5 * table.width, `${bar.width} of ${table.width}`);
  });

  it('has next tokens close to their bars', async () => {
    for (const change of ['', '&sil=1.2']) {
      await desk.show(`model=${desk.publish('gpt2')}&s=the+bird&step=next${change}`);
      const parts = ['table.answer tbody th', 'table.answer'];
      const [label, table] = (await boxesOf(desk.page, ...parts)).map(({ width }) => width);
      assert.ok(label > 0 && label < 0.25 * table, `${label} of ${table}${change}`);
    }
  });

  it('has views in which axe finds nothing', async () => {
    const { page } = desk;
    const gpt2 = `model=${desk.publish('gpt2')}&s=the+bird&sil=0.1&blk=1.1.2.0`;
    for (const hash of [
      `${SIZES}&step=allHeads&s=Hello+I+love+you`,
      `${SIZES}&step=next&sil=1.2`,
      `${SIZES}&step=q&c=qProducts.2.1.5`,
      `${gpt2}&step=stream`,
      `${gpt2}&step=next`,
    ]) {
      await desk.show(hash);
      await assertAccessible(page, {}, hash);
    }
  });
});

onModelPage('a real model on a narrow screen', (desk) => {
  for (const width of [390, 320]) {
    // A view that fits there also fits on wider screens.
    it(`shows each word of the lines completely at ${width} pixels`, async () => {
      const { page } = desk;
      await page.setViewport({ width, height: 844 });
      await desk.show(`${SIZES}&step=headLines&s=my+grandmother+eats+noodles`);
      const words = await page.$$eval('attention-lab >>> .lines .word .cut', (all) =>
        all.map((element) => {
          const box = /** @type {Element} */ (element.closest('.column')).getBoundingClientRect();
          const { left, right } = element.getBoundingClientRect();
          const isWhole =
            element.scrollWidth <= element.clientWidth && left >= box.left && right <= box.right;
          return { text: element.textContent, isWhole };
        }),
      );
      assert.ok(words.some(({ text }) => text === 'grandmother'));
      assert.deepEqual(
        words.filter(({ isWhole }) => !isWhole),
        [],
      );
    });

    it(`has bars for what each part adds to the stream at ${width} pixels`, async () => {
      const { page } = desk;
      await page.setViewport({ width, height: 844 });
      await desk.show(`${SIZES}&step=stream`);
      const widths = await page.$$eval('attention-lab >>> table.stream .share-bar i', (all) =>
        all.map((element) => element.getBoundingClientRect().width),
      );
      assert.equal(widths.length, 5);
      assert.ok(Math.min(...widths) > 15, widths.join(' '));
    });

    it(`shows how to make a tokenizer completely at ${width} pixels`, async () => {
      const { page, hub } = desk;
      await page.setViewport({ width, height: 844 });
      const { 'tokenizer.json': _, ...files } = contentsOf('gpt2');
      publish(hub, 'gpt2', { files });
      await desk.open('model=tiny/gpt2&s=the+bird', { isLoaded: false });
      await pressLoad(page);
      await untilMessage(page, /save_pretrained/);
      const right = await page.$eval('attention-lab >>> .overview .status', (message) => {
        const range = document.createRange();
        range.selectNodeContents(message);
        return range.getBoundingClientRect().right;
      });
      assert.ok(right <= width, `${right}`);
    });

    it(`shows in which heads a claim holds at ${width} pixels`, async () => {
      const { page } = desk;
      await page.setViewport({ width, height: 844 });
      await desk.show(`${SIZES}&step=allHeads&s=Hello+I+love+you`);
      const edges = await page.$$eval('attention-lab >>> .claims :is(b, td)', (all) =>
        all.map((cell) => cell.getBoundingClientRect().right),
      );
      assert.equal(await desk.hands.count('.claims b'), 5);
      for (const right of edges) assert.ok(right <= width, `${right} is beside the screen`);
      assert.equal(await readExcess(page), 0);
    });
  }
});
