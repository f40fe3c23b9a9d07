/** Writes HTML as people write it: elements, attributes, text. */

/** @typedef {readonly [name: string, value: string | true]} Attribute `true` writes the attribute without a value */

/** The longest line that is not broken between attributes. */
const WIDTH = 52;

const VOID = new Set(['br', 'hr', 'img', 'input', 'link', 'meta']);

/** @type {Record<string, string>} */
const NAMED = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

// Characters that a parser changes, that are invisible, or that reverse a line: line ends and other
// controls, direction marks, and unusual spaces.
const UNSAFE =
  /[&<>"\p{Cc}\p{Zl}\p{Zp}\u00a0\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]|\p{Surrogate}/gu;

/** NUL and lone surrogates become U+FFFD, as in an HTML parser. @param {string} text */
export function escaped(text) {
  return text.replace(UNSAFE, (sign) => {
    const code = sign.charCodeAt(0);
    if (code === 0 || (code >= 0xd800 && code <= 0xdfff)) return '\ufffd';
    // Parsers read numeric references to these as Windows-1252 characters.
    if (code >= 0x80 && code <= 0x9f) return sign;
    return NAMED[sign] ?? `&#x${code.toString(16)};`;
  });
}

/** Escapes JSON for a script, which must not contain its end. @param {string} json */
export const escapedForScript = (json) => json.trim().replaceAll('<', '\\u003c');

/** @param {string} name @param {readonly Attribute[]} attributes @param {string} [content] HTML */
export function writeElement(name, attributes, content = '') {
  const pairs = attributes.map(([key, value]) =>
    value === true ? key : `${key}="${escaped(value)}"`,
  );
  const line = `<${[name, ...pairs].join(' ')}>`;
  const start = line.length <= WIDTH ? line : `<${[name, ...pairs].join('\n  ')}>`;
  if (VOID.has(name)) return start;
  const inside = withoutIndent(content);
  const markup = `${start}${inside}</${name}>`;
  if (inside === '' || (!markup.includes('\n') && markup.length <= WIDTH)) return markup;
  return `${start}\n${inside.replace(/^(?=.)/gm, '  ')}\n</${name}>`;
}

/** Removes the common indentation of all lines of a text. @param {string} text */
function withoutIndent(text) {
  const lines = text
    .trimEnd()
    .replace(/^\s*\n/, '')
    .split('\n')
    .map((line) => line.trimEnd());
  const indents = lines.filter(Boolean).map((line) => line.length - line.trimStart().length);
  const least = Math.min(...indents);
  return lines.map((line) => line.slice(least)).join('\n');
}

/** Escapes a text for XML; U+FFFD replaces characters that XML forbids. @param {string} text */
export function escapedForXml(text) {
  return text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD')
    .replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
