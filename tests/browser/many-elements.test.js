// Many elements on one page: they share one core, removed ones leave nothing behind, and two
// versions of the script coexist.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import { makeComputation } from '../../web/session/computation.js';
import { onHostPagesOnce, plainPage, press, untilSettled } from './host.js';
import { assertPage, attention, dist, show } from './lab.js';

/** @import { AttentionLab as Lab } from '../../web/elements/attention-lab.js' */

function count() {
  kept.calls = {};
  for (const name of ['compile', 'instantiate', 'compileStreaming', 'instantiateStreaming']) {
    const call = /** @type {any} */ (WebAssembly)[name];
    /** @type {any} */ (WebAssembly)[name] = (/** @type {unknown[]} */ ...given) => {
      kept.calls[name] = (kept.calls[name] ?? 0) + 1;
      return call(...given);
    };
  }
  // Listeners that could outlive an element: all that are not on one of its own nodes.
  const { addEventListener, removeEventListener } = EventTarget.prototype;
  /** @type {Map<EventTarget, [string, unknown][]>} */
  const heard = new Map();
  kept.listeners = () =>
    [...heard].flatMap(([target, list]) =>
      target instanceof Element || target instanceof ShadowRoot ? [] : list.map(([type]) => type),
    );
  EventTarget.prototype.addEventListener = function (type, listener, options) {
    const target = this ?? globalThis;
    const list = heard.get(target) ?? [];
    // Like browsers, do not add a listener twice.
    const listens = list.some((entry) => entry[0] === type && entry[1] === listener);
    if (!listens) heard.set(target, [...list, [type, listener]]);
    return addEventListener.call(target, type, listener, options);
  };
  EventTarget.prototype.removeEventListener = function (type, listener, options) {
    const target = this ?? globalThis;
    const list = heard.get(target) ?? [];
    const at = list.findIndex((entry) => entry[0] === type && entry[1] === listener);
    heard.set(
      target,
      list.filter((_, i) => i !== at),
    );
    return removeEventListener.call(target, type, listener, options);
  };
}

const twenty = Array.from(
  { length: 20 },
  (_, i) => `<attention-lab seed="${i + 1}" ${i % 2 ? 'steps="scores,weights"' : 'step="weights"'}
    ${i % 5 ? `heads="${[1, 2, 4][i % 3]}"` : 'mechanism="additive"'} ${i === 7 ? 'permalink' : ''}></attention-lab>`,
).join('\n');

