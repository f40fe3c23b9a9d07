// Seeded random actions of a reader: mouse, keyboard, address, history, typing, pages, models.
import { opening } from '../../web/features/models/text/en/training.js';
import { createRandom } from '../support/random.js';
import { settle } from './hands.js';
import { makeSentence } from './lab.js';

/** @import { State } from '../../web/state/types.js' */
/** @import { KeyInput, Page } from 'puppeteer-core' */

/**
 * @typedef {{ kind: string, detail: unknown, run: (page: Page) => Promise<unknown> }} Action
 */

/** @type {KeyInput[]} */
const KEYS = [
  ...['Tab', 'Tab', 'Enter', ' ', 'Escape', 'ArrowRight', 'ArrowLeft', 'ArrowUp', 'ArrowDown'],
  ...['Home', 'End', 'PageDown', 'm', 'p', 'e', 'n', '?', '1', 'Backspace', 'Delete'],
].map((key) => /** @type {KeyInput} */ (key));

const TEXTS = [
  ...[
    '',
    ' ',
    'a',
    'They eat fried noodles',
    '我爱你 吃面条',
    'ab\u202Ecd ef',
    '\uD800 lone',
    '-1',
  ],
  ...['1e9', 'NaN'],
  ...[
    '<img src=x onerror=alert(1)>',
    'the animal did not cross the street because it was too tired',
  ],
  makeSentence(40),
  'long '.repeat(3000),
];

const ADDRESSES = [
  ...[
    'v=1',
    'v=2',
    '',
    'v=1&s=%',
    'v=1&m=additive',
    'v=1&h=99&d=0',
    'v=1&mask=custom&cells=0.0 9.9',
  ],
  ...[
    'v=1&step=spread',
    'v=1&step=heads&h=4&d=8',
    'v=1&t=he+is+tall',
    'v=1&view=whole',
    'v=1&guide=why',
  ],
  ...['v=1&w=q.0.1.0:2;weights.0.1.3:0.8&step=weights', 'v=1&from=article', 'v=1&from=coffee'],
];

/** @type {Partial<State>[]} */
const STATES = [
  ...[
    ...['opening', 'scoring', 'mixing-row', 'heads', 'own', 'practice-bugs', 'practice-goals'],
    ...['practice-test', 'practice-worksheet', 'practice-check', 'practice-notes', 'projections'],
    ...['order', 'translation'],
  ].map((guide) => ({ guide })),
  .../** @type {const} */ ([
    ...['describer', 'pronoun', 'mini', 'translator', 'toy', 'article', 'coffee', 'seed'],
  ]).map((source) => ({
    source,
    guide: '',
  })),
  .../** @type {const} */ (['dot', 'additive']).map((mechanism) => ({ mechanism })),
  .../** @type {const} */ (['none', 'causal', 'padding', 'custom']).map((mask) => ({
    mask,
    guide: '',
  })),
  .../** @type {const} */ (['step', 'whole']).map((view) => ({ view, guide: '' })),
  ...'embeddings q scores spread maskedScores weights heads output mechanisms decoder'
    .split(' ')
    .map((step) => ({ step: /** @type {any} */ (step), guide: '' })),
  ...[
    { target: 'he is as tall' },
    { target: '' },
    { heads: 4, dModel: 8 },
    { heads: 1 },
    { dropout: 0.5 },
    { dropout: 0 },
  ],
  ...[
    { temperature: 2 },
    { positions: /** @type {const} */ ('sinusoidal') },
    { edits: 'q.0.1.0:2;weights.0.1.3:0.8' },
    { edits: '' },
  ],
];

/** Waits for the page, but not for a model that trains, which may take long. @param {Page} page */
export const settleUnlessTraining = (page) => settle(page, opening.isTraining);

/**
 * Runs in the page and chooses among the elements that are there now.
 * @param {string} kind
 * @param {number} which
 * @param {string} text
 */
