/**
 * Of the declarations that TypeScript makes of every file, those that an entry of the package leads to,
 * name by name: `node web/types/prune.js <from> <to>`.
 */

import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ENTRIES = ['src/js/index.d.ts', 'web/types/element.d.ts', 'web/types/define.d.ts'];
const [from, to] = process.argv.slice(2);

/**
 * @typedef {object} Statement
 * @property {string} text with the comment before it
 * @property {string} code without comments
 * @property {string[]} names that it declares or hands on
 * @property {boolean} wanted
 */

/** @type {Map<string, Statement[]>} */
const files = new Map();

cpSync(dirname(fileURLToPath(import.meta.url)), join(from, 'web/types'), {
  recursive: true,
  filter: (path) => !path.endsWith('.js'),
});
for (const path of ENTRIES) want(path, '*');
for (const [path, statements] of files) {
  mkdirSync(dirname(join(to, path)), { recursive: true });
  const texts = statements.filter(({ wanted }) => wanted).map(({ text }) => text);
  writeFileSync(join(to, path), `${texts.join('\n').trim()}\n`);
}

/**
 * Marks what declares a name, and whatever that speaks of.
 * @param {string} path
 * @param {string} name or `*` for all
 */
function want(path, name) {
  for (const statement of statementsOf(path)) {
    const { code, names, wanted } = statement;
    if (wanted || (name !== '*' && !names.includes(name))) continue;
    statement.wanted = true;
    for (const [, other, member] of code.matchAll(/import\(['"](\..+?)\.js['"]\)\.(\w+)/g)) {
      want(join(dirname(path), `${other}.d.ts`), member);
    }
    const [, other] = /(?:from|^import) ['"](\..+?)\.js['"];$/.exec(code) ?? [];
    const handedOn = names.length > 0 ? names : ['*'];
    if (other) for (const one of handedOn) want(join(dirname(path), `${other}.d.ts`), one);
    else for (const [word] of code.matchAll(/\w+/g)) want(path, word);
  }
}

/** @param {string} path @returns {Statement[]} */
function statementsOf(path) {
  const known = files.get(path);
  if (known) return known;
  /** @type {Statement[]} */
  const statements = [];
  let comment = '';
  const text = withoutOverrides(withoutStars(readFileSync(join(from, path), 'utf8')));
  for (const part of text.split(/\n(?=\/\*\*|export |import |declare |interface )/)) {
    // Of several comments only the last tells of what follows.
    if (part.startsWith('/**')) comment = `${part}\n`;
    else {
      const code = part.replace(/\/\*\*.*?\*\//gs, '').trim();
      statements.push({ text: comment + part, code, names: namesIn(code), wanted: false });
      comment = '';
    }
  }
  files.set(path, statements);
  return statements;
}

/** @param {string} code @returns {string[]} */
function namesIn(code) {
  const [, list] = /^(?:import|export) (?:type )?{(.*?)}/s.exec(code) ?? [];
  if (list) return list.match(/\w+/g) ?? [];
  const declared = /^(?:export )?(?:declare )?(?:type|class|function|const|interface) (\w+)/.exec(
    code,
  );
  return declared ? [declared[1]] : [];
}

/**
 * A type that a comment breaks into lines keeps the star of the second line (tsc 7.0.2).
 * @param {string} text
 */
function withoutStars(text) {
  return text.replace(/^(?! *\/?\*).* \* +.*$/gm, (line) => line.replace(/(?<!export) \* +/g, ' '));
}

/**
 * What Lit calls, Lit declares: protected, not for others to call.
 * @param {string} text
 */
function withoutOverrides(text) {
  return text.replace(/^ {4}\/\*\*(?:(?!\*\/).)*@override(?:(?!\*\/).)*\*\/\n[^\n]*;\n/gms, '');
}
