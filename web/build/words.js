/**
 * Holds documents, screen texts and declared names against the rules of words: `node web/build/words.js`, part of
 * `npm run check`. A comment with a reason, on the line or before it, silences it: `<!-- words: reason -->`, `// words: reason`.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseAst } from 'rolldown/parseAst';
import { walkTree } from './layers.js';

/** @typedef {{ text: string, index: number }} Passage a paragraph, cell or string, and where it begins */
/** @typedef {{ index: number, problem: string }} Finding */

const DOCUMENT_LIMITS = { words: 25, lines: 200, bytes: 12_000 };
const SCREEN_TEXT = /^web\/(text|features\/\w+\/text)\//;
/** These words say what role a thing plays in a sentence, not what it is. */
const ROLE_WORDS = new Set(
  'of its own one said made asked beside turned whole away unread written'.split(' '),
);
/** Functions that many modules call, so that one word is enough; those of a schema are on its second line. */
const COMMON = new Set([
  ...'add get has need compute normalise styled tensor'.split(' '),
  ...'list text integer number object problem'.split(' '),
]);
const SILENCED = /(?:<!--|\/\/|\/\*\*?) words: \w/;

/** @param {string} text @param {RegExp} separator with the flag g @returns {Passage[]} */
function splitPassages(text, separator) {
  const starts = [
    0,
    ...Array.from(text.matchAll(separator), (match) => match.index + match[0].length),
  ];
  return starts.map((index, i) => ({ text: text.slice(index, starts[i + 1]), index }));
}

