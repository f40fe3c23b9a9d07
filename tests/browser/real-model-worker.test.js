import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { before, it } from 'node:test';
import { loadAttention } from '../../src/js/index.js';
import { loadPretrained } from '../../src/js/pretrained/index.js';
import { filesOf } from '../pretrained/checkpoints.js';
import { waitInLab } from '../support/browser.js';
import { browserNames } from '../support/find-browser.js';
import { loadModel, onModelPage, pathsOf, pressLoad } from './real-model.js';

/** @import { Page } from 'puppeteer-core' */

const attention = await loadAttention();
const FIRST_WEIGHT = 'figure.weights td[data-row="0"][data-col="0"]';

/**
 * Runs in the page before its scripts: records its Workers, so that a test can end them as a
 * browser may.
 */
function keepWorkers() {
  const Native = globalThis.Worker;
  kept.workers = [];
  globalThis.Worker = class extends Native {
    /** @param {string | URL} url @param {WorkerOptions} [options] */
    constructor(url, options) {
      super(url, options);
      kept.workers.push(this);
    }
  };
}

/** Runs in the page before its scripts: simulates a hidden tab, which has no frames. */
function hide() {
  Object.defineProperty(Document.prototype, 'visibilityState', { get: () => 'hidden' });
  Object.defineProperty(Document.prototype, 'hidden', { get: () => true });
  globalThis.requestAnimationFrame = () => 0;
}

/**
 * Returns the first weight of a head, computed by this test's core.
 * @param {any} source
 * @param {string} text
 */
async function firstWeight(source, text) {
  const model = await loadPretrained(attention, source);
  const { weights } = model.run(text, { trace: ['weights'] }).layers[0];
  model.dispose();
  return weights?.data[0];
}

/**
 * Drops a local folder as a user does.
 * @param {Page} page
 * @param {string} name the name of a checkpoint
 */
async function dropFolder(page, name) {
  const session = await page.createCDPSession();
  const { x, y } = await page.$eval('attention-lab >>> .pretrained', (panel) => {
    panel.scrollIntoView({ block: 'center' });
    const box = panel.getBoundingClientRect();
    return { x: box.x + box.width / 2, y: box.y + 10 };
  });
  const files = [dirname(pathsOf(name)[0])];
  for (const type of /** @type {const} */ (['dragEnter', 'dragOver', 'drop'])) {
    const data = { items: [], files, dragOperationsMask: 1 };
    await session.send('Input.dispatchDragEvent', { type, x, y, data });
  }
}

/**
 * Drops a folder as entries, because Firefox has no command for it.
 * @param {Page} page
 * @param {string} name
 */
async function dropEntries(page, name) {
  const files = pathsOf(name).map((path) => [
    basename(path),
    readFileSync(path).toString('base64'),
  ]);
  await page.evaluate((list) => {
    const droppedFiles = list.map(([file, base64]) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      return new File([bytes], file);
    });
    let given = 0;
    const folder = {
      ...{ isFile: false, isDirectory: true },
      createReader: () => ({
        // Returns some entries at a time, and then none.
        readEntries: (/** @type {(entries: object[]) => void} */ give) => {
          const entries = droppedFiles.slice(given, given + 2).map((file) => ({
            ...{ isFile: true, isDirectory: false },
            file: (/** @type {(file: File) => void} */ take) => take(file),
          }));
          given += 2;
          give(entries);
        },
      }),
    };
    const event = new Event('drop', { bubbles: true, cancelable: true, composed: true });
    const items = [{ webkitGetAsEntry: () => folder }];
    Object.assign(event, { dataTransfer: { items, files: [], types: ['Files'] } });
    inLab('.pretrained')?.dispatchEvent(event);
  }, files);
}

onModelPage(
  'a real model',
  (desk, browserName) => {
    before(() => desk.page.evaluateOnNewDocument(keepWorkers));

    const shownWeight = async () =>
      Math.fround(
        Number(
          await desk.page.$eval(
            `attention-lab >>> ${FIRST_WEIGHT}`,
            (cell) => /** @type {HTMLElement} */ (cell).dataset.value,
          ),
        ),
      );
    const change = (/** @type {string} */ sentence) =>
      desk.page.evaluate((wanted) => lab.setState({ sentence: wanted }), sentence);
    const endWorkers = () =>
      desk.page.evaluate(() => {
        for (const worker of kept.workers) worker.terminate();
      });
    const untilEnded = () =>
      desk.page.waitForFunction(() => /ended the Worker/.test(inLab('.status')?.textContent ?? ''));

    it('whose Worker has ended says so at the next change, and loads again', async () => {
      const { page } = desk;
      await desk.show('h=4&d=512&step=weights');
      await endWorkers();
      await change('We like green tea');
      await untilEnded();
      await loadModel(page);
      assert.equal(await shownWeight(), await firstWeight('use-lite', 'We like green tea'));
    });

    it('whose Worker ends during a run says so, and the next run works', async () => {
      const { page } = desk;
      await desk.show('h=4&d=512&step=weights');
      // From now on the Worker does nothing, although an answer is due.
      await page.evaluate(() => {
        const { workers } = kept;
        workers.at(-1).postMessage = () => {};
      });
      await change('The cat sat on the mat');
      await endWorkers();
      await untilEnded();
      await loadModel(page);
      assert.equal(await shownWeight(), await firstWeight('use-lite', 'The cat sat on the mat'));
    });

    it('whose Worker ends during a download says so, and the download resumes', async () => {
      const { page } = desk;
      const id = desk.publish('gpt2');
      desk.hub.transfer.stallAt = () => 100;
      await desk.open(`model=${id}&h=4&d=32&step=weights&s=the+old+mill`, { isLoaded: false });
      await pressLoad(page);
      // The page waits for the end of the Worker.
      await page.waitForFunction(async () => (await navigator.locks.query()).pending?.length === 1);
      await endWorkers();
      await untilEnded();
      delete desk.hub.transfer.stallAt;
      await loadModel(page);
      assert.equal(await shownWeight(), await firstWeight(filesOf('gpt2'), 'the old mill'));
    });

    it('loads and runs when its folder is dropped', async () => {
      const { page } = desk;
      await desk.open('model=files&h=4&d=32&step=weights&s=the+old+mill', { isLoaded: false });
      const drop = browserName === 'chromium' ? dropFolder : dropEntries;
      await drop(page, 'gpt2');
      await waitInLab(page, FIRST_WEIGHT);
      assert.equal(await shownWeight(), await firstWeight(filesOf('gpt2'), 'the old mill'));
    });

    it('loads and runs in a hidden tab, which gets no animation frames', async () => {
      const { page } = desk;
      await page.evaluateOnNewDocument(hide);
      await page.goto('about:blank');
      await page.goto(`${desk.server.url}#v=1&from=pretrained&h=4&d=512&step=weights`);
      await pressLoad(page, { polling: 50 });
      await page.waitForFunction((selector) => inLab(selector), { polling: 50 }, FIRST_WEIGHT);
      assert.equal(await shownWeight(), await firstWeight('use-lite', 'They eat fried noodles'));
    });
  },
  browserNames,
);
