// A real model on somebody else's page: it loads without a press only if the author says so, and a
// link contains the changes.
import assert from 'node:assert/strict';
import { after, before, beforeEach, it } from 'node:test';
import { loadPretrained } from '../../src/js/pretrained/index.js';
import { filesOf } from '../pretrained/checkpoints.js';
import { attention, publish, startHub } from '../pretrained/hub-models.js';
import { onHostPages, plainPage } from './host.js';
import { show } from './lab.js';
import { pathsOf } from './real-model.js';

const TEXT = 'the bird sings';

onHostPages('a real model of an author', ({ open, openLab }) => {
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
    const model = await loadPretrained(attention, filesOf('gpt2'));
    const changes = { silence: ['0.2'], block: ['1.1.2.0'] };
    const { layers, ids } = model.run(TEXT, { ...changes, trace: ['weights'] });
    const n = ids.length;
    const expected = layers[1].weights?.data.subarray(n * n, 2 * n * n) ?? [];
    const shown = await page.$$eval(
      'attention-lab >>> table[data-tensor="weights"][data-head="1"] td[data-value]',
      (all) => all.map((cell) => Number(/** @type {HTMLElement} */ (cell).dataset.value)),
    );
    assert.deepEqual(shown.slice(-n * n).map(Math.fround), [...expected]);
    // Without the overview, there is only one note about the head.
    assert.equal(await page.evaluate(() => allInLab('.head-note').length), 1);
    const link = await page.evaluate(() => {
      lab.permalink = true;
      return lab.updateComplete.then(() => lab.export('link'));
    });
    const { hash } = new URL(link);
    const said = Object.fromEntries(new URLSearchParams(hash.slice(1)));
    assert.deepEqual(
      [said.from, said.model, said.hub, said.s, said.ml, said.sil, said.blk],
      ['pretrained', 'tiny/gpt2', hub.url, TEXT, '1', '0.2', '1.1.2.0'],
    );
    assert.doesNotMatch(hash, /eager|load/);
  });

  it('warns of layers and heads that the model does not have', async () => {
    publish(hub, 'gpt2');
    const { page, readComplaints } = await openLab(
      tag('load="eager" steps="weights" model-layer="99" silence="0.2 9.9"'),
    );
    await page.waitForFunction(() => inLab('table[data-tensor="weights"] td'));
    const said = readComplaints().join('\n');
    assert.match(said, /silence="9\.9" has no effect: there is no such place/);
    assert.match(said, /model-layer="99"/);
    assert.doesNotMatch(said, /0\.2/);
  });

  for (const fixed of ['', 'locked readonly'])
    it(`shows a button for files if the author names none, ${fixed || 'open'}`, async () => {
      const { page } = await openLab(
        `<attention-lab source="pretrained" model="files" sentence="${TEXT}" steps="weights" query="1" ${fixed}></attention-lab>`,
      );
      const label = await page.$eval('attention-lab >>> .choose-files', (one) => one.textContent);
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

  for (const [what, set] of /** @type {const} */ ([
    ['attribute', () => lab.setAttribute('load', 'eager')],
    [
      'property',
      () => {
        lab.load = 'eager';
      },
    ],
  ]))
    it(`loads once its author sets load as ${what}, also when it is moved meanwhile`, async () => {
      publish(hub, 'gpt2');
      const { page } = await openLab(tag('steps="weights"'));
      await page.waitForFunction(() => inLab('.load-model'));
      hub.transfer.stallAt = () => 100;
      await page.evaluate(set);
      await page.waitForFunction(() => inLab('.cancel-load'));
      delete hub.transfer.stallAt;
      await page.evaluate(() => document.body.append(lab));
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
