// The methods of the element for an author's script, and its events, even inside the author's own
// element.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { normaliseState } from '../../web/state/normalise.js';
import { backToBefore } from '../../web/text/en/experiments.js';
import { noPermalink } from '../../web/text/en/export.js';
import { handsOn, settle } from './hands.js';
import { onHostPages, plainPage, press } from './host.js';
import { assertPage, setProps } from './lab.js';

/**
 * @import { AttentionLab as Lab } from '../../web/elements/attention-lab.js'
 * @import { LabFormat } from '../../web/elements/types.js'
 * @import { Page } from './host.js'
 */

/**
 * @typedef {object} Heard
 * @property {string} type
 * @property {any} detail
 * @property {unknown} json the detail after a round trip through JSON
 * @property {unknown[]} manner target, bubbles, composed
 */

const withinAnother = plainPage(`<div id="tutorial"><template shadowrootmode="open">
<attention-lab step="scores" steps="scores,scaledScores,weights"></attention-lab>
</template></div>`);

/** Listens on the document before the element exists. */
function listen() {
  kept.heard = [];
  for (const name of ['ready', 'step', 'cell', 'change', 'error']) {
    document.addEventListener(`attention-${name}`, (event) => {
      const { type, detail, target, bubbles, composed } = /** @type {CustomEvent} */ (event);
      const json = JSON.parse(JSON.stringify(detail));
      const manner = [/** @type {Element} */ (target).id, bubbles, composed];
      kept.heard.push({ type, detail, json, manner });
    });
  }
}

function listenWithoutCore() {
  Reflect.deleteProperty(globalThis, 'WebAssembly');
}

/**
 * @param {Page} page
 * @returns {Promise<Heard[]>} what the document has heard until the nested lab is ready
 */
const heardOn = (page) =>
  page.evaluate(async () => {
    const root = document.querySelector('#tutorial')?.shadowRoot;
    const lab = /** @type {Lab} */ (root?.querySelector('attention-lab'));
    await lab.ready.catch(() => {});
    return kept.heard;
  });

/** @param {Heard[]} heard */
function assertPlain(heard) {
  for (const { type, detail, json, manner } of heard) {
    assert.deepEqual(manner, ['tutorial', true, true], type);
    assert.deepEqual(json, detail, `${type} is plain`);
  }
}

