/**
 * Formulas in MathML, which needs no font and no library, from a notation that reads like them:
 *
 *     q:Q_1 = X W_{Q,1}       the colour of queries; a blank between two symbols is their product
 *     a_ij = E_ij/{1 − p}     indices, a fraction, and a group
 *     exp(s_i − max_k ~ s_k)  longer names are functions; `~` is a small space
 *     √d  Kᵀ  σ²  |i|  h^→  ∑_{h=1}^3  and a plain sign after two backslashes: \\/
 *
 * A value is a number, a symbol such as 'W_Q', which may have a role, or more MathML. Without a font
 * for mathematics a superscript stands too high, so ′ and ᵀ are letters.
 */

import { html, mathml, nothing } from 'lit';

const TOKEN = /\s+|~+|\^[→←]|\d[\d.]*|[A-Za-z]{2,}|[qkv]:|\p{L}[′″]*|\\?./gsu;
const SIGN = /^(\\.|[=+−·×∘∈∉<>,;⋯|[\]])$/;
/** How the factors of a product begin. */
const FACTOR = /^([qkv]:|\p{L}[′″]*|\d.*|[{√[])$/u;
/** Letters for private use stand for values, except symbols and numbers that the notation can write. */
const FIRST_VALUE = 0xe000;
const IN_NOTATION = /^([^−\d]|[\d.]*$)/;

/** A formula, or a part of one. @param {TemplateStringsArray} strings @param {unknown[]} values */
export const math = (strings, ...values) => parse(insertSymbols(strings, values), values);

/** A formula on each line. @param {TemplateStringsArray} strings @param {unknown[]} values */
export const mathLines = (strings, ...values) =>
  insertSymbols(strings, values)
    .split('\n')
    .filter((line) => line.trim())
    .map((line) => html`<math display="block">${parse(line, values)}</math>`);

/** @param {unknown} text */
export const mathText = (text) => mathml`<mtext>${text}</mtext>`;

/** @param {TemplateStringsArray} strings @param {unknown[]} values */
const insertSymbols = (strings, values) =>
  strings.reduce((source, text, i) => {
    const { symbol = values[i - 1], role } = Object(values[i - 1]);
    const isInNotation = typeof symbol !== 'object' && IN_NOTATION.test(symbol);
    const value = isInNotation ? symbol : String.fromCharCode(FIRST_VALUE + i - 1);
    return source + (role ? `${role}:` : '') + value + text;
  });

/** @param {string} source the notation */
function makeTokens(source) {
  /** @type {string[]} */
  const tokens = source.replaceAll('²', '^2').replaceAll('₂', '_2').match(TOKEN) ?? [];
  /** @param {string} problem @returns {never} */
  const fail = (problem) => {
    throw new SyntaxError(`${problem} in the formula ${source}`);
  };
  const next = () => tokens.shift() ?? fail('The end is missing');
  const take = (/** @type {string} */ token) => tokens[0] === token && next();
  return { tokens, fail, next, take };
}

/** @param {string} source @param {readonly unknown[]} values */
function parse(source, values) {
  const { tokens, fail, next, take } = makeTokens(source.trim());

  /** Reads up to a sign, by default to the end. @param {string} [end] */
  function readRow(end) {
    const row = [];
    while (tokens[0] !== end) row.push(readPart(next()));
    tokens.shift();
    return row;
  }

  /** @param {string} token @returns {unknown} */
  function readPart(token) {
    if (!token.trim()) return nothing;
    if (token[0] === '~') return mathml`<mspace width="${token.length / 5}em"></mspace>`;
    if (SIGN.test(token)) return mathml`<mo>${token.slice(-1)}</mo>`;
    if (token === '(') {
      const rest = [...tokens];
      const row = readRow(')');
      return writeParentheses(row, rest.slice(0, rest.length - tokens.length).includes('/'));
    }
    const term = readTerm(token);
    const part = take('/') ? mathml`<mfrac>${term}${readTerm(next())}</mfrac>` : term;
    const isProduct = FACTOR.test(token) && !tokens[0]?.trim() && FACTOR.test(tokens[1]);
    return isProduct ? mathml`${part}<mo>&InvisibleTimes;</mo>` : part;
  }

  /** Reads a symbol with its indices. @param {string} token @returns {unknown} */
  function readTerm(token) {
    if (/:$/.test(token)) return mathml`<mrow class=${token[0]}>${readTerm(next())}</mrow>`;
    const hasLimits = token === '∑' || token === 'max';
    let term = readSymbol(token);
    for (;;) {
      if (take('ᵀ')) term = mathml`<mrow>${term}<mtext>ᵀ</mtext></mrow>`;
      else if (/^\^./.test(tokens[0])) term = mathml`<mover>${term}<mo>${next()[1]}</mo></mover>`;
      else if (take('^')) term = mathml`<msup>${term}${readSymbol(next())}</msup>`;
      else if (!take('_')) return term;
      else if (!hasLimits) term = mathml`<msub>${term}${readSymbol(next())}</msub>`;
      else {
        const below = readSymbol(next());
        term = take('^')
          ? mathml`<munderover>${term}${below}${readSymbol(next())}</munderover>`
          : mathml`<munder>${term}${below}</munder>`;
      }
    }
  }

  /** @param {string} token @returns {unknown} */
  function readSymbol(token) {
    const value = values[token.charCodeAt(0) - FIRST_VALUE];
    if (typeof value === 'object') return value;
    if (value || /^\d/.test(token)) return mathml`<mn>${value ?? token}</mn>`;
    if (token === '{') return mathml`<mrow>${readRow('}')}</mrow>`;
    if (token === '∑') return mathml`<mo>∑</mo>`;
    if (token === '√')
      return mathml`<msqrt>${take('{') ? readRow('}') : readSymbol(next())}</msqrt>`;
    return /^\p{L}/u.test(token) ? writeLetters(token) : fail(`Unexpected ${token}`);
  }

  return readRow();
}

/** @param {unknown} row @param {boolean} isTall whether they grow, as around a fraction */
const writeParentheses = (row, isTall) =>
  isTall
    ? mathml`<mrow><mo>(</mo>${row}<mo>)</mo></mrow>`
    : mathml`<mo stretchy="false">(</mo>${row}<mo stretchy="false">)</mo>`;

/** A letter with primes is one sign, in italics as single letters are. Two letters are two indices. @param {string} name */
function writeLetters(name) {
  const text = name.replace(/^[A-Za-z](?=[′″])/, (letter) =>
    String.fromCodePoint(letter.charCodeAt(0) + (letter < 'a' ? 0x1d3f3 : 0x1d3ed)),
  );
  return mathml`<mi class=${/^[a-z]{2}$/.test(text) ? 'index' : nothing}>${text}</mi>`;
}
