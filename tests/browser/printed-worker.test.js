import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import { snippetWith } from '../support/documents.js';
import { onHostPagesOnce } from './host.js';
import { dist } from './lab.js';

const [worker, page] = ['// attention-worker.js\n', '// in the page\n'].map((comment) =>
  snippetWith('javascript', comment),
);
const core = await readFile(join(dist, 'core.js'), 'utf8');
/** Import maps do not apply in a worker. */
const files = {
  'attention-worker.js': worker.replace("'attention-lab'", "'./core.js'"),
  'core.js': core,
};

/**
 * Returns the documents' page with inputs of this length, and a program that uses them.
 * @param {number} L
 * @param {string} program
 */
const html = (L, program) => `<!doctype html><html lang="en"><meta charset="utf-8">
<title>Worker</title><script type="module">
  const [query, key, value] = [1, 2, 3].map((seed) => ({
    shape: [${L}, 512],
    data: Float32Array.from({ length: ${L} * 512 }, (_, i) => Math.sin(seed * i)),
  }));
  window.outcome = new Promise((resolve) => {
    const { terminate } = Worker.prototype;
    Worker.prototype.terminate = function () {
      terminate.call(this);
      resolve('ended');
    };
    const console = { log: (shape, data) => resolve([...shape, data.length]) };
    ${program}
  });
</script></html>`;

onHostPagesOnce('the worker that the documents show', (host) => {
  it('sends the result of a call', async () => {
    const { page: opened } = await host.open({ html: html(3, page), files });
    assert.deepEqual(await opened.evaluate('outcome'), [3, 512, 3 * 512]);
  });

  it('is terminated when a call takes longer than the limit', async () => {
    const program = page.replace('10_000', '200');
    assert.notEqual(program, page);
    // 7 · 10¹⁰ multiplications.
    const { page: opened } = await host.open({ html: html(8192, program), files });
    assert.equal(await opened.evaluate('outcome'), 'ended');
  });
});
