/**
 * How a float32 is written: exactly for whoever reads the page back, shortly for whoever looks at it.
 */

const MINUS = '\u2212';
const FIGURE_SPACE = '\u2007';
const PUNCTUATION_SPACE = '\u2008';

/**
 * The shortest decimal that parses back to the same float32, for `data-value`.
 * @param {number} value a float32
 * @returns {string}
 */
export function exact(value) {
  if (Object.is(value, -0)) return '-0';
  if (!Number.isFinite(value)) return String(value);
  // Nine significant digits always tell two float32 apart, and six seldom do: most need no more tries.
  const read = (/** @type {number} */ digits) => Number(value.toPrecision(digits));
  let digits = Math.fround(read(6)) === value ? 1 : 7;
  let shortest = read(digits);
  while (digits < 9 && Math.fround(shortest) !== value) shortest = read(++digits);
  return String(shortest);
}

/**
 * The number of its shortest decimal: 0.9 for the float32 0.8999999761581421.
 * @template Value
 * @param {Value} value anything but a number that is no integer stays as it is
 * @returns {Value}
 */
export const toDecimal = (value) =>
  typeof value === 'number' && !Number.isInteger(value)
    ? /** @type {Value} */ (Number(exact(value)))
    : value;

/**
 * An object of its own with the same entries, numbers by their shortest decimals.
 * @template {object} Entries
 * @param {Entries} entries
 */
export const withDecimals = (entries) =>
  /** @type {Entries} */ (
    Object.fromEntries(Object.entries(entries).map(([name, value]) => [name, toDecimal(value)]))
  );

/**
 * Three significant digits, or as many as are given. Whole numbers stay whole: 0 and 1 are then seen
 * to be exact.
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
  else if (size < 1e-4 || size >= 1e5) text = value.toExponential(digits - 1);
  else if (size >= 100) text = Number(text).toFixed(0);
  return text.replace('e+', 'e').replaceAll('-', MINUS);
}

/** Are two numbers written alike? @param {number} value @param {number} other */
export const looksEqual = (value, other) => rounded(value) === rounded(other);

/** Weights below it are written 0.000. */
const TINY = 0.0005;
/** @param {number} value */
export const isTiny = (value) => value > 0 && value < TINY;

/**
 * An attention weight or a probability: the smallest as 0.000, so that no column grows wide for what is
 * almost 0, and only what is 0 is written 0.
 * @param {number} value
 * @param {boolean} isNarrow whether all are written with three decimals
 * @returns {string}
 */
export const roundedWeight = (value, isNarrow) =>
  value > 0 && value < (isNarrow ? 1 : TINY) ? value.toFixed(3) : rounded(value);

/**
 * The texts of one column, filled up with blanks of a digit's width so that the decimal points
 * stand below each other when the column is set flush right.
 * @param {number[]} values
 * @param {(value: number) => string} [write]
 * @returns {string[]}
 */
export function alignedColumn(values, write = (value) => rounded(value)) {
  const texts = values.map(write);
  const tails = texts.map((text) => /\.\d+$/.exec(text)?.[0].length ?? 0);
  const longest = Math.max(0, ...tails);
  return texts.map((text, row) => {
    const missing = longest - tails[row];
    if (missing === 0 || !/\d$/.test(text) || text.includes('e')) return text;
    // A whole number lacks the point as well as the digits after it.
    return tails[row] === 0
      ? text + PUNCTUATION_SPACE + FIGURE_SPACE.repeat(missing - 1)
      : text + FIGURE_SPACE.repeat(missing);
  });
}

/**
 * A float32 as JavaScript calculates with it: its shortest decimal alone may be another float64.
 * @param {number} value
 */
export function single(value) {
  const text = exact(value);
  return Number(text) === value ? text : `Math.fround(${text})`;
}

// How a number is read.

/** Decimal digits, perhaps with a sign, a point and an exponent. */
const DECIMAL = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?$/i;

/** @param {string} text @returns {number} NaN for what is no decimal number, such as `0x10` or `Infinity` */
export function parseDecimal(text) {
  const numeral = text.trim();
  return DECIMAL.test(numeral) ? Number(numeral) : Number.NaN;
}

/**
 * A number as people type it: also with a minus sign, a decimal comma, or as a fraction of two numbers.
 * @param {string} text
 * @returns {number} NaN for what is no number
 */
export function parseTypedNumber(text) {
  const [over, under, ...others] = text
    .replaceAll(MINUS, '-')
    .split('/')
    .map((part) => parseDecimal(part.replace(',', '.')));
  if (under === undefined) return over;
  return others.length > 0 || under === 0 ? Number.NaN : over / under;
}
