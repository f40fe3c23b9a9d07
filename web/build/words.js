/**
 * Checks documents, screen texts, names and comments by the rules for words: `node web/build/words.js`, part of
 * `npm run check`. A comment with a reason, on the same line or the line before, allows an exception:
 * `<!-- words: reason -->`, `// words: reason`. Functions in tests may have names such as `widthOf`: about 300 have.
 */

import { parseSync, Visitor } from 'rolldown/utils';
import { isMain, listPaths, printProblems, readText } from './files.js';

/** @typedef {{ text: string, index: number }} Passage a paragraph, cell or string, and the index where it begins */
/** @typedef {{ index: number, problem: string }} Finding */

const MOST_WORDS = 25;
const SCREEN_TEXT = /^web\/(text|features\/\w+\/text)\//;
/** Refused names: they say which role a thing plays in a sentence, not what the thing is. */
const ROLE_WORDS = new Set(
  'of its own one said made asked beside turned whole away unread written'.split(' '),
);
/**
 * Imported functions whose names may be one word, since many modules call them. The second line
 * names those of schemas.
 */
const COMMON = new Set([
  ...'add get has need compute normalise styled tensor'.split(' '),
  ...'list text integer number object problem'.split(' '),
]);
/** The first line of a comment that is a fragment, such as “Of the last layer”, which does not say who does what. */
const FRAGMENT =
  /(?:\/\/|\/\*\*?(?:\n *\*)?) ((?:Of|Who|Whoever|Whose|What|Whatever|Which|Where|Wherever|Such as|Said|Told|Asked|Its|Those)\b[^?\n]*)$/gm;
const SILENCED = /(?:<!--|\/\/|\/\*\*?) words: \w/;

/** @param {string} text @param {RegExp} separator with the flag g @returns {Passage[]} */
function splitPassages(text, separator) {
  const ends = Array.from(text.matchAll(separator), (match) => match.index + match[0].length);
  return [0, ...ends].map((index, i) => ({ text: text.slice(index, ends[i]), index }));
}

/**
 * Returns the paragraphs, list items, cells and headings of a document, without code.
 * @param {string} text
 * @returns {Passage[]}
 */
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
    if (typeof text === 'string')
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
 * Lists the identifiers of a pattern, such as `a` and `b` of `{ key: a, ...b }`.
 * @param {any} pattern
 * @returns {any[]}
 */
function listIdentifiers(pattern) {
  const { type, properties = [], elements = [], left, argument, value } = pattern ?? {};
  if (/Identifier$/.test(type)) return [pattern];
  return [...properties, ...elements, left, argument, value]
    .filter(Boolean)
    .flatMap(listIdentifiers);
}

/**
 * Lists imported functions of the project whose names are one word, such as `draw`.
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
 * Finds declared names that say a role, imported functions of one word, and functions such as `widthOf`. Keys of
 * plain objects may be any: JSON and attributes have such keys.
 * @param {string} path
 * @param {string} source
 * @returns {Finding[]}
 */
function findNameProblems(path, source) {
  const { program, module } = parseSync(path, source);
  const isText = path.includes('/text/');
  const needsVerb = !isText && !path.startsWith('tests/');
  const bareNames = path.startsWith('web/') && !isText ? listBareNames(module) : [];
  /** @type {Finding[]} */
  const found = [];
  const add = (/** @type {number} */ index, /** @type {string} */ problem) =>
    found.push({ index, problem });
  const checkName = (/** @type {any} */ { id, init, type, key, param, local, params = [] }) => {
    for (const { name, start } of [id, key, param, local, ...params].flatMap(listIdentifiers))
      if (ROLE_WORDS.has(name.toLowerCase()))
        add(start, `the name \`${name}\` does not say what it is`);
    const isFunction = /Function/.test(init?.type ?? type);
    if (needsVerb && isFunction && /^[a-z]+(Of|At|In|For)$/.test(id?.name))
      add(id.start, `the function \`${id.name}\` has no verb in its name`);
  };
  new Visitor({
    VariableDeclarator: checkName,
    ClassDeclaration: checkName,
    ClassExpression: checkName,
    FunctionDeclaration: checkName,
    FunctionExpression: checkName,
    ArrowFunctionExpression: checkName,
    MethodDefinition: checkName,
    PropertyDefinition: checkName,
    CatchClause: checkName,
    ImportSpecifier: checkName,
    CallExpression(/** @type {any} */ { callee, start }) {
      if (bareNames.includes(callee.name))
        add(start, `the function \`${callee.name}\` has no object in its name`);
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
function measureReadme(readme) {
  const [lines, bytes] = [readme.split('\n').length - 1, Buffer.byteLength(readme)];
  if (lines > 200) return [{ index: 0, problem: `${lines} lines, more than 200` }];
  return bytes > 12_000 ? [{ index: 0, problem: `${bytes} bytes, more than 12000` }] : [];
}

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
    ...(/\.js$/.test(path) ? findNameProblems(path, text) : []),
    ...(/\.(c|h|js)$/.test(path) ? findFragments(text) : []),
  ].flatMap(({ index, problem }) => {
    const before = text.slice(0, index + text.slice(index).search(/\S/)).split('\n').length - 1;
    const isSilenced = SILENCED.test(lines.slice(Math.max(before - 1, 0), before + 1).join('\n'));
    return isSilenced ? [] : [`${path}:${before + 1}: ${problem}`];
  });
}

/** Lists the files of the project whose paths match. @param {RegExp} pattern */
export function listFiles(pattern) {
  const paths = ['.github', 'src', 'web', 'tests'].flatMap((folder) =>
    listPaths(folder).map((path) => `${folder}/${path}`),
  );
  return ['README.md', ...paths].filter(
    (path) => pattern.test(path) && !/node_modules|package\/frameworks/.test(path),
  );
}

if (isMain(import.meta.url)) {
  const paths = listFiles(/\.md$|\.(c|h|js)$|^web\/.*\.json$/);
  printProblems(paths.flatMap((path) => findWordProblems(path, readText(path))));
}
