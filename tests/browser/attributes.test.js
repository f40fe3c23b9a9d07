// Every public attribute sets its property and changes the view. Its property sets the attribute,
// wrong values become the nearest valid ones, and without it the default applies.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onHostPagesOnce, plainPage, untilSettled } from './host.js';
import { setProps, show } from './lab.js';

/** @import { AttentionLab as Lab } from '../../web/elements/attention-lab.js' */

/**
 * @typedef {object} Attribute
 * @property {string} [property] the property, if its name differs
 * @property {string} text a value other than the default
 * @property {unknown} value the property's value for `text`
 * @property {unknown} without the property's value without the attribute
 * @property {Record<string, unknown>} nonsense wrong values, and what they become
 */

/** @type {Record<string, Attribute>} */
const ATTRIBUTES = {
  sentence: {
    ...{ text: 'one two', value: 'one two', without: 'They eat fried noodles' },
    nonsense: { 'a\uD800': 'a\uFFFD' },
  },
  target: { text: 'he is', value: 'he is', without: '', nonsense: { ' \u200B ': '' } },
  mechanism: { text: 'additive', value: 'additive', without: 'dot', nonsense: { magic: 'dot' } },
  heads: { text: '4', value: 4, without: 2, nonsense: { 99: 4, '-3': 1, 3: 2, many: 2 } },
  'd-model': { property: 'dModel', text: '8', value: 8, without: 4, nonsense: { 0: 1, '': 4 } },
  seed: { text: '12', value: 12, without: 7, nonsense: { '-1': 0, 3.9: 3 } },
  mask: { text: 'causal', value: 'causal', without: 'none', nonsense: { carnival: 'none' } },
  scale: { text: '0.25', value: 0.25, without: 'sqrt', nonsense: { words: 'words', root: 'sqrt' } },
  step: {
    ...{ text: 'weights', value: 'weights', without: 'embeddings' },
    nonsense: { features: 'v', last: 'embeddings' },
  },
  query: { text: '3', value: 3, without: 1, nonsense: { 99: 3, '-1': 0 } },
  key: { text: '2', value: 2, without: -1, nonsense: { 99: 3, '-9': -1 } },
  head: { text: '1', value: 1, without: 0, nonsense: { 8: 1 } },
  steps: { text: 'scores,weights', value: 'scores,weights', without: '', nonsense: {} },
  hide: {
    ...{ text: 'course, text', value: 'course, text', without: null },
    nonsense: { 'cuorse toolbar': 'cuorse toolbar' },
  },
  table: {
    ...{ text: 'weights', value: 'weights', without: '' },
    nonsense: { 'wieghts, dropped, nonsense': 'wieghts, dropped, nonsense' },
  },
  readonly: { text: '', value: true, without: false, nonsense: {} },
  theme: { text: 'dark', value: 'dark', without: '', nonsense: { purple: '' } },
  lang: { text: 'fr', value: 'fr', without: '', nonsense: {} },
};

const WARNINGS = [
  'mechanism="magic": no such value.',
  'heads="-3": expected at least 1. The nearest number is taken.',
  'heads="many": not a number.',
  'd-model="0": expected at least 1. The nearest number is taken.',
  'seed="-1": expected at least 0. The nearest number is taken.',
  'seed="3.9": the nearest number that fits, 3, is taken.',
  'mask="carnival": no such value.',
  'scale="root": no such value.',
  'step="last": no such value.',
  'query="-1": expected at least 0. The nearest number is taken.',
  'key="-9": expected at least -1. The nearest number is taken.',
  'head="8": the nearest number that fits, 1, is taken.',
  'hide="cuorse": did you mean course?',
  'table="dropped": there is no such table here. It exists, for example, with dropout="0.5".',
  'table="wieghts": did you mean weights?',
  'table="nonsense": no such value.',
  'theme="purple": no such value.',
];
const UNPARSABLE = ['masked="0-3"', 'silence="abc"', 'block="1.2"', 'state edits="q.0.1=5"'];

