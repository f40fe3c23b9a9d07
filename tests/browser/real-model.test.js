// What a reader does with a real model on the page: changes it, and sees what it said before and says after.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { loadAttention } from '../../src/js/index.js';
import { loadPretrained } from '../../src/js/pretrained/index.js';
import { cosineOf } from '../../web/features/pretrained/run/answer.js';
import { filesOf } from '../pretrained/checkpoints.js';
import { gpt2Of } from '../pretrained/gpt2-sizes.js';
import { waitInLab } from '../support/browser.js';
import { violationsOn } from './axe.js';
import { settle } from './hands.js';
import { load } from './lab.js';
import { loadModel, openPage, textsOf, valuesOf } from './real-model.js';

const attention = await loadAttention();
const shipped = await loadPretrained(attention, 'use-lite');
const TEXT = 'They eat fried noodles';
const SIZES = 'h=4&d=512&ml=1&head=2';

/** @param {string} text @param {object} [changes] */
const vectorOf = (text, changes) =>
  shipped.run(text, changes).embedding?.data ?? new Float32Array();

/** What the screen says of the likeness of two sentences. @param {string} other @param {{ silence?: string[], block?: string[] }} [changes] */
function likenessOf(other, changes = {}) {
  const both = [{}, changes].map((each) =>
    cosineOf(attention, vectorOf(TEXT, each), vectorOf(other, { silence: each.silence ?? [] })),
  );
  return both.map(Math.fround);
}