export function act(kind, which, text) {
  /** @template {HTMLElement} T @param {string} selector @returns {T | undefined} */
  const pick = (selector) => {
    /** @type {T[]} */
    const all = allInLab(selector);
    return all[Math.floor(which * all.length)];
  };
  if (kind === 'click') {
    // Do not load a real model: its files would be requests beyond the page's own.
    pick(
      'button:not(.load-model, .look-up), a[href^="#"], summary, input[type=radio], input[type=checkbox], td[data-place]',
    )?.click();
  } else if (kind === 'double click') {
    pick('td[data-place]')?.dispatchEvent(
      new MouseEvent('dblclick', { bubbles: true, composed: true }),
    );
  } else if (kind === 'select') {
    const field = /** @type {HTMLSelectElement | undefined} */ (pick('select'));
    if (field) {
      field.selectedIndex = Math.floor(((which * 997) % 1) * field.options.length);
      field.dispatchEvent(new Event('change', { bubbles: true }));
    }
  } else if (kind === 'slide') {
    const field = /** @type {HTMLInputElement | undefined} */ (pick('input[type=range]'));
    if (field) {
      const [min, max] = [Number(field.min), Number(field.max || 100)];
      field.value = String(min + ((which * 997) % 1) * (max - min));
      field.dispatchEvent(new Event('input', { bubbles: true }));
      field.dispatchEvent(new Event('change', { bubbles: true }));
    }
  } else if (kind === 'paste') {
    const field = /** @type {HTMLInputElement | undefined} */ (
      pick('input:not([type=radio], [type=checkbox], [type=range], [type=file]), textarea')
    );
    field?.focus();
    field?.select?.();
    document.execCommand('insertText', false, text);
    field?.dispatchEvent(new Event('change', { bubbles: true }));
  } else if (kind === 'undo') pick('.tool[aria-label=Undo], .tool[aria-label=Redo]')?.click();
  else if (kind === 'set') lab.setState(JSON.parse(text));
  else if (kind === 'reset') lab.reset();
  else if (kind === 'address') location.hash = text;
  else if (kind === 'export') {
    const formats = /** @type {const} */ ([
      ...['csv', 'json', 'svg', 'png', 'numpy', 'pytorch', 'javascript', 'link'],
    ]);
    // Do not wait: the export may depend on a model that trains. If a picture is too large, the
    // export throws an ExportError.
    lab.export(formats[Math.floor(which * formats.length)]).catch((error) => {
      if (error.code !== 'ERR_EXPORT') throw error;
    });
  }
}

/** Actions that run only in the page, so that thousands take seconds. */
const QUICK = [
  ...['click', 'click', 'click', 'click', 'set', 'set', 'select', 'slide', 'undo', 'paste'],
  ...['double click', 'export'],
];
const ALL = [
  ...QUICK,
  'address',
  'back',
  'forward',
  'key',
  'key',
  'key',
  'chord',
  'mouse',
  'wheel',
  'reset',
];

/**
 * @param {number} seed
 * @returns {() => Action} returns the next action, independently of the earlier ones
 */
export function randomActions(seed) {
  const random = createRandom(seed);
  let addresses = 0;
  return () => {
    const kind = random.pick(ALL);
    const [which, other] = [random.uniform(), random.uniform()];
    const key = random.pick(KEYS);
    const text =
      kind === 'set'
        ? JSON.stringify(random.pick(STATES))
        : random.pick(kind === 'address' ? ADDRESSES : TEXTS);
    if (kind === 'address') addresses++;
    // Never go back to before the page.
    if ((kind === 'back' && addresses-- <= 0) || kind === 'forward') {
      addresses = Math.max(0, addresses);
      return { kind: 'forward', detail: '', run: (page) => page.evaluate(() => history.forward()) };
    }
    if (kind === 'back')
      return { kind, detail: '', run: (page) => page.evaluate(() => history.back()) };
    if (kind === 'key') return { kind, detail: key, run: (page) => page.keyboard.press(key) };
    if (kind === 'chord') {
      const letter = random.pick(/** @type {const} */ (['z', 'y', 'a']));
      const run = async (/** @type {Page} */ page) => {
        await page.keyboard.down('Control');
        await page.keyboard.press(letter);
        await page.keyboard.up('Control');
      };
      return { kind, detail: letter, run };
    }
    const at = /** @type {[number, number]} */ ([
      Math.floor(which * 1280),
      Math.floor(other * 800),
    ]);
    if (kind === 'mouse') return { kind, detail: at, run: (page) => page.mouse.click(...at) };
    if (kind === 'wheel') {
      return { kind, detail: at[1], run: (page) => page.mouse.wheel({ deltaY: 2 * at[1] - 800 }) };
    }
    return {
      kind,
      detail: [which, text.slice(0, 80)],
      run: (page) => page.evaluate(act, kind, which, text),
    };
  };
}

/**
 * Draws arguments of `act` for actions that run only in the page.
 * @param {number} seed
 * @returns {() => Parameters<typeof act>}
 */
export function quickActions(seed) {
  const random = createRandom(seed);
  return () => {
    const kind = random.pick(QUICK);
    const text = kind === 'set' ? JSON.stringify(random.pick(STATES)) : random.pick(TEXTS);
    return [kind, random.uniform(), text];
  };
}
