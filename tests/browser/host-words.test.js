// Captions, headings and words of an element on a page with another direction or in translation.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { waitInLab } from '../support/browser.js';
import { onHostPages, onHostPagesOnce, plainPage } from './host.js';
import { assertPage } from './lab.js';

/**
 * @import { AttentionLab } from '../../web/elements/attention-lab.js'
 * @import { Page } from './host.js'
 * @import { SerializedAXNode } from 'puppeteer-core'
 */

/**
 * Does what the translators of Chromium and Google do: wraps each translatable text in
 * `<font><font>`.
 * @param {Page} page
 * @returns {Promise<number>} the number of texts
 */
const translate = (page) =>
  page.evaluate(() => {
    const root = /** @type {ShadowRoot} */ (
      document.querySelector('attention-lab, attention-map')?.shadowRoot
    );
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    /** @type {Text[]} */
    const texts = [];
    while (walker.nextNode()) texts.push(/** @type {Text} */ (walker.currentNode));
    const wanted = texts.filter(
      (text) => text.data.trim() && !text.parentElement?.closest('[translate=no], style, script'),
    );
    for (const text of wanted) {
      const inner = document.createElement('font');
      inner.textContent = `«${text.data}»`;
      const outer = document.createElement('font');
      outer.append(inner);
      text.replaceWith(outer);
    }
    return wanted.length;
  });

/**
 * Defines a function that returns all readable texts of an element in order, without announcements.
 */
function defineText() {
  kept.textIn = async (/** @type {any} */ element) => {
    while (!(await element.updateComplete));
    const copy = element.shadowRoot.firstElementChild.cloneNode(true);
    copy.querySelector('.live')?.remove();
    return copy.textContent.replace(/\s+/g, ' ').trim();
  };
}

/** @param {Page} page @returns {Promise<string>} */
const read = (page) =>
  page.evaluate(() => kept.textIn(document.querySelector('attention-lab, attention-map')));

onHostPages('on a translated page', (host, _name, once) => {
  it('numbers, words and formulas are not translated, and follow each change', async () => {
    const { page } = await host.openLab(
      '<attention-lab sentence="They eat fried noodles" steps="scores,weights" step="weights" cell="weights.0.1.2"></attention-lab>',
      { early: defineText },
    );
    assert.ok((await translate(page)) > 10);
    await assertPage(page, 'translated');
    const marked = await page.evaluate(
      () => allInLab('bdi font, td font, .formula-line font, .sum font').length,
    );
    assert.equal(marked, 0);
    for (const change of [
      { seed: 8 },
      { query: 2 },
      { step: 'scores', cell: 'scores.0.1.2' },
      { sentence: 'he is tired' },
    ]) {
      await translate(page);
      await page.evaluate((to) => lab.setState(to), change);
      const shown = await read(page);
      await assertPage(page, JSON.stringify(change));
      // Compare with an element that was not translated.
      const wanted = await page.evaluate(async () => {
        const other = /** @type {any} */ (lab.cloneNode());
        document.body.append(other);
        await other.ready;
        other.state = lab.state;
        const text = await kept.textIn(other);
        other.remove();
        return text;
      });
      assert.equal(shown, wanted, JSON.stringify(change));
    }
  });

  once('a map follows each change', async () => {
    const { page } = await host.open({
      html: `<!doctype html><meta charset="utf-8"><script src="attention-lab.js" defer></script>
        <attention-map weights="[[[1, 0], [0.25, 0.75]], [[0, 1], [0.5, 0.5]]]" row-tokens="the cat" label="first"></attention-map>`,
      early: defineText,
    });
    const before = await read(page);
    await translate(page);
    await page.evaluate(() => {
      attentionMap.head = 1;
      attentionMap.label = 'second';
    });
    const after = await read(page);
    assert.doesNotMatch(after, /«/);
    assert.match(before, /first, head 1/);
    assert.match(after, /second, head 2/);
  });
});