onHostPages('the element', (host, _browserName, once) => {
  it('sends composed events with plain data from inside a shadow root', async () => {
    const { page } = await host.open({ html: withinAnother, early: listen });
    await heardOn(page);
    await press(page, '#tutorial >>> button.turn:last-of-type');
    await press(page, '#tutorial >>> td[data-place="scaledScores.0.1.2"]');
    await page.keyboard.press('Escape');
    const heard = await heardOn(page);
    assertPlain(heard);
    const state = normaliseState({ step: 'scaledScores' });
    const cell = 'scaledScores.0.1.2';
    assert.deepEqual(
      heard.map(({ type, detail }) => [type, detail]),
      [
        ['attention-ready', {}],
        ['attention-change', { state, changed: ['step'] }],
        ['attention-step', { step: 'scaledScores', index: 1, count: 3 }],
        ['attention-change', { state: { ...state, cell }, changed: ['cell'] }],
        ['attention-cell', { cell }],
        ['attention-change', { state, changed: ['cell'] }],
      ],
    );
  });

  once('sends an event for a number that a program opens, and none for a missing one', async () => {
    const { page } = await host.openLab('<attention-lab></attention-lab>');
    const told = await page.evaluate(() => {
      /** @type {string[]} */
      const cells = [];
      lab.addEventListener('attention-cell', ({ detail }) => cells.push(detail.cell));
      for (const cell of ['wieghts.0.0.0', 'weights.9.0.0', 'weights.0.1.2']) lab.cell = cell;
      return cells;
    });
    assert.deepEqual(told, ['weights.0.1.2']);
  });

  once('sends an error event where the core cannot load', async () => {
    const early = `(${listen})(); (${listenWithoutCore})();`;
    const { page, readComplaints } = await host.open({ html: withinAnother, early });
    const heard = await heardOn(page);
    assertPlain(heard);
    assert.deepEqual(
      heard.map(({ type }) => type),
      ['attention-error'],
    );
    assert.deepEqual(readComplaints(), [`warn: <attention-lab>: ${heard[0].detail.message}`]);
    assert.equal(heard[0].detail.code, 'ERR_LOAD');
    assert.match(heard[0].detail.message, /^loadAttention: .*WebAssembly/);
  });

  once('changes its step by next, prev and goto, which stop at the ends', async () => {
    const { page, readComplaints } = await host.openLab(
      '<attention-lab steps="scores,weights,heads"></attention-lab>',
    );
    /** @type {[string, string][]} */
    const turns = [
      ['prev', 'scores'],
      ['next', 'weights'],
      ['next', 'heads'],
      ['next', 'heads'],
      ['prev', 'weights'],
      ['goto scores', 'scores'],
      ['goto heads', 'heads'],
      ['goto nowhere', 'heads'],
    ];
    for (const [turn, shown] of turns) {
      await page.evaluate((wanted) => {
        const [name, step] = wanted.split(' ');
        if (name === 'goto') lab.goto(step);
        else lab[/** @type {'next'} */ (name)]();
      }, turn);
      await settle(page);
      const { state, tables } = await assertPage(page, turn);
      assert.equal(state.step, shown, turn);
      assert.ok(
        tables.some(({ tensor }) => tensor === shown),
        turn,
      );
      const current = await handsOn(page).textOf('[aria-current=step]');
      assert.equal(current, { scores: 'Scores', weights: 'Softmax', heads: 'Mix' }[shown], turn);
    }
    assert.match(readComplaints().join(), /^warn: <attention-lab>: goto: step is nowhere; /);
  });

  once('returns a copy from getState, from which setState restores the view', async () => {
    const { page } = await host.openLab('<attention-lab></attention-lab>');
    const wanted = { mask: 'causal', step: 'weights', cell: 'weights.1.2.0', heads: 4, query: 2 };
    const told = await page.evaluate(async (state) => {
      const view = async () => {
        await lab.updateComplete;
        const parts = [...(lab.shadowRoot?.querySelectorAll('.first, .steps') ?? [])];
        return parts.map((part) => part.textContent).join();
      };
      const first = await view();
      lab.setState(/** @type {any} */ (state));
      const kept = lab.getState();
      const then = await view();
      const json = JSON.stringify(kept);
      kept.heads = 1;
      const isCopy = JSON.stringify(lab.getState()) === json;
      lab.reset();
      const back = await view();
      lab.setState(JSON.parse(json));
      return { isCopy, json, same: (await view()) === then, back: back === first };
    }, wanted);
    assert.deepEqual(JSON.parse(told.json), normaliseState(wanted));
    const { isCopy, same, back } = told;
    assert.deepEqual({ isCopy, same, back }, { isCopy: true, same: true, back: true });
  });

  once('with readonly, undoes a comparison but changes no number', async () => {
    const { page } = await host.openLab('<attention-lab readonly></attention-lab>');
    const hands = handsOn(page);
    await page.evaluate(() => {
      lab.setState({ temperature: 2, before: 'v=1', step: 'weights' });
    });
    await settle(page);
    assert.ok((await hands.count('td.changed')) > 0);
    await hands.click('.comparison button', backToBefore);
    const { state } = await assertPage(page, 'before');
    assert.deepEqual(state, normaliseState({ step: 'weights' }));
    await hands.click('td[data-place="weights.0.1.3"]');
    await hands.press('e', 'm', 'p', '2');
    const { cell, pin, head } = await hands.state();
    assert.deepEqual([cell, pin, head], ['weights.1.1.3', 1, 1]);
    assert.equal((await hands.state()).mask, 'none');
  });

  once('with readonly, has no buttons that undo or redo', async () => {
    const { page } = await host.openLab('<attention-lab readonly></attention-lab>');
    const labels = () => page.evaluate(() => allInLab('.tool').map((tool) => tool.ariaLabel));
    assert.deepEqual(await labels(), ['Glossary and keyboard']);
    await setProps(page, { readonly: false });
    assert.deepEqual(await labels(), ['Undo', 'Redo', 'Glossary and keyboard']);
  });

  once('exports every format, and refuses another with a list', async () => {
    const { page } = await host.open({
      html: plainPage('<attention-lab step="weights" seed="9" permalink></attention-lab>'),
      mayComplain: true,
    });
    const exported = await page.evaluate(async () => {
      const formats = /** @type {LabFormat[]} */ (
        'link csv json svg png numpy pytorch javascript'.split(' ')
      );
      // Also before the element is ready.
      const all = await Promise.all(formats.map((format) => lab.export(format)));
      const begins = all.map((text) => (typeof text === 'string' ? text.slice(0, 400) : text.type));
      const refuse = (/** @type {any} */ format) =>
        lab.export(format).catch((error) => [error.code, error.message]);
      const refusals = [await refuse('pdf'), await refuse('numpi')];
      lab.permalink = false;
      await lab.updateComplete;
      refusals.push(await refuse('link'));
      lab.sentence = '';
      refusals.push(await refuse('csv'));
      for (const source of /** @type {const} */ (['own', 'pretrained'])) {
        lab.setState({ source, sentence: 'a dog' });
        refusals.push(await refuse('json'));
      }
      lab.setState({ source: 'seed' });
      lab.setAttribute('table', 'foo');
      refusals.push(await refuse('csv'), await refuse('svg'));
      return { begins, refusals };
    });
    const begins = [
      ...[/^http.*#v=1&seed=9&step=weights$/, /^[^,]*,They,eat,fried,noodles\r\n/, /^{\s*"/],
      ...[/^<svg xmlns/, /^image\/png$/, /numpy/, /torch/, /^\/\/ |^\/\*/],
    ];
    for (const [i, text] of exported.begins.entries()) assert.match(text, begins[i]);
    const known = 'link, svg, png, csv, json, map, numpy, pytorch, javascript';
    const refused = (/** @type {string} */ format) =>
      `export: format is ${format}; expected one of ${known}`;
    assert.deepEqual(exported.refusals, [
      ['ERR_ARGUMENT', refused('"pdf" (did you mean png?)')],
      ['ERR_ARGUMENT', refused('"numpi" (did you mean numpy?)')],
      ['ERR_EXPORT', noPermalink],
      ['ERR_EXPORT', 'There are no words yet. Write a sentence first.'],
      ['ERR_EXPORT', 'There are no numbers yet: they come from your files or your own program.'],
      ['ERR_EXPORT', 'The model is not loaded. Load it first.'],
      ...Array(2).fill(['ERR_EXPORT', 'No numbers are on screen.']),
    ]);
  });

  once('adds no landmark of the page', async () => {
    const { page } = await host.openLab(
      `<header><h1>Blog</h1></header><attention-lab steps="scores,weights" cell="scores.0.1.1"></attention-lab>
      <attention-lab guide="scoring-turn"></attention-lab>`,
    );
    const roles = await page.evaluate(() =>
      [...document.querySelectorAll('attention-lab')].flatMap(({ shadowRoot }) =>
        [...(shadowRoot?.querySelectorAll('header, footer, main, aside, nav') ?? [])].map(
          ({ localName, role }) => `${localName} ${role}`,
        ),
      ),
    );
    assert.ok(roles.length > 1);
    for (const role of roles) assert.equal(role, 'header presentation');
  });

  once('exports no numbers that its page does not show', async () => {
    const missing = JSON.stringify({
      title: 'Missing',
      pages: [{ id: 'a', title: 'A', text: 'B.', show: [{ kind: 'table', of: 'wieghts' }] }],
    });
    const inside = (/** @type {string} */ json) =>
      `<script type="application/json">${json}</script>`;
    for (const [attributes, content] of [
      ['', inside('{bad')],
      ['', inside(missing)],
      ['guide="chapter"', ''],
      ['guide="practice-notes"', ''],
    ]) {
      const { page, readComplaints } = await host.openLab(
        `<attention-lab ${attributes}>${content}</attention-lab>`,
        {
          early: () =>
            document.addEventListener('attention-error', () => {
              kept.isTold = true;
            }),
        },
      );
      // All pages of a chapter are checked some time after it opens.
      if (content.startsWith('<')) await page.waitForFunction(() => kept.isTold);
      const refusals = await page.evaluate(async () => {
        const found = [];
        for (const format of /** @type {const} */ (['csv', 'svg', 'png', 'json', 'numpy']))
          found.push(await lab.export(format).catch((error) => `${error.code} ${error.message}`));
        return found;
      });
      readComplaints();
      const refused = Array(5).fill('ERR_EXPORT No numbers are on screen.');
      assert.deepEqual(refusals, refused, `${attributes} ${content}`);
    }
    const { page } = await host.openLab('<attention-lab guide="scoring-turn"></attention-lab>');
    assert.match(await page.evaluate(() => lab.export('csv')), /\d/);
  });

  once('refuses an unknown step in goto, and keeps its step', async () => {
    const { page, readComplaints } = await host.openLab(
      '<attention-lab step="weights" steps="v,scores,weights"></attention-lab>',
    );
    const [error, step, near] = await page.evaluate(() => {
      let error = '';
      lab.addEventListener('attention-error', (event) => {
        error = /** @type {CustomEvent} */ (event).detail.message;
      });
      lab.goto('wieghts');
      const { step } = lab.getState();
      lab.goto('features');
      return [error, step, lab.getState().step];
    });
    assert.deepEqual(
      [error, step, near],
      [
        'goto: step is wieghts (did you mean weights?); expected a step of a lesson, here v, scores, weights',
        'weights',
        'v',
      ],
    );
    assert.deepEqual(readComplaints(), [`warn: <attention-lab>: ${error}`]);
  });
});
