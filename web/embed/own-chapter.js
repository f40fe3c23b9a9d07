/** A chapter of one's own, typed and shown at once: its errors, and the snippet that holds it. */

import { html, nothing, render } from 'lit';
import { SnippetBox } from './snippet-box.js';
import { SCRIPT } from './snippets.js';

/** Why nothing is to be copied. */
const BROKEN = 'Not to be copied yet: the chapter cannot be read.';

/** @param {{ path: string, message: string }} problem */
const named = ({ path, message }) => `${path ? `${path}: ` : ''}${message}`;

/** Within HTML neither of these may stand in a script; in JSON both can be written otherwise. @param {string} json */
const embedded = (json) => json.trim().replaceAll('<', '\\u003c');

/** @param {string} json */
export const chapterSnippet = (json) => `${SCRIPT}
<attention-lab hide="title,guide">
  <script type="application/json">
${embedded(json)}
  </script>
  A chapter that needs JavaScript.
</attention-lab>`;

/** This page demands Trusted Types, for data as well. @type {any} */
const policy = /** @type {any} */ (globalThis).trustedTypes?.createPolicy('attention-lab', {
  createScript: (/** @type {string} */ text) => text,
});
/** @param {string} text @returns {string} */
const trusted = (text) => policy?.createScript(text) ?? text;

/** @param {HTMLElement} place with an element that has a chapter inside */
export function startChapter(place) {
  const lab = place.querySelector('attention-lab');
  const script = lab?.querySelector('script');
  if (!lab || !script) return;
  let written = (script.textContent ?? '').trim();
  /** @type {string[]} */
  let problems = [];
  const [form, snippet] = ['div', 'div'].map((name) => document.createElement(name));
  lab.before(form);
  lab.after(snippet);
  const draw = () => {
    render(
      html`<p class="field"><label for="chapter-json">The chapter, as JSON</label>
          <textarea id="chapter-json" rows="12" spellcheck="false" autocomplete="off" .value=${written}
            @input=${type}></textarea></p>
        <div role="status">${
          problems.length > 0
            ? html`<p>To be mended before it is copied:</p><ul>${problems.map((one) => html`<li>${one}</li>`)}</ul>`
            : nothing
        }</div>`,
      form,
    );
    const refusal = problems.length > 0 ? BROKEN : '';
    render(box.view(chapterSnippet(written), refusal), snippet);
  };
  const box = new SnippetBox('A chapter of your own', draw);
  /** @param {Event} event */
  function type({ target }) {
    written = /** @type {HTMLTextAreaElement} */ (target).value;
    problems = [];
    const next = document.createElement('script');
    next.type = 'application/json';
    next.text = trusted(written);
    lab?.querySelector('script')?.replaceWith(next);
    draw();
  }
  lab.addEventListener('attention-error', (event) => {
    const { code, message, problems: all } = /** @type {CustomEvent} */ (event).detail;
    if (code !== 'ERR_CHAPTER') return;
    problems = all?.map(named) ?? [message];
    draw();
  });
  draw();
}
