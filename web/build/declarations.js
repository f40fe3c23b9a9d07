/**
 * The types of the package: `node web/build/declarations.js <what tsc wrote> <folder>`. Copies the entries of web/build/types
 * and what they lead to, and puts back the descriptions that tsc leaves out: those of typedefs and of overloads.
 */

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readText, root } from './files.js';

const ENTRIES = 'web/build/types/';
const RELATIVE_IMPORT = /(?:from|import|module)\s*\(?\s*['"](\.{1,2}\/[^'"]+)\.js['"]/g;
/** Compilers before 5.7 know nothing of the buffer of an array. */
const BUFFER_TYPE =
  /(?<=\b(?:(?:Float|Int|Uint|BigInt|BigUint)\d+(?:Clamped)?Array|DataView))<[^<>]*>/g;
const COMMENT = /\/\*\*.*?\*\//gs;
const TYPEDEF = /^@typedef\s+(?:\{.*?\}\s+)?([A-Za-z]\w*)(.*)$/s;

const [emitted, to] = process.argv.slice(2);

/** @param {string} path of declarations in the package */
function readDeclarations(path) {
  if (!path.includes('/'))
    return readText(ENTRIES + path)
      .replaceAll("'../../../src/", "'./src/")
      .replaceAll("'../../", "'./web/");
  // The types of a layer are written by hand, so that tsc leaves them where they are.
  if (path.endsWith('/types.d.ts')) return readText(path);
  const source = readText(path.replace(/\.d\.ts$/, '.js'));
  return describeTypes(readFileSync(join(emitted, path), 'utf8'), source);
}

/**
 * @param {string} declarations
 * @param {string} source that they were made of
 */
function describeTypes(declarations, source) {
  let text = declarations.replace(BUFFER_TYPE, '');
  for (const { 0: comment, index } of source.matchAll(COMMENT)) {
    const words = comment.slice(3, -2).replace(/^[^\S\n]*\* ?|[^\S\n]+$/gm, '');
    const [description, ...tags] = `\n${words.trim()}`.split(/\n(?=@\w)/).map((tag) => tag.trim());
    let isFirst = true;
    for (const tag of tags) {
      const [, name, about] = TYPEDEF.exec(tag) ?? [];
      if (!name) continue;
      text = insertDescription(text, `type ${name}`, about.trim() || (isFirst ? description : ''));
      isFirst = false;
    }
    if (!tags.some((tag) => tag.startsWith('@overload'))) continue;
    const [, name] = /\bfunction (\w+)/.exec(source.slice(index + comment.length)) ?? [];
    text = insertDescription(text, `declare function ${name}`, description);
  }
  return text;
}

/**
 * @param {string} text
 * @param {string} start of a declaration
 * @param {string} description
 */
function insertDescription(text, start, description) {
  if (description === '') return text;
  const comment = `/**\n${description.replace(/^/gm, ' * ').replace(/ +$/gm, '')}\n */\n`;
  return text.replace(new RegExp(`^export ${start}\\b`, 'm'), (found) => comment + found);
}

// The set grows while it is walked.
const reached = new Set(readdirSync(root + ENTRIES));
for (const path of reached) {
  const text = readDeclarations(path);
  mkdirSync(dirname(join(to, path)), { recursive: true });
  writeFileSync(join(to, path), text);
  // tsc leaves comments as they are, with the `@import`s of what is not declared.
  for (const [, imported] of text.replace(COMMENT, '').matchAll(RELATIVE_IMPORT))
    reached.add(`${join(dirname(path), imported)}.d.ts`);
}
