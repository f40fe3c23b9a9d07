import assert from 'node:assert/strict';
import { it } from 'node:test';
import { waitInLab } from '../support/browser.js';
import { load, makeSentence, untilChosenInSight } from './lab.js';
import { loadModel, onModelPage, SIZES } from './real-model.js';

onModelPage('a real model that is opened', (desk) => {
  it('is unloaded by a reload, which the page says only if a model was loaded', async () => {
    const { page } = desk;
    const readMessageAfterReload = async () => {
      await page.reload({ waitUntil: 'load' });
      const button = await waitInLab(page, '.load-model');
      return String(await button.evaluate((element) => element.parentElement?.textContent));
    };
    await desk.open(`model=${desk.publish('gpt2')}&s=the+bird`, { isLoaded: false });
    assert.match(await readMessageAfterReload(), /is not loaded yet\./);
    await loadModel(page);
    assert.match(await readMessageAfterReload(), /; a reload of the page unloads every model\./);
    assert.match(await readMessageAfterReload(), /is not loaded yet\./);
  });

  it('marks the last token if it writes, and follows it while writing', async () => {
    const { page, hands } = desk;
    await desk.show(`${SIZES}&step=next&q=1`);
    await hands.click('.sources > summary');
    await hands.fill('#hub-name', desk.publish('gpt2'));
    await loadModel(page);
    const marked = () =>
      page.$$eval('attention-lab >>> .words input', (all) =>
        all.map((field) => /** @type {HTMLInputElement} */ (field).checked),
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
    // A link chooses the marked row itself.
    await desk.show(`model=${desk.publish('gpt2')}&s=the+bird&step=next&q=1`);
    assert.equal((await marked()).indexOf(true), 1);
  });

  it('shows the word that a link chooses in the bar', async () => {
    const { page } = desk;
    await page.setViewport({ width: 390, height: 844 });
    await desk.open(`${SIZES}&s=${makeSentence(16).replaceAll(' ', '+')}&q=20`);
    await untilChosenInSight(page);
    await page.setViewport({ width: 1280, height: 900 });
  });

  it('writes a token for each of several presses, and says how many remain', async () => {
    const { page, hands } = desk;
    await desk.show(`model=${desk.publish('gpt2')}&s=the+bird&step=next`);
    const toWrite = await page.evaluate(async () => {
      const press = (/** @type {string} */ name) =>
        /** @type {HTMLElement} */ (inLab(`.writing ${name}`)).click();
      press('.write-on');
      press('.write-more');
      press('.write-on');
      while (!(await lab.updateComplete));
      return inLab('.to-write')?.textContent;
    });
    assert.match(String(toWrite), /^Writing: \d tokens to go\.$/);
    await page.waitForFunction(() => inLab('.to-write')?.textContent === '');
    // Each of the seven tokens is undone on its own.
    for (let i = 0; i < 7; i++) {
      assert.notEqual((await hands.state()).sentence, 'the bird', `${i} are taken back`);
      await hands.click('.writing .take-back');
    }
    assert.equal((await hands.state()).sentence, 'the bird');
  });

  it('removes the last or all written tokens, without history entries', async () => {
    const { page, hands } = desk;
    await desk.open(`model=${desk.publish('gpt2')}&s=the+bird&step=next`);
    const readSentence = () => page.evaluate(() => String(lab.state.sentence));
    const entries = await page.evaluate(() => history.length);
    /** Presses a button and waits for another sentence. @param {string} selector */
    const press = async (selector) => {
      const before = await readSentence();
      await hands.click(selector);
      await page.waitForFunction((text) => lab.state.sentence !== text, {}, before);
      await page.evaluate(() => lab.updateComplete);
    };
    const sentences = [await readSentence()];
    assert.equal(await hands.count('.take-back'), 0);
    for (let i = 0; i < 3; i++) {
      await press('.writing .write-on');
      sentences.push(await readSentence());
    }
    await press('.writing .take-back');
    assert.equal(await readSentence(), sentences[2]);
    // The page's own undo also covers it.
    await press('.tools .tool');
    assert.equal(await readSentence(), sentences[3]);
    await press('.writing .take-all-back');
    assert.equal(await readSentence(), sentences[0]);
    const kept = await page.evaluate(() => {
      const active = lab.shadowRoot?.activeElement;
      return [active?.className, active?.getAttribute('aria-disabled')];
    });
    assert.deepEqual(kept, ['plain take-all-back', 'true'], 'it keeps the focus');
    assert.equal(await page.evaluate(() => history.length), entries);
  });

  it('moves the focus to Cancel while it loads, and then to the title of the step', async () => {
    const { page, hands } = desk;
    await desk.open(`${SIZES}&step=allHeads`, { isLoaded: false });
    await waitInLab(page, '.load-model');
    // Records what has the focus from the press until the numbers arrive.
    await page.evaluate(() => {
      kept.focusedNames = [];
      const note = () => {
        const { className, id } = lab.shadowRoot?.activeElement ?? document.body;
        const name = id || className;
        if (kept.focusedNames.at(-1) !== name) kept.focusedNames.push(name);
      };
      lab.shadowRoot?.addEventListener('focusin', note);
    });
    await hands.tabTo('.load-model');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => inLab('figure.weights td'));
    await page.waitForFunction(() => lab.shadowRoot?.activeElement?.className === 'step-title');
    const names = await page.evaluate(() => kept.focusedNames);
    assert.deepEqual(names.slice(-3), [
      ...['choose load-model', 'choose cancel-load', 'step-title'],
    ]);
    assert.equal(await page.evaluate(() => scrollY), 0, 'the page stays where it was');
  });

  it('announces its step by name once its lesson is loaded', async () => {
    const { page, hands } = desk;
    await load(page, `${desk.server.url}#v=1&step=spread`);
    await page.evaluate(() => {
      kept.tellings = [];
      const live = /** @type {Element} */ (inLab('.live'));
      const note = () => kept.tellings.push(live.textContent);
      new MutationObserver(note).observe(live, {
        childList: true,
        characterData: true,
        subtree: true,
      });
    });
    await hands.select('#preset', 'real-model');
    await loadModel(page);
    const told = await page.evaluate(() => kept.tellings);
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
});
