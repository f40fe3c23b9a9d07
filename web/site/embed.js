/** The page for authors: a snippet beside each live example, and a builder of snippets. */

import { html, nothing, render } from 'lit';
import { addSourceNames } from '../entries/source-names.js';
import { startBuilder } from './builder.js';
import { SnippetBox } from './snippets.js';

addSourceNames();

/** The texts of the examples, each with a button that copies it. */
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

// Folded parts are made when they are first opened; a link to a part opens it.

/**
 * @param {Element} part
 * @param {() => void} make at once, if it is open
 */
function onceOpen(part, make) {
  const details = part.closest('details');
  if (!details || details.open) return make();
  details.addEventListener('toggle', make, { once: true });
}

/**
 * Takes the example out until it is opened, so that it loads nothing before. One with a script needs its
 * element when that runs.
 * @param {Element} live
 */
function holdBack(live) {
  if (live.querySelector('script:not([type="application/json"])')) return;
  const held = document.createDocumentFragment();
  held.append(...live.childNodes);
  onceOpen(live, () => live.append(held));
}

/** Opens what an address of this page leads to. */
function openTargets() {
  const open = () => {
    const target = document.getElementById(location.hash.slice(1));
    const details = target?.closest('details');
    if (!target || !details) return;
    details.open = true;
    target.scrollIntoView();
  };
  addEventListener('hashchange', open);
  // The same address again is no change of it.
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('a[href^="#"]')) setTimeout(open);
  });
  open();
}

// A chapter of one's own, typed and shown at once: its errors, and the snippet that holds it.

/** Why nothing is to be copied. */
const BROKEN = 'Not to be copied yet: the chapter cannot be read.';

/** @param {{ path: string, message: string }} problem */
const formatProblem = ({ path, message }) => `${path ? `${path}: ` : ''}${message}`;

/** Within HTML no end of the script may stand in JSON, which can write it otherwise. @param {string} json */
const embedded = (json) => json.trim().replaceAll('<', '\\u003c');

/** This page demands Trusted Types, for data as well. @type {any} */
const policy = /** @type {any} */ (globalThis).trustedTypes?.createPolicy('attention-lab', {
  createScript: (/** @type {string} */ text) => text,
});

/** @param {string} text @returns {string} */
const trusted = (text) => policy?.createScript(text) ?? text;

/** @param {HTMLElement} place with an element that has a chapter inside */
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
      html`<p class="field"><label for="chapter-json">The chapter, as JSON</label>
          <textarea id="chapter-json" rows="12" spellcheck="false" autocomplete="off" .value=${source}
            @input=${type}></textarea></p>
        <div role="status">${
          problems.length > 0
            ? html`<p>To be mended before it is copied:</p><ul>${problems.map((problem) => html`<li>${problem}</li>`)}</ul>`
            : nothing
        }</div>`,
      form,
    );
    const refusal = problems.length > 0 ? BROKEN : '';
    render(box.view(`${start}\n${embedded(source)}\n  ${end}`, refusal), snippet);
  };
  const box = new SnippetBox('A chapter of your own', draw);
  /** @param {Event} event */
  function type({ target }) {
    source = /** @type {HTMLTextAreaElement} */ (target).value;
    problems = [];
    const next = document.createElement('script');
    next.type = 'application/json';
    next.text = trusted(source);
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

const chapter = /** @type {HTMLElement | null} */ (document.querySelector('#own-chapter'));

if (chapter) {
  holdBack(chapter);
  onceOpen(chapter, () => startChapter(chapter));
}

openTargets();
