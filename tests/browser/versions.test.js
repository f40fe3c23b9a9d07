// Two versions of the script on one page, as where two tutorials meet: the first that comes is the one,
// and the second does no harm.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import { onHostPagesOnce, settled } from './host.js';
import { assertPage, dist } from './lab.js';

/** @import { AttentionLab as Lab } from '../../web/elements/attention-lab.js' */

const script = await readFile(join(dist, 'attention-lab.js'), 'utf8');
const TITLE = 'Attention, number by number';
const other = script.replaceAll(TITLE, 'Another version');

/** @param {string[]} scripts */
const page = (scripts) => `<!doctype html><html lang="en"><meta charset="utf-8"><title>Two</title>
${scripts.map((one) => `<script ${one}></script>`).join('\n')}
<attention-lab></attention-lab></html>`;

const OURS = 'src="attention-lab.js"';
const OTHER = 'src="other.js"';

onHostPagesOnce('two versions on one page', (host) => {
  for (const [what, scripts, title] of /** @type {const} */ ([
    ['this one first', [OURS, OTHER], TITLE],
    ['the other first', [OTHER, OURS], 'Another version'],
    ['the other deferred', [`${OTHER} defer`, OURS], TITLE],
    ['the other as a module', [`${OTHER} type="module"`, `${OURS} defer`], 'Another version'],
    ['the same twice', [OURS, OURS], TITLE],
  ])) {
    it(`${what}: it makes the elements, in the text and by a script, and the other is silent`, async () => {
      const { page: opened, complaints } = await host.open({
        html: page([...scripts]),
        files: { 'other.js': other },
        policy:
          "script-src 'self' 'wasm-unsafe-eval'; require-trusted-types-for 'script'; trusted-types lit-html 'allow-duplicates'",
      });
      await settled(opened);
      const titles = await opened.evaluate(async () => {
        const made = /** @type {Lab} */ (document.createElement('attention-lab'));
        made.sentence = 'one two';
        document.body.append(made);
        await made.ready;
        const labs = /** @type {NodeListOf<Lab>} */ (document.querySelectorAll('attention-lab'));
        for (const lab of labs) {
          lab.goto('weights');
          await lab.updateComplete;
        }
        return [...labs].map(
          (lab) => lab.shadowRoot?.querySelector('[data-level="1"]')?.textContent,
        );
      });
      assert.deepEqual(titles, [title, title]);
      assert.equal((await assertPage(opened, what)).state.step, 'weights');
      assert.deepEqual(complaints, []);
    });
  }

  it('they differ indeed', () => {
    assert.notEqual(other, script);
  });
});
