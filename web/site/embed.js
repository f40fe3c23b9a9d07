/** The page for authors: a snippet beside each live example, and a builder of snippets. */

import { html, nothing, render } from 'lit';
import { addSourceNames } from '../entries/source-names.js';
import { escapedForScript } from '../text/markup.js';
import { startBuilder } from './builder.js';
import { SnippetBox } from './snippets.js';

addSourceNames();

/** Shows the text of each example, with a button that copies it. */
function showSnippets() {
  for (const text of document.querySelectorAll('.example > pre')) {
    const place = document.createElement('div');
    place.className = 'beside';
    text.replaceWith(place);
    const title = place.closest('section')?.querySelector('h2, h3')?.textContent ?? '';
    showSnippet(place, title.trim(), text.textContent?.trim() ?? '');
  }
}

/** @param {HTMLElement} place @param {string} title @param {string} text */
function showSnippet(place, title, text) {
  const draw = () => render(box.view(text), place);
  const box = new SnippetBox(title, draw);
  draw();
}

// Folded parts are created when they are first opened. A link to a part opens it.

/** @param {Element} part @param {() => void} make creates the part, at once if it is open */
function onceOpen(part, make) {
  const details = part.closest('details');
  if (!details || details.open) return make();
  details.addEventListener('toggle', make, { once: true });
}

/**
 * Removes an example until it is opened, so that it loads nothing before. An example with a script
 * keeps its element, which the script needs.
 * @param {Element} live
 */
function holdBack(live) {
  if (live.querySelector('script:not([type="application/json"])')) return;
  const held = document.createDocumentFragment();
  held.append(...live.childNodes);
  onceOpen(live, () => live.append(held));
}

/** Opens the target of an address of this page. */
function openTargets() {
  const open = () => {
    const target = document.getElementById(location.hash.slice(1));
    const details = target?.closest('details');
    if (!target || !details) return;
    details.open = true;
    target.scrollIntoView();
  };
  addEventListener('hashchange', open);
  // Following the same address again fires no `hashchange`.
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('a[href^="#"]')) setTimeout(open);
  });
  open();
}

// A chapter that the author types, with its preview, its errors, and its snippet.

/** The reason why the snippet should not be copied. */
const BROKEN = 'Not to be copied yet: the chapter cannot be read.';

/** @param {{ path: string, message: string }} problem */
const formatProblem = ({ path, message }) => `${path ? `${path}: ` : ''}${message}`;

/** The policy for Trusted Types, which this page requires even for data. @type {any} */
const policy = /** @type {any} */ (globalThis).trustedTypes?.createPolicy('attention-lab', {
  createScript: (/** @type {string} */ text) => text,
});

/** @param {string} text @returns {string} */
const trustScript = (text) => policy?.createScript(text) ?? text;

/** @param {HTMLElement} place a place with an element that contains a chapter */
function startChapter(place) {
  const lab = place.querySelector('attention-lab');
  const script = lab?.querySelector('script');
  if (!lab || !script) return;
  const example = place.querySelector('pre');
  const [start, end] = (example?.textContent ?? '').split(script.textContent ?? '');
  example?.remove();
  let source = (script.textContent ?? '').trim();
  /** @type {string[]} */
  let problems = [];
  const [form, snippet] = ['div', 'div'].map((name) => document.createElement(name));
  lab.before(form);
  lab.after(snippet);
  const draw = () => {
    render(
      html`<div class="field chapter-field"><label for="chapter-json">The chapter, as JSON</label>
        <div role="status">${
          problems.length > 0
            ? html`<p>To be mended before it is copied:</p><ul>${problems.map((problem) => html`<li>${problem}</li>`)}</ul>`
            : nothing
        }</div>
        <textarea id="chapter-json" rows="12" spellcheck="false" autocomplete="off" .value=${source}
          @input=${type}></textarea></div>`,
      form,
    );
    const refusal = problems.length > 0 ? BROKEN : '';
    render(box.view(`${start}\n${escapedForScript(source)}\n  ${end}`, refusal), snippet);
  };
  const box = new SnippetBox('A chapter of your own', draw);
  /** @param {Event} event */
  function type({ target }) {
    source = /** @type {HTMLTextAreaElement} */ (target).value;
    problems = [];
    const next = document.createElement('script');
    next.type = 'application/json';
    next.text = trustScript(source);
    lab?.querySelector('script')?.replaceWith(next);
    draw();
  }
  lab.addEventListener('attention-error', (event) => {
    const { code, message, problems: all } = /** @type {CustomEvent} */ (event).detail;
    if (code !== 'ERR_CHAPTER') return;
    problems = all?.map(formatProblem) ?? [message];
    draw();
  });
  draw();
}

showSnippets();

for (const live of document.querySelectorAll('.example > .live')) holdBack(live);

const place = /** @type {HTMLElement | null} */ (document.querySelector('#builder'));

if (place) onceOpen(place, () => startBuilder(place));

const chapter = /** @type {HTMLElement | null} */ (document.querySelector('#chapter-editor'));

if (chapter) {
  holdBack(chapter);
  onceOpen(chapter, () => startChapter(chapter));
}

openTargets();