const MAP = 'row-tokens="the cat" weights="[[0.9, 0.1], [0.2, 0.8]]"';

/** @param {Page} page */
const captions = (page) =>
  page.evaluate(async () => {
    const found = [];
    for (const element of document.querySelectorAll('attention-lab, attention-map')) {
      await /** @type {any} */ (element).updateComplete;
      const caption = element.shadowRoot?.querySelector('[part=caption]');
      const slot = caption?.querySelector('slot');
      const texts = slot?.assignedNodes({ flatten: true }).map((node) => node.textContent);
      found.push({
        text: caption?.checkVisibility() ? texts?.join('').trim() : null,
        origin: element.shadowRoot?.querySelector('.badge, .digits') !== null,
      });
    }
    return found;
  });

onHostPagesOnce('a caption', (host) => {
  it('replaces the element’s own notes, which return without it', async () => {
    const { page } = await host.openLab(`
      <attention-lab table="weights" caption="What eat attends to."></attention-lab>
      <attention-lab steps="weights"><span slot="caption">What <em>eat</em> attends to.</span></attention-lab>
      <attention-lab table="weights"></attention-lab>
      <attention-map ${MAP} caption="A cat."></attention-map>
      <attention-map ${MAP}><span slot="caption">A <em>cat</em>.</span></attention-map>
      <attention-map ${MAP}></attention-map>`);
    const text = 'What eat attends to.';
    assert.deepEqual(await captions(page), [
      ...[
        { text, origin: false },
        { text, origin: false },
        { text: null, origin: true },
      ],
      ...[
        { text: 'A cat.', origin: false },
        { text: 'A cat.', origin: false },
      ],
      { text: null, origin: false },
    ]);
    await page.evaluate(async () => {
      const [first, second, third] = document.querySelectorAll('attention-lab');
      first.caption = '';
      second.replaceChildren();
      third.innerHTML = '<p slot="caption">Later.</p>';
      // A slot reports its children in a separate task.
      await new Promise((resolve) => setTimeout(resolve));
    });
    assert.deepEqual((await captions(page)).slice(0, 3), [
      ...[
        { text: null, origin: true },
        { text: null, origin: true },
      ],
      { text: 'Later.', origin: false },
    ]);
  });
});

/**
 * Returns level and first word of each heading, as a screen reader hears them.
 * @param {Page} page
 */
async function outline(page) {
  await page.evaluate(() =>
    Promise.all(
      [...document.querySelectorAll('attention-lab')].map((element) => {
        const lab = /** @type {AttentionLab} */ (element);
        return lab.ready.then(() => lab.updateComplete);
      }),
    ),
  );
  /** @param {SerializedAXNode} node @returns {SerializedAXNode[]} */
  const all = (node) => [node, ...(node.children ?? []).flatMap(all)];
  const root = await page.accessibility.snapshot();
  return all(/** @type {SerializedAXNode} */ (root))
    .filter(({ role }) => role === 'heading')
    .map(({ level, name }) => `${level} ${name?.split(' ')[0]}`);
}

/** @param {string} attributes */
const article = (attributes) =>
  plainPage(`<h1>Article</h1><h2>Figure</h2>
    <attention-lab loading="eager" ${attributes}></attention-lab><h2>After</h2>`);

const CELL = 'cell="weights.0.1.3"';

