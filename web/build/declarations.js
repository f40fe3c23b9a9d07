/**
 * Writes the types of the package: `node web/build/declarations.js <output of tsc> <folder>`. It copies the entries of
 * web/build/types and all declarations that they import, and restores the descriptions that tsc drops: those of typedefs
 * and of overloads.
 */

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readText, root } from './files.js';

const ENTRIES = 'web/build/types/';
const RELATIVE_IMPORT = /(?:from|import|module)\s*\(?\s*['"](\.{1,2}\/[^'"]+)\.js['"]/g;
/**
 * Typed arrays with the type of their buffer, which compilers before 5.7 do not know. All compilers know what `of()`
 * returns: an array whose buffer is not shared, where there is such a type.
 */
const TYPED_ARRAY =
  /\b((?:(?:Float|Int|Uint|BigInt|BigUint)\d+(?:Clamped)?Array|DataView))<([^<>]*)>/g;
const COMMENT = /\/\*\*.*?\*\//gs;
const TYPEDEF = /^@typedef\s+(?:\{.*?\}\s+)?([A-Za-z]\w*)(.*)$/s;

const [emittedFolder, targetFolder] = process.argv.slice(2);

/** Reads declarations, with restored descriptions. @param {string} path the path of the declarations in the package */
function readDeclarations(path) {
  if (!path.includes('/'))
    return readText(ENTRIES + path)
      .replaceAll("'../../../src/", "'./src/")
      .replaceAll("'../../", "'./web/");
  // tsc does not emit declarations that are written by hand.
  if (path.endsWith('/types.d.ts')) return simplifyArrays(readText(path));
  const source = readText(path.replace(/\.d\.ts$/, '.js'));
  return describeTypes(readFileSync(join(emittedFolder, path), 'utf8'), source);
}

/** @param {string} text */
const simplifyArrays = (text) =>
  text.replace(TYPED_ARRAY, (_, name, buffer) =>
    buffer === 'ArrayBuffer' && name !== 'DataView' ? `ReturnType<${name}Constructor['of']>` : name,
  );

/**
 * Inserts the descriptions of typedefs and overloads into declarations.
 * @param {string} declarations
 * @param {string} source the source of the declarations
 */
function describeTypes(declarations, source) {
  let text = simplifyArrays(declarations);
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
 * Inserts a comment before a declaration.
 * @param {string} text
 * @param {string} start the start of the declaration, after `export`
 * @param {string} description
 */
function insertDescription(text, start, description) {
  if (description === '') return text;
  const comment = `/**\n${description.replace(/^/gm, ' * ').replace(/ +$/gm, '')}\n */\n`;
  return text.replace(new RegExp(`^export ${start}\\b`, 'm'), (found) => comment + found);
}

// The loop below adds paths to this set while it iterates.
const reachedPaths = new Set(readdirSync(root + ENTRIES));
for (const path of reachedPaths) {
  const text = readDeclarations(path);
  mkdirSync(dirname(join(targetFolder, path)), { recursive: true });
  writeFileSync(join(targetFolder, path), text);
  // Ignore comments: they contain `@import`s of types that no declaration uses.
  for (const [, imported] of text.replace(COMMENT, '').matchAll(RELATIVE_IMPORT))
    reachedPaths.add(`${join(dirname(path), imported)}.d.ts`);
}
