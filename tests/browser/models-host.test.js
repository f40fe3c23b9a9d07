// Models that learn on an author's page: over http, from a file, under a policy, and without a
// Worker.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createDescriber } from '../../src/js/learning/index.js';
import { onHostPages } from './host.js';
import { untilTrained } from './models.js';

/** @import { Page } from './host.js' */

const TAG = `<attention-lab source="describer" seed="0" training="60" query="4"
    sentence="the river was too icy"></attention-lab>`;

const model = await createDescriber({ seed: 0 });
model.train(60);
const expected = Array.from(model.parameters.query.data);

/** Returns the texts, and the queries that were learned. @param {Page} page */
const readModel = (page) =>
  page.evaluate(() => {
    const text = (/** @type {string} */ selector) =>
      inLab(selector)?.textContent?.replace(/\s+/g, ' ').trim();
    const { query } = lab.parameters;
    const notes = allInLab('.training > .note');
    return {
      answer: text('.model-answer'),
      status: text('.status'),
      query: query && [...query.data],
      notes: notes.map((note) => note.textContent ?? ''),
    };
  });

/** @param {string[]} notes */
const trainsOnPage = (notes) => notes.some((note) => note.startsWith('No Worker can start here'));

onHostPages('a model on an author’s page', (host, _browserName, once) => {
  once('trains in a Worker over http, before the element is ready', async () => {
    const { page, requests } = await host.openLab(TAG);
    const { answer, query, notes } = await readModel(page);
    assert.match(String(answer), /^icy describes \w+, says the model/);
    assert.deepEqual(query, expected);
    assert.ok(!trainsOnPage(notes));
    assert.deepEqual(requests(), ['/', '/attention-lab.js']);
  });

  it('trains in a Worker on a page from a file', async () => {
    const { page } = await host.openLab(TAG, { from: 'file' });
    const { query, status, notes } = await readModel(page);
    assert.equal(status, undefined);
    assert.deepEqual(query, expected);
    assert.ok(!trainsOnPage(notes));
  });

  it('trains on the page and says so if the policy forbids Workers', async () => {
    const policy =
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'none'; style-src 'self'";
    const { page } = await host.openLab(TAG, { policy, mayComplain: true });
    const { query, notes } = await readModel(page);
    assert.deepEqual(query, expected);
    assert.ok(trainsOnPage(notes));
  });

  once('trains in a Worker under Trusted Types that allow its policy', async () => {
    const policy =
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src blob:; style-src 'self'; require-trusted-types-for 'script'; trusted-types lit-html attention-lab";
    const { page } = await host.openLab(TAG, { policy });
    const { query, notes } = await readModel(page);
    assert.deepEqual(query, expected);
    assert.ok(!trainsOnPage(notes));
  });

  once(
    'trains on in its Worker after another source is shown, until the element is removed',
    async () => {
      const { page } = await host.openLab(TAG, {
        early: () => {
          kept.ended = 0;
          globalThis.Worker = class extends Worker {
            terminate() {
              kept.ended++;
              super.terminate();
            }
          };
        },
      });
      const seen = await page.evaluate(async () => {
        lab.training = 2000;
        await lab.updateComplete;
        const before = kept.ended;
        lab.setState({ source: 'seed', sentence: 'one two' });
        while (!(await lab.updateComplete));
        const shown = [before, kept.ended, lab.training, lab.results.weights.shape];
        lab.remove();
        await new Promise((done) => setTimeout(done));
        return [...shown, kept.ended];
      });
      assert.deepEqual(seen, [0, 0, 2000, [1, 2, 2], 1]);
    },
  );

  for (const [what, frames] of /** @type {const} */ ([
    ['moved', 0],
    ['removed and inserted again', 3],
  ])) {
    once(`continues training when the element is ${what}`, async () => {
      const { page } = await host.openLab(TAG);
      await page.evaluate(async (frames) => {
        const { lab } = globalThis;
        lab.training = 1000;
        while (!(await lab.updateComplete));
        lab.remove();
        await nextFrames(frames);
        document.body.prepend(lab);
      }, frames);
      await untilTrained(page, 1000, 2000);
    });
  }
});
