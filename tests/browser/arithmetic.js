// Reads the arithmetic next to a number as a reader does, and computes it in float32.
import assert from 'node:assert/strict';

/**
 * @typedef {object} Equation
 * @property {number} left the value of the written expression, rounded after every operation
 * @property {number} right the written result
 * @property {number} size the magnitude of the largest added term
 */

/**
 * @param {string} text has the core's numbers in braces, such as '{0.5} × ({-2}) = {-1}'
 * @returns {Equation[]} several equations are joined by 'where'
 */
export function readEquations(text) {
  return text.split(', where ').map((part) => {
    const [left, right, ...more] = part.split('=').map((side) => side.trim());
    assert.equal(more.length, 0, `one sign of equality in ${part}`);
    // '0.5 = exp(…)' means the same as 'exp(…) = 0.5'.
    const [long, short] = /^\{[^}]*\}$/.test(right) ? [left, right] : [right, left];
    const { value, size } = workOut(long);
    return { left: value, right: workOut(short).value, size };
  });
}

/** @typedef {{ value: number, size: number }} Part size: the largest added term */

const SIGN = /\s*(\{[^}]*\}|[\d.]+(?:e[−-]?\d+)?|exp\(|tanh\(|max\(|[+−×÷√(),])/uy;

/** @param {string} text @returns {Part} */
function workOut(text) {
  /** @type {string[]} */
  const signs = [];
  SIGN.lastIndex = 0;
  for (let at = 0; at < text.trimEnd().length; at = SIGN.lastIndex) {
    const found = SIGN.exec(text);
    assert.ok(found, `'${text.slice(at)}' is no arithmetic, in '${text}'`);
    signs.push(found[1]);
  }
  const all = sum();
  assert.deepEqual(signs, [], `all of '${text}' is arithmetic`);
  return all;

  /** @param {string} sign */
  function expect(sign) {
    assert.equal(signs.shift(), sign, text);
  }

  /** @returns {Part} */
  function sum() {
    let { value, size } = product();
    while (signs[0] === '+' || signs[0] === '−') {
      const sign = signs.shift() === '+' ? 1 : -1;
      const term = product();
      value = Math.fround(value + sign * term.value);
      size = Math.max(size, Math.abs(term.value), Math.abs(value));
    }
    return { value, size };
  }

  /** @returns {Part} */
  function product() {
    let { value } = factor();
    while (signs[0] === '×' || signs[0] === '÷') {
      const times = signs.shift() === '×';
      const other = factor().value;
      value = Math.fround(times ? value * other : value / other);
    }
    return { value, size: Math.abs(value) };
  }

  /** @returns {Part} */
  function factor() {
    const sign = signs.shift() ?? '';
    if (sign === '(') return closed(sum());
    if (sign === 'exp(') return closed(applyFunction(Math.exp, sum()));
    if (sign === 'tanh(') return closed(applyFunction(Math.tanh, sum()));
    if (sign === '√') return applyFunction(Math.sqrt, factor());
    if (sign === '−') return applyFunction((x) => -x, factor());
    if (sign === 'max(') {
      let { value } = sum();
      for (; signs[0] === ','; value = Math.max(value, sum().value)) signs.shift();
      return closed({ value, size: Math.abs(value) });
    }
    const value = Number(sign.replace(/[{}]/g, '').replace('−', '-'));
    assert.ok(sign === '{NaN}' || !Number.isNaN(value), `'${sign}' is a number, in '${text}'`);
    return { value: Math.fround(value), size: Math.abs(value) };
  }

  /** @param {Part} part */
  function closed(part) {
    expect(')');
    return part;
  }
}

/** @param {(x: number) => number} f @param {Part} part @returns {Part} */
function applyFunction(f, { value }) {
  const rounded = Math.fround(f(value));
  return { value: rounded, size: Math.abs(rounded) };
}

/**
 * Allowed differences in units in the last place. 0 if the core performs exactly the written
 * operations. Otherwise the rounding of a constant, of exp (0.992) or of tanh (2.5) may add to the
 * difference.
 * @type {Record<string, number>}
 */
export const SLACK = {
  ...{ product: 0, mask: 0, max: 0, divide: 0, concatenate: 0, constant: 0, fromOtherRun: 0 },
  ...{ scale: 3, exp: 2, tanh: 4, dropout: 3, sum: 16 },
};

/** @param {Equation} equation @param {number} slack @param {string} where */
export function assertTrue({ left, right, size }, slack, where) {
  const near = Math.abs(left - right) <= slack * 2 ** -24 * Math.max(size, Math.abs(right));
  assert.ok(
    Object.is(left, right) || left === right || (slack > 0 && near),
    `${where}: what is written comes to ${left}, and is said to be ${right}`,
  );
}
