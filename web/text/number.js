/** Writes float32 numbers: exactly for programs that read the page, shortly for people. */

const MINUS = '\u2212';
const FIGURE_SPACE = '\u2007';
const PUNCTUATION_SPACE = '\u2008';

/** The shortest decimal that parses back to the same float32. @param {number} value */
export function exact(value) {
  if (Object.is(value, -0)) return '-0';
  if (!Number.isFinite(value)) return String(value);
  // Nine significant digits always distinguish two float32 numbers, and six seldom do, so most
  // numbers need only one or two tries.
  const read = (/** @type {number} */ digits) => Number(value.toPrecision(digits));
  let digits = Math.fround(read(6)) === value ? 1 : 7;
  let shortest = read(digits);
  while (digits < 9 && Math.fround(shortest) !== value) shortest = read(++digits);
  return String(shortest);
}

/**
 * Replaces a float32 by the number of its shortest decimal: 0.8999999761581421 becomes 0.9.
 * @template Value
 * @param {Value} value integers and other types are returned unchanged
 * @returns {Value}
 */
export const toDecimal = (value) =>
  typeof value === 'number' && !Number.isInteger(value)
    ? /** @type {Value} */ (Number(exact(value)))
    : value;

/** @template {object} Entries @param {Entries} entries */
export const withDecimals = (entries) =>
  /** @type {Entries} */ (
    Object.fromEntries(Object.entries(entries).map(([name, value]) => [name, toDecimal(value)]))
  );

/** Writes the limit of a setting: 16, or 0.000977. @param {number} limit */
export const writeLimit = (limit) =>
  `${Number.isInteger(limit) ? limit : Number(limit.toPrecision(3))}`;

/** Writes each hyphen of a number as a minus sign, that of its exponent too. @param {string} text */
export const withMinus = (text) => text.replaceAll('-', MINUS);

/** The smallest number that is written without an exponent. */
export const SMALLEST_WITHOUT_EXPONENT = 1e-4;

/** Whether a number would be too long without an exponent. @param {number} size */
const needsExponent = (size) => size < SMALLEST_WITHOUT_EXPONENT || size >= 1e5;

/**
 * Rounds to three significant digits, or to `digits`. Integers have no decimal point, so 0 and 1
 * are seen to be exact.
 * @param {number} value
 * @param {number} [digits]
 * @returns {string}
 */
export function rounded(value, digits = 3) {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value < 0 ? `${MINUS}∞` : '∞';
  const size = Math.abs(value);
  let text = value.toPrecision(digits);
  if (Number.isInteger(value) && size < 1e5) text = value.toFixed(0);
  else if (needsExponent(size)) text = value.toExponential(digits - 1);
  else if (text.includes('e')) text = Number(text).toFixed(0);
  return withMinus(text.replace('e+', 'e'));
}

/**
 * Rounds to five significant digits and leaves out zeros at the end, so that a reader can check by
 * hand a number that is shown with three.
 * @param {number} value
 */
export function toFiveDigits(value) {
  const size = Math.abs(value);
  if (size === Infinity || Number.isNaN(value)) return rounded(value);
  const short = Number(value.toPrecision(5));
  const text = size > 0 && needsExponent(size) ? short.toExponential() : String(short);
  return withMinus(text.replace('e+', 'e'));
}

/**
 * Formats an attention weight or a probability. A weight above 0 never looks like 0: if all its
 * decimals would be 0, it is written as ≈0. Only an exact 0 or 1 is written without decimals.
 * @param {number} value
 * @param {number} [decimals] three significant digits otherwise
 * @returns {string}
 */
export function roundedWeight(value, decimals) {
  if (!(value > 0 && value < 1)) return rounded(value);
  const fixed = value.toFixed(decimals ?? 3);
  if (Number(fixed) === 0) return ALMOST_ZERO;
  return decimals === undefined ? rounded(value) : fixed;
}

const ALMOST_ZERO = '≈0';

/**
 * Returns how the numbers of a table are written, other than weights. Beside larger ones, a number
 * that would need an exponent because it is small is written as ≈0.
 * @param {ArrayLike<number>} numbers all numbers of the table
 * @returns {(value: number) => string}
 */
export function chooseNumberFormat(numbers) {
  const isSmall = (/** @type {number} */ value) => Math.abs(value) < SMALLEST_WITHOUT_EXPONENT;
  const hasLarger = Array.prototype.some.call(numbers, (value) => !isSmall(value));
  return (value) => (hasLarger && value !== 0 && isSmall(value) ? ALMOST_ZERO : rounded(value));
}

/** The most words with weights of three significant digits. */
export const FEW_WORDS = 6;

/**
 * Returns how the weights of a table are written, and sentences beside it. The weights themselves
 * do not decide, so that digits stay when a reader changes one of them.
 * @param {number} words
 * @returns {(weight: number) => string}
 */
