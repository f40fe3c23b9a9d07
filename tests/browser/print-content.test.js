// Nothing on the screen is lost on paper: hidden, cut off, beyond the edge or unpainted. Pages are
// filled.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onHostPagesOnce, plainPage } from './host.js';
import { dispatch, makeSentence } from './lab.js';

/** The printable area of a sheet with the browser's usual margins of 1 cm, in CSS pixels. */
const SHEETS = {
  A4: { width: 718, height: 1047 },
  A5: { width: 484, height: 718 },
  Letter: { width: 740, height: 980 },
  'A4 across': { width: 1047, height: 718 },
};

const ask = (/** @type {object} */ task) =>
  JSON.stringify({
    title: 'Of my own',
    pages: [{ id: 'one', title: 'A page', text: 'A text.', task }],
  });

/**
 * Returns a map with the given numbers of layers, heads, queries and keys.
 * @param {string} attributes
 * @param {number[]} sizes
 */
const map = (attributes, ...sizes) =>
  `<attention-map ${attributes} data-sizes="${sizes}"></attention-map>`;

const makeChapterLab = (/** @type {object} */ task) =>
  `<attention-lab guide="chapter" hide="course"><script type="application/json">${ask(task)}</script></attention-lab>`;

const CASES = {
  'a number of a compact step':
    '<attention-lab compact steps="weights" cell="weights.0.1.3"></attention-lab>',
  'a number of a step': '<attention-lab steps="scores" cell="scores.0.1.3"></attention-lab>',
  'a number of the lab': '<attention-lab step="scores" cell="scores.0.1.3"></attention-lab>',
  'some steps': '<attention-lab steps="q,k,scores,weights"></attention-lab>',
  'a table': '<attention-lab table="weights"></attention-lab>',
  'a locked table': '<attention-lab locked table="weights"></attention-lab>',
  '16 words': `<attention-lab sentence="${makeSentence(16, 'word')}" steps="scores,weights,heads" d-model="8"></attention-lab>`,
  '16 keys and 2 queries': `<attention-lab sentence="${makeSentence(16, 'word')}" target="to words" hide="course"></attention-lab>`,
  '16 numbers a word':
    '<attention-lab d-model="16" heads="4" steps="embeddings,q,concatenated,output"></attention-lab>',
  'words of 20 letters': `<attention-lab sentence="${makeSentence(8, 'abcdefghijklmnopqrst')}" steps="weights"></attention-lab>`,
  '40 words': `<attention-lab sentence="${makeSentence(40, 'word')}" steps="weights"></attention-lab>`,
  'additive attention': '<attention-lab mechanism="additive" hide="course"></attention-lab>',
  'the whole picture': '<attention-lab view="whole" hide="course"></attention-lab>',
  'the whole picture, compact':
    '<attention-lab view="whole" compact hide="course"></attention-lab>',
  'a page of the course': '<attention-lab guide="scoring-turn" hide="course"></attention-lab>',
  'the end of the course': '<attention-lab guide="own-end"></attention-lab>',
  'the list of the practice': '<attention-lab guide="practice"></attention-lab>',
  'the whole picture of a page': '<attention-lab guide="own-picture"></attention-lab>',
  'the first screen': '<attention-lab guide="opening"></attention-lab>',
  'a question with answers': makeChapterLab({
    kind: 'choice',
    question: 'Which?',
    answers: [
      { answer: 'The first', reply: 'Yes.', right: true },
      { answer: 'The second', reply: 'No.' },
    ],
  }),
  'numbers to be found': makeChapterLab({
    kind: 'numbers',
    question: 'How much?',
    cells: [
      { cell: 'weights.0.1.0', label: 'of They' },
      { number: 2, label: 'of two' },
    ],
    right: 'Yes.',
  }),
  'options to be matched': makeChapterLab({
    kind: 'match',
    question: 'What is what?',
    items: [
      { item: 'Each row', option: 0 },
      { item: 'Each column', option: 1 },
    ],
    options: ['of a query', 'of a key'],
    right: 'Yes.',
    wrong: 'No.',
  }),
  'words to be pressed': makeChapterLab({
    kind: 'press',
    question: 'Which one?',
    instruction: 'Press it.',
    word: 0,
    right: 'Yes.',
    wrong: 'No.',
  }),
  'weights in digits': map('label="All of it"', 1, 2, 16, 16),
  'weights in colours': map('', 1, 2, 64, 64),
  'weights of 500 words': map('', 1, 1, 500, 500),
  'a grid of 12 × 12 heads': map('view="grid"', 12, 12, 12, 12),
  'a grid of 40 heads': map('view="grid"', 2, 40, 8, 8),
  'lines of 32 words': map('view="lines"', 1, 1, 32, 32),
  'lines of 200 words': map('view="lines"', 1, 1, 200, 200),
};

