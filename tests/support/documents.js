// The documents of the project and their code snippets, for tests that run them.
import { readFileSync } from 'node:fs';
import { listFiles } from '../../web/build/words.js';

const root = new URL('../../', import.meta.url);

export const DOCUMENTS = listFiles(/\.md$/);

/** @param {string} path relative to the project */
export const readDocument = (path) => readFileSync(new URL(path, root), 'utf8');

const all = DOCUMENTS.flatMap((path) =>
  [...readDocument(path).matchAll(/^(`{3,})(\w+)\n(.*?)^\1$/gms)].map(
    ([, , language, snippet]) => ({ path, language, snippet }),
  ),
);

/**
 * Lists all snippets of a language in all documents, unchanged.
 * @param {string} language as after the fence: js, javascript, html, css, tsx, python
 */
export const snippetsIn = (language) =>
  all.filter((printed) => printed.language === language).map(({ snippet }) => snippet);

/** Finds the only snippet that contains a text. @param {string} language @param {string} text */
export function snippetWith(language, text) {
  const found = snippetsIn(language).filter((snippet) => snippet.includes(text));
  if (found.length !== 1) throw new Error(`${found.length} snippets in ${language} with ${text}`);
  return found[0];
}
