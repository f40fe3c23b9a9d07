// Models that learn on an author's page: over http, from a file, under a policy, and without a
// Worker.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createDescriber } from '../../src/js/learning/index.js';
import { again } from '../support/extent.js';
import { onHostPages } from './host.js';
import { untilTrained } from './models.js';

/** @import { AttentionLab as Lab } from '../../web/elements/attention-lab.js' */
/** @import { Page } from './host.js' */

const TAG = `<attention-lab source="describer" seed="0" training="60" query="4"
    sentence="the river was too icy"></attention-lab>`;

const model = await createDescriber({ seed: 0 });
model.train(60);
const expected = Array.from(model.parameters.query.data);

/** Returns the texts, and the queries that were learned. @param {Page} page */
const seen = (page) =>
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
  once('over http it learns in a Worker, and is there when the element is ready', async () => {
    const { page, requests } = await host.openLab(TAG);
    const { answer, query, notes } = await seen(page);
    assert.match(String(answer), /^icy describes \w+, says the model/);
    assert.deepEqual(query, expected);
    assert.ok(!trainsOnPage(notes));
    assert.deepEqual(requests(), ['/', '/attention-lab.js']);
  });

  again('from a file it learns in a Worker, too', async () => {
    const { page } = await host.openLab(TAG, { from: 'file' });
    const { query, status, notes } = await seen(page);
    assert.equal(status, undefined);
    assert.deepEqual(query, expected);
    assert.ok(!trainsOnPage(notes));
  });

  it('where the policy allows no Worker it trains on the page, and says so', async () => {
    const policy =
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'none'; style-src 'self'";
    const { page } = await host.openLab(TAG, { policy, mayComplain: true });
    const { query, notes } = await seen(page);
    assert.deepEqual(query, expected);
    assert.ok(trainsOnPage(notes));
  });

  once('where Trusted Types allow its policy, scripts and Worker load', async () => {
    const policy =
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src blob:; style-src 'self'; require-trusted-types-for 'script'; trusted-types lit-html attention-lab";
    const { page } = await host.openLab(TAG, { policy });
    const { query, notes } = await seen(page);
    assert.deepEqual(query, expected);
    assert.ok(!trainsOnPage(notes));
  });

  once('leaving it ends its training', async () => {
    const { page } = await host.openLab(TAG);
    const ended = await page.evaluate(async () => {
      lab.training = 2000;
      await lab.updateComplete;
      lab.setState({ source: 'seed', sentence: 'one two' });
      while (!(await lab.updateComplete));
      return [lab.training, lab.results.weights.shape];
    });
    assert.deepEqual(ended, [2000, [1, 2, 2]]);
  });

  for (const [what, away] of /** @type {const} */ ([
    ['moved', 0],
    ['taken away and put back', 3],
  ])) {
    once(`${what} while it learns, it goes on`, async () => {
      const { page } = await host.openLab(TAG);
      await page.evaluate(async (frames) => {
        const lab = /** @type {Lab} */ (document.querySelector('attention-lab'));
        lab.training = 1000;
        while (!(await lab.updateComplete));
        lab.remove();
        for (let i = 0; i < frames; i++) await new Promise(requestAnimationFrame);
        document.body.prepend(lab);
      }, away);
      await untilTrained(page, 1000, 2000);
    });
  }
});
