import assert from 'node:assert/strict';
import { it } from 'node:test';
import { listSteps } from '../../web/state/step-order.js';
import { PALETTES } from '../../web/styles/colour.js';
import { inEachBrowser } from './each-browser.js';
import { settle } from './hands.js';
import { assertTable, dispatch, load, readTables, recompute, showOnly } from './lab.js';

const STATE = /** @type {const} */ ({ mask: 'causal', step: 'weights' });

/**
 * The last table of each step, if the step's name differs.
 * @type {Record<string, string | undefined>}
 */
const LAST = {
  spread: 'spread',
  headContributions: 'output',
  mechanisms: undefined,
};

inEachBrowser('the lab in print', (desk, browserName, once) => {
  /** Returns the tables of each step's section, with its title. */
  const sections = () =>
    desk.page.evaluate(() =>
      allInLab('.steps').map((section) => ({
        title: section.querySelector('[data-level]')?.textContent ?? '',
        note: section.querySelector('.note')?.textContent ?? '',
        tensors: [...section.querySelectorAll('table')].map(({ dataset }) => dataset.tensor),
      })),
    );

  it('has every step in order, with the numbers of the run', async () => {
    await showOnly(desk.page, STATE);
    const [onScreen] = await sections();
    await dispatch(desk.page, 'beforeprint');
    const printed = await sections();
    const state = await desk.hands.state();
    const steps = listSteps(state);
    assert.equal(printed.length, steps.length);
    assert.match(onScreen.note, /press any number/);
    for (const [i, step] of steps.entries()) {
      assert.match(printed[i].note, new RegExp(`^Step ${i + 1} of`), step);
      const last = Object.hasOwn(LAST, step) ? LAST[step] : step;
      if (last) assert.equal(printed[i].tensors.filter(Boolean).at(-1), last, step);
    }
    assert.equal(await desk.hands.textOf('.top [data-level]'), 'Attention, number by number');
    assert.equal(
      await desk.hands.textOf('.run'),
      'They eat fried noodles · dot product · mask: causal · heads: 2 · seed: 7',
    );
    const tensors = recompute({ state });
    const tables = await readTables(desk.page);
    assert.ok(tables.length > steps.length);
    for (const table of tables) assertTable(table, tensors, 'on paper');
    await dispatch(desk.page, 'afterprint');
    assert.deepEqual(await sections(), [onScreen]);
    assert.equal(await desk.hands.count('.run'), 0);
  });

  once('takes the opened number apart once, in the step of its table', async () => {
    for (const [cell, step] of [
      ['scores.0.1.3', 'scores'],
      ['weights.0.1.0', 'weights'],
      ['q.0.1.0', 'q'],
    ]) {
      await showOnly(desk.page, { step: /** @type {any} */ ('embeddings'), cell });
      await dispatch(desk.page, 'beforeprint');
      const { open, framed } = await desk.page.evaluate(() => {
        const steps = allInLab('.steps');
        const findSteps = (/** @type {string} */ selector) =>
          steps.filter((section) => section.querySelector(selector));
        return {
          open: findSteps('.trace').map((section) =>
            [...section.querySelectorAll('table')]
              .map(({ dataset }) => dataset.tensor)
              .filter(Boolean)
              .at(-1),
          ),
          framed: findSteps('td.traced, td.operand, td.fed').length,
        };
      });
      assert.deepEqual(open, [step]);
      assert.ok(framed > 1, 'the frames of other steps stay');
      await dispatch(desk.page, 'afterprint');
    }
    await showOnly(desk.page, STATE);
  });

  once('has only the steps that an author lists, in that order', async () => {
    const list = (/** @type {string} */ steps) =>
      desk.page.evaluate(async (wanted) => {
        lab.steps = wanted;
        await lab.updateComplete;
      }, steps);
    await list('weights,scores');
    await dispatch(desk.page, 'beforeprint');
    const printed = await sections();
    assert.deepEqual(
      printed.map(({ tensors }) => tensors.at(-1)),
      ['weights', 'scores'],
    );
    await dispatch(desk.page, 'afterprint');
    await list('');
  });

  once('has a single step on one sheet if an author or an address names only one', async () => {
    for (const steps of ['weights', 'scores']) {
      await load(desk.page, `${desk.url}#v=1&steps=${steps}&s=They+eat+hot+fried+noodles`);
      await settle(desk.page);
      await dispatch(desk.page, 'beforeprint');
      assert.deepEqual(
        (await sections()).map(({ tensors }) => tensors.at(-1)),
        [steps],
      );
      await dispatch(desk.page, 'afterprint');
      if (browserName !== 'chromium') continue;
      for (const format of /** @type {const} */ (['A4', 'Letter'])) {
        const pdf = Buffer.from(await desk.page.pdf({ format })).toString('latin1');
        assert.equal(pdf.match(/\/Type\s*\/Page\b/g)?.length, 1, `${steps}, ${format}`);
      }
    }
    await load(desk.page, `${desk.url}#v=1`);
  });

  // Only Chromium can emulate print.
  if (browserName !== 'chromium') return;

  it('fills more than one page, none of which ends within a header or a chart', async () => {
    await showOnly(desk.page, STATE);
    const pdf = Buffer.from(await desk.page.pdf({ format: 'A4' })).toString('latin1');
    const pages = pdf.match(/\/Type\s*\/Page\b/g)?.length ?? 0;
    assert.ok(pages > 4, String(pages));
    await showOnly(desk.page, { ...STATE, step: 'spread' });
    await desk.page.emulateMediaType('print');
    const breaks = await desk.page.evaluate(() =>
      allInLab('.steps header, figure:has(svg)').map((part) => getComputedStyle(part).breakInside),
    );
    await desk.page.emulateMediaType('screen');
    assert.deepEqual(breaks, ['avoid', 'avoid']);
    // The browser has dispatched the print events itself, and the screen is as before.
    assert.equal((await sections()).length, 1);
  });

  it('is light, with all colours and hatches, although the screen is dark', async () => {
    const dark = () =>
      desk.page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'dark' }]);
    await showOnly(desk.page, STATE);
    await dark();
    await desk.page.emulateMediaType('print');
    await dispatch(desk.page, 'beforeprint');
    const { paper, hidden, found } = await desk.page.evaluate(() => {
      const lab = /** @type {HTMLElement} */ (document.querySelector('attention-lab'));
      const cells = [...(lab.shadowRoot?.querySelectorAll('td[data-value]') ?? [])];
      const seen = cells.map((cell) => getComputedStyle(cell));
      const tables = [...(lab.shadowRoot?.querySelectorAll('table[data-tensor]') ?? [])];
      return {
        hidden: tables.filter((table) => !table.checkVisibility()).length,
        paper: [getComputedStyle(lab).backgroundColor, getComputedStyle(lab).color],
        found: {
          kept: seen.every((style) => style.printColorAdjust === 'exact'),
          hatched: cells.filter((cell) =>
            getComputedStyle(cell, '::before').clipPath.startsWith('polygon'),
          ).length,
          // PDF viewers draw repeating gradients as grey or black areas.
          gradients: allInLab('*').filter((part) =>
            getComputedStyle(part).backgroundImage.includes('repeating'),
          ).length,
          masked: cells.filter(({ classList }) => classList.contains('masked')).length,
        },
      };
    });
    assert.deepEqual(paper.map(hex), ['#ffffff', PALETTES.light.ink]);
    assert.equal(hidden, 0);
    assert.ok(found.kept);
    assert.ok(found.masked > 0);
    assert.equal(found.hatched, found.masked);
    assert.equal(found.gradients, 0);
    await dispatch(desk.page, 'afterprint');
    await desk.page.emulateMediaType('screen');
    await dark();
    const after = await desk.page.evaluate(
      () =>
        getComputedStyle(/** @type {Element} */ (document.querySelector('attention-lab'))).color,
    );
    assert.equal(hex(after), PALETTES.dark.ink);
    await desk.page.emulateMediaFeatures([]);
  });

  it('has no text about parts that are not printed', async () => {
    const seen = async (/** @type {object} */ state, /** @type {string[]} */ ...parts) => {
      await showOnly(desk.page, state);
      await desk.page.waitForFunction((all) => all.every((selector) => inLab(selector)), {}, parts);
      await desk.page.emulateMediaType('print');
      await dispatch(desk.page, 'beforeprint');
      const found = await desk.page.evaluate(
        (all) => all.map((selector) => inLab(selector)?.checkVisibility()),
        parts,
      );
      await dispatch(desk.page, 'afterprint');
      await desk.page.emulateMediaType('screen');
      return found;
    };
    const given = { guide: 'why-cup', source: 'coffee', query: 0, answers: 'why-cup_0.182*' };
    assert.deepEqual(await seen(given, '.after', '.more'), [true, false]);
    const bug = { guide: 'practice-bugs-1-0' };
    assert.deepEqual(await seen(bug, '.suspects table', '.properties'), [true, false]);
    const story = ['.head-row', '.buttons [role=status]'];
    assert.deepEqual(await seen({ guide: 'opening' }, ...story), [true, false]);
  });

  it('shows no controls except words in tables and letters in formulas', async () => {
    for (const state of [STATE, { guide: '', target: 'Ils mangent', source: 'seed' }]) {
      await showOnly(desk.page, /** @type {any} */ (state));
      await desk.page.emulateMediaType('print');
      await dispatch(desk.page, 'beforeprint');
      const controls = await desk.page.evaluate(() => {
        // Limits of typed text, and separators between links, are useless on paper.
        const rest = allInLab('#limits, .invitation');
        if (rest.some((element) => element.checkVisibility())) return ['limits or invitation'];
        const all =
          'button, input, select, textarea, summary, a, [popover], .bar, .token-bar, .tools';
        return allInLab(all)
          .filter(
            (element) =>
              element.checkVisibility() && !element.matches('.word, .may, .formula-line button'),
          )
          .map((element) => element.outerHTML.slice(0, 80));
      });
      assert.deepEqual(controls, []);
      // A painted mask itself is printed.
      const isMaskSeen = await desk.page.evaluate(() => inLab('.painter .may')?.checkVisibility());
      assert.ok(isMaskSeen);
      await dispatch(desk.page, 'afterprint');
      await desk.page.emulateMediaType('screen');
    }
  });
});

/** @param {string} colour 'rgb(r, g, b)' */
const hex = (colour) =>
  `#${(colour.match(/\d+/g) ?? []).map((channel) => Number(channel).toString(16).padStart(2, '0')).join('')}`;