/** Paragraphs, list items, cells and headings, without code. @param {string} text @returns {Passage[]} */
function passagesOfDocument(text) {
  const prose = [/^(`{3,})[^\n]*\n.*?^\1$/gms, /<!--.*?-->/gs, /^ {4}.*$/gm].reduce(
    (rest, pattern) => rest.replace(pattern, (code) => code.replace(/[^\n]/g, ' ')),
    text,
  );
  return splitPassages(prose, /\n\s*\n|\n(?=\s*(?:[-*]|\d+\.)\s|\||#)|\|/g);
}

/** Strings of a module or of JSON. A value in a template counts as one word. @param {string} source @returns {Passage[]} */
function passagesOfScreen(source) {
  /** @type {Passage[]} */
  const found = [];
  walkTree(
    parseAst(source.startsWith('{') ? `(${source})` : source),
    ({ type, value, quasis, start }) => {
      const text =
        type === 'TemplateLiteral'
          ? quasis.map((/** @type {any} */ part) => part.value.cooked).join(' x ')
          : value;
      if (!/^(Template)?Literal$/.test(type) || typeof text !== 'string') return;
      for (const passage of splitPassages(
        text,
        /<\/?(?:p|li|h\d|t[dhr]|d[dtl]|div|br)\b[^>]*>|\n\s*\n/g,
      ))
        found.push({ text: passage.text, index: start });
    },
  );
  return found;
}

/** @param {Passage} passage @returns {Finding[]} */
const longSentences = ({ text, index }) =>
  splitPassages(text, /[.!?…]["”’)*_`]*(?=\s)/g).flatMap((sentence) => {
    const parts = sentence.text.replace(/<[^>]*>/g, ' ').split(/\s+/);
    const words = parts.filter((part) => /[\p{L}\p{N}]/u.test(part));
    const problem = `a sentence of ${words.length} words: “${words.slice(0, 6).join(' ')} …”`;
    return words.length > DOCUMENT_LIMITS.words ? [{ index: index + sentence.index, problem }] : [];
  });

/**
 * The identifiers that a pattern declares, such as `a` and `b` of `{ key: a, ...b }`.
 * @param {any} pattern
 * @returns {any[]}
 */
function bindingsOf(pattern) {
  const { type, properties = [], elements = [], left, argument, value } = pattern ?? {};
  if (type === 'Identifier') return [pattern];
  return [...properties, ...elements, left, argument, value].filter(Boolean).flatMap(bindingsOf);
}

/**
 * The identifiers that a node of a syntax tree declares. Keys of plain objects are not among them: JSON and
 * attributes have such keys.
 * @param {any} node
 * @returns {any[]}
 */
function declaredBy({ type, id, params = [], param, key, computed, local, imported }) {
  if (type === 'VariableDeclarator') return bindingsOf(id);
  if (/^(Method|Property)Definition$/.test(type)) return computed ? [] : [key];
  if (type === 'ImportSpecifier') return local.name === imported.name ? [] : [local];
  if (type === 'CatchClause') return bindingsOf(param);
  return /^(Function|Arrow|Class)/.test(type)
    ? [id, ...params.flatMap(bindingsOf)].filter(Boolean)
    : [];
}

/** @param {string} source @returns {Finding[]} */
function roleNames(source) {
  /** @type {Finding[]} */
  const found = [];
  walkTree(parseAst(source), (node) => {
    for (const { name, start } of declaredBy(node)) {
      if (!ROLE_WORDS.has(name)) continue;
      found.push({ index: start, problem: `the name \`${name}\` does not say what it is` });
    }
  });
  return found;
}

/** Functions of other modules that are called by one word. @param {string} source @returns {Finding[]} */
function bareNames(source) {
  const tree = parseAst(source);
  /** @type {Set<string>} */
  const imported = new Set();
  /** @type {Finding[]} */
  const found = [];
  walkTree(tree, (node) => {
    if (node.type === 'ImportDeclaration' && /^\.(?!.*\btext\/)/.test(node.source.value))
      for (const { type, local } of node.specifiers)
        if (type === 'ImportSpecifier' && /^[a-z]+$/.test(local.name)) imported.add(local.name);
  });
  walkTree(tree, ({ type, callee, start }) => {
    if (type !== 'CallExpression' || !imported.has(callee.name) || COMMON.has(callee.name)) return;
    const problem = `the function \`${callee.name}\` has no object in its name`;
    found.push({ index: start, problem });
  });
  return found;
}

/** Exported functions that are called by a noun and a preposition, such as `widthOf`. @param {string} source @returns {Finding[]} */
function nounNames(source) {
  /** @type {Finding[]} */
  const found = [];
  for (const { type, declaration, start } of /** @type {any[]} */ (parseAst(source).body)) {
    if (type !== 'ExportNamedDeclaration' || !declaration) continue;
    const declared =
      declaration.type === 'VariableDeclaration'
        ? declaration.declarations.filter((/** @type {any} */ { init }) =>
            /Function/.test(init?.type ?? ''),
          )
        : [declaration];
    for (const { id } of declared) {
      if (!/^[a-z]+(Of|At|In|For)$/.test(id?.name)) continue;
      found.push({ index: start, problem: `the function \`${id.name}\` has no verb in its name` });
    }
  }
  return found;
}

/** @param {string} readme @returns {Finding[]} */
function readmeLength(readme) {
  const [lines, bytes] = [readme.split('\n').length - 1, Buffer.byteLength(readme)];
  return [
    ...(lines > DOCUMENT_LIMITS.lines
      ? [`${lines} lines, more than ${DOCUMENT_LIMITS.lines}`]
      : []),
    ...(bytes > DOCUMENT_LIMITS.bytes
      ? [`${bytes} bytes, more than ${DOCUMENT_LIMITS.bytes}`]
      : []),
  ].map((problem) => ({ index: 0, problem }));
}

/** @param {string} path @param {string} text @returns {string[]} problems as `path:line: what is wrong` */
export function findWordProblems(path, text) {
  const lines = text.split('\n');
  return [
    ...(path === 'README.md' ? readmeLength(text) : []),
    ...(path.endsWith('.md') ? passagesOfDocument(text).flatMap(longSentences) : []),
    ...(SCREEN_TEXT.test(path) ? passagesOfScreen(text).flatMap(longSentences) : []),
    ...(path.endsWith('.js') ? roleNames(text) : []),
    ...(/^(?!.*\/text\/).*\.js$/.test(path) ? nounNames(text) : []),
    ...(path.startsWith('web/') && /^(?!.*\/text\/).*\.js$/.test(path) ? bareNames(text) : []),
  ].flatMap(({ index, problem }) => {
    const before = text.slice(0, index + text.slice(index).search(/\S/)).split('\n').length - 1;
    const isSilenced = SILENCED.test(lines.slice(Math.max(before - 1, 0), before + 1).join('\n'));
    return isSilenced ? [] : [`${path}:${before + 1}: ${problem}`];
  });
}

/** Documents and sources of the project. @param {string} root @param {RegExp} pattern of their paths */
export const listFiles = (root, pattern) =>
  ['.github', 'src', 'web', 'tests']
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(
        (path) => `${folder}/${path}`,
      ),
    )
    .concat('README.md')
    .filter((path) => pattern.test(path) && !/node_modules|package\/frameworks/.test(path));

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL('../../', import.meta.url));
  const problems = listFiles(root, /\.md$|^(src|web)\/.*\.js(on)?$/).flatMap((path) =>
    findWordProblems(path, readFileSync(join(root, path), 'utf8')),
  );
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
}
