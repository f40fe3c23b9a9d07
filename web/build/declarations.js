/**
 * The types of the package: `node web/build/declarations.js <what tsc wrote> <folder>`. Copies the entries of web/build/types
 * and what they lead to, and puts back the descriptions that tsc leaves out: those of typedefs and of overloads.
 */

import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const ENTRIES = 'web/build/types';
const RELATIVE_IMPORT = /(?:from|import|module)\s*\(?\s*['"](\.{1,2}\/[^'"]+)\.js['"]/g;
/** Compilers before 5.7 know nothing of the buffer of an array. */
const BUFFER_TYPE =
  /(?<=\b(?:(?:Float|Int|Uint|BigInt|BigUint)\d+(?:Clamped)?Array|DataView))<[^<>]*>/g;
const COMMENT = /\/\*\*.*?\*\//gs;

const [emitted, to] = process.argv.slice(2);

/**
 * The declarations that a text of declarations imports.
 *
 * @param {string} text
 * @param {string} folder
 */
function importsOf(text, folder) {
  // tsc leaves comments as they are, with the `@import`s of what is not declared.
  return [...text.replace(COMMENT, '').matchAll(RELATIVE_IMPORT)].map(([, path]) =>
    normalize(join(folder, `${path}.d.ts`)),
  );
}

/** @param {string} path of declarations */
const readModule = (path) => readFileSync(join(root, path.replace(/\.d\.ts$/, '.js')), 'utf8');

/**
 * @param {string} declarations
 * @param {string} source that they were made of
 */
function describeTypes(declarations, source) {
  let text = declarations.replace(BUFFER_TYPE, '');
  for (const { 0: comment, index } of source.matchAll(COMMENT)) {
    const lines = comment.slice(3, -2).split('\n');
    const all = lines.map((line) => line.replace(/^\s*\* ?/, '').trimEnd()).join('\n');
    const [first, ...tags] = all.trim().split(/^(?=@\w)/m);
    const isTag = first.startsWith('@');
    const description = isTag ? '' : first.trim();
    const names = (isTag ? [first, ...tags] : tags)
      .filter((tag) => tag.startsWith('@typedef'))
      .map(readTypedef);
    names.forEach(({ name, words }, i) => {
      const typeDescription = words || (i === 0 ? description : '');
      text = insertDescription(text, `export type ${name}`, typeDescription);
    });
    if (!tags.some((tag) => tag.startsWith('@overload'))) continue;
    const [, name] = source.slice(index + comment.length).match(/\bfunction (\w+)/) ?? [];
    text = insertDescription(text, `export declare function ${name}`, description);
  }
  return text;
}

/**
 * The name and the words of a tag `typedef {…} Name …`.
 *
 * @param {string} tag
 */
function readTypedef(tag) {
  let rest = tag.slice('@typedef'.length).trimStart();
  let depth = 0;
  for (let i = 0; rest.startsWith('{') && i < rest.length; i++) {
    if (rest[i] === '{') depth++;
    if (rest[i] === '}') depth--;
    if (depth === 0) rest = rest.slice(i + 1).trimStart();
  }
  const [, name, words] = rest.match(/^(\w+)(.*)$/s) ?? ['', '', ''];
  return { name, words: words.trim() };
}

/**
 * @param {string} text
 * @param {string} start of a declaration
 * @param {string} description
 */
function insertDescription(text, start, description) {
  const at = text.search(new RegExp(`^${start}\\b`, 'm'));
  if (at < 0 || description === '') return text;
  const lines = description.split('\n').map((line) => ` * ${line}`.trimEnd());
  return `${text.slice(0, at)}/**\n${lines.join('\n')}\n */\n${text.slice(at)}`;
}

mkdirSync(to, { recursive: true });
cpSync(join(root, ENTRIES), to, { recursive: true });
/** @type {string[]} */
const waiting = [];
for (const name of readdirSync(to)) {
  const text = readFileSync(join(to, name), 'utf8')
    .replaceAll("'../../../src/", "'./src/")
    .replaceAll("'../../", "'./web/");
  writeFileSync(join(to, name), text);
  waiting.push(...importsOf(text, ''));
}
const copied = new Set(readdirSync(to));
for (const path of waiting) {
  if (copied.has(path)) continue;
  copied.add(path);
  // The types of a layer are written by hand, so that tsc leaves them where they are.
  const text = path.endsWith('/types.d.ts')
    ? readFileSync(join(root, path), 'utf8')
    : describeTypes(readFileSync(join(emitted, path), 'utf8'), readModule(path));
  mkdirSync(dirname(join(to, path)), { recursive: true });
  writeFileSync(join(to, path), text);
  waiting.push(...importsOf(text, dirname(path)));
}
