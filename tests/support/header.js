// Reads the declarations of src/core/attention.h from its text.
import { readFileSync } from 'node:fs';

/** @typedef {{ name: string, type: string }} Declared a parameter, or 32 bits of a struct */
/** @typedef {{ name: string, returns: string, parameters: Declared[] }} Prototype */

const text = readFileSync(new URL('../../src/core/attention.h', import.meta.url), 'utf8');
const code = text.replace(/\/\/.*/g, '').replace(/\s+/g, ' ');

/**
 * @param {string} declaration a declaration such as `const float *query`
 * @returns {Declared}
 */
function parseDeclaration(declaration) {
  const [, type, name] = declaration.trim().match(/^(.*?)(\w+)$/) ?? [];
  return { name, type: type.trim() };
}

/** @type {Prototype[]} */
export const prototypes = [...code.matchAll(/ATTN_API (\w+) (\w+)\(([^)]*)\)/g)].map(
  ([, returns, name, list]) => ({
    name,
    returns,
    parameters: list === 'void' ? [] : list.split(',').map(parseDeclaration),
  }),
);

/** @type {Map<string, number>} status codes by their names without `ATTN_` */
export const statuses = new Map(
  [...code.matchAll(/ATTN_(OK|ERROR_\w+) = (\d+)/g)].map(([, name, value]) => [
    name,
    Number(value),
  ]),
);

const bodies = new Map(
  [...code.matchAll(/typedef struct (\w+) \{([^}]*)\}/g)].map(([, name, body]) => [name, body]),
);

/** @type {Map<string, Declared[]>} */
const words = new Map();

/**
 * Returns the 32-bit words of a struct, including those of nested structs. A word of an array is
 * named like `mask_strides[2]`.
 * @param {string} name
 * @returns {readonly Declared[]}
 */
export function wordsOf(name) {
  const known = words.get(name) ?? readWords(name);
  words.set(name, known);
  return known;
}

/** @param {string} name @returns {Declared[]} */
function readWords(name) {
  const members = (bodies.get(name) ?? '').split(';').filter((member) => member.trim() !== '');
  return members.flatMap((member) => {
    const [, single, count] = member.match(/^([^[]*)(?:\[(\d+)\])?$/) ?? [];
    const word = parseDeclaration(single);
    if (bodies.has(word.type)) return wordsOf(word.type);
    if (count === undefined) return [word];
    return Array.from({ length: Number(count) }, (_, i) => ({
      ...word,
      name: `${word.name}[${i}]`,
    }));
  });
}

/** @param {string} name a name in C */
export const camelCase = (name) =>
  name.replace(/_(\w)/g, (_, /** @type {string} */ letter) => letter.toUpperCase());
