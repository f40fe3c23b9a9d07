/** Snippets for authors to paste: the element as a tag, as an iframe, or as a picture. */

import { html } from 'lit';
import { actionButton } from '../figures/controls.js';
import { writeAddress } from '../state/address.js';
import { DEFAULTS, FIELDS } from '../state/fields.js';
import { normaliseState } from '../state/normalise.js';
import { escaped, writeElement } from '../text/markup.js';
import { exact } from '../text/number.js';
import { parted } from '../text/spelling.js';

/**
 * @import { State } from '../state/types.js'
 * @import { Attribute } from '../text/markup.js'
 */

/**
 * @typedef {Exclude<keyof State, 'v'>} Name
 *
 * @typedef {object} SnippetOptions
 * @property {State} state
 * @property {readonly string[]} [steps] the steps to show; none for the whole lesson
 * @property {string} [table] the table that is shown alone, in place of steps
 * @property {readonly string[]} [hide] parts to hide in addition to the default
 * @property {readonly string[]} [show] parts to show that are hidden by default
 * @property {boolean} [readonly]
 * @property {boolean} [locked]
 * @property {boolean} [compact]
 * @property {string} [theme]
 * @property {string} [lang]
 */

/** The script element. */
export const SCRIPT = writeElement('script', [
  ['src', 'attention-lab.js'],
  ['defer', true],
]);

const SNIPPET_FIELDS = /** @type {Name[]} */ (Object.keys(DEFAULTS).filter((name) => name !== 'v'));

/**
 * Returns the fewest fields that turn the default state into this one, without `before`, because a
 * comparison belongs to the reader who made it.
 * @param {State} state
 * @returns {Partial<State>}
 */
function listDifferences(state) {
  const comparable = { ...state, before: '' };
  const isEnough = (/** @type {Partial<State>} */ some) => {
    const result = normaliseState(some);
    return SNIPPET_FIELDS.every((name) => result[name] === comparable[name]);
  };
  // Some sources bring a sentence of their own.
  const changed = SNIPPET_FIELDS.filter(
    (name) => name === 'sentence' || comparable[name] !== DEFAULTS[name],
  );
  /** @type {Partial<State>} */
  let some = Object.fromEntries(changed.map((name) => [name, comparable[name]]));
  // A field may follow from others: a single word leaves no choice of a query.
  for (const name of SNIPPET_FIELDS) {
    const { [name]: _, ...rest } = some;
    if (name in some && isEnough(rest)) some = rest;
  }
  return some;
}

/** @param {string} name the name of a field of the state */
const isAttribute = (name) => FIELDS[/** @type {Name} */ (name)].attribute !== undefined;

/** @param {Record<string, unknown>} options @returns {Attribute[]} the attributes with a value */
const listAttributes = (options) =>
  Object.entries(options).flatMap(([name, value]) => {
    if (value === undefined || value === false) return [];
    const text = typeof value === 'number' ? exact(value) : String(value);
    return [/** @type {Attribute} */ ([parted(name), value === true ? true : text])];
  });

/** Returns the options of the author that are not in the state. @param {SnippetOptions} options */
const authorAttributes = ({ steps, table, hide, show, readonly, locked, compact, theme, lang }) =>
  listAttributes({
    steps: steps?.join(',') || undefined,
    table: table || undefined,
    hide: hide?.join(',') || undefined,
    show: show?.join(',') || undefined,
    readonly,
    locked,
    compact,
    theme: theme || undefined,
    lang: lang || undefined,
  });

/** Returns the attributes of an element, without defaults. @param {SnippetOptions} options */
export function listLabAttributes(options) {
  const entries = Object.entries(listDifferences(options.state));
  const others = entries.filter(([name]) => !isAttribute(name));
  return [
    ...listAttributes(Object.fromEntries(entries.filter(([name]) => isAttribute(name)))),
    ...listAttributes({
      state: others.length > 0 ? JSON.stringify(Object.fromEntries(others)) : undefined,
    }),
    ...authorAttributes(options),
  ];
}