onHostPagesOnce('many elements', (host) => {
  it('twenty elements share one core, and each shows its own numbers', async () => {
    const { page } = await host.openLab(twenty, { early: count });
    const labs = await page.evaluate(() =>
      [...document.querySelectorAll('attention-lab')].map((lab) => ({
        state: lab.getState(),
        weights: [.../** @type {any} */ (lab.results).weights.data],
        shown: lab.shadowRoot?.querySelectorAll('td[data-value]').length ?? 0,
      })),
    );
    assert.equal(labs.length, 20);
    for (const { state, weights, shown } of labs) {
      const { results } = makeComputation(attention, state);
      assert.deepEqual(Float32Array.from(weights), results.weights.data);
      assert.ok(shown > 0);
    }
    assert.equal(new Set(labs.map(({ weights }) => weights.join())).size, 20);
    assert.deepEqual(await page.evaluate(() => kept.calls), { compile: 1, instantiate: 1 });
  });

  it('removed elements leave no listener on the page', async () => {
    const { page } = await host.openLab(twenty, { early: count });
    const listeners = () =>
      /** @type {Promise<string[]>} */ (page.evaluate(() => kept.listeners()));
    const heard = await listeners();
    // Only the element with `permalink` opens its help by a key pressed anywhere on the page.
    assert.deepEqual(
      heard.filter((type) => type === 'keydown'),
      ['keydown'],
    );
    const types = new Set(['keydown', 'hashchange', 'beforeprint', 'afterprint']);
    assert.deepEqual(new Set(heard), types);
    await page.evaluate(() => {
      for (const lab of document.querySelectorAll('attention-lab')) lab.remove();
    });
    assert.deepEqual(await listeners(), []);
  });

  it('an element that is moved, or removed and inserted again, keeps working', async () => {
    const { page } = await host.openLab(
      '<div id="one"></div><attention-lab permalink></attention-lab>',
      { early: count },
    );
    await show(page, { mask: 'causal', step: 'weights', cell: 'weights.0.1.1' });
    const before = await assertPage(page, 'before');
    const listeners = () => page.evaluate(() => kept.listeners());
    const heard = await listeners();
    await page.evaluate(async () => {
      document.querySelector('#one')?.append(lab);
      await lab.updateComplete;
    });
    assert.deepEqual(await assertPage(page, 'moved'), before);
    const [held, newHash] = await page.evaluate(async () => {
      const { lab } = globalThis;
      lab.remove();
      const hash = location.hash;
      lab.setState({ heads: 4, mechanism: 'additive' });
      lab.setState({ mechanism: 'dot' });
      await lab.updateComplete;
      const kept = location.hash === hash;
      document.body.append(lab);
      await lab.updateComplete;
      return [kept, location.hash];
    });
    assert.ok(held, 'the address is the page’s own while the lab is out of it');
    const { state } = await assertPage(page, 'put back');
    assert.deepEqual(state, { ...before.state, heads: 4 }, 'what has changed meanwhile counts');
    assert.equal(newHash, '#v=1&h=4&mask=causal&step=weights&c=weights.0.1.1');
    assert.deepEqual(await listeners(), heard);
    await press(page, 'attention-lab >>> .turn:last-of-type');
    assert.equal((await assertPage(page, 'turned')).state.step, 'heads');
  });

  it('an element that is inserted again reads the new address', async () => {
    const { page } = await host.openLab('<attention-lab permalink></attention-lab>');
    await show(page, { mask: 'causal', mechanism: 'additive' });
    const { mask, heads, address } = await page.evaluate(async () => {
      const { lab } = globalThis;
      lab.remove();
      lab.setState({ step: 'weights' });
      history.pushState(null, '', '#v=1&h=4');
      document.body.append(lab);
      await lab.updateComplete;
      return { ...lab.getState(), address: location.hash };
    });
    assert.deepEqual([mask, heads, address], ['none', 4, '#v=1&h=4']);
  });
});

onHostPagesOnce('two labs', (host) => {
  it('moving a slider in one lab widens the range only in that lab', async () => {
    const lab = '<attention-lab step="scores" cell="scores.0.1.2" loading="eager"></attention-lab>';
    const { page } = await host.open({ html: plainPage(`${lab}${lab}`) });
    const ranges = await page.evaluate(async () => {
      const labs = [...document.querySelectorAll('attention-lab')];
      await Promise.all(labs.map((element) => element.ready));
      const [first, second] = labs;
      const find = (/** @type {Lab} */ element, /** @type {string} */ selector) =>
        /** @type {HTMLInputElement} */ (element.shadowRoot?.querySelector(`.editor ${selector}`));
      /** @param {string} selector @param {string} value @param {string} type */
      const enter = async (selector, value, type) => {
        const field = find(first, selector);
        field.value = value;
        field.dispatchEvent(new Event(type, { bubbles: true }));
        await first.updateComplete;
      };
      await enter('.edit', '900', 'change');
      await enter('[type=range]', '0.5', 'input');
      second.seed = 8;
      await second.updateComplete;
      return labs.map((element) => Number(find(element, '[type=range]').max));
    });
    assert.ok(ranges[0] >= 900, `${ranges}`);
    assert.equal(ranges[1], 10);
  });
});

const script = await readFile(join(dist, 'attention-lab.js'), 'utf8');
const TITLE = 'Attention, number by number';
const other = script.replaceAll(TITLE, 'Another version');

/** @param {string[]} scripts */
const page = (scripts) => `<!doctype html><html lang="en"><meta charset="utf-8"><title>Two</title>
${scripts.map((attributes) => `<script ${attributes}></script>`).join('\n')}
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
    it(`${what}: the first script defines the elements, and the second reports no error`, async () => {
      const { page: opened } = await host.open({
        html: page([...scripts]),
        files: { 'other.js': other },
        policy:
          "script-src 'self' 'wasm-unsafe-eval'; require-trusted-types-for 'script'; trusted-types lit-html 'allow-duplicates'",
      });
      await untilSettled(opened);
      const titles = await opened.evaluate(async () => {
        const added = document.createElement('attention-lab');
        added.sentence = 'one two';
        document.body.append(added);
        await added.ready;
        const labs = document.querySelectorAll('attention-lab');
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
    });
  }

  it('the two scripts differ', () => {
    assert.notEqual(other, script);
  });
});