describe('a real model on the page', () => {
  /** @type {Awaited<ReturnType<typeof openPage>>} */
  let desk;
  before(async () => {
    desk = await openPage('chromium');
  });
  after(() => desk.close());

  /** The changes of the model may be open already. */
  const openChanges = async () => {
    if ((await desk.hands.count('.interventions[open]')) === 0)
      await desk.hands.click('.interventions > summary');
  };

  it('is silenced, and its answer stands before and after side by side', async () => {
    const { page, hands } = desk;
    await desk.show(`${SIZES}&step=next`);
    assert.deepEqual(await textsOf(page, '.changes li'), []);
    await openChanges();
    await hands.click('input[data-silence="1.2"]');
    assert.deepEqual((await hands.state()).silence, '1.2');
    const shown = await valuesOf(page, 'table.answer data');
    const expected = likenessOf('They eat hot food', { silence: ['1.2'] });
    assert.deepEqual(shown.map(Math.fround), expected);
    assert.notEqual(expected[0], expected[1]);
    await hands.click('.changes button');
    assert.equal((await hands.state()).silence, '');
    assert.deepEqual((await valuesOf(page, 'table.answer data')).map(Math.fround), [expected[0]]);
  });

  it('keeps its place on the page while it is changed, and while its layer is', async () => {
    const { page, hands } = desk;
    await desk.show(`${SIZES}&step=next`);
    const placeOf = (/** @type {string} */ selector) =>
      page.evaluate((one) => [scrollY, inLab(one)?.getBoundingClientRect().top], selector);
    await openChanges();
    // So low that the controls are below the first screen.
    await page.setViewport({ width: 1280, height: 500 });
    for (const control of ['input[data-silence="1.2"]', 'input[data-silence="1.*"]']) {
      await page.evaluate((one) => inLab(one)?.scrollIntoView({ block: 'center' }), control);
      const [before, top] = await placeOf(control);
      assert.ok(Number(before) > 0, 'it is below the first screen');
      await hands.click(control);
      const [after, now] = await placeOf(control);
      assert.ok(Math.abs(Number(now) - Number(top)) < 2, `${top} → ${now}`);
      assert.ok(Number(after) > 0);
    }
    await hands.click('label:has(input[name="model-layer"][value="0"])');
    assert.ok((await page.evaluate(() => scrollY)) > 0);
    await page.setViewport({ width: 1280, height: 900 });
    await desk.show(`${SIZES}&step=next`);
  });

  it('compares with the sentence that the reader types', async () => {
    const { page, hands } = desk;
    await hands.fill('#compared-sentence', 'The cat sat on the mat');
    const shown = await valuesOf(page, 'table.answer data');
    assert.deepEqual(shown.map(Math.fround), [likenessOf('The cat sat on the mat')[0]]);
    // The address follows a moment later.
    await page.waitForFunction(() => /cmp=The\+cat/.test(location.hash));
  });

  it('a whole layer is silenced, a pair blocked where the reader says, and all is taken back at once', async () => {
    const { page, hands } = desk;
    await desk.show(`${SIZES}&step=weights&q=1`);
    await hands.click('label:has(input[name="model-layer"][value="0"])');
    await openChanges();
    await hands.click('input[data-silence="0.*"]');
    // The pair is the marked query and the key that it attends to most.
    await hands.select('.pair select:nth-of-type(3)', 'model');
    await hands.select('.pair select:nth-of-type(2)', '3');
    await hands.click('.block-pair');
    const { silence, block } = await hands.state();
    assert.deepEqual([silence, block], ['0.*', '*.*.1.3']);
    const weights = await valuesOf(page, 'figure.weights td[data-row="1"][data-col="3"]');
    assert.equal(weights.length, 1);
    assert.equal(
      await page.$eval(
        'attention-lab >>> figure.weights td[data-row="1"][data-col="3"]',
        (cell) => /** @type {HTMLElement} */ (cell).dataset.value,
      ),
      '0',
    );
    assert.equal((await textsOf(page, '.changes li')).length, 2);
    assert.match((await textsOf(page, '.effect')).join(), /was 0\.\d+ and is/);
    await hands.click('.effect button');
    assert.equal((await hands.state()).step, 'next');
    await hands.click('.undo-all');
    const undone = await hands.state();
    assert.deepEqual([undone.silence, undone.block, undone.step], ['', '', 'next']);
  });

  it('begins at the last token where the reader chooses a model that writes, and stays there as it writes', async () => {
    const { page, hands } = desk;
    await desk.show(`${SIZES}&step=next&q=1`);
    await hands.click('.sources > summary');
    await hands.fill('#hub-name', desk.publish('gpt2'));
    await loadModel(page);
    const marked = () =>
      page.$$eval('attention-lab >>> .words input', (all) =>
        all.map((one) => /** @type {HTMLInputElement} */ (one).checked),
      );
    const first = await marked();
    assert.equal(first.indexOf(true), first.length - 1);
    assert.equal(await hands.count('.last-token'), 0);
    await hands.click('.writing button');
    await page.waitForFunction(
      (count) => allInLab('.words input').length > count,
      {},
      first.length,
    );
    const second = await marked();
    assert.equal(second.indexOf(true), second.length - 1);
    // A link says itself which row it marks.
    await desk.show(`model=${desk.publish('gpt2')}&s=the+bird&step=next&q=1`);
    assert.equal((await marked()).indexOf(true), 1);
  });

  it('says why a pair cannot be blocked, and then blocks nothing', async () => {
    const { page, hands } = desk;
    await desk.show(`${SIZES}&step=weights&q=1&k=0`);
    assert.equal(await hands.count('#why-not-blocked'), 0);
    await openChanges();
    await hands.click('.block-pair');
    const { block } = await hands.state();
    assert.equal(block, '1.2.1.0');
    assert.match(await hands.textOf('#why-not-blocked'), /blocked there already/);
    await hands.click('.block-pair');
    assert.equal((await hands.state()).block, block);
    await hands.click('.undo-all');
    await desk.show(`model=${desk.publish('gpt2')}&s=the+bird&step=weights&q=1&k=2`);
    await openChanges();
    assert.match(await hands.textOf('#why-not-blocked'), /never lets a token attend to a later/);
    await hands.click('.block-pair');
    assert.equal((await hands.state()).block, '');
    await hands.click('figure.weights thead th:nth-of-type(1) button');
    assert.equal(await hands.count('#why-not-blocked'), 0);
    assert.deepEqual(await violationsOn(page), []);
  });

  it('a score that is set is not said to change no weight', async () => {
    const { page, hands } = desk;
    await desk.show('h=4&d=512&ml=0&head=0&step=scores&w=scores.0.1.0:5');
    await page.evaluate(() => lab.setState({ cell: 'scores.0.1.0' }));
    await settle(page);
    assert.match(await hands.textOf('.trace'), /Reset to/);
    assert.doesNotMatch(await hands.textOf('.trace'), /No attention weight|stayed the same/);
  });

  it('a weight that is set stays in its layer, and the layer above follows', async () => {
    const { page, hands } = desk;
    await desk.show('h=4&d=512&ml=0&head=0&step=weights&w=weights.0.1.0:0');
    assert.match((await textsOf(page, '.changes li')).join(), /1 number in layer 1/);
    await hands.click('label:has(input[name="model-layer"][value="1"])');
    const { edits, layerEdits } = await hands.state();
    assert.deepEqual([edits, layerEdits], ['', '0.weights.0.1.0:0']);
    const run = shipped.run(TEXT, { trace: ['weights'], edits: { '0.weights.0.1.0': 0 } });
    const plain = shipped.run(TEXT, { trace: ['weights'] });
    const rowOf = (/** @type {typeof run} */ { layers }) =>
      Array.from(layers[1].weights?.data.subarray(7, 14) ?? []);
    const shown = await page.$$eval('attention-lab >>> figure.weights td[data-row="1"]', (cells) =>
      cells.map((cell) => Number(/** @type {HTMLElement} */ (cell).dataset.value)),
    );
    assert.deepEqual(shown.map(Math.fround), rowOf(run));
    assert.notDeepEqual(rowOf(run), rowOf(plain));
    // Both stand side by side, with the number that changed most.
    const [was, is] = [plain, run].map(
      ({ layers }) => layers[1].weights?.data.subarray(0, 49) ?? [],
    );
    const changes = Array.from(was, (weight, i) => Math.abs(weight - is[i]));
    const most = changes.indexOf(Math.max(...changes));
    const said = await valuesOf(page, '.weights-change data');
    assert.deepEqual(said.map(Math.fround), [was[most], is[most]]);
    assert.equal(await hands.count('.weights-change canvas'), 2);
    await hands.click('.weights-change canvas');
    assert.equal((await hands.state()).cell, '');
    await hands.pick('model-layer', '0');
    await hands.pick('head', '1');
    assert.equal(await hands.count('.weights-change'), 0);
    assert.match(await hands.textOf('.same-weights'), /do not reach the weights of this head/);
  });

  it('has a stream whose sums predict tokens, and one without a head says so', async () => {
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
        (all) => all.map((one) => /** @type {HTMLElement} */ (one).dataset.token),
      );
    // The embedding, attention and feed-forward of the first layer.
    assert.deepEqual(await idsOf(3), expected);
    const last = model.next(run, 2, 3).map(({ id }) => String(id));
    assert.deepEqual(await idsOf(5), last);
    assert.equal(await hands.count('table.stream tbody tr:last-child .final'), 1);
    await hands.pick('query', '1');
    await page.waitForFunction(() => inLab('td.lens data'));
    await page.evaluate(async () => {
      lab.setState({ step: 'next' });
      await lab.updateComplete;
    });
    await hands.click('.last-token');
    assert.equal((await hands.state()).query, run.ids.length - 1);
    const following = model.next(run, -1, 1)[0];
    const shown = await page.$$eval('attention-lab >>> table.answer td.after data', (all) =>
      all.map((one) => Number(/** @type {HTMLDataElement} */ (one).value)),
    );
    assert.ok(shown.map(Math.fround).includes(following.probability));
    assert.equal(await hands.count('.last-token'), 0);
    await page.evaluate(async () => {
      lab.setState({ step: 'stream' });
      await lab.updateComplete;
    });
    await hands.click('table.stream tbody tr:nth-child(4) button');
    const { step, modelLayer } = await hands.state();
    assert.deepEqual([step, modelLayer], ['output', 1]);
    await desk.show(`${SIZES}&step=stream`);
    assert.deepEqual(await textsOf(page, 'table.stream tbody th'), [
      ...['embedding', 'attention 1', 'feed-forward 1', 'attention 2', 'feed-forward 2'],
    ]);
    assert.match((await textsOf(page, '.wide + .note')).join(), /no head/);
  });

  it('joins the pieces of a word by a bracket, in the bar, in tables and at each small map', async () => {
    const { page, hands } = desk;
    await desk.show(`${SIZES}&step=allHeads`);
    const expected = [
      ...['', '', 'piece 1 of 2 of fried', 'piece 2 of 2 of fried'],
      ...['piece 1 of 3 of noodles', 'piece 2 of 3 of noodles', 'piece 3 of 3 of noodles'],
    ];
    for (const scope of ['col', 'row']) {
      const spoken = await page.$$eval(
        `attention-lab >>> figure.weights th[scope="${scope}"]`,
        (all) => all.map((one) => one.getAttribute('aria-description') ?? ''),
      );
      assert.deepEqual(spoken, expected);
    }
    assert.equal(await hands.count('.words .piece'), 5);
    const lines = await page.$eval(
      'attention-lab >>> .all-heads-of-model .thumb',
      (thumb) => getComputedStyle(thumb).backgroundImage.match(/linear-gradient/g)?.length,
    );
    assert.equal(lines, 2);
    // A small map opens its head, and no number of it.
    await hands.click('.thumb[data-layer="0"][data-head="3"]');
    const { modelLayer, head, step, cell } = await hands.state();
    assert.deepEqual([modelLayer, head, step, cell], [0, 3, 'weights', '']);
    await desk.hands.fill('#sentence', 'They eat hot food');
    await page.waitForFunction(() => allInLab('.words label').length === 4);
    assert.equal(await hands.count('.piece'), 0);
  });

  it('has one tab stop in its small maps, which arrows, Home and End walk over', async () => {
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
  });

  it('has keys that lead from head to head and from layer to layer, and stop at the ends', async () => {
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
    await page.evaluate(async () => {
      lab.readonly = true;
      await lab.updateComplete;
    });
    await hands.press('l');
    assert.deepEqual(await at(), [1, 2], 'also for a reader who may change nothing');
    await page.evaluate(async () => {
      lab.readonly = false;
      await lab.updateComplete;
    });
  });

  it('says which weight of which head is under the pointer', async () => {
    const { page, hands } = desk;
    await desk.show(`${SIZES}&step=allHeads`);
    const { x, y } = await page.$eval(
      'attention-lab >>> .thumb[data-layer="1"][data-head="2"] canvas',
      (canvas) => {
        canvas.scrollIntoView({ block: 'center' });
        const { left, top, width, height } = canvas.getBoundingClientRect();
        // Of seven tokens the second query and the first key.
        return { x: left + (width * 0.5) / 7, y: top + (height * 1.5) / 7 };
      },
    );
    await page.mouse.move(x, y);
    const { weights } = shipped.run(TEXT, { trace: ['weights'] }).layers[1];
    const weight = weights?.data[2 * 49 + 7];
    const said = await hands.textOf('.weight-read');
    assert.match(said, /^Layer 2, head 3: eat → They\s+[\d.]+$/);
    assert.ok(Math.abs(Number(said.split(/\s+/).at(-1)) - Number(weight)) < 1e-4, said);
    await page.mouse.move(0, 0);
    assert.equal(await hands.textOf('.weight-read'), '');
  });

  it('has its steps on the first screen of 1280 × 800, with nothing opened', async () => {
    const { page } = desk;
    await page.setViewport({ width: 1280, height: 800 });
    // The model that ships, and one that writes, whose panel is longer.
    for (const hash of [SIZES, `model=${desk.publish('gpt2')}&s=the+sat+at+the`]) {
      await desk.show(`${hash}&step=allHeads`);
      const { title, top, bottom } = await page.evaluate(() => {
        const bar = inLab('.bar')?.getBoundingClientRect();
        const title = inLab('#step-title')?.getBoundingClientRect().top;
        return { title: title ?? NaN, top: bar?.top ?? NaN, bottom: bar?.bottom ?? NaN };
      });
      assert.ok(title + 24 < top && bottom <= 800, JSON.stringify({ hash, title, top, bottom }));
    }
    await page.setViewport({ width: 1280, height: 900 });
  });

  it('has room for twelve layers of twelve heads beside its text', async () => {
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

  it('keeps the focus while it is loaded: on Cancel, and then on the title of the step', async () => {
    const { page, hands } = desk;
    await desk.show(`${SIZES}&step=allHeads`, { isLoaded: false });
    await waitInLab(page, '.load-model');
    // What has the focus, from the press until the numbers are there.
    await page.evaluate(() => {
      const names = /** @type {any} */ (globalThis);
      names.focusedNames = [];
      const note = () => {
        const { className, id } = lab.shadowRoot?.activeElement ?? document.body;
        const name = id || className;
        if (names.focusedNames.at(-1) !== name) names.focusedNames.push(name);
      };
      lab.shadowRoot?.addEventListener('focusin', note);
    });
    await hands.tabTo('.load-model');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => inLab('figure.weights td'));
    await page.waitForFunction(() => lab.shadowRoot?.activeElement?.id === 'step-title');
    const names = await page.evaluate(() => /** @type {any} */ (globalThis).focusedNames);
    assert.deepEqual(names.slice(-3), [
      ...['choose load-model', 'choose cancel-load', 'step-title'],
    ]);
    assert.equal(await page.evaluate(() => scrollY), 0, 'the page stays where it was');
  });

  it('measures what each head usually does when its reader asks, and says so of the head on screen', async () => {
    const { page, hands } = desk;
    await desk.show(`model=${desk.publish('gpt2')}&s=the+bird&step=weights`);
    await hands.click('.measure-habits');
    const said = () => hands.textOf('.habit');
    await page.waitForFunction(() => inLab('.habit')?.textContent?.includes('Over 34 sentences'));
    const first = await said();
    await hands.pick('head', '2');
    assert.match(await said(), /^Layer 1, head 3\. Over 34 sentences/);
    assert.notEqual((await said()).slice(17), first.slice(17));
    await hands.fill('#sentence', 'the old mill');
    assert.match((await textsOf(page, '.words label')).join(''), /mill/);
    assert.match(await said(), /^Layer 1, head 3\. Over 34 sentences/, 'it is measured once');
  });

  it('tells of its step by name, once its lesson has been loaded', async () => {
    const { page, hands } = desk;
    await page.goto('about:blank');
    await load(page, `${desk.server.url}#v=1&step=spread`);
    await page.evaluate(() => {
      const told = /** @type {any} */ (globalThis);
      told.tellings = [];
      const live = /** @type {Element} */ (inLab('.live'));
      const note = () => told.tellings.push(live.textContent);
      new MutationObserver(note).observe(live, {
        childList: true,
        characterData: true,
        subtree: true,
      });
    });
    await hands.select('#preset', 'real-model');
    await loadModel(page);
    const told = await page.evaluate(() => /** @type {any} */ (globalThis).tellings);
    const name = /^Step \d+ of \d+, Scores: Each query meets each key\.$/;
    assert.ok(
      told.some((/** @type {string} */ text) => name.test(text)),
      told.join(),
    );
    assert.deepEqual(
      told.filter((/** @type {string} */ text) => /, :/.test(text)),
      [],
    );
  });

  it('takes a sum of 512 products apart: the largest, and the others together', async () => {
    const { page, hands } = desk;
    await desk.show(`${SIZES}&step=q&c=qProducts.2.1.5`);
    assert.equal(
      await hands.textOf('.terms caption'),
      'The 20 largest of the 512 terms of the sum, by size',
    );
    const value = Number(
      await page.$eval(
        'attention-lab >>> .trace .whole data',
        (data) => /** @type {HTMLDataElement} */ (data).value,
      ),
    );
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
    // A sum of the model's own: the row of the layer, times a column of its matrix.
    const run = shipped.run(TEXT, { trace: ['normAttn'] });
    const { normAttn } = run.layers[1];
    const { weight } = shipped.layer(1).parameters.q;
    const row = normAttn?.data.subarray(512, 1024) ?? [];
    const column = weight.data.subarray((2 * 128 + 5) * 512, (2 * 128 + 6) * 512);
    const expected = Array.from(row, (x, i) => Math.abs(x * column[i])).toSorted((a, b) => b - a);
    for (const [i, size] of sizes.entries()) assert.ok(Math.abs(size - expected[i]) < 1e-6);
  });

  it('shows what an article says of “Hello I love you”, and opens the head where it holds', async () => {
    const { page, hands } = desk;
    await desk.show(`s=Hello+I+love+you&h=4&d=512&step=allHeads&q=3`);
    assert.match(await hands.textOf('.claim p'), /in this model it holds in 5 of 8 heads\./i);
    assert.deepEqual(await textsOf(page, '.claims tr:has(b) th'), [
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

  it('keeps no reader with a screen reader out, at its maps, its stream, its answer and a long sum', async () => {
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
      assert.deepEqual(await violationsOn(page), [], hash);
    }
  });

  it('without an error on the page', () => assert.deepEqual(desk.complaints, []));
});
