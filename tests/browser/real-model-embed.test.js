// A real model on somebody else's page: it loads without a press only if the author says so, and a
// link contains the changes.
import assert from 'node:assert/strict';
import { after, before, beforeEach, it } from 'node:test';
import { loadPretrained } from '../../src/js/pretrained/index.js';
import { filesOf } from '../pretrained/checkpoints.js';
import { attention, publish, startHub } from '../pretrained/hub-models.js';
import { contentsOf } from '../pretrained/hub-server.js';
import { onHostPages, plainPage, untilSettled } from './host.js';
import { show } from './lab.js';
import { pathsOf } from './real-model.js';

/** @import { Page } from 'puppeteer-core' */

const TEXT = 'the bird sings';

/** Waits until the lab says a text. @param {Page} page @param {string} text */
const untilSaid = (page, text) =>
  page.waitForFunction((part) => lab.shadowRoot?.textContent?.includes(part), {}, text);

/** Runs the model in Node. @param {object} [changes] */
async function runHere(changes) {
  const model = await loadPretrained(attention, filesOf('gpt2'));
  return model.run(TEXT, { ...changes, trace: ['weights'] });
}

/** @param {Awaited<ReturnType<typeof runHere>>} run @param {number} layer @param {number} [head] */
function expectHead({ layers, ids }, layer, head = 0) {
  const size = ids.length ** 2;
  return [...(layers[layer].weights?.data.subarray(head * size, (head + 1) * size) ?? [])];
}

/** Reads the weights on the screen. @param {Page} page @param {number} [head] */
const readShownHead = (page, head = 0) =>
  page.$$eval(
    `attention-lab >>> table[data-tensor="weights"][data-head="${head}"] td[data-value]`,
    (cells) =>
      cells.map((cell) => Math.fround(Number(/** @type {HTMLElement} */ (cell).dataset.value))),
  );

