/** A chapter of one's own, typed and shown at once: its errors, and the snippet that holds it. */

import { html, render } from 'lit';
import { SnippetBox } from './snippet-box.js';
import { SCRIPT } from './snippets.js';

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
  let problem = '';
  const [form, snippet] = ['div', 'div'].map((name) => document.createElement(name));
  lab.before(form);
  lab.after(snippet);
  const draw = () => {
    render(
      html`<p class="field"><label for="chapter-json">The chapter, as JSON</label>
          <textarea id="chapter-json" rows="12" spellcheck="false" autocomplete="off" .value=${written}
            @input=${type}></textarea></p>
        <p role="status">${problem}</p>`,
      form,
    );
    render(box.view(chapterSnippet(written)), snippet);
  };
  const box = new SnippetBox('A chapter of your own', draw);
  /** @param {Event} event */
  function type({ target }) {
    written = /** @type {HTMLTextAreaElement} */ (target).value;
    problem = '';
    const next = document.createElement('script');
    next.type = 'application/json';
    next.text = trusted(written);
    lab?.querySelector('script')?.replaceWith(next);
    draw();
  }
  lab.addEventListener('attention-error', (event) => {
    const { code, message } = /** @type {CustomEvent} */ (event).detail;
    if (code !== 'ERR_CHAPTER') return;
    problem = message;
    draw();
  });
  draw();
}
