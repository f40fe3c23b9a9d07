/**
 * Checks documents, screen texts, names and comments by the rules for words: `node web/build/words.js`, part of
 * `npm run check`. A comment with a reason, on the same line or the line before, allows an exception:
 * `<!-- words: reason -->`, `// words: reason`.
 */

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync, Visitor } from 'rolldown/utils';
import { readText, root } from './files.js';

/** @typedef {{ text: string, index: number }} Passage a paragraph, cell or string, and the index where it begins */
/** @typedef {{ index: number, problem: string }} Finding */

const MOST_WORDS = 25;
const SCREEN_TEXT = /^web\/(text|features\/\w+\/text)\//;
/** Refused names: they say which role a thing plays in a sentence, not what the thing is. */
const ROLE_WORDS = new Set(
  'of its own one said made asked beside turned whole away unread written'.split(' '),
);
/** Imported functions whose names may be one word, since many modules call them. The second line names those of schemas. */
const COMMON = new Set([
  ...'add get has need compute normalise styled tensor'.split(' '),
  ...'list text integer number object problem'.split(' '),
]);
/**
 * The first line of a comment that is a fragment, such as “Of the last layer”, which does not say
 * who does what.
 */
const FRAGMENT =
  /(?:\/\/|\/\*\*?(?:\n *\*)?) ((?:Of|Who|Whoever|Whose|What|Whatever|Which|Where|Wherever|Such as|Said|Told|Asked|Its|Those)\b[^?\n]*)$/gm;
const SILENCED = /(?:<!--|\/\/|\/\*\*?) words: \w/;

/** @param {string} text @param {RegExp} separator with the flag g @returns {Passage[]} */
function splitPassages(text, separator) {
  const starts = [
    0,
    ...Array.from(text.matchAll(separator), (match) => match.index + match[0].length),
  ];
  return starts.map((index, i) => ({ text: text.slice(index, starts[i + 1]), index }));
}

