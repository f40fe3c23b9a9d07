import assert from 'node:assert/strict';
import { it } from 'node:test';
import { headsChanged, restored, seedChanged, widthChanged } from '../../web/text/en/controls.js';
import { inEachBrowser } from './each-browser.js';
import { settle } from './hands.js';
import { boxesOf, load, showOnly } from './lab.js';

inEachBrowser('the first view of the lab', (desk, _browserName, once) => {
  const isOpen = async (/** @type {string} */ details) =>
    (await desk.hands.count(`${details}[open]`)) === 1;

  const groups = () =>
    desk.page.evaluate(() =>
      allInLab('.pages > .group').map((group) => [
        group.getAttribute('aria-label'),
        ...[...group.querySelectorAll('button')].map((button) => button.textContent?.trim()),
      ]),
    );

  /** Opens a link as in a new tab. @param {string} hash */
  async function openAt(hash) {
    await load(desk.page, desk.url + hash);
    await settle(desk.page);
  }

  it('shows the source of the numbers above the table on a phone’s first screen', async () => {
    const { page } = desk;
    await page.setViewport({ width: 390, height: 844 });
    await showOnly(page, {});
    const parts = ['.source-note .badge', '.source-note .note > :is(a, button)', 'figure.weights'];
    const [badge, link, table] = await boxesOf(page, ...parts);
    assert.ok(badge.top > 0 && badge.bottom <= link.top, JSON.stringify({ badge, link }));
    assert.ok(link.bottom <= table.top && table.top < 844, JSON.stringify({ link, table }));
    await page.setViewport({ width: 1280, height: 800 });
  });

  it('closes the list of set numbers by Esc, by a press elsewhere, and in another step', async () => {
    const { hands, page } = desk;
    for (const leave of [
      () => hands.press('Escape'),
      () => hands.press('Tab', 'Escape'),
      () => hands.click('.formula'),
      async () => {
        await hands.tabTo('.words input');
        await hands.press(']');
      },
    ]) {
      await showOnly(page, { step: 'weights', edits: 'x.eat.0:1' });
      await hands.click('.edits > summary');
      assert.equal(await isOpen('.edits'), true);
      await leave();
      assert.equal(await isOpen('.edits'), false, `${leave}`);
    }
  });

  it('has nine steps in groups, and the others under More, which names an open one', async () => {
    const { hands, page } = desk;
    await showOnly(page, { step: 'weights' });
    assert.deepEqual(await groups(), [
      ['Input', 'Embeddings', 'Queries', 'Keys', 'Values'],
      ['Scores', 'Scores', 'Scale'],
      ['Weights', 'Softmax'],
      ['Output', 'Mix', 'Project'],
    ]);
    assert.equal(await hands.textOf('.rest > summary'), 'More');
    await hands.click('.rest > summary');
    await hands.click('.rest li button', 'Why √d');
    assert.equal((await hands.state()).step, 'spread');
    assert.equal(await isOpen('.rest'), false, 'it closes');
    assert.equal(await hands.textOf('.rest > summary[aria-current=step]'), 'More: Why √d');
    await hands.enter('.rest > summary');
    await hands.press('Tab', 'Escape');
    assert.equal(await isOpen('.rest'), false, 'Esc closes it');
    assert.ok(await hands.hasFocus('.rest > summary'));
    for (const leave of [
      () => hands.click('.bar .pages > .group li button', 'Keys'),
      () => hands.click('.formula'),
      async () => {
        await page.evaluate(() => inLab('.rest > summary')?.blur());
        await hands.press('Escape');
      },
    ]) {
      await hands.click('.rest > summary');
      assert.equal(await isOpen('.rest'), true);
      await leave();
      assert.equal(await isOpen('.rest'), false, `${leave}`);
    }
    await showOnly(page, { step: 'spread' });
    // A mask has something to paint, and takes the place of no other step.
    await hands.pick('mask', 'causal');
    assert.deepEqual((await groups())[1], ['Scores', 'Scores', 'Scale', 'Mask']);
  });

  once('shows all steps that an author names without More', async () => {
    const steps = ['spread', 'weights', 'mechanisms'];
    const names = await desk.page.evaluate(async (wanted) => {
      lab.setAttribute('steps', wanted);
      await lab.updateComplete;
      const shown = allInLab('.bar .pages > ol button').map((element) =>
        element.textContent?.trim(),
      );
      const more = inLab('.rest');
      lab.removeAttribute('steps');
      await lab.updateComplete;
      return { shown, more: more !== null };
    }, steps.join());
    assert.deepEqual(names, { shown: ['Why √d', 'Softmax', 'Both ways'], more: false });
  });

  it('keeps Expert open or closed, and opens it for a link with an expert setting, which it names', async () => {
    const { hands, page } = desk;
    await openAt('#v=1&h=8&d=16&mask=causal');
    assert.equal(await isOpen('.expert'), false, 'a beginner can set all of that');
    assert.equal(await hands.textOf('.expert > summary'), 'Expert');
    await openAt('#v=1&seed=9&temp=2&rows=one');
    assert.equal(await isOpen('.expert'), true);
    assert.equal(
      await hands.textOf('.expert > summary'),
      'Expert rows: one · temperature: 2 · seed: 9',
    );
    await hands.click('.expert > summary');
    await openAt('#v=1');
    assert.equal(await isOpen('.expert'), false);
    await hands.click('.expert > summary');
    await page.waitForFunction(() => localStorage.getItem('attention-lab expert') === 'open');
    await openAt('#v=1&mask=causal');
    assert.equal(await isOpen('.expert'), true, 'the reader has opened it');
    await hands.click('.expert > summary');
    await page.waitForFunction(() => localStorage.getItem('attention-lab expert') === null);
  });

  it('tells screen readers how an open number is made, also once it is set', async () => {
    const { hands, page } = desk;
    await showOnly(page, { cell: 'embeddings.0.0' });
    const drawn = await hands.textOf('.live');
    assert.match(drawn, /Drawn from seed 7 for the word They: −0\.730\.$/);
    for (const [edits, told] of /** @type {[string, RegExp][]} */ ([
      ['x.they.0:2', /Set by you to 2; seed 7 gives −0\.730\.$/],
      ['', /Drawn from seed 7 for the word They: −0\.730\.$/],
    ])) {
      await page.evaluate((value) => lab.setState({ edits: value }), edits);
      await settle(page);
      assert.match(await hands.textOf('.live'), told);
    }
    await hands.pick('heads', '1');
    await hands.click('.tools button', '↶');
    assert.equal(await hands.textOf('.live'), restored.past);
    await hands.click('.tools button', '↷');
    assert.equal(await hands.textOf('.live'), restored.future);
  });

  it('says beside the control, and to screen readers, that all scores change, without a layout shift', async () => {
    const { hands, page } = desk;
    await showOnly(page, {});
    const measure = async () => (await boxesOf(page, '.first'))[0].height;
    // The preset has a note of one line, which disappears first.
    await hands.pick('mask', 'causal');
    const before = await measure();
    for (const [heads, text] of /** @type {const} */ ([
      [8, widthChanged(4, 16)],
      [4, headsChanged(4)],
    ])) {
      await hands.pick('heads', String(heads));
      assert.equal(await hands.textOf('.boxes .note'), text);
      assert.equal(await hands.textOf('.live'), text);
      assert.equal(await measure(), before);
    }
    await hands.pick('mask', 'none');
    assert.equal(await hands.textOf('.boxes .note'), '4 numbers each, 16 in all', 'once');
    await hands.openExpert();
    await hands.click('#dModel');
    await hands.retype('7');
    await hands.press('Enter');
    assert.equal(await hands.textOf('.boxes .note'), widthChanged(16, 7, 1));
    assert.equal(widthChanged(16, 7, 1), 'Width 16 → 7: one head, and all scores are new.');
    await hands.click('#dModel');
    await hands.retype('16');
    await hands.press('Enter');
    await hands.click('#seed');
    await hands.retype('8');
    await hands.press('Enter');
    assert.equal(await hands.textOf('.live'), seedChanged(8));
    await page.evaluate(() => lab.setState({ heads: 1 }));
    await settle(page);
    assert.equal(
      await hands.textOf('.boxes .note'),
      '16 numbers each, 16 in all',
      'a program knows',
    );
    await hands.click('.expert > summary');
  });
});