onHostPagesOnce('print loses nothing that is on the screen', (host) => {
  for (const [what, html] of Object.entries(CASES)) {
    it(what, async () => {
      const { page } = await host.open({
        html: plainPage(`<p>Before.</p>${html}`),
        early: keepSizesOnPaper,
      });
      await page.setViewport({ width: 1280, height: 800 });
      const onScreen = await page.evaluate(showAll);
      assert.ok(onScreen.length > 3, `${onScreen.length}`);
      await dispatch(page, 'beforeprint');
      await page.emulateMediaType('print');
      for (const [sheet, { width, height }] of Object.entries(SHEETS)) {
        await page.setViewport({ width, height });
        assert.deepEqual(await page.evaluate(inspectPaper, onScreen, { width, height }), [], sheet);
      }
      await page.emulateMediaType('screen');
      await dispatch(page, 'afterprint');
    });
  }
});

/**
 * Runs in the page before all scripts: printing lays the page out again without notifying size
 * observers.
 */
function keepSizesOnPaper() {
  const { ResizeObserver } = globalThis;
  const isOnPaper = matchMedia('print');
  globalThis.ResizeObserver = class extends ResizeObserver {
    /** @param {ResizeObserverCallback} tell */
    constructor(tell) {
      super((...all) => isOnPaper.matches || tell(...all));
    }
  };
}

/**
 * Runs in the page: sets the maps' weights, waits for what is shown, and lists it.
 * @returns {Promise<string[]>} words and numbers outside controls
 */
async function showAll() {
  const element = /** @type {any} */ (document.querySelector('attention-lab, attention-map'));
  const [layers, heads, queries, keys] = (element.dataset.sizes ?? '').split(',').map(Number);
  const list = (/** @type {number} */ length, /** @type {(i: number) => any} */ make) =>
    Array.from({ length }, (_, i) => make(i));
  if (layers) {
    element.rowTokens = list(queries, (i) => `query${i + 1}`);
    element.columnTokens = list(keys, (i) => `key${i + 1}`);
    element.weights = list(layers, (layer) => [
      list(heads, (head) =>
        list(queries, (i) => {
          const row = list(
            keys,
            (j) => ((i * 7 + j * 5 + head * 3 + layer) % 11) + (i + 2 * j) / 1e3,
          );
          const sum = row.reduce((total, item) => total + item, 0);
          return row.map((item) => item / sum);
        }),
      ),
    ]);
  }
  await element.ready;
  const { shadowRoot } = element;
  do {
    while (!(await element.updateComplete));
    await nextFrames();
  } while (shadowRoot.querySelector('p.status[role=status]:not(.empty)'));
  /** @param {Element} node */
  const read = (node) => node.textContent?.replace(/\s+/g, ' ').trim() ?? '';
  const content = `[data-level], caption, figcaption, th, td, .prose > p, .sum, .question legend, .answer,
    .blanks label, .blanks option:not([value="-1"]), .reply, .legend span, .lines .word, .terms td, .ways li, .said,
    .token, svg text, .badge, .practice > *`;
  const listed = [...shadowRoot.querySelectorAll(content)].filter(
    (item) =>
      (item.checkVisibility() || item.matches('option')) &&
      !item.closest('.hidden, .settings, .token-bar, .experiments, dialog, .bar'),
  );
  return [...new Set(listed.map(read))].filter(Boolean);
}

/**
 * Runs in the page in print layout.
 * @param {string[]} onScreen
 * @param {{ width: number, height: number }} sheet
 * @returns {string[]} the faults
 */
