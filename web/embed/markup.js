/** HTML as an author would write it, and as any parser reads it back: elements, attributes, text. */

/**
 * @typedef {readonly [name: string, value: string | true]} Attribute true: it stands there without a value
 */

/** Longer lines are broken between attributes. */
const WIDTH = 52;

const VOID = new Set(['br', 'hr', 'img', 'input', 'link', 'meta']);

/** @type {Record<string, string>} */
const NAMED = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

// What would be read otherwise than it is written, what is not seen, and what reverses a line: line
// ends and other controls, marks of direction, blanks that are none.
const UNSAFE =
  /[&<>"\p{Cc}\p{Zl}\p{Zp}\u00a0\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]|\p{Surrogate}/gu;

/**
 * Any text as it stands in an attribute or between tags. HTML has neither NUL nor halves of characters:
 * they become U+FFFD, as they would in a parser.
 * @param {string} text
 */
export function escaped(text) {
  return text.replace(UNSAFE, (sign) => {
    const code = sign.charCodeAt(0);
    if (code === 0 || (code >= 0xd800 && code <= 0xdfff)) return '\ufffd';
    // These would be taken for letters of an old Windows if they were written by their numbers.
    if (code >= 0x80 && code <= 0x9f) return sign;
    return NAMED[sign] ?? `&#x${code.toString(16)};`;
  });
}

/**
 * @param {string} name
 * @param {readonly Attribute[]} attributes
 * @param {string} [content] HTML, indented however
 */
export function writeElement(name, attributes, content = '') {
  const written = attributes.map(([key, value]) =>
    value === true ? key : `${key}="${escaped(value)}"`,
  );
  const line = `<${[name, ...written].join(' ')}>`;
  const start = line.length <= WIDTH ? line : `<${[name, ...written].join('\n  ')}>`;
  if (VOID.has(name)) return start;
  const inside = withoutIndent(content);
  const whole = `${start}${inside}</${name}>`;
  if (inside === '' || (!whole.includes('\n') && whole.length <= WIDTH)) return whole;
  return `${start}\n${inside.replace(/^(?=.)/gm, '  ')}\n</${name}>`;
}

/**
 * The lines of a text, as far to the left as the leftmost of them.
 * @param {string} text
 */
function withoutIndent(text) {
  const lines = text
    .replace(/^\s*\n|\s+$/g, '')
    .split('\n')
    .map((line) => line.trimEnd());
  const indents = lines.filter(Boolean).map((line) => line.length - line.trimStart().length);
  const least = Math.min(...indents);
  return lines.map((line) => line.slice(least)).join('\n');
}
