// Without scripting or without the core, the element's children replace it, and a reason is shown.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onHostPagesOnce, plainPage, TAG, untilSettled } from './host.js';
import { readTables } from './lab.js';

/** @import { AttentionLab as Lab } from '../../web/elements/attention-lab.js' */
/** @import { Page } from './host.js' */

const scripts = "default-src 'none'; script-src 'self'; style-src 'self'";

/** Listens before the element exists. */
function listen() {
  kept.told = [];
  document.addEventListener('attention-error', (event) =>
    kept.told.push(/** @type {CustomEvent} */ (event).detail),
  );
}

function withoutWebAssembly() {
  Reflect.deleteProperty(globalThis, 'WebAssembly');
}

/** Simulates a browser without SIMD. */
function withoutSimd() {
  WebAssembly.compile = () =>
    Promise.reject(new WebAssembly.CompileError('invalid value type 0x7b'));
}

/** Returns what a reader sees of each lab, and what a script hears. @param {Page} page */
const readLabs = (page) =>
  page.evaluate(async () => {
    const labs = document.querySelectorAll('attention-lab');
    const reports = [...labs].map(async (lab) => {
      const reason = await lab.ready.then(
        () => ({ code: 'not at all' }),
        (error) => error,
      );
      await lab.updateComplete;
      const alert = lab.shadowRoot?.querySelector('[role=alert]');
      const child = /** @type {HTMLElement} */ (lab.firstElementChild);
      return {
        rejected: reason.code,
        alertText: alert?.textContent?.replace(/\s+/g, ' ').trim() ?? '',
        isSeen: [alert, child].map(
          (element) => element?.checkVisibility() && element.clientHeight > 0,
        ),
        isSlotted: child.assignedSlot !== null,
      };
    });
    return { labs: await Promise.all(reports), told: kept.told };
  });

const REASONS = /** @type {const} */ ([
  ['WebAssembly is missing', [withoutWebAssembly], undefined, /This browser has no WebAssembly/],
  ['SIMD is missing', [withoutSimd], undefined, /needs a browser with WebAssembly SIMD/],
  [
    'the policy forbids it',
    [],
    scripts,
    /policy of this page forbids WebAssembly; script-src 'wasm-unsafe-eval' would allow it/,
  ],
]);

onHostPagesOnce('the fallback', (host) => {
  for (const [what, breaks, policy, reason] of REASONS) {
    // Blocks features by the page's policy, and breaks one thing.
    it(`is shown below the reason where ${what}`, async () => {
      const early = [listen, ...breaks].map((action) => `(${action})();`).join('\n');
      const { page, readComplaints } = await host.openLab(TAG, { policy, early });
      const { labs, told } = await readLabs(page);
      assert.deepEqual(
        labs.map(({ alertText, ...rest }) => rest),
        [{ rejected: 'ERR_LOAD', isSeen: [true, true], isSlotted: true }],
      );
      assert.match(labs[0].alertText, /^The WebAssembly core, .* did not load\./);
      assert.match(labs[0].alertText, reason);
      assert.equal((await readTables(page)).length, 0);
      assert.deepEqual(
        told.map(({ code = '', message = '' }) => [code, message.startsWith('loadAttention: ')]),
        [['ERR_LOAD', true]],
      );
      await page.evaluate(async (tag) => {
        const place = document.body.appendChild(document.createElement('div'));
        place.append(document.createRange().createContextualFragment(tag));
        const later = /** @type {Lab} */ (place.querySelector('attention-lab'));
        await later.ready.catch(() => {});
        await later.updateComplete;
      }, TAG);
      const both = await readLabs(page);
      assert.deepEqual(both.labs, [labs[0], labs[0]], 'one that comes later says so, too');
      assert.equal(both.told.length, 2);
      const [complaint, ...others] = readComplaints();
      assert.match(complaint, /^warn: <attention-lab>: loadAttention: /);
      assert.deepEqual(others, [], 'the console says it once');
    });
  }

  it('is shown below the error where rendering fails', async () => {
    const broken = () => {
      globalThis.Option = /** @type {any} */ (
        class {
          constructor() {
            throw new TypeError('no options today');
          }
        }
      );
    };
    const early = [listen, broken].map((action) => `(${action})();`).join('\n');
    const { page } = await host.openLab(TAG.replace(/ steps="[^"]*"/, ''), {
      early,
      mayComplain: true,
    });
    const { labs, told } = await readLabs(page);
    assert.deepEqual(labs[0].isSeen, [true, true]);
    assert.match(labs[0].alertText, /^This page could not be shown: no options today\. /);
    assert.deepEqual(
      told.map(({ message = '' }) => message),
      ['TypeError: no options today'],
    );
  });

  it('is not shown where only the first rendering of the texts fails', async () => {
    const broken = () => {
      const { importNode } = Document.prototype;
      /** @type {any} */ (Document.prototype).importNode = function (
        /** @type {[any, any]} */ ...given
      ) {
        if (!(given[0] instanceof DocumentFragment)) return importNode.apply(this, given);
        Document.prototype.importNode = importNode;
        throw new TypeError('no fragments at first');
      };
    };
    const early = [listen, broken].map((action) => `(${action})();`).join('\n');
    const { page } = await host.openLab(TAG, { early });
    const { labs, told } = await readLabs(page);
    assert.deepEqual(told, []);
    assert.doesNotMatch(labs[0].alertText, /could not be shown/);
    assert.ok(await page.evaluate(() => inLab('td[data-value]') && !inLab('.unfinished')));
  });

  it('is the only content without scripting', async () => {
    // A frame without scripts, which the surrounding page can read.
    const frame = '<iframe src="inner.html" sandbox="allow-same-origin"></iframe>';
    const { page } = await host.open({
      html: frame,
      files: { 'inner.html': plainPage(TAG) },
      mayComplain: true,
    });
    const found = await page.evaluate(() => {
      const inside = document.querySelector('iframe')?.contentDocument;
      const lab = inside?.querySelector('attention-lab');
      const text = /** @type {HTMLElement | undefined | null} */ (lab?.querySelector('#fallback'));
      return [lab?.shadowRoot ?? 'no root', text?.innerText, Boolean(text?.clientHeight)];
    });
    assert.deepEqual(found, ['no root', 'Without JavaScript this text stays.', true]);
  });

  it('is hidden where the element works', async () => {
    const { page } = await host.openLab(TAG, { early: listen });
    const { labs, told } = await readLabs(page);
    const gone = { rejected: 'not at all', alertText: '', isSlotted: false };
    assert.deepEqual(
      labs.map(({ isSeen, ...rest }) => rest),
      [gone],
    );
    assert.equal(labs[0].isSeen[1], false);
    assert.deepEqual(told, []);
  });

  it('keeps the direction of its page, and the reason its own', async () => {
    const { page, readComplaints } = await host.open({
      html: plainPage(TAG).replace('<html', '<html dir="rtl"'),
      policy: scripts,
    });
    await untilSettled(page);
    const directions = await page.evaluate(() => {
      const lab = document.querySelector('attention-lab');
      return [lab?.querySelector('p'), lab?.shadowRoot?.querySelector('p')].map(
        (element) => element && getComputedStyle(element).direction,
      );
    });
    assert.deepEqual(directions, ['rtl', 'ltr']);
    assert.equal(readComplaints().length, 1);
  });
});
