import assert from 'node:assert/strict';
import { it } from 'node:test';
import { handsOn } from './hands.js';
import { onHostPages, plainPage, untilSettled } from './host.js';
import { show } from './lab.js';

const POLICY = "form-action 'none'";

/** The element inside somebody else's form and dialog. */
const WITHIN = `<dialog open><form action="elsewhere.html">
<attention-lab></attention-lab><input name="own" value="1"></form></dialog>`;

/** Records in the page what happens to the page. */
function listen() {
  kept.noted = [];
  const note = (/** @type {Event} */ { type }) => kept.noted.push(type);
  for (const type of ['submit', 'reset', 'formdata', 'close', 'securitypolicyviolation']) {
    document.addEventListener(type, note, true);
  }
}

onHostPages('radio buttons', (host, _browserName, once) => {
  once('all belong to the element’s own form', async () => {
    const { page } = await host.openLab('<attention-lab></attention-lab>');
    for (const state of [
      ...[{}, { source: 'article' }, { source: 'coffee' }, { target: 'he' }],
      ...[
        { mechanism: 'additive', step: 'mechanisms' },
        { mask: 'custom', heads: 4 },
        { source: 'toy', task: 'induction', training: 2, sentence: 'a b c d', view: 'whole' },
      ],
    ]) {
      await show(page, /** @type {any} */ (state));
      // The picture of a model offers its layers.
      if ('view' in state)
        await page.waitForFunction(() => inLab('.whole-picture input[type=radio]'));
      const forms = await page.evaluate(() => {
        /** @type {HTMLInputElement[]} */
        const radios = allInLab('input[type=radio]');
        return radios.map(({ form }) => form?.id);
      });
      assert.ok(forms.length > 0);
      assert.deepEqual(new Set(forms), new Set(['radios']), JSON.stringify(state));
    }
  });

  it('arrows choose within a group, wrap around, and change no other group', async () => {
    const { page } = await host.openLab('<attention-lab></attention-lab>');
    const hands = handsOn(page);
    await hands.tabTo('input[name=query]');
    /** @type {unknown[]} */
    const seen = [];
    const { query, head, mask } = await hands.state();
    for (const key of /** @type {const} */ (['ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp'])) {
      await hands.press(key);
      seen.push((await hands.state()).query - query);
      assert.ok(await hands.hasFocus('input[name=query]:checked'), key);
    }
    assert.deepEqual(seen, [1, 2, 1, 0]);
    for (let i = 0; i < 4; i++) await hands.press('ArrowRight');
    assert.equal((await hands.state()).query, query, 'once around');
    const state = await hands.state();
    assert.deepEqual([state.head, state.mask], [head, mask]);
    for (const name of ['query', 'head', 'heads', 'mechanism', 'mask']) {
      assert.equal(await hands.count(`input[name=${name}]:checked`), 1, name);
    }
  });

  it('Enter submits nothing, inside another form and under a policy without forms', async () => {
    const { page } = await host.openLab(WITHIN, { policy: POLICY, early: listen });
    const hands = handsOn(page);
    const address = page.url();
    for (const name of ['query', 'head', 'mask']) {
      await hands.tabTo(`input[name=${name}]`);
      await hands.press('Enter', 'ArrowRight', 'Enter', ' ', 'Enter');
    }
    const { query, head, mask } = await hands.state();
    assert.deepEqual([query, head, mask], [2, 1, 'causal']);
    const { noted, open, entries } = await page.evaluate(() => {
      const form = /** @type {HTMLFormElement} */ (document.querySelector('form'));
      return {
        noted: [...kept.noted],
        open: document.querySelector('dialog')?.open,
        entries: [...new FormData(form)].map(([name]) => name),
      };
    });
    assert.deepEqual(noted, []);
    assert.ok(open);
    assert.deepEqual(entries, ['own'], 'the form of the page holds what is its own');
    assert.equal(page.url(), address);
  });

  once('resetting or submitting a surrounding form changes no choice', async () => {
    const { page } = await host.openLab(WITHIN, { early: listen });
    await show(page, { query: 3, mask: 'causal' });
    const [before, after] = await page.evaluate(async () => {
      const form = /** @type {HTMLFormElement} */ (document.querySelector('form'));
      const chosen = () =>
        /** @type {HTMLInputElement[]} */ (allInLab('input:checked')).map(
          ({ name, value }) => `${name} ${value}`,
        );
      const before = chosen();
      form.reset();
      form.addEventListener('submit', (event) => event.preventDefault());
      form.requestSubmit();
      await lab.updateComplete;
      return [before, chosen()];
    });
    assert.ok(before.includes('query 3') && before.includes('mask causal'));
    assert.deepEqual(after, before);
  });

  once('in a sandbox without forms, Enter does nothing and logs nothing', async () => {
    const html = '<!doctype html><iframe sandbox="allow-scripts" src="inner.html"></iframe>';
    const files = { 'inner.html': plainPage('<attention-lab></attention-lab>') };
    const { page } = await host.open({ html, files });
    const frame = page.frames()[1];
    await untilSettled(frame);
    const radio = await frame.$('attention-lab >>> input[name=query]:checked');
    assert.ok(radio);
    await radio.focus();
    for (const key of /** @type {const} */ (['Enter', 'ArrowRight', 'Enter'])) {
      await page.keyboard.press(key);
    }
    const query = await frame.evaluate(async () => {
      await lab.updateComplete;
      return lab.getState().query;
    });
    assert.equal(query, 2);
  });
});