onHostPages('a real model of an author', ({ open, openLab }, browserName) => {
  /** The local Hub of this browser. @type {Awaited<ReturnType<typeof startHub>>} */
  let hub;
  before(async () => {
    hub = await startHub();
  });
  after(() => hub.close());
  beforeEach(() => hub.reset());

  const tag = (/** @type {string} */ attributes) =>
    `<attention-lab source="pretrained" model="tiny/gpt2" endpoint="${hub.url}" sentence="${TEXT}" ${attributes}></attention-lab>`;

  it('loads at once with load="eager", with the author’s layer, changes and steps', async () => {
    publish(hub, 'gpt2');
    const { page } = await openLab(
      tag(
        'load="eager" steps="weights,next" model-layer="1" head="1" query="2" silence="0.2" block="1.1.2.0"',
      ),
    );
    await page.waitForFunction(() => inLab('table[data-tensor="weights"] td'));
    const changes = { silence: ['0.2'], block: ['1.1.2.0'] };
    assert.deepEqual(await readShownHead(page, 1), expectHead(await runHere(changes), 1, 1));
    // Without the overview, there is only one note about the head.
    assert.equal(await page.evaluate(() => allInLab('.head-note').length), 1);
    const link = await page.evaluate(() => {
      lab.permalink = true;
      return lab.updateComplete.then(() => lab.export('link'));
    });
    const { hash } = new URL(link);
    const entries = Object.fromEntries(new URLSearchParams(hash.slice(1)));
    assert.deepEqual(
      [entries.from, entries.model, entries.hub, entries.s, entries.ml, entries.sil, entries.blk],
      ['pretrained', 'tiny/gpt2', hub.url, TEXT, '1', '0.2', '1.1.2.0'],
    );
    assert.doesNotMatch(hash, /eager|load/);
  });

  it('answers for the end of the sentence, unless the author or the reader marks a word or a cell', async () => {
    publish(hub, 'gpt2');
    for (const [attributes, query] of /** @type {const} */ ([
      ['steps="next" locked', 8],
      ['steps="weights,next"', 8],
      ['steps="weights,next" query="1"', 1],
      ['steps="weights,next" cell="weights.0.3.0"', 3],
      ['steps="weights,next" cell="weights.0.1.0"', 1],
      ['steps="weights"', 1],
    ])) {
      const { page } = await openLab(tag(`load="eager" ${attributes}`));
      await page.waitForFunction(() => inLab('table[data-tensor="weights"] td, table.answer'));
      await page.evaluate(async () => {
        while (!(await lab.updateComplete));
      });
      assert.equal(await page.evaluate(() => lab.state.query), query, attributes);
      if (query === 1) continue;
      await page.evaluate(async () => {
        lab.setState({ query: 2 });
        while (!(await lab.updateComplete));
      });
      assert.equal(await page.evaluate(() => lab.state.query), 2);
    }
  });

  it('warns of layers and heads that the model does not have', async () => {
    publish(hub, 'gpt2');
    const { page, readComplaints } = await openLab(
      tag('load="eager" steps="weights" model-layer="99" head="9" query="99" silence="0.2 9.9"'),
    );
    await page.waitForFunction(() => inLab('table[data-tensor="weights"] td'));
    const text = readComplaints().join('\n');
    assert.match(text, /silence="9\.9" has no effect: expected layer\.head, from 0\.0 to 1\.3\./);
    assert.match(text, /head="9": the nearest number that fits, 3, is taken/);
    assert.match(text, /query="99": the nearest number that fits, 8, is taken/);
    assert.match(text, /model-layer="99"/);
    assert.doesNotMatch(text, /0\.2/);
  });

  for (const fixed of ['', 'locked readonly'])
    it(`shows a button for files if the author names none, ${fixed || 'open'}`, async () => {
      const { page } = await openLab(
        `<attention-lab source="pretrained" model="files" sentence="${TEXT}" steps="weights" query="1" ${fixed}></attention-lab>`,
      );
      const label = await page.$eval(
        'attention-lab >>> .choose-files',
        (element) => element.textContent,
      );
      assert.equal(label, 'Choose the files');
      const field = /** @type {any} */ (await page.$('attention-lab >>> .choose-files + input'));
      await field.uploadFile(...pathsOf('gpt2').slice(0, 1));
      await page.waitForFunction(() =>
        inLab('.status')?.textContent?.includes('Choose other files'),
      );
      await field.uploadFile(...pathsOf('gpt2'));
      await page.waitForFunction(() => inLab('table[data-tensor="weights"] td'));
      // The author chooses the marked word.
      assert.equal(await page.evaluate(() => lab.state.query), 1);
    });

  for (const [what, load] of /** @type {const} */ ([
    ['author sets load as attribute', () => lab.setAttribute('load', 'eager')],
    [
      'author sets load as property',
      () => {
        lab.load = 'eager';
      },
    ],
    ['reader presses its button', () => inLab('.load-model')?.click()],
  ]))
    it(`loads once its ${what}, and goes on when it is moved meanwhile`, async () => {
      publish(hub, 'gpt2');
      const { page } = await openLab(tag('steps="weights"'));
      await page.waitForFunction(() => inLab('.load-model'));
      let sendRest = () => {};
      const sent = new Promise((resolve) => {
        sendRest = () => resolve(undefined);
      });
      Object.assign(hub.transfer, { pieces: 2, nextPiece: () => sent });
      await page.evaluate(load);
      await page.waitForFunction(() => inLab('.cancel-load'));
      await page.evaluate(() => document.body.append(lab));
      sendRest();
      await page.waitForFunction(() => inLab('table[data-tensor="weights"] td'));
      const files = hub.requests.map(({ path, range }) => `${path} ${range}`);
      assert.deepEqual(files, [...new Set(files)]);
    });

  it('loads again when it was removed meanwhile, once it is back', async () => {
    publish(hub, 'gpt2');
    const { page } = await openLab(tag('steps="weights"'));
    await page.waitForFunction(() => inLab('.load-model'));
    hub.transfer.stallAt = () => 100;
    await page.evaluate(() => inLab('.load-model')?.click());
    await page.waitForFunction(() => inLab('.cancel-load'));
    await page.evaluate(async () => {
      kept.lab = lab;
      lab.remove();
      await nextFrames(2);
    });
    delete hub.transfer.stallAt;
    await page.evaluate(() => document.body.append(kept.lab));
    await page.waitForFunction(() => inLab('table[data-tensor="weights"] td'));
  });

  it('does not restart a download that the reader cancelled', async () => {
    publish(hub, 'gpt2');
    hub.transfer.stallAt = () => 100;
    // The element is not ready until the reader has ended the download.
    const { page } = await open({ html: plainPage(tag('load="eager" steps="weights"')) });
    await page.waitForFunction(() => inLab('.cancel-load'));
    await page.$eval('attention-lab >>> .cancel-load', (button) =>
      /** @type {HTMLElement} */ (button).click(),
    );
    await page.waitForFunction(() => inLab('.load-model'));
    delete hub.transfer.stallAt;
    hub.requests.length = 0;
    await show(page, { sentence: 'the dog' });
    assert.equal(await page.$$eval('attention-lab >>> .load-model', (all) => all.length), 1);
    assert.deepEqual(hub.requests, []);
  });

  it('shows the model in a folder of its author, or says why it cannot', async () => {
    const html = plainPage(
      `<attention-lab source="pretrained" model="./" load="eager" steps="weights" sentence="${TEXT}"></attention-lab>`,
    );
    const json = { 'generation_config.json': '{}' };
    const { page, requests } = await open({ html, files: { ...contentsOf('gpt2'), ...json } });
    await page.waitForFunction(() => inLab('table[data-tensor="weights"] td'));
    assert.deepEqual(await readShownHead(page), expectHead(await runHere(), 0));
    const files = ['config.json', 'model.safetensors', 'tokenizer.json'];
    files.push('generation_config.json', 'tokenizer_config.json');
    assert.deepEqual(
      requests().slice(-5),
      files.map((name) => `/${name}`),
    );
    await show(page, { model: './nowhere' });
    await page.waitForFunction(() => inLab('.load-model'));
    await page.evaluate(() => /** @type {HTMLElement} */ (inLab('.load-model')).click());
    await untilSaid(page, './nowhere/ has no config.json. Choose another model');
    // Under a driver, Firefox fetches files.
    if (browserName === 'firefox') return;
    const alone = await open({ html, files: contentsOf('gpt2'), from: 'file', mayComplain: true });
    await untilSaid(alone.page, 'because this page was opened from a file. Choose the files');
  });

  it('warns of a model that is neither a name nor an address, and reads the address of its page', async () => {
    const models = [
      ...['meta llama/x', 'a/b?c#d'],
      ...['https://huggingface.co/tiny/gpt2/tree/main', 'huggingface.co/tiny/gpt2', ' tiny/gpt2/ '],
    ];
    const { page, readComplaints } = await open({
      html: plainPage(
        models
          .map((model) => `<attention-lab source="pretrained" model="${model}"></attention-lab>`)
          .join(''),
      ),
    });
    await untilSettled(page);
    const shown = await page.evaluate(() =>
      [...document.querySelectorAll('attention-lab')].map(({ model }) => model),
    );
    assert.deepEqual(shown, ['use-lite', 'use-lite', 'tiny/gpt2', 'tiny/gpt2', 'tiny/gpt2']);
    const complaints = readComplaints();
    assert.equal(complaints.length, 2);
    for (const complaint of complaints)
      assert.match(complaint, /no such value.*the address of a folder, such as \.\/gpt2\//);
  });

  it('warns about an unknown model name, and sends an error when the model does not load', async () => {
    const { page, readComplaints } = await open({
      html: plainPage(`<script>
        document.addEventListener('attention-error', ({ detail }) => { kept.told = detail; });
      </script><attention-lab source="pretrained" model="use-light" load="eager" steps="weights"></attention-lab>`),
    });
    await page.waitForFunction(() => 'told' in kept);
    assert.deepEqual(await page.evaluate(() => kept.told), {
      code: 'ERR_ARGUMENT',
      message: 'use-light is not the name of a model. Did you mean use-lite?',
    });
    const complaints = readComplaints();
    assert.equal(complaints.length, 1);
    assert.match(complaints[0], /model="use-light": no such value\. There are use-lite, files/);
  });

  it('warns about a misspelt load, and loads', async () => {
    publish(hub, 'gpt2');
    const { page, readComplaints } = await openLab(tag('load="eagr" steps="weights"'));
    await page.waitForFunction(() => inLab('table[data-tensor="weights"] td'));
    const complaints = readComplaints();
    assert.equal(complaints.length, 1);
    assert.match(complaints[0], /load="eagr".*eager/);
  });
});
