// Models that learn, on an author's page: over http and from a file, under a policy, without a Worker,
// and without their scripts.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createDescriber } from '../../src/js/learning/index.js';
import { built, onHostPages, plainPage, settled } from './host.js';
import { untilTrained } from './models.js';

/** @typedef {import('../../web/elements/attention-lab.js').AttentionLab} Lab */

const SCRIPTS = ['attention-models.js', 'attention-learning.js'];
const files = await built(...SCRIPTS);

const html = plainPage(
  `<attention-lab source="describer" seed="0" training="60" query="4"
    sentence="the river was too icy"></attention-lab>`,
);

const model = await createDescriber({ seed: 0 });
model.train(60);
const expected = Array.from(model.parameters.query.data);

/** What is said, and the queries that were learned. @param {import('./host.js').Page} page */
const seen = (page) =>
  page.evaluate(() => {
    const lab = /** @type {Lab} */ (document.querySelector('attention-lab'));
    const text = (/** @type {string} */ selector) =>
      lab.shadowRoot?.querySelector(selector)?.textContent?.replace(/\s+/g, ' ').trim();
    const { query } = lab.parameters;
    const notes = [...(lab.shadowRoot?.querySelectorAll('.training > .note') ?? [])];
    return {
      answer: text('.model-answer'),
      status: text('.status'),
      query: query && [...query.data],
      notes: notes.map((note) => note.textContent ?? ''),
    };
  });

/** @param {string[]} notes */
const trainsOnPage = (notes) => notes.some((note) => note.startsWith('No Worker starts here'));

onHostPages('a model on an author’s page', (host, _browserName, once) => {
  once('over http it learns in a Worker, and is there when the element is ready', async () => {
    const { page, complaints, requests } = await host.open({ html, files });
    await settled(page);
    const { answer, query, notes } = await seen(page);
    assert.match(String(answer), /^icy describes \w+, says the model/);
    assert.deepEqual(query, expected);
    assert.ok(!trainsOnPage(notes));
    assert.deepEqual(complaints, []);
    assert.deepEqual(
      requests().toSorted(),
      ['/', '/attention-lab.js', ...SCRIPTS.map((name) => `/${name}`)].toSorted(),
    );
  });

  it('from a file it learns too, on the page where no Worker starts', async () => {
    const { page } = await host.open({ html, files, from: 'file' });
    await settled(page);
    const { query, status } = await seen(page);
    assert.equal(status, undefined);
    assert.deepEqual(query, expected);
  });

  it('where the policy allows no Worker it trains on the page, and says so', async () => {
    const policy =
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'none'; style-src 'self'";
    const { page } = await host.open({ html, files, policy });
    await settled(page);
    const { query, notes } = await seen(page);
    assert.deepEqual(query, expected);
    assert.ok(trainsOnPage(notes));
  });

  once('where Trusted Types allow its policy, scripts and Worker load', async () => {
    const policy =
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; require-trusted-types-for 'script'; trusted-types lit-html attention-lab";
    const { page, complaints } = await host.open({ html, files, policy });
    await settled(page);
    const { query, notes } = await seen(page);
    assert.deepEqual([query, complaints], [expected, []]);
    assert.ok(!trainsOnPage(notes));
  });

  once('without its scripts it says which is missing and where, and all else works', async () => {
    const { page, allow } = await host.open({ html, files, refused: SCRIPTS });
    await settled(page);
    const { status } = await seen(page);
    assert.match(String(status), /attention-models\.js did not load from http.*beside/);
    const weights = await page.evaluate(async () => {
      const lab = /** @type {Lab} */ (document.querySelector('attention-lab'));
      lab.setState({ source: 'seed', sentence: 'one two' });
      await lab.updateComplete;
      return lab.results.weights.shape;
    });
    assert.deepEqual(weights, [1, 2, 2]);

    // What was missing is asked for again when it is wanted again.
    const choose = (/** @type {Partial<import('./lab.js').State>} */ change) =>
      page.evaluate(async (wanted) => {
        const lab = /** @type {Lab} */ (document.querySelector('attention-lab'));
        lab.setState(wanted);
        await lab.export('json').catch(() => {});
      }, change);
    allow('attention-models.js');
    await choose({ source: 'describer', sentence: 'the river was too icy', training: 59 });
    const { status: further } = await seen(page);
    assert.match(String(further), /attention-learning\.js did not load from http/);
    allow('attention-learning.js');
    await choose({ training: 60 });
    const { query, notes } = await seen(page);
    assert.deepEqual([query, trainsOnPage(notes)], [expected, false]);
  });

  once('leaving it ends its training', async () => {
    const { page } = await host.open({ html, files });
    await settled(page);
    const ended = await page.evaluate(async () => {
      const lab = /** @type {Lab} */ (document.querySelector('attention-lab'));
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
      const { page } = await host.open({ html, files });
      await settled(page);
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