/** Warnings about `state`, which may have all faults at once. */
const WARNINGS_OF_STATE = [
  'state="sentense": did you mean sentence?',
  'state="d_model": did you mean dModel?',
  'state="colour": no such value.',
  'state mask="casual": did you mean causal?',
  'state step="weigths": did you mean weights?',
  'state heads="many": not a number.',
];

onHostPagesOnce('an attribute', (host) => {
  it('sets its property and the view, follows its property, and its removal restores the default', async () => {
    const { page, readComplaints } = await host.openLab('<attention-lab></attention-lab>');
    for (const [attribute, wanted] of Object.entries(ATTRIBUTES)) {
      const { property = attribute, text, value, without, nonsense } = wanted;
      const found = await page.evaluate(
        async (name, key, set, to, odd) => {
          const lab = /** @type {Lab & Record<string, unknown>} */ (
            document.querySelector('attention-lab')
          );
          const view = async () => {
            await lab.updateComplete;
            // Attributes may come in any order. The last announcement and the tab stop are not part
            // of the picture.
            const all = [...(lab.shadowRoot?.querySelectorAll(':not(.live)') ?? [])].map(
              (element) => {
                const attributes = [...element.attributes].filter(
                  (entry) => entry.value !== '' && entry.name !== 'tabindex',
                );
                const textNodes = [...element.childNodes].filter(
                  (node) => node.nodeType === Node.TEXT_NODE,
                );
                return [
                  ...[
                    element.localName,
                    ...attributes.map((entry) => entry.name + entry.value).toSorted(),
                  ],
                  ...textNodes.map((node) => node.textContent),
                ].join(' ');
              },
            );
            return [getComputedStyle(lab).backgroundColor, ...all].join('\n');
          };
          lab.reset();
          lab.removeAttribute(name);
          const first = await view();
          lab.setAttribute(name, set);
          const set1 = { property: lab[key], view: await view() };
          lab.removeAttribute(name);
          const without = { property: lab[key], view: await view() };
          lab[key] = to;
          const set2 = { attribute: '', view: await view() };
          set2.attribute = lab.getAttribute(name) ?? 'none';
          lab.removeAttribute(name);
          const nonsense = [];
          for (const text of odd) {
            lab.setAttribute(name, text);
            nonsense.push(lab[key]);
          }
          while (!(await lab.updateComplete));
          lab.removeAttribute(name);
          return { first, set1, without, set2, nonsense };
        },
        ...[attribute, property, text, value, Object.keys(nonsense)],
      );
      const { first, set1, set2 } = found;
      assert.deepEqual(set1.property, value, attribute);
      assert.notEqual(set1.view, first, `${attribute} changes the view`);
      assert.deepEqual(found.without.property ?? null, without, `without ${attribute}`);
      assert.equal(found.without.view, first, `without ${attribute}`);
      assert.equal(set2.attribute, text, `the property sets ${attribute}`);
      assert.equal(set2.view, set1.view, attribute);
      assert.deepEqual(found.nonsense, Object.values(nonsense), `${attribute}: nonsense`);
    }
    await page.evaluate(() => {
      const wrong = {
        sentense: 'a b',
        d_model: 8,
        colour: 'red',
        mask: 'casual',
        step: 'weigths',
      };
      lab.state = /** @type {any} */ ({ ...wrong, heads: 'many', seed: 3, keyWidth: undefined });
      lab.setState(/** @type {any} */ (wrong));
      lab.value = lab.state;
      // A step of a model's layer is not a misspelling.
      lab.state = { step: 'layer2/weights' };
    });
    const warnings = readComplaints().map((complaint) => complaint.replace(/ There are .*/, ''));
    assert.deepEqual(
      warnings,
      [...WARNINGS, ...WARNINGS_OF_STATE].map((text) => `warn: <attention-lab> ${text}`),
    );
  });

  it('with unreadable parts of a list names them, and takes the others', async () => {
    const { page, readComplaints } = await host.openLab(
      '<attention-lab mask="custom" masked="0-3 1.0" silence="abc" block="1.2"></attention-lab>',
    );
    const masked = await page.evaluate(() => {
      lab.setState({ edits: 'q.0.1=5;q.0.0:2' });
      return [lab.masked, lab.getState().edits];
    });
    assert.deepEqual(masked, ['1.0', 'q.0.0:2']);
    assert.deepEqual(
      readComplaints().map((complaint) =>
        complaint.replace(/ cannot be read and is left out\. Write it as in [^ ]+( [^ ]+)*\.$/, ''),
      ),
      UNPARSABLE.map((text) => `warn: <attention-lab> ${text}`),
    );
  });

  it('that misspells a page or a bug takes the nearest, and names it after loading', async () => {
    const { page, readComplaints } = await host.open({
      html: plainPage('<attention-lab></attention-lab>'),
    });
    const shown = await page.evaluate(
      async (attributes) => {
        const pages = [];
        for (const values of attributes) {
          const lab = document.createElement('attention-lab');
          for (const [name, value] of Object.entries(values)) lab.setAttribute(name, value);
          document.body.append(lab);
          await lab.ready;
          await lab.updateComplete;
          pages.push(lab.shadowRoot?.textContent?.includes('one deliberate mistake'));
          lab.remove();
        }
        return pages;
      },
      [
        ...['opening', 'scoring', 'Scoring-Turn', '7', 'practice-goals', 'practice-bugs-2-17'],
        ...['practice-test', 'scoring-trun', 'mixign', 'practice-gaols'],
      ]
        .map((guide) => /** @type {Record<string, string>} */ ({ guide }))
        .concat([{ bug: 'scale-none' }, { bug: '2-17' }, { bug: 'scale-nnoe' }]),
    );
    assert.deepEqual(shown.slice(-3), [true, true, true], 'a misspelt bug is the nearest');
    assert.deepEqual(readComplaints(), [
      'warn: <attention-lab> guide="7" cannot be read and is left out. Write it as in scoring-turn.',
      'warn: <attention-lab> guide="scoring-trun": did you mean scoring-turn?',
      'warn: <attention-lab> guide="mixign": did you mean mixing?',
      'warn: <attention-lab> guide="practice-gaols": did you mean practice-goals?',
      'warn: <attention-lab> bug="scale-nnoe": did you mean scale-none?',
    ]);
  });

  it('that names an unknown page changes nothing, and names the chapters, however it is set', async () => {
    const { page, readComplaints } = await host.openLab('<attention-lab></attention-lab>');
    const shown = await page.evaluate(async () => {
      const found = [];
      for (const set of [
        () => lab.setAttribute('guide', 'zzz'),
        () => Object.assign(lab, { guide: 'qqq' }),
        () => lab.setState({ guide: 'xxx' }),
        () => lab.setState({ bug: 'www', guide: '' }),
      ]) {
        set();
        await lab.export('json');
        found.push(lab.guide);
      }
      return found;
    });
    assert.deepEqual(shown, ['', '', '', '']);
    const chapters = 'There are why, mixing, scoring, projections, order, heads, translation, own.';
    assert.deepEqual(
      readComplaints().map((complaint) => complaint.replace(/(There are \d+ names), .*/, '$1')),
      [
        `warn: <attention-lab> guide="zzz": no such value. ${chapters}`,
        `warn: <attention-lab> guide="qqq": no such value. ${chapters}`,
        `warn: <attention-lab> state guide="xxx": no such value. ${chapters}`,
        'warn: <attention-lab> state bug="www": no such value. There are 27 names',
      ],
    );
  });

  it('that changes the numbers of a page is named once, because the texts stay', async () => {
    const { page, readComplaints } = await host.openLab(
      '<attention-lab guide="scoring-turn" hide="course" sentence="The dog saw a cat" heads="4"></attention-lab>',
    );
    await page.evaluate(async () => {
      for (const attributes of [
        { guide: 'mixing-row', hide: 'course', theme: 'dark', locked: '' },
        { guide: 'scoring-row', 'd-model': '16', seed: '1' },
        { guide: 'scoring-dot', seed: '1' },
        // These pages show the numbers of any sentence.
        { guide: 'practice-check', sentence: 'tea', heads: '1' },
        { guide: 'practice-worksheet', seed: '1' },
      ]) {
        const added = document.createElement('attention-lab');
        for (const [name, value] of Object.entries(attributes)) added.setAttribute(name, value);
        document.body.append(added);
        await added.ready;
        await added.updateComplete;
      }
      // A program changes the page on purpose.
      lab.sentence = 'a b';
      await lab.updateComplete;
    });
    assert.deepEqual(readComplaints(), [
      'warn: <attention-lab> guide="scoring-turn": sentence and heads change the numbers of this page, but not its texts. Leave them out.',
      'warn: <attention-lab> guide="scoring-row": d-model and seed change the numbers of this page, but not its texts. Leave them out.',
      'warn: <attention-lab> guide="scoring-dot": seed changes the numbers of this page, but not its texts. Leave it out.',
    ]);
  });

  it('permalink makes the address follow the state while it is set', async () => {
    const { page } = await host.openLab('<attention-lab></attention-lab>');
    const change = (/** @type {object} */ to) =>
      page.evaluate(async (state) => {
        const { permalink = lab.permalink, ...rest } = /** @type {any} */ (state);
        lab.permalink = permalink;
        await lab.updateComplete;
        lab.setState(rest);
        return [lab.hasAttribute('permalink'), location.hash];
      }, to);
    assert.deepEqual(await change({ mechanism: 'additive' }), [false, '']);
    for (const [to, address] of /** @type {const} */ ([
      [{ permalink: true, mechanism: 'dot' }, '#v=1'],
      [{ mechanism: 'additive' }, '#v=1&m=additive'],
    ])) {
      const [isSet] = await change(to);
      assert.equal(isSet, true);
      await page.waitForFunction((hash) => location.hash === hash, { timeout: 5000 }, address);
    }
    await change({ permalink: false, mechanism: 'dot' });
    // Another lab gets the address, and writes later than the first lab would.
    await page.evaluate(async () => {
      const other = document.createElement('attention-lab');
      other.permalink = true;
      document.body.append(other);
      await other.updateComplete;
      other.setState({ heads: 4 });
    });
    const address = '#v=1&m=additive&h=4';
    await page.waitForFunction((hash) => location.hash === hash, { timeout: 5000 }, address);
    await page.evaluate(() => document.querySelectorAll('attention-lab')[1].remove());
    await page.evaluate(
      () =>
        new Promise((resolve) => {
          addEventListener('hashchange', resolve, { once: true });
          location.hash = '#v=1&h=4';
        }),
    );
    const heads = () => page.evaluate(() => lab.heads);
    assert.equal(await heads(), 2);
    await page.evaluate(() =>
      document.querySelector('attention-lab')?.setAttribute('permalink', ''),
    );
    await untilSettled(page);
    assert.equal(await heads(), 4, 'what stands in the address is shown once it is followed');
  });

  it('permalink set as a property lets ? open the help from the page, until it is unset', async () => {
    const { page } = await host.openLab('<button>Page</button><attention-lab></attention-lab>');
    const pressOnPage = async (/** @type {boolean} */ isSet) => {
      await page.evaluate(async (value) => {
        lab.permalink = value;
        await lab.updateComplete;
      }, isSet);
      await page.focus('button');
      await page.keyboard.press('?');
      return page.evaluate(async () => {
        await lab.updateComplete;
        const dialog = /** @type {HTMLDialogElement | null} */ (inLab('dialog'));
        const isOpen = dialog?.open ?? false;
        dialog?.querySelector('form')?.requestSubmit();
        return isOpen;
      });
    };
    const found = [];
    for (const isSet of [false, true, false, true]) found.push(await pressOnPage(isSet));
    assert.deepEqual(found, [false, true, false, true]);
  });

  it('lang marks the words; the interface stays English', async () => {
    const { page } = await host.openLab(
      '<attention-lab lang="fr" sentence="il mange" step="weights"></attention-lab>',
    );
    const languages = () =>
      page.evaluate(() => {
        const languagesIn = (/** @type {string} */ selector) => [
          ...new Set(
            allInLab(selector).map(
              (element) => element.closest('[lang]')?.getAttribute('lang') ?? 'none',
            ),
          ),
        ];
        return [languagesIn('bdi'), languagesIn('[data-level], p, caption, button.turn')];
      });
    assert.deepEqual(await languages(), [['fr'], ['en']]);
    await show(page, { sentence: 'elle mange du pain', step: 'scores', cell: 'scores.0.1.1' });
    assert.deepEqual(await languages(), [['fr'], ['en']], 'words that come later, too');
  });

  it('step is the nearest shown step if steps leaves out the requested one', async () => {
    const { page } = await host.openLab(
      '<attention-lab step="q" steps="scores,weights"></attention-lab>',
    );
    const found = await page.evaluate(async () => {
      /** @type {unknown[]} */
      const told = [];
      lab.addEventListener('attention-step', (event) =>
        told.push(/** @type {CustomEvent} */ (event).detail),
      );
      const seen = [];
      for (const steps of ['scores,weights', 'weights', 'heads, output', '']) {
        lab.steps = steps;
        await lab.updateComplete;
        seen.push([lab.step, lab.getAttribute('step')]);
      }
      const all = lab.shadowRoot?.querySelectorAll('.bar li').length;
      return { seen, told, all };
    });
    assert.deepEqual(found.seen, [
      // Attributes stay as written until something changes.
      ['scores', 'q'],
      ['weights', 'weights'],
      ['heads', 'heads'],
      ['q', 'q'],
    ]);
    assert.deepEqual(found.told, [
      { step: 'weights', index: 0, count: 1 },
      { step: 'heads', index: 0, count: 2 },
      { step: 'q', index: 1, count: found.all },
    ]);
  });

  // Frameworks compare their server's markup with the page, and warn about a difference.
  it('keeps its written value until the state changes', async () => {
    const attributeTexts = [
      '',
      ' heads="3" d-model="4" step="features"',
      ' guide="opening"',
      ' guide="scoring-turn"',
      ' steps="scores" source="coffee" mask="carnival" query="99"',
      ' theme="purple" hide="course" readonly=""',
      ' sentence=""',
      ' source="describer" view="whole"',
    ];
    const { page } = await host.openLab(
      attributeTexts.map((text) => `<attention-lab${text}></attention-lab>`).join('\n'),
      { mayComplain: true },
    );
    const read = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('attention-lab')].map((lab) =>
          [...lab.attributes].map(({ name, value }) => ` ${name}="${value}"`).join(''),
        ),
      );
    assert.deepEqual(await read(), attributeTexts);
    const ofMap = await page.evaluate(async () => {
      const map = document.createElement('attention-map');
      document.body.append(map);
      map.weights = [[1]];
      await map.updateComplete;
      return map.getAttributeNames();
    });
    assert.deepEqual(ofMap, []);
    await setProps(page, { heads: 4 });
    assert.equal((await read())[0], ' heads="4"');
  });

  it('may be written without hyphens, as React’s server does', async () => {
    const { page } = await host.openLab(`
        <attention-lab dModel="8" keywidth="6" dropoutSeed="3" emptyRow="nan"></attention-lab>
        <attention-map weights="[[0, 1]]" rowTokens="he" columnTokens="is tired"></attention-map>`);
    const read = () =>
      page.evaluate(async () => {
        await Promise.all([lab.updateComplete, attentionMap.updateComplete]);
        const { dModel, keyWidth, dropoutSeed, emptyRow } = lab;
        const words = allInMap('th').map((element) => element.innerText.trim());
        return [dModel, keyWidth, dropoutSeed, emptyRow, words.filter(Boolean)];
      });
    assert.deepEqual(await read(), [8, 6, 3, 'nan', ['is', 'tired', 'he']]);
    await page.evaluate(() => {
      const [lab, map] = document.querySelectorAll('attention-lab, attention-map');
      lab.removeAttribute('dmodel');
      lab.setAttribute('keywidth', '7');
      map.setAttribute('rowtokens', 'she');
    });
    assert.deepEqual(await read(), [4, 7, 3, 'nan', ['is', 'tired', 'she']]);
  });
});
