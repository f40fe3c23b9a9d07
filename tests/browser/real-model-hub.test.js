import assert from 'node:assert/strict';
import { it } from 'node:test';
import { COMMIT, publish, spreadWeights, weightRanges } from '../pretrained/hub-models.js';
import { contentsOf } from '../pretrained/hub-server.js';
import { browserNames } from '../support/find-browser.js';
import { loadModel, onModelPage, pathsOf, pressLoad, textsOf } from './real-model.js';

const large = { ...contentsOf('gpt2'), 'model.safetensors': spreadWeights(20_000_000) };
const PIECE = 2 ** 23;

onModelPage(
  'a model of a Hub on the page',
  (desk) => {
    const message = () => desk.hands.textOf('.overview .status');

    /** Types without waiting for a message to go. @param {string} selector @param {string} text */
    const write = async (selector, text) => {
      await desk.page.$eval(`attention-lab >>> ${selector}`, (field) => {
        /** @type {HTMLInputElement} */ (field).focus();
        /** @type {HTMLInputElement} */ (field).select();
      });
      await desk.page.keyboard.type(text);
      await desk.page.keyboard.press('Enter');
    };

    it('shows its size when asked, and requests nothing before', async () => {
      const { hub } = desk;
      publish(hub, 'gpt2', {
        files: large,
        info: { config: { model_type: 'gpt2' }, cardData: { license: 'mit' } },
      });
      await desk.open('model=tiny/gpt2&s=the+bird&step=allHeads', { isLoaded: false });
      const { host } = new URL(hub.url);
      assert.match(
        await message(),
        new RegExp(`^tiny/gpt2 is not loaded yet. It comes from ${host}.`),
      );
      assert.deepEqual(hub.requests, []);
      await desk.press('.look-up');
      await desk.until(/takes 20 MB, and is of the family gpt2\. Licence: mit\./);
      assert.deepEqual(
        hub.requests.map(({ path }) => path),
        ['/api/models/tiny/gpt2/revision/main', `/api/models/tiny/gpt2/tree/${COMMIT}`],
      );
    });

    it('shows its progress in MB, can be cancelled, and continues from the stored part', async () => {
      const { hub, page, hands } = desk;
      hub.transfer.stallAt = (from, to) => (to - from > 100_000 ? 12_000_000 : to - from);
      await desk.press('.load-model');
      await desk.until(/Loading tiny\/gpt2: 12 MB of 20 MB\./);
      assert.equal(
        await page.$eval(
          'attention-lab >>> .overview progress',
          (bar) => /** @type {HTMLProgressElement} */ (bar).position > 0.5,
        ),
        true,
      );
      await desk.press('.cancel-load');
      await desk.until(
        /You cancelled the download\. .*keeps 8\.4 MB of it, and loading continues from there/,
      );
      assert.equal(await hands.textOf('.load-model'), 'Continue loading');
      delete hub.transfer.stallAt;
      hub.requests.length = 0;
      await loadModel(page);
      const starts = weightRanges(hub).map((range) => Number(range?.split('-')[0]));
      assert.ok(
        starts.every((start) => start === 0 || start >= PIECE),
        String(starts),
      );
      assert.ok(starts.some((start) => start >= PIECE));
    });

    it('says its family, its licence, that it is stored, and that a map is not an explanation', async () => {
      const { page } = desk;
      const notes = await textsOf(page, '.pretrained .note');
      const assertNote = (/** @type {RegExp} */ words) =>
        assert.ok(
          notes.some((note) => words.test(note)),
          `${words}: ${notes}`,
        );
      assertNote(/^tiny\/gpt2 · family gpt2 · 37,120 parameters · 2 layers of 4 heads · /);
      assertNote(/^Licence of the weights: mit/);
      assertNote(/^This browser keeps the model, so it opens without a network\./);
      assertNote(/^A map of weights is not an explanation/);
    });

    it('is in the list of stored models, and can be deleted there', async () => {
      const { page, hands } = desk;
      await hands.click('details.sources > summary');
      await hands.click('details.hub summary');
      await page.waitForFunction(() => allInLab('.kept li').length === 1);
      assert.match((await textsOf(page, '.kept li')).join(), /^tiny\/gpt2, 20 MB Forget/);
      await hands.click('.kept li button');
      await page.waitForFunction(() => allInLab('.kept li').length === 0);
      assert.match(await hands.textOf('.kept'), /keeps no models/);
    });

    it('can be named once the reader opens the field, which stays open', async () => {
      const { hands } = desk;
      await desk.open('s=the+bird', { isLoaded: false });
      assert.equal(await hands.count('details.sources[open]'), 0);
      await desk.press('details.sources > summary');
      await write('#hub-name', 'tiny/gpt2');
      await desk.until(/tiny\/gpt2 is not loaded yet/);
      assert.equal(await hands.count('details.sources[open]'), 1);
    });

    it('whose name has another form is answered with the nearest, and the text stays', async () => {
      const { page, hands } = desk;
      const { model } = await hands.state();
      const read = () =>
        page.evaluate(() => {
          const field = /** @type {HTMLInputElement} */ (inLab('#hub-name'));
          const message = inLab('#hub-name-refused');
          return [field.value, field.ariaInvalid, message?.textContent?.trim()];
        });
      await write('#hub-name', 'meta-llama/Llama 3');
      assert.deepEqual(await read(), [
        'meta-llama/Llama 3',
        'true',
        '“meta-llama/Llama 3” is not the name of a model. Did you mean meta-llama/Llama-3?',
      ]);
      assert.equal((await hands.state()).model, model);
      await write('#hub-name', model);
      assert.deepEqual((await read()).slice(1), [null, '']);
    });

    it('that does not exist is reported with the nearest name, and another name opens', async () => {
      const { hub, page, hands } = desk;
      await write('#hub-name', 'openai/gpt-2');
      await desk.until(/openai\/gpt-2 is not loaded yet/);
      await desk.press('.load-model');
      await desk.until(/has no public model openai\/gpt-2\. Did you mean openai-community\/gpt2\?/);
      await desk.press('.choose-model');
      await desk.until(/GPT-2 is not loaded yet\. It takes 548 MB\./);
      assert.equal((await hands.state()).model, 'openai-community/gpt2');
      publish(hub, 'bert');
      await write('#hub-name', 'https://huggingface.co/tiny/bert/tree/main');
      await desk.until(/tiny\/bert is not loaded yet/);
      await loadModel(page);
      assert.equal((await hands.state()).model, 'tiny/bert');
    });

    it('that needs a licence can be opened from its files', async () => {
      const { hub, page, hands } = desk;
      publish(hub, 'llama', { status: 401, headers: { 'X-Error-Code': 'GatedRepo' } });
      await desk.open('model=tiny/llama&s=the+bird', { isLoaded: false });
      await desk.press('.load-model');
      await desk.until(/The owner of tiny\/llama grants a licence.*Choose its files/);
      assert.equal(await hands.count('.load-model'), 0);
      const field = await page.$('attention-lab >>> .choose-files + input');
      await /** @type {any} */ (field).uploadFile(...pathsOf('llama'));
      await page.waitForFunction(() => inLab('figure.weights td'));
      assert.match((await textsOf(page, '.pretrained .about')).join(), /family llama/);
    });

    it('loads from the Hub whose address the reader types', async () => {
      const { hub, page, hands } = desk;
      await desk.open('model=tiny/bert&s=the+bird', { isLoaded: false });
      // A link to a model leaves the choice of models closed.
      assert.equal(await hands.count('details.sources[open]'), 0);
      await desk.press('details.sources > summary');
      await desk.press('details.hub summary');
      await write('#hub-endpoint', 'ftp://127.0.0.1:9/');
      assert.equal(await hands.count('#hub-endpoint:invalid'), 1);
      assert.equal((await hands.state()).endpoint, hub.url);
      await write('#hub-endpoint', './models');
      assert.equal((await hands.state()).endpoint, './models');
      await write('#hub-endpoint', 'http://127.0.0.1:9/');
      await desk.until(/It comes from 127\.0\.0\.1:9\./);
      assert.equal((await hands.state()).endpoint, 'http://127.0.0.1:9/');
      await desk.press('.load-model');
      await desk.until(/127\.0\.0\.1:9 cannot be reached\. Check your network and try again/);
      await page.evaluate((endpoint) => lab.setState({ endpoint }), hub.url);
      await desk.until(new RegExp(`It comes from ${new URL(hub.url).host}`));
      await loadModel(page);
      assert.match((await textsOf(page, '.pretrained .about')).join(), /family bert/);
    });

    it('is replaced by dropped files, and these by others, or again by the last ones', async () => {
      const { page, hands } = desk;
      const drop = async (/** @type {Record<string, Buffer>} */ contents) => {
        const files = Object.entries(contents).map(([file, bytes]) => [
          file,
          bytes.toString('base64'),
        ]);
        await page.$eval(
          'attention-lab >>> .pretrained',
          (panel, encoded) => {
            const transfer = new DataTransfer();
            for (const [file, base64] of encoded) {
              const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
              transfer.items.add(new File([bytes], file));
            }
            for (const type of ['dragover', 'drop']) {
              const options = {
                dataTransfer: transfer,
                bubbles: true,
                cancelable: true,
                composed: true,
              };
              panel.dispatchEvent(new DragEvent(type, options));
            }
          },
          files,
        );
      };
      const shows = async (/** @type {string} */ family) => {
        await page.waitForFunction(
          (name) =>
            inLab('.pretrained .about')?.textContent?.includes(`family ${name} `) &&
            inLab('figure.weights td'),
          {},
          family,
        );
        assert.match((await hands.state()).model, new RegExp(`^files@${family}`));
        assert.equal(await hands.count('.wrong'), 0);
      };
      for (const checkpoint of ['llama', 'distilbert']) {
        await drop(contentsOf(checkpoint));
        await shows(checkpoint);
      }
      const weights = contentsOf('llama')['model.safetensors'];
      await drop({ ...contentsOf('llama'), 'model.safetensors': weights.subarray(0, 99) });
      await page.waitForFunction(() => inLab('button.choose-last'));
      await page.evaluate(() => /** @type {HTMLElement} */ (inLab('button.choose-last')).click());
      await shows('distilbert');
      // A name of earlier files comes back by undo, too.
      await page.evaluate(() => lab.setState({ model: 'files@llama-2x4' }));
      await shows('llama');
    });
  },
  browserNames,
);