/** Returns the paragraphs, list items, cells and headings of a document, without code. @param {string} text @returns {Passage[]} */
function passagesOfDocument(text) {
  const prose = [/^(`{3,})[^\n]*\n.*?^\1$/gms, /<!--.*?-->/gs, /^ {4}.*$/gm].reduce(
    (rest, pattern) => rest.replace(pattern, (code) => code.replace(/[^\n]/g, ' ')),
    text,
  );
  return splitPassages(prose, /\n\s*\n|\n(?=\s*(?:[-*]|\d+\.)\s|\||#)|\|/g);
}

const BLOCK = /<\/?(?:p|li|h\d|t[dhr]|d[dtl]|div|br)\b[^>]*>|\n\s*\n/g;

/**
 * Returns the strings of a module or of JSON. A value in a template counts as one word.
 * @param {string} source
 * @returns {Passage[]}
 */
function passagesOfScreen(source) {
  /** @type {Passage[]} */
  const found = [];
  const addText = (/** @type {unknown} */ text, /** @type {number} */ index) => {
    if (typeof text !== 'string') return;
    found.push(...splitPassages(text, BLOCK).map((passage) => ({ ...passage, index })));
  };
  new Visitor({
    Literal: ({ value, start }) => addText(value, start),
    TemplateLiteral: ({ quasis, start }) =>
      addText(quasis.map(({ value }) => value.cooked).join(' x '), start),
  }).visit(parseSync('a.js', source.startsWith('{') ? `(${source})` : source).program);
  return found;
}

/** @param {Passage} passage @returns {Finding[]} */
const findLongSentences = ({ text, index }) =>
  splitPassages(text, /[.!?…]["”’)*_`]*(?=\s)/g).flatMap((sentence) => {
    const parts = sentence.text.replace(/<[^>]*>/g, ' ').split(/\s+/);
    const words = parts.filter((part) => /[\p{L}\p{N}]/u.test(part));
    const problem = `a sentence of ${words.length} words: “${words.slice(0, 6).join(' ')} …”`;
    return words.length > MOST_WORDS ? [{ index: index + sentence.index, problem }] : [];
  });

/**
 * The identifiers that a pattern declares, such as `a` and `b` of `{ key: a, ...b }`.
 * @param {any} pattern
 * @returns {any[]}
 */
function bindingsOf(pattern) {
  const { type, properties = [], elements = [], left, argument, value } = pattern ?? {};
  if (/Identifier$/.test(type)) return [pattern];
  return [...properties, ...elements, left, argument, value].filter(Boolean).flatMap(bindingsOf);
}

/**
 * Finds imported functions of the project whose names are one word, such as `draw`.
 * @param {ReturnType<typeof parseSync>['module']} module
 */
const listBareNames = ({ staticImports }) =>
  staticImports
    .filter(({ moduleRequest }) => /^\.(?!.*\btext\/)/.test(moduleRequest.value))
    .flatMap(({ entries }) => entries)
    .filter(({ importName, localName }) => importName.name && /^[a-z]+$/.test(localName.value))
    .map(({ localName }) => localName.value)
    .filter((name) => !COMMON.has(name));

/**
 * Finds declared names that say a role, imported functions of one word, and exported functions such as `widthOf`. Keys of
 * plain objects may be any: JSON and attributes have such keys.
 * @param {string} path
 * @param {string} source
 * @returns {Finding[]}
 */
function findNameProblems(path, source) {
  const { program, module } = parseSync(path, source);
  const isText = path.includes('/text/');
  const bareNames = path.startsWith('web/') && !isText ? listBareNames(module) : [];
  /** @type {Finding[]} */
  const found = [];
  const declare = (/** @type {unknown[]} */ ...patterns) => {
    for (const { name, start } of patterns.flatMap(bindingsOf))
      if (ROLE_WORDS.has(name))
        found.push({ index: start, problem: `the name \`${name}\` does not say what it is` });
  };
  const declareFunction = (/** @type {any} */ { id, params }) => declare(id, ...params);
  const declareId = (/** @type {any} */ { id }) => declare(id);
  const declareMember = (/** @type {any} */ { key, computed }) => computed || declare(key);
  new Visitor({
    VariableDeclarator: declareId,
    ClassDeclaration: declareId,
    ClassExpression: declareId,
    FunctionDeclaration: declareFunction,
    FunctionExpression: declareFunction,
    ArrowFunctionExpression: declareFunction,
    MethodDefinition: declareMember,
    PropertyDefinition: declareMember,
    CatchClause: ({ param }) => declare(param),
    ImportSpecifier: (/** @type {any} */ { imported, local }) =>
      imported.name === local.name || declare(local),
    CallExpression(/** @type {any} */ { callee, start }) {
      if (!bareNames.includes(callee.name)) return;
      const problem = `the function \`${callee.name}\` has no object in its name`;
      found.push({ index: start, problem });
    },
    ExportNamedDeclaration(/** @type {any} */ { declaration, start }) {
      if (isText) return;
      for (const { id, init, type } of declaration?.declarations ?? [declaration ?? {}]) {
        if (!/Function/.test(init?.type ?? type) || !/^[a-z]+(Of|At|In|For)$/.test(id.name))
          continue;
        found.push({
          index: start,
          problem: `the function \`${id.name}\` has no verb in its name`,
        });
      }
    },
  }).visit(program);
  return found;
}

/**
 * Finds comments that begin as no sentence does. A question may begin so.
 * @param {string} source
 * @returns {Finding[]}
 */
const findFragments = (source) =>
  Array.from(source.matchAll(FRAGMENT), ({ index, 1: words }) => ({
    index,
    problem: `a comment that is a fragment: “${words.split(' ').slice(0, 6).join(' ')} …”`,
  }));

/** Checks the size of the README. @param {string} readme @returns {Finding[]} */
const measureReadme = (readme) =>
  [
    { unit: 'lines', size: readme.split('\n').length - 1, most: 200 },
    { unit: 'bytes', size: Buffer.byteLength(readme), most: 12_000 },
  ].flatMap(({ unit, size, most }) =>
    size > most ? [{ index: 0, problem: `${size} ${unit}, more than ${most}` }] : [],
  );

/**
 * Checks a file by all rules for its path.
 * @param {string} path
 * @param {string} text
 * @returns {string[]} problems, as `path:line: problem`
 */
export function findWordProblems(path, text) {
  const lines = text.split('\n');
  return [
    ...(path === 'README.md' ? measureReadme(text) : []),
    ...(path.endsWith('.md') ? passagesOfDocument(text).flatMap(findLongSentences) : []),
    ...(SCREEN_TEXT.test(path) ? passagesOfScreen(text).flatMap(findLongSentences) : []),
    ...(path.endsWith('.js') ? findNameProblems(path, text) : []),
    ...(/\.(c|h|js)$/.test(path) ? findFragments(text) : []),
  ].flatMap(({ index, problem }) => {
    const before = text.slice(0, index + text.slice(index).search(/\S/)).split('\n').length - 1;
    const isSilenced = SILENCED.test(lines.slice(Math.max(before - 1, 0), before + 1).join('\n'));
    return isSilenced ? [] : [`${path}:${before + 1}: ${problem}`];
  });
}

/** Lists the files of the project whose paths match. @param {RegExp} pattern */
export const listFiles = (pattern) =>
  ['.github', 'src', 'web', 'tests']
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(
        (path) => `${folder}/${path}`,
      ),
    )
    .concat('README.md')
    .filter((path) => pattern.test(path) && !/node_modules|package\/frameworks/.test(path));

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const problems = listFiles(/\.md$|^(src|web)\/.*\.(c|h|js|json)$/).flatMap((path) =>
    findWordProblems(path, readText(path)),
  );
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
}
