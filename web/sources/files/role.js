/** What an array is, by its name in a file. */

/** @typedef {'q' | 'k' | 'v' | 'weights' | 'tokens' | 'queryTokens' | 'keyTokens'} Role */

/** Names without case, underscores, hyphens and blanks. @type {readonly [Role, RegExp][]} */
const NAMES = [
  ['q', /^(q|query|queries|querystates)$/],
  ['k', /^(k|keys?|keystates)$/],
  ['v', /^(v|values?|valuestates)$/],
  ['weights', /^(weights|(attn|attention)s?(weights|probs)?)$/],
  ['tokens', /^(input)?(tokens|words)$/],
  ['queryTokens', /^(query|row|target|decoder)(tokens|words)$/],
  ['keyTokens', /^(key|column|source|encoder)(tokens|words)$/],
];

/** @param {string} name @returns {Role | undefined} */
function roleOf(name) {
  const plain = name.toLowerCase().replace(/[-_ ]/g, '');
  return NAMES.find(([, pattern]) => pattern.test(plain))?.[0];
}

/**
 * The names that an array of that role has. Only where no whole name is of the role, it is looked for at
 * the end of paths, such as `layer1/weights` or `bert.attention`.
 * @param {Iterable<string>} names
 * @param {Role} role
 */
export function namesOf(names, role) {
  const all = [...names];
  const whole = all.filter((name) => roleOf(name) === role);
  return whole.length > 0 ? whole : all.filter((name) => roleOf(endOf(name)) === role);
}

/** The last part of a path. @param {string} name */
const endOf = (name) => name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('.')) + 1);

/** @param {string} name @returns {boolean} is it that of queries, keys or values */
export const isPart = (name) => ['q', 'k', 'v'].includes(roleOf(name) ?? '');

/** @param {string} name */
export const isTokens = (name) => /tokens$/i.test(roleOf(name) ?? '');

/** The number of a layer in a name, and a number at its end. */
const LAYER = /(layers?[-_./ ]?)(\d{1,3})/i;
const LAST = /([-_./ ]?)(\d{1,3})$/;

/**
 * Names of weights that differ only in the number of a layer, such as `layer1/weights` or `attentions/0`.
 * @param {Iterable<string>} names
 * @returns {string[] | undefined} in the order of their layers; undefined if there are not several
 */
export function layersIn(names) {
  const all = [...names];
  const named = namesOf(all, 'weights');
  const numbered = (named.length > 1 ? named : all).flatMap((name) => {
    const isNumbered = namesOf([name.replace(LAST, '')], 'weights').length > 0;
    const [found, before, number] =
      LAYER.exec(name) ?? (isNumbered ? LAST.exec(name) : undefined) ?? [];
    const hasNumber = found !== undefined && !isPart(endOf(name));
    return hasNumber ? [{ name, number: Number(number), kind: name.replace(found, before) }] : [];
  });
  const kinds = new Set(numbered.map(({ kind }) => kind));
  const numbers = new Set(numbered.map(({ number }) => number));
  if (kinds.size !== 1 || numbers.size < 2 || numbers.size < numbered.length) return undefined;
  return numbered.toSorted((a, b) => a.number - b.number).map(({ name }) => name);
}
