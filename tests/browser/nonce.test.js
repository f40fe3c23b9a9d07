// A page whose policy allows scripts by a nonce alone, and one that does not name its encoding.
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import { onHostPagesOnce } from './host.js';
import { dist } from './lab.js';

const POLICY = [
  ...["default-src 'none'", "script-src 'nonce-abc' 'wasm-unsafe-eval'", "style-src 'self'"],
  'worker-src blob:',
].join('; ');

/** Notes every violation. */
function listen() {
  const page = /** @type {any} */ (globalThis);
  page.violations = [];
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
    if (!blockedURI.endsWith('/favicon.ico')) page.violations.push([violatedDirective, blockedURI]);
  });
}

onHostPagesOnce('a policy with a nonce', (host) => {
  it('lets all parts of the lab load: they are in the one script that has it', async () => {
    const { page, complaints } = await host.open({
      html: `<!doctype html><html lang="en"><meta charset="utf-8"><title>Nonce</title>
        <script nonce="abc" src="attention-lab.js" defer></script>
        <attention-lab></attention-lab>
        <attention-map view="grid" weights="[[[1, 0], [0, 1]], [[0, 1], [1, 0]]]"></attention-map></html>`,
      policy: POLICY,
      early: listen,
    });
    const found = await page.evaluate(async () => {
      const drawn = async () => {
        while (!(await lab.updateComplete));
      };
      await lab.ready;
      const parts = [];
      for (const [state, selector] of /** @type {[object, string][]} */ ([
        [{ guide: 'scoring-turn' }, '#step-title'],
        [{ guide: 'practice-bugs-1-0' }, '#step-title'],
        [{ guide: '', view: 'whole' }, '.whole-picture svg'],
        [{ guide: '', view: 'step', source: 'toy', training: 2, sentence: 'a b c d' }, '.steps'],
      ])) {
        lab.setState(state);
        await drawn();
        for (let i = 0; i < 300 && !inLab(selector); i++) await new Promise(requestAnimationFrame);
        parts.push(inLab(selector) !== null);
      }
      await attentionMap.updateComplete;
      return [parts, inMap('canvas') !== null, /** @type {any} */ (globalThis).violations];
    });
    assert.deepEqual(found, [[true, true, true, true], true, []]);
    assert.deepEqual(complaints, []);
  });
});

onHostPagesOnce('a page that does not name its encoding', (host) => {
  it('reads the letters of the script all the same', async () => {
    const { page } = await host.open({
      html: `<!doctype html><html lang="en"><title>None</title><script src="attention-lab.js"></script>
        <attention-lab steps="weights"></attention-lab></html>`,
      from: 'file',
    });
    const [encoding, text] = await page.evaluate(async () => {
      await lab.ready;
      return [document.characterSet, inLab('.figure')?.textContent ?? ''];
    });
    // Otherwise nothing would have been tried.
    assert.notEqual(encoding, 'UTF-8');
    assert.match(text, /4 × 4/);
    assert.doesNotMatch(text, /Ã|â/);
  });

  it('since each script of the package is ASCII', async () => {
    const scripts = (await readdir(dist)).filter((name) => name.endsWith('.js'));
    assert.ok(scripts.includes('attention-lab.js'));
    const texts = await Promise.all(scripts.map((name) => readFile(join(dist, name), 'utf8')));
    const others = scripts.filter((_, i) => /[^\0-\x7f]/.test(texts[i]));
    assert.deepEqual(others, []);
  });
});