function inspectPaper(onScreen, { width, height }) {
  const element = /** @type {Element} */ (document.querySelector('attention-lab, attention-map'));
  const root = /** @type {ShadowRoot} */ (element.shadowRoot);
  const name = (/** @type {Element} */ node) =>
    `<${node.localName} class="${node.getAttribute('class') ?? ''}">${node.textContent?.trim().slice(0, 30)}`;
  const all = [...root.querySelectorAll('*')].filter(
    (node) =>
      node.checkVisibility({ visibilityProperty: true }) && !node.closest('.hidden, .connectors'),
  );
  /** @type {string[]} */
  const wrong = [];
  const read = (/** @type {Element} */ node) => node.textContent?.replace(/\s+/g, ' ').trim() ?? '';
  const texts = new Set(all.map(read));
  const everything = read(root.firstElementChild ?? element);
  for (const text of onScreen) if (!texts.has(text)) wrong.push(`lost: ${text.slice(0, 60)}`);
  // Bars and lists of controls are hidden in print, so everything found here is on paper.
  if (everything === '') wrong.push('empty');
  const gestures =
    /(Press|Point at) (the map|an? (cell|word|part|product)|one\b)|press (any|a) number/;
  const controls = 'button, input, select, textarea, a, summary';
  const contents =
    '.word, .may, .thumb, .token, .answer, .head-row, .blanks *, .formula-line *, .ways *, .arcs *, .suspects *, th *, td *, .practice *';
  /**
   * Caches the frames around a picture's elements.
   * @type {Map<Element, { box: DOMRect, margin: number, x: string, y: string }>}
   */
  const frames = new Map();
  /** @param {Element} at */
  const frameOf = (at) => {
    const found = frames.get(at);
    if (found) return found;
    const { overflowX: x, overflowY: y, overflowClipMargin } = getComputedStyle(at);
    const margin = 1 + (Number.parseFloat(overflowClipMargin) || 0);
    const frame = { box: at.getBoundingClientRect(), margin, x, y };
    frames.set(at, frame);
    return frame;
  };
  /** @param {Element} node */
  const isCut = (node) => {
    const { left, right, top, bottom } = node.getBoundingClientRect();
    for (let at = node; at !== element; at = at.parentElement ?? element) {
      const { box, margin, x, y } = frameOf(at);
      const isWide = left < box.left - margin || right > box.right + margin;
      const isHigh = top < box.top - margin || bottom > box.bottom + margin;
      if ((x !== 'visible' && isWide) || (y !== 'visible' && isHigh)) return true;
      if (at === node && x === 'hidden' && at.scrollWidth > at.clientWidth) return true;
    }
    return false;
  };
  /** @param {Element | null} box @returns {boolean} whether the box or the first one in it is empty */
  const beginsEmpty = (box) => {
    let at = box;
    while (at && getComputedStyle(at).display === 'none') at = at.nextElementSibling;
    if (!(at instanceof HTMLElement) || !at.matches('div, p')) return false;
    const pictures = [...at.querySelectorAll('canvas, svg')];
    const isEmpty = !at.innerText.trim() && !pictures.some((picture) => picture.checkVisibility());
    return isEmpty || beginsEmpty(at.firstElementChild);
  };
  for (const part of all) {
    const { left, right, height: partHeight } = part.getBoundingClientRect();
    const style = getComputedStyle(part);
    if (part.matches(controls) && !part.matches(contents)) wrong.push(`control: ${name(part)}`);
    if (right > width + 1 || left < -1)
      wrong.push(`beyond the edge, ${Math.round(right)}: ${name(part)}`);
    const isRead = [...part.childNodes].some(
      (node) => node.nodeType === 3 && node.textContent?.trim(),
    );
    if (isRead && isCut(part)) wrong.push(`cut: ${name(part)}`);
    if (isRead && part instanceof HTMLElement && gestures.test(part.innerText))
      wrong.push(`a gesture: ${name(part)}`);
    if (part.matches('.blanks :is(input, select)')) {
      // A field without a line shows no place to write.
      const { borderBottomColor: line } = style;
      if (partHeight < 10 || /^(transparent|.*[,/] ?0\))$/.test(line))
        wrong.push(`no line: ${name(part)}`);
    }
    const next = part.nextElementSibling;
    // A sheet may end below an empty box, which leaves the title alone above it.
    if (style.breakAfter === 'avoid' && beginsEmpty(next))
      wrong.push(`a title above nothing: ${name(part)}`);
    if (part.matches(':has(> svg)') && Number.parseFloat(style.marginTop) < 0)
      wrong.push(`above its place: ${name(part)}`);
    const isWhole =
      style.breakInside.startsWith('avoid') || /auto|scroll|hidden/.test(style.overflowY);
    const isPicture = part.matches(':has(canvas)');
    if (isWhole && partHeight > (isPicture ? 1 : 0.75) * height && !part.closest('.lines'))
      wrong.push(`in one piece of ${Math.round(partHeight)}: ${name(part)}`);
    if (part.matches('.lines svg')) {
      const words = [...(part.parentElement?.querySelectorAll('[data-index]') ?? [])];
      const bottoms = words.map((word) => word.getBoundingClientRect().bottom);
      const off = Math.max(...bottoms) - part.getBoundingClientRect().bottom;
      if (Math.abs(off) > 1) wrong.push(`lines end ${off} pixels above the last word`);
      if (!part.querySelector('path')) wrong.push('no lines');
    }
    if (part instanceof HTMLCanvasElement) {
      const blank = Object.assign(document.createElement('canvas'), {
        width: part.width,
        height: part.height,
      });
      if (part.toDataURL() === blank.toDataURL())
        wrong.push(`not painted: ${part.outerHTML.slice(0, 60)}`);
    }
  }
  // A fault also shows in everything around it, so list only some.
  return wrong.slice(0, 12);
}