onHostPagesOnce('the outline of a page', (host) => {
  it('has only the author’s headings', async () => {
    for (const attributes of [
      '',
      `steps="weights" ${CELL}`,
      'guide="opening"',
      'guide="why-flip"',
    ]) {
      const { page } = await host.open({ html: article(attributes) });
      assert.deepEqual(await outline(page), ['1 Article', '2 Figure', '2 After'], attributes);
    }
  });

  it('has the element’s titles from heading-level on', async () => {
    for (const [attributes, expected] of /** @type {const} */ ([
      [
        `steps="weights" heading-level="3" ${CELL}`,
        ['3 Scores', '4 attention', '5 Comes', '5 Goes'],
      ],
      [`table="weights" heading-level="3" ${CELL}`, ['3 attention', '4 Comes', '4 Goes']],
      [
        `steps="weights" headinglevel="6" ${CELL}`,
        ['6 Scores', '6 attention', '6 Comes', '6 Goes'],
      ],
      ['steps="weights" heading-level="9"', ['6 Scores']],
      ['steps="weights" heading-level="-1"', []],
    ])) {
      const { page } = await host.open({ html: article(attributes), mayComplain: true });
      const all = ['1 Article', '2 Figure', ...expected, '2 After'];
      assert.deepEqual(await outline(page), all, attributes);
    }
  });

  it('follows a changed heading-level, and warns about one that is not a number', async () => {
    const { page, readComplaints } = await host.open({ html: article('steps="weights"') });
    await page.evaluate(() => {
      lab.headingLevel = 3;
    });
    assert.deepEqual(await outline(page), ['1 Article', '2 Figure', '3 Scores', '2 After']);
    await page.evaluate(() => lab.setAttribute('heading-level', 'h3'));
    assert.deepEqual(await outline(page), ['1 Article', '2 Figure', '2 After']);
    const complaints = readComplaints();
    assert.equal(complaints.length, 1);
    assert.match(complaints[0], /heading-level="h3"/);
  });
});

onHostPagesOnce('a part that renders later', (host) => {
  it('has the language of the words, marks for translators, and headings', async () => {
    const { page } = await host.openLab(
      '<attention-lab lang="fr" guide="opening" heading-level="2"></attention-lab>',
    );
    await waitInLab(page, '.story .token');
    const read = () =>
      page.evaluate(() => {
        const story = (/** @type {string} */ selector) => allInLab(`.story ${selector}`);
        return {
          languages: [...new Set(story('bdi').map(({ lang }) => lang))],
          translated: story(':is(bdi, td):not([translate=no])').length,
          headings: story('[role=heading]').map((element) => element.ariaLevel),
        };
      });
    const expected = { languages: ['fr'], translated: 0, headings: ['3'] };
    assert.deepEqual(await read(), expected);
    // The element itself renders nothing when Mini writes a word.
    await page.evaluate(async () => {
      const count = () => allInLab('.story .token').length;
      const before = count();
      allInLab('.story .plain')[0].click();
      while (count() === before) await nextFrames();
    });
    assert.deepEqual(await read(), expected);
  });
});

const HEBREW = 'החתול אוכל דג טרי';

const RTL = '<style>body { direction: rtl; }</style>';