export const chooseWeightFormat = (words) => (weight) =>
  roundedWeight(weight, words > FEW_WORDS ? 3 : undefined);

/**
 * Formats a column of numbers. Blanks as wide as a digit align the decimal points when the column
 * is flush right.
 * @param {number[]} values
 * @param {(value: number) => string} [write]
 * @param {number} [mostBlanks] a number that needs more is flush right, below the head of its column
 * @returns {string[]}
 */
export function alignedColumn(values, write = (value) => rounded(value), mostBlanks = Infinity) {
  const texts = values.map(write);
  const tails = texts.map((text) => /\.\d+$/.exec(text)?.[0].length ?? 0);
  const longest = Math.max(0, ...tails);
  return texts.map((text, row) => {
    const missing = longest - tails[row];
    if (missing === 0 || missing > mostBlanks || !/\d$/.test(text) || /[e≈]/.test(text))
      return text;
    // An integer lacks the decimal point as well as the digits after it.
    return tails[row] === 0
      ? text + PUNCTUATION_SPACE + FIGURE_SPACE.repeat(missing - 1)
      : text + FIGURE_SPACE.repeat(missing);
  });
}

/** `Math.fround` restores a float32 that differs from its decimal. @param {number} value */
export function single(value) {
  const text = exact(value);
  return Number(text) === value ? text : `Math.fround(${text})`;
}

// Parses numbers.

/** Decimal digits with an optional sign, point and exponent. */
const DECIMAL = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?$/i;

/** @param {string} text @returns {number} NaN for anything but a decimal number, such as `0x10` or `Infinity` */
export function parseDecimal(text) {
  const numeral = text.trim();
  return DECIMAL.test(numeral) ? Number(numeral) : Number.NaN;
}

/** The digits of a script stand in tens, each from its 0. @param {string} digit */
function toAsciiDigit(digit) {
  const code = /** @type {number} */ (digit.codePointAt(0));
  let first = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first--;
  return String((code - first) % 10);
}

/**
 * Writes digits and signs of other scripts as in programs: `０．５`, `٠٫٥` and `½`. A minus sign or
 * a dash becomes a hyphen, because word processors turn a typed hyphen into a dash.
 * @param {string} text
 */
export const toPlainNumerals = (text) =>
  text
    // 1½ is not 11/2, and 2² not 22.
    .replace(/(?<=\p{Nd})(?=\p{No})/gu, ' ')
    .normalize('NFKC')
    .replace(/(?![0-9])\p{Nd}/gu, toAsciiDigit)
    .replaceAll('\u066b', '.')
    .replaceAll('\u060c', ',')
    .replaceAll('\u066a', '%')
    .replaceAll('\u2044', '/')
    .replace(/[\p{Pd}\u2212]/gu, '-');

/** A number whose comma separates thousands for some readers, and decimals for others. */
const UNCLEAR_COMMA = /(?<![\d.,])[1-9]\d{0,2},\d{3}(?![\d.,])/;

/** Whether a text has a number such as 1,000, which may be 1 or a thousand. @param {string} text */
export const hasUnclearComma = (text) => UNCLEAR_COMMA.test(toPlainNumerals(text));

/**
 * Also reads a minus sign, blanks after it, a decimal comma, thousands as in 1,000,000 and 1,000.5, a
 * fraction, a root, a percentage and the ≈0 of this page: 0.625 for 62.5%; NaN otherwise.
 * @param {string} text
 * @returns {number}
 */
export function parseTypedNumber(text) {
  const typed = toPlainNumerals(text.trim().replace(/^≈/, '')).replace(/^([-+])\s+/, '$1');
  if (typed.endsWith('%')) return parseWithCommas(typed.slice(0, -1)) / 100;
  const [over, under, ...others] = typed.split('/').map(parseWithRoot);
  if (under === undefined) return over;
  return others.length > 0 || under === 0 ? Number.NaN : over / under;
}

/** Writes decimal commas as points, and leaves out those of thousands. @param {string} text */
export function resolveCommas(text) {
  if (UNCLEAR_COMMA.test(text)) return text;
  const hasThousands = /^\s*[-+]?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d*)?\s*$/.test(text);
  return hasThousands ? text.replaceAll(',', '') : text.replace(',', '.');
}

/** @param {string} text */
const parseWithCommas = (text) => parseDecimal(resolveCommas(text));

/** A root as in √4, √(4) or sqrt(4), with a sign before it. */
const ROOT = /^([-+]?)(?:√|sqrt *(?=\())(?:\(([^()]+)\)|([^()]+))$/i;

/** @param {string} text */
function parseWithRoot(text) {
  const [, sign, inside, plain] = ROOT.exec(text.trim()) ?? [];
  if (sign === undefined) return parseWithCommas(text);
  const root = Math.sqrt(parseWithCommas(inside ?? plain));
  return sign === '-' ? -root : root;
}
