/** Snippets for authors to paste: a part of the lesson as a tag, as an iframe, as a picture. */

import { html } from 'lit';
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
 * @property {readonly string[]} [steps] those to show; none: the whole lesson
 * @property {string} [table] shown alone, in place of steps
 * @property {readonly string[]} [hide] more than is hidden by default
 * @property {readonly string[]} [show] of what is hidden by default
 * @property {boolean} [readonly]
 * @property {boolean} [locked]
 * @property {boolean} [compact]
 * @property {string} [theme]
 * @property {string} [lang]
 */

/** The script. */
export const SCRIPT = writeElement('script', [
  ['src', 'attention-lab.js'],
  ['defer', true],
]);

const SNIPPET_FIELDS = /** @type {Name[]} */ (Object.keys(DEFAULTS).filter((name) => name !== 'v'));

/**
 * The fewest entries that turn another state into this one, without `before`: a comparison belongs to
 * the reader who made it.
 * @param {State} state
 * @param {State} from
 * @returns {Partial<State>}
 */
function differences(state, from) {
  const comparable = { ...state, before: '' };
  const makes = (/** @type {Partial<State>} */ some) => {
    const result = normaliseState({ ...from, ...some });
    return SNIPPET_FIELDS.every((name) => result[name] === comparable[name]);
  };
  let some = /** @type {Partial<State>} */ (
    Object.fromEntries(
      SNIPPET_FIELDS.filter((name) => comparable[name] !== from[name]).map((name) => [
        name,
        comparable[name],
      ]),
    )
  );
  // An entry may follow from others: a single word leaves no choice of a query.
  for (const name of SNIPPET_FIELDS) {
    const { [name]: _, ...rest } = some;
    if (name in some && makes(rest)) some = rest;
  }
  return some;
}

/** @param {string} name of an entry */
const isAttribute = (name) => FIELDS[/** @type {Name} */ (name)].attribute !== undefined;

/** @param {Record<string, unknown>} options @returns {Attribute[]} those that are set */
const attributes = (options) =>
  Object.entries(options).flatMap(([name, value]) => {
    if (value === undefined || value === false) return [];
    const text = typeof value === 'number' ? exact(value) : String(value);
    return [/** @type {Attribute} */ ([parted(name), value === true ? true : text])];
  });

/**
 * The options of the author that are not in the state.
 * @param {SnippetOptions} options
 */
const authorAttributes = ({ steps, table, hide, show, readonly, locked, compact, theme, lang }) =>
  attributes({
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

/**
 * The attributes of an element, without defaults.
 * @param {SnippetOptions} options
 */
export function listLabAttributes(options) {
  const entries = Object.entries(differences(options.state, DEFAULTS));
  const others = entries.filter(([name]) => !isAttribute(name));
  return [
    ...attributes(Object.fromEntries(entries.filter(([name]) => isAttribute(name)))),
    ...attributes({
      state: others.length > 0 ? JSON.stringify(Object.fromEntries(others)) : undefined,
    }),
    ...authorAttributes(options),
  ];
}

/**
 * The text for screen readers, and for browsers without scripting or WebAssembly.
 * @param {State} state
 */
const inWords = ({ sentence, target }) =>
  `Attention in the words: ${[target, sentence].filter(Boolean).join(' / ')}`;

/**
 * The tag and the script it needs.
 * @param {SnippetOptions} options
 */
export function writeTagSnippet(options) {
  const text = escaped(inWords(options.state));
  return `${SCRIPT}\n${writeElement('attention-lab', listLabAttributes(options), text)}`;
}

/**
 * The address of the standalone page, instead of attributes.
 * @param {SnippetOptions} options
 * @returns {string} a hash, without `#`
 */
export function writeFrameAddress(options) {
  const { state } = options;
  const author = authorAttributes(options).map(([name, value]) => [
    name,
    value === true ? '' : value,
  ]);
  return [writeAddress(differences(state, DEFAULTS)), new URLSearchParams(author).toString()]
    .filter(Boolean)
    .join('&');
}

/** Makes each frame as high as its page; messages from other windows are ignored. */
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
 * The standalone page in a sandboxed frame without access to the page around it.
 * @param {SnippetOptions} options
 * @param {string} [page] where the standalone page is
 */
export function writeFrameSnippet(options, page = 'index.html') {
  const frame = writeElement('iframe', [
    ['src', `${page}#${writeFrameAddress(options)}`],
    ['title', inWords(options.state)],
    ['width', '100%'],
    ['height', '480'],
    ['frameborder', '0'],
    ['sandbox', 'allow-scripts'],
    ['loading', 'lazy'],
  ]);
  return `${frame}\n${RESIZE}`;
}

/**
 * A picture as a file beside the page.
 * @param {Pick<SnippetOptions, 'state'>} options
 * @param {{ width: string, height: string }} size
 */
export function writeImageSnippet({ state }, { width, height }) {
  return writeElement('img', [
    ['src', 'attention.svg'],
    ['alt', inWords(state)],
    ['width', width],
    ['height', height],
  ]);
}

// A text to copy, in a box that scrolls.

export class SnippetBox {
  #title;
  #update;
  #message = '';
  /** The text that was copied; the message is not shown for another. */
  #copied = '';

  /**
   * @param {string} title for screen readers
   * @param {() => void} update draws the view again
   */
  constructor(title, update) {
    this.#title = title;
    this.#update = update;
  }

  /** @param {string} text @param {string} [refusal] why it is not to be copied */
  view(text, refusal = '') {
    return html`<div class="snippet">
      <pre tabindex="0" role="group" aria-label="Snippet: ${this.#title}"><code>${text}</code></pre>
      <p>
        <button type="button" aria-label="Copy: ${this.#title}" ?disabled=${refusal !== ''}
          @click=${(/** @type {Event} */ event) => this.#copy(event, text)}>Copy</button>
        <span role="status">${refusal || (this.#copied === text ? this.#message : '')}</span>
      </p>
    </div>`;
  }

  /**
   * @param {Event} event
   * @param {string} text
   */
  async #copy({ currentTarget }, text) {
    const box = /** @type {Element} */ (currentTarget).closest('.snippet')?.querySelector('pre');
    this.#copied = text;
    // Emptied first, or the same message would not be announced again.
    this.#message = '';
    this.#update();
    try {
      await navigator.clipboard.writeText(text);
      this.#message = 'Copied.';
    } catch {
      // A sandbox, or a page that is neither a file nor served over https.
      if (box) {
        getSelection()?.selectAllChildren(box);
        box.focus();
      }
      this.#message = 'The browser does not allow copying here; the snippet is selected for you.';
    }
    this.#update();
  }
}