onHostPagesOnce('words from right to left', (host) => {
  it('put the first key at the right, but the first number and the 0 of the legend at the left', async () => {
    for (const [sentence, isRtl] of /** @type {const} */ ([
      [HEBREW, true],
      ['the cat eats fish', false],
    ])) {
      const { page } = await host.openLab(
        `${RTL}<attention-lab steps="q,k,scores,weights,heads" sentence="${sentence}"></attention-lab>`,
      );
      for (const step of ['q', 'k', 'scores', 'weights', 'heads']) {
        const tables = await page.evaluate(async (name) => {
          lab.goto(name);
          await lab.updateComplete;
          return allInLab('.figure table[data-tensor]').map((table) => {
            const [head, first, last] = ['th', 'td', 'td:last-child'].map(
              (selector) =>
                table.querySelector(`tbody ${selector}`)?.getBoundingClientRect().left ?? 0,
            );
            const hasKeys = table.querySelector('thead th:not(.index)') !== null;
            return { tensor: table.dataset.tensor, hasKeys, isRtl: head > first && first >= last };
          });
        }, step);
        assert.ok(tables.length > 0);
        for (const { tensor, hasKeys, isRtl: is } of tables)
          assert.equal(is, isRtl && hasKeys, `${step}: ${tensor}`);
      }
      assert.ok(await page.evaluate(isLegendFromLeft, 'attention-lab'), sentence);
    }
  });

  for (const [count, view] of /** @type {const} */ ([
    [4, 'map'],
    [20, 'map'],
    [4, 'grid'],
    [4, 'lines'],
  ])) {
    it(`${count} words, ${view}: the first key is at the right, for pointer and keys, and 0 at the left of the legend`, async () => {
      for (const letter of ['א', 'a']) {
        const isRtl = letter !== 'a';
        const { page } = await host.open({
          html: plainPage(`${RTL}<attention-map view="${view}"></attention-map>`),
        });
        const found = await page.evaluate(paintFirst, letter, count);
        assert.equal(found.isFirstAtRight, isRtl, letter);
        // A map of pixels says in words where its colours end.
        if (view !== 'map' || count < 20)
          assert.ok(await page.evaluate(isLegendFromLeft, 'attention-map'), letter);
        if (view === 'lines' || (view === 'map' && count === 4)) continue;
        assert.equal(found.isDarkAtRight, isRtl, 'the strongest weight is that of the first key');
        await page.mouse.move(found.x, found.y);
        const readout = await page.evaluate(() => inMap('.readout')?.textContent);
        assert.match(String(readout), new RegExp(`${letter}0 → ${letter}0  1`));
        if (view === 'grid') continue;
        const keyed = await page.evaluate(async () => {
          inMap('td[data-place="weights.0.1"], td[data-place="weights.0.0.1"]')?.focus();
          return attentionMap.shadowRoot?.activeElement?.getAttribute('data-place');
        });
        await page.keyboard.press(isRtl ? 'ArrowRight' : 'ArrowLeft');
        await page.evaluate(() => attentionMap.updateComplete);
        const place = await page.evaluate(() =>
          attentionMap.shadowRoot?.activeElement?.getAttribute('data-place'),
        );
        assert.equal(place, keyed?.replace(/1$/, '0'));
      }
    });
  }
});

/** Runs in the page. @param {string} tag */
function isLegendFromLeft(tag) {
  const legend = document.querySelector(tag)?.shadowRoot?.querySelector('.legend span, .legend');
  const [number, ramp] = [legend?.firstChild, legend?.querySelector('.ramp')];
  const range = document.createRange();
  range.selectNodeContents(/** @type {Node} */ (legend?.textContent ? (number ?? legend) : legend));
  const at = (/** @type {{ getBoundingClientRect(): DOMRect } | null | undefined} */ element) =>
    element?.getBoundingClientRect().left ?? Number.NaN;
  return at(range) < at(ramp);
}

/**
 * Runs in the page: each query attends only to the first key.
 * @param {string} letter
 * @param {number} count
 */
async function paintFirst(letter, count) {
  const list = (/** @type {(i: number) => any} */ make) =>
    Array.from({ length: count }, (_, i) => make(i));
  attentionMap.rowTokens = list((i) => `${letter}${i}`);
  attentionMap.weights = list(() => list((j) => Number(j === 0)));
  for (let i = 0; i < 4; i++) {
    while (!(await attentionMap.updateComplete));
    await nextFrames();
  }
  const box = (/** @type {Element | null | undefined} */ element) =>
    element?.getBoundingClientRect() ?? new DOMRect();
  const canvas = inMap('canvas');
  const { left, right, top, width } = box(canvas);
  const [first, second] = inMap('.lines')
    ? [inMap('[data-side=q]'), inMap('[data-side=k]')]
    : [...allInMap('.columns span'), ...allInMap('th[scope=col]')];
  // A canvas may be mirrored, so find its first pixel.
  const isMirrored = canvas !== null && new DOMMatrix(getComputedStyle(canvas).transform).a < 0;
  const isOneHead = second === undefined;
  return {
    isFirstAtRight: isOneHead ? isMirrored : box(first).left > box(second).left,
    isDarkAtRight: isMirrored,
    x: isMirrored ? right - width / count / 2 : left + width / count / 2,
    y: top + 2,
  };
}
