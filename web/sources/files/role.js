/** What a tensor is, by its name in a file. */

/** @typedef {'q' | 'k' | 'v' | 'weights'} Role */

/** @type {readonly [Role, RegExp][]} */
const NAMES = [
  ['q', /^(q|query|queries|query_states)$/i],
  ['k', /^(k|keys?|key_states)$/i],
  ['v', /^(v|values?|value_states)$/i],
  ['weights', /^(weights|attn|attention(_weights)?)$/i],
];

/** @param {string} name */
export const roleOf = (name) => NAMES.find(([, pattern]) => pattern.test(name))?.[0];
