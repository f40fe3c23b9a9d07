/** Shows beside each live example its snippet, read from the page before the elements are defined. */

import { render } from 'lit';
import { writeElement } from './markup.js';
import { SnippetBox } from './snippet-box.js';
import { SCRIPT } from './snippets.js';

/** Attributes without a value. */
const ALONE = ['readonly', 'permalink', 'open'];

/** Must run before the elements are defined, since they write attributes of their own. */
export function showSnippets() {
  for (const example of document.querySelectorAll('.example')) {
    const live = example.querySelector('.live');
    if (live) show(example, snippetOf(live));
  }
  for (const text of document.querySelectorAll('.example > pre')) {
    const example = /** @type {Element} */ (text.parentElement);
    text.remove();
    show(example, text.textContent?.trim() ?? '');
  }
}

/**
 * @param {Element} example
 * @param {string} text
 */
function show(example, text) {
  const title = example.closest('section')?.querySelector('h2, h3')?.textContent ?? '';
  const place = document.createElement('div');
  place.className = 'beside';
  example.append(place);
  const draw = () => render(box.view(text), place);
  const box = new SnippetBox(title.trim(), draw);
  draw();
}

/**
 * @param {Element} live
 * @returns {string}
 */
function snippetOf(live) {
  const written = [...live.children].map((element) =>
    writeElement(element.localName, [...element.attributes].map(attribute), element.innerHTML),
  );
  const needsScript = live.querySelector('attention-lab, attention-map');
  return [...(needsScript ? [SCRIPT] : []), ...written].join('\n');
}

/**
 * @param {Attr} attribute
 * @returns {import('./markup.js').Attribute}
 */
function attribute({ name, value }) {
  if (value === '' && ALONE.includes(name)) return [name, true];
  // In a checkout the page is in another folder than the build.
  return [name, value.replace(/^\.\.\/dist\//, '')];
}