/**
 * Returns the text for screen readers, and for browsers without scripting or WebAssembly.
 * @param {State} state
 */
const describeInWords = ({ sentence, target }) =>
  `Attention in the words: ${[target, sentence].filter(Boolean).join(' / ')}`;

/** Writes the tag and its script. @param {SnippetOptions} options */
export function writeTagSnippet(options) {
  const text = escaped(describeInWords(options.state));
  return `${SCRIPT}\n${writeElement('attention-lab', listLabAttributes(options), text)}`;
}

/**
 * Writes the address of the standalone page, in place of attributes.
 * @param {SnippetOptions} options
 * @returns {string} a hash without `#`
 */
export function writeFrameAddress(options) {
  const { state } = options;
  const author = authorAttributes(options).map(([name, value]) => [
    name,
    value === true ? '' : value,
  ]);
  return [writeAddress(listDifferences(state)), new URLSearchParams(author).toString()]
    .filter(Boolean)
    .join('&');
}

/** A script that makes each frame as high as its page. It ignores messages from other windows. */
export const RESIZE = writeElement(
  'script',
  [],
  `
  addEventListener('message', ({ source, data }) => {
    if (data?.type !== 'attention-lab:resize') return;
    for (const frame of document.querySelectorAll('iframe')) {
      if (frame.contentWindow !== source) continue;
      frame.height = data.height;
    }
  });`,
);

/**
 * Writes the standalone page in a sandboxed frame without access to the surrounding page.
 * @param {SnippetOptions} options
 * @param {string} page the address of the standalone page
 */
export function writeFrameSnippet(options, page) {
  const frame = writeElement('iframe', [
    ['src', `${page}#${writeFrameAddress(options)}`],
    ['title', describeInWords(options.state)],
    ['width', '100%'],
    ['height', '480'],
    ['frameborder', '0'],
    ['sandbox', 'allow-scripts'],
    ['loading', 'lazy'],
  ]);
  return `${frame}\n${RESIZE}`;
}

/**
 * Writes a picture in a file next to the page.
 * @param {Pick<SnippetOptions, 'state'>} options
 * @param {{ width: string, height: string }} size
 */
export function writeImageSnippet({ state }, { width, height }) {
  return writeElement('img', [
    ['src', 'attention.svg'],
    ['alt', describeInWords(state)],
    ['width', width],
    ['height', height],
  ]);
}

// A text to copy, in a box that scrolls.

export class SnippetBox {
  #title;
  #update;
  #message = '';
  /** The copied text. The message is not shown for another text. */
  #copied = '';

  /**
   * @param {string} title the title for screen readers
   * @param {() => void} update draws the view again
   */
  constructor(title, update) {
    this.#title = title;
    this.#update = update;
  }

  /** @param {string} text @param {string} [refusal] the reason why the text should not be copied */
  view(text, refusal = '') {
    return html`<div class="snippet">
      <pre tabindex="0" role="group" aria-label="Snippet: ${this.#title}"><code>${text}</code></pre>
      <p>
        ${actionButton('Copy', refusal === '' && ((event) => this.#copy(event, text)), { kind: '', label: `Copy: ${this.#title}` })}
        <span role="status">${refusal || (this.#copied === text ? this.#message : '')}</span>
      </p>
    </div>`;
  }

  /** @param {Event} event @param {string} text */
  async #copy({ currentTarget }, text) {
    const box = /** @type {Element} */ (currentTarget).closest('.snippet')?.querySelector('pre');
    this.#copied = text;
    // Clear the message first, because the same message would not be announced again.
    this.#message = '';
    this.#update();
    try {
      await navigator.clipboard.writeText(text);
      this.#message = 'Copied.';
    } catch {
      // The page is in a sandbox, or is neither a file nor served over https.
      if (box) {
        getSelection()?.selectAllChildren(box);
        box.focus();
      }
      this.#message = 'The browser does not allow copying here; the snippet is selected for you.';
    }
    this.#update();
  }
}