const MEGABYTES = 6;
const slow = { ...contentsOf('gpt2'), 'model.safetensors': spreadWeights(MEGABYTES * 1e6) };

/** Lets one piece of the weights pass at each call of `release`. */
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

onModelPage(
  'a slow Hub',
  (desk) => {
    it('shows the progress of each piece, allows other input, and continues after Cancel', async () => {
      const { hub, page } = desk;
      publish(hub, 'gpt2', { files: slow });
      await desk.open('model=tiny/gpt2&s=the+bird&step=allHeads', { isLoaded: false });
      const gate = makeGate();
      Object.assign(hub.transfer, { pieces: MEGABYTES, nextPiece: gate.nextPiece });
      await pressLoad(page);
      for (let megabyte = 1; megabyte <= 3; megabyte++) {
        await desk.until(
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
      await desk.press('.cancel-load');
      await desk.until(/You cancelled the download\./);
      Object.assign(hub.transfer, { pieces: undefined, nextPiece: undefined });
      await loadModel(page);
      assert.equal(await page.evaluate(() => lab.state.sentence), 'the old bird 3');
    });

    it('can be cancelled while it does not answer, and tried again', async () => {
      const { hub, page, hands } = desk;
      publish(hub, 'bert');
      await desk.open('model=tiny/bert&s=the+bird&step=allHeads', { isLoaded: false });
      hub.api.isSilent = true;
      await desk.press('.look-up');
      await desk.until(/Asking the Hub\./);
      await desk.press('.cancel-look-up');
      await desk.until(/tiny\/bert is not loaded yet/);
      await desk.press('.load-model');
      await desk.until(/Loading tiny\/bert\. Cancel/);
      assert.equal(await hands.count('.overview progress:not([value])'), 1);
      await desk.press('.cancel-load');
      await desk.until(/You cancelled the download\./);
      delete hub.api.isSilent;
      await desk.press('.look-up');
      await desk.until(/takes .* MB/);
      await loadModel(page);
    });
  },
  browserNames,
);
