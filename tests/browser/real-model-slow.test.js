// A Hub that is slow: the page says how far it is, answers its reader all the while, and stops waiting when the reader says so.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { publish, spreadWeights } from '../pretrained/hub-models.js';
import { contentsOf } from '../pretrained/hub-server.js';
import { browserNames } from '../support/find-browser.js';
import { loadModel, openPage, pressAtOnce, pressLoad, untilMessage } from './real-model.js';

const MEGABYTES = 6;
const slow = { ...contentsOf('gpt2'), 'model.safetensors': spreadWeights(MEGABYTES * 1e6) };

/** Lets one piece of the weights through at each call of `release`. */
function makeGate() {
  /** @type {(() => void)[]} */
  const waiting = [];
  return {
    nextPiece: (/** @type {number} */ size) =>
      new Promise((resolve) => {
        if (size < 1e6) resolve(undefined);
        else waiting.push(() => resolve(undefined));
      }),
    release: () => waiting.shift()?.(),
  };
}

for (const name of browserNames) {
  describe(`a slow Hub in ${name}`, { concurrency: 1 }, () => {
    /** @type {Awaited<ReturnType<typeof openPage>>} */
    let desk;
    before(async () => {
      desk = await openPage(name);
    });
    after(() => desk?.close());

    const press = (/** @type {string} */ selector) => pressAtOnce(desk.page, selector);

    const until = (/** @type {RegExp} */ wanted) => untilMessage(desk.page, wanted);

    it('says how far each piece has come, takes other input meanwhile, and goes on after Cancel', async () => {
      const { hub, page } = desk;
      publish(hub, 'gpt2', { files: slow });
      await desk.open('model=tiny/gpt2&s=the+bird&step=allHeads', { isLoaded: false });
      const gate = makeGate();
      Object.assign(hub.transfer, { pieces: MEGABYTES, nextPiece: gate.nextPiece });
      await pressLoad(page);
      for (let megabyte = 1; megabyte <= 3; megabyte++) {
        await until(
          new RegExp(`Loading tiny/gpt2: ${megabyte}(\\.\\d)? MB of ${MEGABYTES}(\\.\\d)? MB\\.`),
        );
        const position = await page.$eval(
          'attention-lab >>> .overview progress',
          (bar) => /** @type {HTMLProgressElement} */ (bar).position,
        );
        assert.ok(Math.abs(position - megabyte / MEGABYTES) < 0.05, String(position));
        await page.evaluate(async (text) => {
          const field = /** @type {HTMLInputElement} */ (inLab('#sentence'));
          field.value = text;
          field.dispatchEvent(new Event('input', { bubbles: true }));
        }, `the old bird ${megabyte}`);
        assert.equal(await page.evaluate(() => lab.state.sentence), `the old bird ${megabyte}`);
        if (megabyte < 3) gate.release();
      }
      await press('.cancel-load');
      await until(/You cancelled the download\./);
      Object.assign(hub.transfer, { pieces: undefined, nextPiece: undefined });
      await loadModel(page);
      assert.equal(await page.evaluate(() => lab.state.sentence), 'the old bird 3');
    });

    it('does not answer at all: the reader stops waiting, for the size and for the model, and tries again', async () => {
      const { hub, page, hands } = desk;
      publish(hub, 'bert');
      await desk.open('model=tiny/bert&s=the+bird&step=allHeads', { isLoaded: false });
      hub.api.isSilent = true;
      await press('.look-up');
      await until(/Asking the Hub\./);
      await press('.cancel-look-up');
      await until(/tiny\/bert is not loaded yet/);
      await press('.load-model');
      await until(/Loading tiny\/bert\. Cancel/);
      assert.equal(await hands.count('.overview progress:not([value])'), 1);
      await press('.cancel-load');
      await until(/You cancelled the download\./);
      delete hub.api.isSilent;
      await press('.look-up');
      await until(/takes .* MB/);
      await loadModel(page);
    });

    it('makes no error on the page', () => assert.deepEqual(desk.complaints, []));
  });
}
