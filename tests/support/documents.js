// The documents of the project, and the snippets that they print, for tests that run them.
import { readFileSync } from 'node:fs';
import { listFiles } from '../../web/build/words.js';

const root = new URL('../../', import.meta.url);

/** Paths of all documents, within the project. */
export const DOCUMENTS = listFiles(/\.md$/);

/** @param {string} path within the project */
export const readDocument = (path) => readFileSync(new URL(path, root), 'utf8');

const all = DOCUMENTS.flatMap((path) =>
  [...readDocument(path).matchAll(/^(`{3,})(\w+)\n(.*?)^\1$/gms)].map(
    ([, , language, snippet]) => ({ path, language, snippet }),
  ),
);

/**
 * What all documents print in one language, as it stands there.
 * @param {string} language as behind the fence: js, javascript, html, css, tsx, python
 */
export const snippetsIn = (language) =>
  all.filter((printed) => printed.language === language).map(({ snippet }) => snippet);

/** The one snippet with some text in it. @param {string} language @param {string} text */
export function snippetWith(language, text) {
  const found = snippetsIn(language).filter((snippet) => snippet.includes(text));
  if (found.length !== 1) throw new Error(`${found.length} snippets in ${language} with ${text}`);
  return found[0];
}
